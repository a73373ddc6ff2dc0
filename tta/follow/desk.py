"""Everything that can be typed, and the answer to it as plain data.

The protocol prints answers as JSON, the terminal as text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from engine import IllegalMove
from engine.vocabulary import AGE_NAMES, ROW_SPACES
from tta.errors import message
from tta.facts import facts
from tta.follow.advising import Advice, what_if
from tta.follow.cards import split_names
from tta.follow.session import UNDO, SessionFile
from tta.follow.tracker import Refused, Tracker
from tta.follow.world import World

__all__ = ["Desk"]

NUMBERS = ("culture", "science", "strength", "happiness", "food", "resources")
"""What people see on a board."""


class Desk:
    """A followed game, the file it is saved in, and the commands."""

    def __init__(self, players: int, seat: int, path: Path | None = None) -> None:
        self.players = players
        self.seat = seat
        self.path = path
        self.file: SessionFile | None = None
        self.tracker: Tracker | None = None
        self.advice = Advice()

    @staticmethod
    def going_on(path: Path) -> Desk:
        """A desk with the session of a file."""
        file, tracker = SessionFile.resume(path)
        desk = Desk(tracker.game.players, tracker.seat, path)
        desk.file, desk.tracker = file, tracker
        return desk

    @staticmethod
    def at_position(position: dict[str, Any], seat: int | None, path: Path | None) -> Desk:
        """A desk that starts in mid-game."""
        tracker = Tracker.from_position(position, seat)
        desk = Desk(tracker.game.players, tracker.seat, path)
        desk.tracker = tracker
        desk.create({"position": tracker.game.to_position(tracker.seat)})
        return desk

    def create(self, start: dict[str, Any]) -> None:
        if self.path is not None:
            head = {"follow": {"players": self.players, "seat": self.seat}}
            self.file = SessionFile.create(self.path, head | start)

    # ------------------------------------------------------------ answering

    def handle(self, line: str) -> dict[str, Any]:
        """The answer to one line."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        try:
            if self.tracker is None:
                return self.set_up(line)
            command = getattr(self, f"do_{word.lower()}", None)
            if command is not None:
                return {"ok": True, **command(rest.strip())}
            if line.endswith("?"):
                return {"ok": True, "cards": self.cards(line)}
            return self.enter(line)
        except (Refused, IllegalMove) as error:
            return {
                "ok": False,
                "error": str(error).replace("`legal` lists", "`moves` lists"),
                **self.where(),
            }
        except OSError as error:
            return {"ok": False, "error": message(error), **self.where()}

    def set_up(self, line: str) -> dict[str, Any]:
        """The first line names the cards of the row."""
        line = re.sub(r"^row\b", "", line, flags=re.IGNORECASE)
        if line.strip() in ("", "?"):
            need = {"fact": "row", "count": ROW_SPACES, "ages": ["A"] * ROW_SPACES, "question": ROW_QUESTION}
            return {"ok": True, "need": need, "cards": row_cards(self.players)}
        tracker = Tracker.start(self.players, self.seat, split_names(line))
        self.create({"row": [tracker.cards.ids[card] for card in tracker.game.snapshot()["row"]]})
        self.tracker = tracker
        return {"ok": True, **self.where()}

    def enter(self, line: str) -> dict[str, Any]:
        tracker = self.following
        if not line:
            return {"ok": True, **self.where()}
        need = tracker.enter(line)
        if need is None:
            self.saved(tracker.entries[-1])
            return {"ok": True, "entered": tracker.entries[-1], **self.where()}
        return {"ok": True, **self.where()}

    def saved(self, entry: str) -> None:
        if self.file is not None:
            self.file.append(entry)

    @property
    def following(self) -> Tracker:
        if self.tracker is None:
            raise Refused(ROW_QUESTION)
        return self.tracker

    def where(self) -> dict[str, Any]:
        """What is waited for."""
        tracker = self.tracker
        if tracker is None:
            return {"need": {"fact": "row", "count": ROW_SPACES, "question": ROW_QUESTION}}
        game = tracker.game
        need = tracker.need
        found: dict[str, Any] = {
            "entries": len(tracker.entries),
            "round": game.round,
            "turn": game.current_player,
            "player": game.player_to_move,
            "phase": game.phase,
            "own": game.player_to_move == tracker.seat,
            "over": game.is_over,
        }
        if need is not None:
            found["need"] = {
                "fact": need.fact,
                "count": need.count,
                "ages": list(need.ages),
                "question": need.question,
            }
        if game.is_over:
            found["scores"] = game.scores
        return found

    # ------------------------------------------------------------ commands

    def do_undo(self, rest: str) -> dict[str, Any]:
        tracker = self.following
        complete = tracker.pending is None
        undone = tracker.undo()
        if complete:
            self.saved(UNDO)
        return {"undone": undone, **self.where()}

    def do_options(self, rest: str) -> dict[str, Any]:
        return {"options": self.following.options(), **self.where()}

    do_moves = do_options

    def do_show(self, rest: str) -> dict[str, Any]:
        tracker = self.following
        return {"position": tracker.game.to_position(tracker.seat), **self.where()}

    def do_check(self, rest: str) -> dict[str, Any]:
        """`check`, or `check 1 culture 12 food 3`: the numbers that people see on a board."""
        tracker = self.following
        words = rest.replace(",", " ").split()
        p = int(words.pop(0)) if words and words[0].isdigit() else None
        if p is not None and p >= tracker.game.players:
            raise Refused(f"the players are 0 to {tracker.game.players - 1}")
        boards = [self.numbers(seat) for seat in range(tracker.game.players)]
        if not words:
            return {"numbers": boards if p is None else {str(p): boards[p]}}
        board = boards[tracker.seat if p is None else p]
        differing = {}
        for name, value in zip(words[::2], words[1::2], strict=False):
            key = next((known for known in NUMBERS if known.startswith(name.lower())), None)
            if key is None or not re.fullmatch(r"-?\d+", value):
                raise Refused(f"`{name} {value}`: expected {', '.join(NUMBERS)} with a number")
            if board[key] != int(value):
                differing[key] = {"here": board[key], "there": int(value)}
        return {"agrees": not differing, "differing": differing}

    def numbers(self, seat: int) -> dict[str, int]:
        board = facts(self.following.game, seat)
        return {name: getattr(board, name) for name in NUMBERS}

    def do_suggest(self, rest: str) -> dict[str, Any]:
        try:
            seconds = float(rest.removesuffix("s")) if rest else None
        except ValueError:
            raise Refused(f"`{rest}` is no number of seconds") from None
        suggestion = self.advice.get(self.following, seconds)
        return {"suggestion": suggestion.as_json(5)}

    def do_why(self, rest: str) -> dict[str, Any]:
        suggestion = self.advice.get(self.following)
        return {"plan": [step.title for step in suggestion.plan.steps], "why": suggestion.why}

    def do_what(self, rest: str) -> dict[str, Any]:
        """`what if MOVE`."""
        text = re.sub(r"^if\b", "", rest, flags=re.IGNORECASE).strip()
        return {"what_if": what_if(self.following, self.advice.get(self.following), text)}

    def do_save(self, rest: str) -> dict[str, Any]:
        """Write what the seat knows now as a position."""
        from tta.loading import save

        if not rest:
            if self.path is None:
                raise Refused("save where? `save FILE` writes the position")
            return {"saved": str(self.path)}
        save(rest, self.following.game.to_position(self.following.seat))
        return {"saved": rest}

    def do_forget(self, rest: str) -> dict[str, Any]:
        """Forget an entry for which something is still asked."""
        self.following.cancel()
        return self.where()

    def cards(self, line: str) -> list[str]:
        """Cards that can be named now: `?` for what is asked, `deal ?`, `draw ?`."""
        tracker = self.following
        typed = line.rstrip("?").strip().lower()
        word, _, begun = typed.partition(" ")
        fact = tracker.need.fact if tracker.need is not None and not word else word
        if not fact:
            return tracker.options()
        world = World(tracker.game, tracker.seat)
        ages = sorted(set(tracker.need.ages)) if tracker.need is not None else []
        if fact == "deal":
            pool = set(world.s["civil_deck"])
            for level in range(world.s["age"] + 1, 4):
                pool |= set(tracker.full_deck(level, world.s["players_left"]))
        else:
            pool = {card for level in range(4) for card in world.unseen(level)} | set(
                world.s["current_events"]
            )
        names = [
            tracker.cards.ids[card]
            for card in sorted(pool)
            if card and (not ages or AGE_NAMES[world.level(card)] in ages)
        ]
        return [name for name in names if name.startswith(begun)]


ROW_QUESTION = "which 13 cards lie in the row, from left to right? (row CARD, CARD, ...)"


def row_cards(players: int) -> list[str]:
    """Cards that can lie in the first row."""
    from engine import Game

    tracker = Tracker(Game.new(players=players), 0)
    return [tracker.cards.ids[card] for card, n in sorted(tracker.full_deck(0, players).items()) if n]
