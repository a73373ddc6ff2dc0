"""Weights of the evaluation: YAML files with one number per name, one file per number of players."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

__all__ = ["FOLDER", "WeightsError", "check_weights", "load_weights", "read_weights", "write_weights"]

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
    if not isinstance(data, Mapping):
        raise WeightsError(f"{source}: a mapping of names to numbers is expected")
    names = reference_names()
    wrong = []
    for name, value in data.items():
        if name not in names:
            near = difflib.get_close_matches(str(name), names, n=1)
            wrong.append(f"unknown weight '{name}'" + (f", did you mean '{near[0]}'?" if near else ""))
        elif isinstance(value, bool) or not isinstance(value, int | float):
            wrong.append(f"{name}: {value!r} is not a number")
    missing = [name for name in names if name not in data]
    if missing:
        wrong.append("missing: " + ", ".join(missing))
    if wrong:
        raise WeightsError(f"{source}: " + "; ".join(wrong))
    return {name: float(data[name]) for name in names}


def read_weights(path: str | Path) -> dict[str, float]:
    """The weights of a file."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            data = yaml.safe_load(file)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise WeightsError(f"{path}: not YAML: {error}") from error
    return check_weights(data, str(path))


@cache
def package_weights(players: int) -> tuple[tuple[str, float], ...]:
    return tuple(read_weights(FOLDER / f"{players}.yaml").items())


def load_weights(players: int, path: str | Path | None = None) -> dict[str, float]:
    """The weights of the package for this number of players, or those of a file."""
    if path is not None:
        return read_weights(path)
    if players not in (2, 3, 4):
        raise WeightsError(f"weights for {players} players: there are weights for 2, 3 and 4")
    return dict(package_weights(players))


def write_weights(weights: Mapping[str, float], path: str | Path, comment: str = "") -> None:
    """Write a file that `read_weights` reads; short numbers, in the usual order."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [f"{name}: {weights[name]:.6g}" for name in reference_names()]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
