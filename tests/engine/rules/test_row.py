"""ROW: clearing, sliding, filling and the prices of the card row."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import board, ids, play, position, texts

ROW = [
    "iron",
    "alchemy",
    "knights",
    "irrigation",
    "swordsmen",
    "printing_press",
    "masonry",
    "cartography",
    "theocracy",
    "frugality_i",
    "urban_growth_i",
    "reserves_i",
    "breakthrough_i",
]
DECK = ["rich_land_i", "patriotism_i", "cultural_heritage_i", "great_wall", "taj_mahal", "michelangelo"]
DECK += ["genghis_khan", "joan_of_arc"]
Row = list[Any]


def row(game: Game) -> Row:
    return [game.edition.ids[card] or None for card in game.snapshot()["row"]]


def replenished(cards: Row, players: Any = 2, **keys: Any) -> Game:
    """The row when the next player has begun the turn."""
    keys = {"age": "I", "civil_deck": DECK, "round": 4} | keys
    return play(position(players, row=cards, stage="action", **keys), "end turn")


@pytest.mark.rule("ROW-01")
def test_no_replenishing_in_the_first_round() -> None:
    game = Game.new(players=4, seed=3)
    card = str(game.legal_moves()[0])
    before = row(game)
    play(game, card)  # the only civil action; the turn ends by itself
    assert game.current_player == 1
    assert row(game) == [None, *before[1:]]
    play(game, "end turn", "end turn")
    assert row(game) == [None, *before[1:]]


@pytest.mark.rule("ROW-02")
def test_every_player_replenishes_from_the_second_round_on() -> None:
    game = position(3, age="I", row=ROW, civil_deck=DECK, round=2, stage="action", current_player=2)
    play(game, "end turn")
    assert row(game) == ROW[2:] + DECK[:2]
    play(game, "pass", "end turn")
    assert row(game) == ROW[4:] + DECK[:4]
    play(game, "pass", "end turn")
    assert row(game) == ROW[6:] + DECK[:6]


@pytest.mark.rule("ROW-03", "ROW-06", "ROW-07")
@pytest.mark.parametrize(("players", "cleared"), [(2, 3), (3, 2), (4, 1)])
def test_the_leftmost_spaces_are_cleared(players: int, cleared: int) -> None:
    assert row(replenished(ROW, players)) == ROW[cleared:] + DECK[:cleared]


@pytest.mark.rule("ROW-04", "ROW-06")
def test_empty_spaces_count_as_cleared() -> None:
    cards = [None, "alchemy", None, "irrigation", None, *ROW[5:]]
    assert row(replenished(cards)) == ["irrigation", *ROW[5:], *DECK[:4]]
    cards = [None, None, None, *ROW[3:]]
    assert row(replenished(cards)) == ROW[3:] + DECK[:3]


@pytest.mark.rule("ROW-05", "RESIGN-09")
def test_players_who_are_left_decide_how_many_spaces_are_cleared() -> None:
    keys = {"age": "I", "round": 4, "row": ROW, "civil_deck": DECK}
    assert row(play(position(4, **keys), "resign")) == ROW[2:] + DECK[:2]
    assert row(play(position(3, **keys), "resign")) == ROW[3:] + DECK[:3]
    gone = [{}, {"flags": ["resigned"]}, {}]
    assert row(replenished(ROW, gone)) == ROW[3:] + DECK[:3]


@pytest.mark.rule("ROW-07", "ROW-06")
def test_gaps_close_and_new_cards_come_from_the_right() -> None:
    cards = [*ROW[:4], None, *ROW[5:9], None, None, *ROW[11:]]
    assert row(replenished(cards)) == [ROW[3], *ROW[5:9], *ROW[11:], *DECK[:6]]


@pytest.mark.rule("ROW-08", "AGE-17")
def test_age_iv_clears_and_slides_but_deals_nothing() -> None:
    cards = ["oil", "rockets", None, "tanks", None, "computers", *[None] * 7]
    game = replenished(cards, age="IV", civil_deck=[], round=9, last_round=10)
    assert row(game) == ["tanks", "computers", *[None] * 11]


@pytest.mark.rule("ROW-09", "HAND-05")
def test_cleared_cards_leave_the_game() -> None:
    game = replenished(ROW, civil_deck=DECK)
    gone = ids(game, [card for card, n in enumerate(game.snapshot()["gone"]) for _ in range(n)])
    assert gone == sorted(ROW[:3], key=game.edition.number)
    assert not set(ROW[:3]) & set(ids(game, game.snapshot()["civil_deck"]))


@pytest.mark.rule("ROW-10")
@pytest.mark.parametrize(("actions", "spaces"), [(1, 5), (2, 9), (3, 13)])
def test_prices_of_the_spaces(actions: int, spaces: int) -> None:
    player = {"actions": {"civil_spent": 4 - actions, "military_spent": 0}}
    game = position([player, {}], age="I", row=ROW, stage="action")
    assert [move for move in texts(game) if move.startswith("take")] == [f"take {c}" for c in ROW[:spaces]]


@pytest.mark.rule("ROW-10")
@pytest.mark.parametrize(("space", "price"), [(1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (13, 3)])
def test_taking_spends_the_price_of_the_space(space: int, price: int) -> None:
    game = position(2, age="I", row=ROW, stage="action")
    play(game, f"take {ROW[space - 1]}")
    assert board(game)["ca_spent"] == price


@pytest.mark.rule("ROW-11")
def test_a_taken_card_leaves_a_gap() -> None:
    game = position(2, age="I", row=ROW, stage="action")
    play(game, "take iron")
    assert row(game) == [None, *ROW[1:]]
    # The sixth card still costs two actions.
    play(game, "take printing_press")
    assert board(game)["ca_spent"] == 3
