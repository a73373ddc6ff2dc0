"""The game Through the Ages: cards, rules, positions, randomness and hidden information.

>>> from engine import Game
>>> game = Game.new(players=2, seed=7)
>>> game.phase
'action'
"""

from engine.cards import Edition, default_edition
from engine.edition import EditionError, UnknownCard
from engine.game import Game, IllegalMove, Move, play_random_games
from engine.position_check import PositionError
from engine.record import RecordError

__all__ = [
    "Edition",
    "EditionError",
    "Game",
    "IllegalMove",
    "Move",
    "PositionError",
    "RecordError",
    "UnknownCard",
    "default_edition",
    "play_random_games",
]
