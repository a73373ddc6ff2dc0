"""Following a game from one seat: what comes to light is entered, everything else is worked out."""

from __future__ import annotations

import random

import pytest

from engine import Game
from mcts.agents import parse_agent
from scripts.follow_traces import Follower, Watched
from tests.tta.running import AGE_II
from tta.follow.cards import UnknownName, find_card
from tta.follow.tracker import Refused, Tracker
from tta.loading import read_mapping

ROW = [
    *("julius", "moses", "urban growth a", "urban growth a", "alexander", "homer", "hammu"),
    *("aristotle", "pyramids", "colossus", "hanging", "library", "frugality"),
]


def start(players: int = 2, seat: int = 1) -> Tracker:
    return Tracker.start(players, seat, ROW)


def entered(tracker: Tracker, *texts: str) -> Tracker:
    for text in texts:
        assert tracker.enter(text) is None, text
    return tracker


def second_round() -> Tracker:
    """Both players have ended their first turns; Age A has ended."""
    return entered(start(), "take julius", "take moses", "end turn; deal patriotism, rich land, stockpile")


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("seed", range(6))
def test_everything_the_seat_knows_stays_right_to_the_end(seed: int) -> None:
    """A game between agents is followed; after every entry the whole view of the seat is compared."""
    chance = random.Random(seed)
    players = 2 + seed % 3
    seat = chance.randrange(players)
    game = Game.new(players=players, seed=seed)
    follower = Follower(game, seat, game.edition)
    watched = Watched(game, follower)
    agent = parse_agent("quick")
    decisions = 0
    while not game.is_over:
        moves = [move for move in game.legal_moves() if str(move) != "resign"]
        watched.apply(chance.choice(moves) if chance.random() < 0.1 else agent.choose(game, decisions))
        decisions += 1
    follower.compare(game)
    assert follower.tracker.game.is_over
    assert follower.outcome.fixes == []
    assert set(follower.outcome.asked) >= {"deal", "draw", "event"}


def test_a_resignation_is_followed() -> None:
    game = Game.new(players=3, seed=4)
    follower = Follower(game, 0, game.edition)
    watched = Watched(game, follower)
    agent = parse_agent("quick")
    while game.round < 4:
        watched.apply(agent.choose(game, 0))
    while game.player_to_move != 2 or game.phase != "politics":
        watched.apply(agent.choose(game, 0))
    resign = next(move for move in game.legal_moves() if str(move) == "resign")
    watched.apply(resign)
    while game.round < 6:
        watched.apply(agent.choose(game, 0))
    follower.compare(game)


# ---------------------------------------------------------------- set-up


def test_the_row_is_entered_with_short_names() -> None:
    row = start().game.to_position(1)["row"]
    assert row[0] == "julius_caesar"
    assert row[2:4] == ["urban_growth_a", "urban_growth_a"]
    assert row[12] == "frugality_a"


def test_a_wrong_row_is_refused() -> None:
    with pytest.raises(Refused, match="13 cards, 2 named"):
        Tracker.start(2, 0, ["moses", "homer"])
    with pytest.raises(Refused, match="no copy of it is left"):
        Tracker.start(2, 0, ["moses"] * 13)
    with pytest.raises(Refused, match=r"homr.* did you mean 'homer'"):
        Tracker.start(2, 0, ["homr", *ROW[1:]])
    with pytest.raises(Refused, match="players are 0 to 1"):
        Tracker.start(2, 2, ROW)


def test_a_name_that_may_mean_several_cards_is_refused() -> None:
    cards = start().cards
    with pytest.raises(UnknownName, match=r"reserves_i, reserves_ii"):
        find_card("res", cards, [cards.numbers["reserves_i"], cards.numbers["reserves_ii"]])
    assert find_card("Reserves I", cards, cards.numbers.values()) == cards.numbers["reserves_i"]
    assert find_card("caesar", cards, cards.numbers.values()) == cards.numbers["julius_caesar"]


# ---------------------------------------------------------------- entries


def test_what_comes_to_light_is_asked_for() -> None:
    tracker = entered(start(), "take julius", "take moses")
    need = tracker.enter("end turn")
    assert need is not None
    assert (need.fact, need.count) == ("deal", 3)
    assert tracker.entries == ("take julius_caesar", "take moses")
    with pytest.raises(Refused, match="3 cards came to light, 2 named"):
        tracker.enter("deal rich land, stockpile")
    with pytest.raises(Refused, match="no copy of it is left"):
        tracker.enter("deal stockpile, stockpile, rich land")
    with pytest.raises(Refused, match="the card in space 11 is of Age A"):
        tracker.enter("deal iron, rich land a, stockpile")
    with pytest.raises(Refused, match="which cards were dealt"):
        tracker.enter("draw raid_i")
    assert tracker.enter("deal patriotism a, rich land a, stockpile") is None
    assert tracker.game.round == 2
    assert tracker.game.to_position(1)["row"][10:] == ["patriotism_a", "rich_land_a", "stockpile"]
    assert tracker.entries[-1] == "end turn; deal patriotism_a, rich_land_a, stockpile"


def test_a_fact_that_is_not_asked_for_is_refused() -> None:
    with pytest.raises(Refused, match="nothing of that kind"):
        start().enter("take julius; draw raid_i")
    with pytest.raises(Refused, match="expected one of event"):
        start().enter("take julius; deel iron")


def test_a_refused_entry_changes_nothing_and_tells_the_numbers() -> None:
    tracker = start()
    before = tracker.game.clone()
    with pytest.raises(Refused, match="player 0 has 1 civil action left; space 7 costs 2"):
        tracker.enter("take hammurabi")
    with pytest.raises(Refused, match="iron is not in the row"):
        tracker.enter("take iron")
    with pytest.raises(Refused, match="hammurabbi is not in the row; did you mean 'hammurabi'"):
        tracker.enter("take hammurabbi")
    with pytest.raises(Refused, match=r"unused worker.*'bronce' is neither a card"):
        tracker.enter("build bronce")
    assert tracker.game == before
    assert tracker.entries == ()


def test_undo_takes_back_entries_and_questions() -> None:
    tracker = start()
    first = tracker.game.clone()
    entered(tracker, "take julius")
    second = tracker.game.clone()
    tracker.enter("take moses")
    assert tracker.undo() == "take moses"
    assert tracker.game == second
    assert tracker.undo() == "take julius_caesar"
    assert tracker.game == first
    with pytest.raises(Refused, match="nothing to undo"):
        tracker.undo()


def in_politics_of(player: int) -> Tracker:
    """Three players in Age II; player 0 knows, another one decides in the Politics Phase."""
    position, _ = read_mapping(str(AGE_II))
    return Tracker.from_position(position | {"current_player": player})


def test_others_put_cards_down_unseen() -> None:
    tracker = in_politics_of(2)
    hand = tracker.game.to_position(0)["players"][2]["military_hand"]
    with pytest.raises(Refused, match="tell the age, as in `prepare I`"):
        tracker.enter("prepare rats")
    with pytest.raises(Refused, match="no face-down card of Age I left"):
        tracker.enter("prepare I; event foray")
    need = tracker.enter("prepare II")
    assert need is not None
    assert (need.fact, need.ages) == ("event", ("I",))
    entered(tracker, "event foray")
    after = tracker.game.to_position(0)
    assert after["players"][2]["military_hand"]["II"] == hand["II"] - 1
    assert {"age": "II", "by": 2} in after["future_events"]


def test_a_card_that_another_player_shows_was_in_his_hand() -> None:
    tracker = in_politics_of(2)
    assert tracker.game.to_position(0)["players"][2]["military_hand"] == {"II": 3}
    entered(tracker, "war war_over_technology vs 1")
    after = tracker.game.to_position(0)["players"][2]
    assert after["war"] == {"card": "war_over_technology", "target": 1}
    assert after["military_hand"] == {"II": 2}
    with pytest.raises(Refused, match=r"no face-down card of Age I left|not legal"):
        tracker.enter("tactic legion")


def test_a_card_whose_copies_all_lie_open_cannot_be_shown() -> None:
    tracker = in_politics_of(2)
    with pytest.raises(Refused, match=r"classic_army|not legal"):
        tracker.enter("tactic classic army")


def test_a_move_by_its_number() -> None:
    tracker = start()
    assert tracker.options()[0] == "take julius_caesar"
    entered(tracker, "1")
    assert tracker.entries == ("take julius_caesar",)
    with pytest.raises(Refused, match="there is no move 99"):
        tracker.enter("99")


# ---------------------------------------------------------------- mid-game and corrections


def test_a_position_file_starts_a_game_in_its_middle() -> None:
    position, _ = read_mapping(str(AGE_II))
    tracker = Tracker.from_position(position)
    assert tracker.seat == 0
    assert tracker.game.to_position(0) == Game.from_position(position).to_position(0)
    with pytest.raises(Refused, match="what player 0 knows"):
        Tracker.from_position(position, 1)


def test_fix_sets_a_value_and_keeps_what_is_known() -> None:
    tracker = second_round()
    before = tracker.game.to_position(1)
    entered(tracker, "fix 0 culture 7", "fix players.0.science 3")
    after = tracker.game.to_position(1)
    assert after["players"][0]["culture"] == 7
    assert after["players"][0]["science"] == 3
    before["players"][0] |= {"culture": 7, "science": 3}
    assert after == before
    with pytest.raises(Refused, match=r"colour: unknown|unknown key 'colour'"):
        tracker.enter("fix 0 colour red")
    with pytest.raises(Refused, match="place and a value"):
        tracker.enter("fix culture")
    assert tracker.undo() == "fix players.0.science 3"
