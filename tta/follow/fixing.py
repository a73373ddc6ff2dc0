"""Setting a value by hand where reality and program disagree."""

from __future__ import annotations

import copy
import re
from typing import Any

import yaml

__all__ = ["fixed"]


def fixed(position: dict[str, Any], text: str) -> tuple[str, dict[str, Any]]:
    """A position with values set: `1 culture 12`, `row.3 iron`, several of them joined by ` & `.

    Returns the places with their values in full words, and the position.
    """
    changed = copy.deepcopy(position)
    done = [set_value(changed, part) for part in text.split(" & ")]
    return " & ".join(done), changed


def set_value(position: dict[str, Any], text: str) -> str:
    from tta.follow.tracker import Refused

    path, value_text = split(text)
    if not value_text:
        raise Refused("fix needs a place and a value: `fix 1 culture 12`, `fix row.3 iron`")
    try:
        value = yaml.safe_load(value_text)
    except yaml.YAMLError:
        raise Refused(f"`{value_text}` is no value") from None
    keys = [int(key) if key.isdigit() else key for key in path.split(".")]
    place: Any = position
    try:
        for key in keys[:-1]:
            place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
        if value is None and isinstance(place, dict):
            place.pop(keys[-1], None)
        else:
            place[keys[-1]] = value
    except (KeyError, IndexError, TypeError, AttributeError):
        raise Refused(f"{path}: there is no such place in a position") from None
    return f"{path} {value_text}"


def split(text: str) -> tuple[str, str]:
    """Path and value; a player's board may be written `1 culture 12`, spaces of the row count from 1."""
    text = text.strip()
    board = re.match(r"(?:player\s+)?([0-3])\s+([a-z_][\w.]*)\s+(.+)$", text)
    if board:
        return f"players.{board[1]}.{board[2]}", board[3].strip()
    space = re.match(r"row[ .](\d+)\s+(.+)$", text)
    if space:
        return f"row.{int(space[1]) - 1}", space[2].strip()
    path, _, value = text.partition(" ")
    return path, value.strip()
