"""Records of games: where a game started and every move as text.

The same record gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.notation import IllegalMove
from engine.position import from_position
from engine.position_check import PositionError
from engine.position_write import FORMAT, edition_keys, outcomes, to_position
from engine.sources import SourceError, load_edition_of, read_source

KEYS = (
    "format",
    "edition",
    "overlay",
    "switches",
    "hash",
    "players",
    "seed",
    "outcomes",
    "position",
    "moves",
)


class RecordError(ValueError):
    """A record that cannot be replayed: in which file, at which move (from 1), and why."""

    def __init__(self, source: str, reason: str, move: int | None = None) -> None:
        self.source = source
        self.reason = reason
        self.move = move
        super().__init__(f"{source}: {'' if move is None else f'move {move}: '}{reason}")

    def __reduce__(self) -> Any:
        return RecordError, (self.source, self.reason, self.move)


def record(game: Any) -> dict[str, Any]:
    """The record of a game: its edition, its start, its moves."""
    start = game._start
    head = {"format": FORMAT, **edition_keys(game.edition)}
    if "position" in start:
        head["position"] = start["position"]
    elif "players" not in start:
        head["position"] = _unrecorded_start(game, start.get("snapshot"))
    else:
        head |= {"players": start["players"], "seed": start["seed"]}
        supplied = outcomes(game.edition)
        if supplied:
            head["outcomes"] = supplied
    return head | {"moves": list(game._moves)}


def _unrecorded_start(game: Any, snapshot: dict[str, Any] | None) -> dict[str, Any]:
    """The start of a game that began neither with a seed nor with a position."""
    if snapshot is not None:
        return to_position(type(game).from_snapshot(game.edition, snapshot))
    if game._moves:
        raise RecordError("record", "the start of this game was not kept (a playout or a sampled world)")
    return to_position(game)


def replay(source: Any) -> Any:
    """The game at the end of a record (a path, a mapping, or YAML text)."""
    game, moves, name = _open(source)
    for number, text in enumerate(moves, 1):
        _apply(game, text, number, name)
    return game


def replay_iter(source: Any) -> Iterator[Any]:
    """The game at the start of a record and after each move; each one a copy of its own."""
    game, moves, name = _open(source)
    yield game.clone()
    for number, text in enumerate(moves, 1):
        _apply(game, text, number, name)
        yield game.clone()


def _apply(game: Any, text: Any, number: int, name: str) -> None:
    if not isinstance(text, str):
        raise RecordError(name, f"expected the text of a move, not {text!r}", number)
    if game.is_over:
        raise RecordError(name, f"`{text}`: the game is over already", number)
    try:
        game.apply(text)
    except IllegalMove as error:
        raise RecordError(name, str(error), number) from None


def _open(source: Any) -> tuple[Any, list[Any], str]:
    try:
        entries, name = read_source(source, "record")
        unknown = [key for key in entries if key not in KEYS]
        if unknown:
            raise SourceError([f"unknown key {unknown[0]!r}; known are {', '.join(KEYS)}"], name)
        if entries.get("format", FORMAT) != FORMAT:
            raise SourceError([f"format {entries['format']!r} is not known, this is {FORMAT}"], name)
        edition = load_edition_of(entries)
        if entries.get("hash", edition.hash) != edition.hash:
            raise SourceError([f"written for other cards: hash {entries['hash']}, here {edition.hash}"], name)
    except SourceError as error:
        raise RecordError(error.source, "; ".join(error.errors)) from None
    moves = entries.get("moves")
    if not isinstance(moves, list):
        raise RecordError(name, "`moves` has to be a list of texts")
    return _start(entries, edition, name), moves, name


def _start(entries: dict[str, Any], edition: Any, name: str) -> Any:
    from engine.game import Game  # game.pyx binds `record` and `replay`

    if "position" in entries:
        try:
            return from_position(entries["position"])
        except PositionError as error:
            raise RecordError(name, str(error)) from None
    players, seed = entries.get("players"), entries.get("seed", 0)
    if not isinstance(players, int) or isinstance(players, bool) or players not in (2, 3, 4):
        raise RecordError(name, "`players` has to be 2, 3 or 4")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64:
        raise RecordError(name, "`seed` has to be a whole number from 0 to 2**64 - 1")
    return Game.new(players=players, seed=seed, edition=edition)
