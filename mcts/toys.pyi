from collections.abc import Mapping, Sequence

from mcts.interface import SearchGame

__all__ = ["Climb", "Cups", "KuhnPoker"]

class KuhnPoker(SearchGame):
    def __init__(
        self,
        cards: Sequence[int],
        history: Sequence[int] = (),
        seat: int = 0,
        opponent: Mapping[tuple[int, int], float] | None = None,
    ) -> None: ...

class Climb(SearchGame):
    def __init__(self, heights: Sequence[int] = (0, 0), turn: int = 0, turns: int = 6) -> None: ...

class Cups(SearchGame):
    def __init__(self, stage: int = 0, cup: int = 0, weights: Sequence[float] = (1, 1, 1)) -> None: ...
