"""From any position to a quiet one: pending decisions by a simple policy, turns closed without chance."""
from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList, move_t

from mcts.features cimport Evaluator

# A sensible answer to a pending decision (bid, defence, loss, ...); `moves` are its legal moves.
cdef move_t answer(const Edition* e, const Evaluator* v, const State* s, const MoveList* moves) noexcept nogil
# Apply a move.  In an action phase its legal moves are not listed, and the turn goes on even if nothing can be done.
cdef void act(const Edition* e, State* s, move_t move, MoveList* moves) noexcept nogil
# Answer pending decisions until there are none; `moves` holds the legal moves before.
cdef void calm(const Edition* e, const Evaluator* v, State* s, MoveList* moves) noexcept nogil
# End the turn of the current player in a quiet position: production, but neither new military cards nor a
# replenished row.  Returns what the military cards that would be drawn are worth.
cdef double close_turn(const Edition* e, const Evaluator* v, State* s) noexcept nogil
