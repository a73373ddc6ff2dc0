"""One move ahead: every move applied, pending decisions answered, the turn closed, evaluated."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList, move_t

from mcts.features cimport Evaluator

cdef enum:
    UNLIKELY = -1000000000      # value of moves that are not looked at

# Moves that are never worth a look, or the same as another one for more.
cdef bint dominated(const Edition* e, const State* s, const MoveList* moves, int i) noexcept nogil
# Worth of a position to player p at the common clock; changes the state.
cdef double quiet_value(
    const Edition* e, const Evaluator* v, State* s, int p, MoveList* moves, bint own_turn) noexcept nogil
# Values of all moves of the player to decide, for the world `s`; dominated moves are UNLIKELY.
cdef void move_values(
    const Edition* e, const Evaluator* v, const State* s, const MoveList* moves,
    double* values) noexcept nogil
# Best move of a position of which only the view of the player to decide may be used.
cdef move_t greedy_move(
    const Edition* e, const Evaluator* v, const State* truth, const MoveList* moves, int worlds,
    uint64_t seed) noexcept nogil
