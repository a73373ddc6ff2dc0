"""Games from which others learn, kept in a file.

An agent plays itself, or several agents take the seats in turn: the next game begins with the next of
them.  Now and then another agent decides, so that positions differ more than one style would let them.  A
file of games is JSON Lines: first how they are played, then a seed and the codes of the moves for each.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine import Game
from mcts.agents import parse_agent
from mcts.native import seed_of_decision

Played = tuple[int, list[int]]
"""The seed of a game and the codes of its moves."""


@dataclass(frozen=True)
class SelfPlay:
    """How games are played: by one agent or several in turn, but for a share of the decisions."""

    agents: list[str]
    other: str
    share: float
    players: int

    def by_other(self, seed: int, decisions: int) -> list[bool]:
        """For each decision of a game whether the other agent makes it."""
        chance = random.Random(seed)
        return [chance.random() < self.share for _ in range(decisions)]

    def __str__(self) -> str:
        return f"{', '.join(self.agents)}, {self.share:.0%} of the decisions by {self.other}"


def play(plan: SelfPlay, seed: int) -> Played:
    agents, other = [parse_agent(text) for text in plan.agents], parse_agent(plan.other)
    game = Game.new(players=plan.players, seed=seed)
    chance = random.Random(seed)
    codes: list[int] = []
    while not game.is_over:
        chosen = agents[(seed + game.player_to_move) % len(agents)]
        if chance.random() < plan.share:
            chosen = other
        move = chosen.choose(game, seed_of_decision(seed, len(codes)))
        game.apply(move)
        codes.append(move.code)
    return seed, codes


def read_record(path: Path, plan: SelfPlay) -> dict[int, list[int]]:
    """Games of a file by seed; a last line that was cut off is dropped."""
    found: dict[int, list[int]] = {}
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    lines = whole.splitlines()
    try:
        if lines and json.loads(lines[0]) != vars(plan):
            raise ValueError(f"{path} holds other games: {lines[0]}")
        for line in lines[1:]:
            game = json.loads(line)
            found[game["seed"]] = game["codes"]
    except (json.JSONDecodeError, KeyError, TypeError):
        raise ValueError(f"{path} is no record of games") from None
    return found


def games_of(plan: SelfPlay, seeds: range, jobs: int, record: Path | None) -> list[Played]:
    """Games with these seeds, in their order; those that are not in the record are played and added."""
    found = read_record(record, plan) if record else {}
    missing = [seed for seed in seeds if seed not in found]
    if record and not found:
        record.write_text(json.dumps(vars(plan)) + "\n", encoding="utf-8")
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for seed, codes in pool.imap(partial(play, plan), missing):
            found[seed] = codes
            if record:
                with record.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"seed": seed, "codes": codes}) + "\n")
    return [(seed, found[seed]) for seed in seeds]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What says which games are wanted."""
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--agents", nargs="+", default=["ismcts:iterations=60"], help="take the seats in turn"
    )
    parser.add_argument("--other", default="quick:noise=1", help="decides now and then")
    parser.add_argument("--share", type=float, default=0.1, help="part of the decisions of the other agent")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes; never changes the result")
    parser.add_argument("--record", type=Path, help="JSON Lines file of the games; lets a run go on")


def asked_games(arguments: argparse.Namespace) -> tuple[SelfPlay, list[Played]]:
    plan = SelfPlay(arguments.agents, arguments.other, arguments.share, arguments.players)
    for text in [*plan.agents, plan.other]:
        parse_agent(text)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    return plan, games_of(plan, seeds, arguments.jobs, arguments.record)
