"""Random games with every invariant checked after every move, below the Python line.

Each game has tastes of its own: weights for kinds of moves and for cards, drawn from its
seed.  So some games are full of wars and others of wonders, and rare moves come up
although they are rare among the legal ones.  Resigning is tried in some games.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from engine.apply cimport settle, step
from engine.cards cimport CardSet, Edition
from engine.decks cimport set_up
from engine.hidden cimport determinize_state
from engine.invariants cimport (
    MOVE_CHANGES_ORIGINAL, NO_WORLD, WORLD_MOVES, Finding, finding_text, sound_moves, sound_state,
    sound_step,
)
from engine.legal cimport generate
from engine.rng cimport Rng, below, next64, seed_rng
from engine.state cimport Player, State, decider, decision_kind, in_game
from engine.types cimport (
    F_DISCARD, FRAME_KINDS, M_ACTION_BUILD, M_ACTION_REVOLUTION, M_DESTROY, M_END_TURN, M_FACE_DOWN, M_PASS,
    M_RESIGN, M_TAKE, MAX_CARDS, MOVE_KINDS, SLOTS, SPECIAL_TYPES, MoveList, card_t, move_a, move_card,
    move_kind, move_t,
)

from engine.cards import default_edition

cdef enum:
    MAX_STEPS = 8192            # no game is nearly that long
    RESIGN_ODDS = 60            # one in that many Politics Phases of a game in which somebody may resign


cdef struct Taste:
    uint8_t kind[64]
    uint8_t card[MAX_CARDS]
    bint resigns


cdef struct Cover:
    uint32_t decisions[FRAME_KINDS]     # asked, by kind
    uint32_t moves[MOVE_KINDS]          # chosen, by kind
    uint32_t taken[MAX_CARDS]           # from the row
    uint32_t played[MAX_CARDS]          # named by a move, other than taking and discarding it
    uint32_t resolved[MAX_CARDS]        # came into play, or its effect took place


cdef struct Track:
    # One game as it was played.
    int n
    move_t moves[MAX_STEPS]
    Finding finding
    int at                      # the move after which something was found ...
    move_t tried                # ... or the legal move that was tried there on a copy
    bint in_world               # found in a sampled world


# ---------------------------------------------------------------- choosing

cdef void draw_taste(Taste* taste, Rng* rng, int players) noexcept nogil:
    cdef int i
    for i in range(64):
        taste.kind[i] = 1 << 2 * below(rng, 3)
    # Destroying and ending the turn early would leave little to see.
    taste.kind[<int> M_DESTROY] = 1
    taste.kind[<int> M_END_TURN] = 1 << 2 * below(rng, 2)
    taste.kind[<int> M_PASS] = 1 << 2 * below(rng, 2)
    for i in range(MAX_CARDS):
        taste.card[i] = 8 if below(rng, 6) == 0 else 1
    taste.resigns = below(rng, 4 if players > 2 else 40) == 0


cdef move_t choose(const Taste* taste, Rng* rng, const MoveList* moves) noexcept nogil:
    cdef uint32_t total = 0
    cdef uint32_t pick
    cdef uint16_t weights[1024]
    cdef int i
    cdef move_t move
    for i in range(moves.n):
        move = moves.moves[i]
        weights[i] = taste.kind[move_kind(move)] * taste.card[move_card(move)]
        if move_kind(move) == M_RESIGN:
            weights[i] = 0
            if taste.resigns and below(rng, RESIGN_ODDS) == 0:
                return move
        total += weights[i]
    pick = below(rng, total)
    for i in range(moves.n):
        if pick < weights[i]:
            return moves.moves[i]
        pick -= weights[i]
    return moves.moves[moves.n - 1]


# ---------------------------------------------------------------- coverage

cdef inline void cover_change(uint32_t* resolved, card_t before, card_t after) noexcept nogil:
    if after and after != before:
        resolved[after] += 1


cdef void cover_board(
        const Edition* e, const Player* before, const Player* after, uint32_t* resolved) noexcept nogil:
    cdef uint64_t new_technologies = after.technologies & ~before.technologies
    cdef uint32_t new_wonders = after.wonders & ~before.wonders
    cdef uint32_t new_colonies = after.colonies & ~before.colonies
    cdef int i
    cover_change(resolved, before.government, after.government)
    cover_change(resolved, before.leader, after.leader)
    cover_change(resolved, before.tactic, after.tactic)
    cover_change(resolved, before.pact, after.pact)
    if before.war and not after.war:
        resolved[before.war] += 1
    for i in range(SPECIAL_TYPES):
        cover_change(resolved, before.special[i], after.special[i])
    if new_technologies:
        for i in range(SLOTS):
            if new_technologies >> i & 1:
                resolved[e.slot_card[i]] += 1
    for i in range(32):
        if new_wonders >> i & 1:
            resolved[e.wonders[i]] += 1
        if new_colonies >> i & 1:
            resolved[e.territories[i]] += 1


cdef void cover_step(
        Cover* cover, const Edition* e, const State* before, const State* after, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int p, i
    cover.decisions[decision_kind(before)] += 1
    cover.moves[kind] += 1
    if kind == M_TAKE:
        cover.taken[move_card(move)] += 1
    elif kind != M_FACE_DOWN and decision_kind(before) != F_DISCARD:
        cover.played[move_card(move)] += 1
    if M_ACTION_BUILD <= kind <= M_ACTION_REVOLUTION:
        cover.played[move_a(move)] += 1
    for i in range(before.n_past, after.n_past):
        cover.resolved[after.past[i]] += 1
    for p in range(before.players):
        if in_game(after, p):
            cover_board(e, &before.player[p], &after.player[p], cover.resolved)


# ---------------------------------------------------------------- walking

cdef bint every_branch(
        const Edition* e, const State* s, const MoveList* moves, State* copy, Track* track) noexcept nogil:
    """Every legal move applies, and leaves a sound state behind."""
    cdef State original
    cdef MoveList next_moves
    cdef int i
    memcpy(&original, s, sizeof(State))
    for i in range(moves.n):
        memcpy(copy, s, sizeof(State))
        step(e, copy, moves.moves[i], &next_moves)
        if not (sound_state(e, copy, &track.finding) and sound_moves(e, copy, &next_moves, &track.finding)
                and sound_step(e, s, copy, moves.moves[i], &track.finding)):
            track.tried = moves.moves[i]
            return False
    if memcmp(&original, s, sizeof(State)):
        track.finding.fault = MOVE_CHANGES_ORIGINAL
        track.finding.player = -1
        return False
    return True


cdef bint sampled_world(
        const Edition* e, const State* s, const MoveList* moves, uint64_t seed, State* world,
        Track* track) noexcept nogil:
    """A sampled world is a sound state in which the observer has the same moves."""
    cdef MoveList others
    cdef int observer = seed % s.players
    track.in_world = True
    if not determinize_state(e, s, world, observer, seed):
        track.finding.fault = NO_WORLD
        track.finding.player = observer
        return False
    if not sound_state(e, world, &track.finding):
        return False
    generate(e, world, &others)
    if decider(s) == observer:
        if others.n != moves.n or memcmp(others.moves, moves.moves, moves.n * sizeof(move_t)):
            track.finding.fault = WORLD_MOVES
            track.finding.player = observer
            track.finding.what = 0
            track.finding.expected = moves.n
            track.finding.found = others.n
            return False
    track.in_world = False
    return True


cdef struct Book:
    # Everything that a Walk keeps below the Python line.
    Cover cover
    Track track
    State s, before, scratch
    long decisions, branches, worlds


cdef bint look_ahead(const Edition* e, Book* book, const MoveList* moves, uint64_t seed) noexcept nogil:
    book.branches += moves.n
    book.worlds += 1
    return (every_branch(e, &book.s, moves, &book.scratch, &book.track)
            and sampled_world(e, &book.s, moves, seed, &book.scratch, &book.track))


cdef bint walk(const Edition* e, Book* book, int players, uint64_t seed, int every) noexcept nogil:
    """Whether the whole game was sound."""
    cdef Track* track = &book.track
    cdef MoveList moves
    cdef Taste taste
    cdef Rng rng
    cdef Rng looks              # apart, so that the game is the same however often it is looked ahead
    cdef move_t move
    seed_rng(&rng, seed, 3)
    seed_rng(&looks, seed, 4)
    draw_taste(&taste, &rng, players)
    set_up(e, &book.s, players, seed)
    settle(e, &book.s, &moves)
    track.n = 0
    track.tried = 0
    track.in_world = False
    if not (sound_state(e, &book.s, &track.finding) and sound_moves(e, &book.s, &moves, &track.finding)):
        return False
    while moves.n and track.n < MAX_STEPS:
        if below(&looks, every) == 0 and not look_ahead(e, book, &moves, next64(&looks)):
            return False
        memcpy(&book.before, &book.s, sizeof(State))
        move = choose(&taste, &rng, &moves)
        track.moves[track.n] = move
        track.n += 1
        step(e, &book.s, move, &moves)
        cover_step(&book.cover, e, &book.before, &book.s, move)
        if not (sound_state(e, &book.s, &track.finding) and sound_moves(e, &book.s, &moves, &track.finding)
                and sound_step(e, &book.before, &book.s, move, &track.finding)):
            return False
    return True


cdef class Walk:
    """Plays games and keeps count of what was reached.

    Every legal move is tried, and a world sampled, at one of `every` decisions.
    """

    cdef CardSet edition
    cdef int every
    cdef Book* book
    cdef readonly long games

    def __cinit__(self, edition=None, int every=4):
        self.edition = default_edition() if edition is None else edition
        self.every = every
        self.book = <Book*> calloc(1, sizeof(Book))
        if self.book == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.book)

    def play(self, int players, seed):
        """Play one game; returns None, or what was found and where."""
        cdef const Edition* e = self.edition.c
        cdef Book* book = self.book
        cdef uint64_t number = seed
        cdef int every = self.every
        cdef bint sound
        with nogil:
            sound = walk(e, book, players, number, every)
        self.games += 1
        book.decisions += book.track.n
        if sound:
            return None
        return {
            "players": players,
            "seed": seed,
            "move": book.track.n,
            "tried": book.track.tried,
            "sampled_world": bool(book.track.in_world),
            "problem": finding_text(self.edition.ids, &book.track.finding),
        }

    @property
    def decisions(self):
        """Asked so far."""
        return self.book.decisions

    @property
    def branches(self):
        """Legal moves tried on a copy so far."""
        return self.book.branches

    @property
    def worlds(self):
        """Sampled so far."""
        return self.book.worlds

    @property
    def codes(self):
        """The moves of the last game as numbers."""
        return [self.book.track.moves[i] for i in range(self.book.track.n)]

    @property
    def scores(self):
        """Culture of each player at the end of the last game."""
        return [self.book.s.player[p].culture for p in range(self.book.s.players)]

    def coverage(self):
        """How often each kind of decision and of move, and each card, was reached."""
        cdef Cover* cover = &self.book.cover
        cards = len(self.edition.ids)
        return {
            "decisions": [cover.decisions[i] for i in range(<int> FRAME_KINDS)],
            "moves": [cover.moves[i] for i in range(<int> MOVE_KINDS)],
            "taken": [cover.taken[i] for i in range(cards)],
            "played": [cover.played[i] for i in range(cards)],
            "resolved": [cover.resolved[i] for i in range(cards)],
        }


def merge_coverage(parts):
    """The sums of several coverages."""
    merged = {}
    for part in parts:
        for key, counts in part.items():
            merged[key] = [a + b for a, b in zip(merged.get(key, [0] * len(counts)), counts)]
    return merged
