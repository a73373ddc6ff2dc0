"""The scripts that measure strength: matches, habits, calibration."""

from __future__ import annotations

import copy
import json
import math
import re
from functools import partial
from pathlib import Path

import pytest

from engine import Game
from mcts.agents import parse_agent
from mcts.weights import load_forecast, read_forecast, read_preferences, read_weights
from scripts import (
    calibration,
    fit_forecast,
    fit_policy,
    fit_preferences,
    gifts,
    habits,
    match,
    vary_forecast,
)
from scripts.calibration import Forecast, brier
from scripts.match import DealResult, Tally
from scripts.self_play import SelfPlay, play


def deal(*shares: float) -> DealResult:
    return DealResult(0, list(shares), [0.0] * len(shares), [], [], [0.0, 0.0], [0, 0])


def test_a_match_counts_every_seat_of_every_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert match.main(["greedy", "random", "--games", "5", "--players", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 6
    assert report["rate"] == 1
    assert report["by_seat"] == [1, 1, 1]


def test_jobs_do_not_change_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for jobs in ("1", "2"):
        match.main(["quick:noise=1", "greedy", "--games", "8", "--jobs", jobs, "--json"])
        report = json.loads(capsys.readouterr().out)
        del report["ms_per_decision"]
        reports.append(report)
    assert reports[0] == reports[1]


def test_the_interval_clusters_the_games_of_a_deal() -> None:
    """Seats that cancel out on every deal say that the rate is a half, however few the deals."""
    split = Tally(2, [deal(1, 0) for _ in range(50)])
    whole = Tally(2, [deal(1, 1) for _ in range(25)] + [deal(0, 0) for _ in range(25)])
    assert split.rate == whole.rate == 0.5
    assert whole.interval()[0] < 0.4
    assert split.interval()[0] > whole.interval()[0]


def test_the_sequential_test_tells_the_better_rate() -> None:
    wins = Tally(2, [deal(1, 1) if i % 10 else deal(0, 1) for i in range(100)])
    assert wins.likelihood_ratio(0.5, 0.6) > 3
    assert wins.likelihood_ratio(0.99, 0.999) < 0


def test_a_wrong_agent_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for script in (calibration, gifts, habits):
        with pytest.raises(SystemExit) as left:
            script.main(["greeedy"])
        assert left.value.code == 2
        assert "did you mean 'greedy'" in capsys.readouterr().err


def test_the_brier_score_is_the_mean_squared_error() -> None:
    assert brier([Forecast(1, 0, (0.5, 0.5), 1.0), Forecast(1, 1, (0.0, 1.0), 1.0)]) == 0.125


def test_what_is_too_sure_and_too_hopeful_is_found() -> None:
    """Three of ten win who are told 80 %, one of ten who are told 20 %: odds 3:7 and 1:9, not 4:1 and 1:4."""
    found = [
        Forecast(1, i % 2, (chance, 1 - chance) if i % 2 == 0 else (1 - chance, chance), float(i < wins))
        for chance, wins in ((0.8, 3), (0.2, 1))
        for i in range(10)
    ]
    fits = calibration.best_temper(found)
    trust = math.log((3 / 7) / (1 / 9)) / math.log(16)
    assert fits.trust == pytest.approx(trust, abs=0.05)
    assert fits.optimism == pytest.approx(trust * math.log(4) - math.log(3 / 7), abs=0.05)
    best = calibration.tempered(found, fits)
    assert brier(best) == pytest.approx((0.3 * 0.7 + 0.1 * 0.9) / 2, abs=1e-3)


def test_calibration_looks_at_every_decision_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert calibration.main(["ismcts:iterations=2,cutoff=0", "--games", "1"]) == 0
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines() if "%" in line and "–" in line]
    ages = calibration.forecasts(1, "ismcts:iterations=2,cutoff=0", 2)
    assert sum(int(row[2]) for row in rows) == len(ages) > 100
    assert {each.age for each in ages} == {0, 1, 2, 3, 4}


def test_every_gift_makes_a_position_that_can_be() -> None:
    for players in (2, 3, 4):
        position = Game.new(players=players, seed=1).to_position()
        for name, gift in gifts.GIFTS.items():
            changed = copy.deepcopy(position)
            given = gift(changed, 1)
            assert given == (changed != position), name
            board = Game.from_position(changed).to_position()["players"][1]
            assert board == changed["players"][1], name


def test_a_gift_is_claimed_and_comes_true(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late in the game five culture are about five more at the end, and nothing is nothing."""
    some = {"nothing": partial(gifts.give, "culture", 0), "culture": partial(gifts.give, "culture", 5)}
    monkeypatch.setattr(gifts, "GIFTS", some)
    call = ["quick", "--judge", "ismcts:iterations=40", "--round", "16", "--games", "20"]
    assert gifts.main(call) == 0
    table = capsys.readouterr().out
    nothing, culture = ([cell.split(" ± ") for cell in row.split("|")] for row in table.splitlines()[2:])
    assert [float(cell[0].rstrip(" %")) for cell in nothing[3:7]] == [0, 0, 0, 0]
    assert 3 < float(culture[5][0]) < 7
    assert 3 < float(culture[6][0]) < 7
    assert gifts.main([*call, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == table


def test_a_policy_is_fitted_to_a_teacher(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Starting from the weights of the evaluation, the greedy agent's choices become likelier."""
    out = tmp_path / "policy.yaml"
    call = ["--teacher", "greedy", "--games", "4", "--steps", "5", "--batch", "300", "--out", str(out)]
    assert fit_policy.main(call) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("step")]
    first, last = (float(line.split()[3].rstrip(",")) for line in (lines[0], lines[-1]))
    assert last > first
    assert read_weights(out)["playout_noise"] == 0
    again = tmp_path / "again.yaml"
    assert fit_policy.main([*call[:-1], str(again), "--jobs", "2"]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_forecast_is_fitted_to_the_ends_of_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "forecast.yaml"
    call = ["--games", "30", "--agents", "quick", "--other", "random", "--players", "3", "--out", str(out)]
    assert fit_forecast.main(call) == 0
    assert "14 to 40 turns left" in capsys.readouterr().out
    forecast = read_forecast(out)
    last, first = forecast.moments[0], forecast.moments[-1]
    assert last["culture"] == pytest.approx(1, abs=0.3)
    assert first["spread"] > last["spread"]
    assert {"bronze", "philosophy"} <= set(forecast.workers)
    assert {"homer", "monarchy"} <= set(forecast.cards)


def test_games_of_a_forecast_are_played_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run with half of the games in its record, and a torn line, ends like one without a record."""
    record, out, again = tmp_path / "games.jsonl", tmp_path / "out.yaml", tmp_path / "again.yaml"
    call = ["--agents", "quick", "--other", "random", "--record", str(record), "--games"]
    assert fit_forecast.main([*call, "4", "--out", str(out)]) == 0
    played = record.read_text().splitlines(keepends=True)
    record.write_text("".join(played) + '{"seed": 5, "co')
    assert fit_forecast.main([*call, "8", "--jobs", "2", "--out", str(out)]) == 0
    assert record.read_text().splitlines(keepends=True)[:5] == played
    assert fit_forecast.main([*call[:4], "--games", "8", "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()
    with pytest.raises(SystemExit) as refused:
        fit_forecast.main([*call, "8", "--share", "0.5", "--out", str(out)])
    assert refused.value.code == 2
    assert "holds other games" in capsys.readouterr().err


def test_preferences_are_fitted_to_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "preferences.yaml"
    call = ["--games", "10", "--agents", "greedy", "--steps", "60", "--out", str(out)]
    assert fit_preferences.main(call) == 0
    alone, preferred = (float(x) for x in re.findall(r"log-likelihood (-[\d.]+)", capsys.readouterr().out))
    assert preferred > alone + 0.05
    found = read_preferences(out)
    assert {"take", "build", "end_turn"} <= set(found.moves)
    assert parse_agent(f"quick:preferences={out}").text == f"quick:preferences={out}"
    again = tmp_path / "again.yaml"
    assert fit_preferences.main([*call[:-1], str(again), "--jobs", "2"]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_agents_take_the_seats_in_turn(tmp_path: Path) -> None:
    """Who sits where decides the game, and the next game begins with the next agent."""
    mixed = SelfPlay(["quick", "random"], "greedy", 0.0, 2)
    scores = []
    for seed in (1, 2):
        game = Game.new(players=2, seed=seed)
        for code in play(mixed, seed)[1]:
            game.apply_code(code)
        scores.append(game.scores)
    assert scores[0][1] > scores[0][0] + 50
    assert scores[1][0] > scores[1][1] + 50


def test_a_forecast_of_another_style(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "economy.yaml"
    assert vary_forecast.main(["science_rate=2", "--turns", "9", "--players", "3", "--out", str(out)]) == 0
    before, after = load_forecast(3), read_forecast(out)
    for old, new in zip(before.moments, after.moments, strict=True):
        factor = 2 if old["turns"] >= 9 else 1
        assert new == {**old, "science_rate": pytest.approx(factor * old["science_rate"], rel=1e-3)}
    assert (after.cards, after.workers) == (before.cards, before.workers)
    with pytest.raises(SystemExit) as refused:
        vary_forecast.main(["sciense_rate=2", "--out", str(out)])
    assert refused.value.code == 2
    assert "did you mean 'science_rate'" in capsys.readouterr().err


def test_habits_prints_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert habits.main(["greedy", "--games", "1", "--players", "4", "--markdown"]) == 0
    found = capsys.readouterr().out
    for row in habits.ROWS:
        assert f"| {row.name} |" in found
