"""SCORE: science and culture points."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, play, position, texts


def table(*boards: Keys, **keys: Any) -> Game:
    return position(list(boards), **({"age": "III"} | keys))


def of(game: Game, key: str) -> list[int]:
    return [board(game, p)[key] for p in range(game.players)]


@pytest.mark.rule("SCORE-01")
def test_points_have_no_upper_limit() -> None:
    rich = {"culture": 500, "science": 500, "technologies": {"religion": 2}}
    game = play(table(rich, {}, stage="action"), "end turn")
    assert (board(game)["culture"], board(game)["science"]) == (502, 501)


@pytest.mark.rule("SCORE-02")
@pytest.mark.parametrize(("culture", "left"), [(5, 1), (4, 0), (3, 0), (0, 0)])
def test_a_loss_of_culture_stops_at_zero(culture: int, left: int) -> None:
    hand = {"military_hand": ["rats"], "technologies": {"warriors": 2}}
    game = table(hand, {"culture": culture}, current_events=["crusades"])
    assert of(play(game, "prepare rats"), "culture") == [1 + 4, left]


@pytest.mark.rule("SCORE-02")
@pytest.mark.parametrize(("points", "left"), [(9, 5), (4, 0), (3, 0)])
def test_famine_costs_four_culture_per_missing_food(points: int, left: int) -> None:
    # 16 yellow tokens: one food is consumed, none is there.
    hungry = {"culture": points, "yellow_bank": 16, "technologies": {"agriculture": 0}, "unused_workers": 3}
    game = play(table(hungry, {}, stage="action"), "end turn")
    assert board(game)["culture"] == left


@pytest.mark.rule("SCORE-03")
@pytest.mark.parametrize(("science", "legal"), [(5, True), (4, False)])
def test_science_is_paid_in_full(science: int, legal: bool) -> None:
    game = table({"science": science, "civil_hand": ["iron"]}, {}, stage="action")
    assert ("develop iron" in texts(game)) == legal
    if legal:
        assert board(play(game, "develop iron"))["science"] == 0


@pytest.mark.rule("SCORE-04")
@pytest.mark.parametrize(
    ("card", "earmarked", "science", "left"),
    [
        ("swordsmen", 3, 1, (0, 0)),
        ("swordsmen", 3, 2, (0, 1)),
        ("swordsmen", 6, 2, (2, 2)),
        ("swordsmen", 3, 0, None),
        ("iron", 3, 5, (3, 0)),
        ("iron", 3, 4, None),
    ],
)
def test_earmarked_science_goes_first(
    card: str, earmarked: int, science: int, left: tuple[int, int] | None
) -> None:
    actions = {"civil_spent": 0, "military_spent": 0, "unit_science": earmarked}
    game = table({"science": science, "civil_hand": [card], "actions": actions}, {}, stage="action")
    assert (f"develop {card}" in texts(game)) == (left is not None)
    if left is not None:
        play(game, f"develop {card}")
        assert (board(game)["unit_science"], board(game)["science"]) == left


@pytest.mark.rule("SCORE-05")
@pytest.mark.parametrize(("held", "taken"), [(9, 5), (5, 5), (4, 4), (0, 0)])
def test_nobody_takes_more_than_the_victim_has(held: int, taken: int) -> None:
    attacker = {"military_hand": ["spy"], "technologies": {"warriors": 2}, "science": 1}
    game = play(table(attacker, {"science": held}), "aggression spy vs 1")
    assert of(game, "science") == [1 + taken, held - taken]
    war = {"technologies": {"warriors": 6}, "war": {"card": "war_over_technology", "target": 1}}
    game = table(war, {"science": held}, stage="action", current_player=1, round=5)
    play(game, "end turn")
    # The rival has scored 1 science before.
    assert of(game, "science") == [min(5, held + 1), max(held + 1 - 5, 0)]
