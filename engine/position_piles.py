"""Face-down cards: decks, piles and military hands, and what each player knows of them.

Cards that are given by their backs are filled from the unseen cards of their age.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from engine.catalogue import CIVIL_KINDS, EVENT_KINDS, MILITARY_KINDS, catalogue
from engine.position_check import Checker
from engine.position_write import DECK_NAMES
from engine.vocabulary import (
    AGE_NAMES,
    DECK_CIVIL,
    DECK_EVENTS,
    DECK_MILITARY,
    LEVELS,
    MAX_DECK,
    MAX_EVENTS,
    MAX_MILITARY_HAND,
    SEEN_ALL,
    SEEN_BY_SHIFT,
    SEEN_LATE,
    Age,
    FrameKind,
    Kind,
    Stage,
)

ENTRY_KEYS = ("card", "age", "known_to", "by", "late")


class Back(NamedTuple):
    """A face-down card of which only the age is stated."""

    age: int
    place: str
    event: bool = False


class Piles(Checker):
    """Reads what lies face down; `d` is the position, `state` the raw state that is being filled."""

    def __init__(self, edition: Any) -> None:
        super().__init__(catalogue(edition))
        self.d: dict[str, Any] = {}
        self.state: dict[str, Any] = {}

    def entry(self, value: Any, place: str, kinds: Any, plain: int) -> tuple[Any, int]:
        """A card or the back of one, with its byte of knowledge."""
        if not isinstance(value, dict):
            if value is None:
                self.error(place, "expected a card")
            return self.card(value, place, kinds), plain
        stated = self.mapping(value, place, ENTRY_KEYS)
        if ("card" in stated) == ("age" in stated):
            self.error(place, "expected either `card` or `age`")
            return 0, plain
        by = self.player(stated.get("by"), f"{place}.by")
        seen = by << SEEN_BY_SHIFT
        if "known_to" in stated:
            seen |= self.viewers(stated["known_to"], f"{place}.known_to")
        elif stated.get("by") is not None:
            seen |= 1 << by
        elif "card" in stated:
            seen |= plain
        if self.switch(stated.get("late"), f"{place}.late", False):
            seen |= SEEN_LATE
        if "card" in stated:
            return self.card(stated["card"], f"{place}.card", kinds), seen
        age = self.age_name(stated["age"], f"{place}.age")
        if age > min(self.age, LEVELS - 1):
            self.error(
                f"{place}.age", f"no card of Age {AGE_NAMES[age]} can lie here in Age {AGE_NAMES[self.age]}"
            )
            age = 0
        return Back(age, place, kinds == EVENT_KINDS), seen

    def hand(self, value: Any, place: str, p: int) -> list[tuple[Any, int]]:
        """A military hand: a list of cards, or the number of cards of each age and the known ones."""
        if not isinstance(value, dict):
            entries = self.items(value, place, MAX_MILITARY_HAND)
            return [
                self.entry(card, f"{place}[{i}]", MILITARY_KINDS, 1 << p) for i, card in enumerate(entries)
            ]
        stated = self.mapping(value, place, ("I", "II", "III", "known"))
        known = self.items(stated.get("known"), f"{place}.known", MAX_MILITARY_HAND)
        hand = [
            self.entry(card, f"{place}.known[{i}]", MILITARY_KINDS, SEEN_ALL) for i, card in enumerate(known)
        ]
        for name in ("I", "II", "III"):
            count = self.number(stated.get(name), f"{place}.{name}", 0, MAX_MILITARY_HAND)
            if count and AGE_NAMES.index(name) > self.age:
                self.error(f"{place}.{name}", f"no such card is in play in Age {AGE_NAMES[self.age]}")
            hand += [(Back(AGE_NAMES.index(name), place), 1 << p)] * count
        if len(hand) > MAX_MILITARY_HAND:
            self.error(place, f"{len(hand)} cards, at most {MAX_MILITARY_HAND} are possible")
        return hand

    def events(self) -> None:
        s, d = self.state, self.d
        s["past"] = self.card_list(d.get("past_events"), "past_events", EVENT_KINDS, MAX_EVENTS)
        s["top_seen"] = self.player_set(d.get("top_event_known_to"), "top_event_known_to")
        current = d.get("current_events")
        if current is None:
            revealed = sum(self.cards.level[card] == Age.A for card in s["past"])
            current = [{"age": "A"}] * max(0, len(s["current_events"]) - revealed)
        pile = self.pile(current, "current_events", EVENT_KINDS, 0, MAX_EVENTS)[::-1]
        s["current_events"], s["current_seen"] = [card for card, _ in pile], [seen for _, seen in pile]
        pile = self.pile(d.get("future_events"), "future_events", EVENT_KINDS, 0, MAX_EVENTS)
        s["future_events"], s["future_seen"] = [card for card, _ in pile], [seen for _, seen in pile]
        resolving = any(frame["kind"] == FrameKind.EVENT_DONE for frame in s["frames"])
        if not s["current_events"] and s["stage"] != Stage.OVER and not (resolving and s["future_events"]):
            self.error("current_events", "at least one card must lie there")
        if s["top_seen"] and not s["current_events"]:
            self.error("top_event_known_to", "there is no top card")

    def pile(self, value: Any, place: str, kinds: Any, plain: int, most: int) -> list[tuple[Any, int]]:
        entries = self.items(value, place, most)
        return [self.entry(card, f"{place}[{i}]", kinds, plain) for i, card in enumerate(entries)]

    def piles(self) -> None:
        s, d = self.state, self.d
        discards = self.mapping(d.get("discards"), "discards", AGE_NAMES[:LEVELS])
        for age in range(LEVELS):
            place = f"discards.{AGE_NAMES[age]}"
            pile = self.pile(discards.get(AGE_NAMES[age]), place, MILITARY_KINDS, SEEN_ALL, MAX_DECK)
            for card, _ in pile:
                level = card.age if isinstance(card, Back) else self.cards.level[card]
                if card and level != age:
                    self.error(place, f"a card of Age {AGE_NAMES[level]} lies in the pile of its own age")
            s["discard"][age], s["discard_seen"][age] = [card for card, _ in pile], [seen for _, seen in pile]
        gone = self.card_list(d.get("gone"), "gone", frozenset(Kind), 400)
        s["gone"] = [0] * 256
        for card in gone:
            s["gone"][card] += 1
        for key, kinds in (("civil_deck", CIVIL_KINDS), ("military_deck", MILITARY_KINDS)):
            self.deck(key, kinds)

    def deck(self, key: str, kinds: Any) -> None:
        """A deck is its cards, first drawn first, or their number, or (not stated) all unseen cards."""
        stated = self.d.get(key)
        ages = range(Age.A if key == "civil_deck" else Age.I, Age.IV)
        self.state[key] = []
        if isinstance(stated, list | tuple):
            self.state[key] = self.card_list(stated, key, kinds, MAX_DECK)[::-1]
            for card in self.state[key]:
                if self.cards.level[card] != self.age or self.cards.is_initial(card):
                    self.error(key, f"{self.cards.ids[card]} is not in the deck of Age {AGE_NAMES[self.age]}")
        elif stated is not None:
            self.number(stated, key, 0, MAX_DECK)
        if stated and self.age not in ages:
            self.error(key, f"there is no such deck in Age {AGE_NAMES[self.age]}")

    def knowledge(self) -> None:
        s = self.state
        renewed = self.mapping(self.d.get("renewed"), "renewed", AGE_NAMES[:LEVELS])
        drawn = self.mapping(self.d.get("drawn_since"), "drawn_since", AGE_NAMES[:LEVELS])
        for age, name in enumerate(AGE_NAMES[:LEVELS]):
            entries = self.items(renewed.get(name), f"renewed.{name}", MAX_DECK)
            known = [
                self.known_renewed(entry, f"renewed.{name}[{i}]", age) for i, entry in enumerate(entries)
            ]
            s["renewed"][age], s["renewed_seen"][age] = (
                [card for card, _ in known],
                [seen for _, seen in known],
            )
            counts = self.items(drawn.get(name), f"drawn_since.{name}", self.players)
            counts = [self.number(n, f"drawn_since.{name}[{i}]", 0, 255) for i, n in enumerate(counts)]
            s["drawn_since"][age] = counts + [0] * (4 - len(counts))
        decks = {name: deck for deck, name in DECK_NAMES.items()}
        stated = self.mapping(self.d.get("shuffles"), "shuffles", decks)
        if "shuffles" in self.d:
            s["shuffles"] = [0] * len(s["shuffles"])
        else:
            for age in range(1, min(self.age, LEVELS - 1) + 1):
                s["shuffles"][DECK_CIVIL + age] = s["shuffles"][DECK_MILITARY + age] = 1
            s["shuffles"][DECK_EVENTS] = max(1, s["shuffles"][DECK_EVENTS])
        for name, n in stated.items():
            s["shuffles"][decks[name]] = self.number(n, f"shuffles.{name}", 0, 255)

    def known_renewed(self, value: Any, place: str, age: int) -> tuple[int, int]:
        stated = self.mapping(value, place, ("card", "known_to"))
        card = self.card(stated.get("card"), f"{place}.card", MILITARY_KINDS, counted=False)
        if stated.get("card") is None:
            self.error(place, "`card` is missing")
        elif card and self.cards.level[card] != age:
            self.error(place, f"{self.cards.ids[card]} is not in the deck of Age {AGE_NAMES[age]}")
        return card, self.viewers(stated.get("known_to"), f"{place}.known_to")

    # -- unseen cards

    def unseen(self, age: int, military: bool) -> list[int]:
        """Cards of that age which no place states, in an order that follows from the seed."""
        used = self.used()
        pool = [
            card
            for card in range(1, self.cards.size)
            if self.cards.level[card] == age and self.cards.is_military(card) == military
            for _ in range(self.copies(card) - used[card])
        ]
        return shuffled(pool, f"{self.state['seed']} {military} {age}")

    def fill_civil(self) -> None:
        """Civil cards that are nowhere else lie in the deck; those of past ages are gone."""
        stated = self.d.get("civil_deck")
        if isinstance(stated, list | tuple):
            return
        for age in range(min(self.age, LEVELS - 1) + 1):
            rest = self.unseen(age, military=False)
            if age == self.age:
                rest = self.fill_deck("civil_deck", rest)
            for card in rest:
                self.state["gone"][card] += 1

    def fill_deck(self, key: str, rest: list[int]) -> list[int]:
        """Put as many of the unseen cards into the deck as it holds; the others are returned."""
        stated = self.d.get(key)
        size = len(rest) if stated is None else stated
        if size > len(rest):
            self.error(key, f"{size} cards, but only {len(rest)} are unseen")
        if len(rest[:size]) > MAX_DECK:
            self.error(key, f"more than {MAX_DECK} unseen cards")
        self.state[key] = rest[:size]
        return rest[size:]

    def fill_military(self) -> None:
        """Backs become cards of their age; what is left lies in the deck or has left the game."""
        pools = {age: self.unseen(age, military=True) for age in range(min(self.age, LEVELS - 1) + 1)}
        piles = [*self.state["discard"], *(player["military"] for player in self.state["player"])]
        current = self.state["current_events"]
        current.reverse()  # the top card first, as written
        for pile in [current, self.state["future_events"], *piles]:
            for i, back in enumerate(pile):
                if isinstance(back, Back):
                    pile[i] = self.take(pools[back.age], back)
        current.reverse()
        for player in self.state["player"]:
            hand = sorted(zip(player["military"], player["military_seen"], strict=True))
            player["military"], player["military_seen"] = (
                [card for card, _ in hand],
                [seen for _, seen in hand],
            )
        removed = self.mapping(self.d.get("removed"), "removed", AGE_NAMES[:LEVELS])
        self.state["n_removed"] = [0] * LEVELS
        for age, rest in pools.items():
            if age == self.age and age != Age.A and not isinstance(self.d.get("military_deck"), list | tuple):
                rest = self.fill_deck("military_deck", rest)
            place = f"removed.{AGE_NAMES[age]}"
            stated = self.number(removed.get(AGE_NAMES[age]), place, 0, 255, len(rest))
            if stated != len(rest):
                self.error(place, f"{stated} cards, but {len(rest)} are in no other place")
            self.state["n_removed"][age] = len(rest)

    def take(self, pool: list[int], back: Back) -> int:
        for i, card in enumerate(pool):
            if not back.event or self.cards.is_event(card):
                return pool.pop(i)
        what = "event" if back.event else "military"
        self.error(back.place, f"more {what} cards of Age {AGE_NAMES[back.age]} than are unseen")
        return 0

    def check_piles(self) -> None:
        """Runs when every card has its place."""
        s = self.state
        if not s["civil_deck"] and Age.A < self.age < Age.IV and s["stage"] != Stage.OVER:
            self.error("civil_deck", f"its last card ends Age {AGE_NAMES[self.age]}, so one must lie there")
        events = [*s["current_events"], *s["future_events"]]
        levels = [self.cards.level[card] for card in reversed(s["current_events"])]
        if levels != sorted(levels):
            self.error("current_events", "older ages lie on top")
        if len(events) > MAX_EVENTS:
            self.error("current_events", f"more than {MAX_EVENTS} cards in the event piles")


def shuffled(cards: list[int], key: str) -> list[int]:
    """The cards in an order that depends on nothing but the key."""
    order = [sha256(f"{key} {i}".encode()).digest() for i in range(len(cards))]
    return [card for _, card in sorted(zip(order, cards, strict=True))]
