"""One move ahead, at a common clock.

In the action phase every move is followed by the end of the turn, so that production and
hand limits are counted for all of them alike.  Decisions outside the own action phase are
compared as soon as nothing is pending any more, by the margin over the best rival.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from engine.cards cimport CardSet, Edition
from engine.game cimport Game
from engine.hidden cimport determinize_state
from engine.legal cimport generate
from engine.rng cimport mix64
from engine.state cimport State, available_ma, decider, decision_kind
from engine.types cimport *
from mcts.evaluation cimport Evaluation, evaluate_all, evaluate_player, margin
from mcts.features cimport Evaluator
from mcts.native cimport NativeAgent
from mcts.quiet cimport act, calm, close_turn

from mcts.native import plain_edition

cdef bint dominated(const Edition* e, const State* s, const MoveList* moves, int i) noexcept nogil:
    cdef move_t move = moves.moves[i]
    cdef uint32_t kind = move_kind(move)
    cdef int j
    if kind == M_RESIGN:
        return True
    if kind == M_TAKE:
        for j in range(i - 1, -1, -1):          # a copy further left, paid in the same way, costs no more
            if (move_kind(moves.moves[j]) == M_TAKE and move_card(moves.moves[j]) == move_card(move)
                    and move_flags(moves.moves[j]) == move_flags(move)):
                return True
        return False
    if kind == M_CANCEL:
        return False
    if kind == M_DESTROY:
        # Workers come from food.  Pulling down is left for the worker who prevents an uprising.
        return s.player[s.current].discontent <= s.player[s.current].unused
    return False


cdef double quiet_value(
        const Edition* e, const Evaluator* v, State* s, int p, MoveList* moves, bint own_turn) noexcept nogil:
    cdef double worth[MAX_PLAYERS]
    cdef double drawn = 0
    calm(e, v, s, moves)
    if own_turn and s.stage == STAGE_ACTION and s.current == p:
        drawn = close_turn(e, v, s)
        return evaluate_player(e, v, s, p) + drawn
    if own_turn:
        return evaluate_player(e, v, s, p)
    evaluate_all(e, v, s, worth)
    if s.stage == STAGE_ACTION and s.current == p:
        drawn = available_ma(&s.player[p])
        drawn = v.w.draw * (drawn if drawn < e.max_draw else e.max_draw)
    return margin(s, worth, p) + drawn


cdef void move_values(
        const Edition* e, const Evaluator* v, const State* s, const MoveList* moves,
        double* values) noexcept nogil:
    cdef State next_state
    cdef MoveList next_moves
    cdef int p = decider(s)
    cdef bint own_turn = decision_kind(s) == F_ACTION
    cdef int i
    for i in range(moves.n):
        if dominated(e, s, moves, i):
            values[i] = UNLIKELY
            continue
        memcpy(&next_state, s, sizeof(State))
        if move_kind(moves.moves[i]) == M_END_TURN:
            values[i] = close_turn(e, v, &next_state) + evaluate_player(e, v, &next_state, p)
            continue
        act(e, &next_state, moves.moves[i], &next_moves)
        values[i] = quiet_value(e, v, &next_state, p, &next_moves, own_turn)


cdef move_t greedy_move(
        const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int worlds,
        uint64_t seed) noexcept nogil:
    """The sum over some worlds decides where a move depends on what is hidden: in politics and answers."""
    cdef State world
    cdef double values[MAX_MOVES]
    cdef double total[MAX_MOVES]
    cdef Evaluator own = v[0]
    cdef int p = decider(truth)
    cdef int i, k, best = 0
    if moves.n == 1:
        return moves.moves[0]
    own.viewers = 1 << p
    if decision_kind(truth) == F_ACTION:
        worlds = 1
    for i in range(moves.n):
        total[i] = 0
    for k in range(worlds):
        determinize_state(e, truth, &world, p, mix64(seed + k))
        move_values(e, &own, &world, moves, values)
        for i in range(moves.n):
            total[i] += values[i]
    for i in range(1, moves.n):
        if total[i] > total[best]:
            best = i
    return moves.moves[best]


cdef class GreedyPicker(NativeAgent):
    """One move ahead with an evaluation; `worlds` samples of what is hidden where it matters."""

    cdef readonly Evaluation evaluation
    cdef readonly int worlds

    def __init__(self, Evaluation evaluation, int worlds=4):
        self.evaluation = evaluation
        self.worlds = worlds

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        return greedy_move(e, &self.evaluation.c, truth, moves, self.worlds, seed)

    def values(self, Game game, seed=0):
        """Value of every legal move in one sampled world, by move; None for moves that are not looked at."""
        cdef MoveList moves
        cdef State world
        cdef double values[MAX_MOVES]
        cdef Evaluator own = self.evaluation.c
        cdef int p = game.player_to_move
        cdef int i
        legal = game.legal_moves()
        own.viewers = 1 << p
        determinize_state((<CardSet> plain_edition(game.edition)).c, &game.s, &world, p, seed)
        generate(self.evaluation.edition.c, &world, &moves)
        move_values(self.evaluation.edition.c, &own, &world, &moves, values)
        return {legal[i]: values[i] if values[i] > UNLIKELY else None for i in range(moves.n)}
