"""A match between two agents on paired deals.

    python scripts/match.py greedy random --games 400
    python scripts/match.py beam:width=8 greedy --games 400 --jobs 2 --sprt 0.5 0.6
    python scripts/match.py ismcts beam --players 3 --games 300

Two players: every deal is played twice with the seats swapped, so games is rounded to pairs.  Three and four
players: the first agent sits in one seat, the second in all others, and the seat moves on for each game of a
deal.  The interval clusters the games of a deal.  Ctrl-C gives the result so far.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mcts.agents import AgentError, parse_agent
from mcts.contest import play_game

Z95 = 1.959964


@dataclass(frozen=True)
class Deal:
    """All games of one deal: the first agent takes every seat once."""

    first: str
    second: str
    players: int
    seed: int


@dataclass
class DealResult:
    seed: int
    shares: list[float]
    """Of a win, for the first agent, by its seat."""
    margins: list[float]
    """Culture of the first agent less the best of the others."""
    culture: list[list[int]]
    """Of the first agent and of the others (mean)."""
    rounds: list[int]
    seconds: list[float]
    """Of both agents."""
    decisions: list[int]


def play_deal(deal: Deal) -> DealResult:
    first, second = parse_agent(deal.first), parse_agent(deal.second)
    result = DealResult(deal.seed, [], [], [], [], [0.0, 0.0], [0, 0])
    for seat in range(deal.players):
        agents = [first if p == seat else second for p in range(deal.players)]
        game = play_game(agents, deal.seed)
        scores = [score if score is not None else 0 for score in game.scores]
        others = scores[:seat] + scores[seat + 1 :]
        result.shares.append(game.shares[seat])
        result.margins.append(scores[seat] - max(others))
        result.culture.append([scores[seat], round(sum(others) / len(others))])
        result.rounds.append(game.rounds)
        for p in range(deal.players):
            who = 0 if p == seat else 1
            result.seconds[who] += game.seconds[p]
            result.decisions[who] += game.decisions[p]
    return result


# ---------------------------------------------------------------- statistics


@dataclass
class Tally:
    """Deals so far."""

    players: int
    deals: list[DealResult] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.deals) * self.players

    @property
    def rate(self) -> float:
        return sum(sum(deal.shares) for deal in self.deals) / max(1, self.games)

    def interval(self) -> tuple[float, float]:
        """95 %: normal over deals; Wilson's over games where all deals are equal."""
        n = len(self.deals)
        if n < 2:
            return 0.0, 1.0
        means = [sum(deal.shares) / self.players for deal in self.deals]
        variance = sum((mean - self.rate) ** 2 for mean in means) / (n - 1)
        half = Z95 * math.sqrt(variance / n)
        if half == 0:
            return wilson(self.rate, self.games)
        return max(0.0, self.rate - half), min(1.0, self.rate + half)

    def likelihood_ratio(self, low: float, high: float) -> float:
        """Log of the ratio (rate `high` against rate `low`) in the normal approximation over deals."""
        n = len(self.deals)
        if n < 8:
            return 0.0
        means = [sum(deal.shares) / self.players for deal in self.deals]
        variance = max(sum((mean - self.rate) ** 2 for mean in means) / (n - 1), 0.25 / n)
        return n * (high - low) * (self.rate - (low + high) / 2) / variance


def wilson(rate: float, n: int) -> tuple[float, float]:
    """Wilson's interval of a proportion."""
    centre = (rate + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * math.sqrt(rate * (1 - rate) / n + Z95**2 / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def deals_of(arguments: argparse.Namespace) -> list[Deal]:
    count = -(-arguments.games // arguments.players)
    return [
        Deal(arguments.first, arguments.second, arguments.players, arguments.seed + i) for i in range(count)
    ]


def results(deals: list[Deal], jobs: int) -> Iterator[DealResult]:
    """In the order of the deals, whatever the number of jobs."""
    if jobs == 1:
        yield from map(play_deal, deals)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(play_deal, deals)


def decided(tally: Tally, arguments: argparse.Namespace) -> str:
    """Verdict of the sequential test (5 % errors), empty while it is open."""
    if not arguments.sprt:
        return ""
    ratio = tally.likelihood_ratio(*arguments.sprt)
    bound = math.log(0.95 / 0.05)
    if ratio >= bound:
        return f"above {arguments.sprt[0]:g}, as {arguments.sprt[1]:g}"
    if ratio <= -bound:
        return f"below {arguments.sprt[1]:g}, as {arguments.sprt[0]:g}"
    return ""


def summary(tally: Tally, arguments: argparse.Namespace, verdict: str) -> dict[str, Any]:
    low, high = tally.interval()
    deals = tally.deals
    seconds = [sum(deal.seconds[i] for deal in deals) for i in (0, 1)]
    decisions = [max(1, sum(deal.decisions[i] for deal in deals)) for i in (0, 1)]
    culture = [pair for deal in deals for pair in deal.culture]
    by_seat = [sum(deal.shares[seat] for deal in deals) / len(deals) for seat in range(tally.players)]
    return {
        "first": arguments.first,
        "second": arguments.second,
        "players": tally.players,
        "seed": arguments.seed,
        "games": tally.games,
        "rate": round(tally.rate, 4),
        "interval": [round(low, 4), round(high, 4)],
        "by_seat": [round(rate, 4) for rate in by_seat],
        "culture": [round(sum(pair[i] for pair in culture) / len(culture), 1) for i in (0, 1)],
        "margin": round(sum(sum(deal.margins) for deal in deals) / tally.games, 1),
        "rounds": round(sum(sum(deal.rounds) for deal in deals) / tally.games, 2),
        "ms_per_decision": [round(1000 * seconds[i] / decisions[i], 3) for i in (0, 1)],
        "sprt": verdict,
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", help="agent, in one seat")
    parser.add_argument("second", help="agent, in all other seats")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1, help="of the first deal; deal i has seed + i")
    parser.add_argument("--jobs", type=int, default=1, help="processes; never changes the result")
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="stop as soon as one rate is refuted"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    try:
        parse_agent(arguments.first), parse_agent(arguments.second)
    except AgentError as error:
        parser.error(str(error))
    tally = Tally(arguments.players)
    verdict = ""
    deals = deals_of(arguments)
    try:
        with tqdm(total=len(deals) * arguments.players, unit="game") as bar:
            for result in results(deals, arguments.jobs):
                tally.deals.append(result)
                low, high = tally.interval()
                bar.set_postfix_str(
                    f"{100 * tally.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]", refresh=False
                )
                bar.update(arguments.players)
                verdict = decided(tally, arguments)
                if verdict:
                    break
    except KeyboardInterrupt:
        if not tally.deals:
            return 130
        print(f"interrupted: the first {tally.games} of {arguments.games} games", file=sys.stderr)
    report = summary(tally, arguments, verdict)
    if arguments.json:
        print(json.dumps(report))
        return 0
    low, high = report["interval"]
    print(
        f"{report['first']} against {report['second']}, {report['players']} players, "
        f"{report['games']} games, seed {report['seed']}"
    )
    print(
        f"  wins {100 * report['rate']:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
        f"by seat {report['by_seat']}"
    )
    print(
        f"  culture {report['culture'][0]} : {report['culture'][1]}, "
        f"margin {report['margin']}, rounds {report['rounds']}"
    )
    print(f"  ms per decision {report['ms_per_decision'][0]} : {report['ms_per_decision'][1]}")
    if verdict:
        print(f"  sequential test: {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
