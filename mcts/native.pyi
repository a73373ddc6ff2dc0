from collections.abc import Sequence
from typing import Any

from engine import Edition, Game

class NativeAgent:
    def choose_code(self, game: Game, seed: int) -> int: ...

class RandomPicker(NativeAgent): ...

def plain_edition(edition: Edition) -> Edition: ...
def seed_of_decision(seed: int, decision: int) -> int: ...
def play_native(
    agents: Sequence[NativeAgent | None],
    seed: int = 0,
    edition: Edition | None = None,
    keep_moves: bool = False,
    agent_seed: int | None = None,
) -> dict[str, Any]: ...
