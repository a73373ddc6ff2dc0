"""What players know of cards that they have seen before."""

import pytest

from tests.engine.rules.phases import acting
from tests.engine.rules.table import Keys, play


@pytest.mark.rule("HIDDEN-06", "HIDDEN-07")
def test_a_card_that_is_shown_again_is_no_longer_expected_from_the_renewed_deck() -> None:
    # Player 1 saw two cards go into the deck; player 0 has drawn the Legion since and plays it now.
    known: Keys = {
        "renewed": {"I": [{"card": "legion", "known_to": [1]}, {"card": "raid_i", "known_to": [1]}]},
        "drawn_since": {"I": [1, 0]},
    }
    game = acting({"military_hand": ["legion"]}, **known)
    assert [entry["card"] for entry in game.view(1)["renewed"]["I"]] == ["legion", "raid_i"]
    play(game, "tactic legion")
    assert [entry["card"] for entry in game.view(1)["renewed"]["I"]] == ["raid_i"]
