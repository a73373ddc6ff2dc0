"""AGE: how ages end and what that takes away."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import board, end_turn, ids, play, position, written

AGES = ["A", "I", "II", "III", "IV"]
LEADERS = {"A": "julius_caesar", "I": "joan_of_arc", "II": "napoleon_bonaparte", "III": "sid_meier"}
WONDERS = {"A": "pyramids", "I": "great_wall", "II": "kremlin", "III": "internet"}
ACTIONS = {"A": "stockpile", "I": "reserves_i", "II": "reserves_ii", "III": "reserves_iii"}
TACTICS = {"I": "legion", "II": "fortifications", "III": "entrenchments"}
PACTS = {"I": "open_borders_agreement", "II": "scientific_cooperation", "III": "peace_treaty"}
# (ages that may be represented on the table, the age that ends, those that it makes antiquated)
ENDS = pytest.mark.parametrize(
    ("ended", "antiquated"), [("I", ["A"]), ("II", ["A", "I"]), ("III", ["A", "I", "II"])]
)


def end_of(age: str, players: Any = 2, **keys: Any) -> Game:
    """The last player ends the turn, and the starting player deals the last card of the age."""
    count = players if isinstance(players, int) else len(players)
    keys = {"civil_deck": 1, "round": 6, "current_player": count - 1} | keys
    return play(position(players, age=age, stage="action", **keys), "end turn")


def so_far(age: str) -> list[str]:
    return AGES[: AGES.index(age) + 1]


@pytest.mark.rule("AGE-01", "AGE-16")
@pytest.mark.parametrize("age", AGES[:-1])
def test_ages_follow_each_other(age: str) -> None:
    game = end_of(age, round=1 if age == "A" else 6)
    assert AGES[game.age] == AGES[AGES.index(age) + 1]


@pytest.mark.rule("AGE-02", "AGE-03", "AGE-05")
@pytest.mark.parametrize(("players", "cleared"), [(2, 3), (3, 2), (4, 1)])
def test_age_a_ends_at_the_first_replenishing(players: int, cleared: int) -> None:
    game = Game.new(players=players, seed=7)
    before = game.snapshot()
    for _ in range(players):
        assert game.age == 0
        play(game, "end turn")
    now = game.snapshot()
    assert (now["age"], now["round"], now["current"]) == (1, 2, 0)
    deck = before["civil_deck"][::-1]
    assert now["row"] == before["row"][cleared:] + deck[:cleared]
    gone = [card for card, n in enumerate(now["gone"]) for _ in range(n)]
    assert gone == sorted(before["row"][:cleared] + deck[cleared:])
    # Both decks of Age I are whole and shuffled.
    for name, size in (("civil_deck", {2: 44, 3: 50, 4: 53}), ("military_deck", {2: 43, 3: 45, 4: 45})):
        assert len(now[name]) == size[players]
        assert {game.edition.card(card)["age"] for card in ids(game, now[name])} == {"I"}
        assert now[name] != sorted(now[name])
        assert now[name] != sorted(now[name], reverse=True)


@pytest.mark.rule("AGE-04")
def test_a_row_that_age_a_cannot_fill_goes_on_with_age_i() -> None:
    row = ["homer", None, "moses", "stockpile", *[None] * 9]
    game = end_of("A", round=1, row=row, civil_deck=["pyramids", "colossus"])
    now = game.snapshot()
    cards = ids(game, now["row"])
    assert cards[:3] == ["stockpile", "pyramids", "colossus"]
    assert [game.edition.card(card)["age"] for card in cards[3:]] == ["I"] * 10
    assert now["age"] == 1
    assert len(now["civil_deck"]) == 44 - 10


@pytest.mark.rule("AGE-06")
def test_the_end_of_age_a_costs_nothing() -> None:
    player = {
        "leader": "homer",
        "civil_hand": ["stockpile"],
        "unfinished": {"wonder": "pyramids", "stages": 1},
        "blue_bank": 15,
    }
    game = end_of("A", [player, {"leader": "moses"}], round=1)
    now = written(game)
    assert (now["leader"], now["civil_hand"]) == ("homer", ["stockpile"])
    assert now["unfinished"] == {"wonder": "pyramids", "stages": 1}
    assert written(game, 1)["leader"] == "moses"
    assert [board(game, p)["yellow_bank"] for p in range(2)] == [18, 18]


@pytest.mark.rule("AGE-07", "AGE-16")
@pytest.mark.parametrize("age", ["I", "II", "III"])
def test_an_age_ends_with_the_last_card_of_its_deck(age: str) -> None:
    # Thirteen gaps: a deck of fourteen leaves a card, a deck of thirteen ends the age.
    game = end_of(age, civil_deck=14)
    assert AGES[game.age] == age
    assert len(game.snapshot()["civil_deck"]) == 1
    game = end_of(age, civil_deck=13)
    assert AGES[game.age] != age
    now = game.snapshot()
    assert {game.edition.card(card)["age"] for card in ids(game, now["row"])} == {age}
    assert len(ids(game, now["row"])) == 13
    assert len(now["civil_deck"]) == (0 if age == "III" else 44)


@pytest.mark.rule("AGE-07", "AGE-16", "AGE-17")
@pytest.mark.parametrize(("age", "filled"), [("I", 13), ("II", 13), ("III", 5)])
def test_the_next_age_goes_on_filling_the_row(age: str, filled: int) -> None:
    game = end_of(age, civil_deck=5)
    now = game.snapshot()
    ages = [game.edition.card(card)["age"] for card in ids(game, now["row"])]
    assert ages == [age] * 5 + [AGES[AGES.index(age) + 1]] * (filled - 5)
    assert len(now["civil_deck"]) == (44 - 8 if filled == 13 else 0)
    assert now["row"][filled:] == [0] * (13 - filled)


@ENDS
@pytest.mark.rule("AGE-08", "AGE-09", "HAND-05", "HAND-06")
def test_antiquated_cards_leave_all_hands(ended: str, antiquated: list[str]) -> None:
    civil = [ACTIONS[age] for age in so_far(ended)]
    military = [TACTICS[age] for age in so_far(ended)[1:]]
    hand = {
        "civil_hand": civil,
        "military_hand": military,
        "government": "republic" if ended != "I" else None,
    }
    other = {"civil_hand": [LEADERS[ended]], "military_hand": ["military_bonus_i"]}
    game = end_of(ended, [hand, other])
    left = [age for age in so_far(ended) if age not in antiquated]
    assert written(game)["civil_hand"] == [ACTIONS[age] for age in left]
    assert written(game)["military_hand"] == [TACTICS[age] for age in left]
    assert written(game, 1)["civil_hand"] == [LEADERS[ended]]
    # The other player has drawn two cards at the end of the turn.
    drawn = [game.edition.card(card)["age"] for card in written(game, 1)["military_hand"]]
    assert drawn == ([ended] * 3 if ended == "I" else [ended] * 2)
    now = game.snapshot()
    piles = [ids(game, pile) for pile in now["discard"]]
    for age in ("I", "II"):
        cards = [TACTICS[age], *(["military_bonus_i"] if age == "I" else [])]
        assert sorted(piles[AGES.index(age)]) == (sorted(cards) if age in antiquated else [])
    for age in antiquated:
        assert now["gone"][game.edition.number(ACTIONS[age])] >= 1


@ENDS
@pytest.mark.rule("AGE-08", "AGE-10", "AGE-11", "AGE-12", "PACT-11")
def test_antiquated_leaders_unfinished_wonders_and_pacts_leave_play(
    ended: str, antiquated: list[str]
) -> None:
    for age in so_far(ended):
        wonder = {"unfinished": {"wonder": WONDERS[age], "stages": 1}, "blue_bank": 10}
        pact = {"card": PACTS[age], "partner": 2} if age in PACTS else None
        boards = [{"leader": LEADERS[age]}, wonder | {"pact": pact}, {}]
        game = end_of(ended, boards)
        stays = age not in antiquated
        assert ("leader" in written(game, 0)) == stays
        assert ("unfinished" in written(game, 1)) == stays
        assert board(game, 1)["blue_bank"] == (10 if stays else 11)
        if age in PACTS:
            assert ("pact" in written(game, 1)) == stays
            pile = ids(game, game.snapshot()["discard"][AGES.index(age)])
            assert pile == ([] if stays else [PACTS[age]])


@pytest.mark.rule("AGE-12", "AGE-23")
def test_ratings_fall_with_what_is_antiquated() -> None:
    caesar = {"leader": "julius_caesar", "actions": {"civil_spent": 2, "military_spent": 1}}
    pact = {"pact": {"card": "open_borders_agreement", "partner": 2}}
    before = position([caesar, pact, {}], age="II", current_player=2, stage="action")
    assert [board(before, p)["ma_total"] for p in range(3)] == [3, 3, 3]
    assert board(before, 0)["strength"] == 2
    game = end_of("II", [caesar, pact, {}])
    assert [board(game, p)["ma_total"] for p in range(3)] == [2, 2, 2]
    after = board(game, 0)
    assert after["strength"] == 1
    # No civil action comes back; of the military ones the spent one goes.
    assert (after["ca_spent"], after["ma_spent"]) == (2, 0)


@pytest.mark.rule("AGE-13", "WAR-17", "TACTIC-16", "AGE-14")
def test_everything_else_stays() -> None:
    old = {
        "technologies": {"irrigation": 1, "swordsmen": 3},
        "specials": ["warfare"],
        "wonders": ["pyramids", "taj_mahal"],
        "colonies": ["historic_territory_i"],
        "tactic": "phalanx",
        "tucked": {"leader": "homer", "wonder": "pyramids"},
    }
    other = {"tactic": "legion", "war": {"card": "war_over_territory", "target": 0}}
    keys = {
        "current_events": ["development_of_crafts", "rats"],
        "future_events": ["pestilence"],
        "common_tactics": ["legion"],
        "row": [*[None] * 11, "moses", "joan_of_arc"],
    }
    kept = ("technologies", "government", "specials", "wonders", "colonies", "tactic", "tucked", "war")
    game = position([{}, old, other], age="III", stage="action", round=6, civil_deck=1, **keys)
    before = [written(game, p) for p in range(3)]
    play(game, "end turn")
    assert AGES[game.age] == "IV"
    for p in (1, 2):
        now = written(game, p)
        assert {k: now[k] for k in kept if k in now} == {k: before[p][k] for k in kept if k in before[p]}
    position_now = game.to_position()
    assert position_now["row"][:2] == ["moses", "joan_of_arc"]
    assert position_now["current_events"] == keys["current_events"]
    assert position_now["future_events"] == keys["future_events"]
    assert set(position_now["common_tactics"]) == {"legion", "phalanx"}


@ENDS
@pytest.mark.rule("AGE-15")
def test_everyone_loses_two_yellow_tokens(ended: str, antiquated: list[str]) -> None:
    banks = [18, 2, 1, 0]
    game = end_of(ended, [{"yellow_bank": bank, "unused_workers": 9} for bank in banks])
    assert antiquated
    assert [board(game, p)["yellow_bank"] for p in range(4)] == [16, 0, 0, 0]
    assert [board(game, p)["unused"] for p in range(4)] == [9, 9, 9, 9]
    # The need for happy faces follows the bank at once.
    assert [board(game, p)["required"] for p in range(4)] == [1, 8, 8, 8]


@pytest.mark.rule("AGE-18")
@pytest.mark.parametrize(("age", "size"), [("I", 46), ("II", 41)])
def test_the_military_deck_is_replaced(age: str, size: int) -> None:
    game = end_of(age, military_deck=7, removed=None)
    now = game.snapshot()
    assert len(now["military_deck"]) == size
    assert {game.edition.card(card)["age"] for card in ids(game, now["military_deck"])} == {
        AGES[AGES.index(age) + 1]
    }
    assert now["military_deck"] != sorted(now["military_deck"])


@pytest.mark.rule("AGE-18")
def test_the_rest_of_the_old_military_deck_leaves_the_game() -> None:
    game = position(2, age="I", stage="action", round=6, civil_deck=1, current_player=1)
    assert len(game.snapshot()["military_deck"]) == 43
    play(game, "end turn")
    # Two cards were drawn at the end of that turn.
    assert game.snapshot()["n_removed"] == [6, 41, 0, 0]


@pytest.mark.rule("AGE-19", "COLONY-18")
def test_no_military_cards_in_age_iv() -> None:
    game = end_of("III")
    assert game.snapshot()["military_deck"] == []
    hand = board(game, 0)["n_military"]
    end_turn(game)
    assert board(game, 0)["n_military"] == hand
    # Nor by any other means.
    columbus = {"leader": "christopher_columbus", "military_hand": ["strategic_territory_i"]}
    discards = {"III": ["raid_iii"], "I": ["legion"]}
    game = position([columbus, {}], age="IV", round=9, last_round=10, discards=discards)
    play(game, "use christopher_columbus strategic_territory_i")
    assert written(game)["colonies"] == ["strategic_territory_i"]
    assert board(game)["military"] == []


@pytest.mark.rule("AGE-20", "AGE-21", "AGE-24")
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("current", [0, 1, 2])
def test_the_last_round(start: int, current: int) -> None:
    keys = {"round": 9, "starting_player": start, "civil_deck": 1, "stage": "action"}
    before = (current - 1) % 3
    # The round changes when the starting player is on.
    game = play(position(3, age="III", current_player=before, **keys), "end turn")
    now = game.snapshot()
    number = 10 if current == start else 9
    assert (now["current"], now["round"]) == (current, number)
    assert now["last_round"] == 10
    turns = [0, 0, 0]
    while not game.is_over:
        turns[game.current_player] += 1
        end_turn(game)
    # Counted from the turn on which Age IV began, the last player of the order ends the game.
    missed = (current - start) % 3
    order = [(start + i) % 3 for i in range(3)]
    expected = [1 if current == start else 2] * 3
    for p in order[:missed]:
        expected[p] -= 1
    assert turns == expected


@pytest.mark.rule("AGE-22")
@pytest.mark.parametrize(("current", "last"), [(0, 7), (1, 8)])
def test_the_refill_of_an_event_can_end_an_age(current: int, last: int) -> None:
    boards: list[dict[str, Any]] = [{}, {}]
    boards[current] = {"military_hand": ["rats"], "technologies": {"warriors": 3}, "leader": "joan_of_arc"}
    row = ["oil", "rockets", *[None] * 11]
    keys = {"row": row, "civil_deck": 1, "current_events": ["international_agreement"], "round": 7}
    game = position(boards, age="III", current_player=current, **keys)
    play(game, "prepare rats", "take oil", "done")
    now = game.snapshot()
    assert (now["age"], now["last_round"]) == (4, last)
    assert len(ids(game, now["row"])) == 2
    assert ids(game, now["row"])[0] == "rockets"
    assert "leader" not in written(game, current)
    assert [board(game, p)["yellow_bank"] for p in range(2)] == [16, 16]
    assert game.phase == "action"
