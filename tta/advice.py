"""What an agent thinks of the moves of a position.

A search is run in slices, so that it can be watched and stopped.  The slices depend only on the limit, never
on who is watching: the same iterations and seed give the same answer.
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
from mcts.native import seed_of_decision
from mcts.result import LineMove, SearchResult
from mcts.search import Search
from tta.interrupt import Interrupt

__all__ = ["Adviser", "Limit", "Ranked", "Ranking", "adviser"]

SLICES = 20
SLICE_SECONDS = 0.15
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


class Tally:
    """Sums over the slices of a search for one move."""

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.rewards = [0.0] * players
        self.samples = 0  # with a known error
        self.culture = [0.0] * players
        self.squared_error = 0.0

    def mean(self, sums: list[float], count: int) -> list[float]:
        return [value / count if count else 0.0 for value in sums]

    @property
    def error(self) -> float:
        """Standard error of the mean, the slices taken as independent."""
        return math.sqrt(self.squared_error) / self.samples if self.samples else math.inf


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
        earlier = self.interrupt.requested
        collected = Collected(game)
        begin = time.perf_counter()
        spent = False
        while not spent:
            collected.add(self.slice(limit, collected.iterations, time.perf_counter() - begin))
            collected.interrupted |= self.interrupt.requested and not earlier
            seconds = time.perf_counter() - begin
            spent = collected.interrupted or self.is_spent(limit, collected.iterations, seconds)
            if watch is not None:
                watch(collected.ranking(seconds))
        return collected.ranking(time.perf_counter() - begin)

    def slice(self, limit: Limit, iterations: int, seconds: float) -> SearchResult:
        assert self.search is not None
        # Perfect-information worlds are counted per run: one run then has to do it all.
        whole = self.search.options.algorithm == "pimc"
        count = limit.iterations if whole else math.ceil(limit.iterations / SLICES)
        left = limit.seconds - seconds
        length = left if whole else min(SLICE_SECONDS, left)
        decision = seed_of_decision(self.seed, self.runs)
        self.runs += 1
        return self.search.run(
            iterations=min(count, limit.iterations - iterations) if limit.iterations else 0,
            seconds=max(length, 1e-3) if limit.seconds else 0.0,
            decision=decision,
        )

    @staticmethod
    def is_spent(limit: Limit, iterations: int, seconds: float) -> bool:
        return bool(limit.iterations and iterations >= limit.iterations) or bool(
            limit.seconds and seconds >= limit.seconds
        )

    def follow(self, move: Move) -> None:
        if self.search is not None:
            self.search.play(move.code)


class Collected:
    """The slices of one search, added up."""

    def __init__(self, game: Game) -> None:
        self.moves = {move.code: move for move in game.legal_moves()}
        self.players = game.players
        self.seat = game.player_to_move
        self.tallies: dict[int, Tally] = {}
        self.last: dict[int, tuple[int, list[float]]] = {}
        self.last_visits = 0
        self.iterations = 0
        self.interrupted = False
        self.line: list[LineMove] = []

    def add(self, result: SearchResult) -> None:
        visits = sum(found.visits for found in result.moves)
        if visits < self.last_visits + result.iterations:
            self.last = {}  # a full tree was dropped: what it knew is in the tallies
        for found in result.moves:
            before, rewards = self.last.get(found.move, (0, [0.0] * self.players))
            tally = self.tallies.setdefault(found.move, Tally(self.players))
            new = found.visits - before
            sums = [value * found.visits for value in found.win]
            tally.visits += new
            tally.rewards = [
                total + now - then for total, now, then in zip(tally.rewards, sums, rewards, strict=True)
            ]
            self.last[found.move] = found.visits, sums
            tally.culture = [
                total + new * value for total, value in zip(tally.culture, found.culture, strict=True)
            ]
            if math.isfinite(found.error):
                tally.samples += new
                tally.squared_error += (new * found.error) ** 2
        self.last_visits = visits
        self.iterations += result.iterations
        self.interrupted |= result.interrupted
        self.line = result.line

    def ranking(self, seconds: float) -> Ranking:
        order = sorted(self.tallies, key=lambda code: (-self.tallies[code].visits, code))
        best = self.tallies[order[0]]
        return Ranking(
            moves=[self.ranked(code) for code in order],
            win=best.mean(best.rewards, best.visits),
            culture=best.mean(best.culture, best.visits),
            iterations=self.iterations,
            seconds=seconds,
            interrupted=self.interrupted,
            line=self.line,
        )

    def ranked(self, code: int) -> Ranked:
        tally = self.tallies[code]
        visits = sum(other.visits for other in self.tallies.values())
        win = tally.mean(tally.rewards, tally.visits)[self.seat]
        margin = Z * tally.error
        return Ranked(
            move=self.moves[code],
            visits=tally.visits,
            share=tally.visits / visits if visits else 0.0,
            win=win,
            win_low=max(0.0, win - margin),
            win_high=min(1.0, win + margin),
            culture=tally.mean(tally.culture, tally.visits)[self.seat],
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
