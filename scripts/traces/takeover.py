"""Writing recorded values into our state, field by field.

Derived values (ratings, totals, limits, stocks) cannot be written; they follow from the rest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.vocabulary import AGE_NAMES, SEEN_ALL, STORES
from scripts.traces.compare import ABSENT, Difference
from scripts.traces.view import Snapshot, View

DERIVED = frozenset({"ratings", "discontent", "hand_limits", "urban_limit", "food", "resources", "total"})
NUMBERS = {
    "culture": "culture",
    "science": "science",
    "blue_bank": "blue_bank",
    "yellow_bank": "yellow_bank",
    "unused_workers": "unused",
}
"""Fields of a player that are plain numbers here as there."""


TEMPORARY = {
    "temporary.resources_for_units": "unit_resources",
    "temporary.extra_military_actions": "ma_extra",
}
"""What the player on turn has for this turn only; it is not stated where there is none."""


def number(value: Any) -> int:
    return 0 if value == ABSENT else int(value)


class CannotTakeOver(ValueError):
    """A field for which there is no way to write the recorded value."""


def take_over(view: View, s: Snapshot, difference: Difference) -> None:
    """Change the snapshot so that this field shows the recorded value."""
    path = difference.place.split(".", 3)
    if path[0] == "players":
        player_field(view, s, int(path[1]), path[2:], difference)
    elif path[0] == "current_events":
        s["current_events"] = [view.names.number(card) for card in reversed(difference.theirs)]
        s["current_seen"] = [0] * len(s["current_events"])
    elif path[0] == "row":
        s["row"] = [view.names.number(card) if card else 0 for card in difference.theirs]
    elif path[0] == "civil_deck":
        pass  # follows from the recorded order, see `set_civil_deck`
    elif path[0] == "military_discard":
        discard_pile(s, AGE_NAMES.index(path[1]), difference)
    elif difference.place in TEMPORARY:
        s["player"][s["current"]][TEMPORARY[difference.place]] += number(difference.theirs) - number(
            difference.ours
        )
    else:
        raise CannotTakeOver(difference.place)


def discard_pile(s: Snapshot, age: int, difference: Difference) -> None:
    """Only the size of a pile is recorded: what came last leaves it."""
    size = 0 if difference.theirs == ABSENT else difference.theirs
    if size > len(s["discard"][age]):
        raise CannotTakeOver(difference.place)
    for card in s["discard"][age][size:]:
        s["gone"][card] += 1
    s["discard"][age] = s["discard"][age][:size]
    s["discard_seen"][age] = s["discard_seen"][age][:size]


def set_civil_deck(view: View, s: Snapshot, size: int, order: list[str], all_cards: Counter[str]) -> None:
    """Let so many cards of the recorded order be left, and count as gone what then is nowhere."""
    s["civil_deck"] = [view.names.number(card) for card in reversed(order[len(order) - size :])]
    for name in set(order):
        card = view.names.number(name)
        s["gone"][card] += all_cards[name] - view.all_cards(s)[name]


def player_field(view: View, s: Snapshot, p: int, path: list[str], difference: Difference) -> None:
    player = s["player"][p]
    field = path[0]
    if field in DERIVED:
        return
    if field in NUMBERS:
        player[NUMBERS[field]] = difference.theirs
    elif field in ("civil_actions", "military_actions"):
        action_field(player, "ca" if field == "civil_actions" else "ma", path[1], difference.theirs)
    elif field == "unfinished_wonder" and path[1] == "stages":
        player["stages"] = difference.theirs
    elif field == "technologies":
        technology(view, player, path[1], difference.theirs)
    elif field == "taken_this_turn":
        fresh = Counter(view.names.number(card) for card in difference.theirs)
        player["fresh"] = []
        for card in player["civil"]:
            player["fresh"].append(int(fresh[card] > 0))
            fresh[card] -= 1
    elif field == "military_hand":
        player["military"] = sorted(view.names.number(card) for card in difference.theirs)
        player["military_seen"] = [(1 << p) & SEEN_ALL] * len(player["military"])
    else:
        raise CannotTakeOver(difference.place)


def action_field(player: dict[str, Any], kind: str, field: str, value: int) -> None:
    if field == "used":
        player[f"{kind}_spent"] = value
    elif field == "available":
        extra = player["ma_extra"] if kind == "ma" else 0
        player[f"{kind}_spent"] = player[f"{kind}_total"] - (value - extra)


def technology(view: View, player: dict[str, Any], path: str, value: Any) -> None:
    """`path` is a card and what lies on it: A:Bronze.blue."""
    card, _, what = path.rpartition(".")
    if not card:
        raise CannotTakeOver(path)
    slot = view.cards.slot(view.names.number(card))
    if what == "workers":
        player["workers"][slot] = value
    elif slot < STORES:
        player["blue"][slot] = value
