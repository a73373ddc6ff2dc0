"""Fit preferences for single moves to the choices of a search, beside what the quick judgement tells.

    python scripts/fit_preferences.py --players 2 --games 1000 --jobs 2 --record games.jsonl \
        --out mcts/weights/preferences_2.yaml

The games are those of scripts/fit_forecast.py and may come from the same file.  The chance of a move is the
softmax of its score: the judgement by the policy's weights times a factor of the kind of move, plus an
amount for the kind and card, which changes with the turns left.  Factors and amounts follow the gradient of
the likelihood (Adam).  A fifth of the games is kept aside and reported.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import default_edition
from engine.vocabulary import MoveKind
from mcts.agents import AgentError
from mcts.imitation import Lessons
from mcts.priors import policy_of
from mcts.weights import NO_CARD, PreferenceWeights, load_weights, write_preferences
from scripts.self_play import Played, SelfPlay, add_arguments, asked_games

LONG = 20.0  # turns left that count as one in the fit
PULL = 3e-6  # of amounts towards nothing
STEP, LAST_STEP = 0.06, 0.02

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """All moves that could have been chosen, lesson by lesson."""

    lesson: NDArray[np.int64]
    first: NDArray[np.int64]
    """Place of the first move of each lesson."""
    kind: NDArray[np.int64]
    card: NDArray[np.int64]
    score: Array
    """In units of the policy's spread."""
    turns: Array
    chosen: NDArray[np.bool_]

    def chances(self, scores: Array) -> Array:
        weights = np.exp(scores - np.maximum.reduceat(scores, self.first)[self.lesson])
        return np.asarray(weights / np.add.reduceat(weights, self.first)[self.lesson])


def choices_of(plan: SelfPlay, games: list[Played]) -> Choices:
    lessons = Lessons(default_edition())
    for seed, codes in games:
        others = plan.by_other(seed, len(codes))
        lessons.add_game(plan.players, seed, codes, {i for i, other in enumerate(others) if other})
    policy = policy_of(plan.players)
    lesson, code, score, turns, chosen = (np.array(column) for column in lessons.judgements(policy))
    # Now and then the choice is a move that the judgement rules out: such a lesson teaches nothing.
    taught = np.isin(lesson, lesson[chosen > 0])
    _, first, lesson = np.unique(lesson[taught], return_index=True, return_inverse=True)
    code = code[taught].astype(np.int64)
    return Choices(
        lesson,
        first,
        code & 63,
        code >> 6 & 255,
        score[taught] / policy.weights["prior_spread"],
        turns[taught] / LONG,
        chosen[taught] > 0,
    )


class Fit:
    """Factors and amounts under way."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        # Where the kind and the card of each move have their amounts.
        self.named, self.place = np.unique(choices.kind * 256 + choices.card, return_inverse=True)
        self.values: list[Array] = [np.ones(len(MoveKind)), *np.zeros((2, len(self.named)))]
        self.means = [np.zeros_like(values) for values in self.values]
        self.squares = [np.zeros_like(values) for values in self.values]
        self.steps = 0

    def scores(self, choices: Choices, place: NDArray[np.int64]) -> Array:
        factor, once, turn = self.values
        return np.asarray(factor[choices.kind] * choices.score + once[place] + turn[place] * choices.turns)

    def foretold(self, choices: Choices) -> Array:
        """Chances of other choices; moves that never came up in the fit have no amounts."""
        named = choices.kind * 256 + choices.card
        place = np.minimum(np.searchsorted(self.named, named), len(self.named) - 1)
        known = self.named[place] == named
        return choices.chances(np.where(known, self.scores(choices, place), choices.score))

    def gradient(self) -> list[Array]:
        choices = self.choices
        factor, once, turn = self.values
        wrong = (choices.chosen - choices.chances(self.scores(choices, self.place))) / len(choices.first)
        return [
            np.asarray(np.bincount(choices.kind, wrong * choices.score, len(factor)), float),
            np.bincount(self.place, wrong, len(once)) - PULL * once,
            np.bincount(self.place, wrong * choices.turns, len(turn)) - PULL * turn,
        ]

    def step(self, size: float) -> None:
        self.steps += 1
        for i, slope in enumerate(self.gradient()):
            self.means[i] = 0.9 * self.means[i] + 0.1 * slope
            self.squares[i] = 0.98 * self.squares[i] + 0.02 * slope**2
            mean = self.means[i] / (1 - 0.9**self.steps)
            square = self.squares[i] / (1 - 0.98**self.steps)
            self.values[i] = self.values[i] + size * mean / (np.sqrt(square) + 1e-9)

    def weights(self, spread: float) -> PreferenceWeights:
        """Amounts in points of culture."""
        ids = default_edition().ids
        factor, once, turn = self.values
        kinds = {int(kind): MoveKind(int(kind)).name.lower() for kind in self.named // 256}
        moves: dict[str, dict[str, tuple[float, float]]] = {name: {} for name in kinds.values()}
        for i, named in enumerate(self.named):
            card = ids[named % 256] if named % 256 else NO_CARD
            moves[kinds[int(named) // 256]][card] = (
                float(once[i]) * spread,
                float(turn[i]) * spread / LONG,
            )
        return PreferenceWeights({name: float(factor[kind]) for kind, name in kinds.items()}, moves)


def report(chances: Array, choices: Choices, what: str) -> None:
    likelihood = np.log(chances[choices.chosen] + 1e-9).mean()
    best = np.maximum.reduceat(chances, choices.first)
    hits = (chances[choices.chosen] >= best - 1e-12).mean()
    print(f"{what}: log-likelihood {likelihood:.4f}, same choice {100 * hits:.1f} %", flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--out", type=Path, required=True, help="YAML file for the preferences")
    arguments = parser.parse_args(argv)
    try:
        plan, games = asked_games(arguments)
    except (AgentError, ValueError) as error:
        parser.error(str(error))
    control = choices_of(plan, games[::5])
    fit = Fit(choices_of(plan, [game for i, game in enumerate(games) if i % 5]))
    report(
        control.chances(control.score), control, f"{len(control.first)} choices kept aside, judgement alone"
    )
    while fit.steps < arguments.steps:
        fit.step(STEP if fit.steps < 0.7 * arguments.steps else LAST_STEP)
    report(fit.foretold(control), control, "with preferences")
    comment = (
        f"Preferences for single moves with {plan.players} players (meaning: mcts/preferences.pxd).\n"
        f"Fitted by scripts/fit_preferences.py to {len(fit.choices.first)} choices of {plan}"
    )
    spread = load_weights(plan.players, kind="policy")["prior_spread"]
    write_preferences(fit.weights(spread), arguments.out, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
