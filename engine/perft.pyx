"""Counting move sequences: a number that changes when any rule of legal moves does."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from engine.apply cimport step
from engine.cards cimport Edition
from engine.game cimport Game
from engine.legal cimport generate
from engine.state cimport State
from engine.types cimport MoveList


cdef uint64_t count_sequences(
        const Edition* e, const State* s, const MoveList* moves, int depth) noexcept nogil:
    """A game that ends on the way counts as one sequence."""
    cdef MoveList next_moves
    cdef State next_state
    cdef uint64_t total = 0
    cdef int i
    if depth == 0 or moves.n == 0:
        return 1
    if depth == 1:
        return moves.n
    for i in range(moves.n):
        memcpy(&next_state, s, sizeof(State))
        step(e, &next_state, moves.moves[i], &next_moves)
        total += count_sequences(e, &next_state, &next_moves, depth - 1)
    return total


def perft(Game game, int depth):
    """The number of sequences of `depth` moves from a position."""
    cdef const Edition* e = game.edition.c
    cdef const State* s = &game.s
    cdef MoveList moves
    cdef uint64_t total
    if depth < 0:
        raise ValueError(f"depth: {depth}, allowed are whole numbers from 0")
    with nogil:
        generate(e, s, &moves)
        total = count_sequences(e, s, &moves, depth)
    return total
