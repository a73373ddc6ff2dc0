"""Colonization: bids, the force and the colony."""
from libc.stdint cimport uint8_t

from engine.cards cimport Card, Edition
from engine.decks cimport draw_military
from engine.deeds cimport add_colony
from engine.ratings cimport army_strength, refresh
from engine.state cimport Frame, Player, State, next_player, pop_frame, push_frame, top_frame
from engine.tokens cimport FOOD, RESOURCES, gain, gain_population, score_culture, score_science
from engine.types cimport BONUS, F_SEND, SLOTS, UNIT_FIRST, card_t


cdef int units_force(const Edition* e, const State* s, int p, const uint8_t* units) noexcept nogil:
    """COLONY-08, COLONY-09: printed strength and armies of these units; 0 without any unit (COLONY-07)."""
    cdef const Player* player = &s.player[p]
    cdef int i, strength = 0, n = 0
    for i in range(SLOTS - UNIT_FIRST):
        if units[i]:
            n += units[i]
            strength += units[i] * e.cards[e.slot_card[UNIT_FIRST + i]].strength
    if not n:
        return 0
    return strength + army_strength(e, player.tactic, units, e.cards[player.leader].infantry_rides)


cdef int cards_force(const Edition* e, const State* s, int p, card_t floor) noexcept nogil:
    """Force of the cards in hand that may still be added, from card `floor` on.

    Bonus cards count their value (COLONY-11), other cards 1 each where a leader allows
    it (CARDNOTE-39).
    """
    cdef const Player* player = &s.player[p]
    cdef int discards = e.cards[player.leader].force_discards - s.force_discards
    cdef int i, force = 0
    cdef card_t card
    for i in range(player.n_military):
        card = player.military[i]
        if card < floor:
            continue
        if e.cards[card].kind == BONUS:
            force += e.cards[card].force
        elif discards > 0:
            discards -= 1
            force += 1
    return force


cdef int largest_force(const Edition* e, const State* s, int p) noexcept nogil:
    """COLONY-02, COLONY-21."""
    cdef const Player* player = &s.player[p]
    cdef int units = units_force(e, s, p, &player.workers[UNIT_FIRST])
    if not player.units:
        return 0
    return units + player.colonization + cards_force(e, s, p, 0)


cdef int force_sent(const Edition* e, const State* s, int p) noexcept nogil:
    """0 while no unit is sent."""
    cdef int i, n = 0
    for i in range(SLOTS - UNIT_FIRST):
        n += s.sent[i]
    if not n:
        return 0
    return units_force(e, s, p, s.sent) + s.player[p].colonization + s.force_cards


cdef int force_possible(const Edition* e, const State* s, int p, card_t floor) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef uint8_t units[SLOTS - UNIT_FIRST]
    cdef int i, n = 0
    for i in range(SLOTS - UNIT_FIRST):
        units[i] = s.sent[i]
        if e.slot_card[UNIT_FIRST + i] >= floor:
            units[i] += player.workers[UNIT_FIRST + i]
        n += units[i]
    if not n:
        return 0
    return (units_force(e, s, p, units) + player.colonization + s.force_cards
            + cards_force(e, s, p, floor))


cdef void next_bidder(const Edition* e, State* s) noexcept nogil:
    """COLONY-03 to COLONY-05: the next player who has not passed, or the end of the auction."""
    cdef Frame* frame = top_frame(s)
    cdef int p = frame.player
    cdef int _
    for _ in range(s.players):
        p = next_player(s, p)
        if not s.passed >> p & 1:
            if p == s.high_bidder:
                break
            frame.player = p
            return
    pop_frame(s)
    if s.high_bidder != 255:
        push_frame(s, F_SEND, s.high_bidder, s.territory).amount = s.high_bid
    s.passed = 0


cdef void settle(const Edition* e, State* s, int p, card_t territory) noexcept nogil:
    """COLONY-15 to COLONY-18: permanent effects, then the immediate one."""
    cdef const Card* card = &e.cards[territory]
    add_colony(e, s, p, territory)
    gain(e, s, p, FOOD, card.immediate_food)
    gain(e, s, p, RESOURCES, card.immediate_resource)
    score_science(s, p, card.immediate_science)
    score_culture(s, p, card.immediate_culture)
    gain_population(s, p, card.immediate_population)
    draw_military(e, s, p, card.immediate_cards)
    refresh(e, s, p)


cdef void colonize(const Edition* e, State* s, int p) noexcept nogil:
    """COLONY-13: units sent go to the yellow bank; the territory becomes a colony."""
    cdef card_t territory = s.territory
    cdef int i
    for i in range(SLOTS - UNIT_FIRST):
        s.player[p].yellow_bank += s.sent[i]
        s.sent[i] = 0
    s.force_cards = 0
    s.force_discards = 0
    s.high_bid = 0
    s.high_bidder = 255
    s.territory = 0
    settle(e, s, p, territory)
