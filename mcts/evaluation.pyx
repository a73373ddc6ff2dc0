"""The evaluation of a position."""
from libc.math cimport exp

from engine.cards cimport Edition
from engine.game cimport Game
from engine.state cimport State, in_game
from engine.types cimport MAX_PLAYERS, STAGE_OVER
from mcts.arms cimport coming_events, military_hand, wars
from mcts.cardworth cimport civil_hand, leader_in_play, technologies, wonders
from mcts.features cimport (
    Evaluator, Weights, Worth, appraise, economy, population, prepare_evaluator, strength_value, turns_left,
)
from mcts.guide cimport Guide

from engine.cards import default_edition
from mcts.weights import load_weights

PART_NAMES = (
    "economy", "population", "strength", "technologies", "leader", "wonders", "civil_hand", "military_hand",
    "wars", "events",
)


cdef void evaluate_parts(
        const Edition* e, const Evaluator* v, const State* s, int p, double* parts) noexcept nogil:
    cdef Worth worth
    appraise(e, v, s, p, &worth)
    parts[PART_ECONOMY] = economy(e, v, s, p, &worth)
    parts[PART_POPULATION] = population(e, v, s, p, &worth)
    parts[PART_STRENGTH] = strength_value(v, s, p, s.player[p].strength, &worth)
    parts[PART_TECHNOLOGIES] = technologies(e, v, s, p, &worth)
    parts[PART_LEADER] = leader_in_play(e, v, s, p, &worth)
    parts[PART_WONDERS] = wonders(e, v, s, p, &worth)
    parts[PART_CIVIL_HAND] = civil_hand(e, v, s, p, &worth)
    parts[PART_MILITARY_HAND] = military_hand(e, v, s, p, &worth)
    parts[PART_WARS] = wars(e, v, s, p, &worth)
    parts[PART_EVENTS] = coming_events(e, v, s, p, &worth)


cdef double evaluate_player(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil:
    cdef double parts[PARTS]
    cdef double total = 0
    cdef int i
    if s.stage == STAGE_OVER:
        return s.player[p].culture
    evaluate_parts(e, v, s, p, parts)
    for i in range(PARTS):
        total += parts[i]
    return total


cdef void evaluate_all(const Edition* e, const Evaluator* v, const State* s, double* worth) noexcept nogil:
    cdef int p
    for p in range(s.players):
        worth[p] = evaluate_player(e, v, s, p) if in_game(s, p) else -1000


cdef double margin(const State* s, const double* worth, int p) noexcept nogil:
    cdef double best = -100000
    cdef int q
    for q in range(s.players):
        if q != p and in_game(s, q) and worth[q] > best:
            best = worth[q]
    return worth[p] - best


cdef void win_chances(
        const Edition* e, const Evaluator* v, const State* s, const double* worth,
        double* win) noexcept nogil:
    """Softmax of the worths (two players: logistic in the margin), flatter the more turns are left."""
    cdef double spread = v.w.spread_late + v.w.spread_turn * turns_left(e, v, s, s.current)
    cdef double best = -100000
    cdef double total = 0
    cdef int p
    if spread < 1:
        spread = 1
    for p in range(s.players):
        if in_game(s, p) and worth[p] > best:
            best = worth[p]
    for p in range(s.players):
        win[p] = exp((worth[p] - best) / spread) if in_game(s, p) else 0
        total += win[p]
    for p in range(s.players):
        win[p] /= total


cdef void evaluate_hook(
        const void* context, const Edition* e, const State* s, double* win, double* culture) noexcept nogil:
    cdef const Evaluator* v = <const Evaluator*> context
    evaluate_all(e, v, s, culture)
    win_chances(e, v, s, culture, win)


cdef class Evaluation(Guide):
    """Weights for one number of players, ready for use.

    `weights` is a mapping of all names (mcts/weights/*.yaml), None for the weights of the package.
    """

    def __init__(self, int players, weights=None, edition=None):
        cdef Weights parsed
        self.players = players
        self.edition = default_edition() if edition is None else edition
        parsed = load_weights(players) if weights is None else weights
        self.c.w = parsed
        self.c.viewers = 15
        prepare_evaluator(self.edition.c, &self.c)
        self.hooks.context = &self.c
        self.hooks.evaluate = evaluate_hook

    @property
    def weights(self):
        """The weights by name."""
        return self.c.w

    def parts(self, Game game, int player):
        """Worth of the position to a player by part, in points of culture."""
        cdef double parts[PARTS]
        evaluate_parts(game.edition.c, &self.c, &game.s, player, parts)
        return {name: parts[i] for i, name in enumerate(PART_NAMES)}

    def worth(self, Game game):
        """Expected final culture by player."""
        cdef double worth[MAX_PLAYERS]
        evaluate_all(game.edition.c, &self.c, &game.s, worth)
        return [worth[p] for p in range(game.s.players)]

    def win_chances(self, Game game):
        """Chance of winning by player; the sum is 1."""
        cdef double worth[MAX_PLAYERS]
        cdef double win[MAX_PLAYERS]
        evaluate_all(game.edition.c, &self.c, &game.s, worth)
        win_chances(game.edition.c, &self.c, &game.s, worth, win)
        return [win[p] for p in range(game.s.players)]

    def turns_left(self, Game game, int player):
        """Estimated number of productions that the player still has."""
        return turns_left(game.edition.c, &self.c, &game.s, player)


def weight_names():
    """Names of all weights, in order."""
    cdef Weights empty
    return list((<dict> empty).keys())
