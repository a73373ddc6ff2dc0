"""What military cards, wars under way and events to come are worth to a player, in points of culture."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport card_t

from mcts.features cimport Evaluator, Worth

cdef double military_card(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
    const Worth* worth) noexcept nogil
# What an event would do to player p beside the average of the others, if it came now.
cdef double event_edge(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
    const Worth* worth) noexcept nogil
cdef double colony_worth(
    const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
    const Worth* worth) noexcept nogil

# Parts of the evaluation.
cdef double military_hand(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double wars(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double coming_events(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
