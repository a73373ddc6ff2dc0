"""Games for Python: a thin class around the flat state."""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from engine.apply cimport settle, step
from engine.cards cimport CardSet, Edition
from engine.decks cimport set_up
from engine.hidden cimport determinize_state, observe_move
from engine.legal cimport generate
from engine.playout cimport play_out
from engine.ratings cimport compute
from engine.rng cimport Rng, seed_rng
from engine.snapshot cimport check_state, dict_to_state, state_to_dict
from engine.state cimport RESIGNED, State, decider, decision_kind, in_game
from engine.types cimport (
    MAX_PLAYERS, STAGE_OVER, MoveList, move_a, move_b, move_card, move_flags, move_kind,
)

from engine import notation, position, position_write, record
from engine.cards import default_edition
from engine.notation import IllegalMove
from engine.vocabulary import FrameKind

__all__ = ["Game", "IllegalMove", "Move", "play_random_games"]


class _Texts:
    """Texts of the legal moves of one position, written when the first one is asked for."""

    __slots__ = ("_edition", "_moves", "_phase", "_texts")

    def __init__(self, edition, moves, phase):
        self._edition = edition
        self._moves = moves
        self._phase = phase
        self._texts = None

    def __getitem__(self, index):
        if self._texts is None:
            self._texts = notation.move_texts(self._edition, self._moves, self._phase)
            self._moves = None
        return self._texts[index]


cdef class Move:
    """A legal move of a position.

    Moves are values: the same move in another world of the same position is equal.
    `str(move)` is its text, unique among the legal moves of the position.
    """

    @property
    def kind(self):
        return move_kind(self.code)

    @property
    def card(self):
        return move_card(self.code)

    @property
    def a(self):
        return move_a(self.code)

    @property
    def b(self):
        return move_b(self.code)

    @property
    def flags(self):
        return move_flags(self.code)

    def __str__(self):
        return self._texts[self._index]

    def __repr__(self):
        return f"<Move {self}>"

    def __eq__(self, other):
        return isinstance(other, Move) and (<Move> other).code == self.code

    def __hash__(self):
        return self.code

    def __reduce__(self):
        return _make_move, (self.code, [str(self)], 0)


cdef Move make_move(uint32_t code, texts, int index):
    cdef Move move = Move.__new__(Move)
    move.code = code
    move._texts = texts
    move._index = index
    return move


def _make_move(code, texts, index):
    return make_move(code, texts, index)


cdef class Game:
    """A game of Through the Ages, always waiting for one decision or over.

    >>> game = Game.new(players=2, seed=7)
    >>> game.player_to_move, game.phase
    (0, 'action')
    """

    # ------------------------------------------------------------ making games

    @staticmethod
    def new(int players=2, seed=0, edition=None, shuffles=None):
        """A game at its first decision.  `shuffles` supplies outcomes instead of the seed."""
        cdef Game game = Game.__new__(Game)
        cdef MoveList moves
        if not 2 <= players <= 4:
            raise ValueError(f"players: {players}, allowed are 2, 3 and 4")
        if not 0 <= seed < 2**64:
            raise ValueError(f"seed: {seed}, allowed are whole numbers from 0 to 2**64 - 1")
        game.edition = default_edition() if edition is None else edition
        if shuffles:
            game.edition = game.edition.with_script(shuffles)
        set_up(game.edition.c, &game.s, players, seed)
        settle(game.edition.c, &game.s, &moves)
        game._start = {"players": players, "seed": seed}
        game._history = None
        return game

    @staticmethod
    def from_snapshot(CardSet edition, dict snapshot):
        """A game from the raw fields of a state; derived fields are computed anew.

        Raises ValueError for values that the rules cannot work with.
        """
        cdef Game game = Game.__new__(Game)
        cdef MoveList moves
        cdef int p
        game.edition = edition
        dict_to_state(snapshot, &game.s)
        check_state(edition.c, &game.s)
        for p in range(game.s.players):
            if in_game(&game.s, p):
                compute(edition.c, &game.s, p)
        settle(edition.c, &game.s, &moves)
        game._start = {"snapshot": snapshot}
        game._history = None
        return game

    @staticmethod
    def from_position(source):
        """A game from a position: a path, a mapping, or YAML text (docs/position.md)."""
        return position.from_position(source)

    @staticmethod
    def replay(source):
        """The game that a record describes: a path, a mapping, or YAML text."""
        return record.replay(source)

    def clone(self):
        """An independent copy."""
        cdef Game game = Game.__new__(Game)
        memcpy(&game.s, &self.s, sizeof(State))
        game.edition = self.edition
        game._start = self._start
        game._history = self._history
        return game

    def determinize(self, int observer, seed=0):
        """A game that `observer` cannot tell from this one, drawn uniformly from all such games."""
        cdef Game game = Game.__new__(Game)
        self._check_player(observer)
        game.edition = self.edition if not self.edition.shuffles else self.edition.with_script({})
        if not determinize_state(game.edition.c, &self.s, &game.s, observer, seed):
            raise ValueError(f"no deal of the hidden cards fits what player {observer} knows")
        game._start = {"snapshot": None}
        game._history = None
        return game

    @property
    def _moves(self):
        """Texts of the moves since the start of the record."""
        moves = []
        history = self._history
        while history is not None:
            history, move = history
            moves.append(move)
        moves.reverse()
        return moves

    @_moves.setter
    def _moves(self, moves):
        self._history = None
        for move in moves:
            self._history = (self._history, move)

    # ------------------------------------------------------------ looking

    @property
    def players(self):
        return self.s.players

    @property
    def age(self):
        return self.s.age

    @property
    def round(self):
        return self.s.round

    @property
    def current_player(self):
        """The player whose turn it is."""
        return self.s.current

    @property
    def player_to_move(self):
        """The player who has to decide, -1 when the game is over."""
        return decider(&self.s)

    @property
    def phase(self):
        """The pending decision: `politics`, `action`, `bid`, `defend`, ... or `over`."""
        cdef int kind
        if self.s.stage == STAGE_OVER:
            return "over"
        kind = decision_kind(&self.s)
        return FrameKind(kind).name.lower().removeprefix("f_")

    @property
    def is_over(self):
        return self.s.stage == STAGE_OVER

    @property
    def scores(self):
        """Culture points by player; None for those who have resigned."""
        return [
            None if self.s.player[p].flags & RESIGNED else self.s.player[p].culture
            for p in range(self.s.players)]

    @property
    def winners(self):
        """Players with the most culture (END-GAME-06); empty while the game goes on."""
        if not self.is_over:
            return []
        best = max(score for score in self.scores if score is not None)
        return [p for p, score in enumerate(self.scores) if score == best]

    def legal_moves(self):
        """All legal moves; empty when the game is over."""
        cdef MoveList moves
        cdef int i
        cdef list result = []
        generate(self.edition.c, &self.s, &moves)
        texts = _Texts(self.edition, result, self.phase)
        for i in range(moves.n):
            result.append(make_move(moves.moves[i], texts, i))
        return result

    def snapshot(self):
        """The raw state, field by field (engine/state.pxd)."""
        return state_to_dict(&self.s)

    def view(self, int observer):
        """What `observer` knows: equal for all games that the observer cannot tell apart."""
        self._check_player(observer)
        return position_write.to_position(self, observer)

    def to_position(self, observer=None):
        """The position as a mapping: the whole truth, or what `observer` knows."""
        if observer is not None:
            self._check_player(observer)
        return position_write.to_position(self, observer)

    def record(self):
        """The start and all moves as a mapping that `Game.replay` reads."""
        return record.record(self)

    def observe(self, Move move, int observer):
        """The code of a legal move as `observer` sees it: hidden cards become their age."""
        return observe_move(self.edition.c, &self.s, move.code, observer)

    # ------------------------------------------------------------ playing

    def apply(self, move):
        """Play a legal move, given as Move or text, and go on to the next decision.

        Raises IllegalMove with the reason and the nearest legal moves.
        """
        cdef MoveList moves
        cdef uint32_t code
        cdef int i
        legal = None
        if isinstance(move, str):
            legal = self.legal_moves()
            move = notation.find_move(move, legal, self.edition)
        elif not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text, not {type(move).__name__}")
        code = (<Move> move).code
        generate(self.edition.c, &self.s, &moves)
        for i in range(moves.n):
            if moves.moves[i] == code:
                break
        else:
            notation.find_move(str(move), self.legal_moves(), self.edition)
            raise IllegalMove(f"'{move}' belongs to another position")
        self._history = (self._history, str(move))
        step(self.edition.c, &self.s, code, &moves)

    def apply_code(self, uint32_t code):
        """Play a legal move by its 32-bit value."""
        cdef MoveList moves
        cdef int i
        generate(self.edition.c, &self.s, &moves)
        for i in range(moves.n):
            if moves.moves[i] == code:
                self._history = (self._history, str(self.legal_moves()[i]))
                step(self.edition.c, &self.s, code, &moves)
                return
        raise IllegalMove(f"move {code:#010x} is not legal here")

    def random_playout(self, seed=0):
        """Play uniformly random moves (never resigning) to the end; returns the number of decisions."""
        cdef Rng rng
        cdef long decisions
        seed_rng(&rng, seed, 1)
        with nogil:
            decisions = play_out(self.edition.c, &self.s, &rng)
        self._start = {"snapshot": None}
        self._history = None
        return decisions

    # ------------------------------------------------------------ values

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return (self.edition.hash == other.edition.hash
                and memcmp(&self.s, &(<Game> other).s, sizeof(State)) == 0)

    def __hash__(self):
        return hash((<char*> &self.s)[:sizeof(State)])

    def __reduce__(self):
        return _unpickle, (self.edition, (<char*> &self.s)[:sizeof(State)], self._start, self._moves)

    def __repr__(self):
        ages = ("A", "I", "II", "III", "IV")
        return (f"<Game {self.s.players} players, age {ages[self.s.age]}, round {self.s.round}, "
                f"{self.phase} of player {self.player_to_move}>")

    def _check_player(self, int p):
        if not 0 <= p < self.s.players:
            raise ValueError(f"player {p}: this game has players 0 to {self.s.players - 1}")


def _unpickle(CardSet edition, bytes state, start, list moves):
    cdef Game game = Game.__new__(Game)
    if len(state) != sizeof(State):
        raise ValueError("a pickled game of another version")
    memcpy(&game.s, <char*> state, sizeof(State))
    game.edition = edition
    game._start = start
    game._moves = moves
    return game


def state_bytes():
    """Size of a state."""
    return sizeof(State)


cdef struct Outcome:
    long decisions
    int rounds
    int scores[MAX_PLAYERS]


cdef void play_batch(
        const Edition* e, int players, uint64_t seed, int games, Outcome* outcomes) noexcept nogil:
    cdef State s
    cdef Rng rng
    cdef int i, p
    for i in range(games):
        set_up(e, &s, players, seed + i)
        seed_rng(&rng, seed + i, 1)
        outcomes[i].decisions = play_out(e, &s, &rng)
        outcomes[i].rounds = s.round
        for p in range(players):
            outcomes[i].scores[p] = s.player[p].culture


def play_random_games(int players, int games, seed=0, edition=None):
    """Play whole random games below the Python line, all of them without the GIL.

    Returns a list of (decisions, rounds, scores) in order; game i has the seed `seed + i`.
    """
    cdef CardSet cards = default_edition() if edition is None else edition
    cdef uint64_t first = seed
    cdef Outcome* outcomes
    cdef int i, p
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"players: {players}, allowed are 2, 3 and 4")
    if games < 0:
        raise ValueError(f"games: {games}, allowed are whole numbers from 0")
    outcomes = <Outcome*> malloc(max(games, 1) * sizeof(Outcome))
    if outcomes == NULL:
        raise MemoryError
    try:
        with nogil:
            play_batch(cards.c, players, first, games, outcomes)
        return [
            (outcomes[i].decisions, outcomes[i].rounds,
             tuple([outcomes[i].scores[p] for p in range(players)]))
            for i in range(games)]
    finally:
        free(outcomes)
