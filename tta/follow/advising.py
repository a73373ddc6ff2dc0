"""Suggestions for the seat's own decisions, as `tta suggest` gives them."""

from __future__ import annotations

import threading
from typing import Any

from engine import Game
from engine.notation import find_move
from tta.explain import reasons
from tta.follow.tracker import Refused, Tracker
from tta.loading import Loaded
from tta.suggestion import Request, Suggestion, suggest
from tta.terminal import Live

__all__ = ["SECONDS", "Advice", "advise", "what_if"]

SECONDS = 0.7
"""For the first decision of a plan; the whole answer is there in less than 2 seconds."""


def advise(tracker: Tracker, seconds: float = SECONDS) -> Suggestion:
    """What the seat should do now; hidden cards are sampled from what the seat knows."""
    if tracker.game.is_over or tracker.game.player_to_move != tracker.seat:
        raise Refused("it is not your decision now")
    loaded = Loaded("this game", tracker.game.clone(), tracker.seat, [], 0)
    return suggest(loaded, Request(time=f"{seconds}s"), Live(False))


def what_if(tracker: Tracker, suggestion: Suggestion, text: str) -> dict[str, Any]:
    """How a move of one's own compares with the best one."""
    game = tracker.game
    move = find_move(text, game.legal_moves(), game.edition)
    ranked = suggestion.plan.ranking.moves
    found = next((each for each in ranked if each.move == move), None)
    after = game.determinize(tracker.seat, 0)
    before = after.clone()
    after.apply(move)
    answer: dict[str, Any] = {
        "move": str(move),
        "changes": reasons(before, after, tracker.seat, leftover=False),
        "best": {"move": str(ranked[0].move), "win": ranked[0].win, "culture": ranked[0].culture},
    }
    if found is not None:
        answer |= {"win": found.win, "culture": found.culture, "share": found.share}
    return answer


class Advice:
    """The suggestion for the decision at hand, thought out in the background where that is wanted."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.game: Game | None = None
        self.found: Suggestion | None = None
        self.thread: threading.Thread | None = None

    def begin(self, tracker: Tracker) -> None:
        """Start to think about an own decision while the person types."""
        game = tracker.game
        if game.is_over or game.player_to_move != tracker.seat or self.is_for(game):
            return
        self.finish()
        self.game, self.found = game.clone(), None
        self.thread = threading.Thread(target=self.think, args=(tracker,), daemon=True)
        self.thread.start()

    def think(self, tracker: Tracker) -> None:
        self.found = advise(tracker, self.seconds)

    def is_for(self, game: Game) -> bool:
        return self.game is not None and self.game == game

    def finish(self) -> None:
        if self.thread is not None:
            self.thread.join()
            self.thread = None

    def get(self, tracker: Tracker, seconds: float | None = None) -> Suggestion:
        """The suggestion for this decision; thinks now if there is none yet, or more time is given."""
        self.finish()
        if seconds is None and self.is_for(tracker.game) and self.found is not None:
            return self.found
        found = advise(tracker, self.seconds if seconds is None else seconds)
        self.game, self.found = tracker.game.clone(), found
        return found
