"""What a player reads off a board: stocks, ratings, what the next production brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import Game
from engine.catalogue import catalogue
from engine.vocabulary import LEVELS, STORES, Kind

__all__ = ["Facts", "facts", "row_prices", "stores"]


@dataclass(frozen=True)
class Facts:
    """Numbers of one player's board."""

    culture: int
    science: int
    culture_rating: int
    science_rating: int
    strength: int
    food: int
    """Stored."""
    resources: int
    unit_resources: int
    """Lent for units, this turn only."""
    food_rate: int
    """Produced in a turn, before consumption."""
    resource_rate: int
    """Produced in a turn, before corruption."""
    consumption: int
    corruption: int
    """As the banks stand now."""
    population_cost: int | None
    """Food for the next worker; None with an empty yellow bank."""
    happiness: int
    required: int
    discontent: int
    unused: int
    workers: int
    """On cards."""
    yellow_bank: int
    blue_bank: int
    civil_left: int
    civil_total: int
    military_left: int
    military_total: int
    civil_cards: int
    military_cards: int

    @property
    def uprising(self) -> bool:
        """More discontent workers than unused ones: no production at the end of the turn."""
        return self.discontent > self.unused

    @property
    def net_food(self) -> int:
        return self.food_rate - self.consumption

    @property
    def net_resources(self) -> int:
        return self.resource_rate - self.corruption


def by_bank(table: list[Any], tokens: int) -> Any:
    return table[min(tokens, len(table) - 1)]


def stores(game: Game, player: dict[str, Any]) -> tuple[int, int]:
    """Stored food and resources."""
    cards = catalogue(game.edition)
    totals = [0, 0]
    for slot in range(STORES):
        if player["blue"][slot]:
            card = game.edition.card(cards.slot_card[slot])
            kind = slot // LEVELS
            # A laboratory stores resources for one leader, worth its level.
            value = card["food"] if kind == Kind.FARM else card.get("resource", slot % LEVELS)
            totals[kind != Kind.FARM] += player["blue"][slot] * value
    return totals[0], totals[1]


def facts(game: Game, seat: int) -> Facts:
    """The numbers of a player's board."""
    player = game.snapshot()["player"][seat]
    rules = game.edition.data.rules
    food, resources = stores(game, player)
    leader = game.edition.ids[player["leader"]]
    discount = game.edition.card(leader).get("population_discount", 0) if leader else 0
    yellow, blue = player["yellow_bank"], player["blue_bank"]
    return Facts(
        **{
            name: player[name]
            for name in ("culture", "science", "culture_rating", "science_rating", "strength")
        },
        **{name: player[name] for name in ("happiness", "required", "discontent", "unused", "food_rate")},
        food=food,
        resources=resources,
        resource_rate=player["resource_rate"],
        unit_resources=player["unit_resources"],
        consumption=by_bank(rules["consumption"], yellow),
        corruption=by_bank(rules["corruption"], blue),
        population_cost=max(by_bank(rules["population_cost"], yellow) - discount, 0) if yellow else None,
        workers=sum(player["workers"]),
        yellow_bank=yellow,
        blue_bank=blue,
        civil_left=player["ca_total"] - player["ca_spent"],
        civil_total=player["ca_total"],
        military_left=player["ma_total"] - player["ma_spent"] + player["ma_extra"],
        military_total=player["ma_total"],
        civil_cards=player["n_civil"],
        military_cards=player["n_military"],
    )


def row_prices(game: Game, seat: int) -> dict[int, int]:
    """Civil actions that each card of the row that the player could take costs, by space (from 0)."""
    from engine.vocabulary import MoveKind, Stage

    state = game.snapshot()
    state |= {"stage": Stage.ACTION.value, "frames": [], "n_frames": 0, "current": seat}
    state |= {"territory": 0, "attack": 0}
    state["player"][seat]["ca_spent"] = 0
    trial = Game.from_snapshot(game.edition, state)
    prices = {}
    for move in trial.legal_moves():
        if move.kind == MoveKind.TAKE and not move.flags:
            after = trial.clone()
            after.apply(move)
            prices[move.a - 1] = after.snapshot()["player"][seat]["ca_spent"]
    return prices
