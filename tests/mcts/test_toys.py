"""A game with chance and one with hidden moves: what the search finds equals what can be worked out."""

from functools import cache

import pytest

from mcts.options import SearchOptions
from mcts.search import Search
from mcts.toys import Climb, Cups

SURE, CHANCY = 1, 2
GO, HIDE, SHOW, GUESS = 1, 10, 20, 30


@cache
def climb_value(heights: tuple[int, int], turn: int, turns: int) -> float:
    """Expectimax: the chance of the first climber."""
    if turn == turns:
        return 0.5 if heights[0] == heights[1] else float(heights[0] > heights[1])
    values = [climb_move(heights, turn, turns, move) for move in (SURE, CHANCY)]
    return max(values) if turn % 2 == 0 else min(values)


def climb_move(heights: tuple[int, int], turn: int, turns: int, move: int) -> float:
    player = turn % 2
    own = heights[player]
    ends = [own + 1] if move == SURE else [0, own + 1, own + 2, own + 3]
    total = 0.0
    for end in ends:
        after = (end, heights[1]) if player == 0 else (heights[0], end)
        total += climb_value(after, turn + 1, turns)
    return total / len(ends)


@pytest.mark.parametrize("algorithm", ["so", "mo"])
@pytest.mark.parametrize(
    ("heights", "turn"), [((0, 0), 0), ((2, 0), 2), ((0, 3), 2), ((3, 3), 3), ((4, 2), 3), ((4, 4), 4)]
)
def test_chance_with_perfect_information_gives_expectimax(
    algorithm: str, heights: tuple[int, int], turn: int
) -> None:
    observer = turn % 2
    options = SearchOptions(algorithm=algorithm, iterations=40_000, seed=turn)
    result = Search(Climb(heights, turn, 6), observer, options).run()
    values = {move: climb_move(heights, turn, 6, move) for move in (SURE, CHANCY)}
    best = (max if observer == 0 else min)(values, key=values.__getitem__)
    assert abs(values[SURE] - values[CHANCY]) > 0.01, "a case without a best move tests nothing"
    assert result.best == best
    assert result.win[0] == pytest.approx(values[best], abs=0.02)
    assert sum(result.win) == pytest.approx(1)


def test_the_error_of_a_mean_covers_the_truth() -> None:
    """The last throw of a climb is a plain experiment with known outcome."""
    result = Search(Climb((5, 6), 5, 6), 1, SearchOptions(iterations=4000)).run()
    sure = next(move for move in result.moves if move.move == SURE)
    chancy = next(move for move in result.moves if move.move == CHANCY)
    assert sure.win == (0.0, 1.0)
    assert sure.error == 0
    low, high = chancy.interval(1, z=4)
    assert low < 0.75 < high
    assert chancy.error == pytest.approx((0.75 * 0.25 / chancy.visits) ** 0.5, rel=0.3)


def test_moves_that_look_the_same_share_one_node() -> None:
    """The root, the hiding, and two places to guess: one for all hidden peas, one for the pea shown."""
    result = Search(Cups(), 0, SearchOptions(algorithm="so", iterations=3000)).run()
    assert result.nodes == 4


def test_hidden_moves_stay_hidden() -> None:
    """One in three guesses is right, and the other player knows better than to show the pea.

    With a tree of his own he also learns which cup is guessed most at the time, and the two of them run in
    circles: only the mean over many searches says something.
    """

    def mean_win(algorithm: str, searches: int) -> float:
        wins = [
            Search(Cups(), 0, SearchOptions(algorithm=algorithm, iterations=5000, seed=seed)).run().win[0]
            for seed in range(searches)
        ]
        return sum(wins) / searches

    assert mean_win("so", 4) == pytest.approx(1 / 3, abs=0.03)
    assert mean_win("mo", 40) == pytest.approx(1 / 3, abs=0.12)


def test_perfect_information_believes_that_it_will_see_the_pea() -> None:
    options = SearchOptions(algorithm="pimc", iterations=20_000, world_iterations=1000)
    result = Search(Cups(), 0, options).run()
    assert result.win[0] > 0.9
    assert sum(move.visits for move in result.moves) == 20_000


@pytest.mark.parametrize("algorithm", ["so", "mo", "pimc"])
def test_a_guess_does_not_depend_on_where_the_pea_is(algorithm: str) -> None:
    def moves(cup: int) -> list[tuple[int, int]]:
        result = Search(Cups(stage=2, cup=cup), 0, SearchOptions(algorithm=algorithm, iterations=300)).run()
        return [(move.move, move.visits) for move in result.moves]

    assert moves(0) == moves(1) == moves(2)


def test_progressive_widening_tries_few_moves_at_first() -> None:
    def tried(iterations: int) -> int:
        options = SearchOptions(iterations=iterations, widening=0.5, widening_power=0.25)
        return len(Search(Cups(stage=2), 0, options).run().moves)

    assert [tried(3), tried(100), tried(2000)] == [1, 2, 3]


def guesses(weights: tuple[float, ...], iterations: int, **settings: float) -> dict[int, int]:
    options = SearchOptions(iterations=iterations, **settings)  # type: ignore[arg-type]
    result = Search(Cups(stage=2, weights=weights), 0, options).run()
    return {move.move - GUESS: move.visits for move in result.moves}


def test_the_likeliest_move_is_tried_first() -> None:
    assert guesses((1, 5, 2), 1) == {1: 1}
    assert list(guesses((1, 5, 2), 1000, exploration=4)) == [1, 2, 0]


def test_priors_can_be_switched_off() -> None:
    assert min(guesses((1, 500, 1), 3000, exploration=4).values()) < 50
    assert min(guesses((1, 500, 1), 3000, exploration=4, prior_weight=0).values()) > 300


def test_a_negative_weight_prunes_unless_nothing_is_left() -> None:
    assert set(guesses((1, -1, 1), 300)) == {0, 2}
    assert set(guesses((-1, -1, -1), 300)) == {0, 1, 2}


def test_a_line_ends_with_the_game() -> None:
    result = Search(Climb((0, 0), 2, 6), 0, SearchOptions(iterations=5000)).run()
    assert [step.player for step in result.line] == [0, 1, 0, 1]
    assert result.line[0].move == result.best
    assert result.line[0].visits == result.moves[0].visits


def test_only_the_player_to_move_can_search() -> None:
    with pytest.raises(ValueError, match="player 1 has no decision here"):
        Search(Climb(), 1, SearchOptions()).run()
    with pytest.raises(ValueError, match="observer: 2"):
        Search(Climb(), 2, SearchOptions())
