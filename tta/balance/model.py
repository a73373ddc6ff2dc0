"""What the takers of cards could expect, and how far they came out above or below it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist, fmean

import numpy as np

from tta.balance.data import Data, Seat, Take
from tta.match.statistics import Z95

__all__ = ["Expectation", "bounds", "clustered", "two_sided"]

ROUNDS = 20
"""A usual game; scales the round of a take."""
SCALE = (20.0, 4.0, 4.0, 8.0)
"""Usual leads in culture, culture rating, science rating and strength."""
RIDGE = 1e-3


class Expectation:
    """All takes in games with one number of players; lists go by take."""

    def __init__(self, data: Data, players: int) -> None:
        self.players = players
        self.takes = [take for take in data.takes if data.seats[take.game, take.seat].players == players]
        self.seats: list[Seat] = [data.seats[take.game, take.seat] for take in self.takes]
        self.chance: list[float] = []
        """Of winning, from seat, agent and standing just before the take."""
        self.excess: list[float] = []
        """Lead in culture at the end beyond the one that could be expected."""
        if not self.takes:
            return
        matrix = design(data, self.takes, players)
        margin = np.array([seat.margin for seat in self.seats])
        self.chance = logistic(matrix, np.array([seat.win for seat in self.seats])).tolist()
        self.excess = (margin - linear(matrix, margin)).tolist()

    def first_takes(self) -> dict[str, list[int]]:
        """By card the takes that count: the first one of each seat."""
        first: dict[str, list[int]] = defaultdict(list)
        seen = set()
        for i, take in enumerate(self.takes):
            if (take.game, take.seat, take.card) not in seen:
                seen.add((take.game, take.seat, take.card))
                first[take.card].append(i)
        return first

    def win_effect(self, chosen: Sequence[int]) -> tuple[float, float]:
        """Mean of (won less expected) over some takes, and its standard error."""
        residuals = [self.seats[i].win - self.chance[i] for i in chosen]
        return clustered(residuals, [self.seats[i].deal for i in chosen])

    def culture_effect(self, chosen: Sequence[int]) -> tuple[float, float]:
        return clustered([self.excess[i] for i in chosen], [self.seats[i].deal for i in chosen])


def design(data: Data, takes: Sequence[Take], players: int) -> np.ndarray:
    """One row per take: constant, seat, agent, time, standing, and standing by time."""
    agents = sorted({data.seats[take.game, take.seat].agent for take in takes})
    columns = 1 + (players - 1) + (len(agents) - 1) + 1 + 2 * len(SCALE)
    matrix = np.zeros((len(takes), columns))
    matrix[:, 0] = 1
    for i, take in enumerate(takes):
        seat = data.seats[take.game, take.seat]
        if seat.seat:
            matrix[i, seat.seat] = 1
        agent = agents.index(seat.agent)
        if agent:
            matrix[i, players - 1 + agent] = 1
        time = take.round / ROUNDS - 0.5
        leads = [lead / scale for lead, scale in zip(take.leads, SCALE, strict=True)]
        matrix[i, -2 * len(SCALE) - 1] = time
        matrix[i, -2 * len(SCALE) : -len(SCALE)] = leads
        matrix[i, -len(SCALE) :] = [lead * time for lead in leads]
    return matrix


def logistic(matrix: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Fitted chances of winning (shares count as fractions); a small ridge keeps separated data finite."""
    weights = np.zeros(matrix.shape[1])
    ridge = RIDGE * len(won) / matrix.shape[1] * np.eye(matrix.shape[1])
    ridge[0, 0] = 0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30)))
        gradient = matrix.T @ (won - chance) - ridge @ weights
        hessian = (matrix * (chance * (1 - chance))[:, None]).T @ matrix + ridge
        change = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        weights += change
        if np.abs(change).max() < 1e-9:
            break
    return np.asarray(1 / (1 + np.exp(-np.clip(matrix @ weights, -30, 30))))


def linear(matrix: np.ndarray, values: np.ndarray) -> np.ndarray:
    return np.asarray(matrix @ np.linalg.lstsq(matrix, values, rcond=None)[0])


def clustered(residuals: Sequence[float], clusters: Sequence[int]) -> tuple[float, float]:
    """Mean and its standard error when residuals of one deal hang together."""
    n = len(residuals)
    mean = fmean(residuals)
    sums: defaultdict[int, float] = defaultdict(float)
    for residual, cluster in zip(residuals, clusters, strict=True):
        sums[cluster] += residual - mean
    groups = len(sums)
    if groups < 2:
        return mean, math.inf
    square = math.fsum(value * value for value in sums.values()) * groups / (groups - 1)
    return mean, max(math.sqrt(square) / n, 0.5 / n)


def two_sided(mean: float, error: float) -> float:
    return 2 * (1 - NormalDist().cdf(abs(mean) / error)) if math.isfinite(error) else 1.0


def bounds(mean: float, error: float) -> tuple[float, float]:
    if not math.isfinite(error):
        return math.nan, math.nan
    return mean - Z95 * error, mean + Z95 * error
