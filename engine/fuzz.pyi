from collections.abc import Sequence
from typing import Any

from engine.cards import CardSet

class Walk:
    games: int
    decisions: int
    branches: int
    worlds: int
    codes: list[int]
    scores: list[int]
    def __init__(self, edition: CardSet | None = None, every: int = 4) -> None: ...
    def play(self, players: int, seed: int) -> dict[str, Any] | None: ...
    def coverage(self) -> dict[str, list[int]]: ...

def merge_coverage(parts: Sequence[dict[str, list[int]]]) -> dict[str, list[int]]: ...
