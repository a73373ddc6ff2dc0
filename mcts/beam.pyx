"""Whole turns.

Most of a turn is deterministic and very many orders of the same actions lead to the same
position, so positions that were reached before are dropped.  Each position is rated as if
the turn ended there; the `width` best go on, ranked with a small share of what they are
worth before the end of the turn.  The plan begins with the move that led to
the best end of turn found anywhere.  A political action is rated by the best turn after it.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from engine.cards cimport Edition
from engine.hidden cimport determinize_state
from engine.legal cimport generate
from engine.rng cimport mix64
from engine.state cimport Player, State, decider, decision_kind, in_game
from engine.types cimport *
from mcts.evaluation cimport Evaluation, evaluate_player
from mcts.features cimport Evaluator
from mcts.greedy cimport UNLIKELY, dominated, greedy_move
from mcts.native cimport NativeAgent
from mcts.quiet cimport act, calm, close_turn

cdef enum:
    LONGEST_TURN = 40
    TABLE = 1 << 14             # places for keys of positions already reached


cdef double OPEN_SHARE = 0.1


cdef struct Item:
    State s
    double value                # after the turn, with a share of the worth before
    int first                   # place of the move that it began with among those of the root


cdef struct Beam:
    Item* items                 # two generations of `width` each
    uint64_t* keys
    int n_keys
    int width
    MoveList root
    double best[MAX_MOVES]      # worth after the best turn that begins with each of them


# ---------------------------------------------------------------- positions reached before

cdef uint64_t board_key(const State* s, int p) noexcept nogil:
    """Everything that an own action changes: the own board and hand, the row, common tactics."""
    cdef const uint64_t* words = <const uint64_t*> &s.player[p]
    cdef uint64_t key = s.common
    cdef int i
    for i in range(<int> (sizeof(Player) // 8)):
        key = (key ^ words[i]) * <uint64_t> 0x9E3779B97F4A7C15
        key ^= key >> 29
    for i in range(ROW_SPACES):
        key = (key + s.row[i] + 1) * <uint64_t> 0xBF58476D1CE4E5B9
    return mix64(key) | 1


cdef bint is_new(Beam* beam, uint64_t key) noexcept nogil:
    cdef int place = key & (TABLE - 1)
    while beam.keys[place]:
        if beam.keys[place] == key:
            return False
        place = (place + 1) & (TABLE - 1)
    if beam.n_keys >= TABLE // 2:
        return True                             # full: repeated work, not wrong work
    beam.keys[place] = key
    beam.n_keys += 1
    return True


# ---------------------------------------------------------------- one generation

cdef void keep(Item* items, int* n, int width, const State* s, double value, int first) noexcept nogil:
    """Among the `width` best, unordered."""
    cdef int i, worst = 0
    if n[0] < width:
        worst = n[0]
        n[0] += 1
    else:
        for i in range(1, width):
            if items[i].value < items[worst].value:
                worst = i
        if items[worst].value >= value:
            return
    memcpy(&items[worst].s, s, sizeof(State))
    items[worst].value = value
    items[worst].first = first


cdef double closed_value(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil:
    cdef State end
    cdef double drawn
    memcpy(&end, s, sizeof(State))
    drawn = close_turn(e, v, &end)
    return drawn + evaluate_player(e, v, &end, p)


cdef int expand(
        const Edition* e, const Evaluator* v, Beam* beam, const Item* item, bint root, Item* better, int n,
        int p, Plan* plan, int depth) noexcept nogil:
    """All moves of one position into the next generation; returns its size."""
    cdef MoveList moves, after
    cdef State s
    cdef double value
    cdef int i, first
    generate(e, &item.s, &moves)
    for i in range(moves.n):
        if move_kind(moves.moves[i]) == M_END_TURN or dominated(e, &item.s, &moves, i):
            continue
        memcpy(&s, &item.s, sizeof(State))
        act(e, &s, moves.moves[i], &after)
        calm(e, v, &s, &after)
        if s.current != p or s.stage != STAGE_ACTION:
            continue
        if not is_new(beam, board_key(&s, p)):
            continue
        first = i if root else item.first
        value = closed_value(e, v, &s, p)
        if value > beam.best[first]:
            beam.best[first] = value
        if value > plan.value:
            plan.value = value
            plan.first = beam.root.moves[first]
            plan.length = depth
        # Half-done work shows only while the turn is open.
        keep(better, &n, beam.width, &s, value + OPEN_SHARE * evaluate_player(e, v, &s, p), first)
    return n


cdef void run_beam(
        const Edition* e, const Evaluator* v, Beam* beam, const State* world, Plan* plan) noexcept nogil:
    cdef Item* now = beam.items
    cdef Item* following = beam.items + beam.width
    cdef Item* swap
    cdef int p = world.current
    cdef int n = 1
    cdef int i, m, depth
    memcpy(&now[0].s, world, sizeof(State))
    generate(e, world, &beam.root)
    for i in range(beam.root.n):
        beam.best[i] = UNLIKELY
    plan.value = closed_value(e, v, world, p)
    plan.first = pack(M_END_TURN, 0, 0, 0, 0)
    plan.length = 0
    memset(beam.keys, 0, TABLE * sizeof(uint64_t))
    beam.n_keys = 0
    for depth in range(1, LONGEST_TURN + 1):
        m = 0
        for i in range(n):
            m = expand(e, v, beam, &now[i], depth == 1, following, m, p, plan, depth)
        if not m:
            return
        swap = now
        now = following
        following = swap
        n = m


cdef void search_turn(
        const Edition* e, const Evaluator* v, Beam* beam, const State* world, int width, Plan* plan) noexcept nogil:
    """Without memory for a search the turn ends at once."""
    beam.width = width
    beam.root.n = 0
    beam.items = <Item*> malloc(2 * width * sizeof(Item))
    beam.keys = <uint64_t*> malloc(TABLE * sizeof(uint64_t))
    if beam.items != NULL and beam.keys != NULL:
        run_beam(e, v, beam, world, plan)
    else:
        plan.value = closed_value(e, v, world, world.current)
        plan.first = pack(M_END_TURN, 0, 0, 0, 0)
        plan.length = 0
    free(beam.items)
    free(beam.keys)


cdef void best_turn(
        const Edition* e, const Evaluator* v, const State* world, int width, Plan* plan) noexcept nogil:
    cdef Beam beam
    search_turn(e, v, &beam, world, width, plan)


cdef void turn_values(
        const Edition* e, const Evaluator* v, const State* world, const MoveList* moves, int width,
        double* values) noexcept nogil:
    cdef Beam beam
    cdef Plan plan
    cdef double idle = closed_value(e, v, world, world.current)
    cdef int i, k
    search_turn(e, v, &beam, world, width, &plan)
    for i in range(moves.n):
        values[i] = idle if move_kind(moves.moves[i]) == M_END_TURN else UNLIKELY
        for k in range(beam.root.n):
            if beam.root.moves[k] == moves.moves[i] and beam.best[k] > values[i]:
                values[i] = beam.best[k]


# ---------------------------------------------------------------- politics

cdef double best_rival(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil:
    cdef double best = -100000
    cdef double value
    cdef int q
    for q in range(s.players):
        if q != p and in_game(s, q):
            value = evaluate_player(e, v, s, q)
            if value > best:
                best = value
    return best


cdef double political_value(
        const Edition* e, const Evaluator* v, const State* world, move_t move, int p,
        int width) noexcept nogil:
    """The margin after the best turn that follows a political action."""
    cdef State s
    cdef MoveList moves
    cdef Plan plan
    cdef int _i
    memcpy(&s, world, sizeof(State))
    act(e, &s, move, &moves)
    calm(e, v, &s, &moves)
    for _i in range(2):                         # a second political action is passed up
        if s.stage == STAGE_POLITICS and s.current == p and moves.n:
            act(e, &s, pack(M_PASS, 0, 0, 0, 0), &moves)
    if s.stage != STAGE_ACTION or s.current != p:
        return evaluate_player(e, v, &s, p) - best_rival(e, v, &s, p)
    best_turn(e, v, &s, width, &plan)
    return plan.value - best_rival(e, v, &s, p)


cdef move_t political_move(
        const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int p, int width, int
        worlds,
        uint64_t seed) noexcept nogil:
    cdef State world
    cdef double total[MAX_MOVES]
    cdef int i, k, best = -1
    for i in range(moves.n):
        total[i] = 0
    for k in range(worlds):
        determinize_state(e, truth, &world, p, mix64(seed + k))
        for i in range(moves.n):
            if not dominated(e, &world, moves, i):
                total[i] += political_value(e, v, &world, moves.moves[i], p, width)
    for i in range(moves.n):
        if not dominated(e, truth, moves, i) and (best < 0 or total[i] > total[best]):
            best = i
    return moves.moves[best]


cdef move_t beam_move(
        const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int width, int
        worlds,
        uint64_t seed) noexcept nogil:
    cdef Evaluator own = v[0]
    cdef int p = decider(truth)
    cdef int kind = decision_kind(truth)
    cdef State world
    cdef Plan plan
    if moves.n == 1:
        return moves.moves[0]
    own.viewers = 1 << p
    if kind == F_ACTION:
        determinize_state(e, truth, &world, p, mix64(seed))
        best_turn(e, &own, &world, width, &plan)
        return plan.first
    if kind == F_POLITICS:
        return political_move(e, &own, truth, moves, p, width, worlds, seed)
    return greedy_move(e, v, truth, moves, 2 * worlds, seed)


cdef class BeamPicker(NativeAgent):
    """Whole-turn beam search; `width` positions go on, `worlds` samples decide in politics."""

    cdef readonly Evaluation evaluation
    cdef readonly int width, worlds

    def __init__(self, Evaluation evaluation, int width=8, int worlds=4):
        self.evaluation = evaluation
        self.width = width
        self.worlds = worlds

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        return beam_move(e, &self.evaluation.c, truth, moves, self.width, self.worlds, seed)
