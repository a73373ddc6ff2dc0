"""Randomness that is the same on every machine: splitmix64 on integers only.

Every shuffle of a game is a pure function of (seed, deck, how often that deck has been
shuffled); playouts and samples have streams of their own.
"""
from libc.stdint cimport uint32_t, uint64_t


cdef struct Rng:
    uint64_t state


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline void seed_rng(Rng* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    rng.state = mix64(seed + <uint64_t> 0x9E3779B97F4A7C15) ^ mix64(stream * <uint64_t> 0xD1B54A32D192ED03 + 1)


cdef inline uint64_t next64(Rng* rng) noexcept nogil:
    rng.state += <uint64_t> 0x9E3779B97F4A7C15
    return mix64(rng.state)


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1; the bias is below n / 2**32."""
    return <uint32_t> (((next64(rng) >> 32) * n) >> 32)
