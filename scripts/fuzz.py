"""Random games on the debug build, with everything checked that holds whatever the players do.

Below the Python line, after every move of every game: tokens of each colour, every card in
exactly one place, hands and piles in order, ratings against a fresh computation, legal moves
listed once; at one of four decisions every legal move on a copy, and a sampled world.
One of `--deep` games is played again through the Python class, which has to agree; there, at
chosen decisions: copies, pickles, positions, views and samples of every observer, texts of
moves, moves that were not offered, and records.

    python scripts/fuzz.py --games 100000
    python scripts/fuzz.py --sanitize                    # 2,000 games under ASan and UBSan
    python scripts/fuzz.py --game 4711 --players 3       # one game, move by move

The exit code is 1 if something was found.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
CHUNK = 20
SANITIZED_GAMES = 2_000


# -- the build


def flavour_in_use() -> str:
    """Which build `engine` comes from: debug, sanitize or release."""
    import engine

    folder = Path(str(engine.__file__)).resolve().parent.parent
    return folder.name if folder.parent == ROOT / "build" else "release"


def environment(flavour: str) -> dict[str, str]:
    """The environment in which Python uses that build."""
    changed = {**os.environ, "PYTHONPATH": str(ROOT / "build" / flavour)}
    if flavour == "sanitize":
        # The interpreter is not instrumented: the runtime has to be loaded before it, what it
        # leaks is not ours, and its own allocator would hide errors within a block.
        compiler = os.environ.get("CC") or shutil.which("gcc") or "cc"
        runtimes = [
            subprocess.run(
                [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
            ).stdout.strip()
            for name in ("libasan.so", "libubsan.so")
        ]
        changed |= {
            "LD_PRELOAD": " ".join(runtimes),
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
    return changed


def use_build(flavour: str) -> None:
    """Go on in that build: build it if it is missing or older than its sources, and start again."""
    if flavour == flavour_in_use():
        return
    done = subprocess.run(["make", "--no-print-directory", flavour], cwd=ROOT, check=False)
    if done.returncode:
        raise click.ClickException(f"`make {flavour}` failed")
    os.execve(sys.executable, [sys.executable, *sys.argv], environment(flavour))


# -- checks through the Python class


class Violation(Exception):
    """Something that does not hold."""


def demand(holds: bool, problem: str) -> None:
    if not holds:
        raise Violation(problem)


class Examination:
    """What holds at one decision of a game."""

    def __init__(self, game: Any, rng: random.Random, earlier: Sequence[Any]) -> None:
        self.game = game
        self.rng = rng
        self.moves = game.legal_moves()
        self.earlier = earlier

    def run(self) -> None:
        self.copies()
        self.position()
        self.texts()
        self.refusals()
        for observer in range(self.game.players):
            self.observer(observer)

    def copies(self) -> None:
        game = self.game
        copy = game.clone()
        demand(copy == game and hash(copy) == hash(game), "a clone differs from its original")
        demand(pickle.loads(pickle.dumps(game)) == game, "a pickled game differs")
        copy.apply(self.rng.choice(self.moves))
        demand(game.legal_moves() == self.moves, "a move on a clone changed the original")

    def position(self) -> None:
        from engine import Game

        position = self.game.to_position()
        loaded = Game.from_position(position)
        demand(loaded == self.game, f"position differs after loading: {difference(self.game, loaded)}")
        demand(loaded.to_position() == position, "position differs when it is written again")

    def texts(self) -> None:
        texts = [str(move) for move in self.moves]
        demand(len(set(texts)) == len(texts), f"two moves share a text: {sorted(texts)}")
        for move in self.rng.sample(self.moves, min(4, len(self.moves))):
            by_text, by_move = self.game.clone(), self.game.clone()
            by_text.apply(str(move))
            by_move.apply(move)
            demand(by_text == by_move, f"`{move}` is read as another move")

    def refusals(self) -> None:
        legal = {move.code for move in self.moves}
        copy = self.game.clone()
        for code in self.wrong_codes(legal):
            refused(partial(copy.apply_code, code), f"move {code:#010x}")
        for move in self.rng.sample(self.earlier, min(4, len(self.earlier))):
            if move.code not in legal:
                refused(partial(copy.apply, move), f"earlier move `{move}`")
        for text in ("", "take", "bid 999", "fly to the moon", "prepare agriculture"):
            refused(partial(copy.apply, text), f"text `{text}`")
        demand(copy == self.game, "a refused move changed the game")

    def wrong_codes(self, legal: set[int]) -> Iterator[int]:
        """Legal moves with one bit changed, and any numbers."""
        for _ in range(6):
            near = self.rng.choice(self.moves).code ^ 1 << self.rng.randrange(32)
            for code in (near, self.rng.getrandbits(32)):
                if code not in legal:
                    yield code

    def observer(self, observer: int) -> None:
        from engine import Game

        game = self.game
        view = game.view(observer)
        world = game.determinize(observer, self.rng.getrandbits(64))
        demand(world.view(observer) == view, f"view of player {observer} differs in a sampled world")
        demand(world.player_to_move == game.player_to_move, "a sampled world asks somebody else")
        if game.player_to_move == observer:
            demand(world.legal_moves() == self.moves, f"player {observer} has other moves in a sampled world")
        loaded = Game.from_position(game.to_position(observer=observer))
        demand(loaded.view(observer) == view, f"view of player {observer} differs after loading")
        world.random_playout(self.rng.getrandbits(32))
        demand(world.is_over, "a sampled world does not come to an end")


def refused(attempt: Callable[[], object], what: str) -> None:
    from engine import IllegalMove

    try:
        attempt()
    except IllegalMove:
        return
    raise Violation(f"{what} was not refused")


def difference(one: Any, other: Any) -> str:
    """The first field in which two games differ."""
    return next(_differences(one.snapshot(), other.snapshot(), ""), "no field of the state")


def _differences(one: Any, other: Any, place: str) -> Iterator[str]:
    if isinstance(one, dict):
        for key in one:
            yield from _differences(one[key], other[key], f"{place}.{key}" if place else key)
    elif isinstance(one, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from _differences(a, b, f"{place}[{i}]")
    elif one != other:
        yield f"{place} {one!r} became {other!r}"


def legal_move(game: Any, code: int) -> Any:
    for move in game.legal_moves():
        if move.code == code:
            return move
    raise Violation(f"move {code:#010x} of the C level is not legal")


def replay_deeply(players: int, seed: int, codes: Sequence[int], share: float) -> Iterator[tuple[Any, Any]]:
    """The game again, through the Python class; yields each game and move before the move is made.

    A share of the decisions is examined, and the first one of each kind.
    """
    from engine import Game

    rng = random.Random(seed)
    game = Game.new(players=players, seed=seed)
    kinds: set[str] = set()
    earlier: list[Any] = []
    for code in codes:
        if game.phase not in kinds or rng.random() < share:
            kinds.add(game.phase)
            Examination(game, rng, earlier).run()
        move = legal_move(game, code)
        yield game, move
        game.apply(move)
        earlier.append(move)
    demand(game.is_over and not game.legal_moves(), "the game does not end where it ended at the C level")
    demand(Game.replay(game.record()) == game, "the replayed record is another game")
    demand(Game.from_position(game.to_position()) == game, "the position of the end differs after loading")


# -- games in chunks


@dataclass
class Plan:
    """Which games to play."""

    games: int
    seed: int
    players: Sequence[int]
    deep: int

    def game(self, number: int) -> tuple[int, int]:
        """Players and seed of a game."""
        return self.players[number % len(self.players)], self.seed + number

    def chunks(self) -> list[range]:
        return [range(i, min(i + CHUNK, self.games)) for i in range(0, self.games, CHUNK)]


@dataclass
class Tally:
    """What some games came to."""

    games: int = 0
    decisions: int = 0
    branches: int = 0
    worlds: int = 0
    deep_games: int = 0
    violations: list[dict[str, Any]] = field(default_factory=list)
    coverage: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        from engine.fuzz import merge_coverage

        for name in ("games", "decisions", "branches", "worlds", "deep_games"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.violations += other.violations
        self.coverage = merge_coverage([self.coverage, other.coverage])


def play_chunk(plan: Plan, numbers: range) -> Tally:
    from engine.fuzz import Walk

    walk = Walk()
    tally = Tally()
    for number in numbers:
        players, seed = plan.game(number)
        found = walk.play(players, seed)
        if found is None and plan.deep and number % plan.deep == 0:
            tally.deep_games += 1
            found = play_deeply(players, seed, walk.codes, 0.02)
        if found is not None:
            tally.violations.append(found)
    tally.games, tally.decisions = walk.games, walk.decisions
    tally.branches, tally.worlds = walk.branches, walk.worlds
    tally.coverage = walk.coverage()
    return tally


def play_deeply(players: int, seed: int, codes: Sequence[int], share: float) -> dict[str, Any] | None:
    move = 0
    try:
        for _ in replay_deeply(players, seed, codes, share):
            move += 1
    except Exception as error:
        problem = str(error) if isinstance(error, Violation) else f"{type(error).__name__}: {error}"
        return {"players": players, "seed": seed, "move": move, "problem": problem}
    return None


def ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(plan: Plan, jobs: int, quiet: bool) -> tuple[Tally, bool]:
    """All games; and whether they were interrupted."""
    total = Tally()
    progress = tqdm(total=plan.games, unit=" games", disable=quiet, smoothing=0.05)
    pool = ProcessPoolExecutor(jobs, initializer=ignore_interrupt)
    waiting: dict[Future[Tally], range] = {}
    try:
        for chunk in plan.chunks():
            waiting[pool.submit(play_chunk, plan, chunk)] = chunk
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                tally = future.result()
                del waiting[future]
                for violation in tally.violations:
                    progress.write(f"violation: {violation_text(violation)}", file=sys.stderr)
                total.add(tally)
                progress.update(tally.games)
                progress.set_postfix(violations=len(total.violations), refresh=False)
    except KeyboardInterrupt:
        return total, True
    except BrokenProcessPool:
        total.violations += crashes(plan, list(waiting.values())[: 2 * jobs])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        progress.close()
    return total, False


def crashes(plan: Plan, chunks: Sequence[range]) -> list[dict[str, Any]]:
    """A process has died: which game killed it, each in a process of its own."""
    found = []
    for number in (number for chunk in chunks for number in chunk):
        process = multiprocessing.Process(target=play_chunk, args=(plan, range(number, number + 1)))
        process.start()
        process.join()
        if process.exitcode:
            players, seed = plan.game(number)
            problem = f"the process died with exit code {process.exitcode}"
            found.append({"players": players, "seed": seed, "move": None, "problem": problem})
    return found or [{"players": None, "seed": None, "move": None, "problem": "a process died"}]


# -- reports


def violation_text(violation: dict[str, Any]) -> str:
    where = f"--game {violation['seed']} --players {violation['players']}, move {violation['move']}"
    if violation.get("tried"):
        where += f", trying {violation['tried']:#010x}"
    if violation.get("sampled_world"):
        where += ", in a sampled world"
    return f"{where}: {violation['problem']}"


# What shows that a card has done its work.
PLAYED = ("action", "aggression", "bonus")
PREPARED = ("territory", "war", "pact", "tactic")


def is_reached(edition: Any, card: int, coverage: dict[str, list[int]]) -> bool:
    taken, played, resolved = (coverage[key][card] > 0 for key in ("taken", "played", "resolved"))
    entry, kind = edition.card(card), edition.kind(card)
    if card in initial_cards(edition):
        return kind == "government" or played
    if kind == "event":
        return resolved and (played or entry["age"] == "A")
    if kind in PREPARED:
        return played and resolved
    if kind in PLAYED:
        return played and (taken or kind != "action")
    return taken and resolved


def initial_cards(edition: Any) -> set[int]:
    from engine import Game

    start = Game.new(players=2, edition=edition).to_position()["players"][0]
    return {edition.number(name) for name in [*start["technologies"], start["government"]]}


def readable(coverage: dict[str, list[int]]) -> dict[str, Any]:
    """Counts by name, and what was never reached."""
    from engine import default_edition
    from engine.vocabulary import FrameKind, MoveKind

    edition = default_edition()
    asked = [kind for kind in FrameKind if FrameKind.NONE < kind < FrameKind.EVENT_DONE]
    decisions = {kind.name.lower(): coverage["decisions"][kind] for kind in asked}
    moves = {kind.name.lower(): coverage["moves"][kind] for kind in MoveKind if kind}
    cards = {
        name: {key: coverage[key][card] for key in ("taken", "played", "resolved")}
        for card, name in enumerate(edition.ids)
        if card
    }
    missing = {
        "decisions": [name for name, count in decisions.items() if not count],
        "moves": [name for name, count in moves.items() if not count],
        "cards": [
            name for card, name in enumerate(edition.ids) if card and not is_reached(edition, card, coverage)
        ],
    }
    return {"decisions": decisions, "moves": moves, "cards": cards, "missing": missing}


def summary(total: Tally, seconds: float) -> dict[str, Any]:
    return {
        "build": flavour_in_use(),
        "games": total.games,
        "decisions": total.decisions,
        "moves_tried_on_copies": total.branches,
        "sampled_worlds": total.worlds,
        "deep_games": total.deep_games,
        "seconds": round(seconds, 1),
        "games_per_second": round(total.games / seconds, 1) if seconds else None,
        "violations": total.violations,
        "coverage": readable(total.coverage) if total.coverage else None,
    }


def print_report(result: dict[str, Any]) -> None:
    click.echo(
        f"{result['games']} games on the {result['build']} build in {result['seconds']} s "
        f"({result['games_per_second']} games/s): {result['decisions']} decisions, "
        f"{result['moves_tried_on_copies']} moves tried on copies, {result['sampled_worlds']} worlds, "
        f"{result['deep_games']} games played again through Python"
    )
    if result["coverage"]:
        for name in ("decisions", "moves", "cards"):
            counts, missing = result["coverage"][name], result["coverage"]["missing"][name]
            line = f"{name}: {len(counts) - len(missing)} of {len(counts)} reached"
            click.echo(line + (f"; not {', '.join(missing)}" if missing else ""))
    for violation in result["violations"][:50]:
        click.echo(f"violation: {violation_text(violation)}")
    click.echo(f"{len(result['violations'])} violations")


def tell_game(seed: int, players: int) -> bool:
    """Play one game move by move, everything examined; whether it was sound."""
    from engine.fuzz import Walk

    walk = Walk(every=1)
    found = walk.play(players, seed)
    game, number = None, 0
    codes = walk.codes if found is None else walk.codes[: max(found["move"] - 1, 0)]
    try:
        for game, move in replay_deeply(players, seed, codes, 1.0 if found is None else 0.0):
            number += 1
            click.echo(f"{number:4} {game!r}: {move}  ({len(game.legal_moves())} legal)")
    except Violation as error:
        # Without the moves after a finding the game does not reach its end, which is no news.
        if found is None:
            found = {"players": players, "seed": seed, "move": number, "problem": str(error)}
    if found is None:
        click.echo(f"sound; scores {walk.scores}")
        return True
    if game is not None:
        last = walk.codes[-1]
        text = next((str(move) for move in game.legal_moves() if move.code == last), f"{last:#010x}")
        click.echo(f"{found['move']:4} {game!r}: {text}")
    click.echo(f"violation: {violation_text(found)}")
    return False


def parse_players(text: str) -> list[int]:
    numbers = [int(part) for part in text.split(",") if part.strip().isdigit()]
    if len(numbers) != len(text.split(",")) or any(not 2 <= n <= 4 for n in numbers):
        raise click.BadParameter(
            f"{text!r}: expected numbers from 2 to 4, such as 2,3,4", param_hint="--players"
        )
    return numbers


@click.command(epilog="Example: python scripts/fuzz.py --games 100000 --jobs 2")
@click.option("--games", type=click.IntRange(min=1), default=None, help="Number of games; default 1000.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63), default=0, show_default=True, help="Seed of the first game."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes; default all cores."
)
@click.option("--players", default="2,3,4", show_default=True, help="Numbers of players, in turn.")
@click.option(
    "--deep",
    type=click.IntRange(min=0),
    default=25,
    show_default=True,
    help="One of so many games again through Python; 0 = none.",
)
@click.option(
    "--build", type=click.Choice(["debug", "sanitize", "release"]), default="debug", show_default=True
)
@click.option("--sanitize", is_flag=True, help="2,000 games with the C code under ASan and UBSan.")
@click.option(
    "--game", type=click.IntRange(0, 2**64 - 1), help="Play the game of this seed and tell every move."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(
    games: int | None,
    seed: int,
    jobs: int,
    players: str,
    deep: int,
    build: str,
    sanitize: bool,
    game: int | None,
    as_json: bool,
) -> None:
    """Play random games and check what holds in all of them."""
    numbers = parse_players(players)
    if game is not None and len(numbers) != 1:
        raise click.BadParameter(
            "--game needs one number of players, such as --players 3", param_hint="--players"
        )
    use_build("sanitize" if sanitize else build)
    if game is not None:
        sys.exit(0 if tell_game(game, numbers[0]) else 1)
    plan = Plan(games or (SANITIZED_GAMES if sanitize else 1000), seed, numbers, deep)
    start = time.perf_counter()
    total, interrupted = run(plan, jobs, quiet=as_json or not sys.stderr.isatty())
    result = summary(total, time.perf_counter() - start)
    if as_json:
        click.echo(json.dumps(result, indent=2))
    else:
        print_report(result)
    sys.exit(1 if result["violations"] else 130 if interrupted else 0)


if __name__ == "__main__":
    main()
