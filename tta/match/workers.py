"""Processes that play games.

Each worker has a pipe and a part of its own, so that nothing shared can be left in disorder by a worker that
is killed.  What it had finished is read from its part; what it had not goes to another worker.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

from tta.errors import RunError, message
from tta.match.store import Part, Place, scan_part

__all__ = ["Done", "Pool"]

log = logging.getLogger("tta.workers")

REPORT_SECONDS = 0.05
"""A worker reports its finished games at most that often."""
BATCH_SECONDS = 0.3
"""Games are handed out for about that long."""
MAX_BATCH = 64
DEATHS = 3
"""A game that was under way that often when its process died is not tried again."""

PlayGame = Callable[[int], dict[str, Any]]


class Done(NamedTuple):
    """A finished game."""

    game: int
    place: Place
    result: dict[str, Any]


# -- in the worker


def work(connection: Connection, path: Path, play: PlayGame, parent: int, level: int) -> None:
    """Play the games that come through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    logging.getLogger("tta").setLevel(level)
    log.debug("worker %d starts", os.getpid())
    part = Part(path)
    report = Report(connection)
    try:
        for game in tasks(connection, parent, report):
            try:
                line = play(game)
            except Exception as error:
                log.exception("game %d", game)
                connection.send(("error", game, f"{type(error).__name__} {message(error)}".strip()))
                return
            report.add(Done(game, part.append(line), line["result"]))
            log.debug("game %d: %s", game, line["result"])
            if os.getppid() != parent:
                break
        report.send()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone; what is finished lies on disk
    finally:
        part.close()
        log.debug("worker %d ends", os.getpid())


class Report:
    """Finished games on their way to the parent."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.waiting: list[Done] = []
        self.sent = 0.0

    def add(self, done: Done) -> None:
        self.waiting.append(done)
        if time.monotonic() - self.sent > REPORT_SECONDS:
            self.send()

    def send(self) -> None:
        if self.waiting:
            self.connection.send(("done", self.waiting))
            self.waiting = []
        self.sent = time.monotonic()


def tasks(connection: Connection, parent: int, report: Report) -> Iterator[int]:
    """Games to play, until the parent says None or is gone."""
    games: deque[int] = deque()
    while True:
        while not games or connection.poll():
            if not connection.poll():
                report.send()
            while not connection.poll(1.0):
                if os.getppid() != parent:
                    return
            batch = connection.recv()
            if batch is None:
                return
            games.extend(batch)
        yield games.popleft()


# -- in the parent


@dataclass
class Worker:
    process: BaseProcess
    connection: Connection
    part: Path
    under_way: dict[int, None] = field(default_factory=dict)
    """Games handed out and not reported, in order."""
    heard: float = field(default_factory=time.monotonic)
    """When it last reported."""


class Pool:
    """A number of workers that play games and outlast the death of some of them."""

    def __init__(self, play: PlayGame, jobs: int, parts: Path) -> None:
        self.play = play
        self.jobs = jobs
        self.parts = parts
        self.workers: list[Worker] = []
        self.started = 0
        self.deaths: Counter[int] = Counter()
        self.again: deque[int] = deque()
        self.seconds_per_game = 1.0
        self.context = multiprocessing.get_context("fork")

    def run(self, games: Iterable[int]) -> Generator[Done, None, None]:
        """Play the games; yields them as they are finished, in any order."""
        ahead = iter(games)
        try:
            for _ in range(self.jobs):
                self.start()
            self.feed(ahead)
            while any(worker.under_way for worker in self.workers):
                for worker in self.ready():
                    yield from self.hear(worker)
                self.feed(ahead)
        finally:
            self.stop()

    def start(self) -> None:
        ours, theirs = self.context.Pipe()
        path = self.parts / f"{os.getpid()}-{self.started}-{time.time_ns()}.jsonl"
        level = logging.getLogger("tta").level
        others = [worker.connection for worker in self.workers]
        process = self.context.Process(
            target=enter,
            args=(theirs, [ours, *others], path, self.play, os.getpid(), level),
            name=f"worker-{self.started}",
            daemon=True,
        )
        process.start()
        theirs.close()
        self.started += 1
        self.workers.append(Worker(process, ours, path))

    def feed(self, ahead: Iterator[int]) -> None:
        """Hand out games so that every worker has a little more than one batch."""
        size = max(1, min(MAX_BATCH, int(BATCH_SECONDS / max(self.seconds_per_game, 1e-6))))
        for worker in sorted(self.workers, key=lambda worker: len(worker.under_way)):
            if len(worker.under_way) > size:
                continue
            batch = list(self.take(ahead, size))
            if batch:
                worker.under_way.update(dict.fromkeys(batch))
                with contextlib.suppress(OSError):  # a dead worker is noticed by `ready`
                    worker.connection.send(batch)

    def take(self, ahead: Iterator[int], size: int) -> Iterator[int]:
        for _ in range(size):
            if self.again:
                yield self.again.popleft()
                continue
            game = next(ahead, None)
            if game is None:
                return
            yield game

    def ready(self) -> list[Worker]:
        sources: dict[Any, Worker] = {}
        for worker in self.workers:
            sources[worker.connection] = worker
            sources[worker.process.sentinel] = worker
        found = wait(list(sources), timeout=1.0)
        return list({id(sources[source]): sources[source] for source in found}.values())

    def hear(self, worker: Worker) -> Iterator[Done]:
        dead = not worker.process.is_alive()  # asked first: what it sent before is then in the pipe
        try:
            while worker.connection.poll():
                kind, *rest = worker.connection.recv()
                if kind == "error":
                    raise RunError(f"game {rest[0]}: {rest[1]}")
                yield from self.finished(worker, rest[0])
        except (EOFError, OSError):
            worker.process.join(1.0)
            dead = not worker.process.is_alive()
        if dead:
            yield from self.bury(worker)

    def finished(self, worker: Worker, games: list[Done]) -> Iterator[Done]:
        now = time.monotonic()
        if games:
            recent = (now - worker.heard) / len(games)
            self.seconds_per_game = 0.7 * self.seconds_per_game + 0.3 * recent
            worker.heard = now
        for done in games:
            if done.game in worker.under_way:
                del worker.under_way[done.game]
                yield done

    def bury(self, worker: Worker) -> Iterator[Done]:
        """A worker has died: keep what it had finished, give the rest to a new one."""
        self.workers.remove(worker)
        worker.connection.close()
        log.warning("worker %s died (%s)", worker.process.pid, cause(worker.process.exitcode))
        if worker.part.exists():
            for place, line in scan_part(worker.part):
                if line["game"] in worker.under_way:
                    del worker.under_way[line["game"]]
                    yield Done(line["game"], place, line["result"])
        lost = list(worker.under_way)
        if lost:
            self.deaths[lost[0]] += 1
            if self.deaths[lost[0]] >= DEATHS:
                why = cause(worker.process.exitcode)
                raise RunError(f"game {lost[0]}: its process died {DEATHS} times ({why})")
            self.again.extend(lost)
        self.start()

    def stop(self) -> None:
        for worker in self.workers:
            with contextlib.suppress(OSError):
                worker.connection.send(None)
        end = time.monotonic() + 0.5
        for worker in self.workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.terminate()  # in the middle of a game; finished ones are on disk
                worker.process.join(2.0)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
        self.workers.clear()


def enter(
    connection: Connection, inherited: list[Connection], path: Path, play: PlayGame, parent: int, level: int
) -> None:
    """Start of a worker: ends of pipes that came with the fork would hide that the parent is gone."""
    for other in inherited:
        other.close()
    work(connection, path, play, parent, level)


def cause(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
