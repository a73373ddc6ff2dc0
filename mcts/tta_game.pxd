"""Through the Ages as a game that can be searched."""
from libc.stdint cimport uint8_t, uint64_t

from engine.cards cimport CardSet, Edition
from engine.state cimport Player, State
from engine.types cimport MAX_PLAYERS, MoveList
from mcts.guide cimport Guide, Hooks
from mcts.interface cimport SearchGame


cdef enum Policy:               # SearchOptions.policy
    RANDOM, QUIET, GUIDED


cdef struct World:
    # A state and what has happened since the root.
    State s
    int turns                   # turn ends since the root
    bint entering               # nothing has been decided in this turn but what its start brought about
    bint listed                 # `moves` are the legal moves of the state ...
    bint pruned                 # ... without those that no search looks at
    bint surprise               # the last move brought something that nobody could foresee
    # Keys of the path by observer; see tta_game.pyx
    uint64_t anchor[MAX_PLAYERS + 1]
    uint64_t made[MAX_PLAYERS + 1]
    Player start                # the decider's board when the anchor was set
    MoveList moves


cdef struct Context:
    const Edition* e
    Hooks hooks
    int cutoff                  # SearchOptions.cutoff
    int policy                  # Policy
    bint transpositions, resign
    uint8_t tracked             # bit set of observers whose keys are kept


cdef class TtaGame(SearchGame):
    cdef Context context
    cdef readonly CardSet edition
    cdef readonly Guide guide
    cdef object _game
