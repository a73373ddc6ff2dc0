"""What cards are worth on this player's board, in points of culture: technologies, governments,
leaders, wonders and action cards.
"""
from engine.cards cimport Card, Edition
from engine.state cimport State
from engine.types cimport card_t

from mcts.features cimport Evaluator, Weights, Worth

# Taken and played in good time, all prices paid; not below 0.
cdef double civil_card(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
    const Worth* worth) noexcept nogil
# The same without prices, once developed: better and further workers.
cdef double technology_gain(
    const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil
cdef double leader_life(const Card* leader, const Worth* worth) noexcept nogil
cdef double wonder_benefit(
    const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil
cdef double leader_worth(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card, double life,
    const Worth* worth) noexcept nogil
cdef double wonder_worth(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card, int stages,
    const Worth* worth) noexcept nogil
cdef double hand_share(const Weights* w, int kind) noexcept nogil

# Parts of the evaluation.
cdef double civil_hand(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double leader_in_play(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double wonders(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double technologies(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
