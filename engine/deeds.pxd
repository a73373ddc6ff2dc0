"""Deeds: what a move, an event or an order does to a player's civilization.

Callers have checked that the deed is possible.  `discount` lowers the price; action
tokens are paid by the caller with `spend_civil` / `spend_military`.
"""
from engine.cards cimport Card, Edition
from engine.state cimport State
from engine.types cimport card_t

cdef void spend_civil(State* s, int p, int actions, int flags) noexcept nogil
cdef void spend_military(State* s, int p, int actions) noexcept nogil
cdef void regain_civil(State* s, int p, int actions) noexcept nogil

cdef void pay_food(const Edition* e, State* s, int p, int price, int flags) noexcept nogil
cdef void pay_resources(const Edition* e, State* s, int p, int price, int flags) noexcept nogil

cdef void take(const Edition* e, State* s, int p, int space, bint fresh) noexcept nogil
cdef void increase_population(const Edition* e, State* s, int p, int discount, int flags) noexcept nogil
cdef void build(const Edition* e, State* s, int p, int slot, int discount, int flags) noexcept nogil
cdef void upgrade(const Edition* e, State* s, int p, int slot, int better, int discount, int flags) noexcept nogil
cdef void destroy(const Edition* e, State* s, int p, int slot) noexcept nogil
cdef void build_stages(const Edition* e, State* s, int p, int stages, int discount, int flags) noexcept nogil
cdef int completion_score(const Edition* e, const State* s, int p, const Card* wonder) noexcept nogil
cdef void cover_stages(const Edition* e, State* s, int p, int stages) noexcept nogil
cdef void develop(const Edition* e, State* s, int p, card_t card, bint revolution, int discount) noexcept nogil
cdef void play_leader(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef void remove_leader(const Edition* e, State* s, int p) noexcept nogil
cdef void remove_unfinished(const Edition* e, State* s, int p) noexcept nogil
cdef void tuck_leader(const Edition* e, State* s, int p, card_t leader, card_t wonder) noexcept nogil
cdef void put_special(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef void drop_special(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef void add_colony(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef void drop_colony(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef void ruin_wonder(const Edition* e, State* s, int p, card_t card) noexcept nogil
cdef int count_ahead(const Edition* e, const State* s, int p, bint by_culture) noexcept nogil
