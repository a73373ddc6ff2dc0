"""Forecast of the final culture, and from it the chance of winning.

The evaluation (mcts/evaluation.pxd) is tuned so that the better of two moves gets more; it says less about how the
game ends.  The forecast is fitted to the ends of games: a linear function of what a player has,
with weights that change with the turns left.  A search rates its leaves by it.
"""
from engine.cards cimport Edition
from engine.state cimport State

from mcts.features cimport Evaluator

cdef enum:
    KNOTS = 6                   # moments for which there are weights; between two of them weights are mixed
    FEATURES = 19


cdef struct Forecast:
    double turns[KNOTS]         # left at each moment, ascending
    double base[KNOTS]
    double weight[KNOTS][FEATURES]
    double spread[KNOTS]        # scale of the logistic distribution of the margin


cdef int fill_forecast(Forecast* f, moments) except -1
cdef void forecast_features(
    const Edition* e, const Evaluator* v, const State* s, int p, double* features) noexcept nogil
# Expected final culture of each player, and chances of winning, of a quiet position before the end.
cdef void forecast_all(
    const Edition* e, const Evaluator* v, const Forecast* f, const State* s, double* culture,
    double* win) noexcept nogil
