"""Follow recorded games from one seat: only what that seat sees is entered, as it becomes visible.

    python scripts/follow_traces.py DIR
    python scripts/follow_traces.py DIR --players 3 --limit 20 --suggest 20

The recorded game is replayed (scripts/replay_traces.py) beside the desk of `tta follow --protocol`: lines go
in, answers come out as JSON.  Moves are entered as the seat sees them, and what the desk asks for is
answered: cards dealt to the row, own draws, events.  Before every entry all that the seat knows is compared.
Where a known departure of the other implementation changes a value (docs/recorded-games.md), the desk gets a
`fix`; every other difference and every refused entry fails the game.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from engine import Edition, Game, Move  # noqa: E402
from engine.vocabulary import AGE_NAMES, LEVELS  # noqa: E402
from scripts.traces.conventions import OVERLAY  # noqa: E402
from scripts.traces.records import read_trace, trace_files  # noqa: E402
from scripts.traces.replay import Replay  # noqa: E402
from tta.follow.desk import Desk  # noqa: E402
from tta.follow.tracker import SETS, Tracker  # noqa: E402

BOOKKEEPING = {"hash", "edition", "overlay", "switches", "shuffles", "seed", "gone", "removed"}
"""Not compared: whose shuffle it was, and where cards went that left the game."""


class Astray(Exception):
    """The tracker and the recorded game have parted."""


@dataclass
class Outcome:
    """How one game was followed."""

    name: str
    seat: int
    entries: int = 0
    compared: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    fixes: list[str] = field(default_factory=list)
    failure: str = ""
    seconds: list[float] = field(default_factory=list)
    over: bool = False


class Watched:
    """The recorded game; every move that is played in it is also entered."""

    def __init__(self, game: Game, follower: Follower | None) -> None:
        self.game = game
        self.follower = follower

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, move: Move) -> None:
        before = self.game.clone()
        self.game.apply(move)
        if self.follower is not None:
            self.follower.moved(before, move, self.game)


class FollowedReplay(Replay):
    """A replay whose game is watched."""

    follower: Follower | None = None

    @property
    def game(self) -> Any:
        return self.watched

    @game.setter
    def game(self, game: Game) -> None:
        self.watched = Watched(game, self.follower)
        if self.follower is not None:
            self.follower.departed = True


class Follower:
    """Enters what the seat sees of a game and compares what the tracker then knows."""

    def __init__(
        self, game: Game, seat: int, edition: Any, name: str = "", think_at: Iterable[int] = ()
    ) -> None:
        self.seat = seat
        self.outcome = Outcome(name, seat)
        ids = game.edition.ids
        row = [ids[card] for card in game.snapshot()["row"]]
        self.desk = Desk(game.players, seat)
        self.desk.tracker = Tracker.start(game.players, seat, row, edition)
        self.departed = False
        self.set_items: list[str] = []
        self.think_at = set(think_at)
        self.own_decisions = 0

    @property
    def tracker(self) -> Tracker:
        return self.desk.following

    def say(self, line: str) -> dict[str, Any]:
        """The answer to a line, as a program on the other side of a pipe gets it."""
        answer: dict[str, Any] = json.loads(json.dumps(self.desk.handle(line)))
        return answer

    def told(self, line: str, context: str = "") -> dict[str, Any]:
        """The answer to a line that must not be refused."""
        answer = self.say(line)
        if not answer["ok"]:
            raise Astray(f"refused `{line}`{context}: {answer['error']}")
        return answer

    def moved(self, before: Game, move: Move, after: Game) -> None:
        if not self.set_items:
            self.compare(before)
            self.think(before)
        if before.phase not in SETS:
            self.enter(self.seen(before, move), before, move, after)
            return
        if not self.set_items:
            self.set_items = self.sent_already(before)
        text = self.seen(before, move)
        if text not in ("done", "pass"):
            self.set_items.append(text)
        if not self.goes_on(before, after):
            text = ", ".join(self.set_items) or text
            self.set_items = []
            self.enter(text, before, move, after)

    def sent_already(self, game: Game) -> list[str]:
        """Units that had to be sent: the engine has done so without asking."""
        from engine.catalogue import catalogue
        from engine.vocabulary import UNIT_FIRST

        cards = catalogue(game.edition)
        return [
            f"send {cards.ids[cards.slot_card[UNIT_FIRST + i]]}"
            for i, units in enumerate(game.snapshot()["sent"])
            for _ in range(units)
        ]

    def goes_on(self, before: Game, after: Game) -> bool:
        """The same set is still being chosen."""
        frames = [len(game.snapshot()["frames"]) for game in (before, after)]
        return (
            after.phase == before.phase
            and after.player_to_move == before.player_to_move
            and frames[0] == frames[1]
        )

    def seen(self, game: Game, move: Move) -> str:
        if game.observe(move, self.seat) == move.code:
            return str(move)
        age = AGE_NAMES[self.tracker.cards.level[move.card]]
        return f"{str(move).split()[0]} {age}"

    def enter(self, text: str, before: Game, move: Move, after: Game) -> None:
        self.outcome.entries += 1
        whose = f" of player {before.player_to_move}"
        answer = self.told(text, whose)
        while "need" in answer:
            need = answer["need"]
            self.outcome.asked[need["fact"]] += 1
            cards = ", ".join(self.answer(need["fact"], need["count"], before, move, after))
            answer = self.told(f"{need['fact']} {cards}", whose)

    def answer(self, fact: str, count: int, before: Game, move: Move, after: Game) -> list[str]:
        was, now = before.snapshot(), after.snapshot()
        level = self.tracker.cards.level
        if fact == "event":
            cards = was["current_events"][-1:]
        elif fact == "look":
            cards = now["current_events"][-1:]
        elif fact == "deal":
            cards = [card for card in now["row"] if card][-count:]
        elif fact == "draw":
            kept = Counter(was["player"][self.seat]["military"])
            if before.player_to_move == self.seat:
                kept[move.card] -= kept[move.card] > 0
            new = Counter(now["player"][self.seat]["military"]) - kept
            order = [card for card in reversed(was["military_deck"]) if card in new]
            first = Counter(order[:count]) & new
            cards = [*first.elements(), *(new - first).elements()]
        else:
            cards = [
                card
                for pile in ("current", "future")
                for card, seen in zip(was[f"{pile}_events"], was[f"{pile}_seen"], strict=True)
                if not seen >> self.seat & 1 and level[card] == LEVELS - 1
            ]
        return [self.tracker.cards.ids[card] for card in cards]

    # ------------------------------------------------------------ comparing

    def compare(self, game: Game) -> None:
        """What the seat knows must be the same; a departure is entered as a fix."""
        self.outcome.compared += 1
        found = self.differences(game)
        if found and self.departed:
            self.fix(game, dict(found))
            found = self.differences(game)
        self.departed = False
        if found:
            raise Astray("; ".join(f"{path} should be {value}" for path, value in found[:5]))

    def fix(self, game: Game, found: dict[str, Any]) -> None:
        view = game.view(self.seat)
        for path in list(found):
            self.outcome.fixes.append(f"fix {path} {json.dumps(found[path])}")
            if path.endswith((".actions", ".culture")):
                # E2 counts more actions as spent than there are, D23 culture below 0: no position may say so.
                self.write(int(path.split(".")[1]), game)
                del found[path]
            elif path.startswith("discards"):
                del found[path]
                found["discards"] = view["discards"]
            elif path == "row":
                found["gone"] = self.gone(view)
        if not found:
            return
        text = "fix " + " & ".join(f"{path} {json.dumps(value)}" for path, value in found.items())
        self.told(text)

    def gone(self, view: dict[str, Any]) -> list[str]:
        """Civil cards that have left the recorded game; military ones as the tracker has them (E4)."""
        cards = self.tracker.cards
        military = self.tracker.game.view(self.seat)["gone"]
        return [card for card in view["gone"] if not cards.is_military(cards.numbers[card])] + [
            card for card in military if cards.is_military(cards.numbers[card])
        ]

    def write(self, p: int, game: Game) -> None:
        state, theirs = self.tracker.game.snapshot(), game.snapshot()["player"][p]
        for key in ("culture", "ca_spent", "ma_spent", "ma_extra", "unit_resources", "unit_science"):
            state["player"][p][key] = theirs[key]
        self.tracker.game = Game.from_snapshot(self.tracker.game.edition, state)

    def differences(self, game: Game) -> list[tuple[str, Any]]:
        theirs = comparable(json.loads(json.dumps(game.view(self.seat))))
        ours = comparable(self.told("show")["position"])
        return list(paths(theirs, ours, ""))

    def think(self, game: Game) -> None:
        """Time a suggestion at some own decisions."""
        if game.player_to_move != self.seat:
            return
        self.own_decisions += 1
        if self.own_decisions not in self.think_at:
            return
        start = time.perf_counter()
        self.told("suggest")
        self.outcome.seconds.append(time.perf_counter() - start)


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what no seat can tell: who put which of several face-down events there."""
    found = {key: value for key, value in view.items() if key not in BOOKKEEPING}
    found["current_events"] = sorted(json.dumps(known(entry)) for entry in view["current_events"])
    discards = view.get("discards", {})
    found["discards"] = {
        age: sorted(json.dumps(known(entry)) for entry in pile)
        for age, pile in discards.items()
        if age == view["age"]
    }
    return found


def known(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    return entry["card"] if "card" in entry else entry["age"]


def paths(theirs: Any, ours: Any, path: str) -> Any:
    """Places that differ, with the value that they should have."""
    if theirs == ours:
        return
    if isinstance(theirs, dict) and isinstance(ours, dict) and path.count(".") < 2:
        for key in theirs.keys() | ours.keys():
            yield from paths(theirs.get(key), ours.get(key), f"{path}.{key}" if path else key)
    elif isinstance(theirs, list) and isinstance(ours, list) and path == "players":
        for i, (their, our) in enumerate(zip(theirs, ours, strict=True)):
            yield from paths(their, our, f"{path}.{i}")
    else:
        yield path, theirs


def follow_file(path: Path, seat: int | None = None, suggestions: int = 0) -> Outcome:
    """Follow one recorded game to its end."""
    trace = read_trace(path)
    chance = random.Random(trace.name)
    seat = chance.randrange(trace.players) if seat is None else seat
    edition = Edition(overlay=OVERLAY)
    replay = FollowedReplay(trace, edition)
    think_at = set(chance.sample(range(1, 120), suggestions))
    follower = Follower(
        replay.game.game, seat, edition.with_switch(reshuffle_when_needed=True), trace.name, think_at
    )
    replay.follower = replay.watched.follower = follower
    outcome = follower.outcome
    try:
        result = replay.run()
        if result.first_difference:
            outcome.failure = "the replay itself differs: " + "; ".join(result.first_difference[:2])
        else:
            follower.compare(replay.game.game)
            outcome.over = follower.tracker.game.is_over
    except Astray as error:
        step = replay.window[-1].n if replay.window else 0
        outcome.failure = f"step {step}: {error}"
    return outcome


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), help="Only games of this many players.")
@click.option("--game", "games", multiple=True, help="Only this game (name of its file); can be repeated.")
@click.option("--limit", type=click.IntRange(1), help="Games of each number of players.")
@click.option("--seat", type=click.IntRange(0, 3), help="The seat (default: one by the game's name).")
@click.option("--suggest", type=click.IntRange(0), default=0, help="Suggestions to time in each game.")
@click.option("--verbose", is_flag=True, help="List all fixes.")
def main(
    folder: Path,
    players: int | None,
    games: tuple[str, ...],
    limit: int | None,
    seat: int | None,
    suggest: int,
    verbose: bool,
) -> None:
    files = trace_files(folder)
    if games:
        files = [path for path in files if path.name.split(".")[0] in games]
    failed = 0
    for count in (2, 3, 4) if players is None else (players,):
        of_count = [path for path in files if f"{count}p_" in path.name][:limit]
        outcomes = []
        for path in of_count:
            outcome = follow_file(path, seat, suggest)
            outcomes.append(outcome)
            if outcome.failure or verbose:
                click.echo(f"{outcome.name} seat {outcome.seat}: {outcome.failure or 'followed to the end'}")
            if verbose:
                for text in outcome.fixes:
                    click.echo(f"    {text}")
        click.echo(summary(count, outcomes))
        failed += sum(bool(outcome.failure) or not outcome.over for outcome in outcomes)
    sys.exit(failed > 0)


def summary(players: int, outcomes: list[Outcome]) -> str:
    done = [outcome for outcome in outcomes if outcome.over and not outcome.failure]
    fixes = sum(len(outcome.fixes) for outcome in outcomes)
    asked: Counter[str] = sum((outcome.asked for outcome in outcomes), Counter())
    lines = [
        f"{players} players: {len(done)} of {len(outcomes)} games followed to the end,"
        f" {sum(o.entries for o in outcomes)} entries, {sum(o.compared for o in outcomes)} comparisons,"
        f" {fixes} fixes for departures in {sum(bool(o.fixes) for o in outcomes)} games",
        f"  asked: {', '.join(f'{fact} {n}' for fact, n in sorted(asked.items()))}",
    ]
    seconds = [value for outcome in outcomes for value in outcome.seconds]
    if seconds:
        lines.append(f"  {len(seconds)} suggestions, slowest {max(seconds):.2f} s")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
