"""Chances of winning as people are told them.

The chances inside a search are too sure and too hopeful.  Too sure, because what will end the game is rated
by a forecast that knows only the board; too hopeful for the player who decides, because a search finds the
best moves for that player while the others answer in playouts by a quick policy.  Both are much the same in
all games, so they can be measured in games of the search against itself (scripts/calibration.py) and taken
off.  The choice of a move does not depend on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Temper(NamedTuple):
    """How the chances of a search are to be taken."""

    trust: float
    """Power of all chances: 1 takes them as they are, 0 tells nothing but the number of players."""
    optimism: float
    """Logarithm of the factor by which the odds of the player who decides are too high."""


AS_IT_IS = Temper(trust=1, optimism=0)
TEMPERS = {
    2: (Temper(0.85, 0.05), Temper(0.85, 0.05), Temper(0.95, 0.25), Temper(0.75, 0.5), Temper(0.85, 1.7)),
    3: (Temper(0.2, 0.05), Temper(0.2, 0.05), Temper(0.65, 0.1), Temper(0.65, 0.3), Temper(0.95, 1.3)),
    4: (Temper(0.35, 0.05), Temper(0.35, 0.05), Temper(0.7, 0.05), Temper(0.65, 0.2), Temper(0.85, 0.95)),
}
"""By number of players and age (A and I in one): what fits 160, 130 and 101 games best."""


def temper(win: Sequence[float], player: int, by: Temper) -> list[float]:
    """The chances of all, without what is too much of certainty and of hope for one player."""
    weights = [max(chance, 0.0) ** by.trust for chance in win]  # means of rewards are rounded
    weights[player] *= math.exp(-by.optimism)
    return [weight / sum(weights) for weight in weights]


def temper_at(win: Sequence[float], player: int, chance: float, by: Temper) -> float:
    """The player's own chance, if it were another one before and the others shared the rest as they do."""
    rest = sum(each for p, each in enumerate(win) if p != player)
    changed = [(1 - chance) * (each / rest if rest > 0 else 1 / (len(win) - 1)) for each in win]
    changed[player] = chance
    return temper(changed, player, by)[player]
