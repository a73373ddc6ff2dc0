"""POLITICS: what the Politics Phase offers."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, play, position, texts, written

HAND = [
    "rats",
    "vast_territory_i",
    "raid_i",
    "war_over_territory",
    "international_tourism",
    "legion",
    "military_bonus_i",
]
STRONG: Keys = {"technologies": {"warriors": 5}}


def table(hand: list[str], *others: Keys, **keys: Any) -> Game:
    keys = {"age": "III", "current_events": ["development_of_science", "pestilence"]} | keys
    return position([STRONG | {"military_hand": hand}, *(others or ({}, {}))], **keys)


@pytest.mark.rule("POLITICS-02", "POLITICS-03", "WAR-03")
def test_all_political_actions() -> None:
    game = table(HAND)
    assert set(texts(game)) == {
        "prepare rats",
        "prepare vast_territory_i",
        "aggression raid_i vs 1",
        "aggression raid_i vs 2",
        "war war_over_territory vs 1",
        "war war_over_territory vs 2",
        "pact international_tourism with 1",
        "pact international_tourism with 2",
        "resign",
        "pass",
    }


@pytest.mark.rule("POLITICS-02", "PACT-09")
def test_abilities_and_pacts_in_play_are_political_actions_too() -> None:
    pact = {"pact": {"card": "peace_treaty", "partner": 0}}
    game = position([{"leader": "alexander_the_great"}, pact, {}], age="III")
    assert set(texts(game)) == {"use alexander_the_great", "cancel peace_treaty", "resign", "pass"}
    hand = ["vast_territory_i", "rats"]
    game = position([{"leader": "christopher_columbus", "military_hand": hand}, {}], age="III")
    assert "use christopher_columbus vast_territory_i" in texts(game)
    assert "use christopher_columbus rats" not in texts(game)


@pytest.mark.rule("POLITICS-01", "POLITICS-06")
@pytest.mark.parametrize(
    "move", ["pass", "prepare rats", "war war_over_territory vs 1", "aggression raid_i vs 1"]
)
def test_one_political_action_at_most(move: str) -> None:
    game = table(HAND)
    play(game, move)
    assert (game.player_to_move, game.phase) == (0, "action")
    crown = ("prepare", "aggression", "war", "pact", "resign", "cancel")
    assert not [text for text in texts(game) if text.split()[0] in crown]


@pytest.mark.rule("POLITICS-01")
def test_a_political_ability_is_the_one_action() -> None:
    game = position([{"leader": "alexander_the_great", "military_hand": ["rats"]}, {}], age="III")
    play(game, "use alexander_the_great")
    assert game.phase == "action"


@pytest.mark.rule("POLITICS-03")
def test_crown_cards_are_of_no_use_in_the_action_phase() -> None:
    game = play(table(HAND), "pass")
    cards = {word for text in texts(game) for word in text.split()}
    assert cards & set(HAND) == {"legion"}


@pytest.mark.rule("POLITICS-04", "AGGR-01")
def test_an_aggression_uses_the_military_actions_of_the_turn() -> None:
    game = table(["raid_i"])
    play(game, "aggression raid_i vs 1")
    assert board(game)["ma_spent"] == 1
    play(game, "disband warriors")
    assert "disband warriors" not in texts(game)


@pytest.mark.rule("POLITICS-05", "EVENT-01", "PACT-02", "RESIGN-01")
def test_only_attacks_need_military_actions() -> None:
    actions = {"actions": {"civil_spent": 0, "military_spent": 2}}
    boards = [
        STRONG | actions | {"military_hand": HAND},
        {},
        {"pact": {"card": "peace_treaty", "partner": 0}},
    ]
    game = position(boards, age="III")
    assert set(texts(game)) == {
        "prepare rats",
        "prepare vast_territory_i",
        "pact international_tourism with 1",
        "pact international_tourism with 2",
        "cancel peace_treaty",
        "resign",
        "pass",
    }
    for move in ("prepare rats", "pact international_tourism with 1", "cancel peace_treaty"):
        later = play(game.clone(), move)
        assert board(later)["ma_spent"] == 2
        assert board(later)["ca_spent"] == 0


@pytest.mark.rule("POLITICS-01", "POLITICS-02")
def test_a_player_who_gave_up_the_next_phase_goes_straight_to_the_actions() -> None:
    skips = {"flags": ["skips_politics"], "military_hand": ["rats"]}
    game = position([{}, skips], age="III", stage="action", round=5)
    play(game, "end turn")
    assert (game.player_to_move, game.phase) == (1, "action")
    play(game, "end turn", "pass", "end turn")
    assert (game.player_to_move, game.phase) == (1, "politics")
    assert "prepare rats" in texts(game)
    assert "flags" not in written(game, 1)


@pytest.mark.rule("POLITICS-01", "CARDNOTE-40")
def test_caesar_allows_a_second_political_action_once_per_game() -> None:
    caesar = {"leader": "julius_caesar", "military_hand": ["rats", "foray", "raiders", "crusades"]}
    events = ["development_of_science", "development_of_crafts", "pestilence", "immigration", "good_harvest"]
    game = position([caesar, {"military_hand": ["iconoclasm"]}], age="III", current_events=events)
    play(game, "prepare rats")
    assert (game.player_to_move, game.phase) == (0, "politics")
    # Declining keeps the chance.
    play(game, "pass", "end turn")
    while game.phase == "discard":
        play(game, texts(game)[-1])
    play(game, "prepare iconoclasm", "end turn")
    assert written(game).get("leader") == "julius_caesar"
    play(game, next(move for move in texts(game) if move.startswith("prepare")))
    assert (game.player_to_move, game.phase) == (0, "politics")
    play(game, next(move for move in texts(game) if move.startswith("prepare")))
    assert game.phase == "action"
    assert written(game)["flags"] == ["used_extra_politics"]


@pytest.mark.rule("POLITICS-01", "CARDNOTE-40")
def test_caesar_after_the_chance_is_used_and_after_a_pass() -> None:
    caesar = {"leader": "julius_caesar", "military_hand": ["rats", "foray"]}
    events = ["development_of_science", "development_of_crafts"]
    game = position([caesar | {"flags": ["used_extra_politics"]}, {}], age="III", current_events=events)
    assert play(game, "prepare rats").phase == "action"
    game = position([caesar, {}], age="III", current_events=events)
    assert play(game, "pass").phase == "action"
