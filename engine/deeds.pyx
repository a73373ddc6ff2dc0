"""Deeds: what a move, an event or an order does to a player's civilization."""
from engine.bits cimport bit
from engine.cards cimport Card, Edition, Side
from engine.prices cimport build_price, population_price, science_price, stage_price, upgrade_price
from engine.ratings cimport arts_culture, lab_output, pact_side, refresh, refresh_all, urban_output
from engine.state cimport (
    REPLACED_LEADER, USED_CONVERSION, USED_EXTRA_POLITICS, USED_MILITARY_AS_CIVIL, USED_TRADE, USED_TURN_RESOURCE,
    Player, State, add_civil, drop_civil, find_civil, in_game, push_frame,
)
from engine.tokens cimport (
    FOOD, RESOURCES, change_blue, change_yellow, gain, gain_population, pay, score_culture, score_science,
)
from engine.types cimport (
    ACTION, COMPLETION_ARTS, COMPLETION_LEVELS, COMPLETION_URBAN, COMPLETION_WORKERS, F_STAGE_TOKEN, F_TUCK,
    FLAG_FOOD, FLAG_MA, FLAG_RESOURCE, GOVERNMENT, LEADER, LEVELS, SLOTS, SPECIAL, SPECIAL_TYPES,
    STAGE_POLITICS, UNIT_FIRST, URBAN_FIRST, WONDER, card_t,
)


# ---------------------------------------------------------------- actions

cdef void spend_civil(State* s, int p, int actions, int flags) noexcept nogil:
    if flags & FLAG_MA:
        spend_military(s, p, 1)
        s.player[p].flags |= USED_MILITARY_AS_CIVIL
        actions -= 1
    s.player[p].ca_spent += actions


cdef void spend_military(State* s, int p, int actions) noexcept nogil:
    """RATING-23: temporary actions first."""
    cdef Player* player = &s.player[p]
    cdef int extra = player.ma_extra if player.ma_extra < actions else actions
    player.ma_extra -= extra
    player.ma_spent += actions - extra


cdef void regain_civil(State* s, int p, int actions) noexcept nogil:
    """RATING-22: never above the total."""
    cdef Player* player = &s.player[p]
    player.ca_spent -= actions if player.ca_spent > actions else player.ca_spent


# ---------------------------------------------------------------- prices in tokens

cdef void pay_food(const Edition* e, State* s, int p, int price, int flags) noexcept nogil:
    if price > 0 and flags & FLAG_RESOURCE:
        s.player[p].flags |= USED_TRADE
        pay(e, s, p, RESOURCES, 1)
        price -= 1
    pay(e, s, p, FOOD, price)


cdef void pay_resources(const Edition* e, State* s, int p, int price, int flags) noexcept nogil:
    if price > 0 and flags & FLAG_FOOD:
        s.player[p].flags |= USED_TRADE
        pay(e, s, p, FOOD, 1)
        price -= 1
    pay(e, s, p, RESOURCES, price)


cdef int spend_unit_resources(const Edition* e, State* s, int p, int price) noexcept nogil:
    """PAY-17: resources that only units may use go first; returns what is left to pay."""
    cdef Player* player = &s.player[p]
    cdef int own = e.cards[player.leader].turn_unit_resources
    cdef int used
    if price <= 0:
        return 0
    if own and not player.flags & USED_TURN_RESOURCE:
        player.flags |= USED_TURN_RESOURCE
        price = price - own if price > own else 0
    used = player.unit_resources if player.unit_resources < price else price
    player.unit_resources -= used
    return price - used


# ---------------------------------------------------------------- cards from the row

cdef void take(const Edition* e, State* s, int p, int space, bint fresh) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef card_t card = s.row[space]
    cdef const Card* c = &e.cards[card]
    s.row[space] = 0                            # ROW-11: a gap stays
    if c.kind == WONDER:
        player.unfinished = card
        player.stages = 0
        return
    add_civil(s, p, card, fresh and c.kind == ACTION)
    if c.kind == LEADER:
        player.leaders_taken |= 1 << c.level
    elif c.kind != ACTION:
        score_science(s, p, e.cards[player.leader].take_technology_science)


# ---------------------------------------------------------------- workers

cdef void increase_population(const Edition* e, State* s, int p, int discount, int flags) noexcept nogil:
    pay_food(e, s, p, population_price(e, s, p, discount), flags)
    gain_population(s, p, 1)
    refresh(e, s, p)


cdef void build(const Edition* e, State* s, int p, int slot, int discount, int flags) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int price = build_price(e, s, p, slot) - discount
    if slot >= UNIT_FIRST:
        price = spend_unit_resources(e, s, p, price)
    pay_resources(e, s, p, price, flags)
    player.unused -= 1
    player.workers[slot] += 1
    refresh(e, s, p)


cdef void upgrade(
        const Edition* e, State* s, int p, int slot, int better, int discount, int flags) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int price = upgrade_price(e, s, p, slot, better) - discount
    if slot >= UNIT_FIRST:
        price = spend_unit_resources(e, s, p, price)
    pay_resources(e, s, p, price, flags)
    player.workers[slot] -= 1
    player.workers[better] += 1
    if slot // LEVELS != better // LEVELS:
        player.flags |= USED_CONVERSION         # CARDNOTE-09
    refresh(e, s, p)


cdef void destroy(const Edition* e, State* s, int p, int slot) noexcept nogil:
    """DESTROY-01, DESTROY-02, UNIT-03: the worker goes to the pool."""
    s.player[p].workers[slot] -= 1
    s.player[p].unused += 1
    refresh(e, s, p)


# ---------------------------------------------------------------- wonders

cdef int completion_score(const Edition* e, const State* s, int p, const Card* wonder) noexcept nogil:
    """WONDER-13: what an Age III wonder scores once."""
    cdef const Player* player = &s.player[p]
    cdef int slot, score = 0
    if wonder.completion == COMPLETION_WORKERS:
        for slot in range(SLOTS):
            score += player.workers[slot] * wonder.completion_amount[slot >= URBAN_FIRST]
    elif wonder.completion == COMPLETION_LEVELS:
        for slot in range(SLOTS):
            if player.technologies & bit(slot):
                score += e.cards[e.slot_card[slot]].level
        for slot in range(SPECIAL_TYPES):
            score += e.cards[player.special[slot]].level
        score = (score + e.cards[player.government].level) * wonder.completion_amount[0]
    elif wonder.completion == COMPLETION_ARTS:
        score = arts_culture(e, s, p) * wonder.completion_amount[0]
    elif wonder.completion == COMPLETION_URBAN:
        score = urban_output(e, s, p) * wonder.completion_amount[0]
    return score


cdef void complete_wonder(const Edition* e, State* s, int p) noexcept nogil:
    """WONDER-09."""
    cdef Player* player = &s.player[p]
    cdef const Card* wonder = &e.cards[player.unfinished]
    cdef card_t card = player.unfinished
    player.blue_bank += player.stages
    player.unfinished = 0
    player.stages = 0
    player.wonders |= 1 << wonder.index
    change_blue(s, p, wonder.blue, card)
    change_yellow(s, p, wonder.yellow)
    refresh_all(e, s)                           # partners may count our wonders
    score_culture(s, p, completion_score(e, s, p, wonder))


cdef void cover_stages(const Edition* e, State* s, int p, int stages) noexcept nogil:
    """WONDER-07, WONDER-08: tokens from the bank; with an empty one the owner chooses a card."""
    cdef Player* player = &s.player[p]
    while stages:
        if not player.blue_bank:
            push_frame(s, F_STAGE_TOKEN, p, player.unfinished).amount = stages
            return
        player.blue_bank -= 1
        player.stages += 1
        stages -= 1
    if player.stages == e.cards[player.unfinished].n_stages:
        complete_wonder(e, s, p)


cdef void build_stages(const Edition* e, State* s, int p, int stages, int discount, int flags) noexcept nogil:
    pay_resources(e, s, p, stage_price(e, s, p, stages) - discount, flags)     # WONDER-11: paid before covering
    cover_stages(e, s, p, stages)


cdef void remove_unfinished(const Edition* e, State* s, int p) noexcept nogil:
    cdef Player* player = &s.player[p]
    s.gone[player.unfinished] += 1
    player.blue_bank += player.stages
    player.unfinished = 0
    player.stages = 0


cdef void ruin_wonder(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """CARDNOTE-21: all it gave is lost."""
    cdef const Card* wonder = &e.cards[card]
    s.player[p].ruins |= 1 << wonder.index
    change_yellow(s, p, -wonder.yellow)
    change_blue(s, p, -wonder.blue, card)
    refresh(e, s, p)


# ---------------------------------------------------------------- technologies

cdef void put_special(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """TECH-03, CARD-05: of two of one type the higher stays, the other is out of the game."""
    cdef Player* player = &s.player[p]
    cdef const Card* c = &e.cards[card]
    cdef card_t old = player.special[c.special_type]
    if old and e.cards[old].level >= c.level:
        s.gone[card] += 1
        return
    player.special[c.special_type] = card
    if old:
        s.gone[old] += 1
    change_yellow(s, p, c.yellow - e.cards[old].yellow)
    change_blue(s, p, c.blue - e.cards[old].blue, card)
    refresh(e, s, p)


cdef void drop_special(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """The card leaves p's area (for another one)."""
    cdef const Card* c = &e.cards[card]
    s.player[p].special[c.special_type] = 0
    change_yellow(s, p, -c.yellow)
    change_blue(s, p, -c.blue, card)
    refresh(e, s, p)


cdef void pay_science(const Edition* e, State* s, int p, card_t card, bint revolution, int discount) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef const Side* side
    cdef int price = science_price(e, s, p, card, revolution, discount)
    cdef int q, partner, earmarked
    if e.cards[card].slot >= UNIT_FIRST:
        earmarked = player.unit_science if player.unit_science < price else price
        player.unit_science -= earmarked
        price -= earmarked
    player.science -= price
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side != NULL and side.partner_pays:
            partner = s.player[q].pact_partner if q == p else q
            score_science(s, partner, -side.partner_pays)


cdef void change_government(const Edition* e, State* s, int p, card_t card, bint revolution) noexcept nogil:
    """TECH-05, REVOLUTION-03 to REVOLUTION-05, CARDNOTE-06."""
    cdef Player* player = &s.player[p]
    cdef bint military = e.cards[player.leader].military_revolution
    s.gone[player.government] += 1
    player.government = card
    refresh(e, s, p)
    if not revolution:
        return
    if military:
        player.ma_spent = player.ma_total
    else:
        player.ca_spent = player.ca_total
    score_culture(s, p, e.cards[player.leader].revolution_culture)


cdef void develop(const Edition* e, State* s, int p, card_t card, bint revolution, int discount) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef const Card* c = &e.cards[card]
    cdef const Card* leader = &e.cards[player.leader]
    pay_science(e, s, p, card, revolution, discount)
    drop_civil(s, p, find_civil(s, p, card))
    if c.kind == GOVERNMENT:
        change_government(e, s, p, card, revolution)
    elif c.kind == SPECIAL:
        put_special(e, s, p, card)
    else:
        player.technologies |= bit(c.slot)
    # REVOLUTION-06: what developing triggers comes after the change itself.
    if leader.develop_resource:
        gain(e, s, p, RESOURCES, leader.develop_resource)
    if leader.develop_civil_action:
        regain_civil(s, p, leader.develop_civil_action)
    if leader.develop_culture:
        score_culture(s, p, leader.develop_culture)


# ---------------------------------------------------------------- leaders

cdef void leader_leaves(const Edition* e, State* s, int p) noexcept nogil:
    """CARDNOTE-11: labs that worked as mines score when their leader goes; what the turn gave stays."""
    cdef Player* player = &s.player[p]
    if p == s.current and s.stage >= STAGE_POLITICS and not player.flags & USED_TURN_RESOURCE:
        player.unit_resources += e.cards[player.leader].turn_unit_resources
    score_culture(s, p, lab_output(e, s, p))
    player.flags &= ~USED_EXTRA_POLITICS
    player.leader = 0


cdef void remove_leader(const Edition* e, State* s, int p) noexcept nogil:
    """A leader leaves play without being replaced (AGE-23)."""
    cdef card_t leader = s.player[p].leader
    if leader:
        s.gone[leader] += 1
        leader_leaves(e, s, p)
        refresh(e, s, p)


cdef void play_leader(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """LEADER-01 to LEADER-04; a leader that may be slid under a wonder is asked about first."""
    cdef Player* player = &s.player[p]
    cdef card_t old = player.leader
    drop_civil(s, p, find_civil(s, p, card))
    if old:
        leader_leaves(e, s, p)
    player.leader = card
    refresh(e, s, p)
    if not old:
        return
    player.flags |= REPLACED_LEADER
    if e.cards[old].tuck_happy and player.wonders & ~player.ruins:
        push_frame(s, F_TUCK, p, old)
        return
    s.gone[old] += 1
    regain_civil(s, p, 1)


cdef void tuck_leader(const Edition* e, State* s, int p, card_t leader, card_t wonder) noexcept nogil:
    """CARDNOTE-02; wonder 0 = declined, and then the civil action comes back as usual."""
    cdef Player* player = &s.player[p]
    if not wonder:
        s.gone[leader] += 1
        regain_civil(s, p, 1)
        return
    player.tucked = leader
    player.tucked_wonder = e.cards[wonder].index
    refresh(e, s, p)


# ---------------------------------------------------------------- colonies

cdef void add_colony(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """COLONY-15: the permanent part."""
    cdef const Card* territory = &e.cards[card]
    s.player[p].colonies |= 1 << territory.index
    change_yellow(s, p, territory.yellow)
    change_blue(s, p, territory.blue, card)
    refresh(e, s, p)


cdef void drop_colony(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """COLONY-19."""
    cdef const Card* territory = &e.cards[card]
    s.player[p].colonies &= ~(1 << territory.index)
    change_yellow(s, p, -territory.yellow)
    change_blue(s, p, -territory.blue, card)
    refresh(e, s, p)


cdef int count_ahead(const Edition* e, const State* s, int p, bint by_culture) noexcept nogil:
    """Civilizations strictly stronger than (or with more culture than) p."""
    cdef int q, n = 0
    for q in range(s.players):
        if not in_game(s, q):
            continue
        if by_culture:
            n += s.player[q].culture > s.player[p].culture
        else:
            n += s.player[q].strength > s.player[p].strength
    return n
