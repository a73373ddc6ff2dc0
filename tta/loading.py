"""Positions and records from files and from standard input."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import Game, PositionError, RecordError
from engine.sources import SourceError, parse
from tta.errors import RunError

__all__ = ["Loaded", "checked_observer", "is_record", "load", "load_record", "read_mapping", "save"]

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Loaded:
    """A game that was read."""

    name: str
    """What to call its source in messages."""
    game: Game
    observer: int | None
    """The player whose knowledge the source holds; None = the whole truth."""
    moves: list[str]
    """Of the record, also those that were not played; empty for a position."""
    at: int
    """How many of them were played."""


def read_mapping(source: str) -> tuple[dict[str, Any], str]:
    """The mapping in a file or, for `-`, in standard input, and its name for messages.

    `results/records.jsonl#12` is game 12 of a simulation; without a number it is the first one.
    """
    path, _, game = source.partition("#")
    if path.endswith(".jsonl"):
        return record_of_game(read_text(path, path), path, game)
    name = "standard input" if source == STANDARD_INPUT else source
    text = read_text(source, name)
    if "\nfollow:" in text[:200]:
        text = text[: text.rfind("\n") + 1]  # a crash may have left half a line
    return parse(text, name), name


def record_of_game(text: str, path: str, game: str) -> tuple[dict[str, Any], str]:
    """The record of one game among those that a simulation wrote, one per line."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        # Only the line that is asked for has to be read as a whole.
        if not game or f'"game":{game},' in line[:40].replace(" ", ""):
            entry = parse(line, f"{path}, line {number}")
            record = entry.get("record")
            if not isinstance(record, dict):
                raise SourceError(["has no record of a game"], f"{path}, line {number}")
            return record, f"{path}#{entry.get('game', number)}"
    raise SourceError([f"has no game {game!r}; it has {len(lines)} games"], path)


def read_text(source: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == STANDARD_INPUT else Path(source).read_bytes()
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError([f"no text in UTF-8: {error.reason} at byte {error.start}"], name) from None
    except (OSError, ValueError) as error:
        raise SourceError([f"cannot be read: {getattr(error, 'strerror', None) or error}"], name) from None
    if not text.strip():
        raise SourceError(["is empty; a position or a record is expected"], name)
    return text


def is_record(mapping: Mapping[str, Any]) -> bool:
    """Whether it is the record of a game, or of a followed one, which has gaps."""
    return "moves" in mapping or "follow" in mapping


def load(source: str, at: int | None = None) -> Loaded:
    """The game of a position, or of a record after `at` moves (all of them if not given)."""
    mapping, name = read_mapping(source)
    if is_record(mapping):
        return load_record(mapping, name, at)
    if at is not None:
        raise RunError(f"{name}: is a position; --at needs a record (a file with `moves`)")
    try:
        game = Game.from_position(mapping)
    except PositionError as error:
        raise PositionError(error.errors, name) from None
    return Loaded(name, game, mapping.get("observer"), [], 0)


def load_record(mapping: Mapping[str, Any], name: str, at: int | None) -> Loaded:
    if "follow" in mapping:
        from tta.follow.session import load_session

        game, seat, moves, played = load_session(mapping, name, at)
        return Loaded(name, game, seat, moves, played)
    moves = mapping["moves"]
    count = len(moves) if isinstance(moves, list) else 0
    if at is not None and at > count:
        raise RunError(f"{name}: --at {at}, but the record has {count} moves")
    played = count if at is None else at
    try:
        game = Game.replay({**mapping, "moves": moves[:played] if isinstance(moves, list) else moves})
    except RecordError as error:
        raise RecordError(name, error.reason, error.move) from None
    start = mapping.get("position")
    observer = start.get("observer") if isinstance(start, Mapping) else None
    return Loaded(name, game, observer, moves, played)


def save(path: str | Path, mapping: Mapping[str, Any]) -> None:
    """Write a position or record; the file is there as a whole or not at all."""
    from engine.position import dump
    from tta.match.store import write_whole

    try:
        write_whole(Path(path), dump(mapping))
    except OSError as error:
        # The file is written under another name first; nobody asked for that one.
        raise OSError(error.errno, error.strerror, str(path)) from None


def checked_observer(loaded: Loaded, observer: int | None) -> int | None:
    """Whose view to show: the one asked for, as far as the source can tell it, else that of the source."""
    if observer is None:
        return loaded.observer
    if observer >= loaded.game.players:
        raise RunError(f"--observer {observer}: the players are 0 to {loaded.game.players - 1}")
    if loaded.observer not in (None, observer):
        raise RunError(f"--observer {observer}: {loaded.name} holds only what player {loaded.observer} knows")
    return observer
