"""Games of Through the Ages for the tests of the search."""

import random
from collections.abc import Iterator
from typing import Any

from engine import Game, Move

TWO_STAGES_TO_WIN = {
    "age": "IV", "round": 19, "last_round": 19, "current_player": 1, "stage": "action",
    "players": [
        {"culture": 53},
        {
            "culture": 50, "unfinished": {"wonder": "fast_food_chains", "stages": 2},
            "technologies": {"bronze": {"workers": 2, "blue": 8}},
        },
    ],
}  # fmt: skip
"""The last turn of a game: each stage alone brings nothing, the third and the fourth together win."""


WARLIKE = ("aggression", "war", "prepare", "pact", "bid", "accept")


def sensible(game: Game) -> list[Move]:
    return [move for move in game.legal_moves() if str(move) != "resign"]


def positions(players: int, seed: int) -> Iterator[Game]:
    """All positions of a random game in which politics is not shy, so that rare decisions come up."""
    rng = random.Random(seed)
    game = Game.new(players=players, seed=seed)
    while not game.is_over:
        yield game
        moves = sensible(game)
        warlike = [move for move in moves if str(move).split()[0] in WARLIKE]
        game.apply(rng.choice(warlike if warlike and rng.random() < 0.7 else moves))


def middle_of_a_game(players: int = 2, seed: int = 3, round: int = 9) -> Game:
    """The first Action Phase of that round."""
    return next(game for game in positions(players, seed) if game.round >= round and game.phase == "action")


BOARD: dict[str, Any] = {
    "technologies": {
        "agriculture": {"workers": 2, "blue": 1},
        "bronze": {"workers": 2, "blue": 2},
        "philosophy": {"workers": 1},
        "religion": {"workers": 1},
        "warriors": {"workers": 1},
    },
    "military_hand": {"II": 2},
}


def rare(decision: dict[str, Any], *boards: dict[str, Any]) -> Game:
    """A pending decision that random games seldom reach."""
    return Game.from_position(
        {
            "age": "II",
            "round": 10,
            "current_player": 0,
            "stage": "action" if decision["kind"] in ("stage_token", "tuck") else "politics",
            "players": [BOARD | board for board in boards],
            "decisions": [decision],
        }
    )


def rare_decisions() -> list[Game]:
    return [
        rare(
            {"kind": "ruin", "player": 0, "card": "ravages_of_time"},
            {"wonders": ["pyramids", "colossus"]},
            {},
        ),
        rare(
            {"kind": "tuck", "player": 0, "card": "homer"},
            {"wonders": ["pyramids", "colossus"], "leader": "michelangelo"},
            {},
        ),
        rare(
            {"kind": "stage_token", "player": 0, "card": "eiffel_tower", "amount": 1},
            {"unfinished": {"wonder": "eiffel_tower", "stages": 0}, "blue_bank": 0},
            {},
        ),
        rare(
            {"kind": "lose_blue", "player": 0, "card": "pyramids", "amount": 1},
            {"blue_bank": 0},
            {},
        ),
        rare(
            {"kind": "lose_population", "player": 0, "card": "barbarians", "amount": 1},
            {"unused_workers": 0},
            {},
        ),
        rare(
            {"kind": "lose_colony", "player": 0, "card": "independence_declaration"},
            {"colonies": ["vast_territory_i", "wealthy_territory_i"]},
            {},
        ),
        rare(
            {"kind": "annex", "player": 0, "card": "annex", "target": 1},
            {},
            {"colonies": ["vast_territory_i", "wealthy_territory_i"]},
        ),
        rare(
            {"kind": "steal", "player": 0, "card": "war_over_technology", "target": 1, "amount": 9},
            {},
            {"specials": ["code_of_laws", "masonry"]},
        ),
    ]
