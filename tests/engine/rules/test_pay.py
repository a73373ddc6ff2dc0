"""Paying and gaining food and resources."""

import pytest

from engine import Game
from tests.engine.rules.phases import acting, blue, food, politics, resources, reveal, stored
from tests.engine.rules.table import Keys, board, play, texts


def mines(*tokens: int) -> Keys:
    """Bronze, Iron, Coal and Oil with these blue tokens."""
    return {card: {"blue": n} for card, n in zip(("bronze", "iron", "coal", "oil"), tokens, strict=False)}


def tokens(game: Game, *cards: str) -> tuple[int, ...]:
    return tuple(blue(game, card) for card in cards)


@pytest.mark.rule("PAY-01")
@pytest.mark.parametrize(("card", "value"), [("bronze", 1), ("iron", 2), ("coal", 3), ("oil", 5)])
def test_a_blue_token_is_worth_the_number_of_its_mine(card: str, value: int) -> None:
    technologies = {"bronze": {"blue": 0}, "irrigation": 0, card: {"blue": 4 // value}}
    enough = {1: True, 2: True, 3: False, 5: False}[value]
    assert ("build irrigation" in texts(acting({"technologies": technologies}, age="III"))) is enough
    rich = {**technologies, card: {"blue": -(-4 // value)}}
    assert "build irrigation" in texts(acting({"technologies": rich}, age="III"))


@pytest.mark.rule("PAY-01")
@pytest.mark.parametrize(
    ("card", "value"),
    [("agriculture", 1), ("irrigation", 2), ("selective_breeding", 3), ("mechanized_agriculture", 5)],
)
def test_a_blue_token_is_worth_the_number_of_its_farm(card: str, value: int) -> None:
    technologies = {"agriculture": {"blue": 0}, card: {"blue": 1}}
    bank = {1: 18, 2: 18, 3: 16, 5: 8}[value]
    game = acting({"technologies": technologies, "yellow_bank": bank, "leader": "moses"}, age="III")
    assert ("increase population" in texts(game)) is True
    dearer = {1: 16, 2: 12, 3: 8, 5: 4}[value]
    game = acting({"technologies": technologies, "yellow_bank": dearer, "leader": "moses"}, age="III")
    assert "increase population" not in texts(game)


GAINS = [
    # resources gained, tokens in the bank, then on Bronze, Iron, Coal
    (2, 9, (0, 1, 0)),
    (3, 9, (0, 0, 1)),
    (4, 9, (1, 0, 1)),
    (4, 1, (0, 0, 1)),
    (3, 1, (0, 0, 1)),
    (2, 1, (0, 1, 0)),
    (4, 2, (1, 0, 1)),
    (4, 0, (0, 0, 0)),
]


@pytest.mark.rule("PAY-02", "PAY-03", "PAY-05", "CARD-07")
@pytest.mark.parametrize(("amount", "bank", "expected"), GAINS)
def test_a_gain_is_exact_or_the_nearest_below(amount: int, bank: int, expected: tuple[int, ...]) -> None:
    card = {2: "reserves_i", 3: "reserves_ii", 4: "reserves_iii"}[amount]
    mine = {"technologies": mines(0, 0, 0), "blue_bank": bank, "civil_hand": [card]}
    game = play(acting(mine, age="III"), f"{card} resources")
    assert tokens(game, "bronze", "iron", "coal") == expected
    assert board(game)["blue_bank"] == bank - sum(expected)


@pytest.mark.rule("PAY-02", "PAY-05")
def test_food_is_gained_on_any_own_farm() -> None:
    mine = {"technologies": {"agriculture": 2, "irrigation": 0}, "civil_hand": ["reserves_ii"]}
    game = play(acting(mine, age="II"), "reserves_ii food")
    assert tokens(game, "agriculture", "irrigation") == (1, 1)


@pytest.mark.rule("PAY-03")
def test_a_token_is_never_put_where_it_is_worth_too_much() -> None:
    mine = {"technologies": {"oil": 2}, "blue_bank": 1, "civil_hand": ["reserves_iii"]}
    game = play(acting(mine, age="III"), "reserves_iii resources")
    assert tokens(game, "bronze", "oil") == (1, 0)


@pytest.mark.rule("PAY-04")
def test_goods_of_one_effect_are_gained_in_printed_order() -> None:
    mine = {"military_hand": ["enslave"], "technologies": {"warriors": 3}, "blue_bank": 3}
    game = play(politics(mine, {}), "aggression enslave vs 1")
    assert (resources(game), food(game)) == (2, 1)
    routes = reveal("development_of_trade_routes", {"blue_bank": 1})
    assert (resources(routes), food(routes)) == (0, 1)


PAYMENTS = [
    # price, tokens on Bronze, Iron, Coal, Oil before and after, change of the blue bank
    (2, (2, 0, 0, 0), (0, 0, 0, 0), 2),
    (2, (0, 1, 0, 0), (0, 0, 0, 0), 1),
    (2, (3, 1, 0, 0), (1, 1, 0, 0), 2),
    (2, (1, 1, 0, 0), (1, 0, 0, 0), 1),
    (2, (0, 0, 1, 0), (1, 0, 0, 0), 0),
    (2, (0, 0, 0, 1), (0, 0, 1, 0), 0),
    (2, (1, 0, 0, 1), (1, 0, 1, 0), 0),
]


@pytest.mark.rule("PAY-10", "PAY-11", "PAY-12", "PAY-13", "PAY-16")
@pytest.mark.parametrize(("price", "before", "after", "freed"), PAYMENTS)
def test_a_payment_is_exact(price: int, before: tuple[int, ...], after: tuple[int, ...], freed: int) -> None:
    game = play(acting({"technologies": mines(*before)}, age="III"), "build bronze")
    values = (1, 2, 3, 5)
    paid = sum(v * n for v, n in zip(values, before, strict=True)) - resources(game)
    assert paid == price
    assert tokens(game, "bronze", "iron", "coal", "oil") == after
    assert board(game)["blue_bank"] == 16 + freed


@pytest.mark.rule("PAY-10", "PAY-12")
def test_food_is_paid_and_changed_like_resources() -> None:
    technologies = {"agriculture": {"blue": 1}, "irrigation": {"blue": 0}, "selective_breeding": {"blue": 2}}
    game = play(acting({"technologies": technologies}, age="II"), "increase population")
    assert tokens(game, "agriculture", "irrigation", "selective_breeding") == (0, 1, 1)


@pytest.mark.rule("PAY-14")
def test_a_stock_too_small_pays_nothing() -> None:
    assert "build bronze" not in texts(acting({"technologies": mines(1, 0, 0, 0)}, age="III"))


@pytest.mark.rule("PAY-15", "PAY-13")
def test_change_that_finds_no_token_is_lost_and_the_bank_is_empty() -> None:
    # One Oil token for a price of 1 leaves 4, which takes two tokens: one is there.
    technologies = {"bronze": 0, "coal": 0, "oil": {"blue": 1}, "agriculture": 0}
    mine = {"technologies": technologies, "blue_bank": 0, "civil_hand": ["rich_land_a"]}
    game = play(acting(mine, age="III"), "rich_land_a build bronze")
    assert tokens(game, "bronze", "coal", "oil") == (0, 1, 0)
    assert board(game)["blue_bank"] == 0


@pytest.mark.rule("PAY-16")
def test_tokens_never_move_up() -> None:
    game = play(acting({"technologies": mines(5, 0, 0, 0)}, age="III"), "build bronze")
    assert tokens(game, "bronze", "iron", "coal", "oil") == (3, 0, 0, 0)


@pytest.mark.rule("PAY-17")
def test_earmarked_resources_go_first() -> None:
    mine = {"technologies": stored(resources=2), "actions": {"unit_resources": 1}}
    game = play(acting(mine), "build warriors")
    assert (resources(game), board(game)["unit_resources"]) == (1, 0)


@pytest.mark.rule("PAY-17", "SCORE-04")
@pytest.mark.parametrize(
    ("card", "left"), [("swordsmen", (2, 0)), ("irrigation", (2, 3)), ("masonry", (2, 3))]
)
def test_earmarked_science_goes_first_but_for_units_alone(card: str, left: tuple[int, int]) -> None:
    cost = {"swordsmen": 4, "irrigation": 3, "masonry": 3}[card]
    own = cost - 3 if card == "swordsmen" else cost
    mine = {"science": own + 2, "actions": {"unit_science": 3}, "civil_hand": [card]}
    game = play(acting(mine), f"develop {card}")
    assert (board(game)["science"], board(game)["unit_science"]) == left
    assert f"develop {card}" not in texts(acting({**mine, "science": own - 1}))


@pytest.mark.rule("PAY-18")
def test_a_loss_larger_than_the_stock_takes_everything() -> None:
    game = reveal("rats", {"technologies": {"agriculture": {"blue": 3}, "irrigation": {"blue": 2}}})
    assert (food(game), board(game)["blue_bank"]) == (0, 16 + 5)
    raided = reveal("raiders", {"technologies": {"warriors": 3}}, {"technologies": stored(food=1)})
    assert (food(raided, 1), raided.phase) == (0, "action")


@pytest.mark.rule("PAY-19")
@pytest.mark.parametrize(("bank", "gained"), [(3, 3), (2, 2), (0, 0)])
def test_goods_taken_are_gained_with_own_tokens(bank: int, gained: int) -> None:
    mine = {"military_hand": ["plunder_i"], "technologies": {"warriors": 3}, "blue_bank": bank}
    rival = {"technologies": stored(food=4), "blue_bank": 5}
    game = play(politics(mine, rival), "aggression plunder_i vs 1", "food 3 resources 0")
    assert (food(game, 1), board(game, 1)["blue_bank"]) == (1, 8)
    assert (food(game), board(game)["blue_bank"]) == (gained, bank - gained)


@pytest.mark.rule("PAY-19")
def test_no_more_is_gained_than_was_lost() -> None:
    mine = {"military_hand": ["plunder_i"], "technologies": {"warriors": 3}}
    game = politics(mine, {"technologies": stored(food=1, resources=1)})
    play(game, "aggression plunder_i vs 1", "food 1 resources 1")
    assert (food(game, 1), resources(game, 1), food(game), resources(game)) == (0, 0, 1, 1)


@pytest.mark.rule("PAY-20")
def test_food_and_resources_do_not_stand_in_for_each_other() -> None:
    rich_in_food = texts(acting({"technologies": stored(food=20)}))
    assert not [text for text in rich_in_food if text.startswith("build")]
    assert "increase population" not in texts(acting({"technologies": stored(resources=20)}))


def routes(side: str, flags: list[str] | None = None, food_stock: int = 0, stock: int = 0) -> Keys:
    mine: Keys = {
        "pact": {"card": "trade_routes_agreement", "partner": 1, "side": side},
        "flags": flags or [],
    }
    return {**mine, "technologies": stored(food=food_stock, resources=stock)}


@pytest.mark.rule("PAY-20")
def test_side_a_of_trade_routes_uses_one_food_as_a_resource_once_per_turn() -> None:
    game = acting({**routes("A", food_stock=3, stock=3), "unused_workers": 3}, {}, {})
    assert {"build bronze", "build bronze +food", "build warriors +food"} <= set(texts(game))
    assert "increase population +resource" not in texts(game)
    play(game, "build bronze +food")
    assert (food(game), resources(game)) == (2, 2)
    assert not [text for text in texts(game) if "+food" in text]


@pytest.mark.rule("PAY-20")
def test_side_b_of_trade_routes_uses_one_resource_as_food() -> None:
    game = acting(routes("B", food_stock=1, stock=1), {}, {})
    assert texts(game)[0] == "increase population +resource"
    assert "build bronze +food" not in texts(game)
    play(game, "increase population +resource")
    assert (food(game), resources(game)) == (0, 0)
    assert "increase population +resource" not in texts(acting(routes("B", stock=2), {}, {}))
    assert "increase population +resource" not in texts(acting(routes("B", food_stock=1), {}, {}))


@pytest.mark.rule("PAY-20")
def test_the_partner_of_trade_routes_has_the_other_side() -> None:
    partner = {"pact": {"card": "trade_routes_agreement", "partner": 0, "side": "A"}}
    game = acting({"technologies": stored(food=1, resources=1)}, partner, {})
    assert "increase population +resource" in texts(game)
    none = acting({"technologies": stored(food=1, resources=1)}, {**partner, "pact": None}, {})
    assert "increase population +resource" not in texts(none)
    spent = acting({**routes("A", ["used_trade"], 1, 1)}, {}, {})
    assert not [text for text in texts(spent) if "+food" in text]
    assert "build bronze +food" in texts(acting(routes("A", [], 1, 1), {}, {}))
    assert "build bronze +food" not in texts(acting(routes("A", [], 2, 0), {}, {}))
