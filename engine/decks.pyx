"""Decks, the card row and the ages.

Decks are stacks: the last element is the next card.  Shuffle outcomes come from the
edition's script where it has one, else from (seed, deck, how often it was shuffled).
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from engine.cards cimport DECK_CIVIL, DECK_EVENTS, DECK_MILITARY, Edition, Script
from engine.deeds cimport remove_leader, remove_unfinished
from engine.ratings cimport compute, refresh_all
from engine.rng cimport Rng, below, seed_rng
from engine.state cimport (
    SEEN_ALL, SEEN_LATE, Player, State, add_discard, add_military, discard_open, drop_civil, drop_military,
    face_down_seen, forget_renewed, in_game,
)
from engine.tokens cimport change_yellow
from engine.types cimport (
    AGE_A, AGE_I, AGE_III, AGE_IV, LEVELS, MAX_DECK, MAX_EVENTS, ROW_SPACES, SLOTS, STAGE_ACTION, card_t,
)


cdef const Script* scripted(const Edition* e, int deck, int time, int* entry) noexcept nogil:
    cdef int i
    if e.script == NULL:
        return NULL
    for i in range(e.script.n):
        if e.script.deck[i] == deck and e.script.time[i] == time:
            entry[0] = i
            return e.script
    return NULL


cdef int shuffle(const Edition* e, State* s, int deck, card_t* cards, int n) noexcept nogil:
    """Bring n cards into the order of this deck's next shuffle; the last is drawn first."""
    cdef int time = s.shuffles[deck]
    cdef int entry = 0
    cdef int i, j
    cdef const Script* script = scripted(e, deck, time, &entry)
    cdef Rng rng
    cdef card_t card
    s.shuffles[deck] += 1
    if script != NULL:
        n = script.size[entry]
        for i in range(n):
            cards[n - 1 - i] = script.cards[entry][i]
        return n
    seed_rng(&rng, s.seed, (deck << 8) + time)
    for i in range(n - 1, 0, -1):
        j = below(&rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    return n


cdef int full_deck(const Edition* e, int deck, int level, int players, card_t* cards) noexcept nogil:
    """All cards of a deck (1 civil, 2 military) for this number of players, in canonical order."""
    cdef int n = 0
    cdef int card, _
    for card in range(1, e.n_cards):
        if e.cards[card].deck == deck and e.cards[card].level == level:
            for _ in range(e.cards[card].copies[players]):
                cards[n] = card
                n += 1
    return n


cdef void sort_cards(card_t* cards, int n) noexcept nogil:
    cdef int i, j
    cdef card_t card
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


# ---------------------------------------------------------------- set-up

cdef void set_up_player(const Edition* e, State* s, int p) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int slot
    player.government = e.initial_government
    player.technologies = e.initial_slots
    for slot in range(SLOTS):
        player.workers[slot] = e.initial_workers[slot]
    player.blue_bank = e.blue_tokens
    player.yellow_bank = e.yellow_tokens
    player.unused = e.unused_workers
    compute(e, s, p)
    player.ca_spent = player.ca_total - e.first_turn_actions[p]        # SETUP-22
    player.ma_spent = player.ma_total                                   # SETUP-23


cdef void set_up_events(const Edition* e, State* s) noexcept nogil:
    """SETUP-19, SETUP-20: the other Age A events leave the game unseen."""
    cdef card_t cards[MAX_DECK + 8]
    cdef int keep = s.players + e.events_beyond_players
    cdef int all_cards = full_deck(e, 2, AGE_A, s.players, cards)
    cdef int n = shuffle(e, s, DECK_EVENTS, cards, all_cards)
    cdef int i
    if keep > n:
        keep = n
    for i in range(keep):
        s.current_events[keep - 1 - i] = cards[n - 1 - i]
    s.n_current = keep
    s.n_removed[AGE_A] = all_cards - keep


cdef void set_up(const Edition* e, State* s, int players, uint64_t seed) noexcept nogil:
    cdef int p, n
    memset(s, 0, sizeof(State))
    s.players = players
    s.players_left = players
    s.deck_players[AGE_A] = players
    s.seed = seed
    s.round = 1
    s.high_bidder = 255
    for p in range(players):
        set_up_player(e, s, p)
    n = full_deck(e, 1, AGE_A, players, s.civil_deck)
    s.n_civil_deck = shuffle(e, s, DECK_CIVIL + AGE_A, s.civil_deck, n)
    set_up_events(e, s)
    fill_row(e, s)
    s.stage = STAGE_ACTION                      # TURN-05: no start of turn, no politics


# ---------------------------------------------------------------- military cards

cdef void forget_late(const Edition* e, State* s, int level) noexcept nogil:
    """Cards put into the event piles so far cannot come from the shuffle that follows."""
    cdef int i
    for i in range(s.n_current):
        if e.cards[s.current_events[i]].level == level:
            s.current_seen[i] &= ~SEEN_LATE
    for i in range(s.n_future):
        if e.cards[s.future_events[i]].level == level:
            s.future_seen[i] &= ~SEEN_LATE


cdef void renew_military(const Edition* e, State* s) noexcept nogil:
    """DRAW-05: the discard pile of the current age becomes the deck.

    What a player knew to lie in the pile is now in the deck or drawn since; `renewed`
    remembers it.
    """
    cdef int age = s.age
    cdef int n = s.n_discard[age]
    cdef int i, known = 0
    for i in range(n):
        s.military_deck[i] = s.discard[age][i]
        if s.discard_seen[age][i] & SEEN_ALL:
            s.renewed[age][known] = s.discard[age][i]
            s.renewed_seen[age][known] = s.discard_seen[age][i] & SEEN_ALL
            known += 1
        s.discard[age][i] = 0
        s.discard_seen[age][i] = 0
    for i in range(known, MAX_DECK):
        s.renewed[age][i] = 0
        s.renewed_seen[age][i] = 0
    s.n_renewed[age] = known
    s.n_discard[age] = 0
    for i in range(s.players):
        s.drawn_since[age][i] = 0
    forget_late(e, s, age)
    sort_cards(s.military_deck, n)              # the order must not tell the order of the pile
    s.n_military_deck = shuffle(e, s, DECK_MILITARY + age, s.military_deck, n)


cdef void draw_military(const Edition* e, State* s, int p, int cards) noexcept nogil:
    """Draw from the current military deck; nothing in Ages A and IV (SETUP-26, AGE-19)."""
    cdef card_t card
    if s.age < AGE_I or s.age > AGE_III:
        return
    while cards:
        cards -= 1
        if not s.n_military_deck:
            renew_military(e, s)
            if not s.n_military_deck:
                return
        s.n_military_deck -= 1
        card = s.military_deck[s.n_military_deck]
        s.military_deck[s.n_military_deck] = 0
        forget_renewed(e, s, card, 1 << p)
        if s.n_renewed[s.age] or s.shuffles[DECK_MILITARY + s.age] > 1:
            s.drawn_since[s.age][p] += 1
        add_military(s, p, card, 1 << p)
        if not s.n_military_deck and not e.reshuffle_when_needed:
            renew_military(e, s)


cdef void renew_events(const Edition* e, State* s) noexcept nogil:
    """EVENT-04, EVENT-05: future events become current, older ages on top, random within an age."""
    cdef card_t order[MAX_EVENTS]
    cdef int n = s.n_future
    cdef int level, i, j, placed = 0
    for i in range(n):
        order[i] = s.future_events[i]
    sort_cards(order, n)
    n = shuffle(e, s, DECK_EVENTS, order, n)
    for level in range(LEVELS - 1, -1, -1):     # the last element is on top
        for i in range(n):
            if e.cards[order[i]].level == level:
                s.current_events[placed] = order[i]
                placed += 1
    for i in range(placed):                     # each card takes its knowledge along
        s.current_seen[i] = 0
        for j in range(s.n_future):
            if s.future_events[j] == s.current_events[i]:
                s.current_seen[i] = s.future_seen[j]
                s.future_events[j] = 0
                break
    for j in range(MAX_EVENTS):
        s.future_events[j] = 0
        s.future_seen[j] = 0
    s.n_current = placed
    s.n_future = 0
    s.top_seen = 0


# ---------------------------------------------------------------- ages

cdef void discard_antiquated_hand(const Edition* e, State* s, int p, int ended) noexcept nogil:
    """AGE-09."""
    cdef Player* player = &s.player[p]
    cdef int i = 0
    cdef card_t card
    cdef uint8_t seen
    while i < player.n_civil:
        if e.cards[player.civil[i]].level < ended:
            s.gone[player.civil[i]] += 1
            drop_civil(s, p, i)
        else:
            i += 1
    i = 0
    while i < player.n_military:
        card = player.military[i]
        if e.cards[card].level < ended:
            seen = drop_military(s, p, i)
            add_discard(e, s, card, seen | face_down_seen(e, s, p, card))
        else:
            i += 1


cdef void antiquate(const Edition* e, State* s, int ended) noexcept nogil:
    """AGE-08 to AGE-15: what is older than the age that has just ended goes."""
    cdef Player* player
    cdef int p
    for p in range(s.players):
        if not in_game(s, p):
            continue
        player = &s.player[p]
        discard_antiquated_hand(e, s, p, ended)
        if player.leader and e.cards[player.leader].level < ended:
            remove_leader(e, s, p)
        if player.unfinished and e.cards[player.unfinished].level < ended:
            remove_unfinished(e, s, p)
        if player.pact and e.cards[player.pact].level < ended:
            discard_open(e, s, player.pact)
            player.pact = 0
            player.pact_partner = 0
            player.pact_side = 0
        change_yellow(s, p, -e.age_end_yellow)


cdef void remove_decks(const Edition* e, State* s) noexcept nogil:
    cdef int i
    for i in range(s.n_civil_deck):
        s.gone[s.civil_deck[i]] += 1
        s.civil_deck[i] = 0
    for i in range(s.n_military_deck):
        s.military_deck[i] = 0
    s.n_removed[s.age] += s.n_military_deck
    s.n_civil_deck = 0
    s.n_military_deck = 0


cdef void end_age(const Edition* e, State* s) noexcept nogil:
    """The current age ends and the next begins at once (AGE-05, AGE-07, AGE-16 to AGE-21)."""
    cdef int ended = s.age
    if ended != AGE_A:
        antiquate(e, s, ended)
    remove_decks(e, s)
    s.age += 1
    if s.age <= AGE_III:
        s.deck_players[s.age] = s.players_left
        s.n_civil_deck = shuffle(
            e, s, DECK_CIVIL + s.age, s.civil_deck, full_deck(e, 1, s.age, s.players_left, s.civil_deck))
        s.n_military_deck = shuffle(
            e, s, DECK_MILITARY + s.age, s.military_deck,
            full_deck(e, 2, s.age, s.players_left, s.military_deck))
    else:
        s.last_round = s.round if s.current == s.start else s.round + 1
    if ended != AGE_A:
        refresh_all(e, s)


# ---------------------------------------------------------------- the row

cdef void fill_row(const Edition* e, State* s) noexcept nogil:
    """ROW-07: gaps from left to right; the last card of a deck ends the age (AGE-07)."""
    cdef int space
    for space in range(ROW_SPACES):
        if s.row[space]:
            continue
        if not s.n_civil_deck:
            if s.age != AGE_A:
                return                          # AGE-17
            end_age(e, s)                       # AGE-04
        s.n_civil_deck -= 1
        s.row[space] = s.civil_deck[s.n_civil_deck]
        s.civil_deck[s.n_civil_deck] = 0
        if not s.n_civil_deck and AGE_A < s.age < AGE_IV:
            end_age(e, s)


cdef void slide_and_fill(const Edition* e, State* s) noexcept nogil:
    """ROW-06, ROW-07."""
    cdef int space, to = 0
    cdef card_t card
    for space in range(ROW_SPACES):
        card = s.row[space]
        if card:
            s.row[space] = 0
            s.row[to] = card
            to += 1
    fill_row(e, s)


cdef void replenish_row(const Edition* e, State* s) noexcept nogil:
    """ROW-03 to ROW-09; the very first one ends Age A (AGE-02, AGE-03)."""
    cdef int space
    for space in range(e.swept_spaces[s.players_left]):
        if s.row[space]:
            s.gone[s.row[space]] += 1
            s.row[space] = 0
    slide_and_fill(e, s)
    if s.age == AGE_A:
        end_age(e, s)
