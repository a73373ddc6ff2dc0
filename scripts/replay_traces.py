"""Replay games recorded on another implementation, decision by decision, and compare every field.

    python scripts/replay_traces.py DIR
    python scripts/replay_traces.py DIR --game 3p_3004 --verbose

Decks come up in the recorded order, each recorded action has to be among our legal moves, and
after every step all that the record states is compared, as well as the multiset of all cards.
Known departures of the other implementation (scripts/traces/departures.py) explain a difference
where their condition holds; the recorded value is then taken over and the game goes on.  The exit
code is 1 if a game differs in any other way.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from functools import partial
from pathlib import Path

import click
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from engine import Edition  # noqa: E402
from scripts.traces.conventions import OVERLAY  # noqa: E402
from scripts.traces.records import game_name, read_trace, trace_files  # noqa: E402
from scripts.traces.replay import Replay, Result  # noqa: E402
from scripts.traces.report import as_json, result_text, summary_text  # noqa: E402


def replay_file(path: Path, go_on: bool = False) -> Result:
    """Replay one recorded game."""
    return Replay(read_trace(path), Edition(overlay=OVERLAY), go_on).run()


def replay_files(
    files: list[Path], jobs: int = 1, go_on: bool = False, progress: bool = False
) -> list[Result]:
    """Replay recorded games, in the order of the files whatever the number of jobs."""
    replay = partial(replay_file, go_on=go_on)
    shown = partial(tqdm, total=len(files), unit="game", disable=not progress)
    if jobs == 1:
        return list(shown(map(replay, files)))
    with multiprocessing.Pool(jobs) as pool:
        return list(shown(pool.imap(replay, files)))


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", "games", multiple=True, help="Only this game (name of its file); can be repeated.")
@click.option("--limit", type=click.IntRange(1), help="Only the first so many games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--verbose", is_flag=True, help="List all games and the steps at which departures acted.")
@click.option("--continue", "go_on", is_flag=True, help="Adopt the record after a difference and go on.")
@click.option("--json", "to_json", is_flag=True, help="Print the results as JSON.")
def main(
    folder: Path,
    games: tuple[str, ...],
    limit: int | None,
    jobs: int,
    verbose: bool,
    go_on: bool,
    to_json: bool,
) -> None:
    files = trace_files(folder)
    if games:
        unknown = set(games) - {game_name(path) for path in files}
        if unknown:
            raise click.UsageError(f"no recorded game {', '.join(sorted(unknown))} in {folder}")
        files = [path for path in files if game_name(path) in games]
    files = files[:limit]
    if not files:
        raise click.UsageError(f"no recorded games (*.jsonl, *.jsonl.gz) in {folder}")
    results = replay_files(files, jobs, go_on, progress=sys.stderr.isatty() and not to_json)
    if to_json:
        click.echo(json.dumps(as_json(results), indent=1))
    else:
        for result in results:
            if verbose or result.status == "different":
                click.echo(result_text(result, verbose))
        click.echo(summary_text(results))
    sys.exit(any(result.status == "different" for result in results))


if __name__ == "__main__":
    main()
