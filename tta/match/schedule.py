"""Which games a run consists of.

A deal is one shuffle of all decks.  Every line-up of agents plays each deal in every seating, so that neither
cards nor seats favour anybody.  Everything about a game is a pure function of the config and its number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

__all__ = ["GameSpec", "Schedule", "line_ups", "seed_for"]

SEED_BITS = 48
"""Few enough for every program that reads numbers as floating point."""


def seed_for(*parts: object) -> int:
    """A seed that depends on all parts."""
    text = "/".join(map(str, parts))
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - SEED_BITS)


@dataclass(frozen=True)
class GameSpec:
    """One game: `seats` holds the number of the agent in each seat."""

    game: int
    players: int
    deal: int
    seed: int
    agent_seed: int
    seats: tuple[int, ...]


def line_ups(agents: int, players: int) -> list[tuple[int, ...]]:
    """Agents of a game regardless of seats: all selections, each agent at most once if there are enough."""
    if agents >= players:
        return list(combinations(range(agents), players))
    everybody = set(range(agents))
    chosen = combinations_with_replacement(range(agents), players)
    return [line_up for line_up in chosen if set(line_up) == everybody]


def rotations(line_up: Sequence[int]) -> list[tuple[int, ...]]:
    """Different seatings that keep the order around the table."""
    turned = (tuple(line_up[i:]) + tuple(line_up[:i]) for i in range(len(line_up)))
    return list(dict.fromkeys(turned))


class Schedule:
    """The games of a run in order: for each number of players `games` of them, deal by deal."""

    def __init__(
        self, agents: int, players: Sequence[int], games: int, seed: int, rotate: bool = True
    ) -> None:
        self.games = games
        self.players = list(players)
        self.seed = seed
        self.seatings = {
            count: [
                seats
                for line_up in line_ups(agents, count)
                for seats in (rotations(line_up) if rotate else [line_up])
            ]
            for count in players
        }

    def games_per_deal(self, players: int) -> int:
        return len(self.seatings[players])

    def __len__(self) -> int:
        return self.games * len(self.players)

    def __getitem__(self, game: int) -> GameSpec:
        if not 0 <= game < len(self):
            raise IndexError(game)
        part, number = divmod(game, self.games)
        players = self.players[part]
        deal, seating = divmod(number, self.games_per_deal(players))
        return GameSpec(
            game=game,
            players=players,
            deal=deal,
            seed=seed_for("deal", self.seed, players, deal),
            agent_seed=seed_for("agents", self.seed, players, number),
            seats=self.seatings[players][seating],
        )

    def __iter__(self) -> Iterator[GameSpec]:
        return (self[game] for game in range(len(self)))
