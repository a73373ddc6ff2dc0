"""Whole games as text (scripts/playthrough.py --update writes them anew)."""

import pytest

from scripts.playthrough import SEEDS, golden_files, text


@pytest.mark.parametrize("players", SEEDS)
def test_the_game_is_played_as_it_was(players: int) -> None:
    now = text(players, SEEDS[players]).splitlines()
    golden = golden_files()[players].read_text(encoding="utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(now, golden, strict=False), 1):
        assert line == expected, f"line {number} of the game with {players} players"
    assert len(now) == len(golden)
