"""Tiny games on which the search can be proved right: tests use them, nothing else does.

* Kuhn poker: three cards, hidden from the other player; with or without an opponent whose
  policy is fixed and therefore part of the game's chance.
* A climb: two climbers choose between a sure step and a chancy one; nothing is hidden.
* Cups: a pea is put under one of three cups, or openly on one of them, and has to be found.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memcpy

from engine.rng cimport Rng, below, mix64, next64, seed_rng
from engine.types cimport MoveList, add_move, move_t
from mcts.interface cimport EVERYTHING, Leaf, SearchGame

__all__ = ["Climb", "Cups", "KuhnPoker"]


cdef inline double uniform(Rng* rng) noexcept nogil:
    return <double> (next64(rng) >> 11) / 9007199254740992.0


cdef inline void share_win(Leaf* leaf, double first) noexcept nogil:
    """Rewards of a game for two whose sum is 1."""
    leaf.win[0] = leaf.culture[0] = first
    leaf.win[1] = leaf.culture[1] = 1 - first


# ---------------------------------------------------------------- Kuhn poker

cdef enum:
    PASS = 1                    # check or fold
    BET = 2                     # bet or call
    ENDED = -1

# Histories as two bits a move, first move lowest.
cdef enum:
    NOTHING_YET = 0
    CHECKED = 1
    WAS_BET = 2
    CHECK_BET = 9


cdef struct KuhnRules:
    int seat                    # of the player who searches
    bint fixed                  # the other one follows `bets`
    double bets[3][4]           # probability to bet or call, by card and situation_of


cdef struct KuhnState:
    int8_t card[2]
    uint8_t history
    Rng rng
    MoveList moves


cdef inline int to_act(int history) noexcept nogil:
    if history == NOTHING_YET or history == CHECK_BET:
        return 0
    return 1 if history == CHECKED or history == WAS_BET else ENDED


cdef inline int after(int history, move_t move) noexcept nogil:
    cdef int shift = 0
    while history >> shift:
        shift += 2
    return history | <int> move << shift


cdef inline int situation_of(int history) noexcept nogil:
    """0 to open, 1 after a check, 2 after a bet, 3 after a check and a bet."""
    if history == CHECK_BET:
        return 3
    return history


cdef double likelihood(const KuhnRules* rules, const KuhnState* s, int card) noexcept nogil:
    """Probability that the fixed opponent with that card has played the history so far."""
    cdef double p = 1, bet
    cdef int history = NOTHING_YET
    cdef int shift = 0
    cdef int move
    while s.history >> shift:
        move = s.history >> shift & 3
        if to_act(history) != rules.seat:
            bet = rules.bets[card][situation_of(history)]
            p *= bet if move == BET else 1 - bet
        history = after(history, move)
        shift += 2
    return p


cdef void opponent_acts(const KuhnRules* rules, KuhnState* s) noexcept nogil:
    cdef int player = to_act(s.history)
    if not rules.fixed or player == ENDED or player == rules.seat:
        return
    s.history = after(
        s.history, BET if uniform(&s.rng) < rules.bets[s.card[player]][situation_of(s.history)] else PASS)


cdef void kuhn_determinize(
        const void* game, const void* root, void* world, int observer, uint64_t seed) noexcept nogil:
    cdef const KuhnRules* rules = <const KuhnRules*> game
    cdef KuhnState* s = <KuhnState*> world
    cdef int first, second
    cdef double a, b
    memcpy(world, root, sizeof(KuhnState))
    seed_rng(&s.rng, seed, 0)
    first = (s.card[observer] + 1) % 3
    second = (s.card[observer] + 2) % 3
    a = likelihood(rules, s, first) if rules.fixed else 1
    b = likelihood(rules, s, second) if rules.fixed else 1
    s.card[1 - observer] = first if uniform(&s.rng) * (a + b) < a else second


cdef int kuhn_decider(const void* game, const void* state) noexcept nogil:
    return to_act((<const KuhnState*> state).history)


cdef const MoveList* kuhn_legal(const void* game, void* state) noexcept nogil:
    cdef KuhnState* s = <KuhnState*> state
    s.moves.n = 0
    add_move(&s.moves, PASS)
    add_move(&s.moves, BET)
    return &s.moves


cdef move_t open_label(const void* game, const void* state, move_t move, int observer) noexcept nogil:
    return move


cdef uint64_t kuhn_key(const void* game, const void* state, int observer) noexcept nogil:
    cdef const KuhnState* s = <const KuhnState*> state
    cdef uint64_t h = s.history
    if observer == 0 or observer == EVERYTHING:
        h |= <uint64_t> (s.card[0] + 1) << 8
    if observer == 1 or observer == EVERYTHING:
        h |= <uint64_t> (s.card[1] + 1) << 16
    return mix64(h + 1)


cdef void kuhn_apply(const void* game, void* state, move_t move) noexcept nogil:
    cdef KuhnState* s = <KuhnState*> state
    s.history = after(s.history, move)
    opponent_acts(<const KuhnRules*> game, s)


cdef int kuhn_payoff(const KuhnState* s) noexcept nogil:
    """What the first player wins: 1 or 2, lost if negative."""
    cdef int better = 1 if s.card[0] > s.card[1] else -1
    cdef int last = s.history >> 4 if s.history >> 4 else s.history >> 2
    if s.history == after(CHECKED, PASS):
        return better
    if last == PASS:                            # somebody folded
        return -1 if s.history >> 4 else 1
    return 2 * better


cdef void kuhn_leaf(const void* game, void* state, Rng* rng, Leaf* leaf) noexcept nogil:
    cdef KuhnState* s = <KuhnState*> state
    while to_act(s.history) != ENDED:
        kuhn_apply(game, state, PASS + below(rng, 2))
    share_win(leaf, (2 + kuhn_payoff(s)) / 4.0)
    leaf.culture[0] = kuhn_payoff(s)
    leaf.culture[1] = -kuhn_payoff(s)


cdef class KuhnPoker(SearchGame):
    """Kuhn poker; cards are 0, 1 and 2, moves 1 (check, fold) and 2 (bet, call).

    `history` holds the moves so far.  `opponent` maps (card, situation) to the probability to
    bet or call, with situations 0 to open, 1 after a check, 2 after a bet, 3 after check and bet.
    Rewards are (2 + payoff) / 4.
    """

    cdef KuhnRules rules

    def __cinit__(self, cards, history=(), int seat=0, opponent=None):
        cdef KuhnState* s
        cdef int card, situation
        self.root = calloc(1, sizeof(KuhnState))
        if self.root == NULL:
            raise MemoryError
        s = <KuhnState*> self.root
        s.card[0], s.card[1] = cards
        for move in history:
            s.history = after(s.history, move)
        self.rules.seat = seat
        self.rules.fixed = opponent is not None
        if opponent is not None:
            for card in range(3):
                for situation in range(4):
                    self.rules.bets[card][situation] = opponent.get((card, situation), 0.0)
        self.game = &self.rules
        self.c.size = sizeof(KuhnState)
        self.c.players = 2
        self.c.determinize = kuhn_determinize
        self.c.decider = kuhn_decider
        self.c.legal = kuhn_legal
        self.c.priors = NULL
        self.c.label = open_label
        self.c.key = kuhn_key
        self.c.apply = kuhn_apply
        self.c.leaf = kuhn_leaf


# ---------------------------------------------------------------- the climb

cdef enum:
    SURE = 1                    # one step up
    CHANCY = 2                  # up to three steps up, or back to the ground


cdef struct ClimbState:
    int8_t height[2]
    int8_t turn, turns
    Rng rng
    MoveList moves


cdef void climb_determinize(
        const void* game, const void* root, void* world, int observer, uint64_t seed) noexcept nogil:
    memcpy(world, root, sizeof(ClimbState))
    seed_rng(&(<ClimbState*> world).rng, seed, 0)


cdef int climb_decider(const void* game, const void* state) noexcept nogil:
    cdef const ClimbState* s = <const ClimbState*> state
    return ENDED if s.turn == s.turns else s.turn % 2


cdef const MoveList* climb_legal(const void* game, void* state) noexcept nogil:
    cdef ClimbState* s = <ClimbState*> state
    s.moves.n = 0
    add_move(&s.moves, SURE)
    add_move(&s.moves, CHANCY)
    return &s.moves


cdef uint64_t climb_key(const void* game, const void* state, int observer) noexcept nogil:
    cdef const ClimbState* s = <const ClimbState*> state
    return mix64(1 + s.turn + (<uint64_t> s.height[0] << 8) + (<uint64_t> s.height[1] << 16))


cdef void climb_apply(const void* game, void* state, move_t move) noexcept nogil:
    cdef ClimbState* s = <ClimbState*> state
    cdef int8_t* height = &s.height[s.turn % 2]
    cdef int die
    if move == SURE:
        height[0] += 1
    else:
        die = below(&s.rng, 4)
        height[0] = height[0] + die if die else 0
    s.turn += 1


cdef void climb_leaf(const void* game, void* state, Rng* rng, Leaf* leaf) noexcept nogil:
    cdef ClimbState* s = <ClimbState*> state
    while s.turn < s.turns:
        climb_apply(game, state, SURE + below(rng, 2))
    share_win(leaf, 0.5 if s.height[0] == s.height[1] else s.height[0] > s.height[1])


cdef class Climb(SearchGame):
    """Two climbers take turns; move 1 is one step up, move 2 throws a die of 0 to 3: that many; 0 = a fall."""

    def __cinit__(self, heights=(0, 0), int turn=0, int turns=6):
        cdef ClimbState* s
        self.root = calloc(1, sizeof(ClimbState))
        if self.root == NULL:
            raise MemoryError
        s = <ClimbState*> self.root
        s.height[0], s.height[1] = heights
        s.turn = turn
        s.turns = turns
        self.c.size = sizeof(ClimbState)
        self.c.players = 2
        self.c.determinize = climb_determinize
        self.c.decider = climb_decider
        self.c.legal = climb_legal
        self.c.priors = NULL
        self.c.label = open_label
        self.c.key = climb_key
        self.c.apply = climb_apply
        self.c.leaf = climb_leaf


# ---------------------------------------------------------------- cups

cdef enum:
    CUPS = 3
    GO = 1                      # player 0 lets player 1 hide the pea
    HIDE = 10                   # + cup
    SHOW = 20                   # + cup: everybody sees it
    GUESS = 30                  # + cup


cdef struct CupsRules:
    float weights[CUPS]         # of guesses


cdef struct CupsState:
    uint8_t stage               # 0 go, 1 hide, 2 guess, 3 over
    uint8_t cup, guess
    uint8_t shown
    MoveList moves


cdef void cups_determinize(
        const void* game, const void* root, void* world, int observer, uint64_t seed) noexcept nogil:
    cdef CupsState* s = <CupsState*> world
    cdef Rng rng
    memcpy(world, root, sizeof(CupsState))
    if s.stage == 2 and not s.shown and observer == 0:
        seed_rng(&rng, seed, 0)
        s.cup = below(&rng, CUPS)


cdef int cups_decider(const void* game, const void* state) noexcept nogil:
    cdef int stage = (<const CupsState*> state).stage
    return ENDED if stage == 3 else stage % 2


cdef const MoveList* cups_legal(const void* game, void* state) noexcept nogil:
    cdef CupsState* s = <CupsState*> state
    cdef int cup
    s.moves.n = 0
    if s.stage == 0:
        add_move(&s.moves, GO)
        return &s.moves
    for cup in range(CUPS):
        add_move(&s.moves, (HIDE if s.stage == 1 else GUESS) + cup)
    if s.stage == 1:
        add_move(&s.moves, SHOW)
    return &s.moves


cdef void cups_priors(
        const void* game, const void* state, const MoveList* moves, float* weights) noexcept nogil:
    cdef const CupsRules* rules = <const CupsRules*> game
    cdef int i
    for i in range(moves.n):
        weights[i] = rules.weights[moves.moves[i] - GUESS] if moves.moves[i] >= GUESS else 1


cdef move_t cups_label(const void* game, const void* state, move_t move, int observer) noexcept nogil:
    return HIDE if observer == 0 and HIDE <= move < SHOW else move


cdef uint64_t cups_key(const void* game, const void* state, int observer) noexcept nogil:
    cdef const CupsState* s = <const CupsState*> state
    cdef uint64_t h = s.stage
    if s.stage >= 2 and (s.shown or observer != 0):
        h |= <uint64_t> (s.cup + 1) << 8 | <uint64_t> s.shown << 16
    return mix64(h + 1)


cdef void cups_apply(const void* game, void* state, move_t move) noexcept nogil:
    cdef CupsState* s = <CupsState*> state
    if s.stage == 1:
        s.shown = move == SHOW
        s.cup = 0 if s.shown else move - HIDE
    elif s.stage == 2:
        s.guess = move - GUESS
    s.stage += 1


cdef void cups_leaf(const void* game, void* state, Rng* rng, Leaf* leaf) noexcept nogil:
    cdef CupsState* s = <CupsState*> state
    cdef const MoveList* moves
    while s.stage < 3:
        moves = cups_legal(game, state)
        cups_apply(game, state, moves.moves[below(rng, moves.n)])
    share_win(leaf, s.guess == s.cup)


cdef class Cups(SearchGame):
    """Player 1 hides a pea under cup 0, 1 or 2 (moves 10 to 12) or shows it on cup 0 (move 20).

    Player 0 guesses, after letting him do so (move 1).
    `weights` are the priors of the guesses (moves 30 to 32).
    """

    cdef CupsRules rules

    def __cinit__(self, int stage=0, int cup=0, weights=(1, 1, 1)):
        cdef CupsState* s
        cdef int i
        self.root = calloc(1, sizeof(CupsState))
        if self.root == NULL:
            raise MemoryError
        s = <CupsState*> self.root
        s.stage = stage
        s.cup = cup
        for i in range(CUPS):
            self.rules.weights[i] = weights[i]
        self.game = &self.rules
        self.c.size = sizeof(CupsState)
        self.c.players = 2
        self.c.determinize = cups_determinize
        self.c.decider = cups_decider
        self.c.legal = cups_legal
        self.c.priors = cups_priors
        self.c.label = cups_label
        self.c.key = cups_key
        self.c.apply = cups_apply
        self.c.leaf = cups_leaf
