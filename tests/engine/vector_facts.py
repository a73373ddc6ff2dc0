"""What a worked example may expect: facts of a game in the words of positions.

Of a player (by number): all keys of a board in a position, empty lists and absent cards included, and

    stock, workers                       blue tokens and workers by card, where there are any
    civil_actions, military_actions      available now
    civil_total, military_total          action totals
    culture_rating, science_rating, strength, happiness, required, discontent
    military_cards                       cards in the military hand
    unit_resources                       left this turn, for units only

Of the table: the keys in `table`, and of the moves `legal`, `illegal` (some that must or must not be
legal) and `only` (all that are).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine import Game
from engine.vocabulary import AGE_NAMES

DERIVED = ("culture_rating", "science_rating", "strength", "happiness", "required", "discontent")
ABSENT: dict[str, Any] = {"leader": None, "unfinished": None, "tactic": None, "pact": None, "war": None}
EMPTY = ("specials", "wonders", "ruins", "colonies", "flags")


def board(game: Game, player: int) -> dict[str, Any]:
    """The facts of one player."""
    stated = game.to_position()["players"][player]
    raw = game.snapshot()["player"][player]
    technologies: dict[str, dict[str, int]] = stated["technologies"]
    return {
        **ABSENT,
        **{key: [] for key in EMPTY},
        **stated,
        **{key: raw[key] for key in DERIVED},
        "stock": {card: tokens["blue"] for card, tokens in technologies.items() if "blue" in tokens},
        "workers": {card: tokens["workers"] for card, tokens in technologies.items() if tokens["workers"]},
        "civil_total": raw["ca_total"],
        "military_total": raw["ma_total"],
        "civil_actions": raw["ca_total"] - raw["ca_spent"],
        "military_actions": raw["ma_total"] - raw["ma_spent"] + raw["ma_extra"],
        "military_hand": [game.edition.ids[card] for card in raw["military"]],
        "military_cards": len(raw["military"]),
        "unit_resources": raw["unit_resources"],
    }


def table(game: Game) -> dict[str, Any]:
    """The facts that belong to no player."""
    stated, raw = game.to_position(), game.snapshot()
    age_of = {card: game.edition.card(card)["age"] for card in game.edition.ids[1:]}
    return {
        "age": AGE_NAMES[raw["age"]],
        "round": raw["round"],
        "last_round": raw["last_round"],
        "current_player": game.current_player,
        "player_to_move": game.player_to_move,
        "phase": game.phase,
        "row": stated["row"],
        "row_ages": dict(Counter(age_of[card] for card in stated["row"] if card)),
        "civil_deck": len(raw["civil_deck"]),
        "military_deck": len(raw["military_deck"]),
        "discards": {AGE_NAMES[age]: len(pile) for age, pile in enumerate(raw["discard"]) if pile},
        "common_tactics": stated.get("common_tactics", []),
        "pacts": [player["pact"]["card"] for player in stated["players"] if "pact" in player],
        "current_event_ages": [age_of[game.edition.ids[card]] for card in reversed(raw["current_events"])],
        "future_events": stated.get("future_events", []),
        "past_events": stated.get("past_events", []),
        "high_bid": raw["high_bid"],
        "high_bidder": raw["high_bidder"],
        "winners": game.winners,
    }


def differences(game: Game, expect: dict[Any, Any]) -> list[str]:
    """What is not as expected; empty if everything is."""
    found = []
    legal = {str(move) for move in game.legal_moves()}
    facts = table(game)
    for key, value in expect.items():
        if key == "any_of":
            tried = [differences(game, option) for option in value]
            if all(tried):
                found.append(f"none of: {tried}")
        elif key == "legal":
            found += [f"`{move}` is not legal" for move in value if move not in legal]
        elif key == "illegal":
            found += [f"`{move}` is legal" for move in value if move in legal]
        elif key == "only":
            found += compared("legal moves", sorted(legal), sorted(value))
        elif isinstance(key, int):
            own = board(game, key)
            for field, wanted in value.items():
                found += compared(f"player {key}, {field}", in_order(own[field]), in_order(wanted))
        else:
            found += compared(key, facts[key], value)
    return found


def compared(what: str, actual: Any, wanted: Any) -> list[str]:
    return [] if actual == wanted else [f"{what}: {actual!r}, expected {wanted!r}"]


def in_order(value: Any) -> Any:
    """Hands and areas have no order."""
    return sorted(value) if isinstance(value, list) else value
