"""Aggressions, wars, pacts and resigning."""
from engine.cards cimport Card, Edition
from engine.deeds cimport drop_special, put_special, remove_leader, remove_unfinished, spend_military
from engine.ratings cimport pact_side, refresh, refresh_all
from engine.state cimport (
    RESIGNED, Frame, Player, State, add_discard, discard_open, drop_civil, drop_military, face_down_seen,
    find_military, in_game, push_frame, show,
)
from engine.tokens cimport (
    FOOD, RESOURCES, change_yellow, gain, lose_population, score_culture, score_science,
)
from engine.types cimport (
    ATTACK_ANNEX, ATTACK_ARMED_INTERVENTION, ATTACK_ENDS_PACT, ATTACK_ENSLAVE, ATTACK_FORBIDDEN,
    ATTACK_INFILTRATE, ATTACK_PLUNDER, ATTACK_RAID, ATTACK_SPY, C_RAID, F_ANNEX, F_DEFEND, F_DESTROY_OTHER,
    F_INFILTRATE, F_PLUNDER, F_STEAL, SLOTS, SPECIAL_TYPES, STORES, WAR, WAR_CULTURE, WAR_TECHNOLOGY,
    WAR_TERRITORY, card_t,
)


# ---------------------------------------------------------------- pacts between two players

cdef inline bint joins(const State* s, int owner, int p, int q) noexcept nogil:
    """The pact in `owner`'s area binds p and q."""
    cdef int partner = s.player[owner].pact_partner
    return s.player[owner].pact != 0 and ((owner == p and partner == q) or (owner == q and partner == p))


cdef void remove_pact(const Edition* e, State* s, int owner) noexcept nogil:
    """PACT-10."""
    cdef Player* player = &s.player[owner]
    cdef int partner = player.pact_partner
    discard_open(e, s, player.pact)
    player.pact = 0
    player.pact_partner = 0
    player.pact_side = 0
    if in_game(s, owner):
        refresh(e, s, owner)
    if in_game(s, partner):
        refresh(e, s, partner)


cdef void end_pacts_by_attack(const Edition* e, State* s, int p, int q) noexcept nogil:
    """AGGR-06, WAR-04."""
    cdef int owner
    for owner in range(s.players):
        if joins(s, owner, p, q) and e.cards[s.player[owner].pact].attack_clause == ATTACK_ENDS_PACT:
            remove_pact(e, s, owner)


cdef void accept_pact(const Edition* e, State* s, int p, int q, card_t card, int side) noexcept nogil:
    """PACT-05 to PACT-07."""
    cdef Player* player = &s.player[p]
    if player.pact:
        discard_open(e, s, player.pact)
        player.pact = 0
    drop_military(s, p, find_military(s, p, card))
    player.pact = card
    player.pact_partner = q
    player.pact_side = side
    refresh_all(e, s)


# ---------------------------------------------------------------- who may attack

cdef int attack_price(const Edition* e, const State* s, int q, card_t card) noexcept nogil:
    """Military actions; more against a pacifist (CARDNOTE-32)."""
    cdef int factor = e.cards[s.player[q].leader].pacifist
    return e.cards[card].attack_cost * (factor if factor else 1)


cdef bint may_attack(const Edition* e, const State* s, int p, int q, card_t card) noexcept nogil:
    cdef int owner
    cdef const Player* area
    if e.cards[s.player[p].leader].pacifist:
        return False
    if e.cards[card].attack == ATTACK_INFILTRATE and not (s.player[q].leader or s.player[q].unfinished):
        return False                            # AGGR-18
    for owner in range(s.players):
        area = &s.player[owner]
        if not area.pact:
            continue
        if joins(s, owner, p, q) and e.cards[area.pact].attack_clause == ATTACK_FORBIDDEN:
            return False                        # AGGR-05, WAR-02
        if e.cards[card].kind == WAR and pact_side(e, s, owner, q) != NULL:
            if pact_side(e, s, owner, q).war_immunity:
                return False
    return True


cdef int shared_strength(const Edition* e, const State* s, int p, int q, bint attacker) noexcept nogil:
    """What pacts between p and q change in p's strength when one attacks the other (AGGR-03, AGGR-04)."""
    cdef const Card* pact
    cdef int owner, change = 0
    for owner in range(s.players):
        if not joins(s, owner, p, q):
            continue
        pact = &e.cards[s.player[owner].pact]
        if pact.attack_clause == ATTACK_ENDS_PACT:
            change -= pact_side(e, s, owner, p).strength
        elif attacker:
            change += pact.attacker_strength
    return change


cdef int attacker_bonus(const Edition* e, const State* s, int p, int q) noexcept nogil:
    """What pacts add to p in an attack on q; one made since a declaration keeps its strength (WAR-08, WAR-16)."""
    cdef int owner, bonus = 0
    for owner in range(s.players):
        if joins(s, owner, p, q):
            bonus += e.cards[s.player[owner].pact].attacker_strength
    return bonus


cdef bint is_stronger(const Edition* e, const State* s, int p, int q) noexcept nogil:
    """AGGR-02 to AGGR-04."""
    return (s.player[p].strength + shared_strength(e, s, p, q, True)
            > s.player[q].strength + shared_strength(e, s, q, p, False))


cdef void reveal_attack(const Edition* e, State* s, int p, int q, card_t card) noexcept nogil:
    spend_military(s, p, attack_price(e, s, q, card))
    drop_military(s, p, find_military(s, p, card))
    show(e, s, card)
    end_pacts_by_attack(e, s, p, q)


# ---------------------------------------------------------------- aggression

cdef void declare_aggression(const Edition* e, State* s, int p, int q, card_t card) noexcept nogil:
    """AGGR-01 to AGGR-07; a rival without military cards cannot defend."""
    reveal_attack(e, s, p, q, card)
    s.attack = card
    s.attacker = p
    s.defender = q
    s.attack_strength = s.player[p].strength + shared_strength(e, s, p, q, True)
    s.defence_strength = s.player[q].strength
    s.defence_cards = 0
    if s.player[q].n_military:
        push_frame(s, F_DEFEND, q, card)
    else:
        resolve_aggression(e, s)


cdef void raid(State* s, const Card* card, card_t attack, int p, int q) noexcept nogil:
    cdef Frame* frame
    cdef int i
    push_frame(s, C_RAID, p, attack)
    for i in range(1, -1, -1):
        if card.destroy_level[i] >= 0:
            frame = push_frame(s, F_DESTROY_OTHER, p, attack)
            frame.target = q
            frame.limit = card.destroy_level[i]


cdef void take_points(State* s, int p, int q, int amount, bint culture) noexcept nogil:
    """SCORE-05."""
    cdef int held = s.player[q].culture if culture else s.player[q].science
    if amount > held:
        amount = held
    if culture:
        score_culture(s, q, -amount)
        score_culture(s, p, amount)
    else:
        score_science(s, q, -amount)
        score_science(s, p, amount)


cdef void aggression_succeeds(const Edition* e, State* s, int p, int q, card_t attack) noexcept nogil:
    cdef const Card* card = &e.cards[attack]
    cdef Frame* frame
    if card.attack == ATTACK_ENSLAVE:
        gain(e, s, p, RESOURCES, card.attack_amount[0])
        gain(e, s, p, FOOD, card.attack_amount[1])
        lose_population(s, q, 1, attack)
    elif card.attack == ATTACK_PLUNDER:
        frame = push_frame(s, F_PLUNDER, p, attack)
        frame.target = q
        frame.amount = card.attack_amount[0]
    elif card.attack == ATTACK_RAID:
        raid(s, card, attack, p, q)
    elif card.attack == ATTACK_ANNEX:
        if s.player[q].colonies:
            push_frame(s, F_ANNEX, p, attack).target = q
    elif card.attack == ATTACK_INFILTRATE:
        push_frame(s, F_INFILTRATE, p, attack).target = q
    elif card.attack == ATTACK_SPY:
        take_points(s, p, q, card.attack_amount[0], False)
    elif card.attack == ATTACK_ARMED_INTERVENTION:
        take_points(s, p, q, card.attack_amount[0], True)


cdef void resolve_aggression(const Edition* e, State* s) noexcept nogil:
    """AGGR-10 to AGGR-13, once the defence is settled."""
    cdef card_t attack = s.attack
    cdef int p = s.attacker
    cdef int q = s.defender
    cdef bint success = s.attack_strength > s.defence_strength
    discard_open(e, s, attack)
    s.attack = 0
    s.attacker = 0
    s.defender = 0
    s.attack_strength = 0
    s.defence_strength = 0
    s.defence_cards = 0
    if success:
        aggression_succeeds(e, s, p, q, attack)


cdef void infiltrate(const Edition* e, State* s, int p, int q, card_t removed, card_t attack) noexcept nogil:
    score_culture(s, p, e.cards[attack].attack_amount[0] * e.cards[removed].level)
    if removed == s.player[q].leader:
        remove_leader(e, s, q)
    else:
        remove_unfinished(e, s, q)


# ---------------------------------------------------------------- war

cdef void declare_war(const Edition* e, State* s, int p, int q, card_t card) noexcept nogil:
    reveal_attack(e, s, p, q, card)
    s.player[p].war = card
    s.player[p].war_target = q


cdef void steal_special(const Edition* e, State* s, int victor, int loser, card_t card) noexcept nogil:
    """WAR-13, WAR-15."""
    drop_special(e, s, loser, card)
    put_special(e, s, victor, card)


cdef void resolve_war(const Edition* e, State* s, int p) noexcept nogil:
    """WAR-07 to WAR-12."""
    cdef card_t war = s.player[p].war
    cdef const Card* card = &e.cards[war]
    cdef int q = s.player[p].war_target
    cdef int advantage = s.player[p].strength + attacker_bonus(e, s, p, q) - s.player[q].strength
    cdef int victor = p
    cdef int loser = q
    cdef int tokens
    cdef Frame* frame
    s.player[p].war = 0
    s.player[p].war_target = 0
    discard_open(e, s, war)
    if not advantage:
        return
    if advantage < 0:
        victor, loser = loser, victor
        advantage = -advantage
    if card.attack == WAR_CULTURE:
        take_points(s, victor, loser, card.attack_amount[0] + advantage, True)
    elif card.attack == WAR_TERRITORY:
        tokens = card.attack_amount[0] + advantage // card.attack_amount[1]
        if tokens > s.player[loser].yellow_bank:
            tokens = s.player[loser].yellow_bank
        change_yellow(s, loser, -tokens)
        change_yellow(s, victor, tokens)
        refresh_all(e, s)
    elif card.attack == WAR_TECHNOLOGY:
        frame = push_frame(s, F_STEAL, victor, war)
        frame.target = loser
        frame.amount = advantage


# ---------------------------------------------------------------- resigning

cdef void clear_hands(const Edition* e, State* s, int p) noexcept nogil:
    cdef Player* player = &s.player[p]
    cdef card_t card
    while player.n_civil:
        s.gone[player.civil[0]] += 1
        drop_civil(s, p, 0)
    while player.n_military:
        card = player.military[0]
        add_discard(e, s, card, drop_military(s, p, 0) | face_down_seen(e, s, p, card))


cdef void clear_area(const Edition* e, State* s, int p) noexcept nogil:
    """RESIGN-03: all cards of the play area are out of the game."""
    cdef Player* player = &s.player[p]
    cdef int i
    s.gone[player.government] += 1
    if player.leader:
        s.gone[player.leader] += 1
    if player.unfinished:
        s.gone[player.unfinished] += 1
    if player.tucked:
        s.gone[player.tucked] += 1
    for i in range(SPECIAL_TYPES):
        if player.special[i]:
            s.gone[player.special[i]] += 1
        player.special[i] = 0
    for i in range(SLOTS):
        if player.technologies >> i & 1:
            s.gone[e.slot_card[i]] += 1
        player.workers[i] = 0
    for i in range(STORES):
        player.blue[i] = 0
    for i in range(32):
        if player.wonders >> i & 1:
            s.gone[e.wonders[i]] += 1
        if player.colonies >> i & 1:
            s.gone[e.territories[i]] += 1
    if player.exclusive:
        s.gone[player.tactic] += 1
    player.government = player.leader = player.unfinished = player.tucked = player.tactic = 0
    player.stages = player.tucked_wonder = player.exclusive = 0
    player.technologies = 0
    player.wonders = player.ruins = player.colonies = 0
    player.blue_bank = player.yellow_bank = player.unused = 0


cdef void resign(const Edition* e, State* s, int p) noexcept nogil:
    """RESIGN-02 to RESIGN-05, RESIGN-10; the round goes on with the next player."""
    cdef Player* player = &s.player[p]
    cdef int q
    for q in range(s.players):
        if s.player[q].pact and (q == p or s.player[q].pact_partner == p):
            remove_pact(e, s, q)
        if in_game(s, q) and q != p and s.player[q].war and s.player[q].war_target == p:
            discard_open(e, s, s.player[q].war)
            s.player[q].war = 0
            s.player[q].war_target = 0
            score_culture(s, q, e.resigned_war_culture)
    if player.war:
        discard_open(e, s, player.war)
        player.war = 0
        player.war_target = 0
    clear_hands(e, s, p)
    clear_area(e, s, p)
    player.flags = RESIGNED
    player.ca_spent = player.ma_spent = player.ma_extra = player.unit_resources = player.unit_science = 0
    player.culture_rating = player.science_rating = player.strength = 0
    player.happiness = player.required = player.discontent = 0
    player.ca_total = player.ma_total = player.units = player.wonder_powers = 0
    player.colonization = player.civil_limit = player.military_limit = player.urban_limit = 0
    player.food_rate = player.resource_rate = player.mine_rate = 0
    s.players_left -= 1
    refresh_all(e, s)
