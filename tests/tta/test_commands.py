"""`tta new | show | legal | apply | replay | cards | agents | bench`: what they print is right."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from engine import Game, default_edition
from mcts.agents import agent_classes
from scripts.refresh_docs import BLOCK, output_of
from tests.tta.running import AGE_I, AGE_II, POSITIONS, ROOT, ok, tta
from tta.cli import COMMANDS

MINE = ("suggest", "play", "new", "show", "legal", "apply", "replay", "cards", "agents", "bench")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Three rounds of a game."""
    path = tmp_path / "record.yaml"
    ok("new", "--players", 2, "--seed", 5, "--rounds", 3, "--record", "--out", path)
    return path


# ---------------------------------------------------------------- all commands


@pytest.mark.parametrize("name", MINE)
def test_help_of_every_command_has_an_example(name: str) -> None:
    text = ok(name, "--help")
    assert "Example:" in text
    assert f"tta {name}" in text.split("Example:")[1]


def test_every_command_of_the_table_exists() -> None:
    listed = ok("--help")
    for name in COMMANDS:
        assert f"\n  {name} " in listed


def test_the_help_imports_no_engine() -> None:
    code = "import sys; from tta.cli import run; run(['--help']); sys.exit('engine' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode == 0


def test_python_m_tta_is_the_same_command() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "tta", "cards", "homer"], cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode == 0
    assert found.stdout == ok("cards", "homer")


def test_a_closed_pipe_is_no_error() -> None:
    shell = f"{sys.executable} -m tta cards | head -1"
    found = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True)
    assert "agriculture" in found.stdout
    assert found.stderr == ""


@pytest.mark.parametrize(("setting", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal_only(setting: dict[str, str], coloured: bool) -> None:
    parent, child = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | setting
    command = [sys.executable, "-m", "tta", "cards", "homer"]
    subprocess.run(command, cwd=ROOT, env=environment, stdout=child, check=True)
    found = os.read(parent, 4096)
    os.close(child)
    os.close(parent)
    assert b"Homer" in found
    assert (b"\x1b[" in found) == coloured


def test_the_page_about_commands_shows_what_they_print(tmp_path: Path) -> None:
    """As far as the output depends on the game alone; the rest changes with speed and strength."""
    text = (ROOT / "docs" / "commands.md").read_text()
    commands = [
        line[2:] for block in BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")
    ]
    steady = [
        line for line in commands if line.startswith(("tta show", "tta legal", "tta apply", "tta cards"))
    ]
    assert len(steady) >= 7
    for command in steady:
        assert f"$ {command}\n{output_of(command, tmp_path)}" in text


# ---------------------------------------------------------------- new


@pytest.mark.parametrize("players", [2, 3, 4])
def test_new_prints_the_start_of_a_game(players: int) -> None:
    text = ok("new", "--players", players, "--seed", 7)
    assert Game.from_position(text) == Game.new(players=players, seed=7)


def test_new_plays_rounds_with_an_agent() -> None:
    arguments = ("new", "--players", 3, "--seed", 7, "--agent", "greedy", "--rounds", 8)
    game = Game.from_position(ok(*arguments))
    assert (game.round, game.current_player, game.phase) == (9, 0, "politics")
    assert ok(*arguments) == ok(*arguments)


def test_new_for_an_observer_hides_the_rest() -> None:
    position = yaml.safe_load(ok("new", "--seed", 3, "--rounds", 6, "--observer", 1))
    assert position["observer"] == 1
    assert "seed" not in position
    assert isinstance(position["civil_deck"], int)
    assert isinstance(position["players"][0]["military_hand"], dict)


def test_new_plays_to_the_end_of_the_game() -> None:
    game = Game.from_position(ok("new", "--rounds", 99, "--agent", "quick"))
    assert game.is_over


def test_new_as_json_is_the_same_position() -> None:
    assert json.loads(ok("new", "--seed", 4, "--json")) == yaml.safe_load(ok("new", "--seed", 4))


def test_new_as_record_can_be_replayed(record: Path) -> None:
    assert Game.replay(record).round == 4


# ---------------------------------------------------------------- show, legal


def test_show_reads_files_records_and_standard_input(record: Path) -> None:
    text = AGE_I.read_text()
    assert ok("show", AGE_I) == ok("show", "-", stdin=text)
    game = Game.replay(record)
    assert ok("show", record) == ok("show", "-", stdin=json.dumps(game.to_position()))
    assert "round 1 " in ok("show", record, "--at", 0)


def test_show_for_an_observer_hides_hands(record: Path) -> None:
    whole = ok("new", "--seed", 3, "--rounds", 6)
    assert "all cards open" in ok("show", "-", stdin=whole)
    seen = ok("show", "-", "--observer", 0, stdin=whole)
    hand = Game.from_position(whole).to_position()["players"][1]["military_hand"]
    names = [default_edition().name(card) for card in hand]
    assert names
    assert not any(name in seen.split("Player 1")[1].split("Events")[0] for name in names)


def test_show_as_json_has_numbers_and_position() -> None:
    found = json.loads(ok("show", AGE_II, "--json"))
    assert found["boards"][0]["culture"] == 24
    assert found["boards"][0]["culture_rating"] == 4
    assert Game.from_position(found["position"]).to_position(0) == Game.from_position(AGE_II).to_position(0)


def test_legal_lists_all_moves() -> None:
    moves = [str(move) for move in Game.from_position(AGE_I).legal_moves()]
    assert ok("legal", AGE_I, "--quiet").splitlines() == moves
    found = json.loads(ok("legal", AGE_I, "--json"))
    assert [entry["move"] for entry in found["moves"]] == moves
    text = ok("legal", AGE_I)
    assert f"{len(moves)} legal moves" in text
    assert "build 1 stage of Universitas Carolina" in text


def test_legal_moves_of_a_finished_game_are_none() -> None:
    over = ok("new", "--rounds", 99, "--agent", "quick")
    assert json.loads(ok("legal", "-", "--json", stdin=over))["moves"] == []
    assert ok("legal", "-", "--quiet", stdin=over) == ""
    assert "the game is over" in ok("legal", "-", stdin=over)
    assert "the game is over" in ok("show", "-", stdin=over)


# ---------------------------------------------------------------- apply, replay


def test_apply_plays_moves_and_keeps_the_observer(tmp_path: Path) -> None:
    out = tmp_path / "next.yaml"
    assert ok("apply", AGE_I, "take swordsmen", "inc pop", "--out", out) == ""
    position = yaml.safe_load(out.read_text())
    assert position["observer"] == 0
    own = position["players"][0]
    assert "swordsmen" in own["civil_hand"]
    assert own["actions"]["civil_spent"] == 2
    assert own["unused_workers"] == 1


def test_apply_can_print_the_record(record: Path) -> None:
    move = str(Game.replay(record).legal_moves()[0])
    longer = yaml.safe_load(ok("apply", record, move, "--record"))
    assert longer["moves"] == [*yaml.safe_load(record.read_text())["moves"], move]


def test_apply_tells_what_a_move_was_taken_for() -> None:
    outcome = tta("apply", AGE_I, "wonder 1", "--verbose")
    assert outcome.err == "player 0: build 1 stage of Universitas Carolina\n"


def test_apply_is_all_or_nothing(tmp_path: Path) -> None:
    out = tmp_path / "next.yaml"
    outcome = tta("apply", AGE_I, "take swordsmen", "take mars", "--out", out)
    assert outcome.code == 2
    assert "move 2" in outcome.err
    assert "'mars' is neither a card nor a kind of move" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_replay_lists_every_move(record: Path) -> None:
    moves = yaml.safe_load(record.read_text())["moves"]
    found = json.loads(ok("replay", record, "--json"))
    assert [entry["move"] for entry in found["moves"]] == moves
    assert [entry["number"] for entry in found["moves"]] == list(range(1, len(moves) + 1))
    text = ok("replay", record)
    assert [f"Round {number}" in text for number in range(1, 5)] == [True, True, True, False]
    assert text.splitlines()[-1] == ok("replay", record, "--quiet").strip()
    assert text.splitlines()[-1].startswith(f"{len(moves)} moves; the game goes on in round 4")


def test_replay_draws_the_board_at_a_move(record: Path) -> None:
    moves = yaml.safe_load(record.read_text())["moves"]
    text = ok("replay", record, "--at", 2)
    assert text.startswith(ok("show", record, "--at", 2))
    assert f"after 2 of {len(moves)} moves; next: {moves[2]}, " in text


def test_replay_reads_a_game_of_a_simulation(tmp_path: Path) -> None:
    config = tmp_path / "match.yaml"
    config.write_text("agents: [quick, random]\ngames: 2\nseed: 3\nrecord: [moves]\n")
    ok("simulate", config, "--out", tmp_path / "run", "--jobs", 1, "--quiet")
    records = tmp_path / "run" / "records.jsonl"
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    for entry in lines:
        found = json.loads(ok("replay", f"{records}#{entry['game']}", "--json"))
        assert found["culture"] == entry["culture"]
    assert ok("replay", records, "--quiet") == ok("replay", f"{records}#{lines[0]['game']}", "--quiet")
    missing = tta("replay", f"{records}#77")
    assert missing.code == 2
    assert "has no game '77'" in missing.err


# ---------------------------------------------------------------- cards, agents, bench


def test_every_card_can_be_printed() -> None:
    for card in default_edition().ids[1:]:
        values = default_edition().card(card)
        text = ok("cards", card)
        assert values["name"] in text
        assert " ".join(values["text"].split()) in " ".join(text.split())


def test_cards_by_name_and_words() -> None:
    assert ok("cards", "homer") == ok("cards", "Homer")
    assert ok("cards", "rich", "land", "II") == ok("cards", "rich_land_ii")
    assert "happy                1" in ok("cards", "homer")
    assert json.loads(ok("cards", "homer", "--json"))["happy"] == 1


def test_misspelt_cards_get_a_suggestion() -> None:
    outcome = tta("cards", "hommer")
    assert outcome.code == 2
    assert "did you mean 'homer'?" in outcome.err


def test_lists_of_cards() -> None:
    everything = ok("cards").splitlines()
    assert len(everything) == len(default_edition().ids) - 1
    wonders = ok("cards", "--kind", "wonder", "--age", "II").splitlines()
    assert [line.split()[0] for line in wonders] == [
        card
        for card in default_edition().ids[1:]
        if default_edition().kind(card) == "wonder" and default_edition().card(card)["age"] == "II"
    ]
    assert max(map(len, everything)) <= 120


def test_agents_lists_all_with_parameters() -> None:
    text = ok("agents")
    for name, agent in agent_classes().items():
        assert f"\n{name}  " in f"\n{text}"
        for parameter in agent.parameters:
            assert parameter.help in text
    assert [entry["agent"] for entry in json.loads(ok("agents", "beam", "--json"))] == ["beam"]


def test_bench_measures_something() -> None:
    begin = time.perf_counter()
    found = json.loads(ok("bench", "--time", 0.02, "--json"))
    assert time.perf_counter() - begin < 10
    assert all(entry["rate"] > 0 for entry in found)
    assert {entry["unit"] for entry in found} == {"decisions/s", "worlds/s", "games/s", "iterations/s"}


def test_bundled_positions_can_be_shown_and_searched() -> None:
    for path in POSITIONS.glob("*.yaml"):
        assert ok("show", path)
        assert ok("suggest", path, "--iterations", 60)
