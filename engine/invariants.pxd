"""What holds in every state of a game, whatever the players do.

The checks find errors of the engine, not of its users: fuzzing and property tests call
them after every move.  The first thing that is wrong is left in a Finding.
"""
from libc.stdint cimport uint8_t

from engine.cards cimport Edition
from engine.state cimport State
from engine.types cimport MoveList, move_t

cdef enum Fault:
    SOUND
    CARD_COUNT                  # a card is in two places or in none
    CARDS_REMOVED               # military cards that left unseen do not match their number
    CARD_RETURNED               # a card that had left the game unseen is back
    PILE_CARD                   # a card where it cannot lie
    PILE_ORDER                  # a hand is not ascending, or newer events lie above older ones
    PILE_TAIL                   # something is left behind the end of a pile
    OWNER_BLIND                 # the owner does not know a card of the own hand
    WORKERS_WITHOUT_CARD
    BLUE_WITHOUT_CARD
    BLUE_TOKENS                 # appeared or vanished without a cause
    YELLOW_TOKENS
    ACTIONS_SPENT               # more than there are
    WONDER_STATE                # stages, ruins or a leader under a wonder that cannot be
    TACTIC_STATE
    PARTY_LEFT                  # a pact, a war or a decision of somebody who has resigned
    LEFTOVERS                   # a resigned player still owns something
    RATINGS                     # derived values differ from a fresh computation
    FRAME_STACK                 # overflow, leftovers, or no decision on top
    PLAYERS_LEFT
    NO_MOVE                     # a decision without a legal move, or a forced one that was asked
    MOVE_TWICE                  # a legal move is listed twice
    MOVE_LIST                   # the list differs from a fresh one, or is too long
    MOVE_CHANGES_ORIGINAL       # a move on a copy touched the original
    WORLD_MOVES                 # a sampled world offers the observer other moves
    NO_WORLD                    # no world fits what the observer knows, although the true one does


cdef struct Finding:
    int fault                   # Fault; SOUND = nothing found
    int player                  # -1 = nobody in particular
    int what                    # card, slot, pile or kind, depending on the fault
    int expected, found


# Each returns True when all is well and otherwise fills the Finding.
cdef bint sound_state(const Edition* e, const State* s, Finding* finding) noexcept nogil
cdef bint sound_moves(
    const Edition* e, const State* s, const MoveList* moves, Finding* finding) noexcept nogil
# `before` and `after` are the states around one move (with all that followed by itself).
cdef bint sound_step(
    const Edition* e, const State* before, const State* after, move_t move, Finding* finding) noexcept nogil

cdef void count_cards(const Edition* e, const State* s, uint8_t* count) noexcept nogil
cdef str finding_text(list ids, const Finding* finding)
