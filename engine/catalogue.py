"""What positions and move texts need to know about the cards of an edition, by number."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from engine.vocabulary import WORKER_KINDS, Kind, SpecialType

INITIAL, CIVIL, MILITARY = range(3)

MILITARY_KINDS = frozenset(kind for kind in Kind if kind >= Kind.EVENT)
CIVIL_KINDS = frozenset(Kind) - MILITARY_KINDS
EVENT_KINDS = frozenset({Kind.EVENT, Kind.TERRITORY})
TECHNOLOGY_KINDS = frozenset(kind for kind in Kind if kind < WORKER_KINDS)
UNIT_KINDS = frozenset(kind for kind in TECHNOLOGY_KINDS if kind >= Kind.INFANTRY)


class Catalogue:
    """The cards of an edition; number 0 is no card."""

    def __init__(self, edition: Any) -> None:
        tables = edition.data.tables
        self.ids: list[str] = list(tables.ids)
        self.size = len(self.ids)
        self.tables: list[dict[str, Any]] = tables.cards
        self.numbers = {card_id: number for number, card_id in enumerate(self.ids) if number}
        self.names = {card_id: edition.name(card_id) for card_id in self.numbers}
        self.kind = [None, *(Kind(table["kind"]) for table in self.tables[1:])]
        self.level = [0, *(int(table["level"]) for table in self.tables[1:])]

    def copies(self, card: int, players: int) -> int:
        """Copies in the decks of a game for that many players."""
        return int(self.tables[card]["copies"][players])

    def is_initial(self, card: int) -> bool:
        """Every player starts with it; no deck holds it."""
        return bool(self.tables[card]["deck"] == INITIAL)

    def is_military(self, card: int) -> bool:
        return bool(self.tables[card]["deck"] == MILITARY)

    def is_event(self, card: int) -> bool:
        """It can lie in the event piles."""
        return self.kind[card] in EVENT_KINDS

    def stages(self, card: int) -> int:
        return int(self.tables[card].get("n_stages", 0))

    def special_type(self, card: int) -> SpecialType:
        return SpecialType(self.tables[card].get("special_type", 0))

    def slot(self, card: int) -> int:
        """Technology slot of a card that carries workers, -1 for others."""
        return int(self.tables[card].get("slot", -1))

    @cached_property
    def slot_card(self) -> dict[int, int]:
        return {self.slot(card): card for card in range(1, self.size) if self.slot(card) >= 0}

    def of_kind(self, *kinds: Kind) -> list[int]:
        return [card for card in range(1, self.size) if self.kind[card] in kinds]

    def by_index(self, kind: Kind) -> list[int]:
        """Cards of a kind in the order of their bits."""
        return sorted(self.of_kind(kind), key=lambda card: int(self.tables[card].get("index", 0)))

    @cached_property
    def wonders(self) -> list[int]:
        return self.by_index(Kind.WONDER)

    @cached_property
    def territories(self) -> list[int]:
        return self.by_index(Kind.TERRITORY)

    @cached_property
    def tactics(self) -> list[int]:
        return self.by_index(Kind.TACTIC)


_known: dict[str, Catalogue] = {}


def catalogue(edition: Any) -> Catalogue:
    """The catalogue of an edition, built at the first call."""
    found = _known.get(edition.hash)
    if found is None:
        found = _known[edition.hash] = Catalogue(edition)
    return found
