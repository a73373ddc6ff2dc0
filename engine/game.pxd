"""The Python class of a game, for Cython code that works on its flat state."""
from libc.stdint cimport uint32_t

from engine.cards cimport CardSet
from engine.state cimport State


cdef class Move:
    cdef readonly uint32_t code
    cdef object _texts
    cdef int _index


cdef class Game:
    cdef State s
    cdef readonly CardSet edition
    cdef public object _start
    cdef object _history        # None, or (what came before, text of the last move): clones share it
