"""What each aggression and each war does when it succeeds, and what bonus cards are worth."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.phases import food, military_actions, politics, resources, stored, workers
from tests.engine.rules.table import Keys, board, play, position, texts, written


def attack(card: str, rival: Keys, *moves: str, **mine: Any) -> Game:
    """Player 0 plays an aggression on player 1 who has no cards to defend with."""
    start = {"military_hand": [card], "government": "communism", **mine}
    start["technologies"] = {"warriors": 12} | mine.get("technologies", {})
    return play(politics(start, rival, age="III"), f"aggression {card} vs 1", *moves)


COSTS = {"enslave": 2, "plunder_i": 1, "raid_i": 1, "annex": 2, "infiltrate": 2, "plunder_ii": 1,
"raid_ii": 2, "spy": 1,
         "armed_intervention": 2, "plunder_iii": 1, "raid_iii": 3}  # fmt: skip


@pytest.mark.rule("AGGR-01", "AGGR-13")
@pytest.mark.parametrize(("card", "cost"), COSTS.items())
def test_military_actions_of_aggressions(card: str, cost: int) -> None:
    mine = {"military_hand": [card], "technologies": {"warriors": 9}, "government": "communism"}
    rival = {"leader": "homer"}
    exact = politics({**mine, "actions": {"military_spent": 5 - cost}}, rival, age="III")
    assert f"aggression {card} vs 1" in texts(exact)
    play(exact, f"aggression {card} vs 1")
    assert military_actions(exact) == 0
    short = politics({**mine, "actions": {"military_spent": 6 - cost}}, rival, age="III")
    assert f"aggression {card} vs 1" not in texts(short)


@pytest.mark.rule("POP-06", "PAY-04")
def test_enslave() -> None:
    game = attack("enslave", {})
    assert (resources(game), food(game)) == (2, 2)
    assert (board(game, 1)["unused"], board(game, 1)["yellow_bank"], board(game)["unused"]) == (0, 19, 1)
    asked = attack("enslave", {"unused_workers": 0})
    assert (asked.phase, asked.player_to_move) == ("lose_population", 1)


@pytest.mark.rule("AGGR-17", "PAY-19")
@pytest.mark.parametrize(("card", "amount"), [("plunder_i", 3), ("plunder_ii", 5), ("plunder_iii", 7)])
def test_plunder(card: str, amount: int) -> None:
    game = attack(card, {"technologies": stored(food=9, resources=9)})
    assert (game.phase, game.player_to_move) == ("plunder", 0)
    assert {f"food {n} resources {amount - n}" for n in range(amount + 1)} <= set(texts(game))
    assert f"food {amount} resources 1" not in texts(game)
    play(game, f"food 1 resources {amount - 1}")
    assert (food(game), resources(game), food(game, 1), resources(game, 1)) == (1, amount - 1, 8, 10 - amount)


@pytest.mark.rule("AGGR-18")
def test_plunder_of_an_empty_store_does_nothing() -> None:
    assert attack("plunder_i", {}).phase == "action"


@pytest.mark.rule("AGGR-12", "DESTROY-02")
@pytest.mark.parametrize(
    ("building", "gain"),
    [("philosophy", 2), ("alchemy", 3), ("theology", 3), ("drama", 2), ("bread_and_circuses", 2)],
)
def test_raid_i_pays_half_the_printed_cost_rounded_up(building: str, gain: int) -> None:
    towns = {"philosophy": 0, "computers": 1} | {building: 1}
    game = attack("raid_i", {"technologies": towns, "specials": ["engineering"]})
    assert (game.phase, workers(game, building, 1), board(game, 1)["unused"]) == ("action", 0, 2)
    assert resources(game) == gain


LABS = {"philosophy": 0, "alchemy": 2, "scientific_method": 2, "computers": 2, "bronze": 2}


def test_raid_ii_takes_one_building_of_age_two_and_one_of_age_one() -> None:
    game = attack("raid_ii", {"technologies": LABS})
    assert texts(game) == ["destroy alchemy", "destroy scientific_method"]
    play(game, "destroy scientific_method")
    # The other one can only be Alchemy.
    assert [workers(game, card, 1) for card in LABS] == [0, 1, 1, 2, 2]
    assert (game.phase, resources(game), board(game, 1)["unused"]) == ("action", (8 + 6) // 2, 3)


def test_raid_iii_takes_one_building_of_age_three_and_one_of_age_two() -> None:
    game = attack("raid_iii", {"technologies": LABS})
    assert texts(game) == ["destroy alchemy", "destroy scientific_method", "destroy computers"]
    play(game, "destroy computers")
    assert texts(game) == ["destroy alchemy", "destroy scientific_method"]
    play(game, "destroy scientific_method")
    assert [workers(game, card, 1) for card in LABS] == [0, 2, 1, 1, 2]
    assert (game.phase, resources(game)) == ("action", (11 + 8 + 1) // 2)


def test_a_raid_rounds_the_sum_once() -> None:
    game = attack("raid_ii", {"technologies": {"philosophy": 1, "religion": 1}}, "destroy philosophy")
    assert (resources(game), board(game, 1)["unused"]) == (3, 3)


def test_a_raid_destroys_what_there_is() -> None:
    game = attack("raid_iii", {"technologies": {"philosophy": 1}})
    assert (game.phase, resources(game), workers(game, "philosophy", 1)) == ("action", 2, 0)
    empty = attack("raid_iii", {"technologies": {"philosophy": 0}})
    assert (empty.phase, resources(empty)) == ("action", 0)


@pytest.mark.rule("COLONY-19")
def test_annex() -> None:
    game = attack("annex", {"colonies": ["inhabited_territory_i", "wealthy_territory_i"]})
    assert (game.phase, game.player_to_move) == ("annex", 0)
    play(game, "annex wealthy_territory_i")
    assert (written(game)["colonies"], written(game, 1)["colonies"]) == (
        ["wealthy_territory_i"],
        ["inhabited_territory_i"],
    )
    assert (board(game)["blue_bank"], board(game, 1)["blue_bank"], resources(game)) == (19, 13, 0)
    assert attack("annex", {}).phase == "action"


@pytest.mark.rule("COLONY-19", "RATING-01")
def test_ratings_of_an_annexed_colony_move_with_it() -> None:
    before = board(attack("spy", {"colonies": ["strategic_territory_i"]}))["strength"]
    game = attack("annex", {"colonies": ["strategic_territory_i"]})
    assert (board(game)["strength"], board(game, 1)["strength"]) == (before + 2, 1)


@pytest.mark.rule("AGGR-18")
@pytest.mark.parametrize(
    ("rival", "culture"),
    [({"leader": "homer"}, 0), ({"leader": "joan_of_arc"}, 3), ({"leader": "james_cook"}, 6),
    ({"leader": "sid_meier"}, 9),
     ({"unfinished": {"wonder": "kremlin", "stages": 2}}, 6)],
)  # fmt: skip
def test_infiltrate(rival: Keys, culture: int) -> None:
    game = attack("infiltrate", rival)
    assert board(game)["culture"] == culture
    assert not {"leader", "unfinished"} & set(written(game, 1))
    assert board(game, 1)["blue_bank"] == 16 + 2 * ("unfinished" in rival)


@pytest.mark.rule("AGGR-17", "AGGR-18")
def test_infiltrate_chooses_and_needs_a_target() -> None:
    game = attack("infiltrate", {"leader": "james_cook", "unfinished": {"wonder": "pyramids", "stages": 1}})
    assert (game.player_to_move, sorted(texts(game))) == (0, ["remove james_cook", "remove pyramids"])
    play(game, "remove pyramids")
    assert (written(game, 1)["leader"], board(game)["culture"]) == ("james_cook", 0)
    mine = {"military_hand": ["infiltrate"], "technologies": {"warriors": 9}}
    assert "aggression infiltrate vs 1" not in texts(politics(mine, {}, age="III"))


@pytest.mark.rule("SCORE-05")
@pytest.mark.parametrize(("held", "taken"), [(9, 5), (5, 5), (4, 4), (0, 0)])
def test_spy(held: int, taken: int) -> None:
    game = attack("spy", {"science": held, "culture": 9}, science=1)
    assert (board(game)["science"], board(game, 1)["science"]) == (1 + taken, held - taken)
    assert board(game, 1)["culture"] == 9


@pytest.mark.rule("SCORE-05")
@pytest.mark.parametrize(("held", "taken"), [(9, 7), (7, 7), (6, 6), (0, 0)])
def test_armed_intervention(held: int, taken: int) -> None:
    game = attack("armed_intervention", {"culture": held, "science": 9}, culture=1)
    assert (board(game)["culture"], board(game, 1)["culture"]) == (1 + taken, held - taken)
    assert board(game, 1)["science"] == 9


@pytest.mark.rule("AGGR-07", "AGGR-10")
@pytest.mark.parametrize(
    ("card", "value"), [("military_bonus_i", 2), ("military_bonus_ii", 4), ("military_bonus_iii", 6)]
)
def test_bonus_cards_in_defence(card: str, value: int) -> None:
    def attacked_by(strength: int) -> Game:
        mine = {"military_hand": ["spy"], "technologies": {"warriors": strength}}
        rival = {"military_hand": [card, "legion"], "science": 5, "actions": {"military_spent": 2}}
        return play(politics(mine, rival, age="III"), "aggression spy vs 1")

    game = attacked_by(1 + value)
    play(game, f"defend {card}", "done")
    assert (board(game)["science"], written(game, 1)["military_hand"]) == (0, ["legion"])
    both = attacked_by(2 + value)
    assert "done" not in texts(play(both.clone(), "discard legion"))
    play(both, "discard legion", f"defend {card}")
    assert (board(both)["science"], written(both, 1)["military_hand"]) == (0, [])
    lost = attacked_by(3 + value)
    assert texts(lost) == ["pass"]
    play(lost, "pass")
    assert (board(lost)["science"], len(written(lost, 1)["military_hand"])) == (5, 2)


@pytest.mark.rule("COLONY-11")
@pytest.mark.parametrize(
    ("card", "value"), [("military_bonus_i", 1), ("military_bonus_ii", 2), ("military_bonus_iii", 3)]
)
def test_bonus_cards_in_a_colonization_force(card: str, value: int) -> None:
    mine = {"military_hand": ["rats", card]}
    game = play(politics(mine, {}, age="III", current_events=["vast_territory_i"]), "prepare rats")
    assert texts(game) == [*(f"bid {n + 1}" for n in range(1 + value)), "pass"]


# -- wars: declared by player 0, resolved when the turn of player 1 is over


def war(card: str, mine: Keys, *others: Keys) -> Game:
    """The war that player 0 declared on player 1 is resolved at the start of the next turn."""
    boards = [{**mine, "war": {"card": card, "target": 1}}, *others]
    return play(position(boards, age="III", stage="action", current_player=len(others)), "end turn")


@pytest.mark.rule("WAR-01", "WAR-18")
@pytest.mark.parametrize(
    ("card", "cost"), [("war_over_technology", 2), ("war_over_territory", 2), ("war_over_culture", 3)]
)
def test_military_actions_of_wars(card: str, cost: int) -> None:
    mine = {"military_hand": [card], "government": "communism"}
    game = play(politics(mine, {}, age="III"), f"war {card} vs 1")
    assert (military_actions(game), written(game)["war"]) == (5 - cost, {"card": card, "target": 1})
    short = {**mine, "actions": {"military_spent": 6 - cost}}
    assert f"war {card} vs 1" not in texts(politics(short, {}, age="III"))


@pytest.mark.rule("CARDNOTE-31", "WAR-10", "WAR-11", "SCORE-05")
@pytest.mark.parametrize(
    ("mine", "rival", "held", "after"),
    [
        (4, 1, 30, (38, 22)), (2, 1, 30, (36, 24)), (1, 4, 30, (22, 38)), (2, 2, 30, (30, 30)),
        (4, 1, 5, (35, 0)),
        (4, 1, 8, (38, 0)),
    ],
)  # fmt: skip
def test_war_over_culture(mine: int, rival: int, held: int, after: tuple[int, int]) -> None:
    first = {"technologies": {"warriors": mine}, "culture": 30}
    game = war("war_over_culture", first, {"technologies": {"warriors": rival}, "culture": held})
    assert (board(game)["culture"], board(game, 1)["culture"]) == after
    assert "war" not in written(game)


@pytest.mark.rule("CARDNOTE-31", "TOKEN-12")
@pytest.mark.parametrize(
    ("mine", "rival", "bank", "after"),
    [
        (2, 1, 18, (19, 17)), (5, 1, 18, (19, 17)), (6, 1, 18, (20, 16)), (10, 1, 18, (20, 16)),
        (11, 1, 18, (21, 15)),
        (11, 1, 2, (20, 0)), (1, 6, 18, (16, 20)), (3, 3, 18, (18, 18)),
    ],
)  # fmt: skip
def test_war_over_territory(mine: int, rival: int, bank: int, after: tuple[int, int]) -> None:
    # The rival of the last turn before the war has enough unused workers to stay calm.
    other = {"technologies": {"warriors": rival}, "yellow_bank": bank, "unused_workers": 9}
    game = war("war_over_territory", {"technologies": {"warriors": mine}}, other)
    assert (board(game)["yellow_bank"], board(game, 1)["yellow_bank"]) == after


SPECIALS = ["warfare", "masonry", "code_of_laws"]


@pytest.mark.rule("CARDNOTE-31", "WAR-13")
def test_war_over_technology_steals_cards_within_the_advantage() -> None:
    first = {"technologies": {"warriors": 12}}
    game = war("war_over_technology", first, {"specials": SPECIALS, "science": 19})
    # Ten ahead (Warfare adds one to the rival); the rival has scored 1 science.
    assert (game.phase, game.player_to_move) == ("steal", 0)
    assert sorted(texts(game)) == ["done", "steal code_of_laws", "steal masonry", "steal warfare"]
    none = play(game.clone(), "done")
    assert (board(none)["science"], board(none, 1)["science"]) == (10, 10)
    cards = [text for text in texts(game) if text != "done"]
    play(game, cards[0])
    price = {"steal code_of_laws": 6, "steal masonry": 3, "steal warfare": 5}[cards[0]]
    play(game, "done")
    assert (board(game)["science"], board(game, 1)["science"]) == (10 - price, 10 + price)
    name = cards[0].removeprefix("steal ")
    assert written(game)["specials"] == [name]
    assert name not in written(game, 1)["specials"]


@pytest.mark.rule("WAR-14", "CARDNOTE-31")
@pytest.mark.parametrize(
    ("mine", "units", "stealable"),
    [
        ({}, 7, ["steal warfare"]),
        ({}, 6, []),
        ({"specials": ["warfare"]}, 9, []),
        ({"civil_hand": ["warfare"]}, 9, []),
        ({"specials": ["strategy"]}, 9, ["steal warfare"]),
    ],
)
def test_what_may_be_stolen(mine: Keys, units: int, stealable: list[str]) -> None:
    first = {**mine, "technologies": {"warriors": units}}
    game = war("war_over_technology", first, {"specials": ["warfare"]}, {})
    assert [text for text in texts(game) if text.startswith("steal")] == stealable


@pytest.mark.rule("WAR-15", "CARDNOTE-31")
def test_the_better_special_technology_stays_after_a_theft() -> None:
    first = {"technologies": {"warriors": 12}, "specials": ["warfare"], "leader": "albert_einstein"}
    game = war("war_over_technology", first, {"specials": ["strategy"], "science": 20})
    play(game, "steal strategy")
    assert (written(game)["specials"], "specials" in written(game, 1)) == (["strategy"], False)
    assert (board(game)["culture"], board(game)["ma_total"], board(game, 1)["ma_total"]) == (0, 4, 2)
    lower = war("war_over_technology", {**first, "specials": ["strategy"]}, {"specials": ["warfare"]})
    play(lower, "steal warfare")
    assert (written(lower)["specials"], "specials" in written(lower, 1)) == (["strategy"], False)


@pytest.mark.rule("CARDNOTE-31", "TOKEN-02")
def test_tokens_of_a_stolen_card_move_with_it() -> None:
    first = {"technologies": {"warriors": 12}}
    game = war("war_over_technology", first, {"specials": ["justice_system"], "technologies": stored()})
    before = board(game)["blue_bank"], board(game, 1)["blue_bank"]
    play(game, "steal justice_system")
    assert (board(game)["blue_bank"], board(game, 1)["blue_bank"]) == (before[0] + 3, before[1] - 3)
    assert (board(game)["ca_total"], board(game, 1)["ca_total"]) == (5, 4)
