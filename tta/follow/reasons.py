"""Why an entry cannot be, in numbers that the person can check at the table."""

from __future__ import annotations

from engine import Game
from engine.catalogue import catalogue
from engine.notation import words
from tta.facts import facts, row_prices
from tta.follow.cards import UnknownName, find_card, near_card

__all__ = ["reason"]


def reason(game: Game, text: str, general: str) -> str:
    """The reason for a refusal: a special one where there is one, else what the engine says."""
    asked = words(text)
    if game.is_over or game.phase != "action" or len(asked) < 2:
        return general
    name = " ".join(word for word in asked[1:] if not word.isdigit() and word[0] != "+")
    if asked[0] == "take":
        return taking(game, name, asked)
    if asked[0] in ("develop", "revolution", "play"):
        special = playing(game, name)
    elif asked[0] == "build":
        special = building(game)
    else:
        special = ""
    return f"{special}; {general}" if special else general


def taking(game: Game, name: str, asked: list[str]) -> str:
    p = game.player_to_move
    state = game.snapshot()
    cards = catalogue(game.edition)
    row = [card for card in state["row"] if card]
    try:
        card = find_card(name, cards, row)
    except UnknownName:
        return f"{name} is not in the row{near_card(name, cards, row)}"
    spaces = [space for space, each in enumerate(state["row"]) if each == card]
    if asked[-1].isdigit():
        spaces = [space for space in spaces if space == int(asked[-1]) - 1]
    prices = row_prices(game, p)
    left = facts(game, p).civil_left
    found = [f"space {space + 1} costs {prices[space]}" for space in spaces if space in prices]
    if not found:
        return f"player {p} may not take {cards.ids[card]} (hand limit, or a card of its kind before)"
    return f"player {p} has {left} civil action{'s' if left != 1 else ''} left; {', '.join(found)}"


def playing(game: Game, name: str) -> str:
    p = game.player_to_move
    player, cards = game.snapshot()["player"][p], catalogue(game.edition)
    try:
        card = find_card(name, cards, player["civil"])
    except UnknownName:
        return f"player {p} has no such card in hand"
    entry = game.edition.card(card)
    numbers = facts(game, p)
    cost = entry.get("science_cost") or entry.get("cost")
    costs = f", {cards.ids[card]} costs {cost}" if isinstance(cost, int) else ""
    return f"player {p} has {numbers.civil_left} civil actions and {numbers.science} science{costs}"


def building(game: Game) -> str:
    p = game.player_to_move
    numbers = facts(game, p)
    return (
        f"player {p} has {numbers.civil_left} civil and {numbers.military_left} military actions,"
        f" {numbers.resources} resources and {numbers.unused} unused workers"
    )
