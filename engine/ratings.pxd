"""Ratings and totals, recomputed from the cards in play (rules RATING, TACTIC)."""
from libc.stdint cimport uint8_t

from engine.cards cimport Edition, Side
from engine.state cimport State
from engine.types cimport card_t

# `compute` only fills the derived fields; `refresh` also lets action tokens follow
# the new totals (RATING-24 to RATING-26), so call it once per completed change.
cdef void compute(const Edition* e, State* s, int p) noexcept nogil
cdef void refresh(const Edition* e, State* s, int p) noexcept nogil
cdef void refresh_all(const Edition* e, State* s) noexcept nogil

cdef int army_strength(const Edition* e, card_t tactic, const uint8_t* units, bint rides) noexcept nogil
cdef const Side* pact_side(const Edition* e, const State* s, int owner, int p) noexcept nogil
cdef int lab_output(const Edition* e, const State* s, int p) noexcept nogil
cdef int best_level(const State* s, int p, int kind) noexcept nogil
cdef int workers_of(const State* s, int p, int kind) noexcept nogil

# What urban buildings give, leader included (CARDNOTE-13, CARDNOTE-14).
cdef int arts_culture(const Edition* e, const State* s, int p) noexcept nogil
cdef int urban_output(const Edition* e, const State* s, int p) noexcept nogil
