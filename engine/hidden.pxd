"""Hidden information: sampling worlds, and moves as an observer sees them (rules HIDDEN)."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport move_t

# Draws a world for the observer; False = no world fits (the state contradicts itself).
cdef bint determinize_state(
    const Edition* e, const State* truth, State* world, int observer, uint64_t seed) noexcept nogil
cdef move_t observe_move(const Edition* e, const State* s, move_t move, int observer) noexcept nogil
