"""Records: the same start and moves give the same game."""

import random
from pathlib import Path
from typing import Any

import pytest

from engine import Game, RecordError
from engine.position import dump
from engine.record import replay_iter
from tests.engine.walks import varied_move


def play(game: Game, moves: int, seed: int = 0) -> Game:
    rng = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.apply(varied_move(game, rng))
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_replayed_game_is_equal_to_its_end(players: int, seed: int) -> None:
    game = play(Game.new(players=players, seed=seed), 5000, seed)
    assert game.is_over
    record = game.record()
    assert (record["players"], record["seed"], len(record["moves"])) == (players, seed, len(game._moves))
    assert Game.replay(record) == game


def test_a_record_is_a_file_of_text(tmp_path: Path) -> None:
    game = play(Game.new(players=2, seed=3), 40)
    path = tmp_path / "game.yaml"
    path.write_text(dump(game.record()))
    assert Game.replay(path) == game
    assert Game.replay(str(path)) == game
    assert Game.replay(path.read_text()) == game


def test_a_record_from_a_position_holds_it() -> None:
    start = play(Game.new(players=3, seed=5), 60)
    game = play(Game.from_position(start.to_position()), 30, seed=2)
    record = game.record()
    assert record["position"] == start.to_position()
    assert "seed" not in record
    assert Game.replay(record) == game


def test_a_record_does_not_change_with_the_position_it_came_from() -> None:
    position = play(Game.new(players=2, seed=5), 60).to_position()
    game = Game.from_position(position)
    position["players"][0]["culture"] = 999
    assert Game.replay(game.record()) == game


def test_a_game_from_a_snapshot_has_a_record() -> None:
    start = play(Game.new(players=2, seed=5), 60)
    game = play(Game.from_snapshot(start.edition, start.snapshot()), 10)
    assert Game.replay(game.record()) == game


def test_a_record_from_an_observers_position_samples_the_same_world() -> None:
    seen = play(Game.new(players=2, seed=5), 80).to_position(observer=1)
    game = play(Game.from_position(seen), 30)
    assert Game.replay(game.record()) == game


def test_supplied_shuffles_are_recorded() -> None:
    events = list(Game.new(players=2, seed=1).to_position()["current_events"])
    game = play(Game.new(players=2, seed=9, shuffles={"events": [events]}), 30)
    record = game.record()
    assert record["outcomes"] == {"events": [events]}
    assert Game.replay(record) == game


def test_replay_iter_gives_every_step() -> None:
    game = play(Game.new(players=2, seed=3), 12)
    steps = list(replay_iter(game.record()))
    assert len(steps) == 13
    assert steps[0] == Game.new(players=2, seed=3)
    assert steps[-1] == game


def test_a_sampled_world_has_a_record_from_where_it_stands() -> None:
    world = play(Game.new(players=2, seed=3), 30).determinize(0, 4)
    assert Game.replay(world.record()) == world


def changed(**values: Any) -> dict[str, Any]:
    return play(Game.new(players=2, seed=3), 5).record() | values


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (changed(moves=["end turn", "take moon"]), "move 2: `take moon`"),
        (changed(moves=["end turn", 7]), "move 2: expected the text of a move"),
        (changed(moves=None), "`moves` has to be a list"),
        (changed(players=7), "`players` has to be 2, 3 or 4"),
        (changed(seed=-1), "`seed` has to be"),
        (changed(seed=True), "`seed` has to be"),
        (changed(hash="00"), "written for other cards"),
        (changed(format=99), "format 99"),
        (changed(edition="base1999"), "unknown edition"),
        (changed(surprise=1), "unknown key 'surprise'"),
        (changed(position={"players": 9}), "players: expected 2 to 4 boards"),
        ("no_such_file.yaml", "cannot be read"),
        ("a: [\n", "line 2"),
    ],
)
def test_what_cannot_be_replayed_is_explained(record: Any, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        Game.replay(record)
    assert reason in str(caught.value)


def test_a_move_by_its_code_is_recorded() -> None:
    game = Game.new(players=2, seed=3)
    copy = game.clone()
    move = game.legal_moves()[0]
    game.apply_code(move.code)
    copy.apply(move)
    assert game == copy
    assert game.record() == copy.record()


def test_a_clone_keeps_its_own_record() -> None:
    game = Game.new(players=2, seed=3)
    clone = game.clone()
    game.apply("end turn")
    assert game.record()["moves"] == ["end turn"]
    assert clone.record()["moves"] == []
