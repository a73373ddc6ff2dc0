"""Military units."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, military_actions, resources, stored, workers
from tests.engine.rules.table import board, play, texts

UNITS = {
    "warriors": (2, 1), "swordsmen": (3, 2), "riflemen": (5, 3), "modern_infantry": (7, 5), "knights": (3, 2),
    "cavalrymen": (5, 3), "tanks": (7, 5), "cannon": (5, 3), "rockets": (7, 5), "air_forces": (7, 5),
}  # fmt: skip


@pytest.mark.rule("UNIT-01")
@pytest.mark.parametrize(("unit", "cost", "strength"), [(unit, *numbers) for unit, numbers in UNITS.items()])
def test_a_unit_costs_a_military_action_and_its_resources(unit: str, cost: int, strength: int) -> None:
    cards = stored(resources=cost, warriors=0, **({} if unit == "warriors" else {unit: 0}))
    game = play(acting({"technologies": cards}, age="III"), f"build {unit}")
    assert (resources(game), military_actions(game), civil_actions(game)) == (0, 1, 4)
    assert (workers(game, unit), board(game)["unused"], board(game)["strength"]) == (1, 0, strength)
    short = {**cards, "bronze": {"workers": 2, "blue": cost - 1}}
    assert f"build {unit}" not in texts(acting({"technologies": short}, age="III"))
    assert f"build {unit}" not in texts(acting({"technologies": cards, "unused_workers": 0}, age="III"))


@pytest.mark.rule("UNIT-02", "UNIT-05")
@pytest.mark.parametrize(
    ("old", "new", "price"),
    [
        ("warriors", "swordsmen", 1), ("warriors", "modern_infantry", 5), ("swordsmen", "riflemen", 2),
        ("knights", "cavalrymen", 2), ("knights", "tanks", 4), ("cannon", "rockets", 2),
    ],
)  # fmt: skip
def test_an_upgrade_stays_in_its_type_and_costs_the_difference(old: str, new: str, price: int) -> None:
    cards = stored(resources=price, warriors=0, swordsmen=0, knights=0, cannon=0) | {new: 0, old: 1}
    mine = {"technologies": cards, "unused_workers": 0}
    game = play(acting(mine, age="III"), f"upgrade {old}>{new}")
    assert (workers(game, old), workers(game, new), resources(game)) == (0, 1, 0)
    assert (military_actions(game), civil_actions(game)) == (1, 4)
    short = cards | {"bronze": {"workers": 2, "blue": price - 1}}
    assert f"upgrade {old}>{new}" not in texts(acting({**mine, "technologies": short}, age="III"))


@pytest.mark.rule("UNIT-05")
def test_no_upgrade_crosses_types() -> None:
    cards = stored(resources=20, warriors=1, knights=1, cavalrymen=0, cannon=1, rockets=0, air_forces=0)
    legal = texts(acting({"technologies": cards, "unused_workers": 0}, age="III"))
    found = [text for text in legal if text.startswith("upgrade")]
    assert found == ["upgrade knights>cavalrymen", "upgrade cannon>rockets"]
    spent = acting({"technologies": cards, "actions": {"military_spent": 2}}, age="III")
    assert not [text for text in texts(spent) if text.startswith("upgrade")]


@pytest.mark.rule("UNIT-03")
def test_a_disbanded_worker_goes_to_the_pool() -> None:
    game = play(acting(), "disband warriors")
    assert (workers(game, "warriors"), board(game)["unused"], board(game)["yellow_bank"]) == (0, 2, 18)
    assert (military_actions(game), civil_actions(game), board(game)["strength"]) == (1, 4, 0)


@pytest.mark.rule("UNIT-04")
def test_units_have_no_limit() -> None:
    assert "build warriors" in texts(acting({"technologies": stored(resources=2, warriors=12)}))


@pytest.mark.rule("UNIT-02", "PAY-17")
def test_resources_for_units_also_pay_upgrades() -> None:
    cards = stored(resources=1, riflemen=0)
    mine = {"technologies": cards, "actions": {"unit_resources": 2}}
    game = play(acting(mine, age="II"), "upgrade warriors>riflemen")
    assert (resources(game), board(game)["unit_resources"]) == (0, 0)
    mine["actions"] = {"unit_resources": 1}
    assert "upgrade warriors>riflemen" not in texts(acting(mine, age="II"))
