"""What an action card orders and what it does not."""

import pytest

from tests.engine.rules.phases import acting, food, row, stored
from tests.engine.rules.table import board, play, texts


@pytest.mark.rule("ACTIONCARD-03")
@pytest.mark.parametrize("card", ["efficient_upgrade_ii", "efficient_upgrade_iii"])
def test_efficient_upgrade_builds_nothing_and_moves_no_unit(card: str) -> None:
    mine = {
        "civil_hand": [card],
        "technologies": stored(resources=10, iron=0, swordsmen=0),
        "unused_workers": 1,
    }
    game = acting(mine, age="III")
    assert "build iron" in texts(game), "a worker is unused"
    assert [text for text in texts(game) if text.startswith(card)] == [f"{card} upgrade bronze>iron"]


@pytest.mark.rule("ACTIONCARD-03", "PAY-04")
def test_frugality_gives_its_food_after_the_increase_is_paid() -> None:
    # All blue tokens lie on cards: the food can only be stored on one that has just been paid.
    mine = {"civil_hand": ["frugality_a"], "technologies": stored(food=4), "blue_bank": 0}
    game = play(acting(mine), "frugality_a")
    assert (food(game), board(game)["blue_bank"]) == (4 - 2 + 1, 1)


@pytest.mark.rule("ACTIONCARD-02")
@pytest.mark.parametrize("order", [("stockpile", "frugality_a"), ("frugality_a", "stockpile")])
def test_no_card_taken_in_this_phase_is_played_whatever_the_order(order: tuple[str, str]) -> None:
    game = acting({"technologies": stored(food=4)}, row=row({1: "stockpile", 2: "frugality_a"}))
    play(game, *(f"take {card}" for card in order))
    assert not {"stockpile", "frugality_a"} & set(texts(game))
