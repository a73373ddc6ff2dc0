"""The Python side of a game that can be searched."""
from libc.stdlib cimport free


cdef class SearchGame:
    """A game that can be searched; see interface.pxd for what it consists of."""

    def __cinit__(self, *args, **kwargs):
        self.root = NULL
        self.game = NULL

    def __dealloc__(self):
        free(self.root)

    @property
    def players(self):
        return self.c.players

    @property
    def player_to_move(self):
        """The player who decides at the root, -1 when the game is over."""
        return self.c.decider(self.game, self.root)

    def legal_codes(self):
        """The moves that a search considers at the root."""
        cdef const MoveList* moves = self.c.legal(self.game, self.root)
        return [moves.moves[i] for i in range(moves.n)]

    cpdef void configure(self, options) except *:
        """Take over the options of a search that concern the game."""

    cdef bint follow(self, move_t move) except -1:
        self.c.apply(self.game, self.root, move)
        return True

    def set_game(self, game):
        """Make this game the root; returns whether it is the position that stands there already."""
        raise TypeError(f"{type(self).__name__} stays with the game that it was made for")

    def line_texts(self, int observer, seed, moves):
        """Texts of consecutive moves from the root, in the world of that seed."""
        return [str(move) for move in moves]
