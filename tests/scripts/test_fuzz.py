"""scripts/fuzz.py on the build that is there; the debug build is the business of `make fuzz`."""

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine import Game
from scripts import fuzz, fuzz_search
from scripts.fuzz import Examination, Violation, environment, flavour_in_use, main, refused


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--build", flavour_in_use()])


def test_sound_games_give_a_report_and_exit_code_0() -> None:
    result = run("--games", "30", "--jobs", "1", "--deep", "30", "--seed", "5")
    assert result.exit_code == 0, result.output
    assert "30 games on the" in result.output
    assert "1 games played again through Python" in result.output
    assert result.output.endswith("0 violations\n")


def test_json_tells_counts_coverage_and_what_was_not_reached() -> None:
    result = run("--games", "24", "--jobs", "2", "--deep", "0", "--json")
    report = json.loads(result.output)
    assert result.exit_code == 0
    assert report["games"] == 24
    assert report["violations"] == []
    coverage = report["coverage"]
    assert coverage["decisions"]["action"] > 1000
    assert coverage["moves"]["take"] > 500
    assert len(coverage["cards"]) == 236
    assert coverage["cards"]["agriculture"]["played"] > 0
    never = [name for name, count in coverage["decisions"].items() if not count]
    assert coverage["missing"]["decisions"] == never


def test_jobs_do_not_change_what_is_played() -> None:
    reports = [
        json.loads(run("--games", "45", "--jobs", jobs, "--deep", "0", "--json").output) for jobs in "12"
    ]
    for report in reports:
        del report["seconds"], report["games_per_second"]
    assert reports[0] == reports[1]


def test_one_game_is_told_move_by_move() -> None:
    result = run("--game", "3", "--players", "2")
    assert result.exit_code == 0, result.output
    assert "   1 <Game 2 players, age A, round 1, action of player 0>: " in result.output
    assert result.output.splitlines()[-1].startswith("sound; scores [")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--players", "5"],
        ["--players", "2,x"],
        ["--game", "3"],
        ["--jobs", "0"],
        ["--build", "fast"],
    ],
)
def test_bad_arguments_have_exit_code_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, arguments).exit_code == 2


def test_a_violation_is_told_with_its_game_and_gives_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Examination, "copies", lambda self: fuzz.demand(False, "made up"))
    result = run("--games", "3", "--jobs", "1", "--deep", "2", "--seed", "8")
    assert result.exit_code == 1
    assert "violation: --game 8 --players 2, move 0: made up" in result.stderr
    assert "violation: --game 10 --players 4, move 0: made up" in result.stdout
    assert result.stdout.endswith("2 violations\n")


def test_a_game_that_kills_its_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = fuzz.play_chunk

    def dies(plan: fuzz.Plan, numbers: range) -> fuzz.Tally:
        if 1 in numbers:
            raise SystemExit(9)
        return whole(plan, numbers)

    monkeypatch.setattr(fuzz, "play_chunk", dies)
    found = fuzz.crashes(fuzz.Plan(3, 40, [2, 3, 4], 0), [range(3)])
    assert found == [
        {"players": 3, "seed": 41, "move": None, "problem": "the process died with exit code 9"},
    ]


# -- the examination finds what is wrong


class Spoilt:
    """A game that behaves like another one but for some attributes."""

    def __init__(self, game: Game, **attributes: Any) -> None:
        self.game = game
        self.attributes = attributes

    def __getattr__(self, name: str) -> Any:
        return self.attributes[name] if name in self.attributes else getattr(self.game, name)


def examine(game: Any, what: str, *arguments: Any) -> None:
    getattr(Examination(game, random.Random(0), []), what)(*arguments)


def test_a_sound_game_passes_all_examinations() -> None:
    game = Game.new(players=3, seed=1)
    Examination(game, random.Random(0), []).run()


def test_a_clone_that_differs_is_found() -> None:
    game, other = Game.new(players=2, seed=1), Game.new(players=2, seed=2)
    with pytest.raises(Violation, match="a clone differs"):
        examine(Spoilt(game, clone=other.clone), "copies")


def test_a_position_that_differs_is_found() -> None:
    game, other = Game.new(players=2, seed=1), Game.new(players=2, seed=2)
    with pytest.raises(Violation, match=r"position differs after loading: seed 1 became 2"):
        examine(Spoilt(game, to_position=other.to_position), "position")


def test_a_world_that_shows_something_else_is_found() -> None:
    game, other = Game.new(players=2, seed=1), Game.new(players=2, seed=2)
    with pytest.raises(Violation, match="view of player 0 differs in a sampled world"):
        examine(Spoilt(game, determinize=other.determinize), "observer", 0)


def test_a_move_that_is_not_refused_is_found() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(Violation, match="end turn was not refused"):
        refused(lambda: game.apply("end turn"), "end turn")


def test_the_sanitized_build_runs_with_its_runtime_loaded_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    changed = environment("sanitize")
    assert "libasan" in changed["LD_PRELOAD"]
    assert changed["PYTHONPATH"].endswith("build/sanitize")
    assert "LD_PRELOAD" not in environment("debug")


def test_searches_are_fuzzed(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_search.main(["--searches", "12"]) == 0
    assert "nothing wrong" in capsys.readouterr().out
