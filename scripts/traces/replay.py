"""One recorded game from the first decision to the final score.

Our game and the record take the same decisions at different grain: forced ones are applied by
our engine and asked there, compound ones are single steps there (D30), the answers to one event
come in another order (D25).  So steps are fed one by one, or all answers to an event together,
and positions are compared whenever both wait for the same decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from engine import Game
from engine.vocabulary import UNIT_FIRST, FrameKind, MoveKind, PlayerFlag
from scripts.traces.actions import EVENT_PHASES, PHASES, Answer, Wish, answer_of
from scripts.traces.cards import CardNames
from scripts.traces.compare import Difference, differences, stated
from scripts.traces.conventions import (
    antiquated_cards_leave,
    supremacy_at_start,
    temporary_actions_last,
)
from scripts.traces.departures import DEPARTURES, Situation, impossible, total_rises
from scripts.traces.records import Step, Trace
from scripts.traces.takeover import CannotTakeOver, set_civil_deck, take_over
from scripts.traces.view import Snapshot, View

FIRST_POLITICS = 3
"""The first round with a Politics Phase there (D29)."""
HIDDEN_CHOICES = frozenset({"bid", "defend", "send", "discard", "politics"})
"""Decisions that our game asks even if only one move is left, so that hidden cards stay hidden."""
MUST_BE_ASKED = frozenset({"playerTurn", "playerTurnFirstTurn"})


Touched = list[tuple[str, bool, tuple[str, ...]]]
"""Departures that may act now: id, whether derived, beginnings of the places they touch."""


class OutOfStep(Exception):
    """A recorded action that is not among our legal moves, or not our turn to decide."""


@dataclass
class Result:
    """How one game went."""

    name: str
    steps: int
    explained: Counter[str] = field(default_factory=Counter)
    followed: Counter[str] = field(default_factory=Counter)
    departures: list[tuple[int, list[str]]] = field(default_factory=list)
    first_difference: list[str] = field(default_factory=list)
    differing_steps: int = 0

    @property
    def status(self) -> str:
        if self.first_difference:
            return "different"
        return "explained" if self.explained or self.followed else "exact"

    def explained_apart_from(self, ids: set[str]) -> int:
        """Steps at which some other departure acted."""
        return sum(bool(set(found) - ids) for _, found in self.departures)


def batches(steps: list[Step]) -> Iterator[list[Step]]:
    """Single steps, and the answers to one event or attack together (D25)."""
    batch: list[Step] = []
    for step in steps:
        if batch and not (step.phase in EVENT_PHASES and batch[-1].phase in EVENT_PHASES):
            yield batch
            batch = []
        batch.append(step)
    if batch:
        yield batch


def merge_events(state: dict[str, Any]) -> None:
    """Final events are scored from both piles; the records put them together."""
    state["current_events"] = sorted([*state["current_events"], *state["future_events"]])
    state["future_events"] = []


class Replay:
    """Feeds a trace to our game; `go_on` adopts what it can after an unexplained difference."""

    def __init__(self, trace: Trace, edition: Any, go_on: bool = False) -> None:
        self.trace = trace
        self.names = CardNames(edition)
        self.view = View(self.names)
        self.go_on = go_on
        self.result = Result(trace.name, len(trace.steps))
        number = self.names.number
        orders = trace.shuffles()
        shuffles = {deck: [[number(card) for card in order] for order in orders[deck]] for deck in orders}
        edition = edition.with_switch(reshuffle_when_needed=True)  # D26
        self.game = Game.new(players=trace.players, seed=0, edition=edition, shuffles=shuffles)
        self.before: Snapshot = self.game.snapshot()
        self.theirs_before = trace.header["state"]
        self.window: list[Step] = []
        self.in_game: Counter[str] = Counter()
        self.civil_order: list[str] = []
        self.removed: Counter[str] = Counter()
        self.index = {step.n: i for i, step in enumerate(trace.steps)}
        self.seen_decks: set[str] = set()
        self.note_decks(trace.header["setup_outcomes"])
        self.lag: dict[str, int] = {}
        self.accepted: dict[str, tuple[str, Any]] = {}

    # -- the course of the game

    def run(self) -> Result:
        try:
            self.check(self.trace.header["state"], 0)
            following = {step.n: after for step, after in pairwise(self.trace.steps)}
            for batch in batches(self.trace.steps):
                if self.stopped:
                    return self.result
                self.window += batch
                for step in batch:
                    self.note_decks(step.outcomes)
                self.feed_and_follow(batch)
                self.use_stale_strengths(batch[-1])
                self.fill(batch[-1])
                if self.same_decision(batch[-1], following.get(batch[-1].n)):
                    self.check(batch[-1].state, batch[-1].n)
            if not self.stopped:
                self.check_end()
        except OutOfStep as error:
            self.differ(self.window[-1].n, [str(error), *self.where()])
        return self.result

    @property
    def stopped(self) -> bool:
        return bool(self.result.first_difference) and not self.go_on

    def note_decks(self, outcomes: list[dict[str, Any]]) -> None:
        """Cards enter the game when their deck is shuffled for the first time."""
        for outcome in outcomes:
            if outcome["kind"] not in ("deck_shuffled", "current_events_deck"):
                continue
            deck = outcome.get("deck", "events")
            if deck not in self.seen_decks:
                self.seen_decks.add(deck)
                self.in_game.update(outcome["order"])
            if deck.startswith("civil"):
                self.civil_order = outcome["order"]

    # -- feeding decisions

    def feed(self, batch: list[Step]) -> None:
        """Give the answers as our game asks for them; those that it gave by itself are left over."""
        answers = []
        for step in batch:
            answer = answer_of(step, self.names)
            if answer is not None:
                answers.append(answer)
        while answers:
            for answer in answers:
                if self.waits_for(answer):
                    self.play(answer, batch)
                    answers.remove(answer)
                    break
            else:
                if not self.comes_up(batch[-1]) and self.apply_forced():
                    continue
                break
        last = batch[-1]
        if answers and last.phase in MUST_BE_ASKED and last.type != "end_action_phase":
            raise OutOfStep(f"the record acts in {last.phase}, our game waits elsewhere")

    def feed_and_follow(self, batch: list[Step]) -> None:
        """Give the answers, and follow lasting departures of the other implementation around them."""
        before = self.game.snapshot()
        self.feed(batch)
        self.follow("E2", lambda s: temporary_actions_last(before, s))
        self.follow("E4", lambda s: antiquated_cards_leave(self.view, before, s, batch))
        if self.game.snapshot()["current"] != before["current"] and not self.game.is_over:
            self.follow("D10", lambda s: supremacy_at_start(self.view, s))

    def follow(self, id_: str, change: Callable[[Snapshot], bool]) -> None:
        s = self.game.snapshot()
        if change(s):
            self.game = Game.from_snapshot(self.game.edition, s)
            self.result.followed[id_] += 1

    def comes_up(self, last: Step) -> bool:
        """The record answers what our game waits for in one of the next steps, or is asked for it now."""
        if self.game.is_over:
            return False
        player, phase = self.game.player_to_move, self.game.phase
        if phase in PHASES[last.next_phase] and player in last.next_players:
            return True
        for step in self.trace.steps[self.index[last.n] + 1 :]:
            if step.player == player and phase in PHASES[step.phase]:
                return True
            if step.phase in MUST_BE_ASKED:
                return False
        return False

    def use_stale_strengths(self, step: Step) -> None:
        """D6: an attack there goes by the stored strengths."""
        if step.type != "aggression" or self.game.phase != "defend":
            return
        s = self.game.snapshot()
        for role, strength in (("attacker", "attack_strength"), ("defender", "defence_strength")):
            player = step.state["players"][s[role]]
            stored = player.get("stored_ratings", player["ratings"])
            s[strength] += stored["strength"] - player["ratings"]["strength"]
        if s != self.game.snapshot():
            self.game = Game.from_snapshot(self.game.edition, s)
            self.result.explained["D6"] += 1
            self.result.departures.append((step.n, ["D6"]))

    def waits_for(self, answer: Answer) -> bool:
        if self.game.is_over or self.game.phase not in answer.phases:
            return False
        if self.game.player_to_move != answer.player:
            return False
        if self.game.phase == "destroy_other":
            return bool(self.top_frame()["target"] == answer.target)
        return True

    def top_frame(self) -> dict[str, Any]:
        frame: dict[str, Any] = self.game.snapshot()["frames"][-1]
        return frame

    def play(self, answer: Answer, batch: list[Step]) -> None:
        if not answer.is_set:
            if not impossible(batch[-1], self.game.snapshot(), self.view):
                self.apply(answer.wishes[0])
            elif self.game.phase != "action":
                self.game.apply(self.game.legal_moves()[0])  # any answer will do: it is taken over
            return
        left = sorted(answer.wishes, key=lambda wish: (wish.card or 0, wish.kind))
        for slot, units in enumerate(self.game.snapshot()["sent"], UNIT_FIRST):
            for _ in range(units):  # our game has sent them itself: there was no choice
                left.remove(Wish(MoveKind.CHOOSE, self.view.cards.slot_card[slot]))
        while self.waits_for(answer):
            self.apply(left.pop(0) if left else Wish(MoveKind.DONE))

    def apply(self, wish: Wish) -> None:
        legal = self.game.legal_moves()
        if self.game.phase == "plunder":  # what the rival does not have may be named there
            food, resources = max(move.a for move in legal), max(move.b for move in legal)
            wish = replace(wish, a=min(wish.a or 0, food), b=min(wish.b or 0, resources))
        for move in legal:
            if wish.fits(move):
                self.game.apply(move)
                return
        raise OutOfStep(f"not legal: {self.describe(wish)}\n      legal: {', '.join(map(str, legal))}")

    def describe(self, wish: Wish) -> str:
        parts = [wish.kind.name.lower()]
        if wish.card:
            parts.append(self.names.cards.ids[wish.card])
        parts += [f"{name}={value}" for name, value in (("a", wish.a), ("b", wish.b)) if value is not None]
        return " ".join(parts + ([f"flags={wish.flags}"] if wish.flags else []))

    def apply_forced(self) -> bool:
        """Apply the only move of a decision that the record does not contain."""
        if self.game.is_over or self.game.phase not in HIDDEN_CHOICES:
            return False
        legal = self.game.legal_moves()
        if len(legal) != 1:
            return False
        self.game.apply(legal[0])
        return True

    def fill(self, last: Step) -> None:
        """Make the decisions that only our game asks for."""
        while not self.game.is_over and self.game.phase not in PHASES[last.next_phase]:
            if self.game.phase == "politics" and self.game.snapshot()["round"] < FIRST_POLITICS:
                self.apply(Wish(MoveKind.PASS))  # D29
            elif self.game.phase == "lose_population" and self.returned_worker():
                self.game.apply(self.game.legal_moves()[0])  # D7: asked only once there
            elif self.comes_up(last) or not self.apply_forced():
                return

    def returned_worker(self) -> bool:
        player = self.game.player_to_move
        return any(step.type == "lose_yellow_token" and step.player == player for step in self.window)

    # -- comparing

    def same_decision(self, step: Step, following: Step | None) -> bool:
        """Both games wait for the same player in the same place."""
        if step.next_phase == "gameEnd" or self.game.is_over:
            return step.next_phase == "gameEnd" and self.game.is_over
        if self.game.phase not in PHASES[step.next_phase] or self.amid_decisions():
            return False
        players, turn = self.trace.players, following.turn_player if following else step.turn_player
        first = min(step.next_players, key=lambda p: (p - turn) % players)
        if self.game.player_to_move != first:
            return False
        if self.game.phase == "destroy_other" and following:
            return bool(self.top_frame()["target"] == following.action.get("target"))
        return True

    def amid_decisions(self) -> bool:
        """Part of what belongs together is done: answers to one event (D25), units of a force, a war."""
        state = self.game.snapshot()
        asked = [frame for frame in state["frames"] if frame["kind"] < FrameKind.EVENT_DONE]
        return len(asked) > 1 or any(state["sent"]) or self.game.phase == "steal"

    def check(self, state: dict[str, Any], n: int) -> None:
        """Compare the positions; departures explain differences, and their values are taken over."""
        ours = self.game.snapshot()
        self.update_lag(ours)
        now = Situation(self.view, self.window, self.before, ours, self.theirs_before, self.lag)
        theirs = stated(state, self.names)
        if self.game.is_over:
            merge_events(theirs)
            for p, player in enumerate(ours["player"]):
                if player["flags"] & PlayerFlag.RESIGNED:  # D23: not marked by the last resignation
                    theirs["players"][p] = {"resigned": True}
        found = differences(theirs, self.shown(ours))
        ids: set[str] = set()
        if found:
            found = self.explain(now, theirs, found, ids)
        if not found:
            found = self.card_differences()
        if ids:
            self.result.explained.update(ids)
            self.result.departures.append((n, sorted(ids)))
        if found:
            self.differ(n, [*map(str, found), *self.where()])
            if self.go_on:
                self.adopt(found)
        self.window = []
        self.before = self.game.snapshot()
        self.theirs_before = state

    def shown(self, ours: Snapshot) -> dict[str, Any]:
        """Our position in the words of the records."""
        state = self.view.state(ours)
        if self.game.is_over:
            merge_events(state)
        return state

    def update_lag(self, ours: Snapshot) -> None:
        """E1: gained outside the own turn, shown from the first own decision on."""
        for step in self.window:
            if step.next_phase in MUST_BE_ASKED:
                own = f"players.{step.next_players[0]}."
                self.lag = {place: rise for place, rise in self.lag.items() if not place.startswith(own)}
        for place, rise in total_rises(self.before, ours, self.window).items():
            self.lag[place] = self.lag.get(place, 0) + rise

    def explain(
        self, now: Situation, theirs: dict[str, Any], found: list[Difference], ids: set[str]
    ) -> list[Difference]:
        """Take over what a departure touches; returns what is left unexplained."""
        touched = [(each.id, each.derived, tuple(each.fields(now))) for each in DEPARTURES]
        taken = []
        for difference in found:
            if self.derived_from(difference, touched):
                continue
            for id_, derived, places in touched:
                if not derived and difference.place.startswith(places):
                    taken.append(difference)
                    ids.add(id_)
                    break
        if taken:
            self.adopt(taken)
            found = differences(theirs, self.shown(self.game.snapshot()))
        accepted = {}
        for difference in found:
            id_ = self.derived_from(difference, touched)
            if id_:
                accepted[difference.place] = (id_, difference.theirs - difference.ours)
        ids.update(id_ for place, (id_, by) in accepted.items() if self.accepted.get(place) != (id_, by))
        self.accepted = accepted
        return [difference for difference in found if difference.place not in accepted]

    def derived_from(self, difference: Difference, touched: Touched) -> str:
        """The departure that shows this value although nothing of ours can be changed for it."""
        for id_, derived, places in touched:
            if derived and difference.place.startswith(places) and self.predicted(id_, difference):
                return id_
        return ""

    def predicted(self, id_: str, difference: Difference) -> bool:
        if id_ == "E1":
            return bool(difference.theirs - difference.ours == -self.lag[difference.place])
        return True

    def adopt(self, taken: list[Difference]) -> None:
        """Write recorded values into our game."""
        s = self.game.snapshot()
        for difference in taken:
            try:
                take_over(self.view, s, difference)
            except CannotTakeOver:
                if not self.go_on:
                    raise
            if difference.place == "civil_deck":
                set_civil_deck(self.view, s, difference.theirs, self.civil_order, self.in_game)
        self.game = Game.from_snapshot(self.game.edition, s)

    def card_differences(self) -> list[Difference]:
        """Every card that has entered the game is somewhere, once."""
        snapshot = self.game.snapshot()
        ours = self.view.all_cards(snapshot) + self.removed
        missing = self.in_game - ours
        if missing and missing.total() == sum(snapshot["n_removed"]) - self.removed.total():
            # A military deck has left unseen: its cards are those that are nowhere now.
            self.removed += missing
            ours += missing
        return [
            Difference(f"cards.{card}", self.in_game[card], ours[card])
            for card in sorted(self.in_game.keys() | ours.keys())
            if self.in_game[card] != ours[card]
        ]

    def check_end(self) -> None:
        final = self.trace.final
        n = self.trace.steps[-1].n
        if not self.game.is_over:
            raise OutOfStep("the recorded game is over, ours is not")
        found = []
        for p, player in enumerate(self.game.snapshot()["player"]):
            if player["flags"] & PlayerFlag.RESIGNED:
                continue
            if final["final_culture"][p] != self.game.scores[p]:
                place = f"final_culture.{p}"
                found.append(Difference(place, final["final_culture"][p], self.game.scores[p]))
        if list(final["winners"]) != list(self.game.winners):
            found.append(Difference("winners", final["winners"], list(self.game.winners)))
        if found:
            self.differ(n, [*map(str, found), *self.where()])

    # -- reporting

    def differ(self, n: int, lines: list[str]) -> None:
        self.result.differing_steps += 1
        if not self.result.first_difference:
            self.result.first_difference = [f"step {n}", *lines]

    def where(self) -> list[str]:
        """The last steps before a difference and what our game waits for."""
        last = self.window[-1].n if self.window else 0
        recent = [step.text() for step in self.trace.steps if last - 6 <= step.n <= last]
        waits = "our game is over"
        if not self.game.is_over:
            waits = f"our game waits for player {self.game.player_to_move}: {self.game.phase}"
        compared = f"compared last before step {self.window[0].n}" if self.window else "at the start"
        return [*(f"  {text}" for text in recent), f"  {waits}; {compared}"]
