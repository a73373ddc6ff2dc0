"""Flat Monte Carlo: every move followed by playouts to the end of the game, no tree.

All moves share the same sampled worlds, so that their results can be compared.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from engine.apply cimport step
from engine.cards cimport Edition
from engine.hidden cimport determinize_state
from engine.playout cimport play_out
from engine.rng cimport Rng, mix64, seed_rng
from engine.state cimport State, decider, in_game
from engine.types cimport MAX_MOVES, MoveList, move_t
from mcts.evaluation cimport Evaluation
from mcts.features cimport Evaluator
from mcts.greedy cimport dominated
from mcts.native cimport NativeAgent
from mcts.priors cimport quick_move


cdef void play_quickly(
        const Edition* e, const Evaluator* v, State* s, MoveList* moves, Rng* rng) noexcept nogil:
    """To the end of the game by the policy of guided playouts."""
    while moves.n:
        step(e, s, quick_move(e, v, s, moves, v.w.playout_noise, rng), moves)


cdef double outcome(const State* s, int p) noexcept nogil:
    """1 for a win, ties shared; a thousandth of the margin decides between moves that win equally often."""
    cdef int best = -1
    cdef int ties = 0
    cdef int other = 0
    cdef int q, culture
    for q in range(s.players):
        if not in_game(s, q):
            continue
        culture = s.player[q].culture
        if culture > best:
            best = culture
            ties = 0
        ties += culture == best
        if q != p and culture > other:
            other = culture
    culture = s.player[p].culture
    return (1.0 / ties if culture == best and in_game(s, p) else 0.0) + 0.001 * (culture - other)


cdef move_t flat_move(
        const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int playouts, bint
        guided,
        uint64_t seed) noexcept nogil:
    cdef State world, s
    cdef MoveList after
    cdef Rng rng
    cdef double total[MAX_MOVES]
    cdef bint skipped[MAX_MOVES]
    cdef int p = decider(truth)
    cdef int candidates = 0
    cdef int i, k, worlds, best = -1
    for i in range(moves.n):
        skipped[i] = dominated(e, truth, moves, i)
        total[i] = 0
        candidates += not skipped[i]
    if candidates < 2:
        worlds = 0
    else:
        worlds = playouts // candidates
        if worlds < 1:
            worlds = 1
    for k in range(worlds):
        determinize_state(e, truth, &world, p, mix64(seed + k))
        for i in range(moves.n):
            if skipped[i]:
                continue
            memcpy(&s, &world, sizeof(State))
            seed_rng(&rng, seed + k, 5)
            step(e, &s, moves.moves[i], &after)
            if guided:
                play_quickly(e, v, &s, &after, &rng)
            else:
                play_out(e, &s, &rng)
            total[i] += outcome(&s, p)
    for i in range(moves.n):
        if not skipped[i] and (best < 0 or total[i] > total[best]):
            best = i
    return moves.moves[best]


cdef class FlatPicker(NativeAgent):
    """Flat Monte Carlo with that many playouts per decision, shared out among the moves."""

    cdef readonly Evaluation evaluation
    cdef readonly int playouts
    cdef readonly bint guided

    def __init__(self, Evaluation evaluation, int playouts=1000, bint guided=False):
        self.evaluation = evaluation
        self.playouts = playouts
        self.guided = guided

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        if moves.n == 1:
            return moves.moves[0]
        return flat_move(e, &self.evaluation.c, truth, moves, self.playouts, self.guided, seed)
