"""Fit the spread of final margins, which turns the evaluation into a probability of winning.

    python scripts/fit_spread.py --agent greedy --players 2 --games 400 --out mcts/weights/2.yaml

The agent plays itself; at the start of every turn the worth of the position to all players and the turns left
are noted.  `spread_late` and `spread_turn` are chosen so that the result of the games is most likely.  Prints
the Brier score before and after, by age.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game
from engine.vocabulary import AGE_NAMES
from mcts.agents import Agent, AgentError, parse_agent
from mcts.evaluation import Evaluation
from mcts.native import seed_of_decision
from mcts.weights import load_weights, write_weights


@dataclass(frozen=True)
class Sample:
    """A position at the start of a turn, and how the game ended."""

    age: int
    turns: float
    worth: list[float]
    shares: list[float]


def chances(sample: Sample, late: float, turn: float) -> list[float]:
    spread = max(1.0, late + turn * sample.turns)
    best = max(sample.worth)
    weights = [math.exp((worth - best) / spread) for worth in sample.worth]
    return [weight / sum(weights) for weight in weights]


def loss(samples: Iterable[Sample], late: float, turn: float) -> float:
    """Negative log likelihood of the results."""
    total = 0.0
    for sample in samples:
        for chance, share in zip(chances(sample, late, turn), sample.shares, strict=True):
            if share:
                total -= share * math.log(max(chance, 1e-12))
    return total


def brier(samples: list[Sample], late: float, turn: float) -> float:
    """Mean squared error of the first player's chance."""
    return sum((chances(s, late, turn)[0] - s.shares[0]) ** 2 for s in samples) / max(1, len(samples))


def watch(agent: Agent, evaluation: Evaluation, players: int, seed: int) -> list[Sample]:
    game = Game.new(players=players, seed=seed)
    noted: list[tuple[int, float, list[float]]] = []
    decision = turn = 0
    while not game.is_over:
        now = game.round * players + game.current_player
        if now != turn and game.phase == "politics":
            turn = now
            noted.append((game.age, evaluation.turns_left(game, game.current_player), evaluation.worth(game)))
        game.apply(agent.choose(game, seed_of_decision(seed, decision)))
        decision += 1
    shares = [1 / len(game.winners) if p in game.winners else 0.0 for p in range(players)]
    return [Sample(age, turns, worth, shares) for age, turns, worth in noted]


def fit(samples: list[Sample], late: float, turn: float) -> tuple[float, float]:
    """Coordinate search with shrinking factors."""
    best = loss(samples, late, turn)
    factor = 1.6
    while factor > 1.01:
        improved = False
        for try_late, try_turn in (
            (late * factor, turn),
            (late / factor, turn),
            (late, turn * factor),
            (late, turn / factor),
        ):
            if try_late < 1 or try_turn < 0.05:
                continue
            value = loss(samples, try_late, try_turn)
            if value < best:
                best, late, turn, improved = value, try_late, try_turn, True
        if not improved:
            factor = math.sqrt(factor)
    return late, turn


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", help="file to begin with (default: the weights of the package)")
    parser.add_argument("--out", type=Path, help="file for the weights with the new spread")
    arguments = parser.parse_args(argv)
    weights = load_weights(arguments.players, arguments.weights)
    try:
        agent = parse_agent(arguments.agent)
    except AgentError as error:
        parser.error(str(error))
    evaluation = Evaluation(arguments.players, weights)
    samples: list[Sample] = []
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        samples += watch(agent, evaluation, arguments.players, seed)
    before = weights["spread_late"], weights["spread_turn"]
    after = fit(samples, *before)
    print(f"{len(samples)} positions of {arguments.games} games")
    print(f"spread before: {before[0]:.2f} + {before[1]:.2f} per turn left")
    print(f"fitted: {after[0]:.2f} + {after[1]:.2f} per turn left")
    for age in range(5):
        part = [sample for sample in samples if sample.age == age]
        if part:
            scores = f"{brier(part, *before):.4f} -> {brier(part, *after):.4f}"
            print(f"  Age {AGE_NAMES[age]}: Brier {scores} ({len(part)} positions)")
    print(f"  all: Brier {brier(samples, *before):.4f} -> {brier(samples, *after):.4f}")
    if arguments.out:
        comment = "".join(f"{line[2:]}\n" for line in header(arguments.out)).rstrip("\n")
        write_weights({**weights, "spread_late": after[0], "spread_turn": after[1]}, arguments.out, comment)
    return 0


def header(path: Path) -> list[str]:
    """Comment lines at the top of a file, to be kept."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("# ")]


if __name__ == "__main__":
    sys.exit(main())
