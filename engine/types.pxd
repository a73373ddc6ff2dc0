"""The vocabulary of the C level: every enumeration and size that the engine shares.

Names follow the rulebook.  Nothing here depends on a card number: those stand in
the YAML files of an edition and reach the rules through `cards.pxd`.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint8_t card_t         # a card type of the edition; 0 = no card
ctypedef uint32_t move_t        # a packed move, see the layout below; 0 = no move

cdef enum:
    MAX_PLAYERS = 4
    MAX_CARDS = 256             # card types of one edition, the null card included
    ROW_SPACES = 13
    LEVELS = 4                  # A, I, II, III as levels 0..3
    WORKER_KINDS = 11           # kinds of cards that carry workers: FARM..AIRFORCE
    SLOTS = 44                  # a technology slot is kind * LEVELS + level
    STORES = 12                 # slots that can hold blue tokens: farms, mines, labs
    URBAN_FIRST = 8             # slots of urban buildings: LAB..ARENA
    UNIT_FIRST = 28             # slots of military units: INFANTRY..AIRFORCE
    MAX_CIVIL_HAND = 20
    MAX_MILITARY_HAND = 48
    MAX_DECK = 56               # cards of one deck or discard pile
    MAX_EVENTS = 72             # cards of one event pile
    MAX_FRAMES = 12             # nested pending decisions
    MAX_MOVES = 1024            # legal moves of one position
    MAX_STAGES = 6
    MAX_CLAUSES = 4             # effects of one event

cdef enum:                      # Age
    AGE_A, AGE_I, AGE_II, AGE_III, AGE_IV

cdef enum Kind:
    FARM, MINE, LAB, TEMPLE, LIBRARY, THEATER, ARENA
    INFANTRY, CAVALRY, ARTILLERY, AIRFORCE
    GOVERNMENT, SPECIAL, LEADER, WONDER, ACTION
    EVENT, TERRITORY, TACTIC, AGGRESSION, WAR, PACT, BONUS
    NO_KIND

cdef enum:                      # SpecialType
    SPECIAL_CIVIL, SPECIAL_MILITARY, SPECIAL_EXPLORATION, SPECIAL_CONSTRUCTION
    SPECIAL_TYPES

# What an action card orders its player to do.
cdef enum Order:
    ORDER_NONE                  # only gains
    ORDER_BUILD_OR_UPGRADE_FARM_OR_MINE
    ORDER_BUILD_OR_UPGRADE_URBAN
    ORDER_UPGRADE_FARM_MINE_OR_URBAN
    ORDER_BUILD_STAGE
    ORDER_INCREASE_POPULATION
    ORDER_DEVELOP

# Whom a clause of an event touches.
cdef enum Who:
    WHO_ALL
    WHO_STRONGEST, WHO_WEAKEST
    WHO_TWO_STRONGEST, WHO_TWO_WEAKEST
    WHO_MOST_CULTURE, WHO_LEAST_CULTURE
    WHO_MOST_HAPPY_ALL_TIED
    WHO_CULTURE_LEADER_IF_WEAK  # most culture, and among the (two) weakest
    WHO_MOST_DISCONTENT_ALL_TIED

# What a clause of an event does to each player that it touches; `amount` may be negative.
cdef enum Op:
    OP_NONE
    OP_FOOD, OP_RESOURCE, OP_SCIENCE, OP_CULTURE    # gain (or lose) that much
    OP_POPULATION               # gain without food; negative: lose
    OP_BLUE                     # blue tokens to or from the box
    OP_DRAW                     # military cards of the current age
    OP_DISCARD                  # the owner discards that many military cards
    OP_FOOD_OR_RESOURCE         # one of the two, the owner chooses
    OP_MIX                      # a total of food and resources, split as the owner likes
    OP_FREE_BUILD               # may build `card` for nothing if a worker is unused
    OP_DESTROY_OWN              # must destroy an own farm, mine or urban building
    OP_LOSE_COLONY
    OP_LOSE_ALL_FOOD
    OP_SCORE_CULTURE_RATING, OP_SCORE_SCIENCE_RATING    # culture += culture rating; science += science rating
    OP_CULTURE_FROM_SCIENCE     # culture += science rating
    OP_FOOD_PER_HAPPY
    OP_PRODUCE_FOOD, OP_PRODUCE_RESOURCES
    OP_CORRUPTION, OP_CONSUMPTION
    OP_CIVIL_ACTIONS_PER_DISCONTENT     # spend `amount` civil actions per discontent worker
    OP_CULTURE_PER_DISCONTENT   # `amount` (negative) culture per discontent worker
    OP_POPULATION_HALF_DISCONTENT       # lose half the discontent workers, rounded up
    OP_REMOVE_OLD_LEADER
    OP_RUIN_WONDER
    OP_TAKE_YELLOW              # from the weakest civilization's bank
    OP_DEVELOPMENT              # one of: population, build, develop, `amount` cheaper
    OP_TAKE_CARDS               # from the row, worth up to `amount` civil actions
    OP_DESTROY_OF_OTHERS        # an urban building of each other civilization
    OP_IMPACT                   # scoring function `impact`

cdef enum Impact:
    IMPACT_NONE
    IMPACT_AGRICULTURE, IMPACT_ARCHITECTURE, IMPACT_BALANCE, IMPACT_COLONIES
    IMPACT_COMPETITION, IMPACT_GOVERNMENT, IMPACT_HAPPINESS, IMPACT_INDUSTRY
    IMPACT_POPULATION, IMPACT_PROGRESS, IMPACT_SCIENCE, IMPACT_STRENGTH
    IMPACT_TECHNOLOGY, IMPACT_VARIETY, IMPACT_WONDERS

# What an aggression or a war does when it succeeds.
cdef enum Attack:
    ATTACK_NONE
    ATTACK_ENSLAVE, ATTACK_PLUNDER, ATTACK_RAID, ATTACK_ANNEX, ATTACK_INFILTRATE
    ATTACK_SPY, ATTACK_ARMED_INTERVENTION
    WAR_TECHNOLOGY, WAR_TERRITORY, WAR_CULTURE

cdef enum AttackClause:         # what a pact says about attacks between its parties
    ATTACK_ALLOWED, ATTACK_FORBIDDEN, ATTACK_ENDS_PACT

# One-time score of a wonder of Age III.
cdef enum Completion:
    COMPLETION_NONE
    COMPLETION_WORKERS          # amount[0] per farm and mine, amount[1] per urban building and unit
    COMPLETION_LEVELS           # amount[0] per level of every technology in play
    COMPLETION_ARTS             # amount[0] times the culture of theaters and libraries
    COMPLETION_URBAN            # culture, science and strength of urban buildings

# Stages of a turn, in order.  A decision is pending in STAGE_POLITICS, STAGE_ACTION
# or on top of the stack of frames; all other stages run through by themselves.
cdef enum Stage:
    STAGE_REPLENISH, STAGE_WAR, STAGE_TACTIC, STAGE_POLITICS, STAGE_ACTION, STAGE_PRODUCTION, STAGE_OVER

# Kinds of pending decisions (frames).  F_* are decisions of one player; C_* are
# continuations that the engine runs when everything above them is done.
cdef enum FrameKind:
    F_NONE
    F_POLITICS, F_ACTION        # the two phases of the turn itself; never stored as frames
    F_BID                       # bid or pass for the territory
    F_SEND                      # choose units and cards of the colonization force
    F_DEFEND                    # choose cards against an aggression
    F_PACT                      # accept or refuse a pact
    F_DISCARD                   # discard `amount` military cards
    F_LOSE_POPULATION           # a worker from a card; `amount` left
    F_LOSE_BLUE                 # a blue token from a card; `amount` left
    F_STAGE_TOKEN               # which card gives the blue token that covers a stage
    F_DESTROY_OWN               # which own building
    F_DESTROY_OTHER             # which urban building of player `target`, level at most `limit`
    F_FOOD_OR_RESOURCE          # gain `amount` of one of them
    F_MIX                       # gain or lose a total of `amount`
    F_PLUNDER                   # attacker splits `amount` of what `target` has
    F_FREE_BUILD                # build `card` for nothing, or not
    F_DEVELOPMENT               # Development of Civilization
    F_RUIN                      # which completed wonder of Age A or I
    F_LOSE_COLONY
    F_ANNEX                     # which colony of `target`
    F_INFILTRATE                # leader or unfinished wonder of `target`
    F_STEAL                     # special technologies of `target`, `amount` advantage left
    F_TAKE_CARDS                # International Agreement, `amount` civil actions left
    F_TUCK                      # slide the replaced leader under a wonder, or not
    C_EVENT_DONE                # put the event into the past, renew the current events
    C_AFTER_POLITICAL_ACTION
    C_REFILL                    # after International Agreement
    C_RAID                      # gain half the cost of what was destroyed
    FRAME_KINDS

# A move packs kind (6 bits), card (8), a (8), b (7) and flags (3).
cdef enum MoveKind:
    M_NONE
    M_TAKE                      # card, a = space 1..13
    M_POPULATION
    M_BUILD                     # card
    M_UPGRADE                   # card > a
    M_DESTROY                   # card: destroy a building or disband a unit
    M_WONDER                    # b = stages
    M_DEVELOP                   # card
    M_REVOLUTION                # card
    M_LEADER                    # card
    M_ACTION                    # card; b = Choice where the card offers one
    M_ACTION_BUILD              # card, a = technology
    M_ACTION_UPGRADE            # card, a = technology, b = slot of the better one
    M_ACTION_DEVELOP            # card, a = technology
    M_ACTION_REVOLUTION         # card, a = government
    M_TACTIC                    # card: play from hand
    M_COPY                      # card: copy a common tactic
    M_USE                       # card = leader or wonder, a = what it needs, b = Choice
    M_PREPARE                   # card
    M_AGGRESSION                # card, a = rival
    M_WAR                       # card, a = rival
    M_PACT                      # card, a = partner, b = own side (0 A, 1 B)
    M_CANCEL                    # card, a = owner of the area it lies in
    M_RESIGN
    M_PASS                      # no political action, no bid, no defence, refuse, decline
    M_END_TURN
    M_BID                       # b = amount
    M_CHOOSE                    # card that the pending decision asks for
    M_FACE_DOWN                 # card discarded for +1 (defence, James Cook)
    M_ACCEPT
    M_DONE                      # the set is complete
    M_SPLIT                     # a = food, b = resources
    MOVE_KINDS

cdef enum Choice:
    CHOOSE_FOOD, CHOOSE_RESOURCES, CHOOSE_CULTURE, CHOOSE_MILITARY

cdef enum MoveFlag:
    FLAG_MA = 1                 # one civil action of the price is paid as a military action
    FLAG_FOOD = 2               # one resource of the price is paid in food
    FLAG_RESOURCE = 4           # one food of the price is paid in resources


cdef inline move_t pack(uint32_t kind, uint32_t card, uint32_t a, uint32_t b, uint32_t flags) noexcept nogil:
    return kind | (card << 6) | (a << 14) | (b << 22) | (flags << 29)


cdef inline uint32_t move_kind(move_t move) noexcept nogil:
    return move & 63


cdef inline card_t move_card(move_t move) noexcept nogil:
    return <card_t> ((move >> 6) & 255)


cdef inline uint32_t move_a(move_t move) noexcept nogil:
    return (move >> 14) & 255


cdef inline uint32_t move_b(move_t move) noexcept nogil:
    return (move >> 22) & 127


cdef inline uint32_t move_flags(move_t move) noexcept nogil:
    return move >> 29


cdef struct MoveList:
    int n
    move_t moves[MAX_MOVES]


cdef inline void add_move(MoveList* moves, move_t move) noexcept nogil:
    # No game comes near the limit; a position written by hand may hold every technology and action card.
    if moves.n < MAX_MOVES:
        moves.moves[moves.n] = move
        moves.n += 1
