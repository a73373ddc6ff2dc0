"""What something is worth: what a search says of it, beside what comes of it.

    python scripts/gifts.py ismcts:iterations=80 --games 100 --jobs 2

An agent plays itself up to a round.  Then one player is given something, and the game is played on from
there, with the gift and without.  `claimed` is by how much a search (--judge) thinks that the chance to win
and the lead in culture grow at once, `real` by how much they did when the games were over, with its standard
error.  Who has much of something in an ordinary game paid for it; a gift shows what it is worth by itself.
The games without a gift are the same for all rows, so the errors of rows belong together.
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Game
from mcts.agents import AgentError, parse_agent, parse_search
from mcts.contest import GameResult
from mcts.native import seed_of_decision

Position = dict[str, Any]
PLAYED_ON = 100_000
"""Added to the seed of a game: the decisions after the gift have the same seeds with every gift."""


# ---------------------------------------------------------------- gifts


def give(kind: str, amount: int, position: Position, player: int) -> bool:
    position["players"][player][kind] += amount
    return True


def give_workers(technology: str, count: int, position: Position, player: int) -> bool:
    """Built for nothing, with tokens of the bank."""
    board = position["players"][player]
    workers = board["technologies"].get(technology)
    if workers is None or board["yellow_bank"] < count:
        return False
    board["yellow_bank"] -= count
    workers["workers"] += count
    return True


def give_unused_worker(position: Position, player: int) -> bool:
    board = position["players"][player]
    if not board["yellow_bank"]:
        return False
    board["yellow_bank"] -= 1
    board["unused_workers"] += 1
    return True


def give_technology(better: str, lower: str, upgraded: int, position: Position, player: int) -> bool:
    """Developed for nothing, and so many workers upgraded (all, if there are fewer)."""
    technologies = position["players"][player]["technologies"]
    if better in technologies or not technologies[lower]["workers"] or not draw(better, position):
        return False
    count = min(upgraded, technologies[lower]["workers"])
    technologies[lower]["workers"] -= count
    technologies[better] = {"workers": count}
    return True


def draw(card: str, position: Position) -> bool:
    """Take a card out of the civil deck or the row."""
    if card in position["civil_deck"]:
        position["civil_deck"].remove(card)
    elif card in position["row"]:
        position["row"][position["row"].index(card)] = None
    else:
        return False
    return True


GIFTS: dict[str, Callable[[Position, int], bool]] = {
    "5 culture": partial(give, "culture", 5),
    "5 science": partial(give, "science", 5),
    "an unused worker": give_unused_worker,
    "a worker on Agriculture": partial(give_workers, "agriculture", 1),
    "a worker on Bronze": partial(give_workers, "bronze", 1),
    "a worker on Philosophy": partial(give_workers, "philosophy", 1),
    "a worker on Religion": partial(give_workers, "religion", 1),
    "two workers on Warriors": partial(give_workers, "warriors", 2),
    "Iron, all workers of Bronze upgraded": partial(give_technology, "iron", "bronze", 9),
    "Alchemy, a worker of Philosophy upgraded": partial(give_technology, "alchemy", "philosophy", 1),
}


# ---------------------------------------------------------------- games


class Outlook(NamedTuple):
    """What a search thinks of a position for a player, and what became of it."""

    win: float
    lead: float
    real_win: float
    real_lead: float


def lead(culture: list[float], player: int) -> float:
    return culture[player] - max(each for p, each in enumerate(culture) if p != player)


def outlook(position: Position, player: int, seed: int, agent_text: str, judge_text: str) -> Outlook:
    """By agents that have seen nothing before: a search would go on with its tree."""
    agent, judge = parse_agent(agent_text), parse_search(judge_text)
    game = Game.from_position(position)
    best = judge.search(game).run(decision=seed).moves[0]
    decision = 0
    while not game.is_over:
        game.apply(agent.choose(game, seed_of_decision(seed + PLAYED_ON, decision)))
        decision += 1
    scores = [float(score or 0) for score in game.scores]
    shares = GameResult(game.scores, game.round, [], []).shares
    return Outlook(best.win[player], lead(list(best.culture), player), shares[player], lead(scores, player))


def worths(seed: int, agent_text: str, judge_text: str, players: int, game_round: int) -> dict[str, Outlook]:
    """By gift that is possible: the difference that it makes to one player of this game."""
    agent = parse_agent(agent_text)
    game = Game.new(players=players, seed=seed)
    decision = 0
    while game.round < game_round and not game.is_over:
        game.apply(agent.choose(game, seed_of_decision(seed, decision)))
        decision += 1
    player = seed % players
    position = game.to_position()
    without = outlook(position, player, seed, agent_text, judge_text)
    found = {}
    for name, gift in GIFTS.items():
        changed = copy.deepcopy(position)
        if gift(changed, player):
            given = outlook(changed, player, seed, agent_text, judge_text)
            found[name] = Outlook(*(a - b for a, b in zip(given, without, strict=True)))
    return found


# ---------------------------------------------------------------- the table


def print_table(found: list[dict[str, Outlook]]) -> None:
    print(
        "| gift | games | win: claimed | real | lead in culture: claimed | real |\n|---|---|---|---|---|---|"
    )
    for name in GIFTS:
        rows = [game[name] for game in found if name in game]
        if len(rows) < 2:
            continue
        mid = Outlook(*(mean(column) for column in zip(*rows, strict=True)))
        error = Outlook(*(stdev(column) / len(rows) ** 0.5 for column in zip(*rows, strict=True)))
        print(
            f"| {name} | {len(rows)} | {mid.win:+.1%} | {mid.real_win:+.1%} ± {error.real_win:.1%} "
            f"| {mid.lead:+.1f} | {mid.real_lead:+.1f} ± {error.real_lead:.1f} |"
        )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", help="plays")
    parser.add_argument("--judge", default="ismcts:iterations=400", help="a search that is asked")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--round", type=int, default=6, choices=range(2, 17), metavar="2-16")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; never changes the result")
    arguments = parser.parse_args(argv)
    try:
        parse_agent(arguments.agent)
        parse_search(arguments.judge)
    except AgentError as error:
        parser.error(str(error))
    work = partial(
        worths,
        agent_text=arguments.agent,
        judge_text=arguments.judge,
        players=arguments.players,
        game_round=arguments.round,
    )
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        print_table(list(pool.imap(work, seeds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
