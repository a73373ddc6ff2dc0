"""Agents that decide below the Python line, and games between them."""
from libc.stdint cimport uint64_t

from engine.cards cimport Edition
from engine.rng cimport mix64
from engine.state cimport State
from engine.types cimport MoveList, move_t


cdef class NativeAgent:
    # The move of the player to decide.  `truth` may only be read through the eyes of that player,
    # and the same view and seed give the same move.  `moves` holds all legal moves, at least one.
    cdef move_t pick(
        self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil


cdef inline uint64_t decision_seed(uint64_t seed, uint64_t decision) noexcept nogil:
    """Seed for one decision of a game, the same whoever counts."""
    return mix64(mix64(seed + <uint64_t> 0x9E3779B97F4A7C15) + decision)
