"""Knowledge of Through the Ages that a search may use: three hooks, each of them optional.

All are called without the GIL, by several threads at once, so the context is read-only
while a search runs.
"""
from engine.cards cimport Edition
from engine.rng cimport Rng
from engine.state cimport State
from engine.types cimport MoveList, move_t

# win[p]: probability that player p wins, ties split, so that the sum is 1; culture[p]: expected
# final culture.  Both for p < s.players.  Never called on a game that is over.
ctypedef void (*evaluate_t)(
    const void* context, const Edition* e, const State* s, double* win, double* culture) noexcept nogil

# One weight for each move, normalised by the search over what is available in a world.
# A negative weight prunes the move, unless all are negative.
ctypedef void (*priors_t)(
    const void* context, const Edition* e, const State* s, const MoveList* moves,
    float* weights) noexcept nogil

# A move of a guided playout; it must not resign.
ctypedef move_t (*choose_t)(
    const void* context, const Edition* e, const State* s, const MoveList* moves, Rng* rng) noexcept nogil


cdef struct Hooks:
    const void* context         # passed to all three
    evaluate_t evaluate         # NULL: playouts go to the end of the game
    priors_t priors             # NULL: all moves weigh the same
    priors_t root_priors        # the same with more care, for the decision that is searched; NULL: as `priors`
    choose_t choose             # NULL: playouts are uniformly random


cdef class Guide:
    # Subclasses fill the hooks; whoever uses them keeps the object alive.
    cdef Hooks hooks
