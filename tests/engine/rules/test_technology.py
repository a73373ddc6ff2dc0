"""Developing technologies."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, military_actions, workers
from tests.engine.rules.table import board, play, texts, written

SCIENCE = {
    "monarchy": 8, "theocracy": 6, "irrigation": 3, "iron": 5, "alchemy": 4, "theology": 2,
    "printing_press": 3,
    "drama": 3, "bread_and_circuses": 3, "swordsmen": 4, "knights": 5, "cartography": 4, "code_of_laws": 6,
    "masonry": 3, "warfare": 5, "constitutional_monarchy": 12, "republic": 13, "selective_breeding": 5,
    "coal": 7,
    "scientific_method": 6, "organized_religion": 4, "journalism": 6, "opera": 7, "team_sports": 5,
    "riflemen": 6,
    "cavalrymen": 6, "cannon": 6, "architecture": 6, "justice_system": 7, "navigation": 6, "strategy": 8,
    "communism": 19, "democracy": 17, "fundamentalism": 18, "mechanized_agriculture": 7, "oil": 9,
    "computers": 8,
    "multimedia": 9, "movies": 10, "professional_sports": 7, "modern_infantry": 10, "tanks": 9, "rockets": 8,
    "air_forces": 12, "civil_service": 10, "engineering": 9, "military_theory": 11, "satellites": 8,
}  # fmt: skip


@pytest.mark.rule("TECH-01", "TECH-02", "TECH-08", "SCORE-03")
@pytest.mark.parametrize(("card", "cost"), SCIENCE.items())
def test_a_technology_costs_its_science_and_an_action(card: str, cost: int) -> None:
    mine = {"civil_hand": [card], "science": cost, "actions": {"civil_spent": 1}}
    game = play(acting(mine, age="III"), f"develop {card}")
    player = written(game)
    assert (board(game)["science"], player["civil_hand"], board(game)["ca_spent"]) == (0, [], 2)
    in_play = [player["government"], *player["technologies"], *player.get("specials", [])]
    assert card in in_play
    assert f"develop {card}" not in texts(acting({**mine, "science": cost - 1}, age="III"))


@pytest.mark.rule("TECH-03")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("code_of_laws", "justice_system"), ("warfare", "military_theory"), ("cartography", "navigation"),
        ("masonry", "engineering"),
    ],
)  # fmt: skip
def test_the_better_special_technology_of_a_type_stays(old: str, new: str) -> None:
    other = "masonry" if old != "masonry" else "warfare"
    mine = {"specials": [old, other], "civil_hand": [new], "science": 20}
    game = play(acting(mine, age="III"), f"develop {new}")
    assert sorted(written(game)["specials"]) == sorted([new, other])
    assert old in game.to_position()["gone"]


@pytest.mark.rule("TECH-03")
def test_replacing_a_special_technology_changes_tokens_by_the_difference() -> None:
    mine = {"specials": ["justice_system"], "civil_hand": ["civil_service"], "science": 10, "blue_bank": 4}
    game = play(acting(mine, age="III"), "develop civil_service")
    assert (board(game)["blue_bank"], board(game)["ca_total"], civil_actions(game)) == (4, 6, 5)


@pytest.mark.rule("TECH-04")
def test_a_lower_special_technology_is_lost_but_was_developed() -> None:
    mine = {"specials": ["strategy"], "civil_hand": ["warfare"], "science": 5, "leader": "albert_einstein"}
    game = play(acting(mine, age="III"), "develop warfare")
    assert written(game)["specials"] == ["strategy"]
    assert (board(game)["strength"], board(game)["ma_total"]) == (1 + 3, 2 + 2)
    assert (board(game)["science"], board(game)["culture"]) == (0, 3)
    assert "warfare" in game.to_position()["gone"]


@pytest.mark.rule("TECH-05", "TECH-06", "TECH-02")
def test_a_peaceful_change_of_government_applies_at_once() -> None:
    mine = {
        "civil_hand": ["constitutional_monarchy"],
        "science": 12,
        "actions": {"civil_spent": 3, "military_spent": 2},
    }
    game = play(acting(mine, age="II"), "develop constitutional_monarchy")
    assert written(game)["government"] == "constitutional_monarchy"
    assert (board(game)["ca_total"], board(game)["ma_total"], board(game)["urban_limit"]) == (6, 4, 3)
    assert (civil_actions(game), military_actions(game)) == (2, 2)


@pytest.mark.rule("TECH-06", "RATING-24")
def test_a_special_technology_applies_at_once() -> None:
    mine = {"civil_hand": ["code_of_laws"], "science": 6, "actions": {"civil_spent": 3}}
    game = play(acting(mine), "develop code_of_laws")
    assert civil_actions(game) == 1


@pytest.mark.rule("TECH-06", "TOKEN-02")
def test_blue_tokens_of_a_special_technology_come_at_once() -> None:
    game = play(acting({"civil_hand": ["justice_system"], "science": 7}, age="II"), "develop justice_system")
    assert board(game)["blue_bank"] == 19


@pytest.mark.rule("TECH-07", "RATING-01")
def test_other_technologies_replace_nothing_and_wait_for_workers() -> None:
    mine = {"civil_hand": ["alchemy", "knights"], "science": 9}
    game = play(acting(mine), "develop alchemy", "develop knights")
    assert {"philosophy", "alchemy", "warriors", "knights"} <= set(written(game)["technologies"])
    assert (workers(game, "philosophy"), workers(game, "alchemy")) == (1, 0)
    assert (board(game)["science_rating"], board(game)["strength"]) == (1, 1)
