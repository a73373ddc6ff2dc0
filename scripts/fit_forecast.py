"""Fit the forecast of the final culture, by which a search rates its leaves.

    python scripts/fit_forecast.py --players 2 --games 1000 --jobs 2 --out mcts/weights/forecast_2.yaml

Games of an agent against itself, in which now and then another one decides, so that positions differ more
than one style would let them.  At each start of a turn the features of all players are noted.
Differences of final culture between players are then a linear function of the differences of their
features (ridge regression), with weights that change with the turns left; `base` brings the sums to
the level of culture, and `spread` makes the chances of winning as likely as possible.  A fifth of the
games is kept aside and reported: how often the greater forecast wins, and the log-loss.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game
from mcts.agents import AgentError, parse_agent
from mcts.evaluation import Evaluation
from mcts.forecast import features_of
from mcts.native import seed_of_decision
from mcts.weights import FEATURE_NAMES, MOMENTS, Moment, write_forecast

TURNS = (0, 2, 5, 9, 14, 19)
RIDGE = 100.0
REPORTED = ((0, 2.5), (2.5, 5), (5, 9), (9, 14), (14, 40))

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Positions:
    """Starts of turns: game, turns left, features and final culture by player."""

    game: NDArray[np.int64]
    turns: Array
    features: Array
    culture: Array


def play(
    agent_text: str, other_text: str, share: float, players: int, seed: int
) -> list[tuple[float, Array, Array]]:
    agent, other = parse_agent(agent_text), parse_agent(other_text)
    evaluation = Evaluation(players)
    game = Game.new(players=players, seed=seed)
    chance = random.Random(seed)
    seen: list[tuple[float, Array]] = []
    turn = None
    decision = 0
    while not game.is_over:
        if game.phase == "politics" and turn != (game.round, game.player_to_move):
            turn = (game.round, game.player_to_move)
            found = [features_of(evaluation, game, p) for p in range(players)]
            seen.append((found[0][0], np.array([features for _, features in found])))
        chosen = other if chance.random() < share else agent
        game.apply(chosen.choose(game, seed_of_decision(seed, decision)))
        decision += 1
    culture = np.array([0 if score is None else score for score in game.scores], float)
    return [(turns, features, culture) for turns, features in seen]


def collect(games: list[list[tuple[float, Array, Array]]]) -> Positions:
    rows = [(number, *row) for number, game in enumerate(games) for row in game]
    number, turns, features, culture = zip(*rows, strict=True)
    return Positions(np.array(number), np.array(turns), np.array(features), np.array(culture))


def part_of(positions: Positions, chosen: NDArray[np.bool_]) -> Positions:
    return Positions(*(column[chosen] for column in vars(positions).values()))


def mixture(turns: Array) -> Array:
    """Part of each moment by position: linear between two of them."""
    return np.stack([np.interp(turns, TURNS, np.eye(MOMENTS)[k]) for k in range(MOMENTS)], axis=1)


def fit_weights(positions: Positions) -> Array:
    """One row of weights for each moment."""
    players = positions.culture.shape[1]
    parts = mixture(positions.turns)
    inputs, outputs = [], []
    for p, q in permutations(range(players), 2):
        difference = positions.features[:, p] - positions.features[:, q]
        inputs.append((parts[:, :, None] * difference[:, None, :]).reshape(len(parts), -1))
        outputs.append(positions.culture[:, p] - positions.culture[:, q])
    x, y = np.concatenate(inputs), np.concatenate(outputs)
    scale = x.std(axis=0) + 1e-9
    x = x / scale
    solved = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y) / scale
    return np.asarray(solved).reshape(MOMENTS, -1)


def sums(positions: Positions, weights: Array) -> Array:
    """Weighted sums of the features by position and player."""
    return np.asarray(np.einsum("nk,npf,kf->np", mixture(positions.turns), positions.features, weights))


def fit_base(positions: Positions, weights: Array) -> Array:
    rest = (positions.culture - sums(positions, weights)).mean(axis=1)
    return np.asarray(np.linalg.lstsq(mixture(positions.turns), rest, rcond=None)[0])


def log_loss(positions: Positions, total: Array, spread: Array) -> Array:
    """By position: minus the logarithm of the chance that the winners were given."""
    scaled = total / (mixture(positions.turns) @ spread)[:, None]
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    chance = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    best = positions.culture == positions.culture.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    return np.asarray(-(shares * np.log(chance + 1e-9)).sum(axis=1))


def fit_spread(positions: Positions, weights: Array) -> Array:
    total = sums(positions, weights)
    spread = np.full(MOMENTS, 25.0)
    for factor in (2.0, 1.4, 1.2, 1.1, 1.05, 1.02):
        for _ in range(6):
            for k in range(MOMENTS):
                tries = [spread * np.where(np.arange(MOMENTS) == k, f, 1) for f in (1 / factor, 1, factor)]
                spread = min(tries, key=lambda tried: float(log_loss(positions, total, tried).mean()))
    return spread


def report(positions: Positions, weights: Array, spread: Array) -> None:
    total = sums(positions, weights)
    hit = positions.culture[np.arange(len(total)), total.argmax(axis=1)] == positions.culture.max(axis=1)
    loss = log_loss(positions, total, spread)
    even = np.log(positions.culture.shape[1])
    for low, high in REPORTED:
        chosen = (positions.turns >= low) & (positions.turns < high)
        if chosen.any():
            print(
                f"{low:g} to {high:g} turns left: {chosen.sum()} positions, greatest forecast wins "
                f"{100 * hit[chosen].mean():.1f} %, log-loss {loss[chosen].mean():.3f} (even {even:.3f})"
            )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--agent", default="beam:width=6,worlds=2")
    parser.add_argument("--other", default="quick:noise=1", help="decides now and then")
    parser.add_argument("--share", type=float, default=0.2, help="part of the decisions of the other agent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; never changes the result")
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the forecast")
    arguments = parser.parse_args(argv)
    try:
        parse_agent(arguments.agent), parse_agent(arguments.other)
    except AgentError as error:
        parser.error(str(error))
    task = partial(play, arguments.agent, arguments.other, arguments.share, arguments.players)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        positions = collect(pool.map(task, seeds, chunksize=1))
    aside = positions.game % 5 == 0
    known = part_of(positions, ~aside)
    weights = fit_weights(known)
    base, spread = fit_base(known, weights), fit_spread(known, weights)
    report(part_of(positions, aside), weights, spread)
    moments: list[Moment] = [
        {
            "turns": TURNS[k],
            "base": float(base[k]),
            "spread": float(spread[k]),
            **{name: float(weights[k, i]) for i, name in enumerate(FEATURE_NAMES)},
        }
        for k in range(MOMENTS)
    ]
    comment = (
        f"Forecast of the final culture with {arguments.players} players (meaning: mcts/forecast.pxd).\n"
        f"Fitted by scripts/fit_forecast.py to {arguments.games} games of {arguments.agent}, "
        f"{arguments.share:.0%} of the decisions by {arguments.other}"
    )
    write_forecast(moments, arguments.out, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
