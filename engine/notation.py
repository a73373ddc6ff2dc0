"""Text form of moves: writing it, and finding the move that a person means.

A text is unique in its position.  `docs/moves.md` lists the grammar.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

from engine.catalogue import Catalogue, catalogue
from engine.vocabulary import UNIT_FIRST, Choice, MoveFlag, MoveKind

MOST_SUGGESTIONS = 5


class IllegalMove(ValueError):
    """A move that is not legal now, or a text that names none."""


class Parts(NamedTuple):
    """A move taken apart; the fields of `Move`."""

    kind: int
    card: int
    a: int = 0
    b: int = 0
    flags: int = 0


WORDS = {
    MoveKind.POPULATION: "increase population",
    MoveKind.RESIGN: "resign",
    MoveKind.PASS: "pass",
    MoveKind.END_TURN: "end turn",
    MoveKind.ACCEPT: "accept",
    MoveKind.DONE: "done",
}
CARD_WORDS = {
    MoveKind.BUILD: "build {}",
    MoveKind.DEVELOP: "develop {}",
    MoveKind.REVOLUTION: "revolution {}",
    MoveKind.LEADER: "play {}",
    MoveKind.TACTIC: "tactic {}",
    MoveKind.COPY: "copy {}",
    MoveKind.PREPARE: "prepare {}",
    MoveKind.FACE_DOWN: "discard {}",
}
RIVAL_WORDS = {MoveKind.AGGRESSION: "aggression {} vs {}", MoveKind.WAR: "war {} vs {}"}
ORDER_WORDS = {
    MoveKind.ACTION_BUILD: "{} build {}",
    MoveKind.ACTION_DEVELOP: "{} develop {}",
    MoveKind.ACTION_REVOLUTION: "{} revolution {}",
}
# What M_CHOOSE says depends on the pending decision.
CHOICE_WORDS = {
    "send": "send {}",
    "defend": "defend {}",
    "discard": "discard {}",
    "lose_population": "lose worker {}",
    "lose_blue": "lose token {}",
    "stage_token": "token from {}",
    "destroy_own": "destroy {}",
    "destroy_other": "destroy {}",
    "free_build": "build {}",
    "ruin": "ruin {}",
    "lose_colony": "lose colony {}",
    "annex": "annex {}",
    "infiltrate": "remove {}",
    "steal": "steal {}",
    "take_cards": "take {}",
    "tuck": "tuck {}",
}
SUFFIXES = ((MoveFlag.MA, " +ma"), (MoveFlag.FOOD, " +food"), (MoveFlag.RESOURCE, " +resource"))

# Texts of several words of which the first ones are enough when they are unambiguous.
PHRASES = {"increase": "population", "end": "turn"}


def move_text(
    edition: Any, kind: int, card: int, a: int, b: int, flags: int, phase: str, legal: Iterable[Any]
) -> str:
    """The text of one move.

    `phase` is the pending decision (`Game.phase`); `legal` holds the legal moves, or `Parts`
    of them, from which the text has to be told apart.
    """
    return _text(catalogue(edition), Parts(kind, card, a, b, flags), phase, Rivals(legal))


def move_texts(edition: Any, moves: Sequence[Any], phase: str) -> list[str]:
    """The texts of all legal moves of a position."""
    cards = catalogue(edition)
    rivals = Rivals(moves)
    return [_text(cards, move, phase, rivals) for move in moves]


class Rivals:
    """What the other legal moves make it necessary to say."""

    def __init__(self, legal: Iterable[Any]) -> None:
        self.cheapest: dict[int, int] = {}
        self.owners: dict[int, set[int]] = {}
        self.sides: set[int] = set()
        self.choices: set[int] = set()
        for move in legal:
            if move.kind == MoveKind.TAKE:
                self.cheapest[move.card] = min(move.a, self.cheapest.get(move.card, move.a))
            elif move.kind == MoveKind.CANCEL:
                self.owners.setdefault(move.card, set()).add(move.a)
            elif move.kind == MoveKind.PACT and move.b:
                self.sides.add(move.card)
            elif move.kind == MoveKind.ACTION and move.b:
                self.choices.add(move.card)


def _text(cards: Catalogue, move: Any, phase: str, rivals: Rivals) -> str:
    text = _plain_text(cards, move, phase, rivals)
    for flag, suffix in SUFFIXES:
        if move.flags & flag:
            text += suffix
    return text


def _plain_text(cards: Catalogue, move: Any, phase: str, rivals: Rivals) -> str:
    kind, card = move.kind, cards.ids[move.card]
    if kind in WORDS:
        return WORDS[kind]
    if kind in CARD_WORDS:
        return CARD_WORDS[kind].format(card)
    if kind in RIVAL_WORDS:
        return RIVAL_WORDS[kind].format(card, move.a)
    if kind in ORDER_WORDS:
        return ORDER_WORDS[kind].format(card, cards.ids[move.a])
    if kind == MoveKind.TAKE:
        dearer = move.a > rivals.cheapest.get(move.card, move.a)
        return f"take {card} {move.a}" if dearer else f"take {card}"
    if kind == MoveKind.UPGRADE:
        return f"upgrade {card}>{cards.ids[move.a]}"
    if kind == MoveKind.ACTION_UPGRADE:
        return f"{card} upgrade {cards.ids[move.a]}>{cards.ids[cards.slot_card[move.b]]}"
    if kind == MoveKind.DESTROY:
        return f"disband {card}" if cards.slot(move.card) >= UNIT_FIRST else f"destroy {card}"
    if kind == MoveKind.ACTION:
        return f"{card} {Choice(move.b).name.lower()}" if move.card in rivals.choices else card
    if kind == MoveKind.CANCEL:
        return f"cancel {card} of {move.a}" if len(rivals.owners.get(move.card, ())) > 1 else f"cancel {card}"
    if kind == MoveKind.PACT:
        side = f" as {'AB'[move.b]}" if move.card in rivals.sides else ""
        return f"pact {card} with {move.a}{side}"
    return _amount_or_choice(cards, move, phase)


def _amount_or_choice(cards: Catalogue, move: Any, phase: str) -> str:
    kind, card = move.kind, cards.ids[move.card]
    if kind == MoveKind.WONDER:
        return f"wonder {move.b}"
    if kind == MoveKind.BID:
        return f"bid {move.b}"
    if kind == MoveKind.SPLIT:
        return f"food {move.a} resources {move.b}"
    if kind == MoveKind.USE:
        target = f" {cards.ids[move.a]}" if move.a else ""
        choice = f" {Choice(move.b).name.lower()}" if move.b else ""
        return f"use {card}{target}{choice}"
    if kind == MoveKind.CHOOSE:
        if phase == "food_or_resource":
            return f"gain {Choice(move.b).name.lower()}"
        return CHOICE_WORDS[phase].format(card)
    raise ValueError(f"a move of kind {kind} has no text")


# -- from text to move

M = TypeVar("M")

Phrase = list[list[str]]
"""Spellings of one part of a text (id, printed name), each a list of words."""


def words(text: str) -> list[str]:
    """A text as lower-case words: marks and accents dropped, `_`, `-`, `>` taken as spaces."""
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(char for char in text if not unicodedata.combining(char))
    text = re.sub(r"['’`.,]", "", text)
    return re.findall(r"\+\s*[a-z]+|[a-z0-9]+", text)


def find_move(text: str, moves: Sequence[M], edition: Any = None) -> M:
    """The legal move that `text` names: its text, a printed name, or unambiguous beginnings of words.

    Printed names are known when `edition` is given.  Raises `IllegalMove` otherwise.
    """
    asked = [word.replace(" ", "") for word in words(str(text))]
    exact = [move for move in moves if words(str(move)) == asked]
    if len(exact) == 1:
        return exact[0]
    names = {} if edition is None else catalogue(edition).names
    whole = {tuple(words(spelling)) for pair in names.items() for spelling in pair}
    ranked: dict[int, list[M]] = {}
    for move in moves:
        rank = _match(asked, _phrases(str(move), names), whole)
        if rank is not None:
            ranked.setdefault(rank, []).append(move)
    best = ranked[min(ranked)] if ranked else []
    if len(best) == 1:
        return best[0]
    raise IllegalMove(_complaint(str(text), asked, best or moves, moves, names, ambiguous=bool(best)))


def _phrases(text: str, names: dict[str, str]) -> list[Phrase]:
    """The parts of a legal text that must each be named, with their spellings."""
    phrases: list[Phrase] = []
    tokens = text.replace(">", " ").split()
    skip = False
    for token in tokens:
        if skip:
            skip = False
            continue
        if token in PHRASES and not phrases:
            phrases.append([[token, PHRASES[token]]])
            skip = True
            continue
        spellings = [words(token)]
        if token in names and words(names[token]) not in spellings:
            spellings.append(words(names[token]))
        phrases.append(spellings)
    return phrases


FULL, SHORTENED, BEGUN, INSIDE = 0, 1, 2, 3


def _match(asked: list[str], phrases: list[Phrase], whole: set[tuple[str, ...]]) -> int | None:
    """How well the words name all phrases in order: FULL, SHORTENED (last words of a phrase
    left out), BEGUN (words cut short), INSIDE (first words left out: `caesar`, but not what
    names another card as a `whole`: `agriculture` is no Impact of Agriculture), or None."""
    if not phrases:
        return None if asked else FULL
    found = [
        rank
        for spelling in phrases[0]
        for first in range(len(spelling))
        if not first or not _in_full(spelling[first])
        for rank in _ranks(asked, spelling[first:], INSIDE if first else FULL, phrases[1:], whole)
    ]
    return min(found, default=None)


def _ranks(
    asked: list[str], spelling: list[str], rank: int, phrases: list[Phrase], whole: set[tuple[str, ...]]
) -> Iterator[int]:
    """A phrase named by one or more of its words, from the first on."""
    for i, word in enumerate(spelling):
        if i >= len(asked) or not _begins(word, asked[i]):
            break
        if word != asked[i]:
            rank = max(rank, BEGUN)
        if rank == INSIDE and tuple(asked[: i + 1]) in whole:
            continue
        rest = _match(asked[i + 1 :], phrases, whole)
        if rest is not None:
            yield max(rank, SHORTENED if i + 1 < len(spelling) else FULL, rest)


def _in_full(word: str) -> bool:
    """Numbers, ages and suffixes have to be typed in full: `bid 1` is not `bid 10`."""
    return word[0] == "+" or word.isdigit() or len(word) == 1 or set(word) == {"i"}


def _begins(word: str, typed: str) -> bool:
    return word == typed if _in_full(word) else word.startswith(typed)


def _complaint(
    text: str,
    asked: list[str],
    near: Sequence[Any],
    moves: Sequence[Any],
    names: dict[str, str],
    ambiguous: bool,
) -> str:
    more = f"`legal` lists all {len(moves)}"
    if ambiguous:
        shown = ", ".join(f"`{move}`" for move in near[:MOST_SUGGESTIONS])
        return f"`{text}` is ambiguous: it may mean {shown}; {more}"
    legal = [str(move) for move in moves]
    close = get_close_matches(" ".join(asked), legal, MOST_SUGGESTIONS, 0.4) or legal[:MOST_SUGGESTIONS]
    suggestions = ", ".join(f"`{choice}`" for choice in close) or "none"
    return f"`{text}`: {_reason(asked, legal, names)}; nearest legal moves: {suggestions}; {more}"


def _reason(asked: list[str], legal: list[str], names: dict[str, str]) -> str:
    if not asked:
        return "no move is named"
    vocabulary = _vocabulary(names)
    for word in asked if names else ():
        if word[0] != "+" and not word.isdigit() and not any(known.startswith(word) for known in vocabulary):
            return f"'{word}' is neither a card nor a kind of move"
    if not any(words(move)[0].startswith(asked[0]) for move in legal):
        return f"no move that begins with '{asked[0]}' is legal now"
    return "this is not legal now"


def _vocabulary(names: dict[str, str]) -> set[str]:
    """All words of moves and cards."""
    patterns = [*WORDS.values(), *CARD_WORDS.values(), *RIVAL_WORDS.values(), *CHOICE_WORDS.values()]
    patterns += ["take upgrade destroy disband wonder bid food resources use gain culture military cancel of"]
    patterns += ["pact with as A B"]
    known = {word for pattern in patterns for word in words(pattern)}
    for card_id, name in names.items():
        known.update(words(card_id))
        known.update(words(name))
    return known
