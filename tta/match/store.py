"""The directory of a run.

    run.json        the settings, written first; a run is only continued with the same ones
    parts/          finished games, one line each, appended by every process to a file of its own
    run.log         what happened when
    games.csv ...   the results in the order of the games, written when all games are there; summary.json last

A line is written by one system call, so a killed process leaves whole lines, and at most one torn line at the
end of its file after a crash of the machine; torn lines are ignored and the game is played again.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tta.errors import RunError
from tta.match.play import json_line

__all__ = ["Part", "Place", "Store", "write_whole"]

SYNC_SECONDS = 0.1
"""Lines reach the disk at least this often; slower games are synchronised one by one."""


class Place(NamedTuple):
    """Where a finished game lies."""

    part: str
    offset: int
    length: int


class Part:
    """The file to which one process appends its finished games."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._offset = os.fstat(self._file).st_size
        self._synced = 0.0

    def append(self, line: dict[str, Any]) -> Place:
        data = json_line(line).encode()
        written = os.write(self._file, data)
        if written < len(data):
            raise OSError(28, "No space left on device", self.name)
        place = Place(self.name, self._offset, len(data))
        self._offset += len(data)
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self.sync()
        return place

    def sync(self) -> None:
        os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        self.sync()
        os.close(self._file)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


class Store:
    """A run's directory, locked against other runs while it is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts = folder / "parts"
        self._lock: int | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            (self.folder / ".lock").unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = None

    # -- opening

    @property
    def has_run(self) -> bool:
        return (self.folder / "run.json").is_file()

    def open(self, settings: dict[str, Any], resume: bool) -> bool:
        """Start or continue a run; returns whether there is anything from before."""
        if self.folder.exists() and not self.folder.is_dir():
            raise RunError(f"{self.folder} is no directory")
        known = self.has_run
        if known and not resume:
            raise RunError(
                f"{self.folder} holds a run already; --resume continues it, or choose another --out"
            )
        if not known and self.folder.is_dir() and any(self.folder.iterdir()):
            raise RunError(f"{self.folder} is not empty and holds no run; choose another --out")
        if known:
            self.check_settings(settings)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock()
        self.parts.mkdir(exist_ok=True)
        for draft in self.folder.glob(".write-*"):
            shutil.rmtree(draft, ignore_errors=True)  # of a run that was killed while it wrote
        if not known:
            write_whole(self.folder / "run.json", json.dumps(settings, indent=1) + "\n")
        return known

    def lock(self) -> None:
        # Locks of this kind belong to the process: workers that outlive a killed run do not hold them.
        self._lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise RunError(f"another run is at work in {self.folder}") from None

    def check_settings(self, settings: dict[str, Any]) -> None:
        path = self.folder / "run.json"
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RunError(f"{path} cannot be read: {error}") from None
        now = json.loads(json.dumps(settings))
        if not isinstance(before, dict):
            raise RunError(f"{path} does not describe a run")
        different = [key for key in now if before.get(key) != now[key]]
        if different:
            key = different[0]
            was, now_is = before.get(key), now[key]
            raise RunError(f"{self.folder} holds a run with other settings: {key} was {was!r}, is {now_is!r}")

    def summary(self) -> dict[str, Any] | None:
        """The summary of a complete run."""
        path = self.folder / "summary.json"
        if not path.is_file():
            return None
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise RunError(f"{path} cannot be read: {error}") from None
        if not isinstance(value, dict):
            raise RunError(f"{path} is no summary of a run")
        return value

    # -- finished games

    def scan(self) -> dict[int, tuple[Place, dict[str, Any]]]:
        """Where the finished games lie, with their results."""
        found: dict[int, tuple[Place, dict[str, Any]]] = {}
        for path in sorted(self.parts.glob("*.jsonl")):
            for place, line in scan_part(path):
                found.setdefault(line["game"], (place, line["result"]))
        return found

    def read(self, place: Place) -> dict[str, Any]:
        with (self.parts / place.part).open("rb") as file:
            file.seek(place.offset)
            value = json.loads(file.read(place.length))
        assert isinstance(value, dict)
        return value

    def read_all(self, places: list[Place]) -> Iterator[dict[str, Any]]:
        """Finished games in the order of `places`."""
        with contextlib.ExitStack() as stack:
            files = {
                name: stack.enter_context((self.parts / name).open("rb"))
                for name in sorted({place.part for place in places})
            }
            for place in places:
                file = files[place.part]
                file.seek(place.offset)
                yield json.loads(file.read(place.length))

    def drop_parts(self) -> None:
        shutil.rmtree(self.parts, ignore_errors=True)


def scan_part(path: Path) -> Iterator[tuple[Place, dict[str, Any]]]:
    """The whole lines of a part, with their places."""
    offset = 0
    with path.open("rb") as file:
        for data in file:
            place = Place(path.name, offset, len(data))
            offset += len(data)
            try:
                line = json.loads(data) if data.endswith(b"\n") else None
            except ValueError:
                continue
            if isinstance(line, dict) and isinstance(line.get("game"), int) and "result" in line:
                yield place, line
