"""Input that cannot be used gives one clear message and exit code 2: no traceback, no file left behind.

The cases are generated: every value of a position replaced by nonsense in turn, texts cut off and spoilt,
records with moves that cannot be made, options that make no sense.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import Game
from tests.tta.running import AGE_I, AGE_II, Outcome, tta

Place = tuple[str | int, ...]
NONSENSE: tuple[Any, ...] = ("no_such_thing", -1, 10**30, {"a": 1}, [[]], float("nan"))


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where the plain values of a position stand."""
    entries: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    if not isinstance(value, dict | list):
        yield place
    for key, item in entries:
        yield from places(item, (*place, key))


def replaced(value: Any, place: Place, new: Any) -> Any:
    changed = copy.deepcopy(value)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = new
    return changed


def spoilt_values(count: int) -> Iterator[tuple[str, str]]:
    """A position with one wrong value, and a word that the message has to contain."""
    position = yaml.safe_load(AGE_I.read_text())
    choose = random.Random(4)
    chosen = choose.sample([place for place in places(position) if "late" not in place], count)
    for number, place in enumerate(chosen):
        new = NONSENSE[number % len(NONSENSE)]
        yield yaml.safe_dump(replaced(position, place, new)), str(place[0])


UNKNOWN_KEYS = {
    "playrs": "did you mean 'players'",
    "ages": "did you mean 'age'",
    "Round": "did you mean 'round'",
    "card_row": "unknown",
}
WRONG_CARDS = {
    "row: [irn]": "row",
    "players: [{leader: homr}, {}]": "did you mean 'homer'",
    "players: [{leader: iron}, {}]": "leader",
    "players: [{technologies: {bronz: 2}}, {}]": "did you mean 'bronze'",
    "players: [{wonders: [pyramid]}, {}]": "did you mean 'pyramids'",
    "players: [{wonders: [pyramids, pyramids]}, {}]": "pyramids",
    "players: [{government: monarchi}, {}]": "did you mean 'monarchy'",
    "players: [{civil_hand: [raid_i]}, {}]": "raid_i",
    "players: [{military_hand: [iron]}, {}]": "iron",
    "players: [{actions: {civil_spent: 9}}, {}]": "civil_spent",
    "players: [{blue_bank: 99}, {}]": "blue_bank",
    "players: [{flags: [sleepy]}, {}]": "sleepy",
    "players: 7": "players",
    "players: []": "players",
    "observer: 5": "observer",
    "age: V": "age",
    "current_player: 2": "current_player",
    "stage: lunch": "stage",
    "decisions: [{kind: bidd, player: 0}]": "did you mean 'bid'",
    "hash: 0000000000000000": "hash",
    "edition: base2051": "edition",
    "format: 9": "format",
}


def spoilt_texts() -> Iterator[bytes]:
    """Files that are no positions at all."""
    whole = AGE_II.read_bytes()
    yield b""
    yield b"   \n\n"
    yield b"\xff\xfe\x00\x01binary"
    yield b"\x89PNG\r\n\x1a\n" + bytes(range(256))
    yield b"just a sentence"
    yield b"- a\n- list\n"
    yield b"42"
    yield b"null"
    yield b"{"
    yield b"a: [1, 2"
    yield b"a: 1\na: 2\n"
    yield b"!!python/object/apply:os.system ['echo hello']"
    yield b"age: &x [*x]"
    yield b"{" * 600
    yield b"\tage: I"
    yield whole.replace(b"row: [", b"row: [[", 1)
    yield whole.replace(b"players:", b"players", 1)
    yield whole + b"\nage: II\n"
    yield whole[:-200].rsplit(b"[", 1)[0] + b"["


def bad_records() -> Iterator[tuple[Any, str]]:
    """Records, and a word of the message."""
    good = Game.new(players=2, seed=3)
    for _ in range(6):
        good.apply(good.legal_moves()[-1])
    record = good.record()
    moves = record["moves"]
    yield {**record, "moves": [*moves, "take mars"]}, "move 7: `take mars`"
    yield {**record, "moves": ["", *moves]}, "move 1"
    yield {**record, "moves": [*moves[:3], 17]}, "move 4"
    yield {**record, "moves": [*moves[:2], None]}, "move 3"
    yield {**record, "moves": [*moves[:2], {"take": "iron"}]}, "move 3"
    yield {**record, "moves": "take iron"}, "moves"
    yield {**record, "moves": {"1": "take iron"}}, "moves"
    yield {**record, "moves": None}, "moves"
    yield {**record, "players": 5}, "players"
    yield {**record, "players": True}, "players"
    yield {**record, "players": "two"}, "players"
    yield {**record, "seed": -1}, "seed"
    yield {**record, "seed": "x"}, "seed"
    yield {**record, "seed": 2**64}, "seed"
    yield {**record, "format": 99}, "format"
    yield {**record, "hash": "abc"}, "other cards"
    yield {**record, "edition": "base1066"}, "edition"
    yield {**record, "edition": ["x"]}, "edition"
    yield {**record, "overlay": {"cards": {"homr": {"happy": 2}}}}, "homr"
    yield {**record, "overlay": "x"}, "overlay"
    yield {**record, "switches": {"fly": True}}, "fly"
    yield {**record, "outcomes": {"civil I": [["irn"]]}}, "irn"
    yield {**record, "outcomes": 5}, "outcomes"
    yield {**record, "comment": "nice game"}, "comment"
    yield {"position": {"age": "VII"}, "moves": []}, "age"
    yield {"position": [1], "moves": []}, "position"
    yield {"moves": []}, "players"


BAD_ARGUMENTS: list[tuple[list[str], str]] = [
    (["sugest", "x.yaml"], "did you mean 'suggest'"),
    (["plya"], "did you mean 'play'"),
    (["xyzzy"], "there is no command 'xyzzy'"),
    (["suggest"], "POSITION"),
    (["suggest", "{AGE_I}", "--iteration", "5"], "--iteration"),
    (["suggest", "{AGE_I}", "--iterations", "0"], "--iterations"),
    (["suggest", "{AGE_I}", "--iterations", "many"], "--iterations"),
    (["suggest", "{AGE_I}", "--time", "soon"], "--time soon"),
    (["suggest", "{AGE_I}", "--time", "0"], "--time 0"),
    (["suggest", "{AGE_I}", "--time", "-3"], "--time -3"),
    (["suggest", "{AGE_I}", "--workers", "0"], "--workers"),
    (["suggest", "{AGE_I}", "--top", "0"], "--top"),
    (["suggest", "{AGE_I}", "--seed", "-1"], "--seed"),
    (["suggest", "{AGE_I}", "--at", "3"], "--at needs a record"),
    (["suggest", "{AGE_I}", "--agent", "ismct"], "did you mean 'ismcts'"),
    (["suggest", "{AGE_I}", "--agent", "ismcts:iteration=5"], "did you mean 'iterations'"),
    (["suggest", "{AGE_I}", "--agent", "ismcts:iterations"], "name=value"),
    (["suggest", "{AGE_I}", "--agent", "ismcts:iterations=x"], "iterations=x"),
    (["suggest", "{AGE_I}", "--agent", "greedy:weights=none.yaml"], "none.yaml"),
    (["suggest", "{AGE_I}", "--agent", "beam", "--workers", "2"], "beam has no parameter 'workers'"),
    (["suggest", "{AGE_I}", "--agent", "none.py:Mine"], "none.py"),
    (["suggest", "{AGE_I}", "--agent", ""], "there is no agent"),
    (["suggest", "no/such/file.yaml"], "no/such/file.yaml"),
    (["suggest", "{TMP}"], "cannot be read"),
    (["show"], "POSITION"),
    (["show", "nothing.yaml"], "nothing.yaml"),
    (["show", "{AGE_I}", "--observer", "9"], "--observer"),
    (["show", "{AGE_I}", "--observer", "3"], "the players are 0 to 1"),
    (["show", "{AGE_I}", "--observer", "1"], "only what player 0 knows"),
    (["show", "{AGE_I}", "--at", "1"], "--at needs a record"),
    (["show", "{AGE_I}", "extra"], "extra"),
    (["legal", "nothing.yaml"], "nothing.yaml"),
    (["legal", "{AGE_I}", "--colour"], "--colour"),
    (["apply", "{AGE_I}"], "MOVE"),
    (["apply", "{AGE_I}", "build babylon"], "'babylon' is neither a card nor a kind of move"),
    (["apply", "{AGE_I}", "take"], "move 1"),
    (["apply", "{AGE_I}", ""], "no move is named"),
    (
        ["apply", "{AGE_I}", "take swordsmen", "--out", "{TMP}/no/such/folder/x.yaml"],
        "No such file or directory",
    ),
    (["apply", "{AGE_I}", "take swordsmen", "--out", "{TMP}"], "{TMP}: Is a directory"),
    (["replay", "nothing.yaml"], "nothing.yaml"),
    (["replay", "{AGE_I}"], "is no record"),
    (["replay", "nothing.jsonl#3"], "nothing.jsonl"),
    (["cards", "hommer"], "did you mean 'homer'"),
    (["cards", "rich land"], "rich_land_a"),
    (["cards", ""], "no card"),
    (["cards", "--kind", "wonderr"], "did you mean 'wonder'"),
    (["cards", "--age", "IIII"], "did you mean 'III'"),
    (["agents", "gredy"], "did you mean 'greedy'"),
    (["new", "--players", "5"], "--players"),
    (["new", "--players", "two"], "--players"),
    (["new", "--seed", "-1"], "--seed"),
    (["new", "--seed", "18446744073709551616"], "--seed"),
    (["new", "--rounds", "-1"], "--rounds"),
    (["new", "--rounds", "2", "--agent", "gredy"], "did you mean 'greedy'"),
    (["new", "--observer", "2"], "the players are 0 to 1"),
    (["new", "--observer", "0", "--record"], "--record"),
    (["new", "--out", "{TMP}/no/such/folder/x.yaml"], "No such file or directory"),
    (["play", "--seat", "2"], "the players are 0 to 1"),
    (["play", "--agent", "gredy"], "did you mean 'greedy'"),
    (["play", "--agent", "beam", "--agent", "beam"], "2 agents for 1 rival"),
    (["play", "--resume", "nothing.yaml"], "nothing.yaml"),
    (["bench", "--time", "0"], "--time"),
    (["bench", "--players", "1"], "--players"),
]


def check(outcome: Outcome, part: str = "") -> None:
    assert outcome.code == 2, outcome.out
    assert outcome.out == ""
    assert outcome.err.strip()
    assert "Traceback" not in outcome.err
    assert part in outcome.err, outcome.err


def run_all(source: Path | str, folder: Path, part: str, stdin: bytes = b"") -> None:
    """A bad position or record is refused by every command that reads one, in the same words."""
    out = folder / "out.yaml"
    outcomes = [
        tta("show", source, stdin=stdin),
        tta("legal", source, stdin=stdin),
        tta("suggest", source, "--iterations", 5, "--json", stdin=stdin),
        tta("apply", source, "pass", "--out", out, stdin=stdin),
    ]
    for outcome in outcomes:
        check(outcome, part)
    assert len({outcome.err for outcome in outcomes}) == 1
    assert not out.exists()


@pytest.mark.parametrize(("text", "part"), list(spoilt_values(90)))
def test_a_wrong_value_is_named_by_its_place(text: str, part: str, tmp_path: Path) -> None:
    source = tmp_path / "position.yaml"
    source.write_text(text)
    outcome = tta("show", source)
    check(outcome, part)
    assert str(source) in outcome.err


@pytest.mark.parametrize(("key", "part"), UNKNOWN_KEYS.items())
def test_unknown_keys(key: str, part: str, tmp_path: Path) -> None:
    run_all("-", tmp_path, part, f"{key}: 1\nround: 3\n".encode())


@pytest.mark.parametrize(("text", "part"), WRONG_CARDS.items())
def test_wrong_cards_and_numbers(text: str, part: str, tmp_path: Path) -> None:
    run_all("-", tmp_path, part, f"{text}\n".encode())


@pytest.mark.parametrize("text", list(spoilt_texts()))
def test_texts_that_are_no_positions(text: bytes, tmp_path: Path) -> None:
    source = tmp_path / "position.yaml"
    source.write_bytes(text)
    run_all(source, tmp_path, str(source))
    run_all("-", tmp_path, "standard input", text)
    assert [path.name for path in tmp_path.iterdir()] == ["position.yaml"]


@pytest.mark.parametrize(("record", "part"), list(bad_records()))
def test_records_that_cannot_be_replayed(record: Any, part: str, tmp_path: Path) -> None:
    source = tmp_path / "record.yaml"
    source.write_text(json.dumps(record))
    run_all(source, tmp_path, part)
    check(tta("replay", source), part)
    check(tta("play", "--resume", source), part)


def test_a_record_has_no_move_beyond_its_end(tmp_path: Path) -> None:
    source = tmp_path / "record.yaml"
    source.write_text(json.dumps({"players": 2, "seed": 1, "moves": ["end turn"]}))
    for command in ("show", "legal", "replay"):
        check(tta(command, source, "--at", 2), "--at 2, but the record has 1 move")


@pytest.mark.parametrize(("arguments", "part"), BAD_ARGUMENTS)
def test_arguments_that_make_no_sense(arguments: list[str], part: str, tmp_path: Path) -> None:
    def fill(text: str) -> str:
        return text.replace("{AGE_I}", str(AGE_I)).replace("{TMP}", str(tmp_path))

    check(tta(*map(fill, arguments)), fill(part))
    assert list(tmp_path.iterdir()) == []


def test_finished_games_have_no_suggestion(tmp_path: Path) -> None:
    over = tta("new", "--rounds", 99, "--agent", "quick").out
    check(tta("suggest", "-", stdin=over), "standard input: the game is over")
    check(tta("apply", "-", "pass", stdin=over), "the game is over already")


def test_an_agent_of_ones_own_with_a_mistake(tmp_path: Path) -> None:
    for name, text, part in (
        ("syntax", "def", "SyntaxError"),
        ("empty", "", "no agent class Mine"),
        ("raises", "raise RuntimeError('oh')", "RuntimeError: oh"),
        ("other", "class Mine: pass", "no agent class Mine"),
    ):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        check(tta("suggest", AGE_I, "--agent", f"{path}:Mine"), part)
