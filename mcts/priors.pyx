"""Quick judgement of moves.

Two grades of care.  `quick_scores` adds up what a move brings and costs at the prices of the
moment, without touching the position: for playouts, where a decision may take a microsecond.
The priors of a search apply each move and compare the closed turns, like the greedy agent:
that costs some ten microseconds a node, once.
"""
from libc.math cimport exp, log
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine.cards cimport Card, Edition
from engine.legal cimport generate
from engine.prices cimport (
    build_price, population_price, science_price, stage_price, take_price, turn_unit_resources, upgrade_price,
)
from engine.ratings cimport army_strength
from engine.rng cimport Rng, next64, seed_rng
from engine.state cimport Player, State, available_ca, available_ma, decider, decision_kind
from engine.tokens cimport bank_index
from engine.types cimport *
from mcts.arms cimport event_edge
from mcts.beam cimport turn_values
from mcts.cardworth cimport (
    civil_card, hand_share, leader_life, leader_worth, technology_gain, wonder_benefit, wonder_worth,
)
from mcts.evaluation cimport Evaluation, evaluate_all, win_chances
from mcts.features cimport Evaluator, Weights, Worth, appraise, worker_value
from mcts.forecast cimport fill_forecast, forecast_all
from mcts.greedy cimport dominated, move_values
from mcts.native cimport NativeAgent
from mcts.preferences cimport fill_preferences, preferred
from mcts.quiet cimport answer, calm, close_turn

from mcts.weights import load_weights

cdef double NEVER = -1e9
cdef double POLICY_SHARE = 0.6  # of the policy in the weights of the root, beside that of whole turns


cdef struct View:
    # What all moves of one decision share.
    const Edition* e
    const Evaluator* v
    const State* s
    int p
    Worth worth
    double idle                 # worth of one more and of the last unused worker
    double last_idle


cdef inline double positive(double x) noexcept nogil:
    return x if x > 0 else 0


cdef double technology_share(const Weights* w, int slot) noexcept nogil:
    return w.unit_technology if slot >= UNIT_FIRST else w.technology


cdef double held(View* view, card_t card) noexcept nogil:
    """What the evaluation gives for the card in hand."""
    return hand_share(&view.v.w, view.e.cards[card].kind) * civil_card(
        view.e, view.v, view.s, view.p, card, &view.worth)


# ---------------------------------------------------------------- population, buildings and units

cdef double score_population(View* view, int discount) noexcept nogil:
    cdef const Edition* e = view.e
    cdef const Player* player = &view.s.player[view.p]
    cdef int bank = bank_index(player.yellow_bank)
    cdef int fewer = bank_index(player.yellow_bank - 1)
    cdef double score = view.idle - view.worth.food * population_price(e, view.s, view.p, discount)
    score -= (view.v.consumption[fewer] - view.v.consumption[bank]) * view.worth.food_rate
    if e.happy_required[fewer] > player.happiness and e.happy_required[fewer] > e.happy_required[bank]:
        score -= view.worth.worker
    return score


cdef double unit_strength(View* view, int lower, int slot) noexcept nogil:
    """Strength that one unit more (or a better one in place of `lower`) adds, armies included."""
    cdef const Player* player = &view.s.player[view.p]
    cdef uint8_t units[SLOTS - UNIT_FIRST]
    cdef bint rides = view.e.cards[player.leader].infantry_rides
    cdef int change = view.e.cards[view.e.slot_card[slot]].strength
    memcpy(units, &player.workers[UNIT_FIRST], sizeof(units))
    change -= army_strength(view.e, player.tactic, units, rides)
    units[slot - UNIT_FIRST] += 1
    if lower >= 0:
        units[lower - UNIT_FIRST] -= 1
        change -= view.e.cards[view.e.slot_card[lower]].strength
    change += army_strength(view.e, player.tactic, units, rides)
    return change * view.worth.strength


cdef double military_action(View* view) noexcept nogil:
    """A military action spent is a card not drawn."""
    return view.v.w.draw if available_ma(&view.s.player[view.p]) <= view.e.max_draw else 0


cdef double score_build(View* view, int slot, int discount) noexcept nogil:
    cdef int price = build_price(view.e, view.s, view.p, slot) - discount
    cdef double score = -view.last_idle
    if slot >= UNIT_FIRST:
        price -= turn_unit_resources(view.e, view.s, view.p)
        score += unit_strength(view, -1, slot) - military_action(view)
    else:
        score += worker_value(view.e, &view.worth, slot)
    return score - positive(price) * view.worth.resource


cdef double score_upgrade(View* view, int slot, int better, int discount) noexcept nogil:
    cdef int price = upgrade_price(view.e, view.s, view.p, slot, better) - discount
    cdef double gain
    if slot >= UNIT_FIRST:
        price -= turn_unit_resources(view.e, view.s, view.p)
        gain = unit_strength(view, slot, better) - military_action(view)
    else:
        gain = worker_value(view.e, &view.worth, better) - worker_value(view.e, &view.worth, slot)
    return gain - positive(price) * view.worth.resource


# ---------------------------------------------------------------- cards

cdef double score_stages(View* view, int stages, int discount) noexcept nogil:
    cdef const Player* player = &view.s.player[view.p]
    cdef const Card* wonder = &view.e.cards[player.unfinished]
    cdef double price = positive(stage_price(view.e, view.s, view.p, stages) - discount) * view.worth.resource
    cdef double before = wonder_worth(view.e, view.v, view.s, view.p, player.unfinished, player.stages, &view.worth)
    if player.stages + stages == wonder.n_stages:
        return wonder_benefit(view.e, view.s, view.p, wonder, &view.worth) - before - price
    return (wonder_worth(view.e, view.v, view.s, view.p, player.unfinished, player.stages + stages, &view.worth)
            - before - price)


cdef double score_develop(View* view, card_t card, bint revolution) noexcept nogil:
    cdef const Edition* e = view.e
    cdef const Card* c = &e.cards[card]
    cdef const Weights* w = &view.v.w
    cdef double price = science_price(e, view.s, view.p, card, revolution, 0) * view.worth.science
    cdef double gain
    if c.slot >= 0:
        gain = technology_share(w, c.slot) * technology_gain(e, view.s, view.p, c, &view.worth)
        return gain - price - held(view, card)
    # A government or special technology works at once: its worth in hand, and what the hand's share hides.
    gain = civil_card(e, view.v, view.s, view.p, card, &view.worth)
    gain *= 1 - hand_share(w, c.kind)
    if revolution:
        gain -= 0.3 * available_ca(&view.s.player[view.p]) * view.worth.action
    return gain


cdef double score_leader(View* view, card_t card) noexcept nogil:
    cdef const Edition* e = view.e
    cdef card_t now = view.s.player[view.p].leader
    cdef double life = leader_life(&e.cards[card], &view.worth)
    cdef double gain = leader_worth(e, view.v, view.s, view.p, card, life, &view.worth)
    if now:
        life = leader_life(&e.cards[now], &view.worth)
        gain -= leader_worth(e, view.v, view.s, view.p, now, life, &view.worth)
    return gain - held(view, card)


cdef double score_take(View* view, move_t move) noexcept nogil:
    cdef int price = take_price(view.e, view.s, view.p, <int> move_a(move) - 1)
    return held(view, move_card(move)) + 0.05 - (price - 1) * 0.6 * view.worth.action


cdef double score_action_card(View* view, move_t move) noexcept nogil:
    cdef const Edition* e = view.e
    cdef card_t card = move_card(move)
    cdef const Card* c = &e.cards[card]
    cdef uint32_t kind = move_kind(move)
    cdef card_t a = <card_t> move_a(move)
    cdef double score = -held(view, card)
    score += c.gain_culture + c.gain_science * view.worth.science
    score += c.gain_resource * view.worth.resource + c.gain_food * view.worth.food
    if kind == M_ACTION_BUILD:
        return score + score_build(view, e.cards[a].slot, c.discount)
    if kind == M_ACTION_UPGRADE:
        return score + score_upgrade(view, e.cards[a].slot, <int> move_b(move), c.discount)
    if kind == M_ACTION_DEVELOP or kind == M_ACTION_REVOLUTION:
        return score + score_develop(view, a, kind == M_ACTION_REVOLUTION)
    if c.order == ORDER_INCREASE_POPULATION:
        return score + score_population(view, c.discount)
    if c.order == ORDER_BUILD_STAGE:
        return score + score_stages(view, 1, c.discount)
    if c.gain_food_or_resource:
        return score + c.gain_food_or_resource * (
            view.worth.food if move_b(move) == CHOOSE_FOOD else view.worth.resource)
    return score + civil_card(e, view.v, view.s, view.p, card, &view.worth)


cdef double score_tactic(View* view, card_t card, bint copied) noexcept nogil:
    cdef const Player* player = &view.s.player[view.p]
    cdef bint rides = view.e.cards[player.leader].infantry_rides
    cdef const uint8_t* units = <const uint8_t*> &player.workers[UNIT_FIRST]
    cdef int gain = army_strength(view.e, card, units, rides) - army_strength(view.e, player.tactic, units, rides)
    cdef double share = 1 if copied else 1 - view.v.w.tactic
    return gain * view.worth.strength * share - (2 if copied else 1) * military_action(view)


cdef double score_use(View* view, move_t move) noexcept nogil:
    cdef const Card* card = &view.e.cards[move_card(move)]
    if card.free_population:
        return view.idle
    if card.levy:
        return (score_population(view, card.levy) + view.idle - view.last_idle
                + score_build(view, view.e.cards[move_a(move)].slot, card.levy))
    return 3 if move_b(move) == CHOOSE_CULTURE else 1.5 * view.worth.resource


cdef double score_action(View* view, move_t move) noexcept nogil:
    cdef const Edition* e = view.e
    cdef uint32_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    cdef double score
    if kind == M_TAKE:
        score = score_take(view, move)
    elif kind == M_POPULATION:
        score = score_population(view, 0)
    elif kind == M_BUILD:
        score = score_build(view, e.cards[card].slot, 0)
    elif kind == M_UPGRADE:
        score = score_upgrade(view, e.cards[card].slot, e.cards[move_a(move)].slot, 0)
    elif kind == M_WONDER:
        score = score_stages(view, <int> move_b(move), 0)
    elif kind == M_DEVELOP or kind == M_REVOLUTION:
        score = score_develop(view, card, kind == M_REVOLUTION)
    elif kind == M_LEADER:
        score = score_leader(view, card)
    elif M_ACTION <= kind <= M_ACTION_REVOLUTION:
        score = score_action_card(view, move)
    elif kind == M_TACTIC or kind == M_COPY:
        score = score_tactic(view, card, kind == M_COPY)
    elif kind == M_USE:
        score = score_use(view, move)
    elif kind == M_DESTROY:
        score = -8
    else:
        return 0                                # end of the turn
    if move_flags(move) & FLAG_MA:
        score -= military_action(view) - 0.3 * view.worth.action
    return score


# ---------------------------------------------------------------- politics

cdef double score_political(View* view, move_t move) noexcept nogil:
    """A rough order: attacks that will succeed, events that help, nothing."""
    cdef const Edition* e = view.e
    cdef const State* s = view.s
    cdef uint32_t kind = move_kind(move)
    cdef card_t card = move_card(move)
    cdef int lead
    cdef double share
    if kind == M_PREPARE:
        share = view.v.w.impact if e.cards[card].impact else 0.5 * view.v.w.event_edge
        return 0.5 + e.cards[card].level + share * event_edge(e, view.v, s, view.p, card, &view.worth)
    if kind == M_AGGRESSION or kind == M_WAR:
        lead = s.player[view.p].strength - s.player[move_a(move)].strength
        if kind == M_WAR:
            return lead - 4 if e.cards[card].attack == WAR_CULTURE else 0.5 * lead - 4
        # The rival may discard or play as many cards as he has military actions and cards.
        return 4 + 2 * e.cards[card].level if lead > s.player[move_a(move)].n_military else 0.5 * lead - 1
    if kind == M_PACT:
        return 0.5
    if kind == M_USE:
        return 3 if move_a(move) else -2
    if kind == M_CANCEL:
        return -2
    return 0


# ---------------------------------------------------------------- scores of all moves

cdef void open_view(const Edition* e, const Evaluator* v, const State* s, View* view) noexcept nogil:
    cdef const Player* player
    cdef int idle, _i
    view.e = e
    view.v = v
    view.s = s
    view.p = decider(s)
    appraise(e, v, s, view.p, &view.worth)
    player = &s.player[view.p]
    idle = player.unused - player.discontent
    view.idle = view.worth.worker
    view.last_idle = view.worth.worker
    for _i in range(idle):
        view.idle *= v.w.worker_fade
    for _i in range(idle - 1):
        view.last_idle *= v.w.worker_fade


cdef void quick_scores(
        const Edition* e, const Evaluator* v, const State* s, const MoveList* moves,
        double* scores) noexcept nogil:
    cdef View view
    cdef int kind = decision_kind(s)
    cdef move_t answered
    cdef int i
    if kind != F_ACTION and kind != F_POLITICS:
        answered = answer(e, v, s, moves)
        for i in range(moves.n):
            scores[i] = 5 if moves.moves[i] == answered else 0
        return
    open_view(e, v, s, &view)
    for i in range(moves.n):
        if dominated(e, s, moves, i):
            scores[i] = NEVER
            continue
        if kind == F_ACTION:
            scores[i] = score_action(&view, moves.moves[i])
        else:
            scores[i] = score_political(&view, moves.moves[i])
        if v.preferences != NULL:
            scores[i] = preferred(v.preferences, moves.moves[i], scores[i], view.worth.turns)


cdef enum:
    QUANTILES = 1024

# Midpoints of equal parts of the Gumbel distribution: two logarithms a move would be a tenth of a playout.
cdef double GUMBEL[QUANTILES]


cdef void fill_quantiles() noexcept:
    cdef int i
    for i in range(QUANTILES):
        GUMBEL[i] = -log(-log((i + 0.5) / QUANTILES))


fill_quantiles()


cdef inline double gumbel(Rng* rng) noexcept nogil:
    return GUMBEL[next64(rng) >> 54]


cdef move_t quick_move(
        const Edition* e, const Evaluator* v, const State* s, const MoveList* moves, double noise,
        Rng* rng) noexcept nogil:
    """Adding Gumbel noise draws each move with a chance in proportion to exp(score / noise)."""
    cdef double scores[MAX_MOVES]
    cdef int kind = decision_kind(s)
    cdef int i, best = 0
    if moves.n == 1:
        return moves.moves[0]
    if kind != F_ACTION and kind != F_POLITICS:
        return answer(e, v, s, moves)
    quick_scores(e, v, s, moves, scores)
    for i in range(moves.n):
        if noise > 0 and scores[i] > NEVER:
            scores[i] += noise * gumbel(rng)
        if scores[i] > scores[best]:
            best = i
    return moves.moves[best]


# ---------------------------------------------------------------- hooks of the search

cdef void rate_quiet(
        const Edition* e, const Minds* minds, const State* s, int p, double drawn, double* win,
        double* culture) noexcept nogil:
    """`drawn`: what the cards are worth that p would have drawn."""
    if minds.forecast != NULL:
        forecast_all(e, minds.evaluation, minds.forecast, s, culture, win)
        return
    evaluate_all(e, minds.evaluation, s, culture)
    if p >= 0:
        culture[p] += drawn
    win_chances(e, minds.evaluation, s, culture, win)


cdef void evaluate_hook(
        const void* context, const Edition* e, const State* s, double* win, double* culture) noexcept nogil:
    """Any position: pending decisions are answered, and a turn under way is closed."""
    cdef const Minds* minds = <const Minds*> context
    cdef State quiet
    cdef MoveList moves
    cdef double drawn = 0
    cdef int p = s.current
    if not s.n_frames and s.stage != STAGE_ACTION:
        rate_quiet(e, minds, s, -1, 0, win, culture)
        return
    memcpy(&quiet, s, sizeof(State))
    if quiet.n_frames:
        generate(e, &quiet, &moves)
        calm(e, minds.evaluation, &quiet, &moves)
    if quiet.stage == STAGE_ACTION and quiet.current == p:
        drawn = close_turn(e, minds.evaluation, &quiet)
    rate_quiet(e, minds, &quiet, p, drawn, win, culture)


cdef void to_weights(
        const Evaluator* v, const MoveList* moves, const double* values, float* weights) noexcept nogil:
    """Softmax of values in points of culture, with a little for everything that is not ruled out."""
    cdef double best = NEVER
    cdef int i
    for i in range(moves.n):
        if values[i] > best:
            best = values[i]
    for i in range(moves.n):
        weights[i] = -1 if values[i] <= NEVER else exp((values[i] - best) / v.w.prior_spread) + 0.001


cdef void careful_priors_hook(
        const void* context, const Edition* e, const State* s, const MoveList* moves,
        float* weights) noexcept nogil:
    cdef const Evaluator* v = (<const Minds*> context).evaluation
    cdef double values[MAX_MOVES]
    move_values(e, v, s, moves, values)
    to_weights(v, moves, values, weights)


cdef void quick_priors_hook(
        const void* context, const Edition* e, const State* s, const MoveList* moves,
        float* weights) noexcept nogil:
    cdef const Evaluator* v = (<const Minds*> context).policy
    cdef double values[MAX_MOVES]
    quick_scores(e, v, s, moves, values)
    to_weights(v, moves, values, weights)


cdef void plan_priors_hook(
        const void* context, const Edition* e, const State* s, const MoveList* moves,
        float* weights) noexcept nogil:
    """The moves of an action phase by the best turn that begins with them, others with care, and all of them by
    the policy, which has learned from searches what turns do not show."""
    cdef const Minds* minds = <const Minds*> context
    cdef Evaluator own = minds.evaluation[0]
    cdef Evaluator policy = minds.policy[0]
    cdef double values[MAX_MOVES]
    cdef double scores[MAX_MOVES]
    cdef double share = POLICY_SHARE * own.w.prior_spread / policy.w.prior_spread
    cdef int i
    own.viewers = policy.viewers = 1 << decider(s)
    if decision_kind(s) == F_ACTION:
        turn_values(e, &own, s, moves, minds.plan_width, values)
    else:
        move_values(e, &own, s, moves, values)
    quick_scores(e, &policy, s, moves, scores)
    for i in range(moves.n):
        if values[i] > NEVER and scores[i] > NEVER:
            values[i] += share * scores[i]
    to_weights(&own, moves, values, weights)


cdef move_t choose_hook(
        const void* context, const Edition* e, const State* s, const MoveList* moves,
        Rng* rng) noexcept nogil:
    cdef const Evaluator* v = (<const Minds*> context).policy
    return quick_move(e, v, s, moves, v.w.playout_noise, rng)


cdef class Expert(Evaluation):
    """An evaluation with all hooks of a search: evaluation, priors and moves of playouts.

    `policy` judges single moves, None for the weights of the package without preferences.  `plan` is the
    width of a beam search of the whole turn that weighs the moves of the root, 0 for none.  `forecast` (a
    ForecastWeights of mcts/weights.py) rates leaves instead of the evaluation.
    """

    def __init__(
            self, int players, weights=None, edition=None, bint careful=True, Evaluation policy=None,
            int plan=0, forecast=None):
        super().__init__(players, weights, edition)
        self.policy = policy_of(players, edition=self.edition) if policy is None else policy
        self.minds.evaluation = &self.c
        self.minds.policy = &self.policy.c
        self.hooks.context = &self.minds
        self.hooks.evaluate = evaluate_hook
        self.hooks.priors = careful_priors_hook if careful else quick_priors_hook
        self.hooks.choose = choose_hook
        self.minds.forecast = NULL
        if forecast is not None:
            fill_forecast(&self.forecast, self.edition, forecast)
            self.minds.forecast = &self.forecast
        self.minds.plan_width = plan
        if plan:
            self.hooks.root_priors = plan_priors_hook


cdef class Policy(Evaluation):
    """The judgement of single moves: weights, and preferences (mcts/weights.py) if there are any."""

    def __init__(self, int players, weights, edition=None, preferences=None):
        super().__init__(players, weights, edition)
        if preferences is not None:
            fill_preferences(&self.preferences, self.edition, preferences)
            self.c.preferences = &self.preferences


def policy_of(int players, weights=None, edition=None, preferences=None):
    """The judgement of single moves with the weights of the package, or with others."""
    return Policy(players, load_weights(players, kind="policy") if weights is None else weights, edition, preferences)


cdef class QuickPicker(NativeAgent):
    """The policy of guided playouts as an agent."""

    cdef readonly Evaluation evaluation
    cdef readonly double noise

    def __init__(self, Evaluation evaluation, double noise=0):
        self.evaluation = evaluation
        self.noise = noise

    cdef move_t pick(
            self, const Edition* e, const State* truth, const MoveList* moves, uint64_t seed) noexcept nogil:
        cdef Rng rng
        cdef Evaluator own = self.evaluation.c
        own.viewers = 1 << decider(truth)
        seed_rng(&rng, seed, 3)
        return quick_move(e, &own, truth, moves, self.noise, &rng)
