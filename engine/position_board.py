"""Reading the board of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.catalogue import CIVIL_KINDS, TECHNOLOGY_KINDS
from engine.position_check import MOST_POINTS, near_id, shown
from engine.position_write import FLAG_NAMES
from engine.vocabulary import AGE_NAMES, LEVELS, MAX_CIVIL_HAND, STORES, Kind

if TYPE_CHECKING:
    from engine.position_check import Checker

BOARD_KEYS = (
    "culture", "science", "government", "leader", "technologies", "specials", "wonders", "ruins", "tucked",
    "unfinished", "colonies", "tactic", "exclusive", "blue_bank", "yellow_bank", "unused_workers",
    "civil_hand", "taken_this_turn", "military_hand", "leaders_taken", "pact", "war", "actions", "flags",
)  # fmt: skip
LAB_OF_AGE_A = Kind.LAB * LEVELS  # its tokens would be worth nothing
HAND_KINDS = CIVIL_KINDS - {Kind.WONDER}
Player = dict[str, Any]


def read_board(check: Checker, d: dict[str, Any], place: str, player: Player, common: int) -> None:
    """Write what a board states over the set-up values in `player`; the military hand is read elsewhere."""
    flags = d.get("flags")
    if isinstance(flags, list | tuple) and "resigned" in flags:
        clear_area(player)
    for key in ("culture", "science"):
        player[key] = check.number(d.get(key), f"{place}.{key}", 0, MOST_POINTS, player[key])
    for key, field in (
        ("blue_bank", "blue_bank"),
        ("yellow_bank", "yellow_bank"),
        ("unused_workers", "unused"),
    ):
        player[field] = check.tokens(d.get(key), f"{place}.{key}", player[field])
    government = check.card(d.get("government"), f"{place}.government", {Kind.GOVERNMENT})
    player["government"] = government or player["government"]
    player["leader"] = check.card(d.get("leader"), f"{place}.leader", {Kind.LEADER})
    read_technologies(check, d.get("technologies"), f"{place}.technologies", player)
    read_specials(check, d.get("specials"), f"{place}.specials", player)
    read_wonders(check, d, place, player)
    read_tactic(check, d, place, player, common)
    read_civil_hand(check, d, place, player)
    read_pact_and_war(check, d, place, player)
    read_turn(check, d, place, player)
    read_leaders_taken(check, d, place, player)


def clear_area(player: Player) -> None:
    """Nothing of a player who has resigned is left on the table."""
    for key, value in player.items():
        player[key] = [0] * len(value) if isinstance(value, list) else 0


def read_technologies(check: Checker, value: Any, place: str, player: Player) -> None:
    """Cards with workers on them; the initial ones stay in play when they are not mentioned."""
    if value is None:
        return
    if not isinstance(value, dict):
        check.error(place, f"expected a mapping of cards, not {shown(value)}")
        return
    for card_id, tokens in value.items():
        here = f"{place}.{card_id}"
        card = check.card(card_id, here, TECHNOLOGY_KINDS)
        if not card:
            if card_id is None:
                check.error(here, "expected a card")
            continue
        slot = check.cards.slot(card)
        if isinstance(tokens, int):
            tokens = {"workers": tokens}
        stated = check.mapping(tokens, here, ("workers", "blue"))
        player["technologies"] |= 1 << slot
        player["workers"][slot] = check.tokens(stated.get("workers"), f"{here}.workers")
        blue = check.tokens(stated.get("blue"), f"{here}.blue")
        if slot < STORES and slot != LAB_OF_AGE_A:
            player["blue"][slot] = blue
        elif blue:
            check.error(f"{here}.blue", "no blue tokens lie on this kind of card")


def read_specials(check: Checker, value: Any, place: str, player: Player) -> None:
    player["special"] = [0] * len(player["special"])
    for i, card in enumerate(check.card_list(value, place, {Kind.SPECIAL}, 8)):
        special_type = check.cards.special_type(card)
        if player["special"][special_type]:
            check.error(f"{place}[{i}]", f"a second special technology of type {special_type.name.lower()}")
        player["special"][special_type] = card


def read_wonders(check: Checker, d: dict[str, Any], place: str, player: Player) -> None:
    index = {card: i for i, card in enumerate(check.cards.wonders)}
    player["wonders"] = check.card_set(d.get("wonders"), f"{place}.wonders", check.cards.wonders)
    wonders = [card for card, i in index.items() if player["wonders"] >> i & 1]
    player["ruins"] = 0
    for i, value in enumerate(check.items(d.get("ruins"), f"{place}.ruins", 32)):
        card = check.card(value, f"{place}.ruins[{i}]", {Kind.WONDER}, counted=False)
        if card and card not in wonders:
            check.error(f"{place}.ruins[{i}]", f"{value} is not among the completed wonders")
        elif card:
            player["ruins"] |= 1 << index[card]
    unfinished = check.mapping(d.get("unfinished"), f"{place}.unfinished", ("wonder", "stages"))
    wonder = check.card(unfinished.get("wonder"), f"{place}.unfinished.wonder", {Kind.WONDER})
    if unfinished and not wonder and unfinished.get("wonder") is None:
        check.error(f"{place}.unfinished", "`wonder` is missing")
    most = check.cards.stages(wonder) - 1 if wonder else 0
    player["unfinished"] = wonder
    player["stages"] = check.number(unfinished.get("stages"), f"{place}.unfinished.stages", 0, most)
    tucked = check.mapping(d.get("tucked"), f"{place}.tucked", ("leader", "wonder"))
    player["tucked"] = check.card(tucked.get("leader"), f"{place}.tucked.leader", {Kind.LEADER})
    under = check.card(tucked.get("wonder"), f"{place}.tucked.wonder", {Kind.WONDER}, counted=False)
    if tucked and (not player["tucked"] or under not in wonders):
        check.error(f"{place}.tucked", "expected a leader and the completed wonder that covers it")
    player["tucked_wonder"] = index.get(under, 0)
    player["colonies"] = check.card_set(d.get("colonies"), f"{place}.colonies", check.cards.territories)


def read_tactic(check: Checker, d: dict[str, Any], place: str, player: Player, common: int) -> None:
    tactic = check.card(d.get("tactic"), f"{place}.tactic", {Kind.TACTIC}, counted=False)
    is_common = bool(tactic) and bool(common >> check.cards.tactics.index(tactic) & 1)
    exclusive = check.switch(d.get("exclusive"), f"{place}.exclusive", bool(tactic) and not is_common)
    if tactic and exclusive:
        check.count(tactic, f"{place}.tactic")
    elif tactic and not is_common:
        check.error(f"{place}.tactic", f"{d['tactic']} is neither exclusive nor a common tactic")
    elif exclusive:
        check.error(f"{place}.exclusive", "there is no tactic")
    player["tactic"], player["exclusive"] = tactic, int(exclusive)


def read_civil_hand(check: Checker, d: dict[str, Any], place: str, player: Player) -> None:
    hand = sorted(check.card_list(d.get("civil_hand"), f"{place}.civil_hand", HAND_KINDS, MAX_CIVIL_HAND))
    for card in hand:
        if check.cards.is_initial(card):
            check.error(f"{place}.civil_hand", f"{check.cards.ids[card]} is never in a hand")
    fresh = [0] * len(hand)
    for i, value in enumerate(
        check.items(d.get("taken_this_turn"), f"{place}.taken_this_turn", MAX_CIVIL_HAND)
    ):
        here = f"{place}.taken_this_turn[{i}]"
        card = check.card(value, here, HAND_KINDS, counted=False)
        # The last copies: those taken earlier come first in a hand.
        free = [j for j, held in enumerate(hand) if held == card and not fresh[j]]
        if free:
            fresh[free[-1]] = 1
        elif card:
            check.error(here, f"{value} is not in the civil hand")
    player["civil"], player["fresh"] = hand, fresh


def read_pact_and_war(check: Checker, d: dict[str, Any], place: str, player: Player) -> None:
    own = int(place.removeprefix("players[").removesuffix("]"))
    pact = check.mapping(d.get("pact"), f"{place}.pact", ("card", "partner", "side"))
    player["pact"] = check.card(pact.get("card"), f"{place}.pact.card", {Kind.PACT})
    player["pact_partner"] = check.player(pact.get("partner"), f"{place}.pact.partner")
    player["pact_side"] = "AB".index(check.word(pact.get("side"), f"{place}.pact.side", ("A", "B"), "A"))
    if pact and (pact.get("card") is None or pact.get("partner") in (None, own)):
        check.error(f"{place}.pact", "expected a card and another player as partner")
    war = check.mapping(d.get("war"), f"{place}.war", ("card", "target"))
    player["war"] = check.card(war.get("card"), f"{place}.war.card", {Kind.WAR})
    player["war_target"] = check.player(war.get("target"), f"{place}.war.target")
    if war and (war.get("card") is None or war.get("target") in (None, own)):
        check.error(f"{place}.war", "expected a card and another player as target")


def read_turn(check: Checker, d: dict[str, Any], place: str, player: Player) -> None:
    fields = {
        "civil_spent": "ca_spent",
        "military_spent": "ma_spent",
        "military_extra": "ma_extra",
        "unit_resources": "unit_resources",
        "unit_science": "unit_science",
    }
    actions = check.mapping(d.get("actions"), f"{place}.actions", fields)
    for key, field in fields.items():
        player[field] = check.number(actions.get(key), f"{place}.actions.{key}", 0, 99, player[field])
    if "flags" in d:
        player["flags"] = 0
    for i, name in enumerate(check.items(d.get("flags"), f"{place}.flags", len(FLAG_NAMES))):
        if isinstance(name, str) and name in FLAG_NAMES:
            player["flags"] |= int(FLAG_NAMES[name])
        else:
            check.error(f"{place}.flags[{i}]", f"unknown flag {shown(name)}{near_id(name, FLAG_NAMES)}")


def read_leaders_taken(check: Checker, d: dict[str, Any], place: str, player: Player) -> None:
    """Ages of which a leader was taken; not stated, they follow from the leaders at hand."""
    names = AGE_NAMES[:LEVELS]
    taken = 0
    for i, name in enumerate(check.items(d.get("leaders_taken"), f"{place}.leaders_taken", LEVELS)):
        taken |= 1 << names.index(check.word(name, f"{place}.leaders_taken[{i}]", names, "A"))
    leaders = [player["leader"], player["tucked"], *player["civil"]]
    leaders = [card for card in leaders if card and check.cards.kind[card] == Kind.LEADER]
    if d.get("leaders_taken") is None:
        taken = sum({1 << check.cards.level[card] for card in leaders})
    player["leaders_taken"] = taken
