"""Action cards."""

import pytest

from tests.engine.rules.phases import (
    acting,
    blue,
    civil_actions,
    food,
    military_actions,
    resources,
    row,
    stored,
    workers,
)  # fmt: skip
from tests.engine.rules.table import Keys, board, play, texts, written


@pytest.mark.rule("ACTIONCARD-01", "ACTIONCARD-10", "ACTIONCARD-11")
def test_a_card_is_played_for_an_action_and_leaves_the_game() -> None:
    game = play(acting({"civil_hand": ["stockpile"]}), "stockpile")
    assert (civil_actions(game), written(game)["civil_hand"]) == (3, [])
    assert (food(game), resources(game)) == (1, 1)
    assert game.to_position()["gone"].count("stockpile") == 1
    assert "stockpile" not in texts(acting({"civil_hand": ["stockpile"], "actions": {"civil_spent": 4}}))


@pytest.mark.rule("ACTIONCARD-02")
def test_a_card_taken_in_this_phase_waits() -> None:
    game = play(acting(row=row({1: "stockpile"})), "take stockpile")
    assert "stockpile" not in texts(game)
    play(game, "end turn", "pass", "end turn", "pass")
    assert "stockpile" in texts(game)


@pytest.mark.rule("ACTIONCARD-02")
def test_an_older_copy_may_be_played_beside_a_new_one() -> None:
    game = acting({"civil_hand": ["reserves_i"]}, row=row({1: "reserves_i"}))
    play(game, "take reserves_i", "reserves_i food")
    assert written(game)["civil_hand"] == ["reserves_i"]
    assert "reserves_i food" not in texts(game)


@pytest.mark.rule("ACTIONCARD-02", "LEADER-01", "TECH-01")
def test_other_cards_may_be_played_in_the_turn_they_are_taken() -> None:
    game = play(acting({"science": 5}, row=row({1: "iron", 2: "moses"})), "take iron", "take moses")
    assert {"develop iron", "play moses"} <= set(texts(game))


@pytest.mark.rule("ACTIONCARD-03")
def test_an_ordered_build_costs_one_action_in_all_and_follows_the_limits() -> None:
    mine = {"technologies": stored(resources=2, philosophy=1), "civil_hand": ["urban_growth_a"]}
    game = play(acting(mine), "urban_growth_a build philosophy")
    assert (civil_actions(game), resources(game), workers(game, "philosophy")) == (3, 0, 2)
    full = {**mine, "technologies": stored(resources=2, philosophy=2)}
    assert "urban_growth_a build philosophy" not in texts(acting(full))
    nobody = {**mine, "unused_workers": 0}
    assert "urban_growth_a build philosophy" not in texts(acting(nobody))


@pytest.mark.rule("ACTIONCARD-04")
def test_a_cost_below_nothing_is_nothing() -> None:
    mine = {"technologies": stored(resources=1), "civil_hand": ["rich_land_ii"]}
    game = play(acting(mine, age="II"), "rich_land_ii build bronze")
    assert (resources(game), workers(game, "bronze"), board(game)["blue_bank"]) == (1, 3, 16)


@pytest.mark.rule("ACTIONCARD-06")
@pytest.mark.parametrize(("card", "discount"), [("a", 2), ("i", 3), ("ii", 4), ("iii", 5)])
def test_engineering_genius_builds_one_stage_cheaper(card: str, discount: int) -> None:
    genius = f"engineering_genius_{card}"
    mine: Keys = {
        "unfinished": {"wonder": "eiffel_tower", "stages": 1},
        "specials": ["engineering"],
        "civil_hand": [genius],
    }
    mine["technologies"] = stored(resources=7 - discount)
    game = play(acting(mine, age="III"), genius)
    assert (resources(game), board(game)["stages"], civil_actions(game)) == (0, 2, 3)
    mine["technologies"] = stored(resources=6 - discount)
    assert genius not in texts(acting(mine, age="III"))


@pytest.mark.rule("ACTIONCARD-07", "ACTION-02")
def test_a_card_whose_order_is_impossible_cannot_be_played() -> None:
    hand = ["engineering_genius_a", "frugality_a", "rich_land_a", "urban_growth_a", "breakthrough_i", "iron"]
    legal = texts(acting({"civil_hand": hand, "unused_workers": 0}))
    assert not [text for text in legal if text.split()[0] in hand]


@pytest.mark.rule("ACTIONCARD-08", "RATING-23")
def test_what_is_given_for_the_turn_changes_no_total() -> None:
    game = play(acting({"civil_hand": ["patriotism_a"]}), "patriotism_a")
    player = board(game)
    assert (player["ma_total"], player["military_limit"], military_actions(game)) == (2, 2, 3)
    play(game, "disband warriors")
    assert (board(game)["ma_spent"], board(game)["ma_extra"]) == (0, 0)


@pytest.mark.rule("ACTIONCARD-08", "DRAW-07")
def test_what_is_given_for_the_turn_lapses_with_it() -> None:
    game = play(acting({"civil_hand": ["patriotism_a"]}), "patriotism_a", "end turn")
    assert (board(game)["ma_extra"], board(game)["unit_resources"]) == (0, 0)


@pytest.mark.rule("ACTIONCARD-09", "DRAW-02")
@pytest.mark.parametrize(("cards", "drawn"), [([], 2), (["patriotism_a"], 3)])
def test_an_unused_extra_action_draws_a_card(cards: list[str], drawn: int) -> None:
    game = play(acting({"civil_hand": cards}), *cards, "end turn")
    assert board(game)["n_military"] == drawn


# -- card by card


@pytest.mark.parametrize(("age", "science", "culture"), [("a", 1, 4), ("i", 2, 2)])
def test_cultural_heritage(age: str, science: int, culture: int) -> None:
    card = f"cultural_heritage_{age}"
    game = play(acting({"civil_hand": [card]}), card)
    assert (board(game)["science"], board(game)["culture"]) == (science, culture)


@pytest.mark.parametrize(("age", "science"), [("ii", 4), ("iii", 6)])
def test_revolutionary_idea(age: str, science: int) -> None:
    card = f"revolutionary_idea_{age}"
    game = play(acting({"civil_hand": [card]}, age="III"), card)
    assert (board(game)["science"], board(game)["culture"]) == (science, 0)


@pytest.mark.rule("POP-05")
@pytest.mark.parametrize(("age", "gain"), [("a", 1), ("i", 2), ("ii", 3)])
def test_frugality(age: str, gain: int) -> None:
    card = f"frugality_{age}"
    game = play(acting({"civil_hand": [card], "technologies": stored(food=2)}, age="II"), card)
    assert (food(game), board(game)["unused"], board(game)["yellow_bank"]) == (gain, 2, 17)


@pytest.mark.rule("PAY-04")
def test_stockpile_gains_the_resource_first() -> None:
    game = play(acting({"civil_hand": ["stockpile"], "blue_bank": 1}), "stockpile")
    assert (food(game), resources(game)) == (0, 1)


@pytest.mark.parametrize(("age", "amount"), [("i", 2), ("ii", 3), ("iii", 4)])
def test_reserves(age: str, amount: int) -> None:
    card = f"reserves_{age}"
    start = acting({"civil_hand": [card]}, age="III")
    game = play(start.clone(), f"{card} food")
    assert (food(game), resources(game)) == (amount, 0)
    game = play(start, f"{card} resources")
    assert (food(game), resources(game)) == (0, amount)


@pytest.mark.parametrize(("age", "discount"), [("a", 1), ("i", 2), ("ii", 3)])
def test_rich_land(age: str, discount: int) -> None:
    card = f"rich_land_{age}"
    cards = stored(resources=5 - discount, iron=0, irrigation=0, alchemy=0)
    start = acting({"civil_hand": [card], "technologies": cards}, age="II")
    assert {text for text in texts(start) if text.startswith(card)} == {
        f"{card} build agriculture", f"{card} build bronze", f"{card} build iron", f"{card} build irrigation",
        f"{card} upgrade bronze>iron", f"{card} upgrade agriculture>irrigation",
    }  # fmt: skip
    assert resources(play(start.clone(), f"{card} build iron")) == 0
    upgraded = play(start.clone(), f"{card} upgrade bronze>iron")
    assert (resources(upgraded), workers(upgraded, "iron")) == (5 - discount - max(0, 3 - discount), 1)
    assert civil_actions(upgraded) == 3
    short = acting({"civil_hand": [card], "technologies": stored(resources=4 - discount, iron=0)}, age="II")
    assert f"{card} build iron" not in texts(short)


@pytest.mark.parametrize(("age", "discount"), [("a", 1), ("i", 2), ("ii", 3), ("iii", 4)])
def test_urban_growth(age: str, discount: int) -> None:
    card = f"urban_growth_{age}"
    cards = stored(resources=6 - discount, alchemy=0, iron=0)
    start = acting({"civil_hand": [card], "technologies": cards}, age="III")
    assert {text for text in texts(start) if text.startswith(card)} == {
        f"{card} build philosophy", f"{card} build alchemy", f"{card} build religion",
        f"{card} upgrade philosophy>alchemy",
    }  # fmt: skip
    assert resources(play(start.clone(), f"{card} build alchemy")) == 0
    assert resources(play(start, f"{card} upgrade philosophy>alchemy")) == 6 - discount - max(0, 3 - discount)
    short = acting(
        {"civil_hand": [card], "technologies": stored(resources=5 - discount, alchemy=0)}, age="III"
    )
    assert f"{card} build alchemy" not in texts(short)


@pytest.mark.rule("ACTIONCARD-03", "BUILD-05")
def test_urban_growth_adds_to_a_construction_technology() -> None:
    mine = {
        "civil_hand": ["urban_growth_i"],
        "specials": ["masonry"],
        "technologies": stored(resources=3, alchemy=0),
    }
    game = play(acting(mine), "urban_growth_i build alchemy")
    assert resources(game) == 0


@pytest.mark.parametrize(("age", "discount"), [("ii", 3), ("iii", 4)])
def test_efficient_upgrade(age: str, discount: int) -> None:
    card = f"efficient_upgrade_{age}"
    cards = stored(resources=6 - discount, coal=0, irrigation=0, alchemy=0, swordsmen=0)
    start = acting({"civil_hand": [card], "technologies": cards}, age="III")
    assert {text for text in texts(start) if text.startswith(card)} == {
        f"{card} upgrade bronze>coal", f"{card} upgrade agriculture>irrigation",
        f"{card} upgrade philosophy>alchemy",
    }  # fmt: skip
    game = play(start, f"{card} upgrade bronze>coal")
    assert (resources(game), workers(game, "coal"), civil_actions(game)) == (0, 1, 3)
    short = acting({"civil_hand": [card], "technologies": stored(resources=5 - discount, coal=0)}, age="III")
    assert f"{card} upgrade bronze>coal" not in texts(short)


@pytest.mark.parametrize(("age", "gain"), [("i", 2), ("ii", 3)])
def test_breakthrough(age: str, gain: int) -> None:
    card = f"breakthrough_{age}"
    start = acting({"civil_hand": [card, "iron", "drama", "homer"], "science": 4}, age="II")
    assert [text for text in texts(start) if text.startswith(card)] == [f"{card} develop drama"]
    game = play(start, f"{card} develop drama")
    assert (board(game)["science"], civil_actions(game)) == (4 - 3 + gain, 3)
    assert "drama" in written(game)["technologies"]


@pytest.mark.rule("PAY-17", "ACTIONCARD-09")
@pytest.mark.parametrize(("age", "amount"), [("a", 1), ("i", 2), ("ii", 3), ("iii", 4)])
def test_patriotism(age: str, amount: int) -> None:
    card = f"patriotism_{age}"
    mine = {"civil_hand": [card], "unused_workers": 3, "technologies": stored(resources=6)}
    game = play(acting(mine, age="III"), card)
    assert (military_actions(game), board(game)["unit_resources"], resources(game)) == (3, amount, 6)
    play(game, "build warriors")
    assert (resources(game), board(game)["unit_resources"]) == (6 - max(0, 2 - amount), max(0, amount - 2))
    play(game, "build warriors", "build warriors")
    assert (resources(game), board(game)["unit_resources"]) == (amount, 0)
    assert "build bronze" not in texts(game)


@pytest.mark.rule("PAY-17")
def test_resources_for_units_pay_for_nothing_else() -> None:
    mine = {"civil_hand": ["patriotism_iii"], "technologies": stored(resources=1)}
    legal = texts(play(acting(mine, age="III"), "patriotism_iii"))
    assert "build bronze" not in legal
    assert "build warriors" in legal


@pytest.mark.rule("CARDNOTE-42")
@pytest.mark.parametrize(
    ("card", "each"), [("wave_of_nationalism", (6, 3, 2)), ("military_build_up", (8, 5, 3))]
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_resources_for_units_per_stronger_civilization(
    card: str, each: tuple[int, int, int], players: int
) -> None:
    others = [
        {"technologies": {"warriors": 2}},
        {"technologies": {"warriors": 1}},
        {"technologies": {"warriors": 3}},
    ]
    game = play(acting({"civil_hand": [card]}, *others[: players - 1], age="III"), card)
    stronger = (1, 1, 2)[players - 2]
    assert board(game)["unit_resources"] == each[players - 2] * stronger
    assert military_actions(game) == 2


@pytest.mark.rule("CARDNOTE-42")
@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 3), (4, 2)])
def test_endowment_for_the_arts(players: int, each: int) -> None:
    card = "endowment_for_the_arts"
    others = [{"culture": 11}, {"culture": 10}, {"culture": 30}]
    game = play(acting({"civil_hand": [card], "culture": 10}, *others[: players - 1], age="III"), card)
    richer = (1, 1, 2)[players - 2]
    assert board(game)["culture"] == 10 + each * richer


@pytest.mark.rule("CARDNOTE-42")
@pytest.mark.parametrize(
    ("card", "field", "amount"),
    [("wave_of_nationalism", "unit_resources", 6), ("military_build_up", "unit_resources", 8),
     ("endowment_for_the_arts", "culture", 6)],
)  # fmt: skip
def test_players_who_resigned_do_not_count(card: str, field: str, amount: int) -> None:
    strong = {"technologies": {"warriors": 3}, "culture": 9}
    game = play(acting({"civil_hand": [card]}, strong, {"flags": ["resigned"]}, age="III"), card)
    assert board(game)[field] == amount


@pytest.mark.rule("ACTIONCARD-03")
def test_an_ordered_upgrade_moves_the_worker_and_leaves_tokens() -> None:
    mine = {"civil_hand": ["rich_land_i"], "technologies": {"bronze": {"workers": 1, "blue": 2}, "iron": 0}}
    game = play(acting(mine), "rich_land_i upgrade bronze>iron")
    assert (workers(game, "bronze"), workers(game, "iron"), blue(game, "bronze")) == (0, 1, 1)
