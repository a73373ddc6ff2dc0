"""What each leader and each wonder does."""

import pytest

from tests.engine.rules.phases import (
    acting,
    blue,
    civil_actions,
    end_turn,
    food,
    military_actions,
    politics,
    resources,
    reveal,
    row,
    stored,
    workers,
)  # fmt: skip
from tests.engine.rules.table import Keys, board, play, texts, written

IDLE = {"agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0, "warriors": 0}


def rated(rating: str, mine: Keys, *others: Keys) -> int:
    """A rating of a board without other workers."""
    mine = {**mine, "technologies": IDLE | mine.get("technologies", {})}
    found: int = board(acting(mine, *others, age="III"))[rating]
    return found


# -- leaders of Age A


@pytest.mark.rule("CARDNOTE-40")
def test_alexander_strengthens_every_unit() -> None:
    units = {"warriors": 2, "knights": 1, "cannon": 1, "air_forces": 1, "bread_and_circuses": 1}
    plain = rated("strength", {"technologies": units})
    assert rated("strength", {"technologies": units, "leader": "alexander_the_great"}) == plain + 5


@pytest.mark.rule("CARDNOTE-40")
def test_alexander_retires_for_a_yellow_token() -> None:
    game = play(
        politics({"leader": "alexander_the_great", "civil_hand": ["moses"]}), "use alexander_the_great"
    )
    player = board(game)
    assert "leader" not in written(game)
    assert (game.phase, player["yellow_bank"], player["unused"], player["strength"]) == ("action", 19, 1, 1)
    assert (civil_actions(game), "replaced_leader" in written(game).get("flags", [])) == (4, False)
    assert "alexander_the_great" in game.to_position()["gone"]


@pytest.mark.rule("TAKE-01")
def test_aristotle_scores_for_technologies_taken() -> None:
    cards = row({1: "iron", 2: "monarchy", 3: "warfare", 4: "joan_of_arc", 5: "stockpile", 6: "colossus"})
    mine = {"leader": "aristotle", "government": "republic"}
    game = acting(mine, {}, {}, row=cards, age="II")
    scored = []
    for card in ("iron", "monarchy", "warfare", "joan_of_arc", "stockpile", "colossus"):
        before = board(game)["science"]
        play(game, f"take {card}")
        scored.append(board(game)["science"] - before)
    assert scored == [1, 1, 1, 0, 0, 0]


@pytest.mark.rule("CARDNOTE-37")
def test_hammurabi_takes_leaders_for_one_action_less() -> None:
    cards = row({5: "joan_of_arc", 6: "james_cook", 13: "sid_meier", 1: "iron"})
    game = acting({"leader": "hammurabi"}, row=cards, age="III")
    for card, left in (("joan_of_arc", 4), ("james_cook", 3), ("sid_meier", 1), ("iron", 0)):
        play(game, f"take {card}")
        assert civil_actions(game) == left
    free = acting(
        {"leader": "hammurabi", "actions": {"civil_spent": 4, "military_spent": 2}}, row=cards, age="III"
    )
    assert [text for text in texts(free) if text.startswith("take")] == ["take joan_of_arc"]


@pytest.mark.rule("CARDNOTE-37", "CARDNOTE-44")
def test_hammurabi_pays_one_civil_action_with_a_military_one_each_turn() -> None:
    game = acting({"leader": "hammurabi", "actions": {"civil_spent": 2}}, row=row({10: "iron", 1: "knights"}))
    assert "take iron" not in texts(game)
    play(game, "take iron +ma")
    assert (civil_actions(game), military_actions(game)) == (0, 1)
    assert not [text for text in texts(game) if "+ma" in text]
    play(game, "end turn")
    assert board(game)["n_military"] == 1


@pytest.mark.rule("CARDNOTE-37")
def test_hammurabi_needs_a_military_action_and_the_rest_in_civil_ones() -> None:
    cards = row({10: "iron"})
    none = acting({"leader": "hammurabi", "actions": {"military_spent": 2}}, row=cards)
    assert not [text for text in texts(none) if "+ma" in text]
    short = acting({"leader": "hammurabi", "actions": {"civil_spent": 3}}, row=cards)
    assert "take iron +ma" not in texts(short)
    assert "destroy bronze +ma" in texts(acting({"leader": "hammurabi", "actions": {"civil_spent": 4}}))
    assert "disband warriors +ma" not in texts(acting({"leader": "hammurabi"}))


@pytest.mark.rule("CARDNOTE-37")
def test_hammurabi_serves_every_civil_action() -> None:
    mine = {
        "leader": "hammurabi",
        "actions": {"civil_spent": 4},
        "technologies": stored(food=2, resources=6, iron=0),
        "science": 8,
        "civil_hand": [
            "monarchy",
            "stockpile",
            "frugality_a",
            "rich_land_a",
            "breakthrough_i",
            "joan_of_arc",
        ],
        "unfinished": {"wonder": "colossus", "stages": 0},
    }
    expected = {
        "increase population +ma", "build bronze +ma", "upgrade bronze>iron +ma", "destroy bronze +ma",
        "wonder 1 +ma",
        "develop monarchy +ma", "play joan_of_arc +ma", "stockpile +ma", "frugality_a +ma",
        "rich_land_a build iron +ma",
        "breakthrough_i develop monarchy +ma",
    }  # fmt: skip
    game = acting(mine)
    assert expected <= set(texts(game))
    assert "revolution monarchy" not in texts(game)
    for move in expected:
        after = play(game.clone(), move)
        assert (board(after)["ma_spent"], board(after)["ca_spent"]) in ((1, 4), (1, 3))
        assert "used_military_as_civil" in written(after)["flags"]


@pytest.mark.rule("CARDNOTE-44")
def test_hammurabis_ability_goes_with_him() -> None:
    game = play(
        acting({"leader": "hammurabi", "civil_hand": ["joan_of_arc"]}),
        "destroy bronze +ma",
        "play joan_of_arc",
    )
    assert military_actions(game) == 1 + 1
    assert not [text for text in texts(game) if "+ma" in text]
    unused = play(acting({"leader": "hammurabi", "civil_hand": ["joan_of_arc"]}), "play joan_of_arc")
    assert not [text for text in texts(unused) if "+ma" in text]


@pytest.mark.rule("CARDNOTE-01")
def test_homer_gives_a_happy_face_and_one_resource_for_units_each_turn() -> None:
    mine = {"leader": "homer", "technologies": stored(resources=3), "unused_workers": 2}
    game = acting(mine)
    assert board(game)["happiness"] == 1
    play(game, "build warriors")
    assert resources(game) == 2
    play(game, "build warriors")
    assert resources(game) == 0
    exact = {**mine, "technologies": stored(resources=1)}
    assert "build warriors" in texts(acting(exact))
    assert "build warriors" not in texts(acting({**exact, "flags": ["used_turn_resource"]}))
    assert "build warriors" not in texts(acting({**exact, "technologies": stored(resources=0)}))
    assert "build bronze" not in texts(acting(exact))


@pytest.mark.rule("CARDNOTE-01")
def test_homers_resource_also_pays_upgrades_and_comes_before_others() -> None:
    mine = {"leader": "homer", "technologies": stored(resources=0, swordsmen=0)}
    game = play(acting(mine), "upgrade warriors>swordsmen")
    assert workers(game, "swordsmen") == 1
    both = play(acting({**mine, "actions": {"unit_resources": 3}}), "build warriors")
    assert board(both)["unit_resources"] == 2


@pytest.mark.rule("CARDNOTE-01")
def test_homers_resource_stays_for_the_turn_in_which_he_leaves() -> None:
    replaced = play(acting(homer_replaced()), "play joan_of_arc")
    assert board(replaced)["unit_resources"] == 1
    spent = play(acting(homer_replaced(flags=["used_turn_resource"])), "play joan_of_arc")
    assert board(spent)["unit_resources"] == 0
    removed = reveal("iconoclasm", {"leader": "homer"}, {})
    assert board(removed)["unit_resources"] == 1
    other = reveal("iconoclasm", {}, {"leader": "homer"})
    assert board(other, 1)["unit_resources"] == 0


def homer_replaced(**mine: object) -> Keys:
    return {"leader": "homer", "civil_hand": ["joan_of_arc"], **mine}


@pytest.mark.rule("CARDNOTE-02")
def test_homer_may_be_slid_under_a_completed_wonder() -> None:
    game = play(acting(homer_replaced(wonders=["colossus", "pyramids"])), "play joan_of_arc")
    assert (game.phase, texts(game)) == ("tuck", ["tuck colossus", "tuck pyramids", "pass"])
    declined = play(game.clone(), "pass")
    assert (civil_actions(declined), board(declined)["happiness"]) == (5, 0)
    assert "homer" in declined.to_position()["gone"]
    play(game, "tuck colossus")
    assert (civil_actions(game), board(game)["happiness"]) == (4, 1)
    assert written(game)["tucked"] == {"leader": "homer", "wonder": "colossus"}
    assert (written(game)["leader"], "replaced_leader" in written(game)["flags"]) == ("joan_of_arc", True)


@pytest.mark.rule("CARDNOTE-02")
@pytest.mark.parametrize("mine", [{}, {"wonders": ["colossus"], "ruins": ["colossus"]},
                                  {"unfinished": {"wonder": "colossus", "stages": 1}}])  # fmt: skip
def test_homer_needs_a_completed_wonder_to_lie_under(mine: Keys) -> None:
    game = play(acting(homer_replaced(**mine)), "play joan_of_arc")
    assert (game.phase, civil_actions(game)) == ("action", 4)


@pytest.mark.rule("CARDNOTE-02")
def test_homer_is_not_slid_when_an_event_removes_him() -> None:
    game = reveal("iconoclasm", {"leader": "homer", "wonders": ["colossus"]})
    assert (game.phase, "leader" in written(game), board(game)["happiness"]) == ("action", False, 0)


@pytest.mark.rule("CARDNOTE-03")
@pytest.mark.parametrize(
    ("mine", "happiness"),
    [
        ({"wonders": ["colossus"]}, 1),
        ({"wonders": ["colossus"], "ruins": ["colossus"]}, 1),
        ({"wonders": ["colossus", "st_peters_basilica"]}, 1 + 1 + 1),
        ({"wonders": ["colossus", "st_peters_basilica"], "ruins": ["colossus"]}, 1 + 1 + 1),
        ({"wonders": ["colossus", "hanging_gardens"]}, 1 + 2),
    ],
)
def test_homers_face_counts_as_printed_on_the_wonder(mine: Keys, happiness: int) -> None:
    tucked = {"leader": "homer", "wonder": "colossus"}
    assert rated("happiness", {**mine, "tucked": tucked}) == happiness


@pytest.mark.rule("CARDNOTE-03")
def test_homers_face_brings_no_second_extra_one() -> None:
    wonders = ["hanging_gardens", "st_peters_basilica"]
    plain = rated("happiness", {"wonders": wonders})
    for wonder in wonders:
        tucked = {"leader": "homer", "wonder": wonder}
        assert rated("happiness", {"wonders": wonders, "tucked": tucked}) == plain + 1


@pytest.mark.rule("CARDNOTE-03", "CARDNOTE-34")
def test_michelangelo_counts_homers_face() -> None:
    mine = {
        "leader": "michelangelo",
        "wonders": ["colossus"],
        "tucked": {"leader": "homer", "wonder": "colossus"},
    }
    assert rated("culture_rating", mine) == 1
    assert rated("culture_rating", {**mine, "ruins": ["colossus"]}) == 2 + 1


@pytest.mark.rule("CARDNOTE-40")
def test_caesar_adds_strength_and_a_military_action() -> None:
    player = board(acting({"leader": "julius_caesar"}))
    assert (player["strength"], player["ma_total"]) == (2, 3)


@pytest.mark.rule("CARDNOTE-40", "POLITICS-01")
def test_caesar_allows_a_second_political_action_once_per_game() -> None:
    mine = {"leader": "julius_caesar", "military_hand": ["rats", "foray", "crusades"]}
    events = {"current_events": ["development_of_science", "development_of_crafts"]}
    game = play(politics(mine, **events), "prepare rats")
    assert game.phase == "politics"
    play(game, "prepare foray")
    assert (game.phase, board(game)["culture"]) == ("action", 2)
    assert written(game)["flags"] == ["used_extra_politics"]
    used = politics({**mine, "flags": ["used_extra_politics"]}, **events)
    assert play(used, "prepare rats").phase == "action"


@pytest.mark.rule("CARDNOTE-40", "POLITICS-01")
def test_caesars_second_action_is_kept_when_it_is_declined() -> None:
    mine = {"leader": "julius_caesar", "military_hand": ["rats", "foray"]}
    game = play(politics(mine), "pass")
    assert (game.phase, written(game).get("flags", [])) == ("action", [])
    game = play(politics(mine, current_events=["development_of_science"]), "prepare rats", "pass")
    assert (game.phase, written(game).get("flags", [])) == ("action", [])


@pytest.mark.rule("CARDNOTE-37")
@pytest.mark.parametrize(("bank", "price"), [(18, 1), (16, 2), (12, 3), (8, 4), (4, 6)])
def test_moses_saves_a_food(bank: int, price: int) -> None:
    mine = {"leader": "moses", "yellow_bank": bank, "technologies": stored(food=price)}
    assert food(play(acting(mine), "increase population")) == 0
    assert "increase population" not in texts(acting({**mine, "technologies": stored(food=price - 1)}))
    ordered = play(acting({**mine, "civil_hand": ["frugality_a"]}), "frugality_a")
    assert food(ordered) == 1


# -- leaders of Age I


@pytest.mark.rule("COLONY-15", "COLONY-16")
def test_columbus_settles_a_territory_of_the_hand() -> None:
    mine = {"leader": "christopher_columbus", "military_hand": ["vast_territory_i", "rats"]}
    game = politics(mine, current_events=["development_of_science"])
    play(game, "use christopher_columbus vast_territory_i")
    player = board(game)
    assert (written(game)["colonies"], written(game)["military_hand"]) == (["vast_territory_i"], ["rats"])
    assert (player["yellow_bank"], food(game), player["blue_bank"]) == (18 + 3, 3, 16 - 1 - 3)
    assert (player["culture"], player["science"], workers(game, "warriors")) == (0, 0, 1)
    assert ("leader" in written(game), game.phase, civil_actions(game)) == (False, "action", 4)
    assert game.to_position()["current_events"] == ["development_of_science"]


def test_columbus_needs_a_territory() -> None:
    game = politics({"leader": "christopher_columbus", "military_hand": ["rats"]})
    assert not [text for text in texts(game) if text.startswith("use")]


BARBAROSSA = {"leader": "frederick_barbarossa", "unused_workers": 0}


@pytest.mark.rule("CARDNOTE-37")
def test_barbarossa_levies_a_worker_as_a_unit() -> None:
    mine = {**BARBAROSSA, "technologies": stored(food=1, resources=1)}
    game = play(acting(mine), "use frederick_barbarossa warriors")
    player = board(game)
    assert (food(game), resources(game), player["yellow_bank"], player["unused"]) == (0, 0, 17, 0)
    assert (workers(game, "warriors"), military_actions(game), civil_actions(game)) == (2, 1, 4)


@pytest.mark.rule("CARDNOTE-37")
@pytest.mark.parametrize(
    "mine",
    [
        {"technologies": stored(food=0, resources=1)},
        {"technologies": stored(food=1, resources=0)},
        {"technologies": stored(food=9, resources=9), "yellow_bank": 0},
        {"technologies": stored(food=9, resources=9), "actions": {"military_spent": 2}},
    ],
)
def test_barbarossa_needs_both_prices_a_token_and_an_action(mine: Keys) -> None:
    assert not [text for text in texts(acting({**BARBAROSSA, **mine})) if text.startswith("use")]


@pytest.mark.rule("CARDNOTE-37", "PAY-17")
def test_barbarossa_works_repeatedly_with_any_unit_and_other_discounts() -> None:
    technologies = stored(food=4, resources=3, knights=0)
    mine = {**BARBAROSSA, "technologies": technologies, "actions": {"unit_resources": 1}}
    game = play(acting(mine), "use frederick_barbarossa knights")
    assert (resources(game), board(game)["unit_resources"]) == (2, 0)
    play(game, "use frederick_barbarossa knights")
    assert (resources(game), food(game), workers(game, "knights"), military_actions(game)) == (0, 2, 2, 0)


@pytest.mark.rule("CARDNOTE-37", "PAY-20")
@pytest.mark.parametrize(
    ("side", "stock", "legal"),
    [
        ("A", (2, 0), ["+food"]), ("A", (2, 1), ["", "+food"]), ("A", (1, 1), [""]), ("A", (1, 0), []),
        ("B", (0, 2), ["+resource"]), ("B", (1, 2), ["", "+resource"]), ("B", (1, 1), [""]),
        ("B", (0, 1), []),
    ],
)  # fmt: skip
def test_barbarossa_with_trade_routes(side: str, stock: tuple[int, int], legal: list[str]) -> None:
    pact = {"card": "trade_routes_agreement", "partner": 1, "side": side}
    game = acting({**BARBAROSSA, "pact": pact, "technologies": stored(*stock)}, {}, {})
    move = "use frederick_barbarossa warriors"
    assert [text for text in texts(game) if text.startswith("use")] == [
        f"{move} {way}".strip() for way in legal
    ]
    for way in legal:
        after = play(game.clone(), f"{move} {way}".strip())
        assert food(after) + resources(after) == sum(stock) - 2


ARMIES = [
    ("heavy_cavalry", {"warriors": 3}, 3 + 4), ("heavy_cavalry", {"warriors": 2}, 2),
    ("heavy_cavalry", {"warriors": 2, "knights": 1}, 4 + 4), ("phalanx", {"warriors": 3}, 3 + 3),
    ("medieval_army", {"warriors": 2}, 2 + 2), ("medieval_army", {"warriors": 4}, 4 + 4),
    ("medieval_army", {"warriors": 1, "knights": 1}, 3 + 2), ("medieval_army", {"knights": 2}, 4),
    ("legion", {"warriors": 3}, 3 + 2), ("conquistadors", {"swordsmen": 3}, 6 + 5),
    ("conquistadors", {"warriors": 3}, 3 + 3),
    ("conquistadors", {"swordsmen": 4, "warriors": 2}, 8 + 2 + 5 + 3),
    ("conquistadors", {"swordsmen": 2, "warriors": 1}, 5 + 3),
    ("conquistadors", {"swordsmen": 2, "knights": 1, "warriors": 3}, 6 + 3 + 5 + 3),
]  # fmt: skip


@pytest.mark.rule("CARDNOTE-04")
@pytest.mark.parametrize(("tactic", "units", "strength"), ARMIES)
def test_genghis_khans_infantry_rides(tactic: str, units: dict[str, int], strength: int) -> None:
    mine = {"leader": "genghis_khan", "tactic": tactic, "technologies": units}
    assert rated("strength", mine) == strength


@pytest.mark.rule("CARDNOTE-04")
def test_genghis_khans_infantry_stays_infantry_for_other_cards() -> None:
    mine = {"leader": "genghis_khan", "tactic": "heavy_cavalry", "technologies": {"warriors": 3}}
    assert rated("strength", {**mine, "wonders": ["great_wall"]}) == 3 + 4 + 3
    assert rated("strength", {**mine, "leader": None}) == 3


@pytest.mark.rule("CARDNOTE-05")
@pytest.mark.parametrize(
    ("others", "culture"),
    [
        ((1,), 3),
        ((2,), 3),
        ((3,), 0),
        ((3, 1), 3),
        ((3, 2), 3),
        ((2, 2), 3),
        ((3, 3), 0),
        ((3, 2, 2), 3),
        ((3, 3, 1), 0),
    ],
)
def test_genghis_khan_scores_among_the_two_strongest(others: tuple[int, ...], culture: int) -> None:
    rivals = [{"technologies": {"warriors": n}} for n in others]
    game = acting({"leader": "genghis_khan", "technologies": {"warriors": 2}}, *rivals)
    assert board(play(game, "end turn"))["culture"] == culture


@pytest.mark.rule("CARDNOTE-05")
def test_genghis_khan_with_two_players_left_has_to_be_the_strongest() -> None:
    mine = {"leader": "genghis_khan"}
    game = acting(mine, {"technologies": {"warriors": 2}}, {"flags": ["resigned"]})
    assert board(play(game, "end turn"))["culture"] == 0


@pytest.mark.rule("CARDNOTE-35")
@pytest.mark.parametrize(
    ("mine", "more"),
    [
        ({}, 0), ({"technologies": {"religion": 2}}, 2), ({"technologies": {"theology": 2}}, 4),
        ({"government": "theocracy"}, 1 + 1), ({"government": "communism"}, 0),
        ({"technologies": {"drama": 2}}, 0),
        ({"wonders": ["hanging_gardens"]}, 0),
        ({"technologies": {"religion": 1}, "wonders": ["st_peters_basilica"]}, 2),
        ({"government": "theocracy", "wonders": ["st_peters_basilica"]}, 1 + 2),
        ({"colonies": ["historic_territory_i"]}, 0),
    ],
)  # fmt: skip
def test_joan_of_arc_draws_strength_from_faith(mine: Keys, more: int) -> None:
    assert rated("strength", {**mine, "leader": "joan_of_arc"}) == more
    assert rated("culture_rating", {"leader": "joan_of_arc"}) == 1
    assert rated("ma_total", {"leader": "joan_of_arc"}) == 3


@pytest.mark.rule("CARDNOTE-35")
@pytest.mark.parametrize(("leader", "known"), [("joan_of_arc", [1]), ("moses", [])])
def test_joan_of_arc_looks_at_the_top_event(leader: str, known: list[int]) -> None:
    game = play(acting({}, {"leader": leader}), "end turn")
    assert (game.phase, game.player_to_move) == ("politics", 1)
    assert game.to_position().get("top_event_known_to", []) == known


@pytest.mark.rule("CARDNOTE-35")
def test_the_look_of_joan_of_arc_ends_when_the_event_is_revealed() -> None:
    mine = {"leader": "joan_of_arc", "military_hand": ["rats"]}
    events = ["development_of_science", "development_of_crafts"]
    game = politics(mine, current_events=events, top_event_known_to=[0])
    play(game, "prepare rats")
    assert game.to_position().get("top_event_known_to", []) == []


SCHOLARS = ["leonardo_da_vinci", "isaac_newton", "albert_einstein"]


@pytest.mark.rule("CARDNOTE-33", "CARD-02")
@pytest.mark.parametrize("leader", SCHOLARS)
@pytest.mark.parametrize(
    ("buildings", "plain", "bonus"),
    [
        ({}, 0, 0), ({"philosophy": 2}, 2, 0), ({"alchemy": 1}, 2, 1), ({"alchemy": 2}, 4, 1),
        ({"printing_press": 1}, 1, 1), ({"alchemy": 1, "journalism": 1}, 4, 2),
        ({"computers": 1, "journalism": 1}, 7, 3),
        ({"alchemy": 1, "computers": 0}, 2, 1), ({"multimedia": 1}, 3, 3),
        ({"theology": 2, "opera": 1}, 0, 0),
    ],
)  # fmt: skip
def test_scholars_add_the_level_of_the_best_lab_or_library(
    leader: str, buildings: dict[str, int], plain: int, bonus: int
) -> None:
    assert rated("science_rating", {"technologies": buildings}) == plain
    assert rated("science_rating", {"technologies": buildings, "leader": leader}) == plain + bonus


@pytest.mark.rule("CARDNOTE-33")
@pytest.mark.parametrize(("bank", "gain"), [(1, 1), (0, 0)])
def test_leonardo_gains_a_resource_for_each_technology(bank: int, gain: int) -> None:
    mine = {
        "leader": "leonardo_da_vinci",
        "science": 10,
        "civil_hand": ["iron", "warfare"],
        "blue_bank": bank,
    }
    game = play(acting(mine), "develop iron")
    assert (resources(game), board(game)["blue_bank"]) == (gain, 0)
    mine["blue_bank"] = 9
    game = play(acting(mine), "develop iron", "develop warfare")
    assert resources(game) == 2


@pytest.mark.rule("CARDNOTE-34")
@pytest.mark.parametrize(
    ("mine", "plain", "faces"),
    [
        ({"technologies": {"religion": 2}}, 2, 2), ({"technologies": {"theology": 1}}, 1, 2),
        ({"technologies": {"drama": 1, "opera": 1}}, 5, 2), ({"wonders": ["hanging_gardens"]}, 1, 2),
        ({"wonders": ["kremlin"]}, 2, 0), ({"wonders": ["kremlin", "great_wall"]}, 3, 1),
        ({"wonders": ["hanging_gardens"], "ruins": ["hanging_gardens"]}, 2, 0),
        ({"technologies": {"bread_and_circuses": 2}}, 0, 0), ({"government": "theocracy"}, 1, 0),
        ({"colonies": ["historic_territory_i"]}, 0, 0),
        ({"technologies": {"religion": 1, "drama": 1}, "wonders": ["st_peters_basilica"]}, 5, 2 + 2 + 1),
    ],
)  # fmt: skip
def test_michelangelo_turns_faces_into_culture(mine: Keys, plain: int, faces: int) -> None:
    assert rated("culture_rating", mine) == plain
    assert rated("culture_rating", {**mine, "leader": "michelangelo"}) == plain + faces


@pytest.mark.rule("CARDNOTE-34", "WONDER-01")
def test_michelangelo_pays_no_surcharge_but_the_space() -> None:
    mine = {"leader": "michelangelo", "wonders": ["colossus", "hanging_gardens", "great_wall"]}
    game = play(acting(mine, row=row({6: "pyramids"})), "take pyramids")
    assert civil_actions(game) == 2


# -- leaders of Age II


@pytest.mark.rule("CARDNOTE-08")
def test_newton_gets_the_action_back_also_by_breakthrough() -> None:
    mine = {"leader": "isaac_newton", "civil_hand": ["breakthrough_i", "iron"], "science": 5}
    game = play(acting({**mine, "actions": {"civil_spent": 1}}, age="II"), "breakthrough_i develop iron")
    assert civil_actions(game) == 3


@pytest.mark.rule("CARDNOTE-39")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_cook_counts_colonies(count: int) -> None:
    colonies = ["vast_territory_i", "wealthy_territory_i", "inhabited_territory_i"][:count]
    assert rated("culture_rating", {"leader": "james_cook", "colonies": colonies}) == (0, 2, 3, 4)[count]


@pytest.mark.rule("CARDNOTE-39", "COLONY-02")
@pytest.mark.parametrize(("leader", "most"), [("james_cook", 1 + 1 + 2), ("isaac_newton", 1 + 1)])
def test_cook_may_discard_two_cards_for_a_force(leader: str, most: int) -> None:
    hand = ["military_bonus_i", "raid_i", "enslave", "legion"]
    game = reveal("vast_territory_i", {"leader": leader, "military_hand": hand}, age="II")
    assert texts(game) == [*(f"bid {n + 1}" for n in range(most)), "pass"]


@pytest.mark.rule("CARDNOTE-39")
def test_cooks_discards_are_two_at_most_and_follow_a_unit() -> None:
    mine = {"leader": "james_cook", "military_hand": ["raid_i", "enslave", "legion"]}
    game = play(reveal("vast_territory_i", mine, age="II"), "bid 2")
    assert texts(game) == ["send warriors"]
    play(game, "send warriors")
    assert texts(game) == ["discard legion", "discard enslave", "discard raid_i"]
    play(game, "discard legion")
    assert texts(game) == ["discard enslave", "discard raid_i", "done"]
    play(game, "discard enslave")
    assert texts(game) == ["done"]
    play(game, "done")
    assert (written(game)["colonies"], written(game)["military_hand"]) == (["vast_territory_i"], ["raid_i"])


@pytest.mark.rule("CARDNOTE-39", "COLONY-11")
def test_cooks_discards_add_to_a_bonus_card() -> None:
    mine = {"leader": "james_cook", "military_hand": ["military_bonus_i", "raid_i", "legion"]}
    game = play(reveal("vast_territory_i", mine, age="II"), "bid 4")
    play(game, "send warriors", "discard legion", "discard raid_i", "send military_bonus_i")
    assert (written(game)["colonies"], written(game)["military_hand"]) == (["vast_territory_i"], [])
    assert len(game.to_position()["discards"]["I"]) == 3


@pytest.mark.rule("CARDNOTE-09")
def test_bach_adds_culture_and_cheapens_theater_technologies() -> None:
    leader = "johann_sebastian_bach"
    buildings = {"drama": 2, "opera": 1, "printing_press": 1}
    assert rated("culture_rating", {"technologies": buildings, "leader": leader}) == 4 + 3 + 1 + 3
    mine = {"leader": leader, "civil_hand": ["opera", "journalism"], "science": 5}
    game = acting(mine, age="II")
    assert "develop journalism" not in texts(game)
    play(game, "develop opera")
    assert board(game)["science"] == 0
    assert "develop opera" not in texts(acting({**mine, "science": 4}, age="II"))


def bach(technologies: Keys, **mine: object) -> Keys:
    return {"leader": "johann_sebastian_bach", "technologies": technologies, "unused_workers": 0, **mine}


@pytest.mark.rule("CARDNOTE-09")
@pytest.mark.parametrize(
    ("old", "new", "price"),
    [
        ("philosophy", "drama", 1), ("religion", "opera", 5), ("alchemy", "drama", 0),
        ("journalism", "opera", 0),
        ("bread_and_circuses", "movies", 8), ("computers", "movies", 0), ("theology", "opera", 3),
    ],
)  # fmt: skip
def test_bach_turns_any_urban_building_into_a_theater(old: str, new: str, price: int) -> None:
    technologies = stored(resources=price, philosophy=0) | {old: 1, new: 0}
    game = play(acting(bach(technologies), age="III"), f"upgrade {old}>{new}")
    assert (resources(game), workers(game, old), workers(game, new), civil_actions(game)) == (0, 0, 1, 3)
    if price:
        short = technologies | {"bronze": {"workers": 2, "blue": price - 1}}
        assert f"upgrade {old}>{new}" not in texts(acting(bach(short), age="III"))


@pytest.mark.rule("CARDNOTE-09")
def test_bach_converts_once_a_turn_upwards_and_within_the_limit() -> None:
    technologies = stored(resources=20, philosophy=2, journalism=1, drama=1, opera=0)
    game = acting(bach(technologies), age="II")
    legal = [text for text in texts(game) if text.startswith("upgrade")]
    assert sorted(legal) == ["upgrade drama>opera", "upgrade journalism>opera", "upgrade philosophy>drama",
                             "upgrade philosophy>opera"]  # fmt: skip
    ordinary = play(game.clone(), "upgrade drama>opera")
    assert "upgrade philosophy>opera" in texts(ordinary)
    once = play(game.clone(), "upgrade philosophy>drama")
    assert [text for text in texts(once) if text.startswith("upgrade")] == ["upgrade drama>opera"]
    roomy = play(acting(bach(technologies, government="monarchy"), age="II"), "upgrade philosophy>drama")
    assert [text for text in texts(roomy) if text.startswith("upgrade")] == ["upgrade drama>opera"]
    used = acting(bach(technologies, flags=["used_conversion"]), age="II")
    assert "upgrade philosophy>drama" not in texts(used)
    full = acting(bach(technologies | {"drama": 2}), age="II")
    assert [text for text in texts(full) if text.startswith("upgrade")] == ["upgrade drama>opera"]


@pytest.mark.rule("CARDNOTE-09", "ACTIONCARD-03", "ACTIONCARD-04")
@pytest.mark.parametrize(("card", "discount"), [("urban_growth_ii", 3), ("efficient_upgrade_ii", 3)])
def test_bachs_conversion_may_be_ordered_by_an_action_card(card: str, discount: int) -> None:
    technologies = stored(resources=5 - discount, religion=2, philosophy=0, opera=0)
    mine = bach(technologies, civil_hand=[card], government="monarchy")
    game = play(acting(mine, age="II"), f"{card} upgrade religion>opera")
    assert (resources(game), workers(game, "opera"), civil_actions(game)) == (0, 1, 4)
    assert "used_conversion" in written(game)["flags"]
    short = {**mine, "technologies": technologies | {"bronze": {"workers": 2, "blue": 4 - discount}}}
    assert f"{card} upgrade religion>opera" not in texts(acting(short, age="II"))
    used = acting({**mine, "flags": ["used_conversion"]}, age="II")
    assert f"{card} upgrade religion>opera" not in texts(used)
    plain = acting({**mine, "leader": "james_cook"}, age="II")
    assert f"{card} upgrade religion>opera" not in texts(plain)


@pytest.mark.rule("CARDNOTE-09", "UPGRADE-03")
def test_bachs_conversion_counts_both_costs_with_discounts() -> None:
    technologies = stored(resources=3, religion=1, opera=0)
    game = play(acting(bach(technologies, specials=["architecture"]), age="II"), "upgrade religion>opera")
    assert resources(game) == 0


@pytest.mark.rule("CARDNOTE-40")
@pytest.mark.parametrize(
    ("units", "plain", "types"),
    [
        ({}, 0, 0), ({"warriors": 3}, 3, 1), ({"warriors": 1, "swordsmen": 1}, 3, 1),
        ({"warriors": 1, "knights": 1}, 3, 2),
        ({"warriors": 1, "knights": 1, "cannon": 1}, 6, 3),
        ({"warriors": 1, "knights": 1, "cannon": 1, "air_forces": 2}, 16, 4),
        ({"warriors": 1, "knights": 0}, 1, 1),
    ],
)  # fmt: skip
def test_napoleon_adds_strength_for_each_type_of_unit(units: dict[str, int], plain: int, types: int) -> None:
    assert rated("strength", {"technologies": units}) == plain
    assert rated("strength", {"technologies": units, "leader": "napoleon_bonaparte"}) == plain + 2 * types


@pytest.mark.rule("CARDNOTE-39")
@pytest.mark.parametrize(
    ("libraries", "theaters", "pairs"),
    [(0, 0, 0), (1, 0, 0), (0, 2, 0), (1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 2)],
)
def test_shakespeare_scores_pairs(libraries: int, theaters: int, pairs: int) -> None:
    buildings = {"printing_press": libraries, "opera": theaters}
    mine = {"technologies": buildings, "leader": "william_shakespeare"}
    assert rated("culture_rating", mine) == libraries + 3 * theaters + 2 * pairs
    assert rated("happiness", mine) == theaters + 1


@pytest.mark.rule("CARDNOTE-39")
@pytest.mark.parametrize(
    ("present", "building", "cost", "discount"),
    [
        ("printing_press", "drama", 4, 1), ("drama", "printing_press", 3, 1), ("drama", "opera", 8, 0),
        ("printing_press", "journalism", 8, 0), ("printing_press", "alchemy", 6, 0), (None, "drama", 4, 0),
    ],
)  # fmt: skip
def test_shakespeare_cheapens_buildings(present: str | None, building: str, cost: int, discount: int) -> None:
    def legal(stock: int) -> list[str]:
        technologies = (
            stored(resources=stock, philosophy=0) | {building: 0} | ({present: 1} if present else {})
        )
        return texts(acting({"leader": "william_shakespeare", "technologies": technologies}, age="II"))

    assert f"build {building}" in legal(cost - discount)
    assert f"build {building}" not in legal(cost - discount - 1)


@pytest.mark.rule("CARDNOTE-39")
@pytest.mark.parametrize(
    ("present", "card", "cost", "discount"),
    [
        ("printing_press", "drama", 3, 1), ("drama", "printing_press", 3, 1), ("drama", "opera", 7, 0),
        ("printing_press", "iron", 5, 0), (None, "opera", 7, 0),
    ],
)  # fmt: skip
def test_shakespeare_cheapens_technologies(present: str | None, card: str, cost: int, discount: int) -> None:
    def legal(science: int) -> list[str]:
        technologies = {present: 1} if present else {}
        mine = {
            "leader": "william_shakespeare",
            "technologies": technologies,
            "civil_hand": [card],
            "science": science,
        }
        return texts(acting(mine, age="II"))

    assert f"develop {card}" in legal(cost - discount)
    assert f"develop {card}" not in legal(cost - discount - 1)


@pytest.mark.rule("CARDNOTE-39", "UPGRADE-03")
def test_shakespeares_discount_leaves_the_difference_of_an_upgrade() -> None:
    technologies = stored(resources=4, printing_press=1, drama=1, opera=0)
    mine = {"leader": "william_shakespeare", "technologies": technologies, "unused_workers": 0}
    game = play(acting(mine, age="II"), "upgrade drama>opera")
    assert resources(game) == 0


# -- leaders of Age III


@pytest.mark.rule("TECH-04")
def test_einstein_scores_for_each_technology() -> None:
    mine = {"leader": "albert_einstein", "science": 10, "civil_hand": ["iron", "irrigation"]}
    game = play(acting(mine, age="III"), "develop iron", "develop irrigation")
    assert board(game)["culture"] == 6


@pytest.mark.rule("CARDNOTE-10")
def test_gates_lets_labs_produce_resources() -> None:
    labs = {"philosophy": 1, "alchemy": 2, "scientific_method": 1, "computers": 1}
    mine = {"leader": "bill_gates", "technologies": IDLE | labs, "unused_workers": 3}
    start = acting(mine, age="III")
    assert (board(start)["resource_rate"], board(start)["mine_rate"]) == (2 + 2 + 3, 0)
    game = end_turn(start)
    assert [blue(game, card) for card in labs] == [0, 2, 1, 1]
    assert (resources(game), board(game)["blue_bank"]) == (7, 12)
    without = end_turn(acting({**mine, "leader": None}, age="III"))
    assert resources(without) == 0


@pytest.mark.rule("CARDNOTE-10", "PROD-09")
@pytest.mark.parametrize(
    ("bank", "tokens"), [(1, (1, 0, 0, 0)), (2, (1, 1, 0, 0)), (3, (1, 1, 1, 0)), (4, (1, 1, 1, 1))]
)
def test_labs_and_mines_produce_by_level(bank: int, tokens: tuple[int, ...]) -> None:
    cards = {"oil": 1, "computers": 1, "coal": 1, "scientific_method": 1}
    mine = {"leader": "bill_gates", "technologies": IDLE | cards, "blue_bank": bank, "unused_workers": 3}
    game = end_turn(acting(mine, age="III"))
    assert tuple(blue(game, card) for card in cards) == tokens


@pytest.mark.rule("CARDNOTE-10", "CARDNOTE-11", "PAY-12")
def test_tokens_on_labs_pay_and_make_change() -> None:
    cards = IDLE | {"computers": {"workers": 1, "blue": 1}, "scientific_method": {"workers": 1}, "bronze": 2}
    gates = play(acting({"leader": "bill_gates", "technologies": cards, "civil_hand": ["rich_land_a"]},
    age="III"),
                 "rich_land_a build bronze")  # fmt: skip
    # A token of 3 pays 1: the change of 2 lies on Scientific Method.
    assert (blue(gates, "computers"), blue(gates, "scientific_method"), blue(gates, "bronze")) == (0, 1, 0)
    gone = play(acting({"technologies": cards}, age="III"), "build bronze")
    assert (blue(gone, "computers"), blue(gone, "scientific_method"), blue(gone, "bronze")) == (0, 0, 1)


@pytest.mark.rule("CARDNOTE-10", "PAY-10")
def test_lower_mines_pay_before_labs_and_labs_before_better_mines() -> None:
    cards = {"bronze": {"blue": 1}, "alchemy": {"workers": 1, "blue": 1}, "iron": {"blue": 1},
    "coal": {"blue": 1},
             "scientific_method": {"blue": 1}, "computers": {"blue": 1}}  # fmt: skip
    start = acting({"leader": "bill_gates", "technologies": cards, "unused_workers": 4}, age="III")
    game = play(start, "build bronze")
    assert [blue(game, card) for card in cards] == [0, 0, 1, 1, 1, 1]
    play(game, "build bronze")
    assert [blue(game, card) for card in cards] == [0, 0, 0, 1, 1, 1]
    play(game, "build bronze")
    assert [blue(game, card) for card in cards] == [0, 0, 0, 1, 0, 1]


GATES = {"leader": "bill_gates", "technologies": {"philosophy": 1, "alchemy": 1, "computers": 2}}


@pytest.mark.rule("CARDNOTE-11")
def test_gates_scores_when_he_is_replaced() -> None:
    game = play(acting({**GATES, "civil_hand": ["james_cook"]}, age="III"), "play james_cook")
    assert board(game)["culture"] == 1 + 2 * 3
    assert board(game)["resource_rate"] == 2


@pytest.mark.rule("CARDNOTE-11")
def test_gates_scores_when_he_is_removed() -> None:
    game = reveal("iconoclasm", GATES, age="IV", round=20, last_round=20)
    assert board(game)["culture"] == 1 + 7
    mine = {"military_hand": ["infiltrate"], "technologies": {"warriors": 5}}
    game = play(politics(mine, GATES, age="III"), "aggression infiltrate vs 1")
    assert (board(game, 1)["culture"], board(game)["culture"]) == (7, 9)


@pytest.mark.rule("CARDNOTE-11", "END-GAME-05")
def test_gates_scores_at_the_end_of_the_game() -> None:
    game = acting({}, GATES, age="IV", round=20, last_round=20, current_player=1, current_events=["rats"])
    play(game, "end turn")
    assert game.is_over
    assert game.scores == [0, 7]


@pytest.mark.rule("CARDNOTE-13")
@pytest.mark.parametrize(
    ("buildings", "culture"),
    [
        ({}, 0),
        ({"drama": 1}, 2 + 2),
        ({"movies": 2}, 8 + 4),
        ({"opera": 2, "drama": 1}, 8 + 3),
        ({"opera": 1, "movies": 0}, 6),
    ],
)
def test_chaplin_doubles_the_best_theater(buildings: dict[str, int], culture: int) -> None:
    mine = {"technologies": buildings, "leader": "charlie_chaplin"}
    assert rated("culture_rating", mine) == culture
    assert rated("happiness", mine) == 2 + sum(buildings.values())


@pytest.mark.rule("CARDNOTE-32")
def test_gandhi_attacks_nobody() -> None:
    mine = {
        "military_hand": ["raid_i", "war_over_culture"],
        "technologies": {"warriors": 9},
        "government": "communism",
    }
    legal = texts(politics(mine, age="III"))
    assert {"aggression raid_i vs 1", "war war_over_culture vs 1"} <= set(legal)
    peaceful = texts(politics({**mine, "leader": "mahatma_gandhi"}, age="III"))
    assert not [text for text in peaceful if text.startswith(("aggression", "war"))]
    assert rated("culture_rating", {"leader": "mahatma_gandhi"}) == 2


@pytest.mark.rule("CARDNOTE-32")
@pytest.mark.parametrize(
    ("available", "legal"), [(1, {"spy"}), (2, {"spy", "gandhi spy"}), (3, {"war", "spy", "gandhi spy"})]
)
def test_attacks_on_gandhi_cost_double(available: int, legal: set[str]) -> None:
    mine = {
        "military_hand": ["spy", "war_over_culture"],
        "technologies": {"warriors": 9},
        "government": "communism",
    }
    mine["actions"] = {"military_spent": 5 - available}
    gandhi = {"leader": "mahatma_gandhi", "science": 5}
    moves = {"aggression spy vs 1": "gandhi spy", "aggression spy vs 2": "spy",
             "war war_over_culture vs 1": "gandhi war", "war war_over_culture vs 2": "war"}  # fmt: skip
    game = politics(mine, gandhi, {}, age="III")
    assert {moves[text] for text in texts(game) if text in moves} == legal
    if available == 2:
        play(game, "aggression spy vs 1")
        assert (military_actions(game), board(game)["science"]) == (0, 5)


@pytest.mark.rule("CARDNOTE-32")
def test_a_war_on_gandhi_costs_six() -> None:
    mine = {"military_hand": ["war_over_culture"], "government": "communism", "specials": ["warfare"]}
    game = play(politics(mine, {"leader": "mahatma_gandhi"}, age="III"), "war war_over_culture vs 1")
    assert military_actions(game) == 0


@pytest.mark.rule("CARDNOTE-39")
@pytest.mark.parametrize(
    ("labs", "science", "culture"),
    [({"computers": 2}, 8, 6), ({"philosophy": 2}, 0, 0), ({"alchemy": 1, "scientific_method": 1}, 1 + 2, 3),
     ({"journalism": 1}, 2, 2)],
)  # fmt: skip
def test_meier_turns_lab_science_into_culture(labs: dict[str, int], science: int, culture: int) -> None:
    mine = {"technologies": labs, "leader": "sid_meier"}
    assert (rated("science_rating", mine), rated("culture_rating", mine)) == (science, culture)


CHURCHILL = {"leader": "winston_churchill", "technologies": stored(resources=1), "unused_workers": 3}


@pytest.mark.rule("CARDNOTE-43")
def test_churchill_scores_culture_once_a_turn() -> None:
    game = play(acting(CHURCHILL, age="III"), "use winston_churchill culture")
    assert board(game)["culture"] == 3
    assert not [text for text in texts(game) if text.startswith("use")]
    play(game, "end turn")
    assert board(game)["culture"] == 3


@pytest.mark.rule("CARDNOTE-43")
def test_churchill_scores_at_the_end_of_a_turn_without_a_choice() -> None:
    assert board(play(acting(CHURCHILL, age="III"), "end turn"))["culture"] == 3


@pytest.mark.rule("CARDNOTE-43", "SCORE-04", "PAY-17")
def test_churchill_arms_units_and_their_technologies() -> None:
    mine = {**CHURCHILL, "science": 2, "civil_hand": ["knights", "iron", "warfare"]}
    game = play(acting(mine, age="III"), "use winston_churchill military")
    assert "develop knights" in texts(game)
    assert not {"develop iron", "develop warfare", "build bronze"} & set(texts(game))
    play(game, "develop knights", "build warriors", "build warriors")
    player = board(game)
    assert (player["science"], player["unit_science"], player["unit_resources"], resources(game)) == (
        0,
        0,
        0,
        0,
    )
    play(game, "end turn")
    assert board(game)["culture"] == 0


@pytest.mark.rule("CARDNOTE-43", "DRAW-07")
def test_churchills_gifts_lapse_with_the_turn() -> None:
    game = play(acting(CHURCHILL, age="III"), "use winston_churchill military")
    assert (board(game)["unit_science"], board(game)["unit_resources"]) == (3, 3)
    play(game, "end turn")
    assert (board(game)["unit_science"], board(game)["unit_resources"]) == (0, 0)


# -- wonders


@pytest.mark.rule("CARDNOTE-40")
@pytest.mark.parametrize(
    ("units", "more"),
    [({"warriors": 2}, 2), ({"swordsmen": 1, "riflemen": 1}, 2), ({"cannon": 2, "rockets": 1}, 3),
    ({"knights": 2}, 0),
     ({"air_forces": 2}, 0), ({"bread_and_circuses": 1}, 0)],
)  # fmt: skip
def test_great_wall_strengthens_infantry_and_artillery(units: dict[str, int], more: int) -> None:
    plain = rated("strength", {"technologies": units})
    assert rated("strength", {"technologies": units, "wonders": ["great_wall"]}) == plain + more
    ruined = {"technologies": units, "wonders": ["great_wall"], "ruins": ["great_wall"]}
    assert rated("strength", ruined) == plain


@pytest.mark.rule("CARDNOTE-12")
@pytest.mark.parametrize(
    ("mine", "happiness"),
    [
        ({}, 1), ({"technologies": {"religion": 2}}, 1 + 4), ({"technologies": {"theology": 1}}, 1 + 3),
        ({"technologies": {"drama": 2}}, 1 + 4), ({"technologies": {"bread_and_circuses": 1}}, 1 + 3),
        ({"government": "theocracy"}, 1 + 2), ({"leader": "homer"}, 1 + 2),
        ({"leader": "charlie_chaplin"}, 1 + 3),
        ({"colonies": ["historic_territory_i"]}, 1 + 2), ({"technologies": {"philosophy": 2}}, 1),
        ({"technologies": {"religion": 0}}, 1),
    ],
)  # fmt: skip
def test_st_peters_adds_a_face_to_every_happy_card(mine: Keys, happiness: int) -> None:
    assert rated("happiness", {**mine, "wonders": ["st_peters_basilica"]}) == happiness


@pytest.mark.rule("CARDNOTE-12", "CARDNOTE-21")
def test_a_ruined_st_peters_adds_nothing_and_no_face_comes_from_ruins() -> None:
    both = ["st_peters_basilica", "hanging_gardens"]
    assert rated("happiness", {"wonders": both}) == 1 + 3
    assert rated("happiness", {"wonders": both, "ruins": ["st_peters_basilica"]}) == 2
    assert rated("happiness", {"wonders": both, "ruins": ["hanging_gardens"]}) == 1


@pytest.mark.rule("CARDNOTE-38")
@pytest.mark.parametrize(
    ("mines", "bank", "produced"),
    [
        ({"bronze": 2, "iron": 1}, 16, 2 + 2 + 2), ({"bronze": 2, "iron": 0}, 16, 3), ({"oil": 2}, 16, 15),
        ({}, 16, 0),
        ({"bronze": 1, "iron": 1}, 2, 4), ({"bronze": 1, "iron": 1}, 3, 5),
    ],
)  # fmt: skip
def test_the_railroad_doubles_one_best_mine(mines: dict[str, int], bank: int, produced: int) -> None:
    mine = {"wonders": ["transcontinental_railroad"], "technologies": IDLE | mines, "blue_bank": bank}
    mine["unused_workers"] = 3
    start = acting(mine, age="III")
    if bank == 16:
        assert board(start)["mine_rate"] == board(start)["resource_rate"] == produced
    assert resources(end_turn(start)) == produced


@pytest.mark.rule("CARDNOTE-38", "CARDNOTE-10")
def test_the_railroad_does_not_double_labs() -> None:
    mine = {"wonders": ["transcontinental_railroad"], "leader": "bill_gates", "unused_workers": 3}
    game = end_turn(acting({**mine, "technologies": IDLE | {"computers": 1, "bronze": 1}}, age="III"))
    assert (blue(game, "computers"), blue(game, "bronze")) == (1, 2)


@pytest.mark.rule("CARDNOTE-37", "POP-04")
def test_ocean_liners_bring_a_worker_once_a_turn() -> None:
    mine = {"wonders": ["ocean_liner_service"]}
    game = play(acting(mine, age="II"), "use ocean_liner_service")
    player = board(game)
    assert (player["unused"], player["yellow_bank"], civil_actions(game), military_actions(game)) == (
        2,
        17,
        4,
        2,
    )
    assert "use ocean_liner_service" not in texts(game)
    assert "use ocean_liner_service" not in texts(acting({**mine, "yellow_bank": 0}, age="II"))
    play(game, "end turn", "pass", "end turn", "pass")
    assert "use ocean_liner_service" in texts(game)


@pytest.mark.rule("CARDNOTE-37", "RATING-30")
def test_ocean_liners_change_the_happiness_required() -> None:
    game = play(
        acting({"wonders": ["ocean_liner_service"], "yellow_bank": 17}, age="II"), "use ocean_liner_service"
    )
    assert (board(game)["required"], board(game)["discontent"]) == (1, 1)


def completed(wonder: str, stages: int, cost: int, mine: Keys) -> int:
    """Culture scored by the last stage of a wonder."""
    technologies = IDLE | mine.get("technologies", {})
    stock = technologies["bronze"]
    technologies["bronze"] = {"workers": stock, "blue": cost}
    mine = {**mine, "technologies": technologies, "unfinished": {"wonder": wonder, "stages": stages}}
    game = play(acting({**mine, "military_hand": ["legion"]}, age="III"), "wonder 1")
    assert written(game)["wonders"] == [*mine.get("wonders", []), wonder]
    culture: int = board(game)["culture"]
    return culture


@pytest.mark.rule("WONDER-13")
def test_fast_food_chains_count_workers() -> None:
    cards = {
        "agriculture": 3,
        "irrigation": 1,
        "bronze": 2,
        "philosophy": 2,
        "drama": 1,
        "warriors": 2,
        "air_forces": 1,
    }
    assert completed("fast_food_chains", 3, 4, {"technologies": cards}) == 2 * 6 + 3 + 3


@pytest.mark.rule("WONDER-13")
def test_first_space_flight_counts_levels_of_technologies() -> None:
    cards = {"iron": 2, "coal": 0, "computers": 1, "knights": 0, "air_forces": 1}
    mine = {
        "technologies": cards,
        "government": "republic",
        "specials": ["warfare", "engineering"],
        "leader": "homer",
    }
    assert completed("first_space_flight", 3, 9, mine) == 1 + 2 + 3 + 1 + 3 + 2 + 1 + 3


@pytest.mark.rule("WONDER-13", "CARDNOTE-13")
@pytest.mark.parametrize(
    ("leader", "more"),
    [
        (None, 0),
        ("william_shakespeare", 4),
        ("johann_sebastian_bach", 2),
        ("charlie_chaplin", 4),
        ("sid_meier", 0),
    ],
)
def test_hollywood_doubles_the_culture_of_the_arts(leader: str | None, more: int) -> None:
    cards = {"movies": 1, "drama": 1, "journalism": 2, "religion": 2, "computers": 1}
    assert completed("hollywood", 2, 5, {"technologies": cards, "leader": leader}) == 2 * (4 + 2 + 4 + more)


@pytest.mark.rule("WONDER-13", "CARDNOTE-14")
@pytest.mark.parametrize(
    ("leader", "more"),
    [
        (None, 0), ("william_shakespeare", 2), ("johann_sebastian_bach", 2), ("charlie_chaplin", 4),
        ("isaac_newton", 3),
        ("albert_einstein", 3), ("sid_meier", 1 + 3 - 2), ("bill_gates", 0), ("james_cook", 0),
    ],
)  # fmt: skip
def test_internet_counts_the_output_of_urban_buildings(leader: str | None, more: int) -> None:
    cards = {
        "movies": 1,
        "drama": 1,
        "journalism": 1,
        "theology": 2,
        "computers": 1,
        "alchemy": 1,
        "team_sports": 2,
    }
    cards |= {"warriors": 3, "agriculture": 3}
    plain = 4 + 2 + 4 + 2 + 5 + 2 + 4
    assert completed("internet", 4, 2, {"technologies": cards, "leader": leader}) == plain + more
