"""Information-set Monte Carlo tree search.

SO-ISMCTS and MO-ISMCTS after P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE TCIAIG 4 (2012), with the selection rule of PUCT; and plain
determinized UCT (PIMC) for comparison.  Each iteration

 1. draws a world for the observer;
 2. descends: at each information set one of the moves legal in this world is selected;
 3. adds the first information set that is new;
 4. rates the leaf, by a playout or by an evaluation;
 5. adds the rewards of all players to every edge of the path.

Selection.  The player who decides takes, among the moves available in this world, the one
with the greatest

    Q(a) + c * d * P(a) * sqrt(A(a)) / (1 + n(a)),    P(a) = w * p(a) / sum p  +  (1 - w) / k

n: visits of the move; Q: mean reward of the player who decides; A: visits of the node at
which the move was available (instead of all visits, so that a rare move is not chosen too
often when it does appear); p: weight given by the game, normalised over the k available
moves; c: `exploration`; w: `prior_weight`; d: greatest standard deviation so far of the player's
reward over all leaves of this tree, which makes c mean the same for win or loss after a playout and for
the small differences of an evaluation (`scaled`; else 1).  An untried move has Q = mean of the tried ones
less d * `first_play`; among untried moves the one with the greatest prior comes first, ties
drawn.  Progressive widening admits an untried move only while fewer than
C * visits ** `widening_power` of the available ones have been tried.

With `candidates` the root is decided by sequential halving instead (after T. Karnin, T. Koren, O. Somekh,
"Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013): the moves of the greatest priors
share the visits, and the worse half is dropped again and again.

Algorithms differ in who looks at a node.  With one observer all nodes are information sets
of the observer, and moves of others that he cannot tell apart share an edge; the one that
is played in the world is drawn.  With several observers a node is an information set of
the player who decides there.  Perfect information sees everything, in a new tree for every
world; visits at the roots are summed.

The answer is the move with the most visits.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport pow, sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.rng cimport below, mix64, next64, seed_rng
from engine.types cimport MAX_MOVES, MoveList, move_t
from mcts.halving cimport TRUSTED_VISITS, halving_edge, name_candidates
from mcts.interface cimport EVERYTHING, Leaf, SearchGame
from mcts.tree cimport (
    MIN_TREE, NOTHING, Edge, Node, Record, Tree, add_edge, clear_tree, find_node, fits_root, free_tree, get_node,
    get_record, init_tree, trim,
)
from mcts.worker cimport (
    MAX_DEPTH, MULTIPLE_OBSERVERS, NO_EDGE, PERFECT_INFORMATION, SINGLE_OBSERVER, RootMove, Settings, Worker,
)

import threading
from math import inf, log

from mcts.options import ALGORITHMS, SearchOptions
from mcts.result import LineMove, MoveResult, SearchResult

__all__ = ["Search"]

cdef enum:
    CLOCK_INTERVAL = 8          # iterations between two looks at the clock
    LINE_VISITS = 8             # a principal line ends where nodes have fewer visits
    FEW_LEAVES = 8              # too few to estimate a deviation

cdef double SLICE = 0.05        # seconds between two looks for signals
cdef double FIRST_DEVIATION = 0.5       # of wins and losses; taken as long as there are few leaves
cdef double LEAST_DEVIATION = 0.005


cdef inline double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <double> t.tv_sec + 1e-9 * <double> t.tv_nsec


# ---------------------------------------------------------------- selection

cdef inline int viewer_of(const Worker* w, int player) noexcept nogil:
    """Whose information sets the nodes are at which `player` decides."""
    if w.settings.algorithm == SINGLE_OBSERVER:
        return w.observer
    return player if w.settings.algorithm == MULTIPLE_OBSERVERS else EVERYTHING


cdef int find_edge(const Tree* tree, uint32_t node, move_t label, int start) noexcept nogil:
    """Worlds list their moves in much the same order, so the search goes on where the last one ended."""
    cdef const Node* n = &tree.nodes[node]
    cdef const Edge* edges = &tree.edges[n.edges]
    cdef int i
    for i in range(start, n.n_edges):
        if edges[i].label == label:
            return i
    for i in range(start if start < n.n_edges else n.n_edges):
        if edges[i].label == label:
            return i
    return NO_EDGE


cdef void collect_options(Worker* w, uint32_t node, int player, int viewer) noexcept nogil:
    """Edges of the moves that are legal in the world; moves not seen before get an edge."""
    cdef const MoveList* moves = w.c.legal(w.game, w.world)
    cdef float weights[MAX_MOVES]
    cdef bint weighed = False
    cdef bint own = viewer == player or viewer == EVERYTHING
    cdef int known = w.tree.nodes[node].n_edges
    cdef int i, edge
    cdef int start = 0
    cdef move_t label
    w.stamp += 1
    w.n_options = 0
    for i in range(moves.n):
        label = moves.moves[i] if own else w.c.label(w.game, w.world, moves.moves[i], viewer)
        edge = find_edge(&w.tree, node, label, start)
        if edge == NO_EDGE or (edge >= known and w.seen[edge] == w.stamp):
            if not weighed:
                weigh(w, moves, weights)
                weighed = True
            if edge == NO_EDGE:
                edge = add_edge(&w.tree, node, label, weights[i])
                if edge == NO_EDGE:
                    continue
            elif weights[i] > 0:
                w.tree.edges[w.tree.nodes[node].edges + edge].prior += weights[i]
        start = edge + 1
        if w.seen[edge] != w.stamp:
            w.seen[edge] = w.stamp
            w.ways[edge] = 0
            w.options[w.n_options] = edge
            w.n_options += 1
        w.ways[edge] += 1
        if w.ways[edge] == 1 or not below(&w.rng, w.ways[edge]):
            w.way[edge] = moves.moves[i]
    if not known:
        trim(&w.tree, node)
    drop_pruned(w, node)


cdef void plan_root(Worker* w, uint32_t node) noexcept nogil:
    """Weigh the moves of the root with care; as an inner node it has been weighed in passing."""
    cdef const MoveList* moves = w.c.legal(w.game, w.world)
    cdef float weights[MAX_MOVES]
    cdef int i, edge
    cdef int start = 0
    w.c.root_priors(w.game, w.world, moves, weights)
    for i in range(moves.n):
        edge = find_edge(&w.tree, node, moves.moves[i], start)
        if edge == NO_EDGE:
            edge = add_edge(&w.tree, node, moves.moves[i], weights[i])
            if edge == NO_EDGE:
                return
        else:
            w.tree.edges[w.tree.nodes[node].edges + edge].prior = weights[i]
        start = edge + 1


cdef void look_at_root(Worker* w) noexcept nogil:
    """Once for each run or tree, in a world: weights of the root's moves, and candidates for halving."""
    cdef uint32_t node = get_node(&w.tree, root_key(w))
    if node == NOTHING:
        return
    if w.c.root_priors != NULL and w.settings.prior_weight > 0:
        plan_root(w, node)
    if w.settings.candidates:
        collect_options(w, node, w.observer, viewer_of(w, w.observer))
        w.root_node = node
        name_candidates(w, node)


cdef void weigh(Worker* w, const MoveList* moves, float* weights) noexcept nogil:
    cdef int i
    if w.c.priors != NULL and w.settings.prior_weight > 0:
        w.c.priors(w.game, w.world, moves, weights)
    else:
        for i in range(moves.n):
            weights[i] = 1


cdef void drop_pruned(Worker* w, uint32_t node) noexcept nogil:
    """Leave out moves of negative weight, unless no other is left."""
    cdef const Edge* edges = &w.tree.edges[w.tree.nodes[node].edges]
    cdef int n = 0
    cdef int i
    for i in range(w.n_options):
        if edges[w.options[i]].prior >= 0:
            n += 1
    if n == 0 or n == w.n_options:
        return
    n = 0
    for i in range(w.n_options):
        if edges[w.options[i]].prior >= 0:
            w.options[n] = w.options[i]
            n += 1
    w.n_options = n


cdef int select_edge(Worker* w, uint32_t node, int player) noexcept nogil:
    """The selection rule; counts the availability of all options."""
    cdef Edge* edges = &w.tree.edges[w.tree.nodes[node].edges]
    cdef Edge* edge
    cdef const Record* record
    cdef const Settings* o = &w.settings
    cdef double weights = 0, rewards = 0, visits = 0
    cdef double unit = w.unit[player]
    cdef double even, scale, score, mean, prior
    cdef double best_score = -1e300, best_weight = -1e300
    cdef int tried = 0, ties = 0
    cdef int best = NO_EDGE, untried = NO_EDGE
    cdef int i
    for i in range(w.n_options):
        edge = &edges[w.options[i]]
        edge.available += 1
        weights += edge.prior
        if edge.record != NOTHING:
            record = &w.tree.records[edge.record]
            tried += 1
            visits += record.visits
            rewards += record.reward[player]
        elif edge.prior > best_weight:
            best_weight = edge.prior
            untried = w.options[i]
            ties = 1
        elif edge.prior == best_weight:
            ties += 1
            if not below(&w.rng, ties):
                untried = w.options[i]
    if not tried:
        return untried
    even = (1 - o.prior_weight) / w.n_options
    # Weights may all be 0 or pruned: then they say nothing.
    scale = o.prior_weight / weights if weights > 0 else 0
    if weights <= 0:
        even = 1.0 / w.n_options
    for i in range(w.n_options):
        edge = &edges[w.options[i]]
        if edge.record == NOTHING:
            continue
        record = &w.tree.records[edge.record]
        prior = even + scale * edge.prior
        score = (record.reward[player] / record.visits
                 + o.exploration * unit * prior * sqrt(<double> edge.available) / (1 + record.visits))
        if score > best_score:
            best_score = score
            best = w.options[i]
    if untried == NO_EDGE:
        return best
    if o.widening > 0 and tried >= o.widening * pow(w.tree.nodes[node].visits, o.widening_power):
        return best
    edge = &edges[untried]
    mean = rewards / visits
    prior = even + scale * edge.prior
    score = mean + unit * (o.exploration * prior * sqrt(<double> edge.available) - o.first_play)
    return untried if score >= best_score else best


# ---------------------------------------------------------------- one iteration

cdef void draw_world(Worker* w) noexcept nogil:
    if w.settings.algorithm != PERFECT_INFORMATION:
        w.c.determinize(w.game, w.root, w.world, w.observer, next64(&w.rng))
        return
    if not w.world_left:
        finish_tree(w)
        w.world_seed = next64(&w.rng)
        w.c.determinize(w.game, w.root, w.base, w.observer, w.world_seed)
        open_root(w)
        memcpy(w.world, w.base, w.c.size)
        look_at_root(w)
        w.world_left = w.settings.world_iterations
    w.world_left -= 1
    memcpy(w.world, w.base, w.c.size)


cdef int descend(Worker* w, int depth) noexcept nogil:
    """Select down to the first new information set; returns the length of the path."""
    cdef int player, viewer, edge
    cdef uint32_t node
    cdef Node* n
    while depth < MAX_DEPTH:
        player = w.c.decider(w.game, w.world)
        if player < 0:
            break
        viewer = viewer_of(w, player)
        node = get_node(&w.tree, w.c.key(w.game, w.world, viewer))
        if node == NOTHING:
            break
        n = &w.tree.nodes[node]
        n.visits += 1
        if n.visits == 1:
            break
        collect_options(w, node, player, viewer)
        if not w.n_options:
            break
        edge = select_edge(w, node, player)
        w.path[depth].node = node
        w.path[depth].edge = edge
        depth += 1
        w.c.apply(w.game, w.world, w.way[edge])
    return depth


cdef int begin_halving(Worker* w) noexcept nogil:
    """The first move by sequential halving.  The decision is the observer's own: labels are moves."""
    cdef uint32_t edge = halving_edge(w, w.root_node)
    cdef Node* n = &w.tree.nodes[w.root_node]
    n.visits += 1
    w.path[0].node = w.root_node
    w.path[0].edge = edge
    w.c.apply(w.game, w.world, w.tree.edges[n.edges + edge].label)
    return 1


cdef void back_up(Worker* w, int depth, const Leaf* leaf) noexcept nogil:
    cdef int i, p
    cdef Edge* edge
    cdef Record* record
    for i in range(depth):
        edge = &w.tree.edges[w.tree.nodes[w.path[i].node].edges + w.path[i].edge]
        if get_record(&w.tree, edge) == NOTHING:
            continue
        record = &w.tree.records[edge.record]
        record.visits += 1
        for p in range(w.c.players):
            record.reward[p] += leaf.win[p]


cdef void note_root_move(Worker* w, const Leaf* leaf) noexcept nogil:
    cdef RootMove* move
    cdef int p
    if w.path[0].edge >= MAX_MOVES:
        return
    move = &w.moves[w.path[0].edge]
    move.samples += 1
    for p in range(w.c.players):
        move.sum[p] += leaf.win[p]
        move.square[p] += leaf.win[p] * leaf.win[p]
        move.culture[p] += leaf.culture[p]


cdef void rescale(Worker* w) noexcept nogil:
    """The unit of each player's constants, from the deviation of the rewards so far.

    It never shrinks: a tree that has settled on a move of constant reward would else stop exploring.
    """
    cdef double variance
    cdef int p
    for p in range(w.c.players):
        if not w.settings.scaled:
            w.unit[p] = 1
            continue
        if w.leaves < FEW_LEAVES:
            w.unit[p] = FIRST_DEVIATION
            continue
        variance = w.square[p] / w.leaves - (w.reward[p] / w.leaves) * (w.reward[p] / w.leaves)
        if variance > w.deviation[p] * w.deviation[p]:
            w.deviation[p] = sqrt(variance)
        w.unit[p] = w.deviation[p]


cdef void note_leaf(Worker* w, const Leaf* leaf) noexcept nogil:
    cdef int p
    w.leaves += 1
    for p in range(w.c.players):
        w.reward[p] += leaf.win[p]
        w.square[p] += leaf.win[p] * leaf.win[p]
    rescale(w)


cdef void iterate(Worker* w) noexcept nogil:
    cdef Leaf leaf
    cdef int depth = 0
    if not w.iterations and w.settings.algorithm != PERFECT_INFORMATION:
        draw_world(w)
        look_at_root(w)
    if w.n_active:                              # 1
        depth = begin_halving(w)
    else:
        draw_world(w)
    depth = descend(w, depth)                   # 2, 3
    w.c.leaf(w.game, w.world, &w.rng, &leaf)    # 4
    back_up(w, depth, &leaf)                    # 5
    note_leaf(w, &leaf)
    if depth:
        note_root_move(w, &leaf)
    w.iterations += 1


cdef void note_progress(Worker* w, long iterations, double time) noexcept nogil:
    """How much of the run is over, by iterations or by time."""
    cdef double passed = (time - w.begin) / (w.end - w.begin)
    w.progress = w.iterations / <double> iterations
    if passed > w.progress:
        w.progress = passed


cdef bint run_worker(Worker* w, long iterations, double deadline, const int* stopped) noexcept nogil:
    """Iterate up to the given count, time or stop; returns whether the count is reached.

    The first iteration of a run is always made, so that there is an answer.
    """
    cdef double time
    while w.iterations < iterations:
        if w.iterations and stopped[0]:
            return False
        if w.iterations % CLOCK_INTERVAL == 0:
            time = now()
            if w.iterations and time >= deadline:
                return False
            note_progress(w, iterations, time)
        iterate(w)
    return True


# ---------------------------------------------------------------- roots

cdef uint64_t root_key(const Worker* w) noexcept nogil:
    """Who sees everything must look at a world, not at the truth."""
    cdef const void* state = w.root
    if w.settings.algorithm == PERFECT_INFORMATION:
        state = w.base
    return w.c.key(w.game, state, viewer_of(w, w.c.decider(w.game, state)))


cdef void open_root(Worker* w) noexcept nogil:
    """The root is no leaf: its first visit already selects."""
    cdef uint32_t node = get_node(&w.tree, root_key(w))
    cdef int p
    if node != NOTHING and not w.tree.nodes[node].visits:
        w.tree.nodes[node].visits = 1
        w.leaves = 0
        memset(w.reward, 0, sizeof(w.reward))
        memset(w.square, 0, sizeof(w.square))
        for p in range(w.c.players):
            w.deviation[p] = LEAST_DEVIATION
    rescale(w)


cdef RootMove* total_of(Worker* w, move_t move) noexcept nogil:
    cdef int i
    for i in range(w.n_total):
        if w.total[i].move == move:
            return &w.total[i]
    if w.n_total == MAX_MOVES:
        return NULL
    memset(&w.total[w.n_total], 0, sizeof(RootMove))
    w.total[w.n_total].move = move
    w.n_total += 1
    return &w.total[w.n_total - 1]


cdef void add_root(Worker* w) noexcept nogil:
    """Add the statistics of the root to the totals."""
    cdef uint32_t node = find_node(&w.tree, root_key(w))
    cdef const Edge* edge
    cdef const Record* record
    cdef RootMove* total
    cdef int i, p
    if node == NOTHING:
        return
    for i in range(min(w.tree.nodes[node].n_edges, <int> MAX_MOVES)):
        edge = &w.tree.edges[w.tree.nodes[node].edges + i]
        total = total_of(w, edge.label)
        if total == NULL or edge.record == NOTHING:
            continue
        record = &w.tree.records[edge.record]
        total.prior = edge.prior
        total.visits += record.visits
        total.samples += w.moves[i].samples
        for p in range(w.c.players):
            total.reward[p] += record.reward[p]
            total.sum[p] += w.moves[i].sum[p]
            total.square[p] += w.moves[i].square[p]
            total.culture[p] += w.moves[i].culture[p]


cdef void finish_tree(Worker* w) noexcept nogil:
    add_root(w)
    clear_tree(&w.tree)
    memset(w.moves, 0, sizeof(w.moves))


cdef void start_run(Worker* w, const void* root, uint64_t seed, uint64_t stream) noexcept nogil:
    seed_rng(&w.rng, seed, stream)
    w.root = root
    w.iterations = 0
    w.world_seed = next64(&w.rng)
    w.n_active = 0
    w.progress = 0
    w.world_left = 0
    w.n_total = 0
    memset(w.moves, 0, sizeof(w.moves))
    if w.settings.algorithm == PERFECT_INFORMATION:
        clear_tree(&w.tree)
        return
    if w.tree.full or not fits_root(&w.tree):
        clear_tree(&w.tree)
    open_root(w)


cdef int most_visited(Worker* w, uint32_t node, move_t wanted) noexcept nogil:
    """The most visited edge among the options, or the edge of a wanted label."""
    cdef const Edge* edges = &w.tree.edges[w.tree.nodes[node].edges]
    cdef uint32_t visits = 0
    cdef int best = NO_EDGE
    cdef int i
    for i in range(w.n_options):
        if edges[w.options[i]].record == NOTHING:
            continue
        if wanted and edges[w.options[i]].label == wanted:
            return w.options[i]
        if w.tree.records[edges[w.options[i]].record].visits > visits:
            visits = w.tree.records[edges[w.options[i]].record].visits
            best = w.options[i]
    return best


# ---------------------------------------------------------------- Python

cdef class Search:
    """A search for the decisions of one player of a game.

    >>> from engine import Game
    >>> from mcts.tta_game import TtaGame
    >>> search = Search(TtaGame(Game.new(players=2, seed=7)), 0, SearchOptions(iterations=50))
    >>> search.run().iterations
    50

    The tree lives as long as the search: `play` follows a move that was made, and the next
    `run` goes on with what is known.  Only `stop` may be called from another thread.
    """

    def __cinit__(self, SearchGame game, int observer, options=None):
        self.game = game
        self.observer = observer
        self.options = SearchOptions() if options is None else options
        if not 0 <= observer < game.c.players:
            raise ValueError(f"observer: {observer}, the game has players 0 to {game.c.players - 1}")
        game.configure(self.options)
        self.workers = <Worker**> calloc(self.options.workers, sizeof(Worker*))
        if self.workers == NULL:
            raise MemoryError
        for _i in range(self.options.workers):
            self._add_worker()

    def _add_worker(self):
        cdef Worker* w = <Worker*> calloc(1, sizeof(Worker))
        cdef Settings* o
        if w == NULL:
            raise MemoryError
        self.workers[self.n_workers] = w
        self.n_workers += 1
        w.world = calloc(1, self.game.c.size)
        w.base = calloc(1, self.game.c.size)
        if w.world == NULL or w.base == NULL:
            raise MemoryError
        init_tree(&w.tree, max(self.options.memory * 1000000 // self.options.workers, MIN_TREE))
        w.c = &self.game.c
        w.game = self.game.game
        w.observer = self.observer
        o = &w.settings
        o.algorithm = ALGORITHMS.index(self.options.algorithm)
        o.exploration = self.options.exploration
        o.prior_weight = self.options.prior_weight
        o.first_play = self.options.first_play
        o.scaled = self.options.scaled
        o.candidates = 0 if o.algorithm == PERFECT_INFORMATION else min(self.options.candidates, MAX_MOVES)
        o.trust = self.options.trust
        o.widening = self.options.widening
        o.widening_power = self.options.widening_power
        o.world_iterations = self.options.world_iterations

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_workers):
            free_tree(&self.workers[i].tree)
            free(self.workers[i].world)
            free(self.workers[i].base)
            free(self.workers[i])
        free(self.workers)

    # ------------------------------------------------------------ searching

    def run(self, iterations=None, seconds=None, decision=None, watch=None, double interval=0.3):
        """Search the present decision and return a SearchResult.

        `iterations` and `seconds` replace those of the options.  `decision` is a number that,
        with the seed and the number of the worker, fixes the random stream; by default the
        decisions of this search are counted.  `watch` is called with what is known so far, without the
        line, every `interval` seconds; it never changes the answer.  Ctrl-C ends the search, not the program: the
        answer is the best so far, with `interrupted` set.
        """
        cdef uint64_t number = self.decisions if decision is None else decision
        cdef double begin = now()
        if self.game.player_to_move != self.observer:
            raise ValueError(f"player {self.observer} has no decision here")
        iterations = self.options.iterations if iterations is None else iterations
        seconds = self.options.seconds if seconds is None else seconds
        if iterations <= 0 and seconds <= 0:
            raise ValueError("a search needs a limit of iterations or seconds")
        self.decisions = number + 1
        self.stopped = 0
        deadline = begin + seconds if seconds > 0 else inf
        shares = self._start(number, iterations, begin, deadline)

        def look():
            watch(self._answer(number, False, begin, False))

        runner = self._run_here if self.n_workers == 1 else self._run_threads
        interrupted = runner(shares, deadline, None if watch is None else look, interval)
        return self._answer(number, interrupted or self.stopped != 0, begin, True)

    def _start(self, uint64_t number, iterations, double begin, double deadline):
        """Prepare the workers; returns the iterations of each."""
        cdef int i
        shares = []
        for i in range(self.n_workers):
            start_run(self.workers[i], self.game.root, mix64(self.options.seed ^ mix64(number + 1)), i + 1)
            self.workers[i].begin, self.workers[i].end = begin, deadline
            share = iterations // self.n_workers + (i < iterations % self.n_workers)
            shares.append(share if iterations > 0 else 2**62)
        return shares

    def _run_here(self, shares, double deadline, look, double interval):
        cdef Worker* w = self.workers[0]
        cdef long iterations = shares[0]
        cdef bint done = False
        cdef double end
        cdef double looked = now()
        while not done and not self.stopped and now() < deadline or not w.iterations:
            end = min(deadline, now() + (SLICE if look is None else min(SLICE, interval)))
            with nogil:
                done = run_worker(w, iterations, end, &self.stopped)
            try:
                PyErr_CheckSignals()
                if look is not None and now() >= looked + interval:
                    look()
                    looked = now()
            except KeyboardInterrupt:
                return True
        return False

    def _run_threads(self, shares, double deadline, look, double interval):
        """All workers at once; they pause to be looked at."""
        interrupted = False
        while not interrupted:
            interrupted = self._run_round(shares, deadline if look is None else min(deadline, now() + interval))
            finished = all([self.workers[i].iterations >= share for i, share in enumerate(shares)])
            if finished or self.stopped or now() >= deadline:
                break
            look()
        return interrupted

    def _run_round(self, shares, double deadline):
        interrupted = False
        threads = [
            threading.Thread(target=self._work, args=(i, share, deadline), daemon=True)
            for i, share in enumerate(shares) if share]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                try:
                    thread.join(SLICE)
                except KeyboardInterrupt:
                    self.stopped = 1
                    interrupted = True
        return interrupted

    def _work(self, int index, long iterations, double deadline):
        with nogil:
            run_worker(self.workers[index], iterations, deadline, &self.stopped)

    def stop(self):
        """End a running search as soon as possible; it answers with the best so far."""
        self.stopped = 1

    # ------------------------------------------------------------ following the game

    def play(self, move):
        """Follow a move that was made at the root, given as its 32-bit value.

        The tree is kept unless something came up that no tree could foresee (cards drawn or
        turned up), it is full, or `reuse` is off.
        """
        cdef const MoveList* moves = self.game.c.legal(self.game.game, self.game.root)
        cdef bint kept
        if move not in [moves.moves[i] for i in range(moves.n)]:
            raise ValueError(f"move {move:#010x} is not searched here")
        kept = self.game.follow(move)
        if not kept or not self.options.reuse:
            self.forget()

    def set_root(self, game):
        """Go on from this game; the tree is kept if it is the position already reached."""
        if not self.game.set_game(game):
            self.forget()

    def forget(self):
        """Drop the trees; their memory is kept."""
        cdef int i
        for i in range(self.n_workers):
            clear_tree(&self.workers[i].tree)

    # ------------------------------------------------------------ answering

    cdef dict _merge(self, bint final):
        """Totals of all workers by move, in worker order; before the end they stay as they are."""
        cdef Worker* w
        cdef int i, k, known
        cdef dict merged = {}
        cdef bytes saved
        for i in range(self.n_workers):
            w = self.workers[i]
            known = w.n_total
            saved = (<const char*> w.total)[:known * sizeof(RootMove)]
            add_root(w)
            for k in range(w.n_total):
                if w.total[k].samples if self.options.halves else w.total[k].visits:
                    merged.setdefault(w.total[k].move, []).append(w.total[k])
            if not final:
                w.n_total = known
                memcpy(w.total, <const char*> saved, known * sizeof(RootMove))
        return merged

    def _visits(self, totals):
        """Visits that decide: of this run with sequential halving, else of the tree."""
        return sum([total["samples" if self.options.halves else "visits"] for total in totals])

    def _move_result(self, move, totals, all_visits):
        visits = self._visits(totals)
        looked_at = sum([total["visits"] for total in totals])
        samples = sum([total["samples"] for total in totals])

        def mean(name, count):
            sums = [sum([total[name][p] for total in totals]) for p in range(self.game.c.players)]
            return tuple([value / count if count else 0.0 for value in sums])

        variance = mean("square", samples)[self.observer] - mean("sum", samples)[self.observer] ** 2
        return MoveResult(
            move=move, visits=visits, share=visits / all_visits, win=mean("reward", looked_at),
            error=(max(variance, 0.0) / (samples - 1)) ** 0.5 if samples > 1 else inf,
            culture=mean("culture", samples))

    def _answer(self, uint64_t number, bint interrupted, double begin, bint final):
        cdef int i
        merged = self._merge(final)
        all_visits = sum([self._visits(totals) for totals in merged.values()])
        moves = [self._move_result(move, totals, all_visits) for move, totals in merged.items()]
        moves.sort(key=lambda m: (-m.visits, -m.win[self.observer], m.move))
        if self.options.halves:
            self._lead_by_score(moves, merged)
        return SearchResult(
            observer=self.observer, moves=moves,
            iterations=sum([self.workers[i].iterations for i in range(self.n_workers)]),
            seconds=now() - begin,
            nodes=sum([self.workers[i].tree.n_nodes - 1 for i in range(self.n_workers)]),
            bytes=sum([self.workers[i].tree.bytes for i in range(self.n_workers)]),
            full=any([self.workers[i].tree.full for i in range(self.n_workers)]),
            interrupted=interrupted,
            line=self._line(number, moves[0].move) if final else [])

    def _lead_by_score(self, moves, merged):
        """Before halving is over, visits do not tell the candidates that are left apart: put the best in front."""
        def score(m):
            weight = max([total["prior"] for total in merged[m.move]] + [1e-9])
            return log(weight) + self.options.trust * (TRUSTED_VISITS + m.visits) * m.win[self.observer]

        left = [m for m in moves if m.visits >= moves[0].visits - self.n_workers]
        best = max(left, key=score)
        moves.remove(best)
        moves.insert(0, best)

    cdef Worker* _widest(self, move_t move):
        """The worker that knows most about a move of the root."""
        cdef Worker* best = self.workers[0]
        cdef uint32_t visits = 0
        cdef int i, k
        for i in range(self.n_workers):
            for k in range(self.workers[i].n_total):
                if self.workers[i].total[k].move == move and self.workers[i].total[k].visits > visits:
                    visits = self.workers[i].total[k].visits
                    best = self.workers[i]
        return best

    def _line(self, uint64_t number, move_t first):
        """The most visited path from the root, in a world drawn for it."""
        cdef Worker* w = self._widest(first)
        cdef const Record* record
        cdef uint64_t seed = w.world_seed
        cdef int player, viewer, edge
        cdef uint32_t node
        if w.settings.algorithm != PERFECT_INFORMATION:
            seed = mix64(self.options.seed ^ mix64(number + 1) ^ 1)
        w.c.determinize(w.game, w.root, w.world, w.observer, seed)
        steps = []
        while len(steps) < MAX_DEPTH:
            player = w.c.decider(w.game, w.world)
            if player < 0:
                break
            viewer = viewer_of(w, player)
            node = find_node(&w.tree, w.c.key(w.game, w.world, viewer))
            if node == NOTHING or (steps and w.tree.nodes[node].visits < LINE_VISITS):
                break
            collect_options(w, node, player, viewer)
            edge = most_visited(w, node, 0 if steps else first)
            if edge == NO_EDGE:
                break
            record = &w.tree.records[w.tree.edges[w.tree.nodes[node].edges + edge].record]
            win = tuple([record.reward[p] / record.visits for p in range(w.c.players)])
            steps.append((player, w.way[edge], record.visits, win))
            w.c.apply(w.game, w.world, w.way[edge])
        texts = self.game.line_texts(self.observer, seed, [step[1] for step in steps])
        return [LineMove(player, move, text, visits, win)
                for (player, move, visits, win), text in zip(steps, texts, strict=True)]
