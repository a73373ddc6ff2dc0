"""The moves of a record, with who made them and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import click

from engine import Game
from engine.notation import find_move
from tta.board import wrap
from tta.wording import move_title

__all__ = ["history", "lines", "result"]


def history(record: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    """The first moves of a record that has been replayed already, so its moves are known to be legal."""
    if "follow" in record:
        from tta.follow.session import session_history

        return session_history(record, count)
    game = Game.replay({**record, "moves": []})
    entries = []
    for number, text in enumerate(record["moves"][:count], 1):
        entry: dict[str, Any] = {
            "number": number,
            "round": game.round,
            "turn": game.current_player,
            "player": game.player_to_move,
            "phase": game.phase,
        }
        move = find_move(text, game.legal_moves(), game.edition)
        entries.append(entry | {"move": str(move), "title": move_title(game, move)})
        game.apply(move)
    return entries


def lines(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """One paragraph per turn."""
    found: list[str] = []
    last_round = 0
    for (round_number, turn), group in groupby(entries, key=lambda entry: (entry["round"], entry["turn"])):
        if round_number != last_round:
            found.append(click.style(f"Round {round_number}", bold=True))
            last_round = round_number
        moves = list(group)
        parts = [
            entry["title"] if entry["player"] == turn else f"[player {entry['player']}: {entry['title']}]"
            for entry in moves
        ]
        found += wrap([f"{moves[0]['number']}.", *parts], f"player {turn}", "  ")
    return found


def result(game: Game) -> dict[str, Any]:
    return {"over": game.is_over, "rounds": game.round, "culture": game.scores, "winners": game.winners}
