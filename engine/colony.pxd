"""Colonization: bids, the force and the colony (rules COLONY)."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport card_t

cdef int largest_force(const Edition* e, const State* s, int p) noexcept nogil
cdef int force_sent(const Edition* e, const State* s, int p) noexcept nogil
# Force if, beside what is sent, everything from card `floor` on were sent as well.
cdef int force_possible(const Edition* e, const State* s, int p, card_t floor) noexcept nogil
cdef void next_bidder(const Edition* e, State* s) noexcept nogil
cdef void colonize(const Edition* e, State* s, int p) noexcept nogil
cdef void settle(const Edition* e, State* s, int p, card_t territory) noexcept nogil
