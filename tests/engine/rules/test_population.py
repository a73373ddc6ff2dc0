"""Population: increasing, gaining and losing it."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, food, reveal, stored, workers
from tests.engine.rules.table import board, play, texts

PRICES = {20: 2, 19: 2, 18: 2, 17: 2, 16: 3, 15: 3, 14: 3, 13: 3, 12: 4, 11: 4, 10: 4, 9: 4, 8: 5, 7: 5,
6: 5, 5: 5,
          4: 7, 3: 7, 2: 7, 1: 7}  # fmt: skip


@pytest.mark.rule("POP-01", "POP-02")
@pytest.mark.parametrize(("bank", "price"), PRICES.items())
def test_food_by_the_tokens_in_the_bank(bank: int, price: int) -> None:
    mine = {"yellow_bank": bank, "technologies": stored(food=price)}
    game = play(acting(mine), "increase population")
    assert (food(game), civil_actions(game)) == (0, 3)
    assert (board(game)["yellow_bank"], board(game)["unused"]) == (bank - 1, 2)
    assert "increase population" not in texts(acting({**mine, "technologies": stored(food=price - 1)}))


@pytest.mark.rule("POP-01", "RATING-30")
def test_a_smaller_bank_asks_for_more_happiness_at_once() -> None:
    game = play(acting({"yellow_bank": 17, "technologies": stored(food=2)}), "increase population")
    assert (board(game)["required"], board(game)["discontent"]) == (1, 1)


@pytest.mark.rule("POP-03")
def test_an_empty_bank_gives_nobody() -> None:
    mine = {"yellow_bank": 0, "technologies": stored(food=20), "civil_hand": ["frugality_a"]}
    legal = texts(acting({**mine, "leader": "moses"}))
    assert "increase population" not in legal
    assert "frugality_a" not in legal


@pytest.mark.rule("POP-04")
def test_population_gained_is_free_and_nothing_when_the_bank_is_empty() -> None:
    game = reveal("development_of_settlement", {}, {"yellow_bank": 0})
    assert [(board(game, p)["yellow_bank"], board(game, p)["unused"]) for p in (0, 1)] == [(17, 2), (0, 1)]


@pytest.mark.rule("POP-05", "ACTION-05")
def test_an_ordered_increase_pays_food_first() -> None:
    mine = {"yellow_bank": 16, "technologies": stored(food=2), "civil_hand": ["frugality_i"]}
    assert "frugality_i" not in texts(acting(mine))
    game = play(acting({**mine, "technologies": stored(food=3)}), "frugality_i")
    assert (food(game), board(game)["yellow_bank"]) == (2, 15)


@pytest.mark.rule("POP-06")
def test_an_unused_worker_is_lost_first() -> None:
    game = reveal("pestilence")
    assert [(board(game, p)["yellow_bank"], board(game, p)["unused"]) for p in (0, 1)] == [(19, 0), (19, 0)]
    assert game.phase == "action"


@pytest.mark.rule("POP-06")
def test_without_an_unused_worker_the_owner_picks_a_card() -> None:
    game = reveal("pestilence", {}, {"unused_workers": 0})
    assert (game.phase, game.player_to_move) == ("lose_population", 1)
    assert texts(game) == [
        f"lose worker {card}" for card in ("agriculture", "bronze", "philosophy", "warriors")
    ]
    play(game, "lose worker warriors")
    assert (workers(game, "warriors", 1), board(game, 1)["yellow_bank"], board(game, 1)["unused"]) == (
        0,
        19,
        0,
    )
    assert board(game, 1)["strength"] == 0


@pytest.mark.rule("POP-06")
def test_a_civilization_without_workers_loses_nobody() -> None:
    none = {"agriculture": 0, "bronze": 0, "philosophy": 0, "warriors": 0}
    game = reveal("pestilence", {}, {"unused_workers": 0, "technologies": none})
    assert game.phase == "action"
    assert board(game, 1)["yellow_bank"] == 18


@pytest.mark.rule("POP-06")
def test_several_lost_workers_come_from_the_pool_as_far_as_it_goes() -> None:
    # Nine tokens in the bank ask for three faces: two of the three discontent workers emigrate.
    game = reveal("emigration", {"yellow_bank": 9})
    assert (game.phase, board(game)["unused"], board(game)["yellow_bank"]) == ("lose_population", 0, 10)
    play(game, "lose worker bronze")
    assert (workers(game, "bronze"), board(game)["yellow_bank"], game.phase) == (1, 11, "action")
