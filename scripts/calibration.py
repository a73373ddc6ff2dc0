"""Whether the search's probability of winning means something: predicted against actual, by age.

    python scripts/calibration.py ismcts:iterations=240 --games 40
    python scripts/calibration.py ismcts:iterations=1000 --players 3 --games 20 --jobs 2

The agent plays itself.  At every decision the chances that the search finds are noted, and that of the
player who decides is later compared with the player's share of the win: as people are told it
(mcts/chances.py), or with --raw as it is.  The Brier score is the mean squared difference; always saying
1 / players would score as the last column.  What fits these games best is told too, for mcts/chances.py.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game
from engine.vocabulary import AGE_NAMES
from mcts.agents import AgentError, parse_search
from mcts.chances import AS_IT_IS, TEMPERS, Temper, temper
from mcts.contest import GameResult
from mcts.native import seed_of_decision

BINS = 10
NOTHING_KNOWN = Temper(trust=0, optimism=0)


class Forecast(NamedTuple):
    """A decision: the age, who decides, the chances that the search found, and what became of it."""

    age: int
    player: int
    chances: Sequence[float]
    share: float

    @property
    def win(self) -> float:
        return self.chances[self.player]


def forecasts(seed: int, agent_text: str, players: int) -> list[Forecast]:
    """All decisions of one game of the agent against itself."""
    agent = parse_search(agent_text)
    game = Game.new(players=players, seed=seed)
    noted: list[Forecast] = []
    while not game.is_over:
        search = agent.search(game)
        best = search.run(decision=seed_of_decision(seed, len(noted))).moves[0]
        noted.append(Forecast(game.age, game.player_to_move, best.win, 0.0))
        search.play(best.move)
        game.apply_code(best.move)
    shares = GameResult(game.scores, game.round, [], []).shares
    return [each._replace(share=shares[each.player]) for each in noted]


def brier(found: list[Forecast]) -> float:
    return sum((each.win - each.share) ** 2 for each in found) / len(found)


def tempered(found: list[Forecast], by: Temper) -> list[Forecast]:
    return [each._replace(chances=temper(each.chances, each.player, by)) for each in found]


def of_age(found: list[Forecast], age: int) -> list[Forecast]:
    return [each for each in found if each.age == age]


def best_temper(found: list[Forecast]) -> Temper:
    """With which the Brier score is least: towards the best neighbour until none is better."""
    step = 0.05
    best, score = AS_IT_IS, brier(found)
    while True:
        near = [
            Temper(round(best.trust + step * i, 2), round(best.optimism + step * j, 2))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if best.trust + step * i >= 0
        ]
        score_near, better = min((brier(tempered(found, by)), by) for by in near)
        if score_near >= score:
            return best
        best, score = better, score_near


def print_bins(found: list[Forecast]) -> None:
    bins: dict[int, list[Forecast]] = defaultdict(list)
    for each in found:
        bins[min(int(each.win * BINS), BINS - 1)].append(each)
    print("| predicted | decisions | mean prediction | won |\n|---|---|---|---|")
    for number in sorted(bins):
        part = bins[number]
        mean = sum(each.win for each in part) / len(part)
        won = sum(each.share for each in part) / len(part)
        low, high = 100 * number // BINS, 100 * (number + 1) // BINS
        print(f"| {low}–{high} % | {len(part)} | {mean:.1%} | {won:.1%} |")


def print_ages(found: list[Forecast]) -> None:
    print("| age | decisions | Brier score | without knowledge |\n|---|---|---|---|")
    for age, name in enumerate(AGE_NAMES):
        part = of_age(found, age)
        if part:
            even = brier(tempered(part, NOTHING_KNOWN))
            print(f"| {name} | {len(part)} | {brier(part):.3f} | {even:.3f} |")
    even = brier(tempered(found, NOTHING_KNOWN))
    print(f"| all | {len(found)} | {brier(found):.3f} | {even:.3f} |")


def print_tempers(found: list[Forecast]) -> None:
    for age, name in enumerate(AGE_NAMES):
        part = of_age(found, age)
        if part:
            fits = best_temper(part)
            print(f"best in these games, Age {name}: trust {fits.trust:.2f}, optimism {fits.optimism:.2f}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--raw", action="store_true", help="the chances inside the search, not as people are told them"
    )
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args(argv)
    try:
        parse_search(arguments.agent)
    except AgentError as error:
        parser.error(str(error))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    work = partial(forecasts, agent_text=arguments.agent, players=arguments.players)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        found = [each for game in pool.imap(work, seeds) for each in game]
    print(f"{arguments.agent}, {arguments.players} players, {arguments.games} games, seed {arguments.seed}\n")
    print_tempers(found)
    print()
    if not arguments.raw:
        by_age = TEMPERS[arguments.players]
        found = [each for age, by in enumerate(by_age) for each in tempered(of_age(found, age), by)]
    print_bins(found)
    print()
    print_ages(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
