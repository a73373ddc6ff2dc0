"""Tune the weights of the evaluation by self-play.

    python scripts/tune_weights.py --players 2 --iterations 8000 --state tune.json --out mcts/weights/2.yaml
    python scripts/tune_weights.py --agent beam:width=2,worlds=1 --opponents a.yaml b.yaml --state ...

Simultaneous perturbation (SPSA) on the logarithms of the weights: in each iteration all weights move a
little, each up or down by chance; the two mirror images play some deals against each other with the seats
swapped, and the weights follow the winner.  The result of a game is its margin, flattened so that large wins
do not count more than wins.  With --opponents the images also play against frozen weights, deal by deal in
turn: self-play alone runs after its own tail where styles beat each other in a circle.  Three and four
players: one image sits in one seat, its mirror in the others.

Everything follows from the seed.  The state file is written every so often and on Ctrl-C; a run that finds
its state file goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mcts.agents import AgentError, parse_agent
from mcts.beam import BeamPicker
from mcts.evaluation import Evaluation
from mcts.greedy import GreedyPicker
from mcts.native import NativeAgent, play_native
from mcts.priors import QuickPicker
from mcts.weights import load_weights, read_weights, write_weights

# The clock and the scale of win probabilities do not decide between moves.
FIXED = ("cards_per_turn", "spread_late", "spread_turn", "prior_spread", "playout_noise")
MARGIN = 30.0
SAVE_EVERY = 200

Weights = dict[str, float]


def picker(agent: str, players: int, weights: Weights) -> NativeAgent:
    """The native agent of this text with these weights."""
    parsed = parse_agent(agent)
    evaluation = Evaluation(players, weights)
    options = parsed.options
    if parsed.name == "beam":
        return BeamPicker(evaluation, options["width"], options["worlds"])
    if parsed.name == "greedy":
        return GreedyPicker(evaluation, options["worlds"])
    if parsed.name == "quick":
        return QuickPicker(evaluation, options["noise"])
    raise AgentError(f"{agent}: only quick, greedy and beam can be tuned")


def result(scores: list[int], seat: int) -> float:
    """From -1 to 1 for this seat."""
    others = max(score for p, score in enumerate(scores) if p != seat)
    return math.tanh((scores[seat] - others) / (2 * MARGIN))


def deal_result(one: NativeAgent, other: NativeAgent, players: int, seed: int) -> float:
    """Mean result of one agent against others on one deal, in all seats."""
    total = 0.0
    for seat in range(players):
        scores = play_native([one if p == seat else other for p in range(players)], seed)["scores"]
        total += result(scores, seat)
    return total / players


def compare(job: tuple[str, int, Weights, Weights, Weights | None, int]) -> float:
    """How much better the first weights do than the second on a deal: directly, or against frozen ones."""
    agent, players, first, second, frozen, seed = job
    one, other = picker(agent, players, first), picker(agent, players, second)
    if frozen is None and players == 2:
        return deal_result(one, other, 2, seed)
    if frozen is None:
        return (deal_result(one, other, players, seed) - deal_result(other, one, players, seed)) / 2
    third = picker(agent, players, frozen)
    return deal_result(one, third, players, seed) - deal_result(other, third, players, seed)


class Tuning:
    """The state of a run."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.base = load_weights(arguments.players, arguments.start)
        self.names = [name for name in self.base if name not in FIXED]
        self.x = dict.fromkeys(self.names, 0.0)
        self.pool: list[Weights | None] = [None, *(read_weights(path) for path in arguments.opponents)]
        self.iteration = 0
        self.seconds = 0.0
        self.games = 0

    def weights(self, shift: dict[str, float], factor: float = 1.0) -> Weights:
        weights = dict(self.base)
        for name in self.names:
            weights[name] = self.base[name] * math.exp(self.x[name] + factor * shift.get(name, 0.0))
        return weights

    def load(self, path: Path) -> None:
        state = json.loads(path.read_text(encoding="utf-8"))
        self.base, self.x = state["base"], state["x"]
        self.iteration, self.seconds, self.games = state["iteration"], state["seconds"], state["games"]

    def save(self) -> None:
        state: dict[str, Any] = {
            "base": self.base,
            "x": self.x,
            "iteration": self.iteration,
            "seconds": round(self.seconds, 1),
            "games": self.games,
        }
        self.arguments.state.write_text(json.dumps(state), encoding="utf-8")
        comment = (
            f"Weights of the evaluation for {self.arguments.players} players (meaning: mcts/features.pxd).\n"
            f"Tuned by scripts/tune_weights.py: {self.iteration} iterations, {self.games} games of self-play"
        )
        write_weights(self.weights({}), self.arguments.out, comment)

    def step(self, play: Callable[[list[Any]], list[float]]) -> float:
        """One iteration; random numbers depend on its number alone."""
        arguments = self.arguments
        rng = random.Random(f"{arguments.seed} {self.iteration}")
        fade = 1 / (1 + self.iteration / arguments.half_life)
        width = arguments.perturb * fade**0.2
        shift = {name: width * rng.choice((-1.0, 1.0)) for name in self.names}
        up, down = self.weights(shift), self.weights(shift, -1.0)
        jobs = [
            (
                arguments.agent,
                arguments.players,
                up,
                down,
                self.pool[i % len(self.pool)],
                rng.randrange(2**48),
            )
            for i in range(self.iteration * arguments.deals, (self.iteration + 1) * arguments.deals)
        ]
        outcome = sum(play(jobs)) / len(jobs)
        for name in self.names:
            self.x[name] += arguments.step * fade**0.6 * outcome * shift[name] / width**2
        self.iteration += 1
        direct = arguments.players == 2
        self.games += sum(arguments.players * (1 if direct and job[4] is None else 2) for job in jobs)
        return outcome


def run(tuning: Tuning, play: Callable[[list[Any]], list[float]]) -> None:
    arguments = tuning.arguments
    start = time.perf_counter() - tuning.seconds
    try:
        while tuning.iteration < arguments.iterations:
            tuning.step(play)
            tuning.seconds = time.perf_counter() - start
            if tuning.iteration % SAVE_EVERY == 0:
                tuning.save()
                moved = sorted(tuning.names, key=lambda name: -abs(tuning.x[name]))[:6]
                changes = ", ".join(f"{name} x{math.exp(tuning.x[name]):.2f}" for name in moved)
                print(
                    f"{tuning.iteration} iterations, {tuning.games} games, {tuning.seconds:.0f} s: {changes}",
                    flush=True,
                )
    except KeyboardInterrupt:
        print("stopped; run the same command to go on")
    finally:
        tuning.save()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--agent", default="greedy", help="quick, greedy or beam with parameters")
    parser.add_argument("--start", help="weights to begin with (default: those of the package)")
    parser.add_argument(
        "--opponents", nargs="*", default=[], help="files of frozen weights to play against as well"
    )
    parser.add_argument("--iterations", type=int, default=5000, help="in all, earlier runs included")
    parser.add_argument("--deals", type=int, default=4, help="per iteration")
    parser.add_argument("--perturb", type=float, default=0.12, help="size of a perturbation (logarithm)")
    parser.add_argument("--step", type=float, default=0.0012, help="gain of an update")
    parser.add_argument("--half-life", type=float, default=3000, help="iterations until steps have shrunk")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; never changes the result")
    parser.add_argument("--state", type=Path, required=True, help="JSON file that lets a run go on")
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the weights")
    arguments = parser.parse_args(argv)
    tuning = Tuning(arguments)
    if arguments.state.exists():
        tuning.load(arguments.state)
    try:
        picker(arguments.agent, arguments.players, tuning.base)
    except AgentError as error:
        parser.error(str(error))
    if arguments.jobs == 1:
        run(tuning, lambda jobs: [compare(job) for job in jobs])
        return 0
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        run(tuning, lambda jobs: pool.map(compare, jobs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
