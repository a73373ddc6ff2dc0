"""Positions: games as readable YAML, and back.

`docs/position.md` describes the format.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import yaml

from engine.position_check import PositionError
from engine.position_read import read_position
from engine.position_write import to_position
from engine.sources import SourceError, load_edition_of, read_source
from engine.vocabulary import Stage

__all__ = ["PositionError", "dump", "from_position", "to_position"]

SHORT_LINE = 100


def from_position(source: Any) -> Any:
    """The game of a position: a path, a mapping, or YAML text.

    A position with an `observer` is completed by a sample of what the observer cannot see.
    Raises `PositionError` with all that is wrong.
    """
    from engine.game import Game  # game.pyx binds this function

    try:
        position, name = read_source(source, "position")
        edition = load_edition_of(position)
    except SourceError as error:
        raise PositionError(error.errors, error.source) from None
    state, observer = read_position(position, edition, lambda players: set_up(edition, players), name)
    try:
        check_actions(edition, state, name)
        game = Game.from_snapshot(edition, state)
        if observer is not None:
            game = game.determinize(observer, 0)
        if not game.is_over and not game.legal_moves():
            raise PositionError(["no move is legal in this position"], name)
    except PositionError:
        raise
    except ValueError as error:
        raise PositionError([str(error)], name) from None
    game._start = {"position": copy.deepcopy(position)}
    game._moves = []
    return game


def check_actions(edition: Any, state: dict[str, Any], name: str) -> None:
    """Nobody has spent more actions than the cards in play give."""
    from engine.game import Game

    ended = {"stage": Stage.OVER.value, "frames": [], "territory": 0, "attack": 0}
    errors = []
    for p, player in enumerate(Game.from_snapshot(edition, state | ended).snapshot()["player"]):
        for key, kind in (("ca", "civil"), ("ma", "military")):
            spent, total = player[f"{key}_spent"], player[f"{key}_total"]
            if spent > total:
                errors.append(f"players[{p}].actions.{kind}_spent: {spent}, the cards in play give {total}")
    if errors:
        raise PositionError(errors, name)


def set_up(edition: Any, players: int) -> dict[str, Any]:
    """The raw state at the start of a game."""
    from engine.game import Game

    state: dict[str, Any] = Game.new(players=players, seed=0, edition=edition).snapshot()
    return state


class _Dumper(yaml.SafeDumper):
    """Block style outside, flow style for what fits on a line."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent(dumper: _Dumper, value: Any) -> yaml.Node:
    node: yaml.Node
    if isinstance(value, Mapping):
        pairs = list(value.items())
        node = dumper.represent_mapping("tag:yaml.org,2002:map", pairs, flow_style=is_short(value))
    else:
        node = dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=is_short(value))
    return node


def is_short(value: Any) -> bool:
    """Whether a value is written on one line: small, or a plain list (wrapped where it is long)."""
    if isinstance(value, Mapping):
        return len(str(value)) <= SHORT_LINE and not any(
            isinstance(item, Mapping) and item for item in value.values()
        )
    return all(not isinstance(item, Mapping | list) for item in value) or len(str(value)) <= SHORT_LINE


_Dumper.add_representer(dict, _represent)
_Dumper.add_representer(list, _represent)
_Dumper.add_representer(tuple, _represent)


def dump(position: Mapping[str, Any]) -> str:
    """A position or record as YAML text that reads well and loads to the same value."""
    return yaml.dump(dict(position), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=SHORT_LINE)
