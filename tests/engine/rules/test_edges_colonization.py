"""What a colonization force takes along from home, and what stays there."""

import pytest

from engine import Game
from tests.engine.rules.phases import reveal
from tests.engine.rules.table import Keys, play, texts

TERRITORY = "vast_territory_i"


def auction(mine: Keys) -> Game:
    """Player 0 reveals a territory; the rival has no units and is out."""
    return reveal(TERRITORY, mine, {"technologies": {"warriors": 0}})


def highest_bid(game: Game) -> int:
    return max(int(text.split()[1]) for text in texts(game) if text.startswith("bid "))


@pytest.mark.rule("COLONY-12")
def test_the_strength_of_a_leader_stays_at_home() -> None:
    # With a card in hand every step is asked for.
    mine = {"leader": "julius_caesar", "technologies": {"warriors": 3}, "military_hand": ["legion"]}
    game = auction(mine)
    assert highest_bid(game) == 3
    assert texts(play(game, "bid 2", "send warriors")) == ["send warriors"]
    assert "done" in texts(play(game, "send warriors"))


@pytest.mark.rule("COLONY-09", "CARDNOTE-04")
@pytest.mark.parametrize(("leader", "most"), [("genghis_khan", 3 + 4), ("frederick_barbarossa", 3)])
def test_infantry_of_genghis_khan_rides_to_a_territory(leader: str, most: int) -> None:
    mine = {"leader": leader, "technologies": {"warriors": 3}, "tactic": "heavy_cavalry"}
    assert highest_bid(auction(mine)) == most
