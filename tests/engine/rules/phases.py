"""Positions in one phase of a turn, and what lies on a board.

Player 0 is on turn in all of them, in Age I and against one rival unless more is stated.
"""

from typing import Any

from engine import Game
from tests.engine.rules.table import Keys, board, play, position, written

FOOD = {"agriculture": 1, "irrigation": 2, "selective_breeding": 3, "mechanized_agriculture": 5}
RESOURCES = {
    "bronze": 1, "iron": 2, "coal": 3, "oil": 5,
    "alchemy": 1, "scientific_method": 2, "computers": 3,
}  # fmt: skip


def at_stage(stage: str, mine: Keys | None, others: tuple[Keys, ...], keys: Keys) -> Game:
    return position([mine or {}, *(others or ({},))], **{"age": "I", "stage": stage, **keys})


def acting(mine: Keys | None = None, *others: Keys, **keys: Any) -> Game:
    """Player 0 in the Action Phase."""
    return at_stage("action", mine, others, keys)


def politics(mine: Keys | None = None, *others: Keys, **keys: Any) -> Game:
    """Player 0 in the Politics Phase."""
    return at_stage("politics", mine, others, keys)


def reveal(event: str, mine: Keys | None = None, *others: Keys, **keys: Any) -> Game:
    """Player 0 reveals this event by preparing another one, which scores 1 culture before."""
    age = Game.new().edition.card(event)["age"]
    prepared = "good_harvest" if event == "rats" else "rats"
    mine = {**(mine or {}), "military_hand": [prepared, *(mine or {}).get("military_hand", [])]}
    keys = {"age": "I" if age == "A" else age, "current_events": [event], **keys}
    return play(politics(mine, *others, **keys), f"prepare {prepared}")


def end_turn(game: Game) -> Game:
    """End the turn of player 0; where nothing else can be done it has ended by itself."""
    return play(game, "end turn") if game.current_player == 0 else game


def row(cards: dict[int, str]) -> list[str | None]:
    """A card row with these cards by space, 1 to 13."""
    return [cards.get(space) for space in range(1, 14)]


def workers(game: Game, card: str, p: int = 0) -> int:
    """Workers on a technology; 0 if it is not in play."""
    found: int = written(game, p)["technologies"].get(card, {}).get("workers", 0)
    return found


def blue(game: Game, card: str, p: int = 0) -> int:
    """Blue tokens on a technology."""
    found: int = written(game, p)["technologies"].get(card, {}).get("blue", 0)
    return found


def food(game: Game, p: int = 0) -> int:
    """Value of the stored food."""
    return sum(value * blue(game, card, p) for card, value in FOOD.items())


def resources(game: Game, p: int = 0) -> int:
    """Value of the stored resources."""
    return sum(value * blue(game, card, p) for card, value in RESOURCES.items())


def civil_actions(game: Game, p: int = 0) -> int:
    """Available civil actions."""
    player = board(game, p)
    left: int = player["ca_total"] - player["ca_spent"]
    return left


def military_actions(game: Game, p: int = 0) -> int:
    """Available military actions, temporary ones included."""
    player = board(game, p)
    left: int = player["ma_total"] - player["ma_spent"] + player["ma_extra"]
    return left


def stored(food: int = 0, resources: int = 0, **technologies: Any) -> Keys:
    """Technologies with that much food on Agriculture and resources on Bronze, two workers on each."""
    return {
        "agriculture": {"workers": 2, "blue": food},
        "bronze": {"workers": 2, "blue": resources},
        **technologies,
    }
