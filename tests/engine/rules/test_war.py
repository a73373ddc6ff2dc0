"""WAR: declared as a political action, resolved when the attacker's next turn begins."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, end_turn, ids, play, position, texts, written

CULTURE, TERRITORY, TECHNOLOGY = "war_over_culture", "war_over_territory", "war_over_technology"


def strength(n: int, **keys: Any) -> Keys:
    return {"technologies": {"warriors": n}} | keys


def wars(game: Game) -> list[str]:
    return [move for move in texts(game) if move.startswith("war ")]


def resolved(card: str, attacker: Keys, rival: Keys, *others: Keys, **keys: Any) -> Game:
    """The war of player 0 on player 1, when the turn of player 0 begins."""
    boards = [attacker | {"war": {"card": card, "target": 1}}, rival, *others]
    keys = {"age": "III", "round": 8, "current_player": len(boards) - 1} | keys
    return play(position(boards, stage="action", **keys), "end turn")


def discarded(game: Game) -> list[str]:
    return [card for pile in game.snapshot()["discard"] for card in ids(game, pile)]


@pytest.mark.rule("WAR-01", "WAR-03", "WAR-05", "WAR-18", "POLITICS-04", "HIDDEN-07")
def test_declaring_a_war() -> None:
    attacker = strength(1, government="communism", military_hand=[CULTURE, "legion"])
    game = position([attacker, strength(9, culture=30), strength(1, culture=30)], age="III")
    assert wars(game) == [f"war {CULTURE} vs 1", f"war {CULTURE} vs 2"]
    play(game, f"war {CULTURE} vs 2")
    assert written(game)["war"] == {"card": CULTURE, "target": 2}
    assert written(game)["military_hand"] == ["legion"]
    assert board(game)["ma_spent"] == 3
    assert [board(game, p)["culture"] for p in range(3)] == [0, 30, 30]
    assert game.phase == "action"
    assert discarded(game) == []
    assert game.to_position(observer=1)["players"][0]["war"] == {"card": CULTURE, "target": 2}


@pytest.mark.rule("WAR-18", "POLITICS-04")
def test_military_actions_of_a_war_are_spent_for_the_turn() -> None:
    attacker = strength(1, military_hand=[TERRITORY])
    attacker["technologies"] |= {"bronze": {"workers": 2, "blue": 9}}
    game = position([attacker, {}], age="II")
    play(game, f"war {TERRITORY} vs 1")
    assert board(game)["ma_spent"] == 2
    assert "build warriors" not in texts(game)
    play(game, "end turn")
    assert board(game)["n_military"] == 0


@pytest.mark.rule("WAR-01")
@pytest.mark.parametrize(
    ("card", "government", "spent", "legal"),
    [
        (CULTURE, "monarchy", 0, True),
        (CULTURE, "monarchy", 1, False),
        (TERRITORY, "despotism", 0, True),
        (TERRITORY, "despotism", 1, False),
        (TECHNOLOGY, "despotism", 0, True),
        (TECHNOLOGY, "despotism", 1, False),
    ],
)
def test_a_war_needs_its_military_actions(card: str, government: str, spent: int, legal: bool) -> None:
    actions = {"civil_spent": 0, "military_spent": spent}
    player = {"government": government, "military_hand": [card], "actions": actions}
    assert bool(wars(position([player, {}], age="III"))) == legal


@pytest.mark.rule("WAR-02")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_pact_can_forbid_a_war(owner: int) -> None:
    for card in ("peace_treaty", "acceptance_of_supremacy", "loss_of_sovereignty"):
        boards: list[Keys] = [{"military_hand": [TERRITORY]}, {}, {}]
        boards[owner] = boards[owner] | {"pact": {"card": card, "partner": 1 - owner}}
        assert wars(position(boards, age="III")) == [f"war {TERRITORY} vs 2"]


@pytest.mark.rule("WAR-02")
@pytest.mark.parametrize(("side", "immune"), [("A", 2), ("B", 1)])
def test_a_civilization_without_sovereignty_cannot_be_the_target(side: str, immune: int) -> None:
    pact = {"card": "loss_of_sovereignty", "partner": 2, "side": side}
    game = position([{"military_hand": [TERRITORY]}, {"pact": pact}, {}], age="III")
    assert wars(game) == [f"war {TERRITORY} vs {3 - immune}"]


@pytest.mark.rule("WAR-02")
def test_a_pacifist_declares_no_war_and_costs_double() -> None:
    hand = {"military_hand": [TERRITORY]}
    assert wars(position([hand | {"leader": "mahatma_gandhi"}, {}], age="III")) == []
    rival = {"leader": "mahatma_gandhi"}
    assert wars(position([hand | {"government": "monarchy"}, rival], age="III")) == []
    game = position([hand | {"government": "constitutional_monarchy"}, rival], age="III")
    play(game, f"war {TERRITORY} vs 1")
    assert board(game)["ma_spent"] == 4


@pytest.mark.rule("WAR-04", "PACT-10")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_declaration_ends_pacts_that_end_on_attack(owner: int) -> None:
    boards: list[Keys] = [{"military_hand": [TERRITORY]}, {}, {}]
    boards[owner] = boards[owner] | {"pact": {"card": "military_alliance", "partner": 1 - owner}}
    boards[2]["pact"] = {"card": "promise_of_military_protection", "partner": 0}
    game = position(boards, age="III")
    assert [board(game, p)["strength"] for p in range(3)] == [1 + 3 + 4, 1 + 3, 1]
    play(game, f"war {TERRITORY} vs 1")
    assert "pact" not in written(game, owner)
    assert discarded(game) == ["military_alliance"]
    assert [board(game, p)["strength"] for p in range(3)] == [1 + 4, 1, 1]
    assert written(game, 2)["pact"]["card"] == "promise_of_military_protection"


@pytest.mark.rule("WAR-04")
def test_other_pacts_survive_a_declaration() -> None:
    boards = [{"military_hand": [TERRITORY], "pact": {"card": "international_tourism", "partner": 1}}, {}, {}]
    game = play(position(boards, age="III"), f"war {TERRITORY} vs 1")
    assert written(game)["pact"]["card"] == "international_tourism"


@pytest.mark.rule("WAR-06")
@pytest.mark.parametrize(("age", "last", "legal"), [("III", None, True), ("IV", 13, True), ("IV", 12, False)])
def test_no_war_in_the_last_round(age: str, last: int | None, legal: bool) -> None:
    game = position([{"military_hand": [TERRITORY]}, {}], age=age, round=12, last_round=last)
    assert bool(wars(game)) == legal


@pytest.mark.rule("WAR-01")
def test_one_open_war_per_attacker() -> None:
    caesar = {"leader": "julius_caesar", "military_hand": [TERRITORY, TECHNOLOGY], "government": "communism"}
    game = position([caesar, {}, {}], age="III")
    play(game, f"war {TERRITORY} vs 1")
    assert game.phase == "politics"
    assert wars(game) == []


@pytest.mark.rule("WAR-05", "WAR-07", "WAR-12")
def test_a_war_waits_for_the_next_turn_of_the_attacker() -> None:
    boards = [strength(7, government="monarchy", military_hand=[CULTURE]), {"culture": 30}, {}]
    game = play(position(boards, age="III", round=8), f"war {CULTURE} vs 1")
    for _ in range(3):
        assert board(game, 1)["culture"] == 30
        assert written(game)["war"]["card"] == CULTURE
        end_turn(game)
    assert board(game, 1)["culture"] == 30 - 11
    assert board(game, 0)["culture"] == 11
    assert "war" not in written(game)
    assert discarded(game) == [CULTURE]
    assert (game.player_to_move, game.round) == (0, 9)


@pytest.mark.rule("WAR-08", "WAR-10", "WAR-11", "WAR-12", "SCORE-05")
@pytest.mark.parametrize(
    ("own", "other", "culture"),
    [
        (4, 3, [26, 14]),
        (9, 3, [31, 9]),
        (3, 3, [20, 20]),
        (3, 4, [14, 26]),
        (3, 9, [9, 31]),
        (30, 1, [40, 0]),
    ],
)
def test_war_over_culture(own: int, other: int, culture: list[int]) -> None:
    game = resolved(CULTURE, strength(own, culture=20), strength(other, culture=20))
    assert [board(game, p)["culture"] for p in range(2)] == culture
    assert discarded(game) == [CULTURE]
    assert "war" not in written(game)
    assert game.phase == "politics"


@pytest.mark.rule("WAR-10", "TOKEN-12")
@pytest.mark.parametrize(
    ("own", "other", "banks"),
    [
        (5, 1, [11, 9]),
        (6, 1, [12, 8]),
        (10, 1, [12, 8]),
        (11, 1, [13, 7]),
        (1, 6, [8, 12]),
        (2, 2, [10, 10]),
    ],
)
def test_war_over_territory(own: int, other: int, banks: list[int]) -> None:
    boards = [strength(n, yellow_bank=10, unused_workers=9) for n in (own, other)]
    game = resolved(TERRITORY, *boards)
    assert [board(game, p)["yellow_bank"] for p in range(2)] == banks


@pytest.mark.rule("WAR-10", "TOKEN-12", "TOKEN-11")
def test_a_war_takes_no_more_yellow_tokens_than_there_are() -> None:
    game = resolved(TERRITORY, strength(20), strength(1, yellow_bank=2, unused_workers=9))
    assert [board(game, p)["yellow_bank"] for p in range(2)] == [20, 0]
    assert board(game, 1)["unused"] == 9
    assert board(game, 1)["required"] == 8


@pytest.mark.rule("WAR-08")
def test_the_attacker_adds_what_counts_against_this_rival() -> None:
    # Open borders: whoever attacks the partner is 2 stronger, the one attacked is not.
    pact = {"pact": {"card": "open_borders_agreement", "partner": 1}}
    game = resolved(CULTURE, strength(3) | pact, strength(4, culture=20), {})
    assert board(game, 0)["culture"] == 6
    game = resolved(CULTURE, strength(3), strength(5, culture=20, pact={**pact["pact"], "partner": 0}), {})
    assert board(game, 0)["culture"] == 0
    assert board(game, 1)["culture"] == 20
    # A pact with somebody else does not count.
    game = resolved(CULTURE, strength(3, culture=20), strength(4), {"pact": {**pact["pact"], "partner": 0}})
    assert board(game, 1)["culture"] == 6


@pytest.mark.rule("WAR-09")
def test_nobody_adds_cards_in_a_war() -> None:
    rival = strength(3, culture=20, military_hand=["military_bonus_iii"])
    game = resolved(CULTURE, strength(4, military_hand=["military_bonus_ii"]), rival)
    assert (game.player_to_move, game.phase) == (0, "politics")
    assert board(game, 0)["culture"] == 6
    assert "military_bonus_iii" in written(game, 1)["military_hand"]


@pytest.mark.rule("WAR-10", "WAR-13")
def test_special_technologies_are_stolen_within_the_advantage() -> None:
    rival = strength(1, specials=["warfare", "cartography"], science=10)  # 5 and 4 science, 2 strength
    for advantage, offered in ((3, set()), (4, {"cartography"}), (5, {"cartography", "warfare"})):
        game = resolved(TECHNOLOGY, strength(3 + advantage), rival)
        moves = {f"steal {card}" for card in offered} | {"done"}
        if offered:
            assert (game.player_to_move, game.phase) == (0, "steal")
            assert set(texts(game)) == moves
            play(game, "done")
        assert [board(game, p)["science"] for p in range(2)] == [advantage, 11 - advantage]


@pytest.mark.rule("WAR-13", "WAR-15", "WAR-12")
def test_a_stolen_technology_changes_sides() -> None:
    rival = strength(1, specials=["warfare", "code_of_laws"], science=10)
    game = resolved(TECHNOLOGY, strength(10), rival)  # advantage 8
    assert discarded(game) == [TECHNOLOGY]
    play(game, "steal warfare")
    assert written(game, 0)["specials"] == ["warfare"]
    assert written(game, 1)["specials"] == ["code_of_laws"]
    assert (board(game, 0)["ma_total"], board(game, 1)["ma_total"]) == (3, 2)
    # 3 of the advantage are left; player 1 had scored 1 science at the end of the turn.
    assert [board(game, p)["science"] for p in range(2)] == [3, 8]
    game = resolved(TECHNOLOGY, strength(13), rival)  # advantage 11: both
    play(game, "steal code_of_laws")
    assert set(texts(game)) == {"steal warfare", "done"}
    play(game, "steal warfare")
    assert "specials" not in written(game, 1)
    assert (board(game, 0)["ca_total"], board(game, 1)["ca_total"]) == (5, 4)
    assert [board(game, p)["science"] for p in range(2)] == [0, 11]


@pytest.mark.rule("WAR-10")
def test_the_one_attacked_can_win_and_steal() -> None:
    game = resolved(TECHNOLOGY, strength(1, specials=["warfare"], science=3), strength(9))
    assert (game.player_to_move, game.phase) == (1, "steal")
    play(game, "done")
    assert [board(game, p)["science"] for p in range(2)] == [0, 4]
    assert (game.player_to_move, game.phase) == (0, "politics")


@pytest.mark.rule("WAR-14")
def test_no_technology_that_the_victor_has_in_hand_or_in_play() -> None:
    rival = strength(1, specials=["code_of_laws", "warfare"])
    game = resolved(TECHNOLOGY, strength(20, civil_hand=["warfare"]), rival, {}, {})
    assert texts(game) == ["steal code_of_laws", "done"]
    game = resolved(TECHNOLOGY, strength(20, specials=["code_of_laws"]), rival, {}, {})
    assert texts(game) == ["steal warfare", "done"]


@pytest.mark.rule("WAR-15", "CARD-05")
@pytest.mark.parametrize(("own", "stolen", "total"), [("warfare", "strategy", 4), ("strategy", "warfare", 4)])
def test_of_two_technologies_of_one_type_the_higher_stays(own: str, stolen: str, total: int) -> None:
    game = resolved(TECHNOLOGY, strength(20, specials=[own]), strength(1, specials=[stolen]))
    play(game, f"steal {stolen}")
    assert written(game, 0)["specials"] == ["strategy"]
    assert "specials" not in written(game, 1)
    assert board(game, 0)["ma_total"] == total
    assert game.snapshot()["gone"][game.edition.number("warfare")] == 1


@pytest.mark.rule("WAR-13", "TOKEN-02")
def test_blue_tokens_move_with_a_stolen_technology() -> None:
    game = resolved(TECHNOLOGY, strength(20), strength(1, specials=["justice_system"]))
    banks = [board(game, p)["blue_bank"] for p in range(2)]
    play(game, "steal justice_system")
    assert [board(game, p)["blue_bank"] for p in range(2)] == [banks[0] + 3, banks[1] - 3]


@pytest.mark.rule("WAR-16", "PACT-08")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_later_pact_does_not_cancel_the_war(owner: int) -> None:
    pact = {"pact": {"card": "peace_treaty", "partner": 1 - owner}}
    boards = [strength(4), strength(3, culture=20), {}]
    boards[owner] |= pact
    game = resolved(CULTURE, *boards)
    assert board(game, 0)["culture"] == 6
    assert written(game, owner)["pact"]["card"] == "peace_treaty"


@pytest.mark.rule("WAR-08", "WAR-16")
@pytest.mark.parametrize("owner", [0, 1])
def test_strength_of_a_later_pact_counts_for_both(owner: int) -> None:
    boards = [strength(4), strength(3, culture=20), {}]
    boards[owner]["pact"] = {"card": "military_alliance", "partner": 1 - owner}
    assert board(resolved(CULTURE, *boards), 0)["culture"] == 6
    boards[owner]["pact"] = {
        "card": "promise_of_military_protection",
        "partner": 1 - owner,
        "side": "AB"[owner],
    }
    game = resolved(CULTURE, *boards)  # player 1 is protected: 4 against 3 + 4
    assert (board(game, 0)["culture"], board(game, 1)["culture"]) == (0, 20)


@pytest.mark.rule("WAR-17")
def test_a_war_survives_the_end_of_an_age() -> None:
    game = resolved(TERRITORY, strength(4), strength(3), {}, age="II", current_player=0, civil_deck=1)
    assert game.age == 3
    assert written(game)["war"]["card"] == TERRITORY
