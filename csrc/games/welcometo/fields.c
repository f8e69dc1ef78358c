/* fields.c -- what a state of Welcome To is made of, and how it is written. */
#include "state.h"

#define UP_TO(most) {CORE_NUMBER, .highest = most}
#define FLAG UP_TO(1)
#define SEATS {CORE_SEATS}
#define HOUSES {CORE_CELLS, .names = WT_HOUSE_NAMES}
#define PLANS {CORE_CELLS, .names = "1|2|3"}
#define CARD {CORE_CHOICE, .names = "-|" WT_KIND_NAMES}
#define HAND {CORE_ROW, 8, 3, .names = "-|" WT_KIND_NAMES "|?"}
#define STREET(houses)                                                                            \
    {CORE_ROW, 8, houses,                                                                         \
     .names = "-|0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|0b|1b|2b|3b|4b|5b|6b|7b|8b|9b|10b|"  \
              "11b|12b|13b|14b|15b|16b|17b|o"}
#define STAGES "start|round|build|effect|claim|pick|done"
#define SHOWN "nothing|turn|all"
#define PHASES "draw|turn|pass|over"

#define PLACE(name_, width_, count_)                                                              \
    .name = #name_, .offset = offsetof(wt_state, name_), .width = width_, .count = count_
#define SEAT_FIELD(name_, width_, seen_, ...)                                                     \
    {PLACE(name_, width_, CORE_MAX_SEATS), .per = CORE_PER_SEAT, .seen = seen_,                   \
     .domain = __VA_ARGS__}
#define SEAT_LIST(name_, each_, ...)                                                              \
    {PLACE(name_, 1, CORE_MAX_SEATS *each_), .items = CORE_MAX_SEATS, .per = CORE_PER_SEAT,       \
     .domain = __VA_ARGS__}
#define ONE(name_, width_, ...) {PLACE(name_, width_, 1), .domain = __VA_ARGS__}
#define LIST(name_, count_, ...) {PLACE(name_, 1, count_), .per = CORE_LIST, .domain = __VA_ARGS__}

const core_field WELCOMETO_FIELDS[WT_FIELDS] = {
    /* A record is a number of 52 bits: the word of the event that will show it. */
    SEAT_FIELD(record, 8, CORE_MASKED, {CORE_NUMBER, .highest = (INT64_C(1) << 52) - 1}),
    SEAT_FIELD(mark, 8, CORE_MASKED, HOUSES),
    SEAT_FIELD(picked, 8, CORE_MASKED, HOUSES),
    SEAT_FIELD(fences, 8, CORE_PUBLIC, {CORE_CELLS, .names = WT_GAP_PLACES}),
    SEAT_FIELD(used, 8, CORE_PUBLIC, HOUSES),
    SEAT_FIELD(pools, 8, CORE_PUBLIC, HOUSES),
    {PLACE(pile, 8, 3), .items = 1, .seen = CORE_MASKED,
     .domain = {CORE_MULTISET, 2, WT_KINDS, .highest = 2, .names = WT_KIND_NAMES}},
    SEAT_LIST(top, 10, STREET(10)),
    SEAT_LIST(middle, 11, STREET(11)),
    SEAT_LIST(bottom, 12, STREET(12)),
    SEAT_LIST(agents, 6, {CORE_MULTISET, 8, 6, .highest = 4, .names = "1|2|3|4|5|6"}),
    SEAT_LIST(parks, 3, {CORE_MULTISET, 8, 3, .highest = 5, .names = "A|B|C"}),
    SEAT_LIST(plans, 3, {CORE_ROW, 8, 3, .names = "-|first|later"}),
    SEAT_FIELD(temps, 1, CORE_PUBLIC, UP_TO(WT_TEMP_BOXES)),
    SEAT_FIELD(refusals, 1, CORE_PUBLIC, UP_TO(WT_MOST_REFUSALS)),
    {PLACE(hand, 1, 3 * CORE_MAX_SEATS), .items = CORE_MAX_SEATS, .per = CORE_PER_SEAT,
     .seen = CORE_MASKED, .domain = HAND},
    SEAT_FIELD(knows, 1, CORE_MASKED, SEATS),
    SEAT_FIELD(keeps, 1, CORE_MASKED, SEATS),
    SEAT_FIELD(stage, 1, CORE_MASKED, {CORE_CHOICE, .names = STAGES}),
    SEAT_FIELD(shown, 1, CORE_PUBLIC, {CORE_CHOICE, .names = SHOWN}),
    SEAT_FIELD(claims, 1, CORE_MASKED, PLANS),
    SEAT_FIELD(asked, 1, CORE_MASKED, FLAG),
    SEAT_FIELD(picking, 1, CORE_MASKED, UP_TO(3)),
    LIST(effects, 3, CARD),
    LIST(numbers, 3, CARD),
    ONE(taken, 1, PLANS),
    ONE(solo, 1, FLAG),
    ONE(reshuffle, 1, FLAG),
    {PLACE(viewer, -1, 1), .seen = CORE_MASKED, .domain = {CORE_SEAT, .lowest = CORE_ALL}},
    ONE(phase, 1, {CORE_CHOICE, .names = PHASES}),
    ONE(turns, 1, UP_TO(UINT8_MAX)),
    {PLACE(first, 1, 1), .seen = CORE_MASKED, .domain = {CORE_SEAT}},
};

#undef PLACE
#define PLACE(name_, width_, count_)                                                              \
    {.name = #name_, .offset = offsetof(wt_rules, name_), .width = width_, .count = count_,       \
     .per = CORE_LIST}
const core_field WELCOMETO_RULES[WT_RULES] = {
    PLACE(seats, 1, 1),     PLACE(expert, 1, 1), PLACE(stuck, 1, 1), PLACE(reshuffle, 1, 1),
    PLACE(redeal, 1, 1),    PLACE(plan, 1, 3),   PLACE(limits, 1, 2),
};

#define KEY(key_, field_, meaning_) {key_, CORE_KEY_PLAIN, field_, NULL, meaning_}
const core_key WELCOMETO_KEYS[WT_KEYS] = {
    KEY("seat", "viewer", "whose view it is; `all` for a full state"),
    KEY("phase", "phase", "what is due: cards, the turn of all seats, cards passed on"),
    KEY("turns", "turns", "turns that have ended"),
    KEY("first", "first", "the seat that acts first in this turn"),
    KEY("numbers", "numbers", "the cards that show their numbers"),
    KEY("effects", "effects", "the cards that show their effects, in the same order"),
    KEY("taken", "taken", "plans that give the later points only"),
    KEY("solo", "solo", "1 if the solo card has come"),
    KEY("reshuffle", "reshuffle", "1 if a reshuffle was asked for"),
    KEY("top{}", "top", "the top street of a seat: numbers, `b` for a bis, `o` a roundabout"),
    KEY("middle{}", "middle", "the middle street"),
    KEY("bottom{}", "bottom", "the bottom street"),
    KEY("fences{}", "fences", "fences that were drawn"),
    KEY("used{}", "used", "houses that were used for plans"),
    KEY("pools{}", "pools", "houses with a built pool"),
    KEY("parks{}", "parks", "parks, by the letter of the street"),
    KEY("agents{}", "agents", "boxes of the estate agent, by the size of the estate"),
    KEY("temps{}", "temps", "temps"),
    KEY("refusals{}", "refusals", "permit refusals"),
    KEY("plans{}", "plans", "for each plan whether a seat has its first or later points"),
    KEY("stage{}", "stage", "where a seat is in its turn"),
    KEY("shown{}", "shown", "what of a seat's turn is shown"),
    KEY("record{}", "record", "what a seat has done in this turn: the word of the event to come"),
    KEY("claims{}", "claims", "plans that it has claimed in this turn"),
    KEY("mark{}", "mark", "houses that these claims use"),
    KEY("picking{}", "picking", "the plan for which it chooses estates; 0 if none"),
    KEY("picked{}", "picked", "houses that it has chosen for that plan"),
    KEY("asked{}", "asked", "1 if it asks for a reshuffle"),
    KEY("hand{}", "hand", "expert: the cards of a seat, `?` where they are not seen"),
    KEY("knows{}", "knows", "expert: the other seats that know the third card"),
    KEY("keeps{}", "keeps", "expert: the other seats that know the card left over"),
    KEY("pile", "pile", "unseen cards: the pile, and in a view the unseen cards of hands"),
};
