"""Results of a run as a study of balance needs them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tta.errors import RunError

__all__ = ["Data", "Offer", "Seat", "Take", "load"]


class Seat(NamedTuple):
    """One player of one game."""

    players: int
    deal: int
    seat: int
    agent: str
    win: float
    margin: float
    """Culture less that of the best rival."""


class Take(NamedTuple):
    """A card taken, with the standing just before."""

    game: int
    seat: int
    card: str
    round: int
    age: str
    price: int
    leads: tuple[int, int, int, int]


class Offer(NamedTuple):
    """How often a card was offered at a price, over all seats of an agent."""

    players: int
    agent: str
    card: str
    price: str
    turns: int
    seats: int
    taken: int


@dataclass
class Data:
    """A run."""

    settings: dict[str, Any]
    summary: dict[str, Any]
    seats: dict[tuple[int, int], Seat]
    """By game and seat."""
    takes: list[Take]
    plays: dict[tuple[int, int, str], int]
    """Round in which a card was first played, by game, seat and card."""
    offers: list[Offer]


def load(folder: Path) -> Data:
    """The results in the directory of a run; raises RunError if they are not what a run writes."""
    if not folder.is_dir():
        raise RunError(f"{folder} is neither a config nor a directory of results")
    settings = read_json(folder / "run.json")
    summary = read_json(folder / "summary.json")
    if not isinstance(settings.get("players"), list) or "signature" not in summary:
        raise RunError(f"{folder} holds no results of `tta simulate`")
    if "cards" not in settings.get("record", []):
        raise RunError(f"{folder}: the run did not record cards (record: [cards, moves] in its config)")
    try:
        seats = read_seats(folder)
        takes, plays = read_cards(folder)
        offers = [read_offer(row) for row in read_table(folder, "offers")]
        for take in takes:
            seats[take.game, take.seat]
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise RunError(f"{folder}: damaged results ({type(error).__name__} {error})") from None
    if not takes:
        raise RunError(f"{folder}: no card was taken in these results")
    return Data(settings, summary, seats, takes, plays, offers)


def read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{path} is missing: {path.parent} holds no finished run of `tta simulate`") from None
    except ValueError as error:
        raise RunError(f"{path}: {error}") from None
    if not isinstance(value, dict):
        raise RunError(f"{path}: a mapping is expected")
    return value


def read_table(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The rows of a table in whichever format it is there."""
    for suffix, read in (("csv", read_csv), ("jsonl", read_lines), ("parquet", read_parquet)):
        path = folder / f"{name}.{suffix}"
        if path.is_file():
            yield from read(path)
            return
    raise RunError(f"{folder}: the table {name} is missing")


def read_csv(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    try:
        import pyarrow.parquet
    except ImportError:
        raise RunError(f"{path}: reading Parquet needs the package pyarrow") from None
    with pyarrow.parquet.ParquetFile(path) as file:
        for batch in file.iter_batches():
            yield from batch.to_pylist()


def read_seats(folder: Path) -> dict[tuple[int, int], Seat]:
    rows = [
        (int(row["game"]), int(row["seat"]), float(row["culture"] or 0), row)
        for row in read_table(folder, "players")
    ]
    culture = {(game, seat): points for game, seat, points, _ in rows}
    seats = {}
    for game, seat, points, row in rows:
        players = int(row["players"])
        rival = max(culture[game, other] for other in range(players) if other != seat)
        win = float(row["win"])
        seats[game, seat] = Seat(players, int(row["deal"]), seat, str(row["agent"]), win, points - rival)
    return seats


def read_cards(folder: Path) -> tuple[list[Take], dict[tuple[int, int, str], int]]:
    takes: list[Take] = []
    plays: dict[tuple[int, int, str], int] = {}
    for row in read_table(folder, "cards"):
        game, seat, card = int(row["game"]), int(row["seat"]), str(row["card"])
        if row["event"] == "played":
            plays.setdefault((game, seat, card), int(row["round"]))
        elif row["event"] == "taken" and row["price"] not in ("", None):
            leads = (
                int(row["culture_lead"]),
                int(row["culture_rating_lead"]),
                int(row["science_rating_lead"]),
                int(row["strength_lead"]),
            )
            takes.append(Take(game, seat, card, int(row["round"]), str(row["age"]), int(row["price"]), leads))
    return takes, plays


def read_offer(row: dict[str, Any]) -> Offer:
    return Offer(
        int(row["players"]),
        str(row["agent"]),
        str(row["card"]),
        str(row["price"]),
        int(row["turns"]),
        int(row["seats"]),
        int(row["taken"]),
    )
