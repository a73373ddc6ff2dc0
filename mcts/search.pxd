"""Information-set Monte Carlo tree search over the interface of a game."""
from libc.stdint cimport uint64_t

from engine.types cimport move_t
from mcts.interface cimport SearchGame
from mcts.worker cimport Worker


cdef class Search:
    cdef readonly SearchGame game
    cdef readonly int observer
    cdef readonly object options
    cdef Worker** workers
    cdef int n_workers
    cdef int stopped            # read by all threads at each iteration
    cdef uint64_t decisions     # runs so far
    cdef dict _merge(self, bint final)
    cdef Worker* _widest(self, move_t move)
