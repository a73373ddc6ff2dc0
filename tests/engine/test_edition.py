"""The card data of the 2015 edition, its validator, overlays and the names of cards."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine import schema
from engine.cards import CardSet, EditionError, UnknownCard, default_edition
from engine.edition import load_edition

TYPES = Path(__file__).parents[2] / "engine" / "types.pxd"
AGES = schema.LEVEL_NAMES


def total(deck: str, age: str, players: int, kind: str | None = None) -> int:
    edition = default_edition()
    cards = [edition.card(card) for card in edition.ids[1:]]
    return sum(
        edition.copies(card["id"], players)
        for card in cards
        if card["deck"] == deck and card["age"] == age and kind in (None, card["kind"])
    )


def problems(overlay: dict[str, Any]) -> list[str]:
    with pytest.raises(EditionError) as caught:
        load_edition(overlay=overlay)
    return caught.value.problems


# -- the cards


@pytest.mark.parametrize(
    ("deck", "age", "sizes"),
    [
        ("civil", "A", [20, 20, 20]),
        ("civil", "I", [44, 50, 53]),
        ("civil", "II", [44, 50, 53]),
        ("civil", "III", [44, 50, 53]),
        ("military", "A", [10, 10, 10]),
        ("military", "I", [43, 45, 45]),
        ("military", "II", [46, 50, 50]),
        ("military", "III", [41, 45, 45]),
    ],
)
def test_size_of_each_deck(deck: str, age: str, sizes: list[int]) -> None:
    assert [total(deck, age, players) for players in (2, 3, 4)] == sizes


@pytest.mark.parametrize(
    ("deck", "kind", "by_age"),
    [
        ("civil", "leader", [6, 6, 6, 6]),
        ("civil", "wonder", [4, 4, 4, 4]),
        ("civil", "action", [10, 13, 13, 13]),
        ("military", "event", [10, 15, 15, 15]),
        ("military", "territory", [0, 6, 6, 0]),
        ("military", "tactic", [0, 10, 6, 6]),
        ("military", "aggression", [0, 6, 9, 8]),
        ("military", "war", [0, 0, 4, 6]),
        ("military", "pact", [0, 2, 4, 4]),
        ("military", "bonus", [0, 6, 6, 6]),
    ],
)
def test_copies_of_each_kind(deck: str, kind: str, by_age: list[int]) -> None:
    assert [total(deck, age, 4, kind) for age in AGES] == by_age


def test_two_players_have_no_pacts_and_fewer_technologies() -> None:
    edition = default_edition()
    for card in edition.ids[1:]:
        kind, few, many = edition.kind(card), edition.copies(card, 2), edition.copies(card, 4)
        if kind == "pact":
            assert (few, many) == (0, 1)
        elif few != many:
            assert kind in schema.KINDS[: schema.KINDS.index("leader")]


def test_numbers_follow_the_canonical_order() -> None:
    edition = default_edition()
    assert edition.ids[0] == ""
    assert len(edition) == 236
    keys = [
        (
            ("initial", "civil", "military").index(card["deck"]),
            schema.KINDS.index(card["kind"]),
            AGES.index(card["age"]),
            card["id"],
        )
        for card in map(edition.card, edition.ids[1:])
    ]
    assert keys == sorted(keys)
    assert edition.ids[1:7] == ["agriculture", "bronze", "philosophy", "religion", "warriors", "despotism"]


def test_tables_hold_what_the_files_leave_out() -> None:
    data = default_edition().data
    table = {card: data.tables.cards[number] for card, number in data.numbers.items()}
    assert table["iron"]["slot"] == 1 * 4 + 1
    assert table["homer"]["slot"] == -1
    assert table["internet"]["n_stages"] == 5
    assert table["raid_i"]["destroy_level"] == [1, -1]
    assert table["spy"]["destroy_level"] == [-1, -1]
    assert table["legion"]["army_outdated"] == table["legion"]["army"]
    assert table["great_wall"]["unit_strength"] == [1, 0, 1, 0]
    assert table["rich_land_a"]["name"] == table["rich_land_ii"]["name"] != table["iron"]["name"]
    assert [side.get("resource") for side in table["acceptance_of_supremacy"]["sides"]] == [1, -1]
    assert table["development_of_religion"]["clauses"][0]["card"] == data.numbers["religion"]
    assert [
        table[card]["index"] for card in data.tables.ids if table.get(card, {}).get("kind") == 14
    ] == list(range(16))
    rules = data.tables.rules
    assert rules["population_cost"][:2] == [-1, 7]
    assert rules["population_cost"][18:] == [2, 2]
    assert len(rules["corruption"]) == 20
    assert rules["initial_workers"][0] == 2


def test_every_card_says_what_it_does_in_one_line() -> None:
    for values in default_edition().data.cards.values():
        assert len(values["text"]) < 140
        assert values["text"].endswith(".")


@pytest.mark.parametrize(
    ("enumeration", "prefix", "names"),
    [
        ("Kind", "", (*schema.KINDS, "no_kind")),
        ("SpecialType", "SPECIAL_", (*schema.SPECIAL_TYPES, "types")),
        ("Order", "ORDER_", schema.ORDERS),
        ("Who", "WHO_", schema.WHO),
        ("Op", "OP_", schema.OPS),
        ("Impact", "IMPACT_", schema.IMPACTS),
        ("Attack", "(?:ATTACK|WAR)_", schema.ATTACKS),
        ("AttackClause", "ATTACK_", schema.ATTACK_CLAUSES),
        ("Completion", "COMPLETION_", schema.COMPLETIONS),
    ],
)
def test_words_stand_in_the_order_of_the_enumerations(
    enumeration: str, prefix: str, names: tuple[str, ...]
) -> None:
    head = rf"cdef enum(?: {enumeration}:|: +# {enumeration}).*\n"
    body = re.split(head, TYPES.read_text())[1].split("\n\n")[0]
    members = re.findall(r"\w+", re.sub(r"#.*", "", body))
    assert [re.sub(f"^{prefix}", "", member).lower() for member in members] == list(names)


# -- the validator and overlays


def test_overlay_replaces_a_field() -> None:
    cheap = {"name": "cheaper_pyramids", "cards": {"pyramids": {"stages": [2, 1]}}, "rules": {"max_draw": 4}}
    edition = CardSet(overlay=cheap)
    assert edition.card("pyramids")["stages"] == [2, 1]
    assert edition.data.tables.cards[edition.number("pyramids")]["n_stages"] == 2
    assert edition.data.tables.rules["max_draw"] == 4
    assert default_edition().card("pyramids")["stages"] == [3, 2, 1]
    assert "cheaper_pyramids" in repr(edition)


def test_overlay_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "more_iron.yaml"
    path.write_text("cards: {iron: {copies: {2: 3, 3: 3, 4: 4}}}\n")
    edition = CardSet(overlay=path)
    assert [edition.copies("iron", players) for players in (2, 3, 4)] == [3, 3, 4]
    assert edition.overlay is not None
    assert edition.overlay["name"] == "more_iron"


def test_all_problems_are_reported_at_once() -> None:
    found = problems(
        {
            "name": "wrong",
            "cards": {
                "pyramid": {"stages": [1]},
                "moses": {"popluation_discount": 2},
                "homer": {"happy": "two"},
                "crusades": {"effects": [{"who": "strongst", "culture": 4}, {"cultur": 1}]},
                "development_of_warfare": {"effects": [{"free_build": "warior"}]},
            },
            "rules": {"max_drw": 4, "initial_government": "monarchi"},
        }
    )
    text = "\n".join(found)
    assert len(found) == 8
    for hint in (
        "pyramids",
        "population_discount",
        "strongest",
        "culture",
        "warriors",
        "max_draw",
        "monarchy",
    ):
        assert re.search(rf"did you mean [\w ']*\b{hint}\b", text), hint
    assert "overlay wrong: homer: happy: got 'two' (allowed: a whole number from -8 to 8)" in found


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ({"coal": {"age": "I"}}, "same kind and age"),
        ({"iron": {"copies": 20}}, f"civil deck I with 2 players: 62 cards; allowed: 0 to {schema.MAX_DECK}"),
        (
            {"rats": {"copies": 20}},
            f"events and territories with 4 players: 82 cards; allowed: at most {schema.MAX_EVENTS}",
        ),
        ({"war_over_culture": {"copies": 20}, "spy": {"age": "III", "copies": 20}}, "military deck III"),
        ({"rats": {"name": "Foray"}}, "same name and age as foray"),
        ({"iron": {"resource": True}}, "allowed: a whole number"),
        ({"iron": {"resource": 200}}, "from 1 to 127"),
        ({"iron": {"stages": [1]}}, "unknown field"),
        ({"agriculture": {"copies": 1}}, "an initial technology is in no deck"),
        ({"pyramids": {"stages": [1] * 7}}, "a list of 1 to 6"),
        ({"peace_treaty": {"sides": {"A": {}, "B": {}}}}, "either both or sides"),
        ({"acceptance_of_supremacy": {"sides": {"A": {"resourc": 1}, "B": {}}}}, "did you mean 'resource'"),
        ({"rats": {"effects": [{"food": 1}] * 5}}, "a list of 1 to 4 clauses"),
        ({"impact_of_science": {"impact_rank": {2: [1], 3: [1, 2, 3], 4: [1, 2, 3, 4]}}}, "by rank"),
        ({"iron": 3}, "allowed: a mapping"),
        ({"iron": {"age": []}}, "allowed: one of A, I, II, III"),
    ],
)
def test_problems_of_an_overlay(cards: dict[str, Any], message: str) -> None:
    assert message in "\n".join(problems({"name": "wrong", "cards": cards}))


def test_too_few_events_for_the_set_up() -> None:
    found = problems({"rules": {"events_beyond_players": 7}})
    assert found == [f"military deck A with 4 players: 10 cards; allowed: 11 to {schema.MAX_DECK}"]


def test_unknown_edition() -> None:
    with pytest.raises(EditionError, match="did you mean 'base2015'"):
        load_edition("base2016")


def test_broken_overlay_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("cards: {iron: [\n")
    with pytest.raises(EditionError, match=r"broken\.yaml"):
        load_edition(overlay=path)


# -- the hash


def test_hash_does_not_depend_on_texts() -> None:
    again = CardSet(
        overlay={"name": "words", "cards": {"iron": {"text": "Better mines.", "aliases": ["Fe"]}}}
    )
    assert re.fullmatch("[0-9a-f]{16}", again.hash)
    assert again.hash == default_edition().hash
    assert again == default_edition()


def test_hash_does_not_depend_on_how_nothing_is_written() -> None:
    zeros = CardSet(
        overlay={"cards": {"moses": {"culture": 0, "levy": 0}, "rats": {"copies": {2: 1, 3: 1, 4: 1}}}}
    )
    assert zeros.hash == default_edition().hash


@pytest.mark.parametrize(
    "overlay",
    [
        {"cards": {"iron": {"resource": 3}}},
        {"cards": {"iron": {"copies": 3}}},
        {"cards": {"crusades": {"effects": [{"who": "strongest", "culture": 4}]}}},
        {"rules": {"max_draw": 4}},
        {"rules": {"reshuffle_when_needed": True}},
    ],
)
def test_hash_changes_with_every_number(overlay: dict[str, Any]) -> None:
    assert CardSet(overlay=overlay).hash != default_edition().hash


# -- names of cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("iron", "iron"),
        ("IRON", "iron"),
        ("St. Peter's Basilica", "st_peters_basilica"),
        ("st peters", "st_peters_basilica"),
        ("Rich Land II", "rich_land_ii"),
        ("rich land (i)", "rich_land_i"),
        ("julius", "julius_caesar"),
        ("gandhi", "mahatma_gandhi"),
        ("J. S. Bach", "johann_sebastian_bach"),
        ("impact_of_ind", "impact_of_industry"),
    ],
)
def test_names_that_people_write(text: str, card: str) -> None:
    edition = default_edition()
    assert edition.ids[edition.number(text)] == card
    assert edition.name(card) == edition.card(text)["name"]


def test_misspelled_name_gets_suggestions() -> None:
    with pytest.raises(UnknownCard, match="did you mean 'leonardo_da_vinci'") as caught:
        default_edition().number("Leonardo da Vinchi")
    assert caught.value.suggestions[0] == "leonardo_da_vinci"


def test_ambiguous_name_lists_the_cards() -> None:
    with pytest.raises(UnknownCard, match="rich_land_a, rich_land_i, rich_land_ii"):
        default_edition().number("Rich Land")


@pytest.mark.parametrize("text", ["", "  ", "xyzzy"])
def test_no_such_card(text: str) -> None:
    with pytest.raises(UnknownCard, match="no card is called"):
        default_edition().number(text)


@pytest.mark.parametrize("number", [0, -1, 237])
def test_no_such_number(number: int) -> None:
    with pytest.raises(UnknownCard, match="no card has the number"):
        default_edition().name(number)


def test_every_id_and_every_name_with_its_age_is_found() -> None:
    edition = default_edition()
    for number, card in enumerate(edition.ids[1:], 1):
        values = edition.card(card)
        assert edition.number(card) == edition.number(f"{values['name']} {values['age']}") == number


# -- scripts, switches, pickling


def test_script_takes_numbers_and_ids() -> None:
    edition = default_edition()
    rats = edition.number("rats")
    scripted = edition.with_script({"civil I": [["iron", "coal"]], "events": [None, [rats]]})
    assert scripted.shuffles == {
        "civil I": [[edition.number("iron"), edition.number("coal")]],
        "events": [[], [rats]],
    }
    assert scripted.hash == edition.hash
    assert scripted != edition
    assert edition.shuffles == {}


@pytest.mark.parametrize(
    ("shuffles", "message"),
    [
        ({"civl I": [["iron"]]}, "did you mean 'civil I'"),
        ({"civil I": [["irn"]]}, "no card is called 'irn'"),
        ({"civil I": [[0]]}, "no card has the number 0"),
        ({"civil I": [["iron"] * 100]}, "a shuffle of 100 cards; allowed: at most"),
        ({"events": [["rats"]] * 65}, "65 shuffles; allowed: at most 64"),
    ],
)
def test_impossible_scripts(shuffles: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        default_edition().with_script(shuffles)


def test_switches() -> None:
    edition = default_edition()
    switched = edition.with_switch(reshuffle_when_needed=True)
    assert switched.hash == CardSet(overlay={"rules": {"reshuffle_when_needed": True}}).hash
    assert switched.with_switch(reshuffle_when_needed=False) == edition
    with pytest.raises(EditionError, match="unknown switch 'reshuffle'"):
        edition.with_switch(reshuffle=True)
    with pytest.raises(EditionError, match="allowed: true or false"):
        edition.with_switch(reshuffle_when_needed=1)  # type: ignore[arg-type]


def test_pickling() -> None:
    assert pickle.loads(pickle.dumps(default_edition())) is default_edition()
    edition = CardSet(overlay={"name": "dear", "cards": {"iron": {"science_cost": 9}}})
    edition = edition.with_script({"military II": [["spy", "spy"]]}).with_switch(reshuffle_when_needed=True)
    copy = pickle.loads(pickle.dumps(edition))
    assert copy == edition
    assert (copy.overlay, copy.shuffles, copy.switches) == (
        edition.overlay,
        edition.shuffles,
        edition.switches,
    )


def test_initial_technologies_are_one_of_each_basic_kind() -> None:
    edition = default_edition()
    initial = [edition.kind(card) for card in edition.ids[1:] if edition.card(card)["deck"] == "initial"]
    assert Counter(initial) == Counter(["farm", "mine", "lab", "temple", "infantry", "government"])
