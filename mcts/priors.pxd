"""Quick judgement of moves, for priors of a search and for guided playouts."""
from engine.cards cimport Edition
from engine.rng cimport Rng
from engine.state cimport State
from engine.types cimport MoveList, move_t

from mcts.evaluation cimport Evaluation
from mcts.features cimport Evaluator
from mcts.forecast cimport Forecast
from mcts.preferences cimport Preferences

cdef double NEVER               # score of a move that is not looked at

# About what each move changes in the worth to the player who decides, without applying it.
cdef void quick_scores(
    const Edition* e, const Evaluator* v, const State* s, const MoveList* moves,
    double* scores) noexcept nogil
# The move with the greatest score, blurred by noise of this size.
cdef move_t quick_move(
    const Edition* e, const Evaluator* v, const State* s, const MoveList* moves, double noise,
    Rng* rng) noexcept nogil


cdef struct Minds:
    const Evaluator* evaluation     # of leaves and of closed turns
    const Evaluator* policy         # of single moves
    const Forecast* forecast        # of leaves; NULL: the evaluation rates them
    int plan_width                  # of the beam that weighs the moves of the root


cdef class Policy(Evaluation):
    # An evaluation that judges single moves.
    cdef Preferences preferences


cdef class Expert(Evaluation):
    # An evaluation with all hooks of a search.
    cdef readonly Evaluation policy
    cdef Minds minds
    cdef Forecast forecast
