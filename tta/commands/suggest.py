"""`tta suggest`."""

from __future__ import annotations

import click


@click.command(short_help="The best moves of a position, with a plan for the turn.")
@click.argument("position")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Of a record: the position after N moves.")
@click.option(
    "--time", "time_text", metavar="TIME", help="Time to think, such as 10, 10s or 500ms (default 5s)."
)
@click.option("--iterations", type=click.IntRange(1), help="Iterations to make instead; then reproducible.")
@click.option("--workers", type=click.IntRange(1, 256), help="Threads of the search (default 1).")
@click.option(
    "--agent", "agent_text", default="ismcts", show_default=True, help="Who thinks; see tta agents."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Seed of the search."
)
@click.option("--top", type=click.IntRange(1), help="Moves to show (default 5; in JSON all).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the plan, one move per line.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Draw the board first, and add the main line of the search."
)
def command(
    position: str,
    at: int | None,
    time_text: str | None,
    iterations: int | None,
    workers: int | None,
    agent_text: str,
    seed: int,
    top: int | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """The best moves in POSITION: a position file, a record (with --at N), or - for standard input.

    Shows how the search shared out its visits, the chance to win with its interval of 95 %, the culture at
    the end of the game, a plan for the whole turn with what it costs and changes, and what to expect until
    the next turn.  Only what the player to decide knows is used.  Ctrl-C ends thinking and gives the best
    answer so far.

    \b
    Example:
      tta suggest configs/positions/age_i_two_players.yaml --time 10
      tta suggest game.yaml --at 120 --iterations 5000 --json
    """
    import json

    from tta.loading import load
    from tta.suggestion import Request, suggest
    from tta.terminal import Live, say

    loaded = load(position, at)
    request = Request(agent_text, time_text, iterations, workers, seed)
    with Live(not (as_json or quiet)) as live:
        suggestion = suggest(loaded, request, live)
    if as_json:
        click.echo(json.dumps(suggestion.as_json(top), indent=1, ensure_ascii=False))
    elif quiet:
        click.echo("\n".join(step.text for step in suggestion.plan.steps))
    else:
        if verbose:
            from tta.board import draw

            say(draw(loaded.game, suggestion.seat) + "\n")
        say(suggestion.text(top or 5, verbose))
