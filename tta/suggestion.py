"""A suggestion for a position: ranked moves, a plan for the turn, reasons, and what to expect."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

import click

from engine import Game
from engine.vocabulary import AGE_NAMES
from mcts.agents import Agent, AgentError, IsmctsAgent, parse_agent, seconds, unknown_parameter
from mcts.result import LineMove
from tta.advice import Limit, Ranked, Ranking, adviser
from tta.board import headline, wrap
from tta.errors import RunError
from tta.expect import Expectation, expect
from tta.explain import reasons
from tta.facts import facts
from tta.interrupt import Interrupt
from tta.loading import Loaded
from tta.plan import Plan, make_plan
from tta.terminal import Live, table
from tta.wording import move_title

__all__ = ["Request", "Suggestion", "suggest"]

DEFAULT_SECONDS = 5.0
LINE_VISITS = 25
"""Moves of the main line with fewer visits say little."""


@dataclass(frozen=True)
class Request:
    """Who is to think, and how long."""

    agent: str = "ismcts"
    time: str | None = None
    iterations: int | None = None
    workers: int | None = None
    seed: int = 0

    def make_agent(self) -> Agent:
        agent = parse_agent(self.agent)
        given = {"iterations": self.iterations, "time": self.time, "workers": self.workers}
        for name, value in given.items():
            if value is not None and not isinstance(agent, IsmctsAgent):
                raise AgentError(unknown_parameter(agent, name))
        if self.workers is not None:
            agent = type(agent)(**{**agent.options, "workers": self.workers})
        return agent

    def limit(self, agent: Agent) -> Limit:
        """What the options say, else what the text of the agent says, else the default."""
        if self.time is not None or self.iterations is not None:
            try:
                time = seconds(self.time.strip()) if self.time is not None else 0.0
            except ValueError as error:
                raise AgentError(f"--time {self.time}: {error}") from None
            if self.time is not None and time <= 0:
                raise AgentError(f"--time {self.time}: more than 0 is expected")
            return Limit(self.iterations or 0, time)
        if isinstance(agent, IsmctsAgent) and any(word in self.agent for word in ("time=", "iterations=")):
            return Limit(agent.options["iterations"], agent.options["time"])
        return Limit(seconds=DEFAULT_SECONDS)


def suggest(loaded: Loaded, request: Request, live: Live) -> Suggestion:
    """Think about the decision of a loaded game."""
    agent = request.make_agent()
    limit = request.limit(agent)
    game = loaded.game
    if game.is_over:
        raise RunError(f"{loaded.name}: the game is over, nobody has a move")

    def watch(ranking: Ranking) -> None:
        best = ranking.moves[0]
        live.show(
            f"{ranking.iterations:,} iterations, {ranking.seconds:.1f} s: {move_title(game, best.move)}"
            f" ({best.share:.0%} of visits, wins {best.win:.1%})  [Ctrl-C: enough]"
        )

    with Interrupt() as interrupt:
        plan = make_plan(game, adviser(agent, request.seed, interrupt), limit, request.seed, watch)
    texts = [step.text for step in plan.steps]
    return Suggestion(
        loaded, agent, request.seed, limit, plan, expect(game, texts, request.seed), notes(loaded, plan)
    )


def notes(loaded: Loaded, plan: Plan) -> list[str]:
    """What a reader should know about how far the answer can be trusted."""
    found = []
    seat = loaded.game.player_to_move
    if loaded.observer not in (None, seat):
        found.append(
            f"the position holds what player {loaded.observer} knows, but player {seat} decides:"
            f" a possible hand of player {seat} is assumed"
        )
    if plan.ranking.interrupted:
        found.append("interrupted: the best answer so far")
    if not all(step.certain for step in plan.steps):
        found.append("steps marked ~ come after something unknown (an event, a rival's answer)")
    return found


@dataclass(frozen=True)
class Suggestion:
    """Everything that is said about a decision."""

    loaded: Loaded
    agent: Agent
    seed: int
    limit: Limit
    plan: Plan
    expectation: Expectation
    notes: list[str]

    @property
    def game(self) -> Game:
        return self.loaded.game

    @property
    def seat(self) -> int:
        return self.game.player_to_move

    @property
    def why(self) -> list[str]:
        plan = self.plan
        own_turn = self.game.current_player == self.seat
        return reasons(plan.before, plan.after, self.seat, leftover=own_turn and not plan.ended_itself)

    # ------------------------------------------------------------ for programs

    def as_json(self, top: int | None) -> dict[str, Any]:
        ranking, game = self.plan.ranking, self.game
        return {
            "player": self.seat,
            "phase": game.phase,
            "round": game.round,
            "agent": self.agent.text,
            "seed": self.seed,
            "reproducible": self.reproducible,
            "moves": [self.move_json(ranked) for ranked in ranking.moves[:top]],
            "plan": [step.text for step in self.plan.steps],
            "steps": [
                {"move": step.text, "title": step.title, "cost": step.cost, "certain": step.certain}
                for step in self.plan.steps
            ],
            "why": self.why,
            "win": ranking.win,
            "culture": ranking.culture,
            "line": [
                {"player": move.player, "move": self.seen(move), "visits": move.visits}
                for move in self.line()
            ],
            "next_turn": {
                "games": self.expectation.worlds,
                "means": [
                    {name: round(value, 2) for name, value in means.items()}
                    for means in self.expectation.means
                ],
                "moves": [
                    [{"title": text, "share": share} for text, share in moves]
                    for moves in self.expectation.moves
                ],
                "game_over": self.expectation.ends,
            },
            "iterations": ranking.iterations,
            "seconds": ranking.seconds,
            "iterations_per_second": self.speed,
            "interrupted": ranking.interrupted,
            "notes": self.notes,
        }

    def move_json(self, ranked: Ranked) -> dict[str, Any]:
        return {
            "move": str(ranked.move),
            "title": move_title(self.game, ranked.move),
            "visits": ranked.visits,
            "share": ranked.share,
            "win": ranked.win,
            "win_low": ranked.win_low,
            "win_high": ranked.win_high,
            "culture": ranked.culture,
        }

    @property
    def reproducible(self) -> bool:
        """Whether the same command gives the same answer."""
        is_search = isinstance(self.agent, IsmctsAgent)
        return not self.limit.seconds if is_search else self.agent.reproducible

    @property
    def speed(self) -> float:
        ranking = self.plan.ranking
        return ranking.iterations / ranking.seconds if ranking.seconds else 0.0

    # ------------------------------------------------------------ for people

    def text(self, top: int, verbose: bool) -> str:
        lines = [*self.head(), "", *self.moves_table(top), ""]
        lines += [
            heading("Plan for the turn" if self.game.current_player == self.seat else "Plan"),
            *self.plan_lines(),
        ]
        why = self.why
        if why:
            lines += ["", heading("What it changes"), *(f"  {line}" for line in why)]
        lines += ["", *self.outlook(), "", *self.next_turn()]
        if verbose and self.line():
            lines += ["", heading("Main line of the search"), *self.line_lines()]
        if self.notes:
            lines += ["", *(click.style(f"Note: {note}.", dim=True) for note in self.notes)]
        return "\n".join(lines)

    def head(self) -> list[str]:
        ranking = self.plan.ranking
        effort = f"{self.agent.name}, {ranking.seconds:.1f} s"
        if ranking.iterations:
            effort += f", {ranking.iterations:,} iterations, {self.speed:,.0f} a second"
        position = f"Age {AGE_NAMES[self.game.age]}, round {self.game.round}"
        return [heading(f"{position} — {headline(self.game)}"), click.style(effort, dim=True)]

    def moves_table(self, top: int) -> list[str]:
        moves = self.plan.ranking.moves
        is_search = bool(self.plan.ranking.iterations)
        head = [
            "",
            "move",
            "visits" if is_search else "",
            "share" if is_search else "",
            "wins",
            "95 %",
            "culture",
        ]
        rows = [[click.style(cell, dim=True) for cell in head]]
        for number, ranked in enumerate(moves[:top], 1):
            title = move_title(self.game, ranked.move)
            rows.append(
                [
                    str(number),
                    click.style(title, bold=True) if number == 1 else title,
                    f"{ranked.visits:,}" if is_search else "←" if ranked.visits else "",
                    f"{ranked.share:.1%}" if is_search else "",
                    f"{ranked.win:.1%}",
                    f"{100 * ranked.win_low:.1f}–{100 * ranked.win_high:.1f}",
                    f"{ranked.culture:.0f}",
                ]
            )
        return table(rows, "rlrrrrr")

    def plan_lines(self) -> list[str]:
        lines = []
        for number, step in enumerate(self.plan.steps, 1):
            cost = click.style(f" ({step.cost})", dim=True) if step.cost else ""
            lines.append(f"  {number:2}. {'' if step.certain else '~ '}{step.title}{cost}")
        if self.plan.ended_itself:
            lines.append(click.style("      then the turn is over: nothing else can be done", dim=True))
        return lines

    def outlook(self) -> list[str]:
        ranking = self.plan.ranking
        rows = [
            [f"  {self.who(player)}", f"wins {win:.0%}", f"{culture:.0f} culture at the end"]
            for player, (win, culture) in enumerate(zip(ranking.win, ranking.culture, strict=True))
        ]
        return [heading("Outlook"), *table(rows, "lll")]

    def who(self, player: int) -> str:
        return "you" if player == self.seat else f"player {player}"

    def next_turn(self) -> list[str]:
        found = self.expectation
        until = "the end of the game" if found.ends == 1 else "your next turn"
        lines = [
            heading(f"Until {until}") + click.style(f" (mean of {found.worlds} games played on)", dim=True)
        ]
        rows = []
        for player, means in enumerate(found.means):
            now = facts(self.game, player)
            rows.append(
                [
                    f"  {self.who(player)}",
                    *(
                        f"{name} {getattr(now, name)} → {means[name]:.0f}"
                        for name in ("culture", "science", "strength")
                    ),
                ]
            )
        lines += table(rows, "llll")
        for player, moves in enumerate(found.moves):
            if moves:
                lines += wrap([f"{text} {share:.0%}" for text, share in moves], f"player {player}")
        return lines

    def line(self) -> list[LineMove]:
        """The search's own line from the last decision of the plan on."""
        return [move for move in self.plan.last.line if move.visits >= LINE_VISITS]

    def seen(self, move: LineMove) -> str:
        """The text of a move of the line; which cards others prepare or discard is a guess of one world."""
        verb = move.text.split()[0]
        return f"{verb} …" if move.player != self.seat and verb in ("prepare", "discard") else move.text

    def line_lines(self) -> list[str]:
        """A paragraph per player in turn."""
        lines = []
        for player, moves in groupby(self.line(), key=lambda move: move.player):
            lines += wrap(map(self.seen, moves), self.who(player))
        return lines


def heading(text: str) -> str:
    return click.style(text, bold=True)
