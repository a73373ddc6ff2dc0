"""Output for people: colours and live lines on a terminal only."""

from __future__ import annotations

import os
import shutil
import sys
from types import TracebackType

import click

__all__ = ["KIND_COLOURS", "WIDTH", "Live", "say", "table"]

WIDTH = 110
"""Columns that lines for people keep to."""
KIND_COLOURS = {
    "farm": "yellow",
    "mine": "yellow",
    "lab": "cyan",
    "temple": "cyan",
    "arena": "cyan",
    "library": "cyan",
    "theater": "cyan",
    "infantry": "red",
    "cavalry": "red",
    "artillery": "red",
    "airforce": "red",
    "government": "magenta",
    "special": "blue",
    "leader": "green",
    "wonder": "magenta",
}


def say(text: str = "") -> None:
    """Print; click drops the colours where there is no terminal, the user may drop them with NO_COLOR."""
    click.echo(text, color=False if os.environ.get("NO_COLOR") else None)


class Live:
    """One line on stderr that is written again and again, and gone at the end."""

    def __init__(self, wanted: bool = True) -> None:
        self.active = wanted and sys.stderr.isatty()

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.show("")

    def show(self, text: str) -> None:
        if self.active:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{text[:width]}")
            sys.stderr.flush()


def table(rows: list[list[str]], right: str = "") -> list[str]:
    """Rows as aligned columns; `right` marks columns, by letter `r`, whose cells end flush."""
    widths = [max(len(click.unstyle(row[i])) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - len(click.unstyle(cell)))
            cells.append(space + cell if right[i : i + 1] == "r" else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines
