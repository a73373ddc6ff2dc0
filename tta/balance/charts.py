"""Pictures of a study as SVG text, drawn by hand: no package is needed, and the report stays one file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["COLOURS", "Bar", "Curve", "Dot", "curves", "forest", "strips"]

COLOURS = ("#2f6db3", "#c4572e", "#3f8f4f", "#8a4fa3", "#b08a1e", "#4a9a9a", "#a33c5b", "#666666")
INK = "#222"
PALE = "#d9d9d9"
GOOD = "#2f7d43"
BAD = "#b5382a"
DULL = "#8a8a8a"
MOST_NAMES = 24
"""In one strip; in fuller ones only the clear values carry their name."""


class Bar(NamedTuple):
    """A line of a forest plot: an effect with its interval."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    marked: bool = False
    """Clear enough to be coloured."""
    pale: bool = False
    """Too few observations."""


class Curve(NamedTuple):
    label: str
    points: Sequence[tuple[float, float, float]]
    """x, y and how many observations."""


class Dot(NamedTuple):
    group: str
    strip: str
    value: float
    label: str
    marked: bool


class Picture:
    """Elements of one SVG."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = PALE, width: float = 1) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="{width:g}"/>'
        )

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", size: float = 12, colour: str = INK
    ) -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{colour}">{escape(text)}</text>'
        )

    def circle(self, x: float, y: float, radius: float, colour: str, title: str = "") -> None:
        inner = f"<title>{escape(title)}</title>" if title else ""
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}">{inner}</circle>'
        )

    def path(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" role="img" font-family="system-ui, sans-serif">'
            f"<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"
        )


def ticks(low: float, high: float, count: int = 6) -> list[float]:
    """Round numbers that cover the range."""
    span = max(high - low, 1e-9)
    rough = span / count
    power = 10 ** math.floor(math.log10(rough))
    step = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough)
    first = math.floor(low / step)
    last = math.ceil(high / step)
    return [round(i * step, 10) for i in range(first, last + 1)]


def forest(bars: Sequence[Bar], title: str, unit: str, scale: float = 1) -> str:
    """Effects with intervals, one line each, around a line at 0; `scale` turns values into the unit."""
    left, right, row, top = 210, 170, 20, 34
    width = 820
    shown = [bar for bar in bars if math.isfinite(bar.value)]
    picture = Picture(width, top + row * max(1, len(shown)) + 44, title)
    if not shown:
        picture.text(left, top + 14, "nothing to show")
        return picture.svg()
    clear = [bar for bar in shown if not bar.pale] or shown  # pale ones may run out of the picture
    limit = max(abs(bar.value) for bar in clear) * scale
    ends = [abs(end) * scale for bar in clear for end in (bar.low, bar.high) if math.isfinite(end)]
    limit = min(max([limit, *ends]), 3 * limit) or 1
    marks = ticks(-limit, limit)
    low, high = marks[0], marks[-1]

    def place(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (width - left - right)

    bottom = top + row * len(shown)
    for mark in marks:
        picture.line(place(mark), top - 6, place(mark), bottom, INK if mark == 0 else PALE)
        picture.text(place(mark), bottom + 16, f"{mark:+g}" if mark else "0", anchor="middle", size=11)
    picture.text((place(low) + place(high)) / 2, bottom + 34, unit, anchor="middle", size=11)
    for i, bar in enumerate(shown):
        y = top + row * i + row / 2
        colour = DULL
        if bar.marked:
            colour = GOOD if bar.value > 0 else BAD
        picture.text(left - 10, y + 4, bar.label, anchor="end", colour=DULL if bar.pale else INK)
        if math.isfinite(bar.low) and math.isfinite(bar.high):
            picture.line(
                place(bar.low * scale), y, place(bar.high * scale), y, colour, 1 if bar.pale else 2.5
            )
        picture.circle(place(bar.value * scale), y, 3 if bar.pale else 4.5, colour)
        picture.text(width - right + 12, y + 4, bar.note, size=11, colour=DULL if bar.pale else INK)
    return picture.svg()


def curves(lines: Sequence[Curve], title: str, x_name: str, y_name: str) -> str:
    """Shares against a whole number, one line per group; the size of a dot tells how much is behind it."""
    width, height, left, right, top, bottom = 820, 360, 60, 180, 24, 48
    picture = Picture(width, height, title)
    points = [point for line in lines for point in line.points]
    if not points:
        picture.text(left, top + 14, "nothing to show")
        return picture.svg()
    xs = sorted({x for x, _, _ in points})
    marks = ticks(0, max(y for _, y, _ in points) * 100, 5)

    def across(x: float) -> float:
        span = max(xs[-1] - xs[0], 1)
        return left + 16 + (x - xs[0]) / span * (width - left - right - 32)

    def up(share: float) -> float:
        return height - bottom - share * 100 / marks[-1] * (height - top - bottom)

    for mark in marks:
        picture.line(left, up(mark / 100), width - right, up(mark / 100))
        picture.text(left - 8, up(mark / 100) + 4, f"{mark:g} %", anchor="end", size=11)
    for x in xs:
        picture.text(across(x), height - bottom + 18, f"{x:g}", anchor="middle", size=11)
    picture.text((left + width - right) / 2, height - 10, x_name, anchor="middle", size=11)
    picture.text(left, 14, y_name, size=11)
    most = max(n for _, _, n in points)
    for number, line in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        picture.path([(across(x), up(y)) for x, y, _ in line.points], colour)
        for x, y, n in line.points:
            radius = 2 + 4 * math.sqrt(n / most)
            picture.circle(across(x), up(y), radius, colour, f"{line.label}: {100 * y:.1f} % of {n:g}")
        y = top + 16 + 18 * number
        picture.circle(width - right + 20, y - 4, 5, colour)
        picture.text(width - right + 32, y, line.label)
    return picture.svg()


def strips(dots: Sequence[Dot], title: str, y_name: str, scale: float = 1) -> str:
    """Values side by side in strips (ages), coloured by group (kinds)."""
    width, height, left, right, top, bottom = 820, 460, 60, 150, 28, 34
    picture = Picture(width, height, title)
    shown = [dot for dot in dots if math.isfinite(dot.value)]
    if not shown:
        picture.text(left, top + 14, "nothing to show")
        return picture.svg()
    names = list(dict.fromkeys(dot.strip for dot in dots))
    groups = list(dict.fromkeys(dot.group for dot in dots))
    values = [dot.value * scale for dot in shown]
    marks = ticks(min(0.0, *values), max(0.0, *values))
    step = (width - left - right) / len(names)

    def up(value: float) -> float:
        return height - bottom - (value - marks[0]) / (marks[-1] - marks[0]) * (height - top - bottom)

    for mark in marks:
        picture.line(left, up(mark), width - right, up(mark), INK if mark == 0 else PALE)
        picture.text(left - 8, up(mark) + 4, f"{mark:+g}" if mark else "0", anchor="end", size=11)
    picture.text(left, 16, y_name, size=11)
    for i, name in enumerate(names):
        picture.text(left + step * (i + 0.5), height - 12, f"Age {name}", anchor="middle")
        inside = sorted((dot for dot in shown if dot.strip == name), key=lambda dot: -dot.value)
        last = -math.inf
        for number, dot in enumerate(inside):
            x = left + step * (i + 0.14 + 0.1 * (number % 3))
            y = up(dot.value * scale)
            colour = COLOURS[groups.index(dot.group) % len(COLOURS)]
            picture.circle(x, y, 4.5 if dot.marked else 3, colour, f"{dot.label}: {dot.value * scale:+.1f}")
            if dot.marked or len(inside) <= MOST_NAMES:
                last = max(y, last + 11)  # names do not cover each other
                edge = left + step * (i + 0.42)
                picture.line(x + 5, y, edge - 3, last, PALE)
                picture.text(edge, last + 3.5, dot.label, size=10, colour=INK if dot.marked else DULL)
    for number, group in enumerate(groups):
        y = top + 16 + 18 * number
        picture.circle(width - right + 20, y - 4, 5, COLOURS[number % len(COLOURS)])
        picture.text(width - right + 32, y, group)
    return picture.svg()
