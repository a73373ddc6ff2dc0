"""A world that the seat cannot tell from the real one, made to agree with what comes to light.

The game that is followed holds some assignment of the cards that the seat has not seen.  When such a card
shows itself, it is exchanged with the card that the world had in its place; both places were unknown to the
seat, so nothing that the seat knows changes by that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import Game
from engine.catalogue import catalogue
from engine.vocabulary import AGE_NAMES, DECK_MILITARY, LEVELS, FrameKind, Kind

__all__ = ["Impossible", "Place", "World"]

MARK = 128
"""A bit of the knowledge bytes that the rules leave alone: marks cards of the own hand that are not new."""


class Impossible(ValueError):
    """The cards that are still unseen do not allow what was entered."""


class Place(NamedTuple):
    """A card that lies somewhere: its pile and where in it."""

    pile: list[int]
    at: int
    event: bool = False

    @property
    def card(self) -> int:
        return self.pile[self.at]

    def put(self, card: int) -> None:
        self.pile[self.at] = card

    @property
    def key(self) -> tuple[int, int]:
        return id(self.pile), self.at


def bits(value: int) -> list[int]:
    return [i for i in range(value.bit_length()) if value >> i & 1]


class World:
    """The raw state of a game, open for exchanges of cards that the seat has not seen."""

    def __init__(self, game: Game, seat: int) -> None:
        self.edition = game.edition
        self.cards = catalogue(game.edition)
        self.s: dict[str, Any] = game.snapshot()
        self.seat = seat
        self.fixed: set[tuple[int, int]] = set()

    def game(self) -> Game:
        """The game of this world; hands are brought into their order."""
        boards = []
        for player in self.s["player"]:
            hand = sorted(zip(player["military"], player["military_seen"], strict=True))
            cards, seen = [card for card, _ in hand], [byte for _, byte in hand]
            boards.append(player | {"military": cards, "military_seen": seen})
        return Game.from_snapshot(self.edition, self.s | {"player": boards})

    def name(self, card: int) -> str:
        return self.cards.ids[card]

    def level(self, card: int) -> int:
        return self.cards.level[card]

    # ------------------------------------------------------------ where cards lie

    def knows(self, seen: int) -> bool:
        return bool(seen >> self.seat & 1)

    def hand_places(self, p: int) -> list[Place]:
        """Cards of a rival's military hand that the seat has not seen."""
        player = self.s["player"][p]
        return [
            Place(player["military"], i)
            for i, seen in enumerate(player["military_seen"])
            if p != self.seat and not self.knows(seen)
        ]

    def event_places(self, pile: str) -> list[Place]:
        """Unseen cards of `current` or `future` events."""
        cards, seen = self.s[f"{pile}_events"], self.s[f"{pile}_seen"]
        looked_at = pile == "current" and self.knows(self.s["top_seen"])
        last = len(cards) - 1 if looked_at else len(cards)
        return [Place(cards, i, True) for i in range(last) if not self.knows(seen[i])]

    def hidden(self, level: int) -> Iterator[Place]:
        """Places that may hold any unseen card of an age, those that matter least first."""
        s = self.s
        if s["age"] == level:
            yield from (Place(s["military_deck"], i) for i in range(len(s["military_deck"])))
        for i, seen in enumerate(s["discard_seen"][level]):
            if not self.knows(seen):
                yield Place(s["discard"][level], i)
        places = [place for p in range(s["players"]) for place in self.hand_places(p)]
        places += self.event_places("current") + self.event_places("future")
        yield from (place for place in places if self.level(place.card) == level)

    def removed(self, level: int) -> Counter[int]:
        """Military cards of an age that have left the game unseen: those that are nowhere."""
        s = self.s
        found: Counter[int] = Counter()
        for card in range(1, self.cards.size):
            if self.cards.is_military(card) and self.level(card) == level:
                found[card] = self.cards.copies(card, s["deck_players"][level]) - s["gone"][card]
        found.subtract(card for card in self.placed() if card in found)
        return +found

    def placed(self) -> Iterator[int]:
        """Every military card that lies on the table, in a hand or in a pile."""
        s = self.s
        for pile in ("past", "military_deck", "current_events", "future_events"):
            yield from s[pile]
        for age in range(LEVELS):
            yield from s["discard"][age]
        yield from (self.cards.tactics[bit] for bit in bits(s["common"]))
        yield s["attack"]
        for frame in s["frames"]:
            event = self.cards.kind[frame["card"]] == Kind.EVENT
            if frame["kind"] == FrameKind.EVENT_DONE and (event or s["territory"]):
                yield frame["card"]
        for player in s["player"]:
            yield from player["military"]
            yield from (player["tactic"] if player["exclusive"] else 0, player["pact"], player["war"])
            yield from (self.cards.territories[bit] for bit in bits(player["colonies"]))

    # ------------------------------------------------------------ exchanges

    def bring(self, card: int, target: Place) -> None:
        """Let the target hold this unseen card; what it held goes where the card was."""
        former = target.card
        self.fixed.add(target.key)
        if former == card:
            return
        level = self.level(card)
        sources = [
            place for place in self.hidden(level) if place.card == card and place.key not in self.fixed
        ]
        sources.sort(key=lambda place: place.event)
        if sources:
            source = sources[0]
            if source.event and not self.cards.is_event(former):
                former = self.exchange_for_event(former, level, source)
            source.put(former)
        elif not self.removed(level)[card]:
            raise Impossible(f"{self.name(card)}: you have seen where all copies of it are")
        target.put(card)

    def exchange_for_event(self, former: int, level: int, source: Place) -> int:
        """An event or territory from elsewhere, in whose place the former card goes."""
        for place in self.hidden(level):
            if not place.event and place.key not in self.fixed and self.cards.is_event(place.card):
                event = place.card
                place.put(former)
                return event
        for card, count in self.removed(level).items():
            if count and self.cards.is_event(card):
                return card
        raise Impossible(f"no unseen event of Age {AGE_NAMES[level]} is left for the event piles")

    def unseen(self, level: int) -> Counter[int]:
        """Military cards of an age that the seat cannot place."""
        return Counter(place.card for place in self.hidden(level)) + self.removed(level)

    # ------------------------------------------------------------ hands of the others

    def hold(self, p: int, card: int) -> None:
        """Let a rival's hand hold a card that he shows."""
        player = self.s["player"][p]
        for known in (True, False):
            for i, held in enumerate(player["military"]):
                place = Place(player["military"], i)
                if (
                    held == card
                    and place.key not in self.fixed
                    and self.knows(player["military_seen"][i]) == known
                ):
                    self.fixed.add(place.key)
                    return
        self.bring(card, self.free_place(p, self.level(card), self.name(card)))

    def free_place(self, p: int, level: int, what: str) -> Place:
        places = [
            place
            for place in self.hand_places(p)
            if self.level(place.card) == level and place.key not in self.fixed
        ]
        if not places:
            raise Impossible(
                f"{what}: player {p} has no face-down card of Age {AGE_NAMES[level]} left in hand"
            )
        return places[0]

    def hold_event(self, p: int, level: int) -> int:
        """Let a rival's hand hold some event or territory of an age; returns it."""
        for place in self.hand_places(p):
            fits = self.level(place.card) == level and self.cards.is_event(place.card)
            if fits and place.key not in self.fixed:
                self.fixed.add(place.key)
                return place.card
        target = self.free_place(p, level, f"prepare {AGE_NAMES[level]}")
        card = self.some_event(level)
        self.bring(card, target)
        return card

    def some_event(self, level: int) -> int:
        for place in self.hidden(level):
            if self.cards.is_event(place.card) and place.key not in self.fixed and not place.event:
                return place.card
        for card in self.removed(level):
            if self.cards.is_event(card):
                return card
        raise Impossible(f"you have seen where all events of Age {AGE_NAMES[level]} are")

    def face_down(self, p: int, level: int, bonus: bool) -> int:
        """Some card of an age that a rival puts down unseen, no bonus card unless allowed; returns it."""
        player = self.s["player"][p]
        places = [
            (self.cards.kind[card] == Kind.BONUS, self.knows(player["military_seen"][i]), i)
            for i, card in enumerate(player["military"])
            if self.level(card) == level and Place(player["military"], i).key not in self.fixed
        ]
        if not places:
            raise Impossible(f"player {p} has no further card of Age {AGE_NAMES[level]} in hand")
        is_bonus, _, index = min(places)
        place = Place(player["military"], index)
        if is_bonus and not bonus:
            place = self.free_place(p, level, f"discard {AGE_NAMES[level]}")
            self.bring(self.some_card(level), place)
        self.fixed.add(place.key)
        return place.card

    def some_card(self, level: int) -> int:
        """An unseen card of an age that is no bonus card, in no event pile and not told yet."""
        for place in self.hidden(level):
            plain = not place.event and self.cards.kind[place.card] != Kind.BONUS
            if plain and place.key not in self.fixed:
                return place.card
        for card in self.removed(level):
            if self.cards.kind[card] != Kind.BONUS:
                return card
        raise Impossible(f"you have seen where all cards of Age {AGE_NAMES[level]} are but bonus cards")

    def strengthen(self, p: int) -> Iterator[None]:
        """Give a rival one more bonus card at a time, for a bid that needs them."""
        for place in self.hand_places(p):
            level = self.level(place.card)
            if self.cards.kind[place.card] == Kind.BONUS or place.key in self.fixed:
                continue
            bonus = [card for card in self.unseen(level) if self.cards.kind[card] == Kind.BONUS]
            for card in bonus:
                try:
                    self.bring(card, place)
                except Impossible:
                    continue
                yield
                break

    # ------------------------------------------------------------ events

    def top_is_known(self) -> bool:
        return self.knows(self.s["top_seen"]) or not self.s["current_events"]

    def turn_up(self, card: int) -> None:
        """Let this card lie on top of the current events."""
        cards, seen = self.s["current_events"], self.s["current_seen"]
        top = len(cards) - 1
        level = self.level(cards[top])
        if self.level(card) != level or not self.cards.is_event(card):
            raise Impossible(f"{self.name(card)}: the top card is an event of Age {AGE_NAMES[level]}")
        if self.knows(self.s["top_seen"]) and cards[top] != card:
            raise Impossible(f"{self.name(card)}: you have seen that {self.name(cards[top])} lies on top")
        group = [i for i in range(len(cards)) if self.level(cards[i]) == level]
        known = [i for i in group if cards[i] == card and self.knows(seen[i])]
        index = known[0] if known else self.bring_into(card, group)
        cards[index], cards[top] = cards[top], cards[index]
        seen[index], seen[top] = seen[top], seen[index]
        self.fixed.discard(Place(cards, index).key)
        self.fixed.add(Place(cards, top).key)

    def bring_into(self, card: int, group: list[int]) -> int:
        cards, seen = self.s["current_events"], self.s["current_seen"]
        hidden = [i for i in reversed(group) if not self.knows(seen[i])]
        if not hidden:
            raise Impossible(f"{self.name(card)}: you know all events of its age in the pile")
        same = [i for i in hidden if cards[i] == card]
        index = same[0] if same else hidden[0]
        self.bring(card, Place(cards, index, True))
        return index

    def last_events(self) -> list[Place]:
        """Unseen events that are scored at the end of the game."""
        places = self.event_places("current") + self.event_places("future")
        return [place for place in places if self.level(place.card) == LEVELS - 1]

    # ------------------------------------------------------------ own hand

    def mark_hand(self) -> None:
        player = self.s["player"][self.seat]
        player["military_seen"] = [seen | MARK for seen in player["military_seen"]]

    def unmark(self) -> list[int]:
        """Take the marks away; returns where the cards lie in hand that had none."""
        s = self.s
        own = s["player"][self.seat]["military_seen"]
        new = [i for i, seen in enumerate(own) if not seen & MARK]
        for seen in (own, s["current_seen"], s["future_seen"], *s["discard_seen"]):
            seen[:] = [byte & ~MARK for byte in seen]
        return new

    def draw(self, wanted: list[int], places: list[int]) -> None:
        """Let the cards at these places of the own hand be the ones that were drawn."""
        hand = self.s["player"][self.seat]["military"]
        wanted, places = list(wanted), list(places)
        for i in list(places):
            if hand[i] in wanted:
                wanted.remove(hand[i])
                places.remove(i)
        for card in wanted:
            fitting = [i for i in places if self.level(hand[i]) == self.level(card)]
            if not fitting:
                ages = ", ".join(AGE_NAMES[self.level(hand[i])] for i in places)
                raise Impossible(f"{self.name(card)}: cards of Age {ages} were drawn")
            self.bring(card, Place(hand, fitting[0]))
            places.remove(fitting[0])

    def recall(self, before: dict[str, Any], had: list[int], saw: list[int], put_down: list[int]) -> None:
        """What the seat expects in a renewed deck, if it saw other cards than the world had for it.

        `put_down` are own cards that were discarded just before.  If the deck was renewed while cards were
        drawn, the first ones that the seat saw still came from the old one.
        """
        for age in {self.level(card) for card in saw}:
            cards, seen = self.s["renewed"][age], self.s["renewed_seen"][age]
            now = self.expected(cards, seen)
            deck = DECK_MILITARY + age
            if self.s["shuffles"][deck] == before["shuffles"][deck]:
                former = self.expected(before["renewed"][age], before["renewed_seen"][age])
                now += Counter({card: min(n, former[card] - now[card]) for card, n in Counter(had).items()})
                drawn = saw
            else:
                now = self.expected(before["discard"][age], before["discard_seen"][age])
                now.update(card for card in put_down if self.level(card) == age)
                drawn = saw[len(before["military_deck"]) :]
            now -= Counter(drawn)
            for i, card in enumerate(cards):
                seen[i] &= ~(1 << self.seat)
                if now[card] > 0:
                    seen[i] |= 1 << self.seat
                    now[card] -= 1

    def expected(self, cards: list[int], seen: list[int]) -> Counter[int]:
        return Counter(card for card, byte in zip(cards, seen, strict=True) if self.knows(byte))

    # ------------------------------------------------------------ the row

    def deal(self, wanted: list[int], spaces: list[int], deck: Counter[int]) -> None:
        """Let these cards lie in the newly filled spaces; `deck` is what could come up."""
        row, s = self.s["row"], self.s
        for space, card in zip(spaces, wanted, strict=True):
            if self.level(card) != self.level(row[space]):
                age = AGE_NAMES[self.level(row[space])]
                raise Impossible(f"{self.name(card)}: the card in space {space + 1} is of Age {age}")
        missing = Counter(wanted) - deck
        if missing:
            raise Impossible(f"{self.name(next(iter(missing)))}: no copy of it is left in the deck")
        for n, (space, card) in enumerate(zip(spaces, wanted, strict=True)):
            former = row[space]
            if former == card:
                continue
            later = [other for other in spaces[n + 1 :] if row[other] == card]
            if later:
                row[later[0]] = former
            elif card in s["civil_deck"]:
                s["civil_deck"][s["civil_deck"].index(card)] = former
            else:  # the rest of a deck has left the game
                s["gone"][card] -= 1
                s["gone"][former] += 1
            row[space] = card
