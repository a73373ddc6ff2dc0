"""The tree: nodes, edges and statistics in three index-based arrays."""
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from engine.types cimport MAX_MOVES

cdef enum:
    FIRST_ROOM = 256
    FIRST_TABLE = 1024


cdef void init_tree(Tree* tree, size_t cap) noexcept nogil:
    memset(tree, 0, sizeof(Tree))
    tree.cap = cap
    clear_tree(tree)


cdef void free_tree(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.records)
    free(tree.table)
    memset(tree, 0, sizeof(Tree))


cdef void clear_tree(Tree* tree) noexcept nogil:
    tree.n_nodes = tree.n_edges = tree.n_records = 1
    tree.full = False
    if tree.table != NULL:
        memset(tree.table, 0, (tree.mask + 1) * sizeof(uint32_t))


# ---------------------------------------------------------------- memory

cdef void* grow(Tree* tree, void* items, uint32_t* room, uint32_t needed, size_t size) noexcept nogil:
    """Room for `needed` items; NULL and a full tree if the cap or the machine does not allow it."""
    cdef size_t wanted = room[0] * 2 if room[0] else FIRST_ROOM
    cdef size_t limit
    cdef void* grown
    if wanted < needed:
        wanted = needed
    # The last step may be smaller than a doubling, so that the cap is used up.
    limit = room[0] + (tree.cap - tree.bytes) // size if tree.cap > tree.bytes else room[0]
    if wanted > limit:
        wanted = limit
    if wanted < needed:
        tree.full = True
        return NULL
    grown = realloc(items, wanted * size)
    if grown == NULL:
        tree.full = True
        return NULL
    tree.bytes += (wanted - room[0]) * size
    room[0] = <uint32_t> wanted
    return grown


cdef bint reserve_nodes(Tree* tree, uint32_t needed) noexcept nogil:
    cdef void* grown
    if needed <= tree.room_nodes:
        return True
    grown = grow(tree, tree.nodes, &tree.room_nodes, needed, sizeof(Node))
    if grown == NULL:
        return False
    tree.nodes = <Node*> grown
    return True


cdef bint reserve_edges(Tree* tree, uint32_t needed) noexcept nogil:
    cdef void* grown
    if needed <= tree.room_edges:
        return True
    grown = grow(tree, tree.edges, &tree.room_edges, needed, sizeof(Edge))
    if grown == NULL:
        return False
    tree.edges = <Edge*> grown
    return True


cdef bint reserve_records(Tree* tree, uint32_t needed) noexcept nogil:
    cdef void* grown
    if needed <= tree.room_records:
        return True
    grown = grow(tree, tree.records, &tree.room_records, needed, sizeof(Record))
    if grown == NULL:
        return False
    tree.records = <Record*> grown
    return True


cdef bint reserve_table(Tree* tree, uint32_t nodes) noexcept nogil:
    """A table at most half full."""
    cdef size_t old = tree.mask + 1 if tree.table != NULL else 0
    cdef size_t size = old if old else FIRST_TABLE
    cdef uint32_t node
    cdef void* grown
    while size < 2 * <size_t> nodes:
        size *= 2
    if size == old:
        return True
    if tree.bytes + (size - old) * sizeof(uint32_t) > tree.cap:
        tree.full = True
        return False
    grown = realloc(tree.table, size * sizeof(uint32_t))
    if grown == NULL:
        tree.full = True
        return False
    tree.bytes += (size - old) * sizeof(uint32_t)
    tree.table = <uint32_t*> grown
    tree.mask = <uint32_t> (size - 1)
    memset(tree.table, 0, size * sizeof(uint32_t))
    for node in range(1, tree.n_nodes):
        tree.table[place_of(tree, tree.nodes[node].key)] = node
    return True


# ---------------------------------------------------------------- nodes and edges

cdef inline uint32_t place_of(const Tree* tree, uint64_t key) noexcept nogil:
    """Where the key stands in the table, or the empty place where it belongs."""
    cdef uint32_t place = <uint32_t> (key >> 17) & tree.mask
    while tree.table[place] and tree.nodes[tree.table[place]].key != key:
        place = (place + 1) & tree.mask
    return place


cdef uint32_t find_node(const Tree* tree, uint64_t key) noexcept nogil:
    if tree.table == NULL:
        return NOTHING
    return tree.table[place_of(tree, key)]


cdef uint32_t get_node(Tree* tree, uint64_t key) noexcept nogil:
    cdef uint32_t node = find_node(tree, key)
    cdef Node* made
    if node != NOTHING:
        return node
    if not reserve_nodes(tree, tree.n_nodes + 1) or not reserve_table(tree, tree.n_nodes + 1):
        return NOTHING
    node = tree.n_nodes
    tree.n_nodes += 1
    made = &tree.nodes[node]
    memset(made, 0, sizeof(Node))
    made.key = key
    tree.table[place_of(tree, key)] = node
    return node


cdef bint fits_root(Tree* tree) noexcept nogil:
    return (reserve_nodes(tree, tree.n_nodes + 1) and reserve_table(tree, tree.n_nodes + 1)
            and reserve_edges(tree, tree.n_edges + 2 * MAX_MOVES)
            and reserve_records(tree, tree.n_records + MAX_MOVES))


cdef bint make_room(Tree* tree, uint32_t node) noexcept nogil:
    """Room for one more edge: at the end of the array in place, else in a new block twice the size."""
    cdef Node* n = &tree.nodes[node]
    cdef uint32_t room = 2 * n.room if n.room else 8
    cdef uint32_t first
    if n.edges != NOTHING and n.edges + n.room == tree.n_edges:
        if room > MAX_EDGES or not reserve_edges(tree, n.edges + room):
            return False
        tree.n_edges = n.edges + room
        n.room = <uint16_t> room
        return True
    if room > MAX_EDGES or not reserve_edges(tree, tree.n_edges + room):
        return False
    first = tree.n_edges
    tree.n_edges += room
    if n.n_edges:
        memcpy(&tree.edges[first], &tree.edges[n.edges], n.n_edges * sizeof(Edge))
    n.edges = first
    n.room = <uint16_t> room
    return True


cdef int add_edge(Tree* tree, uint32_t node, move_t label, float prior) noexcept nogil:
    cdef Node* n = &tree.nodes[node]
    cdef Edge* edge
    if n.n_edges == n.room and not make_room(tree, node):
        return -1
    edge = &tree.edges[n.edges + n.n_edges]
    edge.label = label
    edge.prior = prior
    edge.available = 0
    edge.record = NOTHING
    n.n_edges += 1
    return n.n_edges - 1


cdef void trim(Tree* tree, uint32_t node) noexcept nogil:
    cdef Node* n = &tree.nodes[node]
    if n.edges + n.room == tree.n_edges:
        n.room = n.n_edges
        tree.n_edges = n.edges + n.room


cdef uint32_t get_record(Tree* tree, Edge* edge) noexcept nogil:
    if edge.record == NOTHING and reserve_records(tree, tree.n_records + 1):
        edge.record = tree.n_records
        tree.n_records += 1
        memset(&tree.records[edge.record], 0, sizeof(Record))
    return edge.record
