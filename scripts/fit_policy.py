"""Fit the weights of the quick judgement of moves to the choices of a stronger player.

    python scripts/fit_policy.py --teacher beam --games 150 --out mcts/weights/policy_2.yaml
    python scripts/fit_policy.py --teacher ismcts:iterations=1000 --players 3 --games 40 --out ...

The teacher plays against itself; the weights (in logarithms, with a pull towards where they began) follow the
gradient of the likelihood of the choices, measured by small differences on a part of the decisions at a
time (Adam).  A tenth of the games is kept aside and reported.  Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import default_edition
from mcts.agents import AgentError, parse_agent
from mcts.imitation import Lessons
from mcts.priors import policy_of
from mcts.weights import load_weights, write_weights
from tta.match.play import play_moves

# What the judgement of a single move does not use.
FIXED = ("cards_per_turn", "spread_late", "spread_turn", "playout_noise")
STEP = 0.02
DIFFERENCE = 0.03

Weights = dict[str, float]


@dataclass(frozen=True)
class Game:
    players: int
    seed: int
    codes: list[int]


def teach(teacher: str, players: int, seed: int) -> Game:
    """A game of the teacher against itself."""
    return Game(players, seed, play_moves([teacher] * players, seed, seed, default_edition()))


def lessons_of(games: list[Game]) -> Lessons:
    lessons = Lessons(default_edition())
    for game in games:
        lessons.add_game(game.players, game.seed, game.codes)
    return lessons


class Fit:
    """Weights under way, as logarithms of factors on those at the start."""

    def __init__(self, players: int, start: Weights, lessons: Lessons, batch: int, pull: float) -> None:
        self.players, self.start, self.lessons = players, start, lessons
        self.batch, self.pull = batch, pull
        self.names = [name for name in start if name not in FIXED]
        self.x = dict.fromkeys(self.names, 0.0)
        self.mean = dict.fromkeys(self.names, 0.0)
        self.square = dict.fromkeys(self.names, 0.0)
        self.steps = 0

    def weights(self, name: str = "", difference: float = 0.0) -> Weights:
        weights = dict(self.start)
        for key in self.names:
            weights[key] *= math.exp(self.x[key] + (difference if key == name else 0.0))
        return weights

    def likelihood(self, weights: Weights, first: int, end: int) -> float:
        return self.lessons.likelihood(policy_of(self.players, weights), first, end)[0]

    def step(self, rng: random.Random) -> None:
        first = rng.randrange(max(1, self.lessons.count - self.batch))
        end = min(first + self.batch, self.lessons.count)
        self.steps += 1
        for name in self.names:
            up = self.likelihood(self.weights(name, DIFFERENCE), first, end)
            down = self.likelihood(self.weights(name, -DIFFERENCE), first, end)
            slope = (up - down) / (2 * DIFFERENCE) - 2 * self.pull * self.x[name]
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.02 * (slope**2 - self.square[name])
        for name in self.names:
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.98**self.steps)
            self.x[name] += STEP * mean / (math.sqrt(square) + 1e-6)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--teacher", default="beam", help="agent whose choices are imitated")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=3000, help="decisions looked at in a step")
    parser.add_argument("--pull", type=float, default=0.003, help="strength of the pull towards the start")
    parser.add_argument("--start", help="weights to begin with (default: those of the evaluation)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play; never changes the result")
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the weights")
    arguments = parser.parse_args(argv)
    try:
        parse_agent(arguments.teacher)
    except AgentError as error:
        parser.error(str(error))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        games = pool.map(partial(teach, arguments.teacher, arguments.players), seeds, chunksize=1)
    aside = max(1, len(games) // 10)
    control, lessons = lessons_of(games[:aside]), lessons_of(games[aside:])
    start = load_weights(arguments.players, arguments.start)
    start["playout_noise"] = 0.0  # noise of playouts only blurs what they tell
    fit = Fit(arguments.players, start, lessons, arguments.batch, arguments.pull)
    rng = random.Random(arguments.seed)

    def report() -> None:
        value, hits = control.likelihood(policy_of(arguments.players, fit.weights()))
        print(f"step {fit.steps}: log-likelihood {value:.4f}, same choice {100 * hits:.1f} %", flush=True)

    print(f"{lessons.count} decisions, {control.count} kept aside")
    report()
    while fit.steps < arguments.steps:
        fit.step(rng)
        if fit.steps % 20 == 0 or fit.steps == arguments.steps:
            report()
    comment = (
        f"Weights of the quick judgement of moves for {arguments.players} players "
        f"(meaning: mcts/features.pxd).\nFitted by scripts/fit_policy.py to {lessons.count} choices of "
        f"{arguments.teacher}"
    )
    write_weights(fit.weights(), arguments.out, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
