"""A short table of speeds: random games, cloning, hidden worlds, games of agents, search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from engine import Game, play_random_games
from mcts.agents import parse_agent
from mcts.contest import play_game
from tta.output import play_rounds

__all__ = ["measure"]

MIDDLE = 8
"""Rounds before the position in which worlds are drawn and searched."""


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units a second; `work` gets the number of the call and gives the units done."""
    work(0)
    begin = time.perf_counter()
    done = calls = 0
    while (passed := time.perf_counter() - begin) < seconds:
        calls += 1
        done += work(calls)
    return done / passed


def measure(players: int, seconds: float) -> list[dict[str, Any]]:
    """Speeds for this number of players, each measured for about that long."""
    middle = Game.new(players=players, seed=1)
    play_rounds(middle, "greedy", MIDDLE, 1)
    seat = middle.player_to_move

    def random_decisions(call: int) -> int:
        return sum(decisions for decisions, _, _ in play_random_games(players, 20, call))

    def worlds(call: int) -> int:
        for number in range(200):
            middle.determinize(seat, 200 * call + number)
        return 200

    def games(agent: str) -> Callable[[int], int]:
        agents = [parse_agent(agent) for _ in range(players)]

        def work(call: int) -> int:
            play_game(agents, seed=call)
            return 1

        return work

    search = parse_agent("ismcts:iterations=500")

    def iterations(call: int) -> int:
        search.choose(middle.clone(), call)
        return 500

    lines: list[tuple[str, str, Callable[[int], int]]] = [
        ("decisions/s", "random games", random_decisions),
        ("worlds/s", f"hidden cards drawn anew (round {middle.round})", worlds),
        ("games/s", "quick against itself", games("quick")),
        ("games/s", "greedy against itself", games("greedy")),
        ("games/s", "beam against itself", games("beam")),
        ("iterations/s", f"search (ismcts, round {middle.round})", iterations),
    ]
    return [{"what": what, "unit": unit, "rate": rate(work, seconds)} for unit, what, work in lines]
