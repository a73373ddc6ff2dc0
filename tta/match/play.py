"""Playing one game of a run, and everything that is kept of it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from engine import Edition, Game
from engine.journal import WHAT, Journal
from engine.position_write import FORMAT, edition_keys
from engine.vocabulary import AGE_NAMES
from mcts.agents import Agent, parse_agent
from mcts.branch import play_on
from mcts.native import seed_of_decision
from tta.match.config import MatchConfig
from tta.match.schedule import GameSpec

__all__ = ["COLUMNS", "play_moves", "play_spec", "shares", "table_text"]

COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        "game",
        "players",
        "deal",
        "seed",
        "agents",
        "rounds",
        "decisions",
        "winners",
        "culture",
        "margin",
    ),
    "players": (
        "game",
        "players",
        "deal",
        "seat",
        "agent",
        "culture",
        "rank",
        "win",
        "rounds",
        "decisions",
        "culture_rating",
        "science_rating",
        "science",
        "strength",
        "happiness",
        "wonders",
        "colonies",
        "government",
        "leader",
        "taken",
        "civil_actions_for_cards",
        "played",
    ),
    "cards": (
        "game",
        "seat",
        "event",
        "card",
        "round",
        "age",
        "price",
        "culture_lead",
        "culture_rating_lead",
        "science_rating_lead",
        "strength_lead",
    ),
}
"""Tables of a run; a row of `cards` is a card taken, played or resolved."""

Row = tuple[Any, ...]

RESIGNED = -1
"""Culture of those who have resigned, for ranking."""


@cache
def shared_agent(text: str) -> Agent:
    """Native agents keep nothing from one decision to the next, so one object plays all games."""
    return parse_agent(text)


def play_moves(texts: Sequence[str], seed: int, agent_seed: int, edition: Edition) -> list[int]:
    """The codes of all moves of a game between these agents, by seat."""
    natives = [shared_agent(text).native(len(texts), edition) for text in texts]
    game = Game.new(players=len(texts), seed=seed, edition=edition)
    if all(native is not None for native in natives):
        return play_on(game, natives, agent_seed)
    agents = [
        shared_agent(text) if native else parse_agent(text)
        for text, native in zip(texts, natives, strict=True)
    ]
    codes: list[int] = []
    while not game.is_over:
        move = agents[game.player_to_move].choose(game, seed_of_decision(agent_seed, len(codes)))
        game.apply(move)
        codes.append(move.code)
    return codes


def shares(scores: Iterable[int | None]) -> list[float]:
    """Of a win, by player; tied winners share."""
    known = [RESIGNED if score is None else score for score in scores]
    best = max(known)
    return [1 / known.count(best) if score == best else 0.0 for score in known]


def play_spec(config: MatchConfig, spec: GameSpec, edition: Edition) -> dict[str, Any]:
    """Play a game; returns its brief result and the text of its rows in every table."""
    texts = [config.agents[number] for number in spec.seats]
    codes = play_moves(texts, spec.seed, spec.agent_seed, edition)
    journal = Journal(edition, spec.players, spec.seed, codes, texts="moves" in config.record)
    names = [config.names[number] for number in spec.seats]
    rows = {"games": [game_row(spec, names, journal)], "players": player_rows(spec, names, journal)}
    if "cards" in config.record:
        rows["cards"] = card_rows(spec, journal, edition)
    line = {
        "game": spec.game,
        "result": result(spec, journal, codes),
        "tables": {name: table_text(name, found, config.format) for name, found in rows.items()},
        "offers": [[*key, turns] for key, turns in sorted(journal.offers.items())],
        "takes": [[*key, number] for key, number in sorted(takes(journal).items())],
    }
    if "moves" in config.record:
        line["record"] = record_text(spec, names, journal, edition)
    return line


def result(spec: GameSpec, journal: Journal, codes: Sequence[int]) -> dict[str, Any]:
    """The part of a game that statistics and the signature of a run need."""
    played = struct.pack(f"<{len(codes)}I", *codes)
    return {
        "scores": journal.scores,
        "rounds": journal.rounds,
        "decisions": journal.decisions,
        "moves": hashlib.blake2b(played, digest_size=8).hexdigest(),
        "seed": spec.seed,
    }


def takes(journal: Journal) -> dict[tuple[int, int, int], int]:
    """How often a player took a card at a price."""
    counts: dict[tuple[int, int, int], int] = {}
    for _, _, _, seat, what, card, price, *_ in journal.events:
        if WHAT[what] == "taken" and price >= 0:
            key = seat, card, price
            counts[key] = counts.get(key, 0) + 1
    return counts


# -- rows


def in_order(name: str, values: Mapping[str, Any]) -> Row:
    return tuple(values[column] for column in COLUMNS[name])


def game_row(spec: GameSpec, names: Sequence[str], journal: Journal) -> Row:
    known = sorted((RESIGNED if score is None else score for score in journal.scores), reverse=True)
    won = shares(journal.scores)
    values = {
        "game": spec.game,
        "players": spec.players,
        "deal": spec.deal,
        "seed": spec.seed,
        "agents": " | ".join(names),
        "rounds": journal.rounds,
        "decisions": sum(journal.decisions),
        "winners": " ".join(str(seat) for seat, share in enumerate(won) if share),
        "culture": known[0],
        "margin": known[0] - max(known[1], 0),
    }
    return in_order("games", values)


def player_rows(spec: GameSpec, names: Sequence[str], journal: Journal) -> list[Row]:
    known = [RESIGNED if score is None else score for score in journal.scores]
    won = shares(journal.scores)
    rows: list[Row] = []
    for seat in range(spec.players):
        own = [event for event in journal.events if event[3] == seat]
        prices = [event[6] for event in own if WHAT[event[4]] == "taken"]
        values = {
            "game": spec.game,
            "players": spec.players,
            "deal": spec.deal,
            "seat": seat,
            "agent": names[seat],
            "culture": journal.scores[seat],
            "rank": 1 + sum(score > known[seat] for score in known),
            "win": round(won[seat], 6),
            "rounds": journal.rounds,
            "decisions": journal.decisions[seat],
            **journal.players[seat],
            "taken": len(prices),
            "civil_actions_for_cards": sum(price for price in prices if price > 0),
            "played": sum(WHAT[event[4]] == "played" for event in own),
        }
        rows.append(in_order("players", values))
    return rows


def card_rows(spec: GameSpec, journal: Journal, edition: Edition) -> list[Row]:
    ids = edition.ids
    rows: list[Row] = []
    for _, game_round, age, seat, what, card, price, *leads in journal.events:
        cost = None if price < 0 else price
        rows.append((spec.game, seat, WHAT[what], ids[card], game_round, AGE_NAMES[age], cost, *leads))
    return rows


def record_text(spec: GameSpec, names: Sequence[str], journal: Journal, edition: Edition) -> str:
    """The record of a game as a line of JSON; `record` is what `Game.replay` reads."""
    record = {
        "format": FORMAT,
        **edition_keys(edition),
        "players": spec.players,
        "seed": spec.seed,
        "moves": journal.texts,
    }
    return json_line({"game": spec.game, "agents": names, "culture": journal.scores, "record": record})


# -- text of rows


def json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def table_text(name: str, rows: Iterable[Row], format_name: str) -> str:
    """Rows as lines of CSV (also the source of Parquet) or JSON."""
    if format_name == "jsonl":
        return "".join(json_line(dict(zip(COLUMNS[name], row, strict=True))) for row in rows)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
