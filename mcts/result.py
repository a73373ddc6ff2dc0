"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class MoveResult:
    """One move of the root."""

    move: int
    """The 32-bit value of the move."""
    visits: int
    share: float
    """Part of all visits."""
    win: tuple[float, ...]
    """Mean reward of each player: the probability to win."""
    error: float
    """Standard error of the observer's mean in this search, as if the iterations were independent;
    infinite before the second one."""
    culture: tuple[float, ...]
    """Mean final culture of each player in this search, as far as leaves tell it."""

    def interval(self, player: int, z: float = 1.96) -> tuple[float, float]:
        """The interval of `z` standard errors around the mean of the observer, within 0 and 1."""
        mean = self.win[player]
        return max(0.0, mean - z * self.error), min(1.0, mean + z * self.error)


@dataclass(frozen=True)
class LineMove:
    """A move of the principal line."""

    player: int
    move: int
    text: str
    visits: int
    win: tuple[float, ...]


@dataclass(frozen=True)
class SearchResult:
    """The answer of a search: moves by visits, most first."""

    observer: int
    moves: list[MoveResult]
    iterations: int
    """Made by this search; visits of a kept tree come on top."""
    seconds: float
    nodes: int
    bytes: int
    """Memory of the trees."""
    full: bool
    """A tree reached its memory cap."""
    interrupted: bool
    """Stopped by `stop()` or Ctrl-C before its limits."""
    line: list[LineMove] = field(default_factory=list)
    """The most visited path: the plan for the rest of the turn, and further as far as it is well visited."""

    @property
    def best(self) -> int:
        """The value of the most visited move."""
        return self.moves[0].move

    @property
    def win(self) -> tuple[float, ...]:
        """Probability to win of each player after the best move."""
        return self.moves[0].win
