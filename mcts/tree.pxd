"""The tree: nodes, edges and statistics in three index-based arrays with a memory cap.

A node is an information set, found by its 64-bit key in an open hash table.  Its edges
are the labels of the moves seen there so far, one block in the edge array; a block that
outgrows its place moves to the end.  Statistics are kept apart and only for edges that
have been tried, because most edges of a wide tree never are.

Arrays grow by doubling up to the cap.  When one is full nothing is added any more and
the search goes on with what is there.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from engine.types cimport MAX_PLAYERS, move_t

cdef enum:
    NOTHING = 0                 # index of no node, block or record: all arrays start at 1
    MAX_EDGES = 4096            # of one node
    MIN_TREE = 300000           # bytes that suffice for a root with all its moves


cdef struct Node:
    uint64_t key
    uint32_t visits
    uint32_t edges              # first edge of the block, NOTHING until the node is opened
    uint16_t n_edges, room


cdef struct Edge:
    move_t label
    float prior                 # weight of the move, not normalised
    uint32_t available          # visits of the node in worlds where the move was legal
    uint32_t record             # NOTHING until the edge is tried


cdef struct Record:
    uint32_t visits
    double reward[MAX_PLAYERS]  # sums


cdef struct Tree:
    Node* nodes
    Edge* edges
    Record* records
    uint32_t* table             # hash table of nodes, its size a power of two
    uint32_t n_nodes, n_edges, n_records        # in use, index 0 included
    uint32_t room_nodes, room_edges, room_records       # allocated
    uint32_t mask               # size of the table - 1
    size_t bytes, cap           # allocated and allowed
    bint full                   # something did not fit


cdef void init_tree(Tree* tree, size_t cap) noexcept nogil
cdef void free_tree(Tree* tree) noexcept nogil
# Forget all nodes, keep the memory.
cdef void clear_tree(Tree* tree) noexcept nogil
# The node of a key, NOTHING if there is none.
cdef uint32_t find_node(const Tree* tree, uint64_t key) noexcept nogil
# The same, made if it does not exist; NOTHING if there is no room.
cdef uint32_t get_node(Tree* tree, uint64_t key) noexcept nogil
# Whether a node with all its moves and their statistics still fits.
cdef bint fits_root(Tree* tree) noexcept nogil
# A new edge at the end of the node's block; its index in the block, -1 if there is no room.
cdef int add_edge(Tree* tree, uint32_t node, move_t label, float prior) noexcept nogil
# Give back the room that the latest block does not use.
cdef void trim(Tree* tree, uint32_t node) noexcept nogil
# Statistics of an edge, made if they do not exist; NOTHING if there is no room.
cdef uint32_t get_record(Tree* tree, Edge* edge) noexcept nogil
