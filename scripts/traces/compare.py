"""Fields in which a recorded position and ours differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from scripts.traces.actions import two_sided
from scripts.traces.cards import CardNames

MOST_HAPPINESS = 8
ABSENT = "absent"

DEFAULTS: dict[str, Any] = {
    "caesar_used": False,
    "homer_under": None,
    "taken_this_turn": [],
    "blue_to_lose": 0,
    "resigned": False,
}
"""Fields of a player that are left out where nothing is to be said."""

NOT_COMPARED = ("stored_ratings", "yellow_to_lose")
"""Values inside the other implementation that have no counterpart in the rules (D6, D7)."""

AFTER_RESIGNING = ("resigned", "culture", "civil_hand", "military_hand", "pacts", "wars_declared")
"""What is still compared of a player who has left: the board there keeps its last position."""


class Difference(NamedTuple):
    """One field; `place` is its path, such as players.1.technologies.A:Bronze.blue."""

    place: str
    theirs: Any
    ours: Any

    def __str__(self) -> str:
        return f"{self.place}: theirs {self.theirs!r}, ours {self.ours!r}"


def stated(state: dict[str, Any], names: CardNames) -> dict[str, Any]:
    """A recorded position with one way to say each thing."""
    return {**state, "players": [stated_player(player, names) for player in state["players"]]}


def stated_player(player: dict[str, Any], names: CardNames) -> dict[str, Any]:
    found = {**DEFAULTS, **{field: value for field, value in player.items() if field not in NOT_COMPARED}}
    if found["resigned"]:
        return {field: found[field] for field in AFTER_RESIGNING}
    found["colonies"] = sorted(player["colonies"])
    # D14: happiness is not capped there.
    happiness = max(0, min(MOST_HAPPINESS, player["ratings"]["happiness"]))
    found["ratings"] = {**player["ratings"], "happiness": happiness}
    found["pacts"] = sorted(
        (
            {**pact, "role": pact["role"] if two_sided(names, names.number(pact["card"])) else None}
            for pact in player["pacts"]
        ),
        key=lambda pact: pact["card"],
    )
    return found


def differences(theirs: Any, ours: Any, place: str = "") -> list[Difference]:
    """All fields that the record states and our position shows otherwise."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        # What a player who resigned leaves on the table is not stated.
        unstated = [] if theirs.get("resigned") else [field for field in ours if field not in theirs]
        found = []
        for field in [*theirs, *unstated]:
            path = f"{place}.{field}" if place else field
            found += differences(theirs.get(field, ABSENT), ours.get(field, ABSENT), path)
        return found
    if place == "players" and len(theirs) == len(ours):
        return [
            difference
            for p, (one, other) in enumerate(zip(theirs, ours, strict=True))
            for difference in differences(one, other, f"{place}.{p}")
        ]
    return [] if theirs == ours else [Difference(place, theirs, ours)]
