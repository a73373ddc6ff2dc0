"""Names of cards in the records and their numbers here."""

from __future__ import annotations

from typing import Any

from engine.catalogue import Catalogue, catalogue
from engine.vocabulary import AGE_NAMES

OTHER_NAMES = {
    "Military Bonus": "Defense/Colonization",
    "Johann Sebastian Bach": "J.S. Bach",
    "Military Alliance": "Military Pact",
}
"""Printed names and what the records call these cards."""


class CardNames:
    """Both directions between `I:Iron` and card numbers, for one edition."""

    def __init__(self, edition: Any) -> None:
        self.edition = edition
        self.cards: Catalogue = catalogue(edition)
        self._names = [""]
        for number in range(1, self.cards.size):
            printed = self.cards.names[self.cards.ids[number]]
            self._names.append(f"{AGE_NAMES[self.cards.level[number]]}:{OTHER_NAMES.get(printed, printed)}")
        self._numbers = {name: number for number, name in enumerate(self._names) if number}

    def name(self, number: int) -> str:
        return self._names[number]

    def name_or_none(self, number: int) -> str | None:
        return self._names[number] if number else None

    def names(self, numbers: list[int]) -> list[str]:
        return sorted(self._names[number] for number in numbers)

    def number(self, name: str) -> int:
        return self._numbers[name]

    def of_action(self, action: dict[str, Any]) -> int:
        """The card of an action that states name and age apart."""
        return self._numbers[f"{action['age']}:{action['card']}"]
