"""Small words for setting up a table and looking at it.

    from tests.engine.rules.table import board, play, position, texts

What a position does not state stands as at the start of a game.
"""

from typing import Any

from engine import Game

Keys = dict[str, Any]


def position(players: int | list[Keys] = 2, **keys: Any) -> Game:
    """A game from its written form; `players` is their number or the list of their boards."""
    return Game.from_position({"players": players, **keys})


def play(game: Game, *moves: str) -> Game:
    """Apply the moves in order; the same game comes back."""
    for move in moves:
        game.apply(move)
    return game


def texts(game: Game) -> list[str]:
    """The legal moves as they are written."""
    return [str(move) for move in game.legal_moves()]


def board(game: Game, p: int = 0) -> Keys:
    """The raw board of a player: the fields of the state with the derived ratings."""
    player: Keys = game.snapshot()["player"][p]
    return player


def written(game: Game, p: int = 0) -> Keys:
    """The board of a player as a position writes it: cards by their ids."""
    player: Keys = game.to_position()["players"][p]
    return player


def ids(game: Game, cards: list[int]) -> list[str]:
    """Card ids of a list of card numbers; empty places are left out."""
    return [game.edition.ids[card] for card in cards if card]


def end_turn(game: Game) -> Game:
    """Let the current player do nothing more; a decision with a single answer is not asked."""
    if game.phase == "politics":
        game.apply("pass")
    return play(game, "end turn")
