"""`tta bench`."""

from __future__ import annotations

import click


@click.command(short_help="Speed on this machine.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, 60),
    default=0.5,
    show_default=True,
    help="Seconds for each line.",
)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(seconds: float, players: int, as_json: bool) -> None:
    """Measure the speed of the engine, the agents and the search, with one thread.

    \b
    Example:
      tta bench --players 4
    """
    import json

    from tta.speed import measure
    from tta.terminal import say, table

    found = measure(players, seconds)
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    rows = [[f"{entry['rate']:,.0f}", entry["unit"], entry["what"]] for entry in found]
    say("\n".join(table(rows, "rll")))
