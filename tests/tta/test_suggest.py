"""`tta suggest`: the ranking, the plan for the turn, its reasons, and what it may know."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from mcts.agents import parse_agent
from tests.tta.running import AGE_I, AGE_II, AGE_IV, ROOT, ok, tta
from tta.advice import Adviser, ChoiceAdviser, Limit, Ranked, Ranking, Watch, adviser
from tta.explain import reasons
from tta.facts import facts
from tta.loading import Loaded
from tta.plan import Plan, make_plan
from tta.suggestion import Request, Suggestion, suggest
from tta.terminal import Live

QUICK = ("--iterations", "400")


def answer(*arguments: object, stdin: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ok("suggest", *arguments, "--json", stdin=stdin))
    return found


def think(game: Game, agent: str = "ismcts", iterations: int | None = 200, seed: int = 0) -> Suggestion:
    request = Request(agent, iterations=iterations, seed=seed)
    return suggest(Loaded("test", game, None, [], 0), request, Live(False))


# ---------------------------------------------------------------- JSON


def test_the_json_has_the_promised_keys() -> None:
    found = answer(AGE_I, *QUICK)
    assert found["iterations"] == 400
    assert found["seconds"] > 0
    moves = found["moves"]
    assert sum(move["visits"] for move in moves) == 400
    assert sum(move["share"] for move in moves) == pytest.approx(1)
    visits = [move["visits"] for move in moves]
    assert visits == sorted(visits, reverse=True)
    legal = {str(move) for move in Game.from_position(AGE_I).legal_moves()}
    for move in moves:
        assert move["move"] in legal
        assert 0 <= move["win_low"] <= move["win"] <= move["win_high"] <= 1
        assert move["culture"] > 0
    assert found["plan"][0] == moves[0]["move"]
    assert sum(found["win"]) == pytest.approx(1)
    assert found["win"][found["player"]] == pytest.approx(moves[0]["win"])


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("seconds", "iterations_per_second")}


@pytest.mark.parametrize(
    "agent", ["ismcts", "ismcts:algorithm=pimc", "ismcts:algorithm=mo,workers=2", "beam", "greedy"]
)
def test_the_same_seed_gives_the_same_answer(agent: str) -> None:
    limit = QUICK if agent.startswith("ismcts") else ()
    first = without_times(answer(AGE_II, "--agent", agent, "--seed", 3, *limit))
    second = without_times(answer(AGE_II, "--agent", agent, "--seed", 3, *limit))
    assert first == second
    assert first["reproducible"]


def test_the_same_seed_gives_the_same_answer_in_another_process() -> None:
    command = [sys.executable, "-m", "tta", "suggest", str(AGE_II), *QUICK, "--json"]
    outputs = []
    for number in ("1", "2"):  # sets of strings have another order in each
        environment = {**os.environ, "PYTHONHASHSEED": number}
        outputs.append(
            subprocess.run(command, cwd=ROOT, capture_output=True, env=environment, check=True).stdout
        )
    first, second = (without_times(json.loads(output)) for output in outputs)
    assert first == second


def test_another_seed_may_differ_but_counts_the_same() -> None:
    first, second = answer(AGE_I, *QUICK, "--seed", 1), answer(AGE_I, *QUICK, "--seed", 2)
    assert first["moves"] != second["moves"]
    assert first["iterations"] == second["iterations"]


def test_visits_are_the_iterations_of_the_search() -> None:
    game = Game.from_position(AGE_I)
    ranking = adviser(parse_agent("ismcts"), 0).rank(game, Limit(iterations=777))
    assert ranking.iterations == 777
    assert sum(move.visits for move in ranking.moves) == 777
    mean = sum(move.win * move.visits for move in ranking.moves) / 777
    assert ranking.moves[-1].win <= 1
    assert 0 < mean < 1


def test_a_small_tree_that_fills_up_loses_no_visits() -> None:
    game = Game.from_position(AGE_I)
    ranking = adviser(parse_agent("ismcts:memory=1"), 0).rank(game, Limit(iterations=30_000))
    assert sum(move.visits for move in ranking.moves) == 30_000


# ---------------------------------------------------------------- sources


def test_a_record_at_a_move_and_standard_input(tmp_path: Path) -> None:
    record = tmp_path / "record.yaml"
    ok("new", "--seed", 8, "--rounds", 4, "--record", "--out", record)
    found = answer(record, "--at", 6, *QUICK)
    position = ok("apply", record, "--at", 5, Game.replay(record).record()["moves"][5])
    assert without_times(answer("-", *QUICK, stdin=position)) == without_times(found)


def test_only_the_knowledge_of_the_player_counts(tmp_path: Path) -> None:
    """The whole truth, what the player knows, and another truth with the same view: one answer."""
    game = Game.from_position(ok("new", "--seed", 21, "--players", 3, "--rounds", 7))
    seat = game.player_to_move
    sources = [game.to_position(), game.to_position(seat), game.determinize(seat, 99).to_position()]
    answers = [without_times(answer("-", *QUICK, stdin=json.dumps(source))) for source in sources]
    assert answers[0] == answers[1] == answers[2]


def test_a_position_of_another_observer_is_answered_with_a_note() -> None:
    position = ok("new", "--seed", 3, "--rounds", 5, "--observer", 1)
    found = answer("-", *QUICK, stdin=position)
    assert found["player"] == 0
    assert any("player 1 knows" in note for note in found["notes"])


# ---------------------------------------------------------------- text


def test_the_text_tells_what_a_player_wants_to_know() -> None:
    text = ok("suggest", AGE_I, *QUICK, "--top", 3, "--verbose")
    for part in ("visits", "share", "wins", "95 %", "culture", "Plan for the turn", "What it changes"):
        assert part in text
    for part in ("Outlook", "Until your next turn", "iterations", "a second", "Card row"):
        assert part in text
    assert re.search(r"\n +1\. .+ \(\d+ (CA|MA)", text)
    assert max(map(len, text.splitlines())) <= 120


def test_quiet_prints_only_the_plan() -> None:
    assert ok("suggest", AGE_IV, *QUICK, "--quiet").splitlines() == answer(AGE_IV, *QUICK)["plan"]


@pytest.mark.parametrize("agent", ["greedy", "beam", "quick", "flatmc:playouts=20"])
def test_other_agents_name_their_move_first(agent: str) -> None:
    game = Game.from_position(AGE_IV)
    found = think(game, agent, None)
    world = game.determinize(game.player_to_move, 0)
    ranking = ChoiceAdviser(parse_agent(agent), 0).rank(world, Limit())
    assert found.plan.steps[0].text == str(ranking.best)
    rest = [move.win for move in found.plan.ranking.moves[1:]]
    assert rest == sorted(rest, reverse=True)
    assert "resign" not in [str(move.move) for move in found.plan.ranking.moves]


# ---------------------------------------------------------------- plans


def plan_of(game: Game, agent: str = "ismcts", iterations: int = 200) -> Plan:
    return make_plan(game, adviser(parse_agent(agent), 1), Limit(iterations=iterations), 1)


def test_a_plan_can_be_played_to_the_end_of_the_turn() -> None:
    for path in (AGE_I, AGE_IV):
        game = Game.from_position(path)
        seat = game.player_to_move
        for step in plan_of(game).steps:
            assert game.player_to_move == seat
            game.apply(step.text)
        assert game.current_player != seat


def test_costs_of_a_plan_are_what_is_paid() -> None:
    game = Game.from_position(AGE_IV)
    seat = game.player_to_move
    for step in plan_of(game, "beam").steps:
        before = facts(game, seat)
        game.apply(step.text)
        if step.text == "end turn":
            break
        after = facts(game, seat)
        paid = {"CA": before.civil_left - after.civil_left, "science": before.science - after.science}
        for unit, amount in paid.items():
            assert (f"{amount} {unit}" in step.cost) == (amount > 0)


class Scripted(Adviser):
    """Plays the moves it was told to, then the first legal one."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def rank(self, game: Game, limit: Limit, watch: Watch | None = None) -> Ranking:
        legal = {str(move): move for move in game.legal_moves()}
        move = legal[self.moves.pop(0)] if self.moves else next(iter(legal.values()))
        return Ranking([Ranked(move, 1, 1.0, 0.5, 0.0, 1.0, 100.0)], [0.5, 0.5], [100.0, 100.0], 0, 0.0)


def test_a_turn_that_ends_itself_keeps_its_costs() -> None:
    # One civil action and nothing to do with it but to take a card.
    game = Game.from_position(
        {
            "age": "I",
            "round": 2,
            "stage": "action",
            "row": ["iron", *[None] * 12],
            "players": [{"actions": {"civil_spent": 3, "military_spent": 2}, "unused_workers": 0}, {}],
        }
    )
    plan = make_plan(game, Scripted("take iron"), Limit(), 0)
    assert [step.text for step in plan.steps] == ["take iron"]
    assert plan.ended_itself
    assert plan.steps[0].cost == "1 CA"
    assert reasons(plan.before, plan.after, 0, leftover=False) == ["in hand for later: Iron"]


def test_steps_after_an_event_are_marked() -> None:
    game = Game.from_position(AGE_II)
    plan = make_plan(game, Scripted("prepare good_harvest", "take opera", "end turn"), Limit(), 0)
    assert [step.certain for step in plan.steps[:3]] == [True, False, False]
    assert plan.steps[1].cost == "1 CA"
    assert plan.after.current_player == game.player_to_move
    assert "in hand for later: Opera" in reasons(plan.before, plan.after, 0)


def test_a_plan_goes_on_through_the_answer_of_a_rival() -> None:
    position = {
        "age": "I",
        "round": 3,
        "stage": "politics",
        "players": [
            {"military_hand": ["raid_i"], "technologies": {"warriors": 4}},
            {"military_hand": ["military_bonus_i", "legion"], "technologies": {"religion": 1, "warriors": 3}},
        ],
    }
    game = Game.from_position(position)
    plan = make_plan(game, Scripted("aggression raid_i vs 1"), Limit(), 0)
    assert plan.steps[0].text == "aggression raid_i vs 1"
    assert len(plan.steps) > 1
    assert not plan.steps[-1].certain


def test_every_kind_of_decision_gets_a_suggestion() -> None:
    """Moves at random until all sorts of interruptions have come up; the certain part of a plan is legal."""
    seen: dict[str, int] = {}
    for seed in range(14):
        game = Game.new(players=2 + seed % 3, seed=seed)
        choose = random.Random(seed)
        quick = parse_agent("quick")
        number = 0
        while not game.is_over:
            often = seen.get(game.phase, 0) < (2 if game.phase in ("action", "politics") else 1)
            if often and choose.random() < 0.3:
                seen[game.phase] = seen.get(game.phase, 0) + 1
                check_suggestion(game, think(game, "ismcts", 60, seed))
            moves = [move for move in game.legal_moves() if str(move) != "resign"]
            game.apply(quick.choose(game, number) if choose.random() < 0.7 else choose.choice(moves))
            number += 1
    assert len(seen) >= 14


def check_suggestion(game: Game, found: Suggestion) -> None:
    text, numbers = found.text(5, True), found.as_json(None)
    assert "Plan" in text
    assert numbers["plan"][0] == numbers["moves"][0]["move"]
    world = game.determinize(game.player_to_move, 123)
    for step in found.plan.steps:
        if not step.certain:
            break
        world.apply(step.text)


# ---------------------------------------------------------------- reasons


def changes(moves: list[str], **player: Any) -> list[str]:
    before = Game.from_position({"age": "I", "round": 3, "stage": "action", "players": [player, {}]})
    after = before.clone()
    for move in moves:
        after.apply(move)
    return reasons(before, after, 0, leftover=False)


def test_reasons_name_rates_and_cards() -> None:
    found = changes(
        ["develop iron", "upgrade bronze>iron"],
        civil_hand=["iron"],
        science=5,
        technologies={"bronze": {"workers": 2, "blue": 5}},
        blue_bank=16,
    )
    assert found == ["developed: Iron", "+1 resources a turn (+2 → +3)"]


def test_reasons_name_strength_against_the_strongest() -> None:
    stock = {"bronze": {"workers": 2, "blue": 6}}
    found = changes(["build warriors"], technologies=stock)
    assert found == ["strength 1 → 2 (strongest of all)"]


def test_reasons_name_happiness() -> None:
    stock = {"bronze": {"workers": 2, "blue": 6}, "agriculture": {"workers": 2, "blue": 6}}
    assert "happiness 1 short: an unused worker is discontent" in changes(
        ["increase population"], technologies=stock, yellow_bank=17
    )
    assert "happiness 2 short: an uprising, nothing is produced" in changes(
        ["build bronze"], technologies=stock, yellow_bank=12, unused_workers=2
    )
    assert "happiness is enough again" in changes(
        ["build religion"], technologies=stock, yellow_bank=16, unused_workers=1
    )


def test_reasons_name_wonders_and_leaders() -> None:
    stock = {"bronze": {"workers": 2, "blue": 6}}
    found = changes(
        ["play homer", "wonder 1"],
        technologies=stock,
        civil_hand=["homer"],
        unfinished={"wonder": "pyramids", "stages": 1},
    )
    assert found[:2] == ["Homer", "Pyramids under construction, 1 stage built"]
    found = changes(["wonder 1"], technologies=stock, unfinished={"wonder": "pyramids", "stages": 2})
    assert found == ["Pyramids completed", "civil actions 4 → 5 a turn"]


# ---------------------------------------------------------------- on a terminal


def test_ctrl_c_gives_the_best_so_far() -> None:
    """In a terminal: a live line while it thinks, and a complete answer after an interrupt."""
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "tta", "suggest", str(AGE_I), "--time", "60"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=child, stdin=subprocess.DEVNULL
    )
    os.close(child)
    live = b""
    deadline = time.monotonic() + 30
    while b"of visits" not in live and time.monotonic() < deadline:
        live += os.read(parent, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    os.close(parent)
    assert b"iterations" in live
    assert process.returncode == 0
    text = out.decode()
    assert "Plan for the turn" in text
    assert "interrupted: the best answer so far" in text
    assert "\x1b[" not in text  # stdout is no terminal


def test_a_time_limit_is_kept_and_marked() -> None:
    begin = time.perf_counter()
    found = answer(AGE_I, "--time", "300ms")
    assert time.perf_counter() - begin < 3
    assert 0.25 < found["seconds"] < 1.5
    assert not found["reproducible"]


def test_limits_in_the_agent_are_respected() -> None:
    assert answer(AGE_I, "--agent", "ismcts:iterations=123")["iterations"] == 123
    assert answer(AGE_I, "--agent", "ismcts:iterations=123", "--iterations", 77)["iterations"] == 77


def test_workers_share_the_iterations() -> None:
    found = answer(AGE_I, "--iterations", 500, "--workers", 2)
    assert found["iterations"] == 500
    assert found["agent"] == "ismcts:workers=2"


def test_agents_without_a_limit_refuse_one() -> None:
    outcome = tta("suggest", AGE_I, "--agent", "greedy", "--iterations", 5)
    assert outcome.code == 2
    assert "greedy has no parameter 'iterations'" in outcome.err
