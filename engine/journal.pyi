from collections.abc import Iterable
from typing import Any

from engine.cards import CardSet

WHAT: tuple[str, ...]

class Journal:
    events: list[tuple[int, ...]]
    offers: dict[tuple[int, int, int], int]
    texts: list[str]
    scores: list[int | None]
    decisions: list[int]
    players: list[dict[str, Any]]
    rounds: int
    def __init__(
        self, edition: CardSet, players: int, seed: int, codes: Iterable[int], texts: bool = False
    ) -> None: ...
