"""Sets that are one entry here and single moves in the engine: a force, a defence, discards.

send warriors, warriors, military_bonus_i
defend military_bonus_ii, discard I
discard I, II            (of others: only the backs are seen)
discard legion           (own)
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine import Game, IllegalMove
from engine.notation import words
from engine.vocabulary import AGE_NAMES, UNIT_FIRST, MoveKind
from tta.follow.cards import age_of, find_card, split_names
from tta.follow.world import Impossible, World

__all__ = ["read_items", "steps_of"]

VERBS = ("send", "defend", "discard")
ENDS = ("done", "pass", "none", "nothing")


class Item(NamedTuple):
    """A unit or a card of a set."""

    card: int
    face_down: bool
    text: str


def read_items(world: World, game: Game, text: str) -> tuple[list[Item], str]:
    """The members of a set, and the set in full words; a rival's hand is made to hold them."""
    p, phase = game.player_to_move, game.phase
    if text.strip().lower() in ENDS:
        return [], "pass" if phase == "defend" else "done"
    verb = phase
    items = []
    for part in split_names(text):
        first, _, rest = part.partition(" ")
        if first.lower() in VERBS:
            verb, part = first.lower(), rest
        items.append(read_item(world, p, phase, verb, part))
    return items, ", ".join(item.text for item in items)


def read_item(world: World, p: int, phase: str, verb: str, name: str) -> Item:
    cards, own = world.cards, p == world.seat
    face_down = verb == "discard"
    level = age_of(name)
    if level is not None:
        if own:
            raise Impossible(f"`{name}`: tell which of your cards it is")
        card = world.face_down(p, level, bonus=phase != "send")
        return Item(card, phase != "discard", f"discard {AGE_NAMES[level]}")
    hand = world.s["player"][p]["military"]
    if own:
        units = [cards.slot_card[slot] for slot in cards.slot_card if slot >= UNIT_FIRST]
        card = find_card(name, cards, [*hand, *(units if phase == "send" else ())])
    elif face_down:
        raise Impossible(f"`{name}`: others discard face down; tell the age, as in `discard I`")
    else:
        card = find_card(name, cards, range(1, cards.size))
        if cards.is_military(card):
            world.hold(p, card)
    shown = f"{'discard' if face_down else phase} {cards.ids[card]}"
    return Item(card, face_down and phase != "discard", shown)


def steps_of(game: Game, items: list[Item]) -> list[str]:
    """Single moves that make up the set, in the order in which the engine takes them."""
    trial, steps = game.clone(), []
    phase, p = game.phase, game.player_to_move
    depth = len(game.snapshot()["frames"])
    left = sorted(items, key=lambda item: (item.card, item.face_down))
    sent: Counter[int] = Counter()
    while still_asked(trial, phase, p, depth):
        left = without_sent(trial, left, sent)
        step = next_step(trial, left)
        steps.append(step)
        trial.apply(step)
    if not items and not steps:
        raise IllegalMove("nothing is left to choose")
    return steps


def still_asked(game: Game, phase: str, p: int, depth: int) -> bool:
    return (
        not game.is_over
        and game.phase == phase
        and game.player_to_move == p
        and len(game.snapshot()["frames"]) == depth
    )


def without_sent(game: Game, left: list[Item], sent: Counter[int]) -> list[Item]:
    """Units that were sent without a choice need no move."""
    by_slot = game.snapshot()["sent"]
    from engine.catalogue import catalogue

    cards = catalogue(game.edition)
    for i, count in enumerate(by_slot):
        card = cards.slot_card.get(UNIT_FIRST + i)
        if card is None:
            continue
        for _ in range(count - sent[card]):
            found = next((item for item in left if item.card == card), None)
            sent[card] += 1
            if found is not None:
                left.remove(found)
    return left


def next_step(game: Game, left: list[Item]) -> str:
    legal = game.legal_moves()
    if not left:
        for move in legal:
            if move.kind in (MoveKind.DONE, MoveKind.PASS):
                return str(move)
        raise IllegalMove(f"this is not enough: {', '.join(map(str, legal[:5]))} and more could be added")
    item = left[0]
    kind = MoveKind.FACE_DOWN if item.face_down else MoveKind.CHOOSE
    for move in legal:
        if move.card == item.card and move.kind == kind:
            if game.phase != "send" or not is_unit(game, item.card):
                left.pop(0)
            return str(move)
    nearest = ", ".join(f"`{move}`" for move in legal[:5])
    raise IllegalMove(f"`{' '.join(words(item.text))}` does not complete a legal set; legal now: {nearest}")


def is_unit(game: Game, card: int) -> bool:
    from engine.catalogue import catalogue

    return catalogue(game.edition).slot(card) >= UNIT_FIRST
