"""What a position is worth to a player, part by part, in points of culture.

A part is a plain function of the position; the numbers that it uses are the `Weights`,
which come from mcts/weights/*.yaml and are tuned by self-play.  `Worth` holds the prices
of the moment: what one more science, resource, strength, ... is worth to this player with
the turns that are left.
"""
from engine.cards cimport Card, Edition
from engine.state cimport State
from engine.types cimport LEVELS, MAX_PLAYERS, SLOTS, card_t

from mcts.preferences cimport Preferences

cdef enum:
    HORIZON = 32                # turns that the tables of prices cover


cdef struct Weights:
    # the clock
    double cards_per_turn       # civil cards that leave the deck per turn of a player

    # price of one unit with 20 turns left (early) and near the end (late); it fades out over
    # the last turns (horizon), in which it can no longer be put to use
    double science_early, science_late, science_horizon
    double resource_early, resource_late, resource_horizon
    double food_early, food_late, food_horizon
    # part of it that counts for what is in stock, and as a cost
    double science_point, resource_point, food_point
    double civil_action_early, civil_action_late
    double military_action_early, military_action_late
    double culture_rate         # of one point of the rating per turn left

    # beyond these amounts a unit counts only a part of its price
    double excess_stock, excess_rate
    double science_stock, resource_stock, food_stock
    double science_rating_base, science_rating_age      # base + age * per age
    double resource_rate_base, resource_rate_age
    double food_surplus
    double civil_actions, military_actions

    # population
    double worker               # unused worker: share of the best that could be built; further ones fade
    double worker_fade
    double yellow               # token in the bank, per turn left
    double uprising             # penalty per turn's production lost
    double happy_next           # missing face two workers ahead
    double happy_spare
    double famine               # per food that will be missing
    double blue                 # token, per turn left
    double corruption           # share of the resources lost by corruption that counts

    # strength
    double behind_early, behind_late    # per point behind a rival
    double ahead_early, ahead_late      # per point ahead, fading over ...
    double ahead_scale                  # ... that many points (more by age)
    double weakest              # per point behind the second weakest (three and four players)
    double strength             # per point, whatever the others have
    double war                  # share of what a war would bring now

    # cards
    double technology           # share of what better buildings on a technology in play would bring
    double unit_technology      # the same for units
    double hand_technology, hand_unit, hand_government, hand_special, hand_leader, hand_action
    double wonder_begun, wonder_done    # share of a wonder's net worth, without and with all stages covered
    double leader               # share of the worth of a leader's abilities
    double urban_limit
    double construction         # special technology: per point of discount and further stage, per turn left

    # military cards in hand
    double draw                 # an unknown card
    double bonus                # per point of defence
    double aggression, aggression_lead, war_lead
    double tactic               # share of the strength it would bring
    double army                 # share of an army's strength that counts for each of its units to come
    double event, event_edge, territory
    double impact               # share of the culture of an impact that is to come

    # from worth to the probability of winning: spread of the final margin
    double spread_late, spread_turn
    # differences of worth that matter to priors of a search, and noise of playouts
    double prior_spread, playout_noise


cdef struct Evaluator:
    Weights w
    const Preferences* preferences      # for single moves; NULL: none
    int viewers                 # bit set of players whose knowledge of face-down events counts
    int deck[MAX_PLAYERS + 1][LEVELS]   # civil cards of an age by number of players
    # board tables averaged over the neighbouring rows: what a position will soon be like, without steps
    double consumption[20]
    double corruption[20]
    double happy_required[20]
    # price of one unit that arrives with k turns left, and of one per turn from then on
    double science[HORIZON + 1]
    double science_rate[HORIZON + 2]
    double resource[HORIZON + 1]
    double resource_rate[HORIZON + 2]
    double food[HORIZON + 1]
    double food_rate[HORIZON + 2]
    double civil[HORIZON + 1]
    double civil_rate[HORIZON + 2]
    double military[HORIZON + 1]
    double military_rate[HORIZON + 2]


cdef struct Worth:
    double turns                # own productions still to come
    double age_end[LEVELS]      # own turns until this age ends, 0 if it has
    double culture_rate, science, science_rate, resource, resource_rate, food, food_rate
    double action, civil, military      # one civil action now; one civil, military action per turn
    double strength, happy      # one more, as things stand
    double worker
    double army[4]              # what a unit of each type adds to armies, beside its own strength


cdef void prepare_evaluator(const Edition* e, Evaluator* v) noexcept nogil
cdef double turns_left(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil
cdef void appraise(const Edition* e, const Evaluator* v, const State* s, int p, Worth* worth) noexcept nogil
cdef double strength_value(
    const Evaluator* v, const State* s, int p, int strength, const Worth* worth) noexcept nogil
cdef double worker_value(const Edition* e, const Worth* worth, int slot) noexcept nogil

cdef double economy(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
cdef double population(
    const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil
