"""Forecast of the final culture, and from it the chance of winning.

The evaluation (mcts/evaluation.pxd) is tuned so that the better of two moves gets more; it says less about how the
game ends.  The forecast is fitted to the ends of games: a linear function of what a player has,
with weights that change with the turns left, and a worth for each card in play and each worker on one, for all that no
feature knows.  A search rates its leaves by it.
"""
from engine.cards cimport CardSet, Edition
from engine.state cimport State
from engine.types cimport MAX_CARDS, SLOTS, card_t

from mcts.features cimport Evaluator

cdef enum:
    KNOTS = 6                   # moments for which there are weights; between two of them weights are mixed
    FEATURES = 19
    MAX_IN_PLAY = 128           # cards of one player that are in play


cdef struct CardWorth:
    double once, turn           # culture at once, and for each turn left


cdef struct Forecast:
    double turns[KNOTS]         # left at each moment, ascending
    double base[KNOTS]
    double weight[KNOTS][FEATURES]
    double spread[KNOTS]        # scale of the logistic distribution of the margin
    CardWorth card[MAX_CARDS]   # in play
    CardWorth worker[SLOTS]     # each, on the technology of this slot


cdef int fill_forecast(Forecast* f, CardSet edition, weights) except -1
# Technologies, government, leader, tactic, wonders and colonies; returns how many there are.
cdef int cards_in_play(const Edition* e, const State* s, int p, card_t* cards) noexcept nogil
cdef void forecast_features(
    const Edition* e, const Evaluator* v, const State* s, int p, double* features) noexcept nogil
# Expected final culture of each player, and chances of winning, of a quiet position before the end.
cdef void forecast_all(
    const Edition* e, const Evaluator* v, const Forecast* f, const State* s, double* culture,
    double* win) noexcept nogil
