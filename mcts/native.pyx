"""Agents that decide below the Python line, and games between them."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from cpython.ref cimport PyObject
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.apply cimport settle, step
from engine.cards cimport CardSet, Edition
from engine.decks cimport set_up
from engine.game cimport Game
from engine.legal cimport generate
from engine.playout cimport random_move
from engine.rng cimport Rng, seed_rng
from engine.state cimport RESIGNED, State, decider
from engine.types cimport MAX_PLAYERS, MoveList, move_t

from engine.cards import default_edition


cdef class NativeAgent:
    """An agent written in Cython: subclasses override `pick`."""

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        return moves.moves[0]

    def choose_code(self, Game game, seed):
        """Code of the chosen move."""
        cdef MoveList moves
        cdef uint64_t stream = seed
        cdef move_t move
        cdef CardSet edition = plain_edition(game.edition)
        if game.is_over:
            raise ValueError("the game is over")
        with nogil:
            generate(edition.c, &game.s, &moves)
            move = self.pick(edition.c, &game.s, &moves, stream)
        return move


cdef class RandomPicker(NativeAgent):
    """Uniformly random moves, never resigning."""

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        cdef Rng rng
        seed_rng(&rng, seed, 2)
        return random_move(&rng, moves)


_plain = {}


def plain_edition(CardSet edition):
    """The edition without supplied shuffles: what is still to come must not be read off a script."""
    if not edition.shuffles:
        return edition
    found = _plain.get(edition.hash)
    if found is None:
        found = _plain[edition.hash] = edition.with_script({})
    return found


def seed_of_decision(seed, decision):
    """Seed that an agent gets for a decision of the game with this seed."""
    cdef uint64_t base = seed
    cdef uint64_t number = decision
    return decision_seed(base, number)


cdef inline double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <double> t.tv_sec + 1e-9 * <double> t.tv_nsec


def play_native(list agents, seed=0, edition=None, bint keep_moves=False, agent_seed=None):
    """A whole game between native agents, one per seat.

    Returns a dict: scores (None = resigned), rounds, decisions and seconds by seat and, if asked for, the
    codes of all moves.  The deal depends on `seed` alone; `agent_seed` (default: the same) feeds the agents.
    """
    cdef CardSet cards = default_edition() if edition is None else edition
    cdef int players = len(agents)
    cdef PyObject* seats[MAX_PLAYERS]
    cdef State s
    cdef MoveList moves
    cdef long decisions[MAX_PLAYERS]
    cdef double seconds[MAX_PLAYERS]
    cdef double start
    cdef uint64_t deal = seed
    cdef uint64_t base = seed if agent_seed is None else agent_seed
    cdef uint64_t number = 0
    cdef int p
    cdef move_t move
    cdef int capacity = 4096
    cdef move_t* played = NULL
    if not 2 <= players <= 4:
        raise ValueError(f"{players} agents: a game has 2 to 4 players")
    for p in range(players):
        if not isinstance(agents[p], NativeAgent):
            raise TypeError(f"{agents[p]!r} is not a native agent")
        seats[p] = <PyObject*> agents[p]
        decisions[p] = 0
        seconds[p] = 0
    if keep_moves:
        played = <move_t*> malloc(capacity * sizeof(move_t))
        if played == NULL:
            raise MemoryError
    with nogil:
        set_up(cards.c, &s, players, deal)
        settle(cards.c, &s, &moves)
        while moves.n:
            p = decider(&s)
            start = now()
            move = (<NativeAgent> seats[p]).pick(cards.c, &s, &moves, decision_seed(base, number))
            seconds[p] += now() - start
            if played != NULL and number < <uint64_t> capacity:
                played[number] = move
            decisions[p] += 1
            number += 1
            step(cards.c, &s, move, &moves)
    result = {
        "scores": [None if s.player[p].flags & RESIGNED else s.player[p].culture for p in range(players)],
        "rounds": s.round,
        "decisions": [decisions[p] for p in range(players)],
        "seconds": [seconds[p] for p in range(players)],
    }
    if keep_moves:
        result["moves"] = [played[number_] for number_ in range(min(<int> number, capacity))]
        free(played)
    return result
