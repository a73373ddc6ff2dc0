"""Whole games between agents."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine import Edition, Game, default_edition
from mcts.agents import Agent
from mcts.native import play_native, seed_of_decision

__all__ = ["GameResult", "play_game"]


@dataclass(frozen=True)
class GameResult:
    """The end of a game; lists go by seat."""

    scores: list[int | None]
    """Culture; None for those who have resigned."""
    rounds: int
    decisions: list[int]
    seconds: list[float]
    """Time used to choose moves."""
    game: Game | None = field(default=None, repr=False)

    @property
    def shares(self) -> list[float]:
        """1 for the winner, tied winners share."""
        known = [score for score in self.scores if score is not None]
        best = max(known) if known else 0
        winners = sum(score == best for score in known)
        return [1 / winners if score is not None and score == best else 0.0 for score in self.scores]


def play_game(
    agents: Sequence[Agent], seed: int = 0, edition: Edition | None = None, *, keep_game: bool = False
) -> GameResult:
    """A game with one agent per seat.  The deal depends on the seed alone, the moves on seed and agents."""
    cards = default_edition() if edition is None else edition
    natives = [agent.native(len(agents), cards) for agent in agents]
    if not keep_game and all(native is not None for native in natives):
        result = play_native(natives, seed, cards)
        return GameResult(result["scores"], result["rounds"], result["decisions"], result["seconds"])
    game = Game.new(players=len(agents), seed=seed, edition=cards)
    decisions = [0] * len(agents)
    seconds = [0.0] * len(agents)
    while not game.is_over:
        seat = game.player_to_move
        start = time.perf_counter()
        move = agents[seat].choose(game, seed_of_decision(seed, sum(decisions)))
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        game.apply(move)
    return GameResult(game.scores, game.round, decisions, seconds, game if keep_game else None)
