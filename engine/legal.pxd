"""Legal moves of a position (every rule's "may" and "must")."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList

cdef void generate(const Edition* e, const State* s, MoveList* moves) noexcept nogil
# A single legal move is applied by the engine unless others cannot see that it is the only one.
cdef bint must_ask(const Edition* e, const State* s) noexcept nogil
