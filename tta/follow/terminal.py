"""Following at the keyboard: the same entries and commands, answered as text."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from tta.board import draw
from tta.follow.desk import Desk
from tta.follow.tracker import Refused
from tta.terminal import WIDTH, say, table
from tta.wording import number_of

__all__ = ["Terminal"]

HELP = """\
  take iron      what the player to decide does, in the words of moves; words may be cut short
  3              the move with this number             moves        the moves that can be told to be legal
  prepare I      face-down cards of others by age      ?            the cards that can be named now
  deal a, b      cards dealt to the row                draw a, b    cards that you drew
  suggest [S]    what to do (or just Enter)            why          the plan and what it changes
  what if MOVE   another move compared with the best   show         draw the table
  check          the numbers of all boards             check 1 culture 12 food 3
  fix 1 culture 12   set a value; fix row.3 iron       undo         take the last entry back
  forget         drop an entry that asks for more      save FILE    write the position
  quit           leave; `tta follow FILE` goes on"""


class Terminal:
    """A person at the keyboard."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.live = sys.stdin.isatty()

    def run(self) -> None:
        if self.live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - makes the arrow keys work at the prompt
        say(f"You are player {self.desk.seat} of {self.desk.players}. Type help for help.")
        if self.desk.path is not None:
            say(f"Every entry is saved in {self.desk.path}.")
        self.wait()
        while (line := self.read()) is not None:
            self.answer(line)
        say("Left." if self.desk.file is None else f"Left; `tta follow {self.desk.file.path}` goes on.")
        self.desk.advice.finish()

    def read(self) -> str | None:
        try:
            line = input(self.prompt()).strip()
        except EOFError:
            say()
            return None
        except KeyboardInterrupt:
            say("\nType quit to leave.")
            return ""
        return None if line.lower() in ("quit", "exit") else line

    def prompt(self) -> str:
        tracker = self.desk.tracker
        if tracker is None:
            return "row> "
        if tracker.need is not None:
            return f"{tracker.need.fact}> "
        game = tracker.game
        if game.is_over:
            return "over> "
        who = "you" if game.player_to_move == tracker.seat else f"player {game.player_to_move}"
        return f"{game.round} {who}, {game.phase}> "

    def answer(self, line: str) -> None:
        tracker = self.desk.tracker
        if line.lower() in ("help", "h"):
            say(HELP)
            return
        if tracker is not None and line.lower() == "show":
            say(draw(tracker.game, tracker.seat))
            return
        if tracker is not None and not line:
            line = "suggest" if tracker.game.player_to_move == tracker.seat and tracker.need is None else ""
        if tracker is not None and tracker.need is not None and line and self.is_plain(line):
            line = f"{tracker.need.fact} {line}"  # the answer to what was asked, without its word
        with contextlib.suppress(Refused):
            if tracker is not None and line.split(" ")[0].lower() == "suggest":
                self.suggest(line.partition(" ")[2])
                return
        self.tell(self.desk.handle(line))

    def is_plain(self, line: str) -> bool:
        """Names of cards instead of a fact, a command or a move."""
        tracker = self.desk.tracker
        assert tracker is not None
        word = line.split(" ")[0].lower()
        known = hasattr(self.desk, f"do_{word}") or word in ("fix", "event", "look", "events", "deal", "draw")
        return not known and not line.endswith("?")

    def suggest(self, rest: str) -> None:
        tracker = self.desk.tracker
        assert tracker is not None
        seconds = (
            float(rest.removesuffix("s")) if rest.removesuffix("s").replace(".", "", 1).isdigit() else None
        )
        suggestion = self.desk.advice.get(tracker, seconds)
        say("\n".join([*suggestion.moves_table(5), "", *suggestion.plan_lines()]))

    def tell(self, answer: dict[str, Any]) -> None:
        """An answer as text."""
        if not answer["ok"]:
            say(click.style(answer["error"], fg="yellow"))
            return
        if "cards" in answer or "options" in answer:
            self.columns(answer.get("cards") or answer.get("options") or [])
        if "undone" in answer:
            say(f"  taken back: {answer['undone']}")
        if "saved" in answer:
            say(f"  saved in {answer['saved']}")
        if "numbers" in answer:
            self.numbers(answer["numbers"])
        if "agrees" in answer:
            self.agreement(answer)
        if "why" in answer:
            say(
                "\n".join([*(f"  {step}" for step in answer["plan"]), *(f"  {why}" for why in answer["why"])])
            )
        if "what_if" in answer:
            self.what_if(answer["what_if"])
        if "entered" in answer:
            say(click.style(f"  {answer['entered']}", dim=True))
        if "player" in answer or "need" in answer:
            self.wait()

    def wait(self) -> None:
        """Say what is waited for; think ahead of the person on own decisions."""
        where = self.desk.where()
        if "need" in where:
            say(f"  {where['need']['question']}")
        elif where["over"]:
            scores = ", ".join(f"player {p} {score}" for p, score in enumerate(where["scores"]))
            say(f"  The game is over: {scores}.")
        elif where["own"] and self.live and self.desk.tracker is not None:
            self.desk.advice.begin(self.desk.tracker)
            say(click.style("  your decision; Enter shows the suggestion", dim=True))

    def columns(self, names: list[str]) -> None:
        entries = [f"{number:3} {name}" for number, name in enumerate(names, 1)]
        if not entries:
            say("  none")
            return
        width = max(map(len, entries)) + 2
        height = -(-len(entries) // max(WIDTH // width, 1))
        for row in range(height):
            say("".join(f"{entry:<{width}}" for entry in entries[row::height]).rstrip())

    def numbers(self, boards: Any) -> None:
        by_player = boards if isinstance(boards, dict) else {str(p): board for p, board in enumerate(boards)}
        names = list(next(iter(by_player.values())))
        rows = [["", *names]]
        rows += [
            [f"player {p}", *(str(board[name]) for name in names)] for p, board in sorted(by_player.items())
        ]
        say("\n".join(table(rows, "l" + "r" * len(names))))

    def agreement(self, answer: dict[str, Any]) -> None:
        if answer["agrees"]:
            say("  agrees")
        for name, values in answer["differing"].items():
            say(click.style(f"  {name}: {values['here']} here, {values['there']} there", fg="yellow"))
        if answer["differing"]:
            say(f"  `fix` sets {number_of(len(answer['differing']), 'value')}; `undo` goes back to a mistake")

    def what_if(self, found: dict[str, Any]) -> None:
        if "win" in found:
            best = found["best"]
            say(
                f"  {found['move']}: wins {found['win']:.1%}, culture {found['culture']:.0f};"
                f" best is {best['move']}: wins {best['win']:.1%}, culture {best['culture']:.0f}"
            )
        say("\n".join(f"  {line}" for line in found["changes"]) or "  it changes nothing on the board")
