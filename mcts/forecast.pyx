"""Forecast of the final culture: features, weights mixed by the turns left, chances of winning."""
from libc.math cimport exp, fabs

from engine.cards cimport Edition
from engine.game cimport Game
from engine.state cimport Player, State, in_game
from engine.tokens cimport FOOD, RESOURCES, bank_index, stock
from mcts.arms cimport coming_events, military_hand, wars
from mcts.cardworth cimport civil_hand, leader_in_play, technologies, wonders
from mcts.evaluation cimport Evaluation
from mcts.features cimport Evaluator, Worth, appraise, population, turns_left

from mcts.weights import FEATURE_NAMES

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
    cdef int p, i
    cdef int k = knot_before(f, turns_left(e, v, s, s.current), &part)
    for p in range(s.players):
        win[p] = 0
        culture[p] = 0
        if not in_game(s, p):
            continue
        forecast_features(e, v, s, p, features)
        culture[p] = f.base[k] + part * (f.base[k + 1] - f.base[k])
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


cdef int fill_forecast(Forecast* f, moments) except -1:
    """From the checked moments of a file (mcts/weights.py)."""
    cdef int k, i
    for k, moment in enumerate(moments):
        f.turns[k] = moment["turns"]
        f.base[k] = moment["base"]
        f.spread[k] = moment["spread"]
        for i, name in enumerate(FEATURE_NAMES):
            f.weight[k][i] = moment[name]
    return 0


def features_of(Evaluation evaluation, Game game, int player):
    """Turns left and the features of a position for a player."""
    cdef double features[FEATURES]
    forecast_features(game.edition.c, &evaluation.c, &game.s, player, features)
    return (turns_left(game.edition.c, &evaluation.c, &game.s, game.s.current),
            [features[i] for i in range(FEATURES)])
