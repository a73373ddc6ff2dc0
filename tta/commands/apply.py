"""`tta apply`."""

from __future__ import annotations

import click


@click.command(short_help="Play moves in a position.")
@click.argument("position")
@click.argument("moves", metavar="MOVE...", nargs=-1, required=True)
@click.option("--at", type=click.IntRange(0), metavar="N", help="Of a record: the position after N moves.")
@click.option("--out", metavar="FILE", help="Write the result to a file instead of printing it.")
@click.option("--record", "as_record", is_flag=True, help="The record of the game instead of the position.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of YAML.")
@click.option("-v", "--verbose", is_flag=True, help="Tell on stderr what each move was taken for.")
def command(
    position: str,
    moves: tuple[str, ...],
    at: int | None,
    out: str | None,
    as_record: bool,
    as_json: bool,
    verbose: bool,
) -> None:
    """Play one MOVE after the other in POSITION and print the position that results.

    Moves are texts as in docs/moves.md; printed names and unambiguous beginnings will do.  Either all moves
    are played, or nothing is written.  In a position that holds what one player knows, cards that come to
    light are drawn from those that this player has not seen.

    \b
    Example:
      tta apply configs/positions/age_i_two_players.yaml "take swordsmen" "inc pop" --out next.yaml
    """
    from engine import IllegalMove
    from engine.notation import find_move
    from tta.errors import RunError
    from tta.loading import load
    from tta.output import deliver
    from tta.wording import move_title

    loaded = load(position, at)
    game = loaded.game
    for number, text in enumerate(moves, 1):
        if game.is_over:
            raise RunError(f"move {number}: `{text}`: the game is over already")
        try:
            move = find_move(text, game.legal_moves(), game.edition)
        except IllegalMove as error:
            raise RunError(f"move {number}: {error}") from None
        if verbose:
            click.echo(f"player {game.player_to_move}: {move_title(game, move)}", err=True)
        game.apply(move)
    deliver(game.record() if as_record else game.to_position(loaded.observer), out, as_json)
