"""The raw state as Python values and back.

One table per struct names each field with its place and type, so that reading and
writing cannot disagree.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.cards cimport Edition
from engine.state cimport Frame, Player, State, find_military, in_game
from engine.types cimport (
    AGE_IV, AGGRESSION, C_EVENT_DONE, F_ACTION, F_BID, F_DEFEND, F_FREE_BUILD, F_PACT, F_SEND, F_STAGE_TOKEN,
    FRAME_KINDS, GOVERNMENT, LEADER, LEVELS, MAX_FRAMES, MAX_PLAYERS, PACT, ROW_SPACES, SLOTS, SPECIAL,
    SPECIAL_TYPES, STAGE_OVER, STORES, TACTIC, TERRITORY, WAR, WONDER, card_t,
)

# Only the addresses of their fields are used.
cdef State S
cdef Player P
cdef Frame F


cdef class Field:
    """Place and type of one field within its struct."""
    cdef str name
    cdef Py_ssize_t offset, item, length    # length 0 = a single number
    cdef bint signed
    cdef str count              # name of the field that counts the items in use, or None
    cdef Py_ssize_t count_offset


cdef Field new_field(str name, Py_ssize_t offset, size_t size, size_t item, bint signed):
    field = Field()
    field.name = name
    field.offset = offset
    field.item = item
    field.length = 0 if size == item else size // item
    field.signed = signed
    return field


cdef Field new_pile(str name, Py_ssize_t offset, size_t size, str count, Py_ssize_t count_offset):
    """An array of bytes (cards or what is known of them) with a count."""
    field = new_field(name, offset, size, 1, False)
    field.count = count
    field.count_offset = count_offset
    return field


cdef Field state_field(str name, void* at, size_t size, size_t item, bint signed=False):
    return new_field(name, <char*> at - <char*> &S, size, item, signed)


cdef Field state_pile(str name, void* at, size_t size, str count, void* n):
    return new_pile(name, <char*> at - <char*> &S, size, count, <char*> n - <char*> &S)


cdef Field player_field(str name, void* at, size_t size, size_t item, bint signed=False):
    return new_field(name, <char*> at - <char*> &P, size, item, signed)


cdef Field player_pile(str name, void* at, size_t size, str count, void* n):
    return new_pile(name, <char*> at - <char*> &P, size, count, <char*> n - <char*> &P)


cdef Field frame_field(str name, void* at, size_t size, bint signed=False):
    return new_field(name, <char*> at - <char*> &F, size, size, signed)


cdef list FRAME_FIELDS = [
    frame_field("kind", &F.kind, sizeof(F.kind)),
    frame_field("player", &F.player, sizeof(F.player)),
    frame_field("card", &F.card, sizeof(F.card)),
    frame_field("target", &F.target, sizeof(F.target)),
    frame_field("amount", &F.amount, sizeof(F.amount), True),
    frame_field("limit", &F.limit, sizeof(F.limit)),
    frame_field("extra", &F.extra, sizeof(F.extra)),
    frame_field("floor", &F.floor, sizeof(F.floor)),
]

cdef list PLAYER_FIELDS = [
    player_field("culture", &P.culture, sizeof(P.culture), sizeof(P.culture), True),
    player_field("science", &P.science, sizeof(P.science), sizeof(P.science), True),
    player_field("government", &P.government, sizeof(P.government), sizeof(P.government)),
    player_field("leader", &P.leader, sizeof(P.leader), sizeof(P.leader)),
    player_field("unfinished", &P.unfinished, sizeof(P.unfinished), sizeof(P.unfinished)),
    player_field("stages", &P.stages, sizeof(P.stages), sizeof(P.stages)),
    player_field("special", &P.special, sizeof(P.special), sizeof(P.special[0])),
    player_field("tactic", &P.tactic, sizeof(P.tactic), sizeof(P.tactic)),
    player_field("exclusive", &P.exclusive, sizeof(P.exclusive), sizeof(P.exclusive)),
    player_field("blue_bank", &P.blue_bank, sizeof(P.blue_bank), sizeof(P.blue_bank)),
    player_field("yellow_bank", &P.yellow_bank, sizeof(P.yellow_bank), sizeof(P.yellow_bank)),
    player_field("unused", &P.unused, sizeof(P.unused), sizeof(P.unused)),
    player_field("workers", &P.workers, sizeof(P.workers), sizeof(P.workers[0])),
    player_field("blue", &P.blue, sizeof(P.blue), sizeof(P.blue[0])),
    player_field("technologies", &P.technologies, sizeof(P.technologies), sizeof(P.technologies)),
    player_field("wonders", &P.wonders, sizeof(P.wonders), sizeof(P.wonders)),
    player_field("ruins", &P.ruins, sizeof(P.ruins), sizeof(P.ruins)),
    player_field("tucked", &P.tucked, sizeof(P.tucked), sizeof(P.tucked)),
    player_field("tucked_wonder", &P.tucked_wonder, sizeof(P.tucked_wonder), sizeof(P.tucked_wonder)),
    player_field("colonies", &P.colonies, sizeof(P.colonies), sizeof(P.colonies)),
    player_field("leaders_taken", &P.leaders_taken, sizeof(P.leaders_taken), sizeof(P.leaders_taken)),
    player_field("n_civil", &P.n_civil, sizeof(P.n_civil), sizeof(P.n_civil)),
    player_pile("civil", &P.civil, sizeof(P.civil), "n_civil", &P.n_civil),
    player_pile("fresh", &P.fresh, sizeof(P.fresh), "n_civil", &P.n_civil),
    player_field("pact", &P.pact, sizeof(P.pact), sizeof(P.pact)),
    player_field("pact_partner", &P.pact_partner, sizeof(P.pact_partner), sizeof(P.pact_partner)),
    player_field("pact_side", &P.pact_side, sizeof(P.pact_side), sizeof(P.pact_side)),
    player_field("war", &P.war, sizeof(P.war), sizeof(P.war)),
    player_field("war_target", &P.war_target, sizeof(P.war_target), sizeof(P.war_target)),
    player_field("ca_spent", &P.ca_spent, sizeof(P.ca_spent), sizeof(P.ca_spent)),
    player_field("ma_spent", &P.ma_spent, sizeof(P.ma_spent), sizeof(P.ma_spent)),
    player_field("ma_extra", &P.ma_extra, sizeof(P.ma_extra), sizeof(P.ma_extra)),
    player_field("unit_resources", &P.unit_resources, sizeof(P.unit_resources), sizeof(P.unit_resources)),
    player_field("unit_science", &P.unit_science, sizeof(P.unit_science), sizeof(P.unit_science)),
    player_field("flags", &P.flags, sizeof(P.flags), sizeof(P.flags)),
    player_field("n_military", &P.n_military, sizeof(P.n_military), sizeof(P.n_military)),
    player_pile("military", &P.military, sizeof(P.military), "n_military", &P.n_military),
    player_pile("military_seen", &P.military_seen, sizeof(P.military_seen), "n_military", &P.n_military),
    player_field(
        "culture_rating", &P.culture_rating, sizeof(P.culture_rating), sizeof(P.culture_rating), True
    ),
    player_field(
        "science_rating", &P.science_rating, sizeof(P.science_rating), sizeof(P.science_rating), True
    ),
    player_field("strength", &P.strength, sizeof(P.strength), sizeof(P.strength), True),
    player_field("happiness", &P.happiness, sizeof(P.happiness), sizeof(P.happiness), True),
    player_field("required", &P.required, sizeof(P.required), sizeof(P.required), True),
    player_field("discontent", &P.discontent, sizeof(P.discontent), sizeof(P.discontent), True),
    player_field("ca_total", &P.ca_total, sizeof(P.ca_total), sizeof(P.ca_total)),
    player_field("ma_total", &P.ma_total, sizeof(P.ma_total), sizeof(P.ma_total)),
    player_field("colonization", &P.colonization, sizeof(P.colonization), sizeof(P.colonization), True),
    player_field("civil_limit", &P.civil_limit, sizeof(P.civil_limit), sizeof(P.civil_limit), True),
    player_field(
        "military_limit", &P.military_limit, sizeof(P.military_limit), sizeof(P.military_limit), True
    ),
    player_field("urban_limit", &P.urban_limit, sizeof(P.urban_limit), sizeof(P.urban_limit), True),
    player_field("food_rate", &P.food_rate, sizeof(P.food_rate), sizeof(P.food_rate), True),
    player_field("resource_rate", &P.resource_rate, sizeof(P.resource_rate), sizeof(P.resource_rate), True),
    player_field("mine_rate", &P.mine_rate, sizeof(P.mine_rate), sizeof(P.mine_rate), True),
    player_field("units", &P.units, sizeof(P.units), sizeof(P.units)),
    player_field("wonder_powers", &P.wonder_powers, sizeof(P.wonder_powers), sizeof(P.wonder_powers)),
]

cdef list STATE_FIELDS = [
    state_field("seed", &S.seed, sizeof(S.seed), sizeof(S.seed)),
    state_field("players", &S.players, sizeof(S.players), sizeof(S.players)),
    state_field("players_left", &S.players_left, sizeof(S.players_left), sizeof(S.players_left)),
    state_field("age", &S.age, sizeof(S.age), sizeof(S.age)),
    state_field("round", &S.round, sizeof(S.round), sizeof(S.round)),
    state_field("last_round", &S.last_round, sizeof(S.last_round), sizeof(S.last_round)),
    state_field("current", &S.current, sizeof(S.current), sizeof(S.current)),
    state_field("start", &S.start, sizeof(S.start), sizeof(S.start)),
    state_field("stage", &S.stage, sizeof(S.stage), sizeof(S.stage)),
    state_field("n_frames", &S.n_frames, sizeof(S.n_frames), sizeof(S.n_frames)),
    state_field(
        "political_actions", &S.political_actions, sizeof(S.political_actions), sizeof(S.political_actions)
    ),
    state_field("row", &S.row, sizeof(S.row), sizeof(S.row[0])),
    state_field("n_civil_deck", &S.n_civil_deck, sizeof(S.n_civil_deck), sizeof(S.n_civil_deck)),
    state_field("n_military_deck", &S.n_military_deck, sizeof(S.n_military_deck), sizeof(S.n_military_deck)),
    state_field("n_current", &S.n_current, sizeof(S.n_current), sizeof(S.n_current)),
    state_field("n_future", &S.n_future, sizeof(S.n_future), sizeof(S.n_future)),
    state_field("n_past", &S.n_past, sizeof(S.n_past), sizeof(S.n_past)),
    state_field("n_discard", &S.n_discard, sizeof(S.n_discard), sizeof(S.n_discard[0])),
    state_field("n_removed", &S.n_removed, sizeof(S.n_removed), sizeof(S.n_removed[0])),
    state_field("deck_players", &S.deck_players, sizeof(S.deck_players), sizeof(S.deck_players[0])),
    state_field("shuffles", &S.shuffles, sizeof(S.shuffles), sizeof(S.shuffles[0])),
    state_field("common", &S.common, sizeof(S.common), sizeof(S.common)),
    state_pile("past", &S.past, sizeof(S.past), "n_past", &S.n_past),
    state_field("territory", &S.territory, sizeof(S.territory), sizeof(S.territory)),
    state_field("high_bid", &S.high_bid, sizeof(S.high_bid), sizeof(S.high_bid)),
    state_field("high_bidder", &S.high_bidder, sizeof(S.high_bidder), sizeof(S.high_bidder)),
    state_field("passed", &S.passed, sizeof(S.passed), sizeof(S.passed)),
    state_field("sent", &S.sent, sizeof(S.sent), sizeof(S.sent[0])),
    state_field("force_cards", &S.force_cards, sizeof(S.force_cards), sizeof(S.force_cards)),
    state_field("force_discards", &S.force_discards, sizeof(S.force_discards), sizeof(S.force_discards)),
    state_field("attack", &S.attack, sizeof(S.attack), sizeof(S.attack)),
    state_field("attacker", &S.attacker, sizeof(S.attacker), sizeof(S.attacker)),
    state_field("defender", &S.defender, sizeof(S.defender), sizeof(S.defender)),
    state_field(
        "attack_strength", &S.attack_strength, sizeof(S.attack_strength), sizeof(S.attack_strength), True
    ),
    state_field(
        "defence_strength", &S.defence_strength, sizeof(S.defence_strength), sizeof(S.defence_strength), True
    ),
    state_field("defence_cards", &S.defence_cards, sizeof(S.defence_cards), sizeof(S.defence_cards)),
    state_pile("civil_deck", &S.civil_deck, sizeof(S.civil_deck), "n_civil_deck", &S.n_civil_deck),
    state_pile(
        "military_deck", &S.military_deck, sizeof(S.military_deck), "n_military_deck", &S.n_military_deck
    ),
    state_pile("current_events", &S.current_events, sizeof(S.current_events), "n_current", &S.n_current),
    state_pile("current_seen", &S.current_seen, sizeof(S.current_seen), "n_current", &S.n_current),
    state_field("top_seen", &S.top_seen, sizeof(S.top_seen), sizeof(S.top_seen)),
    state_pile("future_events", &S.future_events, sizeof(S.future_events), "n_future", &S.n_future),
    state_pile("future_seen", &S.future_seen, sizeof(S.future_seen), "n_future", &S.n_future),
    state_field("n_renewed", &S.n_renewed, sizeof(S.n_renewed), sizeof(S.n_renewed[0])),
    state_field("gone", &S.gone, sizeof(S.gone), sizeof(S.gone[0])),
]

# Tables with a row for each age.
cdef dict FIELDS_BY_AGE = {
    "discard": [
        state_pile("discard", &S.discard[age], sizeof(S.discard[0]), "n_discard", &S.n_discard[age])
        for age in range(LEVELS)
    ],
    "discard_seen": [
        state_pile(
            "discard_seen", &S.discard_seen[age], sizeof(S.discard_seen[0]), "n_discard", &S.n_discard[age]
        )
        for age in range(LEVELS)
    ],
    "renewed": [
        state_pile("renewed", &S.renewed[age], sizeof(S.renewed[0]), "n_renewed", &S.n_renewed[age])
        for age in range(LEVELS)
    ],
    "renewed_seen": [
        state_pile(
            "renewed_seen", &S.renewed_seen[age], sizeof(S.renewed_seen[0]), "n_renewed", &S.n_renewed[age]
        )
        for age in range(LEVELS)
    ],
    "drawn_since": [
        state_field("drawn_since", &S.drawn_since[age], sizeof(S.drawn_since[0]), sizeof(S.drawn_since[0][0]))
        for age in range(LEVELS)
    ],
}
cdef set NESTED = {"frames", "player", *FIELDS_BY_AGE}
cdef set COUNTS = {"n_frames", "n_discard", "n_renewed"}


cdef object get_number(const char* at, Py_ssize_t size, bint signed):
    if size == 8:
        return (<uint64_t*> at)[0]
    if size == 4:
        return (<uint32_t*> at)[0]
    if size == 2:
        return (<int16_t*> at)[0] if signed else (<uint16_t*> at)[0]
    return (<int8_t*> at)[0] if signed else (<uint8_t*> at)[0]


cdef void set_number(char* at, Py_ssize_t size, bint signed, object value, str place) except *:
    cdef object one = 1         # a Python number: 2**64 has to fit
    cdef object top = one << (8 * size - signed)
    if not isinstance(value, int):
        raise ValueError(f"{place}: expected a whole number, not {value!r}")
    if not (-top if signed else 0) <= value < top:
        raise ValueError(f"{place}: {value} is outside {-top if signed else 0}..{top - 1}")
    if signed:
        if size == 2:
            (<int16_t*> at)[0] = value
        else:
            (<int8_t*> at)[0] = value
    elif size == 8:
        (<uint64_t*> at)[0] = value
    elif size == 4:
        (<uint32_t*> at)[0] = value
    elif size == 2:
        (<uint16_t*> at)[0] = value
    else:
        (<uint8_t*> at)[0] = value


cdef object get_field(Field field, const char* base):
    cdef Py_ssize_t n = field.length
    if field.length == 0:
        return get_number(base + field.offset, field.item, field.signed)
    if field.count is not None:
        n = min(n, (<uint8_t*> (base + field.count_offset))[0])
    return [get_number(base + field.offset + i * field.item, field.item, field.signed) for i in range(n)]


cdef void set_field(Field field, char* base, object value, str place, dict counts) except *:
    """Write a field; `counts` remembers the lengths of lists, which must agree where they share a count."""
    cdef Py_ssize_t i
    if field.length == 0:
        set_number(base + field.offset, field.item, field.signed, value, place)
        return
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{place}: expected a list, not {value!r}")
    if len(value) > field.length:
        raise ValueError(f"{place}: {len(value)} items, at most {field.length} fit")
    if field.count is not None:
        if counts.setdefault(field.count_offset, len(value)) != len(value):
            raise ValueError(f"{place}: {len(value)} items where {counts[field.count_offset]} were expected")
        (<uint8_t*> (base + field.count_offset))[0] = len(value)
    for i in range(len(value)):
        set_number(base + field.offset + i * field.item, field.item, field.signed, value[i], f"{place}[{i}]")


cdef dict get_struct(list fields, const char* base):
    cdef Field field
    return {field.name: get_field(field, base) for field in fields}


cdef void set_struct(list fields, char* base, object d, str place, dict counts) except *:
    cdef Field field
    if not isinstance(d, dict):
        raise ValueError(f"{place.rstrip('.')}: expected a mapping, not {d!r}")
    known = {field.name for field in fields} | NESTED
    for name in d:
        if name not in known:
            raise ValueError(f"{place}{name}: there is no such field")
    counts_of_lists = {field.count for field in fields} | COUNTS
    for field in fields:
        if field.name in d and field.name not in counts_of_lists:
            set_field(field, base, d[field.name], place + field.name, counts)


cdef list rows(dict d, str name, Py_ssize_t most):
    value = d.get(name, [])
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{name}: expected a list, not {value!r}")
    if len(value) > most:
        raise ValueError(f"{name}: {len(value)} items, at most {most} fit")
    return list(value)


cdef dict state_to_dict(const State* s):
    cdef const char* base = <const char*> s
    cdef Py_ssize_t i, n_frames = min(s.n_frames, MAX_FRAMES), n_players = min(s.players, MAX_PLAYERS)
    d = get_struct(STATE_FIELDS, base)
    for name, fields in FIELDS_BY_AGE.items():
        d[name] = [get_field(field, base) for field in fields]
    d["frames"] = [get_struct(FRAME_FIELDS, <const char*> &s.frames[i]) for i in range(n_frames)]
    d["player"] = [get_struct(PLAYER_FIELDS, <const char*> &s.player[i]) for i in range(n_players)]
    return d


cdef void dict_to_state(dict d, State* s) except *:
    cdef char* base = <char*> s
    cdef dict counts = {}
    cdef Py_ssize_t i
    memset(s, 0, sizeof(State))
    set_struct(STATE_FIELDS, base, d, "", counts)
    for name, fields in FIELDS_BY_AGE.items():
        for i, row in enumerate(rows(d, name, LEVELS)):
            set_field(fields[i], base, row, f"{name}[{i}]", counts)
    frames = rows(d, "frames", MAX_FRAMES)
    s.n_frames = len(frames)
    for i, frame in enumerate(frames):
        set_struct(FRAME_FIELDS, <char*> &s.frames[i], frame, f"frames[{i}].", {})
    for i, player in enumerate(rows(d, "player", MAX_PLAYERS)):
        set_struct(PLAYER_FIELDS, <char*> &s.player[i], player, f"player[{i}].", {})


# ---------------------------------------------------------------- values that the rules may use as indices

cdef void expect(bint right, str place, object value) except *:
    if not right:
        raise ValueError(f"{place}: {value} is not possible here")


cdef void check_cards(const Edition* e, const card_t* cards, int n, int deck, str place) except *:
    """Cards of this deck (1 civil, 2 military); 0 = an empty place."""
    cdef int i
    for i in range(n):
        expect(cards[i] < e.n_cards and (not cards[i] or e.cards[cards[i]].deck == deck),
               f"{place}[{i}]", cards[i])


cdef void check_card(const Edition* e, card_t card, int kind, str place) except *:
    expect(not card or (card < e.n_cards and e.cards[card].kind == kind), place, card)


cdef void check_board(const Edition* e, const State* s, int p) except *:
    cdef const Player* player = &s.player[p]
    cdef str at = f"player[{p}]"
    cdef int i
    check_card(e, player.government, GOVERNMENT, f"{at}.government")
    check_card(e, player.leader, LEADER, f"{at}.leader")
    check_card(e, player.tucked, LEADER, f"{at}.tucked")
    check_card(e, player.unfinished, WONDER, f"{at}.unfinished")
    check_card(e, player.tactic, TACTIC, f"{at}.tactic")
    check_card(e, player.pact, PACT, f"{at}.pact")
    check_card(e, player.war, WAR, f"{at}.war")
    expect(player.stages <= e.cards[player.unfinished].n_stages, f"{at}.stages", player.stages)
    for i in range(SPECIAL_TYPES):
        check_card(e, player.special[i], SPECIAL, f"{at}.special[{i}]")
        expect(not player.special[i] or e.cards[player.special[i]].special_type == i,
               f"{at}.special[{i}]", player.special[i])
    for i in range(SLOTS):
        if not e.slot_card[i] or not player.technologies >> i & 1:
            expect(not player.workers[i], f"{at}.workers[{i}]", player.workers[i])
            expect(i >= STORES or not player.blue[i], f"{at}.blue[{i}]", i)
        expect(e.slot_card[i] or not player.technologies >> i & 1, f"{at}.technologies", player.technologies)
    expect(player.technologies >> SLOTS == 0, f"{at}.technologies", player.technologies)
    expect(<uint64_t> player.wonders >> e.n_wonders == 0, f"{at}.wonders", player.wonders)
    expect(player.ruins & ~player.wonders == 0, f"{at}.ruins", player.ruins)
    expect(<uint64_t> player.colonies >> e.n_territories == 0, f"{at}.colonies", player.colonies)
    expect(player.tucked_wonder < e.n_wonders, f"{at}.tucked_wonder", player.tucked_wonder)
    check_cards(e, player.civil, player.n_civil, 1, f"{at}.civil")
    check_cards(e, player.military, player.n_military, 2, f"{at}.military")
    expect(player.pact_partner < s.players, f"{at}.pact_partner", player.pact_partner)
    expect(player.pact_side < 2, f"{at}.pact_side", player.pact_side)
    expect(player.war_target < s.players, f"{at}.war_target", player.war_target)


cdef void check_frame(const Edition* e, const State* s, int i) except *:
    cdef const Frame* frame = &s.frames[i]
    cdef str at = f"frames[{i}]"
    expect(F_ACTION < frame.kind < FRAME_KINDS, f"{at}.kind", frame.kind)
    expect(frame.player < s.players and in_game(s, frame.player), f"{at}.player", frame.player)
    expect(frame.target < s.players, f"{at}.target", frame.target)
    expect(frame.card < e.n_cards, f"{at}.card", frame.card)
    expect(frame.floor < e.n_cards, f"{at}.floor", frame.floor)
    if frame.kind == F_PACT:
        expect(frame.card and find_military(s, frame.target, frame.card) >= 0, f"{at}.card", frame.card)
        expect(frame.extra < 2, f"{at}.extra", frame.extra)
    elif frame.kind == F_FREE_BUILD:
        expect(frame.extra < e.n_cards and e.cards[frame.extra].slot >= 0, f"{at}.extra", frame.extra)
        expect(s.player[frame.player].technologies >> e.cards[frame.extra].slot & 1,
               f"{at}.extra", frame.extra)
    elif frame.kind == F_BID or frame.kind == F_SEND:
        expect(s.territory != 0, "territory", s.territory)
    elif frame.kind == F_DEFEND:
        expect(s.attack != 0, "attack", s.attack)
    elif frame.kind == F_STAGE_TOKEN:
        expect(s.player[frame.player].unfinished != 0, f"player[{frame.player}].unfinished", 0)


cdef void check_piles(const Edition* e, const State* s) except *:
    cdef int level
    check_cards(e, s.row, ROW_SPACES, 1, "row")
    check_cards(e, s.civil_deck, s.n_civil_deck, 1, "civil_deck")
    check_cards(e, s.military_deck, s.n_military_deck, 2, "military_deck")
    check_cards(e, s.current_events, s.n_current, 2, "current_events")
    check_cards(e, s.future_events, s.n_future, 2, "future_events")
    check_cards(e, s.past, s.n_past, 2, "past")
    for level in range(LEVELS):
        check_cards(e, s.discard[level], s.n_discard[level], 2, f"discard[{level}]")
        check_cards(e, s.renewed[level], s.n_renewed[level], 2, f"renewed[{level}]")
        expect(s.deck_players[level] <= s.players, f"deck_players[{level}]", s.deck_players[level])


cdef void check_state(const Edition* e, const State* s) except *:
    cdef int p, i, left = 0
    cdef bint renews = False
    expect(2 <= s.players <= MAX_PLAYERS, "players", s.players)
    for p in range(s.players):
        left += in_game(s, p)
    expect(left and s.players_left == left, "players_left", s.players_left)
    expect(s.age <= AGE_IV, "age", s.age)
    expect(s.stage <= STAGE_OVER, "stage", s.stage)
    expect(s.current < s.players, "current", s.current)
    expect(s.start < s.players, "start", s.start)
    expect(s.n_frames < MAX_FRAMES, "frames", s.n_frames)
    expect(s.stage != STAGE_OVER or not s.n_frames, "frames", s.n_frames)
    expect(<uint64_t> s.common >> e.n_tactics == 0, "common", s.common)
    expect(s.high_bidder < s.players or s.high_bidder == 255, "high_bidder", s.high_bidder)
    expect(s.attacker < s.players, "attacker", s.attacker)
    expect(s.defender < s.players, "defender", s.defender)
    check_card(e, s.territory, TERRITORY, "territory")
    check_card(e, s.attack, AGGRESSION, "attack")
    for p in range(s.players):
        check_board(e, s, p)
    check_piles(e, s)
    for i in range(s.n_frames):
        check_frame(e, s, i)
        renews = renews or s.frames[i].kind == C_EVENT_DONE
    # Preparing an event reveals one: the pile may be empty only while its last card is resolved.
    expect(s.n_current or s.stage == STAGE_OVER or (renews and s.n_future), "current_events", "no card")
