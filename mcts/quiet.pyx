"""From any position to a quiet one.

Shallow comparisons go wrong where a gain lies in somebody's next decision, so positions
are compared only when nothing is pending.  The answers here are quick and plain: they
stand for a reasonable opponent, not for the best reply.
"""
from engine.apply cimport apply_move, settle
from engine.cards cimport Card, Edition, Side
from engine.colony cimport force_sent
from engine.state cimport (
    Frame, Player, State, available_ma, discard_face_down,
)
from engine.tokens cimport FOOD, bank_index, stock
from engine.turn cimport advance, end_of_turn_culture, next_turn, production, reset_actions
from engine.types cimport *
from mcts.arms cimport colony_worth, military_card
from mcts.cardworth cimport civil_card
from mcts.features cimport Evaluator, Worth, appraise, worker_value


cdef inline move_t last(const MoveList* moves) noexcept nogil:
    return moves.moves[moves.n - 1]


# ---------------------------------------------------------------- losses and gains

cdef double worker_loss(const Edition* e, const State* s, const Worth* worth, card_t card) noexcept nogil:
    """Worth of a worker on a technology, with the resources put into it."""
    return worker_value(e, worth, e.cards[card].slot) + 0.2 * e.cards[card].resource_cost * worth.resource


cdef move_t choose_worker(
        const Edition* e, const State* s, const MoveList* moves, const Worth* worth,
        bint worst) noexcept nogil:
    cdef move_t chosen = moves.moves[0]
    cdef double best = 0
    cdef double value
    cdef int i
    for i in range(moves.n):
        value = worker_loss(e, s, worth, move_card(moves.moves[i]))
        if worst:
            value = -value
        if i == 0 or value > best:
            best = value
            chosen = moves.moves[i]
    return chosen


cdef move_t choose_colony(
        const Edition* e, const Evaluator* v, const State* s, int p, const MoveList* moves, const Worth*
        worth,
        bint worst) noexcept nogil:
    cdef move_t chosen = moves.moves[0]
    cdef double best = 0
    cdef double value
    cdef int i
    for i in range(moves.n):
        value = colony_worth(e, v, s, p, move_card(moves.moves[i]), worth)
        if worst:
            value = -value
        if i == 0 or value > best:
            best = value
            chosen = moves.moves[i]
    return chosen


cdef bint needs_food(const Edition* e, const State* s, int p) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int food = stock(e, s, p, FOOD) + player.food_rate
    return food - e.consumption[bank_index(player.yellow_bank)] < 2


cdef move_t choose_split(
        const Edition* e, const State* s, int p, const Frame* frame, const MoveList* moves) noexcept nogil:
    """Food and resources: moves ascend in food."""
    cdef bint gaining = frame.kind == F_PLUNDER or frame.amount > 0
    if needs_food(e, s, p) == gaining:
        return last(moves)
    return moves.moves[0]


cdef move_t choose_discard(
        const Edition* e, const Evaluator* v, const State* s, int p, const Frame* frame, const MoveList*
        moves,
        const Worth* worth) noexcept nogil:
    """The least useful cards; they have to be named in ascending order."""
    cdef const Player* player = &s.player[p]
    cdef double values[MAX_MILITARY_HAND]
    cdef int i, j, less
    for i in range(player.n_military):
        values[i] = military_card(e, v, s, p, player.military[i], worth)
    for i in range(player.n_military):
        if player.military[i] < frame.floor:
            continue
        less = 0
        for j in range(player.n_military):
            if player.military[j] >= frame.floor:
                less += values[j] < values[i] or (values[j] == values[i] and j < i)
        if less >= frame.amount:
            continue
        for j in range(moves.n):
            if move_card(moves.moves[j]) == player.military[i]:
                return moves.moves[j]
    return last(moves)


# ---------------------------------------------------------------- colonies

cdef double unit_loss(const Edition* e, const Worth* worth, int slot) noexcept nogil:
    cdef const Card* card = &e.cards[e.slot_card[slot]]
    return worth.worker + card.strength * worth.strength + 0.5 * card.resource_cost * worth.resource


cdef double force_cost(
        const Edition* e, const Evaluator* v, const State* s, int p, int amount,
        const Worth* worth) noexcept nogil:
    """About what a force of that size costs: the weakest unit, bonus cards, then stronger units."""
    cdef const Player* player = &s.player[p]
    cdef int force = player.colonization
    cdef int i, slot, units
    cdef bint sent = False
    cdef double cost = 0
    for slot in range(UNIT_FIRST, SLOTS):
        units = player.workers[slot]
        if units and not sent:
            force += e.cards[e.slot_card[slot]].strength
            cost += unit_loss(e, worth, slot)
            sent = True
            units -= 1
            for i in range(player.n_military):
                if force >= amount:
                    return cost
                if e.cards[player.military[i]].kind == BONUS:
                    force += e.cards[player.military[i]].force
                    cost += v.w.bonus * e.cards[player.military[i]].defense
        while units and force < amount:
            force += e.cards[e.slot_card[slot]].strength
            cost += unit_loss(e, worth, slot)
            units -= 1
    return cost


cdef move_t choose_bid(
        const Edition* e, const Evaluator* v, const State* s, int p, const MoveList* moves, const Worth*
        worth) noexcept nogil:
    """One more than the others, as long as the territory is worth it."""
    if moves.n == 1:
        return last(moves)
    if force_cost(e, v, s, p, s.high_bid + 1, worth) < colony_worth(e, v, s, p, s.territory, worth):
        return moves.moves[0]
    return last(moves)


cdef int cards_in_reserve(const Edition* e, const State* s, int p) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i, force = 0
    for i in range(player.n_military):
        force += e.cards[player.military[i]].force
    return force


cdef move_t choose_force(
        const Edition* e, const State* s, int p, const Frame* frame, const MoveList* moves) noexcept nogil:
    """As few and weak units as the bonus cards allow; everything in ascending order."""
    cdef int reserve, i
    cdef card_t card
    if move_kind(last(moves)) == M_DONE:
        return last(moves)
    if force_sent(e, s, p):
        for i in range(moves.n):
            if e.cards[move_card(moves.moves[i])].kind == BONUS:
                return moves.moves[i]
        return moves.moves[0]
    reserve = s.player[p].colonization + cards_in_reserve(e, s, p)
    for i in range(moves.n):
        card = move_card(moves.moves[i])
        if e.cards[card].strength + reserve >= frame.amount:
            return moves.moves[i]
    return moves.moves[0]


# ---------------------------------------------------------------- attacks and pacts

cdef move_t choose_defence(const Edition* e, const State* s, const MoveList* moves) noexcept nogil:
    """Defend where it can be done: bonus cards first, then any."""
    cdef int i
    if move_kind(moves.moves[0]) == M_DONE:
        return moves.moves[0]
    for i in range(moves.n):
        if move_kind(moves.moves[i]) == M_CHOOSE:
            return moves.moves[i]
    for i in range(moves.n):
        if move_kind(moves.moves[i]) == M_FACE_DOWN:
            return moves.moves[i]
    return moves.moves[0]


cdef double side_value(const Side* side, const Worth* worth) noexcept nogil:
    return (side.culture * worth.culture_rate + side.strength * worth.strength
            + side.military_actions * worth.military + side.food * worth.food_rate
            + side.resource * worth.resource_rate + 0.5 * (side.food_as_resource + side.resource_as_food)
            + (side.develop_discount - side.partner_pays) * 0.6 * worth.science_rate
            + side.culture_per_partner_wonder * 2 * worth.culture_rate + side.war_immunity)


cdef move_t choose_pact(
        const Edition* e, const Frame* frame, const MoveList* moves, const Worth* worth) noexcept nogil:
    """Accept what helps, unless it helps the other much more."""
    cdef const Card* pact = &e.cards[frame.card]
    cdef double own = side_value(&pact.sides[1 - frame.extra], worth)
    cdef double other = side_value(&pact.sides[frame.extra], worth)
    if own > 0 and own >= 0.5 * other:
        return moves.moves[0]
    return last(moves)


# ---------------------------------------------------------------- cards and buildings

cdef move_t choose_level(const Edition* e, const MoveList* moves, bint worst) noexcept nogil:
    """A card by its level alone."""
    cdef move_t chosen = moves.moves[0]
    cdef int best = -100
    cdef int i, level
    for i in range(moves.n):
        level = e.cards[move_card(moves.moves[i])].level
        if worst:
            level = -level
        if level > best:
            best = level
            chosen = moves.moves[i]
    return chosen


cdef move_t choose_take(
        const Edition* e, const Evaluator* v, const State* s, int p, const MoveList* moves, const Worth*
        worth) noexcept nogil:
    cdef move_t chosen = last(moves)
    cdef double best = 0
    cdef double value
    cdef int i
    for i in range(moves.n):
        if move_kind(moves.moves[i]) == M_TAKE:
            value = civil_card(e, v, s, p, move_card(moves.moves[i]), worth)
            if value > best:
                best = value
                chosen = moves.moves[i]
    return chosen


cdef move_t choose_development(
        const Edition* e, const State* s, int p, const MoveList* moves, const Worth* worth) noexcept nogil:
    """The best building for a worker, else population, else nothing."""
    cdef move_t chosen = last(moves)
    cdef double best = 0
    cdef double value
    cdef int i, kind
    for i in range(moves.n):
        kind = move_kind(moves.moves[i])
        if kind == M_BUILD:
            value = worker_value(e, worth, e.cards[move_card(moves.moves[i])].slot)
        elif kind == M_POPULATION:
            value = 0.5 * worth.worker
        else:
            continue
        if value > best:
            best = value
            chosen = moves.moves[i]
    return chosen


# ---------------------------------------------------------------- the policy

cdef move_t answer(
        const Edition* e, const Evaluator* v, const State* s, const MoveList* moves) noexcept nogil:
    cdef const Frame* frame = &s.frames[s.n_frames - 1]
    cdef int kind = frame.kind
    cdef int p = frame.player
    cdef Worth worth
    if moves.n == 1:
        return moves.moves[0]
    if kind == F_DEFEND:
        return choose_defence(e, s, moves)
    if kind == F_SEND:
        return choose_force(e, s, p, frame, moves)
    if kind == F_FOOD_OR_RESOURCE:
        return moves.moves[0] if needs_food(e, s, p) else last(moves)
    if kind == F_MIX or kind == F_PLUNDER:
        return choose_split(e, s, p, frame, moves)
    if kind == F_RUIN:
        return choose_level(e, moves, True)
    if kind == F_INFILTRATE:
        return choose_level(e, moves, False)
    if kind in (F_FREE_BUILD, F_LOSE_BLUE, F_STAGE_TOKEN, F_STEAL, F_TUCK):
        return moves.moves[0]
    appraise(e, v, s, p, &worth)
    if kind == F_BID:
        return choose_bid(e, v, s, p, moves, &worth)
    if kind == F_PACT:
        return choose_pact(e, frame, moves, &worth)
    if kind == F_DISCARD:
        return choose_discard(e, v, s, p, frame, moves, &worth)
    if kind == F_LOSE_POPULATION or kind == F_DESTROY_OWN:
        return choose_worker(e, s, moves, &worth, True)
    if kind == F_DESTROY_OTHER:
        return choose_worker(e, s, moves, &worth, False)
    if kind == F_LOSE_COLONY or kind == F_ANNEX:
        return choose_colony(e, v, s, p, moves, &worth, kind == F_LOSE_COLONY)
    if kind == F_TAKE_CARDS:
        return choose_take(e, v, s, p, moves, &worth)
    return choose_development(e, s, p, moves, &worth)


cdef void act(const Edition* e, State* s, move_t move, MoveList* moves) noexcept nogil:
    apply_move(e, s, move)
    advance(e, s)
    if s.n_frames or s.stage != STAGE_ACTION:
        settle(e, s, moves)
    else:
        moves.n = 0


cdef void calm(const Edition* e, const Evaluator* v, State* s, MoveList* moves) noexcept nogil:
    while s.n_frames and moves.n:
        act(e, s, answer(e, v, s, moves), moves)


# ---------------------------------------------------------------- closing a turn

cdef void discard_excess(const Edition* e, const Evaluator* v, State* s, int p) noexcept nogil:
    """END-01, the least useful cards first."""
    cdef Player* player = &s.player[p]
    cdef Worth worth
    cdef double least = 0
    cdef double value
    cdef int i, worst
    if player.n_military <= player.military_limit:
        return
    appraise(e, v, s, p, &worth)
    while player.n_military > player.military_limit:
        worst = 0
        for i in range(player.n_military):
            value = military_card(e, v, s, p, player.military[i], &worth)
            if i == 0 or value < least:
                least = value
                worst = i
        discard_face_down(e, s, p, worst)


cdef double close_turn(const Edition* e, const Evaluator* v, State* s) noexcept nogil:
    cdef int p = s.current
    cdef Player* player = &s.player[p]
    cdef int cards = available_ma(player)
    if cards > e.max_draw:
        cards = e.max_draw
    if s.round == 1 or s.age > AGE_III:
        cards = 0
    discard_excess(e, v, s, p)
    end_of_turn_culture(e, s, p)
    if player.discontent <= player.unused:
        production(e, s, p)
    reset_actions(s, p)
    next_turn(e, s)
    return cards * v.w.draw
