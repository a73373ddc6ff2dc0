"""Sequential halving at the root of a search.

After T. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013: the moves
of the greatest priors share the visits, and the worse half is dropped again and again.
"""
from libc.stdint cimport uint32_t

from mcts.worker cimport Worker

cdef enum:
    TRUSTED_VISITS = 20         # visits that the first look at a move's rewards counts for

# Choose the candidates among the options of the root.
cdef void name_candidates(Worker* w, uint32_t root) noexcept nogil
# The candidate of this iteration, and its world; returns the edge.
cdef uint32_t halving_edge(Worker* w, uint32_t root) noexcept nogil
