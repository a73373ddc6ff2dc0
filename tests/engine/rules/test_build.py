"""Building farms, mines and urban buildings."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, resources, stored, workers
from tests.engine.rules.table import Keys, board, play, texts

COSTS = {
    "agriculture": 2, "irrigation": 4, "selective_breeding": 6, "mechanized_agriculture": 8,
    "bronze": 2, "iron": 5, "coal": 8, "oil": 11,
    "philosophy": 3, "alchemy": 6, "scientific_method": 8, "computers": 11,
    "religion": 3, "theology": 5, "organized_religion": 7,
    "printing_press": 3, "journalism": 8, "multimedia": 11,
    "drama": 4, "opera": 8, "movies": 11,
    "bread_and_circuses": 3, "team_sports": 5, "professional_sports": 8,
}  # fmt: skip


def own(card: str, stock: int, **keys: object) -> Keys:
    """A board with this technology and that many resources."""
    technologies = stored(resources=stock)
    technologies.setdefault(card, 0)
    return {"technologies": technologies, **keys}


@pytest.mark.rule("BUILD-01", "DESTROY-01", "PAY-13")
@pytest.mark.parametrize(("card", "cost"), COSTS.items())
def test_a_building_costs_its_resources_and_an_action(card: str, cost: int) -> None:
    game = acting(own(card, cost), age="III")
    before = workers(game, card)
    play(game, f"build {card}")
    assert (resources(game), civil_actions(game)) == (0, 3)
    assert (workers(game, card), board(game)["unused"]) == (before + 1, 0)
    assert board(game)["ma_spent"] == 0
    assert f"build {card}" not in texts(acting(own(card, cost - 1), age="III"))


@pytest.mark.rule("BUILD-01")
def test_only_technologies_in_play_can_be_built() -> None:
    assert "build iron" not in texts(acting({"technologies": stored(resources=20), "civil_hand": ["iron"]}))


@pytest.mark.rule("BUILD-02", "BUILD-06")
def test_a_building_needs_an_unused_worker_content_or_not() -> None:
    rich = {"technologies": stored(resources=20)}
    assert not [text for text in texts(acting({**rich, "unused_workers": 0})) if text.startswith("build")]
    discontent = acting({**rich, "yellow_bank": 12, "unused_workers": 1})
    assert board(discontent)["discontent"] == 2
    assert {"build bronze", "build religion", "build warriors"} <= set(texts(discontent))


@pytest.mark.rule("BUILD-03", "SETUP-14")
@pytest.mark.parametrize(
    ("government", "limit"),
    [
        ("despotism", 2), ("monarchy", 3), ("theocracy", 3), ("constitutional_monarchy", 3), ("republic", 3),
        ("communism", 4), ("democracy", 4), ("fundamentalism", 4),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("philosophy", "alchemy"), ("religion", "theology"), ("printing_press", "journalism"),
        ("drama", "opera"), ("bread_and_circuses", "team_sports"),
    ],
)  # fmt: skip
def test_the_limit_counts_all_levels_of_a_type(government: str, limit: int, older: str, newer: str) -> None:
    def legal(count: int) -> set[str]:
        technologies = stored(resources=20) | {"philosophy": 0, older: count - 1, newer: 1}
        mine = {"government": government, "technologies": technologies}
        return set(texts(acting(mine, age="III")))

    assert {f"build {older}", f"build {newer}"} <= legal(limit - 1)
    full = legal(limit)
    assert f"build {older}" not in full
    assert f"build {newer}" not in full
    assert f"upgrade {older}>{newer}" in full
    other = "philosophy" if older != "philosophy" else "religion"
    assert f"build {other}" in full


@pytest.mark.rule("BUILD-04")
def test_farms_and_mines_have_no_limit() -> None:
    technologies = {"agriculture": 9, "bronze": {"workers": 9, "blue": 9}}
    assert {"build agriculture", "build bronze"} <= set(texts(acting({"technologies": technologies})))


DISCOUNTS = {"masonry": (0, 1, 1, 1), "architecture": (0, 1, 2, 2), "engineering": (0, 1, 2, 3)}
URBAN = {
    "philosophy": 0, "religion": 0, "alchemy": 1, "theology": 1, "printing_press": 1, "drama": 1,
    "bread_and_circuses": 1, "scientific_method": 2, "organized_religion": 2, "journalism": 2, "opera": 2,
    "team_sports": 2, "computers": 3, "multimedia": 3, "movies": 3, "professional_sports": 3,
}  # fmt: skip


@pytest.mark.rule("BUILD-05", "CARDNOTE-30")
@pytest.mark.parametrize("construction", DISCOUNTS)
@pytest.mark.parametrize(("card", "level"), URBAN.items())
def test_construction_technologies_discount_urban_buildings_by_level(
    card: str, level: int, construction: str
) -> None:
    price = COSTS[card] - DISCOUNTS[construction][level]
    game = play(acting(own(card, price, specials=[construction]), age="III"), f"build {card}")
    assert resources(game) == 0
    assert f"build {card}" not in texts(acting(own(card, price - 1, specials=[construction]), age="III"))


@pytest.mark.rule("BUILD-05")
@pytest.mark.parametrize(
    ("card", "cost"),
    [("irrigation", 4), ("iron", 5), ("oil", 11), ("swordsmen", 3), ("rockets", 7), ("air_forces", 7)],
)
def test_construction_technologies_discount_nothing_else(card: str, cost: int) -> None:
    legal = texts(acting(own(card, cost - 1, specials=["engineering"]), age="III"))
    assert f"build {card}" not in legal
    assert f"build {card}" in texts(acting(own(card, cost, specials=["engineering"]), age="III"))


@pytest.mark.rule("BUILD-07")
def test_a_stricter_government_tears_nothing_down() -> None:
    mine = {
        "government": "democracy",
        "technologies": {"philosophy": 4},
        "civil_hand": ["republic"],
        "science": 13,
    }
    game = play(acting(mine, age="III"), "develop republic")
    assert (workers(game, "philosophy"), board(game)["urban_limit"]) == (4, 3)
