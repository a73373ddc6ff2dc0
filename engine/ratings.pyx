"""Ratings and totals, recomputed from the cards in play.

Nothing is kept incrementally: after each change the four ratings, the action totals and
the limits of a player are added up again, which costs less than a search would lose to
one stale value.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine.bits cimport ctz64, popcount
from engine.cards cimport Card, Edition, Side
from engine.state cimport (
    POWER_BEST_MINE_TWICE, POWER_FREE_POPULATION, POWER_HAPPY_BONUS, Player, State, in_game,
)
from engine.types cimport (
    AIRFORCE, ARENA, INFANTRY, LAB, LEVELS, LIBRARY, MINE, SPECIAL_TYPES, TEMPLE, THEATER, UNIT_FIRST,
    URBAN_FIRST, card_t,
)

cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef const Side* pact_side(const Edition* e, const State* s, int owner, int p) noexcept nogil:
    """What the pact in `owner`'s area gives player p; NULL if p is no party of it."""
    cdef const Player* area = &s.player[owner]
    if not area.pact:
        return NULL
    if owner == p:
        return &e.cards[area.pact].sides[area.pact_side]
    if area.pact_partner == p:
        return &e.cards[area.pact].sides[1 - area.pact_side]
    return NULL


cdef int workers_of(const State* s, int p, int kind) noexcept nogil:
    cdef const uint8_t* workers = &s.player[p].workers[kind * LEVELS]
    return workers[0] + workers[1] + workers[2] + workers[3]


cdef int best_level(const State* s, int p, int kind) noexcept nogil:
    """CARD-02: the highest level of this kind with a worker; -1 without any."""
    cdef int level
    for level in range(LEVELS - 1, -1, -1):
        if s.player[p].workers[kind * LEVELS + level]:
            return level
    return -1


cdef int armies(const Card* tactic, int infantry, int cavalry, int artillery) noexcept nogil:
    """How many times the units of the tactic are there."""
    cdef int n = 255
    if tactic.units[0]:
        n = least(n, infantry // tactic.units[0])
    if tactic.units[1]:
        n = least(n, cavalry // tactic.units[1])
    if tactic.units[2]:
        n = least(n, artillery // tactic.units[2])
    return n if n < 255 else 0


cdef int grouped(const Card* tactic, int* good, int* old, int air) noexcept nogil:
    """Best strength from up-to-date and outdated units of the three types.

    Up-to-date armies are worth more, so as many as possible are formed, and all further
    units make outdated ones (TACTIC-11, TACTIC-13); air forces double the better first.
    """
    cdef int modern = armies(tactic, good[0], good[1], good[2])
    cdef int total = armies(tactic, good[0] + old[0], good[1] + old[1], good[2] + old[2])
    cdef int doubled = least(air, modern)
    cdef int strength = tactic.army * (modern + doubled)
    return strength + tactic.army_outdated * (total - modern + least(air - doubled, total - modern))


cdef int army_strength(const Edition* e, card_t tactic, const uint8_t* units, bint rides) noexcept nogil:
    """Tactical strength of these units (by slot from UNIT_FIRST).  `rides`: infantry may stand as cavalry."""
    cdef const Card* card = &e.cards[tactic]
    cdef int good[3]
    cdef int old[3]
    cdef int riders_good[3]
    cdef int riders_old[3]
    cdef int kind, level, air, i, j, strength, best
    if not tactic:
        return 0                                # TACTIC-15
    for kind in range(3):
        good[kind] = 0
        old[kind] = 0
        for level in range(LEVELS):
            if level <= card.level - e.outdated_levels:
                old[kind] += units[kind * LEVELS + level]
            else:
                good[kind] += units[kind * LEVELS + level]
    kind = (AIRFORCE - INFANTRY) * LEVELS
    air = units[kind] + units[kind + 1] + units[kind + 2] + units[kind + 3]
    best = grouped(card, good, old, air)
    if not rides:
        return best
    for i in range(good[0] + 1):                # CARDNOTE-04: how many infantry ride
        for j in range(old[0] + 1):
            riders_good[0] = good[0] - i
            riders_good[1] = good[1] + i
            riders_good[2] = good[2]
            riders_old[0] = old[0] - j
            riders_old[1] = old[1] + j
            riders_old[2] = old[2]
            strength = grouped(card, riders_good, riders_old, air)
            if strength > best:
                best = strength
    return best


cdef struct Tally:
    int culture, science, strength, happy, ca, ma, colonization
    int faith_faces             # happy faces of temples and of the government
    int art_faces               # of temples, theaters and wonders
    int bonus                   # added to every card with happy faces


cdef inline int faces(const Tally* t, int happy) noexcept nogil:
    """CARDNOTE-12: cards with at least one happy face give more, unhappy ones do not."""
    return happy + t.bonus if happy > 0 else happy


cdef void tally_card(Tally* t, const Card* card) noexcept nogil:
    """A card without workers, once (RATING-01)."""
    t.culture += card.culture
    t.science += card.science
    t.strength += card.strength
    t.happy += faces(t, card.happy)
    t.ca += card.civil_actions
    t.ma += card.military_actions
    t.colonization += card.colonization


cdef void tally_wonders(const Edition* e, Player* player, Tally* t) noexcept nogil:
    cdef uint32_t left = player.wonders
    cdef const Card* card
    cdef int index, happy, given
    while left:
        index = ctz64(left)
        left &= left - 1
        card = &e.cards[e.wonders[index]]
        happy = 0
        if player.ruins >> index & 1:
            t.culture += e.ruin_culture         # CARDNOTE-21
        else:
            t.culture += card.culture
            t.science += card.science
            t.strength += card.strength
            t.ca += card.civil_actions
            t.ma += card.military_actions
            t.colonization += card.colonization
            player.civil_limit += card.civil_hand
            player.military_limit += card.military_hand
            happy = card.happy
        if player.tucked and player.tucked_wonder == index:
            happy += e.cards[player.tucked].tuck_happy  # survives ruin (CARDNOTE-03)
        given = faces(t, happy)
        if card.happy_bonus and happy > 0 and not player.ruins >> index & 1:
            given = happy                       # does not boost itself
        t.happy += given
        if given > 0:
            t.art_faces += given


cdef void tally_workers(const Edition* e, Player* player, Tally* t) noexcept nogil:
    """Symbols count once per worker (RATING-01)."""
    cdef uint64_t left = player.technologies
    cdef const Card* card
    cdef int slot, workers, happy, units = 0
    player.food_rate = 0
    player.mine_rate = 0
    while left:
        slot = ctz64(left)
        left &= left - 1
        workers = player.workers[slot]
        if not workers:
            continue
        card = &e.cards[e.slot_card[slot]]
        if slot < MINE * LEVELS:
            player.food_rate += workers * card.food
            continue
        if slot < LAB * LEVELS:
            player.mine_rate += workers * card.resource
            continue
        t.strength += workers * card.strength
        if slot >= UNIT_FIRST:
            units += workers
            continue
        t.culture += workers * card.culture
        t.science += workers * card.science
        if card.happy:
            happy = workers * faces(t, card.happy)
            t.happy += happy
            if card.kind == TEMPLE:
                t.faith_faces += happy
                t.art_faces += happy
            elif card.kind == THEATER:
                t.art_faces += happy
    player.units = units


cdef int leader_theater_culture(const Edition* e, const State* s, int p) noexcept nogil:
    """Culture that the leader adds to theaters and libraries."""
    cdef const Card* leader = &e.cards[s.player[p].leader]
    cdef int culture = 0
    cdef int level, theaters
    if not (leader.theater_culture or leader.pair_culture or leader.best_theater_twice):
        return 0
    theaters = workers_of(s, p, THEATER)
    culture += leader.theater_culture * theaters
    culture += leader.pair_culture * least(theaters, workers_of(s, p, LIBRARY))
    if leader.best_theater_twice and theaters:
        level = best_level(s, p, THEATER)
        culture += e.cards[e.slot_card[THEATER * LEVELS + level]].culture
    return culture


cdef int leader_lab_science(const Edition* e, const State* s, int p) noexcept nogil:
    """Science that the leader adds to labs and libraries."""
    cdef const Card* leader = &e.cards[s.player[p].leader]
    cdef int science = 0
    cdef int level, library
    if leader.best_lab_science:
        level = best_level(s, p, LAB)
        library = best_level(s, p, LIBRARY)
        if library > level:
            level = library
        if level > 0:
            science += leader.best_lab_science * level  # CARDNOTE-33
    if leader.lab_science:
        science += leader.lab_science * workers_of(s, p, LAB)
    return science


cdef int lab_levels(const State* s, int p) noexcept nogil:
    cdef const uint8_t* labs = &s.player[p].workers[LAB * LEVELS]
    return labs[1] + 2 * labs[2] + 3 * labs[3]


cdef int lab_output(const Edition* e, const State* s, int p) noexcept nogil:
    """CARDNOTE-10: resources that labs make under a leader who lets them."""
    return e.cards[s.player[p].leader].labs_mine * lab_levels(s, p)


cdef void tally_leader(const Edition* e, const State* s, int p, Tally* t) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef const Card* leader = &e.cards[player.leader]
    cdef int kind, n
    tally_card(t, leader)
    t.culture += leader_theater_culture(e, s, p)
    t.science += leader_lab_science(e, s, p)
    if leader.lab_culture:
        t.culture += leader.lab_culture * lab_levels(s, p)
    t.culture += leader.faces_culture * t.art_faces
    t.strength += leader.faith_strength * t.faith_faces
    if leader.colony_culture[0] and player.colonies:
        n = popcount(player.colonies)
        t.culture += leader.colony_culture[0] + (n - 1) * leader.colony_culture[1]
    if leader.unit_type_strength:
        for kind in range(INFANTRY, AIRFORCE + 1):
            if workers_of(s, p, kind):
                t.strength += leader.unit_type_strength


cdef void tally_unit_strength(const Edition* e, const State* s, int p, Tally* t) noexcept nogil:
    """Cards that strengthen each unit of some types: the leader and completed wonders."""
    cdef const Player* player = &s.player[p]
    cdef const Card* card = &e.cards[player.leader]
    cdef uint32_t left = player.wonders & ~player.ruins
    cdef int kind, index
    while True:
        if card.unit_strength[0] or card.unit_strength[1] or card.unit_strength[2] or card.unit_strength[3]:
            for kind in range(4):
                t.strength += card.unit_strength[kind] * workers_of(s, p, INFANTRY + kind)
        if not left:
            return
        index = ctz64(left)
        left &= left - 1
        card = &e.cards[e.wonders[index]]


cdef void tally_pacts(const Edition* e, State* s, int p, Tally* t) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef const Side* side
    cdef int q, partner
    for q in range(s.players):
        side = pact_side(e, s, q, p)
        if side == NULL:
            continue
        t.culture += side.culture
        t.strength += side.strength
        t.ma += side.military_actions
        player.food_rate += side.food
        player.resource_rate += side.resource
        if side.culture_per_partner_wonder:
            partner = s.player[q].pact_partner if q == p else q
            t.culture += side.culture_per_partner_wonder * popcount(s.player[partner].wonders)


cdef int wonder_powers(const Edition* e, const Player* player, int* bonus) noexcept nogil:
    cdef uint32_t left = player.wonders & ~player.ruins
    cdef const Card* card
    cdef int powers = 0
    bonus[0] = 0
    while left:
        card = &e.cards[e.wonders[ctz64(left)]]
        left &= left - 1
        if card.free_population:
            powers |= POWER_FREE_POPULATION
        if card.best_mine_twice:
            powers |= POWER_BEST_MINE_TWICE
        if card.happy_bonus:
            powers |= POWER_HAPPY_BONUS
            bonus[0] += card.happy_bonus
    return powers


cdef void compute(const Edition* e, State* s, int p) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef const Card* government = &e.cards[player.government]
    cdef Tally t
    cdef uint32_t left
    cdef int i, happy, level
    t.culture = t.science = t.strength = t.happy = t.ca = t.ma = t.colonization = 0
    t.faith_faces = t.art_faces = 0
    player.civil_limit = 0
    player.military_limit = 0
    player.wonder_powers = wonder_powers(e, player, &t.bonus)
    tally_card(&t, government)
    if government.happy > 0:
        t.faith_faces += faces(&t, government.happy)
    for i in range(SPECIAL_TYPES):
        if player.special[i]:
            tally_card(&t, &e.cards[player.special[i]])
    left = player.colonies
    while left:
        tally_card(&t, &e.cards[e.territories[ctz64(left)]])
        left &= left - 1
    tally_workers(e, player, &t)
    tally_wonders(e, player, &t)
    tally_leader(e, s, p, &t)
    if player.units:
        tally_unit_strength(e, s, p, &t)
        t.strength += army_strength(
            e, player.tactic, &player.workers[UNIT_FIRST], e.cards[player.leader].infantry_rides)
    if player.wonder_powers & POWER_BEST_MINE_TWICE:
        level = best_level(s, p, MINE)
        if level >= 0:
            player.mine_rate += e.cards[e.slot_card[MINE * LEVELS + level]].resource
    player.resource_rate = player.mine_rate + lab_output(e, s, p)
    tally_pacts(e, s, p, &t)
    player.culture_rating = t.culture if t.culture > 0 else 0
    player.science_rating = t.science if t.science > 0 else 0
    player.strength = t.strength if t.strength > 0 else 0
    happy = t.happy if t.happy > 0 else 0
    player.happiness = happy if happy < e.max_happiness else e.max_happiness
    player.required = e.happy_required[player.yellow_bank if player.yellow_bank < 19 else 19]
    player.discontent = player.required - player.happiness if player.required > player.happiness else 0
    player.ca_total = t.ca
    player.ma_total = t.ma
    player.colonization = t.colonization
    player.civil_limit += t.ca
    player.military_limit += t.ma
    player.urban_limit = government.urban_limit


cdef inline int spent_after(int spent, int before, int after) noexcept nogil:
    """RATING-24, RATING-25: new tokens are available; of lost ones the spent go first."""
    if after >= before:
        return spent
    spent -= before - after
    return spent if spent > 0 else 0


cdef void refresh(const Edition* e, State* s, int p) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef int ca = player.ca_total
    cdef int ma = player.ma_total
    compute(e, s, p)
    player.ca_spent = spent_after(player.ca_spent, ca, player.ca_total)
    player.ma_spent = spent_after(player.ma_spent, ma, player.ma_total)


cdef void refresh_all(const Edition* e, State* s) noexcept nogil:
    cdef int p
    for p in range(s.players):
        if in_game(s, p):
            refresh(e, s, p)


cdef int arts_culture(const Edition* e, const State* s, int p) noexcept nogil:
    """Culture of theaters and libraries."""
    cdef const Player* player = &s.player[p]
    cdef int culture = leader_theater_culture(e, s, p)
    cdef int slot
    for slot in range(LIBRARY * LEVELS, ARENA * LEVELS):
        culture += player.workers[slot] * e.cards[e.slot_card[slot]].culture
    return culture


cdef int urban_output(const Edition* e, const State* s, int p) noexcept nogil:
    """Culture, science and strength of all urban buildings."""
    cdef const Player* player = &s.player[p]
    cdef const Card* card
    cdef int total = leader_theater_culture(e, s, p) + leader_lab_science(e, s, p)
    cdef int slot
    total += e.cards[player.leader].lab_culture * lab_levels(s, p)
    for slot in range(URBAN_FIRST, UNIT_FIRST):
        if player.workers[slot]:
            card = &e.cards[e.slot_card[slot]]
            total += player.workers[slot] * (card.culture + card.science + card.strength)
    return total
