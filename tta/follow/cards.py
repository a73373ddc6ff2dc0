"""Card names as people type them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.catalogue import Catalogue
from engine.notation import words
from engine.spelling import did_you_mean
from engine.vocabulary import AGE_NAMES, LEVELS

__all__ = ["UnknownName", "age_of", "find_card", "near_card", "split_names"]


class UnknownName(ValueError):
    """A text that names no card, or several."""


def split_names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def age_of(text: str) -> int | None:
    """The age that a face-down card is given by: `I`, `age II`."""
    word = text.strip().upper().removeprefix("AGE ").strip()
    return AGE_NAMES.index(word) if word in AGE_NAMES[:LEVELS] else None


def begins(word: str, typed: str) -> bool:
    """Ages are typed in full: `reserves i` is not Reserves II."""
    return word == typed if set(word) == {"i"} else word.startswith(typed)


def same(asked: list[str], spelling: list[str]) -> bool:
    return asked == spelling


def prefix(asked: list[str], spelling: list[str]) -> bool:
    return len(asked) <= len(spelling) and all(
        begins(word, typed) for word, typed in zip(spelling, asked, strict=False)
    )


def inside(asked: list[str], spelling: list[str]) -> bool:
    """`caesar` for Julius Caesar."""
    return any(prefix(asked, spelling[first:]) for first in range(1, len(spelling)))


def find_card(text: str, cards: Catalogue, among: Iterable[int]) -> int:
    """The card that a text names: its id, its printed name, or beginnings of its words."""
    pool = list(dict.fromkeys(among))
    asked = words(text)
    known = [card for card in cards.numbers.values() if same(asked, words(cards.ids[card]))]
    if asked:
        for fits in (same, prefix) if known else (same, prefix, inside):
            found = [
                card
                for card in pool
                if any(fits(asked, words(name)) for name in (cards.ids[card], cards.names[cards.ids[card]]))
            ]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(cards.ids[card] for card in found[:6])
                raise UnknownName(f"`{text}` may mean {names}")
    if known and asked:
        raise UnknownName(f"`{text}` cannot come up here: all copies are elsewhere, or it is of another kind")
    raise UnknownName(f"`{text}` is no card that can come up here{near_card(text, cards, pool)}")


def near_card(text: str, cards: Catalogue, among: Iterable[int]) -> str:
    """The end of a message about a misspelt name."""
    return did_you_mean("_".join(words(text)), [cards.ids[card] for card in among])
