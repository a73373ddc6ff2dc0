"""Scoring events and the end of the game."""
from engine.bits cimport bit, ctz64, popcount
from engine.cards cimport Card, Edition
from engine.ratings cimport lab_output, workers_of
from engine.state cimport Player, State, in_game, next_player
from engine.tokens cimport bank_index, score_culture
from engine.types cimport (
    AIRFORCE, ARENA, IMPACT_AGRICULTURE, IMPACT_ARCHITECTURE, IMPACT_BALANCE, IMPACT_COLONIES,
    IMPACT_COMPETITION, IMPACT_GOVERNMENT, IMPACT_HAPPINESS, IMPACT_INDUSTRY, IMPACT_POPULATION,
    IMPACT_PROGRESS, IMPACT_SCIENCE, IMPACT_STRENGTH, IMPACT_TECHNOLOGY, IMPACT_VARIETY, IMPACT_WONDERS,
    INFANTRY, LAB, LEVELS, SLOTS, SPECIAL_TYPES, STAGE_OVER, UNIT_FIRST, URBAN_FIRST, card_t,
)


cdef inline int statistic(const Player* player, int by) noexcept nogil:
    if by == BY_STRENGTH:
        return player.strength
    if by == BY_CULTURE:
        return player.culture
    return player.science_rating


cdef void rank_players(const State* s, int first, int by, int* order) noexcept nogil:
    """Players still in the game from highest to lowest.

    EVENT-08: of tied players the one who sits earlier, clockwise from `first`, counts
    as higher - for every comparison, also for the least.
    """
    cdef int n = 0
    cdef int p = first if in_game(s, first) else next_player(s, first)
    cdef int i, value
    while n < s.players_left:
        value = statistic(&s.player[p], by)
        i = n
        while i > 0 and statistic(&s.player[order[i - 1]], by) < value:
            order[i] = order[i - 1]
            i -= 1
        order[i] = p
        n += 1
        p = next_player(s, p)


cdef int levels(const State* s, int p, int first, int end) noexcept nogil:
    """Sum of the levels of all buildings and units in these slots."""
    cdef int slot, total = 0
    for slot in range(first, end):
        total += s.player[p].workers[slot] * (slot % LEVELS)
    return total


cdef int types_present(const State* s, int p, int first, int last) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(first, last + 1):
        n += workers_of(s, p, kind) > 0
    return n


cdef int technologies_of_level(const Edition* e, const Player* player, int level) noexcept nogil:
    cdef int slot, n = 0
    for slot in range(SLOTS):
        n += player.technologies & bit(slot) != 0 and e.cards[e.slot_card[slot]].level == level
    for slot in range(SPECIAL_TYPES):
        n += player.special[slot] != 0 and e.cards[player.special[slot]].level == level
    return n + (e.cards[player.government].level == level)


cdef int content_workers(const State* s, int p) noexcept nogil:
    cdef int slot, workers = s.player[p].unused
    for slot in range(SLOTS):
        workers += s.player[p].workers[slot]
    return workers - s.player[p].discontent


cdef int wonder_score(const Edition* e, const Player* player, const Card* card) noexcept nogil:
    cdef unsigned int left = player.wonders
    cdef int total = 0
    while left:
        total += card.impact_amount[e.cards[e.wonders[ctz64(left)]].level]
        left &= left - 1
    return total


cdef int progress_levels(const Edition* e, const Player* player) noexcept nogil:
    cdef int i, total = e.cards[player.government].level
    for i in range(SPECIAL_TYPES):
        total += e.cards[player.special[i]].level
    return total


cdef int lowest_output(const Player* player) noexcept nogil:
    cdef int low = player.science_rating
    if player.culture_rating < low:
        low = player.culture_rating
    if player.food_rate < low:
        low = player.food_rate
    if player.resource_rate < low:
        low = player.resource_rate
    return low if low > 0 else 0


cdef int specials(const Player* player) noexcept nogil:
    cdef int i, n = 0
    for i in range(SPECIAL_TYPES):
        n += player.special[i] != 0
    return n


cdef int impact(const Edition* e, const State* s, int p, const Card* card) noexcept nogil:
    """Culture of player p from a scoring event that does not rank players."""
    cdef const Player* player = &s.player[p]
    cdef const signed char* amount = <const signed char*> card.impact_amount
    cdef int total
    if card.impact == IMPACT_AGRICULTURE:
        total = player.food_rate
        if total > e.consumption[bank_index(player.yellow_bank)]:
            total += amount[0]
        return total
    if card.impact == IMPACT_ARCHITECTURE:
        return amount[0] * levels(s, p, URBAN_FIRST, UNIT_FIRST)
    if card.impact == IMPACT_BALANCE:
        return amount[0] * lowest_output(player)
    if card.impact == IMPACT_COLONIES:
        return amount[0] * popcount(player.colonies)
    if card.impact == IMPACT_COMPETITION:
        return amount[0] * levels(s, p, ARENA * LEVELS, SLOTS)
    if card.impact == IMPACT_GOVERNMENT:
        return amount[0] * player.ca_total + amount[1] * player.ma_total
    if card.impact == IMPACT_HAPPINESS:
        return amount[0] * player.happiness - amount[1] * player.discontent
    if card.impact == IMPACT_INDUSTRY:
        return amount[0] * player.mine_rate
    if card.impact == IMPACT_POPULATION:
        total = content_workers(s, p) - amount[1]
        return amount[0] * total if total > 0 else 0
    if card.impact == IMPACT_PROGRESS:
        return amount[0] * progress_levels(e, player)
    if card.impact == IMPACT_TECHNOLOGY:
        return amount[0] * technologies_of_level(e, player, amount[1])
    if card.impact == IMPACT_VARIETY:
        return amount[0] * (
            types_present(s, p, INFANTRY, AIRFORCE) + types_present(s, p, LAB, ARENA) + specials(player))
    if card.impact == IMPACT_WONDERS:
        return wonder_score(e, player, card)
    return 0


cdef void score_impact(const Edition* e, State* s, card_t card, int first) noexcept nogil:
    """`first` counts as current player for ties: at the end of the game the starting player (END-GAME-04)."""
    cdef const Card* c = &e.cards[card]
    cdef int order[4]
    cdef int i, p
    if c.impact == IMPACT_SCIENCE or c.impact == IMPACT_STRENGTH:
        rank_players(s, first, BY_STRENGTH if c.impact == IMPACT_STRENGTH else BY_SCIENCE_RATING, order)
        for i in range(s.players_left):
            score_culture(s, order[i], c.impact_rank[s.players_left][i])
        return
    for p in range(s.players):
        if in_game(s, p):
            score_culture(s, p, impact(e, s, p, c))


cdef void final_scoring(const Edition* e, State* s) noexcept nogil:
    """END-GAME-02, END-GAME-05."""
    cdef int i, p
    for i in range(s.n_current):
        if e.cards[s.current_events[i]].scored_at_end:
            score_impact(e, s, s.current_events[i], s.start)
    for i in range(s.n_future):
        if e.cards[s.future_events[i]].scored_at_end:
            score_impact(e, s, s.future_events[i], s.start)
    for p in range(s.players):
        if in_game(s, p):
            score_culture(s, p, lab_output(e, s, p))
    s.stage = STAGE_OVER
