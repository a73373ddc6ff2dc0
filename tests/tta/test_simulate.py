"""`tta simulate`: the same results whatever happens on the way."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from engine import Game, IllegalMove, default_edition
from engine.journal import WHAT, Journal
from engine.vocabulary import MoveKind
from tta.cli import cli
from tta.match.config import read_config
from tta.match.play import play_moves, shares
from tta.match.schedule import Schedule, line_ups
from tta.match.statistics import PlackettLuce, SequentialTest, wilson

ROOT = Path(__file__).resolve().parent.parent.parent

SLOW_AGENT = """
import time
from mcts.agents import Agent, parse_agent

class Slow(Agent):
    name = "slow"

    def choose(self, game, seed):
        time.sleep(0.0005)
        return parse_agent("quick").choose(game, seed)
"""


def write_config(folder: Path, **values: Any) -> Path:
    path = folder / "match.yaml"
    path.write_text(yaml.safe_dump({"agents": ["quick", "random"], "games": 12, "seed": 5, **values}))
    return path


def simulate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["simulate", *map(str, arguments)], catch_exceptions=False)


def results(folder: Path) -> dict[str, bytes]:
    """All files that have to be equal."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != "run.log"}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# -- the schedule


def test_every_deal_is_played_in_every_seating() -> None:
    schedule = Schedule(2, [2], 6, seed=1)
    assert [(spec.deal, spec.seats) for spec in schedule] == [
        (deal, seats) for deal in range(3) for seats in ((0, 1), (1, 0))
    ]
    assert schedule[0].seed == schedule[1].seed != schedule[2].seed
    assert len({spec.agent_seed for spec in schedule}) == 6


def test_seats_are_balanced_with_fewer_agents_than_seats() -> None:
    schedule = Schedule(2, [4], 10, seed=1)
    assert line_ups(2, 4) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]
    counts = [[spec.seats[seat] for spec in schedule].count(0) for seat in range(4)]
    assert len(set(counts[:4])) <= 2
    assert {agent for spec in schedule for agent in spec.seats} == {0, 1}


def test_a_tournament_pairs_everybody() -> None:
    schedule = Schedule(4, [2], 12, seed=1)
    assert {frozenset(spec.seats) for spec in schedule} == {
        frozenset((i, j)) for i in range(4) for j in range(i)
    }
    assert {spec.deal for spec in schedule} == {0}


def test_a_game_depends_on_seed_and_number_only() -> None:
    assert Schedule(2, [2], 6, seed=1)[3] == Schedule(2, [2], 600, seed=1)[3]
    assert Schedule(2, [2], 6, seed=1)[3].seed != Schedule(2, [2], 6, seed=2)[3].seed


# -- statistics


def test_wilson_interval() -> None:
    low, high = wilson(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10)[0] == pytest.approx(0)
    assert wilson(1, 10)[1] == pytest.approx(1)


def test_tied_winners_share() -> None:
    assert shares([10, 20, 20]) == [0, 0.5, 0.5]
    assert shares([None, 0]) == [0, 1]


def test_ratings_of_two_agents_follow_the_win_rate() -> None:
    model = PlackettLuce(2)
    for game in range(400):
        model.add((0, 1), (1, 0) if game % 4 else (0, 1))
    first, second = model.ratings()
    assert first.elo - second.elo == pytest.approx(190.8, abs=3)
    assert first.low < first.elo < first.high


def test_ratings_with_three_players_order_the_agents() -> None:
    model = PlackettLuce(3)
    for game in range(90):
        model.add((0, 1, 2), ((30, 20, 10), (30, 10, 20), (20, 30, 10))[game % 3])
    best, middle, worst = model.ratings()
    assert best.elo > middle.elo > worst.elo


def test_the_sequential_test_decides() -> None:
    clear = SequentialTest(0.5, 0.6, 0.05, 0.05)
    while not clear.add(1.0):
        assert clear.n < 100
    assert clear.verdict == "high"
    even = SequentialTest(0.5, 0.6, 0.05, 0.05)
    while not even.add(0.5 if even.n % 2 else 0.45):
        assert even.n < 1000
    assert even.verdict == "low"


# -- results


def test_results_tell_the_same_story(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = simulate(write_config(tmp_path), "--jobs", "1", "--out", out)
    assert run.exit_code == 0, run.output
    games, players, cards = (rows(out / f"{name}.csv") for name in ("games", "players", "cards"))
    assert [int(row["game"]) for row in games] == list(range(12))
    assert len(players) == 24
    for row in games:
        seats = [player for player in players if player["game"] == row["game"]]
        assert sum(float(player["win"]) for player in seats) == pytest.approx(1)
        assert max(int(player["culture"]) for player in seats) == int(row["culture"])
        assert row["winners"] == " ".join(player["seat"] for player in seats if float(player["win"]))
        taken = [card for card in cards if card["game"] == row["game"] and card["event"] == "taken"]
        assert sum(int(player["taken"]) for player in seats) == len(taken) > 0
    summary = json.loads((out / "summary.json").read_text())
    quick = summary["agents"][0]
    mean = sum(float(row["win"]) for row in players if row["agent"] == "quick") / 12
    assert quick["win_rate"] == pytest.approx(mean, abs=1e-6)
    assert quick["games"] == 12


def test_records_can_be_replayed(tmp_path: Path) -> None:
    simulate(write_config(tmp_path, games=2), "--jobs", "1", "--out", tmp_path / "out")
    for line in (tmp_path / "out" / "records.jsonl").read_text().splitlines():
        entry = json.loads(line)
        assert Game.replay(entry["record"]).scores == entry["culture"]


def test_offers_add_up(tmp_path: Path) -> None:
    simulate(write_config(tmp_path, games=4), "--jobs", "1", "--out", tmp_path / "out")
    offers = rows(tmp_path / "out" / "offers.csv")
    cards = [row for row in rows(tmp_path / "out" / "cards.csv") if row["event"] == "taken" and row["price"]]
    anywhere = [row for row in offers if row["price"] == "any"]
    assert sum(int(row["taken"]) for row in anywhere) == len(cards)
    for row in anywhere:
        parts = [
            other
            for other in offers
            if other["price"] != "any" and (other["agent"], other["card"]) == (row["agent"], row["card"])
        ]
        assert sum(int(part["turns"]) for part in parts) == int(row["turns"])
        assert int(row["seats"]) <= 4


def test_json_summary_has_what_a_program_needs(tmp_path: Path) -> None:
    run = simulate(write_config(tmp_path), "--jobs", "1", "--json")
    summary = json.loads(run.stdout)
    assert summary["reproducible"] is True
    assert {row["agent"] for row in summary["agents"]} == {"quick", "random"}
    for row in summary["agents"]:
        assert row["win_low"] <= row["win_rate"] <= row["win_high"]
        assert {"games", "culture"} <= set(row)
    assert sum(row["win_rate"] for row in summary["agents"]) == pytest.approx(1)


def test_json_lines_instead_of_csv(tmp_path: Path) -> None:
    simulate(write_config(tmp_path, format="jsonl", games=2), "--jobs", "1", "--out", tmp_path / "out")
    lines = (tmp_path / "out" / "players.jsonl").read_text().splitlines()
    assert [json.loads(line)["seat"] for line in lines] == [0, 1, 0, 1]


def test_several_numbers_of_players(tmp_path: Path) -> None:
    run = simulate(write_config(tmp_path, players=[2, 3], games=3), "--jobs", "1", "--json")
    summary = json.loads(run.stdout)
    assert summary["games"] == 6
    assert set(summary["by_players"]) == {"2", "3"}


def test_the_seed_is_part_of_the_run(tmp_path: Path) -> None:
    config = write_config(tmp_path, games=2)
    signatures = [
        json.loads(simulate(config, "--seed", seed, "--json").stdout)["signature"] for seed in "112"
    ]
    assert signatures[0] == signatures[1] != signatures[2]


def test_an_overlay_changes_the_cards(tmp_path: Path) -> None:
    overlay = {"name": "cheap", "cards": {"pyramids": {"stages": [1, 1, 1]}}}
    plain = json.loads(simulate(write_config(tmp_path, games=2), "--json").stdout)
    changed = json.loads(simulate(write_config(tmp_path, games=2, overlay=overlay), "--json").stdout)
    assert plain["cards"] != changed["cards"]


def test_a_native_game_is_the_game_that_choose_plays(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(SLOW_AGENT)
    config = read_config(write_config(tmp_path))
    edition = config.cards()
    slow = f"{path}:Slow"
    assert play_moves([slow, "quick"], 3, 4, edition) == play_moves(["quick", "quick"], 3, 4, edition)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_journal_tells_what_the_game_does(players: int) -> None:
    edition = default_edition()
    codes = play_moves(["random"] * players, 5, 6, edition)
    journal = Journal(edition, players, 5, codes, texts=True)
    game = Game.new(players, 5)
    taken = 0
    for code in codes:
        taken += MoveKind(code & 63) is MoveKind.TAKE
        game.apply(next(move for move in game.legal_moves() if move.code == code))
    assert journal.texts == game.record()["moves"]
    assert (journal.scores, journal.rounds) == (game.scores, game.round)
    assert sum(journal.decisions) == len(codes)
    assert sum(WHAT[event[4]] == "taken" and event[6] >= 0 for event in journal.events) == taken
    for seat, player in enumerate(game.snapshot()["player"]):
        developed = [event[5] for event in journal.events if event[3] == seat and WHAT[event[4]] == "played"]
        assert not player["leader"] or player["leader"] in developed
        assert player["wonders"].bit_count() <= sum(edition.kind(card) == "wonder" for card in developed)


def test_a_journal_of_other_moves_is_refused() -> None:
    codes = play_moves(["random", "random"], 5, 6, default_edition())
    for wrong in (codes[:-1], codes[1:], [0], []):
        with pytest.raises(IllegalMove):
            Journal(default_edition(), 2, 5, wrong)


# -- whatever happens on the way


def test_jobs_do_not_change_a_byte(tmp_path: Path) -> None:
    config = write_config(tmp_path, games=30, agents=["quick", "random", "quick:noise=5"])
    for jobs in (1, 2, 3):
        assert simulate(config, "--jobs", jobs, "--out", tmp_path / str(jobs)).exit_code == 0
    assert results(tmp_path / "1") == results(tmp_path / "2") == results(tmp_path / "3")


def test_the_sequential_test_stops_at_the_same_game(tmp_path: Path) -> None:
    config = write_config(tmp_path, games=400, sprt=[0.5, 0.7])
    for jobs in (1, 3):
        assert simulate(config, "--jobs", jobs, "--out", tmp_path / str(jobs)).exit_code == 0
    summary = json.loads((tmp_path / "1" / "summary.json").read_text())
    assert summary["sprt"]["verdict"] == "high"
    assert summary["games"] == 2 * summary["sprt"]["deals"] < 400
    assert results(tmp_path / "1") == results(tmp_path / "3")


def start(config: Path, out: Path, *more: str) -> subprocess.Popen[bytes]:
    arguments = [
        sys.executable,
        "-m",
        "tta",
        "simulate",
        str(config),
        "--jobs",
        "2",
        "--out",
        str(out),
        *more,
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


def finished(out: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in (out / "parts").glob("*.jsonl"))


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.fixture
def slow_config(tmp_path: Path) -> Path:
    """Games slow enough to be caught in the middle of a run."""
    agent = tmp_path / "slow.py"
    agent.write_text(SLOW_AGENT)
    return write_config(tmp_path, agents={"slow": f"{agent}:Slow", "random": "random"}, games=24)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")
def test_killed_workers_and_a_killed_parent_lose_nothing(tmp_path: Path, slow_config: Path) -> None:
    out, whole = tmp_path / "killed", tmp_path / "whole"
    run = start(slow_config, out)
    wait_for(lambda: finished(out) >= 3)
    os.kill(children(run.pid)[0], signal.SIGKILL)
    before = finished(out)
    wait_for(lambda: finished(out) >= before + 5)  # the run goes on
    workers = children(run.pid)
    run.kill()
    run.wait()
    before = finished(out)
    assert 8 <= before < 24
    assert not (out / "summary.json").exists()
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))  # nobody plays on
    again = start(slow_config, out, "--resume")
    assert again.wait() == 0, again.stderr and again.stderr.read()
    assert "died" in (out / "run.log").read_text()
    assert simulate(slow_config, "--jobs", 1, "--out", whole).exit_code == 0
    assert results(out) == results(whole)


def test_an_interruption_says_how_to_go_on(tmp_path: Path, slow_config: Path) -> None:
    out = tmp_path / "out"
    run = start(slow_config, out)
    wait_for(lambda: finished(out) >= 2)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"--resume" in said
    assert b"Traceback" not in said
    assert simulate(slow_config, "--jobs", 1, "--out", out, "--resume").exit_code == 0


def test_a_torn_line_is_played_again(tmp_path: Path, slow_config: Path) -> None:
    out, whole = tmp_path / "torn", tmp_path / "whole"
    run = start(slow_config, out)
    wait_for(lambda: finished(out) >= 1)
    run.kill()
    run.communicate()
    part = next(path for path in (out / "parts").glob("*.jsonl") if path.stat().st_size)
    part.write_bytes(part.read_bytes()[:-20])
    for folder in (out, whole):
        assert simulate(slow_config, "--jobs", 2, "--out", folder, "--resume").exit_code == 0
    assert results(out) == results(whole)


def test_an_agent_that_fails_stops_the_run_with_a_message(tmp_path: Path) -> None:
    agent = tmp_path / "broken.py"
    agent.write_text("from mcts.agents import Agent\nclass Broken(Agent):\n    name = 'broken'\n")
    config = write_config(tmp_path, agents=[f"{agent}:Broken", "random"])
    run = start(config, tmp_path / "out")
    _, said = run.communicate(timeout=60)
    assert run.returncode == 2
    assert b"NotImplementedError" in said
    assert b"Traceback" not in said


def test_a_game_that_kills_its_process_is_given_up(tmp_path: Path) -> None:
    agent = tmp_path / "deadly.py"
    agent.write_text(
        "import os\nfrom mcts.agents import Agent\n"
        "class Deadly(Agent):\n    name = 'deadly'\n"
        "    def choose(self, game, seed):\n        os.kill(os.getpid(), 9)\n"
    )
    config = write_config(tmp_path, agents=[f"{agent}:Deadly", "random"])
    run = start(config, tmp_path / "out")
    _, said = run.communicate(timeout=60)
    assert run.returncode == 2
    assert b"its process died 3 times (signal SIGKILL)" in said
    assert b"Traceback" not in said


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    config, out = write_config(tmp_path), tmp_path / "out"
    simulate(config, "--jobs", 1, "--out", out)
    before = results(out)
    assert simulate(config, "--jobs", 1, "--out", out, "--resume").exit_code == 0
    assert results(out) == before
