"""Random playouts (moves drawn uniformly from all legal ones except resigning)."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.rng cimport Rng
from engine.state cimport State
from engine.types cimport MoveList, move_t

cdef move_t random_move(Rng* rng, const MoveList* moves) noexcept nogil
# Plays to the end and returns the number of decisions.
cdef long play_out(const Edition* e, State* s, Rng* rng) noexcept nogil
