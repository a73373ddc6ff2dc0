"""Kuhn poker: the search plays no dominated action and finds the best response to a fixed opponent."""

import itertools

import pytest

from mcts.options import SearchOptions
from mcts.result import SearchResult
from mcts.search import Search
from mcts.toys import KuhnPoker

JACK, QUEEN, KING = range(3)
PASS, BET = 1, 2
OPEN, AFTER_CHECK, AFTER_BET, AFTER_CHECK_BET = range(4)
SITUATIONS = {(): OPEN, (PASS,): AFTER_CHECK, (BET,): AFTER_BET, (PASS, BET): AFTER_CHECK_BET}

Policy = dict[tuple[int, int], float]

OPPONENTS: dict[str, Policy] = {
    "never bets": {},
    "always bets": {(card, s): 1.0 for card in range(3) for s in range(4)},
    "honest": {(KING, s): 1.0 for s in range(4)} | {(QUEEN, s): 0.5 for s in range(4)},
    "equilibrium": {(JACK, AFTER_CHECK): 1 / 3, (QUEEN, AFTER_BET): 1 / 3}
    | {(JACK, OPEN): 0.2, (QUEEN, AFTER_CHECK_BET): 0.2 + 1 / 3, (KING, OPEN): 0.6}
    | {(KING, s): 1.0 for s in (AFTER_CHECK, AFTER_BET, AFTER_CHECK_BET)},
    "bluffs": {
        (JACK, OPEN): 0.9,
        (JACK, AFTER_CHECK): 0.8,
        (KING, AFTER_BET): 1.0,
        (KING, AFTER_CHECK_BET): 1.0,
    },
}


def payoff(cards: tuple[int, int], history: tuple[int, ...]) -> int | None:
    """What the first player wins, None while the hand goes on."""
    if history in SITUATIONS:
        return None
    better = 1 if cards[0] > cards[1] else -1
    if history == (PASS, PASS):
        return better
    if history[-1] == PASS:
        return 1 if len(history) == 2 else -1
    return 2 * better


def expected(
    own: Policy, seat: int, opponent: Policy, cards: tuple[int, int], history: tuple[int, ...] = ()
) -> float:
    """Exact payoff of the player in `seat` who bets with the probabilities `own`."""
    end = payoff(cards, history)
    if end is not None:
        return float(end if seat == 0 else -end)
    player = len(history) % 2
    policy = own if player == seat else opponent
    bet = policy.get((cards[player], SITUATIONS[history]), 0.0)
    value = 0.0
    for move, probability in ((BET, bet), (PASS, 1 - bet)):
        if probability:
            value += probability * expected(own, seat, opponent, cards, (*history, move))
    return value


def situations(seat: int) -> list[tuple[int, ...]]:
    return [history for history in SITUATIONS if len(history) % 2 == seat]


def value_of(own: Policy, seat: int, opponent: Policy) -> float:
    deals = list(itertools.permutations(range(3), 2))
    return sum(expected(own, seat, opponent, deal) for deal in deals) / len(deals)


def best_response(seat: int, opponent: Policy) -> float:
    """The best of all pure policies."""
    places = [(card, SITUATIONS[history]) for card in range(3) for history in situations(seat)]
    policies = itertools.product((0.0, 1.0), repeat=len(places))
    return max(value_of(dict(zip(places, policy, strict=True)), seat, opponent) for policy in policies)


def deal(card: int, seat: int) -> tuple[int, int]:
    other = (card + 1) % 3
    return (card, other) if seat == 0 else (other, card)


def search(card: int, history: tuple[int, ...], seat: int, **settings: object) -> SearchResult:
    opponent = settings.pop("opponent", None)
    game = KuhnPoker(deal(card, seat), history, seat, opponent)  # type: ignore[arg-type]
    return Search(game, seat, SearchOptions(**settings)).run()  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", OPPONENTS)
def test_the_policy_found_is_a_best_response(name: str, seat: int) -> None:
    opponent = OPPONENTS[name]
    own: Policy = {}
    for card, history in itertools.product(range(3), situations(seat)):
        result = search(card, history, seat, opponent=opponent, iterations=20_000, seed=card)
        own[card, SITUATIONS[history]] = float(result.best == BET)
    assert value_of(own, seat, opponent) == pytest.approx(best_response(seat, opponent), abs=0.02)


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_value_found_is_that_of_the_best_response(name: str) -> None:
    opponent = OPPONENTS[name]
    found = 0.0
    for card in range(3):
        result = search(card, (), 0, opponent=opponent, iterations=60_000, seed=card)
        found += 4 * result.win[0] - 2
        assert result.moves[0].culture[0] == pytest.approx(4 * result.win[0] - 2)
    assert found / 3 == pytest.approx(best_response(0, opponent), abs=0.02)


@pytest.mark.parametrize("algorithm", ["so", "mo", "pimc"])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("card", "history", "dominated"),
    [
        (JACK, (BET,), BET),
        (JACK, (PASS, BET), BET),
        (KING, (BET,), PASS),
        (KING, (PASS, BET), PASS),
    ],
)
def test_no_dominated_action(
    algorithm: str, seed: int, card: int, history: tuple[int, ...], dominated: int
) -> None:
    seat = len(history) % 2
    assert search(card, history, seat, algorithm=algorithm, seed=seed, iterations=500).best != dominated


@pytest.mark.parametrize("algorithm", ["so", "mo"])
@pytest.mark.parametrize("seed", range(5))
def test_a_king_bets_after_a_check(algorithm: str, seed: int) -> None:
    """Checking is never better, and worse against everybody who calls now and then."""
    assert search(KING, (PASS,), 1, algorithm=algorithm, seed=seed, iterations=5000).best == BET


@pytest.mark.parametrize("algorithm", ["so", "mo", "pimc"])
def test_the_hidden_card_does_not_matter(algorithm: str) -> None:
    def visits(cards: tuple[int, int]) -> list[tuple[int, int]]:
        options = SearchOptions(algorithm=algorithm, iterations=400, seed=3)
        return [(move.move, move.visits) for move in Search(KuhnPoker(cards), 0, options).run().moves]

    assert visits((QUEEN, JACK)) == visits((QUEEN, KING))
