"""Number of move sequences from a position: it changes when any rule of legal moves does.

A game that ends on the way counts as one sequence; forced moves that the engine applies by
itself do not count as moves.

    python scripts/perft.py configs/positions/NAME.yaml 3
    python scripts/perft.py tests/engine/perft/opening.yaml 2 --divide
    python scripts/perft.py --update          # count anew for all files of tests/engine/perft
    python scripts/perft.py                   # compare them

A file of tests/engine/perft holds `about`, `sequences` (depth: number) and a `position`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import yaml

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "engine" / "perft"


def load(path: Path) -> Any:
    """The game of a position, or of the position within a file of counts."""
    from engine import Game

    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    if isinstance(entries, dict) and "sequences" in entries:
        return Game.from_position(entries["position"])
    return Game.from_position(path)


def count(game: Any, depth: int) -> int:
    from engine.perft import perft

    return perft(game, depth)


def divide(game: Any, depth: int) -> Iterator[tuple[str, int]]:
    """The number of sequences behind each legal move."""
    for move in game.legal_moves():
        copy = game.clone()
        copy.apply(move)
        yield str(move), count(copy, depth - 1)


def differences(path: Path) -> list[str]:
    """What is not as the file says, with the counts behind each move where it can be seen first."""
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = load(path)
    for depth, expected in entries["sequences"].items():
        found = count(game, depth)
        if found != expected:
            lines = [f"{path.name}: depth {depth}: expected {expected}, found {found}"]
            return lines + [f"  {move}: {number}" for move, number in divide(game, depth)]
    return []


def update(path: Path) -> bool:
    """Write the numbers of today; whether they are new."""
    from engine.position import dump

    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = load(path)
    entries["sequences"] = {depth: count(game, depth) for depth in entries["sequences"]}
    text = dump(entries)
    changed = text != path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    return changed


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.yaml"))


@click.command(epilog="Example: python scripts/perft.py tests/engine/perft/opening.yaml 3")
@click.argument("position", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.argument("depth", type=click.IntRange(min=0), required=False)
@click.option("--divide", "by_move", is_flag=True, help="Also the number behind each legal move.")
@click.option("--update", "rewrite", is_flag=True, help="Count anew for all files of tests/engine/perft.")
def main(position: Path | None, depth: int | None, by_move: bool, rewrite: bool) -> None:
    """Count the sequences of DEPTH moves from POSITION, or compare the files of tests/engine/perft."""
    if position is None:
        if rewrite:
            changed = [path.name for path in files() if update(path)]
            click.echo(f"{len(changed)} of {len(files())} files changed: {', '.join(changed) or 'none'}")
            return
        wrong = [line for path in files() for line in differences(path)]
        click.echo("\n".join([*wrong, f"{len(files())} files compared"]))
        sys.exit(1 if wrong else 0)
    if depth is None or rewrite:
        raise click.UsageError("a POSITION needs a DEPTH, and --update takes no POSITION")
    from engine import PositionError

    try:
        game = load(position)
    except PositionError as error:
        raise click.UsageError(str(error)) from None
    if by_move and depth:
        for move, number in divide(game, depth):
            click.echo(f"{move}: {number}")
    click.echo(str(count(game, depth)))


if __name__ == "__main__":
    main()
