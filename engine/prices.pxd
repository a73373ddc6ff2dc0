"""What things cost a player, and what a player may have (rules TAKE, WONDER, POP, BUILD, UPGRADE, TECH)."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport card_t

cdef int take_price(const Edition* e, const State* s, int p, int space) noexcept nogil
cdef bint may_take(const Edition* e, const State* s, int p, card_t card) noexcept nogil
cdef int population_price(const Edition* e, const State* s, int p, int discount) noexcept nogil
cdef int build_price(const Edition* e, const State* s, int p, int slot) noexcept nogil
cdef int upgrade_price(const Edition* e, const State* s, int p, int slot, int better) noexcept nogil
cdef bint below_urban_limit(const State* s, int p, int slot) noexcept nogil

# Science price of developing `card` (revolution: a government at its lower price), and
# whether the player and the partners of pacts can pay it.
cdef int science_price(
    const Edition* e, const State* s, int p, card_t card, bint revolution, int discount) noexcept nogil
cdef bint can_develop(
    const Edition* e, const State* s, int p, card_t card, bint revolution, int discount) noexcept nogil
cdef bint can_revolt(const Edition* e, const State* s, int p) noexcept nogil

cdef int stage_price(const Edition* e, const State* s, int p, int stages) noexcept nogil
cdef int stages_allowed(const Edition* e, const State* s, int p) noexcept nogil

# Units: what the turn's own resources for units cover, and trade by pacts.
cdef int turn_unit_resources(const Edition* e, const State* s, int p) noexcept nogil
cdef int trades(const Edition* e, const State* s, int p) noexcept nogil
