"""Playing and replacing leaders."""

import pytest

from tests.engine.rules.phases import acting, civil_actions
from tests.engine.rules.table import board, play, texts, written


@pytest.mark.rule("LEADER-01")
def test_a_leader_costs_an_action_and_works_at_once() -> None:
    game = play(acting({"civil_hand": ["julius_caesar"]}), "play julius_caesar")
    assert (written(game)["leader"], written(game)["civil_hand"]) == ("julius_caesar", [])
    assert (civil_actions(game), board(game)["strength"], board(game)["ma_total"]) == (3, 2, 3)
    assert "play julius_caesar" not in texts(
        acting({"civil_hand": ["julius_caesar"], "actions": {"civil_spent": 4}})
    )


@pytest.mark.rule("LEADER-02", "RATING-22")
def test_a_replaced_leader_gives_one_action_back() -> None:
    mine = {"leader": "julius_caesar", "civil_hand": ["joan_of_arc"], "actions": {"civil_spent": 2}}
    game = play(acting(mine), "play joan_of_arc")
    assert written(game)["leader"] == "joan_of_arc"
    assert (civil_actions(game), board(game)["strength"]) == (2, 1)
    assert "julius_caesar" in game.to_position()["gone"]


@pytest.mark.rule("LEADER-02")
def test_the_last_action_suffices_to_replace_a_leader_but_is_needed() -> None:
    mine = {"leader": "moses", "civil_hand": ["joan_of_arc"]}
    game = play(acting({**mine, "actions": {"civil_spent": 3}}), "play joan_of_arc")
    assert civil_actions(game) == 1
    assert "play joan_of_arc" not in texts(acting({**mine, "actions": {"civil_spent": 4}}))


@pytest.mark.rule("LEADER-03", "RATING-22")
def test_without_a_spent_action_nothing_comes_back() -> None:
    # The military action of Hammurabi paid, so no civil action is off the card.
    mine = {"leader": "hammurabi", "civil_hand": ["joan_of_arc"]}
    game = play(acting(mine), "play joan_of_arc +ma")
    assert (board(game)["ca_spent"], civil_actions(game)) == (0, 4)
    assert board(game)["ma_spent"] == 1


@pytest.mark.rule("LEADER-04", "RATING-26")
@pytest.mark.parametrize(("spent", "left"), [(0, 3), (1, 2), (3, 0)])
def test_tokens_change_once_by_the_difference(spent: int, left: int) -> None:
    # Caesar and Joan have one military action each: the exchange changes nothing.
    mine = {"leader": "julius_caesar", "civil_hand": ["joan_of_arc"], "actions": {"military_spent": spent}}
    game = play(acting(mine), "play joan_of_arc")
    assert (board(game)["ma_total"], board(game)["ma_total"] - board(game)["ma_spent"]) == (3, left)


@pytest.mark.rule("LEADER-04", "RATING-24", "RATING-25")
@pytest.mark.parametrize(("spent", "left"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_a_leader_with_fewer_actions_takes_a_spent_token_first(spent: int, left: int) -> None:
    mine = {
        "leader": "julius_caesar",
        "civil_hand": ["leonardo_da_vinci"],
        "actions": {"military_spent": spent},
    }
    game = play(acting(mine), "play leonardo_da_vinci")
    assert (board(game)["ma_total"], board(game)["ma_total"] - board(game)["ma_spent"]) == (2, left)
