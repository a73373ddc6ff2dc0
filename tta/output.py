"""Positions and records as output of commands, and the play that leads to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from engine import Game
from engine.position import dump
from tta.loading import save

__all__ = ["deliver", "play_rounds"]


def deliver(mapping: Mapping[str, Any], out: str | None, as_json: bool) -> None:
    """Print a position or record, or write it to a file."""
    if out is not None:
        save(out, mapping)
    elif as_json:
        click.echo(json.dumps(mapping, ensure_ascii=False))
    else:
        click.echo(dump(mapping), nl=False)


def play_rounds(game: Game, agent_text: str, rounds: int, seed: int) -> None:
    """Let an agent play all seats for some rounds, or to the end if that comes first."""
    from mcts.agents import parse_agent
    from mcts.native import seed_of_decision

    agents = [parse_agent(agent_text) for _ in range(game.players)]
    last = game.round + rounds
    decision = 0
    while not game.is_over and game.round < last:
        game.apply(agents[game.player_to_move].choose(game, seed_of_decision(seed, decision)))
        decision += 1
