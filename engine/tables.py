"""From the YAML values of an edition to its tables of numbers, with every problem on the way.

`compile_edition` reads each value by `schema.py`, then checks what no single field can
tell: sizes of decks, one technology per slot, references between cards.  It goes on
after a problem, so that all of them can be reported at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import schema
from engine.schema import BadValueError, Field
from engine.spelling import did_you_mean
from engine.vocabulary import LEVELS, ROW_SPACES, SLOTS, Kind

INITIAL, CIVIL, MILITARY = range(3)
DECK_NAMES = ("initial", "civil", "military")
INDEXED = ("wonder", "territory", "tactic")

Table = dict[str, Any]


class EditionError(ValueError):
    """An edition or overlay that cannot be played; the message lists all problems."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = list(problems)
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        super().__init__("\n  ".join([f"the edition has {count}:", *self.problems]))


@dataclass
class Source:
    """The YAML values of an edition after its overlay, and which file each came from."""

    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def place(self, owner: str, name: str = "") -> str:
        """Where a value stands: file, card (or "rules") and field."""
        file = self.files.get((owner, name)) or self.files.get((owner, ""), "edition.yaml")
        return ": ".join(part for part in (file, owner, name) if part)

    def problem(self, place: str, message: str) -> None:
        self.problems.append(f"{place}: {message}")


@dataclass
class Tables:
    """The numbers of an edition, as `cards.pyx` copies them into its struct."""

    ids: list[str]  # by card number; number 0 is no card
    cards: list[Table]
    rules: Table


def compile_edition(source: Source) -> Tables:
    """The tables of an edition; raises EditionError with all problems."""
    cards = {card: read_card(source, card, values) for card, values in source.cards.items()}
    rules = read_fields(source, "rules", source.rules, schema.RULES, required=schema.RULES)
    whole = {card: table for card, table in cards.items() if {"kind", "level", "copies"} <= set(table)}
    assign_decks(source, whole, rules)
    check_cards(source, whole)
    check_decks(source, whole, rules)
    ids = number_cards(whole)
    if len(ids) > schema.MAX_CARD_TYPES + 1:
        source.problem("cards", f"{len(ids) - 1} card types; allowed: at most {schema.MAX_CARD_TYPES}")
    numbers = {card: number for number, card in enumerate(ids)}
    link_events(source, whole, numbers)
    link_rules(source, whole, rules, numbers)
    if source.problems:
        raise EditionError(source.problems)
    return Tables(ids, [whole.get(card, {}) for card in ids], rules)


# -- single values


def read_fields(
    source: Source,
    owner: str,
    values: Mapping[str, Any],
    fields: Mapping[str, Field],
    required: Iterable[str] = (),
    inside: str = "",
) -> Table:
    """The numbers of the fields that are right; the others become problems."""
    table: Table = {}
    for name in required:
        if name not in values:
            source.problem(source.place(owner, inside), f"{name} is missing; allowed: {fields[name].allowed}")
    for name, value in values.items():
        place = source.place(owner, inside or str(name))
        if inside:
            place += f": {name}"
        if name not in fields:
            allowed = ", ".join(sorted(fields))
            source.problem(place, f"unknown field{did_you_mean(name, fields)} (allowed: {allowed})")
            continue
        try:
            table[name] = fields[name].read(value)
        except (BadValueError, TypeError):
            hint = did_you_mean(value, getattr(fields[name], "names", ()))
            source.problem(place, f"got {value!r}{hint} (allowed: {fields[name].allowed})")
    return table


def read_card(source: Source, card: str, values: Mapping[str, Any]) -> Table:
    kind = values.get("kind")
    known = isinstance(kind, str) and kind in schema.FIELDS
    fields = {**schema.COMMON, **schema.FIELDS[str(kind)]} if known else schema.COMMON
    required = ("name", "age", "kind", "copies", "text", *schema.REQUIRED.get(str(kind), ()))
    if not known:  # one problem about the kind, not one for every field that depends on it
        values = {name: value for name, value in values.items() if name in schema.COMMON}
    table = read_fields(source, card, values, fields, required)
    for words in ("name", "text", "aliases"):
        table.pop(words, None)
    if "age" in table:
        table["level"] = table.pop("age")
    if known:
        derive_fields(source, card, str(kind), table)
    return table


def derive_fields(source: Source, card: str, kind: str, table: Table) -> None:
    """What the table holds beyond the printed numbers."""
    table["slot"] = -1
    table.setdefault("destroy_level", [-1, -1])
    if kind in schema.WORKER_KINDS and "level" in table:
        table["slot"] = schema.KINDS.index(kind) * LEVELS + table["level"]
    if kind == "wonder" and "stages" in table:
        table["n_stages"] = len(source.cards[card]["stages"])
    elif kind == "tactic":
        # Without a printed second value the tactic is too old to have outdated units.
        table.setdefault("army_outdated", table.get("army", 0))
    elif kind == "pact":
        read_sides(source, card, table)
    elif kind == "event":
        read_event(source, card, table)
    elif table.get("attack") == schema.ATTACKS.index("raid") and table["destroy_level"][0] < 0:
        source.problem(source.place(card), "destroy_level is missing; a raid needs it")


def read_sides(source: Source, card: str, table: Table) -> None:
    both, sides = table.pop("both", None), table.pop("sides", None)
    if (both is None) == (sides is None):
        source.problem(source.place(card), "allowed: either both or sides")
        return
    parties = {"A": both, "B": both} if sides is None else sides
    inside = "both" if sides is None else "sides"
    if not isinstance(parties, dict) or set(parties) != {"A", "B"}:
        source.problem(source.place(card, inside), f"got {parties!r}; allowed: a mapping {{A: ..., B: ...}}")
        return
    table["two_sided"] = int(sides is not None)
    table["sides"] = []
    for party in ("A", "B") if sides is not None else ("A",):
        values = parties[party]
        if not isinstance(values, dict):
            place = source.place(card, inside)
            source.problem(place, f"got {values!r}; allowed: a mapping with {', '.join(schema.SIDE)}")
            values = {}
        table["sides"].append(read_fields(source, card, values, schema.SIDE, inside=inside))
    table["sides"] += table["sides"][: 2 - len(table["sides"])]


def read_event(source: Source, card: str, table: Table) -> None:
    effects = table.pop("effects", None)
    if (effects is None) == ("impact" not in table):
        source.problem(source.place(card), "allowed: either effects or impact")
        return
    if effects is None:
        table["clauses"] = [{"who": 0, "op": schema.OPS.index("impact")}]
    elif isinstance(effects, list) and 1 <= len(effects) <= schema.MAX_CLAUSES:
        table["clauses"] = [read_clause(source, card, clause) for clause in effects]
    else:
        allowed = schema.FIELDS["event"]["effects"].allowed
        source.problem(source.place(card, "effects"), f"got {effects!r} (allowed: {allowed})")
        return
    table["n_clauses"] = len(table["clauses"])


def read_clause(source: Source, card: str, values: Any) -> Table:
    """One clause: whom it touches, what it does, and what else it does in Age IV."""
    place = source.place(card, "effects")
    if not isinstance(values, dict):
        source.problem(place, f"got {values!r}; allowed: a clause such as {{who: strongest, culture: 4}}")
        return {}
    who = values.get("who", "all")
    if who not in schema.WHO:
        allowed = ", ".join(schema.WHO)
        source.problem(place, f"who: got {who!r}{did_you_mean(who, schema.WHO)} (allowed: {allowed})")
        who = "all"
    effect = {name: value for name, value in values.items() if name not in ("who", "last_age")}
    op, amount = read_effect(source, place, effect)
    clause: Table = {"who": schema.WHO.index(who), "op": op}
    clause["card" if op == schema.OPS.index("free_build") else "amount"] = amount
    if "last_age" in values:
        clause["op_last_age"], clause["amount_last_age"] = read_effect(source, place, values["last_age"])
    return clause


def read_effect(source: Source, place: str, effect: Any) -> tuple[int, Any]:
    """Op and amount of a mapping with one entry; `true` stands for an amount of 1."""
    known = schema.OPS[1:-1]
    if not isinstance(effect, dict) or len(effect) != 1 or next(iter(effect)) not in known:
        words = list(effect) if isinstance(effect, dict) else [effect]
        hint = "".join(did_you_mean(word, known) for word in words if word not in known)
        source.problem(place, f"got {effect!r}{hint} (allowed: one of {', '.join(known)} with its amount)")
        return 0, 0
    [(name, amount)] = effect.items()
    if name != "free_build":
        try:
            amount = 1 if amount is True else schema.SIGNED.read(amount)
        except BadValueError:
            source.problem(place, f"{name}: got {amount!r} (allowed: {schema.SIGNED.allowed}, or true)")
            amount = 0
    return schema.OPS.index(name), amount


# -- the edition as a whole


def assign_decks(source: Source, cards: Mapping[str, Table], rules: Table) -> None:
    """Which deck each card belongs to, and which number its printed name has."""
    workers = rules.get("initial_workers")
    initial = {rules.get("initial_government"), *(workers if isinstance(workers, dict) else ())}
    names: dict[Any, int] = {}
    for card in sorted(cards):
        table = cards[card]
        military = schema.KINDS[table["kind"]] in schema.MILITARY_KINDS
        table["deck"] = INITIAL if card in initial else MILITARY if military else CIVIL
        table["name"] = names.setdefault(source.cards[card].get("name"), len(names) + 1)
        if card in initial and any(table["copies"]):
            source.problem(source.place(card, "copies"), "an initial technology is in no deck; allowed: 0")


def check_cards(source: Source, cards: Mapping[str, Table]) -> None:
    def unique(what: str, key: Callable[[str], Any]) -> None:
        groups = defaultdict(list)
        for card in cards:
            groups[key(card)].append(card)
        for value, group in groups.items():
            if value is not None and len(group) > 1:
                source.problem(source.place(group[-1]), f"same {what} as {', '.join(group[:-1])}")

    unique("name and age", lambda card: (source.cards[card].get("name"), cards[card]["level"]))
    unique(
        "kind and age (a technology slot)",
        lambda card: cards[card]["slot"] if cards[card]["slot"] >= 0 else None,
    )
    counts = Counter(schema.KINDS[table["kind"]] for table in cards.values())
    for kind in INDEXED:
        if counts[kind] > schema.MAX_INDEXED:
            allowed = f"allowed: at most {schema.MAX_INDEXED}"
            source.problem("cards", f"{counts[kind]} cards of kind {kind}; {allowed}")


def check_decks(source: Source, cards: Mapping[str, Table], rules: Table) -> None:
    """Decks must fit into their piles and must last for the set-up."""
    sizes: Counter[tuple[int, int, int]] = Counter()
    for table in cards.values():
        for players in schema.PLAYER_COUNTS:
            sizes[table["deck"], table["level"], players] += table["copies"][players]
    for players in schema.PLAYER_COUNTS:
        events = players + rules.get("events_beyond_players", 0)
        for deck in (CIVIL, MILITARY):
            for level, age in enumerate(schema.LEVEL_NAMES):
                least = 0 if level else ROW_SPACES if deck == CIVIL else events
                size = sizes[deck, level, players]
                if not least <= size <= schema.MAX_DECK:
                    name = f"{DECK_NAMES[deck]} deck {age} with {players} players"
                    source.problem(name, f"{size} cards; allowed: {least} to {schema.MAX_DECK}")
        # In the end all events and territories can lie in one pile.
        events += sum(
            table["copies"][players] for table in cards.values() if table["level"] and is_event(table)
        )
        if events > schema.MAX_EVENTS:
            name = f"events and territories with {players} players"
            source.problem(name, f"{events} cards; allowed: at most {schema.MAX_EVENTS}")


def is_event(table: Table) -> bool:
    return table["kind"] in (Kind.EVENT, Kind.TERRITORY)


def number_cards(cards: Mapping[str, Table]) -> list[str]:
    """The canonical order: initial technologies, civil, military; by kind, age and id."""
    order = sorted(cards, key=lambda c: (cards[c]["deck"], cards[c]["kind"], cards[c]["level"], c))
    counts: Counter[int] = Counter()
    for card in order:
        table = cards[card]
        if schema.KINDS[table["kind"]] in INDEXED:
            table["index"] = counts[table["kind"]]
            counts[table["kind"]] += 1
    return ["", *order]


def link_events(source: Source, cards: Mapping[str, Table], numbers: Mapping[str, int]) -> None:
    """Cards that events name become numbers."""
    for card, table in cards.items():
        for clause in table.get("clauses", ()):
            if "card" not in clause:
                continue
            named = clause["card"]
            if check_reference(source, source.place(card, "effects"), cards, named, schema.WORKER_KINDS):
                clause["card"] = numbers[named]


def link_rules(source: Source, cards: Mapping[str, Table], rules: Table, numbers: Mapping[str, int]) -> None:
    """The technologies of the set-up become a card number, a bit set of slots and workers by slot."""
    if "initial_government" in rules:
        place = source.place("rules", "initial_government")
        government = rules["initial_government"]
        if check_reference(source, place, cards, government, ("government",)):
            rules["initial_government"] = numbers[government]
    place = source.place("rules", "initial_workers")
    workers = rules.get("initial_workers", {})
    if not isinstance(workers, dict):
        source.problem(place, f"got {workers!r} (allowed: {schema.RULES['initial_workers'].allowed})")
        return
    rules["initial_slots"] = 0
    rules["initial_workers"] = [0] * SLOTS
    for card, count in workers.items():
        if not check_reference(source, place, cards, card, schema.WORKER_KINDS):
            continue
        try:
            rules["initial_workers"][cards[card]["slot"]] = schema.COUNT.read(count)
        except BadValueError:
            source.problem(place, f"{card}: got {count!r} (allowed: {schema.COUNT.allowed})")
        rules["initial_slots"] |= 1 << cards[card]["slot"]


def check_reference(
    source: Source, place: str, cards: Mapping[str, Table], card: Any, kinds: Iterable[str]
) -> bool:
    right = [name for name, table in cards.items() if schema.KINDS[table["kind"]] in kinds]
    if card in right:
        return True
    problem = "wrong kind of card" if card in cards else "unknown card"
    source.problem(
        place, f"{problem} {card!r}{did_you_mean(card, right)} (allowed: a card of {', '.join(kinds)})"
    )
    return False
