"""Reading positions: from the written form to the raw state.

What is not stated stands as at the start of a game for that many players.  Face-down
cards that are given by their backs are filled from the unseen cards.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from engine.catalogue import CIVIL_KINDS
from engine.position_board import BOARD_KEYS, read_board
from engine.position_check import MOST_TOKENS, PositionError
from engine.position_frames import check_frames, read_frames
from engine.position_piles import Piles
from engine.position_write import FORMAT, NOBODY
from engine.vocabulary import (
    AGE_NAMES,
    LEVELS,
    ROW_SPACES,
    UNIT_FIRST,
    Age,
    FrameKind,
    Kind,
    PlayerFlag,
    Stage,
)

KEYS = (
    "format", "edition", "overlay", "switches", "hash", "observer", "age", "round", "last_round",
    "starting_player", "current_player", "stage", "political_actions", "row", "common_tactics", "players",
    "decisions", "auction", "attack", "past_events", "current_events", "top_event_known_to", "future_events",
    "discards", "civil_deck", "military_deck", "gone", "removed", "decks_for", "renewed",
    "drawn_since", "shuffles", "seed", "outcomes",
)  # fmt: skip
MOST_ROUNDS = 100
# What a player who has resigned keeps.
KEPT = ("culture", "science", "leaders_taken", "flags")
STAGES = frozenset({Stage.TACTIC, Stage.POLITICS, Stage.ACTION, Stage.PRODUCTION, Stage.OVER})
AUCTION_KEYS = ("territory", "high_bid", "high_bidder", "passed", "sent", "force_cards", "force_discards")
ATTACK_KEYS = ("card", "attacker", "defender", "attack_strength", "defence_strength", "defence_cards")


def read_position(
    position: Any, edition: Any, setup: Callable[[int], dict[str, Any]], source: str
) -> tuple[dict[str, Any], int | None]:
    """The raw state and the observer of a position; `setup(players)` gives the state at the start."""
    reader = Reader(edition, position)
    state = reader.read(setup)
    if reader.errors:
        raise PositionError(reader.errors, source)
    return state, reader.observer


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def number_of_players(value: Any) -> int:
    """From `players:`, a number or a list of boards; 0 if it is neither."""
    count = len(value) if isinstance(value, list | tuple) else value
    return count if isinstance(count, int) and not isinstance(count, bool) and 2 <= count <= 4 else 0


class Reader(Piles):
    """Reads one position; `errors` holds what is wrong with it."""

    def __init__(self, edition: Any, position: Any) -> None:
        super().__init__(edition)
        self.edition = edition
        self.d = self.mapping(position, "", KEYS)
        if position is None or position == {}:
            self.error("", "the position is empty; at least `players` has to be stated")
        self.observer: int | None = None

    def read(self, setup: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
        count = number_of_players(self.d.get("players", 2))
        if not count:
            self.error("players", "expected 2 to 4 boards, or the number of players")
            return {}
        self.players = count
        self.age = self.age_name(self.d.get("age"), "age")
        self.state = copy.deepcopy(setup(count))
        self.head()
        self.clock()
        self.boards()
        self.row()
        self.under_way()
        self.frames()
        self.events()
        self.piles()
        self.knowledge()
        self.check_copies()
        self.check_table()
        if not self.errors:
            self.fill_civil()
            self.fill_military()
            self.check_piles()
        return self.state

    def head(self) -> None:
        if "observer" in self.d and self.d["observer"] is not None:
            self.observer = self.player(self.d["observer"], "observer")
        self.number(self.d.get("format"), "format", FORMAT, FORMAT, FORMAT)
        expected = self.edition.hash
        if self.d.get("hash") is not None and str(self.d["hash"]) != expected:
            self.error(
                "hash",
                f"the cards of this edition have the hash {expected}, the position was written for others",
            )
        smaller = self.mapping(self.d.get("decks_for"), "decks_for", AGE_NAMES[1:LEVELS])
        for name, players in smaller.items():
            count = self.number(players, f"decks_for.{name}", 2, self.players, self.players)
            self.decks_for[AGE_NAMES.index(name)] = count
        ages = range(min(self.age, LEVELS - 1) + 1)
        prepared = [self.decks_for.get(age, self.players) if age in ages else 0 for age in range(LEVELS)]
        self.state["deck_players"] = prepared
        self.state["seed"] = self.number(self.d.get("seed"), "seed", 0, 2**64 - 1)

    def clock(self) -> None:
        d, s = self.d, self.state
        s["age"] = self.age
        s["round"] = self.number(d.get("round"), "round", 1, MOST_ROUNDS, 1 if self.age == Age.A else 2)
        last = self.number(d.get("last_round"), "last_round", 0, MOST_ROUNDS + 1)
        s["last_round"] = last or (s["round"] if self.age == Age.IV else 0)
        if 0 < last < s["round"]:
            self.error("last_round", f"it is over, the game is in round {s['round']}")
        s["start"] = self.player(d.get("starting_player"), "starting_player")
        s["current"] = self.player(d.get("current_player"), "current_player", s["start"])
        usual = "action" if s["round"] == 1 else "politics"
        stages = [stage.name.lower() for stage in Stage]
        s["stage"] = Stage[self.word(d.get("stage"), "stage", stages, usual).upper()].value
        s["political_actions"] = self.number(d.get("political_actions"), "political_actions", 0, 2)
        s["common"] = self.card_set(d.get("common_tactics"), "common_tactics", self.cards.tactics)

    def boards(self) -> None:
        boards = self.d.get("players")
        boards = boards if isinstance(boards, list | tuple) else [{}] * self.players
        first_round = self.state["round"] == 1
        for p, board in enumerate(boards):
            place = f"players[{p}]"
            stated = self.mapping(board, place, BOARD_KEYS)
            player = self.state["player"][p]
            if not first_round:
                player["ca_spent"] = player["ma_spent"] = 0
            read_board(self, stated, place, player, self.state["common"])
            hand = self.hand(stated.get("military_hand"), f"{place}.military_hand", p)
            player["military"], player["military_seen"] = (
                map(list, zip(*hand, strict=True)) if hand else ([], [])
            )
        self.resignations()

    def resignations(self) -> None:
        s = self.state
        gone = [bool(player["flags"] & PlayerFlag.RESIGNED) for player in s["player"]]
        s["players_left"] = gone.count(False)
        if s["players_left"] < 2 and (not s["players_left"] or s["stage"] != Stage.OVER):
            self.error("players", f"{s['players_left']} of them still in the game, which is over with one")
        if gone[s["current"]] and s["stage"] != Stage.OVER:
            self.error("current_player", "this player has resigned")
        for p, player in enumerate(s["player"]):
            if gone[p]:
                left = [key for key, value in player.items() if key not in KEPT and any(as_list(value))]
                if left:
                    self.error(f"players[{p}]", f"the player has resigned and has nothing left: {left[0]}")
                continue
            for key, rival in (("pact", player["pact_partner"]), ("war", player["war_target"])):
                if player[key] and gone[rival]:
                    self.error(f"players[{p}].{key}", "the other player has resigned")

    def row(self) -> None:
        stated = self.d.get("row")
        if stated is None:
            elsewhere = self.used()
            kept = self.state["row"] if self.age == Age.A else [0] * ROW_SPACES
            self.state["row"] = [0 if card in elsewhere else card for card in kept]
            for space, card in enumerate(self.state["row"]):
                if card:
                    self.count(card, f"row[{space}]")
            return
        if isinstance(stated, list | tuple) and len(stated) != ROW_SPACES:
            self.error("row", f"{len(stated)} entries, the row has {ROW_SPACES} spaces (null = empty)")
        spaces = self.items(stated, "row", ROW_SPACES)
        row = [self.card(card, f"row[{i}]", CIVIL_KINDS) for i, card in enumerate(spaces)]
        for i, card in enumerate(row):
            if card and self.cards.is_initial(card):
                self.error(f"row[{i}]", f"{self.cards.ids[card]} is never in the row")
        self.state["row"] = row

    # -- decisions under way

    def frames(self) -> None:
        self.state["frames"] = read_frames(self, self.d.get("decisions"))
        for i, frame in enumerate(self.state["frames"]):
            self.count_event(frame, f"decisions[{i}].card")

    def count_event(self, frame: dict[str, int], place: str) -> None:
        """A revealed event lies on the table until its effects are over, a territory until it is settled,
        a replaced leader until it is slid under a wonder or not."""
        card = frame["card"]
        on_table = self.state["territory"] or self.cards.kind[card] == Kind.EVENT
        if card and (frame["kind"] == FrameKind.TUCK or (frame["kind"] == FrameKind.EVENT_DONE and on_table)):
            self.count(card, place)

    def under_way(self) -> None:
        s = self.state
        auction = self.mapping(self.d.get("auction"), "auction", AUCTION_KEYS)
        s["territory"] = self.card(
            auction.get("territory"), "auction.territory", {Kind.TERRITORY}, counted=False
        )
        s["high_bidder"] = self.player(auction.get("high_bidder"), "auction.high_bidder", NOBODY)
        s["passed"] = self.player_set(auction.get("passed"), "auction.passed")
        for key in ("high_bid", "force_cards", "force_discards"):
            s[key] = self.number(auction.get(key), f"auction.{key}", 0, 99)
        if auction and not s["territory"]:
            self.error("auction", "`territory` is missing")
        if (s["high_bid"] > 0) != (s["high_bidder"] != NOBODY):
            self.error("auction", "a high bid and its bidder come together")
        s["sent"] = [0] * 16
        units = [self.cards.ids[card] for slot, card in self.cards.slot_card.items() if slot >= UNIT_FIRST]
        for unit, n in self.mapping(auction.get("sent"), "auction.sent", units).items():
            slot = self.cards.slot(self.cards.numbers[unit])
            s["sent"][slot - UNIT_FIRST] = self.tokens(n, f"auction.sent.{unit}")
        attack = self.mapping(self.d.get("attack"), "attack", ATTACK_KEYS)
        s["attack"] = self.card(attack.get("card"), "attack.card", {Kind.AGGRESSION})
        for key in ("attacker", "defender"):
            s[key] = self.player(attack.get(key), f"attack.{key}")
        for key in ("attack_strength", "defence_strength"):
            s[key] = self.number(attack.get(key), f"attack.{key}", -999, 999)
        s["defence_cards"] = self.number(attack.get("defence_cards"), "attack.defence_cards", 0, 99)
        if attack and not s["attack"]:
            self.error("attack", "`card` is missing")

    def check_table(self) -> None:
        """What does not fit together, apart from the cards that nobody sees."""
        s = self.state
        running = STAGES if s["frames"] else {Stage.POLITICS, Stage.ACTION, Stage.OVER}
        if s["stage"] not in running:
            self.error("stage", "nobody has to decide in this stage; expected politics, action or over")
        for p, player in enumerate(s["player"]):
            self.check_tokens(p, player)
        if not any(error.startswith(("decisions", "auction", "attack")) for error in self.errors):
            check_frames(self, s)

    def check_tokens(self, p: int, player: dict[str, Any]) -> None:
        sent = sum(self.state["sent"]) if self.state["high_bidder"] == p else 0
        tokens = {
            "yellow": player["yellow_bank"] + player["unused"] + sum(player["workers"]) + sent,
            "blue": player["blue_bank"] + player["stages"] + sum(player["blue"]),
        }
        for colour, n in tokens.items():
            if n > MOST_TOKENS:
                self.error(f"players[{p}]", f"{n} {colour} tokens in all, at most {MOST_TOKENS} are possible")
