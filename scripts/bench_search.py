"""Speed of the search: iterations a second on one core, from the middle of a game.

    python scripts/bench_search.py
    python scripts/bench_search.py --players 4 --algorithm mo --seconds 5 --json

Positions are the first decision of a round of games that quick searches play against
themselves, so that boards are those of real games.  Each row is one way to rate leaves:
random playouts to the end of the game, and guided playouts cut off at a turn boundary (the last one is the
default of the agent `ismcts`).  Everything else is as the agent has it.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass

import click

from engine import Game
from mcts.agents import IsmctsAgent
from mcts.options import ALGORITHMS, SearchOptions
from mcts.search import Search
from mcts.tta_game import TtaGame

QUICK = SearchOptions(iterations=50)
PLAYOUTS = {
    "random to the end": ("random", -1),
    "guided, 1 turn": ("guided", 1),
    "guided, 2 turns": ("guided", 2),
    "guided, 4 turns": ("guided", 4),
    "guided, 8 turns": ("guided", 8),
}


@dataclass
class Row:
    """Speed with one kind of playout."""

    playouts: str
    per_second: float
    slowest: float
    megabytes: float


def middle_of_a_game(players: int, seed: int, round_: int) -> Game:
    """The start of that round in a game between quick searches."""
    game = Game.new(players=players, seed=seed)
    while game.round < round_:
        search = Search(TtaGame(game), game.player_to_move, QUICK)
        game.apply_code(search.run(decision=seed).best)
    return game


def measure(games: list[Game], name: str, algorithm: str, seconds: float) -> Row:
    policy, cutoff = PLAYOUTS[name]
    speeds = []
    memory = 0
    for game in games:
        agent = IsmctsAgent(algorithm=algorithm, policy=policy, cutoff=cutoff, time=seconds)
        result = agent.search(game).run()
        speeds.append(result.iterations / result.seconds)
        memory = max(memory, result.bytes)
    return Row(name, statistics.mean(speeds), min(speeds), memory / 1e6)


@click.command(help=__doc__.split("\n\n")[0] if __doc__ else None)
@click.option("--players", default=2, show_default=True, type=click.IntRange(2, 4))
@click.option(
    "--positions", default=4, show_default=True, type=click.IntRange(1), help="Positions to measure."
)
@click.option("--round", "round_", default=9, show_default=True, type=click.IntRange(1), help="Their round.")
@click.option("--seconds", default=2.0, show_default=True, help="Time for each measurement.")
@click.option("--algorithm", default="so", show_default=True, type=click.Choice(ALGORITHMS))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(
    players: int, positions: int, round_: int, seconds: float, algorithm: str, seed: int, as_json: bool
) -> None:
    games = [middle_of_a_game(players, seed + i, round_) for i in range(positions)]
    rows = [measure(games, name, algorithm, seconds) for name in PLAYOUTS]
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2))
        return
    click.echo(f"{players} players, {algorithm}, round {round_}, {positions} positions, {seconds} s each")
    for row in rows:
        click.echo(
            f"{row.playouts:28} {row.per_second:10,.0f} iterations/s"
            f"  (slowest {row.slowest:,.0f})  {row.megabytes:6.1f} MB"
        )


if __name__ == "__main__":
    main()
