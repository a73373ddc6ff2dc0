"""Configs of matches and studies: YAML, checked as a whole before anything runs.

    agents: [greedy, "ismcts:iterations=500"]
    players: 2
    games: 200
    seed: 1

docs/simulation.md describes every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine import Edition, EditionError, default_edition
from engine.edition import edition_names
from engine.sources import SourceError, parse
from engine.spelling import did_you_mean
from mcts.agents import AgentError, parse_agent
from tta.errors import ConfigError
from tta.match.schedule import Schedule

__all__ = ["MatchConfig", "Sprt", "read_config"]

MAX_GAMES = 10_000_000
MAX_SEED = 2**63 - 1
MAX_AGENTS = 64

KEYS = (
    "text",
    "agents",
    "players",
    "games",
    "seed",
    "edition",
    "overlay",
    "switches",
    "rotate",
    "sprt",
    "record",
    "format",
    "out",
    "study",
)
RECORDED = ("cards", "moves")
FORMATS = ("csv", "jsonl", "parquet")
SPRT_KEYS = ("low", "high", "alpha", "beta")


@dataclass(frozen=True)
class Sprt:
    """Sequential test of the first agent's win rate: `low` against `high`."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class MatchConfig:
    """A checked config."""

    source: str
    agents: tuple[str, ...]
    """Texts of the agents."""
    names: tuple[str, ...]
    """What the tables call them; different from each other."""
    players: tuple[int, ...] = (2,)
    games: int = 200
    """For each number of players."""
    seed: int = 1
    edition: str = "base2015"
    overlay: dict[str, Any] | None = None
    switches: dict[str, bool] = field(default_factory=dict)
    rotate: bool = True
    sprt: Sprt | None = None
    record: tuple[str, ...] = RECORDED
    format: str = "csv"
    out: str | None = None
    text: str = ""
    study: dict[str, Any] = field(default_factory=dict)

    @property
    def schedule(self) -> Schedule:
        return Schedule(len(self.agents), self.players, self.games, self.seed, self.rotate)

    def cards(self) -> Edition:
        """The edition with everything that the config changes."""
        if not self.overlay and not self.switches and self.edition == default_edition().edition:
            return default_edition()
        return Edition(self.edition, self.overlay, switches=self.switches or None)

    @property
    def reproducible(self) -> bool:
        return all(parse_agent(text).reproducible for text in self.agents)

    def settings(self) -> dict[str, Any]:
        """What the results depend on, for a comparison with another run."""
        sprt = self.sprt and [self.sprt.low, self.sprt.high, self.sprt.alpha, self.sprt.beta]
        return {
            "agents": dict(zip(self.names, self.agents, strict=True)),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "edition": self.edition,
            "overlay": self.overlay,
            "switches": self.switches,
            "cards": self.cards().hash,
            "rotate": self.rotate,
            "sprt": sprt,
            "record": list(self.record),
            "format": self.format,
        }

    def with_changes(self, **changes: Any) -> MatchConfig:
        return replace(self, **changes)


def read_config(
    path: str | Path, *, games: int | None = None, seed: int | None = None, out: str | None = None
) -> MatchConfig:
    """The config in a file, with what the command line overrides."""
    values = read_yaml(Path(path))
    for key, value in (("games", games), ("seed", seed), ("out", out)):
        if value is not None:
            values[key] = value
    return Reader(str(path), values).config()


def read_yaml(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(str(path), f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(str(path), f"no text in UTF-8 (byte {error.start})") from None
    try:
        return parse(text, str(path))
    except SourceError as error:
        raise ConfigError(error.source, error.errors) from None


class Reader:
    """Reads one mapping and collects everything that is wrong with it."""

    def __init__(self, source: str, values: Mapping[str, Any], keys: tuple[str, ...] = KEYS) -> None:
        self.source = source
        self.values = values
        self.problems: list[str] = []
        for key in values:
            if key not in keys:
                self.problem(f"unknown key '{key}'{did_you_mean(key, keys)} (keys are {', '.join(keys)})")

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def check(self) -> None:
        if self.problems:
            raise ConfigError(self.source, self.problems)

    # -- values of one kind

    def whole(self, key: str, least: int, most: int, default: int) -> int:
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.problem(f"{key}: {show(value)}; a whole number from {least} to {most} is expected")
            return default
        return value

    def number(self, key: str, least: float, most: float, default: float) -> float:
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least < value < most:
            self.problem(f"{key}: {show(value)}; a number between {least:g} and {most:g} is expected")
            return default
        return float(value)

    def word(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        value = self.values.get(key, default)
        if value not in allowed:
            self.problem(
                f"{key}: {show(value)}{did_you_mean(value, allowed)} (allowed are {', '.join(allowed)})"
            )
            return default
        return str(value)

    def switch(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.problem(f"{key}: {show(value)}; yes or no is expected")
            return default
        return value

    def line(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is not None and not (isinstance(value, str) and value.strip() and "\0" not in value):
            self.problem(f"{key}: {show(value)}; a text is expected")
            return None
        return value

    # -- the config

    def config(self) -> MatchConfig:
        names, agents = self.agents()
        players = self.players()
        config = MatchConfig(
            source=self.source,
            agents=agents,
            names=names,
            players=players,
            games=self.whole("games", 1, MAX_GAMES, 200),
            seed=self.whole("seed", 0, MAX_SEED, 1),
            edition=self.word("edition", tuple(edition_names()), "base2015"),
            overlay=self.overlay(),
            switches=self.switches(),
            rotate=self.switch("rotate", True),
            sprt=self.sprt(len(agents), players),
            record=self.record(),
            format=self.format(),
            out=self.line("out"),
            text=self.line("text") or "",
            study=self.mapping("study"),
        )
        self.check()
        self.check_cards(config)
        return config

    def check_cards(self, config: MatchConfig) -> None:
        try:
            config.cards()
        except EditionError as error:
            key = "switches" if "switch" in str(error) else "overlay"
            raise ConfigError(self.source, [f"{key}: {problem}" for problem in error.problems]) from None
        except (ValueError, TypeError, AttributeError) as error:
            raise ConfigError(self.source, f"cards: {error}") from None

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.values.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
            self.problem(f"{key}: {show(value)}; a mapping of names to values is expected")
            return {}
        return value

    def agents(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        value = self.values.get("agents")
        if isinstance(value, dict):
            named = list(value.items())
        elif isinstance(value, list):
            named = [(None, text) for text in value]
        else:
            what = "is missing" if value is None else f"{show(value)} is no list"
            self.problem(f"agents: {what}; a list such as [greedy, random] is expected")
            return (), ()
        if not 1 <= len(named) <= MAX_AGENTS:
            self.problem(f"agents: {len(named)} of them; 1 to {MAX_AGENTS} are allowed")
            return (), ()
        names: list[str] = []
        texts: list[str] = []
        for name, text in named:
            parsed = self.agent(text, "agents")
            if name is not None and not (isinstance(name, str) and name.strip()):
                self.problem(f"agents: {show(name)}; the name of an agent has to be a text")
            texts.append(parsed)
            names.append(free_name(str(name or parsed), names))
        return tuple(names), tuple(texts)

    def agent(self, text: Any, key: str) -> str:
        if not isinstance(text, str):
            self.problem(f"{key}: {show(text)}; the text of an agent is expected")
            return ""
        try:
            parse_agent(text)
        except AgentError as error:
            self.problem(f"{key}: {error}")
        return text.strip()

    def players(self) -> tuple[int, ...]:
        value = self.values.get("players", 2)
        counts = value if isinstance(value, list) else [value]
        if not counts or any(isinstance(n, bool) or n not in (2, 3, 4) for n in counts):
            self.problem(f"players: {show(value)}; 2, 3 or 4 is expected, or a list of them")
            return (2,)
        if len(set(counts)) < len(counts):
            self.problem(f"players: {show(value)}; a number stands there twice")
        return tuple(counts)

    def overlay(self) -> dict[str, Any] | None:
        value = self.values.get("overlay")
        if value is None:
            return None
        if isinstance(value, str):
            path = Path(self.source).parent / value
            try:
                return {"name": path.stem, **read_yaml(path)}
            except ConfigError as error:
                self.problem(f"overlay: {error}")
                return None
        if not isinstance(value, dict):
            self.problem(f"overlay: {show(value)}; a mapping or the path of a file is expected")
            return None
        return value

    def switches(self) -> dict[str, bool]:
        value = self.mapping("switches")
        for name, state in value.items():
            if not isinstance(state, bool):
                self.problem(f"switches: {name}: {show(state)}; yes or no is expected")
        return value

    def sprt(self, agents: int, players: tuple[int, ...]) -> Sprt | None:
        value = self.values.get("sprt")
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2:
            value = dict(zip(("low", "high"), value, strict=True))
        if not isinstance(value, dict):
            self.problem(f"sprt: {show(value)}; two win rates such as [0.5, 0.55] are expected")
            return None
        inner = Reader(self.source, value, SPRT_KEYS)
        test = Sprt(
            low=inner.number("low", 0, 1, 0.5),
            high=inner.number("high", 0, 1, 0.55),
            alpha=inner.number("alpha", 0, 0.5, 0.05),
            beta=inner.number("beta", 0, 0.5, 0.05),
        )
        self.problems += [f"sprt: {problem}" for problem in inner.problems]
        if not inner.problems and test.low >= test.high:
            self.problem(f"sprt: low {test.low:g} has to be below high {test.high:g}")
        if agents != 2 or players != (2,):
            self.problem("sprt: exactly two agents and two players are needed")
        return test

    def record(self) -> tuple[str, ...]:
        value = self.values.get("record", list(RECORDED))
        if not isinstance(value, list):
            self.problem(f"record: {show(value)}; a list of {', '.join(RECORDED)} is expected")
            return RECORDED
        for item in value:
            if item not in RECORDED:
                self.problem(
                    f"record: {show(item)}{did_you_mean(item, RECORDED)} (allowed are {', '.join(RECORDED)})"
                )
        return tuple(item for item in RECORDED if item in value)

    def format(self) -> str:
        name = self.word("format", FORMATS, "csv")
        if name == "parquet" and not has_parquet():
            self.problem("format: parquet needs the package pyarrow (pip install 'tta[parquet]')")
        return name


def has_parquet() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def free_name(name: str, taken: list[str]) -> str:
    """The name, with a number if another agent has it already."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} #{number}"
    return free


def show(value: Any) -> str:
    """A value in a message, not longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
