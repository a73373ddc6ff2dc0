"""Forecast of the final culture: features, weights mixed by the turns left, chances of winning."""
from libc.math cimport exp, fabs
from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine.bits cimport ctz64
from engine.cards cimport CardSet, Edition
from engine.game cimport Game
from engine.state cimport Player, State, in_game
from engine.tokens cimport FOOD, RESOURCES, bank_index, stock
from engine.types cimport SLOTS, card_t
from mcts.arms cimport coming_events, military_hand, wars
from mcts.cardworth cimport civil_hand, leader_in_play, technologies, wonders
from mcts.evaluation cimport Evaluation
from mcts.features cimport Evaluator, Worth, appraise, population, turns_left

from mcts.weights import FEATURE_NAMES, WeightsError, card_number

cdef double STRENGTH_SCALE = 12         # a lead of so many points counts half


cdef double lead_in_strength(const State* s, int p) noexcept nogil:
    """Mean over the rivals; large leads count less."""
    cdef double lead, total = 0
    cdef int q
    for q in range(s.players):
        if q != p and in_game(s, q):
            lead = s.player[p].strength - s.player[q].strength
            total += lead / (1 + fabs(lead) / STRENGTH_SCALE)
    return total / (s.players_left - 1) if s.players_left > 1 else total


cdef void forecast_features(
        const Edition* e, const Evaluator* v, const State* s, int p, double* features) noexcept nogil:
    """In the order of FEATURE_NAMES; rates are multiplied by the turns left."""
    cdef const Player* player = &s.player[p]
    cdef Worth worth
    appraise(e, v, s, p, &worth)
    features[0] = player.culture
    features[1] = player.culture_rating * worth.turns
    features[2] = player.science
    features[3] = player.science_rating * worth.turns
    features[4] = stock(e, s, p, RESOURCES)
    features[5] = player.resource_rate * worth.turns
    features[6] = stock(e, s, p, FOOD)
    features[7] = (player.food_rate - e.consumption[bank_index(player.yellow_bank)]) * worth.turns
    features[8] = player.ca_total * worth.turns
    features[9] = player.ma_total * worth.turns
    features[10] = lead_in_strength(s, p)
    features[11] = population(e, v, s, p, &worth)
    features[12] = technologies(e, v, s, p, &worth)
    features[13] = leader_in_play(e, v, s, p, &worth)
    features[14] = wonders(e, v, s, p, &worth)
    features[15] = civil_hand(e, v, s, p, &worth)
    features[16] = military_hand(e, v, s, p, &worth)
    features[17] = wars(e, v, s, p, &worth)
    features[18] = coming_events(e, v, s, p, &worth)


# ---------------------------------------------------------------- cards

cdef inline int add_all(const card_t* cards, uint64_t bits, card_t* found, int n) noexcept nogil:
    while bits:
        found[n] = cards[ctz64(bits)]
        bits &= bits - 1
        n += 1
    return n


cdef int cards_in_play(const Edition* e, const State* s, int p, card_t* cards) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    cdef int n = add_all(e.slot_card, player.technologies, cards, 0)
    n = add_all(e.wonders, player.wonders & ~player.ruins, cards, n)
    n = add_all(e.territories, player.colonies, cards, n)
    for i in range(4):
        cards[n + i] = player.special[i]
    cards[n + 4] = player.government
    cards[n + 5] = player.leader
    cards[n + 6] = player.tactic
    return n + 7


cdef double card_worths(const Edition* e, const Forecast* f, const State* s, int p, double turns) noexcept nogil:
    """Of all cards in play and the workers on them; the card 0, where none is, has none."""
    cdef card_t cards[MAX_IN_PLAY]
    cdef const CardWorth* worth
    cdef double total = 0
    cdef int i
    for i in range(cards_in_play(e, s, p, cards)):
        worth = &f.card[cards[i]]
        total += worth.once + turns * worth.turn
    for i in range(SLOTS):
        worth = &f.worker[i]
        total += s.player[p].workers[i] * (worth.once + turns * worth.turn)
    return total


# ---------------------------------------------------------------- the forecast

cdef int knot_before(const Forecast* f, double turns, double* part) noexcept nogil:
    """The last moment that has no more turns left, and how far on the way to the next one."""
    cdef int k = 0
    while k < KNOTS - 2 and turns >= f.turns[k + 1]:
        k += 1
    part[0] = (turns - f.turns[k]) / (f.turns[k + 1] - f.turns[k])
    if part[0] < 0:
        part[0] = 0
    elif part[0] > 1:
        part[0] = 1
    return k


cdef void forecast_all(
        const Edition* e, const Evaluator* v, const Forecast* f, const State* s, double* culture,
        double* win) noexcept nogil:
    cdef double features[FEATURES]
    cdef double part = 0
    cdef double spread, best = -1e9
    cdef double total = 0
    cdef double turns = turns_left(e, v, s, s.current)
    cdef int p, i
    cdef int k = knot_before(f, turns, &part)
    for p in range(s.players):
        win[p] = 0
        culture[p] = 0
        if not in_game(s, p):
            continue
        forecast_features(e, v, s, p, features)
        culture[p] = f.base[k] + part * (f.base[k + 1] - f.base[k]) + card_worths(e, f, s, p, turns)
        for i in range(FEATURES):
            culture[p] += features[i] * (f.weight[k][i] + part * (f.weight[k + 1][i] - f.weight[k][i]))
        best = culture[p] if culture[p] > best else best
    spread = f.spread[k] + part * (f.spread[k + 1] - f.spread[k])
    for p in range(s.players):
        if in_game(s, p):
            win[p] = exp((culture[p] - best) / spread)
            total += win[p]
    for p in range(s.players):
        win[p] /= total


cdef int fill_forecast(Forecast* f, CardSet edition, weights) except -1:
    """From the checked weights of a file (mcts/weights.py)."""
    cdef int k, i, slot
    memset(f, 0, sizeof(Forecast))
    for k, moment in enumerate(weights.moments):
        f.turns[k] = moment["turns"]
        f.base[k] = moment["base"]
        f.spread[k] = moment["spread"]
        for i, name in enumerate(FEATURE_NAMES):
            f.weight[k][i] = moment[name]
    for name, (once, turn) in weights.cards.items():
        i = card_number(edition, name, "cards of a forecast")
        f.card[i].once, f.card[i].turn = once, turn
    for name, (once, turn) in weights.workers.items():
        slot = edition.c.cards[card_number(edition, name, "workers of a forecast")].slot
        if slot < 0:
            raise WeightsError(f"workers of a forecast: there are no workers on '{name}'")
        f.worker[slot].once, f.worker[slot].turn = once, turn
    return 0


def features_of(Evaluation evaluation, Game game, int player):
    """Turns left and the features of a position for a player."""
    cdef double features[FEATURES]
    forecast_features(game.edition.c, &evaluation.c, &game.s, player, features)
    return (turns_left(game.edition.c, &evaluation.c, &game.s, game.s.current),
            [features[i] for i in range(FEATURES)])


def in_play(Game game, int player):
    """Cards of a player that are in play, and workers by technology, by id."""
    cdef card_t cards[MAX_IN_PLAY]
    cdef const Edition* e = game.edition.c
    cdef int i
    names = game.edition.ids
    n = cards_in_play(e, &game.s, player, cards)
    return ([names[cards[i]] for i in range(n) if cards[i]],
            {names[e.slot_card[i]]: game.s.player[player].workers[i]
             for i in range(SLOTS) if game.s.player[player].workers[i]})
