"""Why a plan: what it changes on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine import Game
from tta.facts import Facts, facts
from tta.wording import card_title, number_of, signed

__all__ = ["reasons"]


def reasons(before: Game, after: Game, seat: int, leftover: bool = True) -> list[str]:
    """What has changed for a player between two positions of the same turn, in plain words.

    `leftover` adds what stays unused in the second one.
    """
    then, now = facts(before, seat), facts(after, seat)
    return [
        *new_cards(before, after, seat),
        *rates(then, now),
        *strength(before, after, seat),
        *people(then, now),
        *actions(then, now),
        *points(then, now),
        *(leftovers(now) if leftover else ()),
    ]


def rates(then: Facts, now: Facts) -> list[str]:
    """Production of a turn."""
    lines = []
    for name, noun in (
        ("net_resources", "resources"),
        ("net_food", "food"),
        ("culture_rating", "culture"),
        ("science_rating", "science"),
    ):
        old, new = getattr(then, name), getattr(now, name)
        if old != new:
            lines.append(f"{signed(new - old)} {noun} a turn ({signed(old)} → {signed(new)})")
    return lines


def strength(before: Game, after: Game, seat: int) -> list[str]:
    old, new = facts(before, seat).strength, facts(after, seat).strength
    if old == new:
        return []
    rivals = [(facts(after, other).strength, other) for other in range(after.players) if other != seat]
    best, other = max(rivals)
    rank = "strongest of all" if new > best else f"player {other} has {best}"
    return [f"strength {old} → {new} ({rank})"]


def people(then: Facts, now: Facts) -> list[str]:
    lines = []
    grown = now.workers + now.unused - then.workers - then.unused
    if grown:
        lines.append(f"{signed(grown)} population ({now.workers + now.unused} in all)")
    spare = now.happiness - now.required
    if now.uprising:
        lines.append(f"happiness {-spare} short: an uprising, nothing is produced")
    elif now.discontent:
        idle = "an unused worker is" if now.discontent == 1 else f"{now.discontent} unused workers are"
        lines.append(f"happiness {-spare} short: {idle} discontent")
    elif then.discontent:
        lines.append("happiness is enough again")
    elif then.happiness != now.happiness:
        lines.append(f"happiness {then.happiness} → {now.happiness} ({now.required} needed)")
    if then.corruption != now.corruption:
        lines.append(f"corruption {then.corruption} → {now.corruption}")
    return lines


def actions(then: Facts, now: Facts) -> list[str]:
    lines = []
    for name, noun in (("civil_total", "civil actions"), ("military_total", "military actions")):
        old, new = getattr(then, name), getattr(now, name)
        if old != new:
            lines.append(f"{noun} {old} → {new} a turn")
    return lines


def points(then: Facts, now: Facts) -> list[str]:
    gained = now.culture - then.culture
    return [f"{signed(gained)} culture at once"] if gained else []


def leftovers(now: Facts) -> list[str]:
    """What stays unused at the end of the turn."""
    parts = []
    if now.civil_left:
        parts.append(number_of(now.civil_left, "civil action"))
    if now.unused > now.discontent:
        parts.append(number_of(now.unused - now.discontent, "worker"))
    return [f"unused: {', '.join(parts)}"] if parts else []


# ---------------------------------------------------------------- cards


def new_cards(before: Game, after: Game, seat: int) -> list[str]:
    then, now = before.to_position(seat)["players"][seat], after.to_position(seat)["players"][seat]

    def title(card: str) -> str:
        return card_title(after.edition, card)

    lines = []
    for key in ("government", "leader"):
        if now.get(key) and now.get(key) != then.get(key):
            instead = f" instead of {title(then[key])}" if then.get(key) else ""
            lines.append(f"{title(now[key])}{instead}")
    developed = [
        card
        for key in ("technologies", "specials")
        for card in now.get(key, ())
        if card not in then.get(key, ())
    ]
    if developed:
        lines.append(f"developed: {', '.join(map(title, developed))}")
    lines += wonder(then, now, title)
    if now.get("tactic") and now.get("tactic") != then.get("tactic"):
        lines.append(f"tactic {title(now['tactic'])}")
    colonies = [card for card in now.get("colonies", ()) if card not in then.get("colonies", ())]
    if colonies:
        lines.append(f"colony {', '.join(map(title, colonies))}")
    taken = Counter(now.get("civil_hand", ())) - Counter(then.get("civil_hand", ()))
    if taken:
        lines.append(f"in hand for later: {', '.join(map(title, taken.elements()))}")
    return lines


def wonder(then: dict[str, Any], now: dict[str, Any], title: Callable[[str], str]) -> list[str]:
    finished = [card for card in now.get("wonders", ()) if card not in then.get("wonders", ())]
    lines = [f"{title(card)} completed" for card in finished]
    unfinished, earlier = now.get("unfinished"), then.get("unfinished")
    if unfinished and unfinished != earlier:
        begun = earlier["stages"] if earlier and earlier["wonder"] == unfinished["wonder"] else 0
        stages = unfinished["stages"] - begun
        built = f", {number_of(stages, 'stage')} built" if stages else ""
        lines.append(f"{title(unfinished['wonder'])} under construction{built}")
    return lines
