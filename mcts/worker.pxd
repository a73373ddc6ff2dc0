"""What one thread of a search works with."""
from libc.stdint cimport uint32_t, uint64_t

from engine.rng cimport Rng
from engine.types cimport MAX_MOVES, MAX_PLAYERS, move_t
from mcts.interface cimport Interface
from mcts.tree cimport MAX_EDGES, Tree

cdef enum Algorithm:
    SINGLE_OBSERVER, MULTIPLE_OBSERVERS, PERFECT_INFORMATION

cdef enum:
    MAX_DEPTH = 1024            # moves of one descent
    NO_EDGE = -1


cdef struct Settings:
    int algorithm               # Algorithm
    double exploration, prior_weight, first_play
    bint scaled
    int candidates              # of sequential halving at the root; 0 = the rule of inner nodes
    double trust
    double widening, widening_power     # widening 0 = off
    long world_iterations


cdef struct Step:
    uint32_t node
    uint32_t edge               # in the node's block


cdef struct RootMove:
    # Statistics of a move of the root, by its position in the root's block or in the sum of all worlds.
    move_t move
    double prior
    uint32_t visits
    double reward[MAX_PLAYERS]
    # of the present run alone
    uint32_t samples
    double sum[MAX_PLAYERS]     # of rewards
    double square[MAX_PLAYERS]
    double culture[MAX_PLAYERS]


cdef struct Worker:
    # Everything that one thread uses.
    const Interface* c
    const void* game
    const void* root
    Settings settings
    int observer
    Tree tree
    Rng rng
    void* world                 # of the present iteration
    void* base                  # PERFECT_INFORMATION: the world that all iterations of a tree share
    uint64_t world_seed
    double begin, end           # of the run's time
    double progress             # part of the run that is over
    uint32_t active[MAX_MOVES]  # candidates of the root that are left, best prior first
    int n_active
    int candidates              # at the beginning
    uint32_t root_node
    long world_left             # iterations until the next world
    long iterations             # of this run
    # rewards of all leaves since the tree began, by player
    long leaves
    double reward[MAX_PLAYERS]
    double square[MAX_PLAYERS]
    double deviation[MAX_PLAYERS]       # the greatest standard deviation so far
    double unit[MAX_PLAYERS]    # of exploration and first_play
    Step path[MAX_DEPTH]
    RootMove moves[MAX_MOVES]   # of the root of the tree
    int n_total
    RootMove total[MAX_MOVES]   # sum of all trees that are finished

    # scratch of one selection, by position of the edge in the block
    uint32_t stamp
    uint32_t seen[MAX_EDGES]    # stamp of the last selection in which the edge was legal
    uint32_t ways[MAX_EDGES]    # moves of this world that the edge stands for
    move_t way[MAX_EDGES]       # one of them, drawn uniformly
    uint32_t options[MAX_EDGES]
    int n_options
