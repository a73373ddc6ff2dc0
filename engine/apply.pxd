"""Applying moves.  Legality is the caller's business: `apply_move` does not check."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList, move_t

cdef void apply_move(const Edition* e, State* s, move_t move) noexcept nogil
# Apply a move and go on to the next real decision, whose legal moves are left in `moves`
# (none when the game is over).
cdef void step(const Edition* e, State* s, move_t move, MoveList* moves) noexcept nogil
# The same without a move: from a position that may stand before a forced decision.
cdef void settle(const Edition* e, State* s, MoveList* moves) noexcept nogil
