"""AGGR: aggressions, the defence against them and what they bring."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, ids, play, position, texts, written

COSTS = {
    "enslave": 2,
    "plunder_i": 1,
    "raid_i": 1,
    "annex": 2,
    "infiltrate": 2,
    "plunder_ii": 1,
    "raid_ii": 2,
    "spy": 1,
    "armed_intervention": 2,
    "plunder_iii": 1,
    "raid_iii": 3,
}


def strong(n: int, **keys: Any) -> Keys:
    return {"technologies": {"warriors": n} | keys.pop("technologies", {})} | keys


def table(card: str, own: int, *rivals: Keys, attacker: Keys | None = None, **keys: Any) -> Game:
    """Player 0 holds the card and is as strong as stated, with five military actions."""
    player = strong(own, government="communism", military_hand=[card]) | (attacker or {})
    return position([player, *rivals], **({"age": "III", "round": 8} | keys))


def aggressions(game: Game) -> list[str]:
    return [move for move in texts(game) if move.startswith("aggression ")]


def attacked(card: str, rival: Keys, own: int = 9, **keys: Any) -> Game:
    return play(table(card, own, rival, **keys), f"aggression {card} vs 1")


def discarded(game: Game) -> list[str]:
    return [card for pile in game.snapshot()["discard"] for card in ids(game, pile)]


def goods(game: Game, p: int) -> tuple[int, int]:
    blue = board(game, p)["blue"]
    return blue[0], blue[4]


def stored(food: int, resources: int) -> dict[str, Any]:
    return {"agriculture": {"workers": 2, "blue": food}, "bronze": {"workers": 2, "blue": resources}}


# ---------------------------------------------------------------- who may be attacked


@pytest.mark.rule("AGGR-01", "AGGR-13")
@pytest.mark.parametrize(("card", "cost"), COSTS.items())
def test_an_aggression_needs_and_spends_its_military_actions(card: str, cost: int) -> None:
    for left, legal in ((cost, True), (cost - 1, False)):
        actions = {"actions": {"civil_spent": 0, "military_spent": 5 - left}}
        rival = {"leader": "sid_meier", "colonies": ["vast_territory_i"]}
        game = table(card, 9, rival, {"unfinished": {"wonder": "kremlin", "stages": 0}}, attacker=actions)
        assert aggressions(game) == ([f"aggression {card} vs {q}" for q in (1, 2)] if legal else [])
        if legal:
            play(game, f"aggression {card} vs 1")
            assert board(game)["ma_spent"] == 5
            assert written(game)["military_hand"] == []


@pytest.mark.rule("AGGR-02")
@pytest.mark.parametrize(("own", "rival", "legal"), [(3, 2, True), (3, 3, False), (3, 4, False)])
def test_the_attacker_has_to_be_stronger(own: int, rival: int, legal: bool) -> None:
    assert bool(aggressions(table("raid_i", own, strong(rival)))) == legal


@pytest.mark.rule("AGGR-03")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("rival", "legal"), [(4, True), (5, False)])
def test_open_borders_strengthen_the_attacker(owner: int, rival: int, legal: bool) -> None:
    pact = {"pact": {"card": "open_borders_agreement", "partner": 1 - owner}}
    boards = [pact if owner == 0 else {}, strong(rival) | (pact if owner == 1 else {}), strong(4)]
    game = table("spy", 3, *boards[1:], attacker=boards[0])
    assert aggressions(game) == ([f"aggression spy vs {1}"] if legal else [])
    if legal:
        play(game, "aggression spy vs 1")
        assert written(game, owner)["pact"]["card"] == "open_borders_agreement"


@pytest.mark.rule("AGGR-04", "AGGR-06")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("own", "rival", "legal"), [(4, 3, True), (3, 3, False)])
def test_pacts_that_end_on_attack_do_not_count(owner: int, own: int, rival: int, legal: bool) -> None:
    for card, side in (("military_alliance", "A"), ("promise_of_military_protection", "A")):
        pact = {"pact": {"card": card, "partner": 1 - owner, "side": side}}
        defender = strong(rival, science=9, military_hand=["military_bonus_i"]) | (pact if owner else {})
        game = table("spy", own, defender, {}, attacker=None if owner else pact)
        assert ("aggression spy vs 1" in aggressions(game)) == legal
        if not legal:
            continue
        play(game, "aggression spy vs 1")
        # The pact is gone before the defence.
        assert game.phase == "defend"
        assert "pact" not in written(game, owner)
        assert discarded(game) == [card]
        now = game.snapshot()
        assert (now["attack_strength"], now["defence_strength"]) == (own, rival)


@pytest.mark.rule("AGGR-04")
def test_pacts_with_others_do_count() -> None:
    ally = {"pact": {"card": "military_alliance", "partner": 1}}
    assert aggressions(table("spy", 4, strong(3), strong(1) | ally)) == []
    ally = {"pact": {"card": "military_alliance", "partner": 0}}
    assert aggressions(table("spy", 2, strong(3), strong(2) | ally)) == ["aggression spy vs 1"]


@pytest.mark.rule("AGGR-05")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("card", ["peace_treaty", "acceptance_of_supremacy", "loss_of_sovereignty"])
def test_a_pact_can_forbid_attacks(owner: int, card: str) -> None:
    pact = {"pact": {"card": card, "partner": 1 - owner}}
    game = table("raid_i", 9, pact if owner else {}, {}, attacker=None if owner else pact)
    assert aggressions(game) == ["aggression raid_i vs 2"]


@pytest.mark.rule("AGGR-05")
def test_pacts_of_other_players_do_not_forbid_attacks() -> None:
    game = table("raid_i", 9, {"pact": {"card": "loss_of_sovereignty", "partner": 2}}, {})
    assert aggressions(game) == ["aggression raid_i vs 1", "aggression raid_i vs 2"]


@pytest.mark.rule("AGGR-05", "AGGR-01")
def test_a_pacifist_neither_attacks_nor_is_attacked_at_the_usual_price() -> None:
    assert aggressions(table("spy", 9, {}, attacker={"leader": "mahatma_gandhi"})) == []
    gandhi = {"leader": "mahatma_gandhi"}
    assert aggressions(table("raid_iii", 9, gandhi)) == []  # 6 military actions, there are 5
    game = play(table("raid_ii", 9, gandhi), "aggression raid_ii vs 1")
    assert board(game)["ma_spent"] == 4


@pytest.mark.rule("AGGR-01")
def test_nobody_who_has_resigned_is_attacked() -> None:
    assert aggressions(table("raid_i", 9, {"flags": ["resigned"]}, {})) == ["aggression raid_i vs 2"]


@pytest.mark.rule("AGGR-16")
def test_aggressions_are_allowed_to_the_very_end() -> None:
    game = table("spy", 9, {"science": 9}, age="IV", round=12, last_round=12)
    play(game, "aggression spy vs 1")
    assert board(game)["science"] == 5


# ---------------------------------------------------------------- defence


@pytest.mark.rule("AGGR-07", "AGGR-10", "AGGR-13", "AGGR-15")
@pytest.mark.parametrize(
    ("bonus", "value"), [("military_bonus_i", 2), ("military_bonus_ii", 4), ("military_bonus_iii", 6)]
)
def test_bonus_cards_in_defence(bonus: str, value: int) -> None:
    # Exactly enough: the strengths are equal and the aggression fails.
    rival = strong(1, military_hand=[bonus], science=9)
    game = attacked("spy", rival, own=1 + value)
    assert (game.player_to_move, game.phase) == (1, "defend")
    assert f"defend {bonus}" in texts(game)
    play(game, f"defend {bonus}")
    assert board(game, 1)["science"] == 9
    assert board(game, 0)["ma_spent"] == 1
    assert sorted(discarded(game)) == sorted([bonus, "spy"])
    assert (game.player_to_move, game.phase) == (0, "action")
    # One short: nothing may be played at all.
    game = attacked("spy", rival, own=2 + value)
    assert texts(game) == ["pass"]
    play(game, "pass")
    assert board(game, 1)["science"] == 4
    assert board(game, 1)["n_military"] == 1


@pytest.mark.rule("AGGR-08", "AGGR-11", "AGGR-15", "HIDDEN-04")
def test_any_card_may_be_discarded_face_down() -> None:
    rival = strong(1, military_hand=["legion", "military_bonus_iii"], science=9)
    game = attacked("spy", rival, own=3)
    # Two more are needed: the bonus card alone, or both cards.
    assert set(texts(game)) == {"defend military_bonus_iii", "discard legion", "pass"}
    play(game, "discard legion")
    assert set(texts(game)) == {"defend military_bonus_iii", "discard military_bonus_iii"}
    play(game, "discard military_bonus_iii")
    assert board(game, 1)["science"] == 9
    assert board(game, 1)["n_military"] == 0
    seen = game.to_position(observer=0)["discards"]
    assert seen["I"] == [{"age": "I", "by": 1}]
    assert seen["III"] == [{"age": "III", "by": 1}]
    assert seen["II"] == ["spy"]


@pytest.mark.rule("AGGR-15", "HIDDEN-07", "HAND-06")
def test_bonus_cards_used_are_seen_by_all() -> None:
    rival = strong(1, military_hand=["military_bonus_i", "military_bonus_ii"])
    game = attacked("spy", rival, own=7)
    play(game, "defend military_bonus_i", "defend military_bonus_ii")
    seen = game.to_position(observer=0)["discards"]
    assert seen == {"I": ["military_bonus_i"], "II": ["military_bonus_ii", "spy"]}


@pytest.mark.rule("AGGR-09")
def test_the_defence_is_limited_by_the_total_of_military_actions() -> None:
    hand = ["legion", "phalanx", "medieval_army"]
    spent = {"actions": {"civil_spent": 0, "military_spent": 2}}
    rival = strong(1, military_hand=hand) | spent
    # Two military actions in all, spent or not: two cards.
    game = attacked("spy", rival, own=3)
    assert "discard legion" in texts(game)
    play(game, "discard legion", "discard medieval_army")
    assert texts(game) == ["done"]
    assert play(game, "done").phase == "action"
    assert texts(attacked("spy", rival, own=4)) == ["pass"]
    # A third military action allows a third card.
    game = attacked("spy", rival | {"government": "monarchy"}, own=4)
    play(game, "discard legion", "discard medieval_army", "discard phalanx")
    assert discarded(game)[-1] == "spy"
    assert texts(attacked("spy", rival | {"government": "monarchy"}, own=5)) == ["pass"]


@pytest.mark.rule("AGGR-10", "AGGR-11")
def test_more_than_needed_may_be_played() -> None:
    rival = strong(1, military_hand=["military_bonus_i", "military_bonus_ii"])
    game = attacked("spy", rival, own=3)
    play(game, "defend military_bonus_i")
    assert set(texts(game)) == {"defend military_bonus_ii", "discard military_bonus_ii", "done"}
    play(game, "done")
    assert written(game, 1)["military_hand"] == ["military_bonus_ii"]


@pytest.mark.rule("AGGR-11")
def test_only_sufficient_defences_are_offered() -> None:
    hand = ["military_bonus_i", "military_bonus_i", "military_bonus_ii"]
    # Two cards: 2 + 4 suffice for 6, two small ones do not.
    game = attacked("spy", strong(1, military_hand=hand), own=7)
    assert set(texts(game)) == {"defend military_bonus_i", "pass"}
    play(game, "defend military_bonus_i")
    assert texts(game) == ["defend military_bonus_ii"]
    # For 4 the big one may come alone or after a small one.
    game = attacked("spy", strong(1, military_hand=hand), own=5)
    assert set(texts(game)) == {
        "defend military_bonus_i",
        "discard military_bonus_i",
        "defend military_bonus_ii",
        "pass",
    }
    # For 3 two small ones do as well, the second of them even face down.
    game = play(attacked("spy", strong(1, military_hand=hand), own=4), "defend military_bonus_i")
    assert set(texts(game)) == {
        "defend military_bonus_i",
        "discard military_bonus_i",
        "defend military_bonus_ii",
        "discard military_bonus_ii",
    }
    # A card put down face down is not followed by its twin as a bonus: that is the same set in another order.
    game = play(attacked("spy", strong(1, military_hand=hand), own=3), "discard military_bonus_i")
    assert set(texts(game)) == {
        "discard military_bonus_i",
        "defend military_bonus_ii",
        "discard military_bonus_ii",
    }


@pytest.mark.rule("AGGR-11", "AGGR-12")
def test_a_rival_may_let_it_happen() -> None:
    rival = strong(1, military_hand=["military_bonus_iii"], science=9)
    game = play(attacked("spy", rival, own=3), "pass")
    assert [board(game, p)["science"] for p in range(2)] == [5, 4]
    assert written(game, 1)["military_hand"] == ["military_bonus_iii"]
    assert discarded(game) == ["spy"]


@pytest.mark.rule("AGGR-11")
def test_a_rival_without_cards_is_not_asked() -> None:
    assert attacked("spy", strong(1)).phase == "action"


@pytest.mark.rule("AGGR-14")
def test_the_attacker_adds_nothing() -> None:
    cards = ["spy", "military_bonus_iii"]
    rival = strong(1, military_hand=["military_bonus_i"], science=9)
    game = table("spy", 3, rival, attacker={"military_hand": cards})
    play(game, "aggression spy vs 1", "defend military_bonus_i")
    assert game.phase == "action"
    assert board(game, 1)["science"] == 9
    assert written(game)["military_hand"] == ["military_bonus_iii"]


# ---------------------------------------------------------------- effects


@pytest.mark.rule("AGGR-12", "SCORE-05")
@pytest.mark.parametrize(
    ("card", "points", "most"), [("spy", "science", 5), ("armed_intervention", "culture", 7)]
)
def test_points_that_change_hands(card: str, points: str, most: int) -> None:
    for held, taken in ((20, most), (most, most), (most - 1, most - 1), (0, 0)):
        game = attacked(card, {points: held}, attacker={points: 3})
        assert [board(game, p)[points] for p in range(2)] == [3 + taken, held - taken]


@pytest.mark.rule("AGGR-12", "POP-06")
def test_enslave() -> None:
    game = attacked("enslave", {"unused_workers": 0, "technologies": stored(3, 3)})
    assert goods(game, 0) == (2, 2)
    assert (game.player_to_move, game.phase) == (1, "lose_population")
    play(game, "lose worker philosophy")
    assert board(game, 1)["yellow_bank"] == 19
    assert goods(game, 1) == (3, 3)
    game = attacked("enslave", {})
    assert (board(game, 1)["unused"], board(game, 1)["yellow_bank"]) == (0, 19)


def mixes(amount: int, food: int, resources: int) -> set[str]:
    """All ways to take up to that many in all."""
    return {
        f"food {f} resources {r}" for f in range(food + 1) for r in range(resources + 1) if f + r <= amount
    }


@pytest.mark.rule("AGGR-12", "AGGR-17", "PAY-19")
@pytest.mark.parametrize(("card", "amount"), [("plunder_i", 3), ("plunder_ii", 5), ("plunder_iii", 7)])
def test_plunder(card: str, amount: int) -> None:
    game = attacked(card, {"technologies": stored(9, 9)})
    assert (game.player_to_move, game.phase) == (0, "plunder")
    assert set(texts(game)) == mixes(amount, 9, 9)
    play(game, f"food 1 resources {amount - 1}")
    assert [goods(game, p) for p in range(2)] == [(1, amount - 1), (8, 9 - (amount - 1))]


@pytest.mark.rule("AGGR-17", "AGGR-18")
def test_plunder_takes_no_more_than_there_is() -> None:
    game = attacked("plunder_ii", {"technologies": stored(2, 4)})
    assert set(texts(game)) == mixes(5, 2, 4)
    play(game, "food 2 resources 3")
    assert [goods(game, p) for p in range(2)] == [(2, 3), (0, 1)]
    game = attacked("plunder_ii", {"technologies": stored(1, 1)})
    assert set(texts(game)) == mixes(2, 1, 1)
    play(game, "food 0 resources 1")
    assert [goods(game, p) for p in range(2)] == [(0, 1), (1, 0)]
    # Of one kind alone, and of nothing.
    assert set(texts(attacked("plunder_i", {"technologies": stored(0, 5)}))) == mixes(3, 0, 5)
    assert attacked("plunder_ii", {}).phase == "action"


RAIDS: list[tuple[str, dict[str, int], list[list[str]], int]] = [
    # card, urban buildings of the rival, what is offered at each choice (the last of each is taken), gain
    ("raid_i", {"philosophy": 1, "religion": 1}, [["philosophy", "religion"]], 2),
    ("raid_i", {"philosophy": 1, "alchemy": 1, "scientific_method": 1}, [["philosophy", "alchemy"]], 3),
    (
        "raid_ii",
        {"philosophy": 1, "scientific_method": 1, "computers": 1},
        [["philosophy", "scientific_method"]],
        6,
    ),
    (
        "raid_ii",
        {"philosophy": 2, "religion": 2},
        [["philosophy", "religion"], ["philosophy", "religion"]],
        3,
    ),
    (
        "raid_ii",
        {"alchemy": 1, "scientific_method": 2, "drama": 1},
        [["alchemy", "scientific_method", "drama"], ["alchemy"]],
        5,
    ),
    (
        "raid_iii",
        {"philosophy": 0, "alchemy": 1, "computers": 2, "scientific_method": 1},
        [["alchemy", "scientific_method", "computers"], ["alchemy", "scientific_method"]],
        10,
    ),
]


@pytest.mark.rule("AGGR-12", "AGGR-17", "DESTROY-02")
@pytest.mark.parametrize(("card", "buildings", "choices", "gain"), RAIDS)
def test_raids(card: str, buildings: dict[str, int], choices: list[list[str]], gain: int) -> None:
    # Printed costs count: the construction technology of the rival changes nothing.
    technologies = {"philosophy": 0} | buildings
    game = attacked(card, {"technologies": technologies, "specials": ["engineering"]})
    destroyed = 0
    for offered in choices:
        if len(offered) > 1:
            assert (game.player_to_move, game.phase) == (0, "destroy_other")
            assert texts(game) == [f"destroy {building}" for building in offered]
            play(game, f"destroy {offered[-1]}")
        destroyed += 1
    assert game.phase == "action"
    if card == "raid_ii" and "computers" in buildings:
        destroyed += 1  # the remaining Philosophy leaves no choice
    assert board(game, 1)["unused"] == 1 + destroyed
    assert goods(game, 0)[1] == gain


@pytest.mark.rule("AGGR-18")
def test_a_raid_on_nothing_has_no_effect() -> None:
    game = attacked("raid_i", {"technologies": {"philosophy": 0, "scientific_method": 1}})
    assert game.phase == "action"
    assert goods(game, 0) == (0, 0)
    assert discarded(game) == ["raid_i"]


@pytest.mark.rule("AGGR-12", "AGGR-17", "COLONY-19")
def test_annex() -> None:
    colonies = ["vast_territory_i", "historic_territory_i"]
    game = attacked("annex", {"colonies": colonies, "yellow_bank": 21, "blue_bank": 15})
    assert (game.player_to_move, game.phase) == (0, "annex")
    assert texts(game) == ["annex historic_territory_i", "annex vast_territory_i"]
    play(game, "annex vast_territory_i")
    assert [written(game, p)["colonies"] for p in range(2)] == [
        ["vast_territory_i"],
        ["historic_territory_i"],
    ]
    assert [board(game, p)["yellow_bank"] for p in range(2)] == [21, 18]
    assert [board(game, p)["blue_bank"] for p in range(2)] == [15, 16]
    assert goods(game, 0) == (0, 0)  # the immediate effect is not repeated
    assert attacked("annex", {}).phase == "action"


@pytest.mark.rule("AGGR-12", "AGGR-17")
@pytest.mark.parametrize(
    ("leader", "culture"), [("homer", 0), ("joan_of_arc", 3), ("isaac_newton", 6), ("sid_meier", 9)]
)
def test_infiltrate_a_leader(leader: str, culture: int) -> None:
    unfinished = {"unfinished": {"wonder": "great_wall", "stages": 2}, "blue_bank": 14}
    game = attacked("infiltrate", {"leader": leader} | unfinished)
    assert (game.player_to_move, game.phase) == (0, "infiltrate")
    assert texts(game) == [f"remove {leader}", "remove great_wall"]
    wonder = play(game.clone(), "remove great_wall")
    assert board(wonder, 0)["culture"] == 3
    assert board(wonder, 1)["blue_bank"] == 16
    assert "unfinished" not in written(wonder, 1)
    play(game, f"remove {leader}")
    assert board(game, 0)["culture"] == culture
    assert "leader" not in written(game, 1)
    assert board(game, 1)["blue_bank"] == 14


@pytest.mark.rule("AGGR-18")
def test_infiltrate_needs_a_leader_or_an_unfinished_wonder() -> None:
    leader, wonder = {"leader": "homer"}, {"unfinished": {"wonder": "kremlin", "stages": 0}}
    game = table("infiltrate", 9, leader, {"wonders": ["pyramids"]}, wonder)
    assert aggressions(game) == ["aggression infiltrate vs 1", "aggression infiltrate vs 3"]
    # Everything else may be played on a rival who has nothing.
    for card in sorted(set(COSTS) - {"infiltrate"}):
        rival = {"technologies": {"philosophy": 0}}
        assert aggressions(table(card, 9, rival)) == [f"aggression {card} vs 1"]
        assert play(table(card, 9, rival), f"aggression {card} vs 1").phase == "action"
