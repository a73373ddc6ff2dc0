"""`tta simulate`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click


@click.command(short_help="Matches and tournaments between agents.")
@click.argument("config", type=click.Path(path_type=Path))
@click.option(
    "--games", type=click.IntRange(1), help="Games for each number of players, instead of the config's."
)
@click.option(
    "--jobs", type=click.IntRange(1, 1024), help="Processes (default: one per core); never changes a result."
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the run, instead of the config's.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Directory of the results (default: only the summary)."
)
@click.option("--resume", is_flag=True, help="Continue the run in --out.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors (and the JSON, if asked for).")
@click.option("-v", "--verbose", is_flag=True, help="Log every game.")
def command(
    config: Path,
    games: int | None,
    jobs: int | None,
    seed: int | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play the matches of CONFIG, a YAML file, and sum up who won.

    Every deal is played in every seating.  Finished games are on disk at once: after Ctrl-C, a crash or a
    power cut, the same command with --resume goes on, and the results are the same to the byte.

    \b
    Example:
      tta simulate configs/quick_match.yaml --jobs 2 --out results/quick
    """
    from tta.errors import RunError
    from tta.match.config import read_config
    from tta.match.run import Options, run_match
    from tta.match.summary import summary_table

    checked = read_config(config, games=games, seed=seed, out=None if out is None else str(out))
    if resume and checked.out is None:
        raise RunError("--resume needs the directory of the run: --out DIR")
    progress = sys.stderr.isatty() and not quiet
    options = Options(jobs or os.cpu_count() or 1, resume, progress, verbose)
    summary = run_match(checked, options)
    if as_json:
        click.echo(json.dumps(summary, indent=1, ensure_ascii=False))
    elif not quiet:
        click.echo(summary_table(summary))
        if checked.out is not None:
            click.echo(f"results in {checked.out}")
