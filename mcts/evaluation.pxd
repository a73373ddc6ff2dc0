"""The evaluation of a position: worth to each player, and the chance of winning.

Positions are compared at the same clock: after the turn of the player on move has been
closed (mcts/quiet.pxd), or both before.
"""
from engine.cards cimport CardSet, Edition
from engine.state cimport State
from engine.types cimport MAX_PLAYERS

from mcts.features cimport Evaluator, Worth
from mcts.guide cimport Guide

cdef enum:                      # parts of the evaluation
    PART_ECONOMY, PART_POPULATION, PART_STRENGTH, PART_TECHNOLOGIES, PART_LEADER, PART_WONDERS
    PART_CIVIL_HAND, PART_MILITARY_HAND, PART_WARS, PART_EVENTS
    PARTS

cdef void evaluate_parts(
    const Edition* e, const Evaluator* v, const State* s, int p, double* parts) noexcept nogil
# Expected final culture of one player, on a scale that all players share.
cdef double evaluate_player(const Edition* e, const Evaluator* v, const State* s, int p) noexcept nogil
cdef void evaluate_all(const Edition* e, const Evaluator* v, const State* s, double* worth) noexcept nogil
# Own worth beside that of the best rival.
cdef double margin(const State* s, const double* worth, int p) noexcept nogil
cdef void win_chances(
    const Edition* e, const Evaluator* v, const State* s, const double* worth, double* win) noexcept nogil


cdef class Evaluation(Guide):
    # Weights for one number of players, and the hooks that the search calls.
    cdef Evaluator c
    cdef readonly CardSet edition
    cdef readonly int players
