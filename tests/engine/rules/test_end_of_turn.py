"""The end of a turn: discards, uprising, what comes after."""

import pytest

from tests.engine.rules.phases import acting, civil_actions, food, resources, stored
from tests.engine.rules.table import board, play, texts, written

HAND = ["enslave", "legion", "plunder_i", "raid_i"]


@pytest.mark.rule("END-01", "END-06", "HAND-04", "HAND-06")
def test_military_cards_above_the_total_are_discarded() -> None:
    game = play(acting({"military_hand": HAND}), "end turn")
    assert (game.phase, game.player_to_move) == ("discard", 0)
    assert texts(game) == ["discard legion", "discard enslave", "discard plunder_i"]
    first, second = "enslave", "raid_i"
    play(game, f"discard {first}", f"discard {second}")
    assert game.current_player == 1
    held = written(game)["military_hand"]
    assert len(held) == 2 + 2
    assert {"legion", "plunder_i"} <= set(held)
    assert sorted(entry["card"] for entry in game.to_position()["discards"]["I"]) == [first, second]


@pytest.mark.rule("END-01", "CARDNOTE-41")
@pytest.mark.parametrize(
    ("mine", "limit"),
    [
        ({}, 2),
        ({"wonders": ["library_of_alexandria"]}, 3),
        ({"specials": ["warfare"]}, 3),
        ({"government": "monarchy"}, 3),
    ],
)
def test_a_hand_at_the_limit_keeps_all_cards(mine: dict[str, object], limit: int) -> None:
    kept = play(acting({**mine, "military_hand": HAND[:limit]}), "end turn")
    assert kept.current_player == 1
    above = play(acting({**mine, "military_hand": HAND[: limit + 1]}), "end turn")
    assert (above.phase, len(texts(above))) == ("discard", limit + 1)
    play(above, "discard legion")
    assert above.current_player == 1


@pytest.mark.rule("END-01")
def test_spent_military_actions_do_not_lower_the_limit() -> None:
    game = acting({"military_hand": HAND[:2], "actions": {"military_spent": 2}})
    assert play(game, "end turn").current_player == 1


@pytest.mark.rule("END-01")
def test_copies_of_one_card_may_all_be_discarded() -> None:
    game = play(acting({"military_hand": ["legion", "legion", "raid_i", "raid_i"]}), "end turn")
    assert texts(game) == ["discard legion", "discard raid_i"]
    play(game, "discard legion")
    assert texts(game) == ["discard legion", "discard raid_i"]
    play(game, "discard legion")
    assert written(game)["military_hand"].count("raid_i") >= 2
    assert game.to_position()["discards"]["I"][0]["card"] == "legion"


@pytest.mark.rule("END-02", "HAND-03")
def test_civil_cards_are_never_discarded() -> None:
    hand = ["alchemy", "drama", "irrigation", "theology", "knights", "iron"]
    game = play(acting({"civil_hand": hand}), "end turn")
    assert (game.current_player, sorted(written(game)["civil_hand"])) == (1, sorted(hand))


@pytest.mark.rule("END-03", "RATING-31")
@pytest.mark.parametrize(("unused", "uprising"), [(0, True), (1, True), (2, False), (3, False)])
def test_more_discontent_than_unused_workers_means_an_uprising(unused: int, uprising: bool) -> None:
    # Twelve tokens in the bank ask for two happy faces.
    game = play(acting({"yellow_bank": 12, "unused_workers": unused}), "end turn")
    assert board(game)["science"] == (0 if uprising else 1)


@pytest.mark.rule("END-04", "END-05")
def test_an_uprising_skips_all_production_but_not_draw_and_reset() -> None:
    mine = {
        "yellow_bank": 4,
        "blue_bank": 3,
        "unused_workers": 0,
        "culture": 10,
        "technologies": stored(food=1, resources=8, religion=1),
        "actions": {"civil_spent": 3, "military_spent": 1},
    }
    game = play(acting(mine), "end turn")
    player = board(game)
    assert (player["science"], player["culture"], food(game), resources(game)) == (0, 10, 1, 8)
    assert player["blue_bank"] == 3
    assert (player["n_military"], civil_actions(game), player["ma_spent"]) == (1, 4, 0)


@pytest.mark.rule("END-06", "DRAW-06")
def test_drawing_may_fill_the_hand_past_the_limit() -> None:
    game = play(acting({"military_hand": HAND[:2]}), "end turn")
    assert (board(game)["n_military"], board(game)["military_limit"]) == (4, 2)


@pytest.mark.rule("END-07", "CARDNOTE-05", "RATING-05")
def test_genghis_khan_scores_even_in_an_uprising() -> None:
    mine = {"leader": "genghis_khan", "yellow_bank": 12, "unused_workers": 0}
    start = acting(mine)
    assert board(start)["culture_rating"] == 0
    game = play(start, "end turn")
    assert (board(game)["culture"], board(game)["science"]) == (3, 0)


@pytest.mark.rule("END-07", "CARDNOTE-43")
def test_an_unused_churchill_scores_even_in_an_uprising() -> None:
    mine = {"leader": "winston_churchill", "yellow_bank": 12, "unused_workers": 0}
    game = play(acting(mine, age="III"), "end turn")
    assert (board(game)["culture"], board(game)["science"]) == (3, 0)
