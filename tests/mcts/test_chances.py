"""Chances of winning as people are told them."""

from __future__ import annotations

import pytest

from engine.vocabulary import AGE_NAMES
from mcts.chances import AS_IT_IS, TEMPERS, Temper, temper, temper_at


def odds(chance: float) -> float:
    return chance / (1 - chance)


def test_what_is_certain_stays_certain() -> None:
    for players, by_age in TEMPERS.items():
        assert len(by_age) == len(AGE_NAMES)
        for winner in range(players):
            win = [float(p == winner) for p in range(players)]
            for player in range(players):
                assert all(temper(win, player, by) == win for by in by_age)


def test_the_odds_of_the_decider_fall_by_the_same_factor() -> None:
    for chance in (0.1, 0.5, 0.9):
        less = temper([chance, 1 - chance], 0, Temper(1, 0.5))[0]
        assert odds(less) == pytest.approx(odds(chance) * 0.6065, rel=1e-3)


def test_without_temper_chances_stay() -> None:
    assert temper([0.2, 0.5, 0.3], 1, AS_IT_IS) == pytest.approx([0.2, 0.5, 0.3])


def test_with_less_trust_all_come_nearer_to_each_other() -> None:
    assert temper([0.1, 0.2, 0.7], 1, Temper(0, 0)) == pytest.approx([1 / 3] * 3)
    milder = temper([0.1, 0.2, 0.7], 1, Temper(0.5, 0))
    assert milder[2] / milder[0] == pytest.approx(7**0.5)


def test_the_others_share_the_rest_as_before() -> None:
    found = temper([0.2, 0.5, 0.1, 0.2], 1, Temper(1, 0.4))
    assert sum(found) == pytest.approx(1)
    assert found[1] < 0.5
    assert found[0] / found[2] == pytest.approx(2)
    assert found[0] == found[3] > 0.2


def test_another_chance_is_told_like_the_first() -> None:
    win, by = [0.2, 0.5, 0.3], Temper(0.7, 0.2)
    assert temper_at(win, 1, 0.5, by) == pytest.approx(temper(win, 1, by)[1])
    own = [temper_at(win, 1, chance, by) for chance in (0, 0.4, 0.6, 1)]
    assert own[0] == 0 < own[1] < own[2] < own[3] == 1
    assert temper_at([0.0, 1.0], 1, 0.5, by) == pytest.approx(temper([0.5, 0.5], 1, by)[1])
    assert temper_at([0.0, 1.0, 0.0], 1, 0.5, by) == pytest.approx(temper([0.25, 0.5, 0.25], 1, by)[1])
