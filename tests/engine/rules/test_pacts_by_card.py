"""What each pact gives its parties, and what it says about attacks."""

import pytest

from tests.engine.rules.phases import (
    acting,
    civil_actions,
    end_turn,
    food,
    politics,
    resources,
    reveal,
    stored,
)
from tests.engine.rules.table import Keys, board, play, position, texts, written

FIELDS = ("culture_rating", "strength", "ma_total", "food_rate", "resource_rate")
PLAIN = (2, 1, 2, 2, 2)


def bound(card: str, side: str = "A") -> list[Keys]:
    """Three boards with some culture; player 0 has a pact with player 1 in the own area."""
    boards: list[Keys] = [{"technologies": {"religion": 2}} for _ in range(3)]
    boards[0]["pact"] = {"card": card, "partner": 1, "side": side}
    return boards


EFFECTS = {
    # what changes for A and for B: culture, strength, military actions, food, resources
    "open_borders_agreement": ((0, 0, 1, 0, 0), (0, 0, 1, 0, 0)),
    "trade_routes_agreement": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    "acceptance_of_supremacy": ((0, 0, 0, 0, 1), (0, 0, 0, 0, -1)),
    "international_trade_agreement": ((0, 0, 0, 0, 1), (0, 0, 0, 1, 0)),
    "promise_of_military_protection": ((1, 0, 0, 0, 0), (-1, 4, 0, 0, 0)),
    "scientific_cooperation": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    "loss_of_sovereignty": ((2, 0, 0, 0, 0), (-2, 0, 0, 0, 0)),
    "military_alliance": ((0, 3, 0, 0, 0), (0, 3, 0, 0, 0)),
    "peace_treaty": ((1, 0, 0, 0, 0), (1, 0, 0, 0, 0)),
}


@pytest.mark.rule("PACT-07", "CARDNOTE-45")
@pytest.mark.parametrize(("card", "effects"), EFFECTS.items())
@pytest.mark.parametrize("side", ["A", "B"])
def test_what_the_parties_get(card: str, effects: tuple[tuple[int, ...], tuple[int, ...]], side: str) -> None:
    game = position(bound(card, side), age="III")
    found = [tuple(board(game, p)[field] for field in FIELDS) for p in range(3)]
    mine, partners = effects if side == "A" else effects[::-1]
    expected = [
        tuple(n + change for n, change in zip(PLAIN, changes, strict=True)) for changes in (mine, partners)
    ]
    assert found == [*expected, PLAIN]


ATTACKS = {
    "open_borders_agreement": "allowed", "trade_routes_agreement": "allowed",
    "acceptance_of_supremacy": "forbidden",
    "international_trade_agreement": "allowed", "promise_of_military_protection": "ends",
    "scientific_cooperation": "allowed",
    "international_tourism": "allowed", "loss_of_sovereignty": "forbidden", "military_alliance": "ends",
    "peace_treaty": "forbidden",
}  # fmt: skip


@pytest.mark.rule("AGGR-05", "AGGR-06", "WAR-02", "WAR-04")
@pytest.mark.parametrize(("card", "clause"), ATTACKS.items())
@pytest.mark.parametrize("attack", ["aggression spy", "war war_over_culture"])
@pytest.mark.parametrize("attacker", [0, 1])
def test_what_a_pact_says_about_attacks(card: str, clause: str, attack: str, attacker: int) -> None:
    boards = bound(card)
    boards[attacker] |= {"military_hand": [attack.split()[1]], "government": "communism"}
    boards[attacker]["technologies"] = {"warriors": 9}
    game = politics(*boards, age="III", current_player=attacker)
    move = f"{attack} vs {1 - attacker}"
    assert f"{attack} vs 2" in texts(game)
    assert (move in texts(game)) is (clause != "forbidden")
    if clause != "forbidden":
        play(game, move)
        assert ("pact" in written(game)) is (clause == "allowed")
        assert (card in game.to_position().get("discards", {}).get(pact_age(card), [])) is (clause == "ends")


def pact_age(card: str) -> str:
    age: str = acting().edition.card(card)["age"]
    return age


@pytest.mark.rule("AGGR-03")
@pytest.mark.parametrize(("strength", "legal"), [(1, True), (2, True), (3, False)])
def test_open_borders_strengthen_the_attacker(strength: int, legal: bool) -> None:
    boards = bound("open_borders_agreement")
    boards[0] |= {"military_hand": ["spy"], "technologies": {"warriors": 1}}
    boards[1]["technologies"] = {"warriors": strength}
    boards[2]["technologies"] = {"warriors": strength}
    game = politics(*boards, age="II")
    assert ("aggression spy vs 1" in texts(game)) is legal
    assert "aggression spy vs 2" not in texts(game)


@pytest.mark.rule("AGGR-04")
@pytest.mark.parametrize(("strength", "legal"), [(2, True), (1, False)])
def test_an_attack_that_ends_the_pact_does_without_its_strength(strength: int, legal: bool) -> None:
    boards = bound("promise_of_military_protection")
    boards[0] |= {"military_hand": ["spy"], "technologies": {"warriors": strength}}
    assert ("aggression spy vs 1" in texts(politics(*boards, age="II"))) is legal
    boards = bound("promise_of_military_protection", "B")
    boards[0] |= {"military_hand": ["spy"], "technologies": {"warriors": strength}}
    assert ("aggression spy vs 1" in texts(politics(*boards, age="II"))) is legal


@pytest.mark.rule("WAR-02")
def test_loss_of_sovereignty_keeps_wars_away_from_side_b() -> None:
    boards = bound("loss_of_sovereignty", "A")
    boards[2] |= {"military_hand": ["war_over_culture", "spy"], "government": "communism"}
    boards[2]["technologies"] = {"warriors": 9}
    game = politics(*boards, age="III", current_player=2)
    found = [text for text in texts(game) if " vs " in text]
    assert sorted(found) == ["aggression spy vs 0", "aggression spy vs 1", "war war_over_culture vs 0"]


@pytest.mark.rule("CARDNOTE-21")
def test_international_tourism_counts_the_partners_wonders_and_ruins() -> None:
    boards = bound("international_tourism")
    boards[0]["wonders"] = ["colossus"]
    boards[1] |= {"wonders": ["pyramids", "library_of_alexandria"], "ruins": ["library_of_alexandria"]}
    game = position(boards, age="III")
    assert [board(game, p)["culture_rating"] for p in range(3)] == [2 + 2, 2 + 2 + 1, 2]


@pytest.mark.rule("CARDNOTE-21", "WONDER-09")
def test_international_tourism_notices_a_completed_wonder() -> None:
    boards = bound("international_tourism")
    boards[0] |= {"unfinished": {"wonder": "colossus", "stages": 1}, "technologies": stored(resources=3)}
    game = play(acting(*boards, age="III"), "wonder 1")
    assert board(game, 1)["culture_rating"] == 2 + 1


@pytest.mark.rule("CARDNOTE-45", "PROD-05", "PROD-09")
@pytest.mark.parametrize(
    ("card", "side", "produced"),
    [
        ("acceptance_of_supremacy", "A", (2, 3)), ("acceptance_of_supremacy", "B", (2, 1)),
        ("international_trade_agreement", "A", (2, 3)), ("international_trade_agreement", "B", (3, 2)),
    ],
)  # fmt: skip
def test_goods_of_pacts_are_produced(card: str, side: str, produced: tuple[int, int]) -> None:
    game = end_turn(acting(*bound(card, side), age="II"))
    assert (food(game), resources(game)) == produced
    harvest = reveal("good_harvest", *bound(card, side), age="II")
    assert food(harvest) == produced[0]
    deposits = reveal("new_deposits", *bound(card, side), age="II")
    assert resources(deposits) == produced[1]


@pytest.mark.rule("CARDNOTE-45", "END-04")
def test_goods_of_pacts_are_not_produced_in_an_uprising() -> None:
    boards = bound("acceptance_of_supremacy")
    boards[0] |= {"yellow_bank": 6, "unused_workers": 0}
    assert resources(end_turn(acting(*boards, age="II"))) == 0


@pytest.mark.rule("CARDNOTE-45", "PAY-18")
def test_side_b_of_supremacy_loses_what_it_has() -> None:
    boards = bound("acceptance_of_supremacy", "B")
    boards[0]["technologies"] = {"bronze": 0}
    assert resources(end_turn(acting(*boards, age="II"))) == 0
    boards[0]["technologies"] = {"bronze": {"blue": 3}}
    assert resources(end_turn(acting(*boards, age="II"))) == 2


def cooperating(science: int, partner: int, hand: list[str]) -> list[Keys]:
    boards = bound("scientific_cooperation")
    boards[0] |= {"science": science, "civil_hand": hand}
    boards[1]["science"] = partner
    return boards


@pytest.mark.rule("TECH-08")
@pytest.mark.parametrize(
    ("card", "price"),
    [("iron", 5), ("theology", 2), ("warfare", 5), ("knights", 5), ("constitutional_monarchy", 12)],
)
def test_scientific_cooperation_shares_the_cost_of_technologies(card: str, price: int) -> None:
    game = play(acting(*cooperating(price - 2, 4, [card]), age="II"), f"develop {card}")
    assert [board(game, p)["science"] for p in (0, 1)] == [0, 3]
    if price > 2:
        assert f"develop {card}" not in texts(acting(*cooperating(price - 3, 4, [card]), age="II"))
    assert f"develop {card}" not in texts(acting(*cooperating(price, 0, [card]), age="II"))
    assert f"develop {card}" in texts(acting(*cooperating(price - 2, 1, [card]), age="II"))


@pytest.mark.rule("REVOLUTION-01")
def test_scientific_cooperation_covers_revolutions_and_the_partner_too() -> None:
    game = play(
        acting(*cooperating(4, 1, ["constitutional_monarchy"]), age="II"),
        "revolution constitutional_monarchy",
    )
    assert ([board(game, p)["science"] for p in (0, 1)], civil_actions(game)) == ([0, 0], 0)
    boards = cooperating(2, 3, [])
    boards[1]["civil_hand"] = ["iron"]
    game = play(acting(*boards, age="II", current_player=1), "develop iron")
    assert [board(game, p)["science"] for p in (0, 1)] == [1, 0]
