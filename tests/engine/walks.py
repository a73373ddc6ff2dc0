"""Random games that reach the rare decisions."""

import random
from collections.abc import Iterator

from engine import Game, Move
from engine.vocabulary import MoveKind

RESIGNATIONS = 0.02
SELDOM = {MoveKind.PASS: 0.25, MoveKind.END_TURN: 0.25}


def varied_move(game: Game, rng: random.Random) -> Move:
    """A kind of move first, then one of that kind: rare kinds come up as often as common ones.

    Two players never resign: the game would be over.
    """
    by_kind: dict[tuple[int, int], list[Move]] = {}
    for move in game.legal_moves():
        if move.kind != MoveKind.RESIGN or (game.players > 2 and rng.random() < RESIGNATIONS):
            by_kind.setdefault((move.kind, move.flags), []).append(move)
    kinds = sorted(by_kind)
    weights = [SELDOM.get(MoveKind(kind), 1.0) for kind, _ in kinds]
    return rng.choice(by_kind[rng.choices(kinds, weights)[0]])


def walk(players: int, seed: int) -> Iterator[Game]:
    """The same game at each of its decisions and at its end."""
    rng = random.Random(seed)
    game = Game.new(players=players, seed=seed)
    while not game.is_over:
        yield game
        game.apply(varied_move(game, rng))
    yield game


def play(players: int, seed: int, moves: int) -> Game:
    """A game after so many moves, or at its end."""
    game = Game.new(players=players, seed=seed)
    rng = random.Random(seed)
    while moves and not game.is_over:
        game.apply(varied_move(game, rng))
        moves -= 1
    return game
