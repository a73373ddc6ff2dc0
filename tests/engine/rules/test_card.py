"""CARD: levels, what "best" and "in play" mean, and the kinds of technologies."""

from typing import Any

import pytest

from engine import Game
from tests.engine.rules.table import Keys, board, play, position, texts, written


def acting(player: Keys, *others: Keys, **keys: Any) -> Game:
    return position([player, *(others or ({},))], **({"age": "III", "stage": "action"} | keys))


def revealed(event: str, player: Keys, **keys: Any) -> Game:
    player = player | {"military_hand": ["rats"]}
    return play(acting(player, stage="politics", current_events=[event], **keys), "prepare rats")


@pytest.mark.rule("CARD-01")
@pytest.mark.parametrize(
    ("event", "cards"),
    [
        ("impact_of_architecture", ["philosophy", "alchemy", "scientific_method", "computers"]),
        ("impact_of_architecture", ["religion", "theology", "organized_religion", None]),
        ("impact_of_architecture", [None, "drama", "opera", "movies"]),
        ("impact_of_competition", ["warriors", "swordsmen", "riflemen", "modern_infantry"]),
        ("impact_of_competition", [None, "bread_and_circuses", "team_sports", "professional_sports"]),
        ("impact_of_competition", [None, "knights", "cavalrymen", "tanks"]),
        ("impact_of_competition", [None, None, "cannon", "rockets"]),
    ],
)
def test_levels_of_buildings_and_units(event: str, cards: list[str | None]) -> None:
    for level, card in enumerate(cards):
        if card is not None:
            workers = {"philosophy": 0, "warriors": 0} | {card: 2}
            game = revealed(event, {"technologies": workers, "unused_workers": 9})
            assert board(game)["culture"] == 1 + 2 * level  # one for preparing


@pytest.mark.rule("CARD-02")
@pytest.mark.parametrize(
    ("technologies", "science"),
    [
        ({"philosophy": 1}, 1),
        ({"philosophy": 1, "alchemy": 0}, 1),
        ({"philosophy": 1, "alchemy": 1}, 3 + 1),
        ({"philosophy": 0, "alchemy": 1, "computers": 0}, 2 + 1),
        ({"philosophy": 0, "alchemy": 1, "journalism": 1}, 4 + 2),
    ],
)
def test_best_means_with_a_worker(technologies: dict[str, int], science: int) -> None:
    game = acting({"leader": "isaac_newton", "technologies": technologies})
    assert board(game)["science_rating"] == science


@pytest.mark.rule("CARD-02")
def test_the_best_mine_needs_a_worker() -> None:
    player = {"wonders": ["transcontinental_railroad"], "technologies": {"bronze": 2, "iron": 1, "oil": 0}}
    assert board(acting(player))["mine_rate"] == 2 + 2 * 2


@pytest.mark.rule("CARD-03")
def test_cards_in_hand_are_not_in_play() -> None:
    hand = {"civil_hand": ["homer", "computers", "military_theory", "monarchy"], "science": 20}
    game = acting(hand)
    now = board(game)
    assert (now["ma_total"], now["strength"], now["happiness"], now["urban_limit"]) == (2, 1, 0, 2)
    assert "build computers" not in texts(game)
    # Iconoclasm removes leaders in play, Impact of Technology counts technologies in play.
    game = revealed("iconoclasm", hand)
    assert "homer" in written(game)["civil_hand"]
    game = revealed("impact_of_technology", hand | {"technologies": {"oil": 0, "rockets": 0, "coal": 0}})
    assert board(game)["culture"] == 1 + 8


@pytest.mark.rule("CARD-03")
def test_common_tactics_are_in_play() -> None:
    game = acting({}, common_tactics=["legion"])
    assert "copy legion" in texts(game)
    assert "copy phalanx" not in texts(game)


@pytest.mark.rule("CARD-04")
@pytest.mark.parametrize(
    ("card", "science"),
    [
        ("iron", 1),
        ("monarchy", 1),
        ("warfare", 1),
        ("swordsmen", 1),
        ("drama", 1),
        ("reserves_i", 0),
        ("michelangelo", 0),
        ("taj_mahal", 0),
    ],
)
def test_technologies_are_cards_with_a_science_cost(card: str, science: int) -> None:
    game = acting({"leader": "aristotle"}, row=[card, *[None] * 12])
    play(game, f"take {card}")
    assert board(game)["science"] == science


@pytest.mark.rule("CARD-05", "TECH-03")
@pytest.mark.parametrize(
    "line",
    [
        ["code_of_laws", "justice_system", "civil_service"],
        ["warfare", "strategy", "military_theory"],
        ["cartography", "navigation", "satellites"],
        ["masonry", "architecture", "engineering"],
    ],
)
def test_of_each_type_only_the_highest_applies(line: list[str]) -> None:
    others = {"warfare", "cartography", "masonry", "code_of_laws"} - set(line)
    for old, new in ((0, 1), (1, 2), (0, 2), (1, 0), (2, 0), (2, 1)):
        specials = [line[old], *others]
        game = acting({"specials": specials, "civil_hand": [line[new]], "science": 20})
        play(game, f"develop {line[new]}")
        stays = line[max(old, new)]
        assert set(written(game)["specials"]) == {stays, *others}
        lower = game.edition.number(line[min(old, new)])
        assert game.snapshot()["gone"][lower] >= 1


@pytest.mark.rule("CARD-05")
def test_the_lower_technology_no_longer_counts() -> None:
    game = acting({"specials": ["warfare"], "civil_hand": ["strategy"], "science": 8})
    assert (board(game)["ma_total"], board(game)["strength"]) == (3, 2)
    play(game, "develop strategy")
    assert (board(game)["ma_total"], board(game)["strength"]) == (4, 4)


@pytest.mark.rule("CARD-06", "TECH-05")
def test_there_is_exactly_one_government() -> None:
    game = acting({"civil_hand": ["monarchy"], "science": 8})
    assert "build despotism" not in texts(game)
    play(game, "develop monarchy")
    assert written(game)["government"] == "monarchy"
    assert (board(game)["ca_total"], board(game)["ma_total"]) == (5, 3)
    assert not [move for move in texts(game) if "monarchy" in move or "despotism" in move]


@pytest.mark.rule("CARD-07")
def test_farms_and_mines_store_without_workers() -> None:
    technologies = {"iron": 0, "irrigation": 0, "bronze": 0, "agriculture": 0}
    player = {"technologies": technologies, "civil_hand": ["reserves_iii"]}
    game = play(acting(player), "reserves_iii resources")
    assert written(game)["technologies"]["iron"]["blue"] == 2
    game = play(acting(player), "reserves_iii food")
    assert written(game)["technologies"]["irrigation"]["blue"] == 2
    # There is no limit but the tokens.
    full = {"technologies": {"bronze": {"workers": 2, "blue": 30}}}
    game = play(acting(full), "end turn")
    assert written(game)["technologies"]["bronze"]["blue"] == 32
