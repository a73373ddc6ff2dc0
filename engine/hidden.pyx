"""Hidden information: sampling worlds, and moves as an observer sees them.

A world for an observer is drawn uniformly from all assignments of the military cards
that the observer cannot place to the face-down places that may hold them.  Ages are
independent of each other, because every back shows its age (HIDDEN-11).  Within an age:

* places in the event piles hold only cards that can be prepared;
* a card that the observer knew to lie in the discard pile when it became the deck again
  is in that deck or was drawn since: it may lie in the deck, in a hand, or where a player
  put a card down after drawing, and a player has at most as many as were drawn;
* whoever holds the high bid can send that force, and a set that is being chosen
  (defence, force, discards) can be completed.

The first two rules are built into the drawing.  The third rejects a world and draws again,
which keeps the distribution uniform; if it is met so rarely that no draw fits, the last one
is mended by exchanging cards and then mixed by exchanges that keep it fitting.

The sample depends on the observer's view and the seed alone: places and cards are brought
into a canonical order before drawing, and what the world must not take over from the
truth (orders, the knowledge of others, the seed) is written anew.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.bits cimport bit, ctz64
from engine.cards cimport Card, Edition
from engine.colony cimport force_possible, largest_force
from engine.rng cimport Rng, below, next64, seed_rng
from engine.state cimport SEEN_BY_SHIFT, SEEN_LATE, Frame, Player, State
from engine.types cimport *

cdef enum:
    MAX_PLACES = 160            # face-down places of one age
    TRIES = 200                 # worlds drawn before one is mended
    MENDING_STEPS = 20000       # exchanges tried to make a world fit
    MIXING_STEPS = 1000         # and to make it forget how it came to fit
    CARD_WORDS = 4              # of 64 bits, one for each card type
    NOBODY = MAX_PLAYERS        # the deck or the box instead of a player


cdef struct Place:
    card_t* card                # in the world that is being made; NULL = out of the game
    uint8_t holder              # whose draws count for a renewed card here, or NOBODY
    uint8_t renewable           # may hold a card of the renewed deck
    uint8_t watched             # its card decides whether the world fits the pending decision


cdef struct Draft:
    # Places and cards of one age.
    int n_places
    int n_event_places          # they come first
    int n_stored                # places that the state has a field for; the others come last
    Place places[MAX_PLACES]
    card_t at[MAX_PLACES]       # the card drawn for each place
    uint8_t marked[MAX_PLACES]  # ... which is one of the renewed ones
    # Cards in canonical order: those that can be prepared, then the others, both ascending.
    int n_free, n_free_events
    card_t free[MAX_PLACES]
    int n_renewed, n_renewed_events     # known to come from the renewed deck
    card_t renewed[MAX_PLACES]


cdef struct Sample:
    # A world in the making.
    const Edition* e
    State* w
    int observer
    int watched                 # player whose hand the pending decision tells something about, or NOBODY
    int floor_level             # age of the pile whose last card is the hidden floor of a set, or -1
    Draft ages[LEVELS]
    # Military hands of the others: cards that the observer knows (card and knowledge), and the rest.
    int n_known[MAX_PLAYERS]
    int n_unknown[MAX_PLAYERS]
    uint16_t known[MAX_PLAYERS][MAX_MILITARY_HAND]
    card_t unknown[MAX_PLAYERS][MAX_MILITARY_HAND]


cdef inline void swap(card_t* cards, int i, int j) noexcept nogil:
    cdef card_t card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


cdef inline card_t draw(card_t* cards, int i, int end, Rng* rng) noexcept nogil:
    """One of the cards from position i to the end, brought to position i."""
    swap(cards, i, i + below(rng, end - i))
    return cards[i]


cdef inline int level_of(const Edition* e, card_t card) noexcept nogil:
    return e.cards[card].level


cdef inline bint preparable(const Edition* e, card_t card) noexcept nogil:
    return e.cards[card].kind == EVENT or e.cards[card].kind == TERRITORY


cdef inline double uniform(Rng* rng) noexcept nogil:
    return <double> (next64(rng) >> 11) * (1.0 / 9007199254740992.0)


# ---------------------------------------------------------------- what the observer can place

cdef void take_open_cards(const Edition* e, const State* s, uint8_t* left) noexcept nogil:
    """Military cards that lie open on the table."""
    cdef const Player* player
    cdef uint32_t set_bits
    cdef int p, i
    for i in range(s.n_past):
        left[s.past[i]] -= 1
    set_bits = s.common
    while set_bits:
        left[e.tactics[ctz64(set_bits)]] -= 1
        set_bits &= set_bits - 1
    if s.attack:
        left[s.attack] -= 1
    for i in range(s.n_frames):
        if s.frames[i].kind == C_EVENT_DONE and (s.territory or e.cards[s.frames[i].card].kind == EVENT):
            left[s.frames[i].card] -= 1         # revealed, not yet in the past
    for p in range(s.players):
        player = &s.player[p]
        if player.exclusive:
            left[player.tactic] -= 1
        if player.pact:
            left[player.pact] -= 1
        if player.war:
            left[player.war] -= 1
        set_bits = player.colonies
        while set_bits:
            left[e.territories[ctz64(set_bits)]] -= 1
            set_bits &= set_bits - 1


cdef void take_known(const card_t* cards, const uint8_t* seen, int n, int me, uint8_t* left) noexcept nogil:
    cdef int i
    for i in range(n):
        if seen[i] & me:
            left[cards[i]] -= 1


cdef void unplaced_cards(const Edition* e, const State* s, int observer, uint8_t* left) noexcept nogil:
    """By type, how many military cards the observer cannot place."""
    cdef int me = 1 << observer
    cdef int level, p, card
    cdef const Card* c
    memset(left, 0, MAX_CARDS)
    for card in range(1, e.n_cards):
        c = &e.cards[card]
        if c.deck == 2 and c.level <= s.age:
            left[card] = c.copies[s.deck_players[c.level]] - s.gone[card]
    take_open_cards(e, s, left)
    for p in range(s.players):
        take_known(s.player[p].military, s.player[p].military_seen, s.player[p].n_military, me, left)
    take_known(s.current_events, s.current_seen, s.n_current, me, left)
    if s.top_seen & me and s.n_current and not s.current_seen[s.n_current - 1] & me:
        left[s.current_events[s.n_current - 1]] -= 1
    take_known(s.future_events, s.future_seen, s.n_future, me, left)
    for level in range(LEVELS):
        take_known(s.discard[level], s.discard_seen[level], s.n_discard[level], me, left)


# ---------------------------------------------------------------- places

cdef inline Place* add_place(Draft* d, card_t* card, int holder, bint renewable) noexcept nogil:
    cdef int i = d.n_places
    cdef Place* place = &d.places[i]
    place.card = card
    place.holder = holder
    place.renewable = renewable
    place.watched = False
    d.marked[i] = False
    if i < MAX_PLACES - 1:
        d.n_places += 1
    return place


cdef inline Place* put_down_place(Draft* d, card_t* card, uint8_t seen) noexcept nogil:
    """A card that a player put down late may come from the renewed deck."""
    return add_place(d, card, seen >> SEEN_BY_SHIFT & 3, seen & SEEN_LATE != 0)


cdef void current_event_places(Sample* sample) noexcept nogil:
    """Within an age the places are put in order by what the observer knows of them."""
    cdef State* w = sample.w
    cdef int me = 1 << sample.observer
    cdef uint32_t keys[MAX_EVENTS]
    cdef uint32_t key
    cdef int end = w.n_current
    cdef int first = 0
    cdef int i, j, n, level
    if w.top_seen & me and end:
        end -= 1
        w.current_seen[end] |= me
    while first < end:
        level = level_of(sample.e, w.current_events[first])
        n = 0
        while first + n < end and level_of(sample.e, w.current_events[first + n]) == level:
            key = w.current_seen[first + n] << 8 | w.current_events[first + n]
            if key & me << 8:
                key |= <uint32_t> w.current_events[first + n] << 16
            j = n
            while j > 0 and keys[j - 1] > key:
                keys[j] = keys[j - 1]
                j -= 1
            keys[j] = key
            n += 1
        for i in range(n):
            w.current_events[first + i] = keys[i] & 255
            w.current_seen[first + i] = keys[i] >> 8 & 255
            if not keys[i] >> 16:
                put_down_place(&sample.ages[level], &w.current_events[first + i], w.current_seen[first + i])
        first += n


cdef void hand_places(Sample* sample, int p) noexcept nogil:
    cdef State* w = sample.w
    cdef Player* player = &w.player[p]
    cdef int i, level, known = 0, unknown = 0
    cdef card_t card
    for i in range(player.n_military):
        card = player.military[i]
        if player.military_seen[i] >> sample.observer & 1:
            sample.known[p][known] = card << 8 | player.military_seen[i]
            known += 1
            continue
        level = level_of(sample.e, card)
        sample.unknown[p][unknown] = card
        add_place(&sample.ages[level], &sample.unknown[p][unknown], p, w.drawn_since[level][p] > 0
                  ).watched = p == sample.watched
        unknown += 1
    sample.n_known[p] = known
    sample.n_unknown[p] = unknown


cdef void collect_places(Sample* sample) noexcept nogil:
    cdef State* w = sample.w
    cdef int me = 1 << sample.observer
    cdef Draft* d
    cdef int i, _i, p, level
    for level in range(LEVELS):
        sample.ages[level].n_places = 0
    current_event_places(sample)
    for i in range(w.n_future):
        if not w.future_seen[i] & me:
            put_down_place(&sample.ages[level_of(sample.e, w.future_events[i])], &w.future_events[i],
                           w.future_seen[i])
    for level in range(LEVELS):
        sample.ages[level].n_event_places = sample.ages[level].n_places
    for p in range(w.players):
        if p != sample.observer:
            hand_places(sample, p)
    for level in range(LEVELS):
        d = &sample.ages[level]
        for i in range(w.n_discard[level]):
            if not w.discard_seen[level][i] & me:
                put_down_place(d, &w.discard[level][i], w.discard_seen[level][i]).watched = (
                    level == sample.floor_level and i == w.n_discard[level] - 1)
        if w.age == level:
            for i in range(w.n_military_deck):
                add_place(d, &w.military_deck[i], NOBODY, True)
        d.n_stored = d.n_places
        for _i in range(w.n_removed[level]):
            add_place(d, NULL, NOBODY, True)


# ---------------------------------------------------------------- cards

cdef void keep_renewed(State* w, int observer, int level) noexcept nogil:
    """In the world, only what the observer knows of the renewed deck, in canonical order."""
    cdef int n = w.n_renewed[level]
    cdef int i, j, kept = 0
    cdef card_t card
    for i in range(n):
        card = w.renewed[level][i]
        if not w.renewed_seen[level][i] >> observer & 1:
            continue
        j = kept
        while j > 0 and w.renewed[level][j - 1] > card:
            w.renewed[level][j] = w.renewed[level][j - 1]
            j -= 1
        w.renewed[level][j] = card
        kept += 1
    for i in range(n):
        if i >= kept:
            w.renewed[level][i] = 0
        w.renewed_seen[level][i] = 1 << observer if i < kept else 0
    w.n_renewed[level] = kept


cdef void collect_renewed(
        const Edition* e, const State* w, int level, uint8_t* left, Draft* d) noexcept nogil:
    cdef int wanted, i
    cdef card_t card
    d.n_renewed = 0
    for wanted in range(1, -1, -1):
        for i in range(w.n_renewed[level]):
            card = w.renewed[level][i]
            if preparable(e, card) == wanted and left[card]:
                left[card] -= 1
                d.renewed[d.n_renewed] = card
                d.n_renewed += 1
        if wanted:
            d.n_renewed_events = d.n_renewed


cdef void collect_free(Sample* sample, const uint8_t* left) noexcept nogil:
    """The cards of all ages: events into `free`, the others behind them."""
    cdef const Edition* e = sample.e
    cdef card_t others[LEVELS][MAX_PLACES]
    cdef int n_others[LEVELS]
    cdef Draft* d
    cdef int level, card, _k
    for level in range(LEVELS):
        sample.ages[level].n_free = n_others[level] = 0
    for card in range(1, e.n_cards):
        if not left[card]:
            continue
        level = level_of(e, card)
        d = &sample.ages[level]
        # A state that was changed from outside may hold a card too often: the count has run below 0.
        if left[card] > MAX_DECK or d.n_free + n_others[level] + left[card] > MAX_PLACES:
            continue
        for _k in range(left[card]):
            if preparable(e, card):
                d.free[d.n_free] = card
                d.n_free += 1
            else:
                others[level][n_others[level]] = card
                n_others[level] += 1
    for level in range(LEVELS):
        d = &sample.ages[level]
        d.n_free_events = d.n_free
        memcpy(&d.free[d.n_free], others[level], n_others[level])
        d.n_free += n_others[level]


# ---------------------------------------------------------------- the renewed deck

cdef struct Split:
    # Places that may hold renewed cards, or the cards there, by holder: in event piles, and elsewhere.
    int events[MAX_PLAYERS + 1]
    int others[MAX_PLAYERS + 1]


cdef struct Ways:
    # Ways to choose places: i of a holder's event places, k of its other places ...
    double events[MAX_PLAYERS + 1][MAX_DECK + 1]
    double others[MAX_PLAYERS + 1][MAX_DECK + 1]
    # ... and with the players from p on for x cards in event piles and t in all.
    double choices[MAX_PLAYERS + 1][MAX_DECK + 1][MAX_DECK + 1]
    # Ways to lay the cards themselves if x renewed ones lie in event piles, up to a factor.
    double laid[MAX_DECK + 1]


cdef void binomials(int n, double* row) noexcept nogil:
    """Ways to choose 0, 1, ... of n, as far as a deck goes."""
    cdef int k
    row[0] = 1
    for k in range(1, MAX_DECK + 1):
        row[k] = row[k - 1] * (n - k + 1) / k if k <= n else 0


cdef void count_choices(const Draft* d, const uint8_t* drawn, const Split* split, Ways* ways) noexcept nogil:
    cdef int p, x, t, i, k
    cdef double total
    for p in range(MAX_PLAYERS + 1):
        binomials(split.events[p], ways.events[p])
        binomials(split.others[p], ways.others[p])
    for x in range(d.n_renewed_events + 1):
        for t in range(d.n_renewed + 1):
            ways.choices[MAX_PLAYERS][x][t] = x == 0 and t == 0
    for p in range(MAX_PLAYERS - 1, -1, -1):
        for x in range(d.n_renewed_events + 1):
            for t in range(d.n_renewed + 1):
                total = 0
                for i in range(min(x, split.events[p]) + 1):
                    for k in range(min(min(t, drawn[p]) - i, split.others[p]) + 1):
                        total += ways.events[p][i] * ways.others[p][k] * ways.choices[p + 1][x - i][t - i - k]
                ways.choices[p][x][t] = total


cdef void count_laid(const Draft* d, Ways* ways) noexcept nogil:
    """Renewed events into x event places, other events into the rest of them, everything else anywhere.

    From x - 1 to x, one renewed event less is free to lie elsewhere, and one other event more.
    """
    cdef int spare = d.n_free_events - d.n_event_places
    cdef int x
    for x in range(d.n_renewed_events + 1):
        if spare + x < 0:
            ways.laid[x] = 0
        elif x == 0 or spare + x == 0:
            ways.laid[x] = 1
        else:
            ways.laid[x] = (
                ways.laid[x - 1] * (d.n_renewed_events - x + 1) / (d.n_renewed - x + 1)
                * (d.n_places - d.n_renewed - d.n_event_places + x) / (spare + x))


cdef bint choose_totals(const Draft* d, const Ways* ways, int* events, int* held, Rng* rng) noexcept nogil:
    """How many renewed cards lie in event piles, and with players in all; False = no way."""
    cdef double total = 0
    cdef double point, some
    cdef int turn, x, t
    cdef bint found = False
    for turn in range(2):                       # add up, then choose
        point = uniform(rng) * total if turn else 0
        for x in range(d.n_renewed_events + 1):
            for t in range(x, d.n_renewed + 1):
                some = ways.choices[0][x][t] * ways.others[NOBODY][d.n_renewed - t] * ways.laid[x]
                if not turn:
                    total += some
                elif some > 0 and (not found or point >= 0):
                    found = True
                    events[0] = x
                    held[0] = t
                    point -= some
    return found


cdef void choose_share(
        const Ways* ways, int p, int drawn, Split* split, int* x, int* t, Rng* rng) noexcept nogil:
    """How many of x cards in event piles and t in all lie with player p; the others stay in x and t."""
    cdef double point = uniform(rng) * ways.choices[p][x[0]][t[0]]
    cdef double some
    cdef int i, k, events = 0, others = 0
    cdef bint found = False
    for i in range(min(x[0], split.events[p]) + 1):
        for k in range(min(min(t[0], drawn) - i, split.others[p]) + 1):
            some = ways.events[p][i] * ways.others[p][k] * ways.choices[p + 1][x[0] - i][t[0] - i - k]
            if some > 0 and (not found or point >= 0):
                found = True
                events = i
                others = k
                point -= some
    split.events[p] = events
    split.others[p] = others
    x[0] -= events
    t[0] -= events + others


cdef bint choose_split(const Draft* d, const uint8_t* drawn, Split* split, Rng* rng) noexcept nogil:
    """How many renewed cards lie with each holder; False = they cannot be placed.

    `split` holds the numbers of places and receives those of cards.  Every assignment has
    the same weight, so a split weighs as many as there are for it.
    """
    cdef Ways ways
    cdef int p
    cdef int x = 0, t = 0
    if d.n_renewed > MAX_DECK:
        return False
    count_choices(d, drawn, split, &ways)
    count_laid(d, &ways)
    if not choose_totals(d, &ways, &x, &t, rng):
        return False
    split.others[NOBODY] = d.n_renewed - t
    for p in range(MAX_PLAYERS):
        choose_share(&ways, p, drawn[p], split, &x, &t, rng)
    return True


cdef bint mark_renewed(Draft* d, const uint8_t* drawn, Rng* rng) noexcept nogil:
    """Choose the places of the renewed cards; False = there are none that fit."""
    cdef Split split
    cdef int events[MAX_PLAYERS + 1]
    cdef int others[MAX_PLAYERS + 1]
    cdef int* places
    cdef int* cards
    cdef int i, h
    memset(&split, 0, sizeof(Split))
    for i in range(d.n_places):
        if d.places[i].renewable:
            if i < d.n_event_places:
                split.events[d.places[i].holder] += 1
            else:
                split.others[d.places[i].holder] += 1
    memcpy(events, split.events, sizeof(events))
    memcpy(others, split.others, sizeof(others))
    if not choose_split(d, drawn, &split, rng):
        return False
    for i in range(d.n_places):
        d.marked[i] = False
        if not d.places[i].renewable:
            continue
        h = d.places[i].holder
        places = &events[h] if i < d.n_event_places else &others[h]
        cards = &split.events[h] if i < d.n_event_places else &split.others[h]
        if <int> below(rng, places[0]) < cards[0]:
            d.marked[i] = True
            cards[0] -= 1
        places[0] -= 1
    return True


cdef void release_renewed(const Edition* e, Draft* d) noexcept nogil:
    """No place fits the renewed cards, so the state contradicts itself: let them lie anywhere."""
    cdef card_t free[MAX_PLACES]
    cdef int n = 0
    cdef int i, wanted
    for wanted in range(1, -1, -1):
        for i in range(d.n_renewed + d.n_free):
            if i < d.n_renewed and preparable(e, d.renewed[i]) == wanted:
                free[n] = d.renewed[i]
                n += 1
            elif i >= d.n_renewed and preparable(e, d.free[i - d.n_renewed]) == wanted:
                free[n] = d.free[i - d.n_renewed]
                n += 1
        if wanted:
            d.n_free_events = n
    memcpy(d.free, free, n)
    d.n_free = n
    d.n_renewed = d.n_renewed_events = 0


# ---------------------------------------------------------------- drawing

cdef void draw_cards(Draft* d, Rng* rng) noexcept nogil:
    """A card for every place: events into the event places, then everything else anywhere."""
    cdef card_t free[MAX_PLACES]
    cdef card_t renewed[MAX_PLACES]
    cdef int f = 0, r = 0
    cdef int i
    memcpy(free, d.free, d.n_free)
    if d.n_renewed:
        memcpy(renewed, d.renewed, d.n_renewed)
    for i in range(d.n_event_places):
        if d.marked[i]:
            d.at[i] = draw(renewed, r, d.n_renewed_events, rng)
            r += 1
        else:
            d.at[i] = draw(free, f, d.n_free_events, rng)
            f += 1
    for i in range(d.n_event_places, d.n_stored):
        if d.marked[i]:
            d.at[i] = draw(renewed, r, d.n_renewed, rng)
            r += 1
        else:
            d.at[i] = draw(free, f, d.n_free, rng)
            f += 1
    for i in range(d.n_stored, d.n_places):     # nobody sees the order of what has left the game
        if d.marked[i]:
            d.at[i] = renewed[r]
            r += 1
        else:
            d.at[i] = free[f]
            f += 1


cdef bint draw_age(Sample* sample, int level, Rng* rng) noexcept nogil:
    """False = the cards and places of that age do not go together."""
    cdef Draft* d = &sample.ages[level]
    cdef bint fits = True
    cdef int i
    if d.n_free + d.n_renewed < d.n_places:
        return False
    if d.n_renewed and not mark_renewed(d, sample.w.drawn_since[level], rng):
        release_renewed(sample.e, d)
        fits = False
    if not d.n_renewed and d.n_free_events < d.n_event_places:
        return False
    draw_cards(d, rng)
    for i in range(d.n_stored):
        d.places[i].card[0] = d.at[i]
    return fits


cdef void fill_hand(Sample* sample, int p) noexcept nogil:
    """The hand in ascending order; nobody else is known to know an unknown card."""
    cdef Player* player = &sample.w.player[p]
    cdef uint16_t keys[MAX_MILITARY_HAND]
    cdef uint16_t key
    cdef int known = sample.n_known[p]
    cdef int i, j
    for i in range(known + sample.n_unknown[p]):
        key = sample.known[p][i] if i < known else sample.unknown[p][i - known] << 8 | 1 << p
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key
    for i in range(known + sample.n_unknown[p]):
        player.military[i] = keys[i] >> 8
        player.military_seen[i] = keys[i] & 255


cdef bint draw_world(Sample* sample, Rng* rng) noexcept nogil:
    cdef State* w = sample.w
    cdef bint fits = True
    cdef int level, p
    for level in range(LEVELS):
        if sample.ages[level].n_places and not draw_age(sample, level, rng):
            fits = False
    for p in range(w.players):
        if p != sample.observer:
            fill_hand(sample, p)
    fill_floor(sample)
    return fits


# ---------------------------------------------------------------- decisions under way

cdef void find_watched(Sample* sample) noexcept nogil:
    """Whose hidden cards have to fit the pending decision."""
    cdef const State* s = sample.w
    cdef const Frame* frame
    cdef int level, n
    sample.watched = NOBODY
    sample.floor_level = -1
    if not s.n_frames:
        return
    frame = &s.frames[s.n_frames - 1]
    if frame.kind == F_BID and s.high_bidder < s.players:
        sample.watched = s.high_bidder
    elif frame.kind == F_SEND or (frame.kind == F_DISCARD and frame.floor) or (
            frame.kind == F_DEFEND and s.defence_cards):
        sample.watched = frame.player
    if sample.watched == sample.observer:
        sample.watched = NOBODY
    if sample.watched == NOBODY or frame.kind == F_BID or sample.e.cards[frame.floor].deck != 2:
        return
    # The last card of the set lies face down: the world has another one there.
    level = level_of(sample.e, frame.floor)
    n = s.n_discard[level]
    if n and s.discard[level][n - 1] == frame.floor:
        if not s.discard_seen[level][n - 1] >> sample.observer & 1:
            sample.floor_level = level


cdef void fill_floor(Sample* sample) noexcept nogil:
    cdef State* w = sample.w
    if sample.floor_level >= 0:
        w.frames[w.n_frames - 1].floor = w.discard[sample.floor_level][w.n_discard[sample.floor_level] - 1]


cdef int defence_left(const Edition* e, const State* w, const Frame* frame) noexcept nogil:
    """The most that the defender can still add; further copies of a card put face down count 1."""
    cdef const Player* player = &w.player[frame.player]
    cdef uint8_t by_value[128]
    cdef int cards = player.ma_total - w.defence_cards
    cdef int i, value, total = 0, top = 0
    memset(by_value, 0, sizeof(by_value))
    for i in range(player.n_military):
        if player.military[i] < frame.floor:
            continue
        value = e.cards[player.military[i]].defense
        if value < 1 or (player.military[i] == frame.floor and frame.extra):
            value = 1
        by_value[value] += 1
        if value > top:
            top = value
    while top and cards > 0:
        if by_value[top]:
            by_value[top] -= 1
            total += top
            cards -= 1
        else:
            top -= 1
    return total


cdef int shortfall(const Sample* sample) noexcept nogil:
    """What is missing for the pending decision to be possible; 0 or less = the world fits."""
    cdef const State* w = sample.w
    cdef const Frame* frame
    cdef int i, missing
    if sample.watched == NOBODY:
        return 0
    frame = &w.frames[w.n_frames - 1]
    if frame.kind == F_BID:
        return w.high_bid - largest_force(sample.e, w, w.high_bidder)
    if frame.kind == F_SEND:
        return frame.amount - force_possible(sample.e, w, frame.player, frame.floor)
    if frame.kind == F_DEFEND:
        missing = w.attack_strength - w.defence_strength
        return missing - defence_left(sample.e, w, frame) if missing > 0 else 0
    missing = frame.amount
    for i in range(w.player[frame.player].n_military):
        missing -= w.player[frame.player].military[i] >= frame.floor
    return missing


# ---------------------------------------------------------------- worlds that hardly ever fit

cdef bint may_exchange(const Edition* e, const Draft* d, const uint8_t* drawn, int i, int j) noexcept nogil:
    """Whether the cards of two places may change their places under the rules of their age."""
    cdef int place, held = 0
    if i < d.n_event_places and not preparable(e, d.at[j]):
        return False
    if j < d.n_event_places and not preparable(e, d.at[i]):
        return False
    if d.marked[i] == d.marked[j]:
        return True
    if d.marked[j]:
        i, j = j, i
    # A renewed card goes from place i to place j.
    if not d.places[j].renewable:
        return False
    if d.places[j].holder == NOBODY or d.places[j].holder == d.places[i].holder:
        return True
    for place in range(d.n_places):
        if d.marked[place] and d.places[place].holder == d.places[j].holder:
            held += 1
    return held < drawn[d.places[j].holder]


cdef void exchange(Sample* sample, Draft* d, int i, int j) noexcept nogil:
    cdef uint8_t mark = d.marked[i]
    d.marked[i] = d.marked[j]
    d.marked[j] = mark
    swap(d.at, i, j)
    if i < d.n_stored:
        d.places[i].card[0] = d.at[i]
    if j < d.n_stored:
        d.places[j].card[0] = d.at[j]
    fill_hand(sample, sample.watched)
    fill_floor(sample)


cdef bint mend(Sample* sample, Rng* rng) noexcept nogil:
    """Exchange watched cards until the world fits, then go on while it does; False = it never did.

    The exchanges are symmetric, so the uniform distribution is the one that they lead to.
    """
    cdef uint16_t watched[MAX_PLACES]
    cdef Draft* d
    cdef int n = 0, missing = shortfall(sample), mixed = 0
    cdef int level, i, j, p, _step, now
    for level in range(LEVELS):
        for i in range(sample.ages[level].n_places):
            if sample.ages[level].places[i].watched and n < MAX_PLACES:
                watched[n] = level << 8 | i
                n += 1
    if not n:
        return missing <= 0
    for _step in range(MENDING_STEPS):
        i = below(rng, n)
        level = watched[i] >> 8
        i = watched[i] & 255
        d = &sample.ages[level]
        j = below(rng, d.n_places)
        if may_exchange(sample.e, d, sample.w.drawn_since[level], i, j):
            exchange(sample, d, i, j)
            now = shortfall(sample)
            if now > missing and now > 0:
                exchange(sample, d, i, j)
            else:
                missing = now
        if missing <= 0:
            mixed += 1
            if mixed == MIXING_STEPS:
                break
    for p in range(sample.w.players):
        if p != sample.observer:
            fill_hand(sample, p)
    return missing <= 0


# ---------------------------------------------------------------- orders that nobody knows

cdef void shuffle_current_events(const Edition* e, State* w, int observer, Rng* rng) noexcept nogil:
    """Within an age the order is unknown, except for a top card that the observer has looked at."""
    cdef int end = w.n_current
    cdef int first = 0
    cdef int i, j, last, level
    if w.top_seen >> observer & 1 and end:
        end -= 1
    while first < end:
        level = level_of(e, w.current_events[first])
        last = first + 1
        while last < end and level_of(e, w.current_events[last]) == level:
            last += 1
        for i in range(last - 1, first, -1):
            j = first + below(rng, i - first + 1)
            swap(w.current_events, i, j)
            swap(w.current_seen, i, j)
        first = last


cdef void shuffle_civil_deck(State* w, Rng* rng) noexcept nogil:
    """The contents are known to all, the order to nobody."""
    cdef uint8_t count[MAX_CARDS]
    cdef uint64_t present[CARD_WORDS]
    cdef int n = 0
    cdef int i, _i, word
    cdef card_t card
    memset(count, 0, sizeof(count))
    memset(present, 0, sizeof(present))
    for i in range(w.n_civil_deck):
        card = w.civil_deck[i]
        count[card] += 1
        present[card >> 6] |= bit(card & 63)
    for word in range(CARD_WORDS):
        while present[word]:
            card = word << 6 | ctz64(present[word])
            present[word] &= present[word] - 1
            for _i in range(count[card]):
                w.civil_deck[n] = card
                n += 1
    for i in range(n - 1, 0, -1):
        swap(w.civil_deck, i, below(rng, i + 1))


# ---------------------------------------------------------------- worlds

cdef void prepare(Sample* sample, const State* truth) noexcept nogil:
    """Collect the places and the cards that belong there."""
    cdef uint8_t left[MAX_CARDS]
    cdef State* w = sample.w
    cdef int level
    memcpy(w, truth, sizeof(State))
    find_watched(sample)
    unplaced_cards(sample.e, truth, sample.observer, left)
    collect_places(sample)
    for level in range(LEVELS):
        if w.n_renewed[level]:
            keep_renewed(w, sample.observer, level)
        collect_renewed(sample.e, w, level, left, &sample.ages[level])
    collect_free(sample, left)


cdef bint determinize_state(
        const Edition* e, const State* truth, State* world, int observer, uint64_t seed) noexcept nogil:
    cdef Sample sample
    cdef Rng rng
    cdef bint fits = False
    cdef int _i
    sample.e = e
    sample.w = world
    sample.observer = observer
    seed_rng(&rng, seed, 2 + observer)
    prepare(&sample, truth)
    for _i in range(TRIES):
        fits = draw_world(&sample, &rng)
        if not fits or shortfall(&sample) <= 0:
            break
    else:
        fits = mend(&sample, &rng)
    shuffle_current_events(e, world, observer, &rng)
    shuffle_civil_deck(world, &rng)
    world.seed = next64(&rng)
    return fits


cdef move_t observe_move(const Edition* e, const State* s, move_t move, int observer) noexcept nogil:
    """A card that the observer cannot see becomes its back: card 0, its age in `a`."""
    cdef int kind = move_kind(move)
    cdef bint hidden = kind == M_PREPARE or kind == M_FACE_DOWN
    cdef const Frame* frame
    cdef int p = s.current
    if s.n_frames:
        frame = &s.frames[s.n_frames - 1]
        p = frame.player
        hidden = hidden or (kind == M_CHOOSE and frame.kind == F_DISCARD)
    if not hidden or p == observer:
        return move
    return pack(kind, 0, e.cards[move_card(move)].level, 0, 0)
