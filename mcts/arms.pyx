"""Military cards, wars and events to come."""
from libc.stdint cimport uint8_t

from engine.cards cimport Card, Clause, Edition
from engine.events cimport touched_players
from engine.impacts cimport BY_SCIENCE_RATING, BY_STRENGTH, impact, rank_players
from engine.ratings cimport army_strength
from engine.state cimport Player, State, in_game
from engine.types cimport *
from mcts.features cimport Evaluator, Weights, Worth


cdef inline double positive(double x) noexcept nogil:
    return x if x > 0 else 0


# ---------------------------------------------------------------- events

cdef double impact_on(const Edition* e, const State* s, int p, const Card* card) noexcept nogil:
    """Culture that a scoring event would bring player p now."""
    cdef int order[4]
    cdef int i
    if card.impact != IMPACT_SCIENCE and card.impact != IMPACT_STRENGTH:
        return impact(e, s, p, card)
    rank_players(s, s.start, BY_STRENGTH if card.impact == IMPACT_STRENGTH else BY_SCIENCE_RATING, order)
    for i in range(s.players_left):
        if order[i] == p:
            return card.impact_rank[s.players_left][i]
    return 0


cdef double clause_effect(const State* s, int p, const Clause* clause, const Worth* worth) noexcept nogil:
    """Worth of one clause to a player whom it touches."""
    cdef const Player* player = &s.player[p]
    cdef int op = clause.op
    cdef double amount = clause.amount
    if op == OP_FOOD:
        return amount * worth.food
    if op == OP_RESOURCE or op == OP_FOOD_OR_RESOURCE or op == OP_MIX:
        return amount * worth.resource
    if op == OP_SCIENCE:
        return amount * worth.science
    if op == OP_CULTURE:
        return amount
    if op == OP_POPULATION:
        return amount * (worth.worker + worth.resource)
    if op == OP_BLUE:
        return amount * 2 * worth.resource
    if op == OP_DRAW or op == OP_DISCARD:
        return amount if op == OP_DRAW else -amount
    if op == OP_DESTROY_OWN:
        return -worth.worker
    if op == OP_LOSE_COLONY:
        return -4 if player.colonies else 0
    if op == OP_LOSE_ALL_FOOD:
        return -2 * worth.food
    if op == OP_SCORE_CULTURE_RATING:
        return player.culture_rating
    if op == OP_SCORE_SCIENCE_RATING:
        return player.science_rating * worth.science
    if op == OP_CULTURE_FROM_SCIENCE:
        return player.science_rating
    if op == OP_FOOD_PER_HAPPY:
        return player.happiness * worth.food
    if op == OP_PRODUCE_FOOD:
        return player.food_rate * worth.food
    if op == OP_PRODUCE_RESOURCES:
        return player.resource_rate * worth.resource
    if op == OP_CIVIL_ACTIONS_PER_DISCONTENT:
        return -amount * player.discontent * worth.action
    if op == OP_CULTURE_PER_DISCONTENT:
        return amount * player.discontent
    if op == OP_POPULATION_HALF_DISCONTENT:
        return -0.5 * player.discontent * worth.worker
    if op == OP_TAKE_YELLOW:
        return 2 * worth.food
    if op == OP_TAKE_CARDS:
        return amount * worth.action
    if op == OP_RUIN_WONDER:
        return -2 if player.wonders & ~player.ruins else 0
    if op == OP_DESTROY_OF_OTHERS:
        return worth.worker
    return 0


cdef double event_effect(
        const Edition* e, const State* s, int p, const Card* card, const Worth* worth) noexcept nogil:
    cdef double total = 0
    cdef int i
    if card.impact:
        return impact_on(e, s, p, card)
    for i in range(card.n_clauses):
        if touched_players(e, s, card.clauses[i].who) >> p & 1:
            total += clause_effect(s, p, &card.clauses[i], worth)
    return total


cdef double event_edge(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
        const Worth* worth) noexcept nogil:
    cdef const Card* c = &e.cards[card]
    cdef int rivals = s.players_left - 1 if s.players_left > 1 else 1
    cdef int touched = touched_players(e, s, WHO_ALL)
    cdef int clauses = 1 if c.impact else c.n_clauses
    cdef int i, q
    cdef double effect, edge = 0
    for i in range(clauses):
        if not c.impact:
            touched = touched_players(e, s, c.clauses[i].who)
        for q in range(s.players):
            if touched >> q & 1:
                effect = impact_on(e, s, q, c) if c.impact else clause_effect(s, q, &c.clauses[i], worth)
                edge += effect if q == p else -effect / rivals
    return edge


cdef double coming_events(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    """Events in the piles that count as known: each player's own share of them."""
    cdef double total = 0
    cdef double share
    cdef int i
    cdef const Card* card
    for i in range(s.n_current):
        card = &e.cards[s.current_events[i]]
        if card.kind == EVENT and card.level and s.current_seen[i] & v.viewers:
            share = v.w.impact if card.impact else v.w.event_edge
            total += share * event_effect(e, s, p, card, worth)
    for i in range(s.n_future):
        card = &e.cards[s.future_events[i]]
        if card.kind == EVENT and s.future_seen[i] & v.viewers:
            share = v.w.impact if card.impact else 0.5 * v.w.event_edge
            total += share * event_effect(e, s, p, card, worth)
    return total


# ---------------------------------------------------------------- territories

cdef double colony_worth(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
        const Worth* worth) noexcept nogil:
    """A territory settled now."""
    cdef const Card* c = &e.cards[card]
    return (c.immediate_culture + c.immediate_science * worth.science + c.immediate_food * worth.food
            + c.immediate_resource * worth.resource + c.immediate_cards * v.w.draw
            + c.immediate_population * (worth.worker + worth.food)
            + c.blue * v.w.blue * worth.turns + c.yellow * 2 * v.w.yellow * worth.turns
            + c.happy * worth.happy + c.strength * worth.strength + c.culture * worth.culture_rate)


# ---------------------------------------------------------------- the military hand

cdef int best_lead(const State* s, int p) noexcept nogil:
    """Strength beyond that of the weakest rival."""
    cdef int q, lead = -1000
    for q in range(s.players):
        if q != p and in_game(s, q) and s.player[p].strength - s.player[q].strength > lead:
            lead = s.player[p].strength - s.player[q].strength
    return lead


cdef double tactic_card(
        const Edition* e, const State* s, int p, card_t card, const Worth* worth) noexcept nogil:
    """Strength that the tactic would add to the units of today."""
    cdef const Player* player = &s.player[p]
    cdef bint rides = e.cards[player.leader].infantry_rides
    cdef int now = army_strength(e, player.tactic, <const uint8_t*> &player.workers[UNIT_FIRST], rides)
    cdef int then = army_strength(e, card, <const uint8_t*> &player.workers[UNIT_FIRST], rides)
    return positive(then - now) * worth.strength


cdef double military_card(
        const Edition* e, const Evaluator* v, const State* s, int p, card_t card,
        const Worth* worth) noexcept nogil:
    """A card in hand; everything here still has to be played."""
    cdef const Card* c = &e.cards[card]
    cdef const Weights* w = &v.w
    cdef int lead = best_lead(s, p)
    cdef double value
    if worth.turns <= 0:
        return 0
    if c.kind == BONUS:
        return w.bonus * c.defense
    if c.kind == TACTIC:
        return 0.3 + w.tactic * tactic_card(e, s, p, card, worth)
    if c.kind == AGGRESSION:
        return w.aggression + (w.aggression_lead * (1 + c.level) if lead > 0 else 0)
    if c.kind == WAR:
        value = w.aggression
        if lead > 0 and c.attack == WAR_CULTURE:
            value += w.war_lead * (c.attack_amount[0] + lead)
        elif lead > 0:
            value += w.war_lead * lead
        return value
    if c.kind == EVENT:
        value = event_edge(e, v, s, p, card, worth)
        value = positive(value) * (0.5 * w.impact if c.impact else 0.25 * w.event_edge)
        return w.event + 0.5 * c.level + value
    if c.kind == TERRITORY:
        return w.territory
    return w.event


cdef double military_hand(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef double total = 0
    cdef int i
    for i in range(player.n_military):
        total += military_card(e, v, s, p, player.military[i], worth)
    return total


# ---------------------------------------------------------------- wars

cdef double war_outcome(
        const Edition* e, const Evaluator* v, const State* s, int p, int attacker,
        const Worth* worth) noexcept nogil:
    """What player p, one of the two sides, would win or lose if the war were decided now."""
    cdef const Card* war = &e.cards[s.player[attacker].war]
    cdef int defender = s.player[attacker].war_target
    cdef int advantage = s.player[attacker].strength - s.player[defender].strength
    cdef int loser = defender if advantage > 0 else attacker
    cdef double amount
    if not advantage:
        return 0
    if advantage < 0:
        advantage = -advantage
    if war.attack == WAR_CULTURE:
        amount = war.attack_amount[0] + advantage
        if amount > s.player[loser].culture:
            amount = s.player[loser].culture
    elif war.attack == WAR_TERRITORY:
        amount = (war.attack_amount[0] + advantage // war.attack_amount[1]) * 2 * worth.food
    else:
        amount = advantage * worth.science
    return -amount if p == loser else amount


cdef double wars(
        const Edition* e, const Evaluator* v, const State* s, int p, const Worth* worth) noexcept nogil:
    cdef double total = 0
    cdef int q
    for q in range(s.players):
        if s.player[q].war and (q == p or s.player[q].war_target == p):
            total += v.w.war * war_outcome(e, v, s, p, q, worth)
    return total
