"""Aggressions, wars, pacts and resigning (rules AGGR, WAR, PACT, RESIGN)."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport card_t

# May p attack q with this card at all: pacts, military actions, what the card needs.
cdef bint may_attack(const Edition* e, const State* s, int p, int q, card_t card) noexcept nogil
cdef int attack_price(const Edition* e, const State* s, int q, card_t card) noexcept nogil
cdef bint is_stronger(const Edition* e, const State* s, int p, int q) noexcept nogil

cdef void declare_aggression(const Edition* e, State* s, int p, int q, card_t card) noexcept nogil
cdef void declare_war(const Edition* e, State* s, int p, int q, card_t card) noexcept nogil
cdef void resolve_aggression(const Edition* e, State* s) noexcept nogil
cdef void resolve_war(const Edition* e, State* s, int p) noexcept nogil
cdef void steal_special(const Edition* e, State* s, int victor, int loser, card_t card) noexcept nogil
cdef void infiltrate(const Edition* e, State* s, int p, int q, card_t removed, card_t attack) noexcept nogil

cdef void accept_pact(const Edition* e, State* s, int p, int q, card_t card, int side) noexcept nogil
cdef void remove_pact(const Edition* e, State* s, int owner) noexcept nogil
cdef void resign(const Edition* e, State* s, int p) noexcept nogil
