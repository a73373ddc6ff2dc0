"""Hidden information: what a sampled world keeps, what it hides, and that it plays on."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine import Edition, Game
from engine.vocabulary import AGE_NAMES, FrameKind
from tests.engine.hidden_games import DECISIONS, decisions, random_move, rare_decisions, small_decks


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Games at every kind of decision."""
    found = [game.clone() for game in decisions(range(45), most=12)]
    return found + list(rare_decisions())


@pytest.fixture(scope="module")
def few_cards() -> Edition:
    return small_decks()


@pytest.fixture(scope="module")
def renewed(few_cards: Edition) -> list[Game]:
    """Games in which a military deck was renewed and somebody remembers cards of it."""
    reached = (game for game in decisions(range(24), most=40, edition=few_cards))
    return [game.clone() for game in reached if any(game.snapshot()["renewed"])]


def observers(games: list[Game]) -> list[tuple[Game, int]]:
    return [(game, p) for game in games for p in range(game.players)]


def codes(game: Game) -> list[int]:
    return [move.code for move in game.legal_moves()]


def hidden_parts(game: Game) -> dict[str, Any]:
    s = game.snapshot()
    return {
        key: s[key] for key in ("civil_deck", "military_deck", "current_events", "future_events", "discard")
    }


# -- what stays the same


def test_the_games_reach_every_kind_of_decision(games: list[Game]) -> None:
    assert {game.phase for game in games} == DECISIONS


def test_the_observer_sees_no_difference(games: list[Game], renewed: list[Game]) -> None:
    for i, (game, p) in enumerate(observers(games + renewed)):
        world = game.determinize(p, i)
        assert world.view(p) == game.view(p), (game, p)
        assert (world.player_to_move, world.phase) == (game.player_to_move, game.phase)


def test_the_observer_has_the_same_moves(games: list[Game], renewed: list[Game]) -> None:
    asked = 0
    for i, (game, p) in enumerate(observers(games + renewed)):
        world = game.determinize(p, i)
        if game.player_to_move == p:
            asked += 1
            assert codes(world) == codes(game), (game, p)
        assert codes(world), "whoever decides has a move"
    assert asked == len(games) + len(renewed)


def test_the_cards_of_a_world_are_those_of_the_game(games: list[Game]) -> None:
    for i, (game, p) in enumerate(observers(games)):
        truth, world = game.snapshot(), game.determinize(p, i).snapshot()
        assert sorted(world["civil_deck"]) == sorted(truth["civil_deck"])
        for key in ("military_deck", "current_events", "future_events"):
            assert len(world[key]) == len(truth[key])
        # A card that has left the game unseen may be in play instead, but none exists too often.
        copies = military_cards(world)
        for card, n in copies.items():
            players = world["deck_players"][AGE_NAMES.index(game.edition.card(card)["age"])]
            assert n <= game.edition.copies(card, players), game.edition.ids[card]
        assert copies.total() == military_cards(truth).total()


def military_cards(s: dict[str, Any]) -> Counter[int]:
    """Military cards of hands, decks and face-down piles."""
    piles = [s["military_deck"], s["current_events"], s["future_events"], *s["discard"]]
    return Counter(
        card for pile in [*piles, *(player["military"] for player in s["player"])] for card in pile
    )


# -- what the sample depends on


def test_two_games_that_look_the_same_give_the_same_sample(games: list[Game], renewed: list[Game]) -> None:
    for i, (game, p) in enumerate(observers(games + renewed)):
        other = game.determinize(p, 1000 + i)
        for seed in range(4):
            assert game.determinize(p, seed) == other.determinize(p, seed), (game, p)


SETS = {"send", "defend", "discard", "steal"}


def test_the_view_alone_gives_the_sample(games: list[Game]) -> None:
    """A game loaded from the view knows nothing else.  (Views leave out how far a set of others has come.)"""
    for game, p in observers(games):
        if game.phase in SETS and game.player_to_move != p and game.snapshot()["frames"][-1]["floor"]:
            continue
        loaded = Game.from_position(game.view(p))
        for seed in range(2):
            assert game.determinize(p, seed) == loaded.determinize(p, seed), (game, p)


def test_samples_take_nothing_from_the_seed_of_the_game() -> None:
    """Supplied shuffles and the seed settle what is drawn later; worlds must not know them."""
    game = Game.new(players=2, seed=5, shuffles={"military I": [["rats", "foray"]]})
    first = game.snapshot()
    worlds = [game.determinize(0, seed) for seed in range(30)]
    assert first["seed"] not in {world.snapshot()["seed"] for world in worlds}
    assert len({world.snapshot()["seed"] for world in worlds}) == 30
    assert all(not world.edition.shuffles for world in worlds)
    same = Game.from_snapshot(game.edition, {**first, "seed": 77})
    assert same.determinize(0, 3) == game.determinize(0, 3)


# -- what varies


def test_hidden_parts_vary_with_the_seed() -> None:
    game = Game.new(players=4, seed=3)
    rng = random.Random(3)
    while game.age < 2 or game.phase != "action" or len(game.snapshot()["current_events"]) < 4:
        game.apply(random_move(game, rng))
    worlds = [game.determinize(0, seed).snapshot() for seed in range(60)]
    for key in ("civil_deck", "military_deck", "current_events"):
        assert len({tuple(world[key]) for world in worlds}) > 20, key
    for p in (1, 2, 3):
        hands = {tuple(world["player"][p]["military"]) for world in worlds}
        assert len(hands) > 20 or len(worlds[0]["player"][p]["military"]) < 2
    assert len({tuple(world["player"][0]["military"]) for world in worlds}) == 1


def test_a_world_hardly_ever_is_the_truth() -> None:
    game = next(game.clone() for game in decisions(range(2, 40), most=500) if game.age == 2)
    truth = hidden_parts(game)
    assert all(hidden_parts(game.determinize(0, seed)) != truth for seed in range(200))


# -- nothing leaks


def test_the_view_names_no_hidden_card() -> None:
    """A card that only player 1 knows is nowhere in the view of player 0."""
    boards = [{}, {"military_hand": ["spy", "annex"]}]
    game = Game.from_position(
        {
            "players": boards,
            "age": "II",
            "round": 9,
            "current_events": [{"card": "cold_war", "by": 1, "known_to": [1]}],
            "future_events": [{"card": "terrorism", "by": 1, "known_to": [1]}],
            "discards": {"II": [{"card": "infiltrate", "by": 1, "known_to": [1]}]},
            "renewed": {"II": [{"card": "raid_ii", "known_to": [1]}]},
        }
    )
    seen = str(game.view(0))
    for card in ("spy", "annex", "cold_war", "terrorism", "infiltrate", "raid_ii"):
        assert card in str(game.view(1))
        assert card not in seen
    for key in ("seed", "outcomes"):
        assert key not in game.view(0)


def test_worlds_forget_what_only_others_know_of_a_renewed_deck() -> None:
    known = [{"card": "raid_i", "known_to": [1]}, {"card": "legion", "known_to": "all"}]
    stated = {"players": 2, "age": "I", "round": 5, "renewed": {"I": known}, "drawn_since": {"I": [1, 1]}}
    game = Game.from_position(stated)
    without = Game.from_position({**stated, "renewed": {"I": known[1:]}})
    world = game.determinize(0, 4).snapshot()
    assert [game.edition.ids[card] for card in world["renewed"][1]] == ["legion"]
    assert game.determinize(0, 4) == without.determinize(0, 4)
    assert game.determinize(1, 4) != without.determinize(1, 4)


@pytest.mark.parametrize(
    ("phase", "word"), [("politics", "prepare"), ("discard", "discard"), ("defend", "discard")]
)
def test_others_see_only_the_back_of_a_card_put_face_down(games: list[Game], phase: str, word: str) -> None:
    found = 0
    for game in games:
        for move in game.legal_moves():
            if game.phase != phase or not str(move).startswith(word):
                continue
            age = AGE_NAMES.index(game.edition.card(move.card)["age"])
            found += 1
            for p in range(game.players):
                seen = game.observe(move, p)
                if p == game.player_to_move:
                    assert seen == move.code
                else:
                    assert (seen & 63, seen >> 6 & 255, seen >> 14) == (move.kind, 0, age)
    assert found


def test_others_see_open_moves_as_they_are(games: list[Game]) -> None:
    seen: set[str] = set()
    for game in games:
        for move in game.legal_moves():
            word = str(move).split()[0]
            if word not in ("prepare", "discard"):
                seen.add(word)
                assert all(game.observe(move, p) == move.code for p in range(game.players))
    assert {"aggression", "bid", "defend", "pass", "send", "tactic", "take", "end"} <= seen


# -- knowledge that comes with play


def hand_of(game: Game, p: int) -> dict[str, int]:
    player = game.snapshot()["player"][p]
    known = zip(player["military"], player["military_seen"], strict=True)
    return {game.edition.ids[card]: seen for card, seen in known}


def test_a_refused_pact_stays_known_in_the_hand() -> None:
    hand = ["open_borders_agreement", "legion", "raid_i"]
    game = Game.from_position(
        {"players": [{"military_hand": hand}, {}, {}], "age": "I", "round": 5, "stage": "politics"}
    )
    game.apply("pact open_borders_agreement with 1")
    game.apply("pass")
    assert hand_of(game, 0)["open_borders_agreement"] == 15
    assert all("open_borders_agreement" in hand_of(game.determinize(2, seed), 0) for seed in range(30))


def test_joan_of_arc_knows_the_top_event() -> None:
    events = [{"age": "I", "by": 1}, {"age": "I", "by": 0}, {"age": "I", "by": 1}]
    boards: list[dict[str, Any]] = [{"leader": "joan_of_arc"}, {}]
    game = Game.from_position(
        {
            "players": boards,
            "age": "I",
            "round": 5,
            "current_player": 1,
            "stage": "action",
            "current_events": events,
        }
    )
    game.apply("end turn")
    assert (game.player_to_move, game.phase) == (0, "politics")
    top = game.snapshot()["current_events"][-1]
    assert {game.determinize(0, seed).snapshot()["current_events"][-1] for seed in range(40)} == {top}
    assert len({game.determinize(1, seed).snapshot()["current_events"][-1] for seed in range(40)}) > 1


def test_antiquated_cards_may_come_from_the_renewed_deck() -> None:
    """A card drawn from the renewed deck goes face down to the pile when its age is over."""
    game = Game.from_position(
        {
            "players": [{}, {"military_hand": ["legion"]}],
            "age": "II",
            "round": 9,
            "current_player": 1,
            "stage": "action",
            "renewed": {"I": [{"card": "legion", "known_to": [0]}] * 2},
            "drawn_since": {"I": [0, 1]},
            "civil_deck": 1,
            "row": [None] * 13,
        }
    )
    game.apply("end turn")
    assert game.age == 3
    assert game.snapshot()["discard"][1] == [game.edition.number("legion")]
    assert len({tuple(game.determinize(0, seed).snapshot()["discard"][1]) for seed in range(60)}) > 1
    legion = [game.edition.number("legion")]
    assert any(game.determinize(0, seed).snapshot()["discard"][1] == legion for seed in range(200))


def test_the_truth_keeps_the_rules_of_a_renewed_deck(renewed: list[Game]) -> None:
    """Nothing is ruled out that may be: the real places of renewed cards are places that a sample allows."""
    assert len(renewed) > 50
    checked = 0
    for game, p in observers(renewed):
        s = game.snapshot()
        for age in range(1, 4):
            known = Counter(
                card
                for card, seen in zip(s["renewed"][age], s["renewed_seen"][age], strict=True)
                if seen >> p & 1
            )
            checked += known.total()
            assert all(n <= allowed_places(s, age, p)[card] for card, n in known.items()), (game, p)
    assert checked > 200


def allowed_places(s: dict[str, Any], age: int, observer: int) -> Counter[int]:
    """Cards that lie where a renewed card may lie; those of the box count for every card."""
    late = 64
    found: Counter[int] = Counter(s["military_deck"] if s["age"] == age else [])
    piles = [(s[f"{name}_events"], s[f"{name}_seen"]) for name in ("current", "future")]
    piles.append((s["discard"][age], s["discard_seen"][age]))
    for cards, seen in piles:
        found.update(
            card for card, byte in zip(cards, seen, strict=True) if byte & late and not byte >> observer & 1
        )
    for q, player in enumerate(s["player"]):
        if q != observer and s["drawn_since"][age][q]:
            found.update(player["military"])
    if s["n_removed"][age]:
        found.update(dict.fromkeys(range(256), s["n_removed"][age]))
    return found


# -- playing on


def test_a_world_plays_on_to_the_end(games: list[Game], renewed: list[Game]) -> None:
    for i, (game, p) in enumerate(observers(games + renewed)):
        world = game.determinize(p, i)
        world.random_playout(i)
        assert world.is_over
        assert world.winners


def test_worlds_of_worlds_play_on() -> None:
    """A search samples for one player after another while the game goes on."""
    rng = random.Random(8)
    game = Game.new(players=3, seed=8)
    while not game.is_over:
        p = game.player_to_move
        game = game.determinize(p, rng.getrandbits(32))
        game.apply(random_move(game, rng))
    assert len(game.scores) == 3


def test_an_observer_has_to_be_a_player() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(ValueError, match="players 0 to 1"):
        game.determinize(2, 0)


def test_decisions_are_all_kinds_that_wait_for_a_player() -> None:
    assert len(DECISIONS) == FrameKind.EVENT_DONE - 1
