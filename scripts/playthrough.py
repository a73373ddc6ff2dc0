"""Whole games as readable text: state, legal moves and choice at every decision.

The games under tests/engine/playthroughs are compared by a test.  A change of rules shows
there as a difference that a person can read and judge:

    python scripts/playthrough.py --update
    git diff tests/engine/playthroughs

    python scripts/playthrough.py --players 3 --seed 8      # any other game
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "engine" / "playthroughs"
SEEDS = {2: 15, 3: 7, 4: 20}

# Weights of the first words of a move; all other moves weigh 4.  Not a good player, but one
# who does most of what good players do.
WEIGHTS = {
    "destroy": 0.05,
    "disband": 0.05,
    "resign": 0.0,
    "end": 2.5,
    "pass": 2.0,
    "copy": 0.7,
    "cancel": 0.3,
    "take": 2.0,
    "play": 12.0,
    "wonder": 12.0,
    "develop": 10.0,
    "increase": 8.0,
    "upgrade": 6.0,
    "accept": 6.0,
    "war": 6.0,
    "aggression": 8.0,
}
USUAL = 4.0
LEGEND = (
    "# c culture + rating, s science + rating, m strength, h happy faces / required, f food and r resources\n"
    "# as blue tokens by level, b blue and y yellow bank, u unused workers, a civil and military actions left"
)


def choose(rng: Random, moves: list[Any]) -> Any:
    """A move drawn by weight; only sums and one random number, so the same on every version of Python."""
    weights = [WEIGHTS.get(str(move).split()[0], USUAL) for move in moves]
    pick = rng.random() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        pick -= weight
        if pick < 0:
            return move
    return moves[-1]


def grouped(texts: list[str]) -> str:
    """Moves with the same first word together."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        first, _, rest = text.partition(" ")
        groups.setdefault(first, []).append(rest)
    return " | ".join(f"{first} {', '.join(rests)}".strip() for first, rests in groups.items())


def legal_line(texts: list[str], before: list[str]) -> str:
    """All legal moves, or how they differ from those of the decision before where that is shorter."""
    gone = [text for text in before if text not in texts]
    new = [text for text in texts if text not in before]
    if not before or len(gone) + len(new) >= len(texts):
        return grouped(texts)
    changes = [f"no more {grouped(gone)}"] if gone else []
    changes += [f"now also {grouped(new)}"] if new else []
    return f"{len(texts)} moves: {'; '.join(changes) or 'the same'}"


class Table:
    """The state of a game in short lines."""

    def __init__(self, game: Any) -> None:
        self.ids = game.edition.ids
        self.state = game.snapshot()
        self.position = game.to_position()

    def row(self, before: list[str | None]) -> str:
        """The card row and the decks; only what is new in the row where the rest was told before."""
        row = self.position["row"]
        new = [card or "-" for card in row if card not in before]
        cards = (
            f"row {' '.join(card or '-' for card in row)}" if not before else f"new {' '.join(new) or '-'}"
        )
        decks = f"civil {self.state['n_civil_deck']} military {self.state['n_military_deck']}"
        events = f"events {self.state['n_current']}+{self.state['n_future']}+{self.state['n_past']}"
        return f"{cards}; decks {decks} {events}"

    def points(self, p: int) -> str:
        """Points, ratings and tokens of a player."""
        player = self.state["player"][p]
        food, resources = self.stocks(p)
        return (
            f"c{player['culture']}+{player['culture_rating']} s{player['science']}+{player['science_rating']}"
            f" m{player['strength']} h{player['happiness']}/{player['required']} f{food} r{resources}"
            f" b{player['blue_bank']} y{player['yellow_bank']} u{player['unused']}"
            f" a{player['ca_total'] - player['ca_spent']}/{player['ca_total']}"
            f" {player['ma_total'] - player['ma_spent'] + player['ma_extra']}/{player['ma_total']}"
        )

    def stocks(self, p: int) -> tuple[str, str]:
        """Blue tokens on farms, then on mines and labs, by level."""
        blue = self.state["player"][p]["blue"]
        text = ["".join(str(tokens) for tokens in blue[first : first + 4]) for first in (0, 4)]
        labs = "".join(str(tokens) for tokens in blue[8:12])
        return text[0], text[1] + (f"/{labs}" if labs.strip("0") else "")

    def board(self, p: int) -> str:
        """Cards in play and in hand."""
        board = self.position["players"][p]
        workers = " ".join(f"{card}:{entry['workers']}" for card, entry in board["technologies"].items())
        parts = [board["government"], workers]
        parts += [f"leader {board['leader']}"] if board.get("leader") else []
        for key in ("specials", "wonders", "ruins", "colonies"):
            if board.get(key):
                parts.append(f"{key} {' '.join(board[key])}")
        if board.get("unfinished"):
            parts.append(f"building {board['unfinished']['wonder']} {board['unfinished']['stages']}")
        if board.get("tactic"):
            parts.append(f"tactic {board['tactic']}")
        for key, name in (("pact", "partner"), ("war", "target")):
            if board.get(key):
                parts.append(f"{key} {board[key]['card']} {board[key][name]}")
        hands = [" ".join(self.ids[card] for card in self.state["player"][p][hand]) for hand in HANDS]
        return "; ".join([*parts, f"hand {hands[0] or '-'} / {hands[1] or '-'}"])


HANDS = ("civil", "military")


def playthrough(players: int, seed: int) -> Iterator[str]:
    """The lines of one game."""
    from engine import Game
    from engine.vocabulary import AGE_NAMES

    game, rng = Game.new(players=players, seed=seed), Random(seed)
    turn: tuple[int, int] | None = None
    decision = 0
    before: list[str] = []
    row: list[str | None] = []
    told: dict[int, str] = {}  # points of each player as last written
    yield f"# {players} players, seed {seed}; written by scripts/playthrough.py"
    yield LEGEND
    while not game.is_over:
        table, moves = Table(game), game.legal_moves()
        p, texts = game.player_to_move, [str(move) for move in moves]
        if turn != (game.round, game.current_player):
            before = []
            yield f"\n== age {AGE_NAMES[game.age]}, round {game.round}, player {game.current_player}"
            yield table.row(row if turn is not None and turn[0] == game.round else [])
            turn, row = (game.round, game.current_player), table.position["row"]
            yield table.board(game.current_player)
        decision += 1
        points = table.points(p)
        yield f"{decision}. player {p} {game.phase}" + (f": {points}" if points != told.get(p) else "")
        told[p] = points
        yield f"   {legal_line(texts, before)}"
        move = choose(rng, moves)
        yield f" > {move}"
        before = texts
        game.apply(move)
    yield from ending(game)


def ending(game: Any) -> Iterator[str]:
    table = Table(game)
    yield f"\n== over after round {game.round}: scores {game.scores}, winners {game.winners}"
    for p in range(game.players):
        yield f"player {p} {table.points(p)}"
        yield table.board(p)


def text(players: int, seed: int) -> str:
    return "".join(f"{line}\n" for line in playthrough(players, seed))


def golden_files() -> dict[int, Path]:
    return {players: FOLDER / f"{players}_players.txt" for players in SEEDS}


@click.command(epilog="Example: python scripts/playthrough.py --update")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Default: that of the golden game.")
@click.option("--update", is_flag=True, help="Write the games of tests/engine/playthroughs anew.")
def main(players: int, seed: int | None, update: bool) -> None:
    """Print a game with state, legal moves and choices, or write the golden games anew."""
    if not update:
        click.echo(text(players, SEEDS[players] if seed is None else seed), nl=False)
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, path in golden_files().items():
        new = text(number, SEEDS[number])
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(new, encoding="utf-8")
        click.echo(f"{path.relative_to(ROOT)}: {'unchanged' if new == old else 'changed'}")


if __name__ == "__main__":
    main()
