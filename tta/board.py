"""Drawing a position so that a player recognises the table.

Workers are `●`, blue tokens on cards `◆`; names are those on the cards.  Lines keep to WIDTH columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import click

from engine import Game
from engine.vocabulary import ROW_SPACES
from tta.facts import Facts, facts, row_prices
from tta.terminal import KIND_COLOURS, WIDTH
from tta.wording import card_title, number_of, signed

__all__ = ["draw", "headline", "wrap"]

LABEL = 13
WORKER, TOKEN = "●", "◆"
MOST_SIGNS = 8
"""More workers or tokens than that are written as a number."""

GROUPS = (
    ("farms", ("farm",)),
    ("mines", ("mine",)),
    ("urban", ("lab", "temple", "arena", "library", "theater")),
    ("army", ("infantry", "cavalry", "artillery", "airforce")),
)
SEAT_COLOURS = ("bright_red", "bright_green", "bright_blue", "bright_yellow")

DECISIONS = {
    "politics": "Politics Phase",
    "action": "Action Phase",
    "bid": "a bid for {card}",
    "send": "the force for {card}",
    "defend": "a defence against {card}",
    "pact": "whether to accept {card}",
    "discard": "which military cards to discard",
    "lose_population": "which worker to lose ({card})",
    "lose_blue": "which blue token to lose ({card})",
    "stage_token": "which card gives a token for {card}",
    "destroy_own": "which own building to destroy ({card})",
    "destroy_other": "which building to destroy ({card})",
    "food_or_resource": "food or resources ({card})",
    "mix": "food and resources ({card})",
    "plunder": "what to plunder ({card})",
    "free_build": "whether to build for nothing ({card})",
    "development": "what to develop ({card})",
    "ruin": "which wonder falls to ruin ({card})",
    "lose_colony": "which colony to lose ({card})",
    "annex": "which colony to annex ({card})",
    "infiltrate": "what to remove ({card})",
    "steal": "which technology to take ({card})",
    "take_cards": "which cards of the row to take ({card})",
    "tuck": "where to slide {card}",
}


def draw(game: Game, observer: int | None = None) -> str:
    """The whole table, as one observer sees it or with everything open; styled for a terminal."""
    return Board(game, observer).text()


def headline(game: Game) -> str:
    """Who decides what: one line."""
    if game.is_over:
        return f"the game is over after round {game.round}"
    frames = game.snapshot()["frames"]
    card = game.edition.ids[frames[-1]["card"]] if frames else ""
    title = card_title(game.edition, card) if card else "an effect"
    what = DECISIONS.get(game.phase, game.phase).format(card=title)
    return f"player {game.player_to_move} decides: {what}"


def width_of(text: str) -> int:
    return len(click.unstyle(text))


def wrap(parts: Iterable[str], label: str, separator: str = " · ") -> list[str]:
    """Parts behind a label, broken between parts where a line is full."""
    lines: list[str] = []
    line = ""
    for part in parts:
        if line and LABEL + width_of(line) + len(separator) + width_of(part) > WIDTH:
            lines.append(line)
            line = part
        else:
            line = line + separator + part if line else part
    lines.append(line)
    head = click.style(f"  {label:<{LABEL - 2}}", dim=True)
    return [(head if i == 0 else " " * LABEL) + text for i, text in enumerate(lines) if text]


def signs(sign: str, count: int, colour: str) -> str:
    if not count:
        return ""
    return click.style(sign * count if count <= MOST_SIGNS else f"{count}{sign}", fg=colour)


def join(*parts: str) -> str:
    return " ".join(part for part in parts if part)


class Board:
    """One position, drawn from a mapping of what is known and from the ratings."""

    def __init__(self, game: Game, observer: int | None) -> None:
        self.game = game
        self.edition = game.edition
        self.observer = observer
        self.position = game.to_position(observer)
        self.state = game.snapshot()

    def text(self) -> str:
        lines = [*self.head(), "", *self.row(), ""]
        for seat in range(self.game.players):
            lines += [*self.player(seat), ""]
        lines += self.events()
        return "\n".join(lines)

    # ------------------------------------------------------------ the table

    def name(self, card: str) -> str:
        kind = self.edition.kind(card)
        return click.style(card_title(self.edition, card), fg=KIND_COLOURS.get(kind))

    def names(self, cards: Iterable[str]) -> list[str]:
        """Names in order, copies counted."""
        return [
            join(self.name(card), f"×{count}" if count > 1 else "") for card, count in Counter(cards).items()
        ]

    def head(self) -> list[str]:
        position = self.position
        rounds = f" of {position['last_round']}" if position.get("last_round") else ""
        view = "all cards open" if self.observer is None else f"player {self.observer}'s view"
        title = f"Age {position['age']}, round {position['round']}{rounds} — {headline(self.game)}"
        lines = [click.style(title, bold=True) + click.style(f"  ({view})", dim=True)]
        return lines + self.contest()

    def contest(self) -> list[str]:
        """An auction or an attack under way."""
        lines = []
        auction, attack = self.position.get("auction"), self.position.get("attack")
        if auction and auction.get("territory"):
            parts = [self.name(auction["territory"])]
            if auction.get("high_bidder") is not None:
                parts.append(f"high bid {auction['high_bid']} by player {auction['high_bidder']}")
            if auction.get("passed"):
                parts.append(f"passed: {', '.join(map(str, auction['passed']))}")
            if auction.get("sent"):
                parts.append("sent " + ", ".join(f"{self.name(u)} ×{n}" for u, n in auction["sent"].items()))
            lines += wrap(parts, "auction")
        if attack and attack.get("card"):
            strengths = f"strength {attack['attack_strength']} against {attack['defence_strength']}"
            sides = f"player {attack['attacker']} attacks player {attack['defender']}"
            lines += wrap([self.name(attack["card"]), sides, strengths], "attack")
        return lines

    def row(self) -> list[str]:
        """The card row by price, as on the board; other prices and cards out of reach are marked."""
        if self.game.is_over:
            return wrap(self.names(card for card in self.position["row"] if card) or ["empty"], "card row")
        seat = self.game.player_to_move if self.observer is None else self.observer
        prices = row_prices(self.game, seat) if self.in_game(seat) else {}
        costs: list[int] = self.edition.data.rules["space_cost"]
        groups: dict[int, list[str]] = {}
        for space in range(ROW_SPACES):
            entry = self.row_entry(space, costs[space], prices)
            if entry:
                groups.setdefault(costs[space], []).append(entry)
        lines = [line for cost, entries in groups.items() for line in wrap(entries, f"{cost} CA", "   ")]
        title = click.style("Card row", bold=True)
        note = click.style(f" (prices for player {seat}; – cannot take)", dim=True)
        return [title + note, *(lines or ["  empty"])]

    def row_entry(self, space: int, cost: int, prices: dict[int, int]) -> str:
        card = self.position["row"][space]
        if not card:
            return ""
        number = click.style(f"{space + 1:2}", dim=True)
        price = prices.get(space)
        mark = "–" if price is None else "" if price == cost else f"[{price} CA]"
        return join(number, self.name(card), mark)

    def events(self) -> list[str]:
        position = self.position
        current, future = position.get("current_events", []), position.get("future_events", [])
        lines = [click.style("Events and decks", bold=True)]
        lines += wrap([number_of(len(current), "card"), *self.face_down(current)], "current")
        lines += wrap([number_of(len(future), "card"), *self.face_down(future)], "future")
        lines += wrap([self.name(card) for card in position.get("past_events", [])] or ["none"], "past")
        if position.get("common_tactics"):
            lines += wrap([self.name(card) for card in position["common_tactics"]], "tactics")
        decks = [f"{self.state['n_civil_deck']} civil", f"{self.state['n_military_deck']} military"]
        discards = [f"{age}: {len(pile)}" for age, pile in position.get("discards", {}).items()]
        if discards:
            decks.append("discarded " + ", ".join(discards))
        return lines + wrap(decks, "decks")

    def face_down(self, pile: Sequence[Any]) -> list[str]:
        """Known cards by name, others by age; who put them there."""
        parts: list[str] = []
        for entry in pile:
            if isinstance(entry, str):
                parts.append(self.name(entry))
                continue
            by = f" by {entry['by']}" if "by" in entry else ""
            card = self.name(entry["card"]) if "card" in entry else f"Age {entry['age']}"
            parts.append(f"{card}{by}")
        return [join(part, f"×{count}" if count > 1 else "") for part, count in Counter(parts).items()]

    # ------------------------------------------------------------ one player

    def in_game(self, seat: int) -> bool:
        return "resigned" not in self.position["players"][seat].get("flags", [])

    def player(self, seat: int) -> list[str]:
        board = self.position["players"][seat]
        name = click.style(f"Player {seat}", fg=SEAT_COLOURS[seat], bold=True)
        turn = "▶ " if seat == self.position["current_player"] and not self.game.is_over else "  "
        if not self.in_game(seat):
            return [f"{turn}{name}  has left the game with {board['culture']} culture"]
        numbers = facts(self.game, seat)
        lines = [f"{turn}{name}  {self.points(numbers)}"]
        lines += wrap(self.rule(board, numbers), "government")
        lines += wrap(self.economy(numbers), "economy")
        lines += wrap(self.people(numbers), "people")
        for label, kinds in GROUPS:
            technologies = self.technologies(board, kinds)
            if label == "army":
                technologies += self.tactic(board)
            if technologies:
                lines += wrap(technologies, label)
        lines += self.possessions(board)
        lines += wrap(self.civil_hand(board) or ["–"], "civil hand")
        lines += wrap(self.military_hand(board) or ["–"], "mil. hand")
        return lines

    def points(self, numbers: Facts) -> str:
        return "   ".join(
            (
                click.style(f"culture {numbers.culture}", bold=True) + f" ({signed(numbers.culture_rating)})",
                f"science {numbers.science} ({signed(numbers.science_rating)})",
                f"strength {numbers.strength}",
            )
        )

    def rule(self, board: dict[str, Any], numbers: Facts) -> list[str]:
        leader = self.name(board["leader"]) if board.get("leader") else "no leader"
        return [
            self.name(board["government"]),
            leader,
            f"civil actions {numbers.civil_left}/{numbers.civil_total}",
            f"military actions {numbers.military_left}/{numbers.military_total}",
        ]

    def economy(self, numbers: Facts) -> list[str]:
        food = f"food {numbers.food} ({signed(numbers.food_rate)} −{numbers.consumption} eaten)"
        lost = f"−{numbers.corruption} corruption"
        resources = f"resources {numbers.resources} ({signed(numbers.resource_rate)} {lost})"
        extra = [f"{numbers.unit_resources} more for units this turn"] if numbers.unit_resources else []
        return [food, resources, *extra, f"blue bank {numbers.blue_bank}"]

    def people(self, numbers: Facts) -> list[str]:
        cost = numbers.population_cost
        price = "" if cost is None else f" (next costs {cost} food)"
        happy = f"happy {numbers.happiness} of {numbers.required} needed"
        if numbers.discontent:
            happy += f", {numbers.discontent} discontent"
        if numbers.uprising:
            happy = click.style(f"{happy}: UPRISING", fg="red", bold=True)
        return [
            f"{numbers.workers} workers",
            f"{numbers.unused} unused",
            f"yellow bank {numbers.yellow_bank}{price}",
            happy,
        ]

    def technologies(self, board: dict[str, Any], kinds: Sequence[str]) -> list[str]:
        parts = []
        for card, entry in board["technologies"].items():
            if self.edition.kind(card) in kinds:
                workers = signs(WORKER, entry.get("workers", 0), "yellow")
                parts.append(join(self.name(card), workers, signs(TOKEN, entry.get("blue", 0), "blue")))
        return parts

    def tactic(self, board: dict[str, Any]) -> list[str]:
        if not board.get("tactic"):
            return []
        own = " (exclusive)" if board.get("exclusive", True) else ""
        return [f"tactic {self.name(board['tactic'])}{own}"]

    def possessions(self, board: dict[str, Any]) -> list[str]:
        lines: list[str] = []
        if board.get("specials"):
            lines += wrap(self.names(board["specials"]), "special")
        wonders = self.wonders(board)
        if wonders:
            lines += wrap(wonders, "wonders")
        if board.get("colonies"):
            lines += wrap(self.names(board["colonies"]), "colonies")
        ties = []
        if board.get("pact"):
            pact = board["pact"]
            side = f" as {pact['side']}" if "side" in pact else ""
            ties.append(f"pact {self.name(pact['card'])} with player {pact['partner']}{side}")
        if board.get("war"):
            ties.append(click.style(f"{card_title(self.edition, board['war']['card'])}", fg="red", bold=True))
            ties[-1] += f" against player {board['war']['target']}"
        return lines + (wrap(ties, "pact, war") if ties else [])

    def wonders(self, board: dict[str, Any]) -> list[str]:
        ruins = board.get("ruins", [])
        tucked = board.get("tucked", {})
        parts = []
        for card in board.get("wonders", []):
            notes = ["in ruins"] if card in ruins else []
            if tucked.get("wonder") == card:
                notes.append(f"with {card_title(self.edition, tucked['leader'])}")
            parts.append(join(self.name(card), f"({', '.join(notes)})" if notes else ""))
        unfinished = board.get("unfinished")
        if unfinished:
            stages = self.edition.card(unfinished["wonder"])["stages"]
            done = unfinished["stages"]
            shown = " ".join("✓" if i < done else str(cost) for i, cost in enumerate(stages))
            parts.append(f"{self.name(unfinished['wonder'])} under construction [{shown}]")
        return parts

    def civil_hand(self, board: dict[str, Any]) -> list[str]:
        fresh = Counter(board.get("taken_this_turn", []))
        parts = []
        for card, count in Counter(board.get("civil_hand", [])).items():
            note = "(just taken)" if fresh[card] else ""
            parts.append(join(self.name(card), f"×{count}" if count > 1 else "", note))
        return parts

    def military_hand(self, board: dict[str, Any]) -> list[str]:
        hand = board.get("military_hand", [])
        if isinstance(hand, dict):
            known = self.face_down(hand.get("known", []))
            return [*known, *(f"{count}× Age {age}" for age, count in hand.items() if age != "known")]
        return self.names(self.plain(card) for card in hand)

    @staticmethod
    def plain(entry: Any) -> str:
        return entry if isinstance(entry, str) else str(entry["card"])
