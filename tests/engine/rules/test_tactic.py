"""TACTIC: playing and copying tactics, and the armies that they form."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, end_turn, ids, play, position, texts, written

MILITARY = {"military_hand": ["legion", "phalanx"]}


def tactic_moves(game: Game) -> list[str]:
    return [move for move in texts(game) if move.split()[0] in ("tactic", "copy")]


def action_phase(*boards: Keys, **keys: Any) -> Game:
    return position([*boards, {}] if len(boards) == 1 else list(boards), age="III", stage="action", **keys)


def spent(n: int) -> Keys:
    return {"actions": {"civil_spent": 0, "military_spent": n}}


@pytest.mark.rule("TACTIC-01", "TACTIC-03", "HIDDEN-07")
def test_playing_a_tactic() -> None:
    game = action_phase(MILITARY | {"technologies": {"warriors": 3}}, common_tactics=["fighting_band"])
    assert tactic_moves(game) == ["tactic legion", "tactic phalanx", "copy fighting_band"]
    play(game, "tactic legion")
    now = written(game)
    assert (now["tactic"], now["exclusive"], now["military_hand"]) == ("legion", True, ["phalanx"])
    assert board(game)["ma_spent"] == 1
    assert board(game)["strength"] == 3 + 2
    assert tactic_moves(game) == []
    assert "common_tactics" not in game.to_position() or "legion" not in game.to_position()["common_tactics"]


@pytest.mark.rule("TACTIC-02", "TACTIC-03")
def test_copying_a_tactic() -> None:
    game = action_phase(MILITARY | {"technologies": {"warriors": 2}}, common_tactics=["fighting_band"])
    play(game, "copy fighting_band")
    now = written(game)
    assert (now["tactic"], now["exclusive"]) == ("fighting_band", False)
    assert now["military_hand"] == ["legion", "phalanx"]
    assert board(game)["ma_spent"] == 2
    assert board(game)["strength"] == 2 + 1
    assert game.to_position()["common_tactics"] == ["fighting_band"]


@pytest.mark.rule("TACTIC-03")
def test_no_second_tactic_in_a_turn_but_in_the_next_one() -> None:
    rich = MILITARY | {"government": "communism"}
    game = action_phase(rich, common_tactics=["fighting_band"])
    play(game, "copy fighting_band")
    assert tactic_moves(game) == []
    end_turn(game)
    end_turn(game)
    play(game, "pass")
    assert {"tactic legion", "tactic phalanx"} <= set(tactic_moves(game))


@pytest.mark.rule("TACTIC-01", "TACTIC-02")
@pytest.mark.parametrize(
    ("left", "moves"),
    [
        (0, []),
        (1, ["tactic legion", "tactic phalanx"]),
        (2, ["tactic legion", "tactic phalanx", "copy heavy_cavalry"]),
    ],
)
def test_what_tactics_cost(left: int, moves: list[str]) -> None:
    game = action_phase(MILITARY | spent(2 - left), common_tactics=["heavy_cavalry"])
    assert tactic_moves(game) == moves


@pytest.mark.rule("TACTIC-02")
def test_the_current_tactic_need_not_be_copied() -> None:
    game = action_phase({"tactic": "legion"}, common_tactics=["legion", "phalanx"])
    assert tactic_moves(game) == ["copy phalanx"]


@pytest.mark.rule("TACTIC-04", "TACTIC-06")
def test_an_exclusive_tactic_becomes_common_when_the_next_turn_begins() -> None:
    game = action_phase(MILITARY | {"technologies": {"warriors": 3}})
    play(game, "tactic legion", "end turn")
    assert written(game)["exclusive"] is True
    assert "common_tactics" not in game.to_position()
    play(game, "pass")
    assert tactic_moves(game) == []
    play(game, "end turn")
    assert game.to_position()["common_tactics"] == ["legion"]
    now = written(game)
    assert (now["tactic"], now["exclusive"]) == ("legion", False)
    assert board(game)["strength"] == 5
    # Now the other player may copy it.
    end_turn(game)
    play(game, "pass", "copy legion")
    assert written(game, 1)["tactic"] == "legion"
    assert board(game)["strength"] == 5


@pytest.mark.rule("TACTIC-05")
def test_a_duplicate_never_goes_to_the_discard_pile() -> None:
    owner = {"tactic": "legion", "exclusive": True}
    game = action_phase({}, owner, common_tactics=["legion", "phalanx"])
    play(game, "end turn")
    now = game.snapshot()
    assert game.to_position()["common_tactics"] == ["legion", "phalanx"]
    assert now["gone"][game.edition.number("legion")] == 1
    assert now["n_discard"] == [0, 0, 0, 0]
    assert written(game, 1)["tactic"] == "legion"


@pytest.mark.rule("TACTIC-05")
def test_a_tactic_without_a_duplicate_is_not_taken_out_of_the_game() -> None:
    game = action_phase({}, {"tactic": "legion", "exclusive": True}, common_tactics=["phalanx"])
    play(game, "end turn")
    assert game.to_position()["common_tactics"] == ["legion", "phalanx"]
    assert game.snapshot()["gone"][game.edition.number("legion")] == 0


@pytest.mark.rule("TACTIC-06")
def test_a_new_tactic_of_the_owner_leaves_copiers_their_own() -> None:
    owner = {"tactic": "legion", "military_hand": ["phalanx"], "technologies": {"warriors": 3}}
    copier = {"tactic": "legion", "technologies": {"warriors": 3}}
    game = action_phase(owner, copier, common_tactics=["legion"])
    play(game, "tactic phalanx")
    assert [board(game, p)["strength"] for p in range(2)] == [3, 5]
    assert game.to_position()["common_tactics"] == ["legion"]


ARMIES: list[tuple[str | None, dict[str, int], int]] = [
    # An army is exactly what the card shows, and there are as many as possible (TACTIC-07, TACTIC-08).
    ("fighting_band", {"warriors": 1}, 1),
    ("fighting_band", {"warriors": 2}, 2 + 1),
    ("legion", {"warriors": 2}, 2),
    ("legion", {"warriors": 3}, 3 + 2),
    ("legion", {"warriors": 5}, 5 + 2),
    ("legion", {"warriors": 6}, 6 + 4),
    ("legion", {"warriors": 1, "swordsmen": 1, "riflemen": 1}, 6 + 2),
    ("phalanx", {"warriors": 2, "knights": 1}, 4 + 3),
    ("phalanx", {"warriors": 1, "knights": 2}, 5),
    ("phalanx", {"warriors": 4, "knights": 1}, 6 + 3),
    ("medieval_army", {"warriors": 2, "knights": 2}, 6 + 4),
    ("heavy_cavalry", {"warriors": 0, "knights": 2}, 4),
    ("heavy_cavalry", {"warriors": 0, "knights": 3}, 6 + 4),
    ("fortifications", {"warriors": 0, "cannon": 3}, 9 + 5),
    ("fortifications", {"warriors": 0, "cannon": 4}, 12 + 10),
    ("mobile_artillery", {"warriors": 0, "knights": 1, "cannon": 1}, 5 + 5),
    ("shock_troops", {"warriors": 0, "riflemen": 1, "cavalrymen": 3}, 12 + 11),
    ("mechanized_army", {"warriors": 0, "tanks": 1, "cannon": 2}, 11 + 10),
    ("modern_army", {"warriors": 0, "modern_infantry": 2, "tanks": 1, "rockets": 1}, 20 + 13),
    # Without a tactic there are no armies, and an air force is just a unit (TACTIC-15, TACTIC-17).
    (None, {"warriors": 6, "knights": 3}, 12),
    (None, {"warriors": 3, "air_forces": 1}, 8),
    ("legion", {"warriors": 2, "air_forces": 2}, 12),
    # Each army may have one air force (TACTIC-09, TACTIC-10).
    ("legion", {"warriors": 3, "air_forces": 1}, 8 + 4),
    ("legion", {"warriors": 3, "air_forces": 2}, 13 + 4),
    ("legion", {"warriors": 6, "air_forces": 1}, 11 + 6),
    ("legion", {"warriors": 6, "air_forces": 2}, 16 + 8),
    # Two levels below the card make an army outdated (TACTIC-11); Age I has nothing so old (TACTIC-14).
    ("classic_army", {"warriors": 2, "knights": 2}, 6 + 4),
    ("classic_army", {"warriors": 1, "swordsmen": 1, "knights": 2}, 7 + 4),
    ("classic_army", {"warriors": 0, "swordsmen": 2, "knights": 2}, 8 + 8),
    ("napoleonic_army", {"warriors": 1, "cavalrymen": 1, "cannon": 1}, 7 + 4),
    ("conquistadors", {"warriors": 1, "knights": 2}, 5 + 3),
    ("defensive_army", {"warriors": 2, "cannon": 1}, 5 + 3),
    ("entrenchments", {"warriors": 0, "swordsmen": 1, "cannon": 2}, 8 + 5),
    ("entrenchments", {"warriors": 0, "riflemen": 1, "cannon": 2}, 9 + 9),
    ("shock_troops", {"warriors": 0, "modern_infantry": 1, "tanks": 2, "knights": 1}, 17 + 6),
    # An outdated army with an air force counts double the lower value (TACTIC-12).
    ("entrenchments", {"warriors": 0, "swordsmen": 1, "cannon": 2, "air_forces": 1}, 13 + 10),
    # The best grouping is found (TACTIC-13): up-to-date units first, air forces where they add most.
    ("classic_army", {"warriors": 1, "swordsmen": 3, "knights": 4}, 15 + 8 + 4),
    (
        "entrenchments",
        {"warriors": 0, "riflemen": 1, "swordsmen": 1, "cannon": 4, "air_forces": 1},
        22 + 18 + 5,
    ),
    (
        "entrenchments",
        {"warriors": 0, "riflemen": 1, "swordsmen": 1, "cannon": 4, "air_forces": 2},
        27 + 18 + 10,
    ),
    (
        "entrenchments",
        {"warriors": 0, "riflemen": 1, "swordsmen": 1, "cannon": 4, "air_forces": 3},
        32 + 18 + 10,
    ),
    ("modern_army", {"warriors": 3, "riflemen": 2, "cavalrymen": 2, "cannon": 2}, 21 + 13 + 7),
]


@pytest.mark.rule(
    "TACTIC-07",
    "TACTIC-08",
    "TACTIC-09",
    "TACTIC-10",
    "TACTIC-11",
    "TACTIC-12",
    "TACTIC-13",
    "TACTIC-14",
    "TACTIC-15",
    "TACTIC-16",
    "TACTIC-17",
)
@pytest.mark.parametrize(("tactic", "units", "strength"), ARMIES)
def test_strength_of_armies(tactic: str | None, units: dict[str, int], strength: int) -> None:
    game = action_phase({"tactic": tactic, "technologies": units})
    assert board(game)["strength"] == strength


@pytest.mark.rule("TACTIC-08", "TACTIC-13")
def test_armies_form_as_soon_as_a_unit_is_built() -> None:
    player = {"tactic": "legion", "technologies": {"warriors": 2, "bronze": {"workers": 2, "blue": 5}}}
    game = action_phase(player)
    play(game, "build warriors")
    assert board(game)["strength"] == 3 + 2
    play(game, "disband warriors")
    assert board(game)["strength"] == 2


@pytest.mark.rule("TACTIC-05", "HAND-06")
def test_an_exclusive_tactic_that_is_replaced_was_never_common() -> None:
    # Only an effect between two own turns could allow it; the state still stays consistent.
    player = MILITARY | {"tactic": "heavy_cavalry"}
    game = action_phase(player)
    play(game, "tactic legion")
    assert game.snapshot()["gone"][game.edition.number("heavy_cavalry")] == 1
    assert ids(game, game.snapshot()["discard"][1]) == []
