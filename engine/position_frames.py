"""Pending decisions: their written form, and what each kind of them needs.

A decision names only what its kind uses.  The rules trust a pending decision, so a written
one has to be one that can arise: caused by a card of the right kind, taken by a player who
is in the game, and with something to choose.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.catalogue import MILITARY_KINDS, TECHNOLOGY_KINDS, UNIT_KINDS
from engine.vocabulary import LEVELS, MAX_FRAMES, FrameKind, Kind, PlayerFlag, Stage

if TYPE_CHECKING:
    from engine.catalogue import Catalogue
    from engine.position_check import Checker

MOST = 99
EVENT = frozenset({Kind.EVENT})
TERRITORY = frozenset({Kind.TERRITORY})
AGGRESSION = frozenset({Kind.AGGRESSION})


class Form(NamedTuple):
    """What a decision of one kind names."""

    cards: frozenset[Kind] = frozenset()  # kinds of the card that causes it
    keys: tuple[str, ...] = ()
    least: int = 1  # of `amount`
    top: bool = False  # always the first one to decide
    optional: bool = False  # some rule asks without a card


FORMS = {
    FrameKind.BID: Form(TERRITORY, top=True),
    FrameKind.SEND: Form(TERRITORY, ("amount", "floor"), top=True),
    FrameKind.DEFEND: Form(AGGRESSION, ("floor", "face_down"), top=True),
    FrameKind.PACT: Form(frozenset({Kind.PACT}), ("target", "side"), top=True),
    FrameKind.DISCARD: Form(EVENT, ("amount", "floor"), optional=True),
    FrameKind.LOSE_POPULATION: Form(EVENT | AGGRESSION, ("amount",)),
    FrameKind.LOSE_BLUE: Form(EVENT | TERRITORY | {Kind.WONDER, Kind.SPECIAL}, ("amount",)),
    FrameKind.STAGE_TOKEN: Form(frozenset({Kind.WONDER}), ("amount",), top=True),
    FrameKind.DESTROY_OWN: Form(EVENT),
    FrameKind.DESTROY_OTHER: Form(EVENT | AGGRESSION, ("target", "limit")),
    FrameKind.FOOD_OR_RESOURCE: Form(EVENT, ("amount",)),
    FrameKind.MIX: Form(EVENT, ("amount",), least=-MOST),
    FrameKind.PLUNDER: Form(AGGRESSION, ("target", "amount")),
    FrameKind.FREE_BUILD: Form(EVENT, ("build",)),
    FrameKind.DEVELOPMENT: Form(EVENT, ("amount",), least=0),
    FrameKind.RUIN: Form(EVENT),
    FrameKind.LOSE_COLONY: Form(EVENT),
    FrameKind.ANNEX: Form(AGGRESSION, ("target",), top=True),
    FrameKind.INFILTRATE: Form(AGGRESSION, ("target",), top=True),
    FrameKind.STEAL: Form(frozenset({Kind.WAR}), ("target", "amount", "floor"), least=0),
    FrameKind.TAKE_CARDS: Form(EVENT, ("amount",), least=0),
    FrameKind.TUCK: Form(frozenset({Kind.LEADER}), top=True),
    FrameKind.EVENT_DONE: Form(EVENT | TERRITORY),
    FrameKind.AFTER_POLITICAL_ACTION: Form(),
    FrameKind.REFILL: Form(EVENT),
    FrameKind.RAID: Form(AGGRESSION, ("amount",), least=0),
}
CONTINUATIONS = frozenset(kind for kind in FrameKind if kind >= FrameKind.EVENT_DONE)
KIND_NAMES = {kind.name.lower(): kind for kind in FORMS}
KEYS = ("kind", "player", "card", "target", "amount", "limit", "build", "side", "face_down", "floor")
SET_KINDS = MILITARY_KINDS | UNIT_KINDS | {Kind.SPECIAL}
Frame = dict[str, int]


# -- writing


def write_frame(cards: Catalogue, frame: Frame, with_floor: bool) -> dict[str, Any]:
    """A decision as a mapping; `floor` tells what was chosen last and may be hidden."""
    kind = FrameKind(frame["kind"])
    form = FORMS[kind]
    decision: dict[str, Any] = {"kind": kind.name.lower(), "player": frame["player"]}
    if frame["card"]:
        decision["card"] = cards.ids[frame["card"]]
    decision |= {key: frame[key] for key in ("target", "amount", "limit") if key in form.keys}
    if "build" in form.keys:
        decision["build"] = cards.ids[frame["extra"]]
    if "side" in form.keys:
        decision["side"] = "AB"[frame["extra"]]
    if frame["floor"] and with_floor:
        decision["floor"] = cards.ids[frame["floor"]]
        if "face_down" in form.keys:
            decision["face_down"] = bool(frame["extra"])
    return decision


# -- reading


def read_frames(check: Checker, value: Any) -> list[Frame]:
    """The stack of decisions, the one that is taken first at the end."""
    frames = []
    for i, stated in enumerate(check.items(value, "decisions", MAX_FRAMES - 1)):
        frame = read_frame(check, stated, f"decisions[{i}]")
        if frame is not None:
            frames.append(frame)
    return frames


def read_frame(check: Checker, stated: Any, place: str) -> Frame | None:
    decision = check.mapping(stated, place, KEYS)
    name = decision.get("kind")
    if name is None:
        check.error(place, "`kind` is missing")
        return None
    name = check.word(name, f"{place}.kind", KIND_NAMES, "")
    if not name:
        return None
    form = FORMS[KIND_NAMES[name]]
    allowed = ("kind", "player", *(("card",) if form.cards else ()), *form.keys)
    for key in decision:
        if key not in allowed:
            check.error(f"{place}.{key}", f"a decision of kind {name} has {', '.join(allowed)}")
    for key in allowed:
        needed = key not in ("floor", "face_down", "side") and not (key == "card" and form.optional)
        if needed and decision.get(key) is None:
            check.error(place, f"`{key}` is missing")
    return {
        "kind": KIND_NAMES[name].value,
        "player": check.player(decision.get("player"), f"{place}.player"),
        "card": check.card(decision.get("card"), f"{place}.card", form.cards, counted=False),
        "target": check.player(decision.get("target"), f"{place}.target"),
        "amount": check.number(decision.get("amount"), f"{place}.amount", form.least, MOST),
        "limit": check.number(decision.get("limit"), f"{place}.limit", 0, LEVELS - 1),
        "extra": read_extra(check, decision, place),
        "floor": check.card(decision.get("floor"), f"{place}.floor", SET_KINDS, counted=False),
    }


def read_extra(check: Checker, decision: dict[str, Any], place: str) -> int:
    if "build" in decision:
        return check.card(decision["build"], f"{place}.build", TECHNOLOGY_KINDS, counted=False)
    if "side" in decision:
        return "AB".index(check.word(decision["side"], f"{place}.side", ("A", "B"), "A"))
    return int(check.switch(decision.get("face_down"), f"{place}.face_down", False))


# -- whether such a decision can arise


def check_frames(check: Checker, state: dict[str, Any]) -> None:
    """What the decisions need on the table; run when everything has been read."""
    frames = state["frames"]
    for i, frame in enumerate(frames):
        check_frame(check, state, frame, f"decisions[{i}]", last=i == len(frames) - 1)
    check_stack(check, state, frames)
    check_supplies(check, state, frames)


def check_stack(check: Checker, state: dict[str, Any], frames: list[Frame]) -> None:
    kinds = [FrameKind(frame["kind"]) for frame in frames]
    if frames and state["stage"] == Stage.OVER:
        check.error("decisions", "the game is over")
    if kinds and kinds[-1] in CONTINUATIONS:
        check.error(f"decisions[{len(kinds) - 1}]", "the last entry is the decision that a player takes now")
    for kind in (FrameKind.EVENT_DONE, FrameKind.AFTER_POLITICAL_ACTION):
        if kinds.count(kind) > 1:
            check.error("decisions", f"{kind.name.lower()} stands here twice")
        if kind in kinds and state["stage"] != Stage.POLITICS:
            check.error("decisions", f"{kind.name.lower()} belongs to the Politics Phase")
    top = kinds[-1] if kinds else None
    if state["territory"] and top not in (FrameKind.BID, FrameKind.SEND):
        check.error("auction", "nobody has to bid or to send a force")
    if any(state["sent"]) and top != FrameKind.SEND:
        check.error("auction.sent", "nobody has to send a force")
    if state["attack"] and top != FrameKind.DEFEND:
        check.error("attack", "nobody has to defend")


def check_frame(check: Checker, state: dict[str, Any], frame: Frame, place: str, last: bool) -> None:
    kind = FrameKind(frame["kind"])
    form = FORMS[kind]
    if resigned(state, frame["player"]):
        check.error(f"{place}.player", "this player has resigned")
    if form.top and not last:
        check.error(place, f"a decision of kind {kind.name.lower()} is taken before all others")
    if frame["floor"] and not last and kind != FrameKind.STEAL:
        check.error(f"{place}.floor", "a set is begun only when it is the decision to take")
    if "target" in form.keys:
        if frame["target"] == frame["player"]:
            check.error(f"{place}.target", "expected another player")
        elif resigned(state, frame["target"]):
            check.error(f"{place}.target", "this player has resigned")
    own, other = state["player"][frame["player"]], state["player"][frame["target"]]
    problem = missing(check, state, frame, own, other)
    if problem:
        check.error(place, problem)


def resigned(state: dict[str, Any], p: int) -> bool:
    return bool(state["player"][p]["flags"] & PlayerFlag.RESIGNED)


def missing(
    check: Checker, state: dict[str, Any], frame: Frame, own: dict[str, Any], other: dict[str, Any]
) -> str:
    """What a decision lacks on the table; empty if nothing."""
    kind, card = frame["kind"], frame["card"]
    if kind in (FrameKind.BID, FrameKind.SEND):
        if state["territory"] != card or card not in [
            each["card"] for each in state["frames"] if each["kind"] == FrameKind.EVENT_DONE
        ]:
            return "the territory has to be that of `auction` and of an entry of kind event_done"
        if kind == FrameKind.SEND and state["high_bidder"] != frame["player"]:
            return "the force is sent by the player with the high bid"
    elif kind == FrameKind.DEFEND:
        if state["attack"] != card or state["defender"] != frame["player"]:
            return "the aggression and the defender have to be those of `attack`"
        if state["attacker"] == state["defender"] or resigned(state, state["attacker"]):
            return "the attacker has to be another player"
    elif kind == FrameKind.PACT:
        if card not in other["military"]:
            return "the pact has to be in the military hand of the player who offers it (`target`)"
    elif kind == FrameKind.STAGE_TOKEN:
        left = check.cards.stages(own["unfinished"]) - own["stages"] if own["unfinished"] else 0
        if card != own["unfinished"] or not frame["amount"] <= min(left, sum(own["blue"])):
            return "the wonder has to be under construction, with tokens on cards for these stages"
    elif kind == FrameKind.FREE_BUILD:
        slot = check.cards.slot(frame["extra"]) if frame["extra"] else -1
        if slot < 0 or not own["technologies"] >> slot & 1:
            return "the technology to build is not in play"
    elif kind == FrameKind.MIX and not frame["amount"]:
        return "`amount` has to be a gain (above 0) or a loss (below 0)"
    elif kind == FrameKind.ANNEX and not other["colonies"]:
        return "the rival has no colony"
    elif kind == FrameKind.INFILTRATE and not (other["leader"] or other["unfinished"]):
        return "the rival has neither a leader nor an unfinished wonder"
    elif kind == FrameKind.EVENT_DONE and frame["player"] != state["current"]:
        return "the event was revealed by the current player"
    return ""


def check_supplies(check: Checker, state: dict[str, Any], frames: list[Frame]) -> None:
    """All decisions of one player together ask for no more than the player has."""
    asked: Counter[tuple[int, int]] = Counter()
    for frame in frames:
        asked[frame["player"], frame["kind"]] += frame["amount"] if frame["kind"] == FrameKind.DISCARD else 1
    for (p, kind), n in asked.items():
        player = state["player"][p]
        if kind == FrameKind.DISCARD and n > len(player["military"]):
            check.error("decisions", f"player {p} has to discard {n} of {len(player['military'])} cards")
        elif kind == FrameKind.FREE_BUILD and n > player["unused"]:
            check.error("decisions", f"player {p} has no unused worker for a free building")
        elif kind == FrameKind.LOSE_COLONY and n > player["colonies"].bit_count():
            check.error("decisions", f"player {p} has no colony to lose")
