"""The worked examples in `vectors/*.yaml`, each a test named after its id."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game, IllegalMove
from tests.engine.vector_cases import Case, read_cases
from tests.engine.vector_facts import differences

CASES = list(read_cases())


def played(position: dict[str, Any], moves: list[str]) -> Game:
    game = Game.from_position(position)
    for move in moves:
        game.apply(move)
    return game


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name, marks=pytest.mark.rule(*case.rules)) for case in CASES]
)
def test_worked_example(case: Case) -> None:
    game = played(case.position, case.moves)
    assert differences(game, case.expect) == []
    for move in case.refused:
        before = game.clone()
        with pytest.raises(IllegalMove):
            game.apply(move)
        assert game == before
        # The move is refused for its reason and not for a slip of the pen.
        played(case.otherwise, [*case.moves, move])


def test_names_are_unique() -> None:
    names = [case.name for case in CASES]
    assert sorted(set(names)) == sorted(names)
