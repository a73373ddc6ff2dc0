"""Positions that are refused: every mistake with its place, and never anything but an error."""

import copy
import math
import random
from collections import Counter
from typing import Any

import pytest

from engine import Game, PositionError, default_edition
from engine.position import dump
from tests.engine.walks import play, walk

EDITION = default_edition()


def errors(source: Any) -> list[str]:
    with pytest.raises(PositionError) as caught:
        Game.from_position(source)
    return caught.value.errors


BAD = """
edition: base2015
age: I
curent_player: 1
row: [iron, iron, null]
players:
- leader: napoleon_bonaparte
  technologies: {irn: 2, iron: {workers: 90}, philosophy: {blue: 300}}
  wonders: [pyramids]
  unfinished: {wonder: colossus, stages: 9}
  tactic: raid_i
- civil_hand: [pyramids, iron]
  science: -4
  taken_this_turn: [drama]
  ruins: [colossus]
  flags: [tired]
  war: {card: war_over_culture, target: 1}
"""


@pytest.mark.parametrize(
    "expected",
    [
        "unknown key 'curent_player'; did you mean 'current_player'?",
        "row: 3 entries, the row has 13 spaces (null = empty)",
        "players[0].leader: napoleon_bonaparte is a card of Age II, the game is in Age I",
        "players[0].technologies.irn: unknown card 'irn'; did you mean 'iron'?",
        "players[0].technologies.iron.workers: 90 is outside 0..60",
        "players[0].technologies.philosophy.blue: 300 is outside 0..60",
        "players[0].unfinished.stages: 9 is outside 0..1",
        "players[0].tactic: raid_i is of kind aggression, here lies tactic",
        "players[1].civil_hand[0]: pyramids is of kind wonder",
        "players[1].science: -4 is outside 0..30000",
        "players[1].taken_this_turn[0]: drama is not in the civil hand",
        "players[1].ruins[0]: colossus is not among the completed wonders",
        "players[1].flags[0]: unknown flag 'tired'",
        "players[1].war.card: war_over_culture is a card of Age II",
        "players[1].war: expected a card and another player as target",
        "iron: lies in 4 places",
    ],
)
def test_all_errors_are_told_at_once(expected: str) -> None:
    found = errors(BAD)
    assert any(error.startswith(expected) for error in found), found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("players: [\n- 2", "line 2, column 1"),
        ("players: 2\nplayers: 3\n", "line 2, column 1: the key 'players' stands here twice"),
        ("no_such_file.yaml", "cannot be read"),
        ("just text\nno mapping\n", "expected a mapping"),
        (7, "expected a path, a mapping or YAML text"),
        ({}, "the position is empty"),
        ({"players": 5}, "players: expected 2 to 4 boards"),
        ({"players": 2, "hash": "0123"}, "hash: the cards of this edition"),
        ({"players": 2, "format": 9}, "format: 9 is outside 1..1"),
        ({"players": 2, "edition": "base1066"}, "edition: unknown edition 'base1066'"),
        ({"players": 2, "age": "V"}, "age: 'V' is not known"),
        ({"players": 2, "stage": "war"}, "stage: nobody has to decide in this stage"),
        ({"players": 2, "current_events": []}, "current_events: at least one card must lie there"),
        (
            {"players": 2, "current_events": [{"age": "A"}] * 11},
            "current_events[10]: more event cards of Age A",
        ),
        ({"players": 2, "age": "I", "civil_deck": 45}, "civil_deck: 45 cards, but only 44 are unseen"),
        (
            {"players": 2, "age": "I", "military_deck": ["rats", "iron"]},
            "military_deck[1]: iron is of kind mine",
        ),
        (
            {"players": [{"pact": {"card": "open_borders_agreement", "partner": 1}}, {}], "age": "I"},
            "open_borders_agreement: lies in 1 place (players[0].pact.card), it is not used with 2 players",
        ),
        (
            {"players": [{"specials": ["warfare", "strategy"]}, {}], "age": "II"},
            "players[0].specials[1]: a second special technology of type military",
        ),
        (
            {"players": [{"tactic": "legion", "exclusive": False}, {}], "age": "I"},
            "players[0].tactic: legion is neither exclusive nor a common tactic",
        ),
        (
            {"players": [{"military_hand": [{"card": "raid_i", "age": "I"}]}, {}], "age": "I"},
            "players[0].military_hand[0]: expected either `card` or `age`",
        ),
        ({"players": 2, "age": "I", "civil_deck": []}, "civil_deck: its last card ends Age I"),
        ({"players": 2, "military_deck": 3}, "military_deck: there is no such deck in Age A"),
        (
            {"players": 2, "common_tactics": ["legion", "legion"], "age": "I"},
            "common_tactics[1]: legion stands here twice",
        ),
        ({"players": [{"flags": ["resigned"]}, {}]}, "players: 1 of them still in the game"),
        (
            {"players": [{}, {"flags": ["resigned"], "leader": "homer"}, {}]},
            "players[1]: the player has resigned and has nothing left: leader",
        ),
        ({"players": [{"flags": ["resigned"]}, {}, {}]}, "current_player: this player has resigned"),
        (
            {"players": [{"unused_workers": 30, "yellow_bank": 30}, {}]},
            "players[0]: 66 yellow tokens in all, at most 60 are possible",
        ),
        (
            {"players": [{"actions": {"civil_spent": 5}}, {}], "age": "I"},
            "players[0].actions.civil_spent: 5, the cards in play give 4",
        ),
        (
            {"players": [{"technologies": {"philosophy": {"blue": 1}}}, {}]},
            "players[0].technologies.philosophy.blue: no blue tokens lie on this kind of card",
        ),
        ({"players": 2, "age": "I", "round": 9, "last_round": 8}, "last_round: it is over"),
        ({"players": 2, "removed": {"A": 5}}, "removed.A: 5 cards, but 6 are in no other place"),
    ],
)
def test_each_kind_of_mistake_has_its_words(source: Any, expected: str) -> None:
    found = errors(source)
    assert any(error.startswith(expected) for error in found), found


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        ({"kind": "bids"}, "decisions[0].kind: 'bids' is not known; did you mean 'bid'?"),
        ({"player": 0}, "decisions[0]: `kind` is missing"),
        ({"kind": "discard", "player": 0}, "decisions[0]: `amount` is missing"),
        ({"kind": "discard", "player": 3, "amount": 1}, "decisions[0].player: 3 is outside 0..1"),
        ({"kind": "discard", "player": 0, "amount": 0}, "decisions[0].amount: 0 is outside 1..99"),
        ({"kind": "discard", "player": 0, "amount": 1}, "decisions: player 0 has to discard 1 of 0 cards"),
        (
            {"kind": "discard", "player": 0, "amount": 1, "limit": 1},
            "decisions[0].limit: a decision of kind discard has kind, player, card, amount, floor",
        ),
        (
            {"kind": "ruin", "player": 0, "card": "iron"},
            "decisions[0].card: iron is of kind mine, here lies event",
        ),
        ({"kind": "event_done", "player": 0, "card": "rats"}, "decisions[0]: the last entry is the decision"),
        (
            {"kind": "bid", "player": 0, "card": "vast_territory_i"},
            "decisions[0]: the territory has to be that of",
        ),
        ({"kind": "defend", "player": 1, "card": "raid_i"}, "decisions[0]: the aggression and the defender"),
        (
            {"kind": "pact", "player": 0, "target": 1, "card": "raid_i"},
            "decisions[0].card: raid_i is of kind",
        ),
        (
            {"kind": "plunder", "player": 0, "target": 0, "amount": 3, "card": "raid_i"},
            "decisions[0].target: expected another player",
        ),
        (
            {"kind": "free_build", "player": 0, "card": "rats", "build": "iron"},
            "decisions[0]: the technology to build is not in play",
        ),
        ({"kind": "lose_colony", "player": 0, "card": "rats"}, "decisions: player 0 has no colony to lose"),
        (
            {"kind": "mix", "player": 0, "card": "rats", "amount": 0},
            "decisions[0]: `amount` has to be a gain",
        ),
        (
            {"kind": "stage_token", "player": 0, "card": "pyramids", "amount": 1},
            "decisions[0]: the wonder has to be under construction",
        ),
    ],
)
def test_a_decision_that_cannot_arise_is_refused(decision: dict[str, Any], expected: str) -> None:
    found = errors({"players": 2, "age": "I", "decisions": [decision]})
    assert any(error.startswith(expected) for error in found), found


VALUES: list[Any] = [
    None, -1, 0, 1, 3, 255, 256, 10**30, "x", "iron", "raid_i", "homer", "IV", "all", [], {}, True, 1.5,
    math.nan, [1, 2], {"card": "raid_i"}, {"age": "I"}, {None: 1}, ("a",), b"x", [[]], [None],
    "despotism", "discard",
]  # fmt: skip


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(found for key, item in inner for found in places(item, (*place, key)))]


def at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def mutated(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    position = copy.deepcopy(position)
    for _ in range(rng.choice((1, 1, 2, 3))):
        found = [place for place in places(position) if place]
        place = rng.choice(found)
        parent = at(position, place[:-1])
        deed = rng.randrange(4)
        if deed == 0:
            del parent[place[-1]]
        elif deed == 1:
            parent[place[-1]] = copy.deepcopy(at(position, rng.choice(found)))
        elif deed == 2 and isinstance(parent, dict):
            parent[rng.choice(["foo", 1, None, "iron", ("a",)])] = rng.choice(VALUES)
        else:
            parent[place[-1]] = copy.deepcopy(rng.choice(VALUES))
    return position


def nudged(position: dict[str, Any], others: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """A position with some values changed to plausible ones; many of these can be loaded."""
    position = copy.deepcopy(position)
    for _ in range(rng.choice((1, 1, 2, 3))):
        key = rng.choice(sorted(set(position) - {"format", "edition", "hash"}))
        place = rng.choice([place for place in places(position) if place[:1] == (key,)])
        parent, value = at(position, place[:-1]), at(position, place)
        if isinstance(value, bool):
            parent[place[-1]] = not value
        elif isinstance(value, int):
            parent[place[-1]] = rng.choice([value + 1, value - 1, 0, 1, 2, 3, 2 * value, rng.randrange(64)])
        elif isinstance(value, str):
            parent[place[-1]] = rng.choice(
                SAME_KIND.get(value, ["A", "I", "III", "IV", "action", "over", "tactic"])
            )
        elif isinstance(value, list) and value and rng.random() < 0.6:
            value.append(value.pop(rng.randrange(len(value))) if rng.random() < 0.5 else value[0])
        else:
            parent[place[-1]] = found_at(rng.choice(others), place, value)
    if rng.random() < 0.2:
        other = rng.choice(others)
        for key in rng.sample(["decisions", "auction", "attack", "stage", "players", "age"], 2):
            position[key] = copy.deepcopy(other.get(key))
    return position


WORDS = ["A", "I", "III", "IV", "action", "over", "tactic"]
SAME_KIND = {
    card: [other for other in EDITION.ids[1:] if EDITION.kind(other) == EDITION.kind(card)]
    for card in EDITION.ids[1:]
}


def found_at(position: dict[str, Any], place: tuple[Any, ...], default: Any) -> Any:
    try:
        return copy.deepcopy(at(position, place))
    except (KeyError, IndexError, TypeError):
        return default


def survives(source: Any, seed: int) -> bool:
    """Whether the position loads; then it is a game like any other, otherwise the errors say why not."""
    try:
        game = Game.from_position(source)
    except PositionError:
        return False
    assert Game.from_position(game.to_position()) == game
    for observer in range(game.players):
        game.determinize(observer, seed).view(observer)
    assert game.is_over or [str(move) for move in game.legal_moves()]
    game.random_playout(seed)
    assert game.is_over
    assert game.winners
    return True


def decisions_of(players: int) -> list[dict[str, Any]]:
    """Positions of a few games, some for each kind of decision."""
    kinds: Counter[str] = Counter()
    found = []
    for seed in range(5):
        for game in walk(players, seed):
            kinds[game.phase] += 1
            if kinds[game.phase] % 50 < 3:
                found.append(
                    game.to_position(None if kinds[game.phase] % 2 else game.player_to_move % players)
                )
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_position_is_refused_or_played_to_the_end(players: int) -> None:
    rng = random.Random(players)
    found = decisions_of(players)
    loaded = [survives(nudged(rng.choice(found), found, rng), seed) for seed in range(250)]
    assert 40 < sum(loaded) < 210


@pytest.mark.parametrize("seed", range(6))
def test_nothing_but_a_position_error_comes_out(seed: int) -> None:
    rng = random.Random(seed)
    game = play(2 + seed % 3, seed, seed * 40)
    position = game.to_position(rng.choice([None, 0, 1]))
    for _ in range(40):
        survives(mutated(position, rng), seed)


@pytest.mark.parametrize("seed", range(4))
def test_broken_text_is_a_position_error(seed: int) -> None:
    rng = random.Random(seed)
    text = dump(play(2, seed, 100).to_position())
    for _ in range(25):
        letters = list(text)
        for _ in range(3):
            letters[rng.randrange(len(letters))] = rng.choice("{}[]:,-\n\t '\"&*!%#|>@`a1")
        survives("".join(letters) + "\n", seed)
