"""A game between a person at the keyboard and agents."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from engine import Game, IllegalMove, Move, UnknownCard
from engine.notation import find_move
from mcts.agents import Agent, parse_agent
from mcts.native import seed_of_decision
from tta.board import draw, headline
from tta.errors import RunError, message
from tta.facts import facts
from tta.terminal import WIDTH, Live, say
from tta.wording import hidden_move, move_title, number_of

__all__ = ["Session", "seat_agents"]

HELP = """\
  5          the move with this number       take iron  a move by its text; words may be cut short
  moves      list the legal moves            board      draw the table
  help CARD  what a card does                hint       what the search would do
  undo       take back your last move        save FILE  write the record, to go on with --resume
  quit       leave the game"""
HINT_ITERATIONS = 4000


def seat_agents(texts: Sequence[str], players: int, seat: int) -> dict[int, Agent]:
    """The rivals by seat; one text stands for all of them."""
    seats = [other for other in range(players) if other != seat]
    if len(texts) not in (1, len(seats)):
        counts = f"{number_of(len(texts), 'agent')} for {number_of(len(seats), 'rival')}"
        raise RunError(f"{counts}: give one, or one for each")
    chosen = texts if len(texts) == len(seats) else [texts[0]] * len(seats)
    return {other: parse_agent(text) for other, text in zip(seats, chosen, strict=True)}


class Quit(Exception):
    """The person leaves the game."""


class Session:
    """The game, whose turn it is, and what can be undone."""

    def __init__(self, game: Game, seat: int, rivals: Mapping[int, Agent], seed: int, quiet: bool) -> None:
        self.game = game
        self.seat = seat
        self.rivals = rivals
        self.seed = seed
        self.quiet = quiet
        self.decisions = 0
        self.past: list[tuple[Game, int]] = []
        self.drawn: tuple[int, int] | None = None
        self.moves: list[Move] = []
        self.resigning = False

    def run(self, record_file: str | None) -> None:
        """Play to the end, or until the person leaves."""
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - makes the arrow keys work at the prompt
        names = ", ".join(f"player {seat} is {agent.text}" for seat, agent in self.rivals.items())
        say(f"You are player {self.seat}; {names}. Seed {self.seed}. Type help for help.")
        try:
            while not self.game.is_over:
                if self.game.player_to_move == self.seat:
                    self.turn()
                else:
                    self.rival()
        except Quit:
            say("You have left the game.")
        except KeyboardInterrupt:  # while a rival was thinking: nobody asked whether to save
            say("You have left the game.")
            record_file = record_file or free_name(f"tta-game-{self.seed}")
        else:
            self.finish()
        if record_file is not None or self.game.is_over:
            self.write(record_file or free_name(f"tta-game-{self.seed}"))

    # ------------------------------------------------------------ deciding

    def rival(self) -> None:
        seat = self.game.player_to_move
        with Live() as live:
            live.show(f"player {seat} thinks …")
            move = self.rivals[seat].choose(self.game, seed_of_decision(self.seed, self.decisions))
        self.decisions += 1
        say(f"  player {seat}: {hidden_move(self.game, move, self.seat)}")
        self.apply(move)

    def apply(self, move: Move) -> None:
        """Play a move and tell which events it has brought."""
        known = self.game.snapshot()["n_past"]
        self.game.apply(move)
        for card in self.game.snapshot()["past"][known:]:
            event = self.game.edition.card(card)
            say(click.style(f"  event {event['name']}: {event['text']}", fg="cyan"))

    def turn(self) -> None:
        """One decision of the person: commands until a move is made."""
        self.moves = self.game.legal_moves()
        self.show()
        while True:
            line = self.read()
            word, _, rest = line.partition(" ")
            command = getattr(self, f"do_{word.lower()}", None)
            if command is not None:
                command(rest.strip())
                if word.lower() == "undo":
                    return
            elif line and self.play(line):
                return

    def read(self) -> str:
        try:
            return input(f"{self.game.round}> ").strip()
        except EOFError:
            say()
            raise Quit from None
        except KeyboardInterrupt:
            say("\nType quit to leave the game.")
            return ""

    def play(self, line: str) -> bool:
        """Play the move that was typed; says what is wrong if there is none."""
        try:
            move = self.find(line)
        except IllegalMove as error:
            say(click.style(str(error).replace("`legal` lists", "`moves` lists"), fg="yellow"))
            return False
        if str(move) == "resign" and not self.resigning:
            self.resigning = True
            say("This ends the game for you. Type resign once more if you mean it.")
            return False
        self.resigning = False
        self.past.append((self.game.clone(), self.decisions))
        say(f"  you: {move_title(self.game, move)}")
        self.apply(move)
        return True

    def find(self, line: str) -> Move:
        if line.isdigit():
            number = int(line)
            if not 1 <= number <= len(self.moves):
                raise IllegalMove(f"there is no move {number}; the moves are 1 to {len(self.moves)}")
            return self.moves[number - 1]
        return find_move(line, self.moves, self.game.edition)

    # ------------------------------------------------------------ what is shown

    def show(self) -> None:
        """The board when a turn begins, afterwards what is left to spend; the moves."""
        turn = self.game.round, self.game.current_player
        if self.quiet:
            return
        if self.drawn != turn:
            self.do_board("")
            self.drawn = turn
        else:
            numbers = facts(self.game, self.seat)
            say(
                click.style(
                    f"{headline(self.game)} — {numbers.civil_left} CA, {numbers.military_left} MA,"
                    f" food {numbers.food}, resources {numbers.resources}, science {numbers.science},"
                    f" {number_of(numbers.unused, 'unused worker')}",
                    dim=True,
                )
            )
        self.do_moves("")

    def do_board(self, rest: str) -> None:
        say("\n" + draw(self.game, self.seat) + "\n")

    def do_moves(self, rest: str) -> None:
        entries = [f"{number:3} {move_title(self.game, move)}" for number, move in enumerate(self.moves, 1)]
        width = max(map(len, entries)) + 2
        columns = max(WIDTH // width, 1)
        height = math.ceil(len(entries) / columns)
        for row in range(height):
            say("".join(f"{entry:<{width}}" for entry in entries[row::height]).rstrip())

    def do_help(self, rest: str) -> None:
        from tta.cardtext import card_text

        if not rest:
            say(HELP)
            return
        try:
            say(card_text(self.game.edition.card(rest)))
        except UnknownCard as error:
            say(click.style(str(error), fg="yellow"))

    def do_hint(self, rest: str) -> None:
        from tta.loading import Loaded
        from tta.suggestion import Request, suggest

        loaded = Loaded("this game", self.game, None, [], 0)
        with Live() as live:
            suggestion = suggest(loaded, Request(iterations=HINT_ITERATIONS, seed=self.seed), live)
        say("\n".join([*suggestion.moves_table(3), *suggestion.plan_lines()]))

    # ------------------------------------------------------------ commands

    def do_undo(self, rest: str) -> None:
        if not self.past:
            say("There is nothing to undo.")
            return
        self.game, self.decisions = self.past.pop()
        self.drawn = None
        say(f"Back in round {self.game.round}.")

    def do_save(self, rest: str) -> None:
        if not rest:
            say("Save where? Type save FILE.")
            return
        try:
            self.write(rest)
        except OSError as error:
            say(click.style(message(error), fg="yellow"))

    def do_quit(self, rest: str) -> None:
        raise Quit

    def write(self, path: str) -> None:
        from tta.loading import save

        save(path, self.game.record())
        say(f"The record is in {path}.")

    def finish(self) -> None:
        say("\n" + draw(self.game) + "\n")
        for seat, score in enumerate(self.game.scores):
            who = "you" if seat == self.seat else f"player {seat} ({self.rivals[seat].text})"
            won = click.style("  ← winner", bold=True) if seat in self.game.winners else ""
            say(f"{who}: {'left the game' if score is None else f'{score} culture'}{won}")


def free_name(stem: str) -> str:
    """A file name that is not taken."""
    number = 1
    while Path(name := f"{stem}{'' if number == 1 else f'-{number}'}.yaml").exists():
        number += 1
    return name
