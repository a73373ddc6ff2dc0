"""The file of a followed game: how it began and every entry, appended as it is made.

    format: 1
    follow: {players: 3, seat: 1}
    row: [moses, ...]
    entries:
    - "take moses"
    - "end turn; deal iron, drama"

An entry is on the disk before it is answered, so a crash loses at most the one that is being typed; half a
line at the end of the file is left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import Game, PositionError
from engine.position import dump
from engine.sources import SourceError, load_edition_of, parse
from tta.errors import RunError
from tta.follow.tracker import Refused, Tracker

__all__ = ["UNDO", "SessionFile", "is_session", "load_session", "session_history"]

FORMAT = 1
UNDO = "undo"


def is_session(mapping: Mapping[str, Any]) -> bool:
    return "follow" in mapping


def whole_lines(text: str) -> str:
    """Without the half line that a crash may have left."""
    return text[: text.rfind("\n") + 1]


def open_tracker(mapping: Mapping[str, Any], name: str) -> Tracker:
    """The tracker at the start of a session."""
    head = mapping.get("follow")
    head = head if isinstance(head, Mapping) else {}
    try:
        if mapping.get("position") is not None:
            return Tracker.from_position(mapping["position"], head.get("seat"))
        row = mapping.get("row")
        if not isinstance(row, list):
            raise SourceError(["has neither a `row` nor a `position` to start from"], name)
        edition = load_edition_of(mapping)
        return Tracker.start(
            int(head.get("players", 2)), int(head.get("seat", 0)), list(map(str, row)), edition
        )
    except Refused as error:
        raise SourceError([str(error)], name) from None
    except PositionError as error:
        raise SourceError(error.errors, name) from None


def replay_entries(tracker: Tracker, entries: Sequence[Any], name: str) -> None:
    """Enter everything that a session holds."""
    for number, text in enumerate(entries, 1):
        try:
            if text == UNDO:
                tracker.undo()
            elif tracker.enter(str(text)) is not None:
                raise Refused("the entry is not complete")
        except Refused as error:
            raise SourceError([f"entry {number} ({text}): {error}"], name) from None


def replayed(mapping: Mapping[str, Any], name: str) -> Tracker:
    """The tracker after all entries of a session."""
    tracker = open_tracker(mapping, name)
    replay_entries(tracker, mapping.get("entries") or [], name)
    return tracker


def load_session(mapping: Mapping[str, Any], name: str, at: int | None) -> tuple[Game, int, list[str], int]:
    """Game and seat of a session after `at` entries, its entries, and how many were made."""
    tracker = replayed(mapping, name)
    count = len(tracker.entries)
    if at is not None and at > count:
        raise RunError(f"{name}: --at {at}, but the session has {count} entries")
    game = tracker.game if at in (None, count) else tracker.past[at or 0].game
    return game, tracker.seat, list(tracker.entries), count if at is None else at


def session_history(mapping: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    """The entries of a session with who decided and when."""
    tracker = replayed(mapping, "session")
    found = []
    for number, (moment, text) in enumerate(zip(tracker.past, tracker.entries[:count], strict=False), 1):
        game = moment.game
        entry: dict[str, Any] = {"number": number, "round": game.round, "turn": game.current_player}
        entry |= {"player": game.player_to_move, "phase": game.phase}
        found.append(entry | {"move": text, "title": text})
    return found


class SessionFile:
    """Appends entries; each is on the disk before the call returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @staticmethod
    def create(path: Path, head: Mapping[str, Any]) -> SessionFile:
        text = dump({"format": FORMAT, **head}) + "entries:\n"
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        return SessionFile(path)

    @staticmethod
    def resume(path: Path) -> tuple[SessionFile, Tracker]:
        """The session of a file and its tracker after all entries."""
        text = path.read_text(encoding="utf-8")
        whole = whole_lines(text)
        mapping = parse(whole, str(path))
        if not is_session(mapping):
            raise SourceError(["is no followed game: it has no `follow`"], str(path))
        tracker = replayed(mapping, str(path))
        if whole != text:
            with path.open("r+", encoding="utf-8") as file:
                file.truncate(len(whole.encode("utf-8")))
        return SessionFile(path), tracker

    def append(self, entry: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"- {json.dumps(entry, ensure_ascii=False)}\n")
            file.flush()
            os.fsync(file.fileno())
