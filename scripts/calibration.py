"""Whether the search's probability of winning means something: predicted against actual, by age.

    python scripts/calibration.py ismcts:iterations=240 --games 40
    python scripts/calibration.py ismcts:iterations=1000 --players 3 --games 20 --jobs 2

The agent plays itself.  At every decision the chance that the search gives the player who decides is noted
and later compared with that player's share of the win.  The Brier score is the mean squared difference;
always saying 1 / players would score as the last column.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game
from engine.vocabulary import AGE_NAMES
from mcts.agents import AgentError, IsmctsAgent, parse_agent
from mcts.contest import GameResult
from mcts.native import seed_of_decision

BINS = 10


class Forecast(NamedTuple):
    """A decision: the age, the chance that the search gave the decider, and what became of it."""

    age: int
    win: float
    share: float


def forecasts(seed: int, agent_text: str, players: int) -> list[Forecast]:
    """All decisions of one game of the agent against itself."""
    agent = parse_agent(agent_text)
    assert isinstance(agent, IsmctsAgent)
    game = Game.new(players=players, seed=seed)
    noted: list[tuple[int, int, float]] = []
    while not game.is_over:
        p = game.player_to_move
        search = agent.search(game)
        best = search.run(decision=seed_of_decision(seed, len(noted))).moves[0]
        noted.append((game.age, p, best.win[p]))
        search.play(best.move)
        game.apply_code(best.move)
    shares = GameResult(game.scores, game.round, [], []).shares
    return [Forecast(age, win, shares[p]) for age, p, win in noted]


def brier(found: list[Forecast]) -> float:
    return sum((each.win - each.share) ** 2 for each in found) / len(found)


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


def print_ages(found: list[Forecast], players: int) -> None:
    print("| age | decisions | Brier score | without knowledge |\n|---|---|---|---|")
    for age, name in enumerate(AGE_NAMES):
        part = [each for each in found if each.age == age]
        if part:
            even = brier([each._replace(win=1 / players) for each in part])
            print(f"| {name} | {len(part)} | {brier(part):.3f} | {even:.3f} |")
    even = brier([each._replace(win=1 / players) for each in found])
    print(f"| all | {len(found)} | {brier(found):.3f} | {even:.3f} |")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args(argv)
    try:
        if not isinstance(parse_agent(arguments.agent), IsmctsAgent):
            parser.error(f"{arguments.agent}: only ismcts tells a chance of winning")
    except AgentError as error:
        parser.error(str(error))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    work = partial(forecasts, agent_text=arguments.agent, players=arguments.players)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        found = [each for game in pool.imap(work, seeds) for each in game]
    print(f"{arguments.agent}, {arguments.players} players, {arguments.games} games, seed {arguments.seed}\n")
    print_bins(found)
    print()
    print_ages(found, arguments.players)
    return 0


if __name__ == "__main__":
    sys.exit(main())
