"""Measuring below the Python line: how long copies and samples take, and what random games come to."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from libc.time cimport clock, clock_t

from engine.apply cimport settle, step
from engine.cards cimport CardSet, Edition
from engine.decks cimport set_up
from engine.game cimport Game
from engine.hidden cimport determinize_state
from engine.playout cimport random_move
from engine.rng cimport Rng, mix64, seed_rng
from engine.state cimport State, decider, decision_kind
from engine.types cimport MoveList, move_t

cdef extern from "<time.h>" nogil:
    enum: CLOCKS_PER_SEC


# ---------------------------------------------------------------- speed

cdef uint64_t copy_around(State* ring, long rounds) noexcept nogil:
    """Copies that a compiler cannot leave out, because each one starts from the one before."""
    cdef long i
    for i in range(rounds):
        memcpy(&ring[(i + 1) & 7], &ring[i & 7], sizeof(State))
        ring[(i + 1) & 7].seed += 1
    return ring[rounds & 7].seed


def time_clone(Game game, long rounds):
    """Nanoseconds of processor time for one copy of a state."""
    cdef State[8] ring
    cdef clock_t start
    cdef uint64_t first, last
    memcpy(&ring[0], &game.s, sizeof(State))
    first = ring[0].seed
    with nogil:
        start = clock()
        last = copy_around(&ring[0], rounds)
        start = clock() - start
    if last != first + <uint64_t> rounds:
        raise RuntimeError("the copies were not made")
    return start / <double> CLOCKS_PER_SEC / rounds * 1e9


def time_determinize(Game game, long rounds):
    """Microseconds of processor time for one sample, over all observers in turn."""
    cdef const Edition* e = game.edition.c
    cdef const State* truth = &game.s
    cdef State world
    cdef clock_t start
    cdef long i
    with nogil:
        start = clock()
        for i in range(rounds):
            determinize_state(e, truth, &world, i % truth.players, i)
        start = clock() - start
    return start / <double> CLOCKS_PER_SEC / rounds * 1e6


# ---------------------------------------------------------------- digests

cdef inline uint64_t blend(uint64_t digest, uint64_t value) noexcept nogil:
    return mix64(digest ^ value) + <uint64_t> 0x9E3779B97F4A7C15


cdef uint64_t blend_position(uint64_t digest, const State* s) noexcept nogil:
    """The parts of a position that every rule leaves its trace in, independent of the layout in memory."""
    cdef int p
    digest = blend(digest, s.age | s.round << 8 | s.n_civil_deck << 16 | <uint64_t> s.n_military_deck << 24)
    for p in range(s.players):
        digest = blend(digest, <uint64_t> (s.player[p].culture + 65536) << 32 | s.player[p].science)
        digest = blend(digest, <uint64_t> (s.player[p].strength + 65536) << 32 | s.player[p].yellow_bank << 16
                       | s.player[p].blue_bank << 8 | s.player[p].unused)
        digest = blend(digest, s.player[p].technologies)
    return digest


def game_digest(CardSet edition, int players, uint64_t seed):
    """A number that depends on every decision, list of legal moves and choice of a random game."""
    cdef const Edition* e = edition.c
    cdef MoveList moves
    cdef State s
    cdef Rng rng
    cdef move_t move
    cdef uint64_t digest = players
    cdef int i
    with nogil:
        set_up(e, &s, players, seed)
        seed_rng(&rng, seed, 1)
        settle(e, &s, &moves)
        while moves.n:
            digest = blend(digest, decider(&s) << 8 | decision_kind(&s))
            for i in range(moves.n):
                digest = blend(digest, moves.moves[i])
            move = random_move(&rng, &moves)
            digest = blend(digest, move)
            step(e, &s, move, &moves)
            digest = blend_position(digest, &s)
        digest = blend_position(digest, &s)
    return digest
