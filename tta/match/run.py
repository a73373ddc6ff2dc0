"""A run from the first game to the summary."""

from __future__ import annotations

import csv
import json
import logging
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from engine import Edition
from tta.errors import RunError
from tta.match.config import MatchConfig
from tta.match.logs import logging_to
from tta.match.play import COLUMNS, play_spec, shares
from tta.match.schedule import Schedule
from tta.match.statistics import SequentialTest
from tta.match.store import Place, Store, write_whole
from tta.match.summary import Tally, deciding_test
from tta.match.workers import Done, Pool

__all__ = ["Options", "run_match"]

log = logging.getLogger("tta.run")

OFFER_COLUMNS = ("players", "agent", "card", "price", "turns", "seats", "taken")


@dataclass(frozen=True)
class Options:
    """How a run is carried out; none of this changes its results."""

    jobs: int = 1
    resume: bool = False
    progress: bool = False
    verbose: bool = False
    folder: Path | None = None
    """What messages call the directory to continue from, if it is not that of the games."""


def run_match(config: MatchConfig, options: Options) -> dict[str, Any]:
    """Play all games that are missing and write the results; returns the summary.

    Without `config.out` the games lie in a temporary directory, which only stays if the run is interrupted.
    """
    if config.out is not None:
        return Run(config, options, Path(config.out)).run()
    folder = Path(tempfile.mkdtemp(prefix="tta-"))
    try:
        summary = Run(config, options, folder / "run").run()
    except KeyboardInterrupt:
        raise
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    return summary


class Run:
    """One run in one directory."""

    def __init__(self, config: MatchConfig, options: Options, folder: Path) -> None:
        self.config = config
        self.options = options
        self.store = Store(folder)
        self.schedule: Schedule = config.schedule
        self.edition: Edition = config.cards()
        self.test = deciding_test(config)
        self.places: dict[int, Place] = {}
        self.first: dict[int, float] = {}
        """Win shares of the first agent by game, as far as the sequential test still needs them."""
        self.needed = len(self.schedule)
        """Games that count: all of them, or those up to the decision of the sequential test."""

    def run(self) -> dict[str, Any]:
        with self.store:
            known = self.store.open(self.config.settings(), self.options.resume)
            finished = self.store.summary() if known else None
            if finished is not None:
                self.store.drop_parts()
                return finished
            with logging_to(self.store.folder / "run.log", self.options.verbose):
                return self.play_and_write()

    def play_and_write(self) -> dict[str, Any]:
        for game, (place, result) in sorted(self.store.scan().items()):
            if game < len(self.schedule):
                self.note(Done(game, place, result))
        before = len(self.places)
        log.info("%d games, %d of them finished before, %d jobs", self.needed, before, self.options.jobs)
        start = time.monotonic()
        try:
            self.play()
        except KeyboardInterrupt:
            log.warning("interrupted after %d games", len(self.places))
            print(self.interruption(), file=sys.stderr)
            raise
        except RunError as error:
            log.error("%s", error)
            raise RunError(f"{error}\n{self.interruption()}") from None
        seconds = time.monotonic() - start
        played = len(self.places) - before
        log.info("%d games in %.1f s, %.1f a second", played, seconds, played / max(seconds, 1e-9))
        summary = Writer(self).write()
        self.store.drop_parts()
        return summary

    def interruption(self) -> str:
        return (
            f"{len(self.places)} of {len(self.schedule)} games are finished; "
            f"--out {self.options.folder or self.store.folder} --resume continues"
        )

    # -- playing

    def play(self) -> None:
        if next(self.missing(), None) is None:
            return
        play = partial(play_number, self.config, self.schedule, self.edition)
        pool = Pool(play, min(self.options.jobs, self.needed), self.store.parts)
        with Progress(self) as progress, closing(pool.run(self.missing())) as games:
            for done in games:
                self.note(done)
                progress.add(done)
                if self.complete():
                    break

    def missing(self) -> Iterator[int]:
        # `needed` may shrink while this runs.
        for game in range(len(self.schedule)):
            if game < self.needed and game not in self.places:
                yield game

    def complete(self) -> bool:
        """Whether the sequential test has ended the run; games under way are then not waited for."""
        return self.needed < len(self.schedule) and next(self.missing(), None) is None

    def note(self, done: Done) -> None:
        self.places[done.game] = done.place
        if self.test is not None and not self.test.verdict:
            spec = self.schedule[done.game]
            self.first[done.game] = shares(done.result["scores"])[spec.seats.index(0)]
            self.advance(self.test)

    def advance(self, test: SequentialTest) -> None:
        """Feed the test in the order of the deals, so that the decision does not depend on who was faster."""
        size = self.schedule.games_per_deal(2)
        while not test.verdict:
            deal = range(test.n * size, (test.n + 1) * size)
            if not all(game in self.first for game in deal):
                return
            if test.add(sum(self.first.pop(game) for game in deal) / size):
                self.needed = deal.stop
                log.info("the sequential test is decided after game %d", deal.stop - 1)


def play_number(config: MatchConfig, schedule: Schedule, edition: Edition, game: int) -> dict[str, Any]:
    return play_spec(config, schedule[game], edition)


# -- progress


class Progress:
    """A bar with games a second, time left and the result so far; only on a terminal."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.wins = [0.0] * len(run.config.agents)
        self.seats = [0] * len(run.config.agents)
        self.shown = 0.0
        self.bar: Any = None

    def __enter__(self) -> Progress:
        if self.run.options.progress:
            from tqdm import tqdm

            tqdm.monitor_interval = 0  # no thread: workers may still be forked
            self.bar = tqdm(
                total=self.run.needed,
                initial=len(self.run.places),
                unit="game",
                dynamic_ncols=True,
                file=sys.stderr,
            )
        return self

    def add(self, done: Done) -> None:
        if self.bar is None:
            return
        for agent, share in zip(
            self.run.schedule[done.game].seats, shares(done.result["scores"]), strict=True
        ):
            self.wins[agent] += share
            self.seats[agent] += 1
        self.bar.update(1)
        if time.monotonic() - self.shown > 0.5:
            self.shown = time.monotonic()
            self.bar.set_postfix_str(self.standing())

    def standing(self) -> str:
        rows = zip(self.run.config.names, self.wins, self.seats, strict=True)
        texts = [f"{name[:24]} {100 * wins / seats:.1f} %" for name, wins, seats in rows if seats]
        return " · ".join(texts[:4]) + (" …" if len(texts) > 4 else "")

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.close()


# -- results


class Writer:
    """Writes the tables in the order of the games, each first under another name."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.config = run.config
        self.folder = run.store.folder
        self.suffix = "jsonl" if run.config.format == "jsonl" else "csv"
        self.tables = ["games", "players", *(["cards"] if "cards" in run.config.record else [])]

    def write(self) -> dict[str, Any]:
        tally = Tally(self.config)
        with tempfile.TemporaryDirectory(prefix=".write-", dir=self.folder) as name:
            draft = Path(name)
            self.write_games(draft, tally)
            self.write_offers(draft / "offers.csv", tally)
            if self.config.format == "parquet":
                for path in sorted(draft.glob("*.csv")):
                    to_parquet(path)
            for path in sorted(draft.iterdir()):
                path.replace(self.folder / path.name)
        summary = tally.summary(self.run.test)
        write_whole(self.folder / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
        return summary

    def write_games(self, draft: Path, tally: Tally) -> None:
        places = [self.run.places[game] for game in range(self.run.needed)]
        with ExitStack() as stack:
            files: dict[str, IO[str]] = {}
            for name in self.tables:
                path = draft / f"{name}.{self.suffix}"
                files[name] = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
                if self.suffix == "csv":
                    files[name].write(",".join(COLUMNS[name]) + "\n")
            if "moves" in self.config.record:
                path = draft / "records.jsonl"
                files["records"] = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
            for game, line in enumerate(self.run.store.read_all(places)):
                for name in self.tables:
                    files[name].write(line["tables"][name])
                if "records" in files:
                    files["records"].write(line["record"])
                spec = self.run.schedule[game]
                tally.add(spec, line["result"])
                tally.add_cards(spec, line["offers"], line["takes"])

    def write_offers(self, path: Path, tally: Tally) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(OFFER_COLUMNS)
            writer.writerows(tally.offer_rows(self.run.edition))


def to_parquet(path: Path) -> None:
    """Replace a CSV file by a Parquet file with the same columns, block by block."""
    import pyarrow.csv
    import pyarrow.parquet

    convert: Callable[..., Any] = pyarrow.csv.open_csv
    with (
        convert(path) as reader,
        pyarrow.parquet.ParquetWriter(path.with_suffix(".parquet"), reader.schema) as out,
    ):
        for batch in reader:
            out.write_batch(batch)
    path.unlink()
