"""Numbers of move sequences from positions of every kind (scripts/perft.py --update counts anew)."""

from pathlib import Path

import pytest

from engine import Game
from engine.perft import perft
from scripts.perft import count, differences, divide, files, load


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_the_number_of_sequences_is_known(path: Path) -> None:
    assert differences(path) == []


def test_the_files_reach_many_kinds_of_decisions() -> None:
    phases = {load(path).phase for path in files()}
    assert {"action", "politics", "bid", "send", "defend", "pact", "discard", "steal", "tuck"} <= phases


def slow_count(game: Game, depth: int) -> int:
    """The definition, through the Python class."""
    moves = game.legal_moves()
    if depth == 0 or not moves:
        return 1
    total = 0
    for move in moves:
        copy = game.clone()
        copy.apply(move)
        total += slow_count(copy, depth - 1)
    return total


@pytest.mark.parametrize("name", ["opening_3_players", "defend", "discard"])
def test_counting_in_c_and_in_python_agree(name: str) -> None:
    game = next(load(path) for path in files() if path.stem == name)
    assert [count(game, depth) for depth in range(4)] == [slow_count(game, depth) for depth in range(4)]


def test_an_ended_game_counts_as_one_sequence() -> None:
    game = Game.new(players=2, seed=5)
    game.random_playout(1)
    assert [perft(game, depth) for depth in range(4)] == [1, 1, 1, 1]


def test_divide_adds_up() -> None:
    game = Game.new(players=2, seed=5)
    assert sum(number for _, number in divide(game, 3)) == count(game, 3)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth: -1"):
        perft(Game.new(), -1)
