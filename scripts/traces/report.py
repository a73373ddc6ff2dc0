"""What came out of the replayed games, as text or JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scripts.traces.conventions import TEXTS
from scripts.traces.departures import DEPARTURES
from scripts.traces.replay import Result

UNLIMITED = {"D6", "D24"}
"""Departures that are left out of the share of explained steps."""
STATUSES = ("exact", "explained", "different")


def summary(results: list[Result]) -> dict[str, Any]:
    counts = Counter(result.status for result in results)
    explained: Counter[str] = Counter()
    for result in results:
        explained.update(result.explained)
    followed: Counter[str] = Counter()
    for result in results:
        followed.update(result.followed)
    steps = sum(result.steps for result in results)
    apart = sum(result.explained_apart_from(UNLIMITED) for result in results)
    return {
        "games": len(results),
        **{status: counts[status] for status in STATUSES},
        "steps": steps,
        "explained_steps": dict(sorted(explained.items(), key=lambda item: (item[0][0], int(item[0][1:])))),
        "followed_steps": dict(sorted(followed.items())),
        "explained_apart_from_d6_d24": apart,
        "share_apart_from_d6_d24": apart / steps if steps else 0.0,
    }


def as_json(results: list[Result]) -> dict[str, Any]:
    games = [
        {
            "name": result.name,
            "status": result.status,
            "steps": result.steps,
            "explained": dict(sorted(result.explained.items())),
            "followed": dict(sorted(result.followed.items())),
            "departures": [{"step": n, "ids": ids} for n, ids in result.departures],
            "first_difference": result.first_difference,
        }
        for result in results
    ]
    return {**summary(results), "results": games}


def result_text(result: Result, verbose: bool = False) -> str:
    lines = [f"{result.name}: {result.status}"]
    counts = result.explained + result.followed
    if counts:
        lines[0] += " (" + ", ".join(f"{id_} {n}" for id_, n in sorted(counts.items())) + ")"
    if verbose:
        lines += [f"    step {n}: {', '.join(ids)}" for n, ids in result.departures]
    lines += [f"    {line}" for line in result.first_difference]
    return "\n".join(lines)


def summary_text(results: list[Result]) -> str:
    found = summary(results)
    texts = {departure.id: departure.text for departure in DEPARTURES}
    lines = ["Values taken over:"]
    lines += [f"{id_:>4} {n:5} steps: {texts[id_]}" for id_, n in found["explained_steps"].items()]
    lines.append("Followed at the other moment, so that nothing has to be taken over:")
    lines += [f"{id_:>4} {n:5} steps: {TEXTS[id_]}" for id_, n in found["followed_steps"].items()]
    lines.append(
        f"{found['explained_apart_from_d6_d24']} of {found['steps']} steps explained apart from D6 and D24 "
        f"({100 * found['share_apart_from_d6_d24']:.2f} %)"
    )
    lines.append(
        f"{found['games']} games: {found['exact']} exact, {found['explained']} explained, "
        f"{found['different']} different"
    )
    return "\n".join(lines)
