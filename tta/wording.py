"""Cards and moves in the words of the rulebook, for people; texts for programs keep the card ids."""

from __future__ import annotations

from collections import Counter
from functools import cache

from engine import Edition, Game, Move
from engine.vocabulary import MoveKind

__all__ = ["card_title", "hidden_move", "move_title", "number_of", "signed"]


@cache
def _shared_names(edition: Edition) -> frozenset[str]:
    counts = Counter(edition.name(card) for card in edition.ids[1:])
    return frozenset(name for name, count in counts.items() if count > 1)


def card_title(edition: Edition, card: str) -> str:
    """The printed name, with the age where several cards share it."""
    name = edition.name(card)
    return f"{name} {edition.card(card)['age']}" if name in _shared_names(edition) else name


def move_title(game: Game, move: Move | str) -> str:
    """A move of this position with printed names: `upgrade Bronze → Iron`, `build 2 stages of Pyramids`."""
    text = str(move)
    if text.startswith("wonder "):
        unfinished = game.edition.ids[game.snapshot()["player"][game.player_to_move]["unfinished"]]
        stages = text.removeprefix("wonder ").split()
        return " ".join(
            [
                "build",
                number_of(int(stages[0]), "stage"),
                "of",
                card_title(game.edition, unfinished),
                *stages[1:],
            ]
        )
    known = set(game.edition.ids[1:])
    words = []
    for word in text.replace(">", " → ").split(" "):
        words.append(card_title(game.edition, word) if word in known else word)
    if text.startswith("take ") and len(words) > 2 and words[-1].isdigit():
        words[-1] = f"(space {words[-1]})"
    if text.split(" ")[0] in known:
        words[0] = f"play {words[0]}" + (":" if len(words) > 1 else "")
    return " ".join(words)


def hidden_move(game: Game, move: Move, observer: int) -> str:
    """A move as the observer sees it: a face-down card is only its age."""
    if game.observe(move, observer) == move.code:
        return move_title(game, move)
    age = game.edition.card(move.card)["age"]
    verb = "prepare" if move.kind == MoveKind.PREPARE else "discard"
    return f"{verb} a card of Age {age}"


def number_of(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(number: int) -> str:
    """With a sign, and a real minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"
