"""Worked examples of the rules: cases read from `vectors/*.yaml`.

A case is a position, the moves made from it, and what must then be true:

    id        unique name
    rules     the rules it holds (docs/rules.md)
    why       the reckoning behind the expectation
    position  what differs from the start of a game
    moves     texts of moves, made in order
    expect    what must be true then, see `vector_facts.py`; `any_of` lists several results that are allowed
    refused   a move, or several, that must not be legal then
    unless    a change of the position that would make the refused moves legal
    each      variants: each is laid over the case and becomes a test of its own
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).with_name("vectors")
KEYS = {"id", "rules", "why", "position", "moves", "expect", "refused", "unless", "each"}


@dataclass(frozen=True)
class Case:
    name: str
    rules: list[str]
    position: dict[str, Any]
    moves: list[str]
    expect: dict[str, Any]
    refused: list[str]
    unless: dict[str, Any]

    @property
    def otherwise(self) -> dict[str, Any]:
        """The position in which the refused moves are legal."""
        position: dict[str, Any] = overlaid(self.position, self.unless)
        return position


def overlaid(base: Any, change: Any) -> Any:
    """`change` laid over `base`: mappings key by key, lists of mappings entry by entry, the rest replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        changed = {key: overlaid(base.get(key), value) for key, value in change.items()}
        return base | changed
    if isinstance(base, list) and isinstance(change, list) and any(isinstance(item, dict) for item in change):
        return [overlaid(old, new) for old, new in zip(base, change, strict=False)] + base[len(change) :]
    return change


def read_cases() -> Iterator[Case]:
    """All cases of all files, variants spread out."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            variants = entry.get("each", [{}])
            for number, variant in enumerate(variants, start=1):
                stated = overlaid({key: value for key, value in entry.items() if key != "each"}, variant)
                name = stated["id"] if len(variants) == 1 else f"{stated['id']}-{number}"
                yield make_case(stated, name, path.name)


def make_case(stated: dict[str, Any], name: str, source: str) -> Case:
    unknown = set(stated) - KEYS
    if unknown:
        raise ValueError(f"{source}, {name}: unknown keys {sorted(unknown)}")
    if not stated.get("why") or not stated.get("rules"):
        raise ValueError(f"{source}, {name}: `rules` and `why` are missing")
    refused = stated.get("refused", [])
    case = Case(
        name=name,
        rules=stated["rules"],
        position=stated["position"],
        moves=stated.get("moves", []),
        expect=stated.get("expect", {}),
        refused=[refused] if isinstance(refused, str) else refused,
        unless=stated.get("unless", {}),
    )
    if not case.expect and not case.refused:
        raise ValueError(f"{source}, {name}: nothing is expected or refused")
    if bool(case.refused) != bool(case.unless):
        raise ValueError(f"{source}, {name}: `refused` and `unless` belong together")
    return case
