"""What the YAML files of an edition may say: the fields of each kind of card and their values.

A field has the name of its counterpart in `cards.pxd`, where its meaning stands.  Each
field type turns a YAML value into the number or the list of numbers of the C table and
raises `BadValueError` for anything else; `allowed` tells people what it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.vocabulary import MAX_PLAYERS, ROW_SPACES, Kind, SpecialType

PLAYER_COUNTS = range(2, MAX_PLAYERS + 1)
LEVEL_NAMES = ("A", "I", "II", "III")
UNIT_KINDS = ("infantry", "cavalry", "artillery", "airforce")

# Sizes of arrays, as in types.pxd; cards.pyx refuses to load with others.
MAX_STAGES = 6
MAX_CLAUSES = 4
MAX_DECK = 56
MAX_EVENTS = 72
MAX_CARD_TYPES = 255
MAX_INDEXED = 32  # wonders, territories and tactics are bits of a 32-bit set
BANK_SIZES = 20  # tables by tokens in a bank; the last entry stands for more

# In the order of the enumerations of types.pxd; a test compares them.
KINDS = tuple(kind.name.lower() for kind in Kind)
SPECIAL_TYPES = tuple(special.name.lower() for special in SpecialType)
ORDERS = (
    "none",
    "build_or_upgrade_farm_or_mine",
    "build_or_upgrade_urban",
    "upgrade_farm_mine_or_urban",
    "build_stage",
    "increase_population",
    "develop",
)
WHO = (
    "all",
    "strongest",
    "weakest",
    "two_strongest",
    "two_weakest",
    "most_culture",
    "least_culture",
    "most_happy_all_tied",
    "culture_leader_if_weak",
    "most_discontent_all_tied",
)
OPS = (
    "none",
    "food",
    "resource",
    "science",
    "culture",
    "population",
    "blue",
    "draw",
    "discard",
    "food_or_resource",
    "mix",
    "free_build",
    "destroy_own",
    "lose_colony",
    "lose_all_food",
    "score_culture_rating",
    "score_science_rating",
    "culture_from_science",
    "food_per_happy",
    "produce_food",
    "produce_resources",
    "corruption",
    "consumption",
    "civil_actions_per_discontent",
    "culture_per_discontent",
    "population_half_discontent",
    "remove_old_leader",
    "ruin_wonder",
    "take_yellow",
    "development",
    "take_cards",
    "destroy_of_others",
    "impact",
)
IMPACTS = (
    "none",
    "agriculture",
    "architecture",
    "balance",
    "colonies",
    "competition",
    "government",
    "happiness",
    "industry",
    "population",
    "progress",
    "science",
    "strength",
    "technology",
    "variety",
    "wonders",
)
ATTACKS = (
    "none",
    "enslave",
    "plunder",
    "raid",
    "annex",
    "infiltrate",
    "spy",
    "armed_intervention",
    "technology",
    "territory",
    "culture",
)
ATTACK_CLAUSES = ("allowed", "forbidden", "ends_pact")
COMPLETIONS = ("none", "workers", "levels", "arts", "urban")

FIRST_WAR = ATTACKS.index("technology")
WORKER_KINDS = KINDS[: Kind.AIRFORCE + 1]
MILITARY_KINDS = KINDS[Kind.EVENT :]


class BadValueError(ValueError):
    """A value that its field does not take."""


class Field(Protocol):
    """A type of field: what it takes, and how that reads as numbers."""

    @property
    def allowed(self) -> str: ...

    def read(self, value: Any) -> Any: ...


@dataclass(frozen=True)
class Number:
    """A whole number."""

    low: int = 0
    high: int = 127

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadValueError(value)
        return value


@dataclass(frozen=True)
class Flag:
    """An ability without a number."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, value: Any) -> int:
        if not isinstance(value, bool):
            raise BadValueError(value)
        return int(value)


@dataclass(frozen=True)
class Text:
    """Words for people; they reach no table."""

    @property
    def allowed(self) -> str:
        return "a text that is not empty"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise BadValueError(value)
        return value


@dataclass(frozen=True)
class Texts:
    """A list of texts."""

    @property
    def allowed(self) -> str:
        return "a list of texts"

    def read(self, value: Any) -> list[str]:
        if not isinstance(value, list):
            raise BadValueError(value)
        return [Text().read(text) for text in value]


@dataclass(frozen=True)
class OneOf:
    """A word of a list; it becomes its place in the list."""

    names: Sequence[str]
    first: int = 0

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.names[self.first :])

    def read(self, value: Any) -> int:
        if value not in self.names[self.first :]:
            raise BadValueError(value)
        return self.names.index(value)


@dataclass(frozen=True)
class ListOf:
    """A list of values, filled up to `size` with `fill`."""

    item: Field
    size: int
    least: int = 1
    fill: Any = 0

    @property
    def allowed(self) -> str:
        count = str(self.size) if self.least == self.size else f"{self.least} to {self.size}"
        return f"a list of {count}, each {self.item.allowed}"

    def read(self, value: Any) -> list[Any]:
        if not isinstance(value, list) or not self.least <= len(value) <= self.size:
            raise BadValueError(value)
        return [self.item.read(entry) for entry in value] + [self.fill] * (self.size - len(value))


@dataclass(frozen=True)
class ByName:
    """A number for some of several words, such as {infantry: 2, cavalry: 1}."""

    names: Sequence[str]
    item: Number

    @property
    def allowed(self) -> str:
        return f"a mapping from {', '.join(self.names)} to {self.item.allowed}"

    def read(self, value: Any) -> list[int]:
        if not isinstance(value, dict) or not value or not set(value) <= set(self.names):
            raise BadValueError(value)
        return [self.item.read(value.get(name, 0)) for name in self.names]


@dataclass(frozen=True)
class ByPlayers:
    """A value for each number of players, such as {2: 1, 3: 2, 4: 2}; a plain number holds for all."""

    item: Field

    @property
    def allowed(self) -> str:
        counts = ", ".join(map(str, PLAYER_COUNTS))
        return f"{self.item.allowed}, or a mapping from each of {counts} players to that"

    def read(self, value: Any) -> list[Any]:
        if isinstance(value, int):
            value = dict.fromkeys(PLAYER_COUNTS, value)
        if not isinstance(value, dict) or set(value) != set(PLAYER_COUNTS):
            raise BadValueError(value)
        return [0, 0] + [self.item.read(value[n]) for n in PLAYER_COUNTS]


@dataclass(frozen=True)
class Ranking:
    """Culture by rank for each number of players."""

    @property
    def allowed(self) -> str:
        return "a mapping {2: [first, second], 3: [...], 4: [...]} of culture from 0 to 127 by rank"

    def read(self, value: Any) -> list[list[int]]:
        if not isinstance(value, dict) or set(value) != set(PLAYER_COUNTS):
            raise BadValueError(value)
        ranks = [[0] * MAX_PLAYERS for _ in range(MAX_PLAYERS + 1)]
        for n in PLAYER_COUNTS:
            culture = ListOf(Number(), MAX_PLAYERS).read(value[n])
            if len(value[n]) != n:
                raise BadValueError(value)
            ranks[n] = culture
        return ranks


@dataclass(frozen=True)
class BankTable:
    """Numbers by tokens in a bank, from 0 up; the last one holds for all larger banks.

    null means impossible and becomes -1.
    """

    impossible: bool = False

    @property
    def allowed(self) -> str:
        null = " or null" if self.impossible else ""
        return f"a list of 1 to {BANK_SIZES}, each {Number().allowed}{null}"

    def read(self, value: Any) -> list[int]:
        if not isinstance(value, list) or not 1 <= len(value) <= BANK_SIZES:
            raise BadValueError(value)
        table = [-1 if self.impossible and entry is None else Number().read(entry) for entry in value]
        return table + [table[-1]] * (BANK_SIZES - len(table))


@dataclass(frozen=True)
class Nested:
    """A value with a structure of its own, read in `tables.py`."""

    allowed: str

    def read(self, value: Any) -> Any:
        return value


SIGNED = Number(-127, 127)
COUNT = Number(0, 20)
LEVEL = OneOf(LEVEL_NAMES)

COMMON: dict[str, Field] = {
    "name": Text(),
    "age": LEVEL,
    "kind": OneOf(KINDS),
    "copies": ByPlayers(COUNT),
    "text": Text(),
    "aliases": Texts(),
}
SYMBOLS: dict[str, Field] = {
    "culture": SIGNED,
    "science": SIGNED,
    "strength": SIGNED,
    "happy": Number(-8, 8),
    "civil_actions": SIGNED,
    "military_actions": SIGNED,
    "colonization": SIGNED,
    "blue": SIGNED,
    "yellow": SIGNED,
}
PER_WORKER: dict[str, Field] = {name: SYMBOLS[name] for name in ("culture", "science", "strength", "happy")}
ABILITIES: dict[str, Field] = {
    "civil_hand": COUNT,
    "military_hand": COUNT,
    "unit_strength": ByName(UNIT_KINDS, Number()),
    "unit_type_strength": Number(),
    "faith_strength": Number(),
    "faces_culture": Number(),
    "best_lab_science": Number(),
    "develop_resource": Number(),
    "develop_civil_action": Number(),
    "develop_culture": Number(),
    "take_technology_science": Number(),
    "leader_discount": Number(),
    "military_as_civil": Number(0, 1),
    "turn_unit_resources": Number(),
    "tuck_happy": Number(0, 8),
    "extra_politics": Number(0, 1),
    "population_discount": Number(),
    "retire_yellow": Number(),
    "colonize_from_hand": Flag(),
    "levy": Number(),
    "infantry_rides": Flag(),
    "strong_culture": Number(),
    "no_wonder_surcharge": Flag(),
    "colony_culture": ListOf(Number(), 2, 2),
    "force_discards": COUNT,
    "theater_culture": Number(),
    "theater_science_discount": Number(),
    "theater_conversion": Flag(),
    "military_revolution": Flag(),
    "revolution_culture": Number(),
    "pair_culture": Number(),
    "pair_discount": Number(),
    "labs_mine": Flag(),
    "best_theater_twice": Flag(),
    "pacifist": Number(),
    "lab_culture": Number(),
    "lab_science": SIGNED,
    "choice_culture": Number(),
    "choice_science": Number(),
    "choice_resources": Number(),
    "looks_at_event": Flag(),
    "happy_bonus": Number(0, 8),
    "replaced_leader_discount": Number(),
    "free_population": Number(0, 1),
    "best_mine_twice": Flag(),
}
BUILDING: dict[str, Field] = {"science_cost": Number(), "resource_cost": Number(), **PER_WORKER}
ATTACK: dict[str, Field] = {"attack_cost": Number(), "attack_amount": ListOf(Number(), 2)}

# Fields of each kind beside the common ones, and those of them that a card must have.
FIELDS: dict[str, dict[str, Field]] = {
    **dict.fromkeys(WORKER_KINDS, BUILDING),
    "farm": {"science_cost": Number(), "resource_cost": Number(), "food": Number(1)},
    "mine": {"science_cost": Number(), "resource_cost": Number(), "resource": Number(1)},
    "government": {
        "science_cost": Number(),
        "revolution_cost": Number(),
        "urban_limit": Number(),
        **SYMBOLS,
    },
    "special": {
        "science_cost": Number(),
        "special_type": OneOf(SPECIAL_TYPES),
        "urban_discount": ByName(LEVEL_NAMES, Number()),
        "stages_per_action": Number(1, MAX_STAGES),
        **SYMBOLS,
    },
    "leader": {**SYMBOLS, **ABILITIES},
    "wonder": {
        "stages": ListOf(Number(), MAX_STAGES),
        "completion": OneOf(COMPLETIONS, 1),
        "completion_amount": ListOf(Number(), 2),
        **SYMBOLS,
        **ABILITIES,
    },
    "action": {
        "order": OneOf(ORDERS, 1),
        "discount": Number(),
        "gain_science": Number(),
        "gain_culture": Number(),
        "gain_food": Number(),
        "gain_resource": Number(),
        "gain_food_or_resource": Number(),
        "gain_military_actions": Number(),
        "gain_unit_resources": Number(),
        "unit_resources_per_stronger": ByPlayers(Number()),
        "culture_per_richer": ByPlayers(Number()),
    },
    "event": {
        "effects": Nested(f"a list of 1 to {MAX_CLAUSES} clauses such as {{who: strongest, culture: 4}}"),
        "impact": OneOf(IMPACTS, 1),
        "impact_amount": ListOf(Number(), len(LEVEL_NAMES) + 1),
        "impact_rank": Ranking(),
        "scored_at_end": Flag(),
    },
    "territory": {
        **SYMBOLS,
        "immediate_science": Number(),
        "immediate_culture": Number(),
        "immediate_population": Number(),
        "immediate_cards": Number(),
        "immediate_food": Number(),
        "immediate_resource": Number(),
    },
    "tactic": {
        "units": ByName(UNIT_KINDS[:3], Number(0, 10)),
        "army": Number(),
        "army_outdated": Number(),
    },
    "aggression": {
        "attack": OneOf(ATTACKS[:FIRST_WAR], 1),
        "destroy_level": ListOf(LEVEL, 2, fill=-1),
        **ATTACK,
    },
    "war": {"attack": OneOf(ATTACKS, FIRST_WAR), **ATTACK},
    "pact": {
        "both": Nested("a mapping of what each party gets, such as {military_actions: 1}"),
        "sides": Nested("a mapping {A: {...}, B: {...}} of what each party gets"),
        "attack_clause": OneOf(ATTACK_CLAUSES),
        "attacker_strength": Number(),
    },
    "bonus": {"defense": Number(), "force": Number()},
}
REQUIRED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(WORKER_KINDS, ("science_cost", "resource_cost")),
    "farm": ("science_cost", "resource_cost", "food"),
    "mine": ("science_cost", "resource_cost", "resource"),
    "government": ("science_cost", "revolution_cost", "civil_actions", "military_actions", "urban_limit"),
    "special": ("science_cost", "special_type"),
    "wonder": ("stages",),
    "tactic": ("units", "army"),
    "aggression": ("attack_cost", "attack"),
    "war": ("attack_cost", "attack"),
    "pact": ("attack_clause",),
    "bonus": ("defense", "force"),
}
SIDE: dict[str, Field] = {
    "culture": SIGNED,
    "strength": SIGNED,
    "military_actions": SIGNED,
    "food": SIGNED,
    "resource": SIGNED,
    "food_as_resource": Number(0, 1),
    "resource_as_food": Number(0, 1),
    "develop_discount": Number(),
    "partner_pays": Number(),
    "culture_per_partner_wonder": Number(),
    "war_immunity": Flag(),
}
RULES: dict[str, Field] = {
    "initial_government": Nested("the id of a government"),
    "initial_workers": Nested("a mapping from technologies in play at the start to their workers"),
    "blue_tokens": Number(0, 60),
    "yellow_tokens": Number(0, 60),
    "unused_workers": Number(0, 20),
    "population_cost": BankTable(impossible=True),
    "consumption": BankTable(),
    "happy_required": BankTable(),
    "corruption": BankTable(),
    "space_cost": ListOf(Number(), ROW_SPACES, ROW_SPACES),
    "swept_spaces": ByPlayers(Number(0, ROW_SPACES)),
    "first_turn_actions": ListOf(Number(), MAX_PLAYERS, MAX_PLAYERS),
    "events_beyond_players": Number(0, 20),
    "max_happiness": Number(),
    "famine_culture": Number(),
    "age_end_yellow": Number(),
    "max_draw": Number(0, 20),
    "wonder_surcharge": Number(),
    "play_tactic_cost": Number(),
    "copy_tactic_cost": Number(),
    "resigned_war_culture": Number(),
    "ruin_culture": Number(),
    "ruin_max_level": LEVEL,
    "outdated_levels": Number(1, 4),
    "reshuffle_when_needed": Flag(),
}
