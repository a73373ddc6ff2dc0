"""Games played on from any position by native agents, with a card that one player may not take."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from cpython.ref cimport PyObject

from engine.apply cimport settle, step
from engine.cards cimport CardSet
from engine.game cimport Game
from engine.legal cimport generate
from engine.prices cimport take_price
from engine.ratings cimport compute
from engine.state cimport State, decider, in_game
from engine.types cimport (
    M_TAKE, MAX_PLAYERS, ROW_SPACES, MoveList, card_t, move_a, move_card, move_kind, move_t,
)
from mcts.native cimport NativeAgent, decision_seed

from engine.notation import IllegalMove

cdef enum:
    MAX_LENGTH = 8192           # no game is nearly that long


cdef void leave_out(State* s, card_t card) noexcept nogil:
    """As if the card had been taken from the row and left the game: whoever looks at this cannot plan with it."""
    cdef int space
    for space in range(ROW_SPACES):
        if s.row[space] == card:
            s.row[space] = 0
            s.gone[card] += 1


def without_card(Game game, int card):
    """A copy of the game whose row does not offer the card."""
    cdef Game copy = game.clone()
    leave_out(&copy.s, <card_t> card)
    return copy


def after_moves(Game game, codes, edition=None):
    """A copy of the game after these moves; `edition` has the same cards with other numbers.

    Nothing is recorded: the copy starts where it stands.
    """
    cdef CardSet cards = game.edition if edition is None else edition
    cdef Game copy = game.clone()
    cdef MoveList moves
    cdef int p
    settle(game.edition.c, &copy.s, &moves)
    for code in codes:
        step(game.edition.c, &copy.s, checked(&moves, code), &moves)
    if cards is not game.edition:
        if cards.ids != game.edition.ids:
            raise ValueError("the editions have different cards")
        copy.edition = cards
        for p in range(copy.s.players):
            if in_game(&copy.s, p):
                compute(cards.c, &copy.s, p)
    copy._start = {"snapshot": None}
    copy._moves = []
    return copy


cdef move_t checked(const MoveList* moves, move_t code) except? 0:
    cdef int i
    for i in range(moves.n):
        if moves.moves[i] == code:
            return code
    raise IllegalMove(f"move {code:#010x} is not legal here")


def first_take(Game game, codes, int card, bint chosen, int player=-1, int most=99):
    """Where a card is first taken, or could be: (number of moves before, player, code of the move that takes it).

    `chosen`: the move itself takes it.  Otherwise `player` could take it for at most `most` civil actions.
    None if that does not happen.
    """
    cdef State s
    cdef MoveList moves
    cdef int i, p, number = 0
    cdef move_t move
    memcpy(&s, &game.s, sizeof(State))
    settle(game.edition.c, &s, &moves)
    for code in codes:
        p = decider(&s)
        move = checked(&moves, code)
        if chosen:
            if move_kind(move) == M_TAKE and move_card(move) == card:
                return number, p, move
        elif p == player:
            for i in range(moves.n):
                if (move_kind(moves.moves[i]) == M_TAKE and move_card(moves.moves[i]) == card
                        and take_price(game.edition.c, &s, p, move_a(moves.moves[i]) - 1) <= most):
                    return number, p, moves.moves[i]
        step(game.edition.c, &s, move, &moves)
        number += 1
    return None


def play_on(Game game, list agents, agent_seed=0, decision=0, int forbidden=0, int player=-1):
    """The codes of the moves with which native agents, one per seat, finish the game; `game` stays as it is.

    `decision` numbers the first one for the seeds of the agents.  `player` may not take the card `forbidden`.
    """
    cdef CardSet cards = game.edition
    cdef PyObject* seats[MAX_PLAYERS]
    cdef State s, seen
    cdef MoveList moves
    cdef move_t played[MAX_LENGTH]
    cdef uint64_t base = agent_seed
    cdef uint64_t first = decision
    cdef move_t move
    cdef int p, n = 0
    if len(agents) != game.s.players:
        raise ValueError(f"{len(agents)} agents for {game.s.players} players")
    for p in range(game.s.players):
        if not isinstance(agents[p], NativeAgent):
            raise TypeError(f"{agents[p]!r} is not a native agent")
        seats[p] = <PyObject*> agents[p]
    memcpy(&s, &game.s, sizeof(State))
    with nogil:
        settle(cards.c, &s, &moves)
        while moves.n and n < MAX_LENGTH:
            p = decider(&s)
            memcpy(&seen, &s, sizeof(State))
            if p == player and forbidden:
                leave_out(&seen, <card_t> forbidden)
                generate(cards.c, &seen, &moves)
            move = (<NativeAgent> seats[p]).pick(cards.c, &seen, &moves, decision_seed(base, first + n))
            played[n] = move
            n += 1
            step(cards.c, &s, move, &moves)
    return [played[i] for i in range(n)]
