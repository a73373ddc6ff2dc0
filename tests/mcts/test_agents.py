"""The text form of agents, the registry, and games between agents."""

from __future__ import annotations

import _thread
import pickle
import threading
from pathlib import Path

import pytest

from engine import Game, default_edition
from mcts.agents import Agent, AgentError, agent_classes, describe_agents, parse_agent, register
from mcts.contest import GameResult, play_game
from mcts.native import play_native, seed_of_decision

OWN_AGENT = """
from mcts.agents import Agent, Parameter, whole

class First(Agent):
    parameters = (Parameter("skip", whole(0), 0, "moves to skip"),)

    def choose(self, game, seed):
        moves = game.legal_moves()
        return moves[min(self.options["skip"], len(moves) - 1)]

class Other:
    pass
"""


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(OWN_AGENT)
    return path


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        (" greedy ", "greedy"),
        ("greedy:worlds=2", "greedy"),
        ("beam: width=12 , worlds=2", "beam:width=12,worlds=2"),
        ("flatmc:playouts=2k", "flatmc:playouts=2000"),
        ("ismcts:time=500ms,workers=2", "ismcts:time=0.5,workers=2"),
        ("ismcts:iterations=10,time=1m", "ismcts:iterations=10,time=60"),
        ("ismcts:reuse=no", "ismcts:reuse=no"),
    ],
)
def test_texts_have_one_canonical_form(text: str, canonical: str) -> None:
    agent = parse_agent(text)
    assert agent.text == str(agent) == canonical
    assert parse_agent(agent.text).options == agent.options


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("gredy", ["no agent 'gredy'", "did you mean 'greedy'?", "random", "ismcts"]),
        ("", ["no agent ''"]),
        ("beam:widht=3", ["beam has no parameter 'widht'", "did you mean 'width'?", "worlds"]),
        ("random:x=1", ["it has no parameters"]),
        ("beam:width", ["'width' is not of the form name=value"]),
        ("beam:width=3,width=4", ["width is given twice"]),
        ("beam:width=0", ["width=0", "from 1 to"]),
        ("beam:width=many", ["width=many", "whole number"]),
        ("ismcts:time=soon", ["time=soon", "1s"]),
        ("ismcts:exploration=-1", ["exploration=-1"]),
        ("ismcts:algorithm=uct", ["so, mo, pimc"]),
        ("ismcts:reuse=1", ["yes or no"]),
        ("ismcts:iterations=0", ["iterations"]),
        ("greedy:weights=none.yaml", ["none.yaml", "No such file"]),
        ("nowhere.py:Mine", ["nowhere.py does not exist"]),
    ],
)
def test_wrong_texts_tell_what_is_valid(text: str, parts: list[str]) -> None:
    with pytest.raises(AgentError) as caught:
        parse_agent(text)
    for part in parts:
        assert part in str(caught.value)


def test_every_parameter_is_described() -> None:
    text = describe_agents()
    for name, agent in agent_classes().items():
        assert f"{name}: {agent.summary}" in text
        for parameter in agent.parameters:
            assert f"    {parameter.name}: {parameter.help}" in text


def test_time_limits_are_not_reproducible() -> None:
    assert parse_agent("ismcts:iterations=50").reproducible
    assert not parse_agent("ismcts:time=1s").reproducible


# ---------------------------------------------------------------- own agents


def test_an_agent_from_a_file(own_file: Path) -> None:
    agent = parse_agent(f"{own_file}:First:skip=1")
    game = Game.new(players=2, seed=1)
    assert agent.choose(game, 0) == game.legal_moves()[1]
    assert agent.text == f"{own_file}:First:skip=1"


def test_a_file_without_that_agent(own_file: Path) -> None:
    with pytest.raises(
        AgentError, match=r"no agent class Frist; did you mean 'First'\? \(agents in it: First\)"
    ):
        parse_agent(f"{own_file}:Frist")
    with pytest.raises(AgentError, match="no agent class Other"):
        parse_agent(f"{own_file}:Other")


def test_a_file_with_an_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("1 / 0")
    with pytest.raises(AgentError, match="ZeroDivisionError"):
        parse_agent(f"{path}:Any")


def test_registering_needs_a_name() -> None:
    class Nameless(Agent):
        pass

    with pytest.raises(AgentError, match="needs a name"):
        register(Nameless)


# ---------------------------------------------------------------- games

FAST = ["random", "quick", "greedy", "beam:width=2,worlds=1", "flatmc:playouts=4", "ismcts:iterations=4"]


@pytest.mark.parametrize("text", FAST)
def test_the_same_seed_gives_the_same_move(text: str) -> None:
    game = Game.new(players=3, seed=8)
    for decision in range(12):
        first, second = (parse_agent(text).choose(game, 77) for _ in range(2))
        assert first == second
        assert first in game.legal_moves()
        game.apply(parse_agent("greedy").choose(game, decision))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_native_games_equal_games_in_python(players: int) -> None:
    agents = [parse_agent(text) for text in ("greedy", "random", "quick", "beam:width=1,worlds=1")][:players]
    native = play_game(agents, seed=5)
    kept = play_game(agents, seed=5, keep_game=True)
    assert (native.scores, native.rounds, native.decisions) == (kept.scores, kept.rounds, kept.decisions)
    assert kept.game is not None
    assert kept.game.scores == native.scores


def test_native_games_tell_their_moves() -> None:
    natives = [parse_agent("greedy").native(2, default_edition())] * 2
    result = play_native(natives, seed=4, keep_moves=True)
    game = Game.new(players=2, seed=4)
    for code in result["moves"]:
        game.apply_code(code)
    assert game.is_over
    assert game.scores == result["scores"]
    assert len(result["moves"]) == sum(result["decisions"])


def test_decisions_get_seeds_of_their_own() -> None:
    assert len({seed_of_decision(seed, decision) for seed in range(10) for decision in range(100)}) == 1000


def test_shares_of_a_result() -> None:
    assert GameResult([10, 30, 30], 18, [1, 1, 1], [0.0] * 3).shares == [0, 0.5, 0.5]
    assert GameResult([None, 3], 4, [1, 1], [0.0] * 2).shares == [0, 1]


@pytest.mark.parametrize("text", FAST)
def test_agents_can_be_sent_to_other_processes(text: str) -> None:
    agent = parse_agent(text)
    game = Game.new(players=2, seed=6)
    before = agent.choose(game, 3)
    assert pickle.loads(pickle.dumps(agent)).choose(game, 3) == before


def test_native_agents_refuse_a_finished_game() -> None:
    game = Game.new(players=2, seed=1)
    game.random_playout(seed=1)
    with pytest.raises(ValueError, match="the game is over"):
        parse_agent("greedy").choose(game, 0)


def test_ctrl_c_ends_a_game_instead_of_making_half_a_choice() -> None:
    threading.Timer(0.15, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        parse_agent("ismcts:iterations=100M").choose(Game.new(players=2, seed=1), 0)
