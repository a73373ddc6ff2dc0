"""Events: revealing, and what each clause does (rules EVENT)."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport card_t

cdef void reveal_event(const Edition* e, State* s) noexcept nogil
cdef void finish_event(const Edition* e, State* s, card_t card) noexcept nogil
# Bit set of the players that a clause with this Who touches.
cdef int touched_players(const Edition* e, const State* s, int who) noexcept nogil
cdef void strength_extremes(const State* s, int* strongest, int* weakest) noexcept nogil
cdef bint among_strongest(const State* s, int p) noexcept nogil
