"""Through the Ages as a game that can be searched: the engine behind mcts/interface.pxd.

Keys.  The key of an information set is made from the path to it.  As long as one player
makes one kind of decision and nothing is drawn or turned up, the order of the moves is
left out: the key is the *anchor* where this began, plus the sum of the moves' hashes, plus
a hash of how the player's board has changed since.  So all orders of the same actions that
lead to the same board share a node; orders that do not (a building that was cheaper once
the leader was there) differ in the board.  Only the change of the board counts, because
the anchor may lie beyond a draw, where boards differ from world to world.

A new anchor is set when the decision passes to another player or kind, and whenever cards
are drawn or turned up.  It holds the kind of decision and the card that caused it, but not
the cards drawn: past such a *surprise* the tree is an open loop, averaged over what may
come up, because the refilled card row alone would split it into as many nodes as visits.

Pruning.  Besides resigning, a search does not look at dearer copies of a card in the row, and
at destroying farms, mines and units while there are more unused workers than needed.
"""
from libc.stdlib cimport calloc
from libc.string cimport memcmp, memcpy, memset

from engine.apply cimport step
from engine.game cimport Game
from engine.hidden cimport determinize_state, observe_move
from engine.legal cimport generate
from engine.playout cimport random_move
from engine.rng cimport Rng, mix64
from engine.state cimport decider, decision_kind, in_game
from engine.types cimport (
    M_DESTROY, M_RESIGN, M_TAKE, STAGE_OVER, UNIT_FIRST, URBAN_FIRST, move_card, move_flags, move_kind,
    move_t,
)
from mcts.interface cimport EVERYTHING, Leaf

from engine.game import IllegalMove
from mcts.options import POLICIES

__all__ = ["TtaGame"]

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15


# ---------------------------------------------------------------- worlds

cdef void determinize(
        const void* game, const void* root, void* world, int observer, uint64_t seed) noexcept nogil:
    cdef const Context* c = <const Context*> game
    cdef const World* r = <const World*> root
    cdef World* w = <World*> world
    determinize_state(c.e, &r.s, &w.s, observer, seed)
    w.turns = 0
    w.entering = False
    w.listed = False
    w.surprise = False
    memcpy(w.anchor, r.anchor, sizeof(w.anchor))
    memcpy(w.made, r.made, sizeof(w.made))
    memcpy(&w.start, &r.start, sizeof(Player))


cdef int decider_of(const void* game, const void* state) noexcept nogil:
    return decider(&(<const World*> state).s)


cdef inline int turn_of(const State* s) noexcept nogil:
    return s.round * MAX_PLAYERS + s.current


cdef void advance(const Context* c, World* w, move_t move) noexcept nogil:
    """One move, with the count of turns kept up."""
    cdef int turn = turn_of(&w.s)
    cdef bint quiet = w.s.n_frames == 0
    step(c.e, &w.s, move, &w.moves)
    w.listed = True
    w.pruned = False
    if turn_of(&w.s) != turn:
        w.turns += 1
        w.entering = True
    elif quiet:
        w.entering = False


# ---------------------------------------------------------------- keys

cdef inline void mix_words(uint64_t* h, const char* now, const char* then, size_t size) noexcept nogil:
    """The difference of two stretches of memory, word by word.

    Counters that sit in one word and do not overflow differ by the same amount whatever they were before.
    """
    cdef uint64_t a = 0, b = 0
    cdef size_t i = 0
    while i < size:
        memcpy(&a, now + i, 8)
        memcpy(&b, then + i, 8)
        if a != b:
            h[0] = mix64(h[0] ^ (a - b) + (i + 1) * GOLDEN)
        i += 8


cdef uint64_t board_change(const World* w) noexcept nogil:
    """How the board of the player who decides has changed since the anchor was set."""
    cdef const Player* now = &w.s.player[decider(&w.s)]
    cdef uint64_t h = 0
    cdef size_t board = <const char*> &now.wonders - <const char*> now
    cdef size_t actions = <const char*> &now.flags - <const char*> &now.ca_spent
    cdef uint64_t spent = 0, before = 0
    mix_words(&h, <const char*> now, <const char*> &w.start, board)
    memcpy(&spent, &now.ca_spent, actions)
    memcpy(&before, &w.start.ca_spent, actions)
    return mix64(h ^ (spent - before) + (<uint64_t> (now.flags ^ w.start.flags) << 48))


cdef inline uint64_t change_of(const Context* c, const World* w) noexcept nogil:
    return board_change(w) if c.transpositions and decider(&w.s) >= 0 else 0


cdef inline uint64_t key_of(const World* w, int observer, uint64_t change) noexcept nogil:
    return mix64((w.anchor[observer] + w.made[observer] ^ change) + <uint64_t> observer * GOLDEN)


cdef uint64_t key(const void* game, const void* state, int observer) noexcept nogil:
    cdef const World* w = <const World*> state
    return key_of(w, observer, change_of(<const Context*> game, w))


cdef move_t label(const void* game, const void* state, move_t move, int observer) noexcept nogil:
    cdef const Context* c = <const Context*> game
    if observer == EVERYTHING:
        return move
    return observe_move(c.e, &(<const World*> state).s, move, observer)


cdef uint64_t decision_of(const State* s) noexcept nogil:
    """The decision that stands open: its kind, its player and the card that brought it about."""
    cdef uint64_t h = decision_kind(s) | <uint64_t> (decider(s) + 1) << 8 | <uint64_t> turn_of(s) << 16
    if s.n_frames:
        h |= <uint64_t> s.frames[s.n_frames - 1].card << 32
    return h


cdef uint64_t draws_of(const State* s) noexcept nogil:
    """Changes whenever a card is drawn or turned up."""
    return (<uint64_t> s.n_civil_deck | <uint64_t> s.n_military_deck << 8 | <uint64_t> s.n_current << 16
            | <uint64_t> s.n_past << 24 | <uint64_t> s.age << 32 | <uint64_t> turn_of(s) << 40)


cdef void drop_anchor(World* w, int observer) noexcept nogil:
    w.anchor[observer] = mix64(w.anchor[observer] + mix64(decision_of(&w.s)))
    w.made[observer] = 0


cdef void apply(const void* game, void* state, move_t move) noexcept nogil:
    cdef const Context* c = <const Context*> game
    cdef World* w = <World*> state
    cdef uint64_t draws = draws_of(&w.s)
    cdef uint64_t decision = decision_of(&w.s)
    cdef uint64_t change = change_of(c, w)
    cdef uint64_t before[MAX_PLAYERS + 1]
    cdef uint64_t hashes[MAX_PLAYERS + 1]
    cdef int o, player
    for o in range(MAX_PLAYERS + 1):
        if c.tracked >> o & 1:
            before[o] = key_of(w, o, change)
            hashes[o] = mix64(label(game, state, move, o) + GOLDEN)
    advance(c, w, move)
    w.surprise = draws_of(&w.s) != draws
    if not w.surprise and c.transpositions and decision_of(&w.s) == decision:
        for o in range(MAX_PLAYERS + 1):
            if c.tracked >> o & 1:
                w.made[o] += hashes[o]
        return
    for o in range(MAX_PLAYERS + 1):
        if c.tracked >> o & 1:
            w.anchor[o] = before[o] + hashes[o]
            drop_anchor(w, o)
    player = decider(&w.s)
    if player >= 0:
        memcpy(&w.start, &w.s.player[player], sizeof(Player))


# ---------------------------------------------------------------- moves

cdef bint pointless(const Context* c, const World* w, const MoveList* kept, move_t move) noexcept nogil:
    """A move of the Action Phase or of politics that no search needs to look at."""
    cdef int kind = move_kind(move)
    cdef const Player* player
    cdef int slot, i
    if kind == M_RESIGN:
        return not c.resign
    if kind == M_TAKE:
        for i in range(kept.n):                 # spaces come in ascending order, so this copy is not cheaper
            if (move_kind(kept.moves[i]) == M_TAKE and move_card(kept.moves[i]) == move_card(move)
                    and move_flags(kept.moves[i]) == move_flags(move)):
                return True
        return False
    if kind == M_DESTROY:
        player = &w.s.player[w.s.current]
        slot = c.e.cards[move_card(move)].slot
        return (slot < URBAN_FIRST or slot >= UNIT_FIRST) and player.unused > player.discontent
    return False


cdef void prune(const Context* c, World* w) noexcept nogil:
    """Drop pointless moves; passing or ending the turn always remains."""
    cdef MoveList* moves = &w.moves
    cdef int all_moves = moves.n
    cdef int i
    moves.n = 0
    for i in range(all_moves):
        # The list is rewritten from its front, behind the place that is read.
        if not pointless(c, w, moves, moves.moves[i]):
            moves.moves[moves.n] = moves.moves[i]
            moves.n += 1


cdef const MoveList* legal(const void* game, void* state) noexcept nogil:
    cdef const Context* c = <const Context*> game
    cdef World* w = <World*> state
    if not w.listed:
        generate(c.e, &w.s, &w.moves)
        w.listed = True
        w.pruned = False
    if not w.pruned:
        w.pruned = True
        if not w.s.n_frames:
            prune(c, w)
    return &w.moves


cdef void priors(const void* game, const void* state, const MoveList* moves, float* weights) noexcept nogil:
    cdef const Context* c = <const Context*> game
    cdef int i
    if c.hooks.priors != NULL:
        c.hooks.priors(c.hooks.context, c.e, &(<const World*> state).s, moves, weights)
        return
    for i in range(moves.n):
        weights[i] = 1


cdef void root_priors(const void* game, const void* state, const MoveList* moves, float* weights) noexcept nogil:
    cdef const Context* c = <const Context*> game
    c.hooks.root_priors(c.hooks.context, c.e, &(<const World*> state).s, moves, weights)


# ---------------------------------------------------------------- leaves

cdef void result(const State* s, Leaf* leaf) noexcept nogil:
    """A finished game: the winners share the reward."""
    cdef int best = -32768
    cdef int winners = 0
    cdef int p
    for p in range(s.players):
        leaf.culture[p] = s.player[p].culture
        if in_game(s, p) and s.player[p].culture > best:
            best = s.player[p].culture
            winners = 0
        if in_game(s, p) and s.player[p].culture == best:
            winners += 1
    for p in range(s.players):
        leaf.win[p] = 1.0 / winners if in_game(s, p) and s.player[p].culture == best else 0.0


cdef inline bint cut_off(const Context* c, const World* w) noexcept nogil:
    """Whether the playout ends here: at a quiet start of a turn that is late enough."""
    return c.cutoff >= 0 and w.turns >= c.cutoff and (c.cutoff == 0 or (w.entering and not w.s.n_frames))


cdef move_t playout_move(const Context* c, const World* w, Rng* rng) noexcept nogil:
    if c.policy == QUIET and not w.s.n_frames:
        return w.moves.moves[w.moves.n - 1]     # passing and ending the turn come last
    if c.policy == RANDOM or c.hooks.choose == NULL:
        return random_move(rng, &w.moves)
    return c.hooks.choose(c.hooks.context, c.e, &w.s, &w.moves, rng)


cdef void leaf_of(const void* game, void* state, Rng* rng, Leaf* leaf) noexcept nogil:
    cdef const Context* c = <const Context*> game
    cdef World* w = <World*> state
    if not w.listed:
        generate(c.e, &w.s, &w.moves)
        w.listed = True
    while w.s.stage != STAGE_OVER:
        if cut_off(c, w):
            c.hooks.evaluate(c.hooks.context, c.e, &w.s, leaf.win, leaf.culture)
            return
        advance(c, w, playout_move(c, w, rng))
    result(&w.s, leaf)


# ---------------------------------------------------------------- Python

cdef class TtaGame(SearchGame):
    """A game of Through the Ages for a search, with a guide's knowledge if there is one.

    The search sees the game through worlds drawn for its observer only.
    """

    def __cinit__(self, Game game, Guide guide=None):
        self.guide = Guide() if guide is None else guide
        self.root = calloc(1, sizeof(World))
        if self.root == NULL:
            raise MemoryError
        self.game = &self.context
        self.context.hooks = self.guide.hooks
        self.context.transpositions = True
        self.context.cutoff = -1
        self.c.size = sizeof(World)
        self.c.determinize = determinize
        self.c.decider = decider_of
        self.c.legal = legal
        self.c.priors = priors
        if self.guide.hooks.root_priors != NULL:
            self.c.root_priors = root_priors
        self.c.label = label
        self.c.key = key
        self.c.apply = apply
        self.c.leaf = leaf_of
        self._place(game)

    def _place(self, Game game):
        cdef World* w = <World*> self.root
        cdef int o
        # Outcomes of shuffles that come with a record are not for the search to know.
        self.edition = game.edition.with_script({}) if game.edition.shuffles else game.edition
        self.context.e = self.edition.c
        self.c.players = game.s.players
        self.context.tracked = (1 << game.s.players) - 1 | 1 << EVERYTHING
        memset(w, 0, sizeof(World))
        memcpy(&w.s, &game.s, sizeof(State))
        self._game = game.clone()
        for o in range(MAX_PLAYERS + 1):
            drop_anchor(w, o)
        if decider(&w.s) >= 0:
            memcpy(&w.start, &w.s.player[decider(&w.s)], sizeof(Player))

    cpdef void configure(self, options) except *:
        if options.cutoff >= 0 and not self.guide.can_evaluate:
            raise ValueError(f"cutoff: {options.cutoff}, but there is no guide that evaluates positions")
        if options.policy == "guided" and not self.guide.can_choose:
            raise ValueError("policy: 'guided', but there is no guide that chooses moves")
        self.context.cutoff = options.cutoff
        self.context.policy = POLICIES.index(options.policy)
        self.context.transpositions = options.transpositions
        self.context.resign = options.resign
        (<World*> self.root).listed = False

    cdef bint follow(self, move_t move) except -1:
        cdef World* w = <World*> self.root
        self._game = self._game.clone()
        self._game.apply_code(move)
        apply(self.game, self.root, move)
        return not w.surprise

    def set_game(self, Game game):
        """Make this game the root; returns whether it is the position that stands there already."""
        cdef World* w = <World*> self.root
        if game.edition.hash == self.edition.hash and memcmp(&w.s, &game.s, sizeof(State)) == 0:
            return True
        self._place(game)
        return False

    def key(self, int observer):
        """The key of the observer's information set at the root, on the path from where this object began."""
        return key(self.game, self.root, observer)

    @property
    def position(self):
        """A copy of the game at the root."""
        return self._game.clone()

    def line_texts(self, int observer, seed, moves):
        game = self._game.determinize(observer, seed)
        texts = []
        for code in moves:
            for move in game.legal_moves():
                if move.code == code:
                    texts.append(str(move))
                    game.apply_code(code)
                    break
            else:
                raise IllegalMove(f"move {code:#010x} is not legal here")
        return texts
