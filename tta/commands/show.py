"""`tta show`."""

from __future__ import annotations

import click


@click.command(short_help="Draw a position.")
@click.argument("position")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Of a record: the position after N moves.")
@click.option("--observer", type=click.IntRange(0, 3), metavar="P", help="Only what player P knows.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the numbers of all boards and the position as JSON."
)
def command(position: str, at: int | None, observer: int | None, as_json: bool) -> None:
    """Draw POSITION: a position file, a record, or - for standard input.

    Workers are ● and blue tokens ◆; behind points and stocks stands what a turn brings.

    \b
    Example:
      tta show configs/positions/age_ii_three_players.yaml
      tta new --players 4 --rounds 6 | tta show - --observer 2
    """
    import dataclasses
    import json

    from tta.board import draw
    from tta.facts import facts
    from tta.loading import checked_observer, load
    from tta.terminal import say

    loaded = load(position, at)
    viewer = checked_observer(loaded, observer)
    game = loaded.game
    if as_json:
        boards = [dataclasses.asdict(facts(game, seat)) for seat in range(game.players)]
        head = {"player_to_move": game.player_to_move, "phase": game.phase, "over": game.is_over}
        click.echo(
            json.dumps({**head, "boards": boards, "position": game.to_position(viewer)}, ensure_ascii=False)
        )
    else:
        say(draw(game, viewer))
