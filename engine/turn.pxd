"""The course of a turn, from one decision to the next (rules TURN, END, POLITICS)."""
from engine.cards cimport Edition
from engine.state cimport State

cdef void advance(const Edition* e, State* s) noexcept nogil
cdef void end_turn(const Edition* e, State* s) noexcept nogil
# Parts of the end of a turn, for those who look ahead without drawing cards.
cdef void end_of_turn_culture(const Edition* e, State* s, int p) noexcept nogil
cdef void production(const Edition* e, State* s, int p) noexcept nogil
cdef void reset_actions(State* s, int p) noexcept nogil
cdef void next_turn(const Edition* e, State* s) noexcept nogil
cdef bint has_destructible(const State* s, int p, int first, int end, int max_level) noexcept nogil
