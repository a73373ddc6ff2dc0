"""Reading recorded games: JSON Lines with a header, one record per decision and the final result."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SUFFIXES = (".jsonl.gz", ".jsonl")
DECK_KINDS = ("civil", "military")


class TraceError(ValueError):
    """A file that is not a recorded game."""


@dataclass(frozen=True)
class Step:
    """One decision of one player, what it led to, and the position at the next decision."""

    n: int
    player: int
    turn_player: int
    phase: str
    action: dict[str, Any]
    outcomes: list[dict[str, Any]]
    next_phase: str
    next_players: list[int]
    state: dict[str, Any]
    caveats: frozenset[str]

    @property
    def type(self) -> str:
        return str(self.action["type"])

    def revealed(self) -> list[str]:
        """Events that came up in this step."""
        return [outcome["card"] for outcome in self.outcomes if outcome["kind"] == "event_revealed"]

    def ends_turn(self) -> bool:
        """The last decision of a turn; production follows."""
        ending = self.type in ("end_action_phase", "discard_military") and "event" not in self.action
        return ending and self.next_phase != "discardMilitaryCards"

    def text(self) -> str:
        """The action on one line."""
        fields = {name: value for name, value in self.action.items() if name not in ("type", "effect")}
        shown = ", ".join(f"{name} {json.dumps(value)}" for name, value in fields.items())
        return f"{self.n}: player {self.player} {self.type}" + (f" ({shown})" if shown else "")


@dataclass(frozen=True)
class Trace:
    """A whole game."""

    name: str
    header: dict[str, Any]
    steps: list[Step]
    final: dict[str, Any]

    @property
    def players(self) -> int:
        return int(self.header["players"])

    def shuffles(self) -> dict[str, list[list[str]]]:
        """All orders in which decks came up, top card first, by the names that the engine gives decks."""
        found: dict[str, list[list[str]]] = {}
        for outcome in self.all_outcomes():
            if outcome["kind"] == "deck_shuffled":
                found.setdefault(deck_name(outcome["deck"]), []).append(outcome["order"])
            elif outcome["kind"] == "current_events_deck":
                found.setdefault("events", []).append(outcome["order"])
        return found

    def all_outcomes(self) -> Iterator[dict[str, Any]]:
        yield from self.header["setup_outcomes"]
        for step in self.steps:
            yield from step.outcomes


def deck_name(text: str) -> str:
    """`civilII` as `civil II`."""
    for kind in DECK_KINDS:
        if text.startswith(kind):
            return f"{kind} {text.removeprefix(kind)}"
    raise TraceError(f"unknown deck {text!r}")


def trace_files(folder: Path) -> list[Path]:
    """The recorded games of a folder, by name."""
    return sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIXES))


def game_name(path: Path) -> str:
    for suffix in SUFFIXES:
        if path.name.endswith(suffix):
            return path.name.removesuffix(suffix)
    return path.stem


def read_trace(path: Path) -> Trace:
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines if line.strip()]
    kinds = [record.get("record") for record in records]
    if len(kinds) < 3 or kinds[0] != "header" or kinds[-1] != "final" or set(kinds[1:-1]) != {"step"}:
        raise TraceError(f"{path.name}: expected a header, steps and a final result")
    return Trace(game_name(path), records[0], [read_step(record) for record in records[1:-1]], records[-1])


def read_step(record: dict[str, Any]) -> Step:
    return Step(
        n=record["n"],
        player=record["player"],
        turn_player=record["turn_player"],
        phase=record["phase"],
        action=record["action"],
        outcomes=record["outcomes"],
        next_phase=record["next"]["phase"],
        next_players=record["next"]["players"],
        state=record["state"],
        caveats=frozenset(record.get("caveats", ())),
    )
