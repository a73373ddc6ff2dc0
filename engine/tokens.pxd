"""Blue and yellow tokens: paying, gaining, producing, losing (rules PAY, PROD, TOKEN, POP)."""
from engine.cards cimport Edition
from engine.state cimport State

# Stocks: which of the two goods, and its total value on the player's cards.
cdef enum Good:
    FOOD, RESOURCES

cdef int stock(const Edition* e, const State* s, int p, int good) noexcept nogil
cdef int stored_tokens(const State* s, int p) noexcept nogil

# `pay` expects enough stock.  `lose` takes what is there; both return the amount.
cdef void pay(const Edition* e, State* s, int p, int good, int amount) noexcept nogil
cdef int lose(const Edition* e, State* s, int p, int good, int amount) noexcept nogil
cdef void gain(const Edition* e, State* s, int p, int good, int amount) noexcept nogil

cdef void produce_food(const Edition* e, State* s, int p) noexcept nogil
cdef void produce_resources(const Edition* e, State* s, int p) noexcept nogil
cdef void corruption(const Edition* e, State* s, int p) noexcept nogil
cdef void consumption(const Edition* e, State* s, int p) noexcept nogil

cdef void gain_population(State* s, int p, int amount) noexcept nogil
# Losses that the owner may have to choose are left to a frame.
cdef void lose_population(State* s, int p, int amount, int cause) noexcept nogil
cdef void change_blue(State* s, int p, int amount, int cause) noexcept nogil
cdef void change_yellow(State* s, int p, int amount) noexcept nogil

cdef inline int bank_index(int tokens) noexcept nogil:
    """Row of the board tables: their last row stands for all larger banks."""
    return tokens if tokens < 19 else 19


cdef inline void score_culture(State* s, int p, int amount) noexcept nogil:
    """SCORE-01, SCORE-02: no upper limit, never below 0."""
    cdef int culture = s.player[p].culture + amount
    s.player[p].culture = culture if culture > 0 else 0


cdef inline void score_science(State* s, int p, int amount) noexcept nogil:
    cdef int science = s.player[p].science + amount
    s.player[p].science = science if science > 0 else 0
