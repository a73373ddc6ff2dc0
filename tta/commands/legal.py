"""`tta legal`."""

from __future__ import annotations

import click


@click.command(short_help="The legal moves of a position.")
@click.argument("position")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Of a record: the position after N moves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the texts of the moves.")
def command(position: str, at: int | None, as_json: bool, quiet: bool) -> None:
    """List the legal moves of POSITION: a position file, a record, or - for standard input.

    \b
    Example:
      tta legal configs/positions/age_i_two_players.yaml
      tta new | tta legal - --quiet
    """
    import json

    from tta.board import headline
    from tta.loading import load
    from tta.terminal import say, table
    from tta.wording import move_title

    game = load(position, at).game
    moves = [(str(move), move_title(game, move)) for move in game.legal_moves()]
    if as_json:
        found = [{"move": text, "title": title} for text, title in moves]
        click.echo(
            json.dumps(
                {"player": game.player_to_move, "phase": game.phase, "moves": found}, ensure_ascii=False
            )
        )
    elif quiet:
        click.echo("".join(f"{text}\n" for text, _ in moves), nl=False)
    else:
        say(click.style(f"{headline(game)}, {len(moves)} legal moves", bold=True))
        if moves:
            rows = [
                [f"  {number}", text, title if title != text else ""]
                for number, (text, title) in enumerate(moves, 1)
            ]
            say("\n".join(table(rows, "rll")))
