"""Sequential halving at the root of a search."""
from libc.math cimport log
from libc.stdint cimport uint32_t

from engine.rng cimport mix64
from engine.types cimport MAX_MOVES
from mcts.tree cimport NOTHING, Edge, Record
from mcts.worker cimport Worker

cdef double LAST_PART = 0.9     # of a run, from which on the best candidate has all visits


cdef void name_candidates(Worker* w, uint32_t root) noexcept nogil:
    """The moves of the greatest priors, best first."""
    cdef const Edge* edges = &w.tree.edges[w.tree.nodes[root].edges]
    cdef int i, k
    w.n_active = 0
    for i in range(w.n_options):
        if w.options[i] >= MAX_MOVES:
            continue                            # no statistics are kept for it
        k = w.n_active
        if k < w.settings.candidates:
            w.n_active += 1
        elif edges[w.active[k - 1]].prior >= edges[w.options[i]].prior:
            continue
        else:
            k -= 1
        while k > 0 and edges[w.active[k - 1]].prior < edges[w.options[i]].prior:
            w.active[k] = w.active[k - 1]
            k -= 1
        w.active[k] = w.options[i]
    w.candidates = w.n_active


cdef double root_score(const Worker* w, const Edge* edge, double visits) noexcept nogil:
    """What the guide says of a move, and, the more it has been visited, what the search says."""
    cdef double score = log(edge.prior) if edge.prior > 1e-9 else -21.0
    cdef const Record* record = &w.tree.records[edge.record]
    if edge.record != NOTHING:
        score += w.settings.trust * (TRUSTED_VISITS + visits) * record.reward[w.observer] / record.visits
    return score


cdef int wanted_candidates(const Worker* w) noexcept nogil:
    """Half as many in each of the equal parts of a run; in the last part the best one alone."""
    cdef int phases = 1
    cdef int wanted
    if w.progress >= LAST_PART:
        return 1
    while (2 << phases) <= w.candidates:
        phases += 1
    wanted = w.candidates >> <int> (w.progress / LAST_PART * phases)
    return wanted if wanted > 1 else min(2, w.candidates)


cdef void drop_worst(Worker* w, uint32_t root) noexcept nogil:
    cdef const Edge* edges = &w.tree.edges[w.tree.nodes[root].edges]
    cdef double score, worst_score = 0
    cdef double visits = 0
    cdef int i, worst = -1
    for i in range(w.n_active):
        if edges[w.active[i]].record != NOTHING:
            visits = max(visits, <double> w.moves[w.active[i]].samples)
    for i in range(w.n_active):
        score = root_score(w, &edges[w.active[i]], visits)
        if worst < 0 or score <= worst_score:
            worst = i
            worst_score = score
    for i in range(worst, w.n_active - 1):
        w.active[i] = w.active[i + 1]
    w.n_active -= 1


cdef uint32_t halving_edge(Worker* w, uint32_t root) noexcept nogil:
    """Of the candidates left the one with the fewest visits in this run, in the world of its next visit.

    The n-th visit of every candidate meets the same world, so that luck is no part of their difference.
    """
    cdef int i
    cdef int wanted = wanted_candidates(w)
    cdef uint32_t best
    while w.n_active > wanted:
        drop_worst(w, root)
    best = w.active[0]
    for i in range(1, w.n_active):
        if w.moves[w.active[i]].samples < w.moves[best].samples:
            best = w.active[i]
    w.c.determinize(w.game, w.root, w.world, w.observer, mix64(w.world_seed + w.moves[best].samples))
    return best
