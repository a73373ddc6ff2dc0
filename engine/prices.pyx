"""What things cost a player, and what a player may have."""
from engine.bits cimport bit, popcount
from engine.cards cimport Card, Edition, Side
from engine.ratings cimport pact_side, workers_of
from engine.state cimport REPLACED_LEADER, USED_TRADE, USED_TURN_RESOURCE, Player, State
from engine.tokens cimport bank_index
from engine.types cimport (
    ACTION, FLAG_FOOD, FLAG_RESOURCE, LEADER, LEVELS, LIBRARY, SPECIAL, SPECIAL_CONSTRUCTION, THEATER, UNIT_FIRST,
    URBAN_FIRST, WONDER, card_t,
)


cdef inline int positive(int x) noexcept nogil:
    return x if x > 0 else 0


cdef int take_price(const Edition* e, const State* s, int p, int space) noexcept nogil:
    """Civil actions for the card in this space of the row (0-based), ROW-10 and WONDER-01."""
    cdef const Player* player = &s.player[p]
    cdef const Card* card = &e.cards[s.row[space]]
    cdef const Card* leader = &e.cards[player.leader]
    cdef int price = e.space_cost[space]
    if card.kind == WONDER:
        if not leader.no_wonder_surcharge:
            price += e.wonder_surcharge * popcount(player.wonders)
        if card.replaced_leader_discount and player.flags & REPLACED_LEADER:
            price -= card.replaced_leader_discount
    elif card.kind == LEADER:
        price -= leader.leader_discount
    return positive(price)


cdef bint has_technology(const Edition* e, const State* s, int p, card_t card) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef const Card* c = &e.cards[card]
    if c.slot >= 0:
        return player.technologies & bit(c.slot) != 0
    if c.kind == SPECIAL:
        return player.special[c.special_type] == card
    return player.government == card


cdef bint may_take(const Edition* e, const State* s, int p, card_t card) noexcept nogil:
    """Apart from the price: hand limit, one leader per age, no second copy, one wonder at a time."""
    cdef const Player* player = &s.player[p]
    cdef const Card* c = &e.cards[card]
    cdef int i
    if c.kind == WONDER:
        return not player.unfinished            # WONDER-03, WONDER-04
    if player.n_civil >= player.civil_limit:
        return False                            # TAKE-02
    if c.kind == ACTION:
        return True
    if c.kind == LEADER:
        return not player.leaders_taken >> c.level & 1      # TAKE-05
    for i in range(player.n_civil):
        if player.civil[i] == card:
            return False                        # TAKE-04
    return not has_technology(e, s, p, card)


cdef int population_price(const Edition* e, const State* s, int p, int discount) noexcept nogil:
    """Food for one more worker (POP-02), -1 if the yellow bank is empty."""
    cdef const Player* player = &s.player[p]
    if not player.yellow_bank:
        return -1
    return positive(
        e.population_cost[bank_index(player.yellow_bank)]
        - e.cards[player.leader].population_discount - discount)


cdef int pair_discount(const Edition* e, const State* s, int p, int kind) noexcept nogil:
    """Shakespeare: theaters are cheaper beside a library, libraries beside a theater (CARDNOTE-39)."""
    cdef int discount = e.cards[s.player[p].leader].pair_discount
    if discount and kind == THEATER and workers_of(s, p, LIBRARY):
        return discount
    if discount and kind == LIBRARY and workers_of(s, p, THEATER):
        return discount
    return 0


cdef int build_price(const Edition* e, const State* s, int p, int slot) noexcept nogil:
    """Resources for a building or unit, lowered by what is in play (BUILD-05)."""
    cdef const Card* card = &e.cards[e.slot_card[slot]]
    cdef int price = card.resource_cost
    if URBAN_FIRST <= slot < UNIT_FIRST:
        price -= e.cards[s.player[p].special[SPECIAL_CONSTRUCTION]].urban_discount[card.level]
        price -= pair_discount(e, s, p, card.kind)
    return positive(price)


cdef int upgrade_price(const Edition* e, const State* s, int p, int slot, int better) noexcept nogil:
    """UPGRADE-02, UPGRADE-03: modifiers lower both prices before the difference is taken."""
    return positive(build_price(e, s, p, better) - build_price(e, s, p, slot))


cdef bint below_urban_limit(const State* s, int p, int slot) noexcept nogil:
    """BUILD-03; farms, mines and units have no limit (BUILD-04, UNIT-04)."""
    if slot < URBAN_FIRST or slot >= UNIT_FIRST:
        return True
    return workers_of(s, p, slot // LEVELS) < s.player[p].urban_limit


cdef int science_price(
        const Edition* e, const State* s, int p, card_t card, bint revolution, int discount) noexcept nogil:
    cdef const Card* c = &e.cards[card]
    cdef const Side* side
    cdef int price = c.revolution_cost if revolution else c.science_cost
    cdef int q
    price -= discount
    if c.kind == THEATER:
        price -= e.cards[s.player[p].leader].theater_science_discount
    price -= pair_discount(e, s, p, c.kind)
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side != NULL:
            price -= side.develop_discount
    return positive(price)


cdef bint can_develop(
        const Edition* e, const State* s, int p, card_t card, bint revolution, int discount) noexcept nogil:
    """TECH-08; a pact may make the partner pay too, and then the partner must be able to."""
    cdef const Player* player = &s.player[p]
    cdef const Side* side
    cdef int points = player.science
    cdef int q, partner
    if e.cards[card].slot >= UNIT_FIRST:
        points += player.unit_science           # SCORE-04
    if points < science_price(e, s, p, card, revolution, discount):
        return False
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side != NULL and side.partner_pays:
            partner = s.player[q].pact_partner if q == p else q
            if s.player[partner].science < side.partner_pays:
                return False
    return True


cdef bint can_revolt(const Edition* e, const State* s, int p) noexcept nogil:
    """REVOLUTION-01, REVOLUTION-09: the whole total must be available."""
    cdef const Player* player = &s.player[p]
    if e.cards[player.leader].military_revolution:
        return player.ma_spent == 0
    return player.ca_spent == 0


cdef int stages_allowed(const Edition* e, const State* s, int p) noexcept nogil:
    """Stages of the unfinished wonder that one action may build (CARDNOTE-30)."""
    cdef const Player* player = &s.player[p]
    cdef int allowed = e.cards[player.special[SPECIAL_CONSTRUCTION]].stages_per_action
    cdef int left = e.cards[player.unfinished].n_stages - player.stages
    if allowed < 1:
        allowed = 1
    return allowed if allowed < left else left


cdef int stage_price(const Edition* e, const State* s, int p, int stages) noexcept nogil:
    """Resources for the next stages of the unfinished wonder (WONDER-06, WONDER-10)."""
    cdef const Player* player = &s.player[p]
    cdef const Card* wonder = &e.cards[player.unfinished]
    cdef int price = 0
    cdef int i
    for i in range(stages):
        price += wonder.stages[player.stages + i]
    return price


cdef int turn_unit_resources(const Edition* e, const State* s, int p) noexcept nogil:
    """Resources for units alone: the leader's of each turn and what cards gave for this turn."""
    cdef const Player* player = &s.player[p]
    cdef int resources = player.unit_resources
    if not player.flags & USED_TURN_RESOURCE:
        resources += e.cards[player.leader].turn_unit_resources
    return resources


cdef int trades(const Edition* e, const State* s, int p) noexcept nogil:
    """Flags of what a pact lets the player use in place of the other good, once per turn."""
    cdef const Side* side
    cdef int q, flags = 0
    if s.players == 2 or s.player[p].flags & USED_TRADE:
        return 0
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side == NULL:
            continue
        if side.food_as_resource:
            flags |= FLAG_FOOD
        if side.resource_as_food:
            flags |= FLAG_RESOURCE
    return flags
