"""HAND: limits of the two kinds of cards in a hand, and where discarded cards go."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, ids, play, position, texts, written

CIVIL = ["iron", "alchemy", "irrigation", "reserves_i", "reserves_i", "masonry"]
ROW = ["swordsmen", "knights", "pyramids", *[None] * 10]


def acting(player: Keys, **keys: Any) -> Game:
    return position([player, {}], **({"age": "III", "stage": "action", "row": ROW} | keys))


def takes(game: Game) -> list[str]:
    return [move for move in texts(game) if move.startswith("take ")]


def gone(game: Game, card: str) -> int:
    return int(game.snapshot()["gone"][game.edition.number(card)])


@pytest.mark.rule("HAND-01", "HAND-02")
def test_military_cards_do_not_fill_the_civil_hand() -> None:
    military = {"military_hand": ["legion"] * 2 + ["spy"] * 2}
    game = acting({"civil_hand": CIVIL[:3]} | military)
    assert takes(game) == ["take swordsmen", "take knights", "take pyramids"]
    assert (board(game)["n_civil"], board(game)["n_military"]) == (3, 4)


@pytest.mark.rule("HAND-02")
@pytest.mark.parametrize(
    ("player", "limit"),
    [
        ({}, 4),
        ({"actions": {"civil_spent": 2, "military_spent": 0}}, 4),
        ({"government": "monarchy"}, 5),
        ({"wonders": ["pyramids"]}, 5),
        ({"wonders": ["library_of_alexandria"]}, 5),
    ],
)
def test_the_civil_hand_limit(player: Keys, limit: int) -> None:
    row = ["swordsmen", "knights", "colossus", *[None] * 10]
    below, full = (acting(player | {"civil_hand": CIVIL[:n]}, row=row) for n in (limit - 1, limit))
    assert "take swordsmen" in takes(below)
    assert [card for card in takes(full) if card != "take colossus"] == []
    play(below, "take swordsmen")
    assert [card for card in takes(below) if card != "take colossus"] == []


@pytest.mark.rule("HAND-02")
def test_no_other_means_adds_a_card_to_a_full_hand() -> None:
    player = {"civil_hand": CIVIL[:3], "military_hand": ["rats"], "technologies": {"warriors": 4}}
    keys = {"current_events": ["international_agreement"], "stage": "politics"}
    game = acting(player, **keys)
    play(game, "prepare rats", "take swordsmen")
    assert texts(game) == ["take pyramids", "done"]


@pytest.mark.rule("HAND-03")
def test_too_many_civil_cards_may_be_kept() -> None:
    game = acting({"civil_hand": CIVIL})
    play(game, "end turn")
    assert game.player_to_move == 1
    assert board(game)["n_civil"] == 6


@pytest.mark.rule("HAND-04")
@pytest.mark.parametrize(
    ("player", "limit"),
    [
        ({}, 2),
        ({"actions": {"civil_spent": 0, "military_spent": 2}}, 2),
        ({"government": "monarchy"}, 3),
        ({"wonders": ["library_of_alexandria"]}, 3),
    ],
)
def test_the_military_hand_limit(player: Keys, limit: int) -> None:
    cards = ["legion", "phalanx", "spy", "raid_i", "enslave"]
    game = play(acting(player | {"military_hand": cards[:limit]}), "end turn")
    assert game.player_to_move == 1
    game = play(acting(player | {"military_hand": cards[: limit + 2]}), "end turn")
    assert (game.player_to_move, game.phase) == (0, "discard")
    while game.phase == "discard":
        play(game, texts(game)[0])
    assert sum(game.snapshot()["n_discard"]) == 2


@pytest.mark.rule("HAND-04")
def test_the_military_limit_does_not_stop_drawing() -> None:
    hand = {"military_hand": ["rats", "legion"]}
    game = acting(hand, stage="politics", current_events=["development_of_politics"])
    play(game, "prepare rats")
    assert board(game)["n_military"] == 4
    assert game.phase == "action"


@pytest.mark.rule("HAND-05")
def test_civil_cards_that_leave_play_are_out_of_the_game() -> None:
    player = {"leader": "moses", "civil_hand": ["sid_meier", "stockpile", "monarchy"], "science": 8}
    game = acting(player)
    before = {card: gone(game, card) for card in ("moses", "stockpile", "despotism")}
    assert before["despotism"] == 0
    play(game, "play sid_meier", "develop monarchy")
    play(game, "stockpile")
    assert gone(game, "moses") == before["moses"] + 1
    assert gone(game, "despotism") == 1
    assert written(game)["civil_hand"] == []


@pytest.mark.rule("HAND-06")
def test_each_discarded_card_goes_to_the_pile_of_its_age() -> None:
    hand = ["legion", "spy", "raid_iii", "rats", "war_over_culture"]
    game = play(acting({"military_hand": hand}), "end turn")
    order = sorted(["rats", "legion", "raid_iii"], key=game.edition.number)
    play(game, *(f"discard {card}" for card in order))
    piles = [sorted(ids(game, pile)) for pile in game.snapshot()["discard"]]
    assert piles == [[], ["legion", "rats"], [], ["raid_iii"]]
