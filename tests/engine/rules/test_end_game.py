"""END-GAME: the last round, final scoring and the winners."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, end_turn, play, position


def finished(*boards: Keys, current: list[str] | None = None, **keys: Any) -> Game:
    """The last player ends the last turn of the game."""
    keys = {"round": 12, "last_round": 12, "current_player": len(boards) - 1} | keys
    events = current or ["development_of_crafts"]
    game = position(list(boards), age="IV", stage="action", current_events=events, **keys)
    return play(game, "end turn")


def scored(event: str, *boards: Keys, **keys: Any) -> list[int]:
    """Culture that a final event brings to each player."""
    plain, final = (finished(*boards, current=events, **keys) for events in (None, [event]))
    return [board(final, p)["culture"] - board(plain, p)["culture"] for p in range(len(boards))]


@pytest.mark.rule("END-GAME-01", "AGE-24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_after_the_last_round(players: int) -> None:
    game = position(players, age="IV", round=11, last_round=12, stage="action")
    turns = [0] * players
    while not game.is_over:
        turns[game.current_player] += 1
        end_turn(game)
    assert turns == [2] * players
    assert (game.player_to_move, game.phase, game.legal_moves()) == (-1, "over", [])


@pytest.mark.rule("END-GAME-01")
def test_the_game_goes_on_until_the_last_turn_is_over() -> None:
    game = position(3, age="IV", round=12, last_round=12, current_player=1, stage="action")
    play(game, "end turn")
    assert not game.is_over
    assert game.winners == []
    assert game.current_player == 2
    # The last turn has its production: one Temple.
    game = finished({}, {"technologies": {"religion": 1}})
    assert game.scores == [0, 1]


@pytest.mark.rule("END-GAME-02", "END-GAME-03")
def test_age_iii_events_of_both_piles_are_scored() -> None:
    colony = {"colonies": ["historic_territory_i"], "government": "monarchy"}
    older = [
        "development_of_crafts",
        "crusades",
        "vast_territory_i",
        "national_pride",
        "historic_territory_ii",
    ]
    future = ["cold_war", "impact_of_government", "wealthy_territory_i", "popularization_of_science"]
    game = finished(colony, {}, current=[*older, "impact_of_colonies"], future_events=future)
    # Colonies 3; government 2 x 5 + 3 and 2 x 4 + 2; nothing older.
    assert game.scores == [3 + 13, 10]
    # In the other order and in one pile the result is the same.
    game = finished(colony, {}, current=["impact_of_government", "impact_of_colonies"])
    assert game.scores == [3 + 13, 10]
    game = finished(colony, {}, future_events=["impact_of_colonies", "impact_of_government"])
    assert game.scores == [3 + 13, 10]


@pytest.mark.rule("END-GAME-02")
def test_past_events_are_not_scored_again() -> None:
    game = finished({"colonies": ["historic_territory_i"]}, {}, past_events=["impact_of_colonies"])
    assert game.scores == [0, 0]


IMPACTS: list[tuple[str, Keys, int]] = [
    # Food production; four more if it is greater than consumption.
    ("impact_of_agriculture", {}, 2 + 4),
    ("impact_of_agriculture", {"technologies": {"agriculture": 1, "irrigation": 2}}, 5 + 4),
    ("impact_of_agriculture", {"technologies": {"agriculture": 1}, "yellow_bank": 16}, 1),
    ("impact_of_agriculture", {"technologies": {"agriculture": 2}, "yellow_bank": 16}, 2 + 4),
    # Levels of urban buildings, one by one.
    (
        "impact_of_architecture",
        {"technologies": {"religion": 1, "alchemy": 2, "movies": 1, "swordsmen": 3}},
        5,
    ),
    # Twice the lowest of four ratings.
    ("impact_of_balance", {"technologies": {"agriculture": 5, "bronze": 5, "alchemy": 2, "religion": 3}}, 6),
    ("impact_of_balance", {"technologies": {"agriculture": 1, "bronze": 5, "alchemy": 2, "religion": 3}}, 2),
    ("impact_of_balance", {"technologies": {"agriculture": 5, "bronze": 2, "alchemy": 2, "religion": 3}}, 4),
    ("impact_of_balance", {"technologies": {"agriculture": 5, "bronze": 5, "religion": 3}}, 2),
    ("impact_of_balance", {}, 0),
    ("impact_of_colonies", {"colonies": ["historic_territory_i", "vast_territory_i"]}, 6),
    # Levels of units and arenas.
    (
        "impact_of_competition",
        {"technologies": {"swordsmen": 2, "rockets": 1, "team_sports": 1, "alchemy": 1}},
        7,
    ),
    ("impact_of_competition", {"technologies": {"bread_and_circuses": 2, "air_forces": 1}}, 5),
    # Totals of actions, spent or not.
    ("impact_of_government", {"government": "communism", "actions": {"civil_spent": 3}}, 14 + 5),
    ("impact_of_government", {"wonders": ["pyramids"], "specials": ["warfare"]}, 10 + 3),
    # Happy faces up to eight, less discontent workers.
    ("impact_of_happiness", {"technologies": {"religion": 2, "drama": 1}}, 6),
    ("impact_of_happiness", {"technologies": {"professional_sports": 3}}, 16),
    ("impact_of_happiness", {"technologies": {"religion": 2}, "yellow_bank": 10, "unused_workers": 9}, 4 - 2),
    # Production of mines, not of labs.
    (
        "impact_of_industry",
        {"technologies": {"bronze": 1, "iron": 2, "computers": 1}, "leader": "bill_gates"},
        5,
    ),
    (
        "impact_of_industry",
        {"technologies": {"bronze": 1, "oil": 1}, "wonders": ["transcontinental_railroad"]},
        11,
    ),
    # Content workers beyond ten: six of seven workers stand on cards at the start.
    ("impact_of_population", {"unused_workers": 4}, 0),
    ("impact_of_population", {"unused_workers": 5}, 2),
    ("impact_of_population", {"unused_workers": 8, "yellow_bank": 14}, 6),
    ("impact_of_population", {"unused_workers": 0}, 0),
    # Levels of government and special technologies.
    (
        "impact_of_progress",
        {"government": "republic", "specials": ["warfare", "satellites"]},
        2 * (2 + 1 + 3),
    ),
    # Technologies of Age III, with or without workers.
    ("impact_of_technology", {"technologies": {"oil": 0, "computers": 1, "coal": 2}}, 8),
    ("impact_of_technology", {"government": "democracy", "specials": ["satellites", "strategy"]}, 8),
    # Types of units and of urban buildings with a worker, and special technologies.
    ("impact_of_variety", {}, 4),
    ("impact_of_variety", {"technologies": {"knights": 1, "drama": 2, "movies": 1, "religion": 1}}, 10),
    ("impact_of_variety", {"technologies": {"cannon": 1, "air_forces": 1, "bread_and_circuses": 1}}, 10),
    ("impact_of_variety", {"technologies": {"knights": 0}, "specials": ["masonry", "warfare"]}, 8),
    # Completed wonders, ruined ones too: 5 4 3 2 by age.
    ("impact_of_wonders", {"wonders": ["pyramids"]}, 5),
    ("impact_of_wonders", {"wonders": ["pyramids", "great_wall"], "ruins": ["pyramids"]}, 9),
    ("impact_of_wonders", {"wonders": ["kremlin", "internet"]}, 5),
    ("impact_of_wonders", {"unfinished": {"wonder": "kremlin", "stages": 2}}, 0),
]


@pytest.mark.rule("END-GAME-02", "CARDNOTE-36")
@pytest.mark.parametrize(("event", "player", "culture"), IMPACTS)
def test_final_events(event: str, player: Keys, culture: int) -> None:
    assert scored(event, player, {})[0] == culture


@pytest.mark.rule("END-GAME-02", "CARDNOTE-36")
@pytest.mark.parametrize(
    ("ratings", "scores"),
    [
        ([1, 2], [0, 10]),
        ([3, 2, 1], [14, 7, 0]),
        ([1, 3, 2], [0, 14, 7]),
        ([1, 2, 3, 4], [0, 5, 10, 15]),
        ([4, 1, 3, 2], [15, 0, 10, 5]),
    ],
)
def test_final_events_that_rank(ratings: list[int], scores: list[int]) -> None:
    strength = [{"technologies": {"warriors": n}} for n in ratings]
    assert scored("impact_of_strength", *strength) == scores
    science = [{"technologies": {"philosophy": n}} for n in ratings]
    assert scored("impact_of_science", *science) == scores


@pytest.mark.rule("END-GAME-04", "EVENT-11")
@pytest.mark.parametrize(("start", "scores"), [(0, [15, 10, 5, 0]), (1, [0, 15, 10, 5]), (3, [10, 5, 0, 15])])
def test_ties_in_final_events(start: int, scores: list[int]) -> None:
    keys = {"starting_player": start, "current_player": (start + 3) % 4}
    assert scored("impact_of_strength", {}, {}, {}, {}, **keys) == scores
    assert scored("impact_of_science", {}, {}, {}, {}, **keys) == scores


@pytest.mark.rule("END-GAME-02", "RESIGN-02")
def test_those_who_resigned_are_not_ranked() -> None:
    boards: list[Keys] = [{"flags": ["resigned"]}, {}, {"technologies": {"warriors": 2}}]
    game = finished(*boards, current=["impact_of_strength"], starting_player=1)
    assert game.scores == [None, 0, 10]
    assert game.winners == [2]


@pytest.mark.rule("END-GAME-05", "CARDNOTE-11")
def test_bill_gates_scores_at_the_end() -> None:
    labs = {"technologies": {"philosophy": 1, "alchemy": 1, "computers": 2}}
    assert finished(labs | {"leader": "bill_gates"}, {}).scores == [7, 0]
    assert finished(labs | {"leader": "albert_einstein"}, {}).scores == [0, 0]
    assert finished({}, labs | {"leader": "bill_gates"}).scores == [0, 7]


@pytest.mark.rule("END-GAME-06")
@pytest.mark.parametrize(
    ("culture", "winners"), [([5, 4, 3], [0]), ([3, 4, 5], [2]), ([5, 4, 5], [0, 2]), ([0, 0, 0], [0, 1, 2])]
)
def test_the_most_culture_wins_and_ties_share(culture: list[int], winners: list[int]) -> None:
    game = finished(*({"culture": points} for points in culture))
    assert game.scores == culture
    assert game.winners == winners


@pytest.mark.rule("END-GAME-06", "END-GAME-02")
def test_final_scoring_decides_the_winner() -> None:
    game = finished({"culture": 5}, {"technologies": {"warriors": 2}}, current=["impact_of_strength"])
    assert game.scores == [5, 10]
    assert game.winners == [1]


@pytest.mark.rule("END-GAME-07")
def test_cards_in_hand_do_not_score() -> None:
    hand = {
        "military_hand": ["impact_of_government", "impact_of_population"],
        "civil_hand": ["cultural_heritage_a", "endowment_for_the_arts"],
    }
    assert finished(hand, hand | {"military_hand": [], "civil_hand": []}).scores == [0, 0]
