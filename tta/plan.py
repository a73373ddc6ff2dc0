"""A plan for the rest of a turn: the moves that an adviser would make one after another, with what they cost.

Plans are made in a world drawn for the player who decides, so they use nothing that this player cannot know.
Where a move brings something to light (an event, the answer of a rival), the plan goes on in a world in which
that changes little, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine import Game, Move
from engine.vocabulary import MoveKind, Stage
from mcts.agents import find_move, parse_agent
from mcts.native import seed_of_decision
from tta.advice import Adviser, Limit, Ranking, Watch
from tta.facts import Facts, facts
from tta.wording import move_title

__all__ = ["Plan", "Step", "make_plan"]

FOLLOW_TIME, FOLLOW_ITERATIONS = 0.06, 0.25
"""Effort for each further decision, as part of that for the first; the tree of the first is kept."""
HURRY = Limit(iterations=100)
MOST_STEPS = 60
CHECKS = 3
"""Worlds in which a move is tried to see whether it brings hidden things to light."""
OUTCOMES = 8
"""Worlds from which the quietest is taken when it does."""
PRICES = (
    ("civil_left", "CA"),
    ("military_left", "MA"),
    ("food", "food"),
    ("resources", "resources"),
    ("science", "science"),
)


@dataclass(frozen=True)
class Step:
    """One move of the plan."""

    text: str
    """As a program reads it."""
    title: str
    """As a person says it."""
    cost: str
    """What it takes from the player: `1 CA, 3 resources`; empty if nothing."""
    certain: bool
    """Whether the position after it was known when the plan was made."""


@dataclass(frozen=True)
class Plan:
    """The rest of the turn."""

    steps: list[Step]
    before: Game
    after: Game
    """The last position before the turn ends: what the plan has built up."""
    ranking: Ranking
    """Of the first decision."""
    last: Ranking
    """Of the last decision."""
    ended_itself: bool
    """The turn ended without `end turn`, because nothing else was left to do."""


def make_plan(game: Game, adviser: Adviser, limit: Limit, seed: int, watch: Watch | None = None) -> Plan:
    """Rank the moves of a decision and follow the best ones to the end of the turn."""
    return Planner(game, adviser, limit, seed).run(watch)


class Planner:
    """Follows an adviser through one turn."""

    def __init__(self, game: Game, adviser: Adviser, limit: Limit, seed: int) -> None:
        self.seat = game.player_to_move
        self.turn = game.round, game.current_player
        self.adviser = adviser
        self.limit = limit
        self.seed = seed
        self.rivals = parse_agent("quick")
        self.world = game.determinize(self.seat, seed)

    def run(self, watch: Watch | None) -> Plan:
        before = self.world
        built: Game | None = None
        ended_itself = False
        ranking = last = self.adviser.rank(self.world, self.limit, watch)
        limit = HURRY if ranking.interrupted else self.limit.part(FOLLOW_ITERATIONS, FOLLOW_TIME)
        steps: list[Step] = []
        certain = True
        while True:
            move = last.best
            after, known = self.outcome(move)
            payment = (self.world, after if built is None else self.world)
            if built is None and has_ended(self.world, after):
                ended_itself = move.kind != MoveKind.END_TURN
                payment = self.before_end(move) if ended_itself else (self.world, self.world)
                built = payment[1]
            steps.append(self.step(move, payment, certain))
            certain = certain and known
            if known:
                self.adviser.follow(move)
            self.world = after
            if not self.goes_on() or len(steps) == MOST_STEPS:
                break
            last = self.adviser.rank(self.world, limit)
            limit = HURRY if last.interrupted else limit
        return Plan(steps, before, built or self.world, ranking, last, ended_itself)

    def step(self, move: Move, payment: tuple[Game, Game], certain: bool) -> Step:
        cost = price(facts(payment[0], self.seat), facts(payment[1], self.seat))
        return Step(str(move), move_title(self.world, move), cost, certain)

    def goes_on(self) -> bool:
        world = self.world
        return not world.is_over and world.player_to_move == self.seat and self.turn == turn_of(world)

    # ------------------------------------------------------------ what a move leads to

    def outcome(self, move: Move) -> tuple[Game, bool]:
        """The position after a move, and whether it is sure: nothing hidden came to light."""
        after = self.world.clone()
        after.apply(move)
        if after.player_to_move == self.seat and self.is_sure(move, after):
            return after, True
        if turn_of(after) != self.turn or self.turn[1] != self.seat:
            return after, False
        return self.quiet_outcome(move), False

    def is_sure(self, move: Move, after: Game) -> bool:
        view = after.to_position(self.seat)
        for number in range(CHECKS):
            other = self.world.determinize(self.seat, seed_of_decision(self.seed, number))
            other.apply(find_move(other, move.code))
            if other.to_position(self.seat) != view:
                return False
        return True

    def quiet_outcome(self, move: Move) -> Game:
        """Of some possible outcomes, rivals' answers included, the one that changes the own board least."""
        now = facts(self.world, self.seat)
        outcomes = []
        for number in range(OUTCOMES):
            world = self.world.determinize(self.seat, seed_of_decision(self.seed, number))
            world.apply(find_move(world, move.code))
            self.answer(world, seed_of_decision(self.seed, number))
            outcomes.append((distance(now, facts(world, self.seat)), number, world))
        return min(outcomes, key=lambda outcome: outcome[:2])[2]

    def answer(self, world: Game, seed: int) -> None:
        """Let the rivals decide what they have to in this turn."""
        while not world.is_over and world.player_to_move != self.seat and turn_of(world) == self.turn:
            world.apply(self.rivals.choose(world, seed))

    def before_end(self, move: Move) -> tuple[Game, Game]:
        """Positions before and after a move with which the engine ended the turn, but without the end.

        The engine does that when nothing else is left to do; with all actions unspent there is.
        """
        state = self.world.snapshot()
        state["player"][self.seat] |= {"ca_spent": 0, "ma_spent": 0}
        trial = Game.from_snapshot(self.world.edition, state)
        legal = [other for other in trial.legal_moves() if other.code == move.code]
        if not legal:
            return self.world, self.world
        after = trial.clone()
        after.apply(legal[0])
        return (self.world, self.world) if has_ended(trial, after) else (trial, after)


def has_ended(before: Game, after: Game) -> bool:
    """Whether an Action Phase is over."""
    if before.phase != "action" or before.current_player != before.player_to_move:
        return False
    return turn_of(after) != turn_of(before) or after.snapshot()["stage"] != Stage.ACTION


def turn_of(game: Game) -> tuple[int, int]:
    return game.round, game.current_player


def distance(before: Facts, after: Facts) -> int:
    """How much a board has changed."""
    pairs = ((getattr(before, field.name), getattr(after, field.name)) for field in fields(Facts))
    return sum(abs((now or 0) - (then or 0)) for then, now in pairs)


def one(unit: str) -> str:
    return "resource" if unit == "resources" else unit


def price(before: Facts, after: Facts) -> str:
    """What a player has paid: `1 CA, 3 resources`."""
    paid = [(getattr(before, name) - getattr(after, name), unit) for name, unit in PRICES]
    parts = [f"{count} {unit if count > 1 else one(unit)}" for count, unit in paid if count > 0]
    lent = before.unit_resources - after.unit_resources
    if lent > 0:
        parts.append(f"{lent} lent for units")
    return ", ".join(parts)
