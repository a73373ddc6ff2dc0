"""The raw state as Python values and back, for positions, pickling and tests."""
from engine.cards cimport Edition
from engine.state cimport State


# Every field under its name in `state.pxd`.  Arrays with a count are cut to it; `frames`
# holds the frames in use, `player` one entry per player of the set-up.
cdef dict state_to_dict(const State* s)

# The inverse; missing fields become 0 and counts follow the lengths of their lists.
# A value that does not fit raises ValueError with the name of its field.
cdef void dict_to_state(dict d, State* s) except *

# Whether the rules may run on the state, which they do without checks of bounds: every number that
# serves as an index is one.  Raises ValueError with the name of the field.
cdef void check_state(const Edition* e, const State* s) except *
