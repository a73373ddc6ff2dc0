"""Scoring events and the end of the game (CARDNOTE-36, END-GAME)."""
from engine.cards cimport Card, Edition
from engine.state cimport State
from engine.types cimport card_t

# Culture of one player from a scoring event that does not rank players.
cdef int impact(const Edition* e, const State* s, int p, const Card* card) noexcept nogil
cdef void score_impact(const Edition* e, State* s, card_t card, int first) noexcept nogil
cdef void final_scoring(const Edition* e, State* s) noexcept nogil
cdef void rank_players(const State* s, int first, int by, int* order) noexcept nogil

cdef enum Statistic:
    BY_STRENGTH, BY_CULTURE, BY_SCIENCE_RATING
