"""TURN: the course of a turn."""

import pytest

from engine import Game
from tests.engine.rules.table import board, ids, play, position, texts, written

STRONG = {"technologies": {"warriors": 9}}
HAND = ["legion", "legion", "phalanx"]  # one more than the limit of Despotism


@pytest.mark.rule("TURN-01")
def test_turns_go_clockwise_and_rounds_begin_with_the_starting_player() -> None:
    game = position(3, age="I", starting_player=1, current_player=1, round=4)
    seen = []
    for _ in range(5):
        play(game, "pass")
        seen.append((game.round, game.current_player))
        play(game, "end turn")
    assert seen == [(4, 1), (4, 2), (4, 0), (5, 1), (5, 2)]


@pytest.mark.rule("TURN-02", "POLITICS-06")
def test_politics_come_before_actions() -> None:
    game = position(2, age="I")
    assert game.phase == "politics"
    play(game, "pass")
    assert game.phase == "action"
    assert not {"pass", "resign"} & set(texts(game))
    play(game, "end turn")
    assert (game.player_to_move, game.phase) == (1, "politics")


@pytest.mark.rule("TURN-03", "WAR-07")
def test_the_row_is_replenished_before_the_war() -> None:
    # The last card of the civil deck takes Caesar away; the sides are equally strong only then.
    attacker = {"leader": "julius_caesar", "war": {"card": "war_over_territory", "target": 1}}
    game = position([attacker, {}], age="II", round=5, current_player=1, stage="action", civil_deck=1)
    play(game, "end turn")
    assert written(game, 0).get("war") is None
    assert (board(game, 0)["yellow_bank"], board(game, 1)["yellow_bank"]) == (16, 16)


@pytest.mark.rule("TURN-03", "WAR-07", "TACTIC-04")
def test_the_war_comes_before_the_tactic_becomes_common() -> None:
    attacker = STRONG | {"war": {"card": "war_over_technology", "target": 1}, "tactic": "legion"}
    rival = {"specials": ["warfare"]}
    game = position([attacker, rival], age="II", round=5, current_player=1, stage="action")
    play(game, "end turn")
    assert (game.player_to_move, game.phase) == (0, "steal")
    assert board(game)["exclusive"] == 1
    assert len(ids(game, game.snapshot()["row"])) == 13
    play(game, "done")
    assert board(game)["exclusive"] == 0
    assert game.to_position()["common_tactics"] == ["legion"]
    assert game.phase == "politics"


@pytest.mark.rule("TURN-04", "HAND-04", "TURN-08")
def test_excess_cards_are_discarded_before_everything_else() -> None:
    player = {"military_hand": HAND, "actions": {"civil_spent": 3, "military_spent": 0}}
    game = position([player, {}], age="I", stage="action", round=3)
    play(game, "end turn")
    assert (game.player_to_move, game.phase) == (0, "discard")
    assert set(texts(game)) == {"discard legion", "discard phalanx"}
    before = board(game)
    assert (before["science"], before["blue_bank"], before["ca_spent"]) == (0, 16, 3)
    play(game, "discard legion")
    after = board(game)
    assert (after["science"], after["blue_bank"], after["ca_spent"]) == (1, 12, 0)
    # Two unspent military actions draw two cards, beyond the limit and without another discard.
    assert after["n_military"] == 4
    assert (game.player_to_move, game.phase) == (1, "politics")


@pytest.mark.rule("TURN-04", "HAND-04")
def test_a_hand_at_the_limit_discards_nothing() -> None:
    game = position([{"military_hand": HAND[1:]}, {}], age="I", stage="action", round=3)
    play(game, "end turn")
    assert game.player_to_move == 1


@pytest.mark.rule("TURN-04")
@pytest.mark.parametrize(("unused", "science"), [(1, 0), (2, 1)])
def test_an_uprising_skips_production_but_not_drawing_and_reset(unused: int, science: int) -> None:
    # A yellow bank of 12 needs 2 happy faces.
    player = {"yellow_bank": 12, "unused_workers": unused, "actions": {"civil_spent": 2, "military_spent": 1}}
    game = position([player, {}], age="I", stage="action", round=3)
    assert board(game)["discontent"] == 2
    play(game, "end turn")
    after = board(game)
    assert after["science"] == science
    assert (after["n_military"], after["ca_spent"], after["ma_spent"]) == (1, 0, 0)


@pytest.mark.rule("TURN-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_turns_have_no_start_and_no_politics(players: int) -> None:
    game = Game.new(players=players, seed=6)
    row = game.snapshot()["row"]
    for p in range(players):
        assert (game.player_to_move, game.phase, game.round) == (p, "action", 1)
        assert game.snapshot()["row"] == row
        play(game, "end turn")
    assert (game.player_to_move, game.phase, game.round) == (0, "politics", 2)
    assert game.snapshot()["row"] != row


@pytest.mark.rule("TURN-06")
def test_the_first_turn_allows_only_taking_cards() -> None:
    rich = {
        "technologies": {"bronze": {"workers": 2, "blue": 9}, "agriculture": {"workers": 2, "blue": 9}},
        "science": 20,
        "unfinished": {"wonder": "pyramids", "stages": 0},
        "civil_hand": ["moses", "stockpile"],
        "military_hand": ["legion"],
        "actions": {"civil_spent": 0, "military_spent": 0},
    }
    row = ["homer", "colossus"] + [None] * 11
    game = position([rich, {}], age="I", round=1, row=row)
    assert texts(game) == ["end turn"]  # a leader of Age A was taken, a wonder is unfinished
    rich |= {"civil_hand": ["stockpile"], "unfinished": None}
    game = position([rich, {}], age="I", round=1, row=row)
    assert texts(game) == ["take homer", "take colossus", "end turn"]
    play(game, "take colossus")
    assert written(game)["unfinished"] == {"wonder": "colossus", "stages": 0}
    # From the second round on all of it is possible.
    game = position([rich, {}], age="I", round=2, row=row, stage="action")
    for move in ("increase population", "build bronze", "destroy bronze", "stockpile", "tactic legion"):
        assert move in texts(game)


@pytest.mark.rule("TURN-07")
def test_the_first_turn_ends_like_any_other() -> None:
    game = Game.new(players=3, seed=8)
    play(game, "end turn")
    after = board(game, 0)
    assert after["science"] == 1
    assert written(game, 0)["technologies"]["agriculture"]["blue"] == 2
    assert written(game, 0)["technologies"]["bronze"]["blue"] == 2
    assert after["n_military"] == 0
    assert (after["ca_spent"], after["ma_spent"]) == (0, 0)


@pytest.mark.rule("TURN-08")
def test_nothing_after_the_discard_asks_the_player() -> None:
    # Corruption (2 tokens in the bank) and consumption have several ways to be paid.
    player = {
        "military_hand": HAND,
        "blue_bank": 2,
        "yellow_bank": 10,
        "technologies": {
            "bronze": {"workers": 1, "blue": 3},
            "iron": {"workers": 1, "blue": 3},
            "irrigation": {"workers": 1, "blue": 2},
            "religion": 3,
        },
    }
    game = position([player, {}], age="I", stage="action", round=3)
    play(game, "end turn", "discard phalanx")
    assert game.player_to_move == 1
