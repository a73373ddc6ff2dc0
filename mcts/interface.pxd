"""What a game has to offer to be searched: a few C functions over a state of fixed size.

The search knows nothing else.  Through the Ages implements it in tta_game.pyx, the tiny
games of the tests in toys.pyx.  All functions run without the GIL.

A *world* is a state in which everything is determined, drawn for an observer.  Moves are
32-bit values that mean the same in every world.  A *label* is a move as an observer sees
it: moves that the observer cannot tell apart have the same label.  A *key* names the
information set in which a player finds himself; it may only depend on what the observer
has seen, and the whole path counts: keys are equal exactly where nodes are to be shared
(transpositions, chance that a game does not want to branch on).

The observer EVERYTHING sees all hidden cards; plain determinized search uses it.
"""
from libc.stdint cimport uint32_t, uint64_t

from engine.rng cimport Rng
from engine.types cimport MAX_PLAYERS, MoveList, move_t

cdef enum:
    EVERYTHING = MAX_PLAYERS    # an observer who sees all


cdef struct Leaf:
    double win[MAX_PLAYERS]     # reward of each player, 0..1
    double culture[MAX_PLAYERS]         # expected final score of each player


cdef struct Interface:
    size_t size                 # bytes of a state
    int players

    # A world drawn for the observer.  It depends on the observer's view and the seed alone.
    void (*determinize)(
        const void* game, const void* root, void* world, int observer, uint64_t seed) noexcept nogil
    # Who decides; -1 = the game is over.
    int (*decider)(const void* game, const void* state) noexcept nogil
    # Moves of the decider that are worth a look, at least one; valid until the next `apply`.
    const MoveList* (*legal)(const void* game, void* state) noexcept nogil
    # A weight for each of them; negative = prune it, unless all are.  NULL = all weigh the same.
    void (*priors)(const void* game, const void* state, const MoveList* moves, float* weights) noexcept nogil
    # The same for the root, once in each search: may take a thousand times as long.  NULL = like `priors`.
    void (*root_priors)(
        const void* game, const void* state, const MoveList* moves, float* weights) noexcept nogil
    move_t (*label)(const void* game, const void* state, move_t move, int observer) noexcept nogil
    uint64_t (*key)(const void* game, const void* state, int observer) noexcept nogil
    void (*apply)(const void* game, void* state, move_t move) noexcept nogil
    # Rewards of the state: the result if the game is over, else a playout or an evaluation.
    # The state is of no use afterwards.
    void (*leaf)(const void* game, void* state, Rng* rng, Leaf* leaf) noexcept nogil


cdef class SearchGame:
    # A game and the true state at the root, of which a search only uses worlds of its observer.
    cdef Interface c
    cdef const void* game       # first argument of all functions
    cdef void* root
    # Bring the root's keys and the game's own options in line with a search.
    cpdef void configure(self, options) except *
    # The true move; returns whether the observer's tree still describes what may come.
    cdef bint follow(self, move_t move) except -1
