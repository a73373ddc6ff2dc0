"""Weights of the evaluation: YAML files with one number per name, one file per number of players.

There are two sets: `evaluation` rates positions, `policy` judges single moves, for priors and playouts.
Files of preferences add to the policy what it does not know of single cards.  The forecast of the final
culture has files of its own, with weights for several moments of the game and worths of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import yaml

from engine import Edition
from engine.spelling import did_you_mean
from engine.vocabulary import MoveKind

__all__ = [
    "FOLDER",
    "ForecastWeights",
    "PreferenceWeights",
    "WeightsError",
    "check_forecast",
    "check_weights",
    "load_forecast",
    "load_preferences",
    "load_weights",
    "read_forecast",
    "read_preferences",
    "read_weights",
    "write_forecast",
    "write_preferences",
    "write_weights",
]

FEATURE_NAMES = (
    "culture",
    "culture_rate",
    "science",
    "science_rate",
    "resources",
    "resource_rate",
    "food",
    "food_rate",
    "civil_actions",
    "military_actions",
    "strength",
    "population",
    "technologies",
    "leader",
    "wonders",
    "civil_hand",
    "military_hand",
    "wars",
    "events",
)
"""What the forecast of the final culture is made from, in the order of mcts/forecast.pyx."""

MOMENTS = 6

FOLDER = Path(__file__).with_name("weights")


class WeightsError(ValueError):
    """A weights file with a missing, unknown or wrong entry."""


@cache
def reference_names() -> tuple[str, ...]:
    """All names, in the order of the file for two players, which a test holds against the code."""
    with (FOLDER / "2.yaml").open(encoding="utf-8") as file:
        return tuple(yaml.safe_load(file))


def check_weights(data: object, source: str) -> dict[str, float]:
    """The weights as numbers; one error that names the source and every wrong entry."""
    return check_numbers(data, reference_names(), source)


def check_numbers(data: object, names: Sequence[str], source: str) -> dict[str, float]:
    """A mapping of exactly these names to numbers."""
    if not isinstance(data, Mapping):
        raise WeightsError(f"{source}: a mapping of names to numbers is expected")
    wrong = []
    for name, value in data.items():
        if name not in names:
            wrong.append(f"unknown weight '{name}'{did_you_mean(name, names)}")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            wrong.append(f"{name}: {value!r} is not a number")
    missing = [name for name in names if name not in data]
    if missing:
        wrong.append("missing: " + ", ".join(missing))
    if wrong:
        raise WeightsError(f"{source}: " + "; ".join(wrong))
    return {name: float(data[name]) for name in names}


def read_file(path: str | Path) -> object:
    try:
        with Path(path).open(encoding="utf-8") as file:
            return yaml.safe_load(file)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise WeightsError(f"{path}: not YAML: {error}") from error


def read_weights(path: str | Path) -> dict[str, float]:
    """The weights of a file."""
    return check_weights(read_file(path), str(path))


FILES = {"evaluation": "{}.yaml", "policy": "policy_{}.yaml"}


@cache
def package_weights(players: int, kind: str) -> tuple[tuple[str, float], ...]:
    return tuple(read_weights(FOLDER / FILES[kind].format(players)).items())


def check_players(players: int) -> None:
    if players not in (2, 3, 4):
        raise WeightsError(f"weights for {players} players: there are weights for 2, 3 and 4")


def load_weights(
    players: int, path: str | Path | None = None, kind: Literal["evaluation", "policy"] = "evaluation"
) -> dict[str, float]:
    """The weights of the package for this number of players, or those of a file."""
    if path is not None:
        return read_weights(path)
    check_players(players)
    return dict(package_weights(players, kind))


def write_weights(weights: Mapping[str, float], path: str | Path, comment: str = "") -> None:
    """Write a file that `read_weights` reads; short numbers, in the usual order."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [f"{name}: {weights[name]:.6g}" for name in reference_names()]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


# -- the forecast

Moment = dict[str, float]
CardWorths = dict[str, tuple[float, float]]
"""By card: at once, and for each turn left."""


@dataclass(frozen=True)
class ForecastWeights:
    """What the forecast of the final culture is made from."""

    moments: list[Moment]
    """Weights of the features, by turns left."""
    cards: CardWorths = field(default_factory=dict)
    """Culture that a card in play brings beside what the features say: at once, and for each turn left."""
    workers: CardWorths = field(default_factory=dict)
    """The same for each worker on a technology."""


def check_moments(moments: object, source: str) -> list[Moment]:
    if not isinstance(moments, list) or len(moments) != MOMENTS:
        raise WeightsError(f"{source}: 'moments' with a list of {MOMENTS} mappings is expected")
    names = ("turns", "base", "spread", *FEATURE_NAMES)
    checked = [check_numbers(moment, names, f"{source}: moment {i + 1}") for i, moment in enumerate(moments)]
    for before, after in pairwise(checked):
        if before["turns"] >= after["turns"]:
            raise WeightsError(f"{source}: the turns of the moments have to ascend")
    if any(moment["spread"] <= 0 for moment in checked):
        raise WeightsError(f"{source}: spread has to be above 0")
    return checked


def check_worths(worths: object, source: str) -> CardWorths:
    """Two numbers for each card; whether there are such cards is for the edition to say."""
    if not isinstance(worths, Mapping):
        raise WeightsError(f"{source}: a mapping of cards to two numbers is expected")
    for card, numbers in worths.items():
        plain = isinstance(numbers, list) and [type(x) in (int, float) for x in numbers] == [True, True]
        if not plain:
            raise WeightsError(f"{source}: {card}: a list of two numbers is expected, not {numbers!r}")
    return {str(card): (float(once), float(turn)) for card, (once, turn) in worths.items()}


def check_keys(data: object, known: Sequence[str], source: str) -> Mapping[str, Any]:
    """A mapping with no other keys than these."""
    if not isinstance(data, Mapping):
        raise WeightsError(f"{source}: a mapping with {', '.join(known)} is expected")
    for key in data:
        if key not in known:
            raise WeightsError(f"{source}: unknown key '{key}'{did_you_mean(key, known)}")
    return data


def card_number(edition: Edition, name: str, source: str) -> int:
    """The number of a card that a file names by its id."""
    if name not in edition.ids:
        raise WeightsError(f"{source}: no card is called '{name}'{did_you_mean(name, edition.ids)}")
    return edition.ids.index(name)


def check_forecast(data: object, source: str) -> ForecastWeights:
    """The forecast of a file; one error that names the source."""
    data = check_keys(data, ("moments", "cards", "workers"), source)
    return ForecastWeights(
        check_moments(data.get("moments"), source),
        check_worths(data.get("cards", {}), f"{source}: cards"),
        check_worths(data.get("workers", {}), f"{source}: workers"),
    )


def read_forecast(path: str | Path) -> ForecastWeights:
    """The forecast of a file."""
    return check_forecast(read_file(path), str(path))


@cache
def load_forecast(players: int) -> ForecastWeights:
    """The forecast of the package for this number of players."""
    check_players(players)
    return read_forecast(FOLDER / f"forecast_{players}.yaml")


def write_forecast(forecast: ForecastWeights, path: str | Path, comment: str = "") -> None:
    """Write a file that `load_forecast` reads."""
    lines = [*(f"# {line}" for line in comment.splitlines()), "moments:"]
    for moment in forecast.moments:
        numbers = (f"{name}: {value:.6g}" for name, value in moment.items())
        lines += [f"{'    ' if i else '  - '}{number}" for i, number in enumerate(numbers)]
    lines += [*worth_lines("cards", forecast.cards), *worth_lines("workers", forecast.workers)]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def worth_lines(key: str, worths: CardWorths) -> list[str]:
    head = f"{key}:" if worths else f"{key}: {{}}"
    return [head, *(f"  {card}: [{once:.4g}, {turn:.4g}]" for card, (once, turn) in worths.items())]


# -- preferences

NO_CARD = "none"
"""In a file of preferences, the card of moves that have none."""
KINDS = tuple(kind.name.lower() for kind in MoveKind if kind is not MoveKind.NONE)


@dataclass(frozen=True)
class PreferenceWeights:
    """What is done more or less often than the quick judgement of moves tells."""

    factors: dict[str, float]
    """By kind of move: factor on the judgement."""
    moves: dict[str, CardWorths]
    """By kind and card: points of culture that are added."""


def check_preferences(data: object, source: str) -> PreferenceWeights:
    """The preferences of a file; one error that names the source."""
    data = check_keys(data, ("factors", "moves"), source)
    factors = check_keys(data.get("factors", {}), KINDS, f"{source}: factors")
    moves = check_keys(data.get("moves", {}), KINDS, f"{source}: moves")
    return PreferenceWeights(
        check_numbers(factors, tuple(factors), f"{source}: factors"),
        {kind: check_worths(worths, f"{source}: {kind}") for kind, worths in moves.items()},
    )


def read_preferences(path: str | Path) -> PreferenceWeights:
    """The preferences of a file."""
    return check_preferences(read_file(path), str(path))


@cache
def load_preferences(players: int) -> PreferenceWeights:
    """The preferences of the package for this number of players."""
    check_players(players)
    return read_preferences(FOLDER / f"preferences_{players}.yaml")


def write_preferences(preferences: PreferenceWeights, path: str | Path, comment: str = "") -> None:
    """Write a file that `read_preferences` reads."""
    lines = [*(f"# {line}" for line in comment.splitlines()), "factors:"]
    lines += [f"  {kind}: {factor:.4g}" for kind, factor in preferences.factors.items()]
    lines.append("moves:")
    for kind, worths in preferences.moves.items():
        lines += [f"  {line}" for line in worth_lines(kind, worths)]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
