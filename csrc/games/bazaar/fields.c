/* fields.c -- what a state of Bazaar is made of, and how it is written. */
#include "state.h"

#define GEMS {CORE_MULTISET, 12, GEM_COLOURS, 0, 2047, "R|W|B|G|Y"}
#define UP_TO(highest) {CORE_NUMBER, 0, 0, 0, highest, NULL}
#define SEAT {CORE_SEAT, 0, 0, 0, 0, NULL}
#define PHASES "starter|deal|act|gem|choose|claim|card|return|over"

#define PLACE(name, width, count) #name, offsetof(bazaar_state, name), width, count
const core_field BAZAAR_FIELDS[BZ_FIELDS] = {
    {PLACE(hand, 8, CORE_MAX_SEATS), 0, CORE_PER_SEAT, CORE_PUBLIC, GEMS, NULL},
    {PLACE(seen, 8, 2), 1, CORE_ONE, CORE_PUBLIC, {CORE_CELLS, 0, 0, 0, 0, "@card"}, NULL},
    {PLACE(score, 2, CORE_MAX_SEATS), 0, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(turns, 2, 1), 0, CORE_ONE, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(left, 1, BZ_PILES), 0, CORE_LIST, CORE_PUBLIC, UP_TO(UINT8_MAX), NULL},
    {PLACE(top, 1, BZ_PILES), 0, CORE_LIST, CORE_PUBLIC, {CORE_CHOICE, 0, 0, 0, 0, "-|@card"},
     NULL},
    {PLACE(viewer, -1, 1), 0, CORE_ONE, CORE_MASKED, {CORE_SEAT, 0, 0, CORE_ALL, 0, NULL}, NULL},
    {PLACE(phase, 1, 1), 0, CORE_ONE, CORE_PUBLIC, {CORE_CHOICE, 0, 0, 0, 0, PHASES}, NULL},
    {PLACE(turn, 1, 1), 0, CORE_ONE, CORE_PUBLIC, SEAT, NULL},
    {PLACE(starter, 1, 1), 0, CORE_ONE, CORE_PUBLIC, SEAT, NULL},
    {PLACE(capped, 1, 1), 0, CORE_ONE, CORE_PUBLIC, UP_TO(1), NULL},
};

#undef PLACE
#define PLACE(name, width, count) #name, offsetof(bazaar_rules, name), width, count
#define NUMBER(name, width, count) {PLACE(name, width, count), 0, CORE_LIST, CORE_PUBLIC, {0}, NULL}
const core_field BAZAAR_RULES[BZ_RULES] = {
    {PLACE(pay, 8, BZ_EXCHANGES), 0, CORE_LIST, CORE_PUBLIC, GEMS, NULL},
    {PLACE(get, 8, BZ_EXCHANGES), 0, CORE_LIST, CORE_PUBLIC, GEMS, NULL},
    {PLACE(card, 8, BZ_CARDS), 0, CORE_LIST, CORE_PUBLIC, GEMS, NULL},
    NUMBER(weight, 4, BZ_CARDS),
    NUMBER(high, 1, BZ_CARDS),
    NUMBER(points, 1, 4 * BZ_LEFT_COLUMNS),
    NUMBER(free_weight, 2, 1),
    NUMBER(colour_weight, 2, 1),
    NUMBER(max_turns, 2, 1),
    NUMBER(bound, 2, 1),
    NUMBER(supply, 2, 1),
    NUMBER(hand_limit, 1, 1),
    NUMBER(seats, 1, 1),
    NUMBER(distinct, 1, 1),
    NUMBER(cards_per_pile, 1, 1),
    NUMBER(two_piles, 1, 1),
    NUMBER(seat0_first, 1, 1),
};

const core_key BAZAAR_KEYS[BZ_KEYS] = {
    {"seat", CORE_KEY_PLAIN, "viewer", NULL, "whose view it is; `all` for a full state"},
    {"phase", CORE_KEY_PLAIN, "phase", NULL, "what is due: `act` is a draw or an exchange"},
    {"turn", CORE_KEY_PLAIN, "turn", NULL, "the seat whose turn it is"},
    {"starter", CORE_KEY_PLAIN, "starter", NULL, "the seat that began"},
    {"turns", CORE_KEY_PLAIN, "turns", NULL, "turns finished by all seats together"},
    {"scores", CORE_KEY_PLAIN, "score", NULL, "points so far"},
    {"hand{}", CORE_KEY_PLAIN, "hand", NULL, "gems of a seat"},
    {"market", CORE_KEY_PLAIN, "top", NULL, "the top card of each pile"},
    {"left", CORE_KEY_PLAIN, "left", NULL, "cards in each pile, the top one included"},
    {"claimed", CORE_KEY_REST, "seen|top", "distinct", "cards that have gone and can't come again"},
    {"capped", CORE_KEY_PLAIN, "capped", NULL, "1 if `max_turns` has ended the game"},
};
