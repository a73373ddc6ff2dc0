"""What cards are worth on this player's board.

Each class of cards is priced with both sides: what it brings with the turns left, and the
science, resources and actions that it takes to get there.
"""
from libc.stdint cimport uint64_t

from engine.bits cimport bit, ctz64, popcount
from engine.cards cimport Card, Edition
from engine.deeds cimport completion_score, count_ahead
from engine.events cimport among_strongest
from engine.ratings cimport best_level, workers_of
from engine.state cimport POWER_FREE_POPULATION, Player, State
from engine.tokens cimport RESOURCES, bank_index, stock
from engine.types cimport (
    ACTION, AGE_III, GOVERNMENT, INFANTRY, LAB, LEADER, LEVELS, LIBRARY, MINE,
    ORDER_BUILD_OR_UPGRADE_URBAN, ORDER_BUILD_STAGE, ORDER_DEVELOP, ORDER_INCREASE_POPULATION,
    ORDER_UPGRADE_FARM_MINE_OR_URBAN, SPECIAL, SPECIAL_CONSTRUCTION, TEMPLE,
    TERRITORY, THEATER, UNIT_FIRST, URBAN_FIRST, WONDER, WORKER_KINDS, card_t,
)
from mcts.features cimport Evaluator, Weights, Worth, worker_value

cdef enum:
    CHANGED_WORKERS = 3         # workers that a better technology is expected to get


cdef inline double positive(double x) noexcept nogil:
    return x if x > 0 else 0


cdef inline double least(double a, double b) noexcept nogil:
    return a if a < b else b


cdef inline double share(double life, double turns) noexcept nogil:
    """Part of the remaining turns in which a card is in play."""
    if turns <= 0 or life <= 0:
        return 0
    return life / turns if life < turns else 1


# ---------------------------------------------------------------- technologies with workers

cdef double better_workers(
        const Edition* e, const State* s, int p, int slot, const Worth* worth) noexcept nogil:
    """What the workers of this kind would bring on the technology of `slot`, prices paid."""
    cdef const Player* player = &s.player[p]
    cdef double best = worker_value(e, worth, slot)
    cdef int cost = e.cards[e.slot_card[slot]].resource_cost
    cdef int first = slot - slot % LEVELS
    cdef int lower, n
    cdef int left = CHANGED_WORKERS
    cdef double gain, total = 0
    for lower in range(first, slot):
        n = player.workers[lower]
        if not n:
            continue
        gain = (best - worker_value(e, worth, lower) - worth.action
                - (cost - e.cards[e.slot_card[lower]].resource_cost) * worth.resource)
        if gain <= 0:
            continue
        if n > left:
            n = left
        total += n * gain
        left -= n
    return total


cdef double new_worker(const Edition* e, const State* s, int p, int slot, const Worth* worth) noexcept nogil:
    """One more worker on a technology, from the pool."""
    cdef double gain
    if URBAN_FIRST <= slot < UNIT_FIRST and workers_of(s, p, slot // LEVELS) >= s.player[p].urban_limit:
        return 0
    gain = (worker_value(e, worth, slot) - worth.worker
            - e.cards[e.slot_card[slot]].resource_cost * worth.resource)
    if slot < UNIT_FIRST:
        gain -= worth.action
    return positive(gain)


cdef double technologies(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Possibilities that the technologies in play hold: better buildings and units."""
    cdef const Player* player = &s.player[p]
    cdef uint64_t levels
    cdef int kind, best
    cdef double total = 0
    cdef double further = 0     # only one kind gets the next worker
    cdef double gain, part
    for kind in range(WORKER_KINDS):
        levels = player.technologies >> (kind * LEVELS) & 15
        if levels <= 1:
            continue
        best = kind * LEVELS + (3 if levels & 8 else 2 if levels & 4 else 1)
        part = v.w.unit_technology if kind >= INFANTRY else v.w.technology
        total += part * better_workers(e, s, p, best, worth)
        gain = part * new_worker(e, s, p, best, worth)
        if gain > further:
            further = gain
    return (total + further + v.w.urban_limit * player.urban_limit * worth.turns
            + construction(v, &e.cards[player.special[SPECIAL_CONSTRUCTION]], worth))


cdef double technology_gain(
        const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil:
    """What a technology for workers would add to the possibilities of those in play."""
    cdef const Player* player = &s.player[p]
    cdef int slot = card.slot
    cdef int first = slot - slot % LEVELS
    cdef int better, best = -1
    cdef int further = 2 if card.slot >= UNIT_FIRST else 1      # armies need several units
    cdef double gain
    for better in range(slot + 1, first + LEVELS):
        if player.technologies & bit(better):
            return 0
    for better in range(first, slot):
        if player.technologies & bit(better):
            best = better
    gain = better_workers(e, s, p, slot, worth) + further * new_worker(e, s, p, slot, worth)
    if best >= 0:
        gain -= better_workers(e, s, p, best, worth) + further * new_worker(e, s, p, best, worth)
    return gain


cdef double waiting(const Player* player, double science) noexcept nogil:
    """Turns until the science for a card is there."""
    cdef double missing = science - player.science
    if missing <= 0:
        return 0
    return missing / (player.science_rating if player.science_rating else 1)


cdef double technology_card(
        const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil:
    """In hand: it takes science, an action and two turns until the workers stand there."""
    cdef double gain = technology_gain(e, s, p, card, worth)
    gain *= share(worth.turns - 2 - waiting(&s.player[p], card.science_cost), worth.turns)
    return positive(gain - card.science_cost * worth.science - worth.action)


# ---------------------------------------------------------------- governments and special technologies

cdef double symbols(const Card* card, const Worth* worth) noexcept nogil:
    """A card without workers, in play for the rest of the game."""
    return (card.culture * worth.culture_rate + card.science * worth.science_rate
            + card.strength * worth.strength + card.happy * worth.happy
            + card.civil_actions * worth.civil + card.military_actions * worth.military
            + card.colonization * 0.5 * least(1, worth.turns / 5) + card.blue * 0.15 * worth.turns)


cdef double government_card(
        const Edition* e, const Evaluator* v, const State* s, int p, const Card* card,
        const Worth* worth) noexcept nogil:
    """Change by science alone or, cheaper, by a revolution that costs a turn's civil actions."""
    cdef const Player* player = &s.player[p]
    cdef const Card* now = &e.cards[player.government]
    cdef double gain = symbols(card, worth) - symbols(now, worth)
    cdef double peaceful = card.science_cost * worth.science + worth.action
    cdef double revolt = card.revolution_cost * worth.science + (player.ca_total - 1) * worth.action
    gain += v.w.urban_limit * (card.urban_limit - now.urban_limit) * worth.turns
    gain *= share(worth.turns - 1 - waiting(player, card.revolution_cost), worth.turns)
    return positive(gain - least(peaceful, revolt))


cdef double construction(const Evaluator* v, const Card* card, const Worth* worth) noexcept nogil:
    return v.w.construction * worth.turns * (
        card.urban_discount[1] + card.urban_discount[2] + card.urban_discount[3] + card.stages_per_action)


cdef double special_card(
        const Edition* e, const Evaluator* v, const State* s, int p, const Card* card,
        const Worth* worth) noexcept nogil:
    cdef const Card* now = &e.cards[s.player[p].special[card.special_type]]
    cdef double gain
    if now.level >= card.level and s.player[p].special[card.special_type]:
        return 0
    gain = symbols(card, worth) - symbols(now, worth)
    gain += construction(v, card, worth) - construction(v, now, worth)
    gain *= share(worth.turns - 1 - waiting(&s.player[p], card.science_cost), worth.turns)
    return positive(gain - card.science_cost * worth.science - worth.action)


# ---------------------------------------------------------------- leaders

cdef struct LeaderRatings:
    double culture, science, strength, happy, military


cdef void leader_ratings(
        const Edition* e, const State* s, int p, const Card* leader, LeaderRatings* r) noexcept nogil:
    """What the leader adds, or would add, to the ratings of this board (rules: engine/ratings.pyx)."""
    cdef const Player* player = &s.player[p]
    cdef int kind, level, n
    r.culture = leader.culture
    r.science = leader.science
    r.strength = leader.strength
    r.happy = leader.happy
    r.military = leader.military_actions
    if leader.best_lab_science:
        level = best_level(s, p, LAB)
        n = best_level(s, p, LIBRARY)
        level = n if n > level else level
        if level > 0:
            r.science += leader.best_lab_science * level
    if leader.lab_science or leader.lab_culture:
        for level in range(LEVELS):
            n = player.workers[LAB * LEVELS + level]
            r.science += leader.lab_science * n
            r.culture += leader.lab_culture * n * level
    if leader.theater_culture or leader.pair_culture or leader.best_theater_twice:
        n = workers_of(s, p, THEATER)
        r.culture += leader.theater_culture * n
        r.culture += leader.pair_culture * least(n, workers_of(s, p, LIBRARY))
        if n and leader.best_theater_twice:
            r.culture += e.cards[e.slot_card[THEATER * LEVELS + best_level(s, p, THEATER)]].culture
    if leader.faces_culture or leader.faith_strength:
        n = 0
        for kind in range(LEVELS):
            n += player.workers[TEMPLE * LEVELS + kind] * e.cards[e.slot_card[TEMPLE * LEVELS + kind]].happy
        r.strength += leader.faith_strength * n
        n += workers_of(s, p, THEATER)
        r.culture += leader.faces_culture * (n + wonder_faces(e, player))
    if leader.colony_culture[0] and player.colonies:
        r.culture += leader.colony_culture[0] + (popcount(player.colonies) - 1) * leader.colony_culture[1]
    for kind in range(4):
        n = workers_of(s, p, INFANTRY + kind)
        r.strength += leader.unit_strength[kind] * n
        if n:
            r.strength += leader.unit_type_strength


cdef int wonder_faces(const Edition* e, const Player* player) noexcept nogil:
    cdef uint64_t left = player.wonders & ~player.ruins
    cdef int n = 0
    cdef int happy
    while left:
        happy = e.cards[e.wonders[ctz64(left)]].happy
        left &= left - 1
        n += happy if happy > 0 else 0
    return n


cdef double leader_abilities(
        const Edition* e, const Evaluator* v, const State* s, int p, const Card* leader, double life,
        const Worth* worth) noexcept nogil:
    """Abilities beside the ratings, over the turns that the leader stays."""
    cdef const Player* player = &s.player[p]
    cdef double each = 0        # per turn
    cdef double once = 0
    cdef int i, level
    each += leader.military_as_civil * 0.7 * worth.action + leader.leader_discount * 0.1 * worth.action
    each += leader.take_technology_science * 0.6 * worth.science
    each += leader.turn_unit_resources * 0.5 * worth.resource
    each += leader.population_discount * 0.5 * worth.food
    each += leader.levy * 0.4 * (worth.food + worth.resource)
    if leader.strong_culture and among_strongest(s, p):
        each += leader.strong_culture
    each += leader.develop_resource * 0.6 * worth.resource
    each += leader.develop_civil_action * 0.6 * worth.action
    each += leader.develop_culture * 0.6
    each += leader.choice_culture
    each += leader.looks_at_event * 0.2
    each += leader.infantry_rides * 0.3
    once += leader.extra_politics + leader.no_wonder_surcharge * worth.action + leader.force_discards * 0.5
    once += leader.theater_science_discount * 0.5 * worth.science
    once += leader.revolution_culture * 0.5
    once += leader.retire_yellow * 1.0
    once += leader.pacifist * 0.5
    if leader.colonize_from_hand:
        for i in range(player.n_military):
            if e.cards[player.military[i]].kind == TERRITORY:
                once += 4
                break
    if leader.labs_mine:
        for level in range(1, LEVELS):
            each += leader.labs_mine * level * player.workers[LAB * LEVELS + level] * worth.resource
            once += leader.labs_mine * level * player.workers[LAB * LEVELS + level]
    return v.w.leader * (each * life + once)


cdef double leader_life(const Card* leader, const Worth* worth) noexcept nogil:
    """Turns until the end of the next age takes the leader away."""
    return worth.age_end[leader.level + 1] if leader.level < AGE_III else worth.turns


cdef double ratings_over(const LeaderRatings* r, double part, const Worth* worth) noexcept nogil:
    return part * (
        r.culture * worth.culture_rate + r.science * worth.science_rate + r.strength * worth.strength
        + r.happy * worth.happy + r.military * worth.military)


cdef double leader_worth(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card, double life, const Worth*
        worth) noexcept nogil:
    """All that a leader brings in that many turns."""
    cdef LeaderRatings r
    if not card or life <= 0:
        return 0
    leader_ratings(e, s, p, &e.cards[card], &r)
    return (ratings_over(&r, share(life, worth.turns), worth)
            + leader_abilities(e, v, s, p, &e.cards[card], life, worth))


cdef double leader_in_play(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Abilities of the leader, less the ratings that will leave with it before the end of the game."""
    cdef const Card* leader = &e.cards[s.player[p].leader]
    cdef LeaderRatings r
    cdef double life
    if not s.player[p].leader or worth.turns <= 0:
        return 0
    life = leader_life(leader, worth)
    leader_ratings(e, s, p, leader, &r)
    return (leader_abilities(e, v, s, p, leader, life, worth)
            - ratings_over(&r, 1 - share(life, worth.turns), worth))


cdef double leader_card(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
        const Worth* worth) noexcept nogil:
    """A leader in hand: better than the one in play while that one would stay."""
    cdef double life = leader_life(&e.cards[card], worth) - 1
    cdef double gain = leader_worth(e, v, s, p, card, life, worth)
    cdef card_t now = s.player[p].leader
    if now:
        gain -= leader_worth(e, v, s, p, now, least(leader_life(&e.cards[now], worth), life), worth)
    return positive(gain - worth.action)


# ---------------------------------------------------------------- wonders

cdef double population_power(const Edition* e, const State* s, int p, const Worth* worth) noexcept nogil:
    """Population for nothing in every turn."""
    cdef int bank = s.player[p].yellow_bank
    cdef double times = least(worth.turns, bank * 0.7)
    return times * (0.7 * e.population_cost[bank_index(bank)] * worth.food + worth.action)


cdef double wonder_benefit(
        const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil:
    """Completed now."""
    cdef double value = symbols(card, worth)
    cdef int kind, n, level
    if card.free_population:
        value += population_power(e, s, p, worth)
    if card.best_mine_twice:
        level = best_level(s, p, MINE)
        if level >= 0:
            value += e.cards[e.slot_card[MINE * LEVELS + level]].resource * worth.resource_rate
    if card.happy_bonus:
        n = 0
        for kind in range(TEMPLE, THEATER + 1):
            n += workers_of(s, p, kind) if kind != LIBRARY else 0
        value += n * worth.happy
    for kind in range(4):
        if card.unit_strength[kind]:
            value += card.unit_strength[kind] * workers_of(s, p, INFANTRY + kind) * worth.strength
    if card.completion:
        value += completion_score(e, s, p, card)
    return value


cdef double wonder_worth(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card, int stages, const Worth*
        worth) noexcept nogil:
    """An unfinished wonder with that many stages covered: what it will bring, less what it still takes."""
    cdef const Card* c = &e.cards[card]
    cdef const Player* player = &s.player[p]
    cdef double deadline = worth.age_end[c.level + 1] if c.level < AGE_III else worth.turns
    cdef double held = stock(e, s, p, RESOURCES)
    cdef double rate = player.resource_rate * 0.75
    cdef double need, wait, chance, covered, per_action, benefit
    cdef int i, cost = 0, total = 0
    for i in range(c.n_stages):
        total += c.stages[i]
        if i >= stages:
            cost += c.stages[i]
    need = cost - held
    wait = need / rate if need > 0 and rate > 0 else 0
    if need > 0 and rate <= 0:
        return 0
    if wait < 1:
        wait = 1
    if wait > deadline:
        return 0
    chance = least(1, 0.5 + (deadline - wait) / 6)
    per_action = e.cards[player.special[SPECIAL_CONSTRUCTION]].stages_per_action
    if per_action < 1:
        per_action = 1
    covered = stages / <double> c.n_stages
    benefit = wonder_benefit(e, s, p, c, worth)
    if not c.completion:
        benefit *= share(worth.turns - wait, worth.turns)
    return positive(
        chance * benefit - cost * worth.resource - (c.n_stages - stages) / per_action * worth.action
    ) * (v.w.wonder_begun + (v.w.wonder_done - v.w.wonder_begun) * covered)


cdef double wonders(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """The wonder under construction, and powers of completed ones that no rating shows."""
    cdef const Player* player = &s.player[p]
    cdef double value = 0
    if worth.turns <= 0:
        return 0
    if player.unfinished:
        value += wonder_worth(e, v, s, p, player.unfinished, player.stages, worth)
    if player.wonder_powers & POWER_FREE_POPULATION:
        value += population_power(e, s, p, worth)
    return value


# ---------------------------------------------------------------- action cards

cdef double action_card(
        const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil:
    """Gains and discounts, where the order can be carried out, less the action it takes to play it alone."""
    cdef const Player* player = &s.player[p]
    cdef double value = card.gain_culture + card.gain_science * worth.science
    cdef double goods = worth.resource if worth.resource > worth.food else worth.food
    value += card.gain_resource * worth.resource + card.gain_food * worth.food
    value += card.gain_food_or_resource * goods
    value += card.gain_unit_resources * 0.5 * worth.resource + card.gain_military_actions * 0.3 * worth.action
    if card.unit_resources_per_stronger[s.players_left]:
        value += (card.unit_resources_per_stronger[s.players_left] * 0.5 * worth.resource
                  * count_ahead(e, s, p, False))
    if card.culture_per_richer[s.players_left]:
        value += card.culture_per_richer[s.players_left] * count_ahead(e, s, p, True)
    if not card.order:
        return positive(value - worth.action)
    if card.order == ORDER_BUILD_STAGE:
        value += card.discount * worth.resource
        return value if player.unfinished else 0.3 * value
    if card.order == ORDER_INCREASE_POPULATION:
        return value if player.yellow_bank else 0
    if card.order == ORDER_DEVELOP:
        return value
    if card.order == ORDER_BUILD_OR_UPGRADE_URBAN or card.order == ORDER_UPGRADE_FARM_MINE_OR_URBAN:
        return value + 0.8 * card.discount * worth.resource
    return value + 0.7 * card.discount * worth.resource


# ---------------------------------------------------------------- the hand

cdef double civil_card(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
        const Worth* worth) noexcept nogil:
    cdef const Card* c = &e.cards[card]
    if c.slot >= 0:
        return technology_card(e, s, p, c, worth)
    if c.kind == GOVERNMENT:
        return government_card(e, v, s, p, c, worth)
    if c.kind == SPECIAL:
        return special_card(e, v, s, p, c, worth)
    if c.kind == LEADER:
        return leader_card(e, v, s, p, card, worth)
    if c.kind == ACTION:
        return action_card(e, s, p, c, worth)
    return wonder_worth(e, v, s, p, card, 0, worth)


cdef double hand_share(const Weights* w, int kind) noexcept nogil:
    """Part of a card's worth that counts while it is in hand; a wonder goes into play at once."""
    if kind == ACTION:
        return w.hand_action
    if kind == LEADER:
        return w.hand_leader
    if kind == GOVERNMENT:
        return w.hand_government
    if kind == SPECIAL:
        return w.hand_special
    if kind == WONDER:
        return 1
    return w.hand_unit if kind >= INFANTRY else w.hand_technology


cdef double civil_hand(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """All cards in hand; of governments and leaders only the best, and no more than science will pay for."""
    cdef const Player* player = &s.player[p]
    cdef const Weights* w = &v.w
    cdef double others = 0
    cdef double developed = 0
    cdef double leader = 0
    cdef double government = 0
    cdef double need = 0
    cdef double value, means
    cdef int i, kind
    if worth.turns <= 0:
        return 0
    for i in range(player.n_civil):
        kind = e.cards[player.civil[i]].kind
        value = civil_card(e, v, s, p, player.civil[i], worth)
        if value <= 0:
            continue
        if kind == ACTION:
            others += hand_share(w, kind) * value
        elif kind == LEADER:
            leader = value if value > leader else leader
        elif kind == GOVERNMENT:
            government = value if value > government else government
        else:
            developed += hand_share(w, kind) * value
            need += e.cards[player.civil[i]].science_cost
    means = player.science + player.science_rating * least(worth.turns, 5) + 2
    if need > means:
        developed *= means / need
    return others + developed + w.hand_leader * leader + w.hand_government * government
