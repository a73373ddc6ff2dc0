"""The course of a turn, from one decision to the next.

`advance` runs everything that asks nobody: the stages of a turn and those frames that
are continuations or have become pointless.  It returns when a player has to choose.
"""
from libc.stdint cimport uint32_t

from engine.bits cimport ctz64
from engine.cards cimport Card, Edition
from engine.colony cimport next_bidder
from engine.conflict cimport resolve_war
from engine.decks cimport draw_military, replenish_row, slide_and_fill
from engine.events cimport among_strongest, finish_event
from engine.impacts cimport final_scoring
from engine.ratings cimport refresh
from engine.state cimport (
    SKIPS_POLITICS, TURN_FLAGS, USED_CHOICE, USED_EXTRA_POLITICS, Frame, Player, State, available_ma,
    forget_renewed, in_game, next_player, pop_frame, push_frame, top_frame,
)
from engine.tokens cimport (
    FOOD, RESOURCES, consumption, corruption, gain, produce_food, produce_resources, score_culture,
    score_science, stock, stored_tokens,
)
from engine.types cimport *


# ---------------------------------------------------------------- stages

cdef void tactic_becomes_common(const Edition* e, State* s) noexcept nogil:
    """TACTIC-04, TACTIC-05."""
    cdef Player* player = &s.player[s.current]
    cdef uint32_t tactic
    if not player.exclusive:
        return
    player.exclusive = 0
    tactic = 1 << e.cards[player.tactic].index
    if s.common & tactic:
        s.gone[player.tactic] += 1
    s.common |= tactic


cdef void look_at_event(const Edition* e, State* s) noexcept nogil:
    """CARDNOTE-35: the look is always taken."""
    if e.cards[s.player[s.current].leader].looks_at_event and s.n_current:
        s.top_seen |= 1 << s.current
        forget_renewed(e, s, s.current_events[s.n_current - 1], 1 << s.current)


cdef void start_politics(const Edition* e, State* s) noexcept nogil:
    cdef Player* player = &s.player[s.current]
    s.political_actions = 0
    if player.flags & SKIPS_POLITICS:
        player.flags &= ~SKIPS_POLITICS
        s.stage = STAGE_ACTION
        return
    look_at_event(e, s)
    s.stage = STAGE_POLITICS


cdef void after_political_action(const Edition* e, State* s) noexcept nogil:
    """One political action, and once per game another one with the right leader (POLITICS-01, CARDNOTE-40)."""
    cdef Player* player = &s.player[s.current]
    s.political_actions += 1
    if s.political_actions == 2:
        player.flags |= USED_EXTRA_POLITICS
    elif e.cards[player.leader].extra_politics and not player.flags & USED_EXTRA_POLITICS:
        s.stage = STAGE_POLITICS
        return
    s.stage = STAGE_ACTION


cdef void end_of_turn_culture(const Edition* e, State* s, int p) noexcept nogil:
    """END-07: not production, so an uprising does not touch it."""
    cdef Player* player = &s.player[p]
    cdef const Card* leader = &e.cards[player.leader]
    if leader.strong_culture and among_strongest(s, p):
        score_culture(s, p, leader.strong_culture)
    if leader.choice_culture and not player.flags & USED_CHOICE:
        score_culture(s, p, leader.choice_culture)


cdef void production(const Edition* e, State* s, int p) noexcept nogil:
    """PROD-01."""
    score_science(s, p, s.player[p].science_rating)
    score_culture(s, p, s.player[p].culture_rating)
    corruption(e, s, p)
    produce_food(e, s, p)
    consumption(e, s, p)
    produce_resources(e, s, p)


cdef void reset_actions(State* s, int p) noexcept nogil:
    """DRAW-07; a card taken in this turn may be played from the next one on."""
    cdef Player* player = &s.player[p]
    cdef int i
    player.ca_spent = 0
    player.ma_spent = 0
    player.ma_extra = 0
    player.unit_resources = 0
    player.unit_science = 0
    player.flags &= ~TURN_FLAGS
    for i in range(player.n_civil):
        player.fresh[i] = 0


cdef void finish_turn(const Edition* e, State* s) noexcept nogil:
    """TURN-04 after the discards."""
    cdef int p = s.current
    cdef Player* player = &s.player[p]
    cdef int cards
    end_of_turn_culture(e, s, p)
    if player.discontent <= player.unused:      # END-03
        production(e, s, p)
    cards = available_ma(player)
    if s.round == 1:
        cards = 0                               # DRAW-04
    draw_military(e, s, p, cards if cards < e.max_draw else e.max_draw)
    reset_actions(s, p)
    next_turn(e, s)


cdef void next_turn(const Edition* e, State* s) noexcept nogil:
    """TURN-01; the game ends after the last round (END-GAME-01)."""
    cdef int p = next_player(s, s.current)
    cdef int place = (p - s.start + s.players) % s.players
    cdef int before = (s.current - s.start + s.players) % s.players
    if place <= before:
        if s.last_round and s.round >= s.last_round:
            final_scoring(e, s)
            return
        s.round += 1
    if not in_game(s, s.start):
        s.start = next_player(s, s.start)
    s.current = p
    s.stage = STAGE_ACTION if s.round == 1 else STAGE_REPLENISH


cdef void end_turn(const Edition* e, State* s) noexcept nogil:
    """END-01: the discard step opens the end of the turn."""
    cdef Player* player = &s.player[s.current]
    cdef int excess = player.n_military - player.military_limit
    s.stage = STAGE_PRODUCTION
    if excess > 0:
        push_frame(s, F_DISCARD, s.current, 0).amount = excess


# ---------------------------------------------------------------- frames

cdef bint has_destructible(const State* s, int p, int first, int end, int max_level) noexcept nogil:
    cdef int slot
    for slot in range(first, end):
        if s.player[p].workers[slot] and slot % LEVELS <= max_level:
            return True
    return False


cdef bint has_worker(const State* s, int p) noexcept nogil:
    return has_destructible(s, p, 0, SLOTS, LEVELS)


cdef void automatic_population_loss(const Edition* e, State* s, Frame* frame) noexcept nogil:
    """POP-06: unused workers first."""
    cdef Player* player = &s.player[frame.player]
    while frame.amount and player.unused:
        player.unused -= 1
        player.yellow_bank += 1
        frame.amount -= 1
    if not has_worker(s, frame.player):
        frame.amount = 0
    refresh(e, s, frame.player)


cdef bint has_old_wonder(const Edition* e, const State* s, int p) noexcept nogil:
    cdef uint32_t left = s.player[p].wonders & ~s.player[p].ruins
    while left:
        if e.cards[e.wonders[ctz64(left)]].level <= e.ruin_max_level:
            return True
        left &= left - 1
    return False


cdef bint is_pointless(const Edition* e, State* s, Frame* frame) noexcept nogil:
    """The decision has nothing left to decide."""
    cdef int kind = frame.kind
    cdef int p = frame.player
    if kind == F_LOSE_POPULATION:
        automatic_population_loss(e, s, frame)
        return frame.amount == 0
    if kind == F_LOSE_BLUE:
        return frame.amount == 0 or stored_tokens(s, p) == 0
    if kind == F_DISCARD:
        return frame.amount == 0
    if kind == F_DESTROY_OWN:
        return not has_destructible(s, p, 0, UNIT_FIRST, LEVELS)
    if kind == F_DESTROY_OTHER:
        return not has_destructible(s, frame.target, URBAN_FIRST, UNIT_FIRST, frame.limit)
    if kind == F_RUIN:
        return not has_old_wonder(e, s, p)
    if kind == F_PLUNDER:
        return not (stock(e, s, frame.target, FOOD) or stock(e, s, frame.target, RESOURCES))
    if kind == F_MIX and frame.amount < 0:
        return not (stock(e, s, p, FOOD) or stock(e, s, p, RESOURCES))
    return False


cdef void continue_frame(const Edition* e, State* s) noexcept nogil:
    """Run the continuation on top of the stack."""
    cdef Frame frame = top_frame(s)[0]
    pop_frame(s)
    if frame.kind == C_EVENT_DONE:
        finish_event(e, s, frame.card)
    elif frame.kind == C_AFTER_POLITICAL_ACTION:
        after_political_action(e, s)
    elif frame.kind == C_REFILL:
        slide_and_fill(e, s)                    # CARDNOTE-24
    elif frame.kind == C_RAID:
        gain(e, s, frame.player, RESOURCES, (frame.amount + 1) // 2)


cdef bint waits(const Edition* e, State* s) noexcept nogil:
    """Whether the top frame asks somebody; frames that do not are worked off."""
    cdef Frame* frame = top_frame(s)
    if frame.kind >= C_EVENT_DONE:
        continue_frame(e, s)
        return False
    if frame.kind == F_BID and not s.player[frame.player].units:
        s.passed |= 1 << frame.player           # COLONY-21: everybody can see that
        next_bidder(e, s)
        return False
    if is_pointless(e, s, frame):
        pop_frame(s)
        return False
    return True


cdef void advance(const Edition* e, State* s) noexcept nogil:
    while True:
        if s.n_frames:
            if waits(e, s):
                return
        elif s.stage == STAGE_REPLENISH:        # TURN-03
            replenish_row(e, s)
            s.stage = STAGE_WAR
        elif s.stage == STAGE_WAR:
            s.stage = STAGE_TACTIC
            if s.player[s.current].war:
                resolve_war(e, s, s.current)
        elif s.stage == STAGE_TACTIC:
            tactic_becomes_common(e, s)
            start_politics(e, s)
        elif s.stage == STAGE_PRODUCTION:
            finish_turn(e, s)
        else:
            return
