"""Samples of hidden information are spread evenly over all worlds that fit the observer's view.

Each case leaves so few cards unseen that brute force finds every world; the samples have
fixed seeds, so a case passes or fails for good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import comb
from typing import Any

import pytest

from engine import Game
from tests.engine.hidden_worlds import World, all_worlds, gone_except, surprise, world_of

TOO_SURPRISING = 3.5  # standard deviations of the chi-square statistic
SAMPLES_PER_WORLD = 200
Fits = Callable[[World], bool]
RATS = {"card": "rats", "known_to": "all"}  # an event that everybody knows, since a pile may not be empty


def position(count: int, age: str = "I", unseen: dict[str, list[str]] | None = None, **stated: Any) -> Game:
    """A game in which only the listed cards of each age are unseen or stated elsewhere."""
    ages = ("A", "I", "II", "III")
    gone = []
    for name in ages[: ages.index(age) + 1]:
        gone += gone_except(name, count, *(unseen or {}).get(name, []))
    boards = stated.pop("players", [{}] * count)
    return Game.from_position({"players": boards, "age": age, "round": 5, "gone": gone, **stated})


def check(game: Game, observer: int = 0, fits: Fits = lambda world: True, worlds: int | None = None) -> None:
    """Samples are worlds that fit, all of them appear, and none too often."""
    weights = all_worlds(game, observer, fits)
    if worlds is not None:
        assert len(weights) == worlds
    samples = SAMPLES_PER_WORLD * len(weights)
    counts = Counter(world_of(game.determinize(observer, seed)) for seed in range(samples))
    assert set(counts) - set(weights) == set(), "a world that does not fit"
    assert set(weights) - set(counts) == set(), "a world that never appears"
    assert abs(surprise(counts, weights)) < TOO_SURPRISING


def test_the_measure_notices_an_uneven_sample() -> None:
    even = Counter(dict.fromkeys(range(20), 1))
    assert abs(surprise(Counter({i: 100 + (-1) ** i * 7 for i in range(20)}), even)) < TOO_SURPRISING
    assert surprise(Counter({i: 100 + (-1) ** i * 30 for i in range(20)}), even) > TOO_SURPRISING


# -- hands, decks and piles


def test_a_hand_holds_cards_of_the_ages_on_its_backs() -> None:
    game = position(
        2,
        "II",
        {"I": ["rats", "raid_i", "raid_i", "legion"], "II": ["annex", "spy", "cold_war", "iconoclasm"]},
        players=[{}, {"military_hand": {"I": 1, "II": 1}}],
        current_events=[{"card": "iconoclasm", "known_to": "all"}],
        military_deck=2,
    )
    check(game, worlds=3 * 3 * 2)


def test_copies_of_a_card_weigh_as_many_as_they_are() -> None:
    game = position(
        2,
        unseen={"I": ["raid_i", "raid_i", "legion", "rats"]},
        players=[{}, {"military_hand": {"I": 2}}],
        current_events=[RATS],
        military_deck=1,
    )
    assert sorted(all_worlds(game, 0).values()) == [2, 4]
    check(game, worlds=2)


def test_the_order_of_the_military_deck_is_unknown() -> None:
    game = position(
        2,
        unseen={"I": ["raid_i", "legion", "enslave", "foray", "rats"]},
        current_events=[RATS],
        military_deck=4,
    )
    check(game, worlds=24)


def test_face_down_discards_of_others_are_unknown_and_own_ones_known() -> None:
    game = position(
        3,
        unseen={"I": ["raid_i", "legion", "enslave", "foray", "rats"]},
        discards={
            "I": [{"age": "I", "by": 1}, {"card": "foray", "by": 0, "known_to": [0]}, {"age": "I", "by": 2}]
        },
        current_events=[RATS],
        military_deck=1,
    )
    check(game, worlds=6)
    assert {world.discards[1][1] for world in all_worlds(game, 0)} == {"foray"}
    assert len({world.discards[1][1] for world in all_worlds(game, 1)}) > 1
    check(game, observer=1)


def test_a_card_shown_with_a_refused_pact_stays_known() -> None:
    game = position(
        3,
        unseen={"I": ["trade_routes_agreement", "legion", "enslave", "rats"]},
        players=[
            {},
            {"military_hand": {"I": 1, "known": [{"card": "trade_routes_agreement", "known_to": "all"}]}},
            {},
        ],
        current_events=[RATS],
        military_deck=1,
    )
    check(game, worlds=2)
    assert all("trade_routes_agreement" in world.hands[1] for world in all_worlds(game, 2))
    check(game, observer=2)


def test_the_order_of_the_civil_deck_is_unknown() -> None:
    deck = ["iron", "theology", "monarchy", "alchemy"]
    game = Game.from_position({"players": 2, "age": "I", "round": 5, "civil_deck": deck})
    counts = Counter(
        tuple(game.determinize(0, seed).snapshot()["civil_deck"]) for seed in range(24 * SAMPLES_PER_WORLD)
    )
    even = Counter(permutations(game.edition.number(card) for card in deck))
    assert set(counts) == set(even)
    assert abs(surprise(counts, even)) < TOO_SURPRISING


# -- events


def test_which_age_a_events_are_in_play_is_unknown() -> None:
    past = ["development_of_markets", "development_of_religion", "development_of_science"]
    game = Game.from_position(
        {"players": 2, "age": "A", "past_events": past, "current_events": [{"age": "A"}] * 2}
    )
    check(game, worlds=7 * 6)


def test_event_piles_hold_only_cards_that_can_be_prepared() -> None:
    game = position(
        2,
        unseen={"I": ["rats", "foray", "vast_territory_i", "raid_i", "legion"]},
        players=[{}, {"military_hand": {"I": 2}}],
        current_events=[{"age": "I", "by": 1}],
        future_events=[{"age": "I", "by": 1}],
        military_deck=1,
    )
    check(game, worlds=6 * 3)


def test_own_prepared_events_are_known_but_not_their_order_within_the_age() -> None:
    game = position(
        2,
        "II",
        {"I": ["rats", "foray", "pestilence", "raid_i"], "II": ["cold_war", "terrorism"]},
        players=[{}, {"military_hand": {"I": 1}}],
        current_events=[
            {"age": "I", "by": 1},
            {"card": "rats", "by": 0, "known_to": [0]},
            {"card": "cold_war", "by": 0, "known_to": [0]},
            {"age": "II", "by": 1},
        ],
        military_deck=0,
    )
    check(game, worlds=2 * 2 * 2 * 2)
    tops = {world.current[0] for world in all_worlds(game, 0)}
    assert tops == {("rats", 0), ("foray", 1), ("pestilence", 1)}


def test_who_prepared_an_event_is_known_but_not_what_it_is() -> None:
    game = position(
        3,
        unseen={"I": ["rats", "foray", "pestilence"]},
        current_events=[{"age": "I", "by": 1}, {"age": "I", "by": 2}],
        future_events=[{"age": "I", "by": 2}],
        military_deck=0,
    )
    check(game, worlds=6 * 2)
    assert {tuple(sorted(by for _, by in world.current)) for world in all_worlds(game, 0)} == {(1, 2)}


def test_an_event_that_was_looked_at_stays_on_top() -> None:
    game = position(
        3,
        unseen={"I": ["rats", "foray", "pestilence", "raiders"]},
        current_events=[
            {"card": "rats", "by": 1, "known_to": [1]},
            {"age": "I", "by": 2},
            {"age": "I", "by": 1},
        ],
        top_event_known_to=[0],
        military_deck=0,
        future_events=[{"age": "I", "by": 2}],
    )
    check(game, worlds=6 * 2)
    assert {world.current[0] for world in all_worlds(game, 0)} == {("rats", 1)}
    check(game, observer=2)


# -- a renewed deck


def renewed(cards: list[str], drawn: list[int], unseen: list[str], **stated: Any) -> Game:
    return position(
        len(drawn),
        unseen={"I": ["rats", *unseen]},
        renewed={"I": [{"card": card, "known_to": "all"} for card in cards]},
        drawn_since={"I": drawn},
        current_events=[RATS, *stated.pop("current_events", [])],
        **stated,
    )


def test_a_renewed_card_is_in_the_deck_or_was_drawn_since() -> None:
    hands = [{}, {"military_hand": {"I": 1}}, {"military_hand": {"I": 1}}]
    game = renewed(
        ["raid_i"], [0, 1, 0], ["raid_i", "legion", "enslave", "foray"], players=hands, military_deck=2
    )
    check(game)
    holders = {p for world in all_worlds(game, 0) for p in (1, 2) if "raid_i" in world.hands[p]}
    assert holders == {1}


def test_nobody_holds_more_renewed_cards_than_were_drawn() -> None:
    game = renewed(
        ["raid_i", "legion", "enslave"],
        [0, 1],
        ["raid_i", "legion", "enslave", "foray", "crusades", "plunder_i"],
        players=[{}, {"military_hand": {"I": 3}}],
        military_deck=3,
    )
    known = {"raid_i", "legion", "enslave"}
    assert max(len(known & set(world.hands[1])) for world in all_worlds(game, 0)) == 1
    check(game)


def test_cards_put_down_late_may_be_renewed_ones() -> None:
    game = renewed(
        ["raid_i", "foray"],
        [0, 2],
        ["raid_i", "foray", "legion", "crusades", "raiders"],
        players=[{}, {"military_hand": {"I": 1}}],
        discards={"I": [{"age": "I", "by": 1}, {"age": "I", "by": 1, "late": True}]},
        future_events=[{"age": "I", "by": 1, "late": True}],
        military_deck=1,
    )
    check(game)
    assert any(world.future == ("foray",) for world in all_worlds(game, 0))
    assert not any(world.discards[1][0] in ("foray", "raid_i") for world in all_worlds(game, 0))


def test_renewed_events_in_event_piles_weigh_like_all_others() -> None:
    game = renewed(
        ["foray", "crusades"],
        [0, 1, 2],
        ["foray", "crusades", "raiders", "pestilence", "legion", "raid_i"],
        players=[{}, {"military_hand": {"I": 1}}, {}],
        current_events=[{"age": "I", "by": 2, "late": True}],
        future_events=[{"age": "I", "by": 1, "late": True}, {"age": "I", "by": 2}],
        military_deck=2,
    )
    check(game)


def test_copies_in_the_renewed_deck_are_told_from_others() -> None:
    game = renewed(
        ["legion"],
        [0, 1],
        ["legion", "legion", "raid_i", "enslave"],
        players=[{}, {"military_hand": {"I": 2}}],
        military_deck=1,
        removed={"I": 1},
    )
    check(game)


# -- decisions under way


AUCTION = [
    {"kind": "after_political_action", "player": 0},
    {"kind": "event_done", "player": 0, "card": "vast_territory_i"},
]


OWN = {"military_hand": ["enslave"]}  # without any card a player is not asked


def auction(bid: int, bidder: int, frame: dict[str, Any], unseen: list[str], **stated: Any) -> Game:
    """An auction; everybody has one warrior, so a force is 1 and the value of bonus cards."""
    extra = stated.pop("auction", {})
    return position(
        len(stated["players"]),
        unseen={"I": ["vast_territory_i", "rats", *unseen]},
        stage="politics",
        decisions=[*AUCTION, {"card": "vast_territory_i", **frame}],
        auction={"territory": "vast_territory_i", "high_bid": bid, "high_bidder": bidder, **extra},
        current_events=[RATS],
        **stated,
    )


def test_whoever_holds_the_high_bid_can_send_that_force() -> None:
    game = auction(
        3,
        1,
        {"kind": "bid", "player": 0},
        ["military_bonus_i"] * 3 + ["raid_i", "legion", "foray", "enslave"],
        players=[OWN, {"military_hand": ["foray", "military_bonus_i", "military_bonus_i"]}],
        military_deck=3,
    )
    check(game, fits=lambda world: world.hands[1].count("military_bonus_i") >= 2)


def test_the_own_high_bid_tells_nothing_about_others() -> None:
    game = auction(
        2,
        0,
        {"kind": "bid", "player": 1},
        ["military_bonus_i", "military_bonus_i", "legion", "foray"],
        players=[{"military_hand": ["military_bonus_i"]}, {"military_hand": {"I": 1}}],
        military_deck=2,
    )
    check(game)


def test_a_bid_that_hardly_any_hand_covers() -> None:
    """One hand in thousands fits: worlds are mended instead of drawn, and still spread evenly."""
    others = ["raid_i", "raid_i", "legion", "legion", "medieval_army", "enslave", "plunder_i", "plunder_i"]
    others += ["foray", "crusades", "raiders", "pestilence", "phalanx", "phalanx", "barbarians", "rebellion"]
    game = auction(
        6,
        1,
        {"kind": "bid", "player": 0},
        ["military_bonus_i"] * 6 + others + ["enslave"],
        players=[OWN, {"military_hand": ["foray"] + ["military_bonus_i"] * 5}],
        military_deck=16,
    )
    counts: Counter[str] = Counter()
    bonus: Counter[int] = Counter()
    for seed in range(1500):
        hand = world_of(game.determinize(0, seed)).hands[1]
        bonus[hand.count("military_bonus_i")] += 1
        counts.update(card for card in hand if card != "military_bonus_i")
    # 5 of the 6 bonus cards and one of 16 others, or all 6.
    assert abs(surprise(bonus, Counter({5: 6 * 16, 6: 1}))) < TOO_SURPRISING
    assert abs(surprise(counts, Counter(others))) < TOO_SURPRISING
    assert comb(22, 6) > 700 * (6 * 16 + 1)


def test_a_force_that_is_being_sent_can_be_completed() -> None:
    game = auction(
        3,
        1,
        {"kind": "send", "player": 1, "amount": 3},
        ["military_bonus_i"] * 3 + ["legion", "foray"],
        players=[{}, {"military_hand": ["foray", "military_bonus_i", "military_bonus_i"]}],
        military_deck=2,
    )
    check(game, fits=lambda world: world.hands[1].count("military_bonus_i") >= 2)


def defence(missing: int, cards: int, frame: dict[str, Any] | None = None, **stated: Any) -> Game:
    return position(
        2,
        stage="politics",
        decisions=[
            {"kind": "after_political_action", "player": 0},
            {"kind": "defend", "player": 1, "card": "raid_i", **(frame or {})},
        ],
        attack={
            "card": "raid_i",
            "attacker": 0,
            "defender": 1,
            "attack_strength": 9,
            "defence_strength": 9 - missing,
            "defence_cards": cards,
        },
        current_events=[RATS],
        **stated,
    )


def test_a_defence_in_progress_can_be_completed() -> None:
    hand = {
        "government": "monarchy",
        "military_hand": {"I": 2},
    }  # three military actions, so two cards are left
    game = defence(
        3,
        1,
        unseen={"I": ["rats", "raid_i", "military_bonus_i", "military_bonus_i", "legion", "foray"]},
        players=[{}, hand],
        military_deck=2,
    )
    check(game, fits=lambda world: "military_bonus_i" in world.hands[1])


def test_a_defence_not_begun_tells_nothing() -> None:
    game = defence(
        3,
        0,
        unseen={"I": ["rats", "raid_i", "military_bonus_i", "legion", "foray", "enslave"]},
        players=[{}, {"military_hand": {"I": 2}}],
        military_deck=2,
    )
    check(game, worlds=12)


def test_a_defence_may_go_on_from_a_card_put_face_down() -> None:
    """After a bonus card put face down, no further one counts its full value."""
    game = defence(
        2,
        1,
        {"floor": "foray", "face_down": True},
        unseen={"I": ["rats", "raid_i", "military_bonus_i", "military_bonus_i", "legion", "foray"]},
        players=[{}, {"military_hand": ["military_bonus_i"]}],
        discards={"I": [{"card": "foray", "by": 1, "known_to": [1]}]},
        military_deck=2,
    )
    bonus = "military_bonus_i"
    check(game, fits=lambda world: world.hands[1] == (bonus,) and world.discards[1] != (bonus,))


def test_a_force_may_go_on_from_a_card_put_face_down() -> None:
    """James Cook: a card was discarded for 1; the last point comes from a card not below it."""
    cards = ["cold_war", "spy", "annex", "terrorism", "military_bonus_ii"]
    territory = "vast_territory_ii"
    game = position(
        2,
        "II",
        {"II": [territory, "iconoclasm", *cards]},
        players=[
            {},
            {
                "leader": "james_cook",
                "technologies": {"warriors": 0},
                "military_hand": ["spy", "annex"],
            },
        ],
        stage="politics",
        decisions=[
            {"kind": "after_political_action", "player": 0},
            {"kind": "event_done", "player": 0, "card": territory},
            {"kind": "send", "player": 1, "card": territory, "amount": 3, "floor": "cold_war"},
        ],
        auction={
            "territory": territory,
            "high_bid": 3,
            "high_bidder": 1,
            "sent": {"warriors": 1},
            "force_cards": 1,
            "force_discards": 1,
        },
        discards={"II": [{"card": "cold_war", "by": 1, "known_to": [1]}]},
        current_events=[{"card": "iconoclasm", "known_to": "all"}],
        military_deck=2,
    )
    number = {card: game.edition.number(card) for card in cards}
    check(
        game, fits=lambda world: number[world.discards[2][-1]] <= max(number[card] for card in world.hands[1])
    )


def test_discards_in_progress_can_be_completed() -> None:
    """Player 1 discards in ascending order and has to find a second card from the first one on."""
    cards = ["foray", "rats", "legion", "raid_i"]
    game = position(
        2,
        unseen={"I": ["crusades", *cards]},
        players=[{}, {"military_hand": ["rats", "legion"]}],
        current_events=[{"card": "crusades", "known_to": "all"}],
        discards={"I": [{"card": "foray", "by": 1, "known_to": [1]}]},
        decisions=[{"kind": "discard", "player": 1, "amount": 1, "floor": "foray"}],
        stage="production",
        current_player=1,
        military_deck=1,
    )
    number = {card: game.edition.number(card) for card in cards}
    check(
        game, fits=lambda world: number[world.discards[1][-1]] <= max(number[card] for card in world.hands[1])
    )
    for seed in range(20):
        world = game.determinize(0, seed)
        assert world.snapshot()["frames"][-1]["floor"] == world.snapshot()["discard"][1][-1]


@pytest.mark.parametrize("seed", range(3))
def test_worlds_of_a_real_game_appear_in_the_enumeration(seed: int) -> None:
    """The truth itself is one of the worlds: nothing is ruled out that may be."""
    game = position(
        2,
        unseen={"I": ["rats", "foray", "raid_i", "legion"]},
        players=[{}, {"military_hand": {"I": 2}}],
        current_events=[{"age": "I", "by": 1}],
        military_deck=1,
        seed=seed,
    )
    assert world_of(game) in all_worlds(game, 0)
