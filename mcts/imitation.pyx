"""How well the quick judgement of moves foretells the choices of a stronger player.

`Lessons` are decisions of finished games: the position as it was and the move that was made.
Their likelihood under the quick policy is what scripts/fit_policy.py increases by its weights and
scripts/fit_preferences.py by preferences.
"""
from libc.math cimport exp, log
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from engine.apply cimport settle, step
from engine.cards cimport CardSet
from engine.decks cimport set_up
from engine.legal cimport generate
from engine.state cimport State, decider, decision_kind
from engine.types cimport F_ACTION, F_POLITICS, MAX_MOVES, MoveList, move_t
from mcts.evaluation cimport Evaluation
from mcts.features cimport Evaluator, turns_left
from mcts.priors cimport NEVER, quick_scores

from array import array

cdef double LEAST = 1e-3        # chance that every move keeps, so that no single choice counts for all


cdef struct Lesson:
    State s
    move_t chosen


cdef double log_chance(
        const Lesson* lesson, const double* scores, const MoveList* moves, double spread) noexcept nogil:
    """Of the chosen move, under a softmax of the scores."""
    cdef double best = scores[0]
    cdef double total = 0
    cdef double chosen = 0
    cdef double weight
    cdef int i
    for i in range(1, moves.n):
        best = scores[i] if scores[i] > best else best
    for i in range(moves.n):
        weight = exp((scores[i] - best) / spread)
        total += weight
        if moves.moves[i] == lesson.chosen:
            chosen = weight
    return log((1 - LEAST) * chosen / total + LEAST)


cdef class Lessons:
    """Decisions in the action phase and in politics, of all players of some games."""

    cdef Lesson* lessons
    cdef size_t room
    cdef readonly size_t count
    cdef readonly CardSet edition

    def __cinit__(self, CardSet edition):
        self.edition = edition

    def __dealloc__(self):
        free(self.lessons)

    cdef int add(self, const State* s, move_t move) except -1:
        cdef Lesson* grown
        if self.count == self.room:
            grown = <Lesson*> realloc(self.lessons, (2 * self.room + 1024) * sizeof(Lesson))
            if grown == NULL:
                raise MemoryError
            self.lessons = grown
            self.room = 2 * self.room + 1024
        memcpy(&self.lessons[self.count].s, s, sizeof(State))
        self.lessons[self.count].chosen = move
        self.count += 1
        return 0

    def add_game(self, int players, seed, codes, left_out=()):
        """The decisions of a game, given by its seed and the codes of its moves, but for some by their number."""
        cdef State s
        cdef MoveList moves
        cdef uint64_t deal = seed
        cdef int kind
        set_up(self.edition.c, &s, players, deal)
        settle(self.edition.c, &s, &moves)
        for number, code in enumerate(codes):
            kind = decision_kind(&s)
            if moves.n > 1 and (kind == F_ACTION or kind == F_POLITICS) and number not in left_out:
                self.add(&s, code)
            step(self.edition.c, &s, code, &moves)

    def likelihood(self, Evaluation evaluation, size_t first=0, size_t end=0):
        """Mean log-likelihood and share of choices with the greatest score, over a part of the lessons."""
        cdef Evaluator own = evaluation.c
        cdef MoveList moves
        cdef double scores[MAX_MOVES]
        cdef double total = 0
        cdef size_t k, hits = 0
        cdef int i, best
        if not end or end > self.count:
            end = self.count
        if first >= end:
            raise ValueError("no lessons")
        with nogil:
            for k in range(first, end):
                generate(self.edition.c, &self.lessons[k].s, &moves)
                own.viewers = 1 << decider(&self.lessons[k].s)
                quick_scores(self.edition.c, &own, &self.lessons[k].s, &moves, scores)
                total += log_chance(&self.lessons[k], scores, &moves, own.w.prior_spread)
                best = 0
                for i in range(1, moves.n):
                    if scores[i] > scores[best]:
                        best = i
                hits += moves.moves[best] == self.lessons[k].chosen
        return total / (end - first), hits / <double> (end - first)

    def judgements(self, Evaluation evaluation):
        """Scores of all moves that are not ruled out: arrays of lesson, move, score, turns left, whether chosen."""
        cdef Evaluator own = evaluation.c
        cdef MoveList moves
        cdef double scores[MAX_MOVES]
        cdef double turns
        cdef size_t k
        cdef int i
        lessons, codes, values, left, chosen = array("L"), array("L"), array("d"), array("d"), array("b")
        for k in range(self.count):
            generate(self.edition.c, &self.lessons[k].s, &moves)
            own.viewers = 1 << decider(&self.lessons[k].s)
            quick_scores(self.edition.c, &own, &self.lessons[k].s, &moves, scores)
            turns = turns_left(self.edition.c, &own, &self.lessons[k].s, self.lessons[k].s.current)
            for i in range(moves.n):
                if scores[i] > NEVER:
                    lessons.append(k)
                    codes.append(moves.moves[i])
                    values.append(scores[i])
                    left.append(turns)
                    chosen.append(moves.moves[i] == self.lessons[k].chosen)
        return lessons, codes, values, left, chosen
