"""Drawing military cards and resetting the actions."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, military_actions, row
from tests.engine.rules.table import Keys, board, play, position, written


@pytest.mark.rule("DRAW-01")
@pytest.mark.parametrize(
    ("mine", "spent", "drawn"),
    [
        ({}, 0, 2), ({}, 1, 1), ({}, 2, 0), ({"government": "monarchy"}, 0, 3),
        ({"government": "monarchy"}, 1, 2),
        ({"government": "constitutional_monarchy"}, 0, 3), ({"government": "constitutional_monarchy"}, 1, 3),
        ({"government": "constitutional_monarchy"}, 2, 2),
    ],
)  # fmt: skip
def test_a_card_for_each_action_left_and_at_most_three(mine: Keys, spent: int, drawn: int) -> None:
    start = {**mine, "actions": {"military_spent": spent, "civil_spent": 1}}
    deck = ["refugees", "terrorism", "emigration", "spy"]
    game = play(acting(start, age="II", military_deck=deck), "end turn")
    assert sorted(written(game)["military_hand"]) == sorted(deck[:drawn])
    assert game.to_position()["military_deck"] == deck[drawn:]


@pytest.mark.rule("DRAW-02")
def test_temporary_actions_left_draw_too() -> None:
    game = play(acting({"actions": {"military_extra": 1, "military_spent": 1}}), "end turn")
    assert board(game)["n_military"] == 2


@pytest.mark.rule("DRAW-03", "AGE-19")
def test_nobody_draws_in_age_four() -> None:
    game = play(acting({}, {}, age="IV", round=20, last_round=21), "end turn")
    assert board(game)["n_military"] == 0


@pytest.mark.rule("DRAW-04", "TURN-07")
@pytest.mark.parametrize("age", ["A", "I"])
def test_nobody_draws_in_round_one(age: str) -> None:
    boards: list[Keys] = [{"actions": {"military_spent": 0}}, {}]
    game = play(position(boards, round=1, age=age, row=row({1: "moses"})), "end turn")
    assert board(game)["n_military"] == 0
    assert (civil_actions(game), military_actions(game)) == (4, 2)


@pytest.mark.rule("DRAW-05")
def test_the_discards_of_the_current_age_become_the_deck_with_the_last_card() -> None:
    keys: Keys = {"military_deck": ["rats"], "discards": {"I": ["legion", "raid_i", "enslave"]}}
    game = play(acting({"government": "monarchy"}, **keys), "end turn")
    hand = written(game)["military_hand"]
    assert "rats" in hand
    assert len(hand) == 3
    assert len(game.to_position()["military_deck"]) == 1
    assert sorted(hand + game.to_position()["military_deck"]) == ["enslave", "legion", "raid_i", "rats"]
    assert not game.to_position().get("discards", {}).get("I")


@pytest.mark.rule("DRAW-05")
def test_the_deck_is_renewed_as_soon_as_it_is_empty() -> None:
    keys: Keys = {"military_deck": ["rats", "foray"], "discards": {"I": ["legion", "raid_i"]}}
    game = play(acting(**keys), "end turn")
    assert sorted(written(game)["military_hand"]) == ["foray", "rats"]
    assert sorted(game.to_position()["military_deck"]) == ["legion", "raid_i"]


@pytest.mark.rule("DRAW-05")
def test_discards_of_other_ages_stay_where_they_are() -> None:
    keys: Keys = {"age": "II", "military_deck": ["terrorism"], "discards": {"I": ["legion"], "II": ["spy"]}}
    game = play(acting(**keys), "end turn")
    assert sorted(written(game)["military_hand"]) == ["spy", "terrorism"]
    assert game.to_position()["discards"]["I"] == ["legion"]


@pytest.mark.rule("DRAW-05")
def test_with_nothing_left_nothing_is_drawn() -> None:
    game = play(acting(military_deck=["rats"]), "end turn")
    assert written(game)["military_hand"] == ["rats"]


@pytest.mark.rule("DRAW-06")
def test_a_full_hand_draws_all_the_same() -> None:
    game = play(acting({"military_hand": ["legion", "raid_i"]}), "end turn")
    assert board(game)["n_military"] == 4


@pytest.mark.rule("DRAW-07")
def test_all_actions_return_and_temporary_ones_lapse() -> None:
    actions = {
        "civil_spent": 4,
        "military_spent": 1,
        "military_extra": 2,
        "unit_resources": 3,
        "unit_science": 2,
    }
    game = play(acting({"actions": actions}), "end turn")
    assert (civil_actions(game), military_actions(game)) == (4, 2)
    player = board(game)
    assert (player["ma_extra"], player["unit_resources"], player["unit_science"]) == (0, 0, 0)


@pytest.mark.rule("DRAW-07")
def test_abilities_of_a_turn_return_but_not_those_of_a_game() -> None:
    turn = ["used_military_as_civil", "used_conversion", "used_free_population", "used_choice", "used_tactic",
            "used_trade", "used_turn_resource", "replaced_leader"]  # fmt: skip
    lasting = ["used_extra_politics", "skips_politics"]
    game = play(acting({"flags": turn + lasting}), "end turn")
    assert written(game)["flags"] == lasting
