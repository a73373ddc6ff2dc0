"""What a study says: on the terminal, as CSV and JSON, and as one HTML file for reading."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from engine import Edition
from tta.balance.analysis import CardRow
from tta.balance.charts import Bar, Curve, Dot, curves, forest, strips
from tta.balance.data import Data
from tta.balance.experiment import TrialResult
from tta.balance.study import Experiment

__all__ = ["Findings", "csv_text", "html_report", "terminal_table"]

FORMAT = 1


@dataclass
class Findings:
    """Everything that a report is made of."""

    title: str
    data: Data
    edition: Edition
    rows: list[CardRow]
    prices: list[dict[str, Any]]
    experiment: Experiment | None
    trials: dict[int, list[TrialResult]]
    """By number of players."""
    least: int

    def values(self) -> dict[str, Any]:
        summary = self.data.summary
        return {
            "format": FORMAT,
            "title": self.title,
            "games": summary["games"],
            "players": self.data.settings["players"],
            "agents": self.data.settings["agents"],
            "cards_hash": self.data.settings.get("cards"),
            "signature": summary["signature"],
            "reproducible": summary.get("reproducible", False),
            "least": self.least,
            "cards": [row.values() for row in self.rows],
            "prices": self.prices,
            "experiments": [
                {"players": players, **trial.values()}
                for players, trials in self.trials.items()
                for trial in trials
            ],
        }


def percent(value: float, sign: bool = False) -> str:
    if math.isnan(value):
        return "–"
    return f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"


def number(value: float, digits: int = 1, sign: bool = False) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:{'+' if sign else ''}.{digits}f}"


def ordered(rows: Iterable[CardRow]) -> list[CardRow]:
    """The strongest first, rows with too few takes at the end."""
    return sorted(
        rows, key=lambda row: (row.few, -row.effect if not math.isnan(row.effect) else math.inf, row.card)
    )


# -- terminal and tables


def terminal_table(findings: Findings, colour: bool = False) -> str:
    lines = [heading(findings)]
    for players in findings.data.settings["players"]:
        rows = ordered(row for row in findings.rows if row.players == players)
        lines += [
            "",
            f"{players} players: win rate of those who took the card, beside what could be expected",
        ]
        lines.append(
            f"{'card':26s} {'age':3s} {'taken':>6s} {'rate':>6s} {'price':>5s} {'round':>5s} {'win':>6s}"
            f" {'effect':>7s} {'95 %':>15s} {'q':>6s} {'culture':>8s}"
        )
        lines += [terminal_row(row, colour) for row in rows]
        trials = findings.trials.get(players, [])
        if trials and findings.experiment:
            lines += ["", experiment_sentence(findings.experiment, players)]
            lines += [trial_row(trial) for trial in trials]
    few = sum(row.few for row in findings.rows)
    if few:
        lines.append(f"\n* {few} rows with fewer than {findings.least} takes: too few for a conclusion")
    return "\n".join(lines)


def terminal_row(row: CardRow, colour: bool) -> str:
    q = "*" if row.few else f"{row.q:.3f}"
    text = (
        f"{row.name[:26]:26s} {row.age:3s} {row.taken:6d} {percent(row.take_rate):>5s}%"
        f" {number(row.price):>5s} {number(row.round):>5s} {percent(row.win):>5s}%"
        f" {percent(row.effect, True):>7s} {percent(row.effect_low, True):>7s}"
        f" {percent(row.effect_high, True):>7s} {q:>6s} {number(row.culture, 1, True):>8s}"
    )
    if colour and row.stands_out:
        return f"\033[{'32' if row.effect > 0 else '31'}m{text}\033[0m"
    return text


def trial_row(trial: TrialResult) -> str:
    return (
        f"{trial.card[:26]:26s} {trial.pairs:5d} pairs  win {percent(trial.with_card):>5s} : "
        f"{percent(trial.without_card):>5s} %  difference {percent(trial.win, True):>6s}"
        f" [{percent(trial.win_low, True)}, {percent(trial.win_high, True)}]"
        f"  culture {trial.culture:+.1f} [{trial.culture_low:+.1f}, {trial.culture_high:+.1f}]"
    )


def experiment_sentence(experiment: Experiment, players: int) -> str:
    change = (
        "with the changed numbers and with the printed ones"
        if experiment.overlay
        else "with the card taken and with it forbidden to that player"
    )
    moment = "first takes it" if experiment.moment == "chosen" else "first could take it"
    return f"experiment, {players} players, {experiment.agent}: from where a player {moment}, {change}"


def heading(findings: Findings) -> str:
    agents = ", ".join(findings.data.settings["agents"])
    return f"{findings.data.summary['games']} games of {agents}"


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


# -- HTML

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ddd; padding-bottom: .3rem; }
svg { max-width: 100%; height: auto; display: block; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .8rem; width: 100%; }
th, td { padding: .2rem .45rem; text-align: right; border-bottom: 1px solid #eee; white-space: nowrap; }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
th { position: sticky; top: 0; background: #fff; border-bottom: 2px solid #999; }
.few { color: #888; } .good { color: #2f7d43; font-weight: 600; } .bad { color: #b5382a; font-weight: 600; }
.note { background: #f6f6f2; padding: .7rem 1rem; border-left: 4px solid #c9c4a8; font-size: .9rem; }
.wide { overflow-x: auto; }
"""


def html_report(findings: Findings) -> str:
    """One file that needs nothing else."""
    sections = [opening(findings)]
    for players in findings.data.settings["players"]:
        rows = [row for row in findings.rows if row.players == players]
        sections += [
            association_section(findings, rows, players),
            experiment_section(findings, players),
            price_section(findings, players),
            age_section(rows, players),
            table_section(rows, players),
        ]
    sections.append(method_section(findings))
    body = "\n".join(section for section in sections if section)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(findings.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def opening(findings: Findings) -> str:
    data = findings.data
    agents = ", ".join(f"<code>{escape(text)}</code>" for text in data.settings["agents"].values())
    strong = [row for row in ordered(findings.rows) if row.stands_out and row.effect > 0]
    weak = [row for row in reversed(ordered(findings.rows)) if row.stands_out and row.effect < 0]
    return (
        f"<h1>{escape(findings.title)}</h1>\n"
        f"<p>{data.summary['games']} games with {' and '.join(map(str, data.settings['players']))} players, "
        f"played by {agents}. Average length {data.summary['rounds']:.1f} rounds.</p>\n"
        f"<p><strong>More wins than expected:</strong> {names_of(strong)}.<br/>"
        f"<strong>Fewer wins than expected:</strong> {names_of(weak)}.</p>\n"
        '<p class="note">These are the habits of programs. A card that they use badly looks weak, whatever '
        "it could do in better hands; and a card taken by those who were winning anyway looks strong unless "
        "the standing is allowed for, which can be done only in part. Experiments do not have the second "
        "weakness.</p>"
    )


def names_of(rows: Sequence[CardRow]) -> str:
    if not rows:
        return "none clearly"
    return ", ".join(f"{escape(row.name)} ({percent(row.effect, True)})" for row in rows[:8])


def bar_of(row: CardRow) -> Bar:
    note = f"{percent(row.win)} % of {row.taken}" + ("" if row.few else f", q {row.q:.3f}")
    return Bar(row.name, row.effect, row.effect_low, row.effect_high, note, row.stands_out, row.few)


def association_section(findings: Findings, rows: Sequence[CardRow], players: int) -> str:
    parts = [f"<h2>Taking a card and winning, {players} players</h2>"]
    parts.append(
        "<p>Win rate of those who took a card, less what their seat, agent and standing at that moment let "
        "expect, in percentage points with 95 % intervals. Coloured: clear after the correction for many "
        f"comparisons. Pale: fewer than {findings.least} takes.</p>"
    )
    for kind in dict.fromkeys(row.kind for row in rows):
        own = ordered(row for row in rows if row.kind == kind and row.taken > 1)
        if own:
            parts.append(f"<h3>{escape(kind.capitalize())}</h3>")
            parts.append(
                forest([bar_of(row) for row in own], f"{kind}, {players} players", "points of win rate", 100)
            )
    return "\n".join(parts)


def experiment_section(findings: Findings, players: int) -> str:
    trials = findings.trials.get(players, [])
    experiment = findings.experiment
    if not trials or experiment is None:
        return ""
    ordered_trials = sorted(trials, key=lambda trial: -trial.win)
    name = findings.edition.name
    wins = [
        Bar(name(trial.card), trial.win, trial.win_low, trial.win_high,
            f"{percent(trial.with_card)} : {percent(trial.without_card)} %, {trial.pairs} pairs",
            trial.win_low > 0 or trial.win_high < 0)
        for trial in ordered_trials
    ]  # fmt: skip
    leads = [
        Bar(name(trial.card), trial.culture, trial.culture_low, trial.culture_high,
            f"{trial.culture:+.1f}", trial.culture_low > 0 or trial.culture_high < 0)
        for trial in ordered_trials
    ]  # fmt: skip
    return "\n".join(
        [
            f"<h2>Experiment, {players} players</h2>",
            f"<p>{escape(experiment_sentence(experiment, players).capitalize())}. The deal, the rivals and "
            "all that happened before are the same in both games of a pair: the difference is an effect.</p>",
            "<h3>Win rate</h3>",
            forest(wins, "difference in win rate", "points of win rate", 100),
            "<h3>Lead in culture at the end</h3>",
            forest(leads, "difference in culture", "points of culture"),
        ]
    )


def price_section(findings: Findings, players: int) -> str:
    rows = [row for row in findings.prices if row["players"] == players]
    lines = []
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [row for row in rows if row["kind"] == kind]
        points = [
            point for price in sorted({row["price"] for row in own}) if (point := take_rate(own, price))
        ]
        points = [point for point in points if point[2] >= findings.least]
        if points:
            lines.append(Curve(kind, points))
    drawn = curves(lines, "take rate against price", "price in civil actions", "offers taken")
    return (
        f"<h2>Take rate against price, {players} players</h2>\n"
        "<p>An offer is an action phase at whose start the card lay in the row and the player was allowed to "
        f"take it. Larger dots stand for more offers.</p>\n{drawn}\n{price_table(findings, rows)}"
    )


def take_rate(rows: Sequence[dict[str, Any]], price: int) -> tuple[float, float, float] | None:
    """Price, share of offers taken, and number of offers."""
    turns = sum(row["turns"] for row in rows if row["price"] == price)
    taken = sum(row["taken"] for row in rows if row["price"] == price)
    return (price, min(1.0, taken / turns), turns) if turns else None


def price_table(findings: Findings, rows: Sequence[dict[str, Any]]) -> str:
    """Cards by price: how often an offer was taken, and the effect on winning."""
    prices = sorted({row["price"] for row in rows if row["taken"]})
    found = {(row["card"], row["price"]): row for row in rows}
    cells = "".join(f"<th>{price} CA</th>" for price in prices)
    lines = []
    for card in dict.fromkeys(row["card"] for row in rows):
        entries = "".join(price_cell(found.get((card, price))) for price in prices)
        kind = findings.edition.kind(card)
        lines.append(f"<tr><td>{escape(findings.edition.name(card))}</td><td>{kind}</td>{entries}</tr>")
    return (
        "<details><summary>By card: share of offers taken, and effect on the win rate at that price (pale: "
        'too few)</summary><div class="wide"><table>'
        f"<thead><tr><th>card</th><th>kind</th>{cells}</tr></thead>\n<tbody>{chr(10).join(lines)}</tbody></table></div></details>"
    )


def price_cell(row: dict[str, Any] | None) -> str:
    if row is None or not row["turns"]:
        return "<td></td>"
    rate = f"{100 * min(1.0, row['taken'] / row['turns']):.0f} %"
    effect = "" if row["effect"] is None else f" ({100 * row['effect']:+.0f})"
    look = ' class="few"' if row["few"] else ""
    return f"<td{look}>{rate}{effect}</td>"


def age_section(rows: Sequence[CardRow], players: int) -> str:
    ages = ("A", "I", "II", "III")
    known = sorted(
        (row for row in rows if not row.few), key=lambda row: (ages.index(row.age), row.kind, row.card)
    )
    dots = [Dot(row.kind, row.age, row.effect, row.name, row.stands_out) for row in known]
    drawn = strips(dots, "effect by age", "points of win rate", 100)
    return (
        f"<h2>Value by age, {players} players</h2>\n<p>The same effects, by the age of the card.</p>\n{drawn}"
    )


def table_section(rows: Sequence[CardRow], players: int) -> str:
    head = (
        "card", "kind", "age", "offered", "taken", "rate %", "price", "round", "played %", "win %",
        "expected %", "effect", "95 %", "q", "culture", "95 %",
    )  # fmt: skip
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "\n".join(table_row(row) for row in ordered(rows))
    return (
        f'<h2>All cards, {players} players</h2>\n<div class="wide"><table>\n<thead><tr>{cells}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def table_row(row: CardRow) -> str:
    look = ""
    if row.few:
        look = ' class="few"'
    elif row.stands_out:
        look = f' class="{"good" if row.effect > 0 else "bad"}"'
    values = (
        row.name, row.kind, row.age, str(row.offered), str(row.taken), percent(row.take_rate),
        number(row.price), number(row.round), percent(row.played), percent(row.win), percent(row.expected),
        percent(row.effect, True), f"{percent(row.effect_low, True)} … {percent(row.effect_high, True)}",
        "few" if row.few else f"{row.q:.3f}", number(row.culture, 1, True),
        f"{number(row.culture_low, 1, True)} … {number(row.culture_high, 1, True)}",
    )  # fmt: skip
    return f"<tr{look}>" + "".join(f"<td>{escape(value)}</td>" for value in values) + "</tr>"


def method_section(findings: Findings) -> str:
    summary = findings.data.summary
    return (
        "<h2>How it was done</h2>\n"
        "<p>A logistic model over all takes of the run gives the chance of winning from seat, agent, round, "
        "and leads in culture, culture rating, science rating and strength over the best rival just before "
        "the take, whose weight may change with the round. The effect of a card is the mean of (won less "
        "expected) over the seats that took it, counted once each; intervals allow for games on one deal "
        "hanging together. q is Benjamini and Hochberg’s: among cards with q below 0.05 about one in twenty "
        "is there by chance. "
        f"Rows with fewer than {findings.least} takes are left out of that.</p>\n"
        f"<p>Run signature <code>{escape(str(summary['signature']))}</code>, "
        f"cards <code>{escape(str(summary.get('cards')))}</code>"
        f"{'' if summary.get('reproducible') else ', not reproducible: an agent was limited by time'}.</p>"
    )
