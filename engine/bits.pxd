"""Loops over bit sets."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
      #define tta_ctz64(x) __builtin_ctzll(x)
      #define tta_popcount(x) __builtin_popcountll(x)
    #else
      static int tta_popcount(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
      static int tta_ctz64(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int ctz64 "tta_ctz64"(uint64_t x) noexcept nogil
    int popcount "tta_popcount"(uint64_t x) noexcept nogil


cdef inline uint64_t bit(int i) noexcept nogil:
    return (<uint64_t> 1) << i
