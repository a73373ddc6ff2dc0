"""Checked reading of values: every mistake is noted with its place, none stops the reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from engine.catalogue import Catalogue
from engine.spelling import did_you_mean
from engine.vocabulary import AGE_NAMES, MAX_PLAYERS, SEEN_ALL, Kind

MOST_TOKENS = 60
MOST_POINTS = 30000


class PositionError(ValueError):
    """All that is wrong with a position; `errors` lists the mistakes, each with its place."""

    def __init__(self, errors: list[str], source: str = "position") -> None:
        self.errors = list(errors)
        self.source = source
        head = f"{source}: {len(errors)} error{'s' if len(errors) != 1 else ''}"
        super().__init__("\n  ".join([head, *errors]))

    def __reduce__(self) -> Any:
        return PositionError, (self.errors, self.source)


def near_id(value: object, known: Iterable[str]) -> str:
    """A hint at the id that was meant, which has neither capitals nor blanks."""
    return did_you_mean(str(value).lower().replace(" ", "_"), known)


def shown(value: Any) -> str:
    """A value for an error message, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def kind_name(card_kind: Kind | None) -> str:
    return card_kind.name.lower() if card_kind is not None else "no card"


class Checker:
    """Reads values of the expected type; anything else becomes an error and a harmless default."""

    def __init__(self, cards: Catalogue) -> None:
        self.cards = cards
        self.errors: list[str] = []
        self.players = MAX_PLAYERS
        self.age = 0
        self.decks_for: dict[int, int] = {}
        self.places: dict[int, list[str]] = {}

    def error(self, place: str, text: str) -> None:
        self.errors.append(f"{place}: {text}" if place else text)

    def mapping(self, value: Any, place: str, known: Collection[str]) -> dict[str, Any]:
        """A mapping with known keys only; None counts as empty."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.error(place, f"expected a mapping, not {shown(value)}")
            return {}
        for key in value:
            if key not in known:
                self.error(place, f"unknown key {shown(key)}{near_id(key, known)}")
        return {key: value[key] for key in value if key in known}

    def items(self, value: Any, place: str, most: int) -> list[Any]:
        """A list of at most so many values; None counts as empty."""
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.error(place, f"expected a list, not {shown(value)}")
            return []
        if len(value) > most:
            self.error(place, f"{len(value)} entries, at most {most} are possible")
        return list(value[:most])

    def number(self, value: Any, place: str, low: int, high: int, default: int = 0) -> int:
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            self.error(place, f"expected a whole number, not {shown(value)}")
        elif not low <= value <= high:
            self.error(place, f"{shown(value)} is outside {low}..{high}")
        else:
            return value
        return default

    def tokens(self, value: Any, place: str, default: int = 0) -> int:
        return self.number(value, place, 0, MOST_TOKENS, default)

    def player(self, value: Any, place: str, default: int = 0) -> int:
        return self.number(value, place, 0, self.players - 1, default)

    def player_set(self, value: Any, place: str) -> int:
        """A list of players as a bit set."""
        members = self.items(value, place, self.players)
        found = {self.player(member, f"{place}[{i}]") for i, member in enumerate(members)}
        return sum(1 << p for p in found)

    def viewers(self, value: Any, place: str) -> int:
        """Who knows a card: `all`, or a list of players; seats that nobody takes are let pass."""
        if value == "all":
            return SEEN_ALL
        seats = self.items(value, place, MAX_PLAYERS)
        found = {self.number(seat, f"{place}[{i}]", 0, MAX_PLAYERS - 1) for i, seat in enumerate(seats)}
        return sum(1 << seat for seat in found)

    def switch(self, value: Any, place: str, default: bool) -> bool:
        if value is None:
            return default
        if not isinstance(value, bool):
            self.error(place, f"expected true or false, not {shown(value)}")
            return default
        return value

    def word(self, value: Any, place: str, known: Collection[str], default: str) -> str:
        """One of the known words."""
        if value is None:
            return default
        if isinstance(value, str) and value in known:
            return value
        hint = near_id(value, known) or f", expected one of {', '.join(known)}"
        self.error(place, f"{shown(value)} is not known{hint}")
        return default

    def age_name(self, value: Any, place: str, default: int = 0) -> int:
        return AGE_NAMES.index(self.word(value, place, AGE_NAMES, AGE_NAMES[default]))

    # -- cards

    def card(self, value: Any, place: str, kinds: Collection[Kind], counted: bool = True) -> int:
        """The number of a card that may lie at this place, 0 after an error.

        `counted` places hold a card of their own; the others only refer to one.
        """
        if value is None:
            return 0
        number = self.cards.numbers.get(value) if isinstance(value, str) else None
        if number is None:
            of_kind = [self.cards.ids[card] for card in self.cards.of_kind(*kinds)]
            hint = near_id(value, of_kind) or near_id(value, self.cards.numbers)
            self.error(place, f"unknown card {shown(value)}{hint}")
            return 0
        kind = self.cards.kind[number]
        if kind not in kinds:
            allowed = "/".join(sorted(kind_name(each) for each in kinds))
            self.error(place, f"{value} is of kind {kind_name(kind)}, here lies {allowed}")
            return 0
        if self.cards.level[number] > self.age:
            level, age = AGE_NAMES[self.cards.level[number]], AGE_NAMES[self.age]
            self.error(place, f"{value} is a card of Age {level}, the game is in Age {age}")
            return 0
        if counted:
            self.count(number, place)
        return number

    def card_list(self, value: Any, place: str, kinds: Collection[Kind], most: int) -> list[int]:
        entries = self.items(value, place, most)
        found = []
        for i, entry in enumerate(entries):
            if entry is None:
                self.error(f"{place}[{i}]", "expected a card")
                continue
            found.append(self.card(entry, f"{place}[{i}]", kinds))
        return [card for card in found if card]

    def card_set(self, value: Any, place: str, by_index: list[int]) -> int:
        """Cards of one kind as a bit set; each may stand there once."""
        kind = self.cards.kind[by_index[0]]
        assert kind is not None
        bits = 0
        for i, card in enumerate(self.card_list(value, place, {kind}, len(by_index))):
            bit = 1 << by_index.index(card)
            if bits & bit:
                self.error(f"{place}[{i}]", f"{self.cards.ids[card]} stands here twice")
            bits |= bit
        return bits

    def count(self, card: int, place: str) -> None:
        if not self.cards.is_initial(card):
            self.places.setdefault(card, []).append(place)

    def copies(self, card: int) -> int:
        """Copies in this game; the decks of an age may have been made up for fewer players."""
        return self.cards.copies(card, self.decks_for.get(self.cards.level[card], self.players))

    def used(self) -> Counter[int]:
        return Counter({card: len(places) for card, places in self.places.items()})

    def check_copies(self) -> None:
        """A card lies in one place only; several copies in as many."""
        for card, places in sorted(self.places.items()):
            copies = self.copies(card)
            if len(places) > copies:
                where = ", ".join(places[:6]) + (", ..." if len(places) > 6 else "")
                what = f"{copies} cop{'y' if copies == 1 else 'ies'} exist{'s' if copies == 1 else ''}"
                if not copies:
                    what = f"it is not used with {self.players} players"
                self.error(
                    self.cards.ids[card],
                    f"lies in {len(places)} place{'s' if len(places) > 1 else ''} ({where}), {what}",
                )
