"""Break the rule code in many places, one at a time, and see whether the rule tests notice.

The faults are declared in scripts/mutations.yaml.  Each is put into a copy of the project, the
extensions that it touches are rebuilt there, and the tests that name a rule (`-m rule`) run until
the first failure.  Tests without a rule, such as the signature or golden games, do not take part:
they notice every change and would prove nothing about the rules.

Most faults are found by a test that found them before or by a file whose tests name the broken
rule, so these run first; a fault survives only if all rule tests have passed.

    caught      a test failed, crashed or ran into the time limit
    survived    all tests passed: a rule without a real test
    broken      the old text is not there (or not unique), or the changed code does not build

Finished results are kept in build/mutations.jsonl, so an interrupted run goes on where it stopped.
They are used again while the mutation and the engine are the same, and the file of the test that
caught the mutation, or for a survivor all tests.  The exit code is 1 unless
all mutations could be made and at least `--target` percent were caught.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import click
import yaml
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from scripts.rule_coverage import RULE_ID, named_rules  # noqa: E402

BUILD = ["setup.py", "--quiet", "build_ext", "--inplace"]
PYTEST = ["-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", "-m", "rule and not slow"]
NOT_COPIED = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".hypothesis",
    ".*_cache",
    "__pycache__",
    "debug*",
    "sanitize",
    "temp-*",
    "dist",
    "*.egg-info",
    "mcts",  # stands on the engine and is not needed to test it
    "tta",
)
HASHED = ("*.py", "*.pyx", "*.pxd", "*.yaml", "*.yml")
PASSED, FAILED, COLLECTION_FAILED, USAGE_ERROR, NO_TESTS = 0, 1, 2, 4, 5
FIRST_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", re.MULTILINE)


class MutationError(Exception):
    """A mutation that cannot be made, or a project whose tests fail without any."""


@dataclass(frozen=True)
class Mutation:
    id: str
    file: str
    old: str
    new: str
    breaks: str
    occurrence: int = 0  # counted from 1; 0 = the text has to be unique

    @property
    def rules(self) -> list[str]:
        return re.findall(rf"\b{RULE_ID}\b", self.breaks)

    @property
    def is_data(self) -> bool:
        """Nothing has to be built: card numbers are read when a game begins."""
        return not self.file.endswith((".pyx", ".pxd"))

    def applied_to(self, text: str) -> str:
        starts = [match.start() for match in re.finditer(re.escape(self.old), text)]
        if not starts:
            raise MutationError("the old text does not occur")
        if not self.occurrence and len(starts) > 1:
            raise MutationError(f"the old text occurs {len(starts)} times; say which by 'occurrence'")
        if self.occurrence > len(starts):
            raise MutationError(f"occurrence {self.occurrence} of {len(starts)}")
        start = starts[max(self.occurrence - 1, 0)]
        return text[:start] + self.new + text[start + len(self.old) :]


@dataclass(frozen=True)
class Result:
    id: str
    status: str  # caught, survived or broken
    detail: str  # the first test that failed, or what is wrong with the mutation
    seconds: float


@dataclass(frozen=True)
class Limits:
    build_seconds: float
    test_seconds: float


def load_mutations(path: Path) -> list[Mutation]:
    """All mutations of a file; one error lists everything that is wrong with them."""
    entries = (yaml.safe_load(path.read_text(encoding="utf-8")) or {}).get("mutations") or []
    known = {entry.name: str(entry.type) for entry in fields(Mutation)}
    required = [name for name in known if name != "occurrence"]
    errors = []
    for number, entry in enumerate(entries, 1):
        place = f"mutation {number} ({entry.get('id', 'no id')})"
        errors += [f"{place}: unknown field {name!r}" for name in entry if name not in known]
        errors += [f"{place}: no field {name!r}" for name in required if name not in entry]
        errors += [
            f"{place}: {name!r} has to be {'a number' if known[name] == 'int' else 'a text'}"
            for name, value in entry.items()
            if name in known and type(value).__name__ != known[name]
        ]
        if "old" in entry and entry["old"] in ("", entry.get("new")):
            errors.append(f"{place}: 'old' is empty or the same as 'new'")
    names = Counter(entry.get("id") for entry in entries)
    errors += [f"the id {name!r} is used {count} times" for name, count in names.items() if count > 1]
    if errors:
        raise click.ClickException("\n".join([f"{path}:", *errors]))
    return [Mutation(**entry) for entry in entries]


class Workspace:
    """A built copy of the project that can be broken and mended again."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(source, folder, ignore=NOT_COPIED, symlinks=True)

    def run(self, arguments: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "TTA_JOBS": "1"}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        environment.pop("TTA_TRACES", None)  # the result may not depend on what this machine has
        command = [sys.executable, *arguments]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def build(self, seconds: float) -> None:
        done = self.run(BUILD, seconds)
        if done.returncode:
            lines = (done.stdout + done.stderr).strip().splitlines()
            raise MutationError("does not build: " + " / ".join(lines[-3:]))

    def check(self, tests: list[str], limits: Limits, when: str) -> None:
        """The results mean something only if the copy builds and passes without a mutation."""
        self.build(limits.build_seconds)
        failing = self.failing_test(tests, limits.test_seconds)
        if failing:
            raise MutationError(f"the tests fail {when}: {failing}")

    def failing_test(self, tests: list[str], seconds: float, missing_is_fine: bool = False) -> str | None:
        """The first test that fails, or None if all pass."""
        try:
            done = self.run([*PYTEST, *tests], seconds)
        except subprocess.TimeoutExpired:
            return f"no end within {seconds:.0f} s"
        if done.returncode == PASSED:
            return None
        if done.returncode < 0:
            return f"crash by signal {-done.returncode}"
        if done.returncode in (USAGE_ERROR, NO_TESTS) and missing_is_fine:
            return None  # a test that was there in an earlier run
        if done.returncode not in (FAILED, COLLECTION_FAILED):
            raise MutationError(
                "pytest: " + " / ".join((done.stdout + done.stderr).strip().splitlines()[-3:])
            )
        first = FIRST_FAILURE.search(done.stdout)
        return first[1] if first else "unknown test"

    def touched_files(self, mutation: Mutation) -> set[Path]:
        """What the mutation and a build after it may change; a .pxd file is part of many modules.

        An extension lies in build/ too, and every build copies all of them from there.
        """
        touched = {self.folder / mutation.file}
        if not mutation.is_data:
            name = "*" if mutation.file.endswith(".pxd") else Path(mutation.file).stem
            touched.update(self.folder.glob(f"*/{name}.*so"), self.folder.glob(f"*/{name}.so"))
            touched.update(path for path in (self.folder / "build").rglob(f"{name}.*") if path.is_file())
        return touched

    def try_mutation(
        self, mutation: Mutation, first: list[str], tests: list[str], limits: Limits
    ) -> tuple[str, str]:
        """Status and detail.  Afterwards the copy is as before, times included: nothing needs a rebuild."""
        path = self.folder / mutation.file
        if not path.is_file():
            return "broken", f"no file {mutation.file}"
        with tempfile.TemporaryDirectory(dir=self.folder.parent) as name:
            saved = Saved(Path(name), self.folder, self.touched_files(mutation))
            try:
                path.write_text(mutation.applied_to(path.read_text(encoding="utf-8")), encoding="utf-8")
                if not mutation.is_data:
                    self.build(limits.build_seconds)
                failing = self.failing_test(first, limits.test_seconds, True) if first else None
                failing = failing or self.failing_test(tests, limits.test_seconds)
            except MutationError as error:
                return "broken", str(error)
            except subprocess.TimeoutExpired:
                return "broken", f"not built within {limits.build_seconds:.0f} s"
            finally:
                saved.restore(self.touched_files(mutation))
        return ("caught", failing) if failing else ("survived", mutation.breaks)


class Saved:
    """Copies of files with their times, to be put back where they have changed."""

    def __init__(self, store: Path, folder: Path, paths: set[Path]) -> None:
        self.copies = {path: store / path.relative_to(folder) for path in paths}
        for path, copy in self.copies.items():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)

    def restore(self, paths: set[Path]) -> None:
        for path in paths - self.copies.keys():
            path.unlink()
        for path, copy in self.copies.items():
            if not path.exists() or path.stat().st_mtime_ns != copy.stat().st_mtime_ns:
                shutil.copy2(copy, path)


class Sources:
    """Hashes of the engine, the card data and the tests, as they are now."""

    def __init__(self, root: Path, tests: list[str]) -> None:
        places = [root / name.partition("::")[0] for name in ("engine", "setup.py", "pyproject.toml", *tests)]
        inside = {path for place in places for pattern in HASHED for path in place.rglob(pattern)}
        self.tests = tests
        self.hashes = {
            path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(inside | {place for place in places if place.is_file()})
        }

    def code(self) -> list[str]:
        """What every result depends on: all but the test files themselves."""
        return [f"{name} {self.hashes[name]}" for name in self.hashes if not is_test(name)]

    def evidence(self, result: Result) -> list[str]:
        """What else this one depends on: the file of the test that failed, or all that passed."""
        failed = result.detail.partition("::")[0]
        if result.status == "caught" and failed in self.hashes:
            return [self.hashes[failed]]
        return [*self.tests, *(f"{name} {self.hashes[name]}" for name in self.hashes if is_test(name))]


def is_test(name: str) -> bool:
    return Path(name).match("test_*.py")


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


class Memory:
    """Results of earlier runs, one JSON object a line, with hashes of all that they depend on."""

    def __init__(self, path: Path, sources: Sources) -> None:
        self.path = path
        self.sources = sources
        self.code = digest(sources.code())
        self.results: dict[str, Result] = {}
        self.catchers: dict[str, str] = {}  # the test that caught a mutation last, by id
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            with suppress(ValueError, TypeError, KeyError):  # cut off when the run was interrupted
                self.remember(json.loads(line))

    def remember(self, entry: dict[str, Any]) -> None:
        key, evidence = entry.pop("key"), entry.pop("evidence")
        result = Result(**entry)
        if evidence == digest(self.sources.evidence(result)):
            self.results[key] = result
        if result.status == "caught" and "::" in result.detail:
            self.catchers[result.id] = result.detail

    def key(self, mutation: Mutation) -> str:
        return digest([self.code, asdict(mutation)])

    def find(self, mutation: Mutation) -> Result | None:
        return self.results.get(self.key(mutation))

    def add(self, mutation: Mutation, result: Result) -> None:
        entry = {
            "key": self.key(mutation),
            "evidence": digest(self.sources.evidence(result)),
            **asdict(result),
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def apt_tests(mutation: Mutation, named: dict[str, set[str]], tests: list[str]) -> list[str]:
    """The files among the tests that name a rule which the mutation breaks."""
    places = [place.partition(":")[0] for rule in mutation.rules for place in named.get(rule, ())]
    return sorted({file for file in places if file.endswith(".py") and file.startswith(tuple(tests))})


def workspaces(
    root: Path, folder: Path, jobs: int, tests: list[str], limits: Limits
) -> SimpleQueue[Workspace]:
    """Copies that are built; the first has shown that the tests pass without a mutation."""
    first = Workspace(root, folder / "0")
    first.check(tests, limits, "without any mutation")
    queue: SimpleQueue[Workspace] = SimpleQueue()
    queue.put(first)
    for number in range(1, jobs):
        queue.put(Workspace(first.folder, folder / str(number)))
    return queue


def run_all(
    root: Path, mutations: list[Mutation], tests: list[str], jobs: int, limits: Limits, memory: Memory
) -> Iterator[Result]:
    """Results as they arrive: the remembered ones first."""
    left = []
    for mutation in mutations:
        if remembered := memory.find(mutation):
            yield remembered
        else:
            left.append(mutation)
    if not left:
        return
    with tempfile.TemporaryDirectory(prefix="tta-mutate-") as name:
        free = workspaces(root, Path(name), min(jobs, len(left)), tests, limits)
        named = named_rules(root / "tests")

        def attempt(mutation: Mutation) -> Result:
            catcher = memory.catchers.get(mutation.id)
            first = [catcher] if catcher else apt_tests(mutation, named, tests)
            workspace = free.get()
            start = time.monotonic()
            try:
                status, detail = workspace.try_mutation(mutation, first, tests, limits)
            finally:
                free.put(workspace)
            return Result(mutation.id, status, detail, round(time.monotonic() - start, 1))

        with ThreadPoolExecutor(jobs) as executor:
            futures = {executor.submit(attempt, mutation): mutation for mutation in left}
            try:
                for future in as_completed(futures):
                    memory.add(futures[future], future.result())
                    yield future.result()
            finally:
                executor.shutdown(cancel_futures=True)
        for _ in range(free.qsize()):
            free.get().check(tests, limits, "after all mutations are mended; run again with --fresh")


@dataclass(frozen=True)
class Summary:
    mutations: int
    caught: int
    survived: int
    broken: int
    percent: float  # of all mutations that were caught


def summarize(results: list[Result]) -> Summary:
    counts = Counter(result.status for result in results)
    percent = 100 * counts["caught"] / len(results)
    return Summary(len(results), counts["caught"], counts["survived"], counts["broken"], round(percent, 1))


def report(results: list[Result], total: Summary) -> None:
    for result in results:
        click.echo(f"{result.status:9} {result.id}: {result.detail}")
    click.echo(f"{total.caught} of {total.mutations} mutations caught ({total.percent} %)")


@click.command(epilog="Example: python scripts/mutate_rules.py --jobs 2 --only 'corruption*'")
@click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT, hidden=True
)
@click.option(
    "--only", multiple=True, metavar="GLOB", help="Only the mutations with such an id; may be repeated."
)
@click.option(
    "--tests", multiple=True, default=["tests/engine"], show_default=True, help="What pytest is given."
)
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Copies of the project in use."
)
@click.option(
    "--target", type=click.FloatRange(0, 100), default=95.0, show_default=True, help="Percent to be caught."
)
@click.option("--build-seconds", type=float, default=900.0, show_default=True, help="Time limit of a build.")
@click.option(
    "--test-seconds", type=float, default=300.0, show_default=True, help="Time limit of a test run."
)
@click.option("--fresh", is_flag=True, help="Forget the results of earlier runs.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def main(
    root: Path,
    only: tuple[str, ...],
    tests: tuple[str, ...],
    jobs: int,
    target: float,
    build_seconds: float,
    test_seconds: float,
    fresh: bool,
    as_json: bool,
) -> None:
    """Break the rule code in each declared place and report which faults the rule tests catch."""
    mutations = load_mutations(root / "scripts/mutations.yaml")
    chosen = [m for m in mutations if not only or any(Path(m.id).match(pattern) for pattern in only)]
    if not chosen:
        raise click.UsageError("no mutation is declared" if not only else "--only matches no mutation")
    path = root / "build/mutations.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    memory = Memory(path, Sources(root, list(tests)))
    arriving = run_all(root, chosen, list(tests), jobs, Limits(build_seconds, test_seconds), memory)
    try:
        results = list(tqdm(arriving, total=len(chosen), unit="mutation", disable=None))
    except MutationError as error:
        raise click.ClickException(str(error)) from None
    order = {mutation.id: number for number, mutation in enumerate(chosen)}
    results.sort(key=lambda result: order[result.id])
    total = summarize(results)
    if as_json:
        click.echo(json.dumps({**asdict(total), "results": [asdict(result) for result in results]}, indent=2))
    else:
        report(results, total)
    sys.exit(0 if not total.broken and total.percent >= target else 1)


if __name__ == "__main__":
    main()
