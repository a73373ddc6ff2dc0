"""The Production Phase."""

import pytest

from engine import Game
from tests.engine.rules.phases import acting, blue, end_turn, food, resources, stored
from tests.engine.rules.table import Keys, board

IDLE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0, "warriors": 0}


def after_turn(mine: Keys) -> Game:
    return end_turn(acting(mine, age="III"))


@pytest.mark.rule("PROD-01", "PROD-02", "PROD-05", "PROD-09")
def test_a_plain_turn_produces_everything() -> None:
    game = after_turn({"technologies": {"religion": 1}, "science": 4, "culture": 6})
    assert (board(game)["science"], board(game)["culture"]) == (5, 7)
    assert (food(game), resources(game), board(game)["blue_bank"]) == (2, 2, 12)


@pytest.mark.rule("PROD-03")
@pytest.mark.parametrize(
    ("bank", "due"),
    [
        (17, 0),
        (16, 0),
        (12, 0),
        (11, 0),
        (10, 2),
        (9, 2),
        (7, 2),
        (6, 2),
        (5, 4),
        (4, 4),
        (2, 4),
        (1, 4),
        (0, 6),
    ],
)
def test_corruption_by_the_tokens_in_the_blue_bank(bank: int, due: int) -> None:
    game = after_turn({"blue_bank": bank, "technologies": IDLE | {"bronze": {"blue": 9}}})
    assert (resources(game), board(game)["blue_bank"]) == (9 - due, bank + due)


@pytest.mark.rule("PROD-04")
@pytest.mark.parametrize(
    ("stock", "stored_food", "left"),
    [(4, 3, (0, 3)), (3, 3, (0, 2)), (1, 3, (0, 0)), (0, 3, (0, 0)), (5, 0, (1, 0))],
)
def test_missing_resources_are_taken_as_food(stock: int, stored_food: int, left: tuple[int, int]) -> None:
    technologies = IDLE | {"bronze": {"blue": stock}, "agriculture": {"blue": stored_food}}
    game = after_turn({"blue_bank": 5, "technologies": technologies, "culture": 9})
    assert (resources(game), food(game)) == left
    assert board(game)["culture"] == 9


@pytest.mark.rule("PROD-05", "PROD-09")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("agriculture", 1), ("irrigation", 2), ("selective_breeding", 3), ("mechanized_agriculture", 5),
        ("bronze", 1), ("iron", 2), ("coal", 3), ("oil", 5),
    ],
)  # fmt: skip
def test_one_token_for_each_worker(card: str, value: int) -> None:
    game = after_turn({"technologies": IDLE | {card: 3}})
    assert (blue(game, card), food(game) + resources(game), board(game)["blue_bank"]) == (3, 3 * value, 13)


@pytest.mark.rule("PROD-06")
@pytest.mark.parametrize(("tokens", "left"), [(1, (1, 0, 0)), (3, (2, 1, 0)), (4, (2, 2, 0)), (5, (2, 2, 1))])
def test_the_best_farms_go_first(tokens: int, left: tuple[int, int, int]) -> None:
    farms = {"selective_breeding": 2, "irrigation": 2, "agriculture": 2}
    game = after_turn({"blue_bank": tokens, "technologies": IDLE | farms})
    assert tuple(blue(game, card) for card in farms) == left


@pytest.mark.rule("PROD-09")
@pytest.mark.parametrize(("tokens", "left"), [(1, (1, 0, 0)), (3, (2, 1, 0)), (4, (2, 2, 0)), (5, (2, 2, 1))])
def test_the_best_mines_go_first(tokens: int, left: tuple[int, int, int]) -> None:
    mines = {"oil": 2, "iron": 2, "bronze": 2}
    game = after_turn({"blue_bank": tokens, "technologies": IDLE | mines})
    assert tuple(blue(game, card) for card in mines) == left


@pytest.mark.rule("PROD-01", "PROD-09")
def test_food_is_produced_before_resources() -> None:
    game = after_turn({"blue_bank": 3, "technologies": IDLE | {"agriculture": 2, "oil": 2}})
    assert (blue(game, "agriculture"), blue(game, "oil")) == (2, 1)


CONSUMPTION = {
    20: 0, 18: 0, 17: 0, 16: 1, 15: 1, 14: 1, 13: 1, 12: 2, 11: 2, 10: 2, 9: 2, 8: 3, 7: 3, 6: 3, 5: 3,
    4: 4, 3: 4, 2: 4, 1: 4, 0: 6,
}  # fmt: skip


@pytest.mark.rule("PROD-07")
@pytest.mark.parametrize(("bank", "due"), CONSUMPTION.items())
def test_consumption_by_the_tokens_in_the_yellow_bank(bank: int, due: int) -> None:
    mine = {"yellow_bank": bank, "unused_workers": 8, "technologies": IDLE | {"agriculture": {"blue": 8}}}
    game = after_turn({**mine, "culture": 50})
    assert (food(game), board(game)["culture"]) == (8 - due, 50)


@pytest.mark.rule("PROD-08", "SCORE-02")
@pytest.mark.parametrize(
    ("stock", "before", "after"),
    [(3, 50, 50), (2, 50, 46), (1, 50, 42), (0, 50, 38), (0, 12, 0), (0, 11, 0), (1, 8, 0)],
)
def test_missing_food_costs_four_culture_each(stock: int, before: int, after: int) -> None:
    mine = {"yellow_bank": 8, "unused_workers": 8, "technologies": IDLE | {"agriculture": {"blue": stock}}}
    game = after_turn({**mine, "culture": before})
    assert (food(game), board(game)["culture"]) == (0, after)


@pytest.mark.rule("PROD-10")
def test_tokens_of_corruption_and_consumption_serve_the_later_steps() -> None:
    technologies = IDLE | {"agriculture": {"workers": 2, "blue": 1}, "bronze": {"workers": 4, "blue": 2}}
    mine = {"blue_bank": 0, "yellow_bank": 13, "unused_workers": 1, "technologies": technologies}
    game = after_turn(mine)
    # Six of corruption take all three tokens; two make food, one food is eaten, two are left for the mines.
    assert (blue(game, "agriculture"), blue(game, "bronze"), board(game)["blue_bank"]) == (1, 2, 0)


@pytest.mark.rule("PROD-11", "PROD-03")
def test_corruption_is_counted_before_production_only() -> None:
    game = after_turn({"blue_bank": 11, "technologies": {"bronze": {"workers": 3, "blue": 2}}})
    assert (resources(game), board(game)["blue_bank"]) == (5, 6)


@pytest.mark.rule("PROD-12")
def test_this_turns_food_feeds_the_people() -> None:
    mine = {"yellow_bank": 12, "unused_workers": 2, "culture": 9, "technologies": stored()}
    game = after_turn(mine)
    assert (food(game), board(game)["culture"]) == (0, 9)


@pytest.mark.rule("PROD-01")
def test_culture_is_scored_before_famine_takes_it() -> None:
    mine = {"yellow_bank": 16, "unused_workers": 1, "technologies": IDLE | {"religion": 2}}
    game = after_turn(mine)
    assert board(game)["culture"] == 0
    game = after_turn({**mine, "culture": 3})
    assert board(game)["culture"] == 3 + 2 - 4
