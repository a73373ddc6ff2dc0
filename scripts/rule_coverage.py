"""Which rules of docs/rules.md have a test that names them.

A test names a rule by `@pytest.mark.rule("PAY-10", "PAY-13")`, by `@rule("PAY-10")`, by a
`pytestmark` of its module or class, by the marks of a `pytest.param`, or by the `rules:` list
of a case in a YAML file under tests/.  Python is read as a syntax tree and YAML as data, so an
id in a comment, a docstring or an assertion message does not count.

    python scripts/rule_coverage.py          # ids without a test, ids that no rule has
    python scripts/rule_coverage.py --json   # for machines, with the tests of each rule

The exit code is 1 unless every rule has a test and every id named by a test exists.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import yaml

ROOT = Path(__file__).resolve().parent.parent
RULE_ID = r"[A-Z]+(?:-[A-Z]+)*-\d\d"
LISTED = re.compile(rf"^[-*] \*\*({RULE_ID})\*\*")
WELL_FORMED = re.compile(rf"{RULE_ID}\Z")

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

Places = dict[str, set[str]]


@dataclass
class Coverage:
    """The ids of the rules in the order of the list, and the places that name each id."""

    rules: list[str]
    places: Places = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.places]

    @property
    def unknown(self) -> list[str]:
        return sorted(set(self.places) - set(self.rules))

    @property
    def complete(self) -> bool:
        return not self.missing and not self.unknown

    @property
    def summary(self) -> str:
        return f"{len(self.rules) - len(self.missing)} of {len(self.rules)} rules have a test"


def listed_rules(path: Path) -> list[str]:
    """The ids of a list of rules; each may be stated only once."""
    rules = [
        match[1] for line in path.read_text(encoding="utf-8").splitlines() if (match := LISTED.match(line))
    ]
    twice = sorted({rule for rule in rules if rules.count(rule) > 1})
    if twice:
        raise click.ClickException(f"{path}: stated more than once: {', '.join(twice)}")
    if not rules:
        raise click.ClickException(f"{path}: no line of the form '- **PAY-10** ...'")
    return rules


def is_rule_mark(function: ast.expr) -> bool:
    """`rule` or `pytest.mark.rule`."""
    match function:
        case ast.Name(id="rule"):
            return True
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="pytest"), attr="mark"), attr="rule"):
            return True
    return False


def ids_in_python(source: str, name: str) -> Iterator[tuple[str, int]]:
    """Each id given to a rule mark, with its line."""
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Call) and is_rule_mark(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, argument.lineno


def ids_in_yaml(value: Any) -> Iterator[str]:
    """Each id in a `rules:` list at any depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "rules" and isinstance(item, list):
                yield from (entry for entry in item if isinstance(entry, str))
            else:
                yield from ids_in_yaml(item)
    elif isinstance(value, list):
        for item in value:
            yield from ids_in_yaml(item)


def named_rules(tests: Path) -> Places:
    """Where the tests name which id: `file:line` in Python, `file` in YAML."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(tests.parent).as_posix()
        for rule, line in ids_in_python(path.read_text(encoding="utf-8"), name):
            places[rule].add(f"{name}:{line}")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in sorted([*tests.rglob("*.yaml"), *tests.rglob("*.yml")]):
        name = path.relative_to(tests.parent).as_posix()
        for document in yaml.load_all(path.read_text(encoding="utf-8"), Loader=loader):
            for rule in ids_in_yaml(document):
                places[rule].add(name)
    return dict(places)


def measure(rules: Path, tests: Path) -> Coverage:
    return Coverage(listed_rules(rules), named_rules(tests))


def report(coverage: Coverage) -> None:
    if coverage.missing:
        click.echo("without a test:")
        for rule in coverage.missing:
            click.echo(f"  {rule}")
    for rule in coverage.unknown:
        wrong = "no such rule" if WELL_FORMED.match(rule) else "not a rule id"
        click.echo(f"{wrong}: {rule!r} in {', '.join(sorted(coverage.places[rule]))}")
    click.echo(coverage.summary)


@click.command(epilog="Example: python scripts/rule_coverage.py --json")
@click.option(
    "--rules", type=FILE, default=ROOT / "docs/rules.md", help="List of rules; default docs/rules.md."
)
@click.option("--tests", type=FOLDER, default=ROOT / "tests", help="Folder of tests; default tests.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with the tests of each rule.")
def main(rules: Path, tests: Path, as_json: bool) -> None:
    """List the rules that no test names, and names that no rule has; exit code 1 if there are any."""
    coverage = measure(rules, tests)
    if as_json:
        result = {
            "rules": len(coverage.rules),
            "tested": len(coverage.rules) - len(coverage.missing),
            "missing": coverage.missing,
            "unknown": coverage.unknown,
            "tests": {rule: sorted(coverage.places.get(rule, ())) for rule in coverage.rules},
        }
        click.echo(json.dumps(result, indent=2))
    else:
        report(coverage)
    sys.exit(0 if coverage.complete else 1)


if __name__ == "__main__":
    main()
