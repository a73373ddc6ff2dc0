"""What to expect until the player's next turn: possible worlds played on by the policy of guided playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game, IllegalMove
from engine.vocabulary import MoveKind
from mcts.agents import parse_agent
from mcts.native import seed_of_decision
from tta.facts import facts
from tta.plan import turn_of
from tta.wording import hidden_move

__all__ = ["Expectation", "expect"]

WORLDS = 24
MOST_MOVES = 5
LEAST_SHARE = 0.2
QUIET_MOVES = frozenset({MoveKind.PASS, MoveKind.END_TURN, MoveKind.DONE, MoveKind.FACE_DOWN})
MEANS = ("culture", "science", "strength", "food", "resources")


@dataclass(frozen=True)
class Expectation:
    """Means over the worlds, by player, when the player's next turn begins (or the game ends)."""

    worlds: int
    means: list[dict[str, float]]
    moves: list[list[tuple[str, float]]]
    """Frequent moves of each player until then, with the share of worlds in which they were made."""
    ends: float
    """Share of worlds in which the game is over by then."""


def expect(game: Game, plan: Sequence[str], seed: int, worlds: int = WORLDS) -> Expectation:
    """Play the plan and then everybody's moves, up to the next turn of the player who decides now."""
    seat = game.player_to_move
    sums = [dict.fromkeys(MEANS, 0.0) for _ in range(game.players)]
    made: list[Counter[str]] = [Counter() for _ in range(game.players)]
    ended = 0
    for number in range(worlds):
        world = game.determinize(seat, seed_of_decision(seed, number))
        for player, text in play_on(world, plan, seat, seed_of_decision(seed, worlds + number)):
            made[player][text] += 1
        ended += world.is_over
        for player, means in enumerate(sums):
            numbers = facts(world, player)
            for name in MEANS:
                means[name] += getattr(numbers, name) / worlds
    moves = [
        [
            (text, count / worlds)
            for text, count in counter.most_common(MOST_MOVES)
            if count >= LEAST_SHARE * worlds
        ]
        for counter in made
    ]
    return Expectation(worlds, sums, moves, ended / worlds)


def play_on(world: Game, plan: Sequence[str], seat: int, seed: int) -> list[tuple[int, str]]:
    """Play a world to the next turn of `seat`; gives the moves of others worth telling, each once."""
    policy = parse_agent("quick")
    turn = turn_of(world)
    left = list(plan)
    made: dict[tuple[int, str], None] = {}
    decision = 0
    while not world.is_over and (turn_of(world) == turn or world.current_player != seat):
        if left and world.player_to_move == seat:
            try:
                world.apply(left.pop(0))
                continue
            except IllegalMove:
                left.clear()  # something came up that the plan did not know of
        move = policy.choose(world, seed_of_decision(seed, decision))
        decision += 1
        player = world.player_to_move
        if player != seat and move.kind not in QUIET_MOVES:
            made[player, hidden_move(world, move, seat)] = None
        world.apply(move)
    return list(made)
