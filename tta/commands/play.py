"""`tta play`."""

from __future__ import annotations

import click


@click.command(short_help="A game in the terminal against agents.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option(
    "--seat",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Your place in turn order, from 0.",
)
@click.option(
    "--agent",
    "--agents",
    "agents",
    multiple=True,
    metavar="AGENT",
    help="Rival (default ismcts); give it once for all rivals or once for each, in turn order.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Of the deal and of the rivals (default: random)."
)
@click.option("--resume", metavar="FILE", help="Go on with a saved game, a record or a position.")
@click.option("--record", "record_file", metavar="FILE", help="Where the record goes in the end.")
@click.option("-q", "--quiet", is_flag=True, help="No board and no list of moves unless asked for.")
def command(
    players: int,
    seat: int,
    agents: tuple[str, ...],
    seed: int | None,
    resume: str | None,
    record_file: str | None,
    quiet: bool,
) -> None:
    """Play a game against agents.

    Type the number or the text of a move (take iron, inc pop, end turn); help lists what else can be typed:
    help CARD, board, moves, hint, undo, save FILE, quit.

    \b
    Example:
      tta play --players 3 --agent greedy --seed 7
      tta play --resume saved.yaml --agent ismcts:time=2s
    """
    import secrets

    from engine import Game
    from tta.errors import RunError
    from tta.loading import load
    from tta.session import Session, seat_agents

    number = secrets.randbelow(2**32) if seed is None else seed
    game = load(resume).game if resume is not None else Game.new(players=players, seed=number)
    if seat >= game.players:
        raise RunError(f"--seat {seat}: the players are 0 to {game.players - 1}")
    rivals = seat_agents(agents or ("ismcts",), game.players, seat)
    Session(game, seat, rivals, number, quiet).run(record_file)
