"""Speed of the engine on one core, and the signature of its rules.

Random games: moves drawn uniformly from all legal ones except resigning, the full list
generated each time; forced moves that the engine applies by itself do not count as
decisions.  The machine may be busy with other things, so each figure is the best of
several repetitions.

    python scripts/bench.py                   # a table
    python scripts/bench.py --json
    python scripts/bench.py --instructions    # also instructions per decision (valgrind)
    python scripts/bench.py --signature       # one hash over a fixed set of seeded games

A change of rules changes the signature, which tests/engine/signature.txt holds:

    python scripts/bench.py --signature > tests/engine/signature.txt
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = (2, 3, 4)
SIGNATURE_GAMES = 200
CALLGRIND_GAMES = (20, 60)


def best(repetitions: int, measure: Callable[[], float], pick: Callable[..., float] = max) -> float:
    return pick(measure() for _ in range(repetitions))


# -- random games


def game_speeds(players: int, games: int, repetitions: int) -> dict[str, float]:
    """Decisions and games per second of processor time, and the size of a game."""
    from engine import play_random_games

    play_random_games(players, games // 10 + 1, 0)  # warm caches
    seconds = float("inf")
    for _ in range(repetitions):
        start = time.process_time()
        results = play_random_games(players, games, 1)
        seconds = min(seconds, time.process_time() - start)
    decisions = sum(result[0] for result in results)
    return {
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
        "decisions_per_game": decisions / games,
        "rounds_per_game": sum(result[1] for result in results) / games,
    }


# -- copies and samples


def positions(players: int) -> list[Any]:
    """Positions of all ages and kinds of decisions: every seventh one of some games of the fuzzer.

    Those games have fuller hands than uniformly random ones, and more auctions and attacks, in
    which a sample has to fit what is going on and takes longest.
    """
    from engine import Game
    from engine.fuzz import Walk

    walk, found = Walk(), []
    for seed in range(6):
        walk.play(players, seed)
        game = Game.new(players=players, seed=seed)
        for decision, code in enumerate(walk.codes):
            if decision % 7 == 6:
                found.append(game.clone())
            game.apply_code(code)
    return found


def python_clone_ns(game: Any, rounds: int) -> float:
    start = time.process_time()
    for _ in range(rounds):
        game.clone()
    return (time.process_time() - start) / rounds * 1e9


def state_speeds(players: int, repetitions: int, scale: float) -> dict[str, float]:
    """Copies and samples, on average over the positions and in the slowest one.

    A copy made by Python takes the record of the moves along, so it depends on their number.
    """
    from engine.bench import time_clone, time_determinize

    games = positions(players)
    rounds = round(1_000 * scale) + 1
    copies = [best(repetitions, partial(python_clone_ns, game, rounds), min) for game in games]
    samples = [best(repetitions, partial(time_determinize, game, rounds), min) for game in games]
    return {
        "clone_ns": best(repetitions, partial(time_clone, games[-1], 1_000 * rounds), min),
        "clone_python_ns": sum(copies) / len(copies),
        "clone_python_slowest_ns": max(copies),
        "determinize_us": sum(samples) / len(samples),
        "determinize_slowest_us": max(samples),
    }


# -- two cores


def play_batch(games: int, seed: int) -> float:
    """Wall-clock moments are taken by the caller, around all workers together."""
    from engine import play_random_games

    play_random_games(2, games, seed)
    return time.perf_counter()


def threads_over_processes(games: int, repetitions: int) -> float | None:
    """Speed of two threads as a share of the speed of two processes."""
    if (os.cpu_count() or 1) < 2:
        return None
    in_threads, in_processes = float("inf"), float("inf")
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(play_batch, (10, 10), (0, 1)))  # start both before anything is measured
        for _ in range(repetitions):
            start = time.perf_counter()
            list(pool.map(play_batch, (games, games), (1, 1 + games)))
            in_processes = min(in_processes, time.perf_counter() - start)
            threads = [threading.Thread(target=play_batch, args=(games, seed)) for seed in (1, 1 + games)]
            start = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            in_threads = min(in_threads, time.perf_counter() - start)
    return in_processes / in_threads


# -- instructions


def count_instructions(players: int, games: int) -> int:
    """Instructions of a process that plays so many games, start of Python included."""
    program = f"from engine import play_random_games; play_random_games({players}, {games}, 1)"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            sys.executable,
            "-c",
            program,
        ]
        path = os.pathsep.join(filter(None, [str(engine_folder()), os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
        )
    match = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or match is None:
        raise click.ClickException(f"valgrind failed:\n{done.stderr[-2000:]}")
    return int(match[1])


def engine_folder() -> Path:
    import engine

    return Path(str(engine.__file__)).resolve().parent.parent


def instructions_per_decision(players: int) -> float:
    """The difference of two runs, so that the start of Python and the cards do not count."""
    from engine import play_random_games

    few, many = CALLGRIND_GAMES
    decisions = [sum(result[0] for result in play_random_games(players, games, 1)) for games in (few, many)]
    counts = [count_instructions(players, games) for games in (few, many)]
    return (counts[1] - counts[0]) / (decisions[1] - decisions[0])


# -- OpenSpiel


def chess_moves_per_second(seconds: float) -> float | None:
    """Random moves per second of OpenSpiel's chess in C++, None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    chess, moves, spent, seed = pyspiel.load_game("chess"), 0, 0.0, 0
    while spent < seconds:
        # Whole games below the Python line, both sides at random.
        seed += 1
        state = chess.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, seed)
        spent += time.process_time() - start
        moves += len(state.history())
    return moves / spent


# -- signature


def signature(games: int = SIGNATURE_GAMES) -> str:
    """A hash over random games: every list of legal moves, every choice, every result."""
    from engine import default_edition
    from engine.bench import game_digest

    digest = hashlib.sha256()
    for players in PLAYERS:
        for seed in range(games):
            digest.update(game_digest(default_edition(), players, seed).to_bytes(8, "big"))
    return digest.hexdigest()[:16]


# -- report


def measure(games: int, repetitions: int, instructions: bool) -> dict[str, Any]:
    from engine.game import state_bytes

    result: dict[str, Any] = {}
    scale = min(1.0, games / 2000)
    for players in PLAYERS:
        figures = game_speeds(players, games, repetitions) | state_speeds(players, repetitions, scale)
        figures["state_bytes"] = state_bytes()
        if instructions:
            figures["instructions_per_decision"] = instructions_per_decision(players)
        for key, value in figures.items():
            result.setdefault(key, {})[str(players)] = round(value, 2)
    result["threads_over_processes"] = threads_over_processes(4 * games, repetitions)
    chess = chess_moves_per_second(2.0)
    result["chess_moves_per_second"] = chess
    result["ratio_to_chess"] = chess and {
        players: value / chess for players, value in result["decisions_per_second"].items()
    }
    return result


def print_table(result: dict[str, Any]) -> None:
    click.echo(f"{'players':28}{''.join(f'{players:>14}' for players in PLAYERS)}")
    for key, value in result.items():
        if isinstance(value, dict):
            click.echo(f"{key:28}{''.join(f'{value[str(players)]:14,.2f}' for players in PLAYERS)}")
        else:
            click.echo(f"{key:28}{'not measured' if value is None else f'{value:.3f}':>14}")


@click.command(epilog="Example: python scripts/bench.py --json")
@click.option(
    "--games", type=click.IntRange(min=1), default=2000, show_default=True, help="Games per figure."
)
@click.option(
    "--repetitions", type=click.IntRange(min=1), default=5, show_default=True, help="Best of so many."
)
@click.option("--instructions", is_flag=True, help="Count instructions per decision with valgrind.")
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature of the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(games: int, repetitions: int, instructions: bool, only_signature: bool, as_json: bool) -> None:
    """Measure the speed of the engine on one core, by number of players."""
    if only_signature:
        click.echo(json.dumps({"signature": signature()}) if as_json else signature())
        return
    if instructions and shutil.which("valgrind") is None:
        raise click.UsageError("--instructions needs valgrind, which is not installed")
    result = measure(games, repetitions, instructions)
    if as_json:
        click.echo(json.dumps(result, indent=2))
    else:
        print_table(result)


if __name__ == "__main__":
    main()
