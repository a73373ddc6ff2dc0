"""RESIGN: leaving the game."""

from collections import Counter
from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, ids, play, position, texts, written


def table(players: Any, **keys: Any) -> Game:
    return position(players, **({"age": "II", "round": 6} | keys))


def gone(game: Game) -> Counter[str]:
    return Counter({game.edition.ids[card]: n for card, n in enumerate(game.snapshot()["gone"]) if n})


@pytest.mark.rule("RESIGN-01")
@pytest.mark.parametrize(("age", "legal"), [("I", True), ("II", True), ("III", True), ("IV", False)])
def test_no_resignation_in_age_iv(age: str, legal: bool) -> None:
    game = position([{"military_hand": ["rats"]}, {}, {}], age=age, round=6)
    assert game.phase == "politics"
    assert ("resign" in texts(game)) == legal


@pytest.mark.rule("RESIGN-02")
def test_the_civilization_leaves_at_once() -> None:
    game = table([{"culture": 90}, {}, {}])
    play(game, "resign")
    assert game.snapshot()["players_left"] == 2
    assert game.scores == [None, 0, 0]
    assert (game.player_to_move, game.phase, game.round) == (1, "politics", 6)
    order = []
    for _ in range(4):
        order.append((game.player_to_move, game.round))
        play(game, "pass", "end turn")
    assert order == [(1, 6), (2, 6), (1, 7), (2, 7)]


@pytest.mark.rule("RESIGN-02", "TURN-01")
def test_the_round_goes_on_when_the_last_player_resigns() -> None:
    game = play(table(3, current_player=2), "resign")
    assert (game.player_to_move, game.round) == (0, 7)
    game = play(table(3, current_player=1), "resign")
    assert (game.player_to_move, game.round) == (2, 6)


@pytest.mark.rule("RESIGN-02", "SETUP-01")
def test_the_next_player_takes_the_place_of_a_starting_player_who_resigned() -> None:
    game = play(table(3, starting_player=1, current_player=1), "resign")
    assert game.snapshot()["start"] == 2
    assert (game.player_to_move, game.round) == (2, 6)
    play(game, "pass", "end turn", "pass", "end turn")
    assert (game.player_to_move, game.round) == (2, 7)


@pytest.mark.rule("RESIGN-03", "HAND-05", "HAND-06", "RESIGN-10")
def test_hand_and_play_area_are_removed() -> None:
    area: Keys = {
        "leader": "joan_of_arc",
        "technologies": {"iron": 2, "bronze": {"workers": 1, "blue": 3}},
        "specials": ["warfare", "masonry"],
        "wonders": ["pyramids", "taj_mahal"],
        "ruins": ["pyramids"],
        "tucked": {"leader": "homer", "wonder": "taj_mahal"},
        "unfinished": {"wonder": "kremlin", "stages": 1},
        "colonies": ["vast_territory_i"],
        "tactic": "legion",
        "government": "monarchy",
        "civil_hand": ["coal", "reserves_ii", "reserves_ii"],
        "military_hand": ["rats", "spy", "spy"],
        "war": {"card": "war_over_territory", "target": 1},
    }
    game = table([area, {}, {}])
    before = gone(game)
    play(game, "resign")
    initial = {"agriculture", "bronze", "philosophy", "religion", "warriors"}
    cards = ["joan_of_arc", "iron", "warfare", "masonry", "pyramids", "taj_mahal", "homer", "kremlin"]
    cards += ["vast_territory_i", "legion", "monarchy", "coal", "reserves_ii", "reserves_ii", *initial]
    assert gone(game) - before == Counter(cards)
    piles = [sorted(ids(game, pile)) for pile in game.snapshot()["discard"]]
    assert piles == [[], ["rats"], ["spy", "spy", "war_over_territory"], []]
    # Nothing is left on the board: no card, no token, no rating.
    left = {
        key for key, value in board(game, 0).items() if (any(value) if isinstance(value, list) else value)
    }
    assert left == {"flags", "leaders_taken"}


@pytest.mark.rule("RESIGN-03", "PACT-10")
def test_all_pacts_of_the_player_end() -> None:
    pacts = [
        {"pact": {"card": "open_borders_agreement", "partner": 1}},
        {"pact": {"card": "promise_of_military_protection", "partner": 2}},
        {"pact": {"card": "scientific_cooperation", "partner": 0}},
        {},
    ]
    game = table(pacts)
    assert [board(game, p)["ma_total"] for p in range(4)] == [3, 3, 2, 2]
    play(game, "resign")
    assert ["pact" in written(game, p) for p in range(4)] == [False, True, False, False]
    assert [board(game, p)["ma_total"] for p in range(4)] == [0, 2, 2, 2]
    assert [board(game, p)["strength"] for p in range(4)] == [0, 1, 5, 1]
    piles = [ids(game, pile) for pile in game.snapshot()["discard"]]
    assert piles == [[], ["open_borders_agreement"], ["scientific_cooperation"], []]


@pytest.mark.rule("RESIGN-04")
def test_wars_against_the_resigner_score_seven() -> None:
    boards: list[Keys] = [
        {},
        {"war": {"card": "war_over_territory", "target": 0}, "culture": 5},
        {"war": {"card": "war_over_technology", "target": 1}},
        {"war": {"card": "war_over_technology", "target": 0}},
    ]
    game = play(table(boards), "resign")
    assert game.scores == [None, 12, 0, 7]
    assert ["war" in written(game, p) for p in range(1, 4)] == [False, True, False]
    assert sorted(ids(game, game.snapshot()["discard"][2])) == ["war_over_technology", "war_over_territory"]


@pytest.mark.rule("RESIGN-05")
def test_the_last_one_left_wins_at_once() -> None:
    game = table([{"culture": 90}, {"culture": 1}], age="III", future_events=["impact_of_government"])
    play(game, "resign")
    assert game.is_over
    assert game.winners == [1]
    assert game.scores == [None, 1]  # no final scoring
    assert game.legal_moves() == []
    game = table([{"flags": ["resigned"]}, {}, {}], current_player=2)
    assert play(game, "resign").winners == [1]


@pytest.mark.rule("RESIGN-06")
@pytest.mark.parametrize(("players", "cleared"), [(3, 3), (4, 2)])
def test_the_decks_of_the_current_age_stay(players: int, cleared: int) -> None:
    row = ["coal", "cannon", "riflemen", "republic", "opera", "journalism", "strategy", *["reserves_ii"] * 2]
    row += ["navigation", "architecture", "selective_breeding", "cavalrymen"]
    game = table(players, row=row)
    before = game.snapshot()
    play(game, "resign")
    now = game.snapshot()
    assert now["civil_deck"] == before["civil_deck"][:-cleared]
    assert now["military_deck"] == before["military_deck"]
    assert any(game.edition.card(card)["kind"] == "pact" for card in ids(game, now["military_deck"]))


@pytest.mark.rule("RESIGN-07", "SETUP-05", "SETUP-06")
@pytest.mark.parametrize(("players", "civil", "military"), [(3, 44, 41), (4, 50, 45)])
def test_decks_of_later_ages_are_for_those_who_are_left(players: int, civil: int, military: int) -> None:
    game = play(table(players, civil_deck=1), "resign")
    now = game.snapshot()
    assert now["age"] == 3
    row = [card for card in ids(game, now["row"]) if game.edition.card(card)["age"] == "III"]
    assert len(row) + len(now["civil_deck"]) == civil
    assert len(now["military_deck"]) == military


@pytest.mark.rule("RESIGN-07", "HIDDEN-06")
def test_the_smaller_decks_are_known_to_all() -> None:
    game = play(table([{}, {"military_hand": ["infiltrate"]}, {}], civil_deck=1), "resign")
    cards = military(game)
    for seed in range(6):
        assert military(game.determinize(2, seed)) == cards
    assert Game.from_position(game.to_position()) == game


def military(game: Game) -> Counter[str]:
    """Military cards of Age III in the deck and in the hands."""
    now = game.snapshot()
    hands = [card for player in now["player"] for card in player["military"]]
    found = ids(game, now["military_deck"] + hands)
    return Counter(card for card in found if game.edition.card(card)["age"] == "III")


@pytest.mark.rule("RESIGN-08", "EVENT-13")
def test_two_who_are_left_read_events_like_two_players() -> None:
    hand = {"military_hand": ["rats"]}
    game = table([{}, hand, {"technologies": {"warriors": 2}}], current_events=["cold_war"])
    play(game, "resign", "prepare rats")
    assert [board(game, p)["science"] for p in (1, 2)] == [0, 6]


@pytest.mark.rule("RESIGN-10", "RESIGN-04")
def test_wars_of_the_resigner_vanish_without_points() -> None:
    boards: list[Keys] = [{"war": {"card": "war_over_territory", "target": 1}}, {}, {}]
    game = play(table(boards), "resign")
    assert game.scores == [None, 0, 0]
    assert ids(game, game.snapshot()["discard"][2]) == ["war_over_territory"]
