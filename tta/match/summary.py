"""What a run says: win rates, culture, ratings, the sequential test and a signature."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import Edition
from tta.match.config import MatchConfig
from tta.match.play import RESIGNED, json_line, shares
from tta.match.schedule import GameSpec
from tta.match.statistics import PlackettLuce, SequentialTest, wilson

__all__ = ["Tally", "deciding_test", "summary_table"]

FORMAT = 1
DIGITS = 6
ANY_PRICE = 20
"""Stands for all prices; no card costs that many actions."""


class AgentTally:
    """Sums over the seats of one agent."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.expected = 0.0
        self.culture: Counter[int] = Counter()
        self.rank = 0
        self.decisions = 0
        self.resigned = 0

    def add(self, win: float, score: int | None, rank: int, decisions: int, players: int) -> None:
        self.seats += 1
        self.wins += win
        self.expected += 1 / players
        self.rank += rank
        self.decisions += decisions
        if score is None:
            self.resigned += 1
        else:
            self.culture[score] += 1

    def values(self) -> dict[str, Any]:
        rate = self.wins / self.seats if self.seats else math.nan
        low, high = wilson(rate, self.seats)
        n = self.culture.total()
        total = sum(score * count for score, count in self.culture.items())
        squares = sum(score * score * count for score, count in self.culture.items())
        mean = total / n if n else math.nan
        deviation = math.sqrt(max(0.0, squares - n * mean * mean) / (n - 1)) if n > 1 else 0.0
        return {
            "games": self.seats,
            "win_rate": rounded(rate),
            "win_low": rounded(low),
            "win_high": rounded(high),
            "fair_rate": rounded(self.expected / self.seats) if self.seats else None,
            "culture": rounded(mean),
            "culture_deviation": rounded(deviation),
            "rank": rounded(self.rank / self.seats) if self.seats else None,
            "decisions": rounded(self.decisions / self.seats) if self.seats else None,
            "resigned": self.resigned,
        }


def rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, DIGITS)


class Tally:
    """Everything that the summary and the table of offers are made of; fed in the order of the games."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self.games = 0
        self.rounds: Counter[int] = Counter()
        self.agents = [AgentTally() for _ in config.agents]
        self.by_players = {n: [AgentTally() for _ in config.agents] for n in config.players}
        self.by_seat: dict[int, list[float]] = {n: [0.0] * n for n in config.players}
        self.games_by_players: Counter[int] = Counter()
        self.ratings = PlackettLuce(len(config.agents))
        self.hash = hashlib.blake2b(digest_size=16)
        self.offers: Counter[tuple[int, int, int, int]] = Counter()
        self.offered_seats: Counter[tuple[int, int, int, int]] = Counter()
        self.takes: Counter[tuple[int, int, int, int]] = Counter()

    def add(self, spec: GameSpec, result: dict[str, Any]) -> None:
        scores = result["scores"]
        known = [RESIGNED if score is None else score for score in scores]
        won = shares(scores)
        self.games += 1
        self.games_by_players[spec.players] += 1
        self.rounds[result["rounds"]] += 1
        for seat, agent in enumerate(spec.seats):
            rank = 1 + sum(score > known[seat] for score in known)
            for tally in (self.agents[agent], self.by_players[spec.players][agent]):
                tally.add(won[seat], scores[seat], rank, result["decisions"][seat], spec.players)
            self.by_seat[spec.players][seat] += won[seat]
        if len(set(spec.seats)) > 1:
            self.ratings.add(spec.seats, known)
        self.hash.update(json_line([spec.game, spec.players, list(spec.seats), result]).encode())

    def add_cards(
        self, spec: GameSpec, offers: Sequence[Sequence[int]], takes: Sequence[Sequence[int]]
    ) -> None:
        """Offers and takes of a game: seat, card, price and number."""
        seats = set()
        for seat, card, price, turns in offers:
            agent = spec.seats[seat]
            self.offers[spec.players, agent, card, price] += turns
            self.offered_seats[spec.players, agent, card, price] += 1
            seats.add((seat, card))
        for seat, card in seats:
            self.offered_seats[spec.players, spec.seats[seat], card, ANY_PRICE] += 1
        for seat, card, price, number in takes:
            self.takes[spec.players, spec.seats[seat], card, price] += number

    # -- results

    def offer_rows(self, edition: Edition) -> list[list[Any]]:
        """Rows of the table of offers; price 'any' counts the seats that were offered the card at all."""
        rows = []
        # A card may only have become free to take during the phase: then it was taken, but not offered.
        anyhow = {(*key[:3], ANY_PRICE) for key in self.takes}
        for key in sorted(set(self.offered_seats) | set(self.takes) | anyhow):
            players, agent, card, price = key
            if price == ANY_PRICE:
                turns, takes = self.at_any_price(players, agent, card)
            else:
                turns, takes = self.offers[key], self.takes[key]
            label = "any" if price == ANY_PRICE else price
            name = self.config.names[agent]
            rows.append([players, name, edition.ids[card], label, turns, self.offered_seats[key], takes])
        return rows

    def at_any_price(self, players: int, agent: int, card: int) -> tuple[int, int]:
        keys = [(players, agent, card, price) for price in range(ANY_PRICE)]
        return sum(self.offers[key] for key in keys), sum(self.takes[key] for key in keys)

    def summary(self, test: SequentialTest | None) -> dict[str, Any]:
        config = self.config
        rounds = sum(n * count for n, count in self.rounds.items()) / max(1, self.games)
        value: dict[str, Any] = {
            "format": FORMAT,
            "config": config.text,
            "players": list(config.players),
            "seed": config.seed,
            "games": self.games,
            "rounds": rounded(rounds),
            "reproducible": config.reproducible,
            "signature": self.hash.hexdigest(),
            "cards": config.cards().hash,
            "agents": self.agent_values(self.agents, ratings=len(config.agents) > 1),
            "seat_win_rates": {
                str(n): [rounded(wins / max(1, self.games_by_players[n])) for wins in self.by_seat[n]]
                for n in config.players
            },
        }
        if len(config.players) > 1:
            value["by_players"] = {
                str(n): self.agent_values(tallies, ratings=False) for n, tallies in self.by_players.items()
            }
        if test is not None:
            value["sprt"] = sprt_values(test)
        return value

    def agent_values(self, tallies: list[AgentTally], ratings: bool) -> list[dict[str, Any]]:
        found = self.ratings.ratings() if ratings else []
        rows = []
        for number, tally in enumerate(tallies):
            row = {"agent": self.config.names[number], "text": self.config.agents[number], **tally.values()}
            if ratings:
                rating = found[number]
                row |= {
                    "elo": round(rating.elo, 1),
                    "elo_low": round(rating.low, 1),
                    "elo_high": round(rating.high, 1),
                }
            rows.append(row)
        return rows


def sprt_values(test: SequentialTest) -> dict[str, Any]:
    return {
        "low": test.low,
        "high": test.high,
        "deals": test.n,
        "log_ratio": round(test.ratio, DIGITS),
        "lower": round(test.lower, DIGITS),
        "upper": round(test.upper, DIGITS),
        "verdict": test.verdict or "open",
    }


def deciding_test(config: MatchConfig) -> SequentialTest | None:
    test = config.sprt
    return SequentialTest(test.low, test.high, test.alpha, test.beta) if test else None


def summary_table(summary: dict[str, Any]) -> str:
    """The summary for people."""
    players = " and ".join(map(str, summary["players"]))
    lines = [f"{summary['games']} games with {players} players, {summary['rounds']:.1f} rounds on average"]
    lines += agent_lines(summary["agents"])
    for count, rows in summary.get("by_players", {}).items():
        lines += ["", f"{count} players", *agent_lines(rows)]
    for count, rates in summary["seat_win_rates"].items():
        lines.append(
            f"win rate by seat, {count} players: " + ", ".join(f"{100 * rate:.1f} %" for rate in rates)
        )
    if "sprt" in summary:
        test = summary["sprt"]
        said = {"high": f"as {test['high']:g} or more", "low": f"as {test['low']:g} or less", "open": "open"}
        lines.append(
            f"sequential test of {test['low']:g} against {test['high']:g}: {said[test['verdict']]}"
            f" after {test['deals']} deals (log ratio {test['log_ratio']:.2f})"
        )
    if not summary["reproducible"]:
        lines.append("an agent is limited by time: these results cannot be reproduced")
    lines.append(f"signature {summary['signature']}")
    return "\n".join(lines)


def agent_lines(rows: list[dict[str, Any]]) -> list[str]:
    width = max(len("agent"), *(len(row["agent"]) for row in rows))
    rated = "elo" in rows[0]
    head = f"{'agent':{width}s}  games   wins      95 %          culture"
    lines = [head + ("    elo     95 %" if rated else "")]
    for row in sorted(rows, key=lambda row: -(row["win_rate"] or 0) + (row["fair_rate"] or 0)):
        if not row["games"]:
            lines.append(f"{row['agent']:{width}s}      0")
            continue
        line = (
            f"{row['agent']:{width}s}  {row['games']:5d}  {100 * row['win_rate']:5.1f} %"
            f"  {100 * row['win_low']:5.1f} – {100 * row['win_high']:5.1f}  {row['culture'] or 0:7.1f}"
            f" ± {row['culture_deviation']:.0f}"
        )
        if rated:
            line += f"  {row['elo']:+6.0f}  {row['elo_low']:+.0f} … {row['elo_high']:+.0f}"
        lines.append(line)
    return lines
