"""Agents and their text form: `greedy`, `beam:width=8`, `ismcts:time=1s,workers=2`, `my_file.py:MyAgent`.

An agent chooses a move from what the player to decide knows.  The same text, position and seed give the same
move, except for agents that are limited by time.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from engine import Edition, Game, Move
from engine.spelling import did_you_mean
from mcts.beam import BeamPicker
from mcts.evaluation import Evaluation
from mcts.flatmc import FlatPicker
from mcts.greedy import GreedyPicker
from mcts.native import NativeAgent, RandomPicker
from mcts.options import ALGORITHMS, POLICIES, SearchOptions
from mcts.priors import Expert, QuickPicker, policy_of
from mcts.search import Search
from mcts.tta_game import TtaGame
from mcts.weights import (
    WeightsError,
    load_forecast,
    load_preferences,
    read_forecast,
    read_preferences,
    read_weights,
)

__all__ = ["Agent", "AgentError", "Parameter", "agent_classes", "describe_agents", "parse_agent", "register"]


class AgentError(ValueError):
    """The text of an agent that does not exist or has wrong parameters."""


# ---------------------------------------------------------------- parameters


@dataclass(frozen=True)
class Parameter:
    """A parameter of an agent's text: how it is read, its default and what it means."""

    name: str
    read: Callable[[str], Any]
    default: Any
    help: str

    def value(self, text: str) -> Any:
        try:
            return self.read(text)
        except ValueError as error:
            raise AgentError(f"{self.name}={text}: {error}") from None


def whole(least: int, most: int = 2**31) -> Callable[[str], int]:
    """Reads a whole number; `2k` and `1.5M` are understood."""

    def read(text: str) -> int:
        match = re.fullmatch(r"(-?\d+(?:\.\d+)?)([kM]?)", text)
        if not match:
            raise ValueError("a whole number is expected")
        number = float(match[1]) * {"": 1, "k": 1000, "M": 1_000_000}[match[2]]
        if number != int(number) or not least <= number <= most:
            raise ValueError(f"a whole number from {least} to {most} is expected")
        return int(number)

    return read


def number(least: float, most: float = float("inf")) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError("a number is expected") from None
        if not least <= value <= most:
            raise ValueError(f"a number from {least:g} to {most:g} is expected")
        return value

    return read


def seconds(text: str) -> float:
    """Reads `2s`, `500ms`, `1m` or plain seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|)", text)
    if not match:
        raise ValueError("a time such as 1s, 500ms or 2m is expected")
    return float(match[1]) * {"ms": 0.001, "s": 1, "": 1, "m": 60}[match[2]]


def choice(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"one of {', '.join(names)} is expected")
        return text

    return read


def switch(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("yes or no is expected")
    return text == "yes"


def weights_file(read: Callable[[str], object], *words: str) -> Callable[[str], str]:
    """Checks a file when it is named; some words may stand for one."""

    def check(text: str) -> str:
        try:
            if text not in words:
                read(text)
        except WeightsError as error:
            raise ValueError(str(error)) from None
        return text

    return check


WEIGHTS = Parameter(
    "weights",
    weights_file(read_weights),
    "",
    "YAML file of evaluation weights; empty = those of the package",
)
POLICY_WEIGHTS = Parameter(
    "policy_weights", weights_file(read_weights), "", "the same for the quick judgement of moves"
)
NO_PREFERENCES = "no"
PREFERENCES = Parameter(
    "preferences",
    weights_file(read_preferences, NO_PREFERENCES),
    "",
    "YAML file of what is preferred beside that judgement; empty = those of the package, no = none",
)


@cache
def evaluation(players: int, edition: Edition, weights: str = "") -> Evaluation:
    """The evaluation for this number of players, made once."""
    return Evaluation(players, read_weights(weights) if weights else None, edition)


@cache
def policy(players: int, edition: Edition, policy_weights: str = "", preferences: str = "") -> Evaluation:
    """What judges single moves for this number of players, made once."""
    preferred = None
    if preferences != NO_PREFERENCES:
        preferred = read_preferences(preferences) if preferences else load_preferences(players)
    return policy_of(players, read_weights(policy_weights) if policy_weights else None, edition, preferred)


GUIDE_OPTIONS = (
    "weights",
    "priors",
    "policy_weights",
    "preferences",
    "plan",
    "leaf",
    "forecast_weights",
)


@cache
def expert(
    players: int,
    edition: Edition,
    *,
    weights: str = "",
    priors: str = "quick",
    policy_weights: str = "",
    preferences: str = "",
    plan: int = 0,
    leaf: str = "forecast",
    forecast_weights: str = "",
) -> Expert:
    """The guide of a search, made once."""
    return Expert(
        players,
        read_weights(weights) if weights else None,
        edition,
        priors == "careful",
        policy(players, edition, policy_weights, preferences),
        plan,
        (read_forecast(forecast_weights) if forecast_weights else load_forecast(players))
        if leaf == "forecast"
        else None,
    )


# ---------------------------------------------------------------- agents


class Agent:
    """Base class of all agents; `choose` is what a subclass has to write.

    `name` is the word in the text form, `parameters` what may follow; values are attributes of `options`.
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self, **options: Any) -> None:
        known = {parameter.name: parameter.default for parameter in self.parameters}
        for key in options:
            if key not in known:
                raise AgentError(unknown_parameter(self, key))
        self.options: dict[str, Any] = {**known, **options}

    @property
    def text(self) -> str:
        """The text form, with the parameters that differ from the default."""
        given = [
            f"{parameter.name}={show(self.options[parameter.name])}"
            for parameter in self.parameters
            if self.options[parameter.name] != parameter.default
        ]
        return self.name + (":" + ",".join(given) if given else "")

    @property
    def reproducible(self) -> bool:
        """Whether the same position and seed always give the same move."""
        return True

    def choose(self, game: Game, seed: int) -> Move:
        """A legal move of the player to decide, from what that player knows."""
        raise NotImplementedError

    def native(self, players: int, edition: Edition) -> NativeAgent | None:
        """The same agent below the Python line, if there is one."""
        return None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse_agent({self.text!r})"


def show(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def find_move(game: Game, code: int) -> Move:
    """The legal move with this code."""
    for move in game.legal_moves():
        if move.code == code:
            return move
    raise ValueError(f"move {code:#010x} is not legal here")


class NativeChoice(Agent):
    """An agent whose decisions are made by a native agent."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._native: dict[tuple[int, str], NativeAgent] = {}

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        raise NotImplementedError

    def native(self, players: int, edition: Edition) -> NativeAgent:
        key = players, edition.hash
        if key not in self._native:
            self._native[key] = self.make_native(players, edition)
        return self._native[key]

    def choose(self, game: Game, seed: int) -> Move:
        return find_move(game, self.native(game.players, game.edition).choose_code(game, seed))

    def __getstate__(self) -> dict[str, Any]:
        return {"options": self.options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.options = state["options"]
        self._native = {}


# ---------------------------------------------------------------- the registry

_classes: dict[str, type[Agent]] = {}


def register(agent: type[Agent]) -> type[Agent]:
    """Make an agent known by its name; use it as a class decorator."""
    if not agent.name:
        raise AgentError(f"{agent.__name__}: an agent needs a name")
    _classes[agent.name] = agent
    return agent


def agent_classes() -> dict[str, type[Agent]]:
    """All registered agents by name."""
    return dict(_classes)


def describe_agents() -> str:
    """All agents with their parameters, for help texts."""
    lines = []
    for name, agent in _classes.items():
        lines.append(f"{name}: {agent.summary}")
        for parameter in agent.parameters:
            default = f" (default {show(parameter.default)})" if parameter.default != "" else ""
            lines.append(f"    {parameter.name}: {parameter.help}{default}")
    lines.append("path/to/file.py:ClassName: an agent of your own, a subclass of mcts.agents.Agent")
    return "\n".join(lines)


def unknown_parameter(agent: Agent | type[Agent], key: str) -> str:
    known = [parameter.name for parameter in agent.parameters]
    listed = "parameters are " + ", ".join(known) if known else "it has no parameters"
    return f"{agent.name} has no parameter '{key}'{did_you_mean(key, known)} ({listed})"


def read_options(agent: type[Agent], text: str) -> dict[str, Any]:
    """`width=8,worlds=2` for an agent."""
    by_name = {parameter.name: parameter for parameter in agent.parameters}
    options: dict[str, Any] = {}
    for item in text.split(",") if text else []:
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise AgentError(f"{agent.name}: '{item}' is not of the form name=value")
        if key not in by_name:
            raise AgentError(unknown_parameter(agent, key))
        if key in options:
            raise AgentError(f"{agent.name}: {key} is given twice")
        options[key] = by_name[key].value(value)
    return options


def load_user_class(path: str, class_name: str) -> type[Agent]:
    """An agent's class from a Python file."""
    file = Path(path)
    if not file.is_file():
        raise AgentError(f"agent file {path} does not exist")
    spec = importlib.util.spec_from_file_location(f"tta_user_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise AgentError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise AgentError(f"{path}: {type(error).__name__}: {error}") from error
    found = getattr(module, class_name, None)
    if not (isinstance(found, type) and issubclass(found, Agent)):
        names = [
            n
            for n, c in vars(module).items()
            if isinstance(c, type) and issubclass(c, Agent) and c is not Agent
        ]
        listed = f" (agents in it: {', '.join(names)})" if names else ""
        raise AgentError(f"{path} has no agent class {class_name}{did_you_mean(class_name, names)}{listed}")
    if not found.name:
        found.name = f"{path}:{class_name}"
    return found


def parse_agent(text: str) -> Agent:
    """The agent that a text describes.

    >>> parse_agent("beam:width=4").text
    'beam:width=4'
    """
    user = re.fullmatch(r"(.+\.py):([A-Za-z_]\w*)(?::(.*))?", text.strip())
    if user:
        agent = load_user_class(user[1], user[2])
        options = user[3] or ""
    else:
        name, _, options = (part.strip() for part in text.partition(":"))
        if name not in _classes:
            names = list(_classes)
            raise AgentError(
                f"there is no agent '{name}'{did_you_mean(name, names)}"
                f" (agents are {', '.join(names)} and file.py:ClassName)"
            )
        agent = _classes[name]
    return make_agent(agent, read_options(agent, options))


def parse_search(text: str) -> IsmctsAgent:
    """The search that a text describes; other agents cannot tell a chance of winning."""
    agent = parse_agent(text)
    if not isinstance(agent, IsmctsAgent):
        raise AgentError(f"{text}: only ismcts tells a chance of winning")
    return agent


def make_agent(agent: type[Agent], options: Mapping[str, Any]) -> Agent:
    try:
        return agent(**options)
    except (TypeError, ValueError) as error:
        if isinstance(error, AgentError):
            raise
        raise AgentError(f"{agent.name}: {error}") from error


# ---------------------------------------------------------------- agents of the package


@register
class RandomAgent(NativeChoice):
    name = "random"
    summary = "uniformly random legal moves, never resigning"

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        return RandomPicker()


@register
class GreedyAgent(NativeChoice):
    name = "greedy"
    summary = "the best move by evaluation: each is applied, the turn closed, the position evaluated"
    parameters = (
        Parameter("worlds", whole(1, 1000), 2, "samples of hidden cards for decisions that depend on them"),
        WEIGHTS,
    )

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        return GreedyPicker(evaluation(players, edition, self.options["weights"]), self.options["worlds"])


@register
class BeamAgent(NativeChoice):
    name = "beam"
    summary = "the best whole turn by beam search with the same evaluation"
    parameters = (
        Parameter("width", whole(1, 10000), 24, "positions that go on after each action"),
        Parameter("worlds", whole(1, 1000), 4, "samples of hidden cards for political decisions"),
        WEIGHTS,
    )

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        known = evaluation(players, edition, self.options["weights"])
        return BeamPicker(known, self.options["width"], self.options["worlds"])


@register
class QuickAgent(NativeChoice):
    name = "quick"
    summary = "the policy of guided playouts: moves judged without applying them"
    parameters = (
        Parameter("noise", number(0), 0.0, "blur of the judgement, in points of culture"),
        POLICY_WEIGHTS,
        PREFERENCES,
    )

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        known = policy(players, edition, self.options["policy_weights"], self.options["preferences"])
        return QuickPicker(known, self.options["noise"])


@register
class FlatMonteCarloAgent(NativeChoice):
    name = "flatmc"
    summary = "flat Monte Carlo: each move followed by playouts to the end of the game"
    parameters = (
        Parameter("playouts", whole(1), 1000, "per decision, shared out among the moves"),
        Parameter("policy", choice("random", "guided"), "random", "moves of the playouts: random or guided"),
        POLICY_WEIGHTS,
        PREFERENCES,
    )

    def make_native(self, players: int, edition: Edition) -> NativeAgent:
        known = policy(players, edition, self.options["policy_weights"], self.options["preferences"])
        return FlatPicker(known, self.options["playouts"], self.options["policy"] == "guided")


@register
class IsmctsAgent(Agent):
    name = "ismcts"
    summary = "information-set Monte Carlo tree search with evaluation, priors and guided playouts"
    parameters = (
        Parameter(
            "iterations", whole(0), 2000, "per decision, shared out among the workers; 0 = only time counts"
        ),
        Parameter(
            "time",
            seconds,
            0.0,
            "per decision, such as 1s or 200ms; not reproducible; 0 = only iterations count",
        ),
        Parameter("workers", whole(1, 256), 1, "threads with a tree of their own each"),
        Parameter(
            "algorithm", choice(*ALGORITHMS), "so", "one observer, several, or perfect-information worlds"
        ),
        Parameter("exploration", number(0), 2.0, "constant of the selection rule"),
        Parameter(
            "priors",
            choice("careful", "quick"),
            "quick",
            "judge each move by the closed turn after it, or by what it brings and costs",
        ),
        Parameter(
            "plan",
            whole(0, 1000),
            8,
            "width of a beam that weighs the moves of a whole turn at the root; 0 = off",
        ),
        Parameter("prior_weight", number(0, 1), 1.0, "part of the prior that comes from the move evaluation"),
        Parameter(
            "candidates",
            whole(0, 100),
            16,
            "moves of the root among which sequential halving decides; 0 = selected like others",
        ),
        Parameter(
            "trust", number(0), 1.0, "weight of a candidate's rewards beside its prior, for each visit"
        ),
        Parameter(
            "first_play", number(-1, 1), 0.0, "an untried move counts as the mean of its node less this"
        ),
        Parameter("widening", number(0), 0.0, "factor of progressive widening; 0 = off"),
        Parameter("widening_power", number(0.01, 1), 0.5, "exponent of progressive widening"),
        Parameter("transpositions", switch, True, "orders of the same actions share a node: yes or no"),
        Parameter("reuse", switch, True, "keep the tree for the next decision of a turn: yes or no"),
        Parameter("policy", choice(*POLICIES), "guided", "moves of playouts"),
        Parameter(
            "cutoff",
            whole(-1, 200),
            8,
            "turn ends until a playout is evaluated; 0 = at the leaf, -1 = end of game",
        ),
        Parameter(
            "leaf",
            choice("forecast", "evaluation"),
            "forecast",
            "what rates a position at the cutoff: the forecast of final culture, or the evaluation of moves",
        ),
        Parameter("world_iterations", whole(1), 100, "iterations in each world of pimc"),
        Parameter("memory", whole(1), 256, "megabytes for all trees together"),
        Parameter("resign", switch, False, "whether resigning is considered: yes or no"),
        WEIGHTS,
        POLICY_WEIGHTS,
        PREFERENCES,
        Parameter(
            "forecast_weights",
            weights_file(read_forecast),
            "",
            "YAML file of a forecast; empty = that of the package",
        ),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if options.get("time") and "iterations" not in options:
            self.options["iterations"] = 0
        self.search_options()
        self._searches: dict[int, tuple[str, Search]] = {}

    def search_options(self) -> SearchOptions:
        known = {field.name for field in fields(SearchOptions)}
        plain = {key: value for key, value in self.options.items() if key in known}
        return SearchOptions(seconds=self.options["time"], **plain)

    @property
    def text(self) -> str:
        text = super().text
        if self.options["time"]:
            text = text.replace("iterations=0,", "").replace(",iterations=0", "")
        return text

    @property
    def reproducible(self) -> bool:
        return not self.options["time"]

    def search(self, game: Game) -> Search:
        """The search of the player to decide; it keeps its tree from the last decision if it can."""
        observer = game.player_to_move
        setting = f"{game.players} {game.edition.hash}"
        known = self._searches.get(observer)
        if known is not None and known[0] == setting:
            known[1].set_root(game)
            return known[1]
        options = self.options
        guide = expert(
            game.players,
            game.edition,
            **{name: options[name] for name in GUIDE_OPTIONS},
        )
        search = Search(TtaGame(game, guide), observer, self.search_options())
        self._searches[observer] = setting, search
        return search

    def choose(self, game: Game, seed: int) -> Move:
        search = self.search(game)
        result = search.run(decision=seed)
        if result.interrupted:
            raise KeyboardInterrupt  # half a search is no choice: who plays a game wants it to end
        search.play(result.best)
        return find_move(game, result.best)

    def __getstate__(self) -> dict[str, Any]:
        return {"options": self.options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.options = state["options"]
        self._searches = {}
