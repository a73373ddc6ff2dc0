"""Games and positions in which every kind of decision comes up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine import Edition, Game
from engine.catalogue import catalogue
from engine.vocabulary import FrameKind, Kind

EAGER = {
    "accept", "aggression", "bid", "copy", "defend", "discard", "pact", "play", "prepare", "send", "tactic",
    "use", "war",
}  # fmt: skip
DECISIONS = {kind.name.lower() for kind in FrameKind if FrameKind.NONE < kind < FrameKind.EVENT_DONE}
SOME_HANDS: list[dict[str, Any]] = [
    {"military_hand": {"I": 1, "II": 2}},
    {"military_hand": {"I": 2, "II": 1}},
    {"military_hand": {"II": 3}},
]
TABLE: dict[str, Any] = {
    "age": "II",
    "round": 9,
    "stage": "politics",
    "current_events": [{"age": "I", "by": 1}, {"age": "I", "by": 2}, {"age": "II", "by": 0}],
    "future_events": [{"age": "II", "by": 2}],
    "discards": {"I": [{"age": "I", "by": 2}], "II": ["spy", {"age": "II", "by": 1}]},
}


def random_move(game: Game, rng: random.Random) -> str:
    """A move that is not resigning; what seldom happens is chosen more often."""
    moves = [text for move in game.legal_moves() if (text := str(move)) != "resign"]
    return rng.choices(moves, [4 if move.split()[0] in EAGER else 1 for move in moves])[0]


def decisions(seeds: range, most: int, edition: Edition | None = None) -> Iterator[Game]:
    """Games at their decisions, at most so many of a kind; play goes on after each."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        game = Game.new(players=2 + seed % 3, seed=seed, edition=edition)
        while not game.is_over:
            common = game.phase in ("action", "politics")
            if seen[game.phase] < (5 * most if common else most) and rng.random() < (0.05 if common else 1):
                seen[game.phase] += 1
                yield game
            game.apply(random_move(game, rng))


def table(decision: dict[str, Any], *boards: dict[str, Any], **stated: Any) -> Game:
    """Three players in Age II, one of whom has to decide; `boards` add to the first players."""
    players = [{**hand, **board} for hand, board in zip(SOME_HANDS, (*boards, {}, {}, {}), strict=False)]
    return Game.from_position({"players": players, **TABLE, "decisions": [decision], **stated})


def rare_decisions() -> Iterator[Game]:
    """Decisions that random games hardly ever reach."""
    wonders = {"wonders": ["pyramids", "colossus"]}
    colonies = {"colonies": ["vast_territory_i", "wealthy_territory_i"]}
    stores = {"technologies": {"bronze": {"workers": 2, "blue": 2}, "agriculture": {"workers": 2, "blue": 2}}}
    yield table({"kind": "ruin", "player": 0, "card": "ravages_of_time"}, wonders)
    yield table({"kind": "tuck", "player": 0, "card": "homer"}, wonders, stage="action")
    yield table({"kind": "annex", "player": 0, "card": "annex", "target": 1}, {}, colonies)
    yield table({"kind": "lose_colony", "player": 1, "card": "independence_declaration"}, {}, colonies)
    yield table(
        {"kind": "steal", "player": 0, "card": "war_over_technology", "target": 1, "amount": 9},
        {},
        {"specials": ["warfare", "masonry"]},
    )
    yield table({"kind": "lose_blue", "player": 2, "card": "emigration", "amount": 1}, {}, {}, stores)
    yield table(
        {"kind": "stage_token", "player": 0, "card": "great_wall", "amount": 1},
        {**stores, "unfinished": {"wonder": "great_wall", "stages": 1}, "blue_bank": 0},
        stage="action",
    )
    yield table({"kind": "infiltrate", "player": 0, "card": "infiltrate", "target": 1}, {}, {
        "leader": "isaac_newton", "unfinished": {"wonder": "great_wall"}})  # fmt: skip
    yield table({"kind": "take_cards", "player": 1, "card": "international_agreement", "amount": 3})


def small_decks() -> Edition:
    """An edition with so few military cards that the decks are renewed in most games."""
    base = Edition()
    cards = catalogue(base)
    thinned: dict[Kind | None, int] = {
        Kind.EVENT: 3,
        Kind.TACTIC: 2,
        Kind.AGGRESSION: 2,
        Kind.WAR: 2,
        Kind.TERRITORY: 2,
    }
    changes = {
        card_id: {"copies": 0}
        for number, card_id in enumerate(base.ids)
        if number and cards.level[number] and number % thinned.get(cards.kind[number], 1)
    }
    return Edition(overlay={"name": "small decks", "cards": changes})
