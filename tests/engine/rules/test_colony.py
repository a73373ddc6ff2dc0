"""COLONY: the auction of a territory, the force and the colony."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, ids, play, position, texts, written

PREPARED = "rats"
VAST = "vast_territory_i"


def units(tactic: str | None = None, /, *, board: Keys | None = None, **workers: int) -> Keys:
    return {"technologies": {"warriors": 0} | workers, "tactic": tactic} | (board or {})


def auction(territory: str, *boards: Keys, current: int = 0, **keys: Any) -> Game:
    players = [dict(player) for player in boards]
    players[current]["military_hand"] = [PREPARED, *players[current].get("military_hand", [])]
    keys = {"age": "III", "current_events": [territory], "round": 8, "current_player": current} | keys
    return play(position(players, **keys), f"prepare {PREPARED}")


def bids(game: Game) -> list[int]:
    return [int(move.split()[1]) for move in texts(game) if move.startswith("bid ")]


def settled(territory: str, player: Keys, **keys: Any) -> Game:
    """Player 0 wins the auction with a bid of 1 and sends one of two Warriors."""
    player = {"technologies": {"warriors": 2}} | player
    game = auction(territory, player, units(), **keys)
    play(game, "bid 1")
    while game.phase == "send":
        play(game, "done" if "done" in texts(game) else "send warriors")
    return game


# ---------------------------------------------------------------- the auction


@pytest.mark.rule("COLONY-01", "COLONY-02")
def test_bids_rise_up_to_the_force() -> None:
    cards = {"military_hand": ["legion"]}  # whoever holds cards is asked even if there is one answer
    game = auction(VAST, units(warriors=3), units(warriors=5), units(warriors=2, board=cards))
    assert texts(game) == ["bid 1", "bid 2", "bid 3", "pass"]
    play(game, "bid 2")
    assert (game.player_to_move, bids(game)) == (1, [3, 4, 5])
    play(game, "bid 3")
    # The third can send a force of 2 only, and the first one of 3.
    assert (game.player_to_move, texts(game)) == (2, ["pass"])
    play(game, "pass")
    assert (game.player_to_move, game.phase) == (1, "send")


@pytest.mark.rule("COLONY-02", "COLONY-09", "COLONY-10", "COLONY-11", "COLONY-12", "COLONY-08")
@pytest.mark.parametrize(
    ("player", "most"),
    [
        (units(warriors=2), 2),
        (units(swordsmen=1, knights=1, cannon=1, air_forces=1), 2 + 2 + 3 + 5),
        (units(modern_infantry=1), 5),
        # Armies count, doubled by an air force and lower if outdated.
        (units("legion", warriors=3), 3 + 2),
        (units("legion", warriors=3, air_forces=1), 8 + 4),
        (units("classic_army", warriors=2, knights=2), 6 + 4),
        # The colonization modifier.
        (units(warriors=1, board={"specials": ["cartography"]}), 1 + 2),
        (units(warriors=1, board={"specials": ["navigation"]}), 1 + 3),
        (units(warriors=1, board={"specials": ["satellites"]}), 1 + 4),
        (units(warriors=1, board={"wonders": ["colossus"]}), 1 + 1),
        # Bonus cards, as many as there are.
        (units(warriors=1, board={"military_hand": ["military_bonus_i"]}), 1 + 1),
        (units(warriors=1, board={"military_hand": ["military_bonus_ii"]}), 1 + 2),
        (units(warriors=1, board={"military_hand": ["military_bonus_iii"] * 4}), 1 + 12),
        (units(warriors=1, board={"military_hand": ["legion", "spy"]}), 1),
        # Nothing else that makes a civilization strong.
        (units(warriors=2, board={"leader": "alexander_the_great"}), 2),
        (units(warriors=2, board={"leader": "napoleon_bonaparte"}), 2),
        (units(warriors=2, board={"wonders": ["great_wall"]}), 2),
        (units(warriors=2, board={"specials": ["military_theory"]}), 2),
        (units(warriors=2, board={"government": "fundamentalism"}), 2),
        (units(warriors=2, bread_and_circuses=2), 2),
        (units(warriors=2, board={"colonies": ["strategic_territory_ii"]}), 2),
        # A leader who lets other cards strengthen the force, two at most.
        (units(warriors=1, board={"leader": "james_cook", "military_hand": ["legion", "spy", "spy"]}), 1 + 2),
        (
            units(
                warriors=1, board={"leader": "james_cook", "military_hand": ["legion", "military_bonus_ii"]}
            ),
            1 + 1 + 2,
        ),
    ],
)
def test_the_highest_bid(player: Keys, most: int) -> None:
    game = auction(VAST, units(warriors=1), player)
    play(game, "pass")
    assert game.player_to_move == 1
    assert bids(game) == list(range(1, most + 1))


@pytest.mark.rule("COLONY-03", "COLONY-05")
def test_bidding_goes_clockwise_and_a_pass_is_final() -> None:
    boards = [units(warriors=9) for _ in range(4)]
    game = auction(VAST, *boards, current=2)
    asked = []
    for move in ("bid 1", "pass", "bid 2", "bid 3", "bid 5", "pass", "bid 6"):
        asked.append(game.player_to_move)
        play(game, move)
    assert asked == [2, 3, 0, 1, 2, 0, 1]
    play(game, "pass")
    assert (game.player_to_move, game.phase) == (1, "send")


@pytest.mark.rule("COLONY-04", "EVENT-16")
def test_a_territory_that_nobody_wants_is_a_past_event() -> None:
    game = auction(VAST, units(warriors=2), units(warriors=2))
    play(game, "pass", "pass")
    assert game.to_position()["past_events"] == [VAST]
    assert (game.player_to_move, game.phase) == (0, "action")
    assert all("colonies" not in written(game, p) for p in range(2))


@pytest.mark.rule("COLONY-05")
def test_the_winner_must_colonize() -> None:
    game = auction(VAST, units(warriors=3), units(warriors=1))
    play(game, "bid 2")
    # The rival cannot bid higher.  There is no way back: two of the three have to go.
    assert (game.player_to_move, game.phase) == (0, "send")
    assert texts(game) == ["send warriors", "done"]
    play(game, "done")
    assert written(game, 0)["technologies"]["warriors"]["workers"] == 1
    assert written(game, 0)["colonies"] == [VAST]


@pytest.mark.rule("COLONY-21")
def test_a_player_without_units_cannot_bid() -> None:
    cards = {"military_hand": ["military_bonus_iii"], "specials": ["satellites"]}
    others = cards | {"specials": ["cartography"]}
    game = auction(VAST, units(board=cards), units(warriors=1), units(board=others))
    assert game.player_to_move == 1
    play(game, "pass")
    assert game.to_position()["past_events"] == [VAST]
    game = auction(VAST, units(board=cards), units(board=others))
    assert (game.player_to_move, game.phase) == (0, "action")
    assert game.to_position()["past_events"] == [VAST]


# ---------------------------------------------------------------- the force


def sending(bid: int, player: Keys) -> Game:
    """Player 0 has won; with a military card in hand every step is asked for."""
    game = auction(VAST, {"military_hand": ["legion"]} | player, units())
    return play(game, f"bid {bid}")


@pytest.mark.rule("COLONY-06", "COLONY-20")
def test_units_are_chosen_until_the_bid_is_reached() -> None:
    game = sending(2, units(warriors=2, swordsmen=2, knights=1))
    assert texts(game) == ["send warriors", "send swordsmen", "send knights"]
    play(game, "send swordsmen")
    assert texts(game) == ["send swordsmen", "send knights", "done"]
    # More than the bid is allowed.
    play(game, "send knights", "done")
    assert written(game, 0)["colonies"] == [VAST]
    workers = written(game, 0)["technologies"]
    assert [workers[card]["workers"] for card in ("warriors", "swordsmen", "knights")] == [2, 1, 0]


@pytest.mark.rule("COLONY-06")
def test_only_forces_that_can_reach_the_bid_are_offered() -> None:
    game = sending(5, units(warriors=2, swordsmen=1, knights=1))
    # In ascending order: without any Warriors the others make 4 only.
    assert texts(game) == ["send warriors"]
    play(game, "send warriors")
    assert texts(game) == ["send warriors", "send swordsmen"]
    play(game, "send swordsmen")
    assert texts(game) == ["send knights"]
    play(game, "send knights", "done")
    assert written(game, 0)["colonies"] == [VAST]


@pytest.mark.rule("COLONY-07")
def test_at_least_one_unit_is_sent() -> None:
    cards = {"military_hand": ["military_bonus_iii"], "specials": ["navigation"]}
    game = sending(1, units(warriors=1, swordsmen=1, board=cards))
    assert texts(game) == ["send warriors", "send swordsmen"]
    play(game, "send swordsmen")
    assert texts(game) == ["send military_bonus_iii", "done"]


@pytest.mark.rule("COLONY-08", "COLONY-12")
def test_printed_strength_counts() -> None:
    # Alexander makes each unit stronger, but a bid of 2 still takes two Warriors.
    game = sending(2, units(warriors=3, board={"leader": "alexander_the_great"}))
    play(game, "send warriors")
    assert texts(game) == ["send warriors"]
    play(game, "send warriors")
    assert texts(game) == ["send warriors", "done"]


@pytest.mark.rule("COLONY-09")
def test_only_units_sent_form_armies() -> None:
    game = sending(5, units("legion", warriors=4))
    play(game, "send warriors", "send warriors")
    assert texts(game) == ["send warriors"]
    play(game, "send warriors")
    assert set(texts(game)) == {"send warriors", "done"}
    play(game, "done")
    assert written(game, 0)["technologies"]["warriors"]["workers"] == 1
    assert board(game, 0)["strength"] == 1


@pytest.mark.rule("COLONY-11", "COLONY-14", "HIDDEN-07", "HAND-06")
@pytest.mark.parametrize(
    ("bonus", "value"), [("military_bonus_i", 1), ("military_bonus_ii", 2), ("military_bonus_iii", 3)]
)
def test_bonus_cards_in_the_force(bonus: str, value: int) -> None:
    hand = {"military_hand": [bonus] * 3, "actions": {"civil_spent": 0, "military_spent": 2}}
    game = sending(1 + 3 * value, units(warriors=1, board=hand))
    play(game, "send warriors")
    for _ in range(3):
        assert texts(game) == [f"send {bonus}"]
        play(game, f"send {bonus}")
    assert written(game, 0)["colonies"] == [VAST]
    assert board(game, 0)["military"] == []
    level = 1 + ["military_bonus_i", "military_bonus_ii", "military_bonus_iii"].index(bonus)
    assert ids(game, game.snapshot()["discard"][level]) == [bonus] * 3
    assert set(game.snapshot()["discard_seen"][level]) == {15}
    assert board(game, 0)["ma_spent"] == 2


@pytest.mark.rule("COLONY-10", "COLONY-06")
def test_the_modifier_is_part_of_the_force() -> None:
    game = sending(3, units(warriors=2, board={"specials": ["cartography"]}))
    play(game, "send warriors")
    assert set(texts(game)) == {"send warriors", "done"}


@pytest.mark.rule("COLONY-11", "COLONY-06")
def test_a_leader_lets_two_cards_be_discarded_for_the_force() -> None:
    hand = {"leader": "james_cook", "military_hand": ["legion", "phalanx", "spy"]}
    game = sending(3, units(warriors=1, board=hand))
    play(game, "send warriors")
    assert set(texts(game)) == {"discard legion", "discard phalanx"}
    play(game, "discard legion")
    assert set(texts(game)) == {"discard phalanx", "discard spy"}
    play(game, "discard phalanx")
    assert texts(game) == ["done"]
    play(game, "done")
    assert written(game, 0)["military_hand"] == ["spy"]
    seen = game.to_position(observer=1)["discards"]["I"]
    assert seen == [{"age": "I", "by": 0}] * 2


@pytest.mark.rule("COLONY-13")
def test_units_sent_go_to_the_yellow_bank() -> None:
    game = settled("historic_territory_i", {})
    now = board(game, 0)
    assert written(game, 0)["technologies"]["warriors"]["workers"] == 1
    assert (now["yellow_bank"], now["unused"], now["strength"]) == (19, 1, 1)


# ---------------------------------------------------------------- the colony


@pytest.mark.rule("COLONY-15", "COLONY-16")
@pytest.mark.parametrize(
    ("territory", "permanent", "immediate"),
    [
        ("developed_territory_i", {"blue_bank": 17, "yellow_bank": 20}, {"science": 3}),
        ("historic_territory_i", {"happiness": 1}, {"culture": 1 + 6}),
        ("inhabited_territory_i", {"yellow_bank": 20}, {"unused": 2}),
        ("strategic_territory_i", {"strength": 3}, {"n_military": 3}),
        ("vast_territory_i", {"yellow_bank": 22, "blue_bank": 12}, {}),
        ("wealthy_territory_i", {"blue_bank": 14}, {}),
        ("developed_territory_ii", {"blue_bank": 18, "yellow_bank": 21}, {"science": 5}),
        ("historic_territory_ii", {"happiness": 2}, {"culture": 1 + 11}),
        ("inhabited_territory_ii", {"yellow_bank": 20}, {"unused": 3}),
        ("strategic_territory_ii", {"strength": 5}, {"n_military": 5}),
        ("vast_territory_ii", {"yellow_bank": 23, "blue_bank": 11}, {}),
        ("wealthy_territory_ii", {"blue_bank": 11}, {}),
    ],
)
def test_what_a_colony_brings(territory: str, permanent: dict[str, int], immediate: dict[str, int]) -> None:
    game = settled(territory, {})
    usual = {"blue_bank": 16, "yellow_bank": 19, "unused": 1, "science": 0, "culture": 1, "strength": 1}
    usual |= {"happiness": 0, "n_military": 0}
    now = board(game, 0)
    assert {key: now[key] for key in usual} == usual | permanent | immediate
    assert written(game, 0)["colonies"] == [territory]
    assert "past_events" not in game.to_position()
    food, resources = {"vast_i": (3, 0), "vast_ii": (4, 0), "wealthy_i": (0, 5), "wealthy_ii": (0, 9)}.get(
        territory.replace("_territory", ""), (0, 0)
    )
    assert (now["blue"][0], now["blue"][4]) == (food, resources)


@pytest.mark.rule("COLONY-17")
def test_new_tokens_serve_the_immediate_effect() -> None:
    game = settled("wealthy_territory_i", {"blue_bank": 0})
    assert (board(game, 0)["blue"][4], board(game, 0)["blue_bank"]) == (3, 0)
    # A unit that was sent lies in the bank already, so two colonists need the tokens of the colony.
    game = settled("inhabited_territory_ii", {"yellow_bank": 0})
    assert (board(game, 0)["unused"], board(game, 0)["yellow_bank"]) == (3, 2)


@pytest.mark.rule("COLONY-18")
def test_military_cards_of_a_colony_ignore_the_hand_limit() -> None:
    hand = {"military_hand": ["legion", "phalanx"]}
    game = settled("strategic_territory_i", hand)
    assert board(game, 0)["n_military"] == 5
    assert game.phase == "action"


@pytest.mark.rule("COLONY-18", "AGE-19")
def test_no_military_cards_in_age_iv() -> None:
    game = settled("strategic_territory_i", {}, age="IV", last_round=8)
    assert board(game, 0)["n_military"] == 0
    assert board(game, 0)["strength"] == 1 + 2


@pytest.mark.rule("COLONY-05", "COLONY-13")
def test_somebody_else_may_colonize_in_the_turn_of_a_player() -> None:
    actions = {"actions": {"civil_spent": 1, "military_spent": 1}}
    game = auction("historic_territory_i", units(warriors=1), units(warriors=2, board=actions))
    play(game, "pass", "bid 1", "done")
    assert written(game, 1)["colonies"] == ["historic_territory_i"]
    assert (board(game, 1)["culture"], board(game, 1)["ca_spent"], board(game, 1)["ma_spent"]) == (6, 1, 1)
    assert (game.player_to_move, game.phase) == (0, "action")


@pytest.mark.rule("COLONY-19")
def test_losing_a_colony_takes_its_tokens() -> None:
    colony = {
        "colonies": ["developed_territory_ii"],
        "yellow_bank": 20,
        "blue_bank": 18,
        "military_hand": ["foray"],
    }
    game = position(
        [colony, {"technologies": {"warriors": 4}}], age="III", current_events=["independence_declaration"]
    )
    play(game, "prepare foray")
    now = board(game, 0)
    assert (now["yellow_bank"], now["blue_bank"], now["science"], now["colonies"]) == (18, 16, 0, 0)
