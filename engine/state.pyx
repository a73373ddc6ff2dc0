"""Frames, hands and discard piles of the flat state."""
from libc.stdint cimport uint8_t

from engine.cards cimport Edition
from engine.types cimport (
    F_ACTION, F_NONE, F_POLITICS, MAX_CIVIL_HAND, MAX_DECK, MAX_FRAMES, MAX_MILITARY_HAND, STAGE_ACTION,
    STAGE_OVER, STAGE_POLITICS, card_t,
)


cdef Frame* push_frame(State* s, int kind, int player, int card) noexcept nogil:
    """A new decision, taken before all others.  The fields not named here are 0."""
    cdef Frame* frame = &s.frames[s.n_frames]
    frame.kind = kind
    frame.player = player
    frame.card = card
    frame.target = 0
    frame.amount = 0
    frame.limit = 0
    frame.extra = 0
    frame.floor = 0
    if s.n_frames < MAX_FRAMES - 1:
        s.n_frames += 1
    return frame


cdef void pop_frame(State* s) noexcept nogil:
    cdef Frame* frame
    s.n_frames -= 1
    # Equal positions are equal bytes: leave nothing behind.
    frame = &s.frames[s.n_frames]
    frame.kind = F_NONE
    frame.player = 0
    frame.card = 0
    frame.target = 0
    frame.amount = 0
    frame.limit = 0
    frame.extra = 0
    frame.floor = 0


cdef void add_civil(State* s, int p, card_t card, bint fresh) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int i = player.n_civil
    if i == MAX_CIVIL_HAND:
        return
    while i > 0 and player.civil[i - 1] > card:
        player.civil[i] = player.civil[i - 1]
        player.fresh[i] = player.fresh[i - 1]
        i -= 1
    player.civil[i] = card
    player.fresh[i] = fresh
    player.n_civil += 1


cdef void drop_civil(State* s, int p, int i) noexcept nogil:
    cdef Player* player = &s.player[p]
    player.n_civil -= 1
    while i < player.n_civil:
        player.civil[i] = player.civil[i + 1]
        player.fresh[i] = player.fresh[i + 1]
        i += 1
    player.civil[i] = 0
    player.fresh[i] = 0


cdef int find_civil(const State* s, int p, card_t card) noexcept nogil:
    """Position in the civil hand, of a copy that is not fresh if there is one; -1 = not there."""
    cdef const Player* player = &s.player[p]
    cdef int i, found = -1
    for i in range(player.n_civil):
        if player.civil[i] == card:
            if not player.fresh[i]:
                return i
            found = i
    return found


cdef void add_military(State* s, int p, card_t card, uint8_t seen) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int i = player.n_military
    if i == MAX_MILITARY_HAND:
        return
    while i > 0 and player.military[i - 1] > card:
        player.military[i] = player.military[i - 1]
        player.military_seen[i] = player.military_seen[i - 1]
        i -= 1
    player.military[i] = card
    player.military_seen[i] = seen
    player.n_military += 1


cdef uint8_t drop_military(State* s, int p, int i) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef uint8_t seen = player.military_seen[i]
    player.n_military -= 1
    while i < player.n_military:
        player.military[i] = player.military[i + 1]
        player.military_seen[i] = player.military_seen[i + 1]
        i += 1
    player.military[i] = 0
    player.military_seen[i] = 0
    return seen


cdef int find_military(const State* s, int p, card_t card) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    for i in range(player.n_military):
        if player.military[i] == card:
            return i
    return -1


cdef void add_discard(const Edition* e, State* s, card_t card, uint8_t seen) noexcept nogil:
    """HAND-06: military cards go to the face-down pile of their age."""
    cdef int level = e.cards[card].level
    cdef int n = s.n_discard[level]
    if n == MAX_DECK:
        return
    s.discard[level][n] = card
    s.discard_seen[level][n] = seen
    s.n_discard[level] = n + 1


cdef void discard_open(const Edition* e, State* s, card_t card) noexcept nogil:
    add_discard(e, s, card, SEEN_ALL)


cdef uint8_t face_down_seen(const Edition* e, const State* s, int p, card_t card) noexcept nogil:
    """Knowledge of a card that player p puts down from hand: p alone, and from which shuffle it may be."""
    cdef uint8_t seen = (1 << p) | (p << SEEN_BY_SHIFT)
    if s.drawn_since[e.cards[card].level][p]:
        seen |= SEEN_LATE
    return seen


cdef void discard_face_down(const Edition* e, State* s, int p, int i) noexcept nogil:
    """Discard card i of p's military hand unseen (HIDDEN-04).

    Others see only its back, so a card of that age which p had shown them may be the
    one that left: they no longer know where it is.  A hand with one card of that age
    leaves no doubt.
    """
    cdef Player* player = &s.player[p]
    cdef card_t card = player.military[i]
    cdef int level = e.cards[card].level
    cdef int same_back = 0
    cdef int j
    cdef uint8_t seen
    for j in range(player.n_military):
        same_back += e.cards[player.military[j]].level == level
    seen = drop_military(s, p, i) & SEEN_ALL
    if same_back == 1:
        add_discard(e, s, card, face_down_seen(e, s, p, card) | seen)
        return
    for j in range(player.n_military):
        if e.cards[player.military[j]].level == level:
            player.military_seen[j] &= 1 << p
    add_discard(e, s, card, face_down_seen(e, s, p, card))


cdef void forget_renewed(const Edition* e, State* s, card_t card, uint8_t viewers) noexcept nogil:
    """These players have just seen a card of this type: one copy less to expect from the renewed deck."""
    cdef int level = e.cards[card].level
    cdef int i
    cdef uint8_t hit
    for i in range(s.n_renewed[level]):
        if s.renewed[level][i] == card:
            hit = s.renewed_seen[level][i] & viewers
            s.renewed_seen[level][i] ^= hit
            viewers ^= hit


cdef void show(const Edition* e, State* s, card_t card) noexcept nogil:
    """A face-down military card is turned up for all to see."""
    forget_renewed(e, s, card, SEEN_ALL)


cdef int decider(const State* s) noexcept nogil:
    """The player who has to choose, -1 when the game is over."""
    if s.stage == STAGE_OVER:
        return -1
    if s.n_frames:
        return s.frames[s.n_frames - 1].player
    return s.current


cdef int decision_kind(const State* s) noexcept nogil:
    """What is to be decided: a FrameKind, F_NONE when the game is over."""
    if s.n_frames:
        return s.frames[s.n_frames - 1].kind
    if s.stage == STAGE_POLITICS:
        return F_POLITICS
    if s.stage == STAGE_ACTION:
        return F_ACTION
    return F_NONE
