"""The enumerations of the C level for Python code.

Same names and numbers as in `types.pxd` and `state.pxd`, without the prefixes; a test
compares them.
"""

from enum import IntEnum, IntFlag


class Age(IntEnum):
    """Ages of the game."""

    A = 0
    I = 1
    II = 2
    III = 3
    IV = 4


class Kind(IntEnum):
    """Kinds of cards; the first eleven carry workers."""

    FARM = 0
    MINE = 1
    LAB = 2
    TEMPLE = 3
    LIBRARY = 4
    THEATER = 5
    ARENA = 6
    INFANTRY = 7
    CAVALRY = 8
    ARTILLERY = 9
    AIRFORCE = 10
    GOVERNMENT = 11
    SPECIAL = 12
    LEADER = 13
    WONDER = 14
    ACTION = 15
    EVENT = 16
    TERRITORY = 17
    TACTIC = 18
    AGGRESSION = 19
    WAR = 20
    PACT = 21
    BONUS = 22


class SpecialType(IntEnum):
    """Types of special technologies."""

    CIVIL = 0
    MILITARY = 1
    EXPLORATION = 2
    CONSTRUCTION = 3


class Stage(IntEnum):
    """Stages of a turn."""

    REPLENISH = 0
    WAR = 1
    TACTIC = 2
    POLITICS = 3
    ACTION = 4
    PRODUCTION = 5
    OVER = 6


class FrameKind(IntEnum):
    """Kinds of pending decisions; the last ones are continuations that the engine runs."""

    NONE = 0
    POLITICS = 1
    ACTION = 2
    BID = 3
    SEND = 4
    DEFEND = 5
    PACT = 6
    DISCARD = 7
    LOSE_POPULATION = 8
    LOSE_BLUE = 9
    STAGE_TOKEN = 10
    DESTROY_OWN = 11
    DESTROY_OTHER = 12
    FOOD_OR_RESOURCE = 13
    MIX = 14
    PLUNDER = 15
    FREE_BUILD = 16
    DEVELOPMENT = 17
    RUIN = 18
    LOSE_COLONY = 19
    ANNEX = 20
    INFILTRATE = 21
    STEAL = 22
    TAKE_CARDS = 23
    TUCK = 24
    EVENT_DONE = 25
    AFTER_POLITICAL_ACTION = 26
    REFILL = 27
    RAID = 28


class MoveKind(IntEnum):
    """Kinds of moves."""

    NONE = 0
    TAKE = 1
    POPULATION = 2
    BUILD = 3
    UPGRADE = 4
    DESTROY = 5
    WONDER = 6
    DEVELOP = 7
    REVOLUTION = 8
    LEADER = 9
    ACTION = 10
    ACTION_BUILD = 11
    ACTION_UPGRADE = 12
    ACTION_DEVELOP = 13
    ACTION_REVOLUTION = 14
    TACTIC = 15
    COPY = 16
    USE = 17
    PREPARE = 18
    AGGRESSION = 19
    WAR = 20
    PACT = 21
    CANCEL = 22
    RESIGN = 23
    PASS = 24
    END_TURN = 25
    BID = 26
    CHOOSE = 27
    FACE_DOWN = 28
    ACCEPT = 29
    DONE = 30
    SPLIT = 31


class Choice(IntEnum):
    """What a move with a choice asks for."""

    FOOD = 0
    RESOURCES = 1
    CULTURE = 2
    MILITARY = 3


class MoveFlag(IntFlag):
    """What else pays for a move."""

    MA = 1
    FOOD = 2
    RESOURCE = 4


class PlayerFlag(IntFlag):
    """What a player has used or is in."""

    USED_MILITARY_AS_CIVIL = 1
    USED_CONVERSION = 2
    USED_FREE_POPULATION = 4
    USED_CHOICE = 8
    USED_TACTIC = 16
    USED_TRADE = 32
    USED_TURN_RESOURCE = 64
    REPLACED_LEADER = 128
    USED_EXTRA_POLITICS = 256
    SKIPS_POLITICS = 512
    RESIGNED = 1024


LEVELS = 4
STORES = 12
UNIT_FIRST = 28
URBAN_FIRST = 8
WORKER_KINDS = 11
SLOTS = 44
ROW_SPACES = 13
MAX_PLAYERS = 4
MAX_CIVIL_HAND = 20
MAX_MILITARY_HAND = 48
MAX_DECK = 56
MAX_EVENTS = 72
MAX_FRAMES = 12
SEEN_ALL = 15
SEEN_BY_SHIFT = 4
SEEN_LATE = 64
DECK_CIVIL = 0
DECK_MILITARY = 4
DECK_EVENTS = 8

AGE_NAMES = tuple(age.name for age in Age)
"""A, I, II, III, IV as written in positions."""
