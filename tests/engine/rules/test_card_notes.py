"""Rulings on single cards that are not told with the leaders, wonders and attacks."""

import pytest

from engine import Game
from tests.engine.rules.phases import (
    acting,
    civil_actions,
    food,
    politics,
    resources,
    reveal,
    row,
    stored,
    workers,
)
from tests.engine.rules.table import Keys, board, play, texts, written

CIVILIZATION = "development_of_civilization"


@pytest.mark.rule("CARDNOTE-20", "EVENT-14")
def test_development_of_civilization_offers_one_deed_a_little_cheaper() -> None:
    mine: Keys = {
        "technologies": stored(food=1, resources=2, iron=0, swordsmen=0),
        "civil_hand": ["theology", "iron", "homer", "stockpile"],
        "science": 1,
        "actions": {"civil_spent": 4, "military_spent": 1},
    }
    game = reveal(CIVILIZATION, mine)
    assert (game.phase, game.player_to_move) == ("development", 0)
    assert sorted(texts(game)) == sorted(
        ["increase population", "build agriculture", "build bronze", "build philosophy", "build religion",
         "develop theology", "pass"]
    )  # fmt: skip
    grown = play(game.clone(), "increase population")
    assert (food(grown), board(grown)["unused"], board(grown)["ca_spent"]) == (0, 2, 4)
    built = play(game.clone(), "build philosophy")
    assert (resources(built), workers(built, "philosophy"), board(built)["ca_spent"]) == (0, 2, 4)
    developed = play(game.clone(), "develop theology")
    assert (board(developed)["science"], "theology" in written(developed)["technologies"]) == (0, True)
    nothing = play(game, "pass")
    assert (food(nothing), resources(nothing), board(nothing)["science"]) == (1, 2, 1)


@pytest.mark.rule("CARDNOTE-20")
@pytest.mark.parametrize(
    ("mine", "missing"),
    [
        ({"technologies": stored(food=0, resources=1)}, "increase population"),
        (
            {"technologies": stored(food=1), "yellow_bank": 0, "science": 1, "civil_hand": ["theology"]},
            "increase population",
        ),
        ({"technologies": stored(food=1, resources=0)}, "build bronze"),
        ({"technologies": stored(food=1, resources=9), "unused_workers": 0}, "build bronze"),
        ({"technologies": stored(food=1, resources=9, philosophy=2)}, "build philosophy"),
        ({"technologies": stored(food=1), "science": 0, "civil_hand": ["theology"]}, "develop theology"),
    ],
)
def test_development_of_civilization_follows_the_usual_rules(mine: Keys, missing: str) -> None:
    game = reveal(CIVILIZATION, mine)
    assert game.phase == "development"
    assert missing not in texts(game)


@pytest.mark.rule("CARDNOTE-20", "EVENT-07")
def test_development_of_civilization_asks_clockwise() -> None:
    hungry = {"technologies": stored(food=1)}
    game = reveal(CIVILIZATION, hungry, {}, hungry)
    play(game, "increase population")
    assert (game.phase, game.player_to_move) == ("development", 2)
    play(game, "increase population")
    assert [board(game, p)["unused"] for p in range(3)] == [2, 1, 2]


@pytest.mark.rule("CARDNOTE-20", "CARDNOTE-37")
def test_discounts_of_an_increase_add_up() -> None:
    game = play(reveal(CIVILIZATION, {"leader": "moses"}), "increase population")
    assert (board(game)["unused"], board(game)["yellow_bank"]) == (2, 17)


@pytest.mark.rule("CARDNOTE-21")
def test_a_ruin_yields_two_culture_instead_of_its_effects() -> None:
    game = reveal("ravages_of_time", {"wonders": ["hanging_gardens"]})
    assert written(game)["ruins"] == ["hanging_gardens"]
    assert (board(game)["culture_rating"], board(game)["happiness"]) == (2, 0)


@pytest.mark.rule("CARDNOTE-21", "RATING-25")
@pytest.mark.parametrize(("spent", "left"), [(0, 4), (1, 4), (3, 2)])
def test_ruined_pyramids_take_a_spent_action_first(spent: int, left: int) -> None:
    game = reveal("ravages_of_time", {"wonders": ["pyramids"], "actions": {"civil_spent": spent}})
    assert (board(game)["ca_total"], civil_actions(game)) == (4, left)


@pytest.mark.rule("CARDNOTE-21", "CARDNOTE-41")
def test_a_ruined_library_lowers_both_hand_limits() -> None:
    game = reveal("ravages_of_time", {"wonders": ["library_of_alexandria"]})
    assert (board(game)["civil_limit"], board(game)["military_limit"]) == (4, 2)


@pytest.mark.rule("CARDNOTE-41")
def test_the_library_raises_limits_but_no_totals() -> None:
    player = board(acting({"wonders": ["library_of_alexandria"]}))
    assert (player["civil_limit"], player["military_limit"]) == (5, 3)
    assert (player["ca_total"], player["ma_total"]) == (4, 2)


# -- International Agreement

ROW = {1: "iron", 2: "stockpile", 6: "alchemy", 10: "drama", 13: "colossus"}


def agreement(mine: Keys, *others: Keys, cards: dict[int, str] | None = None, **keys: object) -> Game:
    return reveal("international_agreement", mine, *(others or ({},)), **{"row": row(cards or ROW), **keys})


@pytest.mark.rule("CARDNOTE-22", "EVENT-14")
def test_the_strongest_takes_cards_worth_five_actions() -> None:
    game = agreement({"actions": {"civil_spent": 2}})
    assert (game.phase, game.player_to_move) == ("take_cards", 0)
    assert sorted(texts(game)) == [
        "done",
        "take alchemy",
        "take colossus",
        "take drama",
        "take iron",
        "take stockpile",
    ]
    play(game, "take drama")
    assert sorted(texts(game)) == ["done", "take alchemy", "take iron", "take stockpile"]
    play(game, "take iron")
    assert sorted(texts(game)) == ["done", "take stockpile"]
    play(game, "take stockpile")
    assert (game.phase, civil_actions(game)) == ("action", 2)
    assert sorted(written(game)["civil_hand"]) == ["drama", "iron", "stockpile"]


@pytest.mark.rule("CARDNOTE-22", "EVENT-08")
@pytest.mark.parametrize(("strengths", "chooser"), [((1, 2), 1), ((1, 1), 0), ((1, 1, 3), 2)])
def test_the_strongest_chooses(strengths: tuple[int, ...], chooser: int) -> None:
    game = agreement(*({"technologies": {"warriors": n}} for n in strengths))
    assert (game.phase, game.player_to_move) == ("take_cards", chooser)


@pytest.mark.rule("CARDNOTE-22", "TAKE-02", "WONDER-01")
def test_the_usual_limits_hold() -> None:
    mine = {"civil_hand": ["coal", "opera", "riflemen", "cannon"], "wonders": ["pyramids", "hanging_gardens"]}
    full = agreement({**mine, "civil_hand": [*mine["civil_hand"], "knights"]})
    # Three actions for the space and one for each wonder: exactly five.
    assert sorted(texts(full)) == ["done", "take colossus"]
    dear = agreement({"wonders": ["pyramids", "hanging_gardens", "great_wall"], "leaders_taken": ["II"]},
                     cards={13: "colossus", 1: "james_cook", 2: "iron"})  # fmt: skip
    assert sorted(texts(dear)) == ["done", "take iron"]


@pytest.mark.rule("CARDNOTE-22", "POLITICS-01")
def test_taking_gives_up_the_next_politics_phase() -> None:
    game = play(agreement({}), "take iron", "done")
    assert written(game)["flags"] == ["skips_politics"]
    play(game, "end turn", "pass", "end turn")
    assert (game.phase, game.player_to_move, written(game).get("flags", [])) == ("action", 0, [])
    game = play(agreement({}), "done")
    assert written(game).get("flags", []) == []
    play(game, "end turn", "pass", "end turn")
    assert (game.phase, game.player_to_move) == ("politics", 0)


@pytest.mark.rule("CARDNOTE-23", "ACTIONCARD-02")
def test_action_cards_taken_by_the_agreement_may_be_played_at_once() -> None:
    game = play(agreement({}), "take stockpile", "done")
    assert "stockpile" in texts(game)


@pytest.mark.rule("CARDNOTE-22")
def test_aristotle_scores_for_technologies_taken_by_the_agreement() -> None:
    game = play(agreement({"leader": "aristotle"}), "take iron", "take stockpile", "done")
    assert board(game)["science"] == 1


@pytest.mark.rule("CARDNOTE-24")
def test_the_row_slides_and_is_filled_without_clearing() -> None:
    deck = ["coal", "opera", "riflemen", "cannon", "journalism", "strategy", "navigation", "republic",
    "architecture",
            "justice_system", "cavalrymen"]  # fmt: skip
    game = play(agreement({}, civil_deck=deck), "take iron", "done")
    kept = ["stockpile", "alchemy", "drama", "colossus"]
    assert game.to_position()["row"] == kept + deck[: 13 - len(kept)]
    assert game.to_position()["civil_deck"] == deck[9:]
    none = play(agreement({}, civil_deck=deck), "done")
    assert none.to_position()["row"] == ["iron", *kept, *deck[:8]]


@pytest.mark.rule("CARDNOTE-25", "AGE-17")
def test_the_agreement_works_in_the_last_round() -> None:
    game = agreement({}, age="IV", round=20, last_round=20)
    play(game, "take iron", "done")
    assert written(game)["civil_hand"] == ["iron"]
    assert game.to_position()["row"] == ["stockpile", "alchemy", "drama", "colossus"] + [None] * 9


@pytest.mark.rule("CARDNOTE-26", "AGE-20", "AGE-21", "AGE-22")
@pytest.mark.parametrize(("current", "last"), [(0, 12), (1, 13)])
def test_the_refill_may_end_age_three(current: int, last: int) -> None:
    boards: list[Keys] = [{}, {}]
    boards[current]["military_hand"] = ["rats"]
    boards[current]["technologies"] = {"warriors": 2}
    game = politics(
        *boards, age="III", round=12, row=row(ROW), civil_deck=["oil", "tanks"], current_player=current,
        current_events=["international_agreement"],
    )  # fmt: skip
    play(game, "prepare rats", "done")
    position = game.to_position()
    assert (position["age"], position["last_round"]) == ("IV", last)
    assert [board(game, p)["yellow_bank"] for p in (0, 1)] == [16, 16]


@pytest.mark.rule("CARDNOTE-26", "AGE-22")
def test_the_refill_may_end_an_earlier_age() -> None:
    game = play(agreement({"leader": "homer"}, civil_deck=["coal", "opera"]), "done")
    position = game.to_position()
    assert (position["age"], len([card for card in position["row"] if card])) == ("III", 13)
    assert "leader" not in written(game)
