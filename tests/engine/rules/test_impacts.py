"""The scoring events of Age III, revealed in the game and left in the piles at its end."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.phases import acting, reveal
from tests.engine.rules.table import Keys, board, play

PREPARED = 1
IDLE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0, "warriors": 0}


def scored(event: str, mine: Keys, *others: Keys) -> int:
    """Culture that player 1 gets with this board."""
    mine = {**mine, "technologies": IDLE | mine.get("technologies", {})}
    game = reveal(event, {}, {**mine, "culture": 20}, *others, age="III")
    culture: int = board(game, 1)["culture"]
    return culture - 20


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("mine", "culture"),
    [
        ({"technologies": {"agriculture": 2}}, 2 + 4),
        ({"technologies": {"agriculture": 1}, "yellow_bank": 16}, 1),
        ({"technologies": {"agriculture": 2}, "yellow_bank": 16}, 2 + 4),
        ({"technologies": {"irrigation": 3}, "yellow_bank": 0}, 6),
        ({"technologies": {"mechanized_agriculture": 1, "agriculture": 2}, "yellow_bank": 0}, 7 + 4),
        ({}, 0),
    ],
)
def test_agriculture(mine: Keys, culture: int) -> None:
    assert scored("impact_of_agriculture", mine) == culture


@pytest.mark.rule("CARDNOTE-36", "CARDNOTE-45")
def test_agriculture_counts_the_food_of_a_pact() -> None:
    pact = {"card": "international_trade_agreement", "partner": 2, "side": "B"}
    assert scored("impact_of_agriculture", {"pact": pact}, {}) == 1 + 4


@pytest.mark.rule("CARDNOTE-36")
def test_architecture() -> None:
    buildings = {
        "philosophy": 2,
        "alchemy": 2,
        "opera": 1,
        "computers": 2,
        "organized_religion": 1,
        "team_sports": 1,
    }
    others = {"iron": 2, "knights": 2, "journalism": 0}
    assert scored("impact_of_architecture", {"technologies": buildings | others}) == 2 + 2 + 6 + 2 + 2


BALANCED = {"alchemy": 3, "religion": 5, "agriculture": 7, "bronze": 8}


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("change", "lowest"),
    [
        ({}, 5), ({"alchemy": 2}, 4), ({"religion": 3}, 3), ({"agriculture": 2}, 2), ({"bronze": 1}, 1),
        ({"bronze": 0}, 0),
    ],
)  # fmt: skip
def test_balance(change: dict[str, int], lowest: int) -> None:
    assert scored("impact_of_balance", {"technologies": BALANCED | change, "yellow_bank": 0}) == 2 * lowest


@pytest.mark.rule("CARDNOTE-36", "CARDNOTE-10", "CARDNOTE-38")
@pytest.mark.parametrize(
    ("mine", "resources"),
    [({}, 1), ({"leader": "bill_gates"}, 1 + 3), ({"wonders": ["transcontinental_railroad"]}, 2),
     ({"pact": {"card": "acceptance_of_supremacy", "partner": 2, "side": "A"}}, 2),
     ({"pact": {"card": "acceptance_of_supremacy", "partner": 2, "side": "B"}}, 0)],
)  # fmt: skip
def test_balance_counts_every_source_of_resources(mine: Keys, resources: int) -> None:
    assert (
        scored("impact_of_balance", {**mine, "technologies": BALANCED | {"bronze": 1}}, {}) == 2 * resources
    )


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_colonies(count: int) -> None:
    colonies = ["vast_territory_i", "wealthy_territory_ii", "historic_territory_i"][:count]
    assert scored("impact_of_colonies", {"colonies": colonies}) == 3 * count


@pytest.mark.rule("CARDNOTE-36")
def test_competition() -> None:
    units = {"warriors": 3, "swordsmen": 2, "cavalrymen": 1, "rockets": 1, "air_forces": 1}
    others = {"bread_and_circuses": 1, "professional_sports": 1, "movies": 2, "iron": 2}
    assert scored("impact_of_competition", {"technologies": units | others}) == 2 + 2 + 3 + 3 + 1 + 3


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("mine", "culture"),
    [
        ({}, 2 * 4 + 2),
        ({"government": "republic"}, 2 * 7 + 2),
        ({"government": "communism", "wonders": ["pyramids"], "actions": {"military_extra": 2}}, 2 * 8 + 5),
        ({"actions": {"civil_spent": 3, "military_spent": 1}}, 2 * 4 + 2),
    ],
)
def test_government(mine: Keys, culture: int) -> None:
    assert scored("impact_of_government", mine) == culture


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("arenas", "bank", "culture"),
    [(1, 18, 8), (2, 18, 16), (3, 18, 16), (0, 18, 0), (1, 6, 8 - 2), (0, 12, -4), (1, 8, 8)],
)
def test_happiness(arenas: int, bank: int, culture: int) -> None:
    mine = {"technologies": {"professional_sports": arenas}, "yellow_bank": bank}
    assert scored("impact_of_happiness", mine) == culture


@pytest.mark.rule("CARDNOTE-36", "CARDNOTE-11", "CARDNOTE-38")
@pytest.mark.parametrize(
    ("mine", "culture"),
    [
        ({}, 2 + 3), ({"leader": "bill_gates"}, 5), ({"wonders": ["transcontinental_railroad"]}, 5 + 3),
        ({"pact": {"card": "acceptance_of_supremacy", "partner": 2, "side": "A"}}, 5),
    ],
)  # fmt: skip
def test_industry(mine: Keys, culture: int) -> None:
    cards = {"bronze": 2, "coal": 1, "computers": 2, "oil": 0, "agriculture": 3}
    assert scored("impact_of_industry", {**mine, "technologies": cards}, {}) == culture


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("workers", "unused", "bank", "culture"),
    [
        (8, 2, 18, 0),
        (8, 3, 18, 2),
        (12, 0, 18, 4),
        (12, 1, 16, 4),
        (12, 1, 12, 2),
        (10, 1, 10, 0),
        (3, 0, 18, 0),
    ],
)
def test_population(workers: int, unused: int, bank: int, culture: int) -> None:
    mine = {"technologies": {"agriculture": workers}, "unused_workers": unused, "yellow_bank": bank}
    assert scored("impact_of_population", mine) == culture


@pytest.mark.rule("CARDNOTE-36")
def test_progress() -> None:
    mine = {
        "government": "republic",
        "specials": ["warfare", "civil_service", "navigation"],
        "technologies": {"oil": 1},
    }
    assert scored("impact_of_progress", mine) == 2 * (2 + 1 + 3 + 2)
    assert scored("impact_of_progress", {}) == 0


def rated(event: str, values: tuple[int, ...]) -> list[Keys]:
    card = "warriors" if event == "impact_of_strength" else "philosophy"
    return [{"technologies": IDLE | {card: value}} for value in values]


@pytest.mark.rule("CARDNOTE-36", "EVENT-08")
@pytest.mark.parametrize("event", ["impact_of_science", "impact_of_strength"])
@pytest.mark.parametrize(
    ("values", "culture"),
    [
        ((3, 2), [10, 0]), ((2, 3), [0, 10]), ((2, 2), [10, 0]),
        ((1, 3, 2), [0, 14, 7]), ((2, 2, 3), [7, 0, 14]), ((1, 1, 1), [14, 7, 0]),
        ((1, 4, 3, 2), [0, 15, 10, 5]), ((2, 2, 2, 2), [15, 10, 5, 0]), ((0, 3, 0, 3), [5, 15, 0, 10]),
    ],
)  # fmt: skip
def test_science_and_strength_rank_the_players(
    event: str, values: tuple[int, ...], culture: list[int]
) -> None:
    game = reveal(event, *rated(event, values), age="III")
    found = [board(game, p)["culture"] for p in range(len(values))]
    assert found == [culture[0] + PREPARED, *culture[1:]]


@pytest.mark.rule("CARDNOTE-36")
def test_ranks_follow_the_players_who_are_left() -> None:
    boards = rated("impact_of_strength", (1, 2))
    game = reveal("impact_of_strength", *boards, {"flags": ["resigned"]}, age="III")
    assert [board(game, p)["culture"] for p in range(2)] == [PREPARED, 10]


@pytest.mark.rule("CARDNOTE-36")
def test_technology() -> None:
    mine = {
        "technologies": {"oil": 0, "computers": 2, "air_forces": 1, "coal": 2, "iron": 1},
        "specials": ["satellites", "strategy"],
        "government": "democracy",
    }
    assert scored("impact_of_technology", mine) == 4 * 5
    assert scored("impact_of_technology", {}) == 0


@pytest.mark.rule("CARDNOTE-36")
@pytest.mark.parametrize(
    ("mine", "kinds"),
    [
        ({}, 0),
        ({"technologies": {"warriors": 2, "swordsmen": 1}}, 1),
        ({"technologies": {"warriors": 1, "knights": 1, "cannon": 1, "air_forces": 1}}, 4),
        (
            {"technologies": {"philosophy": 1, "religion": 1, "journalism": 1, "opera": 1, "team_sports": 1}},
            5,
        ),
        ({"technologies": {"agriculture": 2, "bronze": 2, "knights": 0}}, 0),
        ({"specials": ["warfare", "engineering", "satellites", "code_of_laws"]}, 4),
        ({"specials": ["warfare"], "technologies": {"warriors": 1, "religion": 1}}, 3),
    ],
)
def test_variety(mine: Keys, kinds: int) -> None:
    assert scored("impact_of_variety", mine) == 2 * kinds


@pytest.mark.rule("CARDNOTE-36", "CARDNOTE-21")
@pytest.mark.parametrize(
    ("mine", "culture"),
    [
        ({"wonders": ["colossus"]}, 5), ({"wonders": ["great_wall"]}, 4), ({"wonders": ["kremlin"]}, 3),
        ({"wonders": ["internet"]}, 2),
        ({"wonders": ["colossus", "taj_mahal", "eiffel_tower", "hollywood"]}, 14),
        ({"wonders": ["colossus", "great_wall"], "ruins": ["colossus"]}, 9),
        ({"unfinished": {"wonder": "colossus", "stages": 1}}, 0),
    ],
)  # fmt: skip
def test_wonders(mine: Keys, culture: int) -> None:
    assert scored("impact_of_wonders", mine) == culture


# -- at the end of the game


def ended(boards: list[Keys], **keys: Any) -> Game:
    """The last turn of a game has been played by the last player."""
    last = len(boards) - 1
    game = acting(*boards, **{"age": "IV", "round": 20, "last_round": 20, "current_player": last, **keys})
    return play(game, "end turn") if not game.is_over else game


@pytest.mark.rule("END-GAME-02", "CARDNOTE-36")
def test_events_left_in_both_piles_are_scored() -> None:
    wonders = {"wonders": ["colossus"]}
    events = {
        "current_events": ["impact_of_wonders"],
        "future_events": ["impact_of_government", "rats", "crusades"],
    }
    assert ended([wonders, {}], **events).scores == [5 + 10, 10]


@pytest.mark.rule("END-GAME-04", "EVENT-11")
@pytest.mark.parametrize(("start", "scores"), [(0, [14, 7, 0]), (1, [0, 14, 7])])
def test_ties_at_the_end_favour_the_starting_player(start: int, scores: list[int]) -> None:
    boards: list[Keys] = [{}, {}, {}]
    last = (start - 1) % 3
    game = ended(boards, current_events=["impact_of_strength"], starting_player=start, current_player=last)
    assert game.is_over
    # The last player's own turn has scored nothing but science.
    assert game.scores == scores
