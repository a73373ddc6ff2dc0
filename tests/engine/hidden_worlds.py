"""All worlds that fit what an observer knows, by brute force, and how well samples spread over them.

The enumeration starts from the view alone and knows nothing of how the engine samples.
Positions have to leave few cards unseen: every order of them is tried.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from engine import Edition, Game, default_edition
from engine.catalogue import catalogue
from engine.vocabulary import AGE_NAMES, LEVELS, SEEN_BY_SHIFT

View = dict[str, Any]


class World(NamedTuple):
    """What an observer cannot see, with card ids."""

    current: tuple[tuple[str, int], ...]  # top first: card, and who prepared it
    future: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]  # by player, sorted
    discards: tuple[tuple[str, ...], ...]  # by age
    deck: tuple[str, ...]  # first drawn first


class Place(NamedTuple):
    """Where a face-down card lies."""

    kind: str  # current, future, hand, discard, deck, removed
    spot: int = 0  # in its pile
    holder: int | None = None  # player who put it there or holds it
    late: bool = False  # may come from the renewed deck


def world_of(game: Game) -> World:
    """The hidden part of a game as it really is."""
    s, ids = game.snapshot(), game.edition.ids
    tagged = zip(s["current_events"], s["current_seen"], strict=True)
    return World(
        current=tuple((ids[card], seen >> SEEN_BY_SHIFT & 3) for card, seen in tagged)[::-1],
        future=tuple(ids[card] for card in s["future_events"]),
        hands=tuple(tuple(sorted(ids[card] for card in player["military"])) for player in s["player"]),
        discards=tuple(tuple(ids[card] for card in pile) for pile in s["discard"]),
        deck=tuple(ids[card] for card in reversed(s["military_deck"])),
    )


# -- making small positions


def gone_except(age: str, players: int, *kept: str, edition: Edition | None = None) -> list[str]:
    """All military cards of an age but those listed, to be stated as gone."""
    edition = edition or default_edition()
    cards = catalogue(edition)
    rest = Counter(
        {
            card_id: edition.copies(card_id, players)
            for number, card_id in enumerate(edition.ids)
            if number and cards.is_military(number) and AGE_NAMES[cards.level[number]] == age
        }
    )
    for card_id in kept:
        assert rest[card_id] > 0, card_id
        rest[card_id] -= 1
    return list(rest.elements())


# -- enumeration


def card_of(entry: Any) -> str | None:
    """The card of an entry of a pile, None for a back."""
    return entry if isinstance(entry, str) else entry.get("card")


def placed_cards(view: View) -> Iterator[str]:
    """Military cards whose place the view states."""
    yield from view.get("past_events", [])
    yield from view.get("common_tactics", [])
    yield from view.get("gone", [])
    piles = [
        view.get("current_events", []),
        view.get("future_events", []),
        *view.get("discards", {}).values(),
    ]
    for board in view["players"]:
        hand = board["military_hand"]
        piles.append(hand if isinstance(hand, list) else hand.get("known", []))
        yield from board.get("colonies", [])
        yield from (board[key]["card"] for key in ("pact", "war") if key in board)
        if board.get("exclusive"):
            yield board["tactic"]
    yield from (card for pile in piles for entry in pile if (card := card_of(entry)))
    if "attack" in view:
        yield view["attack"]["card"]
    yield from (frame["card"] for frame in view.get("decisions", []) if frame["kind"] == "event_done")


def unseen(view: View, edition: Edition, age: int) -> list[str]:
    """The cards of an age that the observer cannot place, each copy once."""
    cards = catalogue(edition)
    players = view.get("decks_for", {}).get(AGE_NAMES[age], len(view["players"]))
    pool = Counter(
        {
            card_id: edition.copies(card_id, players)
            for number, card_id in enumerate(edition.ids)
            if number and cards.is_military(number) and cards.level[number] == age
        }
    )
    pool.subtract(card for card in placed_cards(view) if card in pool)
    assert min(pool.values(), default=0) >= 0
    return sorted(pool.elements())


def places(view: View, age: int) -> list[Place]:
    """The face-down places of an age."""
    name = AGE_NAMES[age]

    def backs(kind: str, pile: list[Any]) -> list[Place]:
        return [
            Place(kind, i, entry.get("by", 0), entry.get("late", False))
            for i, entry in enumerate(pile)
            if card_of(entry) is None and entry["age"] == name
        ]

    found = backs("current", view["current_events"]) + backs("future", view.get("future_events", []))
    drawn = view.get("drawn_since", {}).get(name, [0] * len(view["players"]))
    for p, board in enumerate(view["players"]):
        if isinstance(board["military_hand"], dict):
            found += [Place("hand", 0, p, drawn[p] > 0)] * board["military_hand"].get(name, 0)
    found += backs("discard", view.get("discards", {}).get(name, []))
    if view["age"] == name:
        found += [Place("deck", i, None, True) for i in range(view["military_deck"])]
    return found + [Place("removed", 0, None, True)] * view.get("removed", {}).get(name, 0)


def assignments(view: View, edition: Edition, age: int) -> Counter[tuple[tuple[Place, str], ...]]:
    """Every way to lay the unseen cards of an age, with the number of ways in which copies do it."""
    spots, pool = places(view, age), unseen(view, edition, age)
    assert len(spots) == len(pool), (spots, pool)
    renewed = Counter(entry["card"] for entry in view.get("renewed", {}).get(AGE_NAMES[age], []))
    copies = []  # of the copies of a card, the first ones come from the renewed deck
    for i, card in enumerate(pool):
        copies.append((card, pool[:i].count(card) < renewed[card]))
    drawn = view.get("drawn_since", {}).get(AGE_NAMES[age], [0] * len(view["players"]))
    found: Counter[tuple[tuple[Place, str], ...]] = Counter()
    for order in permutations(copies):
        laid = list(zip(spots, order, strict=True))
        if any(
            kind_of(edition, card) not in ("event", "territory") for spot, (card, _) in laid if is_event(spot)
        ):
            continue
        held = Counter(spot.holder for spot, (_, fresh) in laid if fresh)
        if any(fresh and not spot.late for spot, (_, fresh) in laid):
            continue
        if any(p is not None and n > drawn[p] for p, n in held.items()):
            continue
        found[tuple(sorted((spot, card) for spot, (card, _) in laid if spot.kind != "removed"))] += 1
    return found


def is_event(place: Place) -> bool:
    return place.kind in ("current", "future")


def kind_of(edition: Edition, card: str) -> str:
    return edition.kind(card)


def orders_of_events(view: View, observer: int, edition: Edition) -> Iterator[list[int]]:
    """Orders of the current events as positions in the view: free within an age, but for a known top card."""
    pile = view["current_events"]
    cards = catalogue(edition)

    def level(entry: Any) -> str:
        card = card_of(entry)
        return AGE_NAMES[cards.level[edition.number(card)]] if card else entry["age"]

    fixed = 1 if observer in view.get("top_event_known_to", []) else 0
    groups = [list(range(fixed))]
    for age in AGE_NAMES[:LEVELS]:
        groups.append([i for i in range(fixed, len(pile)) if level(pile[i]) == age])
    for choice in product(*(permutations(group) for group in groups)):
        yield [i for group in choice for i in group]


def compose(view: View, laid: dict[tuple[str, int, int | None], list[str]], order: list[int]) -> World:
    """A world from the cards of each place."""

    def pile(kind: str, entries: list[Any], age: int | None = None) -> list[str]:
        return [card_of(entry) or laid[kind, i, age].pop() for i, entry in enumerate(entries)]

    current = pile("current", view["current_events"])
    tags = [0 if isinstance(entry, str) else entry.get("by", 0) for entry in view["current_events"]]
    hands = []
    for p, board in enumerate(view["players"]):
        hand = board["military_hand"]
        known = hand if isinstance(hand, list) else hand.get("known", [])
        hands.append(tuple(sorted([str(card_of(card)) for card in known] + laid.get(("hand", p, None), []))))
    discards = view.get("discards", {})
    return World(
        current=tuple((current[i], tags[i]) for i in order),
        future=tuple(pile("future", view.get("future_events", []))),
        hands=tuple(hands),
        discards=tuple(
            tuple(pile("discard", discards.get(name, []), age)) for age, name in enumerate(AGE_NAMES[:LEVELS])
        ),
        deck=tuple(card for i in range(view["military_deck"]) for card in laid["deck", i, None]),
    )


def all_worlds(
    game: Game, observer: int, fits: Callable[[World], bool] = lambda world: True
) -> Counter[World]:
    """Every world that fits the observer's view, with its weight."""
    view, edition = game.view(observer), game.edition
    ages = range(min(LEVELS - 1, AGE_NAMES.index(view["age"])) + 1)
    by_age = [assignments(view, edition, age) for age in ages]
    orders = list(orders_of_events(view, observer, edition))
    worlds: Counter[World] = Counter()
    for choice in product(*(ways.items() for ways in by_age)):
        weight = math.prod(n for _, n in choice)
        for order in orders:
            laid: dict[tuple[str, int, int | None], list[str]] = {}
            for age, (cards, _) in zip(ages, choice, strict=True):
                for place, card in cards:
                    index = int(place.holder or 0) if place.kind == "hand" else place.spot
                    key = (place.kind, index, age if place.kind == "discard" else None)
                    laid.setdefault(key, []).append(card)
            world = compose(view, laid, order)
            if fits(world):
                worlds[world] += weight
    return worlds


# -- samples


def surprise(counts: Counter[Any], weights: Counter[Any]) -> float:
    """Standard deviations by which the chi-square statistic is off (Wilson and Hilferty's approximation)."""
    total, all_weight = counts.total(), weights.total()
    expected = {outcome: total * weight / all_weight for outcome, weight in weights.items()}
    statistic = sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    freedom = len(expected) - 1
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))
