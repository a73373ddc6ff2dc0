"""Events: revealing, and what each clause does.

Effects without a choice happen at once; each choice becomes a frame, pushed so that the
player who revealed the event decides first and the others follow clockwise (EVENT-07).
"""
from engine.cards cimport Card, Clause, Edition
from engine.decks cimport draw_military, renew_events
from engine.deeds cimport remove_leader
from engine.impacts cimport BY_CULTURE, BY_STRENGTH, rank_players, score_impact
from engine.prices cimport below_urban_limit
from engine.ratings cimport refresh_all
from engine.state cimport Frame, Player, State, in_game, next_player, push_frame, show
from engine.tokens cimport (
    FOOD, RESOURCES, change_blue, change_yellow, consumption, corruption, gain, gain_population, lose,
    lose_population, produce_food, produce_resources, score_culture, score_science,
)
from engine.types cimport *


cdef void strength_extremes(const State* s, int* strongest, int* weakest) noexcept nogil:
    cdef int order[4]
    rank_players(s, s.current, BY_STRENGTH, order)
    strongest[0] = order[0]
    weakest[0] = order[s.players_left - 1]


cdef bint among_strongest(const State* s, int p) noexcept nogil:
    """CARDNOTE-05: one of the two strongest (two players: the strongest), winning all ties."""
    cdef int q, ahead = 0
    for q in range(s.players):
        ahead += in_game(s, q) and s.player[q].strength > s.player[p].strength
    return ahead < (2 if s.players_left > 2 else 1)


cdef int all_with_most(const State* s, bint discontent) noexcept nogil:
    """EVENT-12: everyone tied for the most happy faces (a tie at none counts) or discontent workers (it does not)."""
    cdef int p, value, touched = 0
    cdef int most = 1 if discontent else 0
    for p in range(s.players):
        if not in_game(s, p):
            continue
        value = s.player[p].discontent if discontent else s.player[p].happiness
        if value > most:
            most = value
            touched = 0
        if value == most:
            touched |= 1 << p
    return touched


cdef int touched_players(const Edition* e, const State* s, int who) noexcept nogil:
    """Bit set of the players that a clause touches."""
    cdef int order[4]
    cdef int n = s.players_left
    cdef int two = 2 if n > 2 else 1            # EVENT-13
    cdef int p, touched = 0
    if who == WHO_ALL:
        for p in range(s.players):
            touched |= in_game(s, p) << p
        return touched
    if who == WHO_MOST_HAPPY_ALL_TIED:
        return all_with_most(s, False)
    if who == WHO_MOST_DISCONTENT_ALL_TIED:
        return all_with_most(s, True)
    if who == WHO_MOST_CULTURE or who == WHO_LEAST_CULTURE:
        rank_players(s, s.current, BY_CULTURE, order)
        return 1 << order[0 if who == WHO_MOST_CULTURE else n - 1]
    if who == WHO_CULTURE_LEADER_IF_WEAK:
        rank_players(s, s.current, BY_CULTURE, order)
        return (1 << order[0]) & touched_players(e, s, WHO_TWO_WEAKEST)
    rank_players(s, s.current, BY_STRENGTH, order)
    if who == WHO_STRONGEST:
        return 1 << order[0]
    if who == WHO_WEAKEST:
        return 1 << order[n - 1]
    if who == WHO_TWO_STRONGEST:
        return 1 << order[0] | 1 << order[two - 1]
    return 1 << order[n - 1] | 1 << order[n - two]


cdef void change_goods(const Edition* e, State* s, int p, int good, int amount) noexcept nogil:
    if amount >= 0:
        gain(e, s, p, good, amount)
    else:
        lose(e, s, p, good, -amount)


cdef void destroy_of_others(State* s, int chooser, card_t card) noexcept nogil:
    """The chooser destroys an urban building of each other civilization, asked clockwise from the current player."""
    cdef Frame* frame
    cdef int victims[4]
    cdef int n = 0
    cdef int _
    cdef int p = s.current
    for _ in range(s.players_left):
        if p != chooser:
            victims[n] = p
            n += 1
        p = next_player(s, p)
    while n:
        n -= 1
        frame = push_frame(s, F_DESTROY_OTHER, chooser, card)
        frame.target = victims[n]
        frame.limit = LEVELS - 1


cdef bint apply_now(const Edition* e, State* s, int p, int op, int amount) noexcept nogil:
    """Effects of a clause that leave no choice; False = the owner has to choose."""
    cdef Player* player = &s.player[p]
    cdef int strongest, weakest
    if op == OP_FOOD:
        change_goods(e, s, p, FOOD, amount)
    elif op == OP_RESOURCE:
        change_goods(e, s, p, RESOURCES, amount)
    elif op == OP_SCIENCE:
        score_science(s, p, amount)
    elif op == OP_CULTURE:
        score_culture(s, p, amount)
    elif op == OP_POPULATION and amount > 0:
        gain_population(s, p, amount)
    elif op == OP_DRAW:
        draw_military(e, s, p, amount)
    elif op == OP_LOSE_ALL_FOOD:
        lose(e, s, p, FOOD, 999)
    elif op == OP_SCORE_CULTURE_RATING:
        score_culture(s, p, amount * player.culture_rating)
    elif op == OP_SCORE_SCIENCE_RATING:
        score_science(s, p, amount * player.science_rating)
    elif op == OP_CULTURE_FROM_SCIENCE:
        score_culture(s, p, amount * player.science_rating)
    elif op == OP_FOOD_PER_HAPPY:
        gain(e, s, p, FOOD, amount * player.happiness)
    elif op == OP_PRODUCE_FOOD:
        produce_food(e, s, p)
    elif op == OP_PRODUCE_RESOURCES:
        produce_resources(e, s, p)
    elif op == OP_CORRUPTION:
        corruption(e, s, p)
    elif op == OP_CONSUMPTION:
        consumption(e, s, p)
    elif op == OP_CIVIL_ACTIONS_PER_DISCONTENT:
        player.ca_spent += amount * player.discontent       # EVENT-17
        if player.ca_spent > player.ca_total:
            player.ca_spent = player.ca_total
    elif op == OP_CULTURE_PER_DISCONTENT:
        score_culture(s, p, amount * player.discontent)
    elif op == OP_REMOVE_OLD_LEADER:
        if e.cards[player.leader].level != s.age:
            remove_leader(e, s, p)
    elif op == OP_TAKE_YELLOW:
        strength_extremes(s, &strongest, &weakest)
        if s.player[weakest].yellow_bank < amount:
            amount = s.player[weakest].yellow_bank
        change_yellow(s, weakest, -amount)      # TOKEN-12
        change_yellow(s, p, amount)
    elif op == OP_IMPACT:
        pass                                    # scored once for all players
    else:
        return False
    return True


cdef void ask_owner(const Edition* e, State* s, int p, int op, int amount, card_t event, card_t card) noexcept nogil:
    """A clause whose effect player p has to choose."""
    cdef Player* player = &s.player[p]
    if op == OP_POPULATION:
        lose_population(s, p, -amount, event)
    elif op == OP_POPULATION_HALF_DISCONTENT:
        lose_population(s, p, (player.discontent + 1) // 2, event)
    elif op == OP_BLUE:
        change_blue(s, p, amount, event)
    elif op == OP_DISCARD:
        if player.n_military < amount:
            amount = player.n_military
        if amount:
            push_frame(s, F_DISCARD, p, event).amount = amount
    elif op == OP_FOOD_OR_RESOURCE:
        push_frame(s, F_FOOD_OR_RESOURCE, p, event).amount = amount
    elif op == OP_MIX:
        push_frame(s, F_MIX, p, event).amount = amount
    elif op == OP_FREE_BUILD:
        if player.unused and below_urban_limit(s, p, e.cards[card].slot):
            push_frame(s, F_FREE_BUILD, p, event).extra = card
    elif op == OP_DESTROY_OWN:
        push_frame(s, F_DESTROY_OWN, p, event)
    elif op == OP_LOSE_COLONY:
        if player.colonies:
            push_frame(s, F_LOSE_COLONY, p, event)
    elif op == OP_RUIN_WONDER:
        push_frame(s, F_RUIN, p, event)
    elif op == OP_DEVELOPMENT:
        push_frame(s, F_DEVELOPMENT, p, event).amount = amount
    elif op == OP_TAKE_CARDS:
        push_frame(s, C_REFILL, p, event)
        push_frame(s, F_TAKE_CARDS, p, event).amount = amount
    elif op == OP_DESTROY_OF_OTHERS:
        destroy_of_others(s, p, event)


cdef struct Effect:
    int op, amount
    card_t card


cdef Effect effect_now(const State* s, const Clause* clause) noexcept nogil:
    """What the clause says in this age."""
    cdef Effect effect
    effect.op = clause.op
    effect.amount = clause.amount
    effect.card = clause.card
    if s.age == AGE_IV and clause.op_last_age:
        effect.op = clause.op_last_age
        effect.amount = clause.amount_last_age
    return effect


cdef void resolve_clauses(const Edition* e, State* s, card_t event, int* touched) noexcept nogil:
    """Immediate effects first, by seat; then the choices, so that those of the first clause lie on top."""
    cdef const Card* card = &e.cards[event]
    cdef Effect effect
    cdef int order[4]
    cdef int i, j, p
    for i in range(card.n_clauses):
        effect = effect_now(s, &card.clauses[i])
        for p in range(s.players):
            if touched[i] >> p & 1 and apply_now(e, s, p, effect.op, effect.amount):
                touched[i] ^= 1 << p
    p = s.current
    for j in range(s.players_left):
        order[j] = p
        p = next_player(s, p)
    for i in range(card.n_clauses - 1, -1, -1):
        effect = effect_now(s, &card.clauses[i])
        for j in range(s.players_left - 1, -1, -1):
            p = order[j]
            if touched[i] >> p & 1:
                ask_owner(e, s, p, effect.op, effect.amount, event, effect.card)


cdef void resolve_event(const Edition* e, State* s, card_t event) noexcept nogil:
    cdef const Card* card = &e.cards[event]
    cdef int touched[MAX_CLAUSES]
    cdef int i
    # Who is touched is settled before anything changes.
    for i in range(card.n_clauses):
        touched[i] = touched_players(e, s, card.clauses[i].who)
    if card.impact:
        score_impact(e, s, event, s.current)
    resolve_clauses(e, s, event, touched)
    refresh_all(e, s)


cdef void start_auction(const Edition* e, State* s, card_t territory) noexcept nogil:
    """COLONY-03: bidding goes clockwise from the player who revealed the territory."""
    s.territory = territory
    s.high_bid = 0
    s.high_bidder = 255
    s.passed = 0
    push_frame(s, F_BID, s.current, territory)


cdef void reveal_event(const Edition* e, State* s) noexcept nogil:
    """EVENT-03, EVENT-04: turn up the top card of the current events, renew an empty pile, resolve the card."""
    cdef card_t card
    s.n_current -= 1
    card = s.current_events[s.n_current]
    s.current_events[s.n_current] = 0
    s.current_seen[s.n_current] = 0
    s.top_seen = 0
    show(e, s, card)
    if not s.n_current:
        renew_events(e, s)
    push_frame(s, C_EVENT_DONE, s.current, card)
    if e.cards[card].kind == TERRITORY:
        start_auction(e, s, card)
    else:
        resolve_event(e, s, card)


cdef void finish_event(const Edition* e, State* s, card_t card) noexcept nogil:
    """EVENT-16; a colonized territory lies in a play area instead."""
    if (e.cards[card].kind != TERRITORY or s.territory) and s.n_past < MAX_EVENTS:
        s.past[s.n_past] = card
        s.n_past += 1
    s.territory = 0
