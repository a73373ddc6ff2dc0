"""Whole turns: a beam search over the actions of one turn, compared after the turn is closed."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList, move_t

from mcts.features cimport Evaluator


cdef struct Plan:
    double value                # worth to the player after the turn
    move_t first                # move that the plan begins with
    int length


# The best turn from a position in the own action phase.
cdef void best_turn(
    const Edition* e, const Evaluator* v, const State* world, int width, Plan* plan) noexcept nogil
# For each of the moves of an own action phase the worth after the best turn found that begins with it;
# UNLIKELY (mcts/greedy.pyx) for moves that need no look.
cdef void turn_values(
    const Edition* e, const Evaluator* v, const State* world, const MoveList* moves, int width,
    double* values) noexcept nogil
cdef move_t beam_move(
    const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int width, int worlds,
    uint64_t seed) noexcept nogil
