"""`tta replay`."""

from __future__ import annotations

import click


@click.command(short_help="Step through the record of a game.")
@click.argument("record")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Draw the board after N moves.")
@click.option("--observer", type=click.IntRange(0, 3), metavar="P", help="Only what player P knows.")
@click.option("--json", "as_json", is_flag=True, help="Print all moves with player, round and phase as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the result.")
def command(record: str, at: int | None, observer: int | None, as_json: bool, quiet: bool) -> None:
    """Replay RECORD: print all its moves by round and player, or the board after N of them.

    Game 12 of a simulation is written as results/records.jsonl#12.

    \b
    Example:
      tta new --rounds 5 --record --out game.yaml && tta replay game.yaml
      tta replay game.yaml --at 20
    """
    import json

    from tta.history import history, lines, result
    from tta.loading import is_record, load_record, read_mapping
    from tta.terminal import say

    mapping, name = read_mapping(record)
    if not is_record(mapping):
        from tta.errors import RunError

        raise RunError(f"{name}: is no record: it has no `moves`; `tta show` draws a position")
    loaded = load_record(mapping, name, at)
    if at is not None and not as_json:
        from tta.board import draw
        from tta.loading import checked_observer

        say(draw(loaded.game, checked_observer(loaded, observer)))
        coming = loaded.moves[at : at + 5]
        after = f"after {at} of {len(loaded.moves)} moves"
        say(f"\n{after}; next: {', '.join(coming) if coming else 'nothing'}")
        return
    entries = history(mapping, loaded.at)
    if as_json:
        found = {"moves": entries, **result(loaded.game)}
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    if not quiet:
        say("\n".join(lines(entries)))
    summary = result(loaded.game)
    scores = ", ".join(
        f"player {seat} {'left' if score is None else score}" for seat, score in enumerate(summary["culture"])
    )
    state = "the game is over" if summary["over"] else f"the game goes on in round {loaded.game.round}"
    say(f"{len(entries)} moves; {state}; culture: {scores}")
