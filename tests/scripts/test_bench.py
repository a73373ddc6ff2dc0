"""scripts/bench.py: what it prints.  How fast the engine is, no test can tell on a busy machine."""

import json

import pytest
from click.testing import CliRunner

from scripts import bench
from scripts.bench import main, signature

BY_PLAYERS = (
    "decisions_per_second",
    "games_per_second",
    "decisions_per_game",
    "rounds_per_game",
    "clone_ns",
    "clone_python_ns",
    "determinize_us",
    "state_bytes",
)


def test_json_has_every_figure_by_number_of_players() -> None:
    result = CliRunner().invoke(main, ["--json", "--games", "20", "--repetitions", "1"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.output)
    for key in BY_PLAYERS:
        assert set(figures[key]) == {"2", "3", "4"}, key
        assert min(figures[key].values()) > 0, key
    assert figures["state_bytes"]["4"] <= 4096
    assert 15 < figures["rounds_per_game"]["2"] < 40
    assert figures["decisions_per_game"]["4"] > 300
    assert {"threads_over_processes", "ratio_to_chess"} <= set(figures)


def test_without_json_there_is_a_table() -> None:
    result = CliRunner().invoke(main, ["--games", "5", "--repetitions", "1"])
    assert result.exit_code == 0
    assert result.output.startswith("players ")
    assert "clone_python_ns" in result.output


def test_the_signature_is_one_hash() -> None:
    result = CliRunner().invoke(main, ["--signature"])
    assert result.output == f"{signature()}\n"
    assert len(result.output) == 17
    assert json.loads(CliRunner().invoke(main, ["--signature", "--json"]).output) == {
        "signature": signature()
    }
    assert signature(3) != signature(4)


def test_instructions_need_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.shutil, "which", lambda name: None)
    result = CliRunner().invoke(main, ["--instructions"])
    assert result.exit_code == 2
    assert "valgrind" in result.output


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--repetitions", "0"], ["--fast"]])
def test_bad_arguments_have_exit_code_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, arguments).exit_code == 2
