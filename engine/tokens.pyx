"""Blue and yellow tokens: paying, gaining, producing, losing.

Which tokens pay and where gains are stored is never asked (PAY-02, PAY-10 to PAY-12,
PAY-15): payments return the tokens of lowest value first, change and gains go to the
technologies of highest value in play.  With the values of the game this never pays
more than is due unless the blue bank is empty, and never stores less than possible.
"""
from engine.bits cimport bit
from engine.cards cimport Card, Edition, Side
from engine.ratings cimport pact_side
from engine.state cimport POWER_BEST_MINE_TWICE, Player, State, push_frame
from engine.types cimport F_LOSE_BLUE, F_LOSE_POPULATION, LAB, LEVELS, MINE, STORES


cdef inline int token_value(const Edition* e, int slot) noexcept nogil:
    """Value of one blue token on this farm, mine or lab (PAY-01, CARDNOTE-10)."""
    cdef const Card* card = &e.cards[e.slot_card[slot]]
    if slot < MINE * LEVELS:
        return card.food
    if slot < LAB * LEVELS:
        return card.resource
    return card.level


cdef int resource_stores(const Edition* e, const State* s, int p, bint gaining, int* slots) noexcept nogil:
    """Slots that hold (or may receive) resources, ascending by value, mines before labs of the same value."""
    cdef const Player* player = &s.player[p]
    cdef int n = 0
    cdef int i, slot, value
    for slot in range(MINE * LEVELS, LAB * LEVELS):
        if player.technologies & bit(slot):
            slots[n] = slot
            n += 1
    for slot in range(LAB * LEVELS + 1, LAB * LEVELS + LEVELS):
        # Labs receive tokens only under the leader who lets them; what lies there stays usable.
        if not player.technologies & bit(slot):
            continue
        if not (e.cards[player.leader].labs_mine if gaining else player.blue[slot]):
            continue
        value = token_value(e, slot)
        i = n
        while i > 0 and token_value(e, slots[i - 1]) > value:
            slots[i] = slots[i - 1]
            i -= 1
        slots[i] = slot
        n += 1
    return n


cdef inline int stores(const Edition* e, const State* s, int p, int good, bint gaining, int* slots) noexcept nogil:
    cdef int n = 0
    cdef int slot
    if good == RESOURCES:
        return resource_stores(e, s, p, gaining, slots)
    for slot in range(LEVELS):
        if s.player[p].technologies & bit(slot):
            slots[n] = slot
            n += 1
    return n


cdef int stock(const Edition* e, const State* s, int p, int good) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int total = 0
    cdef int slot
    if good == FOOD:
        for slot in range(LEVELS):
            if player.blue[slot]:
                total += player.blue[slot] * token_value(e, slot)
    else:
        for slot in range(MINE * LEVELS, STORES):
            if player.blue[slot]:
                total += player.blue[slot] * token_value(e, slot)
    return total


cdef int stored_tokens(const State* s, int p) noexcept nogil:
    cdef int total = 0
    cdef int slot
    for slot in range(STORES):
        total += s.player[p].blue[slot]
    return total


cdef void pay(const Edition* e, State* s, int p, int good, int amount) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int slots[STORES]
    cdef int n, i, slot, value, tokens
    if amount <= 0:
        return
    n = stores(e, s, p, good, False, slots)
    for i in range(n):
        slot = slots[i]
        if not player.blue[slot]:
            continue
        value = token_value(e, slot)
        tokens = (amount + value - 1) // value
        if tokens > player.blue[slot]:
            tokens = player.blue[slot]
        player.blue[slot] -= tokens
        player.blue_bank += tokens
        amount -= tokens * value
        if amount <= 0:
            break
    if amount < 0:
        gain(e, s, p, good, -amount)            # change (PAY-12)


cdef int lose(const Edition* e, State* s, int p, int good, int amount) noexcept nogil:
    """PAY-18: like paying, but a loss larger than the stock just takes everything."""
    cdef int held = stock(e, s, p, good)
    if amount > held:
        amount = held
    pay(e, s, p, good, amount)
    return amount


cdef void gain(const Edition* e, State* s, int p, int good, int amount) noexcept nogil:
    """PAY-02, PAY-03: exactly the amount, or the nearest lower one that the blue bank allows."""
    cdef Player* player = &s.player[p]
    cdef int slots[STORES]
    cdef int i, slot, value, tokens
    if amount <= 0:
        return
    i = stores(e, s, p, good, True, slots)
    while i > 0 and player.blue_bank and amount > 0:
        i -= 1
        slot = slots[i]
        value = token_value(e, slot)
        tokens = amount // value
        if tokens > player.blue_bank:
            tokens = player.blue_bank
        player.blue[slot] += tokens
        player.blue_bank -= tokens
        amount -= tokens * value


cdef inline void produce_on(Player* player, int slot, int tokens) noexcept nogil:
    if tokens > player.blue_bank:
        tokens = player.blue_bank
    player.blue[slot] += tokens
    player.blue_bank -= tokens


cdef void pact_production(const Edition* e, State* s, int p, int good) noexcept nogil:
    """CARDNOTE-45: food and resources of pacts belong to the production steps."""
    cdef const Side* side
    cdef int q, amount
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side == NULL:
            continue
        amount = side.food if good == FOOD else side.resource
        if amount > 0:
            gain(e, s, p, good, amount)
        elif amount < 0:
            lose(e, s, p, good, -amount)


cdef void produce_food(const Edition* e, State* s, int p) noexcept nogil:
    """PROD-05, PROD-06."""
    cdef Player* player = &s.player[p]
    cdef int level
    for level in range(LEVELS - 1, -1, -1):
        if player.workers[level]:
            produce_on(player, level, player.workers[level])
    pact_production(e, s, p, FOOD)


cdef void produce_resources(const Edition* e, State* s, int p) noexcept nogil:
    """PROD-09; one best mine works twice under the Railroad (CARDNOTE-38), labs under Gates (CARDNOTE-10)."""
    cdef Player* player = &s.player[p]
    cdef int twice = (player.wonder_powers & POWER_BEST_MINE_TWICE) != 0
    cdef bint labs = e.cards[player.leader].labs_mine
    cdef int level, workers
    for level in range(LEVELS - 1, -1, -1):
        workers = player.workers[MINE * LEVELS + level]
        if workers:
            produce_on(player, MINE * LEVELS + level, workers + twice)
            twice = 0
        if labs and level and player.workers[LAB * LEVELS + level]:
            produce_on(player, LAB * LEVELS + level, player.workers[LAB * LEVELS + level])
    pact_production(e, s, p, RESOURCES)


cdef void corruption(const Edition* e, State* s, int p) noexcept nogil:
    """PROD-03, PROD-04: resources first, the rest in food, nothing beyond that."""
    cdef int due = e.corruption[bank_index(s.player[p].blue_bank)]
    due -= lose(e, s, p, RESOURCES, due)
    lose(e, s, p, FOOD, due)


cdef void consumption(const Edition* e, State* s, int p) noexcept nogil:
    """PROD-07, PROD-08."""
    cdef int due = e.consumption[bank_index(s.player[p].yellow_bank)]
    due -= lose(e, s, p, FOOD, due)
    if due:
        score_culture(s, p, -due * e.famine_culture)


cdef void gain_population(State* s, int p, int amount) noexcept nogil:
    """POP-04."""
    cdef Player* player = &s.player[p]
    if amount > player.yellow_bank:
        amount = player.yellow_bank
    player.yellow_bank -= amount
    player.unused += amount


cdef void lose_population(State* s, int p, int amount, int cause) noexcept nogil:
    if amount > 0:
        push_frame(s, F_LOSE_POPULATION, p, cause).amount = amount


cdef void change_blue(State* s, int p, int amount, int cause) noexcept nogil:
    """TOKEN-04, TOKEN-05: to the bank; from the bank, then from cards of the owner's choice."""
    cdef Player* player = &s.player[p]
    if amount >= 0 or player.blue_bank >= -amount:
        player.blue_bank += amount
        return
    push_frame(s, F_LOSE_BLUE, p, cause).amount = -amount - player.blue_bank
    player.blue_bank = 0


cdef void change_yellow(State* s, int p, int amount) noexcept nogil:
    """TOKEN-11: lost from the bank only, as far as it goes."""
    cdef Player* player = &s.player[p]
    cdef int bank = player.yellow_bank + amount
    player.yellow_bank = bank if bank > 0 else 0
