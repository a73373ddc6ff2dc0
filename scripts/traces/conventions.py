"""Lasting departures that are followed instead of taken over.

Where the other implementation does a thing at another moment throughout, the replay does it at
that moment too, before anything is compared.  So nothing has to be taken over at these steps, and
all that follows from them is compared as well.  Each function changes a snapshot and tells
whether it did.
"""

from __future__ import annotations

from collections import Counter

from engine.vocabulary import LEVELS, Kind, Stage
from scripts.traces.records import Step
from scripts.traces.view import Snapshot, View

SUPREMACY = "II:Acceptance of Supremacy"
BRONZE = Kind.MINE * LEVELS

OVERLAY = {
    "name": "supremacy at the start of the turn (D10)",
    "cards": {"acceptance_of_supremacy": {"sides": {"A": {"resource": 0}, "B": {"resource": 0}}}},
}
"""Cards under which production leaves alone what `supremacy_at_start` moves."""

TEXTS = {
    "D10": "Acceptance of Supremacy moves its resource at the start of the turn",
    "E2": "temporary military actions are not spent first (RATING-23)",
    "E4": "antiquated military cards and pacts leave the game (HAND-06)",
}


def parties(view: View, s: Snapshot, card: str) -> dict[int, int]:
    """Players of a pact and their sides."""
    for owner, player in enumerate(s["player"]):
        if player["pact"] and view.names.name(player["pact"]) == card:
            return {owner: player["pact_side"], player["pact_partner"]: 1 - player["pact_side"]}
    return {}


def move_resource(player: Snapshot, amount: int) -> bool:
    """Gain or lose one resource; a dearer token makes change where no token of value 1 is left."""
    blue = player["blue"]
    if amount > 0 and player["blue_bank"]:
        blue[BRONZE] += 1
        player["blue_bank"] -= 1
    elif amount < 0 and blue[BRONZE]:
        blue[BRONZE] -= 1
        player["blue_bank"] += 1
    elif amount < 0 and blue[BRONZE + 1]:
        blue[BRONZE + 1] -= 1
        blue[BRONZE] += 1
    elif amount < 0 and blue[BRONZE + 2] and player["technologies"] >> BRONZE + 1 & 1:
        blue[BRONZE + 2] -= 1
        blue[BRONZE + 1] += 1
    else:
        return False
    return True


def supremacy_at_start(view: View, s: Snapshot) -> bool:
    """D10: the resource changes hands when the turn starts, unless an uprising threatens then."""
    player, side = s["player"][s["current"]], parties(view, s, SUPREMACY).get(s["current"])
    if side is None or player["discontent"] > player["unused"]:
        return False
    return move_resource(player, -1 if side else 1)


def temporary_actions_last(before: Snapshot, s: Snapshot) -> bool:
    """E2: all actions count as used there, and the temporary ones stay as they are."""
    p = s["current"]
    if p != before["current"] or s["stage"] == Stage.OVER:
        return False
    player = s["player"][p]
    spent = before["player"][p]["ma_extra"] - player["ma_extra"]
    if spent <= 0:
        return False
    player["ma_extra"] += spent
    player["ma_spent"] += spent
    return True


def antiquated_cards_leave(view: View, before: Snapshot, s: Snapshot, steps: list[Step]) -> bool:
    """E4: military cards of hands, and pacts, that the end of an age makes antiquated are in no pile."""
    ended = s["age"] - 1
    if s["age"] == before["age"]:
        return False
    cards = Counter(
        card
        for player in before["player"]
        for card in [*player["military"], player["pact"]]
        if card and view.cards.level[card] < ended
    )
    for step in steps:
        if step.type == "discard_military":
            cards -= Counter(view.names.number(card) for card in step.action["cards"])
    for old, new in zip(before["discard"], s["discard"], strict=True):
        for card in set(new):  # the rest was played in this step
            cards[card] = min(cards[card], new.count(card) - old.count(card))
    cards = +cards & Counter(card for pile in s["discard"] for card in pile)
    for card in cards.elements():
        pile, seen = s["discard"][view.cards.level[card]], s["discard_seen"][view.cards.level[card]]
        place = len(pile) - 1 - pile[::-1].index(card)
        del pile[place], seen[place]
        s["gone"][card] += 1
    return bool(cards)
