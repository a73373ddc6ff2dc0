"""Intervals, sequential tests and ratings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

__all__ = ["Z95", "PlackettLuce", "SequentialTest", "mean_interval", "wilson"]

Z95 = NormalDist().inv_cdf(0.975)
ELO = 400 / math.log(10)
"""Elo points per unit of the logarithm of strength."""


def wilson(rate: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion."""
    if n <= 0:
        return 0.0, 1.0
    z = Z95**2
    centre = (rate + z / (2 * n)) / (1 + z / n)
    half = Z95 / (1 + z / n) * math.sqrt(rate * (1 - rate) / n + z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean with its 95 % interval in the normal approximation."""
    n = len(values)
    if n == 0:
        return math.nan, math.nan, math.nan
    mean = math.fsum(values) / n
    if n == 1:
        return mean, -math.inf, math.inf
    half = Z95 * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return mean, mean - half, mean + half


class SequentialTest:
    """Sequential probability ratio test of a win rate, fed with the mean of each deal in order.

    Deals are pairs of games with seats swapped, so their means scatter less than single games; the ratio is
    that of the normal approximation with the observed variance, which never falls below a floor.
    """

    LEAST = 8
    """Deals before anything is decided."""

    def __init__(self, low: float, high: float, alpha: float, beta: float) -> None:
        self.low, self.high = low, high
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)
        self.n = 0
        self.total = 0.0
        self.squares = 0.0
        self.verdict = ""

    @property
    def ratio(self) -> float:
        """Logarithm of the likelihood ratio of `high` to `low`."""
        if self.n < self.LEAST:
            return 0.0
        mean = self.total / self.n
        variance = max((self.squares - self.n * mean * mean) / (self.n - 1), 0.25 / self.n)
        return self.n * (self.high - self.low) * (mean - (self.low + self.high) / 2) / variance

    def add(self, share: float) -> bool:
        """One more deal; returns whether the test is decided."""
        self.n += 1
        self.total += share
        self.squares += share * share
        if self.ratio >= self.upper:
            self.verdict = "high"
        elif self.ratio <= self.lower:
            self.verdict = "low"
        return bool(self.verdict)


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float


class PlackettLuce:
    """Strengths of agents from the rankings of games, as Elo points with mean 0.

    A ranking is a series of choices: the first among all, the second among the rest and so on (with two
    players this is the model of Bradley and Terry).  Players with equal scores share a choice.  Fitted by
    the minorization of Hunter (2004); every pair has one drawn game added, which keeps strengths finite.
    """

    def __init__(self, agents: int) -> None:
        self.agents = agents
        self.choices: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
        for i in range(agents):
            for j in range(i):
                self.add((i, j), (0, 0))

    def add(self, seats: Sequence[int], scores: Sequence[int]) -> None:
        """A game: agents by seat and their scores."""
        left = list(range(len(seats)))
        while left:
            best = max(scores[seat] for seat in left)
            tied = [seat for seat in left if scores[seat] == best]
            for taken in range(len(tied)):
                # Of the tied players `taken` have been chosen already, nobody knows which.
                there = 1 - taken / len(tied)
                among = [0.0] * self.agents
                chosen = [0.0] * self.agents
                for seat in left:
                    among[seats[seat]] += there if seat in tied else 1.0
                for seat in tied:
                    chosen[seats[seat]] += 1 / len(tied)
                if sum(among) > 1:
                    self.choices[tuple(among), tuple(chosen)] += 1
            left = [seat for seat in left if seat not in tied]

    def ratings(self) -> list[Rating]:
        """By agent, with 95 % intervals."""
        among = np.array([key[0] for key in self.choices])
        chosen = np.array([key[1] for key in self.choices])
        count = np.array(list(self.choices.values()), dtype=float)
        wins = count @ chosen
        strength = np.ones(self.agents)
        for _ in range(2000):
            new = wins / (count / (among @ strength) @ among)
            new /= np.exp(np.log(new).mean())
            if np.abs(np.log(new / strength)).max() < 1e-10:
                break
            strength = new
        error = self.errors(among, count, strength)
        elo = ELO * np.log(strength)
        return [
            Rating(float(elo[i]), float(elo[i] - Z95 * error[i]), float(elo[i] + Z95 * error[i]))
            for i in range(self.agents)
        ]

    def errors(self, among: np.ndarray, count: np.ndarray, strength: np.ndarray) -> np.ndarray:
        """Standard errors in Elo points from the information matrix, under a sum of 0."""
        share = among * strength / (among @ strength)[:, None]
        information = np.diag(count @ share) - (share * count[:, None]).T @ share
        inverse = np.linalg.pinv(information, hermitian=True)
        return np.asarray(ELO * np.sqrt(np.clip(np.diag(inverse), 0, None)))
