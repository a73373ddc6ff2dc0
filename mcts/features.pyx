"""The clock, the prices of the moment, and what a civilization's economy is worth."""
from libc.stdint cimport uint64_t

from engine.bits cimport ctz64
from engine.cards cimport Card, Edition
from engine.ratings cimport workers_of
from engine.state cimport Player, State, in_game
from engine.tokens cimport FOOD, RESOURCES, bank_index, stock, stored_tokens
from engine.types cimport (
    AGE_A, AGE_III, FARM, INFANTRY, LAB, LEVELS, MAX_PLAYERS, MINE, STAGE_OVER, UNIT_FIRST,
    URBAN_FIRST,
)

cdef enum:
    LONG_GAME = 20              # turns at which `early` prices hold in full


# ---------------------------------------------------------------- prices by turns left

cdef void fill_prices(double early, double late, double horizon, double* price, double* rate) noexcept nogil:
    cdef int k
    cdef double x
    rate[0] = 0
    for k in range(HORIZON + 1):
        x = k if k < LONG_GAME else LONG_GAME
        price[k] = late + (early - late) * x / LONG_GAME
        if k < horizon:
            price[k] *= k / horizon
        rate[k + 1] = rate[k] + price[k]


cdef void smooth(const signed char* table, double* smoothed) noexcept nogil:
    """A step ahead is half paid when it comes near, so that no step looks like a wall."""
    cdef int i, j, k
    for i in range(20):
        smoothed[i] = 0
        for j in range(-2, 3):
            k = i + j
            k = 0 if k < 0 else 19 if k > 19 else k
            smoothed[i] += table[k] / 5.0


cdef void prepare_evaluator(const Edition* e, Evaluator* v) noexcept nogil:
    """Fill the tables from the weights."""
    cdef const Weights* w = &v.w
    cdef int card, players
    fill_prices(w.science_early, w.science_late, w.science_horizon, v.science, v.science_rate)
    fill_prices(w.resource_early, w.resource_late, w.resource_horizon, v.resource, v.resource_rate)
    fill_prices(w.food_early, w.food_late, w.food_horizon, v.food, v.food_rate)
    fill_prices(w.civil_action_early, w.civil_action_late, 1, v.civil, v.civil_rate)
    fill_prices(w.military_action_early, w.military_action_late, 1, v.military, v.military_rate)
    smooth(<const signed char*> e.consumption, v.consumption)
    smooth(<const signed char*> e.corruption, v.corruption)
    smooth(<const signed char*> e.happy_required, v.happy_required)
    for players in range(MAX_PLAYERS + 1):
        for card in range(LEVELS):
            v.deck[players][card] = 0
    for card in range(1, e.n_cards):
        if e.cards[card].deck == 1:
            for players in range(2, MAX_PLAYERS + 1):
                v.deck[players][e.cards[card].level] += e.cards[card].copies[players]


cdef inline double look_up(const double* table, double turns) noexcept nogil:
    cdef int k = <int> turns
    if k >= HORIZON:
        return table[HORIZON]
    return table[k] + (turns - k) * (table[k + 1] - table[k])


# ---------------------------------------------------------------- the clock

cdef inline int turns_until(const State* s, int p) noexcept nogil:
    """Turns of others before p's next production."""
    cdef int distance = p - s.current
    return distance if distance >= 0 else distance + s.players


cdef double cards_until(const Evaluator* v, const State* s, int level) noexcept nogil:
    """Civil cards to be dealt before this age ends."""
    cdef int age
    cdef double cards = s.n_civil_deck
    if s.age == AGE_A:
        cards = 0                               # ends with the first replenishment
    if s.age > level:
        return 0
    for age in range(s.age + 1, level + 1):
        cards += v.deck[s.players_left][age]
    return cards


cdef double turns_left(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil:
    """Productions that player p still has: known in Age IV, before that estimated from the undealt cards."""
    cdef int place, now
    cdef double turns
    if s.stage == STAGE_OVER:
        return 0
    place = (p - s.start + s.players) % s.players
    now = (s.current - s.start + s.players) % s.players
    if s.last_round:
        return s.last_round - s.round + (place >= now)
    turns = cards_until(v, s, AGE_III) / v.w.cards_per_turn - turns_until(s, p)
    if s.age == AGE_A:
        turns += s.players
    turns = turns / s.players_left + 1.75
    return turns if turns > 1 else 1


cdef double turns_to_age_end(const Evaluator* v, const State* s, int level, double turns) noexcept nogil:
    cdef double until = cards_until(v, s, level) / (v.w.cards_per_turn * s.players_left)
    return until if until < turns else turns


# ---------------------------------------------------------------- prices of the moment

cdef inline double soft(double x, double cap, double excess) noexcept nogil:
    return x if x <= cap else cap + (x - cap) * excess


cdef inline double mixed(double early, double late, double turns) noexcept nogil:
    return late + (early - late) * (turns if turns < LONG_GAME else LONG_GAME) / LONG_GAME


cdef double strength_value(
        const Evaluator* v, const State* s, int p, int strength, const Worth* worth) noexcept nogil:
    """What this strength is worth beside that of the others."""
    cdef const Weights* w = &v.w
    cdef double behind = mixed(w.behind_early, w.behind_late, worth.turns)
    cdef double ahead = mixed(w.ahead_early, w.ahead_late, worth.turns)
    cdef double scale = w.ahead_scale * (1 + s.age)
    cdef double value = 0
    cdef double lead, fade
    cdef int q, weakest = 10000
    if worth.turns <= 0:
        return 0
    for q in range(s.players):
        if q == p or not in_game(s, q):
            continue
        lead = strength - s.player[q].strength
        if lead < 0:
            value += behind * lead
        else:
            value += ahead * lead / (1 + lead / scale)
        if s.player[q].strength < weakest:
            weakest = s.player[q].strength
    if s.players_left > 1:
        value /= s.players_left - 1
    if s.players_left > 2 and strength < weakest:
        value -= w.weakest * (weakest - strength)
    fade = worth.turns / 3 if worth.turns < 3 else 1
    return fade * (value + w.strength * strength)


cdef void fill_armies(const Card* tactic, double part, Worth* worth) noexcept nogil:
    cdef int units = tactic.units[0] + tactic.units[1] + tactic.units[2]
    cdef int kind
    for kind in range(4):
        worth.army[kind] = part * tactic.army / units if units and kind < 3 and tactic.units[kind] else 0
    worth.army[3] = part * tactic.army


cdef void appraise(const Edition* e, const Evaluator* v, const State* s, int p, Worth* worth) noexcept nogil:
    """Prices of the moment for player p."""
    cdef const Player* player = &s.player[p]
    cdef const Weights* w = &v.w
    cdef double turns = turns_left(e, v, s, p)
    cdef int level, bank
    worth.turns = turns
    for level in range(LEVELS):
        worth.age_end[level] = turns_to_age_end(v, s, level, turns) if level < AGE_III else turns
    worth.culture_rate = w.culture_rate * turns
    worth.science = w.science_point * look_up(v.science, turns)
    worth.science_rate = look_up(v.science_rate, turns)
    worth.resource = w.resource_point * look_up(v.resource, turns)
    worth.resource_rate = look_up(v.resource_rate, turns)
    worth.food = w.food_point * look_up(v.food, turns)
    worth.food_rate = look_up(v.food_rate, turns)
    worth.action = mixed(w.civil_action_early, w.civil_action_late, turns)
    worth.civil = look_up(v.civil_rate, turns)
    worth.military = look_up(v.military_rate, turns)
    if player.science >= w.science_stock:
        worth.science *= w.excess_stock
    if stock(e, s, p, RESOURCES) >= w.resource_stock:
        worth.resource *= w.excess_stock
    if player.science_rating >= w.science_rating_base + w.science_rating_age * s.age:
        worth.science_rate *= w.excess_rate
    if player.resource_rate >= w.resource_rate_base + w.resource_rate_age * s.age:
        worth.resource_rate *= w.excess_rate
    worth.strength = (
        strength_value(v, s, p, player.strength + 1, worth) - strength_value(v, s, p, player.strength, worth))
    fill_armies(&e.cards[player.tactic], w.army, worth)
    bank = player.yellow_bank - 1
    if player.discontent:
        worth.happy = 0.5 * turns
    elif v.happy_required[bank_index(bank if bank > 0 else 0)] > player.happiness:
        worth.happy = w.happy_next
    else:
        worth.happy = w.happy_spare
    worth.worker = w.worker * best_use(e, s, p, worth)


cdef double worker_value(const Edition* e, const Worth* worth, int slot) noexcept nogil:
    """One worker on this technology."""
    cdef const Card* card = &e.cards[e.slot_card[slot]]
    if slot < MINE * LEVELS:
        return card.food * worth.food_rate
    if slot < LAB * LEVELS:
        return card.resource * worth.resource_rate
    if slot >= UNIT_FIRST:
        return (card.strength + worth.army[card.kind - INFANTRY]) * worth.strength
    return (card.culture * worth.culture_rate + card.science * worth.science_rate
            + card.happy * worth.happy + card.strength * worth.strength)


cdef double best_use(const Edition* e, const State* s, int p, const Worth* worth) noexcept nogil:
    """The most that one more worker could bring, building costs paid."""
    cdef const Player* player = &s.player[p]
    cdef uint64_t left = player.technologies
    cdef double best = 0
    cdef double value
    cdef int slot
    while left:
        slot = ctz64(left)
        left &= left - 1
        if URBAN_FIRST <= slot < UNIT_FIRST and workers_of(s, p, slot // LEVELS) >= player.urban_limit:
            continue
        value = worker_value(e, worth, slot) - e.cards[e.slot_card[slot]].resource_cost * worth.resource
        if value > best:
            best = value
    return best


# ---------------------------------------------------------------- the economy

cdef double food_value(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Stock and surplus of food; what will be missing costs culture."""
    cdef const Player* player = &s.player[p]
    cdef const Weights* w = &v.w
    cdef int bank = bank_index(player.yellow_bank)
    cdef int held = stock(e, s, p, FOOD)
    cdef int balance = player.food_rate - e.consumption[bank]
    cdef double surplus = player.food_rate - v.consumption[bank]
    cdef double value
    cdef int missing
    if worth.turns <= 0:
        return 0
    value = soft(held, w.food_stock, w.excess_stock) * worth.food
    value += soft(surplus, w.food_surplus, w.excess_rate) * worth.food_rate
    if not player.yellow_bank:
        value *= w.excess_rate
    missing = -(held + balance * (2 if worth.turns >= 2 else 1))
    if balance < 0 and missing > 0:
        value -= w.famine * e.famine_culture * missing
    return value


cdef double corruption_loss(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Resources that will be lost: soon if they are not spent, every turn if tokens are few."""
    cdef const Player* player = &s.player[p]
    cdef int stored = stored_tokens(s, p)
    cdef int tokens = player.blue_bank + stored
    cdef int soon = player.blue_bank + stored // 2
    cdef int busy = tokens - 4
    busy -= (workers_of(s, p, FARM) + workers_of(s, p, MINE)) // 2
    if busy < 0:
        busy = 0
    return (v.corruption[bank_index(soon)] * worth.resource
            + 0.5 * v.corruption[bank_index(busy)] * worth.resource_rate)


cdef double economy(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Culture, science, resources, food, actions: stocks and what each turn brings."""
    cdef const Player* player = &s.player[p]
    cdef const Weights* w = &v.w
    cdef double value = player.culture + player.culture_rating * worth.culture_rate
    value += (soft(player.science, w.science_stock, w.excess_stock)
              * w.science_point * look_up(v.science, worth.turns))
    value += soft(
        player.science_rating, w.science_rating_base + w.science_rating_age * s.age, w.excess_rate
    ) * look_up(v.science_rate, worth.turns)
    value += (soft(stock(e, s, p, RESOURCES), w.resource_stock, w.excess_stock)
              * w.resource_point * look_up(v.resource, worth.turns))
    value += soft(
        player.resource_rate, w.resource_rate_base + w.resource_rate_age * s.age, w.excess_rate
    ) * look_up(v.resource_rate, worth.turns)
    value += food_value(e, v, s, p, worth)
    value -= w.corruption * corruption_loss(e, v, s, p, worth)
    value += w.blue * (player.blue_bank + stored_tokens(s, p)) * worth.turns
    value += soft(player.ca_total, w.civil_actions, w.excess_rate) * worth.civil
    value += soft(player.ma_total, w.military_actions, w.excess_rate) * worth.military
    return value


cdef double population(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Unused workers, the yellow bank, and contentment."""
    cdef const Player* player = &s.player[p]
    cdef const Weights* w = &v.w
    cdef int idle = player.unused - player.discontent
    cdef int bank = player.yellow_bank - 1
    cdef double spare
    cdef double value = w.yellow * player.yellow_bank * worth.turns
    cdef double share = 1
    if worth.turns <= 0:
        return 0
    if idle < 0:
        value -= w.uprising * (
            player.culture_rating + player.science_rating * worth.science
            + player.resource_rate * worth.resource + player.food_rate * worth.food)
        value += idle * worth.worker
    while idle > 0:
        value += share * worth.worker
        share *= w.worker_fade
        idle -= 1
    spare = player.happiness - v.happy_required[bank_index(bank if bank > 0 else 0)]
    if spare < 0:
        value += w.happy_next * spare
    else:
        value += w.happy_spare * spare
    return value
