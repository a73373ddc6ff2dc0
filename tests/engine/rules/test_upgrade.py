"""Upgrading farms, mines and urban buildings."""

import pytest

from tests.engine.rules.phases import acting, blue, civil_actions, resources, stored, workers
from tests.engine.rules.table import board, play, texts


@pytest.mark.rule("UPGRADE-01", "UPGRADE-02")
@pytest.mark.parametrize(
    ("old", "new", "price"),
    [
        ("bronze", "iron", 3), ("bronze", "coal", 6), ("iron", "oil", 6), ("agriculture", "irrigation", 2),
        ("irrigation", "mechanized_agriculture", 4), ("philosophy", "computers", 8),
        ("religion", "theology", 2),
        ("theology", "organized_religion", 2), ("printing_press", "journalism", 5), ("drama", "movies", 7),
        ("bread_and_circuses", "team_sports", 2), ("team_sports", "professional_sports", 3),
    ],
)  # fmt: skip
def test_an_upgrade_costs_the_difference_and_may_skip_levels(old: str, new: str, price: int) -> None:
    def technologies(stock: int) -> dict[str, object]:
        cards = {"bronze": {"workers": 0, "blue": stock}, new: 0}
        cards[old] = {"workers": 1, "blue": stock} if old == "bronze" else 1
        return cards

    mine = {"technologies": technologies(price), "unused_workers": 0}
    game = play(acting(mine, age="III"), f"upgrade {old}>{new}")
    assert (resources(game), civil_actions(game)) == (0, 3)
    assert (workers(game, old), workers(game, new), board(game)["unused"]) == (0, 1, 0)
    short = {**mine, "technologies": technologies(price - 1)}
    assert f"upgrade {old}>{new}" not in texts(acting(short, age="III"))


@pytest.mark.rule("UPGRADE-01")
def test_only_to_a_higher_level_of_the_same_type_and_from_a_worker() -> None:
    technologies = stored(resources=30, iron=1, alchemy=0, theology=1, drama=1, coal=0, opera=1, irrigation=0)
    legal = texts(acting({"technologies": technologies, "unused_workers": 0}, age="II"))
    assert sorted(text for text in legal if text.startswith("upgrade")) == [
        "upgrade agriculture>irrigation",
        "upgrade bronze>coal",
        "upgrade bronze>iron",
        "upgrade drama>opera",
        "upgrade iron>coal",
        "upgrade philosophy>alchemy",
    ]


@pytest.mark.rule("UPGRADE-03")
@pytest.mark.parametrize(
    ("construction", "price"),
    [([], 8 - 3), (["masonry"], 7 - 3), (["architecture"], 6 - 3), (["engineering"], 6 - 3)],
)
def test_modifiers_lower_both_costs_first(construction: list[str], price: int) -> None:
    technologies = stored(resources=price, scientific_method=0)
    game = acting({"technologies": technologies, "specials": construction}, age="III")
    play(game, "upgrade philosophy>scientific_method")
    assert resources(game) == 0


@pytest.mark.rule("UPGRADE-03")
@pytest.mark.parametrize(("construction", "price"), [("masonry", 2), ("architecture", 1), ("engineering", 1)])
def test_the_old_building_counts_at_its_discounted_cost_too(construction: str, price: int) -> None:
    technologies = stored(resources=price, alchemy=1, scientific_method=0, philosophy=0)
    mine = {"technologies": technologies, "specials": [construction]}
    game = play(acting(mine, age="III"), "upgrade alchemy>scientific_method")
    assert resources(game) == 0
    short = {**mine, "technologies": technologies | {"bronze": {"workers": 2, "blue": price - 1}}}
    assert "upgrade alchemy>scientific_method" not in texts(acting(short, age="III"))


@pytest.mark.rule("UPGRADE-04")
def test_blue_tokens_stay_on_the_old_card() -> None:
    technologies = {"bronze": {"workers": 1, "blue": 5}, "iron": 0}
    game = play(acting({"technologies": technologies}), "upgrade bronze>iron")
    assert (workers(game, "bronze"), workers(game, "iron")) == (0, 1)
    assert (blue(game, "bronze"), blue(game, "iron")) == (2, 0)


@pytest.mark.rule("UPGRADE-05")
def test_a_full_type_may_still_be_upgraded() -> None:
    technologies = stored(resources=20, philosophy=2, alchemy=0)
    game = acting({"technologies": technologies})
    assert "build alchemy" not in texts(game)
    play(game, "upgrade philosophy>alchemy", "upgrade philosophy>alchemy")
    assert (workers(game, "alchemy"), board(game)["science_rating"]) == (2, 4)
