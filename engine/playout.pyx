"""Random playouts."""
from engine.apply cimport settle, step
from engine.rng cimport below
from engine.types cimport M_RESIGN, move_kind


cdef move_t random_move(Rng* rng, const MoveList* moves) noexcept nogil:
    """Uniform over all moves but resigning, which stands second to last where it is legal."""
    cdef int n = moves.n
    cdef int i
    if n > 1 and move_kind(moves.moves[n - 2]) == M_RESIGN:
        i = below(rng, n - 1)
        return moves.moves[i if i != n - 2 else n - 1]
    return moves.moves[below(rng, n)]


cdef long play_out(const Edition* e, State* s, Rng* rng) noexcept nogil:
    cdef MoveList moves
    cdef long decisions = 0
    settle(e, s, &moves)
    while moves.n:
        step(e, s, random_move(rng, &moves), &moves)
        decisions += 1
    return decisions
