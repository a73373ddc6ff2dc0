"""EVENT: preparing, revealing and resolving events, and what each card does."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, end_turn, ids, play, position, texts, written

# The current player prepares this card (1 culture for Age I) to reveal the one under test.
PREPARED = "scientific_breakthrough"


def strong(n: int, **keys: Any) -> Keys:
    return {"technologies": {"warriors": n}} | keys


def reveal(event: str, *boards: Keys, current: int = 0, **keys: Any) -> Game:
    players = [dict(player) for player in boards]
    players[current]["military_hand"] = [PREPARED, *players[current].get("military_hand", [])]
    keys = {"age": "III", "current_events": [event], "round": 9, "current_player": current} | keys
    return play(position(players, **keys), f"prepare {PREPARED}")


def of(game: Game, key: str) -> list[int]:
    return [board(game, p)[key] for p in range(game.players)]


def goods(game: Game, p: int) -> tuple[int, int]:
    """Tokens on Agriculture and Bronze: food and resources."""
    blue = board(game, p)["blue"]
    return blue[0], blue[4]


def stored(food: int, resources: int, **more: int) -> dict[str, Any]:
    farms = {"workers": 2, "blue": food}
    mines = {"workers": 2, "blue": resources}
    return {"agriculture": farms, "bronze": mines} | more


# ---------------------------------------------------------------- preparing and revealing


@pytest.mark.rule("EVENT-01", "EVENT-02", "EVENT-03", "EVENT-06", "EVENT-16")
@pytest.mark.parametrize(
    ("card", "culture"),
    [
        ("rats", 1),
        ("vast_territory_i", 1),
        ("iconoclasm", 2),
        ("vast_territory_ii", 2),
        ("impact_of_wonders", 3),
    ],
)
def test_preparing_an_event(card: str, culture: int) -> None:
    events = ["development_of_science", "cold_war"]
    player = {"military_hand": [card, "legion"], "technologies": stored(2, 0)}
    game = position([player, {}], age="III", current_events=events, past_events=["development_of_crafts"])
    play(game, f"prepare {card}")
    now = game.to_position()
    assert written(game)["military_hand"] == ["legion"]
    assert of(game, "culture") == [culture, 0]
    assert now["future_events"] == [{"card": card, "known_to": [0], "by": 0}]
    assert now["current_events"] == ["cold_war"]
    assert now["past_events"] == ["development_of_crafts", "development_of_science"]
    assert of(game, "science") == [2, 2]
    assert goods(game, 0) == (2, 0)  # the card prepared now has no effect yet
    assert game.snapshot()["n_discard"] == [0, 0, 0, 0]


@pytest.mark.rule("EVENT-01")
def test_the_prepared_card_lies_on_top_of_the_future_events() -> None:
    game = position([{"military_hand": ["rats"]}, {}], age="I", future_events=["foray"])
    play(game, "prepare rats")
    assert ids(game, game.snapshot()["future_events"]) == ["foray", "rats"]


@pytest.mark.rule("EVENT-03", "COLONY-01")
def test_a_revealed_territory_is_auctioned() -> None:
    game = reveal("vast_territory_i", {}, {})
    assert (game.player_to_move, game.phase) == (0, "bid")


@pytest.mark.rule("EVENT-04", "EVENT-05", "EVENT-06")
def test_future_events_become_current_with_older_ages_on_top() -> None:
    future = ["cold_war", "impact_of_wonders", "rats", "impact_of_science", "foray", "iconoclasm"]
    orders = set()
    for seed in range(12):
        game = reveal("development_of_science", {}, {}, future_events=future, seed=seed)
        pile = ids(game, game.snapshot()["current_events"])[::-1]
        assert set(pile[:3]) == {"rats", "foray", PREPARED}
        assert set(pile[3:5]) == {"cold_war", "iconoclasm"}
        assert set(pile[5:]) == {"impact_of_wonders", "impact_of_science"}
        assert game.snapshot()["future_events"] == []
        orders |= {tuple(pile[:3])}
    assert len(orders) > 3


@pytest.mark.rule("EVENT-04")
def test_future_events_wait_while_current_ones_are_left() -> None:
    events = ["development_of_science", "cold_war"]
    game = reveal(events[0], {}, {}, current_events=events, future_events=["rats"])
    assert ids(game, game.snapshot()["current_events"]) == ["cold_war"]
    assert ids(game, game.snapshot()["future_events"]) == ["rats", PREPARED]


@pytest.mark.rule("EVENT-07")
def test_decisions_go_clockwise_from_the_player_who_revealed() -> None:
    game = reveal("development_of_markets", {}, {}, {}, current=1)
    for p, choice in ((1, "gain food"), (2, "gain resources"), (0, "gain food")):
        assert (game.player_to_move, game.phase) == (p, "food_or_resource")
        assert texts(game) == ["gain food", "gain resources"]
        play(game, choice)
    assert [goods(game, p) for p in range(3)] == [(2, 0), (2, 0), (0, 2)]
    assert (game.player_to_move, game.phase) == (1, "action")


# ---------------------------------------------------------------- comparisons


@pytest.mark.rule("EVENT-08", "EVENT-09", "EVENT-10")
@pytest.mark.parametrize(
    ("strengths", "current", "strongest", "weakest"),
    [
        ([1, 2, 3], 0, 2, 0),
        ([3, 2, 1], 1, 0, 2),
        ([2, 2, 2], 0, 0, 2),
        ([2, 2, 2], 1, 1, 0),
        ([2, 2, 2], 2, 2, 1),
        ([5, 5, 1], 1, 1, 2),
        ([5, 1, 5], 1, 2, 1),
        ([5, 1, 1], 1, 0, 2),
        ([1, 5, 1], 2, 1, 0),
        ([1, 1, 5, 5], 1, 2, 0),
    ],
)
def test_ties_are_broken_clockwise_from_the_current_player(
    strengths: list[int], current: int, strongest: int, weakest: int
) -> None:
    boards = [strong(n, culture=10) for n in strengths]
    game = reveal("crusades", *boards, current=current)
    expected = [10] * len(boards)
    expected[current] += 1
    expected[strongest] += 4
    expected[weakest] -= 4
    assert of(game, "culture") == expected


@pytest.mark.rule("EVENT-10", "EVENT-08", "EVENT-13")
@pytest.mark.parametrize(
    ("culture", "strengths", "current", "victim"),
    [
        # Most culture and among the two weakest of three.
        ([20, 10, 10], [1, 2, 3], 1, 0),
        ([20, 10, 10], [2, 1, 3], 1, 0),
        ([20, 10, 10], [3, 1, 2], 1, None),
        # Tied for the most culture: the current player suffers (one point comes from preparing).
        ([19, 20, 10], [1, 2, 3], 0, 0),
        ([20, 20, 9], [1, 2, 3], 2, 0),
        # Tied for strength with the second weakest: the one who sits later is weaker.
        ([10, 20, 10], [2, 2, 1], 0, 1),
        ([20, 10, 10], [2, 2, 1], 1, 0),
        ([20, 10, 10], [2, 2, 1], 0, None),
        # With two players only the weakest.
        ([20, 10], [1, 2], 1, 0),
        ([20, 10], [2, 1], 1, None),
        ([20, 10], [2, 2], 1, 0),
        ([20, 10], [2, 2], 0, None),
    ],
)
def test_barbarians(culture: list[int], strengths: list[int], current: int, victim: int | None) -> None:
    boards = [strong(n, culture=c) for n, c in zip(strengths, culture, strict=True)]
    game = reveal("barbarians", *boards, current=current)
    assert of(game, "unused") == [0 if p == victim else 1 for p in range(len(boards))]
    assert of(game, "yellow_bank") == [19 if p == victim else 18 for p in range(len(boards))]


@pytest.mark.rule("EVENT-10", "EVENT-09", "EVENT-07")
@pytest.mark.parametrize(
    ("culture", "current", "chooser", "targets"),
    [
        ([5, 4, 5], 0, 1, [0, 2]),
        ([5, 5, 5], 0, 2, [0, 1]),
        ([5, 5, 5], 1, 0, [1, 2]),
        ([5, 4, 9], 2, 1, [2, 0]),
    ],
)
def test_terrorism(culture: list[int], current: int, chooser: int, targets: list[int]) -> None:
    # A tied current player is not the least: preparing would break the tie anyway, so 1 less to start with.
    boards: list[Keys] = [{"culture": c, "technologies": {"religion": 1}} for c in culture]
    boards[current]["culture"] -= 1
    game = reveal("terrorism", *boards, current=current)
    for target in targets:
        assert (game.player_to_move, game.phase) == (chooser, "destroy_other")
        assert game.snapshot()["frames"][-1]["target"] == target
        assert texts(game) == ["destroy philosophy", "destroy religion"]
        play(game, "destroy religion")
        assert written(game, target)["technologies"]["religion"]["workers"] == 0
        assert board(game, target)["unused"] == 2
    assert written(game, chooser)["technologies"]["religion"]["workers"] == 1
    assert game.phase == "action"


@pytest.mark.rule("EVENT-12")
def test_immigration_goes_to_all_who_are_tied() -> None:
    happy = {"technologies": {"religion": 2}}
    assert of(reveal("immigration", happy, {}, happy), "unused") == [2, 1, 2]
    assert of(reveal("immigration", {}, {"leader": "homer"}, happy), "unused") == [1, 1, 2]
    # A tie at no happy face at all counts too.
    game = reveal("immigration", {}, {}, {})
    assert of(game, "unused") == [2, 2, 2]
    assert of(game, "yellow_bank") == [17, 17, 17]


@pytest.mark.rule("EVENT-12")
def test_civil_unrest_touches_only_the_discontent() -> None:
    unhappy = {"yellow_bank": 12, "unused_workers": 5, "culture": 20}  # two faces missing
    game = reveal("civil_unrest", unhappy | {"yellow_bank": 14}, unhappy, unhappy)
    assert of(game, "culture") == [20 + 1 - 4, 12, 12]
    assert of(game, "blue_bank") == [16, 15, 15]
    game = reveal("civil_unrest", {"culture": 20}, {"culture": 20})
    assert of(game, "culture") == [21, 20]
    assert of(game, "blue_bank") == [16, 16]
    # One discontent worker is enough to have the most.
    game = reveal("civil_unrest", unhappy | {"yellow_bank": 14}, {})
    assert of(game, "blue_bank") == [15, 16]


@pytest.mark.rule("EVENT-13", "RESIGN-08")
@pytest.mark.parametrize(
    ("strengths", "current", "first_two", "last_two"),
    [
        ([1, 2], 0, {1}, {0}),
        ([2, 2], 1, {1}, {0}),
        ([1, 2, 3], 0, {1, 2}, {0, 1}),
        ([2, 2, 2], 1, {1, 2}, {2, 0}),
        ([1, 2, 3, 4], 0, {2, 3}, {0, 1}),
        ([4, 4, 1, 1], 3, {0, 1}, {3, 2}),
        ([4, 4, 4, 4], 2, {2, 3}, {0, 1}),
    ],
)
def test_the_two_strongest_and_the_two_weakest(
    strengths: list[int], current: int, first_two: set[int], last_two: set[int]
) -> None:
    boards = [strong(n, culture=10) for n in strengths]
    game = reveal("cold_war", *boards, current=current)
    assert {p for p, science in enumerate(of(game, "science")) if science == 6} == first_two
    assert set(of(game, "science")) == {0, 6}
    game = reveal("crime_wave", *boards, current=current)
    assert {p for p, blue in enumerate(of(game, "blue_bank")) if blue == 15} == last_two
    lost = {p for p, culture in enumerate(of(game, "culture")) if culture == 7 + (p == current)}
    assert lost == last_two


@pytest.mark.rule("EVENT-13", "RESIGN-08")
def test_after_a_resignation_to_two_players_only_one_is_meant() -> None:
    boards = [strong(2), {"flags": ["resigned"]}, strong(3)]
    assert of(reveal("cold_war", *boards), "science") == [0, 0, 6]
    boards = [strong(2, culture=9), {"flags": ["resigned"]}, strong(3, culture=9), strong(4, culture=9)]
    assert of(reveal("cold_war", *boards), "science") == [0, 0, 6, 6]
    assert of(reveal("crime_wave", *boards), "culture") == [9 + 1 - 3, 0, 6, 9]


# ---------------------------------------------------------------- granted actions


@pytest.mark.rule("EVENT-14", "EVENT-07")
def test_granted_actions_cost_food_resources_or_science_but_no_actions() -> None:
    spent = {"actions": {"civil_spent": 4, "military_spent": 2}, "science": 5}
    player = spent | {"civil_hand": ["irrigation", "iron", "theocracy"], "technologies": stored(1, 2)}
    game = reveal("development_of_civilization", {"technologies": stored(0, 0)}, player)
    # Without anything to pay with there is nothing to choose.
    assert (game.player_to_move, game.phase) == (1, "development")
    assert set(texts(game)) == {
        "increase population",  # 2 - 1 food
        "build agriculture",  # 2 - 1 resources
        "build bronze",
        "build philosophy",  # 3 - 1 resources
        "build religion",
        "develop irrigation",  # 3 - 1 science
        "develop iron",  # 5 - 1
        "develop theocracy",  # 6 - 1
        "pass",  # no revolution: the civil actions are not all there
    }
    for move, changed in (
        ("increase population", {"unused": 2, "yellow_bank": 17, "blue_bank": 17}),
        ("build religion", {"unused": 0, "blue_bank": 18}),
        ("build bronze", {"unused": 0, "blue_bank": 17}),
        ("develop irrigation", {"science": 3}),
        ("develop theocracy", {"science": 0}),
        ("pass", {}),
    ):
        later = play(game.clone(), move)
        now, before = board(later, 1), board(game, 1)
        keys = ("unused", "yellow_bank", "blue_bank", "science", "ca_spent")
        assert {key: now[key] for key in keys if now[key] != before[key]} == changed
        assert (later.player_to_move, later.phase) == (0, "action")


@pytest.mark.rule("EVENT-15", "EVENT-14")
def test_a_granted_revolution_takes_all_civil_actions() -> None:
    revolt = {"civil_hand": ["monarchy"], "science": 1}
    game = reveal("development_of_civilization", {}, revolt)
    assert texts(game) == ["revolution monarchy", "pass"]
    play(game, "revolution monarchy")
    now = board(game, 1)
    assert (now["science"], now["ca_total"], now["ca_spent"], now["ma_spent"]) == (0, 5, 5, 0)
    # One civil action short, it is not possible.
    used = revolt | {"actions": {"civil_spent": 1, "military_spent": 0}}
    assert reveal("development_of_civilization", {}, used).phase == "action"


@pytest.mark.rule("EVENT-14", "BUILD-03")
@pytest.mark.parametrize(
    ("event", "card"), [("development_of_religion", "religion"), ("development_of_warfare", "warriors")]
)
def test_a_free_building(event: str, card: str) -> None:
    busy = {"unused_workers": 0}
    actions = {"actions": {"civil_spent": 4, "military_spent": 2}}
    game = reveal(event, busy, actions, {}, current=2)
    for p, move in ((2, "pass"), (1, f"build {card}")):
        assert (game.player_to_move, game.phase) == (p, "free_build")
        assert texts(game) == [f"build {card}", "pass"]
        play(game, move)
    assert game.phase == "action"
    start = 1 if card == "warriors" else 0
    workers = [written(game, p)["technologies"][card]["workers"] for p in range(3)]
    assert workers == [start, start + 1, start]
    assert of(game, "unused") == [0, 0, 1]
    assert of(game, "blue_bank") == [16, 16, 16]


@pytest.mark.rule("EVENT-14", "BUILD-03")
def test_a_free_building_respects_the_urban_limit() -> None:
    full = {"technologies": {"religion": 1, "theology": 1}}
    busy = {"unused_workers": 0}
    assert reveal("development_of_religion", full, busy).phase == "action"
    assert reveal("development_of_warfare", full, busy).phase == "free_build"


@pytest.mark.rule("EVENT-17")
def test_rebellion_takes_the_actions_of_the_coming_turn() -> None:
    one = {"yellow_bank": 14, "unused_workers": 3}
    two = {"yellow_bank": 12, "unused_workers": 3}
    game = reveal("rebellion", one, one, two | {"unused_workers": 9}, {"yellow_bank": 10})
    assert of(game, "ca_spent") == [2, 2, 4, 4]  # two for each, but never more than there are
    assert of(game, "ca_total") == [4, 4, 4, 4]
    play(game, "end turn")
    play(game, "pass")
    assert (game.player_to_move, board(game, 1)["ca_spent"]) == (1, 2)
    play(game, "end turn")
    assert board(game, 1)["ca_spent"] == 0


@pytest.mark.rule("EVENT-16")
def test_a_resolved_event_never_comes_back() -> None:
    game = reveal("development_of_science", {}, {}, age="I", military_deck=["legion", "phalanx", "raid_i"])
    for _ in range(4):
        end_turn(game)
    now = game.to_position()
    assert now["past_events"] == ["development_of_science"]
    deck = ids(game, game.snapshot()["military_deck"])
    assert "development_of_science" not in deck + now["current_events"]
    assert all("development_of_science" not in pile for pile in now.get("discards", {}).values())


# ---------------------------------------------------------------- the cards

RICH = {"technologies": stored(4, 4)}


@pytest.mark.rule("EVENT-03")
def test_events_that_give_everyone_the_same() -> None:
    game = reveal("development_of_agriculture", {}, {}, {})
    assert [goods(game, p) for p in range(3)] == [(2, 0)] * 3
    game = reveal("development_of_crafts", {}, {}, {})
    assert [goods(game, p) for p in range(3)] == [(0, 2)] * 3
    game = reveal("development_of_trade_routes", {}, {}, {})
    assert [goods(game, p) for p in range(3)] == [(1, 1)] * 3
    assert of(game, "science") == [1, 1, 1]
    assert of(reveal("development_of_science", {}, {}, {}), "science") == [2, 2, 2]
    game = reveal("development_of_settlement", {}, {"yellow_bank": 0}, {"yellow_bank": 1})
    assert of(game, "unused") == [2, 1, 2]
    assert of(game, "yellow_bank") == [17, 0, 0]
    assert of(game, "required")[2] == 8
    assert of(reveal("development_of_politics", {}, {}, {}), "n_military") == [3, 3, 3]


@pytest.mark.rule("EVENT-03")
def test_events_that_run_production() -> None:
    game = reveal("good_harvest", RICH, {})
    assert [goods(game, p) for p in range(2)] == [(6, 4), (2, 0)]
    game = reveal("new_deposits", RICH, {})
    assert [goods(game, p) for p in range(2)] == [(4, 6), (0, 2)]
    # Corruption 2 with 10 tokens in the bank, consumption 1 with 16 yellow ones.
    game = reveal("economic_progress", RICH | {"blue_bank": 10}, {"yellow_bank": 16})
    assert [goods(game, p) for p in range(2)] == [(6, 4), (1, 2)]
    assert of(game, "science") == [0, 0]
    assert goods(reveal("rats", RICH, {}, age="III"), 0) == (0, 4)


@pytest.mark.rule("EVENT-03")
def test_events_that_score_ratings() -> None:
    temple = {"technologies": {"religion": 2, "alchemy": 1}}  # culture 2, science 3, two happy faces
    assert of(reveal("cultural_influence", temple, {}), "culture") == [3, 0]
    game = reveal("popularization_of_science", temple, {})
    assert (of(game, "culture"), of(game, "science")) == ([4, 1], [0, 0])
    game = reveal("prosperity", temple, {})
    assert [goods(game, p) for p in range(2)] == [(2, 0), (0, 0)]
    hand = {"military_hand": ["rats"]}
    game = position([temple | hand, {}], age="I", current_events=["scientific_breakthrough"])
    play(game, "prepare rats")
    assert of(game, "science") == [3, 1]
    game = reveal("national_pride", {"culture": 4}, {"culture": 5}, {"culture": 4})
    assert of(game, "culture") == [10, 5, 4]  # tied by the point for preparing, the current player is ahead


@pytest.mark.rule("EVENT-03", "POP-06")
def test_population_is_lost_from_the_pool_first() -> None:
    game = reveal("pestilence", {}, {"unused_workers": 0}, {"unused_workers": 0})
    assert (game.player_to_move, game.phase) == (1, "lose_population")
    cards = ["agriculture", "bronze", "philosophy", "warriors"]
    assert texts(game) == [f"lose worker {card}" for card in cards]
    play(game, "lose worker warriors")
    assert game.player_to_move == 2
    play(game, "lose worker bronze")
    assert of(game, "yellow_bank") == [19, 19, 19]
    assert of(game, "unused") == [0, 0, 0]
    assert of(game, "strength") == [1, 0, 1]
    game = reveal("reign_of_terror", strong(2), strong(1), strong(3))
    assert of(game, "unused") == [1, 0, 1]


@pytest.mark.rule("EVENT-03")
def test_emigration_takes_half_of_the_discontent_rounded_up() -> None:
    workers = {"unused_workers": 9}
    game = reveal("emigration", workers | {"yellow_bank": 14}, workers | {"yellow_bank": 10}, workers)
    assert of(game, "unused") == [8, 7, 9]
    assert of(game, "yellow_bank") == [15, 12, 18]


@pytest.mark.rule("EVENT-03", "DESTROY-02")
def test_border_conflict() -> None:
    game = reveal("border_conflict", strong(2), strong(1), strong(3))
    assert goods(game, 2) == (0, 3)
    assert (game.player_to_move, game.phase) == (1, "destroy_own")
    assert texts(game) == ["destroy agriculture", "destroy bronze", "destroy philosophy"]
    play(game, "destroy bronze")
    assert written(game, 1)["technologies"]["bronze"]["workers"] == 1
    assert board(game, 1)["unused"] == 2


@pytest.mark.rule("EVENT-03", "EVENT-13")
def test_foray_and_raiders_are_mixes_of_the_owner() -> None:
    boards = [RICH | {"yellow_bank": 18}, strong(5), strong(6)]
    game = reveal("foray", *boards)
    for p in (1, 2):
        assert (game.player_to_move, game.phase) == (p, "mix")
        assert len(texts(game)) == 4
        play(game, "food 2 resources 1" if p == 1 else "food 0 resources 3")
    assert [goods(game, p) for p in range(3)] == [(4, 4), (2, 1), (0, 3)]
    poor = {"technologies": stored(0, 1, warriors=1)}
    game = reveal("raiders", RICH, poor, strong(9), strong(9))
    assert (game.player_to_move, game.phase) == (0, "mix")
    assert set(texts(game)) == {"food 0 resources 2", "food 1 resources 1", "food 2 resources 0"}
    play(game, "food 1 resources 1")
    # Whoever has less loses what there is; without a choice nobody is asked.
    assert [goods(game, p) for p in range(2)] == [(3, 3), (0, 0)]
    assert game.phase == "action"
    game = reveal("raiders", {}, {}, strong(9))
    assert game.phase == "action"


@pytest.mark.rule("EVENT-03", "TOKEN-12")
@pytest.mark.parametrize(("bank", "taken"), [(18, 1), (1, 1), (0, 0)])
def test_uncertain_borders(bank: int, taken: int) -> None:
    boards = [strong(1, yellow_bank=bank, unused_workers=9), strong(2), strong(3)]
    game = reveal("uncertain_borders", *boards)
    assert of(game, "yellow_bank") == [bank - taken, 18, 18 + taken]


@pytest.mark.rule("EVENT-03", "TOKEN-05")
def test_a_blue_token_is_lost_from_a_card_only_when_the_bank_is_empty() -> None:
    empty = {"blue_bank": 0, "technologies": stored(2, 1, warriors=1)}
    game = reveal("crime_wave", empty, strong(9), strong(9), strong(8))
    assert (game.player_to_move, game.phase) == (0, "lose_blue")
    assert texts(game) == ["lose token agriculture", "lose token bronze"]
    play(game, "lose token agriculture")
    assert goods(game, 0) == (1, 1)
    assert (board(game, 0)["blue_bank"], board(game, 3)["blue_bank"]) == (0, 15)


@pytest.mark.rule("EVENT-03", "AGE-23")
def test_iconoclasm_removes_leaders_of_other_ages() -> None:
    boards = [{"leader": "julius_caesar"}, {"leader": "sid_meier"}, {}, {"leader": "isaac_newton"}]
    game = reveal("iconoclasm", *boards)
    assert [written(game, p).get("leader") for p in range(4)] == [None, "sid_meier", None, None]
    assert board(game, 0)["ma_total"] == 2
    game = reveal("iconoclasm", boards[0], boards[3], age="II")
    assert [written(game, p).get("leader") for p in range(2)] == [None, "isaac_newton"]


@pytest.mark.rule("EVENT-03", "COLONY-19", "HAND-06")
def test_the_weakest_gives_up_a_colony() -> None:
    colonies = {"colonies": ["vast_territory_i", "historic_territory_i"], "yellow_bank": 21, "blue_bank": 15}
    game = reveal("independence_declaration", strong(1) | colonies, strong(2))
    assert texts(game) == ["lose colony historic_territory_i", "lose colony vast_territory_i"]
    play(game, "lose colony vast_territory_i")
    now = board(game, 0)
    assert written(game, 0)["colonies"] == ["historic_territory_i"]
    assert (now["yellow_bank"], now["blue_bank"]) == (18, 16)
    assert ids(game, game.snapshot()["discard"][1]) == ["vast_territory_i"]
    # Without a colony nothing happens.
    assert reveal("independence_declaration", strong(1), strong(2) | colonies).phase == "action"


@pytest.mark.rule("EVENT-03", "AGE-19")
def test_politics_of_strength() -> None:
    hand = {"military_hand": ["legion", "phalanx", "raid_i", "spy"]}
    game = reveal("politics_of_strength", strong(3), strong(2), strong(1) | hand)
    assert board(game, 0)["n_military"] == 5
    assert (game.player_to_move, game.phase) == (2, "discard")
    play(game, "discard legion", "discard phalanx", "discard raid_i")
    assert board(game, 2)["n_military"] == 1
    # With fewer cards all of them go, and nobody is asked.
    game = reveal("politics_of_strength", strong(3), strong(1) | {"military_hand": ["legion", "spy"]})
    assert board(game, 1)["n_military"] == 0
    assert game.phase == "action"
    # In Age IV culture changes instead.
    keys: dict[str, Any] = {"age": "IV", "last_round": 9}
    weak = strong(1, culture=9) | hand
    game = reveal("politics_of_strength", strong(3), strong(2), weak, **keys)
    assert of(game, "culture") == [1 + 5, 0, 6]
    assert of(game, "n_military") == [0, 0, 4]


@pytest.mark.rule("EVENT-03", "POP-04", "POP-06")
def test_refugees() -> None:
    game = reveal("refugees", strong(2, culture=9), strong(1, culture=9), strong(3, culture=9))
    assert of(game, "culture") == [10, 6, 12]
    assert of(game, "unused") == [1, 0, 2]
    assert of(game, "yellow_bank") == [18, 19, 17]


@pytest.mark.rule("EVENT-03")
def test_ravages_of_time() -> None:
    boards: list[Keys] = [
        {"wonders": ["hanging_gardens", "taj_mahal", "kremlin"], "blue_bank": 17},
        {"wonders": ["eiffel_tower"]},
        {"wonders": ["pyramids"]},
    ]
    game = reveal("ravages_of_time", *boards)
    assert (game.player_to_move, game.phase) == (0, "ruin")
    assert texts(game) == ["ruin hanging_gardens", "ruin taj_mahal"]
    play(game, "ruin taj_mahal")
    assert board(game, 0)["blue_bank"] == 16
    assert board(game, 0)["culture_rating"] == 1 + 2 + 2
    assert written(game, 0)["ruins"] == ["taj_mahal"]
    # Player 1 has only a wonder of Age II; player 2 has no choice.
    assert "ruins" not in written(game, 1)
    assert written(game, 2)["ruins"] == ["pyramids"]
    assert board(game, 2)["ca_total"] == 4


@pytest.mark.rule("EVENT-03", "POLITICS-01")
def test_international_agreement_gives_up_the_next_politics_only_if_cards_are_taken() -> None:
    row = ["oil", "rockets", "tanks", "computers", "movies", "multimedia", *[None] * 7]
    game = reveal("international_agreement", strong(1), strong(2), row=row, civil_deck=20)
    assert (game.player_to_move, game.phase) == (1, "take_cards")
    declined = play(game.clone(), "done")
    assert "flags" not in written(declined, 1)
    assert ids(declined, declined.snapshot()["row"])[:6] == row[:6]  # nothing is cleared
    assert len(ids(declined, declined.snapshot()["row"])) == 13
    play(game, "take multimedia", "take oil", "take rockets")
    assert set(texts(game)) == {"take tanks", "take computers", "take movies", "done"}
    play(game, "take tanks")
    assert written(game, 1)["civil_hand"] == ["oil", "multimedia", "tanks", "rockets"]
    assert board(game, 1)["ca_spent"] == 0
    assert written(game, 1)["flags"] == ["skips_politics"]
    assert ids(game, game.snapshot()["row"])[:2] == ["computers", "movies"]
    assert (game.player_to_move, game.phase) == (0, "action")


@pytest.mark.rule("EVENT-10", "EVENT-03")
def test_terrorism_reaches_urban_buildings_of_every_level_and_nothing_else() -> None:
    rival = {"culture": 9, "technologies": {"philosophy": 0, "movies": 1, "alchemy": 1, "oil": 2, "tanks": 1}}
    game = reveal("terrorism", {}, rival)
    assert texts(game) == ["destroy alchemy", "destroy movies"]
    # A single building leaves no choice, and none at all nothing to do.
    game = reveal("terrorism", {}, {"culture": 9})
    assert board(game, 1)["unused"] == 2
    assert reveal("terrorism", {}, {"culture": 9, "technologies": {"philosophy": 0}}).phase == "action"


BARE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "warriors": 0}


@pytest.mark.rule("EVENT-03", "POP-06")
def test_a_loss_that_finds_nothing_is_over() -> None:
    nobody = {"technologies": BARE, "unused_workers": 0}
    game = reveal("pestilence", {}, nobody)
    assert (game.phase, board(game, 1)["yellow_bank"]) == ("action", 18)
    assert reveal("border_conflict", strong(2), {"technologies": BARE}).phase == "action"
    game = reveal("crime_wave", strong(2), {"blue_bank": 0, "culture": 9})
    assert (game.phase, board(game, 1)["culture"]) == ("action", 6)
    # Unused workers go first, and only the rest is chosen.
    few = {"unused_workers": 1, "yellow_bank": 10}  # three discontent: two leave
    game = reveal("emigration", {}, few)
    assert (game.player_to_move, game.phase, board(game, 1)["unused"]) == (1, "lose_population", 0)
    play(game, "lose worker bronze")
    assert (game.phase, board(game, 1)["yellow_bank"]) == ("action", 12)


@pytest.mark.rule("EVENT-03", "POP-06")
def test_units_and_arenas_may_be_lost_with_the_population() -> None:
    player = {"unused_workers": 0, "technologies": BARE | {"team_sports": 1, "rockets": 1, "oil": 1}}
    game = reveal("pestilence", {}, player)
    assert texts(game) == ["lose worker oil", "lose worker team_sports", "lose worker rockets"]
    play(game, "lose worker team_sports")
    assert (board(game, 1)["happiness"], board(game, 1)["strength"]) == (0, 5)


@pytest.mark.rule("EVENT-11", "END-GAME-04")
@pytest.mark.parametrize(("start", "scores"), [(0, [14, 7, 0]), (1, [0, 14, 7]), (2, [7, 0, 14])])
def test_at_the_end_the_starting_player_counts_as_current(start: int, scores: list[int]) -> None:
    last = (start + 2) % 3
    events = {"current_events": ["impact_of_strength"], "round": 12, "last_round": 12}
    game = position(3, age="IV", starting_player=start, current_player=last, stage="action", **events)
    play(game, "end turn")
    assert game.is_over
    assert game.scores == scores
