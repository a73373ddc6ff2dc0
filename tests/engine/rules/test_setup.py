"""SETUP: the table before the first turn, and the decks of each age."""

from collections import Counter

import pytest

from engine import Game
from tests.engine.rules.table import board, ids, play, position, texts, written

SIZES = pytest.mark.parametrize("players", [2, 3, 4])
AGES = ["A", "I", "II", "III", "IV"]


def decks_of(age: str, players: int) -> tuple[Counter[str], Counter[str]]:
    """All civil and military cards of the age that begins when the age before it ends."""
    before = AGES[AGES.index(age) - 1]
    last = {"round": 1 if before == "A" else 5, "current_player": players - 1, "stage": "action"}
    game = play(position(players, age=before, civil_deck=1, **last), "end turn")
    now = game.snapshot()
    assert now["age"] == AGES.index(age)
    civil = [card for card in ids(game, now["row"]) if game.edition.card(card)["age"] == age]
    return Counter(civil + ids(game, now["civil_deck"])), Counter(ids(game, now["military_deck"]))


@pytest.mark.rule("SETUP-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Game.new(players=players)


@pytest.mark.rule("SETUP-01")
def test_the_starting_player_stays_the_same() -> None:
    game = position(3, age="I", starting_player=1, current_player=0, stage="action", round=4)
    play(game, "end turn")
    now = game.snapshot()
    assert (now["start"], now["current"], now["round"]) == (1, 1, 5)
    play(game, "pass", "end turn", "pass", "end turn", "pass", "end turn")
    now = game.snapshot()
    assert (now["start"], now["current"], now["round"]) == (1, 1, 6)


@pytest.mark.rule("SETUP-02", "SETUP-03", "SETUP-07", "SETUP-08")
@pytest.mark.parametrize(
    ("age", "civil", "military"),
    [
        ("I", [44, 50, 53], [43, 45, 45]),
        ("II", [44, 50, 53], [46, 50, 50]),
        ("III", [44, 50, 53], [41, 45, 45]),
    ],
)
def test_sizes_of_the_decks(age: str, civil: list[int], military: list[int]) -> None:
    decks = [decks_of(age, players) for players in (2, 3, 4)]
    assert [deck.total() for deck, _ in decks] == civil
    assert [deck.total() for _, deck in decks] == military


@pytest.mark.rule("SETUP-04", "SETUP-05")
@pytest.mark.parametrize(
    ("age", "four", "three"),
    [
        (
            "I",
            {"iron", "alchemy", "knights"},
            {"bread_and_circuses", "code_of_laws", "drama", "monarchy", "theology", "warfare"},
        ),
        (
            "II",
            {"cannon", "republic", "selective_breeding"},
            {
                "architecture",
                "coal",
                "constitutional_monarchy",
                "journalism",
                "riflemen",
                "selective_breeding",
            },
        ),
        (
            "III",
            {"air_forces", "military_theory", "professional_sports"},
            {"democracy", "mechanized_agriculture", "modern_infantry", "oil", "rockets", "tanks"},
        ),
    ],
)
def test_marked_cards_are_removed(age: str, four: set[str], three: set[str]) -> None:
    decks = {players: decks_of(age, players)[0] for players in (2, 3, 4)}
    assert decks[4] - decks[3] == Counter(four)
    assert decks[3] - decks[2] == Counter(three)
    assert not decks[2] - decks[3]
    assert not decks[3] - decks[4]


@pytest.mark.rule("SETUP-06", "PACT-01")
@pytest.mark.parametrize(("age", "pacts"), [("I", 2), ("II", 4), ("III", 4)])
def test_a_game_for_two_has_no_pacts(age: str, pacts: int) -> None:
    kind = {card: entry["kind"] for card, entry in cards_of(age).items()}
    decks = {players: decks_of(age, players)[1] for players in (2, 3, 4)}
    removed = decks[3] - decks[2]
    assert removed.total() == pacts
    assert all(kind[card] == "pact" for card in removed)
    assert not any(kind[card] == "pact" for card in decks[2])
    assert decks[3] == decks[4]


def cards_of(age: str) -> dict[str, dict[str, object]]:
    edition = Game.new().edition
    entries = {card: edition.card(card) for card in edition.ids[1:]}
    return {card: entry for card, entry in entries.items() if entry["age"] == age}


@SIZES
@pytest.mark.rule("SETUP-09", "SETUP-12", "SETUP-13", "CARD-06")
def test_technologies_and_workers_at_the_start(players: int) -> None:
    game = Game.new(players=players, seed=3)
    for p in range(players):
        start = written(game, p)
        workers = {card: tokens["workers"] for card, tokens in start["technologies"].items()}
        assert workers == {"agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0, "warriors": 1}
        assert start["government"] == "despotism"
        assert start["unused_workers"] == 1
        assert sum(workers.values()) + start["unused_workers"] + start["yellow_bank"] == 25


@pytest.mark.rule("SETUP-09", "CARD-04")
def test_initial_technologies_count_as_technologies_in_play_of_level_0() -> None:
    # Completing First Space Flight scores the levels of all technologies in play.
    state = {"unfinished": {"wonder": "first_space_flight", "stages": 3}, "science": 9}
    state["technologies"] = {"bronze": {"workers": 2, "blue": 9}, "iron": 0}
    game = play(position([state, {}], age="III", stage="action", round=12), "wonder 1")
    assert board(game)["culture"] == 1
    # A worker may be built on each of them.
    rich = {"technologies": {"bronze": {"workers": 2, "blue": 9}}}
    moves = texts(position([rich, {}], age="I", stage="action"))
    for card in ("agriculture", "bronze", "philosophy", "religion", "warriors"):
        assert f"build {card}" in moves


@SIZES
@pytest.mark.rule("SETUP-10", "SETUP-11", "SETUP-14", "SETUP-15", "SETUP-16", "SETUP-17")
def test_numbers_at_the_start(players: int) -> None:
    game = Game.new(players=players, seed=1)
    for p in range(players):
        start = board(game, p)
        assert (start["blue_bank"], start["yellow_bank"]) == (16, 18)
        assert (start["ca_total"], start["ma_total"], start["urban_limit"]) == (4, 2, 2)
        ratings = [start[key] for key in ("science_rating", "culture_rating", "strength", "happiness")]
        assert ratings == [1, 0, 1, 0]
        assert (start["science"], start["culture"], sum(start["blue"])) == (0, 0, 0)
        assert (start["tactic"], start["exclusive"]) == (0, 0)
    assert game.snapshot()["common"] == 0


@pytest.mark.rule("SETUP-18")
def test_tokens_from_the_box_have_no_limit() -> None:
    game = position([{"leader": "alexander_the_great"}, {}], age="I")
    assert board(play(game, "use alexander_the_great"))["yellow_bank"] == 19


@SIZES
@pytest.mark.rule("SETUP-19", "SETUP-20", "SETUP-21")
def test_event_decks_at_the_start(players: int) -> None:
    game = Game.new(players=players, seed=9)
    start = game.snapshot()
    current = ids(game, start["current_events"])
    assert len(set(current)) == len(current) == players + 2
    assert {game.edition.card(card)["age"] for card in current} == {"A"}
    assert start["n_removed"] == [10 - (players + 2), 0, 0, 0]
    assert (start["future_events"], start["past"]) == ([], [])


@pytest.mark.rule("SETUP-19")
def test_the_first_events_are_shuffled() -> None:
    piles = {tuple(Game.new(players=2, seed=seed).snapshot()["current_events"]) for seed in range(8)}
    assert len(piles) > 4


@SIZES
@pytest.mark.rule("SETUP-20", "SETUP-26")
def test_military_cards_of_age_a_are_never_drawn(players: int) -> None:
    game = Game.new(players=players, seed=2)
    assert game.snapshot()["military_deck"] == []
    while game.age == 0:
        play(game, "end turn")
    deck = ids(game, game.snapshot()["military_deck"])
    assert deck
    assert {game.edition.card(card)["age"] for card in deck} == {"I"}
    assert all(board(game, p)["military"] == [] for p in range(players))


@SIZES
@pytest.mark.rule("SETUP-22", "SETUP-23")
def test_actions_of_the_first_turn(players: int) -> None:
    game = Game.new(players=players, seed=4)
    boards = [board(game, p) for p in range(players)]
    assert [player["ca_total"] - player["ca_spent"] for player in boards] == [1, 2, 3, 4][:players]
    assert [player["ma_total"] - player["ma_spent"] for player in boards] == [0] * players


@SIZES
@pytest.mark.rule("SETUP-24", "SETUP-25", "SETUP-07")
def test_the_row_at_the_start(players: int) -> None:
    game = Game.new(players=players, seed=5)
    start = game.snapshot()
    row, deck = ids(game, start["row"]), ids(game, start["civil_deck"])
    assert (len(row), len(deck)) == (13, 7)
    whole = {card: entry["copies"] for card, entry in cards_of("A").items() if is_civil(entry["kind"])}
    assert Counter(row + deck) == +Counter(whole)


def is_civil(kind: object) -> bool:
    return kind in ("leader", "wonder", "action")
