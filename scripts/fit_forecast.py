"""Fit the forecast of the final culture, by which a search rates its leaves.

    python scripts/fit_forecast.py --players 2 --games 3000 --jobs 2 --record games.jsonl \
        --out mcts/weights/forecast_2.yaml

Games of an agent against itself, in which now and then another one decides, so that positions differ more
than one style would let them.  With --record they are kept in a file, and a run that finds its file plays
only what is missing.  At each start of a turn it is noted what all players have.  Differences of final
culture between players are then a linear function of the differences of

* the features, with weights that change with the turns left;
* cards in play and workers on them, with a worth at once and one for each turn left, pulled harder towards
  nothing, because there are many of them.

`base` brings the sums to the level of culture, and `spread` makes the chances of winning as likely as
possible.  A fifth of the games is kept aside and reported: how often the greater forecast wins, and the
log-loss.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game, default_edition
from mcts.agents import AgentError
from mcts.evaluation import Evaluation
from mcts.forecast import features_of, in_play
from mcts.weights import FEATURE_NAMES, MOMENTS, CardWorths, ForecastWeights, write_forecast
from scripts.self_play import Played, add_arguments, asked_games

TURNS = (0, 2, 5, 9, 14, 19)
LONG = 20.0  # turns left that count as one in the fit of worths for each turn
PULL = 10.0  # of the features towards nothing
CARD_PULL = 400.0  # of the cards
REPORTED = ((0, 2.5), (2.5, 5), (5, 9), (9, 14), (14, 40))

Array = NDArray[np.float64]


# ---------------------------------------------------------------- positions


@dataclass(frozen=True)
class Positions:
    """Starts of turns: game, turns left; features, cards with workers, and final culture by player."""

    game: NDArray[np.int64]
    turns: Array
    features: Array
    cards: NDArray[np.uint8]
    culture: Array


CARD_NAMES = tuple(name for name in default_edition().ids if name)


def cards_of(game: Game, player: int) -> NDArray[np.uint8]:
    """Cards in play, then workers, by card."""
    counts = np.zeros(2 * len(CARD_NAMES), np.uint8)
    in_front, workers = in_play(game, player)
    for name in in_front:
        counts[CARD_NAMES.index(name)] = 1
    for name, count in workers.items():
        counts[len(CARD_NAMES) + CARD_NAMES.index(name)] = count
    return counts


def replay(players: int, played: Played) -> Positions:
    """What is noted of one game."""
    seed, codes = played
    evaluation = Evaluation(players)
    game = Game.new(players=players, seed=seed)
    turns, features, cards = [], [], []
    turn = None
    for code in codes:
        if game.phase == "politics" and turn != (game.round, game.player_to_move):
            turn = (game.round, game.player_to_move)
            found = [features_of(evaluation, game, p) for p in range(players)]
            turns.append(found[0][0])
            features.append([values for _, values in found])
            cards.append([cards_of(game, p) for p in range(players)])
        game.apply_code(code)
    culture = np.array([0 if score is None else score for score in game.scores], float)
    n = len(turns)
    return Positions(
        np.full(n, seed), np.array(turns), np.array(features), np.array(cards), np.tile(culture, (n, 1))
    )


def collect(games: list[Positions]) -> Positions:
    return Positions(
        *(np.concatenate(columns) for columns in zip(*(vars(g).values() for g in games), strict=True))
    )


def part_of(positions: Positions, chosen: NDArray[np.bool_]) -> Positions:
    return Positions(*(column[chosen] for column in vars(positions).values()))


# ---------------------------------------------------------------- the fit


def mixture(turns: Array) -> Array:
    """Part of each moment by position: linear between two of them."""
    return np.stack([np.interp(turns, TURNS, np.eye(MOMENTS)[k]) for k in range(MOMENTS)], axis=1)


def inputs(positions: Positions, p: int) -> Array:
    """All that is summed up for a player: features by moment, cards at once, cards for each turn."""
    features = mixture(positions.turns)[:, :, None] * positions.features[:, p, None, :]
    cards = positions.cards[:, p].astype(float)
    turns = positions.turns[:, None] / LONG
    return np.concatenate([features.reshape(len(features), -1), cards, turns * cards], axis=1)


def fit_weights(positions: Positions) -> Array:
    """Ridge regression, on inputs of the same deviation."""
    players = positions.culture.shape[1]
    products: Array | float = 0.0
    targets: Array | float = 0.0
    for p, q in combinations(range(players), 2):
        x = inputs(positions, p) - inputs(positions, q)
        products = products + x.T @ x
        targets = targets + x.T @ (positions.culture[:, p] - positions.culture[:, q])
    assert isinstance(products, np.ndarray)
    pairs = players * (players - 1) // 2 * len(positions.turns)
    scale = np.sqrt(np.diag(products) / pairs) + 1e-9
    n_features = MOMENTS * len(FEATURE_NAMES)
    pull = np.where(np.arange(len(scale)) < n_features, PULL, CARD_PULL)
    solved = np.linalg.solve(products / np.outer(scale, scale) + np.diag(pull), targets / scale)
    return np.asarray(solved / scale)


def sums(positions: Positions, weights: Array) -> Array:
    """Weighted sums by position and player."""
    players = positions.culture.shape[1]
    return np.stack([inputs(positions, p) @ weights for p in range(players)], axis=1)


def fit_base(positions: Positions, total: Array) -> Array:
    rest = (positions.culture - total).mean(axis=1)
    return np.asarray(np.linalg.lstsq(mixture(positions.turns), rest, rcond=None)[0])


def log_loss(positions: Positions, total: Array, spread: Array) -> Array:
    """By position: minus the logarithm of the chance that the winners were given."""
    scaled = total / (mixture(positions.turns) @ spread)[:, None]
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    chance = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    best = positions.culture == positions.culture.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    return np.asarray(-(shares * np.log(chance + 1e-9)).sum(axis=1))


def fit_spread(positions: Positions, total: Array) -> Array:
    spread = np.full(MOMENTS, 25.0)
    for factor in (2.0, 1.4, 1.2, 1.1, 1.05, 1.02):
        for _ in range(6):
            for k in range(MOMENTS):
                tries = [spread * np.where(np.arange(MOMENTS) == k, f, 1) for f in (1 / factor, 1, factor)]
                spread = min(tries, key=lambda tried: float(log_loss(positions, total, tried).mean()))
    return spread


def report(positions: Positions, total: Array, spread: Array) -> None:
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


def name_worths(once: Array, turn: Array) -> CardWorths:
    """Cards that were in play, with two worths each."""
    return {
        name: (float(a), float(b) / LONG) for name, a, b in zip(CARD_NAMES, once, turn, strict=True) if a or b
    }


def name_weights(weights: Array, base: Array, spread: Array) -> ForecastWeights:
    n = MOMENTS * len(FEATURE_NAMES)
    by_moment = weights[:n].reshape(MOMENTS, -1)
    once, workers_once, turn, workers_turn = weights[n:].reshape(4, -1)
    moments = [
        {
            "turns": TURNS[k],
            "base": float(base[k]),
            "spread": float(spread[k]),
            **{name: float(by_moment[k, i]) for i, name in enumerate(FEATURE_NAMES)},
        }
        for k in range(MOMENTS)
    ]
    return ForecastWeights(moments, name_worths(once, turn), name_worths(workers_once, workers_turn))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the forecast")
    arguments = parser.parse_args(argv)
    try:
        plan, games = asked_games(arguments)
    except (AgentError, ValueError) as error:
        parser.error(str(error))
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        positions = collect(pool.map(partial(replay, plan.players), games, chunksize=8))
    aside = np.unique(positions.game, return_inverse=True)[1] % 5 == 0
    known, control = part_of(positions, ~aside), part_of(positions, aside)
    weights = fit_weights(known)
    total = sums(known, weights)
    base, spread = fit_base(known, total), fit_spread(known, total)
    report(control, sums(control, weights), spread)
    comment = (
        f"Forecast of the final culture with {plan.players} players (meaning: mcts/forecast.pxd).\n"
        f"Fitted by scripts/fit_forecast.py to {arguments.games} games of {plan}"
    )
    write_forecast(name_weights(weights, base, spread), arguments.out, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
