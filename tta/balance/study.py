"""What a study of balance looks at: the key `study` of a config."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import Edition, EditionError, UnknownCard
from engine.spelling import did_you_mean
from tta.errors import ConfigError
from tta.match.config import MatchConfig, Reader

__all__ = ["CIVIL_KINDS", "Experiment", "Study", "read_study"]

STUDY_KEYS = ("cards", "least", "experiment")
EXPERIMENT_KEYS = ("agent", "cards", "standing_out", "pairs", "moment", "price", "overlay")
MOMENTS = ("chosen", "offered")
CIVIL_KINDS = (
    "farm",
    "mine",
    "lab",
    "temple",
    "library",
    "theater",
    "arena",
    "infantry",
    "cavalry",
    "artillery",
    "airforce",
    "government",
    "special",
    "leader",
    "wonder",
    "action",
)
"""Kinds of the cards that come into the row."""


@dataclass(frozen=True)
class Experiment:
    """Pairs of games that differ in one thing: a card forbidden to a player, or its numbers."""

    agent: str = "greedy"
    cards: tuple[str, ...] = ()
    """Cards to try; empty for those that stand out in the games."""
    standing_out: int = 12
    pairs: int = 200
    moment: str = "chosen"
    """`chosen`: where an agent first takes the card.  `offered`: where a player first could."""
    price: int = 3
    """The most civil actions for the card, if offered."""
    overlay: dict[str, Any] | None = None
    """Other numbers from that moment on, instead of a card forbidden."""


@dataclass(frozen=True)
class Study:
    cards: tuple[str, ...] = ()
    least: int = 40
    """Rows with fewer takes are marked and left out of the correction for many comparisons."""
    experiment: Experiment | None = field(default_factory=Experiment)


def read_study(config: MatchConfig, edition: Edition) -> Study:
    """The study of a config; raises ConfigError with everything that is wrong."""
    reader = Reader(config.source, config.study, STUDY_KEYS)
    study = Study(
        cards=read_cards(reader, "cards", edition) or civil_cards(edition),
        least=reader.whole("least", 2, 1_000_000, Study.least),
        experiment=read_experiment(reader, edition) if "experiment" in config.study else None,
    )
    if reader.problems:
        raise ConfigError(config.source, [f"study: {problem}" for problem in reader.problems])
    return study


def civil_cards(edition: Edition) -> tuple[str, ...]:
    """All cards that can come into the row."""
    return tuple(
        card
        for card in edition.ids[1:]
        if edition.kind(card) in CIVIL_KINDS and edition.card(card)["deck"] == "civil"
    )


def read_cards(reader: Reader, key: str, edition: Edition) -> tuple[str, ...]:
    """Cards by id, name or kind, in the order of the edition."""
    value = reader.values.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not value:
        reader.problem(f"{key}: a list of cards or kinds is expected, such as [leader, wonder]")
        return ()
    found: set[str] = set()
    known = civil_cards(edition)
    for item in value:
        if item in CIVIL_KINDS:
            found.update(card for card in known if edition.kind(card) == item)
            continue
        try:
            card = edition.ids[edition.number(item)] if isinstance(item, str) else None
        except UnknownCard as error:
            reader.problem(f"{key}: {error}{did_you_mean(item, CIVIL_KINDS)}")
            continue
        if card not in known:
            reader.problem(f"{key}: {item!r} is no card of the row and no kind of them")
        else:
            found.add(card)
    return tuple(card for card in known if card in found)


def read_experiment(outer: Reader, edition: Edition) -> Experiment | None:
    value = outer.mapping("experiment")
    reader = Reader(outer.source, value, EXPERIMENT_KEYS)
    default = Experiment()
    experiment = Experiment(
        agent=reader.agent(value.get("agent", default.agent), "agent"),
        cards=read_cards(reader, "cards", edition),
        standing_out=reader.whole("standing_out", 1, 1000, default.standing_out),
        pairs=reader.whole("pairs", 2, 1_000_000, default.pairs),
        moment=reader.word("moment", MOMENTS, default.moment),
        price=reader.whole("price", 0, 20, default.price),
        overlay=reader.overlay(),
    )
    if experiment.overlay is not None:
        check_overlay(reader, edition, experiment.overlay)
    outer.problems += [f"experiment: {problem}" for problem in reader.problems]
    return experiment


def check_overlay(reader: Reader, edition: Edition, overlay: dict[str, Any]) -> None:
    try:
        changed = Edition(edition.edition, overlay)
    except EditionError as error:
        reader.problems += [f"overlay: {problem}" for problem in error.problems]
    except (ValueError, TypeError, AttributeError) as error:
        reader.problem(f"overlay: {error}")
    else:
        if changed.ids != edition.ids:
            reader.problem("overlay: it changes the kind or age of a card, which no game under way can take")
