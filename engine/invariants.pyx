"""What holds in every state of a game, whatever the players do.

Nothing here is part of playing: the rule code keeps these facts true by itself, and this
module recomputes them in the plainest way.
"""
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy

from engine.bits cimport bit
from engine.cards cimport CardSet, Clause, Edition
from engine.legal cimport generate, must_ask
from engine.ratings cimport compute
from engine.snapshot cimport dict_to_state
from engine.state cimport Frame, Player, State, decider, in_game
from engine.types cimport (
    AGE_A, C_EVENT_DONE, EVENT, F_LOSE_BLUE, F_NONE, F_SEND, F_TUCK, LEVELS, M_USE, MAX_CARDS,
    MAX_CIVIL_HAND, MAX_DECK, MAX_EVENTS, MAX_FRAMES, MAX_MILITARY_HAND, MAX_MOVES, OP_BLUE,
    OP_TAKE_YELLOW, ROW_SPACES, SLOTS, SPECIAL_TYPES, STAGE_OVER, STORES, TERRITORY, WAR_TERRITORY, MoveList,
    card_t, move_card, move_kind, move_t,
)

# What a Fault says; `finding_text` adds the player, the card and the numbers.
FAULT_TEXTS = {
    CARD_COUNT: "card is in more or fewer places than there are copies",
    CARDS_REMOVED: "military cards that left unseen do not match their number",
    CARD_RETURNED: "card that had left the game is back",
    PILE_CARD: "card lies where it cannot lie",
    PILE_ORDER: "pile is not in order",
    PILE_TAIL: "something is left behind the end of a pile",
    OWNER_BLIND: "owner does not know a card of the own hand",
    WORKERS_WITHOUT_CARD: "workers on a technology that is not in play",
    BLUE_WITHOUT_CARD: "blue tokens on a technology that is not in play",
    BLUE_TOKENS: "blue tokens appeared or vanished",
    YELLOW_TOKENS: "yellow tokens appeared or vanished",
    ACTIONS_SPENT: "more actions spent than there are",
    WONDER_STATE: "a wonder that cannot be so",
    TACTIC_STATE: "a tactic that cannot be so",
    PARTY_LEFT: "somebody who has resigned takes part",
    LEFTOVERS: "a player who has resigned owns something",
    RATINGS: "derived values differ from a fresh computation",
    FRAME_STACK: "pending decisions overflow, are left over, or none is on top",
    PLAYERS_LEFT: "number of players left is wrong",
    NO_MOVE: "no legal move, or a forced decision was asked",
    MOVE_TWICE: "a legal move is listed twice",
    MOVE_LIST: "list of moves differs from a fresh one or is too long",
    MOVE_CHANGES_ORIGINAL: "a move on a copy changed the original",
    WORLD_MOVES: "a sampled world offers the observer other moves",
    NO_WORLD: "no world was found that fits what the observer knows",
}


cdef bint report(Finding* finding, int fault, int player, int what, int expected, int found) noexcept nogil:
    finding.fault = fault
    finding.player = player
    finding.what = what
    finding.expected = expected
    finding.found = found
    return False


# ---------------------------------------------------------------- every card in one place

cdef inline void count_pile(const card_t* cards, int n, uint8_t* count) noexcept nogil:
    cdef int i
    for i in range(n):
        count[cards[i]] += 1


cdef void count_area(const Edition* e, const Player* player, uint8_t* count) noexcept nogil:
    cdef int i
    count_pile(player.civil, player.n_civil, count)
    count_pile(player.military, player.n_military, count)
    count_pile(player.special, SPECIAL_TYPES, count)
    count[player.government] += 1
    count[player.leader] += 1
    count[player.unfinished] += 1
    count[player.tucked] += 1
    count[player.pact] += 1
    count[player.war] += 1
    if player.exclusive:
        count[player.tactic] += 1
    for i in range(SLOTS):
        if player.technologies & bit(i):
            count[e.slot_card[i]] += 1
    for i in range(32):
        if player.wonders >> i & 1:
            count[e.wonders[i]] += 1
        if player.colonies >> i & 1:
            count[e.territories[i]] += 1


cdef void count_cards(const Edition* e, const State* s, uint8_t* count) noexcept nogil:
    """How often each card lies somewhere on the table, in a hand, or out of the game face up."""
    cdef const Frame* frame
    cdef int i
    memcpy(count, s.gone, MAX_CARDS)
    count_pile(s.row, ROW_SPACES, count)
    count_pile(s.civil_deck, s.n_civil_deck, count)
    count_pile(s.military_deck, s.n_military_deck, count)
    count_pile(s.current_events, s.n_current, count)
    count_pile(s.future_events, s.n_future, count)
    count_pile(s.past, s.n_past, count)
    count[s.attack] += 1
    for i in range(LEVELS):
        count_pile(s.discard[i], s.n_discard[i], count)
    for i in range(32):
        if s.common >> i & 1:
            count[e.tactics[i]] += 1
    for i in range(s.players):
        count_area(e, &s.player[i], count)
    for i in range(s.n_frames):
        frame = &s.frames[i]
        # A territory that has become a colony is counted there.
        if frame.kind == C_EVENT_DONE and (e.cards[frame.card].kind != TERRITORY or s.territory):
            count[frame.card] += 1
        elif frame.kind == F_TUCK:
            count[frame.card] += 1              # neither leader any more nor under a wonder yet


cdef int copies(const Edition* e, const State* s, int card) noexcept nogil:
    """How many there are in this game so far."""
    if not e.cards[card].deck:
        return s.players
    return e.cards[card].copies[s.deck_players[e.cards[card].level]] if s.age >= e.cards[card].level else 0


cdef bint sound_cards(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    cdef uint8_t count[MAX_CARDS]
    cdef int removed[LEVELS]
    cdef int card, level, missing
    count_cards(e, s, count)
    for level in range(LEVELS):
        removed[level] = 0
    for card in range(1, e.n_cards):
        missing = copies(e, s, card) - count[card]
        if missing < 0 or (missing and e.cards[card].deck != 2):
            return report(finding, CARD_COUNT, -1, card, copies(e, s, card), count[card])
        removed[e.cards[card].level] += missing
    for level in range(LEVELS):
        if removed[level] != s.n_removed[level]:
            return report(finding, CARDS_REMOVED, -1, level, s.n_removed[level], removed[level])
    return True


# ---------------------------------------------------------------- piles and hands

cdef bint sound_pile(
        const Edition* e, const card_t* cards, int n, int size, int deck, int level,
        Finding* finding) noexcept nogil:
    """Cards of that deck (and that age unless it is -1), and nothing behind them."""
    cdef int i
    if n > size:
        return report(finding, PILE_TAIL, -1, deck, size, n)
    for i in range(n):
        if (not cards[i] or e.cards[cards[i]].deck != deck
                or (level >= 0 and e.cards[cards[i]].level != level)):
            return report(finding, PILE_CARD, -1, cards[i], level, e.cards[cards[i]].level)
    for i in range(n, size):
        if cards[i]:
            return report(finding, PILE_TAIL, -1, cards[i], n, i)
    return True


cdef bint sound_events(
        const Edition* e, const card_t* cards, int n, bint sorted, Finding* finding) noexcept nogil:
    cdef int i, kind
    if not sound_pile(e, cards, n, MAX_EVENTS, 2, -1, finding):
        return False
    for i in range(n):
        kind = e.cards[cards[i]].kind
        if kind != EVENT and kind != TERRITORY:
            return report(finding, PILE_CARD, -1, cards[i], EVENT, kind)
        if sorted and i and e.cards[cards[i]].level > e.cards[cards[i - 1]].level:
            return report(finding, PILE_ORDER, -1, cards[i], i - 1, i)
    return True


cdef bint sound_hands(const Edition* e, const State* s, int p, Finding* finding) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    if not (sound_pile(e, player.civil, player.n_civil, MAX_CIVIL_HAND, 1, -1, finding)
            and sound_pile(e, player.military, player.n_military, MAX_MILITARY_HAND, 2, -1, finding)):
        finding.player = p
        return False
    for i in range(1, player.n_civil):
        if player.civil[i] < player.civil[i - 1]:
            return report(finding, PILE_ORDER, p, player.civil[i], i - 1, i)
    for i in range(player.n_military):
        if i and player.military[i] < player.military[i - 1]:
            return report(finding, PILE_ORDER, p, player.military[i], i - 1, i)
        if not player.military_seen[i] >> p & 1:
            return report(finding, OWNER_BLIND, p, player.military[i], 1 << p, player.military_seen[i])
    for i in range(player.n_military, MAX_MILITARY_HAND):
        if player.military_seen[i]:
            return report(finding, PILE_TAIL, p, 0, player.n_military, i)
    return True


cdef bint sound_piles(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    cdef int i
    for i in range(ROW_SPACES):
        if s.row[i] and e.cards[s.row[i]].deck != 1:
            return report(finding, PILE_CARD, -1, s.row[i], 1, e.cards[s.row[i]].deck)
    for i in range(LEVELS):
        if not sound_pile(e, s.discard[i], s.n_discard[i], MAX_DECK, 2, i, finding):
            return False
    return (sound_pile(e, s.civil_deck, s.n_civil_deck, MAX_DECK, 1, s.age, finding)
            and sound_pile(e, s.military_deck, s.n_military_deck, MAX_DECK, 2, s.age, finding)
            and sound_events(e, s.current_events, s.n_current, True, finding)
            and sound_events(e, s.future_events, s.n_future, False, finding)
            and sound_events(e, s.past, s.n_past, False, finding))


# ---------------------------------------------------------------- players

cdef bint sound_board(const Edition* e, const State* s, int p, Finding* finding) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    for i in range(SLOTS):
        if player.technologies & bit(i):
            continue
        if player.workers[i]:
            return report(finding, WORKERS_WITHOUT_CARD, p, e.slot_card[i], 0, player.workers[i])
        if i < STORES and player.blue[i]:
            return report(finding, BLUE_WITHOUT_CARD, p, e.slot_card[i], 0, player.blue[i])
    if player.ca_spent > player.ca_total:
        return report(finding, ACTIONS_SPENT, p, 0, player.ca_total, player.ca_spent)
    if player.ma_spent > player.ma_total:
        return report(finding, ACTIONS_SPENT, p, 0, player.ma_total, player.ma_spent)
    if player.ruins & ~player.wonders:
        return report(finding, WONDER_STATE, p, 0, player.wonders, player.ruins)
    if player.tucked and not player.wonders >> player.tucked_wonder & 1:
        return report(finding, WONDER_STATE, p, player.tucked, player.wonders, player.tucked_wonder)
    if player.stages and player.stages >= e.cards[player.unfinished].n_stages:
        return report(
            finding, WONDER_STATE, p, player.unfinished, e.cards[player.unfinished].n_stages, player.stages)
    if player.exclusive and not player.tactic:
        return report(finding, TACTIC_STATE, p, 0, 1, 0)
    if player.tactic and not player.exclusive and not s.common >> e.cards[player.tactic].index & 1:
        return report(finding, TACTIC_STATE, p, player.tactic, 1, 0)
    if player.pact and not in_game(s, player.pact_partner):
        return report(finding, PARTY_LEFT, p, player.pact, 0, player.pact_partner)
    if player.war and not in_game(s, player.war_target):
        return report(finding, PARTY_LEFT, p, player.war, 0, player.war_target)
    return True


cdef bint sound_absence(const State* s, int p, Finding* finding) noexcept nogil:
    """RESIGN-03: nothing is left but the culture that no longer counts."""
    cdef const Player* player = &s.player[p]
    cdef int i
    cdef int held = (
        player.n_civil + player.n_military + player.blue_bank + player.yellow_bank + player.unused
        + player.government + player.leader + player.unfinished + player.pact + player.war + player.tactic)
    for i in range(SLOTS):
        held += player.workers[i]
    for i in range(STORES):
        held += player.blue[i]
    if held or player.technologies or player.wonders or player.colonies:
        return report(finding, LEFTOVERS, p, 0, 0, held)
    return True


cdef bint sound_ratings(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    cdef State fresh
    cdef int p
    memcpy(&fresh, s, sizeof(State))
    for p in range(s.players):
        if in_game(s, p):
            compute(e, &fresh, p)
            if memcmp(&fresh.player[p], &s.player[p], sizeof(Player)):
                return report(finding, RATINGS, p, 0, fresh.player[p].strength, s.player[p].strength)
    return True


cdef bint sound_players(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    cdef int p, left = 0
    for p in range(s.players):
        if not in_game(s, p):
            if not sound_absence(s, p, finding):
                return False
            continue
        left += 1
        if not sound_hands(e, s, p, finding) or not sound_board(e, s, p, finding):
            return False
    if left != s.players_left:
        return report(finding, PLAYERS_LEFT, -1, 0, left, s.players_left)
    return True


cdef bint sound_frames(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    cdef const Frame* frame
    cdef int i
    if s.n_frames >= MAX_FRAMES - 1:
        return report(finding, FRAME_STACK, -1, 0, MAX_FRAMES - 1, s.n_frames)
    for i in range(s.n_frames, MAX_FRAMES):
        frame = &s.frames[i]
        if frame.kind or frame.player or frame.card or frame.amount or frame.floor:
            return report(finding, FRAME_STACK, -1, 0, F_NONE, frame.kind)
    if not s.n_frames or s.stage == STAGE_OVER:
        return True
    for i in range(s.n_frames):
        if not in_game(s, s.frames[i].player):
            return report(finding, PARTY_LEFT, s.frames[i].player, s.frames[i].card, 0, s.frames[i].kind)
    frame = &s.frames[s.n_frames - 1]
    if frame.kind >= C_EVENT_DONE:
        return report(finding, FRAME_STACK, -1, frame.card, F_NONE, frame.kind)
    return True


cdef bint sound_state(const Edition* e, const State* s, Finding* finding) noexcept nogil:
    finding.fault = SOUND
    return (sound_cards(e, s, finding) and sound_piles(e, s, finding) and sound_players(e, s, finding)
            and sound_frames(e, s, finding) and sound_ratings(e, s, finding))


# ---------------------------------------------------------------- moves

cdef bint sound_moves(
        const Edition* e, const State* s, const MoveList* moves, Finding* finding) noexcept nogil:
    cdef MoveList again
    cdef int i, j
    finding.fault = SOUND
    if moves.n > MAX_MOVES:
        return report(finding, MOVE_LIST, -1, 0, MAX_MOVES, moves.n)
    if s.stage == STAGE_OVER:
        return moves.n == 0 or report(finding, MOVE_LIST, -1, 0, 0, moves.n)
    if not in_game(s, decider(s)):
        return report(finding, PARTY_LEFT, decider(s), 0, 0, 0)
    if moves.n == 0 or (moves.n == 1 and not must_ask(e, s)):
        return report(finding, NO_MOVE, decider(s), 0, 2, moves.n)
    generate(e, s, &again)
    if again.n != moves.n or memcmp(again.moves, moves.moves, moves.n * sizeof(move_t)):
        return report(finding, MOVE_LIST, decider(s), 0, again.n, moves.n)
    for i in range(moves.n):
        for j in range(i):
            if moves.moves[i] == moves.moves[j]:
                return report(finding, MOVE_TWICE, decider(s), move_card(moves.moves[i]), j, i)
    return True


# ---------------------------------------------------------------- tokens

cdef int printed_tokens(const Edition* e, const Player* player, bint yellow) noexcept nogil:
    """Tokens that cards in play add to a player's own."""
    cdef uint32_t standing = player.wonders & ~player.ruins
    cdef int i, total = 0
    for i in range(32):
        if standing >> i & 1:
            total += e.cards[e.wonders[i]].yellow if yellow else e.cards[e.wonders[i]].blue
        if player.colonies >> i & 1:
            total += e.cards[e.territories[i]].yellow if yellow else e.cards[e.territories[i]].blue
    for i in range(SPECIAL_TYPES):
        total += e.cards[player.special[i]].yellow if yellow else e.cards[player.special[i]].blue
    return total


cdef int blue_tokens(const State* s, int p) noexcept nogil:
    """All of p, less those that p still has to give back."""
    cdef const Player* player = &s.player[p]
    cdef int i
    cdef int total = player.blue_bank + player.stages
    for i in range(STORES):
        total += player.blue[i]
    for i in range(s.n_frames):
        if s.frames[i].kind == F_LOSE_BLUE and s.frames[i].player == p:
            total -= s.frames[i].amount
    return total


cdef int yellow_tokens(const State* s, int p) noexcept nogil:
    cdef const Player* player = &s.player[p]
    cdef int i
    cdef int total = player.yellow_bank + player.unused
    for i in range(SLOTS):
        total += player.workers[i]
    if s.n_frames and s.frames[s.n_frames - 1].kind == F_SEND and s.frames[s.n_frames - 1].player == p:
        for i in range(16):
            total += s.sent[i]
    return total


cdef card_t open_event(const State* s) noexcept nogil:
    cdef int i
    for i in range(s.n_frames):
        if s.frames[i].kind == C_EVENT_DONE:
            return s.frames[i].card
    return 0


cdef card_t event_of_step(const State* before, const State* after) noexcept nogil:
    """The event that was revealed by this move, 0 if none was; no move reveals two."""
    if open_event(after):
        return 0 if open_event(before) else open_event(after)
    if after.n_past > before.n_past and not open_event(before):
        return after.past[after.n_past - 1]
    return 0


cdef int event_amount(const Edition* e, card_t event, int op) noexcept nogil:
    cdef const Clause* clause
    cdef int i, total = 0
    for i in range(e.cards[event].n_clauses):
        clause = &e.cards[event].clauses[i]
        if clause.op == op:
            total += clause.amount
    return total


cdef bint sound_blue(
        const Edition* e, const State* before, const State* after, int p, Finding* finding) noexcept nogil:
    """Blue tokens come and go with cards in play and by events.

    A player who has none left owes nothing more (TOKEN-05).
    """
    cdef const Player* player = &after.player[p]
    cdef int change = blue_tokens(after, p) - blue_tokens(before, p)
    cdef int printed = printed_tokens(e, player, False) - printed_tokens(e, &before.player[p], False)
    cdef int by_event = event_amount(e, event_of_step(before, after), OP_BLUE)
    cdef int held = blue_tokens(after, p) - player.stages
    if change == printed or (by_event and change == printed + by_event):
        return True
    if held == 0 and printed + (by_event if by_event < 0 else 0) < change:
        return True
    return report(finding, BLUE_TOKENS, p, 0, printed, change)


cdef int age_end_loss(const Edition* e, const State* before, const State* after) noexcept nogil:
    """AGE-15: at the end of Ages I, II and III."""
    cdef int age, loss = 0
    for age in range(before.age, after.age):
        if age != AGE_A:
            loss += e.age_end_yellow
    return loss


cdef int territory_war(const Edition* e, const State* before, const State* after, int p) noexcept nogil:
    """The most yellow tokens that p may have won or lost in a war resolved by this move."""
    cdef const Player* attacker
    cdef int q, other
    for q in range(before.players):
        attacker = &before.player[q]
        if not attacker.war or after.player[q].war or e.cards[attacker.war].attack != WAR_TERRITORY:
            continue
        other = attacker.war_target
        if q == p or other == p:
            return before.player[q].yellow_bank + before.player[other].yellow_bank + e.yellow_tokens
    return 0


cdef bint sound_yellow(
        const Edition* e, const State* before, const State* after, int p, move_t move,
        Finding* finding) noexcept nogil:
    """Yellow tokens come and go with cards, ages, an event, a war, or a leader who retires.

    Losses take from the bank only, as far as it goes (TOKEN-11), so they may be smaller.
    """
    cdef const Player* player = &before.player[p]
    cdef int change = yellow_tokens(after, p) - yellow_tokens(before, p)
    cdef int printed = printed_tokens(e, &after.player[p], True) - printed_tokens(e, player, True)
    cdef int taken = event_amount(e, event_of_step(before, after), OP_TAKE_YELLOW)
    cdef int war = territory_war(e, before, after, p)
    cdef int loss = age_end_loss(e, before, after)
    cdef int losses = loss - (printed if printed < 0 else 0)
    cdef int least, most
    if move_kind(move) == M_USE and decider(before) == p:
        printed += e.cards[move_card(move)].retire_yellow
    least = printed - loss - taken - war
    most = printed - loss + taken + war
    if player.yellow_bank < losses or after.player[p].yellow_bank == 0:
        most += losses
    if least <= change <= most:
        return True
    return report(finding, YELLOW_TOKENS, p, 0, least, change)


cdef bint sound_step(
        const Edition* e, const State* before, const State* after, move_t move,
        Finding* finding) noexcept nogil:
    cdef uint8_t old[MAX_CARDS]
    cdef uint8_t new[MAX_CARDS]
    cdef int p, card
    finding.fault = SOUND
    for p in range(after.players):
        if not in_game(after, p):
            continue
        if not (sound_blue(e, before, after, p, finding)
                and sound_yellow(e, before, after, p, move, finding)):
            return False
    count_cards(e, before, old)
    count_cards(e, after, new)
    for card in range(1, e.n_cards):
        if e.cards[card].level <= before.age and new[card] > old[card]:
            return report(finding, CARD_RETURNED, -1, card, old[card], new[card])
    return True


# ---------------------------------------------------------------- for Python

cdef str finding_text(list ids, const Finding* finding):
    """A finding as a sentence; empty if nothing was found."""
    if finding.fault == SOUND:
        return ""
    text = FAULT_TEXTS[finding.fault]
    if finding.player >= 0:
        text = f"player {finding.player}: {text}"
    if 0 < finding.what < len(ids):
        text += f" ({ids[finding.what]})"
    return f"{text}: expected {finding.expected}, found {finding.found}"


def check_snapshot(CardSet edition, dict snapshot):
    """What is wrong with a state (`Game.snapshot`), or an empty text."""
    cdef State s
    cdef Finding finding
    dict_to_state(snapshot, &s)
    with nogil:
        sound_state(edition.c, &s, &finding)
    return finding_text(edition.ids, &finding)


def check_step(CardSet edition, dict before, dict after, uint32_t code=0):
    """What is wrong with the tokens and cards between two states around the move `code`, or an empty text."""
    cdef State old, new
    cdef Finding finding
    dict_to_state(before, &old)
    dict_to_state(after, &new)
    with nogil:
        sound_step(edition.c, &old, &new, code, &finding)
    return finding_text(edition.ids, &finding)
