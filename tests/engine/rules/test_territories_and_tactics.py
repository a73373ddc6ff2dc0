"""What each territory gives and what armies each tactic forms."""

import pytest

from tests.engine.rules.phases import acting, food, politics, resources
from tests.engine.rules.table import Keys, board, play, written

IDLE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0, "warriors": 0}

# Blue and yellow tokens, strength, happiness; then science, culture, population, cards, food, resources once.
TERRITORIES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "developed_territory_i": ((1, 1, 0, 0), (3, 0, 0, 0, 0, 0)),
    "historic_territory_i": ((0, 0, 0, 1), (0, 6, 0, 0, 0, 0)),
    "inhabited_territory_i": ((0, 2, 0, 0), (0, 0, 1, 0, 0, 0)),
    "strategic_territory_i": ((0, 0, 2, 0), (0, 0, 0, 3, 0, 0)),
    "vast_territory_i": ((-1, 3, 0, 0), (0, 0, 0, 0, 3, 0)),
    "wealthy_territory_i": ((3, 0, 0, 0), (0, 0, 0, 0, 0, 5)),
    "developed_territory_ii": ((2, 2, 0, 0), (5, 0, 0, 0, 0, 0)),
    "historic_territory_ii": ((0, 0, 0, 2), (0, 11, 0, 0, 0, 0)),
    "inhabited_territory_ii": ((0, 3, 0, 0), (0, 0, 2, 0, 0, 0)),
    "strategic_territory_ii": ((0, 0, 4, 0), (0, 0, 0, 5, 0, 0)),
    "vast_territory_ii": ((-1, 4, 0, 0), (0, 0, 0, 0, 4, 0)),
    "wealthy_territory_ii": ((4, 0, 0, 0), (0, 0, 0, 0, 0, 9)),
}


@pytest.mark.rule("COLONY-15", "COLONY-16", "COLONY-18")
@pytest.mark.parametrize(
    ("card", "permanent", "once"), [(card, *numbers) for card, numbers in TERRITORIES.items()]
)
def test_a_territory_gives_its_tokens_and_ratings_and_something_once(
    card: str, permanent: tuple[int, ...], once: tuple[int, ...]
) -> None:
    mine = {"leader": "christopher_columbus", "military_hand": [card]}
    game = play(politics(mine, age="II"), f"use christopher_columbus {card}")
    player = board(game)
    science, culture, population, cards, food_gained, resources_gained = once
    assert (player["science"], player["culture"], player["n_military"]) == (science, culture, cards)
    assert (food(game), resources(game), player["unused"]) == (food_gained, resources_gained, 1 + population)
    tokens = sum(player["blue"])
    assert player["blue_bank"] == 16 + permanent[0] - tokens
    assert player["yellow_bank"] == 18 + permanent[1] - population
    assert (player["strength"], player["happiness"]) == (1 + permanent[2], permanent[3])
    assert written(game)["colonies"] == [card]


@pytest.mark.rule("COLONY-17")
def test_new_tokens_serve_the_immediate_effect() -> None:
    mine = {"leader": "christopher_columbus", "military_hand": ["wealthy_territory_i"], "blue_bank": 0}
    game = play(politics(mine), "use christopher_columbus wealthy_territory_i")
    assert (resources(game), board(game)["blue_bank"]) == (3, 0)
    mine = {"leader": "christopher_columbus", "military_hand": ["inhabited_territory_i"], "yellow_bank": 0}
    game = play(politics(mine), "use christopher_columbus inhabited_territory_i")
    assert (board(game)["yellow_bank"], board(game)["unused"]) == (1, 2)


INFANTRY = ("warriors", "swordsmen", "riflemen", "modern_infantry")
CAVALRY = (None, "knights", "cavalrymen", "tanks")
ARTILLERY = (None, None, "cannon", "rockets")

# Level, units (infantry, cavalry, artillery), strength of an army and of an outdated one.
TACTICS: dict[str, tuple[int, tuple[int, int, int], int, int]] = {
    "fighting_band": (1, (2, 0, 0), 1, 1),
    "heavy_cavalry": (1, (0, 3, 0), 4, 4),
    "legion": (1, (3, 0, 0), 2, 2),
    "medieval_army": (1, (1, 1, 0), 2, 2),
    "phalanx": (1, (2, 1, 0), 3, 3),
    "classic_army": (2, (2, 2, 0), 8, 4),
    "conquistadors": (2, (1, 2, 0), 5, 3),
    "defensive_army": (2, (2, 0, 1), 6, 3),
    "fortifications": (2, (0, 0, 2), 5, 3),
    "mobile_artillery": (2, (0, 1, 1), 5, 3),
    "napoleonic_army": (2, (1, 1, 1), 7, 4),
    "entrenchments": (3, (1, 0, 2), 9, 5),
    "mechanized_army": (3, (0, 1, 2), 10, 5),
    "modern_army": (3, (2, 1, 1), 13, 7),
    "shock_troops": (3, (1, 3, 0), 11, 6),
}
PRINTED = {
    "warriors": 1, "swordsmen": 2, "riflemen": 3, "modern_infantry": 5, "knights": 2, "cavalrymen": 3,
    "tanks": 5,
    "cannon": 3, "rockets": 5, "air_forces": 5,
}  # fmt: skip


def tactical(tactic: str, units: dict[str, int]) -> int:
    """What the tactic adds to the printed strength of these units."""
    mine: Keys = {"tactic": tactic, "technologies": IDLE | units}
    strength: int = board(acting(mine, age="III"))["strength"]
    return strength - sum(PRINTED[unit] * n for unit, n in units.items())


def army(tactic: str, level: int, times: int = 1) -> dict[str, int]:
    """The units of the tactic, of this level or the next one that there is."""
    units: dict[str, int] = {}
    for line, count in zip((INFANTRY, CAVALRY, ARTILLERY), TACTICS[tactic][1], strict=True):
        if count:
            unit = next(unit for unit in line[level:] if unit)
            units[unit] = count * times
    return units


@pytest.mark.rule("TACTIC-07", "TACTIC-08")
@pytest.mark.parametrize("tactic", TACTICS)
def test_an_army_adds_the_strength_of_its_tactic(tactic: str) -> None:
    level, needed, strength, _ = TACTICS[tactic]
    units = army(tactic, level)
    assert tactical(tactic, units) == strength
    assert tactical(tactic, army(tactic, level, 2)) == 2 * strength
    for unit in units:
        assert tactical(tactic, units | {unit: units[unit] - 1}) == 0
    assert sum(needed) == sum(units.values())


@pytest.mark.rule("TACTIC-11", "TACTIC-14")
@pytest.mark.parametrize("tactic", TACTICS)
def test_units_two_levels_below_make_an_army_outdated(tactic: str) -> None:
    level, (infantry, cavalry, artillery), strength, outdated = TACTICS[tactic]
    assert tactical(tactic, army(tactic, level - 1)) == strength
    if level == 2 and infantry:
        assert tactical(tactic, army(tactic, 2) | {"riflemen": infantry - 1, "warriors": 1}) == outdated
    if level == 3 and infantry:
        assert (
            tactical(tactic, army(tactic, 3) | {"modern_infantry": infantry - 1, "swordsmen": 1}) == outdated
        )
    if level == 3 and cavalry:
        assert tactical(tactic, army(tactic, 3) | {"tanks": cavalry - 1, "knights": 1}) == outdated
    assert artillery == 0 or tactical(tactic, army(tactic, 2)) == strength


@pytest.mark.rule("TACTIC-09", "TACTIC-12")
@pytest.mark.parametrize("tactic", TACTICS)
@pytest.mark.parametrize(
    ("air", "armies", "doubled"), [(1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 2), (3, 2, 2), (1, 0, 0)]
)
def test_air_forces_double_one_army_each(tactic: str, air: int, armies: int, doubled: int) -> None:
    level, _, strength, _ = TACTICS[tactic]
    units = army(tactic, level, armies) | {"air_forces": air}
    assert tactical(tactic, units) == strength * (armies + doubled)


@pytest.mark.rule("TACTIC-12", "TACTIC-13")
@pytest.mark.parametrize(
    ("units", "air", "strength"),
    [
        ({"swordsmen": 2, "warriors": 0}, 0, 8), ({"swordsmen": 2, "warriors": 2}, 0, 8 + 4),
        ({"swordsmen": 2, "warriors": 2}, 1, 16 + 4), ({"swordsmen": 2, "warriors": 2}, 2, 16 + 8),
        ({"swordsmen": 1, "warriors": 3}, 1, 8 + 4), ({"swordsmen": 3, "warriors": 1}, 1, 16 + 4),
        ({"swordsmen": 0, "warriors": 4}, 3, 16),
    ],
)  # fmt: skip
def test_armies_form_for_the_most_strength(units: dict[str, int], air: int, strength: int) -> None:
    assert tactical("classic_army", units | {"knights": 4, "air_forces": air}) == strength
