"""Ratings, action totals and happiness."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, military_actions, stored
from tests.engine.rules.table import Keys, board, play, texts

RATINGS = ("culture_rating", "science_rating", "strength", "happiness")
IDLE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0, "warriors": 0}


def ratings(mine: Keys, *others: Keys) -> tuple[int, int, int, int]:
    """Culture, science, strength, happiness of a board without other workers."""
    mine = {**mine, "technologies": IDLE | mine.get("technologies", {})}
    player = board(acting(mine, *others, age="III"))
    return player["culture_rating"], player["science_rating"], player["strength"], player["happiness"]


PER_WORKER = {
    "philosophy": (0, 1, 0, 0), "alchemy": (0, 2, 0, 0), "scientific_method": (0, 3, 0, 0),
    "computers": (0, 5, 0, 0),
    "religion": (1, 0, 0, 1), "theology": (1, 0, 0, 2), "organized_religion": (1, 0, 0, 3),
    "printing_press": (1, 1, 0, 0), "journalism": (2, 2, 0, 0), "multimedia": (3, 3, 0, 0),
    "drama": (2, 0, 0, 1), "opera": (3, 0, 0, 1), "movies": (4, 0, 0, 1),
    "bread_and_circuses": (0, 0, 1, 2), "team_sports": (0, 0, 2, 3), "professional_sports": (0, 0, 3, 4),
    "warriors": (0, 0, 1, 0), "swordsmen": (0, 0, 2, 0), "riflemen": (0, 0, 3, 0),
    "modern_infantry": (0, 0, 5, 0),
    "knights": (0, 0, 2, 0), "cavalrymen": (0, 0, 3, 0), "tanks": (0, 0, 5, 0),
    "cannon": (0, 0, 3, 0), "rockets": (0, 0, 5, 0), "air_forces": (0, 0, 5, 0),
    "agriculture": (0, 0, 0, 0), "oil": (0, 0, 0, 0),
}  # fmt: skip


@pytest.mark.rule("RATING-01")
@pytest.mark.parametrize(("card", "symbols"), PER_WORKER.items())
@pytest.mark.parametrize("count", [0, 1, 2])
def test_symbols_count_once_for_each_worker(card: str, symbols: tuple[int, ...], count: int) -> None:
    assert ratings({"technologies": {card: count}}) == tuple(count * symbol for symbol in symbols)


ONCE: list[tuple[Keys, tuple[int, int, int, int]]] = [
    ({"wonders": ["colossus"]}, (0, 0, 2, 0)),
    ({"wonders": ["hanging_gardens"]}, (1, 0, 0, 2)),
    ({"wonders": ["library_of_alexandria"]}, (1, 1, 0, 0)),
    ({"wonders": ["pyramids"]}, (0, 0, 0, 0)),
    ({"wonders": ["great_wall"]}, (1, 0, 0, 1)),
    ({"wonders": ["st_peters_basilica"]}, (2, 0, 0, 1)),
    ({"wonders": ["taj_mahal"]}, (3, 0, 0, 0)),
    ({"wonders": ["universitas_carolina"]}, (1, 2, 0, 0)),
    ({"wonders": ["eiffel_tower"]}, (4, 0, 0, 1)),
    ({"wonders": ["kremlin", "hanging_gardens"]}, (2 + 1, 0, 0, 2 - 1)),
    ({"wonders": ["transcontinental_railroad"]}, (0, 0, 4, 0)),
    ({"wonders": ["ocean_liner_service", "internet", "hollywood"]}, (0, 0, 0, 0)),
    ({"specials": ["warfare"]}, (0, 0, 1, 0)),
    ({"specials": ["strategy"]}, (0, 0, 3, 0)),
    ({"specials": ["military_theory"]}, (0, 0, 5, 0)),
    ({"specials": ["cartography"]}, (0, 0, 1, 0)),
    ({"specials": ["navigation"]}, (0, 0, 2, 0)),
    ({"specials": ["satellites"]}, (0, 0, 3, 0)),
    ({"government": "theocracy"}, (1, 0, 1, 1)),
    ({"government": "democracy"}, (3, 0, 0, 0)),
    ({"government": "communism", "wonders": ["hanging_gardens"]}, (1, 0, 0, 1)),
    ({"government": "fundamentalism", "wonders": ["universitas_carolina"]}, (1, 0, 5, 0)),
    ({"colonies": ["historic_territory_i", "strategic_territory_i"]}, (0, 0, 2, 1)),
    ({"colonies": ["historic_territory_ii", "strategic_territory_ii"]}, (0, 0, 4, 2)),
    ({"colonies": ["vast_territory_i", "wealthy_territory_ii", "inhabited_territory_i"]}, (0, 0, 0, 0)),
]


@pytest.mark.rule("RATING-01", "RATING-02")
@pytest.mark.parametrize(("mine", "expected"), ONCE)
def test_symbols_of_other_cards_count_once(mine: Keys, expected: tuple[int, ...]) -> None:
    assert ratings(mine) == expected


@pytest.mark.rule("RATING-02", "WONDER-05")
def test_a_wonder_counts_only_when_completed() -> None:
    assert ratings({"unfinished": {"wonder": "eiffel_tower", "stages": 2}}) == (0, 0, 0, 0)


@pytest.mark.rule("RATING-02", "TACTIC-08")
@pytest.mark.parametrize(("count", "strength"), [(1, 1), (2, 2 + 1), (3, 3 + 1), (4, 4 + 2)])
def test_a_tactic_counts_once_for_each_army(count: int, strength: int) -> None:
    mine = {"technologies": {"warriors": count}, "tactic": "fighting_band"}
    assert ratings(mine) == (0, 0, strength, 0)


@pytest.mark.rule("RATING-03")
@pytest.mark.parametrize(("labs", "science"), [(0, 0), (1, 0), (2, 0), (3, 1), (40, 38)])
def test_science_is_never_below_zero_and_has_no_maximum(labs: int, science: int) -> None:
    assert ratings({"government": "fundamentalism", "technologies": {"philosophy": labs}})[1] == science


@pytest.mark.rule("RATING-04")
@pytest.mark.parametrize(("temples", "culture"), [(0, 0), (1, 0), (2, 0), (3, 1), (40, 38)])
def test_culture_is_never_below_zero_and_has_no_maximum(temples: int, culture: int) -> None:
    pact = {"card": "loss_of_sovereignty", "partner": 1, "side": "B"}
    assert ratings({"pact": pact, "technologies": {"religion": temples}}, {}, {})[0] == culture


@pytest.mark.rule("RATING-05", "CARDNOTE-05")
def test_points_scored_under_a_condition_are_no_rating() -> None:
    mine = {"leader": "genghis_khan", "technologies": {"warriors": 5}}
    assert ratings(mine)[0] == 0


@pytest.mark.rule("RATING-06")
def test_strength_adds_all_contributions() -> None:
    mine = {
        "government": "theocracy",
        "leader": "alexander_the_great",
        "wonders": ["colossus", "great_wall"],
        "specials": ["warfare", "cartography"],
        "colonies": ["strategic_territory_i"],
        "technologies": {"warriors": 2, "knights": 1, "bread_and_circuses": 1},
        "tactic": "phalanx",
    }
    units = 2 * 1 + 2 + 3
    assert ratings(mine)[2] == 1 + units + 3 + 2 + 2 + 1 + 1 + 2 + 1
    assert ratings({})[2] == 0
    assert ratings({"technologies": {"tanks": 40}})[2] == 200


@pytest.mark.rule("RATING-07", "RATING-09")
@pytest.mark.parametrize(
    ("mine", "happiness"),
    [
        ({"wonders": ["kremlin"]}, 0),
        ({"wonders": ["kremlin"], "technologies": {"religion": 2}}, 1),
        ({"technologies": {"professional_sports": 2}}, 8),
        ({"technologies": {"professional_sports": 3}}, 8),
        (
            {
                "technologies": {"theology": 4, "religion": 1},
                "wonders": ["kremlin"],
                "government": "communism",
            },
            7,
        ),
        ({"technologies": {"theology": 5}, "wonders": ["kremlin"], "government": "communism"}, 8),
        (
            {
                "technologies": {"theology": 4, "religion": 3},
                "wonders": ["kremlin"],
                "government": "communism",
            },
            8,
        ),
    ],
)
def test_happiness_is_limited_only_as_a_sum(mine: Keys, happiness: int) -> None:
    assert ratings(mine)[3] == happiness


@pytest.mark.rule("RATING-08", "CARDNOTE-12")
@pytest.mark.parametrize(
    ("mine", "happiness"),
    [
        ({"wonders": ["st_peters_basilica", "kremlin", "hanging_gardens"]}, 1 - 1 + 3),
        (
            {"wonders": ["st_peters_basilica"], "government": "communism", "technologies": {"religion": 1}},
            1 - 1 + 2,
        ),
    ],
)
def test_an_unhappy_card_is_no_card_with_happy_faces(mine: Keys, happiness: int) -> None:
    assert ratings(mine)[3] == happiness


@pytest.mark.rule("RATING-10")
@pytest.mark.parametrize(
    ("mine", "modifier"),
    [
        ({}, 0),
        ({"wonders": ["colossus"]}, 1),
        ({"specials": ["cartography"]}, 2),
        ({"specials": ["navigation"], "wonders": ["colossus"]}, 4),
        ({"specials": ["satellites"]}, 4),
        ({"wonders": ["colossus"], "ruins": ["colossus"]}, 0),
    ],
)
def test_the_colonization_modifier_is_a_sum_of_symbols(mine: Keys, modifier: int) -> None:
    assert board(acting(mine, age="III"))["colonization"] == modifier


TOTALS = {
    "despotism": (4, 2), "monarchy": (5, 3), "theocracy": (4, 3), "constitutional_monarchy": (6, 4),
    "republic": (7, 2), "communism": (7, 5), "democracy": (7, 3), "fundamentalism": (6, 5),
}  # fmt: skip


@pytest.mark.rule("RATING-20")
@pytest.mark.parametrize(("government", "totals"), TOTALS.items())
def test_totals_of_governments(government: str, totals: tuple[int, int]) -> None:
    player = board(acting({"government": government}, age="III"))
    assert (player["ca_total"], player["ma_total"]) == totals
    assert (player["civil_limit"], player["military_limit"]) == totals


@pytest.mark.rule("RATING-20")
@pytest.mark.parametrize(
    ("mine", "more"),
    [
        ({"wonders": ["pyramids"]}, (1, 0)), ({"wonders": ["kremlin"]}, (1, 1)),
        ({"specials": ["code_of_laws"]}, (1, 0)),
        ({"specials": ["justice_system"]}, (1, 0)), ({"specials": ["civil_service"]}, (2, 0)),
        ({"specials": ["warfare"]}, (0, 1)), ({"specials": ["strategy"]}, (0, 2)),
        ({"specials": ["military_theory"]}, (0, 3)), ({"leader": "julius_caesar"}, (0, 1)),
        ({"leader": "joan_of_arc"}, (0, 1)), ({"leader": "maximilien_robespierre"}, (0, 1)),
        ({"leader": "napoleon_bonaparte"}, (0, 2)), ({"wonders": ["library_of_alexandria"]}, (0, 0)),
        ({"wonders": ["pyramids", "kremlin"], "specials": ["civil_service", "strategy"]}, (4, 3)),
        ({"wonders": ["pyramids"], "ruins": ["pyramids"]}, (0, 0)),
    ],
)  # fmt: skip
def test_other_cards_add_to_the_totals(mine: Keys, more: tuple[int, int]) -> None:
    player = board(acting(mine, age="III"))
    assert (player["ca_total"], player["ma_total"]) == (4 + more[0], 2 + more[1])


@pytest.mark.rule("RATING-21", "RATING-20")
def test_spending_leaves_the_total_alone() -> None:
    game = play(acting(), "destroy bronze", "disband warriors")
    player = board(game)
    assert (player["ca_total"], player["ca_spent"], player["ma_total"], player["ma_spent"]) == (4, 1, 2, 1)


@pytest.mark.rule("RATING-22")
def test_an_action_comes_back_only_if_one_is_spent() -> None:
    # The discovery of a technology gives Newton's owner the action for it back, and no more.
    mine = {"leader": "isaac_newton", "civil_hand": ["iron", "irrigation"], "science": 8}
    game = play(acting(mine, age="II"), "develop iron")
    assert civil_actions(game) == 4
    spent = play(
        acting({**mine, "actions": {"civil_spent": 2}}, age="II"), "develop iron", "develop irrigation"
    )
    assert civil_actions(spent) == 2


@pytest.mark.rule("RATING-23")
def test_temporary_actions_are_spent_first() -> None:
    mine = {"actions": {"military_extra": 1, "military_spent": 0}, "technologies": {"warriors": 3}}
    game = play(acting(mine), "disband warriors")
    assert (board(game)["ma_extra"], board(game)["ma_spent"]) == (0, 0)
    play(game, "disband warriors")
    assert (board(game)["ma_extra"], board(game)["ma_spent"]) == (0, 1)
    copying = {"actions": {"military_extra": 1}, "military_hand": ["legion"]}
    game = play(acting(copying, common_tactics=["phalanx"]), "copy phalanx")
    assert (board(game)["ma_extra"], board(game)["ma_spent"]) == (0, 1)


@pytest.mark.rule("RATING-24", "RATING-25")
@pytest.mark.parametrize(("spent", "left"), [(0, 5), (1, 5), (2, 4), (3, 3), (6, 0)])
def test_a_smaller_government_takes_spent_tokens_first(spent: int, left: int) -> None:
    # Developing costs one more: seven actions become five.
    mine = {
        "government": "republic",
        "civil_hand": ["monarchy"],
        "science": 8,
        "actions": {"civil_spent": spent},
    }
    game = play(acting(mine, age="II"), "develop monarchy")
    assert (board(game)["ca_total"], civil_actions(game)) == (5, left)


@pytest.mark.rule("RATING-26")
def test_an_exchange_of_governments_counts_the_difference_only() -> None:
    mine = {"government": "monarchy", "civil_hand": ["theocracy"], "science": 6}
    game = play(acting({**mine, "actions": {"civil_spent": 4, "military_spent": 2}}), "develop theocracy")
    # Five spent of five become four of four; three military actions stay three.
    assert (board(game)["ca_spent"], board(game)["ca_total"], military_actions(game)) == (4, 4, 1)


REQUIRED = {
    20: 0, 18: 0, 17: 0, 16: 1, 15: 1, 14: 1, 13: 1, 12: 2, 11: 2, 10: 3, 9: 3, 8: 4, 7: 4, 6: 5, 5: 5, 4: 6,
    3: 6,
    2: 7, 1: 7, 0: 8,
}  # fmt: skip


@pytest.mark.rule("RATING-30", "RATING-31")
@pytest.mark.parametrize(("bank", "faces"), REQUIRED.items())
@pytest.mark.parametrize("temples", [0, 1, 5])
def test_happy_faces_required_and_discontent_workers(bank: int, faces: int, temples: int) -> None:
    mine = {"yellow_bank": bank, "technologies": {"religion": temples}, "unused_workers": 3}
    player = board(acting(mine))
    assert (player["required"], player["discontent"]) == (faces, max(0, faces - temples))


@pytest.mark.rule("RATING-31", "BUILD-06")
def test_discontent_is_a_number_whatever_the_unused_workers_do() -> None:
    mine = {"yellow_bank": 12, "unused_workers": 2, "technologies": stored(resources=2)}
    game = play(acting(mine), "build bronze")
    assert (board(game)["unused"], board(game)["discontent"]) == (1, 2)
    assert "build bronze" not in texts(game)
