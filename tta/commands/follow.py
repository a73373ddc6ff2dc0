"""`tta follow`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Advice during a game that is played elsewhere.")
@click.argument("source", required=False)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--seat", type=click.IntRange(0, 3), help="Your place in turn order, from 0 (default 0).")
@click.option(
    "--session",
    type=click.Path(path_type=Path),
    help="File that keeps the entries (default: a free name tta-follow.yaml).",
)
@click.option("--protocol", is_flag=True, help="For programs: a line in, a line of JSON out.")
def command(source: str | None, players: int, seat: int | None, session: Path | None, protocol: bool) -> None:
    """Follow a game at a table, in the app or on a website: enter what happens, get advice on your turns.

    Starts at set-up, goes on with the session in SOURCE, or starts from a position file in SOURCE.  Every
    entry is checked against the rules and saved at once.

    \b
    Example:
      tta follow --players 3 --seat 1
      tta follow tta-follow.yaml
    """
    import sys

    from tta.errors import RunError
    from tta.follow.desk import Desk
    from tta.follow.protocol import serve
    from tta.follow.session import is_session
    from tta.follow.terminal import Terminal
    from tta.loading import read_mapping

    if seat is not None and source is None and seat >= players:
        raise RunError(f"--seat {seat}: the players are 0 to {players - 1}")
    path = session if session is not None or protocol else free_name()
    if source is None:
        desk = Desk(players, seat or 0, path)
    else:
        mapping, _ = read_mapping(source)
        going_on = is_session(mapping)
        desk = Desk.going_on(Path(source)) if going_on else Desk.at_position(mapping, seat, path)
    if protocol:
        serve(desk, sys.stdin, sys.stdout)
    else:
        Terminal(desk).run()


def free_name() -> Path:
    """A file name that is not taken."""
    number = 1
    while (path := Path(f"tta-follow{'' if number == 1 else f'-{number}'}.yaml")).exists():
        number += 1
    return path
