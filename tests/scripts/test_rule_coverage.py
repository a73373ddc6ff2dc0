"""scripts/rule_coverage.py counts ids in marks and in YAML lists, and nowhere else."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scripts.rule_coverage import ROOT, listed_rules, main

RULES = """\
# Rules
- **PAY-10** one.
- **PAY-11** two, see PAY-10.
- **END-GAME-01** three.
"""

TEST = '''\
import pytest

# @pytest.mark.rule("END-GAME-01") in a comment does not count


@pytest.mark.rule("PAY-10")
def test_one():
    """Nor does END-GAME-01 here."""
    assert "END-GAME-01"
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "rules.md").write_text(RULES)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_pay.py").write_text(TEST)
    return tmp_path


def run(project: Path, *options: str) -> Result:
    paths = ["--rules", str(project / "rules.md"), "--tests", str(project / "tests")]
    return CliRunner().invoke(main, [*paths, *options])


def test_ids_without_a_test_are_listed(project: Path) -> None:
    result = run(project)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "without a test:",
        "  PAY-11",
        "  END-GAME-01",
        "1 of 3 rules have a test",
    ]


def test_marks_of_modules_and_parameters_and_lists_in_yaml_count(project: Path) -> None:
    (project / "tests/test_end.py").write_text(
        'import pytest\npytestmark = pytest.mark.rule("END-GAME-01")\n'
    )
    (project / "tests/cases.yaml").write_text("cases:\n  - id: v1 # PAY-99\n    rules: [PAY-11]\n")
    result = run(project)
    assert result.exit_code == 0
    assert result.output == "3 of 3 rules have a test\n"


def test_an_unknown_id_is_an_error_even_if_all_rules_have_a_test(project: Path) -> None:
    (project / "tests/cases.yaml").write_text("- rules: [PAY-11, PAY-12, END-GAME-01, pay10]\n")
    result = run(project)
    assert result.exit_code == 1
    assert "no such rule: 'PAY-12' in tests/cases.yaml" in result.output
    assert "not a rule id: 'pay10' in tests/cases.yaml" in result.output
    assert result.output.endswith("3 of 3 rules have a test\n")


def test_json_names_the_tests_of_each_rule(project: Path) -> None:
    result = json.loads(run(project, "--json").output)
    assert (result["rules"], result["tested"], result["missing"]) == (3, 1, ["PAY-11", "END-GAME-01"])
    assert result["tests"]["PAY-10"] == ["tests/test_pay.py:6"]


def test_a_rule_may_be_stated_only_once(project: Path) -> None:
    (project / "rules.md").write_text(RULES + "- **PAY-10** again.\n")
    result = run(project)
    assert result.exit_code == 1
    assert "stated more than once: PAY-10" in result.output


def test_the_list_of_rules_is_complete() -> None:
    assert len(listed_rules(ROOT / "docs/rules.md")) == 416
