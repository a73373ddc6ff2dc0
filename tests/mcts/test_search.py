"""The search in Through the Ages: no leak, reproducible, bounded, and able to see a win."""

import _thread
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine import Game
from engine.vocabulary import FrameKind
from mcts.agents import IsmctsAgent
from mcts.evaluation import Evaluation
from mcts.greedy import GreedyPicker
from mcts.guide import Guide
from mcts.options import ALGORITHMS, SearchOptions
from mcts.priors import Expert
from mcts.result import SearchResult
from mcts.search import Search
from mcts.tta_game import TtaGame
from tests.mcts.games import TWO_STAGES_TO_WIN, middle_of_a_game, positions, rare_decisions, sensible

FOREVER = 10**12


def new_search(game: Game, **settings: Any) -> Search:
    return Search(TtaGame(game), game.player_to_move, SearchOptions(**settings))


def answer(result: SearchResult) -> tuple[object, ...]:
    """Everything that must not change: moves with visits and means, and the line."""
    return result.moves, result.line, result.iterations, result.nodes


# -- no leak


def blind(game: Game, seed: int, search: Callable[[Game], Search]) -> bool:
    """Whether the search answers the same for another world that the player cannot tell from this one."""
    other = game.determinize(game.player_to_move, seed + 1)
    return answer(search(game).run(decision=seed)) == answer(search(other).run(decision=seed))


def decisions_of_all_kinds() -> list[Game]:
    """Up to three of each kind that comes up in some random games, and one of the others."""
    found: list[Game] = rare_decisions()
    count: Counter[str] = Counter()
    for seed in range(60):
        for i, game in enumerate(positions(2 + seed % 3, seed)):
            if count[game.phase] < 3 and (game.phase not in ("action", "politics") or i % 40 == 39):
                count[game.phase] += 1
                found.append(game.clone())
    return found


def test_the_truth_behind_the_view_does_not_matter() -> None:
    games = decisions_of_all_kinds()
    kinds = {kind.name.lower() for kind in FrameKind if FrameKind.NONE < kind < FrameKind.EVENT_DONE}
    assert {game.phase for game in games} == kinds
    for i, game in enumerate(games):
        for algorithm in ALGORITHMS:
            for candidates in (0, 8):
                settings = {
                    "algorithm": algorithm,
                    "iterations": 30,
                    "seed": i,
                    "world_iterations": 10,
                    "candidates": candidates,
                }
                assert blind(game, i, partial(new_search, **settings)), (settings, game)


def test_the_agent_as_it_plays_does_not_leak() -> None:
    """Careful weights of the root, guided playouts and the forecast look at worlds only, too."""
    for i, game in enumerate(decisions_of_all_kinds()):
        assert blind(game, i, lambda game: IsmctsAgent(iterations=20).search(game)), game


def test_a_kept_tree_does_not_leak_either() -> None:
    game = middle_of_a_game()
    searches = [
        new_search(world, iterations=200) for world in (game, game.determinize(game.player_to_move, 5))
    ]
    for _ in range(3):
        results = [search.run() for search in searches]
        assert answer(results[0]) == answer(results[1])
        for search in searches:
            search.play(results[0].best)


def test_worlds_differ() -> None:
    """The test above would pass for a search that always sees the same world."""
    game = middle_of_a_game()
    other = game.determinize(game.player_to_move, 5)
    assert other != game
    assert other.view(game.player_to_move) == game.view(game.player_to_move)


# -- sequential halving at the root


def test_halving_looks_at_the_best_candidates_alone() -> None:
    game = middle_of_a_game()
    result = new_search(game, iterations=400, candidates=8).run()
    assert len(result.moves) == 8
    assert sum(move.visits for move in result.moves) == 400
    visits = [move.visits for move in result.moves]
    # Equal shares for all eight, then for four, for two, and the last tenth for the best one.
    assert visits[0] - visits[1] == pytest.approx(40, abs=10)
    assert visits[2] - visits[4] > 20
    assert max(visits[4:]) - min(visits[4:]) <= 1


def test_halving_trusts_rewards_or_priors() -> None:
    """Without trust the prior decides alone."""
    game = middle_of_a_game()
    guide = Expert(2, careful=True)
    options = SearchOptions(iterations=200, candidates=8, trust=0, policy="guided", cutoff=4)
    weights = {}
    search = Search(TtaGame(game, guide), game.player_to_move, options)
    for move, value in GreedyPicker(guide).values(game).items():
        weights[move.code] = value if value is not None else -1e9
    assert search.run().best == max(weights, key=lambda code: weights[code])


def test_the_plan_weighs_the_root_by_whole_turns() -> None:
    """Each stage alone brings nothing, two of them win: seen by the beam at the root, not by single moves."""
    game = Game.from_position(TWO_STAGES_TO_WIN)
    options = SearchOptions(iterations=40, candidates=16, trust=0, policy="guided", cutoff=8)
    firsts = {}
    for plan in (0, 8):
        adapter = TtaGame(game, Expert(2, careful=True, plan=plan))
        best = Search(adapter, game.player_to_move, options).run().best
        firsts[plan] = next(str(move) for move in game.legal_moves() if move.code == best)
    assert firsts[8] == "wonder 1"
    assert firsts[0] != firsts[8]


def test_halving_by_time_ends_with_one_candidate() -> None:
    result = new_search(middle_of_a_game(), iterations=0, seconds=0.3, candidates=16).run()
    assert result.moves[0].visits > result.moves[1].visits > result.moves[2].visits


# -- reproducible


@pytest.mark.parametrize("candidates", [0, 8])
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_same_workers_give_the_same_answer(workers: int, algorithm: str, candidates: int) -> None:
    game = middle_of_a_game(players=3)
    settings = {
        "workers": workers,
        "algorithm": algorithm,
        "candidates": candidates,
        "iterations": 500,
        "seed": 4,
    }
    results = [new_search(game, **settings).run() for _ in range(2)]
    assert answer(results[0]) == answer(results[1])
    assert sum(move.visits for move in results[0].moves) == results[0].iterations == 500
    assert sum(move.share for move in results[0].moves) == pytest.approx(1)


def test_seed_and_decision_choose_the_stream() -> None:
    game = middle_of_a_game()

    def moves(seed: int, decision: int) -> object:
        return new_search(game, iterations=200, seed=seed).run(decision=decision).moves

    assert moves(1, 0) == moves(1, 0)
    assert moves(1, 0) != moves(2, 0)
    assert moves(1, 0) != moves(1, 1)


# -- limits


def stop_after(action: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(0.15, action)
    timer.start()
    return timer


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_can_be_stopped(workers: int) -> None:
    search = new_search(middle_of_a_game(), iterations=FOREVER, workers=workers)
    stop_after(search.stop)
    result = search.run()
    assert result.interrupted
    assert 0.1 < result.seconds < 5
    assert sum(move.visits for move in result.moves) == result.iterations > 0


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_the_best_so_far(workers: int) -> None:
    search = new_search(middle_of_a_game(), iterations=FOREVER, workers=workers)
    stop_after(_thread.interrupt_main)
    result = search.run()
    assert result.interrupted
    assert result.moves


@pytest.mark.parametrize("workers", [1, 2])
def test_the_time_limit_holds(workers: int) -> None:
    begin = time.monotonic()
    result = new_search(middle_of_a_game(), iterations=0, seconds=0.1, workers=workers).run()
    assert time.monotonic() - begin < 3
    assert result.seconds >= 0.1
    assert not result.interrupted
    assert result.iterations > 0


def test_iterations_end_a_search_before_its_time() -> None:
    result = new_search(middle_of_a_game(), iterations=100, seconds=60).run()
    assert result.iterations == 100
    assert result.seconds < 30


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("algorithm", "candidates"), [("so", 0), ("so", 8), ("mo", 8), ("pimc", 0)])
def test_who_watches_changes_nothing(workers: int, algorithm: str, candidates: int) -> None:
    game = middle_of_a_game()
    settings = {
        "workers": workers,
        "algorithm": algorithm,
        "candidates": candidates,
        "iterations": 6000,
        "world_iterations": 500,
    }
    seen: list[SearchResult] = []
    watched = new_search(game, **settings).run(watch=seen.append, interval=0.002)
    assert answer(watched) == answer(new_search(game, **settings).run())
    assert seen
    for so_far in seen:
        assert 0 < so_far.iterations <= 6000
        assert not so_far.line
        assert sum(move.visits for move in so_far.moves) == so_far.iterations
    counts = [so_far.iterations for so_far in seen]
    assert counts == sorted(counts)


def test_an_interrupted_halving_prefers_what_it_trusts() -> None:
    """All candidates have the same visits then; the best prior and rewards lead."""
    search = new_search(middle_of_a_game(), iterations=FOREVER, candidates=8, seconds=2.0)
    stop_after(search.stop)
    result = search.run()
    assert result.interrupted
    even = [move for move in result.moves if move.visits >= result.moves[1].visits - 1]
    assert len(even) >= 8
    assert result.best == max(even, key=lambda move: move.win[result.observer]).move


def test_a_full_tree_is_searched_on() -> None:
    search = new_search(middle_of_a_game(), iterations=20_000, memory=1)
    result = search.run()
    assert result.full
    assert result.bytes <= 1_000_000
    assert result.nodes < result.iterations == 20_000
    assert sum(move.visits for move in result.moves) == 20_000
    search.play(result.best)
    assert sum(move.visits for move in search.run(iterations=100).moves) == 100


# -- following the game


def test_the_tree_is_kept_within_a_turn() -> None:
    game = middle_of_a_game()
    search = new_search(game, iterations=2000)
    first = search.run()
    assert first.line[1].player == game.player_to_move, "the best move must not end the turn in this test"
    search.play(first.best)
    second = search.run(iterations=100)
    assert sum(move.visits for move in second.moves) == first.line[0].visits - 1 + 100
    assert second.iterations == 100


def test_the_tree_is_dropped_when_asked_or_when_cards_are_drawn() -> None:
    game = middle_of_a_game()
    search = new_search(game, iterations=500, reuse=False)
    search.play(search.run().best)
    assert sum(move.visits for move in search.run(iterations=100).moves) == 100
    end_turn = next(move for move in game.legal_moves() if str(move) == "end turn")
    search = new_search(game, iterations=500)
    search.run()
    search.play(end_turn.code)
    game = game.clone()
    game.apply("end turn")
    other = Search(search.game, game.player_to_move, SearchOptions(iterations=100))
    assert sum(move.visits for move in other.run().moves) == 100


def test_a_search_can_be_moved_to_another_game() -> None:
    game = middle_of_a_game()
    search = new_search(game, iterations=300)
    search.run()
    search.set_root(game.clone())
    assert sum(move.visits for move in search.run(iterations=50).moves) == 350
    search.set_root(middle_of_a_game(seed=4))
    assert sum(move.visits for move in search.run(iterations=50).moves) == 50


def test_a_move_has_to_be_legal() -> None:
    with pytest.raises(ValueError, match="not searched here"):
        new_search(middle_of_a_game()).play(0)


# -- orders of actions


def key_after(game: Game, texts: list[str], **settings: Any) -> tuple[int, Game]:
    adapter = TtaGame(game)
    search = Search(adapter, game.player_to_move, SearchOptions(iterations=1, **settings))
    for text in texts:
        move = next(move for move in adapter.position.legal_moves() if str(move) == text)
        search.play(move.code)
    return adapter.key(game.player_to_move), adapter.position


def orders(game: Game) -> list[tuple[list[str], list[str]]]:
    """Pairs of moves of one turn that are legal in both orders."""
    pairs = []
    texts = [str(move) for move in sensible(game) if move.code in TtaGame(game).legal_codes()]
    for i, first in enumerate(texts):
        for second in texts[i + 1 :]:
            if "end turn" in (first, second):
                continue
            try:
                for order in ((first, second), (second, first)):
                    trial = game.clone()
                    for text in order:
                        trial.apply(text)
            except ValueError:
                continue
            pairs.append(([first, second], [second, first]))
    return pairs


@pytest.mark.parametrize("seed", [3, 8, 11])
def test_orders_share_a_node_exactly_if_they_lead_to_the_same_position(seed: int) -> None:
    game = middle_of_a_game(seed=seed, round=6)
    player = game.player_to_move
    pairs = orders(game)
    same = 0
    for one, two in pairs:
        (key_one, after_one), (key_two, after_two) = key_after(game, one), key_after(game, two)
        alike = after_one.view(player) == after_two.view(player)
        assert (key_one == key_two) == alike, (one, two)
        same += alike
        if alike:
            keys = [key_after(game, order, transpositions=False)[0] for order in (one, two)]
            assert keys[0] != keys[1]
    assert same >= 10


def test_equal_keys_mean_equal_positions() -> None:
    """Whole turns of random moves from one position: what shares a node is the same to the player."""
    game = middle_of_a_game(round=6)
    player = game.player_to_move
    seen: dict[int, Any] = {}
    shared = 0
    for attempt in range(150):
        adapter = TtaGame(game)
        search = Search(adapter, player, SearchOptions(iterations=1))
        for step in range(4):
            codes = adapter.legal_codes()
            search.play(codes[(attempt * 7 + step * 13 + attempt // 3) % len(codes)])
            position = adapter.position
            if position.current_player != player or position.phase != "action":
                break
            view = position.view(player)
            shared += adapter.key(player) in seen
            assert seen.setdefault(adapter.key(player), view) == view
    assert shared > 50


# -- moves


def test_dearer_copies_and_resigning_are_not_searched() -> None:
    for game in positions(2, 1):
        if game.phase not in ("action", "politics"):
            continue
        texts = {move.code: str(move) for move in game.legal_moves()}
        searched = [texts[code] for code in TtaGame(game).legal_codes()]
        assert "resign" not in searched
        takes = [text.split()[1] for text in searched if text.startswith("take") and "+ma" not in text]
        assert len(takes) == len(set(takes))
        assert {text.split()[1] for text in texts.values() if text.startswith("take")} == set(takes)


def test_resigning_can_be_allowed() -> None:
    game = next(game for game in positions(2, 1) if "resign" in map(str, game.legal_moves()))
    resign = next(move.code for move in game.legal_moves() if str(move) == "resign")
    search = new_search(game, resign=True, iterations=500)
    result = search.run()
    resigned = next(move for move in result.moves if move.move == resign)
    assert resigned.win[game.player_to_move] == 0
    assert result.best != resign


def test_the_line_is_a_plan_for_the_turn() -> None:
    game = middle_of_a_game()
    result = new_search(game, iterations=4000).run()
    texts = {move.code: str(move) for move in game.legal_moves()}
    assert result.line[0].text == texts[result.best]
    assert result.line[0].player == game.player_to_move
    assert [step.visits for step in result.line] == sorted(
        (step.visits for step in result.line), reverse=True
    )
    assert all(0 <= chance <= 1 for step in result.line for chance in step.win)


def test_final_culture_is_reported() -> None:
    result = new_search(middle_of_a_game(), iterations=300).run()
    assert len(result.moves[0].culture) == 2
    assert result.moves[0].culture[0] > 0


# -- leaves


def test_quiet_playouts_end_every_turn_at_once() -> None:
    """Nothing more is decided, so the end is the same in every iteration."""
    game = Game.from_position(LAST_TURN)
    game.apply("wonder 1")
    game.apply("wonder 1")
    result = new_search(game, policy="quiet", iterations=100).run()
    assert {move.win for move in result.moves} == {(0.0, 1.0)}


@pytest.mark.parametrize("policy", ["random", "quiet"])
@pytest.mark.parametrize("cutoff", [0, 1, 2])
def test_playouts_can_be_cut_off(policy: str, cutoff: int) -> None:
    """Leaves are then chances between 0 and 1 instead of wins and losses, with far smaller errors."""
    game = middle_of_a_game(players=3)
    guide = Evaluation(3)
    errors = []
    for length in (cutoff, -1):
        options = SearchOptions(policy=policy, cutoff=length, iterations=1000)
        best = Search(TtaGame(game, guide), game.player_to_move, options).run().moves[0]
        assert sum(best.win) == pytest.approx(1)
        errors.append(best.error * best.visits**0.5)
    if policy == "random":
        assert errors[0] < 0.5 * errors[1]


# -- a win in sight


LAST_TURN: dict[str, Any] = {
    "age": "IV",
    "round": 18,
    "last_round": 18,
    "current_player": 1,
    "stage": "action",
    "current_events": [{"card": "impact_of_wonders", "known_to": [0, 1]}],
    "future_events": [],
    "players": [
        {"culture": 60},
        {
            "culture": 46,
            "unfinished": {"wonder": "fast_food_chains", "stages": 2},
            "technologies": {
                "agriculture": {"workers": 3, "blue": 4},
                "bronze": {"workers": 3, "blue": 8},
                "philosophy": {"workers": 1},
                "religion": {"workers": 0},
                "warriors": {"workers": 1},
            },
            "blue_bank": 4,
            "unused_workers": 2,
            "actions": {"civil_spent": 2, "military_spent": 0},
        },
    ],
}


@pytest.mark.parametrize("candidates", [0, 40])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_forced_win_is_found(algorithm: str, candidates: int) -> None:
    """Both civil actions and all resources are needed to complete the wonder; anything else loses."""
    game = Game.from_position(LAST_TURN)
    assert len(game.legal_moves()) > 10
    played: list[str] = []
    while not game.is_over:
        settings = {"algorithm": algorithm, "candidates": candidates, "iterations": 600, "seed": len(played)}
        result = new_search(game, **settings).run()
        played.append(next(str(move) for move in game.legal_moves() if move.code == result.best))
        game.apply(played[-1])
    assert played[:2] == ["wonder 1", "wonder 1"]
    assert game.winners == [1]


def test_the_chance_of_a_forced_win_is_near_one() -> None:
    result = new_search(Game.from_position(LAST_TURN), iterations=3000).run()
    assert result.win[1] > 0.95
    assert max(move.win[1] for move in result.moves[1:]) < 0.05


# -- settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"algorithm": "uct"}, "algorithm: 'uct', must be one of so, mo, pimc"),
        ({"iterations": 0}, "iterations: 0, must be limited, or seconds given"),
        ({"workers": 0}, "workers: 0, must be 1 to 256"),
        ({"prior_weight": 1.5}, "prior_weight: 1.5, must be 0 to 1"),
        ({"widening_power": 0}, "widening_power: 0, must be above 0, up to 1"),
        ({"cutoff": -2}, "cutoff: -2, must be -1 or more"),
        ({"memory": 0}, "memory: 0, must be 1 or more"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SearchOptions(**settings)


def test_settings_that_need_a_guide_ask_for_one() -> None:
    assert not Guide().can_evaluate
    for settings, message in (({"cutoff": 1}, "evaluates"), ({"policy": "guided"}, "chooses")):
        with pytest.raises(ValueError, match=message):
            new_search(Game.new(), **settings)


def test_the_search_knows_no_outcomes_of_shuffles() -> None:
    """A game with supplied shuffles is searched as if the rest came from a seed nobody knows."""
    events = list(Game.new(seed=1).to_position()["current_events"])
    games = [Game.new(seed=9, shuffles={"events": [events]}), Game.new(seed=9)]
    assert games[0].edition.shuffles
    assert TtaGame(games[0]).edition.shuffles == {}
    results = [new_search(game, iterations=100).run() for game in games]
    assert answer(results[0]) == answer(results[1])
