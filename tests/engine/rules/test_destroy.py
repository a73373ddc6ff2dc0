"""Destroying own buildings."""

import pytest

from tests.engine.rules.phases import (
    acting,
    civil_actions,
    military_actions,
    resources,
    reveal,
    stored,
    workers,
)
from tests.engine.rules.table import board, play, texts


@pytest.mark.rule("DESTROY-01")
@pytest.mark.parametrize("card", ["agriculture", "bronze", "philosophy"])
def test_the_worker_goes_to_the_pool_for_an_action_and_no_refund(card: str) -> None:
    game = acting({"technologies": stored(resources=1)})
    before = workers(game, card)
    play(game, f"destroy {card}")
    assert (workers(game, card), board(game)["unused"], board(game)["yellow_bank"]) == (before - 1, 2, 18)
    assert (civil_actions(game), military_actions(game), resources(game)) == (3, 2, 1)


@pytest.mark.rule("DESTROY-01")
def test_only_buildings_that_stand_can_be_destroyed() -> None:
    legal = texts(acting({"technologies": stored(iron=1, alchemy=0)}))
    assert [text for text in legal if text.startswith(("destroy", "disband"))] == [
        "destroy agriculture",
        "destroy bronze",
        "destroy iron",
        "destroy philosophy",
        "disband warriors",
    ]
    assert "destroy bronze" not in texts(acting({"actions": {"civil_spent": 4}}))


@pytest.mark.rule("DESTROY-01", "RATING-01")
def test_a_destroyed_building_gives_nothing_any_more() -> None:
    game = play(acting(), "destroy philosophy")
    assert board(game)["science_rating"] == 0


@pytest.mark.rule("DESTROY-02")
def test_an_event_returns_the_worker_to_the_pool_too() -> None:
    game = reveal("border_conflict", {"technologies": {"warriors": 2}})
    assert (game.phase, game.player_to_move) == ("destroy_own", 1)
    play(game, "destroy philosophy")
    assert (workers(game, "philosophy", 1), board(game, 1)["unused"], board(game, 1)["yellow_bank"]) == (
        0,
        2,
        18,
    )
