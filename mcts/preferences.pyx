"""Preferences for single moves, beside what the quick judgement tells."""
from libc.string cimport memset

from engine.cards cimport CardSet
from engine.types cimport move_card, move_kind, move_t

from engine.vocabulary import MoveKind
from mcts.weights import NO_CARD, card_number


cdef int fill_preferences(Preferences* found, CardSet edition, weights) except -1:
    """From the checked weights of a file (mcts/weights.py)."""
    cdef int kind, card
    memset(found, 0, sizeof(Preferences))
    for kind in range(MOVE_KINDS):
        found.factor[kind] = 1
    for name, factor in weights.factors.items():
        found.factor[<int> MoveKind[name.upper()]] = factor
    for name, amounts in weights.moves.items():
        kind = MoveKind[name.upper()]
        for card_name, (once, turn) in amounts.items():
            card = 0 if card_name == NO_CARD else card_number(edition, card_name, f"preferences: {name}")
            found.move[kind][card].once = once
            found.move[kind][card].turn = turn
    return 0


cdef double preferred(const Preferences* preferences, move_t move, double score, double turns) noexcept nogil:
    """The score of a move with what is preferred."""
    cdef const Preference* preference = &preferences.move[move_kind(move)][move_card(move)]
    return preferences.factor[move_kind(move)] * score + preference.once + turns * preference.turn
