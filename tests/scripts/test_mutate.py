"""scripts/mutate_rules.py on a small project whose "compiler" copies rules.pyx to rules.so."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from scripts.mutate_rules import ROOT, Mutation, MutationError, apt_tests, load_mutations, main
from scripts.rule_coverage import listed_rules

RULES = """\
def corruption(bank):
    if bank >= 11:
        return 0
    return 2 if bank >= 6 else 4


def consumption(bank):
    return 0 if bank >= 17 else 1
"""

SETUP = """\
import shutil
from pathlib import Path

source, built = Path("engine/rules.pyx"), Path("build/lib/engine/rules.so")
if not built.exists() or built.stat().st_mtime_ns < source.stat().st_mtime_ns:
    compile(source.read_text(), str(source), "exec")
    built.parent.mkdir(parents=True, exist_ok=True)
    built.write_text(source.read_text())
    with open(LOG, "a") as log:
        log.write("built\\n")
shutil.copy2(built, "engine/rules.so")
"""

TESTS = """\
from pathlib import Path

import pytest

RULES = {}
exec((Path(__file__).resolve().parents[2] / "engine/rules.so").read_text(), RULES)


@pytest.mark.rule("PROD-03")
def test_corruption():
    assert [RULES["corruption"](bank) for bank in (11, 6, 5)] == [0, 2, 4]


def test_a_test_without_a_rule_does_not_take_part():
    assert RULES["consumption"](17) == 0
"""

RULE = '@pytest.mark.rule("PROD-07")\n'

CONFIG = """\
[tool.pytest.ini_options]
markers = ["rule", "slow"]
"""

CAUGHT = {"id": "corruption-limit", "old": "bank >= 6", "new": "bank > 6", "breaks": "PROD-03"}
SURVIVES = {"id": "consumption-limit", "old": "bank >= 17", "new": "bank > 17", "breaks": "PROD-07"}
ABSENT = {"id": "absent", "old": "bank >= 99", "new": "bank", "breaks": "nothing"}
AMBIGUOUS = {"id": "ambiguous", "old": "return 0", "new": "return 1", "breaks": "nothing"}
UNBUILDABLE = {"id": "unbuildable", "old": "def consumption", "new": "def def", "breaks": "nothing"}
HANGS = {
    "id": "hangs",
    "old": "    if bank >= 11:",
    "new": "    while bank:",
    "breaks": "PROD-03",
    "occurrence": 1,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # half of the time of a small run
    root = tmp_path / "project"
    for name, text in {
        "engine/rules.pyx": RULES,
        "setup.py": f"LOG = {str(tmp_path / 'builds.log')!r}\n" + SETUP,
        "tests/engine/test_rules.py": TESTS,
        "pyproject.toml": CONFIG,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def declare(project: Path, *mutations: Mapping[str, object]) -> None:
    entries = [{"file": "engine/rules.pyx", **mutation} for mutation in mutations]
    (project / "scripts").mkdir(exist_ok=True)
    (project / "scripts/mutations.yaml").write_text(yaml.safe_dump({"mutations": entries}))


def run(project: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["--root", str(project), *options])


def builds(project: Path) -> int:
    return len((project.parent / "builds.log").read_text().splitlines())


def last_line(result: Result) -> str:
    return result.stdout.splitlines()[-1]


def test_caught_and_survived_mutations(project: Path) -> None:
    declare(project, CAUGHT, SURVIVES)
    result = run(project, "--jobs", "1")
    assert "caught    corruption-limit: tests/engine/test_rules.py::test_corruption" in result.stdout
    assert "survived  consumption-limit: PROD-07" in result.stdout
    assert last_line(result) == "1 of 2 mutations caught (50.0 %)"
    assert result.exit_code == 1
    assert builds(project) == 3, "the copy as it is, then once for each mutation: mending needs no build"
    assert (project / "engine/rules.pyx").read_text() == RULES


def test_a_copy_that_cannot_be_mended_is_an_error(project: Path) -> None:
    setup = (project / "setup.py").read_text()
    elsewhere = 'Path(LOG + ".so")'  # a build whose outcome lies outside the copy
    (project / "setup.py").write_text(setup.replace('Path("build/lib/engine/rules.so")', elsewhere))
    declare(project, CAUGHT)
    result = run(project)
    assert result.exit_code == 1
    assert "the tests fail after all mutations are mended" in result.stderr


def test_mutations_that_cannot_be_made_are_errors(project: Path) -> None:
    declare(project, CAUGHT, ABSENT, AMBIGUOUS, UNBUILDABLE)
    result = run(project, "--target", "0")
    assert "broken    absent: the old text does not occur" in result.stdout
    assert "broken    ambiguous: the old text occurs 2 times" in result.stdout
    assert "broken    unbuildable: does not build" in result.stdout
    assert "caught    corruption-limit" in result.stdout
    assert result.exit_code == 1


def test_an_endless_loop_is_caught(project: Path) -> None:
    declare(project, {**HANGS, "new": "    while True:\n        continue\n    if bank >= 11:"})
    result = run(project, "--test-seconds", "5")
    assert "caught    hangs: no end within 5 s" in result.stdout
    assert result.exit_code == 0


def test_finished_results_are_used_again_until_the_code_changes(project: Path) -> None:
    declare(project, CAUGHT, SURVIVES)
    assert last_line(run(project, "--only", "corruption*")) == "1 of 1 mutations caught (100.0 %)"
    before = builds(project)
    assert last_line(run(project)) == "1 of 2 mutations caught (50.0 %)"
    assert builds(project) == before + 2, "the copy and the mutation that had not been tried"
    assert last_line(run(project)) == "1 of 2 mutations caught (50.0 %)"
    assert builds(project) == before + 2
    (project / "engine/rules.pyx").write_text(RULES + "\n")
    run(project, "--only", "corruption*")
    assert builds(project) == before + 4


def test_a_new_test_is_tried_on_survivors_alone(project: Path) -> None:
    declare(project, CAUGHT, SURVIVES)
    run(project)
    before = builds(project)
    consumption = RULE + 'def test_consumption():\n    assert RULES["consumption"](17) == 0\n'
    (project / "tests/engine/test_more.py").write_text(TESTS.partition("@")[0] + consumption)
    result = run(project)
    assert "caught    consumption-limit: tests/engine/test_more.py::test_consumption" in result.stdout
    assert last_line(result) == "2 of 2 mutations caught (100.0 %)"
    assert builds(project) == before + 2, "the copy and the survivor"


def test_the_test_that_caught_a_mutation_before_runs_first(project: Path) -> None:
    declare(project, CAUGHT)
    run(project)
    slower = TESTS.replace(
        "def test_corruption",
        "def test_earlier():\n    assert RULES['corruption'](6) == 2\n\n\n" + RULE + "def test_corruption",
    )
    (project / "tests/engine/test_rules.py").write_text(slower)
    assert "::test_corruption\n" in run(project).stdout
    (project / "tests/engine/test_rules.py").write_text(
        slower.replace("def test_corruption", "def test_renamed")
    )
    assert "::test_earlier\n" in run(project).stdout, "a test that is gone leaves the decision to all"


def test_a_mutation_of_data_needs_no_build(project: Path) -> None:
    (project / "engine/numbers.yaml").write_text("corruption: 6\n")
    reads = "\n\n" + RULE + "def test_number():\n    assert '6' in Path('engine/numbers.yaml').read_text()\n"
    (project / "tests/engine/test_rules.py").write_text(TESTS + reads)
    declare(project, {**CAUGHT, "file": "engine/numbers.yaml", "old": "6", "new": "5"})
    assert last_line(run(project)) == "1 of 1 mutations caught (100.0 %)"
    assert builds(project) == 1
    assert (project / "engine/numbers.yaml").read_text() == "corruption: 6\n"


def test_files_that_name_the_broken_rule_are_apt() -> None:
    named = {
        "PAY-12": {
            "tests/engine/rules/test_pay.py:7",
            "tests/engine/vectors/pay.yaml",
            "tests/mcts/test_x.py:1",
        },
        "PAY-13": {"tests/engine/rules/test_take.py:3"},
        "AGE-01": {"tests/engine/rules/test_age.py:3"},
    }
    mutation = Mutation("m", "f", "a", "b", "PAY-12, PAY-13: payments are exact")
    found = apt_tests(mutation, named, ["tests/engine"])
    assert found == ["tests/engine/rules/test_pay.py", "tests/engine/rules/test_take.py"]


def test_json(project: Path) -> None:
    declare(project, CAUGHT)
    result = json.loads(run(project, "--json").stdout)
    assert (result["mutations"], result["caught"], result["percent"]) == (1, 1, 100.0)
    assert result["results"][0]["id"] == "corruption-limit"


def test_failing_tests_stop_the_run_before_any_mutation(project: Path) -> None:
    (project / "engine/rules.pyx").write_text(RULES.replace("bank >= 6", "bank > 6"))
    declare(project, SURVIVES)
    result = run(project)
    assert result.exit_code == 1
    assert "the tests fail without any mutation" in result.stderr


def test_all_errors_of_the_declaration_are_listed(project: Path) -> None:
    declare(project, CAUGHT, CAUGHT, {"id": "empty", "old": "", "new": 3, "extra": "x"})
    result = run(project)
    for message in ("used 2 times", "no field 'breaks'", "unknown field 'extra'", "'new' has to be a text"):
        assert message in result.stderr
    assert "'old' is empty" in result.stderr


def test_occurrences_are_counted_from_one() -> None:
    def mutated(occurrence: int) -> str:
        return Mutation("m", "f", "a", "X", "", occurrence).applied_to("a b a")

    assert (mutated(1), mutated(2)) == ("X b a", "a b X")
    with pytest.raises(MutationError, match="occurs 2 times"):
        mutated(0)
    with pytest.raises(MutationError, match="occurrence 3 of 2"):
        mutated(3)


def test_the_declared_mutations_of_the_project_apply() -> None:
    for mutation in load_mutations(ROOT / "scripts/mutations.yaml"):
        mutation.applied_to((ROOT / mutation.file).read_text(encoding="utf-8"))


def test_each_declared_mutation_names_the_rules_that_it_breaks() -> None:
    rules = set(listed_rules(ROOT / "docs/rules.md"))
    for mutation in load_mutations(ROOT / "scripts/mutations.yaml"):
        assert mutation.rules, mutation.id
        assert set(mutation.rules) <= rules, mutation.id
