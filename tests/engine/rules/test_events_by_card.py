"""What each event does, at a table of two to four.

Player 0 reveals the event and has scored 1 culture for the one that was prepared instead.
"""

import pytest

from engine import Game
from tests.engine.rules.phases import civil_actions, food, resources, reveal, stored, workers
from tests.engine.rules.table import Keys, board, play, texts, written

PREPARED = 1


def armed(*strengths: int) -> list[Keys]:
    """Boards whose only strength is that many Warriors."""
    return [{"technologies": {"warriors": strength}} for strength in strengths]


def values(game: Game, field: str) -> list[int]:
    return [board(game, p)[field] for p in range(game.players)]


# -- Age A


def test_development_of_agriculture() -> None:
    game = reveal("development_of_agriculture")
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(2, 0), (2, 0)]


def test_development_of_crafts() -> None:
    game = reveal("development_of_crafts")
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(0, 2), (0, 2)]


def test_development_of_science() -> None:
    assert values(reveal("development_of_science", {}, {}, {}), "science") == [2, 2, 2]


def test_development_of_trade_routes() -> None:
    game = reveal("development_of_trade_routes")
    assert [(food(game, p), resources(game, p), board(game, p)["science"]) for p in (0, 1)] == [(1, 1, 1)] * 2


def test_development_of_settlement() -> None:
    game = reveal("development_of_settlement")
    assert [(board(game, p)["unused"], board(game, p)["yellow_bank"]) for p in (0, 1)] == [(2, 17)] * 2
    assert [food(game, p) for p in (0, 1)] == [0, 0]


def test_development_of_politics() -> None:
    assert values(reveal("development_of_politics", {}, {}, {}), "n_military") == [3, 3, 3]


@pytest.mark.rule("EVENT-07")
def test_development_of_markets() -> None:
    game = reveal("development_of_markets", {}, {}, {})
    for p in range(3):
        assert (game.phase, game.player_to_move) == ("food_or_resource", p)
        assert texts(game) == ["gain food", "gain resources"]
        play(game, "gain resources" if p == 1 else "gain food")
    assert [(food(game, p), resources(game, p)) for p in range(3)] == [(2, 0), (0, 2), (2, 0)]


@pytest.mark.rule("BUILD-03")
def test_development_of_religion() -> None:
    game = reveal("development_of_religion", {}, {"unused_workers": 0}, {"technologies": {"religion": 2}})
    assert (game.player_to_move, texts(game)) == (0, ["build religion", "pass"])
    play(game, "build religion")
    assert (game.phase, workers(game, "religion"), board(game)["unused"], civil_actions(game)) == (
        "action",
        1,
        0,
        4,
    )
    assert (workers(game, "religion", 1), workers(game, "religion", 2)) == (0, 2)


def test_development_of_religion_may_be_declined_and_costs_nothing() -> None:
    game = reveal("development_of_religion", {}, {"technologies": stored(resources=5)})
    play(game, "pass")
    assert (game.player_to_move, game.phase) == (1, "free_build")
    play(game, "build religion")
    assert (workers(game, "religion", 0), workers(game, "religion", 1), resources(game, 1)) == (0, 1, 5)
    assert board(game, 1)["culture_rating"] == 1


def test_development_of_warfare() -> None:
    game = reveal("development_of_warfare", {"technologies": stored(resources=5)}, {"unused_workers": 0})
    play(game, "build warriors")
    player = board(game)
    assert (game.phase, workers(game, "warriors"), player["ma_spent"], resources(game)) == ("action", 2, 0, 5)
    assert (player["strength"], player["unit_resources"]) == (2, 0)


@pytest.mark.rule("UNIT-04")
def test_development_of_warfare_has_no_limit() -> None:
    game = play(reveal("development_of_warfare", *armed(5), {"unused_workers": 0}), "build warriors")
    assert workers(game, "warriors") == 6


# -- Age I


@pytest.mark.parametrize(
    ("boards", "losers"),
    [
        # culture and strength by player; player 0 has one more culture when it counts
        (((5, 1), (4, 2)), [0]),
        (((5, 3), (4, 2)), []),
        (((5, 1), (6, 2)), [0]),
        (((5, 1), (7, 2)), []),
        (((5, 1), (7, 1)), [1]),
        (((4, 2), (5, 1)), []),
        (((0, 9), (5, 2), (4, 1)), [1]),
        (((0, 2), (5, 3), (4, 1)), []),
        (((9, 2), (5, 3), (4, 1)), [0]),
        (((9, 1), (5, 1), (4, 1)), []),
        (((0, 1), (5, 1), (4, 1)), [1]),
    ],
)
@pytest.mark.rule("EVENT-08", "EVENT-10", "EVENT-13")
def test_barbarians(boards: tuple[tuple[int, int], ...], losers: list[int]) -> None:
    game = reveal("barbarians", *({"culture": c, "technologies": {"warriors": s}} for c, s in boards))
    assert [p for p in range(len(boards)) if board(game, p)["unused"] == 0] == losers


@pytest.mark.rule("DESTROY-02", "EVENT-09")
def test_border_conflict() -> None:
    game = reveal("border_conflict", *armed(1, 2, 1))
    assert (game.phase, game.player_to_move) == ("destroy_own", 2)
    assert texts(game) == ["destroy agriculture", "destroy bronze", "destroy philosophy"]
    play(game, "destroy bronze")
    assert (workers(game, "bronze", 2), board(game, 2)["unused"]) == (1, 2)
    assert [resources(game, p) for p in range(3)] == [0, 3, 0]


def test_border_conflict_spares_a_civilization_without_buildings() -> None:
    empty = {"agriculture": 0, "bronze": 0, "philosophy": 0, "warriors": 1}
    game = reveal("border_conflict", *armed(2), {"technologies": empty})
    assert (game.phase, resources(game)) == ("action", 3)


@pytest.mark.rule("SCORE-02")
@pytest.mark.parametrize(("before", "after"), [(9, 5), (4, 0), (3, 0)])
def test_crusades(before: int, after: int) -> None:
    game = reveal("crusades", *armed(2), {"culture": before})
    assert values(game, "culture") == [PREPARED + 4, after]


def test_cultural_influence() -> None:
    game = reveal("cultural_influence", {"technologies": {"religion": 2}}, {"technologies": {"drama": 3}})
    assert values(game, "culture") == [PREPARED + 2, 6]


@pytest.mark.rule("EVENT-13")
def test_foray_with_two_players() -> None:
    game = reveal("foray", *armed(1, 2))
    assert (game.phase, game.player_to_move) == ("mix", 1)
    assert texts(game) == [f"food {n} resources {3 - n}" for n in range(4)]
    play(game, "food 1 resources 2")
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(0, 0), (1, 2)]


@pytest.mark.rule("EVENT-07", "EVENT-08")
def test_foray_with_three_players() -> None:
    game = reveal("foray", *armed(1, 3, 1))
    assert game.player_to_move == 0
    play(game, "food 3 resources 0")
    assert game.player_to_move == 1
    play(game, "food 0 resources 3")
    assert [(food(game, p), resources(game, p)) for p in range(3)] == [(3, 0), (0, 3), (0, 0)]


def test_good_harvest() -> None:
    farms = {"technologies": {"irrigation": 2}, "yellow_bank": 12, "unused_workers": 2}
    game = reveal("good_harvest", farms, {})
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(2 + 4, 0), (2, 0)]


@pytest.mark.rule("EVENT-12")
@pytest.mark.parametrize(
    ("temples", "gainers"),
    [((0, 0), [0, 1]), ((1, 0), [0]), ((0, 2), [1]), ((1, 1, 0), [0, 1]), ((0, 1, 2), [2])],
)
def test_immigration(temples: tuple[int, ...], gainers: list[int]) -> None:
    game = reveal("immigration", *({"technologies": {"religion": n}} for n in temples))
    assert [p for p in range(len(temples)) if board(game, p)["unused"] == 2] == gainers
    assert [p for p in range(len(temples)) if board(game, p)["yellow_bank"] == 17] == gainers


def test_new_deposits() -> None:
    railroad = {"technologies": {"iron": 1}, "wonders": ["transcontinental_railroad"], "blue_bank": 6}
    game = reveal(
        "new_deposits", railroad, {"leader": "bill_gates", "technologies": {"computers": 1}}, age="III"
    )
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(0, 2 + 2 + 2), (0, 2 + 3)]


@pytest.mark.rule("POP-06")
def test_pestilence() -> None:
    game = reveal("pestilence", {}, {"unused_workers": 0})
    play(game, "lose worker agriculture")
    assert [sum(board(game, p)["workers"]) for p in (0, 1)] == [6, 5]
    assert [(board(game, p)["unused"], board(game, p)["yellow_bank"]) for p in (0, 1)] == [(0, 19), (0, 19)]


@pytest.mark.rule("EVENT-09", "EVENT-13")
def test_raiders_with_two_players() -> None:
    rich = {"technologies": stored(food=3, resources=3)}
    game = reveal("raiders", rich, rich)
    assert (game.phase, game.player_to_move) == ("mix", 1)
    assert texts(game) == ["food 0 resources 2", "food 1 resources 1", "food 2 resources 0"]
    play(game, "food 1 resources 1")
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(3, 3), (2, 2)]


def test_raiders_take_what_is_there_from_the_two_weakest() -> None:
    boards = [{"technologies": stored(food=1, resources=9, warriors=n)} for n in (2, 3, 1)]
    boards[2]["technologies"] = stored(food=1, resources=1)
    game = reveal("raiders", *boards)
    assert (game.player_to_move, texts(game)) == (0, ["food 0 resources 2", "food 1 resources 1"])
    play(game, "food 1 resources 1")
    assert [(food(game, p), resources(game, p)) for p in range(3)] == [(0, 8), (1, 9), (0, 0)]


def test_rats() -> None:
    game = reveal("rats", {"technologies": stored(food=4, resources=2)}, {"technologies": stored(food=1)})
    assert [(food(game, p), resources(game, p)) for p in (0, 1)] == [(0, 2), (0, 0)]
    assert values(game, "blue_bank") == [20, 17]


@pytest.mark.rule("EVENT-17")
@pytest.mark.parametrize(("bank", "left"), [(18, 4), (16, 2), (12, 0), (9, 0)])
def test_rebellion(bank: int, left: int) -> None:
    game = reveal("rebellion", {}, {"yellow_bank": bank}, {"yellow_bank": 16, "actions": {"civil_spent": 1}})
    assert [civil_actions(game, p) for p in range(3)] == [4, left, 1]
    assert board(game, 1)["ca_total"] == 4


@pytest.mark.rule("EVENT-09")
def test_reign_of_terror() -> None:
    game = reveal("reign_of_terror", *armed(1, 2, 1))
    assert values(game, "unused") == [1, 1, 0]


def test_scientific_breakthrough() -> None:
    game = reveal("scientific_breakthrough", {}, {"technologies": {"alchemy": 2}})
    assert values(game, "science") == [1, 5]


@pytest.mark.rule("TOKEN-12", "EVENT-08", "EVENT-09")
def test_uncertain_borders() -> None:
    game = reveal("uncertain_borders", {}, {}, {})
    assert values(game, "yellow_bank") == [19, 18, 17]
    assert values(game, "required") == [0, 0, 0]
    game = reveal("uncertain_borders", {}, {"yellow_bank": 17})
    assert values(game, "required") == [0, 1]


# -- Age II


@pytest.mark.rule("EVENT-12")
@pytest.mark.parametrize(
    ("banks", "culture", "blue_left"),
    [
        ((18, 18), [20, 20], [16, 16]),
        ((16, 18), [16, 20], [15, 16]),
        ((16, 16), [16, 16], [15, 15]),
        ((16, 12, 11), [16, 12, 12], [16, 15, 15]),
    ],
)
def test_civil_unrest(banks: tuple[int, ...], culture: list[int], blue_left: list[int]) -> None:
    game = reveal(
        "civil_unrest", *({"yellow_bank": n, "culture": 20 - (p == 0)} for p, n in enumerate(banks))
    )
    assert (values(game, "culture"), values(game, "blue_bank")) == (culture, blue_left)


@pytest.mark.rule("TOKEN-05")
def test_civil_unrest_takes_a_stored_token_from_an_empty_bank() -> None:
    loser = {"yellow_bank": 12, "blue_bank": 0, "technologies": stored(food=1, resources=1)}
    game = reveal("civil_unrest", {}, loser)
    assert (game.phase, game.player_to_move) == ("lose_blue", 1)
    play(game, "lose token bronze")
    assert (food(game, 1), resources(game, 1), board(game, 1)["blue_bank"]) == (1, 0, 0)


@pytest.mark.rule("EVENT-13")
@pytest.mark.parametrize(
    ("strengths", "science"),
    [
        ((1, 1), [6, 0]),
        ((1, 2), [0, 6]),
        ((1, 3, 2), [0, 6, 6]),
        ((1, 3, 1), [6, 6, 0]),
        ((4, 1, 1, 2), [6, 0, 0, 6]),
    ],
)
def test_cold_war(strengths: tuple[int, ...], science: list[int]) -> None:
    assert values(reveal("cold_war", *armed(*strengths)), "science") == science


@pytest.mark.rule("EVENT-13", "EVENT-09")
@pytest.mark.parametrize(
    ("strengths", "hit"),
    [((1, 1), [1]), ((1, 2), [0]), ((1, 3, 2), [0, 2]), ((1, 1, 1), [1, 2]), ((4, 1, 1, 2), [1, 2])],
)
def test_crime_wave(strengths: tuple[int, ...], hit: list[int]) -> None:
    boards = [{**mine, "culture": 10 - (p == 0)} for p, mine in enumerate(armed(*strengths))]
    game = reveal("crime_wave", *boards)
    assert values(game, "culture") == [7 if p in hit else 10 for p in range(len(strengths))]
    assert values(game, "blue_bank") == [15 if p in hit else 16 for p in range(len(strengths))]


def test_economic_progress() -> None:
    # Six of corruption, then two food, three eaten of the four, then two resources.
    mine = {"yellow_bank": 8, "blue_bank": 0, "culture": 9, "technologies": stored(food=3, resources=5)}
    game = reveal("economic_progress", {**mine, "unused_workers": 0}, {})
    assert (food(game), resources(game), board(game)["culture"]) == (1, 2, 9 + PREPARED)
    assert (food(game, 1), resources(game, 1), board(game, 1)["science"]) == (2, 2, 0)


def test_economic_progress_starves() -> None:
    mine = {"yellow_bank": 4, "culture": 19, "technologies": stored()}
    game = reveal("economic_progress", mine, {})
    assert (food(game), board(game)["culture"]) == (0, 20 - 2 * 4)


@pytest.mark.parametrize(("bank", "lost"), [(18, 0), (16, 1), (12, 1), (10, 2), (8, 2), (6, 3)])
def test_emigration(bank: int, lost: int) -> None:
    game = reveal("emigration", {}, {"yellow_bank": bank, "unused_workers": 5})
    assert (board(game, 1)["unused"], board(game, 1)["yellow_bank"]) == (5 - lost, bank + lost)


@pytest.mark.rule("LEADER-02")
def test_iconoclasm() -> None:
    leaders: list[Keys] = [{"leader": "joan_of_arc"}, {"leader": "james_cook"}, {"leader": "homer"}, {}]
    leaders[0]["actions"] = {"civil_spent": 2}
    game = reveal("iconoclasm", *leaders)
    assert [written(game, p).get("leader") for p in range(4)] == [None, "james_cook", None, None]
    assert (civil_actions(game), board(game)["ma_total"]) == (2, 2)
    last = reveal("iconoclasm", {"leader": "sid_meier"}, {}, age="IV", round=20, last_round=20)
    assert "leader" not in written(last)


@pytest.mark.rule("COLONY-19", "HAND-06")
def test_independence_declaration() -> None:
    weak = {"colonies": ["wealthy_territory_i", "inhabited_territory_i"]}
    game = reveal("independence_declaration", *armed(2), weak)
    assert (game.phase, game.player_to_move) == ("lose_colony", 1)
    assert sorted(texts(game)) == ["lose colony inhabited_territory_i", "lose colony wealthy_territory_i"]
    play(game, "lose colony inhabited_territory_i")
    assert written(game, 1)["colonies"] == ["wealthy_territory_i"]
    assert (board(game, 1)["yellow_bank"], board(game, 1)["blue_bank"]) == (16, 16)
    assert reveal("independence_declaration", *armed(2), {}).phase == "action"


@pytest.mark.rule("EVENT-08")
@pytest.mark.parametrize(("culture", "scored"), [((5, 6), 0), ((5, 7), 1), ((9, 6, 2), 0), ((4, 6, 6), 1)])
def test_national_pride(culture: tuple[int, ...], scored: int) -> None:
    game = reveal("national_pride", *({"culture": n} for n in culture))
    before = [n + (p == 0) for p, n in enumerate(culture)]
    assert values(game, "culture") == [n + 5 * (p == scored) for p, n in enumerate(before)]


def test_politics_of_strength() -> None:
    weak = {"military_hand": ["legion", "raid_i", "enslave", "spy"]}
    game = reveal("politics_of_strength", *armed(2), weak)
    assert (game.phase, game.player_to_move, board(game)["n_military"]) == ("discard", 1, 5)
    play(game, "discard legion", "discard enslave", "discard raid_i")
    assert (game.phase, board(game, 1)["n_military"]) == ("action", 1)


def test_politics_of_strength_takes_a_small_hand_whole() -> None:
    game = reveal("politics_of_strength", *armed(1, 2, 3), age="II")
    assert (game.phase, values(game, "n_military")) == ("action", [0, 0, 5])
    game = reveal("politics_of_strength", *armed(2), {"military_hand": ["legion", "raid_i"]})
    assert (game.phase, values(game, "n_military")) == ("action", [5, 0])


def test_politics_of_strength_in_age_four() -> None:
    weak = {"military_hand": ["legion", "raid_i"], "culture": 9}
    game = reveal("politics_of_strength", *armed(2), weak, age="IV", round=20, last_round=20)
    assert (values(game, "culture"), values(game, "n_military")) == ([PREPARED + 5, 6], [0, 2])


def test_popularization_of_science() -> None:
    game = reveal("popularization_of_science", {"technologies": {"alchemy": 1}}, {})
    assert (values(game, "culture"), values(game, "science")) == ([PREPARED + 3, 1], [0, 0])


@pytest.mark.parametrize(("arenas", "gained"), [(0, 0), (1, 4), (2, 8), (3, 8)])
def test_prosperity(arenas: int, gained: int) -> None:
    game = reveal("prosperity", {}, {"technologies": {"professional_sports": arenas}}, age="III")
    assert (food(game, 0), food(game, 1)) == (0, gained)


@pytest.mark.rule("CARDNOTE-21")
def test_ravages_of_time() -> None:
    mine = {"wonders": ["pyramids", "great_wall", "eiffel_tower"], "actions": {"civil_spent": 1}}
    game = reveal("ravages_of_time", mine, {"wonders": ["kremlin"]})
    assert (game.phase, game.player_to_move, texts(game)) == ("ruin", 0, ["ruin pyramids", "ruin great_wall"])
    play(game, "ruin pyramids")
    assert (game.phase, written(game)["ruins"], "ruins" in written(game, 1)) == (
        "action",
        ["pyramids"],
        False,
    )
    assert (board(game)["culture_rating"], board(game)["ca_total"], civil_actions(game)) == (2 + 1 + 4, 4, 4)


@pytest.mark.rule("CARDNOTE-21")
def test_a_ruin_is_not_ruined_again() -> None:
    mine = {"wonders": ["pyramids", "great_wall", "colossus"], "ruins": ["great_wall"]}
    game = reveal("ravages_of_time", mine, {"wonders": ["hanging_gardens"], "ruins": ["hanging_gardens"]})
    assert sorted(texts(game)) == ["ruin colossus", "ruin pyramids"]
    play(game, "ruin colossus")
    assert (game.phase, sorted(written(game)["ruins"])) == ("action", ["colossus", "great_wall"])


@pytest.mark.rule("SCORE-02", "POP-04", "POP-06")
def test_refugees() -> None:
    game = reveal("refugees", *armed(2), {"culture": 5})
    assert (values(game, "culture"), values(game, "unused")) == ([PREPARED + 3, 2], [2, 0])
    assert values(game, "yellow_bank") == [17, 19]
    game = reveal("refugees", *armed(2), {"culture": 1, "unused_workers": 0})
    assert (game.phase, game.player_to_move, board(game, 1)["culture"]) == ("lose_population", 1, 0)


@pytest.mark.rule("EVENT-10", "DESTROY-02")
def test_terrorism() -> None:
    towns = {"technologies": {"philosophy": 1, "religion": 1, "bronze": 2}}
    game = reveal(
        "terrorism", {**towns, "culture": 5}, {"culture": 0}, {**towns, "culture": 9}, {"culture": 9}
    )
    asked = []
    while game.phase == "destroy_other":
        asked.append((game.player_to_move, texts(game)))
        play(game, "destroy religion")
    assert asked == [(1, ["destroy philosophy", "destroy religion"])] * 2
    assert [(workers(game, "philosophy", p), workers(game, "religion", p)) for p in range(4)] == [
        (1, 0), (1, 0), (1, 0), (0, 0),
    ]  # fmt: skip
    assert values(game, "unused") == [2, 1, 2, 2]


@pytest.mark.rule("EVENT-09", "EVENT-10")
def test_the_current_player_tied_for_least_is_not_the_terrorist() -> None:
    # Both have 1 culture when the event is revealed.
    game = reveal("terrorism", {}, {"culture": 1})
    assert (workers(game, "philosophy", 0), workers(game, "philosophy", 1)) == (0, 1)


def test_terrorism_skips_civilizations_without_urban_buildings() -> None:
    game = reveal("terrorism", {"technologies": {"philosophy": 0}}, {})
    assert (game.phase, board(game)["unused"]) == ("action", 1)


@pytest.mark.rule("EVENT-16")
@pytest.mark.parametrize("event", ["development_of_science", "rats", "national_pride", "impact_of_wonders"])
def test_a_resolved_event_lies_in_the_past(event: str) -> None:
    game = reveal(event)
    assert game.to_position()["past_events"] == [event]
    assert event not in str(game.to_position().get("discards"))
