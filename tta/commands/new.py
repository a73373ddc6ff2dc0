"""`tta new`."""

from __future__ import annotations

import click


@click.command(short_help="A new position, or one after some rounds of play.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="Of the deal and the play.",
)
@click.option("--rounds", type=click.IntRange(0), default=0, help="Rounds that are played first.")
@click.option(
    "--agent", "agent_text", default="greedy", show_default=True, help="Who plays them; see tta agents."
)
@click.option("--observer", type=click.IntRange(0, 3), metavar="P", help="Only what player P knows.")
@click.option("--record", "as_record", is_flag=True, help="The record instead of the position.")
@click.option("--out", metavar="FILE", help="Write it to a file instead of printing it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of YAML.")
def command(
    players: int,
    seed: int,
    rounds: int,
    agent_text: str,
    observer: int | None,
    as_record: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Print a position: the start of a game, or what agents make of it in some rounds.

    \b
    Example:
      tta new --players 3 --seed 7
      tta new --players 3 --seed 7 --agent greedy --rounds 8 --observer 0 --out game.yaml
    """
    from engine import Game
    from tta.errors import RunError
    from tta.output import deliver

    if observer is not None and observer >= players:
        raise RunError(f"--observer {observer}: the players are 0 to {players - 1}")
    if observer is not None and as_record:
        raise RunError("--record holds the whole truth, it cannot be limited to an --observer")
    game = Game.new(players=players, seed=seed)
    if rounds:
        from tta.output import play_rounds

        play_rounds(game, agent_text, rounds, seed)
    deliver(game.record() if as_record else game.to_position(observer), out, as_json)
