"""Known departures of the other implementation from the rules.

The D ids are those of the description that comes with the records; the E ids are further ones,
each decided by a rule.  A departure says beforehand, from the position before a step and from
the action, which fields it may touch there.  A difference in any other field is a real one.

Fields that our state holds are taken over.  Derived values (a rating, actions that the other
implementation has not refreshed yet) cannot be: they are accepted while the condition lasts and
counted when they set in or change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.vocabulary import LEVELS, UNIT_FIRST, URBAN_FIRST, Age, Kind
from scripts.traces.conventions import SUPREMACY, parties
from scripts.traces.records import Step
from scripts.traces.view import Snapshot, View

TOKENS = ("blue_bank", "technologies.")
PEOPLE = ("yellow_bank", "unused_workers", "technologies.")


@dataclass
class Situation:
    """What is known before a difference is looked at: the steps since the last comparison."""

    view: View
    steps: list[Step]
    before: Snapshot
    after: Snapshot
    theirs_before: dict[str, Any]
    lag: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> range:
        return range(len(self.before["player"]))

    @property
    def resigned(self) -> bool:
        """Somebody has left the game."""
        return bool(self.before["players_left"] < self.before["players"])

    def revealed(self) -> set[str]:
        return {card for step in self.steps for card in step.revealed()}

    def caveat(self, name: str) -> bool:
        return any(name in step.caveats for step in self.steps)

    def leader(self, p: int, ability: str) -> bool:
        """This player's leader has an ability of our card data."""
        leader = self.before["player"][p]["leader"]
        return bool(leader) and bool(self.view.entry(leader).get(ability))

    def turn_ends(self, p: int) -> bool:
        return bool(self.before["current"] == p and (self.after["current"] != p or self.game_ends()))

    def turn_starts(self, p: int) -> bool:
        return bool(self.before["current"] != p and self.after["current"] == p)

    def game_ends(self) -> bool:
        return any(step.next_phase == "gameEnd" for step in self.steps)

    def party(self, card: str) -> dict[int, int]:
        """Players of this pact and their sides."""
        return parties(self.view, self.before, card)


Fields = Iterable[str]


def of_player(p: int, names: Iterable[str]) -> list[str]:
    return [f"players.{p}.{name}" for name in names]


def stale_ratings(now: Situation) -> Fields:
    if not (now.caveat("stale_ratings_before") or now.caveat("stale_ratings_during")):
        return
    for p in now.players:
        yield from of_player(p, ("culture", "science", *TOKENS, "civil_actions."))


def yellow_tokens_from_cards(now: Situation) -> Fields:
    for step in now.steps:
        if step.type == "lose_yellow_token":
            yield from of_player(step.player, PEOPLE)


def ruined_faces(now: Situation) -> Fields:
    for p in now.players:
        if now.leader(p, "faces_culture") and now.before["player"][p]["ruins"]:
            yield from of_player(p, ("culture",))


def ruined_faces_rating(now: Situation) -> Fields:
    for p in now.players:
        if now.leader(p, "faces_culture"):
            yield f"players.{p}.ratings.culture"


def impact_of_industry(now: Situation) -> Fields:
    pending = set(now.theirs_before["current_events"]) | set(now.theirs_before["future_events"])
    scored = now.revealed() | (pending if now.game_ends() else set())
    if "III:Impact of Industry" in scored:
        for p, side in now.party("II:International Trade Agreement").items():
            if side == 0:
                yield from of_player(p, ("culture",))


def supremacy(now: Situation) -> Fields:
    producing = {"I:New Deposits", "II:Economic Progress", "II:Prosperity"} & now.revealed()
    for p in now.party(SUPREMACY):
        if producing or now.turn_ends(p) or now.turn_starts(p):
            yield from of_player(p, TOKENS)


def stolen_technology(now: Situation) -> Fields:
    for step in now.steps:
        if "stolen_tech_replacement" in step.caveats:
            for p in (step.player, step.action["target"]):
                yield from of_player(p, ("blue_bank", "yellow_bank", "civil_actions.", "military_actions."))


def raid_on_nothing(now: Situation) -> Fields:
    """A raid on a rival without urban buildings."""
    urban = slice(URBAN_FIRST, UNIT_FIRST)
    for step in now.steps:
        if step.type == "aggression" and step.action["card"] == "Raid":
            rival = step.action["target"]
        elif step.type in ("defend", "no_defence") and step.action["aggression"].endswith(":Raid"):
            rival = step.player
        else:
            continue
        if not any(now.before["player"][rival]["workers"][urban]):
            yield from of_player(step.turn_player, TOKENS)


def outdated_riders(now: Situation) -> Fields:
    """Infantry may ride, and the tactic is of Age II or III."""
    for p in now.players:
        tactic = now.after["player"][p]["tactic"]
        if now.leader(p, "infantry_rides") and now.view.cards.level[tactic] >= Age.II:
            yield f"players.{p}.ratings.strength"


def immigration(now: Situation) -> Fields:
    happiness = [player["ratings"]["happiness"] for player in now.theirs_before["players"]]
    if "I:Immigration" in now.revealed() and max(happiness) > 8:
        for p in now.players:
            yield from of_player(p, PEOPLE)


def international_agreement(now: Situation) -> Fields:
    for step in now.steps:
        if step.type == "take_card" and "event" in step.action:
            yield from of_player(step.player, ("taken_this_turn",))
    for p in now.players:
        # Taken in another's turn: playable from the end of that turn on there.
        if any(now.before["player"][p]["fresh"]) and not now.turn_ends(p):
            yield from of_player(p, ("taken_this_turn",))


def resignation(now: Situation) -> Fields:
    for step in now.steps:
        if step.type == "resign":
            yield from of_player(step.player, ("culture",))
            yield from ("row", "civil_deck")
        elif now.resigned and step.type == "play_action_card" and step.action["card"] == "Military Build-Up":
            yield "temporary.resources_for_units"


def too_few_blue_tokens(now: Situation) -> Fields:
    if now.caveat("blue_token_shortage"):
        for p in now.players:
            yield from of_player(p, TOKENS)


def breakthrough_revolution(now: Situation) -> Fields:
    for step in now.steps:
        if (
            step.type == "play_action_card"
            and "revolution" in step.action.get("choice", {})
            and now.leader(step.player, "military_revolution")
        ):
            yield from of_player(step.player, ("civil_actions.",))


def lost_colony(now: Situation) -> Fields:
    if "II:Independence Declaration" in now.revealed() or any(
        "lose_colony" in step.action for step in now.steps
    ):
        yield "military_discard."


def replaced_leader(now: Situation) -> Fields:
    """A leader with action symbols makes room for another one."""
    for step in now.steps:
        if step.type != "play_leader" or not step.action["replaces"]:
            continue
        for symbols in ("civil_actions", "military_actions"):
            if now.leader(step.player, symbols):
                yield from of_player(step.player, (f"{symbols}.",))


def unfinished_token(now: Situation) -> Fields:
    """An age ends that takes an unfinished wonder with a blue symbol."""
    if any(outcome["kind"] == "new_age" for step in now.steps for outcome in step.outcomes):
        for p in now.players:
            wonder = now.before["player"][p]["unfinished"]
            if wonder and now.view.entry(wonder).get("blue"):
                yield from of_player(p, ("blue_bank",))
    for p in now.players:
        if now.theirs_before["players"][p].get("blue_to_lose"):
            yield from of_player(p, TOKENS)


def unfinished_token_due(now: Situation) -> Fields:
    """The same with an empty bank: the token is asked for at the next event."""
    for p in now.players:
        if not now.after["player"][p]["unfinished"]:
            yield from of_player(p, ("blue_to_lose",))


def upgrade_of_a_leader_gone(step: Step, state: Snapshot, view: View) -> bool:
    """An urban building becomes a theater although the leader who allows that has been replaced."""
    if step.type != "upgrade":
        return False
    player = state["player"][step.player]
    kinds = {view.cards.kind[view.names.number(step.action[end])] for end in ("from", "to")}
    return len(kinds) > 1 and not view.entry(player["leader"]).get("theater_conversion")


def token_of_a_wonder(step: Step, state: Snapshot, view: View) -> bool:
    """A blue token is lost from an unfinished wonder."""
    return step.type == "lose_blue_token" and view.kind_of(step.action["from"]) == Kind.WONDER


def impossible(step: Step, state: Snapshot, view: View) -> bool:
    """The rules do not allow what is recorded here: the result is taken over."""
    return upgrade_of_a_leader_gone(step, state, view) or token_of_a_wonder(step, state, view)


def bygone_leader(now: Situation) -> Fields:
    for step in now.steps:
        if upgrade_of_a_leader_gone(step, now.before, now.view):
            yield from of_player(step.player, (*TOKENS, "civil_actions."))


def wonder_tokens(now: Situation) -> Fields:
    for step in now.steps:
        if token_of_a_wonder(step, now.before, now.view):
            yield from of_player(step.player, (*TOKENS, "unfinished_wonder."))


def equal_stores(now: Situation) -> Fields:
    """Labs with blue tokens beside mines."""
    for p in now.players:
        if any(now.before["player"][p]["blue"][Kind.LAB * LEVELS :]):
            yield from of_player(p, ("technologies.",))


def lagging_actions(now: Situation) -> Fields:
    return now.lag


@dataclass(frozen=True)
class Departure:
    """`fields` yields beginnings of places; `derived` ones are accepted, the others taken over."""

    id: str
    text: str
    fields: Callable[[Situation], Fields]
    derived: bool = False


DEPARTURES = (
    Departure("D6", "stale ratings were used", stale_ratings),
    Departure("D7", "a yellow token lost from a card becomes an unused worker", yellow_tokens_from_cards),
    Departure("D8", "Michelangelo counts faces of ruined wonders", ruined_faces),
    Departure("D8", "Michelangelo counts faces of ruined wonders", ruined_faces_rating, derived=True),
    Departure("D9", "Impact of Industry counts the International Trade Agreement", impact_of_industry),
    Departure("D10", "Acceptance of Supremacy moves its resource at the start of the turn", supremacy),
    Departure("D12", "tokens of a special technology that a stolen one replaced", stolen_technology),
    Departure("D13", "a raid on a rival without buildings gives resources", raid_on_nothing),
    Departure("D14", "Immigration compares happiness above 8", immigration),
    Departure("D17", "which cards of International Agreement can be played", international_agreement),
    Departure("D19", "armies of Genghis Khan are counted too high", outdated_riders, derived=True),
    Departure("D23", "what a resignation changes", resignation),
    Departure("D24", "where tokens go when the blue bank runs out", too_few_blue_tokens),
    Departure("D27", "Robespierre pays a civil action for Breakthrough", breakthrough_revolution),
    Departure("D28", "a colony lost to Independence Declaration is not discarded", lost_colony),
    Departure(
        "E1",
        "actions gained outside the own turn are shown from the first own decision on (RATING-24)",
        lagging_actions,
        derived=True,
    ),
    Departure(
        "E3", "a replaced leader takes actions along before the new one comes (RATING-26)", replaced_leader
    ),
    Departure(
        "E5", "an unfinished wonder that is antiquated takes its blue token along (AGE-11)", unfinished_token
    ),
    Departure(
        "E5",
        "an antiquated unfinished wonder takes its blue token along (AGE-11)",
        unfinished_token_due,
        derived=True,
    ),
    Departure(
        "E6", "a theater by the ability of a leader who has been replaced (CARDNOTE-09)", bygone_leader
    ),
    Departure("E7", "a blue token is lost from an unfinished wonder (TOKEN-05)", wonder_tokens),
    Departure("E8", "which of two stores of the same value pays or gains (PAY-12)", equal_stores),
)


def total_rises(before: Snapshot, after: Snapshot, steps: list[Step]) -> dict[str, int]:
    """Actions that players not on turn have gained in these steps (E1), by the field that shows them."""
    found = {}
    for p, (old, new) in enumerate(zip(before["player"], after["player"], strict=True)):
        if any(step.turn_player == p for step in steps):
            continue
        for kind, name in (("ca_total", "civil_actions"), ("ma_total", "military_actions")):
            if new[kind] > old[kind]:
                found[f"players.{p}.{name}.available"] = new[kind] - old[kind]
    return found
