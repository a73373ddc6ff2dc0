"""Which of our moves a recorded action stands for.

A recorded decision is one step even where it has several parts (D30), so an action becomes
one wish or a set of wishes.  A wish leaves open what the records do not say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.vocabulary import Choice, Kind, MoveFlag, MoveKind
from scripts.traces.cards import CardNames
from scripts.traces.records import Step

PHASES = {
    "playerTurnFirstTurn": {"action"},
    "playerTurn": {"action"},
    "playerTurnPolitic": {"politics"},
    "bidTerritory": {"bid"},
    "bidTerritorySendUnit": {"send"},
    "aggressionMaySacrifice": {"defend"},
    "pactMayAccept": {"pact"},
    "discardMilitaryCards": {"discard"},
    "lossPopulation": {"lose_population"},
    "lossYellowToken": {"lose_population"},
    "lossBuilding": {"destroy_own"},
    "lossBlueToken": {"lose_blue", "stage_token"},
    "destroyBuilding": {"destroy_other"},
    "freeFoodResource": {"food_or_resource"},
    "freeFoodResourceCustom": {"mix"},
    "payResourceFood": {"mix"},
    "freeTemple": {"free_build"},
    "freeWarrior": {"free_build"},
    "developmentOfCivilization": {"development"},
    "ravagesOfTime": {"ruin"},
    "lossColony": {"lose_colony"},
    "annex": {"annex"},
    "infiltrate": {"infiltrate"},
    "stealTechnology": {"steal"},
    "stealFoodResource": {"plunder"},
    "stealFoodResource5": {"plunder"},
    "stealFoodResource7": {"plunder"},
    "pickCardsFromRow": {"take_cards"},
    "pickCardsFromRowContinue": {"take_cards"},
    "homerGiveWonderHappyFace": {"tuck"},
    "gameEnd": {"over"},
}
"""Decision points of the records and the phases of our game that ask the same."""

EVENT_PHASES = frozenset(
    {
        "lossPopulation",
        "lossYellowToken",
        "lossBuilding",
        "lossBlueToken",
        "destroyBuilding",
        "freeFoodResource",
        "freeFoodResourceCustom",
        "payResourceFood",
        "freeTemple",
        "freeWarrior",
        "developmentOfCivilization",
        "ravagesOfTime",
        "lossColony",
    }
)
"""Decisions of an event or attack that several players, or one about several others, may have to make."""

GAINS = {"food": Choice.FOOD, "resources": Choice.RESOURCES}
CHURCHILL = {"culture": Choice.CULTURE, "military": Choice.MILITARY}
SIDES = ("A", "B")


@dataclass(frozen=True)
class Wish:
    """A move as far as the records tell it; None means that any value will do."""

    kind: MoveKind
    card: int | None = None
    a: int | None = None
    b: int | None = None
    flags: int = 0

    def fits(self, move: Any) -> bool:
        return bool(
            move.kind == self.kind
            and (self.card is None or move.card == self.card)
            and (self.a is None or move.a == self.a)
            and (self.b is None or move.b == self.b)
            and move.flags == self.flags
        )


@dataclass(frozen=True)
class Answer:
    """What a player decides: one wish, or a set of wishes that our game takes one by one."""

    player: int
    phases: frozenset[str]
    wishes: tuple[Wish, ...]
    is_set: bool = False
    target: int | None = None


def answer_of(step: Step, names: CardNames) -> Answer | None:
    """The answer that a step gives; None where our game has nothing to ask."""
    phases = frozenset(PHASES[step.phase])
    made = MAKERS[step.type](step.action, names)
    if made is None:
        return None
    if isinstance(made, Wish):
        return Answer(step.player, phases, (made,), target=step.action.get("target"))
    return Answer(step.player, phases, tuple(made), is_set=True)


Maker = Callable[[dict[str, Any], CardNames], Wish | list[Wish] | None]


def paying(action: dict[str, Any]) -> int:
    """The flags of a move for what pays in place of the usual."""
    flags = MoveFlag.MA if "hammurabi" in action else MoveFlag(0)
    trade = action.get("trade_routes")
    if trade == "food_as_resource":
        flags |= MoveFlag.FOOD
    elif trade == "resource_as_food":
        flags |= MoveFlag.RESOURCE
    return int(flags)


def with_card(kind: MoveKind) -> Maker:
    """Actions that are told by their card alone."""
    return lambda action, names: Wish(kind, names.of_action(action), flags=paying(action))


def plain(kind: MoveKind) -> Maker:
    return lambda action, names: Wish(kind, flags=paying(action))


def choosing(field: str) -> Maker:
    """Answers that name one card; without it there was nothing to choose."""

    def maker(action: dict[str, Any], names: CardNames) -> Wish | None:
        return Wish(MoveKind.CHOOSE, names.number(action[field])) if action[field] else None

    return maker


def take_card(action: dict[str, Any], names: CardNames) -> Wish:
    return Wish(MoveKind.TAKE, names.of_action(action), a=action["slot"], flags=paying(action))


def upgrade(action: dict[str, Any], names: CardNames) -> Wish:
    better = names.number(action["to"])
    return Wish(MoveKind.UPGRADE, names.number(action["from"]), a=better, flags=paying(action))


def play_action_card(action: dict[str, Any], names: CardNames) -> Wish:
    card, flags = names.of_action(action), paying(action)
    choice = action.get("choice", {})
    if "build" in choice:
        return Wish(MoveKind.ACTION_BUILD, card, a=names.number(choice["build"]), flags=flags)
    if "upgrade" in choice:
        slot = names.cards.slot(names.number(choice["upgrade"]["to"]))
        worse = names.number(choice["upgrade"]["from"])
        return Wish(MoveKind.ACTION_UPGRADE, card, a=worse, b=slot, flags=flags)
    if "develop" in choice:
        return Wish(MoveKind.ACTION_DEVELOP, card, a=names.number(choice["develop"]), flags=flags)
    if "revolution" in choice:
        return Wish(MoveKind.ACTION_REVOLUTION, card, a=names.number(choice["revolution"]), flags=flags)
    if "gain" in choice:
        return Wish(MoveKind.ACTION, card, b=GAINS[choice["gain"]], flags=flags)
    return Wish(MoveKind.ACTION, card, flags=flags)


def use_leader(action: dict[str, Any], names: CardNames) -> Wish | None:
    card = names.of_action(action)
    if "sees" in action:
        return None  # our game takes the look by itself
    if "build" in action:
        return Wish(MoveKind.USE, card, a=names.number(action["build"]))
    if "territory" in action:
        return Wish(MoveKind.USE, card, a=names.number(action["territory"]))
    if "choice" in action:
        return Wish(MoveKind.USE, card, b=CHURCHILL[action["choice"]])
    return Wish(MoveKind.USE, card)


def attack(kind: MoveKind) -> Maker:
    return lambda action, names: Wish(kind, names.of_action(action), a=action["target"])


def pact(action: dict[str, Any], names: CardNames) -> Wish:
    card = names.of_action(action)
    side = SIDES.index(action["role"]) if two_sided(names, card) else None
    return Wish(MoveKind.PACT, card, a=action["target"], b=side)


def two_sided(names: CardNames, card: int) -> bool:
    """The parties of this pact get different things, so it matters who is A."""
    return "sides" in names.edition.card(names.cards.ids[card])


def pact_response(action: dict[str, Any], names: CardNames) -> Wish:
    return Wish(MoveKind.ACCEPT if action["accept"] else MoveKind.PASS)


def bid(action: dict[str, Any], names: CardNames) -> Wish:
    return Wish(MoveKind.BID, b=action["amount"])


def wonder_stages(action: dict[str, Any], names: CardNames) -> Wish:
    return Wish(MoveKind.WONDER, b=action["stages"], flags=paying(action))


def colonize(action: dict[str, Any], names: CardNames) -> list[Wish]:
    sent = [Wish(MoveKind.CHOOSE, names.number(card)) for card in action["units"] + action["bonus_cards"]]
    return sent + [Wish(MoveKind.FACE_DOWN, names.number(card)) for card in action["other_cards"]]


def defend(action: dict[str, Any], names: CardNames) -> list[Wish]:
    wishes = []
    for name in action["cards"]:
        card = names.number(name)
        played = names.cards.kind[card] == Kind.BONUS
        wishes.append(Wish(MoveKind.CHOOSE if played else MoveKind.FACE_DOWN, card))
    return wishes


def discard_military(action: dict[str, Any], names: CardNames) -> list[Wish]:
    return [Wish(MoveKind.CHOOSE, names.number(card)) for card in action["cards"]]


def event_choice(action: dict[str, Any], names: CardNames) -> Wish:
    if "free_build" in action:
        return Wish(MoveKind.BUILD) if action["free_build"] else Wish(MoveKind.PASS)
    if "choice" in action:
        return development(action, names)
    for field in ("wonder", "lose_colony"):
        if field in action:
            return Wish(MoveKind.CHOOSE, names.number(action[field]))
    amounts = next(action[field] for field in ("gain", "lose", "steal") if field in action)
    if isinstance(amounts, str):
        return Wish(MoveKind.CHOOSE, b=GAINS[amounts])
    return Wish(MoveKind.SPLIT, a=amounts["food"], b=amounts["resources"])


def development(action: dict[str, Any], names: CardNames) -> Wish:
    """Development of Civilization."""
    choice = action["choice"]
    if choice == "nothing":
        return Wish(MoveKind.PASS)
    if choice == "increase_population":
        return Wish(MoveKind.POPULATION)
    return Wish(MoveKind.BUILD if choice == "build" else MoveKind.DEVELOP, names.of_action(action))


MAKERS: dict[str, Maker] = {
    "take_card": take_card,
    "increase_population": plain(MoveKind.POPULATION),
    "build": with_card(MoveKind.BUILD),
    "upgrade": upgrade,
    "destroy": with_card(MoveKind.DESTROY),
    "disband": with_card(MoveKind.DESTROY),
    "build_wonder_stages": wonder_stages,
    "develop": with_card(MoveKind.DEVELOP),
    "revolution": with_card(MoveKind.REVOLUTION),
    "play_leader": with_card(MoveKind.LEADER),
    "homer_tuck": choosing("wonder"),
    "homer_decline": plain(MoveKind.PASS),
    "play_action_card": play_action_card,
    "play_tactic": with_card(MoveKind.TACTIC),
    "copy_tactic": with_card(MoveKind.COPY),
    "use_leader": use_leader,
    "use_wonder": with_card(MoveKind.USE),
    "end_action_phase": plain(MoveKind.END_TURN),
    "discard_military": discard_military,
    "political_pass": plain(MoveKind.PASS),
    "prepare_event": with_card(MoveKind.PREPARE),
    "aggression": attack(MoveKind.AGGRESSION),
    "defend": defend,
    "no_defence": plain(MoveKind.PASS),
    "war": attack(MoveKind.WAR),
    "pact": pact,
    "pact_response": pact_response,
    "cancel_pact": with_card(MoveKind.CANCEL),
    "bid": bid,
    "pass_bid": plain(MoveKind.PASS),
    "colonize": colonize,
    "event_choice": event_choice,
    "event_done": plain(MoveKind.DONE),
    "lose_population": choosing("from"),
    "lose_building": choosing("from"),
    "lose_blue_token": choosing("from"),
    "lose_yellow_token": choosing("from"),
    "destroy_opponent_building": choosing("building"),
    "take_colony": choosing("colony"),
    "infiltrate": choosing("removed"),
    "steal_technology": with_card(MoveKind.CHOOSE),
    "steal_science": plain(MoveKind.DONE),
    "resign": plain(MoveKind.RESIGN),
}
