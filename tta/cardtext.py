"""Cards as text: every printed number with its name, and what the card does."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from engine import default_edition
from engine.spelling import did_you_mean
from tta.errors import RunError
from tta.terminal import KIND_COLOURS, WIDTH, table

__all__ = ["card_list", "card_text", "select"]

HEAD = ("id", "number", "deck", "name", "age", "kind", "text", "copies", "aliases")
AGES = ("A", "I", "II", "III")


def select(cards: Iterable[dict[str, Any]], kind: str | None, age: str | None) -> list[dict[str, Any]]:
    """The cards of a kind and an age."""
    kinds = default_edition().kinds
    if kind is not None and kind not in kinds:
        raise RunError(
            f"--kind {kind}: no such kind{did_you_mean(kind, kinds)} (kinds are {', '.join(kinds)})"
        )
    if age is not None and age not in AGES:
        raise RunError(
            f"--age {age}: no such age{did_you_mean(age.upper(), AGES)} (ages are {', '.join(AGES)})"
        )
    return [card for card in cards if kind in (None, card["kind"]) and age in (None, card["age"])]


def card_text(card: Mapping[str, Any]) -> str:
    """One card."""
    title = click.style(card["name"], bold=True, fg=KIND_COLOURS.get(card["kind"]))
    lines = [f"{title}  ({card['kind']}, Age {card['age']}, id {card['id']})"]
    lines += [f"  {line}" for line in textwrap.wrap(card["text"], WIDTH - 2)]
    rows = [
        [f"  {name.replace('_', ' ')}", value_text(value)] for name, value in card.items() if name not in HEAD
    ]
    rows.append(["  copies", copies_text(card)])
    return "\n".join(lines + table(rows, "ll"))


def value_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value_text(item)}" for name, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(value_text(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def copies_text(card: Mapping[str, Any]) -> str:
    copies = card["copies"]
    if card["deck"] == "initial":
        return "one for every player at the start"
    if isinstance(copies, Mapping):
        return ", ".join(f"{count} with {players} players" for players, count in copies.items())
    return str(copies)


def card_list(cards: Sequence[Mapping[str, Any]]) -> list[str]:
    """One line per card."""
    if not cards:
        return ["no card is like that"]
    rows = []
    for card in cards:
        name = click.style(card["name"], fg=KIND_COLOURS.get(card["kind"]))
        rows.append([card["id"], name, card["kind"], card["age"]])
    texts = [card["text"] for card in cards]
    lines = table(rows, "llll")
    width = max(len(click.unstyle(line)) for line in lines)
    return [
        line
        + " " * (width + 2 - len(click.unstyle(line)))
        + textwrap.shorten(text, max(WIDTH - width - 2, 30), placeholder=" …")
        for line, text in zip(lines, texts, strict=True)
    ]
