"""Revolutions."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, military_actions, resources, reveal, stored
from tests.engine.rules.table import board, play, texts, written

PRICES = {
    "monarchy": 2, "theocracy": 1, "constitutional_monarchy": 6, "republic": 3, "communism": 5,
    "democracy": 9,
    "fundamentalism": 7,
}  # fmt: skip


@pytest.mark.rule("REVOLUTION-01", "REVOLUTION-03", "REVOLUTION-04", "REVOLUTION-05")
@pytest.mark.parametrize(("card", "price"), PRICES.items())
def test_a_revolution_takes_all_civil_actions_and_the_lower_science(card: str, price: int) -> None:
    mine = {"civil_hand": [card], "science": price, "actions": {"military_spent": 1}}
    game = acting(mine, age="III")
    assert f"develop {card}" not in texts(game)
    play(game, f"revolution {card}")
    assert (written(game)["government"], board(game)["science"]) == (card, 0)
    assert civil_actions(game) == 0
    assert military_actions(game) == board(game)["ma_total"] - 1
    assert f"revolution {card}" not in texts(acting({**mine, "science": price - 1}, age="III"))


@pytest.mark.rule("REVOLUTION-02")
def test_every_civil_action_must_still_be_there() -> None:
    mine = {"civil_hand": ["monarchy"], "science": 2}
    assert "revolution monarchy" not in texts(acting({**mine, "actions": {"civil_spent": 1}}))


@pytest.mark.rule("REVOLUTION-02")
def test_an_action_that_came_back_counts() -> None:
    mine = {"civil_hand": ["monarchy", "joan_of_arc"], "science": 2, "leader": "moses"}
    game = play(acting(mine), "play joan_of_arc", "revolution monarchy")
    assert (written(game)["government"], civil_actions(game)) == ("monarchy", 0)


@pytest.mark.rule("REVOLUTION-05")
def test_military_actions_of_the_new_government_are_available() -> None:
    mine = {"civil_hand": ["monarchy"], "science": 2, "actions": {"military_spent": 2}}
    game = play(acting({**mine, "military_hand": ["legion"]}), "revolution monarchy")
    assert (board(game)["ma_total"], military_actions(game)) == (3, 1)


@pytest.mark.rule("REVOLUTION-06", "CARDNOTE-08")
def test_newton_leaves_one_civil_action_after_a_revolution() -> None:
    mine = {"civil_hand": ["republic"], "science": 3, "leader": "isaac_newton"}
    game = play(acting(mine, age="II"), "revolution republic")
    assert (board(game)["ca_total"], civil_actions(game)) == (7, 1)


@pytest.mark.rule("REVOLUTION-06")
@pytest.mark.parametrize(
    ("leader", "culture", "stock"), [("albert_einstein", 3, 0), ("leonardo_da_vinci", 0, 1)]
)
def test_a_revolution_counts_as_developing(leader: str, culture: int, stock: int) -> None:
    mine = {"civil_hand": ["republic"], "science": 3, "leader": leader}
    game = play(acting(mine, age="III"), "revolution republic")
    assert (board(game)["culture"], resources(game)) == (culture, stock)


@pytest.mark.rule("REVOLUTION-07", "EVENT-15", "CARDNOTE-20")
def test_a_revolution_by_an_event_takes_all_civil_actions() -> None:
    event = "development_of_civilization"
    game = reveal(event, {"civil_hand": ["monarchy"], "science": 1})
    play(game, "revolution monarchy")
    assert (written(game)["government"], board(game)["science"], civil_actions(game)) == ("monarchy", 0, 0)
    mine = {
        "civil_hand": ["monarchy"],
        "science": 1,
        "technologies": stored(food=1),
        "actions": {"civil_spent": 1},
    }
    assert texts(reveal(event, mine)) == ["increase population", "pass"]


@pytest.mark.rule("REVOLUTION-08", "ACTIONCARD-05")
def test_breakthrough_needs_no_action_beside_the_revolution() -> None:
    mine = {"civil_hand": ["monarchy", "breakthrough_i"], "science": 2}
    game = play(acting(mine), "breakthrough_i revolution monarchy")
    assert (written(game)["government"], civil_actions(game), board(game)["science"]) == ("monarchy", 0, 2)
    assert written(game)["civil_hand"] == []
    spent = acting({**mine, "actions": {"civil_spent": 1}})
    assert "breakthrough_i revolution monarchy" not in texts(spent)
    poor = acting({**mine, "science": 1})
    assert "breakthrough_i revolution monarchy" not in texts(poor)


@pytest.mark.rule("ACTIONCARD-05")
def test_breakthrough_may_also_change_the_government_in_peace() -> None:
    mine = {"civil_hand": ["monarchy", "breakthrough_i"], "science": 8, "actions": {"civil_spent": 2}}
    game = play(acting(mine), "breakthrough_i develop monarchy")
    assert (civil_actions(game), board(game)["science"]) == (2, 2)


@pytest.mark.rule("REVOLUTION-09", "CARDNOTE-06")
def test_robespierre_pays_with_all_military_actions() -> None:
    mine = {"civil_hand": ["monarchy"], "science": 2, "leader": "maximilien_robespierre"}
    game = acting({**mine, "actions": {"civil_spent": 3}}, age="II")
    play(game, "revolution monarchy")
    assert (board(game)["ca_total"], civil_actions(game)) == (5, 2)
    assert (board(game)["ma_total"], military_actions(game), board(game)["culture"]) == (4, 0, 3)
    spent = acting({**mine, "actions": {"military_spent": 1}}, age="II")
    assert "revolution monarchy" not in texts(spent)


@pytest.mark.rule("CARDNOTE-06", "REVOLUTION-08")
def test_robespierre_plays_breakthrough_without_a_civil_action() -> None:
    mine = {"civil_hand": ["monarchy", "breakthrough_i"], "science": 2, "leader": "maximilien_robespierre"}
    game = acting({**mine, "actions": {"civil_spent": 4}}, age="II")
    play(game, "breakthrough_i revolution monarchy")
    assert (board(game)["ca_spent"], civil_actions(game), board(game)["science"]) == (4, 1, 2)
    assert (military_actions(game), board(game)["culture"]) == (0, 3)


@pytest.mark.rule("CARDNOTE-06")
def test_robespierre_scores_for_revolutions_alone() -> None:
    mine = {"civil_hand": ["monarchy"], "science": 8, "leader": "maximilien_robespierre"}
    game = play(acting(mine, age="II"), "develop monarchy")
    assert (board(game)["culture"], military_actions(game)) == (0, 4)


@pytest.mark.rule("CARDNOTE-07")
def test_a_temporary_military_action_is_no_part_of_robespierres_price() -> None:
    mine = {"civil_hand": ["monarchy", "patriotism_a"], "science": 2, "leader": "maximilien_robespierre"}
    game = play(acting(mine, age="II"), "patriotism_a", "revolution monarchy")
    assert military_actions(game) == 1
    used = play(acting(mine, age="II"), "patriotism_a", "disband warriors")
    assert "revolution monarchy" in texts(used)


@pytest.mark.rule("CARDNOTE-07")
def test_military_actions_gained_after_robespierres_revolution_are_available() -> None:
    mine = {"civil_hand": ["monarchy", "warfare"], "science": 7, "leader": "maximilien_robespierre"}
    game = play(acting(mine, age="II"), "revolution monarchy", "develop warfare")
    assert military_actions(game) == 1


@pytest.mark.rule("REVOLUTION-10", "RATING-25")
def test_a_smaller_total_makes_nothing_available() -> None:
    mine = {"government": "republic", "civil_hand": ["monarchy"], "science": 2}
    game = play(acting(mine, age="II"), "revolution monarchy")
    assert (board(game)["ca_total"], board(game)["ca_spent"]) == (5, 5)
