"""Preferences: what a strong player does more or less often than the quick judgement of moves tells.

A move's score is multiplied by a factor of its kind, and an amount for its kind and card is added, which
may change with the turns left.  Fitted to the choices of a search (scripts/fit_preferences.py).
"""
from engine.cards cimport CardSet
from engine.types cimport MAX_CARDS, move_t

cdef enum:
    MOVE_KINDS = 64


cdef struct Preference:
    float once, turn            # points of culture: always, and for each turn left


cdef struct Preferences:
    float factor[MOVE_KINDS]
    Preference move[MOVE_KINDS][MAX_CARDS]


cdef int fill_preferences(Preferences* found, CardSet edition, weights) except -1
cdef double preferred(const Preferences* preferences, move_t move, double score, double turns) noexcept nogil
