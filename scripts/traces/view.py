"""Our state in the words of the records."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.vocabulary import (
    AGE_NAMES,
    LEVELS,
    SLOTS,
    STORES,
    FrameKind,
    Kind,
    PlayerFlag,
)
from scripts.traces.actions import SIDES, two_sided
from scripts.traces.cards import CardNames

Snapshot = dict[str, Any]


def bits(value: int) -> list[int]:
    return [bit for bit in range(value.bit_length()) if value >> bit & 1]


class View:
    """Reads snapshots of one edition's games."""

    def __init__(self, names: CardNames) -> None:
        self.names = names
        self.cards = names.cards
        entries = [names.edition.card(card) for card in names.cards.ids[1:]]
        self.entries: list[dict[str, Any]] = [{}, *entries]
        self.food = [0, *(entry.get("food", 0) for entry in entries)]
        self.resource = [0, *(entry.get("resource", 0) for entry in entries)]
        self.unit_resources = [0, *(entry.get("turn_unit_resources", 0) for entry in entries)]
        self.extra_politics = [0, *(entry.get("extra_politics", 0) for entry in entries)]
        self.first_turn_actions: list[int] = names.edition.data.rules["first_turn_actions"]

    def entry(self, card: int) -> dict[str, Any]:
        """What the card data say of a card."""
        return self.entries[card]

    def kind_of(self, name: str | None) -> Kind | None:
        """The kind of a card in the words of the records."""
        return self.cards.kind[self.names.number(name)] if name else None

    def state(self, s: Snapshot) -> dict[str, Any]:
        name = self.names.name
        attack = [s["attack"]] if s["attack"] else []
        return {
            "age": AGE_NAMES[s["age"]],
            "round": s["round"],
            "last_round": bool(s["last_round"]) and s["round"] >= s["last_round"],
            "row": [self.names.name_or_none(card) for card in s["row"]],
            "civil_deck": len(s["civil_deck"]),
            "military_deck": len(s["military_deck"]),
            "military_discard": {
                AGE_NAMES[age]: len(pile) for age, pile in enumerate(s["discard"]) if len(pile)
            },
            "current_events": [name(card) for card in reversed(s["current_events"])],
            "future_events": self.names.names(s["future_events"]),
            "past_events": len(s["past"]) + len(self.event_under_way(s)),
            "common_tactics": self.names.names([self.cards.tactics[bit] for bit in bits(s["common"])]),
            "temporary": self.temporary(s),
            # The aggression card stays in the hand until the attack is resolved (D30).
            "players": [
                self.player(s, p, attack if p == s["attacker"] else []) for p in range(len(s["player"]))
            ],
        }

    def event_under_way(self, s: Snapshot) -> list[int]:
        """The event card that is being resolved; a territory until somebody has colonized it."""
        cards = [frame["card"] for frame in s["frames"] if frame["kind"] == FrameKind.EVENT_DONE]
        return [card for card in cards if s["territory"] or self.cards.kind[card] != Kind.TERRITORY]

    def temporary(self, s: Snapshot) -> dict[str, Any]:
        """What lasts for this turn only, and who skips the next Politics Phase."""
        player = s["player"][s["current"]]
        units = player["unit_resources"]
        if not player["flags"] & PlayerFlag.USED_TURN_RESOURCE:
            units += self.unit_resources[player["leader"]]
        skipping = [p for p, each in enumerate(s["player"]) if each["flags"] & PlayerFlag.SKIPS_POLITICS]
        found = {
            "extra_military_actions": player["ma_extra"],
            "resources_for_units": units,
            "science_for_military_tech": player["unit_science"],
            "skip_next_political": skipping,
        }
        return {field: value for field, value in found.items() if value}

    def player(self, s: Snapshot, p: int, attack: list[int]) -> dict[str, Any]:
        player = s["player"][p]
        name, many = self.names.name_or_none, self.names.names
        caesar = bool(self.extra_politics[player["leader"]])
        unfinished = {"card": name(player["unfinished"]), "stages": player["stages"]}
        return {
            "culture": player["culture"],
            "science": player["science"],
            "ratings": {
                "culture": player["culture_rating"],
                "science": player["science_rating"],
                "strength": player["strength"],
                "happiness": player["happiness"],
            },
            "discontent": player["discontent"],
            **self.actions(s, p),
            "hand_limits": {"civil": player["civil_limit"], "military": player["military_limit"]},
            "urban_limit": player["urban_limit"],
            "blue_bank": player["blue_bank"],
            "yellow_bank": player["yellow_bank"],
            "unused_workers": player["unused"],
            "food": self.stock(player, self.food, 0, LEVELS),
            "resources": self.stock(player, self.resource, Kind.MINE * LEVELS, STORES),
            "technologies": self.technologies(player),
            "leader": name(player["leader"]),
            "caesar_used": caesar and bool(player["flags"] & PlayerFlag.USED_EXTRA_POLITICS),
            "government": name(player["government"]),
            "special": many([card for card in player["special"] if card]),
            "wonders": many([self.cards.wonders[bit] for bit in bits(player["wonders"])]),
            "ravaged_wonders": many([self.cards.wonders[bit] for bit in bits(player["ruins"])]),
            "homer_under": name(self.cards.wonders[player["tucked_wonder"]]) if player["tucked"] else None,
            "unfinished_wonder": unfinished if player["unfinished"] else None,
            "colonies": many([self.cards.territories[bit] for bit in bits(player["colonies"])]),
            "tactic": name(player["tactic"]),
            "tactic_shared": not player["exclusive"] if player["tactic"] else None,
            "pacts": self.pacts(s, p),
            "wars_declared": (
                [{"card": name(player["war"]), "target": player["war_target"]}] if player["war"] else []
            ),
            "civil_hand": many(player["civil"]),
            "military_hand": many(player["military"] + attack),
            "taken_this_turn": many(
                [
                    card
                    for card, fresh in zip(player["civil"], player["fresh"], strict=True)
                    if fresh and self.cards.kind[card] == Kind.ACTION
                ]
            ),
            "blue_to_lose": sum(
                frame["amount"]
                for frame in s["frames"]
                if frame["kind"] == FrameKind.LOSE_BLUE and frame["player"] == p
            ),
            "resigned": bool(player["flags"] & PlayerFlag.RESIGNED),
        }

    def actions(self, s: Snapshot, p: int) -> dict[str, dict[str, int]]:
        """Civil and military actions; in round 1 the records count only those of the first turn."""
        player = s["player"][p]
        civil = actions(player["ca_total"], player["ca_spent"])
        military = actions(player["ma_total"], player["ma_spent"], player["ma_extra"])
        if s["round"] == 1 and p >= s["current"]:
            military = {**military, "available": 0, "used": 0}
            civil["used"] -= civil["total"] - self.first_turn_actions[p]
            if p > s["current"]:
                civil["available"] = 0
        return {"civil_actions": civil, "military_actions": military}

    def stock(self, player: dict[str, Any], values: list[int], first: int, last: int) -> int:
        """Worth of the blue tokens in these slots; a lab's token is worth its level."""
        total = 0
        for slot in range(first, last):
            if player["blue"][slot]:
                card = self.cards.slot_card[slot]
                worth = self.cards.level[card] if slot >= Kind.LAB * LEVELS else values[card]
                total += player["blue"][slot] * worth
        return total

    def technologies(self, player: dict[str, Any]) -> dict[str, dict[str, int]]:
        found = {}
        for slot in range(SLOTS):
            if player["technologies"] >> slot & 1:
                blue = player["blue"][slot] if slot < STORES else 0
                found[self.names.name(self.cards.slot_card[slot])] = {
                    "workers": player["workers"][slot],
                    "blue": blue,
                }
        return found

    def pacts(self, s: Snapshot, p: int) -> list[dict[str, Any]]:
        found = []
        for owner, each in enumerate(s["player"]):
            if not each["pact"] or p not in (owner, each["pact_partner"]):
                continue
            own = p == owner
            side = each["pact_side"] if own else 1 - each["pact_side"]
            found.append(
                {
                    "card": self.names.name(each["pact"]),
                    "role": SIDES[side] if two_sided(self.names, each["pact"]) else None,
                    "partner": each["pact_partner"] if own else owner,
                    "proposer": own,
                }
            )
        return sorted(found, key=lambda pact: pact["card"])

    def all_cards(self, s: Snapshot) -> Counter[str]:
        """Every card that has entered the game, in play, hidden or gone; initial technologies left out."""
        found: Counter[int] = Counter()
        found.update(s["row"])
        for pile in ("civil_deck", "military_deck", "current_events", "future_events", "past"):
            found.update(s[pile])
        for pile in s["discard"]:
            found.update(pile)
        found.update(self.cards.tactics[bit] for bit in bits(s["common"]))
        found.update({card: count for card, count in enumerate(s["gone"]) if count})
        found.update([s["attack"], *self.event_under_way(s)])
        # A replaced leader waits for the choice of a wonder.
        found.update(frame["card"] for frame in s["frames"] if frame["kind"] == FrameKind.TUCK)
        for player in s["player"]:
            for field in ("government", "leader", "unfinished", "tucked", "pact", "war"):
                found[player[field]] += 1
            if player["exclusive"]:
                found[player["tactic"]] += 1
            found.update(player["special"])
            found.update(player["civil"])
            found.update(player["military"])
            found.update(self.cards.slot_card[slot] for slot in bits(player["technologies"]))
            found.update(self.cards.wonders[bit] for bit in bits(player["wonders"]))
            found.update(self.cards.territories[bit] for bit in bits(player["colonies"]))
        return Counter(
            {
                self.names.name(card): count
                for card, count in found.items()
                if card and count and not self.cards.is_initial(card)
            }
        )


def actions(total: int, spent: int, extra: int = 0) -> dict[str, int]:
    return {"available": total - spent + extra, "used": spent, "total": total}
