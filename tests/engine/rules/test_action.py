"""The Action Phase as a whole."""

import pytest

from tests.engine.rules.phases import (
    acting,
    civil_actions,
    food,
    military_actions,
    resources,
    stored,
    workers,
)
from tests.engine.rules.table import board, play, texts


@pytest.mark.rule("ACTION-01")
def test_actions_of_both_colours_mix_in_any_order() -> None:
    game = acting({"technologies": stored(food=2, resources=9), "unused_workers": 2, "science": 5})
    play(game, "build warriors", "increase population", "build bronze", "disband warriors", "build religion")
    assert (civil_actions(game), military_actions(game)) == (1, 0)
    assert (workers(game, "bronze"), workers(game, "religion"), workers(game, "warriors")) == (3, 1, 1)
    assert (food(game), resources(game)) == (0, 9 - 2 - 2 - 3)
    assert board(game)["unused"] == 2 - 1 + 1 - 1 + 1 - 1


@pytest.mark.rule("ACTION-02", "RATING-21")
def test_an_action_needs_an_action_token() -> None:
    ready = {
        "technologies": stored(food=9, resources=9),
        "science": 9,
        "civil_hand": ["iron", "homer", "stockpile"],
    }
    game = acting({**ready, "actions": {"civil_spent": 4, "military_spent": 0}})
    assert sorted(texts(game)) == ["build warriors", "disband warriors", "end turn"]
    game = acting({**ready, "actions": {"civil_spent": 3, "military_spent": 2}})
    legal = texts(game)
    assert {
        "increase population",
        "build bronze",
        "develop iron",
        "play homer",
        "stockpile",
        "destroy bronze",
    } <= set(legal)
    assert "build warriors" not in legal
    assert "disband warriors" not in legal


@pytest.mark.rule("ACTION-02", "PAY-14")
@pytest.mark.parametrize(("stock", "legal"), [(1, False), (2, True)])
def test_an_action_needs_its_whole_price(stock: int, legal: bool) -> None:
    game = acting({"technologies": stored(food=stock, resources=stock)})
    for move in ("increase population", "build bronze", "build agriculture", "build warriors"):
        assert (move in texts(game)) is legal


@pytest.mark.rule("ACTION-03")
def test_the_turn_may_end_with_actions_left() -> None:
    game = play(acting(), "end turn")
    assert (game.current_player, game.phase) == (1, "politics")
    assert (civil_actions(game), military_actions(game)) == (4, 2)


@pytest.mark.rule("ACTION-04", "ACTION-05", "POP-05")
def test_an_ordered_action_costs_no_further_action_but_its_food() -> None:
    mine = {"technologies": stored(food=2), "civil_hand": ["frugality_a"]}
    game = play(acting(mine), "frugality_a")
    assert (civil_actions(game), board(game)["unused"]) == (3, 2)
    assert food(game) == 1
    assert "frugality_a" not in texts(acting({**mine, "technologies": stored(food=1)}))


@pytest.mark.rule("ACTION-04", "ACTION-05")
def test_an_order_for_a_technology_costs_its_science() -> None:
    mine = {"science": 5, "civil_hand": ["breakthrough_i", "iron"]}
    game = play(acting(mine), "breakthrough_i develop iron")
    assert (civil_actions(game), board(game)["science"]) == (3, 2)
