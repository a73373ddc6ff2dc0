"""Blue and yellow tokens of cards."""

import pytest

from tests.engine.rules.phases import acting, blue, politics, reveal, stored
from tests.engine.rules.table import Keys, board, play, texts, written

TERRITORIES = {
    "developed_territory_i": (1, 1), "developed_territory_ii": (2, 2), "inhabited_territory_i": (0, 2),
    "inhabited_territory_ii": (0, 3), "vast_territory_i": (-1, 3), "vast_territory_ii": (-1, 4),
    "wealthy_territory_i": (3, 0), "wealthy_territory_ii": (4, 0), "historic_territory_i": (0, 0),
    "strategic_territory_ii": (0, 0),
}  # fmt: skip


def colony_lost(colony: str, **loser: object) -> Keys:
    """The board of player 1, the weakest, after Independence Declaration took its only colony."""
    game = reveal(
        "independence_declaration", {"technologies": {"warriors": 9}}, {"colonies": [colony], **loser}
    )
    assert "colonies" not in written(game, 1)
    return board(game, 1)


@pytest.mark.rule("TOKEN-02", "TOKEN-03", "COLONY-19")
@pytest.mark.parametrize(("colony", "tokens"), TERRITORIES.items())
def test_a_card_that_leaves_takes_its_tokens_along(colony: str, tokens: tuple[int, int]) -> None:
    player = colony_lost(colony)
    assert (player["blue_bank"], player["yellow_bank"]) == (16 - tokens[0], 18 - tokens[1])


@pytest.mark.rule("TOKEN-02", "TOKEN-03", "TOKEN-04")
@pytest.mark.parametrize(("colony", "tokens"), TERRITORIES.items())
def test_a_card_that_enters_brings_its_tokens_to_the_banks(colony: str, tokens: tuple[int, int]) -> None:
    # Annexed, so that the immediate effect does not blur the picture.
    mine = {"military_hand": ["annex"], "technologies": {"warriors": 9}}
    game = play(politics(mine, {"colonies": [colony]}, age="II"), "aggression annex vs 1")
    player, rival = board(game), board(game, 1)
    assert (player["blue_bank"], player["yellow_bank"]) == (16 + tokens[0], 18 + tokens[1])
    assert (rival["blue_bank"], rival["yellow_bank"]) == (16 - tokens[0], 18 - tokens[1])
    assert written(game)["colonies"] == [colony]


@pytest.mark.rule("TOKEN-02", "CARDNOTE-21")
def test_taj_mahal_gives_a_blue_token_and_its_ruin_takes_it() -> None:
    mine = {
        "unfinished": {"wonder": "taj_mahal", "stages": 2},
        "technologies": stored(resources=2),
        "blue_bank": 10,
    }
    game = play(acting(mine), "wonder 1")
    assert board(game)["blue_bank"] == 10 + 2 - 1 + 3 + 1
    ruined = reveal("ravages_of_time", {"wonders": ["taj_mahal"]})
    assert (board(ruined)["blue_bank"], written(ruined)["ruins"]) == (15, ["taj_mahal"])


@pytest.mark.rule("TOKEN-01")
def test_banks_hold_more_tokens_than_squares() -> None:
    game = acting({"yellow_bank": 25, "blue_bank": 30, "technologies": stored(food=2)})
    player = board(game)
    assert (player["required"], player["yellow_bank"], player["blue_bank"]) == (0, 25, 30)
    play(game, "increase population")
    assert board(game)["yellow_bank"] == 24


@pytest.mark.rule("TOKEN-05")
def test_missing_blue_tokens_are_lost_from_cards_of_the_owners_choice() -> None:
    technologies = stored(food=2, resources=2, iron={"blue": 1})
    loser = {"colonies": ["wealthy_territory_i"], "blue_bank": 1, "technologies": technologies}
    game = reveal("independence_declaration", {"technologies": {"warriors": 2}}, loser)
    assert (game.phase, game.player_to_move, board(game, 1)["blue_bank"]) == ("lose_blue", 1, 0)
    assert texts(game) == ["lose token agriculture", "lose token bronze", "lose token iron"]
    play(game, "lose token iron")
    assert texts(game) == ["lose token agriculture", "lose token bronze"]
    play(game, "lose token bronze")
    assert [blue(game, card, 1) for card in ("agriculture", "bronze", "iron")] == [2, 1, 0]
    assert (game.phase, board(game, 1)["blue_bank"]) == ("action", 0)


@pytest.mark.rule("TOKEN-05")
@pytest.mark.parametrize(("bank", "left"), [(4, 1), (3, 0)])
def test_a_bank_that_suffices_asks_nobody(bank: int, left: int) -> None:
    player = colony_lost("wealthy_territory_i", blue_bank=bank, technologies=stored(food=3))
    assert (player["blue_bank"], player["blue"][0]) == (left, 3)


@pytest.mark.rule("TOKEN-05")
def test_no_more_blue_tokens_are_lost_than_there_are() -> None:
    player = colony_lost("wealthy_territory_i", blue_bank=1)
    assert (player["blue_bank"], sum(player["blue"])) == (0, 0)


@pytest.mark.rule("TOKEN-10")
def test_workers_are_the_yellow_tokens_outside_the_bank() -> None:
    game = play(acting({"technologies": stored(food=2, resources=2)}), "increase population", "build bronze")
    player = board(game)
    assert player["yellow_bank"] + player["unused"] + sum(player["workers"]) == 25
    assert (player["unused"], sum(player["workers"])) == (1, 7)


@pytest.mark.rule("TOKEN-11")
@pytest.mark.parametrize(("bank", "left"), [(4, 0), (5, 1), (3, 0), (0, 0)])
def test_yellow_tokens_are_lost_from_the_bank_alone(bank: int, left: int) -> None:
    player = colony_lost("vast_territory_ii", yellow_bank=bank)
    assert (player["yellow_bank"], player["unused"], sum(player["workers"])) == (left, 1, 6)


@pytest.mark.rule("TOKEN-12")
@pytest.mark.parametrize(("bank", "taken"), [(0, 0), (1, 1), (9, 1)])
def test_yellow_tokens_are_taken_from_bank_to_bank(bank: int, taken: int) -> None:
    strong = {"technologies": {"warriors": 2}}
    game = reveal("uncertain_borders", strong, {"yellow_bank": bank})
    assert (board(game)["yellow_bank"], board(game, 1)["yellow_bank"]) == (18 + taken, bank - taken)
    assert board(game, 1)["unused"] == 1


@pytest.mark.rule("TOKEN-03")
def test_a_card_with_a_minus_takes_a_stored_token_if_the_bank_is_empty() -> None:
    mine = {
        "military_hand": ["annex"],
        "technologies": stored(food=1, resources=1, warriors=3),
        "blue_bank": 0,
    }
    game = play(politics(mine, {"colonies": ["vast_territory_i"]}, age="II"), "aggression annex vs 1")
    assert (game.phase, texts(game)) == ("lose_blue", ["lose token agriculture", "lose token bronze"])
    play(game, "lose token bronze")
    assert (blue(game, "agriculture"), blue(game, "bronze"), board(game)["blue_bank"]) == (1, 0, 0)
