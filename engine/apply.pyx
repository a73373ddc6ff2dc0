"""Applying moves."""
from engine.cards cimport Card, Edition
from engine.colony cimport colonize, next_bidder
from engine.colony cimport settle as settle_territory
from engine.conflict cimport (
    accept_pact, declare_aggression, declare_war, infiltrate, remove_pact, resign, resolve_aggression,
    steal_special,
)
from engine.deeds cimport (
    add_colony, build, build_stages, count_ahead, cover_stages, destroy, develop, drop_colony,
    increase_population, play_leader, remove_leader, ruin_wonder, spend_civil, spend_military, take,
    tuck_leader, upgrade,
)
from engine.events cimport reveal_event
from engine.legal cimport generate, must_ask
from engine.prices cimport take_price
from engine.ratings cimport refresh
from engine.state cimport (
    SEEN_ALL, SKIPS_POLITICS, USED_CHOICE, USED_FREE_POPULATION, USED_TACTIC, Frame, Player, State, decider,
    discard_face_down, discard_open, drop_civil, drop_military, face_down_seen, find_civil, find_military,
    pop_frame, push_frame, show, top_frame,
)
from engine.tokens cimport (
    FOOD, RESOURCES, change_yellow, gain, gain_population, lose, score_culture, score_science,
)
from engine.turn cimport advance, end_turn, next_turn
from engine.types cimport *


# ---------------------------------------------------------------- action phase

cdef void apply_take(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int space = move_a(move) - 1
    spend_civil(s, p, take_price(e, s, p, space), move_flags(move))
    take(e, s, p, space, True)


cdef void apply_build(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int slot = e.cards[move_card(move)].slot
    if slot >= UNIT_FIRST:
        spend_military(s, p, 1)
    else:
        spend_civil(s, p, 1, move_flags(move))
    build(e, s, p, slot, 0, move_flags(move))


cdef void apply_upgrade(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int slot = e.cards[move_card(move)].slot
    cdef int better = e.cards[move_a(move)].slot
    if slot >= UNIT_FIRST:
        spend_military(s, p, 1)
    else:
        spend_civil(s, p, 1, move_flags(move))
    upgrade(e, s, p, slot, better, 0, move_flags(move))


cdef void apply_destroy(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int slot = e.cards[move_card(move)].slot
    if slot >= UNIT_FIRST:
        spend_military(s, p, 1)
    else:
        spend_civil(s, p, 1, move_flags(move))
    destroy(e, s, p, slot)


cdef void leave_hand(State* s, int p, card_t card) noexcept nogil:
    """ACTIONCARD-10: a played action card is out of the game."""
    drop_civil(s, p, find_civil(s, p, card))
    s.gone[card] += 1


cdef void gains_of_action_card(const Edition* e, State* s, int p, const Card* card, int choice) noexcept nogil:
    """What the card gives, after what it orders."""
    cdef Player* player = &s.player[p]
    score_science(s, p, card.gain_science)
    score_culture(s, p, card.gain_culture)
    if card.culture_per_richer[s.players_left]:
        score_culture(s, p, card.culture_per_richer[s.players_left] * count_ahead(e, s, p, True))
    gain(e, s, p, RESOURCES, card.gain_resource)
    gain(e, s, p, FOOD, card.gain_food)
    if card.gain_food_or_resource:
        gain(e, s, p, RESOURCES if choice == CHOOSE_RESOURCES else FOOD, card.gain_food_or_resource)
    player.ma_extra += card.gain_military_actions
    player.unit_resources += card.gain_unit_resources
    if card.unit_resources_per_stronger[s.players_left]:
        player.unit_resources += card.unit_resources_per_stronger[s.players_left] * count_ahead(e, s, p, False)


cdef void apply_action_card(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef card_t action = move_card(move)
    cdef const Card* card = &e.cards[action]
    cdef int kind = move_kind(move)
    cdef int flags = move_flags(move)
    cdef int a = move_a(move)
    leave_hand(s, p, action)
    if kind == M_ACTION_REVOLUTION:             # its price stands for the card's civil action
        develop(e, s, p, a, True, 0)
    else:
        spend_civil(s, p, 1, flags)
    if kind == M_ACTION_BUILD:
        build(e, s, p, e.cards[a].slot, card.discount, flags)
    elif kind == M_ACTION_UPGRADE:
        upgrade(e, s, p, e.cards[a].slot, move_b(move), card.discount, flags)
    elif kind == M_ACTION_DEVELOP:
        develop(e, s, p, a, False, 0)
    elif card.order == ORDER_INCREASE_POPULATION:
        increase_population(e, s, p, card.discount, flags)
    elif card.order == ORDER_BUILD_STAGE:
        build_stages(e, s, p, 1, card.discount, flags)
    gains_of_action_card(e, s, p, card, move_b(move))


cdef void set_tactic(const Edition* e, State* s, int p, card_t card, bint exclusive) noexcept nogil:
    cdef Player* player = &s.player[p]
    if player.exclusive:
        s.gone[player.tactic] += 1              # it never became common
    player.tactic = card
    player.exclusive = exclusive
    player.flags |= USED_TACTIC
    refresh(e, s, p)


cdef void apply_tactic(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef card_t card = move_card(move)
    if move_kind(move) == M_COPY:
        spend_military(s, p, e.copy_tactic_cost)
        set_tactic(e, s, p, card, False)
        return
    spend_military(s, p, e.play_tactic_cost)
    drop_military(s, p, find_military(s, p, card))
    show(e, s, card)
    set_tactic(e, s, p, card, True)


cdef void apply_use(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    """Abilities in the Action Phase."""
    cdef Player* player = &s.player[p]
    cdef const Card* card = &e.cards[move_card(move)]
    if card.free_population:
        player.flags |= USED_FREE_POPULATION
        gain_population(s, p, 1)
        refresh(e, s, p)
    elif card.levy:
        spend_military(s, p, 1)
        increase_population(e, s, p, card.levy, move_flags(move))
        build(e, s, p, e.cards[move_a(move)].slot, card.levy, move_flags(move))
    elif move_b(move) == CHOOSE_CULTURE:
        player.flags |= USED_CHOICE
        score_culture(s, p, card.choice_culture)
    else:
        player.flags |= USED_CHOICE
        player.unit_science += card.choice_science
        player.unit_resources += card.choice_resources


cdef void apply_action(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int flags = move_flags(move)
    if kind == M_TAKE:
        apply_take(e, s, p, move)
    elif kind == M_POPULATION:
        spend_civil(s, p, 1, flags)
        increase_population(e, s, p, 0, flags)
    elif kind == M_BUILD:
        apply_build(e, s, p, move)
    elif kind == M_UPGRADE:
        apply_upgrade(e, s, p, move)
    elif kind == M_DESTROY:
        apply_destroy(e, s, p, move)
    elif kind == M_WONDER:
        spend_civil(s, p, 1, flags)
        build_stages(e, s, p, move_b(move), 0, flags)
    elif kind == M_DEVELOP:
        spend_civil(s, p, 1, flags)
        develop(e, s, p, move_card(move), False, 0)
    elif kind == M_REVOLUTION:
        develop(e, s, p, move_card(move), True, 0)
    elif kind == M_LEADER:
        spend_civil(s, p, 1, flags)
        play_leader(e, s, p, move_card(move))
    elif M_ACTION <= kind <= M_ACTION_REVOLUTION:
        apply_action_card(e, s, p, move)
    elif kind == M_TACTIC or kind == M_COPY:
        apply_tactic(e, s, p, move)
    elif kind == M_USE:
        apply_use(e, s, p, move)
    elif kind == M_END_TURN:
        end_turn(e, s)


# ---------------------------------------------------------------- politics

cdef void prepare_event(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """EVENT-01 to EVENT-03."""
    drop_military(s, p, find_military(s, p, card))
    s.future_events[s.n_future] = card
    s.future_seen[s.n_future] = face_down_seen(e, s, p, card)
    s.n_future += 1
    score_culture(s, p, e.cards[card].level)
    reveal_event(e, s)


cdef void use_political_leader(const Edition* e, State* s, int p, card_t territory) noexcept nogil:
    cdef int yellow = e.cards[s.player[p].leader].retire_yellow
    remove_leader(e, s, p)
    if territory:
        drop_military(s, p, find_military(s, p, territory))
        show(e, s, territory)
        settle_territory(e, s, p, territory)
    else:
        change_yellow(s, p, yellow)
        refresh(e, s, p)


cdef void apply_resign(const Edition* e, State* s, int p) noexcept nogil:
    resign(e, s, p)
    if s.players_left == 1:
        s.stage = STAGE_OVER                    # RESIGN-05
        return
    next_turn(e, s)


cdef void apply_politics(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef card_t card = move_card(move)
    cdef int a = move_a(move)
    cdef Frame* frame
    if kind == M_PASS:
        s.stage = STAGE_ACTION
        return
    if kind == M_RESIGN:
        apply_resign(e, s, p)
        return
    push_frame(s, C_AFTER_POLITICAL_ACTION, p, 0)
    if kind == M_PREPARE:
        prepare_event(e, s, p, card)
    elif kind == M_AGGRESSION:
        declare_aggression(e, s, p, a, card)
    elif kind == M_WAR:
        declare_war(e, s, p, a, card)
    elif kind == M_PACT:
        # HIDDEN-07: all have seen the card, even if it is refused.
        s.player[p].military_seen[find_military(s, p, card)] |= SEEN_ALL
        show(e, s, card)
        frame = push_frame(s, F_PACT, a, card)
        frame.target = p
        frame.extra = move_b(move)
    elif kind == M_CANCEL:
        remove_pact(e, s, a)
    elif kind == M_USE:
        use_political_leader(e, s, p, a)


# ---------------------------------------------------------------- pending decisions

cdef void apply_bid(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    if move_kind(move) == M_BID:
        s.high_bid = move_b(move)
        s.high_bidder = p
    else:
        s.passed |= 1 << p
    next_bidder(e, s)


cdef void apply_send(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef card_t card = move_card(move)
    cdef const Card* c = &e.cards[card]
    cdef int kind = move_kind(move)
    top_frame(s).floor = card
    if kind == M_DONE:
        pop_frame(s)
        colonize(e, s, p)
    elif kind == M_FACE_DOWN:
        discard_face_down(e, s, p, find_military(s, p, card))
        s.force_cards += 1
        s.force_discards += 1
    elif c.kind == BONUS:
        drop_military(s, p, find_military(s, p, card))
        show(e, s, card)
        discard_open(e, s, card)
        s.force_cards += c.force
    else:
        s.player[p].workers[c.slot] -= 1
        s.sent[c.slot - UNIT_FIRST] += 1
        refresh(e, s, p)


cdef void apply_defend(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef card_t card = move_card(move)
    cdef int kind = move_kind(move)
    cdef Frame* frame = top_frame(s)
    if kind == M_DONE or kind == M_PASS:
        pop_frame(s)
        resolve_aggression(e, s)
        return
    frame.floor = card
    frame.extra = kind == M_FACE_DOWN
    s.defence_cards += 1
    if kind == M_FACE_DOWN:
        discard_face_down(e, s, p, find_military(s, p, card))
        s.defence_strength += 1
    else:
        drop_military(s, p, find_military(s, p, card))
        show(e, s, card)
        discard_open(e, s, card)
        s.defence_strength += e.cards[card].defense


cdef void apply_stage_token(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """WONDER-08: the token goes straight onto the stage."""
    cdef int stages = top_frame(s).amount
    pop_frame(s)
    s.player[p].blue[e.cards[card].slot] -= 1
    s.player[p].blue_bank += 1
    cover_stages(e, s, p, stages)


cdef void apply_split(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef Frame frame = top_frame(s)[0]
    cdef int food = move_a(move)
    cdef int resources = move_b(move)
    pop_frame(s)
    if frame.kind == F_PLUNDER:                 # PAY-19: each with own tokens
        lose(e, s, frame.target, FOOD, food)
        lose(e, s, frame.target, RESOURCES, resources)
    elif frame.amount < 0:
        lose(e, s, p, FOOD, food)
        lose(e, s, p, RESOURCES, resources)
        return
    gain(e, s, p, FOOD, food)
    gain(e, s, p, RESOURCES, resources)


cdef void apply_development(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef int discount = top_frame(s).amount
    cdef int kind = move_kind(move)
    pop_frame(s)
    if kind == M_POPULATION:
        increase_population(e, s, p, discount, 0)
    elif kind == M_BUILD:
        build(e, s, p, e.cards[move_card(move)].slot, discount, 0)
    elif kind == M_DEVELOP or kind == M_REVOLUTION:
        develop(e, s, p, move_card(move), kind == M_REVOLUTION, discount)


cdef void apply_destroy_other(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    """The frame below a raid's choices collects the printed costs (AGGR-12)."""
    cdef int victim = top_frame(s).target
    cdef int i
    pop_frame(s)
    destroy(e, s, victim, e.cards[card].slot)
    for i in range(s.n_frames - 1, -1, -1):
        if s.frames[i].kind == C_RAID:
            s.frames[i].amount += e.cards[card].resource_cost
            return
        if s.frames[i].kind != F_DESTROY_OTHER:
            return


cdef void apply_steal(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    """CARDNOTE-31: special technologies first, the rest of the advantage in science."""
    cdef Frame* frame = top_frame(s)
    cdef int loser = frame.target
    cdef int amount = frame.amount
    cdef card_t card = move_card(move)
    if move_kind(move) == M_CHOOSE:
        frame.amount -= e.cards[card].science_cost
        frame.floor = card
        steal_special(e, s, p, loser, card)
        return
    pop_frame(s)
    if amount > s.player[loser].science:
        amount = s.player[loser].science
    score_science(s, loser, -amount)
    score_science(s, p, amount)


cdef void apply_agreement(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    """CARDNOTE-22, CARDNOTE-23."""
    cdef int space = move_a(move) - 1
    if move_kind(move) == M_DONE:
        pop_frame(s)
        return
    top_frame(s).amount -= take_price(e, s, p, space)
    s.player[p].flags |= SKIPS_POLITICS
    take(e, s, p, space, False)


cdef void lose_worker(const Edition* e, State* s, int p, card_t card) noexcept nogil:
    s.player[p].workers[e.cards[card].slot] -= 1
    s.player[p].yellow_bank += 1
    refresh(e, s, p)


cdef void apply_pending(const Edition* e, State* s, int p, move_t move) noexcept nogil:
    cdef Frame frame = top_frame(s)[0]
    cdef int kind = frame.kind
    cdef card_t card = move_card(move)
    if kind == F_BID:
        apply_bid(e, s, p, move)
        return
    if kind == F_SEND:
        apply_send(e, s, p, move)
        return
    if kind == F_DEFEND:
        apply_defend(e, s, p, move)
        return
    if kind == F_DISCARD:
        discard_face_down(e, s, p, find_military(s, p, card))
        top_frame(s).amount -= 1
        top_frame(s).floor = card
        return
    if kind == F_LOSE_POPULATION:
        lose_worker(e, s, p, card)
        top_frame(s).amount -= 1
        return
    if kind == F_LOSE_BLUE:
        s.player[p].blue[e.cards[card].slot] -= 1
        top_frame(s).amount -= 1
        return
    if kind == F_STAGE_TOKEN:
        apply_stage_token(e, s, p, card)
        return
    if kind == F_MIX or kind == F_PLUNDER:
        apply_split(e, s, p, move)
        return
    if kind == F_DEVELOPMENT:
        apply_development(e, s, p, move)
        return
    if kind == F_DESTROY_OTHER:
        apply_destroy_other(e, s, p, card)
        return
    if kind == F_STEAL:
        apply_steal(e, s, p, move)
        return
    if kind == F_TAKE_CARDS:
        apply_agreement(e, s, p, move)
        return
    pop_frame(s)
    apply_single_choice(e, s, p, &frame, move)


cdef void apply_single_choice(const Edition* e, State* s, int p, const Frame* frame, move_t move) noexcept nogil:
    """Decisions that one move settles."""
    cdef int kind = frame.kind
    cdef card_t card = move_card(move)
    cdef bint declined = move_kind(move) == M_PASS
    if kind == F_PACT:
        if not declined:
            accept_pact(e, s, frame.target, p, frame.card, frame.extra)
    elif kind == F_FOOD_OR_RESOURCE:
        gain(e, s, p, FOOD if move_b(move) == CHOOSE_FOOD else RESOURCES, frame.amount)
    elif kind == F_FREE_BUILD:
        if not declined:
            build(e, s, p, e.cards[card].slot, 127, 0)
    elif kind == F_DESTROY_OWN:
        destroy(e, s, p, e.cards[card].slot)
    elif kind == F_RUIN:
        ruin_wonder(e, s, p, card)
    elif kind == F_LOSE_COLONY:
        drop_colony(e, s, p, card)
        discard_open(e, s, card)                # HAND-06
    elif kind == F_ANNEX:
        drop_colony(e, s, frame.target, card)
        add_colony(e, s, p, card)
    elif kind == F_INFILTRATE:
        infiltrate(e, s, p, frame.target, card, frame.card)
    elif kind == F_TUCK:
        tuck_leader(e, s, p, frame.card, 0 if declined else card)


# ---------------------------------------------------------------- one step

cdef void apply_move(const Edition* e, State* s, move_t move) noexcept nogil:
    cdef int p = decider(s)
    if s.n_frames:
        apply_pending(e, s, p, move)
    elif s.stage == STAGE_POLITICS:
        apply_politics(e, s, p, move)
    else:
        apply_action(e, s, p, move)


cdef void settle(const Edition* e, State* s, MoveList* moves) noexcept nogil:
    while True:
        advance(e, s)
        generate(e, s, moves)
        if moves.n != 1 or must_ask(e, s):
            return
        apply_move(e, s, moves.moves[0])


cdef void step(const Edition* e, State* s, move_t move, MoveList* moves) noexcept nogil:
    apply_move(e, s, move)
    settle(e, s, moves)
