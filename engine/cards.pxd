"""Card tables and constants of an edition, compiled from its YAML files.

An edition is a value: rule code asks its fields and never its name.  A number that
is printed on a card or on the board appears here and in the YAML, nowhere else.
Fields that a card does not have are 0, and `cards[0]` is the null card with all
fields 0, so `e.cards[player.leader].population_discount` needs no test.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine.types cimport (
    LEVELS, MAX_CARDS, MAX_CLAUSES, MAX_DECK, MAX_PLAYERS, MAX_STAGES, ROW_SPACES, SLOTS,
    card_t,
)


cdef struct Clause:
    uint8_t who                 # Who
    uint8_t op                  # Op
    int8_t amount
    int8_t amount_last_age      # amount in Age IV where it differs (used with op_last_age)
    uint8_t op_last_age         # Op that replaces `op` in Age IV; OP_NONE = same op
    card_t card                 # OP_FREE_BUILD


cdef struct Side:
    # What one party of a pact gets while it lasts.
    int8_t culture, strength, military_actions
    int8_t food, resource       # added to the production of each turn
    int8_t food_as_resource, resource_as_food   # units that may stand in, once per turn
    int8_t develop_discount, partner_pays       # science when developing a technology
    int8_t culture_per_partner_wonder
    int8_t war_immunity         # nobody may declare war on this party


cdef struct Card:
    uint8_t kind                # Kind
    uint8_t level               # Age of the card, A = 0
    uint8_t deck                # 0 initial technology, 1 civil, 2 military
    uint8_t name                # cards of the same printed name share this number
    uint8_t index               # position among wonders, territories or tactics of the edition (a bit number)
    int8_t slot                 # technology slot of cards that carry workers, else -1
    uint8_t copies[MAX_PLAYERS + 1]     # by number of players; [0] and [1] unused

    # technologies
    int8_t science_cost, revolution_cost, resource_cost
    int8_t food, resource       # value of one blue token on the card
    uint8_t special_type        # SpecialType of SPECIAL cards
    int8_t urban_discount[LEVELS]
    int8_t stages_per_action

    # symbols; per worker on cards that carry workers, else while in play
    int8_t culture, science, strength, happy
    int8_t civil_actions, military_actions, colonization, blue, yellow
    int8_t urban_limit, civil_hand, military_hand

    # wonders
    int8_t n_stages
    int8_t stages[MAX_STAGES]
    uint8_t completion          # Completion
    int8_t completion_amount[2]

    # abilities of leaders and wonders (0 = does not have it)
    int8_t unit_strength[4]     # rating per infantry, cavalry, artillery, air force unit
    int8_t unit_type_strength   # rating per type of unit present
    int8_t faith_strength       # rating per happy face of temples and government
    int8_t faces_culture        # rating per happy face of temples, theaters, wonders
    int8_t best_lab_science     # rating per level of the best lab or library
    int8_t develop_resource, develop_civil_action, develop_culture  # for each technology developed
    int8_t take_technology_science
    int8_t leader_discount      # civil actions less when taking a leader
    int8_t military_as_civil    # times per turn that a military action pays for a civil one
    int8_t turn_unit_resources  # resources for units on each own turn
    int8_t tuck_happy           # faces of a wonder under which the replaced leader is slid
    int8_t extra_politics       # further political actions, once per game
    int8_t population_discount
    int8_t retire_yellow        # political action: leave play for that many yellow tokens
    int8_t colonize_from_hand   # political action: leave play and settle a territory of the hand
    int8_t levy                 # population and unit in one military action, each that much cheaper
    int8_t infantry_rides       # infantry may stand as cavalry in armies
    int8_t strong_culture       # culture at the end of turn for one of the two strongest
    int8_t no_wonder_surcharge
    int8_t colony_culture[2]    # rating for the first and for each further colony
    int8_t force_discards       # military cards that may be discarded for +1 force each
    int8_t theater_culture      # rating per theater
    int8_t theater_science_discount
    int8_t theater_conversion   # once per turn: upgrade any urban building to a theater
    int8_t military_revolution  # revolutions are paid with military actions
    int8_t revolution_culture
    int8_t pair_culture         # rating per pair of library and theater
    int8_t pair_discount        # science and resources less for one if the other is present
    int8_t labs_mine            # labs produce resources by level, and score when the leader leaves
    int8_t best_theater_twice
    int8_t pacifist             # may not attack; attacks on the owner cost that many times the printed actions
    int8_t lab_culture          # rating per level of labs
    int8_t lab_science          # added to each lab's science
    int8_t choice_culture, choice_science, choice_resources     # once per turn, culture or the other two
    int8_t looks_at_event       # sees the top current event at the start of politics
    int8_t happy_bonus          # faces added to every other card with happy faces
    int8_t replaced_leader_discount     # civil actions less in the row after replacing a leader
    int8_t free_population      # population for nothing, times per action phase
    int8_t best_mine_twice

    # action cards
    uint8_t order               # Order
    int8_t discount             # of the ordered action
    int8_t gain_science, gain_culture, gain_food, gain_resource, gain_food_or_resource
    int8_t gain_military_actions, gain_unit_resources   # for this turn
    int8_t unit_resources_per_stronger[MAX_PLAYERS + 1]
    int8_t culture_per_richer[MAX_PLAYERS + 1]

    # military cards
    int8_t attack_cost          # military actions of aggressions and wars
    uint8_t attack              # Attack
    # enslave [resources, food]; plunder [food and resources]; spy [science]; infiltrate [culture per level]
    # armed intervention [culture]; war over territory [tokens, advantage per further token]
    # war over culture [culture beside the advantage]
    int8_t attack_amount[2]
    int8_t destroy_level[2]     # highest level of the buildings a raid destroys; -1 = none
    int8_t defense, force       # bonus cards: value in defence and in a colonization force
    int8_t units[3]             # infantry, cavalry, artillery of a tactic
    int8_t army, army_outdated  # strength of one army
    int8_t immediate_science, immediate_culture, immediate_population
    int8_t immediate_cards, immediate_food, immediate_resource
    Side sides[2]               # A and B of a pact
    uint8_t two_sided           # the sides differ, so the offerer names the own one
    uint8_t attack_clause       # AttackClause
    int8_t attacker_strength    # of a party that attacks the other
    uint8_t n_clauses
    Clause clauses[MAX_CLAUSES]
    uint8_t impact              # Impact of OP_IMPACT
    # Printed numbers of an Impact (c = culture):
    #   agriculture [c more if food production exceeds consumption]; industry [c per resource of mines]
    #   architecture [c per level of an urban building]; competition [c per level of a unit or arena]
    #   balance [c per unit of the lowest production]; colonies [c per colony]
    #   government [c per civil action, c per military action]
    #   happiness [c per happy face, c lost per discontent worker]
    #   population [c per content worker, workers that do not count]
    #   progress [c per level of government and special technologies]
    #   technology [c per technology, its lowest level]
    #   variety [c per type of unit, type of urban building, special technology]
    #   wonders [c by age A, I, II, III]; science and strength use impact_rank instead
    int8_t impact_amount[LEVELS + 1]
    int8_t impact_rank[MAX_PLAYERS + 1][MAX_PLAYERS]    # culture by rank, by number of players
    uint8_t scored_at_end


cdef struct Script:
    # Shuffle outcomes supplied from outside (records, recorded games).  An outcome that
    # is not listed comes from the seed.
    int n
    uint8_t deck[64]            # Deck
    uint8_t time[64]            # which shuffle of that deck, from 0
    uint8_t size[64]
    card_t cards[64][MAX_DECK + 8]      # in drawing order, first card first


cdef enum Deck:
    DECK_CIVIL = 0              # + age
    DECK_MILITARY = 4           # + age
    DECK_EVENTS = 8             # Age A events at set-up (time 0), then each renewal


cdef struct Edition:
    uint64_t hash               # of the compiled card data
    int n_cards                 # card types including the null card
    Card cards[MAX_CARDS]
    card_t slot_card[SLOTS]     # technology of each slot, 0 = none in this edition
    card_t wonders[32]
    card_t territories[32]
    card_t tactics[32]
    int n_wonders, n_territories, n_tactics
    card_t initial_government
    uint64_t initial_slots      # technologies in play at the start
    uint8_t initial_workers[SLOTS]

    # board
    uint8_t blue_tokens, yellow_tokens, unused_workers  # of a player at the start
    int8_t population_cost[20]  # by yellow tokens in the bank; index 19 stands for more
    int8_t consumption[20]
    int8_t happy_required[20]
    int8_t corruption[20]       # by blue tokens in the bank
    int8_t space_cost[ROW_SPACES]
    int8_t swept_spaces[MAX_PLAYERS + 1]
    int8_t first_turn_actions[MAX_PLAYERS]
    int8_t events_beyond_players        # Age A events beyond the number of players
    int8_t max_happiness
    int8_t famine_culture       # lost per missing food
    int8_t age_end_yellow       # tokens lost at the end of Ages I, II and III
    int8_t max_draw             # military cards drawn at the end of a turn
    int8_t wonder_surcharge
    int8_t play_tactic_cost, copy_tactic_cost
    int8_t resigned_war_culture
    int8_t ruin_culture         # rating of a ruined wonder
    int8_t ruin_max_level       # oldest wonders that can be ruined
    int8_t outdated_levels      # an army with a unit that many levels below its tactic is outdated

    # switches
    uint8_t reshuffle_when_needed       # the military deck is renewed when the next card is drawn, not when it runs out

    const Script* script


cdef Edition* new_edition() except NULL


cdef class CardSet:
    # An edition for Python, where it is also called Edition; owns the struct and its script.
    cdef Edition* c
    cdef Script* script
    cdef readonly object data       # EditionData
    cdef readonly list ids          # by card number; "" for no card
    cdef readonly dict shuffles     # of the script, as numbers; empty without one
    cdef readonly dict switches     # set by with_switch
    cdef void fill(self) except *
    cdef void fill_script(self) except *
