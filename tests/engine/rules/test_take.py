"""Taking cards from the row into the hand."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, row
from tests.engine.rules.table import board, play, texts, written


@pytest.mark.rule("TAKE-01", "ROW-10")
@pytest.mark.parametrize(
    ("space", "price"),
    [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 2),
        (7, 2),
        (8, 2),
        (9, 2),
        (10, 3),
        (11, 3),
        (12, 3),
        (13, 3),
    ],
)
def test_a_card_costs_the_actions_of_its_space(space: int, price: int) -> None:
    game = play(acting(row=row({space: "iron"})), "take iron")
    assert civil_actions(game) == 4 - price
    assert written(game)["civil_hand"] == ["iron"]
    assert game.to_position()["row"] == [None] * 13
    short = acting({"actions": {"civil_spent": 5 - price}}, row=row({space: "iron"}))
    assert "take iron" not in texts(short)
    exact = acting({"actions": {"civil_spent": 4 - price}}, row=row({space: "iron"}))
    assert "take iron" in texts(exact)


@pytest.mark.rule("TAKE-01")
def test_the_copy_to_take_is_chosen_by_its_space() -> None:
    game = acting(row=row({4: "iron", 12: "iron"}))
    assert {"take iron", "take iron 12"} <= set(texts(game))
    play(game, "take iron 12")
    assert (game.to_position()["row"][3], game.to_position()["row"][11]) == ("iron", None)
    assert civil_actions(game) == 1


HAND = ["alchemy", "drama", "irrigation", "theology", "knights"]


@pytest.mark.rule("TAKE-02", "TAKE-03", "HAND-02")
@pytest.mark.parametrize("spent", [0, 3])
def test_a_hand_at_the_civil_action_total_takes_nothing(spent: int) -> None:
    actions = {"civil_spent": spent}
    below = acting({"civil_hand": HAND[:3], "actions": actions}, row=row({1: "iron"}))
    assert "take iron" in texts(below)
    full = acting(
        {"civil_hand": HAND[:4], "actions": actions}, row=row({1: "iron", 2: "homer", 3: "stockpile"})
    )
    assert not [text for text in texts(full) if text.startswith("take")]


@pytest.mark.rule("TAKE-02", "TAKE-03", "CARDNOTE-41")
@pytest.mark.parametrize("raise_by", [{"specials": ["code_of_laws"]}, {"wonders": ["library_of_alexandria"]}])
def test_the_limit_rises_with_the_total_and_with_the_library(raise_by: dict[str, list[str]]) -> None:
    assert "take iron" in texts(acting({"civil_hand": HAND[:4], **raise_by}, row=row({1: "iron"})))
    assert "take iron" not in texts(acting({"civil_hand": HAND, **raise_by}, row=row({1: "iron"})))


@pytest.mark.rule("TAKE-04")
@pytest.mark.parametrize(
    ("card", "mine"),
    [
        ("iron", {"civil_hand": ["iron"]}),
        ("iron", {"technologies": {"iron": 0}}),
        ("warfare", {"specials": ["warfare"]}),
        ("warfare", {"civil_hand": ["warfare"]}),
        ("monarchy", {"government": "monarchy"}),
        ("monarchy", {"civil_hand": ["monarchy"]}),
    ],
)
def test_a_technology_held_or_in_play_is_not_taken_again(card: str, mine: dict[str, object]) -> None:
    assert f"take {card}" in texts(acting({}, {}, {}, row=row({1: card})))
    assert f"take {card}" not in texts(acting(mine, {}, {}, row=row({1: card})))


@pytest.mark.rule("TAKE-04")
def test_what_a_better_card_replaced_may_be_taken_again() -> None:
    cards = row({1: "warfare", 2: "monarchy"})
    mine = {"specials": ["strategy"], "government": "republic"}
    assert {"take warfare", "take monarchy"} <= set(texts(acting(mine, {}, {}, row=cards, age="II")))


@pytest.mark.rule("TAKE-05")
@pytest.mark.parametrize("age", ["A", "I", "II", "III"])
def test_one_leader_of_each_age(age: str) -> None:
    leaders = {"A": "moses", "I": "joan_of_arc", "II": "james_cook", "III": "sid_meier"}
    cards = row(dict(enumerate(leaders.values(), 1)))
    taken = {f"take {leader}" for name, leader in leaders.items() if name != age}
    legal = {text for text in texts(acting({"leaders_taken": [age]}, row=cards, age="III")) if "take" in text}
    assert legal == taken


@pytest.mark.rule("TAKE-05", "TAKE-06")
def test_taking_a_leader_closes_its_age_for_good() -> None:
    game = acting(row=row({1: "moses", 2: "homer", 3: "joan_of_arc"}))
    play(game, "take moses")
    assert "take homer" not in texts(game)
    assert "take joan_of_arc" in texts(game)
    play(game, "play moses", "take joan_of_arc", "play joan_of_arc")
    assert "take homer" not in texts(game)
    assert written(game)["leaders_taken"] == ["A", "I"]


@pytest.mark.rule("TAKE-06")
def test_leaders_of_several_ages_wait_in_the_hand() -> None:
    game = play(acting(row=row({1: "moses", 3: "joan_of_arc"})), "take moses", "take joan_of_arc")
    assert sorted(written(game)["civil_hand"]) == ["joan_of_arc", "moses"]


@pytest.mark.rule("TAKE-07")
def test_action_cards_of_one_name_are_held_together() -> None:
    game = play(acting(row=row({1: "reserves_i", 3: "reserves_i"})), "take reserves_i", "take reserves_i")
    assert written(game)["civil_hand"] == ["reserves_i", "reserves_i"]


@pytest.mark.rule("TAKE-01")
def test_taking_scores_nothing_by_itself() -> None:
    game = play(acting(row=row({1: "iron"})), "take iron")
    assert (board(game)["science"], board(game)["culture"]) == (0, 0)
