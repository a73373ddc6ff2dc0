"""Legal moves of a position.

`generate` lists every legal move once.  Prices are worked out by `prices.pyx`; `Purse`
holds what the player can pay with, and `offer` adds a move in every way of paying.
"""
from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bit, ctz64
from engine.cards cimport Card, Edition
from engine.colony cimport force_possible, force_sent, largest_force
from engine.conflict cimport attack_price, is_stronger, may_attack
from engine.prices cimport (
    below_urban_limit, build_price, can_develop, can_revolt, may_take,
    population_price, stage_price, stages_allowed, take_price, trades, turn_unit_resources,
    upgrade_price,
)
from engine.ratings cimport workers_of
from engine.state cimport (
    USED_CHOICE, USED_CONVERSION, USED_FREE_POPULATION, USED_MILITARY_AS_CIVIL, USED_TACTIC,
    POWER_FREE_POPULATION, Frame, Player, State, available_ca, available_ma, decider, decision_kind, in_game,
)
from engine.tokens cimport FOOD, RESOURCES, stock, stored_tokens
from engine.types cimport *


cdef struct Purse:
    int ca, ma                  # available actions
    int food, resources         # stock
    int unit_resources          # for units alone
    bint ma_as_ca, food_pays, resource_pays


cdef void open_purse(const Edition* e, const State* s, int p, Purse* purse) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int trade
    purse.ca = available_ca(player)
    purse.ma = available_ma(player)
    purse.food = stock(e, s, p, FOOD)
    purse.resources = stock(e, s, p, RESOURCES)
    purse.unit_resources = turn_unit_resources(e, s, p)
    purse.ma_as_ca = (
        e.cards[player.leader].military_as_civil and purse.ma > 0 and not player.flags & USED_MILITARY_AS_CIVIL)
    trade = trades(e, s, p)
    purse.food_pays = trade & FLAG_FOOD and purse.food > 0
    purse.resource_pays = trade & FLAG_RESOURCE and purse.resources > 0


cdef inline void offer_for(
        const Purse* purse, MoveList* moves, move_t move, int civil, int price, int held, bint other_pays,
        int flag) noexcept nogil:
    """The move for that many civil actions and a price in one good, in every way of paying them.

    `flag` marks that the other good pays one unit of the price, where a pact allows it.
    """
    cdef int ma
    for ma in range(2):
        if ma:
            if not purse.ma_as_ca or civil < 1 or purse.ca < civil - 1:
                return
            move |= <move_t> FLAG_MA << 29
        elif purse.ca < civil:
            continue
        if held >= price:
            add_move(moves, move)
        if other_pays and price >= 1 and held >= price - 1:
            add_move(moves, move | <move_t> flag << 29)


cdef void offer(const Purse* purse, MoveList* moves, move_t move, int civil, int resources) noexcept nogil:
    offer_for(purse, moves, move, civil, resources, purse.resources, purse.food_pays, FLAG_FOOD)


cdef void offer_food(const Purse* purse, MoveList* moves, move_t move, int civil, int food) noexcept nogil:
    """Like `offer`, for a price in food; -1 = impossible."""
    if food >= 0:
        offer_for(purse, moves, move, civil, food, purse.food, purse.resource_pays, FLAG_RESOURCE)


cdef inline int reduced(int price, int discount) noexcept nogil:
    return price - discount if price > discount else 0


# ---------------------------------------------------------------- action phase

cdef void takes(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef int space
    cdef card_t card
    for space in range(ROW_SPACES):
        card = s.row[space]
        if card and may_take(e, s, p, card):
            offer(purse, moves, pack(M_TAKE, card, space + 1, 0, 0), take_price(e, s, p, space), 0)


cdef void builds(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef uint64_t left = player.technologies
    cdef int slot
    if not player.unused:
        return                                  # BUILD-02
    while left:
        slot = ctz64(left)
        left &= left - 1
        if slot >= UNIT_FIRST:
            if purse.ma:
                offer(purse, moves, pack(M_BUILD, e.slot_card[slot], 0, 0, 0), 0,
                      reduced(build_price(e, s, p, slot), purse.unit_resources))
        elif below_urban_limit(s, p, slot):
            offer(purse, moves, pack(M_BUILD, e.slot_card[slot], 0, 0, 0), 1, build_price(e, s, p, slot))


cdef void upgrades(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    """UPGRADE-01, UNIT-02: same kind, higher level."""
    cdef const Player* player = &s.player[p]
    cdef uint64_t left = player.technologies
    cdef int slot, better
    cdef move_t move
    while left:
        slot = ctz64(left)
        left &= left - 1
        if not player.workers[slot]:
            continue
        for better in range(slot + 1, (slot // LEVELS + 1) * LEVELS):
            if not player.technologies & bit(better):
                continue
            move = pack(M_UPGRADE, e.slot_card[slot], e.slot_card[better], 0, 0)
            if slot < UNIT_FIRST:
                offer(purse, moves, move, 1, upgrade_price(e, s, p, slot, better))
            elif purse.ma:
                offer(purse, moves, move, 0,
                      reduced(upgrade_price(e, s, p, slot, better), purse.unit_resources))


cdef void conversions(
        const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves, card_t order) noexcept nogil:
    """CARDNOTE-09: any urban building to a theater of at least its level, within the limit for theaters.

    `order` is the action card that orders the upgrade, 0 for an upgrade of one's own accord.
    """
    cdef const Player* player = &s.player[p]
    cdef int slot, better, price
    cdef move_t move
    if not e.cards[player.leader].theater_conversion:
        return
    if player.flags & USED_CONVERSION or workers_of(s, p, THEATER) >= player.urban_limit:
        return
    for slot in range(URBAN_FIRST, UNIT_FIRST):
        if not player.workers[slot] or slot // LEVELS == THEATER:
            continue
        for better in range(THEATER * LEVELS + slot % LEVELS, (THEATER + 1) * LEVELS):
            if not player.technologies & bit(better):
                continue
            price = upgrade_price(e, s, p, slot, better)
            move = pack(M_UPGRADE, e.slot_card[slot], e.slot_card[better], 0, 0)
            if order:
                price = reduced(price, e.cards[order].discount)
                move = pack(M_ACTION_UPGRADE, order, e.slot_card[slot], better, 0)
            offer(purse, moves, move, 1, price)


cdef void destructions(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef uint64_t left = player.technologies
    cdef int slot
    while left:
        slot = ctz64(left)
        left &= left - 1
        if not player.workers[slot]:
            continue
        if slot < UNIT_FIRST:
            offer(purse, moves, pack(M_DESTROY, e.slot_card[slot], 0, 0, 0), 1, 0)
        elif purse.ma:
            add_move(moves, pack(M_DESTROY, e.slot_card[slot], 0, 0, 0))


cdef bint can_cover(const State* s, int p, int stages) noexcept nogil:
    """Each stage needs a blue token, from the bank or from a card (WONDER-07, WONDER-08)."""
    return s.player[p].blue_bank + stored_tokens(s, p) >= stages


cdef void wonder_stages(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef int stages
    if not s.player[p].unfinished:
        return
    for stages in range(1, stages_allowed(e, s, p) + 1):
        if can_cover(s, p, stages):
            offer(purse, moves, pack(M_WONDER, 0, 0, stages, 0), 1, stage_price(e, s, p, stages))


cdef void ordered_developments(
        const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves, card_t order) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    cdef card_t card
    for i in range(player.n_civil):
        card = player.civil[i]
        if e.cards[card].kind > SPECIAL:
            continue
        if can_develop(e, s, p, card, False, 0):
            offer(purse, moves, pack(M_ACTION_DEVELOP, order, card, 0, 0), 1, 0)
        if e.cards[card].kind == GOVERNMENT and can_revolt(e, s, p) and can_develop(e, s, p, card, True, 0):
            add_move(moves, pack(M_ACTION_REVOLUTION, order, card, 0, 0))      # REVOLUTION-08


cdef void ordered_builds(
        const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves, card_t order,
        int first, int end, bint build) noexcept nogil:
    """Building and upgrading ordered by an action card, in a range of slots."""
    cdef const Player* player = &s.player[p]
    cdef int discount = e.cards[order].discount
    cdef int slot, better
    for slot in range(first, end):
        if not player.technologies & bit(slot):
            continue
        if build and player.unused and below_urban_limit(s, p, slot):
            offer(purse, moves, pack(M_ACTION_BUILD, order, e.slot_card[slot], 0, 0), 1,
                  reduced(build_price(e, s, p, slot), discount))
        if not player.workers[slot]:
            continue
        for better in range(slot + 1, (slot // LEVELS + 1) * LEVELS):
            if player.technologies & bit(better):
                offer(purse, moves, pack(M_ACTION_UPGRADE, order, e.slot_card[slot], better, 0), 1,
                      reduced(upgrade_price(e, s, p, slot, better), discount))


cdef void action_card(
        const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves, card_t card) noexcept nogil:
    """ACTIONCARD-01, ACTIONCARD-07."""
    cdef const Card* c = &e.cards[card]
    if c.order == ORDER_NONE:
        if c.gain_food_or_resource:
            offer(purse, moves, pack(M_ACTION, card, 0, CHOOSE_FOOD, 0), 1, 0)
            offer(purse, moves, pack(M_ACTION, card, 0, CHOOSE_RESOURCES, 0), 1, 0)
        else:
            offer(purse, moves, pack(M_ACTION, card, 0, 0, 0), 1, 0)
    elif c.order == ORDER_INCREASE_POPULATION:
        offer_food(purse, moves, pack(M_ACTION, card, 0, 0, 0), 1, population_price(e, s, p, c.discount))
    elif c.order == ORDER_BUILD_STAGE:
        if s.player[p].unfinished and can_cover(s, p, 1):
            offer(purse, moves, pack(M_ACTION, card, 0, 0, 0), 1, reduced(stage_price(e, s, p, 1), c.discount))
    elif c.order == ORDER_DEVELOP:
        ordered_developments(e, s, p, purse, moves, card)
    elif c.order == ORDER_BUILD_OR_UPGRADE_FARM_OR_MINE:
        ordered_builds(e, s, p, purse, moves, card, 0, URBAN_FIRST, True)
    elif c.order == ORDER_BUILD_OR_UPGRADE_URBAN:
        ordered_builds(e, s, p, purse, moves, card, URBAN_FIRST, UNIT_FIRST, True)
        conversions(e, s, p, purse, moves, card)
    elif c.order == ORDER_UPGRADE_FARM_MINE_OR_URBAN:
        ordered_builds(e, s, p, purse, moves, card, 0, UNIT_FIRST, False)
        conversions(e, s, p, purse, moves, card)


cdef void civil_hand(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i, kind
    cdef card_t card, done = 0
    for i in range(player.n_civil):
        card = player.civil[i]
        if card == done:
            continue
        kind = e.cards[card].kind
        if kind == ACTION:
            if not player.fresh[i]:             # ACTIONCARD-02
                done = card
                action_card(e, s, p, purse, moves, card)
        elif kind == LEADER:
            offer(purse, moves, pack(M_LEADER, card, 0, 0, 0), 1, 0)
        else:
            if can_develop(e, s, p, card, False, 0):
                offer(purse, moves, pack(M_DEVELOP, card, 0, 0, 0), 1, 0)
            if kind == GOVERNMENT and can_revolt(e, s, p) and can_develop(e, s, p, card, True, 0):
                add_move(moves, pack(M_REVOLUTION, card, 0, 0, 0))


cdef void tactics(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    """TACTIC-01 to TACTIC-03."""
    cdef const Player* player = &s.player[p]
    cdef uint32_t left
    cdef int i
    cdef card_t card
    if player.flags & USED_TACTIC:
        return
    if purse.ma >= e.play_tactic_cost:
        for i in range(player.n_military):
            card = player.military[i]
            if e.cards[card].kind == TACTIC and (i == 0 or player.military[i - 1] != card):
                add_move(moves, pack(M_TACTIC, card, 0, 0, 0))
    if purse.ma >= e.copy_tactic_cost:
        left = s.common
        while left:
            card = e.tactics[ctz64(left)]
            left &= left - 1
            if card != player.tactic:
                add_move(moves, pack(M_COPY, card, 0, 0, 0))


cdef void levies(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    """CARDNOTE-37: population and a unit for one military action."""
    cdef const Player* player = &s.player[p]
    cdef int discount = e.cards[player.leader].levy
    cdef int food = population_price(e, s, p, discount)
    cdef int slot, resources
    cdef move_t move
    if food < 0 or not purse.ma:
        return
    for slot in range(UNIT_FIRST, SLOTS):
        if not player.technologies & bit(slot):
            continue
        resources = reduced(reduced(build_price(e, s, p, slot), discount), purse.unit_resources)
        move = pack(M_USE, player.leader, e.slot_card[slot], 0, 0)
        if purse.food >= food and purse.resources >= resources:
            add_move(moves, move)
        if purse.food_pays and resources >= 1 and purse.food >= food + 1 and purse.resources >= resources - 1:
            add_move(moves, move | <move_t> FLAG_FOOD << 29)
        if purse.resource_pays and food >= 1 and purse.food >= food - 1 and purse.resources >= resources + 1:
            add_move(moves, move | <move_t> FLAG_RESOURCE << 29)


cdef void abilities(const Edition* e, const State* s, int p, const Purse* purse, MoveList* moves) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef const Card* leader = &e.cards[player.leader]
    cdef uint32_t left
    cdef card_t wonder
    if leader.levy:
        levies(e, s, p, purse, moves)
    conversions(e, s, p, purse, moves, 0)
    if leader.choice_culture and not player.flags & USED_CHOICE:
        add_move(moves, pack(M_USE, player.leader, 0, CHOOSE_CULTURE, 0))
        add_move(moves, pack(M_USE, player.leader, 0, CHOOSE_MILITARY, 0))
    if (player.wonder_powers & POWER_FREE_POPULATION and player.yellow_bank
            and not player.flags & USED_FREE_POPULATION):
        left = player.wonders & ~player.ruins
        while left:
            wonder = e.wonders[ctz64(left)]
            left &= left - 1
            if e.cards[wonder].free_population:
                add_move(moves, pack(M_USE, wonder, 0, 0, 0))


cdef void action_phase(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    cdef Purse purse
    open_purse(e, s, p, &purse)
    takes(e, s, p, &purse, moves)
    if s.round > 1:                             # TURN-06
        offer_food(&purse, moves, pack(M_POPULATION, 0, 0, 0, 0), 1, population_price(e, s, p, 0))
        builds(e, s, p, &purse, moves)
        upgrades(e, s, p, &purse, moves)
        destructions(e, s, p, &purse, moves)
        wonder_stages(e, s, p, &purse, moves)
        civil_hand(e, s, p, &purse, moves)
        tactics(e, s, p, &purse, moves)
        abilities(e, s, p, &purse, moves)
    add_move(moves, pack(M_END_TURN, 0, 0, 0, 0))


# ---------------------------------------------------------------- politics

cdef void attacks(const Edition* e, const State* s, int p, MoveList* moves, card_t card) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef bint war = e.cards[card].kind == WAR
    cdef int q
    if war and (player.war or (s.last_round and s.round >= s.last_round)):
        return                                  # WAR-06
    for q in range(s.players):
        if q == p or not in_game(s, q) or not may_attack(e, s, p, q, card):
            continue
        if available_ma(player) < attack_price(e, s, q, card):
            continue
        if war:
            add_move(moves, pack(M_WAR, card, q, 0, 0))
        elif is_stronger(e, s, p, q):
            add_move(moves, pack(M_AGGRESSION, card, q, 0, 0))


cdef void pact_offers(const Edition* e, const State* s, int p, MoveList* moves, card_t card) noexcept nogil:
    cdef int q
    for q in range(s.players):
        if q == p or not in_game(s, q):
            continue
        add_move(moves, pack(M_PACT, card, q, 0, 0))
        if e.cards[card].two_sided:
            add_move(moves, pack(M_PACT, card, q, 1, 0))


cdef void political_leader(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef const Card* leader = &e.cards[player.leader]
    cdef int i
    if leader.retire_yellow:
        add_move(moves, pack(M_USE, player.leader, 0, 0, 0))
    if leader.colonize_from_hand:
        for i in range(player.n_military):
            if (e.cards[player.military[i]].kind == TERRITORY
                    and (i == 0 or player.military[i - 1] != player.military[i])):
                add_move(moves, pack(M_USE, player.leader, player.military[i], 0, 0))


cdef void politics(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    """POLITICS-02."""
    cdef const Player* player = &s.player[p]
    cdef int i, kind
    cdef card_t card
    for i in range(player.n_military):
        card = player.military[i]
        if i and player.military[i - 1] == card:
            continue
        kind = e.cards[card].kind
        if kind == EVENT or kind == TERRITORY:
            add_move(moves, pack(M_PREPARE, card, 0, 0, 0))
        elif kind == AGGRESSION or kind == WAR:
            attacks(e, s, p, moves, card)
        elif kind == PACT:
            pact_offers(e, s, p, moves, card)
    for i in range(s.players):
        if s.player[i].pact and (i == p or s.player[i].pact_partner == p):
            add_move(moves, pack(M_CANCEL, s.player[i].pact, i, 0, 0))
    political_leader(e, s, p, moves)
    if s.age < AGE_IV:
        add_move(moves, pack(M_RESIGN, 0, 0, 0, 0))     # RESIGN-01
    add_move(moves, pack(M_PASS, 0, 0, 0, 0))


# ---------------------------------------------------------------- pending decisions

cdef void bids(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    cdef int most = largest_force(e, s, p)
    cdef int amount
    if most > 127:
        most = 127
    for amount in range(s.high_bid + 1, most + 1):
        add_move(moves, pack(M_BID, 0, 0, amount, 0))
    add_move(moves, pack(M_PASS, 0, 0, 0, 0))


cdef void forces(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """COLONY-06: units and cards in ascending order; only what can still reach the bid."""
    cdef int p = frame.player
    cdef const Player* player = &s.player[p]
    cdef bint discards = e.cards[player.leader].force_discards > s.force_discards
    cdef int slot, i
    cdef card_t card
    for slot in range(UNIT_FIRST, SLOTS):
        card = e.slot_card[slot]
        if player.workers[slot] and card >= frame.floor and force_possible(e, s, p, card) >= frame.amount:
            add_move(moves, pack(M_CHOOSE, card, 0, 0, 0))
    if force_sent(e, s, p):                     # units come first, and one is needed (COLONY-07)
        for i in range(player.n_military):
            card = player.military[i]
            if card < frame.floor or (i and player.military[i - 1] == card):
                continue
            if e.cards[card].kind == BONUS:
                if force_possible(e, s, p, card) >= frame.amount:
                    add_move(moves, pack(M_CHOOSE, card, 0, 0, 0))
            elif discards and force_possible(e, s, p, card) >= frame.amount:
                add_move(moves, pack(M_FACE_DOWN, card, 0, 0, 0))
        if force_sent(e, s, p) >= frame.amount:
            add_move(moves, pack(M_DONE, 0, 0, 0, 0))


cdef int best_defence(const Edition* e, const State* s, int p, int first, int cards) noexcept nogil:
    """The most that `cards` cards of the hand from position `first` on can add."""
    cdef const Player* player = &s.player[p]
    cdef int by_value[128]
    cdef int i, value, total = 0, top = 0
    for i in range(128):
        by_value[i] = 0
    for i in range(first, player.n_military):
        value = e.cards[player.military[i]].defense
        if value < 1:
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


cdef void defences(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """AGGR-07 to AGGR-11: a set in ascending order (as bonus before face down) that suffices."""
    cdef int p = frame.player
    cdef const Player* player = &s.player[p]
    cdef int missing = s.attack_strength - s.defence_strength
    cdef int cards = player.ma_total - s.defence_cards
    cdef int i, value
    cdef card_t card
    if missing <= 0:
        add_move(moves, pack(M_DONE, 0, 0, 0, 0))
    if not s.defence_cards:
        add_move(moves, pack(M_PASS, 0, 0, 0, 0))
    if cards <= 0:
        return
    for i in range(player.n_military):
        card = player.military[i]
        if card < frame.floor or (i and player.military[i - 1] == card):
            continue
        value = e.cards[card].defense
        if value and not (card == frame.floor and frame.extra):
            if value + best_defence(e, s, p, i + 1, cards - 1) >= missing:
                add_move(moves, pack(M_CHOOSE, card, 0, 0, 0))
        if 1 + face_down_rest(e, s, p, i, cards - 1) >= missing:
            add_move(moves, pack(M_FACE_DOWN, card, 0, 0, 0))


cdef int face_down_rest(const Edition* e, const State* s, int p, int i, int cards) noexcept nogil:
    """The most that can follow a face-down copy of card i: further copies of it count 1 only."""
    cdef const Player* player = &s.player[p]
    cdef int next_card = i + 1
    cdef int best, total, copies
    while next_card < player.n_military and player.military[next_card] == player.military[i]:
        next_card += 1
    best = 0
    for copies in range(next_card - i):         # of the other copies, how many are discarded too
        if copies > cards:
            break
        total = copies + best_defence(e, s, p, next_card, cards - copies)
        if total > best:
            best = total
    return best


cdef void discards(const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """END-01: in ascending order, leaving enough cards for what remains to be discarded."""
    cdef const Player* player = &s.player[frame.player]
    cdef int i
    for i in range(player.n_military):
        if player.military[i] < frame.floor or player.n_military - i < frame.amount:
            continue
        if i == 0 or player.military[i - 1] != player.military[i]:
            add_move(moves, pack(M_CHOOSE, player.military[i], 0, 0, 0))


cdef void workers(
        const Edition* e, const State* s, int p, int first, int end, int level, MoveList* moves) noexcept nogil:
    cdef int slot
    for slot in range(first, end):
        if s.player[p].workers[slot] and slot % LEVELS <= level:
            add_move(moves, pack(M_CHOOSE, e.slot_card[slot], 0, 0, 0))


cdef void token_cards(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    cdef int slot
    for slot in range(STORES):
        if s.player[p].blue[slot]:
            add_move(moves, pack(M_CHOOSE, e.slot_card[slot], 0, 0, 0))


cdef void splits(int amount, int food, int resources, MoveList* moves) noexcept nogil:
    """All ways to take a total of `amount`, or all there is, from these two stocks."""
    cdef int part
    if amount > food + resources:
        amount = food + resources
    for part in range(amount + 1):
        if part <= food and amount - part <= resources:
            add_move(moves, pack(M_SPLIT, 0, part, amount - part, 0))


cdef void plunders(int amount, int food, int resources, MoveList* moves) noexcept nogil:
    """AGGR-17: up to a total of `amount` of what the rival has."""
    cdef int total
    for total in range(min(amount, food + resources), -1, -1):
        splits(total, food, resources, moves)


cdef void developments(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """CARDNOTE-20: population, a building or a technology, cheaper and without civil actions."""
    cdef int p = frame.player
    cdef const Player* player = &s.player[p]
    cdef int resources = stock(e, s, p, RESOURCES)
    cdef int price = population_price(e, s, p, frame.amount)
    cdef int slot, i
    cdef card_t card
    if price >= 0 and price <= stock(e, s, p, FOOD):
        add_move(moves, pack(M_POPULATION, 0, 0, 0, 0))
    for slot in range(UNIT_FIRST):
        if (player.unused and player.technologies & bit(slot) and below_urban_limit(s, p, slot)
                and reduced(build_price(e, s, p, slot), frame.amount) <= resources):
            add_move(moves, pack(M_BUILD, e.slot_card[slot], 0, 0, 0))
    for i in range(player.n_civil):
        card = player.civil[i]
        if e.cards[card].kind > SPECIAL:
            continue
        if can_develop(e, s, p, card, False, frame.amount):
            add_move(moves, pack(M_DEVELOP, card, 0, 0, 0))
        if e.cards[card].kind == GOVERNMENT and can_revolt(e, s, p) and can_develop(e, s, p, card, True, frame.amount):
            add_move(moves, pack(M_REVOLUTION, card, 0, 0, 0))
    add_move(moves, pack(M_PASS, 0, 0, 0, 0))


cdef void from_set(const card_t* cards, uint32_t left, MoveList* moves) noexcept nogil:
    while left:
        add_move(moves, pack(M_CHOOSE, cards[ctz64(left)], 0, 0, 0))
        left &= left - 1


cdef void ruins(const Edition* e, const State* s, int p, MoveList* moves) noexcept nogil:
    cdef uint32_t left = s.player[p].wonders & ~s.player[p].ruins
    while left:
        if e.cards[e.wonders[ctz64(left)]].level <= e.ruin_max_level:
            add_move(moves, pack(M_CHOOSE, e.wonders[ctz64(left)], 0, 0, 0))
        left &= left - 1


cdef bint holds(const State* s, int p, card_t card) noexcept nogil:
    cdef int i
    for i in range(s.player[p].n_civil):
        if s.player[p].civil[i] == card:
            return True
    return False


cdef void thefts(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """WAR-14, CARDNOTE-31: special technologies within the advantage, in ascending order."""
    cdef const Player* player = &s.player[frame.player]
    cdef int i
    cdef card_t card
    for i in range(SPECIAL_TYPES):
        card = s.player[frame.target].special[i]
        if (card > frame.floor and e.cards[card].science_cost <= frame.amount and player.special[i] != card
                and not holds(s, frame.player, card)):
            add_move(moves, pack(M_CHOOSE, card, 0, 0, 0))
    add_move(moves, pack(M_DONE, 0, 0, 0, 0))


cdef void agreement_takes(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    """CARDNOTE-22: a budget of its own under the usual limits."""
    cdef int space
    for space in range(ROW_SPACES):
        if (s.row[space] and take_price(e, s, frame.player, space) <= frame.amount
                and may_take(e, s, frame.player, s.row[space])):
            add_move(moves, pack(M_TAKE, s.row[space], space + 1, 0, 0))
    add_move(moves, pack(M_DONE, 0, 0, 0, 0))


cdef void pending(const Edition* e, const State* s, const Frame* frame, MoveList* moves) noexcept nogil:
    cdef int kind = frame.kind
    cdef int p = frame.player
    cdef const Player* target = &s.player[frame.target]
    if kind == F_BID:
        bids(e, s, p, moves)
    elif kind == F_SEND:
        forces(e, s, frame, moves)
    elif kind == F_DEFEND:
        defences(e, s, frame, moves)
    elif kind == F_PACT:
        add_move(moves, pack(M_ACCEPT, 0, 0, 0, 0))
        add_move(moves, pack(M_PASS, 0, 0, 0, 0))
    elif kind == F_DISCARD:
        discards(s, frame, moves)
    elif kind == F_LOSE_POPULATION:
        workers(e, s, p, 0, SLOTS, LEVELS, moves)
    elif kind == F_LOSE_BLUE or kind == F_STAGE_TOKEN:
        token_cards(e, s, p, moves)
    elif kind == F_DESTROY_OWN:
        workers(e, s, p, 0, UNIT_FIRST, LEVELS, moves)
    elif kind == F_DESTROY_OTHER:
        workers(e, s, frame.target, URBAN_FIRST, UNIT_FIRST, frame.limit, moves)
    elif kind == F_FOOD_OR_RESOURCE:
        add_move(moves, pack(M_CHOOSE, 0, 0, CHOOSE_FOOD, 0))
        add_move(moves, pack(M_CHOOSE, 0, 0, CHOOSE_RESOURCES, 0))
    elif kind == F_MIX and frame.amount > 0:
        splits(frame.amount, frame.amount, frame.amount, moves)
    elif kind == F_MIX:
        splits(-frame.amount, stock(e, s, p, FOOD), stock(e, s, p, RESOURCES), moves)
    elif kind == F_PLUNDER:
        plunders(frame.amount, stock(e, s, frame.target, FOOD), stock(e, s, frame.target, RESOURCES), moves)
    elif kind == F_FREE_BUILD:
        add_move(moves, pack(M_BUILD, frame.extra, 0, 0, 0))
        add_move(moves, pack(M_PASS, 0, 0, 0, 0))
    elif kind == F_DEVELOPMENT:
        developments(e, s, frame, moves)
    elif kind == F_RUIN:
        ruins(e, s, p, moves)
    elif kind == F_LOSE_COLONY:
        from_set(e.territories, s.player[p].colonies, moves)
    elif kind == F_ANNEX:
        from_set(e.territories, target.colonies, moves)
    elif kind == F_INFILTRATE:
        if target.leader:
            add_move(moves, pack(M_CHOOSE, target.leader, 0, 0, 0))
        if target.unfinished:
            add_move(moves, pack(M_CHOOSE, target.unfinished, 0, 0, 0))
    elif kind == F_STEAL:
        thefts(e, s, frame, moves)
    elif kind == F_TAKE_CARDS:
        agreement_takes(e, s, frame, moves)
    elif kind == F_TUCK:
        from_set(e.wonders, s.player[p].wonders & ~s.player[p].ruins, moves)
        add_move(moves, pack(M_PASS, 0, 0, 0, 0))


cdef void generate(const Edition* e, const State* s, MoveList* moves) noexcept nogil:
    moves.n = 0
    if s.n_frames:
        pending(e, s, &s.frames[s.n_frames - 1], moves)
    elif s.stage == STAGE_POLITICS:
        politics(e, s, s.current, moves)
    elif s.stage == STAGE_ACTION:
        action_phase(e, s, s.current, moves)


cdef bint must_ask(const Edition* e, const State* s) noexcept nogil:
    """Whether a single legal move depends on cards that the others cannot see."""
    cdef const Player* player = &s.player[decider(s)]
    cdef int kind = decision_kind(s)
    if not player.n_military:
        return False
    if kind == F_ACTION:
        return available_ma(player) >= e.play_tactic_cost and not player.flags & USED_TACTIC
    if kind == F_DISCARD:
        return player.n_military != s.frames[s.n_frames - 1].amount
    return kind == F_POLITICS or kind == F_DEFEND or kind == F_BID or kind == F_SEND
