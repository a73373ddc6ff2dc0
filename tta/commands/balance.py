"""`tta balance`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command(short_help="Which cards are too strong or too weak.")
@click.argument("source", type=click.Path(path_type=Path))
@click.option(
    "--games", type=click.IntRange(1), help="Games for each number of players, instead of the config's."
)
@click.option(
    "--pairs", type=click.IntRange(0), help="Pairs of games per card of the experiment; 0 leaves it out."
)
@click.option("--agent", help="Agent of the experiment.")
@click.option("--cards", help="Cards or kinds to look at, with commas: leader,wonder,pyramids.")
@click.option(
    "--jobs", type=click.IntRange(1, 1024), help="Processes (default: one per core); never changes a result."
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the study, instead of the config's.")
@click.option("--out", type=click.Path(path_type=Path), help="Directory of games, tables and report.")
@click.option("--resume", is_flag=True, help="Continue the study in --out.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors (and the JSON, if asked for).")
@click.option("-v", "--verbose", is_flag=True, help="Log every game.")
def command(
    source: Path,
    games: int | None,
    pairs: int | None,
    agent: str | None,
    cards: str | None,
    jobs: int | None,
    seed: int | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Study how cards go with winning.

    SOURCE is a config, whose games are played first, or a directory with the results of `tta simulate`.  With
    --out the study writes balance.csv, balance.json and report.html, a file of its own for reading.

    \b
    Examples:
      tta balance configs/balance_leaders_wonders.yaml --jobs 2 --out results/balance
      tta balance results/quick --cards wonder --out results/wonders
    """
    import json

    from tta.balance.conduct import Wishes, conduct
    from tta.balance.report import terminal_table
    from tta.match.run import Options

    progress = sys.stderr.isatty() and not quiet
    options = Options(jobs or os.cpu_count() or 1, resume, progress, verbose)
    wishes = Wishes(games=games, seed=seed, out=out, pairs=pairs, agent=agent, cards=cards)
    findings = conduct(source, wishes, options)
    if as_json:
        click.echo(json.dumps(findings.values(), indent=1, ensure_ascii=False))
    elif not quiet:
        click.echo(terminal_table(findings, colour=sys.stdout.isatty()))
        if out is not None:
            click.echo(f"report in {out / 'report.html'}")
