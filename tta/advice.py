"""What an agent thinks of the moves of a position.

A search can be watched and stopped; who watches never changes its answer: the same iterations and seed give
the same one.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from engine import Game, Move
from engine.vocabulary import MoveKind
from mcts.agents import Agent, IsmctsAgent, evaluation, find_move
from mcts.chances import TEMPERS, Temper, temper, temper_at
from mcts.native import seed_of_decision
from mcts.result import LineMove, MoveResult, SearchResult
from mcts.search import Search
from tta.interrupt import Interrupt

__all__ = ["Adviser", "Limit", "Ranked", "Ranking", "adviser"]

WORLDS = 4
Z = 1.96
"""Standard errors to each side of an interval of 95 %."""


@dataclass(frozen=True)
class Limit:
    """How long to think about one decision; 0 = no limit of this sort."""

    iterations: int = 0
    seconds: float = 0.0

    def part(self, iterations: float, seconds: float) -> Limit:
        """The limit of a decision that deserves only a part of the effort."""
        return Limit(math.ceil(self.iterations * iterations), self.seconds * seconds)


@dataclass(frozen=True)
class Ranked:
    """One move: probabilities from 0 to 1, culture at the end of the game, all for the player who decides."""

    move: Move
    visits: int
    share: float
    win: float
    win_low: float
    win_high: float
    culture: float


@dataclass(frozen=True)
class Ranking:
    """The moves of a decision, best first."""

    moves: list[Ranked]
    win: list[float]
    """Probability to win of each player after the best move."""
    culture: list[float]
    """Expected culture of each player at the end."""
    iterations: int
    seconds: float
    interrupted: bool = False
    line: list[LineMove] = field(default_factory=list)
    """What the search expects, also of the other players."""

    @property
    def best(self) -> Move:
        return self.moves[0].move


Watch = Callable[[Ranking], None]


class Adviser(ABC):
    """Ranks the moves of a player's decisions, following one game."""

    is_search = False

    @abstractmethod
    def rank(self, game: Game, limit: Limit, watch: Watch | None = None) -> Ranking:
        """The moves of the player to decide, from what that player knows."""

    def follow(self, move: Move) -> None:  # noqa: B027 - most advisers have nothing to carry on
        """The move was played, and brought nothing to light that was hidden before."""


# ---------------------------------------------------------------- search


class SearchAdviser(Adviser):
    """An information-set search; its tree is kept while the plan follows it."""

    is_search = True

    def __init__(self, agent: IsmctsAgent, seed: int, interrupt: Interrupt) -> None:
        self.agent = agent
        self.seed = seed
        self.interrupt = interrupt
        self.runs = 0
        self.search: Search | None = None

    def rank(self, game: Game, limit: Limit, watch: Watch | None = None) -> Ranking:
        self.search = self.interrupt.target = self.agent.search(game)
        moves = {move.code: move for move in game.legal_moves()}
        seat = game.player_to_move
        by = TEMPERS[game.players][game.age]
        result = self.search.run(
            iterations=limit.iterations,
            seconds=limit.seconds,
            decision=seed_of_decision(self.seed, self.runs),
            watch=None if watch is None else lambda so_far: watch(ranking_of(so_far, moves, seat, by)),
        )
        self.runs += 1
        return ranking_of(result, moves, seat, by)

    def follow(self, move: Move) -> None:
        if self.search is not None:
            self.search.play(move.code)


def ranking_of(result: SearchResult, moves: dict[int, Move], seat: int, by: Temper) -> Ranking:
    """What a search found, for people."""
    return Ranking(
        moves=[ranked(found, moves[found.move], seat, by) for found in result.moves],
        win=temper(result.win, seat, by),
        culture=list(result.moves[0].culture),
        iterations=result.iterations,
        seconds=result.seconds,
        interrupted=result.interrupted,
        line=result.line,
    )


def ranked(found: MoveResult, move: Move, seat: int, by: Temper) -> Ranked:
    low, high = (temper_at(found.win, seat, bound, by) for bound in found.interval(seat))
    return Ranked(
        move=move,
        visits=found.visits,
        share=found.share,
        win=temper(found.win, seat, by)[seat],
        win_low=low,
        win_high=high,
        culture=found.culture[seat],
    )


# ---------------------------------------------------------------- other agents


class ChoiceAdviser(Adviser):
    """An agent that only names its move; the others are ranked by the evaluation of what they lead to."""

    def __init__(self, agent: Agent, seed: int) -> None:
        self.agent = agent
        self.seed = seed
        self.decisions = 0

    def rank(self, game: Game, limit: Limit, watch: Watch | None = None) -> Ranking:
        begin = time.perf_counter()
        choice = self.agent.choose(game, seed_of_decision(self.seed, self.decisions)).code
        self.decisions += 1
        seat = game.player_to_move
        worlds = [game.determinize(seat, seed_of_decision(self.seed, world)) for world in range(WORLDS)]
        moves = [move for move in game.legal_moves() if move.code == choice or move.kind != MoveKind.RESIGN]
        values = {move.code: self.value(worlds, move.code) for move in moves}
        order = sorted(values, key=lambda code: (code != choice, -values[code][0][seat], code))
        return Ranking(
            moves=[self.ranked(find_move(game, code), seat, values[code], code == choice) for code in order],
            win=values[choice][0],
            culture=values[choice][2],
            iterations=0,
            seconds=time.perf_counter() - begin,
        )

    @staticmethod
    def ranked(
        move: Move, seat: int, value: tuple[list[float], list[float], list[float]], chosen: bool
    ) -> Ranked:
        win, errors, culture = value
        low, high = max(0.0, win[seat] - Z * errors[seat]), min(1.0, win[seat] + Z * errors[seat])
        return Ranked(move, int(chosen), float(chosen), win[seat], low, high, culture[seat])

    def value(self, worlds: list[Game], code: int) -> tuple[list[float], list[float], list[float]]:
        """Mean chances to win, their standard errors and mean culture over the worlds, by player."""
        chances, cultures = [], []
        for world in worlds:
            after = world.clone()
            after.apply(find_move(after, code))
            judge = evaluation(after.players, after.edition)
            if after.is_over:
                share = 1 / len(after.winners)
                chances.append([share if seat in after.winners else 0.0 for seat in range(after.players)])
                cultures.append([float(score or 0) for score in after.scores])
            else:
                chances.append(judge.win_chances(after))
                cultures.append(judge.worth(after))
        count = len(worlds)
        win = [sum(column) / count for column in zip(*chances, strict=True)]
        errors = [
            math.sqrt(sum((value - mean) ** 2 for value in column) / (count - 1) / count)
            for column, mean in zip(zip(*chances, strict=True), win, strict=True)
        ]
        return win, errors, [sum(column) / count for column in zip(*cultures, strict=True)]


def adviser(agent: Agent, seed: int, interrupt: Interrupt | None = None) -> Adviser:
    """The adviser of an agent; an interrupt shortens its search."""
    if isinstance(agent, IsmctsAgent):
        return SearchAdviser(agent, seed, interrupt or Interrupt())
    return ChoiceAdviser(agent, seed)
