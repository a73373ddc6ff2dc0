"""The game as one seat knows it, entry by entry.

An entry is a move in the words of the move grammar, followed by what came to light with it:

    prepare I; event rats; deal iron, drama; draw raid_i

Only what chance or hidden cards show has to be told; `Need` says what is missing.  Sets (a force, a defence,
discards) are one entry.  Face-down cards of others are told by their age.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import Game, IllegalMove, Move, PositionError
from engine.catalogue import CIVIL, catalogue
from engine.notation import find_move
from engine.vocabulary import AGE_NAMES, LEVELS, ROW_SPACES, Age, Kind, MoveKind
from tta.follow.cards import UnknownName, age_of, find_card, split_names
from tta.follow.reasons import reason
from tta.follow.world import Impossible, World
from tta.wording import number_of

__all__ = ["FACTS", "Need", "Refused", "Tracker"]

FACTS = ("event", "look", "events", "deal", "draw")
"""What can come to light with a move, in the order in which it is asked for."""
SETS = {"send": "send", "defend": "defend", "discard": "discard"}
"""Decisions that are a set of cards, and the word for a card of it."""
SHOWN = {"aggression", "war", "pact", "tactic"}
"""Moves with a card from a military hand that everybody sees."""


class Refused(ValueError):
    """An entry that the rules or the cards do not allow, with the reason."""


@dataclass(frozen=True)
class Need:
    """What has to be told before an entry is complete."""

    fact: str
    count: int
    ages: tuple[str, ...]
    """Of the cards that are asked for, in their order."""

    @property
    def question(self) -> str:
        cards = f"{self.count} card{'s' if self.count != 1 else ''}"
        ages = ", ".join(f"{n} of Age {age}" for age, n in Counter(self.ages).items())
        return {
            "event": f"which event is revealed? (event CARD, Age {self.ages[0]})",
            "look": f"which event do you see on top? (look CARD, Age {self.ages[0]})",
            "events": f"which face-down events are left at the end? (events, {cards}: {ages})",
            "deal": f"which cards were dealt to the row? (deal, {cards}: {ages})",
            "draw": f"which cards did you draw? (draw, {cards}: {ages})",
        }[self.fact]


class Missing(Exception):
    """A fact is needed to go on."""

    def __init__(self, need: Need) -> None:
        super().__init__(need.question)
        self.need = need


@dataclass(frozen=True)
class Moment:
    """The state of following between two entries."""

    game: Game
    entries: tuple[str, ...]


@dataclass
class Entry:
    """A move with the facts that were told so far."""

    move: str
    facts: dict[str, list[str]] = field(default_factory=dict)
    used: dict[str, list[int]] = field(default_factory=dict)

    @staticmethod
    def read(text: str) -> Entry:
        move, *clauses = (part.strip() for part in text.split(";"))
        entry = Entry(move)
        for clause in clauses:
            if clause:
                entry.add(clause)
        return entry

    def add(self, clause: str) -> None:
        word, _, rest = clause.partition(" ")
        if word.lower() not in FACTS:
            raise Refused(f"`{clause}`: expected one of {', '.join(FACTS)} with cards")
        self.facts[word.lower()] = split_names(rest)


class Tracker:
    """Follows a game; every entry is checked before anything changes."""

    def __init__(self, game: Game, seat: int) -> None:
        if not 0 <= seat < game.players:
            raise Refused(f"seat {seat}: the players are 0 to {game.players - 1}")
        self.game = game
        self.seat = seat
        self.cards = catalogue(game.edition)
        self.entries: tuple[str, ...] = ()
        self.pending: Entry | None = None
        self.need: Need | None = None
        self.past: list[Moment] = []

    @staticmethod
    def start(players: int, seat: int, row: list[str], edition: Any = None) -> Tracker:
        """A game at its set-up, with the 13 cards of the row."""
        tracker = Tracker(Game.new(players=players, edition=edition), seat)
        world = World(tracker.game, seat)
        if len(row) != ROW_SPACES:
            raise Refused(f"the row has {ROW_SPACES} cards, {len(row)} named")
        deck = Counter(world.s["civil_deck"]) + Counter(world.s["row"])
        try:
            chosen = [find_card(name, tracker.cards, deck) for name in row]
            world.deal(chosen, list(range(ROW_SPACES)), deck)
        except (UnknownName, Impossible) as error:
            raise Refused(str(error)) from None
        tracker.game = world.game()
        return tracker

    @staticmethod
    def from_position(position: Mapping[str, Any], seat: int | None = None) -> Tracker:
        """A game in mid-course, from what a position tells the seat."""
        game = Game.from_position(position)
        observer = position.get("observer")
        if seat is None:
            seat = observer if observer is not None else game.player_to_move
        if observer not in (None, seat):
            raise Refused(f"the position holds what player {observer} knows, not player {seat}")
        return Tracker(Game.from_position(game.to_position(seat)), seat)

    # ------------------------------------------------------------ entries

    def enter(self, text: str) -> Need | None:
        """Take an entry, or a fact that the last one needs; returns what is still to be told.

        Raises Refused and changes nothing if the entry cannot be.
        """
        word = text.strip().partition(" ")[0].lower()
        if word == "fix":
            self.fix(text.strip()[len(word) :])
            return None
        answers = word in FACTS
        if self.pending is not None and answers:
            entry = Entry(self.pending.move, dict(self.pending.facts))
            for clause in text.split(";"):
                entry.add(clause.strip())
        else:
            entry = Entry.read(text)
        try:
            game, canonical = self.play(entry)
        except Missing as missing:
            if answers and self.need == missing.need:
                raise Refused(missing.need.question) from None
            self.pending, self.need = entry, missing.need
            return missing.need
        except (Impossible, UnknownName) as error:
            raise Refused(str(error)) from None
        except IllegalMove as error:
            raise Refused(reason(self.game, entry.move, str(error))) from None
        unused = set(entry.facts) - set(entry.used)
        if unused:
            raise Refused(f"nothing of that kind comes to light now: {', '.join(sorted(unused))}")
        self.commit(game, "; ".join([canonical, *self.told(entry)]))
        return None

    def told(self, entry: Entry) -> list[str]:
        return [
            f"{fact} {', '.join(self.cards.ids[card] for card in entry.used[fact])}"
            for fact in FACTS
            if fact in entry.used
        ]

    def commit(self, game: Game, text: str) -> None:
        self.past.append(Moment(self.game, self.entries))
        self.game, self.entries = game, (*self.entries, text)
        self.pending = self.need = None

    def cancel(self) -> None:
        """Forget an entry that is not complete."""
        self.pending = self.need = None

    def undo(self) -> str:
        """Take the last entry back; returns it."""
        if self.pending is not None:
            text = self.pending.move
            self.cancel()
            return text
        if not self.past:
            raise Refused("there is nothing to undo")
        text = self.entries[-1]
        moment = self.past.pop()
        self.game, self.entries = moment.game, moment.entries
        return text

    def fix(self, text: str) -> None:
        """Set a value of the position as the seat knows it: `fix 1 culture 12`, `fix row.3 iron`."""
        from tta.follow.fixing import fixed

        path, position = fixed(self.game.to_position(self.seat), text)
        try:
            game = Game.from_position(position)
        except PositionError as error:
            raise Refused("; ".join(error.errors)) from None
        self.commit(game, f"fix {path}")

    # ------------------------------------------------------------ one entry

    def play(self, entry: Entry) -> tuple[Game, str]:
        """The game after an entry, and the entry in full words."""
        if self.game.is_over:
            raise Refused("the game is over")
        world = World(self.game, self.seat)
        entry.used = {}
        if "events" in entry.facts:
            self.last_events(world, entry)
        if self.game.phase in SETS:
            steps, canonical = self.read_set(world, entry.move)
            last = self.final_facts(world.game(), entry, steps)
            return last, canonical
        move = self.read_move(world, entry)
        return self.final_facts(world.game(), entry, [str(move)]), self.observed(world.game(), move)

    def final_facts(self, game: Game, entry: Entry, steps: list[str]) -> Game:
        """Play the steps; if they end the game, the face-down events have to be known first."""
        after, before = self.apply_steps(game, steps)
        scored = game.snapshot()["players_left"] == after.snapshot()["players_left"]
        if after.is_over and scored and "events" not in entry.facts:
            self.last_events(World(before, self.seat), entry)
        return self.shown(before, after, entry, steps)

    def last_events(self, world: World, entry: Entry) -> None:
        """Face-down events that are turned up and scored when the game ends."""
        places = world.last_events()
        if places:
            ages = [AGE_NAMES[LEVELS - 1]] * len(places)
            pool = [card for card in world.unseen(LEVELS - 1) if self.cards.is_event(card)]
            for card, place in zip(self.fact(entry, "events", ages, pool), places, strict=True):
                world.bring(card, place)

    def apply_steps(self, game: Game, steps: list[str]) -> tuple[Game, Game]:
        """The game after all steps, and marked as it was before the last one."""
        before = game
        for step in steps:
            world = World(game, self.seat)
            world.mark_hand()
            before = world.game()
            game = before.clone()
            game.apply(step)
        return game, before

    def shown(self, before: Game, after: Game, entry: Entry, steps: list[str]) -> Game:
        """Let what the last step brought to light agree with what was told."""
        world = World(after, self.seat)
        was = before.snapshot()
        new = world.unmark()
        if before.phase == "discard" and before.player_to_move == self.seat:
            new = self.new_after_discard(was, world, steps[-1])
        had, saw = self.look(world, was, entry)
        self.dealt(world, was, entry, taken_space(before, steps[-1]))
        if new:
            hand = world.s["player"][self.seat]["military"]
            had += [hand[i] for i in new]
            ages = [AGE_NAMES[world.level(hand[i])] for i in new]
            pool = [card for i in new for card in [hand[i], *world.unseen(world.level(hand[i]))]]
            drawn = self.fact(entry, "draw", ages, pool)
            world.draw(drawn, new)
            saw += drawn
        put_down = Counter(was["player"][self.seat]["military"]) if before.player_to_move == self.seat else {}
        world.recall(was, had, saw, [card for card in put_down if steps[-1] == f"discard {world.name(card)}"])
        return world.game()

    def new_after_discard(self, was: dict[str, Any], world: World, step: str) -> list[int]:
        """Own cards that were drawn after the last discard; discarding wipes marks."""
        kept = Counter(was["player"][self.seat]["military"])
        kept[self.cards.numbers[step.removeprefix("discard ")]] -= 1
        if world.s["age"] != was["age"]:
            kept = Counter({card: n for card, n in kept.items() if world.level(card) >= world.s["age"] - 1})
        new = []
        for i, card in enumerate(world.s["player"][self.seat]["military"]):
            if kept[card] > 0:
                kept[card] -= 1
            else:
                new.append(i)
        return new

    def look(self, world: World, was: dict[str, Any], entry: Entry) -> tuple[list[int], list[int]]:
        """The own leader shows the top event: what the world had there, and what was seen."""
        sees = world.knows(world.s["top_seen"])
        same = world.knows(was["top_seen"]) and len(was["current_events"]) == len(world.s["current_events"])
        if not sees or same:
            return [], []
        top = world.s["current_events"][-1]
        world.s["top_seen"] &= ~(1 << self.seat)
        pool = [
            *world.unseen(world.level(top)),
            *(card for card in world.s["current_events"] if world.level(card) == world.level(top)),
        ]
        pool = [card for card in pool if self.cards.is_event(card)]
        card = self.fact(entry, "look", [AGE_NAMES[world.level(top)]], pool)[0]
        world.turn_up(card)
        world.s["top_seen"] |= 1 << self.seat
        return [top], [card]

    def dealt(self, world: World, was: dict[str, Any], entry: Entry, taken: int | None) -> None:
        """Cards that were dealt to the row: they lie right of those that were left.

        A card may be taken (from space `taken`) in the same step if nothing else is left to do in the turn.
        """
        s = world.s
        if len(s["civil_deck"]) == len(was["civil_deck"]) and s["age"] == was["age"]:
            return
        row = list(was["row"])
        if taken is not None:
            row[taken] = 0
        if s["current"] != was["current"]:
            row = row[self.game.edition.data.rules["swept_spaces"][s["players_left"]] :]
        left = sum(map(bool, row))
        spaces = list(range(left, sum(map(bool, s["row"]))))
        if not spaces:
            return
        deck = Counter(was["civil_deck"])
        for age in range(was["age"] + 1, min(s["age"], Age.III) + 1):
            deck += self.full_deck(age, s["deck_players"][age])
        ages = [AGE_NAMES[world.level(s["row"][space])] for space in spaces]
        world.deal(self.fact(entry, "deal", ages, deck), spaces, deck)

    def full_deck(self, age: int, players: int) -> Counter[int]:
        civil = [
            card
            for card in range(1, self.cards.size)
            if self.cards.level[card] == age and self.cards.tables[card]["deck"] == CIVIL
        ]
        return Counter({card: self.cards.copies(card, players) for card in civil})

    def fact(self, entry: Entry, name: str, ages: list[str], pool: Any) -> list[int]:
        """The cards that were told for a fact; asks for them if they were not."""
        if name not in entry.facts:
            raise Missing(Need(name, len(ages), tuple(ages)))
        names = entry.facts[name]
        if len(names) != len(ages):
            raise Refused(
                f"{name}: {number_of(len(ages), 'card')} came to light, {len(names)} named"
                f" (`forget` drops `{entry.move}`)"
            )
        found = [self.card_of_age(text, age, pool) for text, age in zip(names, ages, strict=True)]
        entry.used[name] = found
        return found

    def card_of_age(self, text: str, age: str, pool: Any) -> int:
        """The card of a name; one that cards of two ages share means the age that came to light."""
        pool = list(pool)
        with contextlib.suppress(UnknownName):
            return find_card(text, self.cards, [c for c in pool if AGE_NAMES[self.cards.level[c]] == age])
        return find_card(text, self.cards, pool)

    # ------------------------------------------------------------ moves

    def read_move(self, world: World, entry: Entry) -> Move:
        """The move of an entry; changes the world so that it holds the cards that are shown."""
        game, text = self.game, entry.move
        p = game.player_to_move
        word, _, rest = text.strip().partition(" ")
        if text.strip().isdigit():
            text = self.option(int(text))
            word, _, rest = text.partition(" ")
        word = word.lower()
        if word == "prepare" and game.phase == "politics":
            if p != self.seat and age_of(rest) is None:
                raise Refused(f"`{text}`: others prepare face down; tell the age, as in `prepare I`")
            self.reveal(world, entry)
        if p != self.seat:
            text = self.rival_text(world, p, word, rest, text)
        move = find_move(text, world.game().legal_moves(), game.edition)
        if move.kind == MoveKind.PREPARE and "event" not in entry.used:
            self.reveal(world, entry)
        return move

    def reveal(self, world: World, entry: Entry) -> None:
        """Preparing an event turns up the top card of the current events."""
        if world.top_is_known():
            return
        events = world.s["current_events"]
        level = world.level(events[-1])
        pool = [*world.unseen(level), *(card for card in events if world.level(card) == level)]
        pool = [card for card in pool if self.cards.is_event(card)]
        if len(set(pool)) == 1:
            world.turn_up(pool[0])
            return
        world.turn_up(self.fact(entry, "event", [AGE_NAMES[level]], pool)[0])

    def rival_text(self, world: World, p: int, word: str, rest: str, text: str) -> str:
        """The text of a rival's move in a world where he has the card that he shows or puts down."""
        phase = self.game.phase
        if word == "prepare" and phase == "politics":
            level = age_of(rest)
            if level is None:
                raise Refused(f"`{text}`: others put events down unseen; tell the age, as in `prepare I`")
            return f"prepare {self.cards.ids[world.hold_event(p, level)]}"
        if word in SHOWN and (phase == "politics" or word == "tactic"):
            kinds = {"aggression": Kind.AGGRESSION, "war": Kind.WAR, "pact": Kind.PACT, "tactic": Kind.TACTIC}
            name, joint, target = split_target(rest)
            card = find_card(name, self.cards, self.cards.of_kind(kinds[word]))
            world.hold(p, card)
            return f"{word} {self.cards.ids[card]}{joint}{target}"
        if word == "use" and phase == "politics" and len(rest.split()) > 1:
            leader, _, territory = rest.partition(" ")
            card = find_card(territory, self.cards, self.cards.of_kind(Kind.TERRITORY))
            world.hold(p, card)
            return f"use {leader} {self.cards.ids[card]}"
        if word == "bid" and rest.strip().isdigit():
            self.allow_bid(world, p, f"bid {int(rest)}")
        return text

    def allow_bid(self, world: World, p: int, text: str) -> None:
        """A bid may rest on bonus cards that nobody has seen."""
        if text in map(str, world.game().legal_moves()):
            return
        for _ in world.strengthen(p):
            if text in map(str, world.game().legal_moves()):
                return

    def observed(self, game: Game, move: Move) -> str:
        """A move as the seat sees it."""
        if game.observe(move, self.seat) == move.code:
            return str(move)
        return f"{str(move).split()[0]} {AGE_NAMES[self.cards.level[move.card]]}"

    def options(self) -> list[str]:
        """Moves that the seat can tell to be legal now, numbered from 1; face-down cards by their age."""
        game = self.game
        found: dict[str, None] = {}
        p = game.player_to_move
        hidden = {place.card for place in World(game, self.seat).hand_places(p)} if p >= 0 else set()
        for move in game.legal_moves():
            text = self.observed(game, move)
            shown = move.kind in (MoveKind.AGGRESSION, MoveKind.WAR, MoveKind.PACT, MoveKind.TACTIC)
            if p == self.seat or not (shown and move.card in hidden):
                found[text] = None
        return list(found)

    def option(self, number: int) -> str:
        options = self.options()
        if not 1 <= number <= len(options):
            raise Refused(f"there is no move {number}; the moves are 1 to {len(options)}")
        return options[number - 1]

    # ------------------------------------------------------------ sets

    def read_set(self, world: World, text: str) -> tuple[list[str], str]:
        """The single moves of a set of units and cards, and the set in full words."""
        from tta.follow.sets import read_items, steps_of

        text = self.option(int(text)) if text.strip().isdigit() else text
        items, canonical = read_items(world, self.game, text)
        return steps_of(world.game(), items), canonical


def taken_space(game: Game, step: str) -> int | None:
    """The space of the row (from 0) that a move empties."""
    if not step.startswith("take "):
        return None
    move = find_move(step, game.legal_moves())
    if move.kind == MoveKind.TAKE:
        return int(move.a) - 1
    row: list[int] = game.snapshot()["row"]
    return row.index(move.card)


def split_target(rest: str) -> tuple[str, str, str]:
    """`raid_i vs 2` as card, joining word and target."""
    for joint in (" vs ", " with "):
        name, found, target = rest.partition(joint)
        if found:
            return name, joint, target
    return rest, "", ""
