"""The compiled card tables of an edition, and the Python class that owns them."""
from libc.stdlib cimport calloc, free

from engine.types cimport (
    LEVELS, MAX_CLAUSES, MAX_DECK, MAX_EVENTS, MAX_PLAYERS, MAX_STAGES, SLOTS, TACTIC, TERRITORY,
    WONDER,
)

import dataclasses
from functools import lru_cache

from engine import schema
from engine.edition import EditionError, UnknownCard, load_edition
from engine.schema import KINDS, LEVEL_NAMES
from engine.tables import Tables, did_you_mean

__all__ = ["CardSet", "Edition", "EditionError", "UnknownCard", "default_edition"]

# The validator guards arrays of these sizes, so it has to know the real ones.
if (schema.MAX_CLAUSES, schema.MAX_DECK, schema.MAX_EVENTS, schema.MAX_STAGES) != (
        MAX_CLAUSES, MAX_DECK, MAX_EVENTS, MAX_STAGES):
    raise ImportError("the sizes of engine/schema.py are not those of engine/types.pxd")

SWITCHES = ("reshuffle_when_needed",)
DECKS = {
    **{f"civil {age}": DECK_CIVIL + level for level, age in enumerate(LEVEL_NAMES)},
    **{f"military {age}": DECK_MILITARY + level for level, age in enumerate(LEVEL_NAMES)},
    "events": DECK_EVENTS,
}


cdef Edition* new_edition() except NULL:
    """An edition with all bytes 0; the caller frees it."""
    cdef Edition* edition = <Edition*> calloc(1, sizeof(Edition))
    if edition == NULL:
        raise MemoryError
    return edition


cdef dict null_card():
    """All fields of a card at 0, as Python values that convert to a Card.

    Cython turns a struct into a dict and back, but writes byte arrays as `bytes` up to
    the first 0, so the arrays are spelled out.
    """
    cdef Edition* blank = new_edition()
    cdef dict card = blank.cards[0]
    free(blank)
    card.update(
        copies=[0] * (MAX_PLAYERS + 1), urban_discount=[0] * LEVELS, stages=[0] * MAX_STAGES,
        completion_amount=[0] * 2, unit_strength=[0] * 4, colony_culture=[0] * 2,
        unit_resources_per_stronger=[0] * (MAX_PLAYERS + 1), culture_per_richer=[0] * (MAX_PLAYERS + 1),
        attack_amount=[0] * 2, destroy_level=[0] * 2, units=[0] * 3, impact_amount=[0] * (LEVELS + 1),
        impact_rank=[[0] * MAX_PLAYERS] * (MAX_PLAYERS + 1),
    )
    return card


cdef dict whole_card(dict null, dict table):
    """A table of an edition with the fields it leaves out."""
    unknown = table.keys() - null.keys()
    if unknown:
        raise KeyError(f"no such field of a card: {', '.join(sorted(unknown))}")
    card = {**null, **table}
    for name in ("sides", "clauses"):
        parts = table.get(name, [])
        card[name] = [{**blank, **part} for blank, part in zip(null[name], parts)] + null[name][len(parts):]
    return card


cdef void fill_cards(Edition* e, list tables) except *:
    cdef dict null = null_card()
    cdef int number
    cdef Card* card
    e.n_cards = len(tables)
    for number in range(1, e.n_cards):
        e.cards[number] = whole_card(null, tables[number])
        card = &e.cards[number]
        if card.slot >= 0:
            e.slot_card[card.slot] = number
        if card.kind == WONDER:
            e.wonders[card.index] = number
            e.n_wonders += 1
        elif card.kind == TERRITORY:
            e.territories[card.index] = number
            e.n_territories += 1
        elif card.kind == TACTIC:
            e.tactics[card.index] = number
            e.n_tactics += 1


cdef void fill_rules(Edition* e, dict rules) except *:
    cdef int i
    e.initial_government = rules["initial_government"]
    e.initial_slots = rules["initial_slots"]
    for i in range(SLOTS):
        e.initial_workers[i] = rules["initial_workers"][i]
    e.blue_tokens = rules["blue_tokens"]
    e.yellow_tokens = rules["yellow_tokens"]
    e.unused_workers = rules["unused_workers"]
    e.population_cost = rules["population_cost"]
    e.consumption = rules["consumption"]
    e.happy_required = rules["happy_required"]
    e.corruption = rules["corruption"]
    e.space_cost = rules["space_cost"]
    e.swept_spaces = rules["swept_spaces"]
    e.first_turn_actions = rules["first_turn_actions"]
    e.events_beyond_players = rules["events_beyond_players"]
    e.max_happiness = rules["max_happiness"]
    e.famine_culture = rules["famine_culture"]
    e.age_end_yellow = rules["age_end_yellow"]
    e.max_draw = rules["max_draw"]
    e.wonder_surcharge = rules["wonder_surcharge"]
    e.play_tactic_cost = rules["play_tactic_cost"]
    e.copy_tactic_cost = rules["copy_tactic_cost"]
    e.resigned_war_culture = rules["resigned_war_culture"]
    e.ruin_culture = rules["ruin_culture"]
    e.ruin_max_level = rules["ruin_max_level"]
    e.outdated_levels = rules["outdated_levels"]
    e.reshuffle_when_needed = rules["reshuffle_when_needed"]


cdef class CardSet:
    """An edition: its cards and rules as data and as C tables.  A value: nothing changes it.

    CardSet(name, overlay) loads the edition `name` with an overlay (a mapping or a path).
    `data` is an edition that is loaded already; `shuffles` and `switches` are as in
    with_script and with_switch.

    >>> edition = CardSet()
    >>> edition.name(edition.number("great wall"))
    'Great Wall'
    """

    def __cinit__(self, name="base2015", overlay=None, *, data=None, shuffles=None, switches=None):
        self.c = new_edition()
        data = load_edition(name, overlay) if data is None else data
        self.switches = check_switches(switches or {})
        if self.switches:
            numbers = {switch: int(value) for switch, value in self.switches.items()}
            tables = Tables(data.tables.ids, data.tables.cards, {**data.tables.rules, **numbers})
            data = dataclasses.replace(data, rules={**data.rules, **self.switches}, tables=tables)
        self.data = data
        self.ids = data.tables.ids
        self.fill()
        self.shuffles = self._read_shuffles(shuffles or {})
        self.fill_script()

    def __dealloc__(self):
        free(self.c)
        free(self.script)

    cdef void fill(self) except *:
        fill_cards(self.c, self.data.tables.cards)
        fill_rules(self.c, self.data.tables.rules)
        self.c.hash = self.data.hash

    cdef void fill_script(self) except *:
        cdef int n = 0, i
        if not self.shuffles:
            return
        self.script = <Script*> calloc(1, sizeof(Script))
        if self.script == NULL:
            raise MemoryError
        for deck, outcomes in self.shuffles.items():
            for time, cards in enumerate(outcomes):
                if not cards:
                    continue
                self.script.deck[n] = DECKS[deck]
                self.script.time[n] = time
                self.script.size[n] = len(cards)
                for i in range(len(cards)):
                    self.script.cards[n][i] = cards[i]
                n += 1
        self.script.n = n
        self.c.script = self.script

    def _read_shuffles(self, shuffles):
        """The outcomes as lists of card numbers; raises ValueError for what cannot be."""
        checked = {}
        for deck, outcomes in shuffles.items():
            if deck not in DECKS:
                hint = did_you_mean(deck, DECKS)
                raise ValueError(f"no deck is called {deck!r}{hint} (allowed: {', '.join(DECKS)})")
            checked[deck] = [[self._card_number(card) for card in outcome or ()] for outcome in outcomes]
            longest = max(map(len, checked[deck]), default=0)
            most = MAX_DECK + 8 if deck == "events" else MAX_DECK
            if longest > most:
                raise ValueError(f"{deck}: a shuffle of {longest} cards; allowed: at most {most}")
        count = sum(len(outcome) > 0 for outcomes in checked.values() for outcome in outcomes)
        if count > 64:
            raise ValueError(f"{count} shuffles; allowed: at most 64")
        return checked

    def _card_number(self, card):
        if isinstance(card, str):
            return self.data.find(card)
        if not 0 < card < len(self.ids):
            raise UnknownCard(f"no card has the number {card}")
        return int(card)

    def with_script(self, shuffles):
        """This edition with shuffle outcomes from outside.

        `shuffles` maps "civil I", "military II", ... and "events" to the outcomes of the
        first, second, ... shuffle of that pile: lists of cards (numbers or ids), first
        drawn first.  None or an empty list leaves a shuffle to the seed.
        """
        return CardSet(data=self.data, shuffles=shuffles, switches=self.switches)

    def with_switch(self, **switches):
        """This edition with other switches, such as reshuffle_when_needed=True."""
        return CardSet(data=self.data, shuffles=self.shuffles, switches={**self.switches, **switches})

    @property
    def edition(self):
        """Name of the edition, without its overlay."""
        return self.data.name

    @property
    def overlay(self):
        """The overlay as a mapping, or None."""
        return self.data.overlay

    @property
    def hash(self):
        """Sixteen hexadecimal digits over all numbers of cards and rules."""
        return f"{self.c.hash:016x}"

    def number(self, text):
        """Number of the card with that id, printed name (any case) or unambiguous beginning.

        Raises UnknownCard with suggestions.
        """
        return self.data.find(text)

    def name(self, card):
        """Printed name of a card number or id."""
        return self.data.cards[self._id(card)]["name"]

    def card(self, card):
        """What the edition says of a card (number, id or name), as a new dict."""
        return self.data.card(self._id(card))

    def kind(self, card):
        """Kind of a card, such as "mine" or "aggression"."""
        return KINDS[self.c.cards[self._card_number(card)].kind]

    def copies(self, card, int players):
        """Copies of a card in its deck with that many players."""
        if not 2 <= players <= MAX_PLAYERS:
            raise ValueError(f"{players} players; allowed: 2 to {MAX_PLAYERS}")
        return self.c.cards[self._card_number(card)].copies[players]

    def _id(self, card):
        return self.ids[self._card_number(card)]

    @property
    def kinds(self):
        """Names of the kinds of cards, by number."""
        return KINDS

    def __len__(self):
        """Number of card types, without the null card."""
        return self.c.n_cards - 1

    def __eq__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return self.hash == other.hash and self.shuffles == other.shuffles

    def __hash__(self):
        return hash(self.c.hash)

    def __reduce__(self):
        return _rebuild, (self.data.name, self.data.overlay, self.shuffles, self.switches)

    def __repr__(self):
        overlay = "" if self.overlay is None else f" with overlay {self.overlay.get('name', 'without name')}"
        script = " and scripted shuffles" if self.shuffles else ""
        return f"<Edition {self.edition}{overlay}{script}, hash {self.hash}>"


# The C struct has the name Edition in this module, so the Python name is set apart.
globals()["Edition"] = CardSet


def check_switches(switches):
    """The switches as booleans; raises EditionError for unknown names and other values."""
    problems = []
    for name, value in switches.items():
        if name not in SWITCHES:
            hint = did_you_mean(name, SWITCHES)
            problems.append(f"unknown switch {name!r}{hint} (allowed: {', '.join(SWITCHES)})")
        elif not isinstance(value, bool):
            problems.append(f"switch {name}: got {value!r} (allowed: true or false)")
    if problems:
        raise EditionError(problems)
    return dict(switches)


def _rebuild(name, overlay, shuffles, switches):
    if overlay is None and not shuffles and not switches and name == default_edition().edition:
        return default_edition()
    return CardSet(name, overlay, shuffles=shuffles, switches=switches)


@lru_cache(maxsize=1)
def default_edition():
    """The 2015 base game, loaded once."""
    return CardSet()
