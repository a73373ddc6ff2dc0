"""PACT: offering, accepting, cancelling."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, end_turn, ids, play, position, texts, written

OPEN_BORDERS, TRADE = "open_borders_agreement", "trade_routes_agreement"


def table(*boards: Keys, **keys: Any) -> Game:
    return position(list(boards), **({"age": "III", "round": 6} | keys))


def pact_moves(game: Game) -> list[str]:
    return [move for move in texts(game) if move.split()[0] in ("pact", "cancel")]


def pact(card: str, partner: int, side: str = "A") -> Keys:
    return {"pact": {"card": card, "partner": partner, "side": side}}


def of(game: Game, key: str) -> list[int]:
    return [board(game, p)[key] for p in range(game.players)]


@pytest.mark.rule("PACT-01")
def test_two_who_remain_may_still_make_and_cancel_pacts() -> None:
    hand = {"military_hand": [OPEN_BORDERS]}
    boards = [hand | pact("peace_treaty", 1), {}, {"flags": ["resigned"]}]
    game = table(*boards)
    assert pact_moves(game) == [f"pact {OPEN_BORDERS} with 1", "cancel peace_treaty"]
    play(game, f"pact {OPEN_BORDERS} with 1", "accept")
    assert of(game, "ma_total")[:2] == [3, 3]


@pytest.mark.rule("PACT-02")
def test_an_offer_names_a_partner_and_a_side() -> None:
    game = table({"military_hand": [TRADE, OPEN_BORDERS]}, {}, {})
    assert pact_moves(game) == [
        f"pact {OPEN_BORDERS} with 1",
        f"pact {OPEN_BORDERS} with 2",
        f"pact {TRADE} with 1 as A",
        f"pact {TRADE} with 1 as B",
        f"pact {TRADE} with 2 as A",
        f"pact {TRADE} with 2 as B",
    ]


@pytest.mark.rule("PACT-02", "PACT-07")
@pytest.mark.parametrize(("side", "culture"), [("A", [2, 0, -2]), ("B", [-2, 0, 2])])
def test_the_side_that_was_named_is_the_own_one(side: str, culture: list[int]) -> None:
    temples = {"technologies": {"religion": 2}}
    offerer = temples | {"military_hand": ["loss_of_sovereignty"]}
    game = table(offerer, {}, temples)
    play(game, f"pact loss_of_sovereignty with 2 as {side}", "accept")
    assert of(game, "culture_rating") == [2 + culture[0], 0, 2 + culture[2]]
    assert written(game)["pact"] == {"card": "loss_of_sovereignty", "partner": 2, "side": side}


@pytest.mark.rule("PACT-03", "PACT-04", "HIDDEN-07", "POLITICS-01")
def test_a_refused_pact_returns_to_the_hand() -> None:
    game = table({"military_hand": [OPEN_BORDERS, "rats"]}, {}, {})
    play(game, f"pact {OPEN_BORDERS} with 2")
    assert (game.player_to_move, game.phase) == (2, "pact")
    assert texts(game) == ["accept", "pass"]
    play(game, "pass")
    assert "pact" not in written(game)
    assert OPEN_BORDERS in game.to_position(observer=0)["players"][0]["military_hand"][-1]["card"]
    assert of(game, "ma_total") == [2, 2, 2]
    # The political action is used up.
    assert (game.player_to_move, game.phase) == (0, "action")
    # Everybody has seen the card.
    for observer in (1, 2):
        assert game.to_position(observer)["players"][0]["military_hand"] == {"I": 1, "known": [OPEN_BORDERS]}


@pytest.mark.rule("PACT-03", "PACT-07")
def test_an_accepted_pact_applies_at_once() -> None:
    game = table({"military_hand": [OPEN_BORDERS]}, {}, {})
    play(game, f"pact {OPEN_BORDERS} with 2", "accept")
    assert of(game, "ma_total") == [3, 2, 3]
    assert of(game, "ma_spent") == [0, 0, 0]
    assert written(game)["military_hand"] == []
    assert written(game)["pact"]["partner"] == 2
    assert (game.player_to_move, game.phase) == (0, "action")
    game = table({"military_hand": ["military_alliance"]}, {}, {})
    play(game, "pact military_alliance with 1", "accept")
    assert of(game, "strength") == [4, 4, 1]
    game = table({"military_hand": ["acceptance_of_supremacy"]}, {}, {})
    play(game, "pact acceptance_of_supremacy with 1 as B", "accept")
    assert of(game, "resource_rate") == [1, 3, 2]


@pytest.mark.rule("PACT-05", "PACT-06", "PACT-10")
def test_a_new_pact_ends_the_other_one_in_the_own_area_alone() -> None:
    offerer = {"military_hand": ["military_alliance"]} | pact(OPEN_BORDERS, 1)
    partner = pact("peace_treaty", 0)
    game = table(offerer, {}, partner)
    assert of(game, "ma_total") == [3, 3, 2]
    play(game, "pact military_alliance with 2", "accept")
    assert written(game, 0)["pact"]["card"] == "military_alliance"
    assert written(game, 2)["pact"]["card"] == "peace_treaty"
    assert of(game, "ma_total") == [2, 2, 2]
    assert of(game, "strength") == [4, 1, 4]
    assert ids(game, game.snapshot()["discard"][1]) == [OPEN_BORDERS]
    assert game.snapshot()["n_discard"] == [0, 1, 0, 0]


@pytest.mark.rule("PACT-05")
def test_an_offer_that_is_refused_ends_nothing() -> None:
    offerer = {"military_hand": ["military_alliance"]} | pact(OPEN_BORDERS, 1)
    game = play(table(offerer, {}, {}), "pact military_alliance with 2", "pass")
    assert written(game, 0)["pact"]["card"] == OPEN_BORDERS


@pytest.mark.rule("PACT-06")
def test_one_may_be_party_to_many_pacts() -> None:
    boards = [
        pact(OPEN_BORDERS, 1),
        pact("peace_treaty", 2),
        pact("military_alliance", 0),
        pact("international_tourism", 0),
    ]
    game = table(*boards)
    assert pact_moves(game) == [
        f"cancel {OPEN_BORDERS}",
        "cancel military_alliance",
        "cancel international_tourism",
    ]
    assert of(game, "ma_total") == [3, 3, 2, 2]
    assert of(game, "strength") == [4, 1, 4, 1]
    assert of(game, "culture_rating") == [0, 1, 1, 0]


@pytest.mark.rule("PACT-09", "PACT-10")
@pytest.mark.parametrize(
    ("card", "age"), [(OPEN_BORDERS, 1), ("scientific_cooperation", 2), ("military_alliance", 3)]
)
@pytest.mark.parametrize("owner", [0, 2])
def test_either_party_may_cancel(card: str, age: int, owner: int) -> None:
    boards: list[Keys] = [{}, pact("peace_treaty", 2), {}]
    boards[owner] = pact(card, 2 - owner)
    game = table(*boards)
    assert pact_moves(game) == [f"cancel {card}"]
    play(game, f"cancel {card}")
    assert "pact" not in written(game, owner)
    assert "pact" in written(game, 1)
    piles = [ids(game, pile) for pile in game.snapshot()["discard"]]
    assert piles[age] == [card]
    assert sum(map(len, piles)) == 1
    assert of(game, "ma_total") == [2, 2, 2]
    assert of(game, "strength") == [1, 1, 1]
    assert (game.player_to_move, game.phase) == (0, "action")


@pytest.mark.rule("PACT-10", "RATING-24")
def test_a_cancelled_pact_stops_affecting_both() -> None:
    game = table({"wonders": ["taj_mahal"]}, pact("international_tourism", 0), {})
    assert of(game, "culture_rating") == [3, 1, 0]
    play(game, "cancel international_tourism")
    assert of(game, "culture_rating") == [3, 0, 0]


@pytest.mark.rule("PACT-08")
def test_a_pact_that_forbids_attacks_leaves_a_declared_war() -> None:
    declarer = {"war": {"card": "war_over_territory", "target": 1}, "technologies": {"warriors": 6}}
    game = table({}, {"military_hand": ["peace_treaty"]}, declarer, current_player=1)
    play(game, "pact peace_treaty with 2", "accept")
    assert written(game, 2)["war"]["target"] == 1
    game = table(declarer, {"military_hand": ["peace_treaty"]}, {}, current_player=1)
    play(game, "pact peace_treaty with 0", "accept")
    play(game, "end turn")
    end_turn(game)
    # The war is won by 5: 2 yellow tokens.
    assert of(game, "yellow_bank") == [20, 16, 18]
