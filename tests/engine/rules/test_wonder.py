"""Wonders: taking them, building their stages, completing them."""

import pytest

from tests.engine.rules.phases import acting, blue, civil_actions, resources, row, stored
from tests.engine.rules.table import Keys, board, play, texts, written


def under_construction(wonder: str, stages: int = 0, **keys: object) -> Keys:
    return {"unfinished": {"wonder": wonder, "stages": stages}, **keys}


@pytest.mark.rule("WONDER-01", "WONDER-02", "WONDER-12")
@pytest.mark.parametrize(
    ("completed", "ruins", "price"),
    [
        ([], [], 1),
        (["colossus"], [], 2),
        (["colossus", "hanging_gardens"], [], 3),
        (["colossus", "hanging_gardens"], ["colossus"], 3),
        (["colossus", "hanging_gardens", "great_wall"], ["great_wall", "colossus"], 4),
    ],
)
def test_each_completed_wonder_adds_an_action(completed: list[str], ruins: list[str], price: int) -> None:
    mine = {"wonders": completed, "ruins": ruins}
    game = play(acting(mine, row=row({3: "taj_mahal"})), "take taj_mahal")
    assert civil_actions(game) == 4 - price
    short = {**mine, "actions": {"civil_spent": 5 - price}}
    assert "take taj_mahal" not in texts(acting(short, row=row({3: "taj_mahal"})))


@pytest.mark.rule("WONDER-01")
def test_the_surcharge_is_for_wonders_alone() -> None:
    game = acting({"wonders": ["colossus", "hanging_gardens"]}, row=row({2: "iron", 3: "joan_of_arc"}))
    play(game, "take iron", "take joan_of_arc")
    assert civil_actions(game) == 2


@pytest.mark.rule("WONDER-01")
def test_a_wonder_completed_this_turn_counts_already() -> None:
    mine = under_construction("colossus", 1, technologies=stored(resources=3))
    game = play(acting(mine, row=row({6: "pyramids"})), "wonder 1", "take pyramids")
    assert civil_actions(game) == 4 - 1 - (2 + 1)


@pytest.mark.rule("WONDER-03")
def test_only_one_wonder_is_under_construction() -> None:
    game = acting(row=row({1: "colossus", 2: "pyramids"}))
    play(game, "take colossus")
    assert "take pyramids" not in texts(game)


@pytest.mark.rule("WONDER-04", "WONDER-05")
def test_a_wonder_goes_to_the_table_even_past_a_full_hand() -> None:
    hand = ["alchemy", "drama", "irrigation", "theology"]
    game = play(acting({"civil_hand": hand}, row=row({1: "hanging_gardens"})), "take hanging_gardens")
    assert written(game)["unfinished"] == {"wonder": "hanging_gardens", "stages": 0}
    assert sorted(written(game)["civil_hand"]) == sorted(hand)
    assert (board(game)["culture_rating"], board(game)["happiness"]) == (0, 0)


@pytest.mark.rule("WONDER-05")
def test_an_unfinished_wonder_does_nothing() -> None:
    game = acting(under_construction("kremlin", 2), age="II")
    player = board(game)
    assert (player["ca_total"], player["ma_total"], player["culture_rating"]) == (4, 2, 0)
    assert "use ocean_liner_service" not in texts(
        acting(under_construction("ocean_liner_service", 3), age="II")
    )


@pytest.mark.rule("WONDER-06", "WONDER-07")
def test_stages_are_paid_from_left_to_right() -> None:
    mine = under_construction("library_of_alexandria", technologies=stored(resources=6))
    game = acting(mine)
    assert "wonder 2" not in texts(game)
    left = []
    for _ in range(2):
        play(game, "wonder 1")
        left.append((resources(game), board(game)["stages"], civil_actions(game), board(game)["blue_bank"]))
    # One token goes back to the bank for each resource, one leaves it for each stage.
    assert left == [(5, 1, 3, 16 + 1 - 1), (1, 2, 2, 16 + 4 - 1)]


@pytest.mark.rule("WONDER-06")
@pytest.mark.parametrize(("stock", "legal"), [(3, False), (4, True)])
def test_a_stage_costs_its_own_number(stock: int, legal: bool) -> None:
    mine = under_construction("library_of_alexandria", 1, technologies=stored(resources=stock))
    assert ("wonder 1" in texts(acting(mine))) is legal


@pytest.mark.rule("WONDER-08")
def test_without_a_token_in_the_bank_a_stored_one_covers_the_stage() -> None:
    technologies = {
        "bronze": {"workers": 2, "blue": 2},
        "iron": {"workers": 0, "blue": 0},
        "agriculture": {"workers": 2, "blue": 3},
    }
    mine = under_construction("pyramids", 0, technologies=technologies, blue_bank=0)
    game = acting({**mine, "civil_hand": ["engineering_genius_ii"]}, age="II")
    play(game, "engineering_genius_ii")
    assert game.phase == "stage_token"
    assert sorted(texts(game)) == ["token from agriculture", "token from bronze"]
    play(game, "token from agriculture")
    assert (blue(game, "agriculture"), blue(game, "bronze"), board(game)["blue_bank"]) == (2, 2, 0)
    assert board(game)["stages"] == 1


@pytest.mark.rule("WONDER-08", "WONDER-10")
def test_several_stages_may_need_several_stored_tokens() -> None:
    technologies = {
        "bronze": {"workers": 2, "blue": 3},
        "oil": {"workers": 0, "blue": 2},
        "agriculture": {"workers": 2, "blue": 2},
    }
    mine = under_construction(
        "hanging_gardens", 0, technologies=technologies, blue_bank=0, specials=["architecture"]
    )
    game = play(acting(mine, age="III"), "wonder 3")
    # Six resources: three from Bronze and one Oil token, of which two are given back on Bronze.
    assert game.phase == "stage_token"
    assert (board(game)["stages"], blue(game, "oil"), blue(game, "bronze")) == (2, 1, 2)
    play(game, "token from oil")
    assert written(game)["wonders"] == ["hanging_gardens"]
    assert (board(game)["blue_bank"], blue(game, "oil"), blue(game, "bronze")) == (3, 0, 2)


@pytest.mark.rule("WONDER-08", "ACTION-02")
def test_a_stage_without_any_token_cannot_be_covered() -> None:
    mine = under_construction("pyramids", blue_bank=0, civil_hand=["engineering_genius_ii"])
    assert "engineering_genius_ii" not in texts(acting(mine, age="II"))
    assert "engineering_genius_ii" in texts(acting({**mine, "blue_bank": 1}, age="II"))


@pytest.mark.rule("WONDER-09")
def test_the_last_stage_completes_the_wonder() -> None:
    mine = under_construction("pyramids", 2, technologies=stored(resources=1), blue_bank=5)
    game = play(acting(mine), "wonder 1")
    assert written(game)["wonders"] == ["pyramids"]
    assert "unfinished" not in written(game)
    assert board(game)["blue_bank"] == 5 + 1 - 1 + 3
    assert (board(game)["ca_total"], civil_actions(game)) == (5, 4)


@pytest.mark.rule("WONDER-09", "RATING-24")
def test_actions_of_a_completed_wonder_serve_the_same_turn() -> None:
    mine = under_construction("kremlin", 2, technologies=stored(resources=4))
    mine["actions"] = {"civil_spent": 3, "military_spent": 2}
    game = play(acting(mine, age="II"), "wonder 1")
    assert (civil_actions(game), board(game)["ma_total"] - board(game)["ma_spent"]) == (1, 1)
    assert "disband warriors" in texts(game)
    assert "destroy bronze" in texts(game)


@pytest.mark.rule("WONDER-10", "WONDER-16", "CARDNOTE-30")
@pytest.mark.parametrize(
    ("construction", "most"), [([], 1), (["masonry"], 2), (["architecture"], 3), (["engineering"], 4)]
)
def test_construction_technologies_allow_more_stages_at_the_full_sum(
    construction: list[str], most: int
) -> None:
    costs = [2, 3, 4, 3, 2]
    mine = under_construction(
        "internet", specials=construction, technologies=stored(resources=sum(costs[:most]))
    )
    game = acting(mine, age="III")
    assert [text for text in texts(game) if text.startswith("wonder")] == [
        f"wonder {n + 1}" for n in range(most)
    ]
    play(game, f"wonder {most}")
    assert (civil_actions(game), resources(game), board(game)["stages"]) == (3, 0, most)
    short = {**mine, "technologies": stored(resources=sum(costs[:most]) - 1)}
    assert f"wonder {most}" not in texts(acting(short, age="III"))


@pytest.mark.rule("WONDER-10")
def test_no_more_stages_than_are_left() -> None:
    mine = under_construction("internet", 3, specials=["engineering"], technologies=stored(resources=20))
    found = [text for text in texts(acting(mine, age="III")) if text.startswith("wonder")]
    assert found == ["wonder 1", "wonder 2"]


@pytest.mark.rule("WONDER-11")
def test_the_tokens_paid_cover_the_stage() -> None:
    mine = under_construction("pyramids", technologies=stored(resources=3), blue_bank=0)
    game = play(acting(mine), "wonder 1")
    assert game.phase == "action"
    assert (board(game)["stages"], board(game)["blue_bank"], resources(game)) == (1, 2, 0)


@pytest.mark.rule("WONDER-13")
def test_a_wonder_of_age_three_scores_once() -> None:
    mine = under_construction(
        "first_space_flight", 3, technologies=stored(resources=9, oil=0, iron=0, coal=0)
    )
    game = play(acting(mine, age="III"), "wonder 1")
    assert (board(game)["culture"], board(game)["culture_rating"]) == (1 + 2 + 3, 0)
    play(game, "end turn")
    assert board(game)["culture"] == 6


@pytest.mark.rule("WONDER-14", "CARDNOTE-15")
def test_taj_mahal_is_cheaper_in_the_row_after_a_leader_was_replaced() -> None:
    mine = {"leader": "moses", "civil_hand": ["joan_of_arc"], "wonders": ["colossus"]}
    cards = row({7: "taj_mahal", 8: "great_wall"})
    game = play(acting(mine, row=cards), "play joan_of_arc")
    assert civil_actions(game) == 4
    clone = game.clone()
    play(game, "take taj_mahal")
    assert civil_actions(game) == 4 - (2 + 1 - 2)
    play(clone, "take great_wall")
    assert civil_actions(clone) == 4 - (2 + 1)


@pytest.mark.rule("CARDNOTE-15")
def test_taj_mahal_never_costs_less_than_nothing_and_a_first_leader_replaces_nobody() -> None:
    cards = row({1: "taj_mahal"})
    game = play(acting({"leader": "moses", "civil_hand": ["joan_of_arc"]}, row=cards), "play joan_of_arc")
    play(game, "take taj_mahal")
    assert civil_actions(game) == 4
    game = play(acting({"civil_hand": ["joan_of_arc"]}, row=cards), "play joan_of_arc", "take taj_mahal")
    assert civil_actions(game) == 4 - 1 - 1


@pytest.mark.rule("CARDNOTE-15")
def test_the_discount_of_taj_mahal_ends_with_the_turn() -> None:
    fillers = ["irrigation", "iron", "alchemy", "knights", "swordsmen", "drama"] * 2
    mine = {"leader": "moses", "civil_hand": ["joan_of_arc"]}
    game = acting(mine, {}, {}, row=row(dict(enumerate([*fillers, "taj_mahal"], 1))))
    play(game, "play joan_of_arc", "end turn", "pass", "end turn", "pass", "end turn", "pass")
    assert game.to_position()["row"][13 - 6 - 1] == "taj_mahal"
    play(game, "take taj_mahal")
    assert civil_actions(game) == 4 - 2


@pytest.mark.rule("WONDER-15")
def test_tokens_on_stages_are_missing_when_corruption_is_counted() -> None:
    mine = under_construction(
        "pyramids", 1, blue_bank=11, technologies={"agriculture": 0, "bronze": {"blue": 8}}
    )
    left = play(acting(mine), "end turn")
    assert resources(left) == 8
    built = play(acting({**mine, "blue_bank": 9}), "wonder 1")
    assert (board(built)["blue_bank"], resources(built)) == (10, 6)
    play(built, "end turn")
    assert resources(built) == 4


@pytest.mark.rule("WONDER-12")
def test_any_number_of_wonders_may_be_completed() -> None:
    done = [
        "colossus",
        "hanging_gardens",
        "library_of_alexandria",
        "great_wall",
        "st_peters_basilica",
        "eiffel_tower",
    ]
    mine = under_construction("pyramids", 2, wonders=done, technologies=stored(resources=1))
    game = play(acting(mine, age="II"), "wonder 1")
    assert len(written(game)["wonders"]) == 7
