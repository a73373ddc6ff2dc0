from collections.abc import Iterable
from typing import Any

from engine import Edition, Game

def without_card(game: Game, card: int) -> Game: ...
def after_moves(game: Game, codes: Iterable[int], edition: Edition | None = None) -> Game: ...
def first_take(
    game: Game, codes: Iterable[int], card: int, chosen: bool, player: int = -1, most: int = 99
) -> tuple[int, int, int] | None: ...
def play_on(
    game: Game,
    agents: list[Any],
    agent_seed: int = 0,
    decision: int = 0,
    forbidden: int = 0,
    player: int = -1,
) -> list[int]: ...
