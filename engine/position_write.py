"""Writing positions: the state of a game in rulebook words with card ids.

Two forms share one format.  The whole truth holds everything; what one observer knows
replaces hidden cards by their backs and leaves out deck orders and the seed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.catalogue import catalogue
from engine.position_frames import write_frame
from engine.vocabulary import (
    AGE_NAMES,
    DECK_CIVIL,
    DECK_EVENTS,
    DECK_MILITARY,
    LEVELS,
    SEEN_ALL,
    SEEN_BY_SHIFT,
    SEEN_LATE,
    STORES,
    UNIT_FIRST,
    Age,
    PlayerFlag,
    Stage,
)

FORMAT = 1
NOBODY = 255
EMPTY_BY_DEFAULT = ("common_tactics", "decisions", "past_events", "top_event_known_to", "future_events")

DECK_NAMES = (
    {DECK_CIVIL + age: f"civil {AGE_NAMES[age]}" for age in range(LEVELS)}
    | {DECK_MILITARY + age: f"military {AGE_NAMES[age]}" for age in range(LEVELS)}
    | {DECK_EVENTS: "events"}
)


FLAG_NAMES = {str(flag.name).lower(): flag for flag in PlayerFlag}


def to_position(game: Any, observer: int | None = None) -> dict[str, Any]:
    """The position of a game: the whole truth, or what `observer` knows."""
    snapshot = game.snapshot()
    if observer is not None and not 0 <= observer < snapshot["players"]:
        raise ValueError(f"observer {observer}: players are numbered 0 to {snapshot['players'] - 1}")
    return Writer(game.edition, snapshot, observer).position()


def edition_keys(edition: Any) -> dict[str, Any]:
    """What tells an edition from others: its name, what was changed, the hash of its numbers."""
    keys = {"edition": edition.edition, "overlay": edition.overlay, "switches": dict(edition.switches)}
    return {key: value for key, value in keys.items() if value} | {"hash": edition.hash}


def outcomes(edition: Any) -> dict[str, list[list[str]]]:
    """Shuffle outcomes that were supplied from outside, as card ids."""
    ids = edition.ids
    return {
        deck: [[ids[card] for card in cards] for cards in times] for deck, times in edition.shuffles.items()
    }


def bits(value: int) -> list[int]:
    return [i for i in range(value.bit_length()) if value >> i & 1]


def viewers(seen: int) -> list[int] | str:
    """Who knows a card."""
    return "all" if seen & SEEN_ALL == SEEN_ALL else bits(seen & SEEN_ALL)


class Writer:
    """Turns one snapshot into a position."""

    def __init__(self, edition: Any, snapshot: dict[str, Any], observer: int | None) -> None:
        self.edition = edition
        self.cards = catalogue(edition)
        self.ids = self.cards.ids
        self.s = snapshot
        self.observer = observer

    def position(self) -> dict[str, Any]:
        s = self.s
        position: dict[str, Any] = {"format": FORMAT, **edition_keys(self.edition)}
        if self.observer is not None:
            position["observer"] = self.observer
        position |= {
            "age": AGE_NAMES[s["age"]],
            "round": s["round"],
            "last_round": s["last_round"] or None,
            "starting_player": s["start"],
            "current_player": s["current"],
            "stage": Stage(s["stage"]).name.lower(),
            "political_actions": s["political_actions"],
            "row": [self.ids[card] or None for card in s["row"]],
            "common_tactics": self.of_bits(s["common"], self.cards.tactics),
            "players": [self.board(p) for p in range(s["players"])],
            "decisions": [self.decision(frame) for frame in s["frames"]],
            "auction": self.auction(),
            "attack": self.attack(),
            "past_events": [self.ids[card] for card in s["past"]],
            "current_events": self.current_events(),
            "top_event_known_to": bits(s["top_seen"]),
            "future_events": self.future_events(),
            "discards": self.discards(),
        }
        position |= self.decks() | self.knowledge()
        if self.observer is None:
            position |= {"seed": s["seed"], "outcomes": outcomes(self.edition)}
        return {
            key: value
            for key, value in position.items()
            if value is not None and value != {} and (value != [] or key not in EMPTY_BY_DEFAULT)
        }

    # -- parts of the table

    def decision(self, frame: dict[str, int]) -> dict[str, Any]:
        return write_frame(self.cards, frame, self.observer in (None, frame["player"]))

    def auction(self) -> dict[str, Any]:
        s = self.s
        units = {UNIT_FIRST + i: n for i, n in enumerate(s["sent"]) if n}
        auction = {
            "territory": self.ids[s["territory"]] or None,
            "high_bid": s["high_bid"],
            "high_bidder": None if s["high_bidder"] == NOBODY else s["high_bidder"],
            "passed": bits(s["passed"]),
            "sent": {self.ids[self.cards.slot_card[slot]]: n for slot, n in units.items()},
            "force_cards": s["force_cards"],
            "force_discards": s["force_discards"],
        }
        under_way = any(auction.values()) or s["high_bidder"] != NOBODY
        return {key: value for key, value in auction.items() if value is not None} if under_way else {}

    def attack(self) -> dict[str, Any]:
        s = self.s
        attack = {
            "card": self.ids[s["attack"]] or None,
            "attacker": s["attacker"],
            "defender": s["defender"],
            "attack_strength": s["attack_strength"],
            "defence_strength": s["defence_strength"],
            "defence_cards": s["defence_cards"],
        }
        return (
            {key: value for key, value in attack.items() if value is not None} if any(attack.values()) else {}
        )

    def decks(self) -> dict[str, Any]:
        s = self.s
        civil, military = s["civil_deck"], s["military_deck"]
        removed = {AGE_NAMES[age]: n for age, n in enumerate(s["n_removed"]) if n}
        prepared = {
            AGE_NAMES[age]: n for age, n in enumerate(s["deck_players"]) if n not in (0, s["players"])
        }
        return {
            "civil_deck": len(civil) if self.observer is not None else self.drawing_order(civil),
            "military_deck": len(military) if self.observer is not None else self.drawing_order(military),
            "gone": [self.ids[card] for card, n in enumerate(s["gone"]) for _ in range(n)],
            "removed": removed,
            "decks_for": prepared,
        }

    def drawing_order(self, deck: list[int]) -> list[str]:
        return [self.ids[card] for card in reversed(deck)]

    def knowledge(self) -> dict[str, Any]:
        s = self.s
        renewed: dict[str, list[Any]] = {}
        for age in range(LEVELS):
            entries = zip(s["renewed"][age], s["renewed_seen"][age], strict=True)
            seen_entries = [(card, seen) for card, seen in entries if self.sees(seen)]
            if self.observer is not None:
                seen_entries.sort(key=lambda entry: entry[0])  # the order would tell that of the pile
            known = [self.renewed_entry(card, seen) for card, seen in seen_entries]
            if known:
                renewed[AGE_NAMES[age]] = known
        drawn = {AGE_NAMES[age]: counts[: s["players"]] for age, counts in enumerate(s["drawn_since"])}
        return {
            "renewed": renewed,
            "drawn_since": {age: counts for age, counts in drawn.items() if any(counts)},
            "shuffles": {DECK_NAMES[i]: n for i, n in enumerate(s["shuffles"]) if n},
        }

    def renewed_entry(self, card: int, seen: int) -> dict[str, Any]:
        # Whether others still expect the card in the deck would tell what they have drawn.
        known_to = viewers(seen) if self.observer is None else [self.observer]
        return {"card": self.ids[card], "known_to": known_to}

    # -- face-down cards

    def sees(self, seen: int) -> bool:
        return self.observer is None or bool(seen >> self.observer & 1)

    def entry(self, card: int, seen: int, plain: int) -> Any:
        """A face-down card: its id if what is known of it is the `plain` case of its place."""
        known, by, late = viewers(seen), seen >> SEEN_BY_SHIFT & 3, bool(seen & SEEN_LATE)
        if not self.sees(seen):
            hidden: dict[str, Any] = {"age": AGE_NAMES[self.cards.level[card]]}
            if seen:
                hidden["by"] = by
            if known != [by] and seen:
                hidden["known_to"] = known
            return hidden | ({"late": True} if late else {})
        if seen == plain:
            return self.ids[card]
        entry: dict[str, Any] = {"card": self.ids[card], "known_to": known}
        return entry | ({"by": by} if by or known == [by] else {}) | ({"late": True} if late else {})

    def current_events(self) -> list[Any]:
        pile = list(zip(self.s["current_events"], self.s["current_seen"], strict=True))[::-1]
        if self.observer is None:
            return [self.entry(card, seen, 0) for card, seen in pile]
        # The order within an age is unknown, except that of a top card that was looked at.
        top = pile[:1] if self.s["top_seen"] >> self.observer & 1 else []
        rest = sorted(pile[len(top) :], key=lambda pair: (self.cards.level[pair[0]], self.shown_order(pair)))
        looked_at = [self.entry(card, seen | 1 << self.observer, 0) for card, seen in top]
        return looked_at + [self.entry(card, seen, 0) for card, seen in rest]

    def future_events(self) -> list[Any]:
        pile = list(zip(self.s["future_events"], self.s["future_seen"], strict=True))
        return [self.entry(card, seen, 0) for card, seen in pile]

    def shown_order(self, pair: tuple[int, int]) -> tuple[int, int]:
        """An order that depends only on what the observer sees of a card."""
        card, seen = pair
        return (card if self.sees(seen) else 0, seen)

    def discards(self) -> dict[str, list[Any]]:
        piles = {}
        for age in range(LEVELS):
            pile = zip(self.s["discard"][age], self.s["discard_seen"][age], strict=True)
            piles[AGE_NAMES[age]] = [self.entry(card, seen, SEEN_ALL) for card, seen in pile]
        return {age: pile for age, pile in piles.items() if pile}

    # -- boards

    def of_bits(self, value: int, by_index: list[int]) -> list[str]:
        return [self.ids[by_index[i]] for i in bits(value)]

    def board(self, p: int) -> dict[str, Any]:
        player = self.s["player"][p]
        board: dict[str, Any] = {
            "culture": player["culture"],
            "science": player["science"],
            "government": self.ids[player["government"]] or None,
            "leader": self.ids[player["leader"]] or None,
            "technologies": self.technologies(player),
            "specials": [self.ids[card] for card in player["special"] if card],
            "wonders": self.of_bits(player["wonders"], self.cards.wonders),
            "ruins": self.of_bits(player["ruins"], self.cards.wonders),
            "tucked": self.tucked(player),
            "unfinished": self.unfinished(player),
            "colonies": self.of_bits(player["colonies"], self.cards.territories),
            "tactic": self.ids[player["tactic"]] or None,
            "exclusive": bool(player["exclusive"]) if player["tactic"] else None,
            "blue_bank": player["blue_bank"],
            "yellow_bank": player["yellow_bank"],
            "unused_workers": player["unused"],
            "civil_hand": [self.ids[card] for card in player["civil"]],
            "taken_this_turn": self.fresh(player),
            "military_hand": self.military_hand(p),
            "leaders_taken": [Age(age).name for age in bits(player["leaders_taken"])],
            "pact": self.pact(player),
            "war": self.war(player),
            "actions": self.actions(player),
            "flags": [name for name, flag in FLAG_NAMES.items() if player["flags"] & flag],
        }
        optional = ("specials", "wonders", "ruins", "colonies", "taken_this_turn", "flags")
        return {
            key: value for key, value in board.items() if value is not None and (value or key not in optional)
        }

    def technologies(self, player: dict[str, Any]) -> dict[str, dict[str, int]]:
        technologies = {}
        for slot in bits(player["technologies"]):
            tokens = {"workers": player["workers"][slot]}
            if slot < STORES and player["blue"][slot]:
                tokens["blue"] = player["blue"][slot]
            technologies[self.ids[self.cards.slot_card[slot]]] = tokens
        return technologies

    def fresh(self, player: dict[str, Any]) -> list[str]:
        return [self.ids[card] for card, fresh in zip(player["civil"], player["fresh"], strict=True) if fresh]

    def tucked(self, player: dict[str, Any]) -> dict[str, str] | None:
        if not player["tucked"]:
            return None
        wonder = self.cards.wonders[player["tucked_wonder"]]
        return {"leader": self.ids[player["tucked"]], "wonder": self.ids[wonder]}

    def unfinished(self, player: dict[str, Any]) -> dict[str, Any] | None:
        if not player["unfinished"]:
            return None
        return {"wonder": self.ids[player["unfinished"]], "stages": player["stages"]}

    def military_hand(self, p: int) -> Any:
        player = self.s["player"][p]
        hand = list(zip(player["military"], player["military_seen"], strict=True))
        if self.observer in (None, p):
            return [self.entry(card, seen, 1 << p) for card, seen in hand]
        known = [self.entry(card, seen, SEEN_ALL) for card, seen in hand if self.sees(seen)]
        backs = Counter(AGE_NAMES[self.cards.level[card]] for card, seen in hand if not self.sees(seen))
        return {age: backs[age] for age in AGE_NAMES if backs[age]} | ({"known": known} if known else {})

    def pact(self, player: dict[str, Any]) -> dict[str, Any] | None:
        if not player["pact"]:
            return None
        return {
            "card": self.ids[player["pact"]],
            "partner": player["pact_partner"],
            "side": "AB"[player["pact_side"]],
        }

    def war(self, player: dict[str, Any]) -> dict[str, Any] | None:
        if not player["war"]:
            return None
        return {"card": self.ids[player["war"]], "target": player["war_target"]}

    def actions(self, player: dict[str, Any]) -> dict[str, int]:
        actions = {"civil_spent": player["ca_spent"], "military_spent": player["ma_spent"]}
        extra = {
            "military_extra": player["ma_extra"],
            "unit_resources": player["unit_resources"],
            "unit_science": player["unit_science"],
        }
        return actions | {key: value for key, value in extra.items() if value}
