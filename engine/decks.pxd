"""Decks, the card row and the ages (rules SETUP, ROW, AGE, DRAW)."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.state cimport State

cdef void set_up(const Edition* e, State* s, int players, uint64_t seed) noexcept nogil
cdef void draw_military(const Edition* e, State* s, int p, int cards) noexcept nogil
cdef void renew_events(const Edition* e, State* s) noexcept nogil
cdef void replenish_row(const Edition* e, State* s) noexcept nogil
cdef void slide_and_fill(const Edition* e, State* s) noexcept nogil
