"""What the agents without a tree choose, and that they use nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game
from mcts.agents import parse_agent
from mcts.contest import play_game
from mcts.native import seed_of_decision
from tests.mcts.games import TWO_STAGES_TO_WIN

AGENTS = ["quick", "greedy", "beam:width=3,worlds=2", "flatmc:playouts=20"]


def best(text: str, position: dict[str, Any], seed: int = 1) -> str:
    return str(parse_agent(text).choose(Game.from_position(position), seed))


def walk(players: int, seed: int, agent: str = "greedy") -> Iterator[Game]:
    """All decisions of a game."""
    game = Game.new(players=players, seed=seed)
    player = parse_agent(agent)
    decision = 0
    while not game.is_over:
        yield game
        game.apply(player.choose(game, seed_of_decision(seed, decision)))
        decision += 1


# ---------------------------------------------------------------- no leak


@pytest.mark.parametrize("text", AGENTS)
def test_the_move_does_not_depend_on_what_is_hidden(text: str) -> None:
    """The same move in another world that the player cannot tell apart, for many kinds of decisions."""
    agent = parse_agent(text)
    seen: dict[str, int] = {}
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        for game in walk(players, seed):
            seen[game.phase] = seen.get(game.phase, 0) + 1
            if seen[game.phase] > 12:
                continue
            other = game.determinize(game.player_to_move, seed=99)
            assert agent.choose(game, 5) == agent.choose(other, 5)
    assert {"action", "politics", "discard", "bid"} <= set(seen)


def test_supplied_shuffles_are_not_read_ahead() -> None:
    """A script fixes what will be drawn; nobody may choose by it."""
    events = [
        "development_of_science",
        "development_of_crafts",
        "development_of_warfare",
        "development_of_politics",
    ]
    choices = []
    for order in (events, events[::-1]):
        game = Game.new(players=2, seed=3, shuffles={"events": [order]})
        for move in agent_moves(game, 12):
            choices.append(move)
    assert choices[:12] == choices[12:]


def agent_moves(game: Game, decisions: int) -> list[str]:
    """Moves until the first political action, whose outcome both are allowed to see."""
    agent = parse_agent("beam:width=2,worlds=2")
    moves = []
    for decision in range(decisions):
        move = agent.choose(game, decision)
        moves.append(str(move))
        game.apply(move)
    return moves


# ---------------------------------------------------------------- sense


@pytest.mark.parametrize("text", AGENTS)
def test_nobody_resigns(text: str) -> None:
    position = {
        "age": "II", "round": 9,
        "players": [{"culture": 0}, {"culture": 150, "technologies": {"warriors": 9}}],
    }  # fmt: skip
    assert best(text, position) != "resign"


@pytest.mark.parametrize("text", ["quick", "greedy", "beam:width=3"])
def test_a_dearer_copy_is_never_taken(text: str) -> None:
    row = ["iron", None, None, None, None, "iron"] + [None] * 7
    assert best(text, {"age": "I", "round": 3, "stage": "action", "row": row, "players": 2}) != "take iron 6"


@pytest.mark.parametrize("text", ["quick", "greedy", "beam:width=3", "flatmc:playouts=60"])
def test_the_last_stage_that_wins_is_built(text: str) -> None:
    """Last turn of the game, 3 culture behind; Fast Food Chains brings more than that."""
    position = {
        "age": "IV", "round": 19, "last_round": 19, "current_player": 1, "stage": "action",
        "players": [
            {"culture": 53},
            {
                "culture": 50, "unfinished": {"wonder": "fast_food_chains", "stages": 3},
                "technologies": {"bronze": {"workers": 2, "blue": 5}},
            },
        ],
    }  # fmt: skip
    assert best(text, position) == "wonder 1"


@pytest.mark.parametrize("text", ["greedy", "beam:width=3"])
def test_an_aggression_that_nobody_can_stop_is_played(text: str) -> None:
    position = {
        "age": "III", "round": 15,
        "players": [
            {"military_hand": ["armed_intervention"], "technologies": {"warriors": 9}, "culture": 60},
            {"culture": 60, "technologies": {"warriors": 1}},
        ],
    }  # fmt: skip
    assert best(text, position) == "aggression armed_intervention vs 1"


@pytest.mark.parametrize("text", ["greedy", "beam:width=3"])
def test_a_defence_of_several_cards_is_held(text: str) -> None:
    """No single card saves the culture; two together do."""
    position = {
        "age": "III", "round": 15,
        "players": [
            {"technologies": {"warriors": 8}, "culture": 60, "military_hand": ["armed_intervention"]},
            {
                "culture": 60, "technologies": {"warriors": 1},
                "military_hand": ["military_bonus_iii", "military_bonus_ii"],
            },
        ],
    }  # fmt: skip
    game = Game.from_position(position)
    game.apply("aggression armed_intervention vs 1")
    while game.phase == "defend":
        game.apply(parse_agent(text).choose(game, 2))
    assert game.scores == [60, 60]


def test_beam_sees_two_actions_ahead() -> None:
    """Last turn: the third stage alone brings nothing, the third and the fourth win."""
    game = Game.from_position(TWO_STAGES_TO_WIN)
    while not game.is_over:
        game.apply(parse_agent("beam").choose(game, 3))
    assert game.winners == [1]


@pytest.mark.parametrize("text", ["greedy", "beam:width=3"])
def test_the_last_action_is_used(text: str) -> None:
    """After it nothing is left but to end the turn, which happens by itself and must not hide the gain."""
    position = {
        "age": "II", "round": 9, "stage": "action",
        "row": [None] * 3 + ["reserves_ii"] + [None] * 9,
        "players": [
            {"actions": {"civil_spent": 3, "military_spent": 2}, "technologies": {"bronze": {"blue": 0}}},
            {},
        ],
    }  # fmt: skip
    game = Game.from_position(position)
    after = game.clone()
    after.apply("take reserves_ii")
    assert after.player_to_move == 1
    assert best(text, position) == "take reserves_ii"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    greedy, random = parse_agent("greedy"), parse_agent("random")
    for seed in range(4):
        result = play_game([greedy] + [random] * (players - 1), seed=seed)
        assert result.shares[0] == 1


def test_beam_beats_greedy() -> None:
    beam, greedy = parse_agent("beam:width=2,worlds=1"), parse_agent("greedy")
    wins = sum(
        play_game([beam, greedy], seed).shares[0] + play_game([greedy, beam], seed).shares[1]
        for seed in range(8)
    )
    assert wins > 8
