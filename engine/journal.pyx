"""The course of a finished game, told from its moves: which cards were offered, taken, played and resolved.

A game is replayed below the Python line, which costs a fraction of what playing it did.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from engine.apply cimport settle, step
from engine.bits cimport popcount
from engine.cards cimport CardSet, Edition
from engine.decks cimport set_up
from engine.prices cimport may_take, take_price
from engine.state cimport RESIGNED, Player, State, decider, decision_kind, in_game
from engine.types cimport *

from engine import notation, vocabulary
from engine.notation import IllegalMove

cdef enum What:
    TAKEN, PLAYED, RESOLVED

WHAT = ("taken", "played", "resolved")

PHASES = [kind.name.lower() for kind in vocabulary.FrameKind]

cdef enum:
    NO_PRICE = -1


cdef int lead(const State* s, int p, int field) noexcept nogil:
    """Own figure less the best one of the rivals."""
    cdef int best = -100000
    cdef int q, value, own = 0
    cdef const Player* player
    for q in range(s.players):
        if not in_game(s, q):
            continue
        player = &s.player[q]
        value = (player.culture if field == 0 else player.culture_rating if field == 1
                 else player.science_rating if field == 2 else player.strength)
        if q == p:
            own = value
        elif value > best:
            best = value
    return own - best if best > -100000 else 0


def parts(move_t move):
    return notation.Parts(move_kind(move), move_card(move), move_a(move), move_b(move), move_flags(move))


_known = {}                     # texts by hash of the edition, phase and moves: most recur in every game


cdef class Journal:
    """What happened in a game of `players` with this seed and these moves (their codes).

    `events`: tuples (decision, round, age, player, what, card, price, leads...) where `what` counts in WHAT,
    `price` is in civil actions (-1 where there is none) and the leads are culture, culture rating, science
    rating and strength over the best rival just before.  Wonders count as played when completed, events and
    territories as played when prepared.

    `offers`: {(player, card, price): turns}, own action phases at whose start the card could be taken.
    """

    cdef readonly list events
    cdef readonly dict offers
    cdef readonly list texts
    cdef readonly list scores
    cdef readonly list decisions
    cdef readonly list players
    cdef readonly int rounds
    cdef CardSet edition
    cdef dict known
    cdef State s, before
    cdef int number

    def __init__(self, CardSet edition, int players, seed, codes, bint texts=False):
        cdef MoveList moves
        cdef uint64_t deal = seed
        self.edition = edition
        self.events, self.offers, self.texts = [], {}, []
        self.decisions = [0] * players
        self.known = _known.setdefault(edition.hash, {})
        self.number = 0
        set_up(edition.c, &self.s, players, deal)
        settle(edition.c, &self.s, &moves)
        self.look_at_row(-1)
        for code in codes:
            self.play(code, &moves, texts)
            self.number += 1
        if self.s.stage != STAGE_OVER:
            raise IllegalMove("the moves end before the game does")
        self.finish()

    cdef int play(self, move_t move, MoveList* moves, bint texts) except -1:
        cdef int i, p = decider(&self.s)
        for i in range(moves.n):
            if moves.moves[i] == move:
                break
        else:
            raise IllegalMove(f"move {self.number + 1}, {move:#010x}, is not legal")
        if texts:
            self.texts.append(self.text(move, moves))
        self.decisions[p] += 1
        memcpy(&self.before, &self.s, sizeof(State))
        self.see_move(p, move)
        step(self.edition.c, &self.s, move, moves)
        self.see_change()
        if self.s.stage == STAGE_ACTION:
            self.look_at_row(self.before.current if self.before.stage == STAGE_ACTION else -1)
        return 0

    cdef text(self, move_t move, const MoveList* moves):
        """Only moves of the same kind and card can make a longer text necessary."""
        cdef int i
        cdef int phase = decision_kind(&self.s)
        cdef move_t other
        rivals = []
        for i in range(moves.n):
            other = moves.moves[i]
            if move_kind(other) == move_kind(move) and move_card(other) == move_card(move):
                rivals.append(other)
        key = (phase, move, *rivals)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = notation.move_text(
                self.edition, *parts(move), PHASES[phase], [parts(other) for other in rivals])
        return found

    # -- events

    cdef note(self, int p, int what, int card, int price):
        cdef const State* s = &self.before
        self.events.append((
            self.number, s.round, s.age, p, what, card, price,
            lead(s, p, 0), lead(s, p, 1), lead(s, p, 2), lead(s, p, 3)))

    cdef see_move(self, int p, move_t move):
        """What the move itself says."""
        cdef uint32_t kind = move_kind(move)
        cdef int card = move_card(move)
        cdef int phase = decision_kind(&self.s)
        if kind == M_TAKE:
            self.note(p, TAKEN, card, take_price(self.edition.c, &self.s, p, move_a(move) - 1))
        elif kind == M_CHOOSE and phase == F_TAKE_CARDS:
            self.note(p, TAKEN, card, NO_PRICE)
        elif kind == M_CHOOSE and (phase == F_DEFEND or phase == F_SEND):
            if self.edition.c.cards[card].kind == BONUS:
                self.note(p, PLAYED, card, NO_PRICE)
        elif M_ACTION <= kind <= M_ACTION_REVOLUTION or kind in (
                M_TACTIC, M_COPY, M_PREPARE, M_AGGRESSION, M_WAR):
            self.note(p, PLAYED, card, NO_PRICE)
        if kind == M_AGGRESSION:
            self.note(p, RESOLVED, card, NO_PRICE)

    cdef see_change(self):
        """What is different after the move and everything that followed by itself."""
        cdef int i, p
        for p in range(self.s.players):
            self.see_board(p, &self.before.player[p], &self.s.player[p])
        for i in range(self.before.n_past, self.s.n_past):
            self.note(self.before.current, RESOLVED, self.s.past[i], NO_PRICE)

    cdef see_board(self, int p, const Player* old, const Player* new):
        cdef const Edition* e = self.edition.c
        cdef int i
        if new.leader and new.leader != old.leader:
            self.note(p, PLAYED, new.leader, NO_PRICE)
        if new.government != old.government:
            self.note(p, PLAYED, new.government, NO_PRICE)
        if new.pact and new.pact != old.pact:
            self.note(p, PLAYED, new.pact, NO_PRICE)
        if old.war and not new.war:
            self.note(p, RESOLVED, old.war, NO_PRICE)
        for i in range(4):
            if new.special[i] and new.special[i] != old.special[i]:
                self.note(p, PLAYED, new.special[i], NO_PRICE)
        if new.technologies & ~old.technologies:
            for i in range(SLOTS):
                if (new.technologies & ~old.technologies) >> i & 1:
                    self.note(p, PLAYED, e.slot_card[i], NO_PRICE)
        if new.wonders & ~old.wonders:
            for i in range(e.n_wonders):
                if (new.wonders & ~old.wonders) >> i & 1:
                    self.note(p, PLAYED, e.wonders[i], NO_PRICE)
        if new.colonies & ~old.colonies:
            for i in range(e.n_territories):
                if (new.colonies & ~old.colonies) >> i & 1:
                    self.note(p, RESOLVED, e.territories[i], NO_PRICE)

    # -- offers

    cdef look_at_row(self, int already):
        """The start of an action phase: what could be taken, each card at its lowest price."""
        cdef const Edition* e = self.edition.c
        cdef int p = self.s.current
        cdef int space, card, price
        if p == already or self.s.stage != STAGE_ACTION:
            return
        seen = {}
        for space in range(ROW_SPACES):
            card = self.s.row[space]
            if card and may_take(e, &self.s, p, card):
                price = take_price(e, &self.s, p, space)
                seen[card] = min(price, seen.get(card, price))
        for found, price in seen.items():
            self.offers[p, found, price] = self.offers.get((p, found, price), 0) + 1

    # -- the end

    cdef finish(self):
        cdef const Edition* e = self.edition.c
        cdef const Player* player
        cdef int i, p
        for i in range(self.s.n_current):
            if e.cards[self.s.current_events[i]].scored_at_end:
                self.note(self.s.start, RESOLVED, self.s.current_events[i], NO_PRICE)
        for i in range(self.s.n_future):
            if e.cards[self.s.future_events[i]].scored_at_end:
                self.note(self.s.start, RESOLVED, self.s.future_events[i], NO_PRICE)
        self.rounds = self.s.round
        self.scores = []
        self.players = []
        for p in range(self.s.players):
            player = &self.s.player[p]
            self.scores.append(None if player.flags & RESIGNED else player.culture)
            self.players.append({
                "culture_rating": player.culture_rating,
                "science_rating": player.science_rating,
                "science": player.science,
                "strength": player.strength,
                "happiness": player.happiness,
                "wonders": popcount(player.wonders),
                "colonies": popcount(player.colonies),
                "government": self.edition.ids[player.government],
                "leader": self.edition.ids[player.leader],
            })
