"""Editions: card files, overlays that change their numbers, and how people name cards.

An edition is a folder of `engine/data`: `edition.yaml` with the rules, the other files
with cards.  An overlay is a mapping (or a YAML file) such as

    name: cheaper_pyramids
    cards: {pyramids: {stages: [2, 2, 1]}}
    rules: {max_draw: 4}

Each value of an overlay replaces the whole field of an existing card or rule.
"""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from engine.spelling import did_you_mean, hint
from engine.tables import DECK_NAMES, EditionError, Source, Table, Tables, compile_edition

__all__ = ["EditionData", "EditionError", "UnknownCard", "edition_names", "load_edition"]

DATA = Path(__file__).parent / "data"
RULES_FILE = "edition.yaml"
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

OVERLAY_FIELDS = ("name", "text", "cards", "rules")


class UnknownCard(ValueError):
    """A text that names no card, or more than one; `suggestions` are ids."""

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = list(suggestions)


@dataclass(frozen=True)
class EditionData:
    """A validated edition: what its files say, and the tables made from that."""

    name: str
    title: str
    overlay: dict[str, Any] | None
    cards: dict[str, dict[str, Any]]
    rules: dict[str, Any]
    tables: Tables

    @cached_property
    def hash(self) -> int:
        """64 bits over all numbers in canonical order; texts do not count."""
        cards = [
            [card, without_zeros(table)]
            for card, table in zip(self.tables.ids, self.tables.cards, strict=True)
        ]
        numbers = json.dumps([cards, self.tables.rules], sort_keys=True, separators=(",", ":"))
        return int.from_bytes(hashlib.blake2b(numbers.encode(), digest_size=8).digest(), "big")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Card numbers by id."""
        return {card: number for number, card in enumerate(self.tables.ids) if number}

    def card(self, card: str) -> dict[str, Any]:
        """All that the edition says of a card, with its id, number and deck."""
        number = self.find(card)
        deck = DECK_NAMES[self.tables.cards[number]["deck"]]
        found = self.tables.ids[number]
        return {"id": found, "number": number, "deck": deck, **copy.deepcopy(self.cards[found])}

    def find(self, text: str) -> int:
        """Number of the card with that id, name or alias, in any case, or with that unique beginning.

        Where several cards share a name, the age follows it: "Rich Land II".
        """
        number = self.numbers.get(text)
        if number is not None:
            return number
        key = fold(text)
        found = self._names.get(key) or self._starting(key, self._names) or self._starting(key, self._endings)
        if not key or not found:
            near = self._near(key)
            raise UnknownCard(f"no card is called {text!r}{hint(near)}", near)
        if len(found) > 1:
            cards = sorted(found, key=self.numbers.__getitem__)
            raise UnknownCard(f"{text!r} can be {', '.join(cards)}; write one of them", cards)
        return self.numbers[next(iter(found))]

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        names: defaultdict[str, set[str]] = defaultdict(set)
        for card, text in self._all_names():
            names[fold(text)].add(card)
        return dict(names)

    @cached_property
    def _endings(self) -> dict[str, set[str]]:
        """Cards by the later words of their names, so that "gandhi" is enough."""
        endings: defaultdict[str, set[str]] = defaultdict(set)
        for card, text in self._all_names():
            words = text.replace("_", " ").split()
            for first in range(1, len(words)):
                endings[fold("".join(words[first:]))].add(card)
        return dict(endings)

    def _all_names(self) -> Iterable[tuple[str, str]]:
        for card, values in self.cards.items():
            for text in (
                card,
                values["name"],
                f"{values['name']} {values['age']}",
                *values.get("aliases", ()),
            ):
                yield card, text

    @staticmethod
    def _starting(key: str, names: Mapping[str, set[str]]) -> set[str]:
        return {card for name, cards in names.items() if name.startswith(key) for card in cards}

    def _near(self, key: str) -> list[str]:
        known = [*self._names, *self._endings]
        near = difflib.get_close_matches(key, known, n=5, cutoff=0.6)
        cards = [card for name in near for card in sorted(self._names.get(name) or self._endings[name])]
        return list(dict.fromkeys(cards))[:3]


def fold(text: str) -> str:
    """A name without case, blanks and punctuation."""
    return "".join(char for char in text.casefold() if char.isalnum())


def without_zeros(table: Table) -> Table:
    """A table without the fields that are 0 throughout: leaving them out says the same."""
    return {
        name: value for name, value in table.items() if (any(value) if isinstance(value, list) else value)
    }


def edition_names() -> list[str]:
    """Names of the editions that can be loaded."""
    return sorted(path.parent.name for path in DATA.glob(f"*/{RULES_FILE}"))


def load_edition(
    name: str = "base2015", overlay: Mapping[str, Any] | str | Path | None = None
) -> EditionData:
    """Load, overlay and validate an edition; raises EditionError with all problems found."""
    if name not in edition_names():
        known = edition_names()
        raise EditionError(
            [f"unknown edition {name!r}{did_you_mean(name, known)} (allowed: {', '.join(known)})"]
        )
    source, title = read_files(DATA / name)
    changes = None if overlay is None else read_overlay(overlay)
    if changes is not None:
        apply_overlay(source, changes)
    tables = compile_edition(source)
    return EditionData(name, title, changes, source.cards, source.rules, tables)


def read_yaml(path: Path) -> dict[str, Any]:
    try:
        values = yaml.load(path.read_text(encoding="utf-8"), LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise EditionError([f"{path.name}: {error}"]) from error
    if not isinstance(values, dict):
        raise EditionError([f"{path.name}: allowed: a mapping, not {type(values).__name__}"])
    return values


def read_files(folder: Path) -> tuple[Source, str]:
    """All files of an edition, and its title."""
    source = Source()
    edition = read_yaml(folder / RULES_FILE)
    source.rules = edition.get("rules") or {}
    source.files["rules", ""] = RULES_FILE
    for path in sorted(folder.glob("*.yaml")):
        if path.name == RULES_FILE:
            continue
        for card, values in read_yaml(path).items():
            if card in source.cards:
                source.problem(f"{path.name}: {card}", f"also in {source.files[card, '']}")
            elif not isinstance(values, dict):
                source.problem(f"{path.name}: {card}", f"got {values!r}; allowed: a mapping of fields")
            else:
                source.cards[card] = values
                source.files[card, ""] = path.name
    return source, str(edition.get("title", folder.name))


def read_overlay(overlay: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    if isinstance(overlay, Mapping):
        return copy.deepcopy(dict(overlay))
    return {"name": Path(overlay).stem, **read_yaml(Path(overlay))}


def apply_overlay(source: Source, overlay: Mapping[str, Any]) -> None:
    """Replace fields of cards and rules; what the overlay names wrongly becomes a problem."""
    label = f"overlay {overlay.get('name', 'without name')}"
    for name in overlay:
        if name not in OVERLAY_FIELDS:
            hint = did_you_mean(name, OVERLAY_FIELDS)
            allowed = ", ".join(OVERLAY_FIELDS)
            source.problem(f"{label}: {name}", f"unknown field{hint} (allowed: {allowed})")
    for card, changes in mapping(source, f"{label}: cards", overlay.get("cards")).items():
        if card not in source.cards:
            source.problem(f"{label}: {card}", f"unknown card{did_you_mean(card, source.cards)}")
            continue
        for name, value in mapping(source, f"{label}: {card}", changes).items():
            source.cards[card][name] = value
            source.files[card, name] = label
    for name, value in mapping(source, f"{label}: rules", overlay.get("rules")).items():
        source.rules[name] = value
        source.files["rules", name] = label


def mapping(source: Source, place: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        source.problem(place, f"got {value!r}; allowed: a mapping")
        return {}
    return value
