"""The one way from a known error to one clear message and exit code 2.

Anything else is a bug of this program and keeps its traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

__all__ = ["BAD_INPUT", "ConfigError", "RunError", "message", "report"]

BAD_INPUT = 2


class ConfigError(ValueError):
    """A config that cannot be used: in which file, and everything that is wrong with it."""

    def __init__(self, source: str, problems: Iterable[str] | str) -> None:
        self.source = source
        self.problems = [problems] if isinstance(problems, str) else list(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return f"{self.source}: {self.problems[0]}"
        return "\n  ".join([f"{self.source}:", *self.problems])


class RunError(Exception):
    """A run that cannot start or go on, for a reason that the user can do something about."""


def known_errors() -> tuple[type[BaseException], ...]:
    # Imported here: errors are rare, and start-up has to be short.
    import yaml

    from engine import EditionError, IllegalMove, PositionError, RecordError, UnknownCard
    from engine.sources import SourceError
    from mcts.agents import AgentError
    from mcts.weights import WeightsError

    return (
        ConfigError,
        RunError,
        PositionError,
        RecordError,
        EditionError,
        IllegalMove,
        UnknownCard,
        SourceError,
        AgentError,
        WeightsError,
        OSError,
        UnicodeDecodeError,
        yaml.YAMLError,
    )


def message(error: BaseException) -> str:
    """What an error says, in words of its own."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnicodeDecodeError):
        return f"no text in UTF-8: {error.reason} at byte {error.start}"
    return str(error)


def report(error: Exception) -> int:
    """Print the message of a known error on stderr and give the exit code; raise an unknown one again."""
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has stopped; nothing is left to say, also not when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    if not isinstance(error, known_errors()):
        raise error
    click.echo(f"{click.style('error:', fg='red', bold=True)} {message(error)}", err=True)
    return BAD_INPUT
