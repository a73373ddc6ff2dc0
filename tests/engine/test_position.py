"""Positions: written, read back, sampled, and refused with all their errors."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import engine
from engine import Game, position_board, position_frames, position_piles, position_read
from engine.position import dump
from engine.position_write import FLAG_NAMES
from engine.vocabulary import FrameKind
from tests.engine.walks import play, varied_move, walk

PROJECT = Path(__file__).resolve().parents[2]
DOCUMENT = (PROJECT / "docs" / "position.md").read_text()
STATE = Path(engine.__file__).with_name("state.pxd").read_text()


# -- the raw state


@pytest.mark.parametrize(
    ("struct", "path"), [("State", ()), ("Player", ("player", 0)), ("Frame", ("frames", 0))]
)
def test_a_snapshot_has_every_field_of_the_state(struct: str, path: tuple[Any, ...]) -> None:
    body = re.search(rf"cdef struct {struct}:\n((?:    .*\n|\n)+)", STATE)
    assert body is not None
    code = [line.split("#")[0].strip() for line in body.group(1).splitlines()]
    names = {
        name for line in code if line for name in re.sub(r"\[[^\]]*\]", "", line.split(" ", 1)[1]).split(", ")
    }
    value: Any = game_with_a_frame().snapshot()
    for key in path:
        value = value[key]
    assert set(value) == names


def game_with_a_frame() -> Game:
    return next(game for game in walk(3, 1) if game.snapshot()["frames"])


def test_a_snapshot_gives_the_game_back() -> None:
    game = play(4, 2, 120)
    assert Game.from_snapshot(game.edition, game.snapshot()) == game


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"age": 256}, "age"),
        ({"row": [0] * 14}, "row"),
        ({"civil_deck": [1] * 200}, "civil_deck"),
        ({"current_events": [1], "current_seen": [1, 2]}, "current_seen"),
        ({"player": [{"culture": 40000}]}, "player[0].culture"),
        ({"frames": [{"kind": "bid"}]}, "frames[0].kind"),
        ({"surprise": 1}, "surprise"),
        ({"players": 200}, "players"),
        ({"players_left": 1}, "players_left"),
        ({"stage": 7}, "stage"),
        ({"current": 2}, "current"),
        ({"row": [250]}, "row[0]"),
        ({"civil_deck": [2]}, "civil_deck[0]"),
        ({"common": 1 << 31}, "common"),
        ({"high_bidder": 3}, "high_bidder"),
        ({"current_events": [], "current_seen": []}, "current_events"),
        ({"frames": [{"kind": 200}]}, "frames[0].kind"),
        ({"frames": [{"kind": 3, "player": 9}]}, "frames[0].player"),
        ({"frames": [{"kind": 6, "card": 1}]}, "frames[0].card"),
        ({"frames": [{"kind": 3}] * 12}, "frames"),
        ({"player": [{"technologies": 1 << 40}, {}]}, "player[0].technologies"),
        ({"player": [{"workers": [0, 1]}, {}]}, "player[0].workers[1]"),
        ({"player": [{"wonders": 1 << 31}, {}]}, "player[0].wonders"),
        ({"player": [{"stages": 1}, {}]}, "player[0].stages"),
        ({"player": [{"war_target": 2}, {}]}, "player[0].war_target"),
    ],
)
def test_values_that_do_not_fit_name_their_field(change: dict[str, Any], field: str) -> None:
    game = Game.new(players=2)
    with pytest.raises(ValueError, match=re.escape(field)):
        Game.from_snapshot(game.edition, game.snapshot() | change)


# -- the whole truth


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 7, 60, 150, 300, 2000])
def test_the_whole_truth_gives_an_equal_game(players: int, moves: int) -> None:
    game = play(players, players * 100 + moves, moves)
    position = game.to_position()
    assert Game.from_position(position) == game
    assert Game.from_position(dump(position)) == game
    assert yaml.safe_load(dump(position)) == position


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_every_decision_survives_as_the_whole_truth_and_as_a_view(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in walk(players, 100 * players + seed):
        if game.phase in ("action", "politics") and rng.random() > 0.06:
            continue
        assert Game.from_position(game.to_position()) == game, game.phase
        for observer in range(players):
            seen = game.view(observer)
            loaded = Game.from_position(seen)
            assert loaded.view(observer) == seen, game.phase
            if game.player_to_move == observer:
                assert loaded.legal_moves() == game.legal_moves(), game.phase


def test_a_position_after_a_resignation() -> None:
    game = next(game for game in walk(3, 4) if game.phase == "politics" and game.age == 1)
    game.apply("resign")
    assert Game.from_position(game.to_position()) == game
    rng = random.Random(0)
    while game.age < 2:
        game.apply(varied_move(game, rng))
    position = game.to_position()
    assert position["decks_for"] == {"II": game.snapshot()["players_left"]}
    assert Game.from_position(position) == game
    seen = game.to_position(observer=game.current_player)
    assert Game.from_position(seen).to_position(observer=game.current_player) == seen


def test_knowledge_of_renewed_decks_survives() -> None:
    pile = [
        "raid_i",
        {"card": "legion", "by": 0},
        {"card": "rats", "by": 1},
        "foray",
        "crusades",
        "rebellion",
    ]
    game = Game.from_position(
        {"players": 3, "age": "I", "military_deck": ["pestilence"], "discards": {"I": pile}}
    )
    rng = random.Random(5)
    for move in ("pass", "end turn", "pass", "end turn"):
        game.apply(move)
    state = game.snapshot()
    assert len(state["renewed"][1]) == len(pile)
    assert len(set(state["renewed_seen"][1])) == 3  # known to all, to all but the one who drew it, to nobody
    assert state["drawn_since"][1] == [1, 2, 0, 0]
    assert state["n_removed"][1] > 0
    while not game.is_over and game.age < 3:
        assert Game.from_position(game.to_position()) == game
        for observer in range(3):
            seen = game.view(observer)
            assert Game.from_position(seen).view(observer) == seen
        game.apply(varied_move(game, rng))


def test_a_look_at_the_top_event_is_known_to_the_looker_only() -> None:
    events = [{"card": "development_of_crafts", "known_to": []}, {"age": "A"}, {"age": "A"}]
    board = {"leader": "joan_of_arc"}
    position = {"players": [board, {}], "age": "I", "current_events": events, "top_event_known_to": [0]}
    game = Game.from_position(position)
    assert game.snapshot()["current_seen"] == [0, 0, 0]
    assert game.view(0)["current_events"][0]["card"] == "development_of_crafts"
    assert game.view(1)["current_events"][0] == {"age": "A"}
    assert Game.from_position(game.to_position()) == game


def test_positions_are_found_by_path(tmp_path: Path) -> None:
    game = play(2, 3, 30)
    path = tmp_path / "position.yaml"
    path.write_text(dump(game.to_position()))
    assert Game.from_position(path) == Game.from_position(str(path)) == game


# -- what an observer knows


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 60, 200, 350])
def test_an_observers_position_loads_as_what_the_observer_knows(players: int, moves: int) -> None:
    game = play(players, players * 7 + moves, moves)
    for observer in range(players):
        seen = game.to_position(observer)
        loaded = Game.from_position(dump(seen))
        assert loaded.to_position(observer) == seen
        assert loaded.determinize(observer, 5).to_position(observer) == seen
        if game.player_to_move == observer:
            assert [str(move) for move in loaded.legal_moves()] == [str(move) for move in game.legal_moves()]


def test_an_observers_position_tells_nothing_hidden() -> None:
    game = play(3, 21, 200)
    for observer in range(3):
        seen = game.to_position(observer)
        assert "seed" not in seen
        assert isinstance(seen["civil_deck"], int)
        assert isinstance(seen["military_deck"], int)
        for world in range(3):
            assert game.determinize(observer, world).to_position(observer) == seen


def test_a_loaded_sample_is_resampled() -> None:
    seen = play(2, 5, 200).to_position(observer=0)
    loaded = Game.from_position(seen)
    worlds = {str(loaded.determinize(0, seed).to_position()) for seed in range(5)}
    assert len(worlds) == 5


# -- written by hand


def test_what_is_not_stated_stands_as_at_the_start() -> None:
    game, start = Game.from_position({"players": 2}), Game.new(players=2)
    assert game.snapshot()["row"] == start.snapshot()["row"]
    assert game.to_position()["players"] == start.to_position()["players"]
    assert [str(move) for move in game.legal_moves()] == [str(move) for move in start.legal_moves()]


HAND_WRITTEN = """
observer: 0
age: II
round: 8
row: [null, null, coal, null, null, null, null, null, null, null, null, null, drama]
gone: [iron]
players:
- technologies: {iron: {workers: 2, blue: 1}, bronze: 0}
  leader: michelangelo
  military_hand: [raid_i, legion]
  civil_hand: [warfare]
- government: monarchy
  military_hand: {I: 2, II: 1}
  tactic: heavy_cavalry
past_events: [development_of_crafts]
current_events: [{age: A}, {age: I, by: 1}]
future_events: [{age: I, by: 1}, {card: rats, by: 0}]
"""


def test_a_position_by_hand() -> None:
    game = Game.from_position(HAND_WRITTEN)
    state = game.to_position()
    mine, other = state["players"]
    assert (game.phase, game.player_to_move) == ("politics", 0)
    assert mine["technologies"]["iron"] == {"workers": 2, "blue": 1}
    assert mine["technologies"]["bronze"]["workers"] == 0
    assert mine["technologies"]["agriculture"]["workers"] == 2
    assert mine["leaders_taken"] == ["I"]
    assert len(other["military_hand"]) == 3
    assert other["exclusive"] is True
    assert "coal" not in state["gone"]
    assert "iron" in state["gone"]
    assert {game.edition.card(card)["age"] for card in state["civil_deck"]} == {"II"}
    assert game.clone().random_playout(1) > 0


def test_unseen_civil_cards_lie_in_the_deck() -> None:
    deck = Game.from_position({"players": 2, "age": "I", "gone": ["iron"]}).to_position()["civil_deck"]
    assert len(deck) == 43
    assert deck.count("iron") == 1


AUCTION = {
    "players": 2,
    "age": "I",
    "stage": "politics",
    "decisions": [
        {"kind": "after_political_action", "player": 0},
        {"kind": "event_done", "player": 0, "card": "vast_territory_i"},
        {"kind": "bid", "player": 0, "card": "vast_territory_i"},
    ],
    "auction": {"territory": "vast_territory_i"},
}


def test_a_decision_by_hand() -> None:
    game = Game.from_position(AUCTION)
    assert (game.phase, game.player_to_move) == ("bid", 0)
    game.apply("bid 1")  # and the rival, with one unit of warriors too, cannot bid more
    assert game.to_position()["players"][0]["colonies"] == ["vast_territory_i"]


# -- examples and the document


@pytest.mark.parametrize(
    ("name", "players", "age", "observer"),
    [
        ("age_i_two_players", 2, "I", 0),
        ("age_ii_three_players", 3, "II", 0),
        ("age_iv_four_players", 4, "IV", None),
    ],
)
def test_an_example_loads_and_plays_on(name: str, players: int, age: str, observer: int | None) -> None:
    path = PROJECT / "configs" / "positions" / f"{name}.yaml"
    written = yaml.safe_load(path.read_text())
    game = Game.from_position(path)
    assert (game.players, written["age"], written.get("observer")) == (players, age, observer)
    assert game.to_position(observer) == written
    assert len(game.legal_moves()) > 1
    for seed in range(5):
        world = game.clone() if observer is None else game.determinize(observer, seed)
        assert world.random_playout(seed) > 20
        assert world.is_over


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", DOCUMENT, re.DOTALL))
def test_the_examples_of_the_document_load(text: str) -> None:
    game = Game.from_position(text)
    assert Game.from_position(game.to_position()) == game
    game.random_playout(1)
    assert game.is_over


@pytest.mark.parametrize(
    "word",
    [
        *position_read.KEYS,
        *position_read.AUCTION_KEYS,
        *position_read.ATTACK_KEYS,
        *position_board.BOARD_KEYS,
        *position_frames.KIND_NAMES,
        *position_frames.KEYS,
        *position_piles.ENTRY_KEYS,
        *FLAG_NAMES,
    ],
)
def test_the_document_names_every_key(word: str) -> None:
    assert f"`{word}`" in DOCUMENT


def test_every_kind_of_decision_has_a_form() -> None:
    assert set(position_frames.FORMS) == {kind for kind in FrameKind if kind > FrameKind.ACTION}
