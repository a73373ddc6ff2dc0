"""Texts of moves: unique, readable, and found again from what people type."""

import random
import re
from pathlib import Path

import pytest

from engine import Game, IllegalMove, default_edition, notation, vocabulary
from engine.notation import Parts, find_move, move_text, move_texts
from engine.vocabulary import Choice, MoveFlag, MoveKind
from tests.engine.walks import walk

PXD = "".join(
    Path(vocabulary.__file__).with_name(name).read_text() for name in ("types.pxd", "state.pxd", "cards.pxd")
)
COUNTERS = {"SPECIAL_TYPES", "FRAME_KINDS", "MOVE_KINDS", "TURN_FLAGS", "NO_KIND"}


def enumerators(name: str) -> dict[str, int]:
    """Names and numbers of a C enumeration, read from the declarations."""
    body = re.search(rf"cdef enum(?: {name}:.*|: +# {name})\n((?:    .*\n|\n)+)", PXD)
    assert body is not None
    values, value = {}, 0
    for line in body.group(1).splitlines():
        for item in filter(None, (part.strip() for part in line.split("#")[0].split(","))):
            item, _, number = (part.strip() for part in item.partition("="))
            value = int(number) if number else value
            values[item] = value
            value += 1
    return values


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("Age", "AGE_"),
        ("Kind", ""),
        ("SpecialType", "SPECIAL_"),
        ("Stage", "STAGE_"),
        ("FrameKind", "[FC]_"),
        ("MoveKind", "M_"),
        ("Choice", "CHOOSE_"),
        ("MoveFlag", "FLAG_"),
        ("PlayerFlag", ""),
    ],
)
def test_python_enumerations_agree_with_the_c_level(name: str, prefix: str) -> None:
    declared = enumerators(name)
    expected = {
        re.sub(f"^{prefix}", "", key): value for key, value in declared.items() if key not in COUNTERS
    }
    assert {member.name: member.value for member in getattr(vocabulary, name)} == expected


@pytest.mark.parametrize(
    "name",
    [
        "LEVELS", "STORES", "UNIT_FIRST", "URBAN_FIRST", "WORKER_KINDS", "SLOTS", "ROW_SPACES", "MAX_PLAYERS",
        "MAX_CIVIL_HAND", "MAX_MILITARY_HAND", "MAX_DECK", "MAX_EVENTS", "MAX_FRAMES", "SEEN_ALL",
        "SEEN_BY_SHIFT", "SEEN_LATE", "DECK_CIVIL", "DECK_MILITARY", "DECK_EVENTS",
    ],
)  # fmt: skip
def test_python_sizes_agree_with_the_c_level(name: str) -> None:
    declared = re.search(rf"^    {name} = (\d+)", PXD, re.MULTILINE)
    assert declared is not None
    assert getattr(vocabulary, name) == int(declared.group(1))


def number(card_id: str) -> int:
    return default_edition().number(card_id)


def text(parts: Parts, phase: str = "action", legal: tuple[Parts, ...] = ()) -> str:
    return move_text(default_edition(), *parts, phase, [parts, *legal])


@pytest.mark.parametrize(
    ("kind", "card", "a", "b", "flags", "phase", "expected"),
    [
        (MoveKind.TAKE, "iron", 4, 0, 0, "action", "take iron"),
        (MoveKind.TAKE, "iron", 4, 0, MoveFlag.MA, "action", "take iron +ma"),
        (MoveKind.POPULATION, "", 0, 0, MoveFlag.RESOURCE, "action", "increase population +resource"),
        (MoveKind.BUILD, "bronze", 0, 0, MoveFlag.MA | MoveFlag.FOOD, "action", "build bronze +ma +food"),
        (MoveKind.UPGRADE, "bronze", "iron", 0, 0, "action", "upgrade bronze>iron"),
        (MoveKind.DESTROY, "bronze", 0, 0, 0, "action", "destroy bronze"),
        (MoveKind.DESTROY, "warriors", 0, 0, 0, "action", "disband warriors"),
        (MoveKind.WONDER, "", 0, 2, 0, "action", "wonder 2"),
        (MoveKind.REVOLUTION, "monarchy", 0, 0, 0, "action", "revolution monarchy"),
        (MoveKind.LEADER, "homer", 0, 0, 0, "action", "play homer"),
        (MoveKind.ACTION, "stockpile", 0, 0, 0, "action", "stockpile"),
        (MoveKind.ACTION_BUILD, "rich_land_i", "iron", 0, 0, "action", "rich_land_i build iron"),
        (MoveKind.ACTION_UPGRADE, "rich_land_i", "bronze", 5, 0, "action", "rich_land_i upgrade bronze>iron"),
        (MoveKind.USE, "winston_churchill", 0, Choice.CULTURE, 0, "action", "use winston_churchill culture"),
        (MoveKind.USE, "frederick_barbarossa", "knights", 0, 0, "action", "use frederick_barbarossa knights"),
        (MoveKind.AGGRESSION, "raid_i", 2, 0, 0, "politics", "aggression raid_i vs 2"),
        (MoveKind.PACT, "open_borders_agreement", 2, 0, 0, "politics", "pact open_borders_agreement with 2"),
        (MoveKind.CANCEL, "open_borders_agreement", 2, 0, 0, "politics", "cancel open_borders_agreement"),
        (MoveKind.BID, "", 0, 4, 0, "bid", "bid 4"),
        (MoveKind.CHOOSE, "warriors", 0, 0, 0, "send", "send warriors"),
        (MoveKind.CHOOSE, "military_bonus_ii", 0, 0, 0, "defend", "defend military_bonus_ii"),
        (MoveKind.FACE_DOWN, "legion", 0, 0, 0, "defend", "discard legion"),
        (MoveKind.CHOOSE, "bronze", 0, 0, 0, "lose_population", "lose worker bronze"),
        (MoveKind.CHOOSE, "", 0, Choice.RESOURCES, 0, "food_or_resource", "gain resources"),
        (MoveKind.SPLIT, "", 2, 1, 0, "mix", "food 2 resources 1"),
    ],
)
def test_text_of_each_form(
    kind: int, card: str, a: int | str, b: int, flags: int, phase: str, expected: str
) -> None:
    a = number(a) if isinstance(a, str) else a
    assert text(Parts(kind, number(card) if card else 0, a, b, flags), phase) == expected


def test_only_a_dearer_copy_names_its_space() -> None:
    iron = number("iron")
    moves = [Parts(MoveKind.TAKE, iron, 9), Parts(MoveKind.TAKE, iron, 3)]
    assert move_texts(default_edition(), moves, "action") == ["take iron 9", "take iron"]


def test_choices_sides_and_owners_are_named_where_they_differ() -> None:
    reserves, pact = number("reserves_i"), number("trade_routes_agreement")
    moves = [
        Parts(MoveKind.ACTION, reserves, 0, Choice.FOOD),
        Parts(MoveKind.ACTION, reserves, 0, Choice.RESOURCES),
    ]
    assert move_texts(default_edition(), moves, "action") == ["reserves_i food", "reserves_i resources"]
    moves = [Parts(MoveKind.PACT, pact, 2, 0), Parts(MoveKind.PACT, pact, 2, 1)]
    assert move_texts(default_edition(), moves, "politics")[1] == "pact trade_routes_agreement with 2 as B"
    moves = [Parts(MoveKind.CANCEL, pact, 0), Parts(MoveKind.CANCEL, pact, 2)]
    assert move_texts(default_edition(), moves, "politics")[1] == "cancel trade_routes_agreement of 2"


LEGAL = [
    "take library_of_alexandria",
    "take iron",
    "take iron 7",
    "take iron +ma",
    "take st_peters_basilica",
    "take irrigation",
    "take julius_caesar",
    "increase population",
    "upgrade bronze>iron",
    "rich_land_i build iron",
    "rich_land_ii build iron",
    "wonder 1",
    "wonder 12",
    "resign",
    "end turn",
]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("take libr", "take library_of_alexandria"),
        ("Take Library of Alexandria", "take library_of_alexandria"),
        ("TAKE   iron", "take iron"),
        ("take iro", "take iron"),
        ("take iron 7", "take iron 7"),
        ("take iron + ma", "take iron +ma"),
        ("take St. Peter's Basilica", "take st_peters_basilica"),
        ("inc pop", "increase population"),
        ("take caesar", "take julius_caesar"),
        ("end", "end turn"),
        ("upgrade Bronze > Iron", "upgrade bronze>iron"),
        ("rich-land i build iron", "rich_land_i build iron"),
        ("wonder 1", "wonder 1"),
    ],
)
def test_people_may_type_freely(typed: str, found: str) -> None:
    assert find_move(typed, LEGAL, default_edition()) == found


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("take irn", "'irn' is neither a card nor a kind of move"),
        ("take ir", "ambiguous"),
        ("rich land build iron", "ambiguous"),
        ("bid 3", "no move that begins with 'bid' is legal now"),
        ("take iron 9", "not legal now"),
        ("", "no move is named"),
    ],
)
def test_what_is_not_legal_is_explained(typed: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(reason)) as caught:
        find_move(typed, LEGAL, default_edition())
    message = str(caught.value)
    assert f"`legal` lists all {len(LEGAL)}" in message
    assert 1 <= sum(f"`{move}`" in message for move in LEGAL) <= notation.MOST_SUGGESTIONS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_text_of_a_game_is_unique_and_found_again(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in walk(players, seed):
        moves = game.legal_moves()
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts), game.phase
        for i in rng.sample(range(len(moves)), min(3, len(moves))):
            assert find_move(texts[i], moves, game.edition) == moves[i]
            assert find_move(texts[i].upper().replace("_", " "), moves, game.edition) == moves[i]


def test_an_illegal_move_leaves_the_game_as_it_was() -> None:
    game = Game.new(players=2, seed=1)
    before = game.clone()
    with pytest.raises(IllegalMove, match="`build iron`: no move that begins with 'build' is legal now"):
        game.apply("build iron")
    with pytest.raises(IllegalMove, match=r"move 0x[0-9a-f]{8} is not legal here"):
        game.apply_code(12345)
    assert game == before


def test_a_move_of_another_position_is_refused() -> None:
    game = Game.new(players=2, seed=1)
    take = next(move for move in game.legal_moves() if move.kind == MoveKind.TAKE)
    game.apply(take)
    with pytest.raises(IllegalMove, match="nearest legal moves"):
        game.apply(take)


def test_the_document_names_every_decision_and_word() -> None:
    document = (Path(__file__).resolve().parents[2] / "docs" / "moves.md").read_text()
    for phase in notation.CHOICE_WORDS:
        assert f"`{phase}`" in document
    patterns = [*notation.WORDS.values(), *notation.CARD_WORDS.values(), *notation.CHOICE_WORDS.values()]
    for pattern in patterns:
        assert f"`{pattern.split(' {}')[0]}" in document, pattern


def test_the_whole_name_of_another_card_is_no_part_of_a_name() -> None:
    legal = ["prepare impact_of_agriculture", "pass"]
    assert find_move("prepare agric", legal, default_edition()) == legal[0]
    with pytest.raises(IllegalMove):
        find_move("prepare agriculture", legal, default_edition())
