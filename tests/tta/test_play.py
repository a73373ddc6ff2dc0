"""`tta play`, with what a person would type coming from a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine import Game, default_edition
from tests.tta.running import AGE_I, ok, tta
from tta.session import seat_agents

GAME = ("play", "--agent", "greedy", "--seed", 7)


def play(*lines: str, arguments: tuple[object, ...] = GAME) -> str:
    return ok(*arguments, stdin="".join(f"{line}\n" for line in lines))


def test_a_move_by_number_and_by_text() -> None:
    first = str(Game.new(seed=7).legal_moves()[0])
    card = default_edition().name(first.removeprefix("take "))
    for line in ("1", first, first.upper(), f"take {card} A"):
        assert f"you: take {card}" in play(line)


def test_end_of_input_leaves_the_game() -> None:
    assert "You have left the game." in play()
    assert "You have left the game." in play("quit", "1")


def test_board_and_moves_are_shown_at_the_start() -> None:
    text = play()
    assert "Card row" in text
    assert "▶ Player 0" in text
    assert "1 take " in text


def test_quiet_shows_them_only_on_demand() -> None:
    assert "Card row" not in play("1", arguments=(*GAME, "--quiet"))
    assert "Card row" in play("board", arguments=(*GAME, "--quiet"))
    assert "end turn" in play("moves", arguments=(*GAME, "--quiet"))


def test_help_on_the_game_and_on_cards() -> None:
    text = play("help", "help homer", "help hommer")
    assert "take back your last move" in text
    assert default_edition().card("homer")["text"] in text
    assert "did you mean 'homer'?" in text


def test_nonsense_is_explained_and_changes_nothing() -> None:
    text = play("fly to mars", "999", "0", "", "save")
    assert "'fly' is neither a card nor a kind of move" in text
    assert "there is no move 999; the moves are 1 to" in text
    assert "there is no move 0" in text
    assert "Type save FILE" in text
    assert "you:" not in text


def test_rivals_move_and_hide_what_is_hidden(tmp_path: Path) -> None:
    """Passing all the time: prepared events and discards of the rival show only their age."""
    record = tmp_path / "record.yaml"
    text = play(*["pass", "end turn"] * 40, arguments=(*GAME, "--quiet", "--record", record))
    moves = yaml.safe_load(record.read_text())["moves"]
    prepared = [move for move in moves if move.startswith("prepare ")]
    assert prepared
    assert text.count("player 1: prepare a card of Age ") == len(prepared)
    assert "player 1: take " in text
    assert "event " in text


def test_undo_goes_back_before_the_rivals_answer(tmp_path: Path) -> None:
    text = play("undo", "1", "undo", "moves", arguments=(*GAME, "--quiet"))
    assert "There is nothing to undo." in text
    assert "Back in round 1." in text
    # After the same moves the rivals answer the same.
    moves = []
    for lines in (["1", "pass", "end turn"], ["1", "undo", "1", "pass", "undo", "pass", "end turn"]):
        record = tmp_path / "record.yaml"
        play(*lines, arguments=(*GAME, "--quiet", "--record", record))
        moves.append(yaml.safe_load(record.read_text())["moves"])
    assert moves[0] == moves[1]
    assert len(moves[0]) > 6


def test_a_hint_names_a_legal_move() -> None:
    text = play("hint", arguments=(*GAME, "--quiet"))
    plan = next(line for line in text.splitlines() if line.startswith("   1. "))
    assert plan.split(". ", 1)[1].split(" (")[0].startswith(("take ", "end turn"))


def test_resigning_has_to_be_meant() -> None:
    text = play("1", "resign", "quit", arguments=(*GAME, "--quiet"))
    assert "Type resign once more" in text
    assert "You have left the game." in text


def test_save_and_resume(tmp_path: Path) -> None:
    saved = tmp_path / "saved.yaml"
    text = play("1", f"save {saved}", arguments=(*GAME, "--quiet"))
    assert f"The record is in {saved}." in text
    before = Game.replay(saved)
    assert before.player_to_move == 0
    resumed = tmp_path / "resumed.yaml"
    arguments = ("play", "--resume", saved, "--agent", "greedy", "--seed", 7, "--record", resumed)
    play("pass", "end turn", arguments=arguments)
    moves = yaml.safe_load(resumed.read_text())["moves"]
    assert moves[: len(before.record()["moves"])] == before.record()["moves"]
    assert len(moves) > len(before.record()["moves"])


def test_a_failing_save_does_not_end_the_game(tmp_path: Path) -> None:
    text = play(f"save {tmp_path}/no/such/folder.yaml", "1", arguments=(*GAME, "--quiet"))
    assert "No such file or directory" in text
    assert "you: take" in text


def test_a_position_can_be_played_on() -> None:
    text = play("take swordsmen", arguments=("play", "--resume", AGE_I, "--agent", "greedy"))
    assert "you: take Swordsmen" in text


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_with_a_record_at_the_end(players: int, tmp_path: Path) -> None:
    """A person who always takes the last move listed comes to the end, too."""
    record = tmp_path / "record.yaml"
    rivals = ("--agent", "quick", "--agent", "greedy") if players == 3 else ("--agent", "quick")
    arguments = (
        "play",
        "--players",
        players,
        "--seat",
        1,
        *rivals,
        "--seed",
        3,
        "--quiet",
        "--record",
        record,
    )
    lines = [line for _ in range(400) for line in ("end turn", "pass", "1", "done")]
    text = play(*lines, arguments=arguments)
    game = Game.replay(record)
    assert game.is_over
    assert f"you: {game.scores[1]} culture" in text
    assert "← winner" in text
    assert f"The record is in {record}." in text


def test_an_unfinished_game_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play("1", "quit")
    assert list(tmp_path.iterdir()) == []


def test_the_record_of_a_finished_game_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tta-game-3.yaml").write_text("mine")
    over = tmp_path / "over.yaml"
    ok("new", "--rounds", 99, "--agent", "quick", "--record", "--out", over)
    ok("play", "--resume", over, "--seed", 3)
    assert (tmp_path / "tta-game-3.yaml").read_text() == "mine"
    assert Game.replay(tmp_path / "tta-game-3-2.yaml").is_over


def test_rivals_take_the_other_seats_in_turn_order() -> None:
    agents = seat_agents(["greedy", "quick"], 3, 1)
    assert {seat: agent.text for seat, agent in agents.items()} == {0: "greedy", 2: "quick"}
    assert {seat: agent.text for seat, agent in seat_agents(["beam"], 4, 3).items()} == dict.fromkeys(
        range(3), "beam"
    )


def test_bad_seats_and_agents_are_refused() -> None:
    for arguments, part in (
        (("--seat", 2), "the players are 0 to 1"),
        (("--players", 4, "--agent", "greedy", "--agent", "beam"), "2 agents for 3 rivals"),
        (("--agent", "gredy"), "did you mean 'greedy'?"),
    ):
        outcome = tta("play", *arguments)
        assert outcome.code == 2
        assert part in outcome.err
