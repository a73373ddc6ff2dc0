"""The drawing of a position."""

from __future__ import annotations

import random

import click
import pytest

from engine import Game
from tests.tta.running import AGE_I, AGE_II, AGE_IV
from tta.board import draw, headline
from tta.facts import facts, row_prices
from tta.terminal import WIDTH


def drawn(game: Game, observer: int | None = None) -> str:
    return click.unstyle(draw(game, observer))


def line_of(text: str, label: str, nth: int = 0) -> str:
    """The nth line that begins with a label, without it."""
    return (
        [line for line in text.splitlines() if line.strip().startswith(label)][nth].split(label, 1)[1].strip()
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_game_fits_the_width(seed: int) -> None:
    game = Game.new(players=2 + seed % 3, seed=seed)
    choose = random.Random(seed)
    step = 0
    while not game.is_over:
        game.apply(choose.choice([move for move in game.legal_moves() if str(move) != "resign"]))
        step += 1
        if step % 9 == 0 or game.phase not in ("action", "politics"):
            for observer in (None, 0):
                assert max(map(len, drawn(game, observer).splitlines())) <= WIDTH
    assert "the game is over" in drawn(game)


def test_the_whole_table_is_there() -> None:
    text = drawn(Game.from_position(AGE_II), 0)
    assert "Age II, round 10 — player 0 decides: Politics Phase" in text
    assert "▶ Player 0  culture 24 (+4)   science 1 (+1)   strength 3" in text
    assert (
        line_of(text, "government")
        == "Monarchy · Leonardo da Vinci · civil actions 6/6 · military actions 3/3"
    )
    assert line_of(text, "economy") == "food 3 (+3 −2 eaten) · resources 3 (+2 −2 corruption) · blue bank 10"
    people = "10 workers · 0 unused · yellow bank 12 (next costs 4 food) · happy 4 of 2 needed"
    assert line_of(text, "people") == people
    assert line_of(text, "farms") == "Agriculture ●●● ◆◆◆"
    assert line_of(text, "army") == "Warriors ●● · tactic Fighting Band"
    assert (
        line_of(text, "wonders") == "Library of Alexandria · Universitas Carolina under construction [3 3 3]"
    )
    assert line_of(text, "wonders", 1).endswith("Great Wall under construction [✓ ✓ ✓ 2]")
    assert line_of(text, "colonies") == "Strategic Territory I · Wealthy Territory I"
    assert line_of(text, "mil. hand") == "Good Harvest · National Pride · Classic Army · Raid I · Infiltrate"
    assert line_of(text, "mil. hand", 1) == "1× Age II"
    assert line_of(text, "current") == "2 cards · Age I by 1 ×2"
    assert line_of(text, "future") == "3 cards · Inhabited Territory I by 0 · Age I by 2 · Age II by 2"
    assert line_of(text, "tactics") == "Fighting Band · Heavy Cavalry · Legion · Medieval Army"
    assert line_of(text, "decks") == "22 civil · 40 military · discarded I: 23, II: 2"


def test_the_last_round_pacts_and_many_tokens() -> None:
    text = drawn(Game.from_position(AGE_IV), 0)
    assert "Age IV, round 21 of 22" in text
    assert "pact Peace Treaty with player 2 as A" in text
    assert "Bronze ●●●● 12◆" in text


def test_row_prices_are_those_of_the_rules() -> None:
    game = Game.from_position(AGE_IV)
    prices = row_prices(game, 0)
    row = game.snapshot()["row"]
    names = {game.edition.ids[card]: prices[space] for space, card in enumerate(row) if space in prices}
    # Player 0 has completed two wonders: each makes the next one dearer.
    assert names["hollywood"] == 3
    assert names["air_forces"] == 1
    assert "3 Hollywood [3 CA]" in drawn(game, 0)


def test_cards_that_cannot_be_taken_are_marked() -> None:
    text = drawn(Game.from_position(AGE_I), 0)
    assert "Frederick Barbarossa –" in text  # a leader of Age I was taken already
    assert "Great Wall –" in text  # another wonder is under construction
    assert "Alchemy –" not in text


def test_a_war_and_an_uprising_are_told() -> None:
    text = drawn(
        Game.from_position(
            {
                "age": "II",
                "players": [
                    {"war": {"card": "war_over_territory", "target": 1}},
                    {"yellow_bank": 8, "unused_workers": 0},
                ],
            }
        )
    )
    assert "War over Territory against player 1" in text
    assert "happy 0 of 4 needed, 4 discontent: UPRISING" in text


def test_an_auction_is_told() -> None:
    text = drawn(
        Game.from_position(
            {
                "players": [{}, {}, {"technologies": {"warriors": 3}}],
                "age": "I",
                "stage": "politics",
                "auction": {"territory": "vast_territory_i", "high_bid": 1, "high_bidder": 0, "passed": [1]},
                "decisions": [
                    {"kind": "after_political_action", "player": 0},
                    {"kind": "event_done", "player": 0, "card": "vast_territory_i"},
                    {"kind": "bid", "player": 2, "card": "vast_territory_i"},
                ],
            }
        )
    )
    assert "player 2 decides: a bid for Vast Territory I" in text
    assert line_of(text, "auction") == "Vast Territory I · high bid 1 by player 0 · passed: 1"


def test_just_taken_action_cards_are_marked() -> None:
    game = Game.from_position(AGE_I)
    game.apply("take reserves_i")
    assert "Reserves I (just taken)" in drawn(game, 0)


def test_a_player_who_has_left() -> None:
    game = Game.new(players=3, seed=2)
    while game.phase != "politics":
        game.apply("end turn")
    game.apply("resign")
    assert "has left the game with 0 culture" in drawn(game)


def test_stocks_count_the_value_of_tokens() -> None:
    position = {
        "age": "II",
        "players": [
            {"technologies": {"iron": {"workers": 1, "blue": 2}, "irrigation": {"workers": 0, "blue": 3}}},
            {},
        ],
    }
    found = facts(Game.from_position(position), 0)
    assert (found.food, found.resources) == (6, 4)


def test_colours_only_decorate() -> None:
    game = Game.from_position(AGE_I)
    styled = draw(game, 0)
    assert "\x1b[" in styled
    assert "\x1b[" not in drawn(game, 0)


def test_headline_of_every_decision() -> None:
    seen = set()
    for seed in range(12):
        game = Game.new(players=2 + seed % 3, seed=seed)
        choose = random.Random(seed)
        while not game.is_over:
            line = headline(game)
            assert line.startswith(f"player {game.player_to_move} decides: ")
            assert "{" not in line
            seen.add(game.phase)
            game.apply(choose.choice([move for move in game.legal_moves() if str(move) != "resign"]))
    assert len(seen) > 12
