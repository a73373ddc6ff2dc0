"""What holds in every game: thousands of random games, checked after every move below the Python line."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import Game, default_edition
from engine.fuzz import Walk, merge_coverage
from engine.invariants import check_snapshot, check_step
from engine.vocabulary import FrameKind, MoveKind

State = dict[str, Any]


# -- random games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("part", range(4))
def test_random_games_are_sound(players: int, part: int) -> None:
    walk = Walk()
    found = [walk.play(players, 1000 * part + number) for number in range(300)]
    assert [violation for violation in found if violation] == []
    assert walk.games == 300
    assert walk.branches > walk.decisions / 8
    assert walk.worlds > walk.decisions / 8


def test_random_games_reach_every_kind_of_move_and_decision() -> None:
    parts = []
    for players in (2, 3, 4):
        walk = Walk(every=1000)
        for seed in range(300):
            walk.play(players, 10_000 + seed)
        parts.append(walk.coverage())
    coverage = merge_coverage(parts)
    asked = [kind for kind in FrameKind if FrameKind.NONE < kind < FrameKind.EVENT_DONE]
    assert [kind.name for kind in asked if not coverage["decisions"][kind]] == []
    assert [kind.name for kind in MoveKind if kind and not coverage["moves"][kind]] == []


def test_a_walk_depends_on_its_seed_only() -> None:
    one, other = Walk(every=1), Walk(every=50)
    other.play(2, 9)
    one.play(3, 4)
    other.play(3, 4)
    assert one.codes == other.codes
    assert one.scores == other.scores
    other.play(3, 5)
    assert one.codes != other.codes


def test_a_walk_is_a_game_of_the_python_class() -> None:
    walk = Walk()
    walk.play(3, 77)
    game = Game.new(players=3, seed=77)
    for code in walk.codes:
        game.apply_code(code)
    assert game.is_over
    left = [p for p in range(3) if game.scores[p] is not None]
    assert [game.scores[p] for p in left] == [walk.scores[p] for p in left]


# -- the checks find what is wrong


def late_game() -> Game:
    walk = Walk()
    walk.play(3, 2)
    game = Game.new(players=3, seed=2)
    for code in walk.codes[: len(walk.codes) * 2 // 3]:
        game.apply_code(code)
    return game


def change_card(state: State) -> None:
    state["row"][12] = state["row"][11]


def lose_card(state: State) -> None:
    state["gone"][state["row"][12]] += 1


def forget_removed(state: State) -> None:
    state["n_removed"][0] -= 1


def unsort_hand(state: State) -> None:
    hand = max((player["military"] for player in state["player"]), key=lambda hand: len(set(hand)))
    assert len(set(hand)) > 1
    hand.reverse()


def blind_owner(state: State) -> None:
    next(player for player in state["player"] if player["military"])["military_seen"][0] = 0


def misplace_worker(state: State) -> None:
    player = state["player"][0]
    slot = next(slot for slot in range(44) if not player["technologies"] >> slot & 1)
    player["workers"][slot] = 1


def misplace_blue(state: State) -> None:
    player = state["player"][0]
    slot = next(slot for slot in range(12) if not player["technologies"] >> slot & 1)
    player["blue"][slot] = 1


def overspend(state: State) -> None:
    state["player"][1]["ca_spent"] = state["player"][1]["ca_total"] + 1


def ruin_nothing(state: State) -> None:
    state["player"][1]["ruins"] = ~state["player"][1]["wonders"] & 1 << 30


def stale_rating(state: State) -> None:
    state["player"][2]["culture_rating"] += 1


def stale_strength(state: State) -> None:
    state["player"][0]["strength"] += 1


def miscount_players(state: State) -> None:
    state["players_left"] = 2


def continuation_on_top(state: State) -> None:
    state["frames"].append({"kind": int(FrameKind.REFILL), "player": 0})


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (change_card, "in more or fewer places"),
        (lose_card, "in more or fewer places"),
        (forget_removed, "do not match their number"),
        (unsort_hand, "not in order"),
        (blind_owner, "does not know a card of the own hand"),
        (misplace_worker, "workers on a technology that is not in play"),
        (misplace_blue, "blue tokens on a technology that is not in play"),
        (overspend, "more actions spent"),
        (ruin_nothing, "a wonder that cannot be so"),
        (stale_rating, "derived values differ"),
        (stale_strength, "derived values differ"),
        (miscount_players, "number of players left"),
        (continuation_on_top, "pending decisions"),
    ],
)
def test_a_spoilt_state_is_found(spoil: Callable[[State], None], text: str) -> None:
    state = late_game().snapshot()
    assert check_snapshot(default_edition(), state) == ""
    spoil(state)
    assert text in check_snapshot(default_edition(), state)


@pytest.mark.parametrize(
    ("field", "change", "text"),
    [
        ("blue_bank", 1, "blue tokens appeared or vanished"),
        ("blue_bank", -1, "blue tokens appeared or vanished"),
        ("yellow_bank", 1, "yellow tokens appeared or vanished"),
        ("yellow_bank", -1, "yellow tokens appeared or vanished"),
        ("unused", 1, "yellow tokens appeared or vanished"),
    ],
)
def test_tokens_that_appear_or_vanish_are_found(field: str, change: int, text: str) -> None:
    game = Game.new(players=2, seed=3)
    before = game.snapshot()
    move = game.legal_moves()[0]
    game.apply(move)
    after = game.snapshot()
    assert check_step(default_edition(), before, after, move.code) == ""
    after["player"][1][field] += change
    found = check_step(default_edition(), before, after, move.code)
    assert text in found
    assert found.startswith("player 1: ")


def test_a_card_that_comes_back_is_found() -> None:
    before = late_game().snapshot()
    after = late_game().snapshot()
    after["gone"][after["row"][12] or after["past"][0]] += 1
    assert "is back" in check_step(default_edition(), before, after)
