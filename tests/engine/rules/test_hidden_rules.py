"""HIDDEN: what each player can and cannot know."""

from collections import Counter
from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, ids, play, position, written


def table(*boards: Keys, **keys: Any) -> Game:
    return position(list(boards), **({"age": "II", "round": 6} | keys))


def seen(game: Game, observer: int, p: int) -> Keys:
    """The board of player p in the eyes of an observer."""
    player: Keys = game.to_position(observer)["players"][p]
    return player


@pytest.mark.rule("HIDDEN-01", "HIDDEN-06", "HIDDEN-11")
def test_military_hands_are_secret_but_for_number_and_ages() -> None:
    game = table({"military_hand": ["legion", "rats", "spy"]}, {}, {})
    assert seen(game, 0, 0)["military_hand"] == ["rats", "legion", "spy"]
    for observer in (1, 2):
        assert seen(game, observer, 0)["military_hand"] == {"I": 2, "II": 1}
    other = table({"military_hand": ["foray", "raid_i", "cold_war"]}, {}, {})
    assert game.view(1) == other.view(1)
    assert game.view(0) != other.view(0)


@pytest.mark.rule("HIDDEN-01")
def test_drawn_cards_are_known_to_the_drawer_alone() -> None:
    game = play(table({}, {}, stage="action", military_deck=["spy", "spy"]), "end turn")
    assert written(game)["military_hand"] == ["spy", "spy"]
    assert seen(game, 0, 0)["military_hand"] == ["spy", "spy"]
    assert seen(game, 1, 0)["military_hand"] == {"II": 2}


@pytest.mark.rule("HIDDEN-01", "HIDDEN-06")
def test_possible_worlds_differ_in_what_is_hidden_and_nothing_else() -> None:
    game = table({"military_hand": ["legion", "rats"]}, {"military_hand": ["spy", "foray"]}, {})
    worlds = [game.determinize(1, seed) for seed in range(12)]
    assert all(world.view(1) == game.view(1) for world in worlds)
    assert all(written(world, 1) == written(game, 1) for world in worlds)
    assert len({tuple(board(world, 0)["military"]) for world in worlds}) > 6
    assert len({tuple(world.snapshot()["military_deck"]) for world in worlds}) > 6
    assert len({tuple(world.snapshot()["civil_deck"]) for world in worlds}) > 6
    assert len({tuple(world.snapshot()["current_events"]) for world in worlds}) > 6


@pytest.mark.rule("HIDDEN-02")
def test_civil_hands_are_open() -> None:
    game = table({"civil_hand": ["coal", "reserves_i"]}, {}, row=["iron", *[None] * 12], stage="action")
    play(game, "take iron")
    assert seen(game, 1, 0)["civil_hand"] == seen(game, 0, 0)["civil_hand"] == ["iron", "coal", "reserves_i"]
    assert all(
        written(game.determinize(1, seed))["civil_hand"] == written(game)["civil_hand"] for seed in range(4)
    )


@pytest.mark.rule("HIDDEN-03", "HIDDEN-11", "EVENT-01")
def test_a_prepared_event_is_known_to_the_one_who_put_it_there() -> None:
    game = table(
        {"military_hand": ["rats", "iconoclasm"]}, {}, {}, current_events=["development_of_crafts", "foray"]
    )
    play(game, "prepare iconoclasm")
    assert game.to_position(0)["future_events"] == [{"card": "iconoclasm", "known_to": [0], "by": 0}]
    for observer in (1, 2):
        assert game.to_position(observer)["future_events"] == [{"age": "II", "by": 0}]
    worlds = [game.determinize(0, seed) for seed in range(6)]
    assert {tuple(ids(world, world.snapshot()["future_events"])) for world in worlds} == {("iconoclasm",)}
    worlds = [game.determinize(1, seed) for seed in range(12)]
    assert len({tuple(world.snapshot()["future_events"]) for world in worlds}) > 4


@pytest.mark.rule("HIDDEN-04", "HIDDEN-11")
def test_cards_discarded_unplayed_are_not_shown() -> None:
    hand = ["legion", "rats", "spy"]
    game = play(table({"military_hand": hand}, {}, {}, stage="action"), "end turn", "discard legion")
    assert game.to_position(0)["discards"] == {"I": [{"card": "legion", "known_to": [0], "by": 0}]}
    assert game.to_position(1)["discards"] == {"I": [{"age": "I", "by": 0}]}


@pytest.mark.rule("HIDDEN-04", "AGE-09")
def test_cards_discarded_as_antiquated_are_not_shown() -> None:
    boards: list[Keys] = [{}, {"military_hand": ["legion"]}]
    game = play(table(*boards, stage="action", civil_deck=1), "end turn")
    assert game.age == 3
    assert game.to_position(1)["discards"] == {"I": [{"card": "legion", "known_to": [1], "by": 1}]}
    assert game.to_position(0)["discards"] == {"I": [{"age": "I", "by": 1}]}


@pytest.mark.rule("HIDDEN-04", "HIDDEN-07")
def test_a_shown_card_may_be_the_one_that_was_discarded_unseen() -> None:
    shown = {"card": "open_borders_agreement", "known_to": "all"}
    hand = [shown, "rats", "legion", {"card": "spy", "known_to": "all"}]
    game = table({"military_hand": hand, "government": "monarchy"}, {}, {}, stage="action")
    assert seen(game, 1, 0)["military_hand"]["known"] == ["spy", "open_borders_agreement"]
    play(game, "end turn")
    for card, known in (("rats", ["spy"]), ("spy", ["open_borders_agreement"])):
        later = play(game.clone(), f"discard {card}")
        # Cards of the other age are not in doubt.
        assert seen(later, 1, 0)["military_hand"]["known"] == known
    # The only card with that back leaves no doubt about what was discarded.
    assert later.to_position(1)["discards"]["II"] == ["spy"]
    # The owner knows everything, and a shown card that was kept.
    assert "open_borders_agreement" in str(seen(later, 0, 0)["military_hand"])


@pytest.mark.rule("HIDDEN-05", "SETUP-20")
def test_nobody_sees_the_unused_events_of_age_a() -> None:
    games = [Game.new(players=2, seed=seed) for seed in range(6)]
    for observer in (0, 1):
        views = [game.view(observer) for game in games]
        assert all(view["removed"] == {"A": 6} for view in views)
        assert all(view["current_events"] == [{"age": "A"}] * 4 for view in views)
    worlds = [games[0].determinize(0, seed) for seed in range(20)]
    seen_events = {card for world in worlds for card in world.snapshot()["current_events"]}
    assert len(seen_events) == 10


@pytest.mark.rule("HIDDEN-06")
def test_numbers_of_cards_are_open_and_orders_are_not() -> None:
    game = table({}, {}, {}, row=["coal", *[None] * 12])
    truth, view = game.to_position(), game.view(1)
    assert view["civil_deck"] == len(truth["civil_deck"])
    assert view["military_deck"] == len(truth["military_deck"])
    assert "seed" not in view
    assert view["current_events"] == [{"age": "A"}] * 5


@pytest.mark.rule("HIDDEN-07")
def test_played_cards_are_seen_by_all() -> None:
    attacker = {"military_hand": ["spy"], "technologies": {"warriors": 4}}
    game = play(table(attacker, {}), "aggression spy vs 1")
    assert game.to_position(1)["discards"] == {"II": ["spy"]}
    game = play(table({"military_hand": ["legion"]}, {}, stage="action"), "tactic legion")
    assert seen(game, 1, 0)["tactic"] == "legion"
    assert seen(game, 1, 0)["military_hand"] == {}
    game = table({"military_hand": ["open_borders_agreement", "rats"]}, {}, {})
    play(game, "pact open_borders_agreement with 1", "pass")
    for observer in (1, 2):
        known = {"I": 1, "known": ["open_borders_agreement"]}
        assert seen(game, observer, 0)["military_hand"] == known
        assert "open_borders_agreement" in ids(game, board(game.determinize(observer, 5))["military"])


@pytest.mark.rule("HIDDEN-08", "EVENT-05")
def test_nobody_knows_the_order_of_events_within_an_age() -> None:
    future: list[Any] = [
        {"card": "foray", "by": 1},
        {"card": "raiders", "by": 0},
        {"card": "cold_war", "by": 0},
        {"card": "pestilence", "by": 1},
    ]
    views, orders = [], set()
    for seed in range(8):
        hand = {"military_hand": ["rats"]}
        game = table(hand, {}, current_events=["development_of_crafts"], future_events=future, seed=seed)
        play(game, "prepare rats")
        orders.add(tuple(game.snapshot()["current_events"]))
        views.append(game.view(0))
        # The player knows the own cards to be there, and the backs of the others.
        pile = views[-1]["current_events"]
        assert [entry.get("card") for entry in pile if "card" in entry] == ["raiders", "rats", "cold_war"]
        assert [entry for entry in pile if "card" not in entry] == [{"age": "I", "by": 1}] * 2
    assert len(orders) > 3
    assert all(view == views[0] for view in views)


@pytest.mark.rule("HIDDEN-08", "CARDNOTE-35")
def test_only_a_look_tells_the_top_event() -> None:
    events = ["foray", "raiders", "pestilence"]
    joan = {"leader": "joan_of_arc", "military_hand": ["rats"]}
    game = table({}, joan, stage="action", current_events=events)
    play(game, "end turn")
    assert game.to_position(1)["current_events"][0]["card"] == "foray"
    assert all(ids(world, world.snapshot()["current_events"])[-1] == "foray" for world in samples(game, 1))
    assert game.to_position(0)["current_events"] == [{"age": "I"}] * 3
    assert len({world.snapshot()["current_events"][-1] for world in samples(game, 0)}) > 3
    # After the reveal the next card is unknown again.
    play(game, "prepare rats")
    assert "top_event_known_to" not in game.to_position()


def samples(game: Game, observer: int, number: int = 12) -> list[Game]:
    return [game.determinize(observer, seed) for seed in range(number)]


@pytest.mark.rule("HIDDEN-09")
def test_boards_are_open() -> None:
    player = {
        "culture": 7,
        "science": 3,
        "technologies": {"iron": {"workers": 2, "blue": 3}, "religion": 1},
        "blue_bank": 9,
        "yellow_bank": 11,
        "unused_workers": 2,
        "leader": "moses",
        "wonders": ["pyramids"],
        "actions": {"civil_spent": 1, "military_spent": 1},
    }
    game = table(player, {}, {})
    own, other = seen(game, 0, 0), seen(game, 2, 0)
    assert other.pop("military_hand") == {}
    assert own.pop("military_hand") == []
    assert own == other
    ratings = ("culture_rating", "science_rating", "strength", "happiness", "ca_total", "ma_total")
    for world in samples(game, 2):
        assert [board(world)[key] for key in ratings] == [board(game)[key] for key in ratings]


@pytest.mark.rule("HIDDEN-10", "EVENT-16")
def test_past_events_are_open() -> None:
    game = table({"military_hand": ["rats"]}, {}, current_events=["foray", "raiders"])
    play(game, "prepare rats", "food 0 resources 3")
    for observer in (0, 1):
        assert game.to_position(observer)["past_events"] == ["foray"]


@pytest.mark.rule("HIDDEN-06", "HIDDEN-07", "DRAW-05")
def test_what_was_seen_in_a_discard_pile_is_known_to_be_in_the_new_deck() -> None:
    # One card is left: the pile becomes the deck, and one of its three cards is drawn after that.
    pile: list[Any] = ["legion", "phalanx", {"card": "foray", "by": 0}]
    others = age_i() - Counter(["rats", "legion", "phalanx", "foray"])
    keys = {"military_deck": ["rats"], "discards": {"I": pile}}
    game = table({}, {"military_hand": sorted(others.elements())}, age="I", stage="action", **keys)
    play(game, "end turn")
    now = game.snapshot()
    assert (board(game, 0)["n_military"], len(now["military_deck"])) == (2, 2)
    hands = {tuple(ids(world, board(world)["military"])) for world in samples(game, 1, 60)}
    # Player 1 lacks four cards.  Of the two that all have seen one at most was drawn.
    assert hands == {("rats", "legion"), ("rats", "phalanx"), ("foray", "legion"), ("foray", "phalanx")} | {
        tuple(sorted(("rats", "foray"), key=game.edition.number))
    }
    # Player 0 knows what is left.
    for world in samples(game, 0):
        assert sorted(world.snapshot()["military_deck"]) == sorted(now["military_deck"])


def age_i() -> Counter[str]:
    """The military cards of Age I in a game for two."""
    game = play(position(2, age="A", round=1, current_player=1), "end turn")
    return Counter(ids(game, game.snapshot()["military_deck"]))
