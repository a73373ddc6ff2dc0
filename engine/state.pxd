"""The state of a game: one flat struct, no pointers, cloned by one memcpy.

Who may know a field stands in its section: *open* to all, *private* to the owner,
*hidden* from everybody, or *derived* from the open part.  Views, hashes of views and
determinization follow these sections.

Face-down military cards carry a byte of knowledge (`seen`): the low four bits tell
which players know the card at its place, bits 4 and 5 who put it there, and bit 6
(LATE) that it was put there after the latest shuffle of its age's deck by a player
who had drawn from that shuffle.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine.cards cimport Edition
from engine.types cimport (
    LEVELS, MAX_CARDS, MAX_CIVIL_HAND, MAX_DECK, MAX_EVENTS, MAX_FRAMES, MAX_MILITARY_HAND,
    MAX_PLAYERS, ROW_SPACES, SLOTS, STORES, card_t,
)

cdef enum SeenBits:
    SEEN_ALL = 15
    SEEN_BY_SHIFT = 4           # bits 4 and 5: the player who put the card there
    SEEN_LATE = 64

cdef enum PlayerFlag:
    # reset at the end of the own turn
    USED_MILITARY_AS_CIVIL = 1
    USED_CONVERSION = 2
    USED_FREE_POPULATION = 4
    USED_CHOICE = 8
    USED_TACTIC = 16
    USED_TRADE = 32
    USED_TURN_RESOURCE = 64
    REPLACED_LEADER = 128
    TURN_FLAGS = 255
    # last longer
    USED_EXTRA_POLITICS = 256   # once per game, with the leader that gave it
    SKIPS_POLITICS = 512        # the next Politics Phase
    RESIGNED = 1024


cdef struct Player:
    # -- open
    int16_t culture, science    # points
    card_t government, leader
    card_t unfinished           # wonder under construction
    uint8_t stages              # of it that are covered
    card_t special[4]           # by SpecialType
    card_t tactic
    uint8_t exclusive           # the tactic still lies in the own area
    uint8_t blue_bank, yellow_bank
    uint8_t unused              # workers in the pool
    uint8_t workers[SLOTS]
    uint8_t blue[STORES]        # tokens on farms, mines and labs
    uint64_t technologies       # bit set of slots in play
    uint32_t wonders, ruins     # bit sets of completed wonders by Card.index; ruins are a subset
    card_t tucked               # leader slid under a wonder
    uint8_t tucked_wonder       # index of that wonder
    uint32_t colonies           # bit set by Card.index
    uint8_t leaders_taken       # bit set of ages
    uint8_t n_civil
    card_t civil[MAX_CIVIL_HAND]        # civil hand, ascending
    uint8_t fresh[MAX_CIVIL_HAND]       # taken in this Action Phase
    card_t pact                 # in the own area
    uint8_t pact_partner, pact_side     # own side, 0 A, 1 B
    card_t war                  # declared by this player
    uint8_t war_target
    uint8_t ca_spent, ma_spent  # action tokens off the government card
    uint8_t ma_extra            # temporary military actions left this turn
    uint8_t unit_resources, unit_science        # left this turn, for units and unit technologies
    uint16_t flags              # PlayerFlag

    # -- private to the owner (except cards shown to others)
    uint8_t n_military
    card_t military[MAX_MILITARY_HAND]  # ascending
    uint8_t military_seen[MAX_MILITARY_HAND]

    # -- derived from the open part
    int16_t culture_rating, science_rating, strength
    int8_t happiness            # 0..8
    int8_t required             # happy faces
    int8_t discontent
    uint8_t ca_total, ma_total
    int8_t colonization         # modifier of a colonization force
    int8_t civil_limit, military_limit, urban_limit
    int8_t food_rate, resource_rate     # nominal production of a turn, pacts included
    int8_t mine_rate            # of mines alone
    uint8_t units               # military units in all
    uint8_t wonder_powers       # bit set of WonderPower


cdef enum WonderPower:
    POWER_FREE_POPULATION = 1
    POWER_BEST_MINE_TWICE = 2
    POWER_HAPPY_BONUS = 4


cdef struct Frame:
    uint8_t kind                # FrameKind
    uint8_t player              # who decides
    card_t card                 # event, territory, aggression, ... that caused it
    uint8_t target              # another player
    int16_t amount
    uint8_t limit
    uint8_t extra
    card_t floor                # private: a set is chosen in ascending order from here on


cdef struct State:
    # -- hidden
    uint64_t seed               # of all future shuffles

    # -- open
    uint8_t players             # that the game was set up for
    uint8_t players_left
    uint8_t age
    uint8_t round
    uint8_t last_round          # 0 = not known yet
    uint8_t current             # player whose turn it is
    uint8_t start               # starting player
    uint8_t stage               # Stage
    uint8_t n_frames
    uint8_t political_actions   # done in this Politics Phase
    card_t row[ROW_SPACES]
    uint8_t n_civil_deck, n_military_deck
    uint8_t n_current, n_future, n_past
    uint8_t n_discard[LEVELS]
    uint8_t n_removed[LEVELS]   # military cards of a former deck that left the game unseen
    uint8_t deck_players[LEVELS]        # number of players that an age's decks were prepared for
    uint8_t shuffles[12]        # so far, by Deck
    uint32_t common             # bit set of common tactics by Card.index
    card_t past[MAX_EVENTS]     # past events in order
    Frame frames[MAX_FRAMES]    # the last one is decided first (its `floor` is private)

    # an auction or an attack under way
    card_t territory
    uint8_t high_bid, high_bidder
    uint8_t passed              # bit set of players out of the auction
    uint8_t sent[16]            # units sent, by slot - UNIT_FIRST
    uint8_t force_cards         # value of bonus cards and discards in the force
    uint8_t force_discards      # cards discarded for it by a leader's ability
    card_t attack               # aggression being resolved
    uint8_t attacker, defender
    int16_t attack_strength, defence_strength
    uint8_t defence_cards       # used so far

    # -- hidden, except what `seen` says
    card_t civil_deck[MAX_DECK]         # last card is drawn first; contents open, order hidden
    card_t military_deck[MAX_DECK]      # last card is drawn first
    card_t current_events[MAX_EVENTS]   # last card is revealed first; ages open
    uint8_t current_seen[MAX_EVENTS]    # a known card's place within its age is not known ...
    uint8_t top_seen                    # ... but these players have looked at the top card
    card_t future_events[MAX_EVENTS]
    uint8_t future_seen[MAX_EVENTS]
    card_t discard[LEVELS][MAX_DECK]    # military cards by age
    uint8_t discard_seen[LEVELS][MAX_DECK]
    uint8_t n_renewed[LEVELS]           # cards of the latest renewal of an age's military deck ...
    card_t renewed[LEVELS][MAX_DECK]    # ... that some player knew to be in it
    uint8_t renewed_seen[LEVELS][MAX_DECK]      # who still knows: in that deck, or drawn since
    uint8_t drawn_since[LEVELS][MAX_PLAYERS]    # open: cards drawn from it by each player
    uint8_t gone[MAX_CARDS]             # open: cards that all have seen leave the game, by type

    Player player[MAX_PLAYERS]


cdef inline int available_ca(const Player* p) noexcept nogil:
    return p.ca_total - p.ca_spent


cdef inline int available_ma(const Player* p) noexcept nogil:
    return p.ma_total - p.ma_spent + p.ma_extra


cdef inline bint in_game(const State* s, int p) noexcept nogil:
    return not (s.player[p].flags & RESIGNED)


cdef inline int next_player(const State* s, int p) noexcept nogil:
    """The next player clockwise who is still in the game."""
    cdef int q = p
    while True:
        q += 1
        if q >= s.players:
            q = 0
        if in_game(s, q) or q == p:
            return q


cdef inline Frame* top_frame(State* s) noexcept nogil:
    return &s.frames[s.n_frames - 1]


cdef Frame* push_frame(State* s, int kind, int player, int card) noexcept nogil
cdef void pop_frame(State* s) noexcept nogil

# Sorted hands.  `seen` is the byte of knowledge of a military card.
cdef void add_civil(State* s, int p, card_t card, bint fresh) noexcept nogil
cdef void drop_civil(State* s, int p, int i) noexcept nogil
cdef int find_civil(const State* s, int p, card_t card) noexcept nogil
cdef void add_military(State* s, int p, card_t card, uint8_t seen) noexcept nogil
cdef uint8_t drop_military(State* s, int p, int i) noexcept nogil
cdef int find_military(const State* s, int p, card_t card) noexcept nogil

# Military cards that leave a hand or the table.
cdef void discard_open(const Edition* e, State* s, card_t card) noexcept nogil
cdef void discard_face_down(const Edition* e, State* s, int p, int i) noexcept nogil
cdef void add_discard(const Edition* e, State* s, card_t card, uint8_t seen) noexcept nogil
cdef uint8_t face_down_seen(const Edition* e, const State* s, int p, card_t card) noexcept nogil
cdef void forget_renewed(const Edition* e, State* s, card_t card, uint8_t viewers) noexcept nogil
cdef void show(const Edition* e, State* s, card_t card) noexcept nogil

cdef int decider(const State* s) noexcept nogil
cdef int decision_kind(const State* s) noexcept nogil
