"""Which cards go with winning, once seat, agent and standing are allowed for.

A model of all takes of a run says what a player in that seat, with that agent and that standing at that
time, can expect.  The effect of a card is how much more (or less) than that its takers won, counted at the
first time that a player takes it.  This is association, not cause: see docs/balance.md, and experiment.py
for the cause.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from engine import Edition
from tta.balance.data import Data
from tta.balance.model import Expectation, bounds, two_sided
from tta.match.statistics import wilson

__all__ = ["CardRow", "analyse", "benjamini_hochberg", "price_rows", "standing_out"]

FALSE_DISCOVERY = 0.05


@dataclass
class CardRow:
    """What a study says of one card with one number of players."""

    players: int
    card: str
    name: str
    kind: str
    age: str
    offered: int
    """Seats that could take it at the start of one of their action phases."""
    taken: int
    """Seats that took it."""
    take_rate: float = math.nan
    price: float = math.nan
    """Mean, in civil actions."""
    round: float = math.nan
    """Mean round of taking it."""
    played: float = math.nan
    """Share of those who took it."""
    played_round: float = math.nan
    win: float = math.nan
    win_low: float = math.nan
    win_high: float = math.nan
    expected: float = math.nan
    """Win rate that seat, agent and standing suggest for its takers."""
    effect: float = math.nan
    """Win rate less the expected one."""
    effect_low: float = math.nan
    effect_high: float = math.nan
    p: float = math.nan
    q: float = math.nan
    """p after the correction for many comparisons; nan for rows with too few takes."""
    culture: float = math.nan
    """Effect on the lead in culture at the end."""
    culture_low: float = math.nan
    culture_high: float = math.nan
    few: bool = True
    """Too few takes for a conclusion."""

    def values(self) -> dict[str, Any]:
        return {
            key: (None if math.isnan(value) else round(value, 5)) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }

    @property
    def stands_out(self) -> bool:
        return not self.few and self.q <= FALSE_DISCOVERY


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Each p-value as the smallest rate of false discoveries at which it is one."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [1.0] * len(values)
    best = 1.0
    for rank in range(len(values), 0, -1):
        index = order[rank - 1]
        best = min(best, values[index] * len(values) / rank)
        result[index] = best
    return result


def analyse(data: Data, edition: Edition, cards: Sequence[str], least: int) -> list[CardRow]:
    """One row per number of players and card, in the order of the edition."""
    rows: list[CardRow] = []
    for players in data.settings["players"]:
        expectation = Expectation(data, players)
        first = expectation.first_takes()
        offered = seats_offered(data, players)
        found = [
            card_row(data, edition, card, expectation, first.get(card, []), offered[card], least)
            for card in edition.ids[1:]
            if card in cards and (card in first or offered[card])
        ]
        tested = [row for row in found if not row.few]
        for row, q in zip(tested, benjamini_hochberg([row.p for row in tested]), strict=True):
            row.q = q
        rows += found
    return rows


def seats_offered(data: Data, players: int) -> defaultdict[str, int]:
    found: defaultdict[str, int] = defaultdict(int)
    for offer in data.offers:
        if offer.players == players and offer.price == "any":
            found[offer.card] += offer.seats
    return found


def card_row(
    data: Data,
    edition: Edition,
    card: str,
    expectation: Expectation,
    chosen: Sequence[int],
    offered: int,
    least: int,
) -> CardRow:
    entry = edition.card(card)
    n = len(chosen)
    row = CardRow(expectation.players, card, entry["name"], edition.kind(card), entry["age"], offered, n)
    # A card may become free to take only during the phase, so a few were taken without having been offered.
    row.take_rate = min(1.0, n / offered) if offered else math.nan
    if not n:
        return row
    own = [expectation.takes[i] for i in chosen]
    played = [data.plays[key] for take in own if (key := (take.game, take.seat, card)) in data.plays]
    row.price = fmean(take.price for take in own)
    row.round = fmean(take.round for take in own)
    row.played = len(played) / n
    row.played_round = fmean(played) if played else math.nan
    row.win = fmean(expectation.seats[i].win for i in chosen)
    row.win_low, row.win_high = wilson(row.win, n)
    row.expected = fmean(expectation.chance[i] for i in chosen)
    row.few = n < least
    row.effect, error = expectation.win_effect(chosen)
    row.effect_low, row.effect_high = bounds(row.effect, error)
    row.p = two_sided(row.effect, error)
    row.culture, error = expectation.culture_effect(chosen)
    row.culture_low, row.culture_high = bounds(row.culture, error)
    return row


def standing_out(rows: Sequence[CardRow], players: int, count: int) -> list[str]:
    """The cards whose effect is clearest, in either direction."""
    known = [row for row in rows if row.players == players and not row.few]
    known.sort(key=lambda row: (row.p, -abs(row.effect), row.card))
    return [row.card for row in known[:count]]


def price_rows(data: Data, edition: Edition, cards: Sequence[str], least: int) -> list[dict[str, Any]]:
    """By number of players, card and price: turns in which it was offered, takes, how the takers fared."""
    rows = []
    for players in data.settings["players"]:
        expectation = Expectation(data, players)
        first = expectation.first_takes()
        turns, taken = offers_by_price(data, players)
        for card in (card for card in edition.ids[1:] if card in cards):
            for price in sorted({price for known, price in turns | taken if known == card}):
                chosen = [i for i in first.get(card, []) if expectation.takes[i].price == price]
                key = card, price
                rows.append({
                    "players": players, "card": card, "kind": edition.kind(card), "price": price,
                    "turns": turns.get(key, 0), "taken": taken.get(key, 0),
                    **effect_values(expectation, chosen, least),
                })  # fmt: skip
    return rows


def offers_by_price(
    data: Data, players: int
) -> tuple[dict[tuple[str, int], int], dict[tuple[str, int], int]]:
    """Turns and takes by card and price."""
    turns: defaultdict[tuple[str, int], int] = defaultdict(int)
    taken: defaultdict[tuple[str, int], int] = defaultdict(int)
    for offer in data.offers:
        if offer.players == players and offer.price != "any":
            turns[offer.card, int(offer.price)] += offer.turns
            taken[offer.card, int(offer.price)] += offer.taken
    return turns, taken


def effect_values(expectation: Expectation, chosen: Sequence[int], least: int) -> dict[str, Any]:
    """How some takes fared; None where there are too few to say anything."""
    keys = ("win", "effect", "effect_low", "effect_high")
    if len(chosen) < 2:
        return {**dict.fromkeys(keys), "few": True}
    effect, error = expectation.win_effect(chosen)
    values = (fmean(expectation.seats[i].win for i in chosen), effect, *bounds(effect, error))
    shown = [None if math.isnan(value) else round(value, 5) for value in values]
    return {**dict(zip(keys, shown, strict=True)), "few": len(chosen) < least}
