/* fields.c -- what a state of Jaipur is made of, and how it is written. */
#include "state.h"

#define GOODS_AND_CAMELS "D|G|S|C|P|L|K"
#define CARDS {CORE_MULTISET, 8, JP_KINDS, 0, 15, GOODS_AND_CAMELS}
#define TOKENS {CORE_MULTISET, 4, JP_PILES * JP_SLOTS, 0, JP_MAX_BONUS, "@bonus_value"}
#define UNSEEN_TOKENS {CORE_MULTISET, 4, JP_PILES, 0, JP_MAX_BONUS, "3?|4?|5?"}
#define UP_TO(highest) {CORE_NUMBER, 0, 0, 0, highest, NULL}
#define SEAT {CORE_SEAT, 0, 0, 0, 0, NULL}
#define PHASES "starter|deal0|deal1|market|turn|fill|bonus|reveal0|reveal1|over"

#define PLACE(name, width, count) #name, offsetof(jaipur_state, name), width, count
const core_field JAIPUR_FIELDS[JP_FIELDS] = {
    {PLACE(hand, 1, 16), 2, CORE_PER_SEAT, CORE_MASKED, CARDS, NULL},
    {PLACE(known, 1, 16), 2, CORE_PER_SEAT, CORE_PUBLIC, CARDS, NULL},
    {PLACE(market, 1, 8), 1, CORE_ONE, CORE_PUBLIC, CARDS, NULL},
    {PLACE(pool, 1, 8), 1, CORE_ONE, CORE_MASKED, CARDS, "rules.cards - hand - market - sold"},
    {PLACE(tokens, 1, 8), 1, CORE_ONE, CORE_PUBLIC, CARDS, "floor(rules.tokens - sold)"},
    {PLACE(bonus, 8, 1), 1, CORE_ONE, CORE_MASKED, TOKENS, "rules.bonus - won"},
    {PLACE(won, 8, 2), 2, CORE_PER_SEAT, CORE_MASKED, TOKENS, NULL},
    {PLACE(hidden_won, 2, 2), 2, CORE_PER_SEAT, CORE_MASKED, UNSEEN_TOKENS, NULL},
    {PLACE(rupees, 2, 2), 2, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(total, 2, 2), 2, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(last, 2, 2), 2, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(plies, 2, 1), 1, CORE_ONE, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(round, 2, 1), 1, CORE_ONE, CORE_PUBLIC, UP_TO(UINT16_MAX), NULL},
    {PLACE(hidden, 1, 2), 2, CORE_PER_SEAT, CORE_MASKED, UP_TO(UINT8_MAX), NULL},
    {PLACE(goods_tokens, 1, 2), 2, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT8_MAX), NULL},
    {PLACE(seals, 1, 2), 2, CORE_PER_SEAT, CORE_PUBLIC, UP_TO(UINT8_MAX), NULL},
    {PLACE(viewer, -1, 1), 1, CORE_ONE, CORE_MASKED, {CORE_SEAT, 0, 0, CORE_ALL, 0, NULL}, NULL},
    {PLACE(phase, 1, 1), 1, CORE_ONE, CORE_PUBLIC, {CORE_CHOICE, 0, 0, 0, 0, PHASES}, NULL},
    {PLACE(turn, 1, 1), 1, CORE_ONE, CORE_PUBLIC, SEAT, NULL},
    {PLACE(starter, 1, 1), 1, CORE_ONE, CORE_PUBLIC, SEAT, NULL},
    {PLACE(pending, 1, 1), 1, CORE_ONE, CORE_PUBLIC, UP_TO(UINT8_MAX),
     "floor(min(rules.market_size - total(market), deck)) if phase == \"fill\" else pending"},
    {PLACE(counted, 1, 1), 1, CORE_ONE, CORE_PUBLIC, UP_TO(UINT8_MAX), NULL},
    {PLACE(revealed, 1, 1), 1, CORE_ONE, CORE_PUBLIC, {CORE_SEATS, 0, 0, 0, 0, NULL}, NULL},
    {PLACE(capped, 1, 1), 1, CORE_ONE, CORE_PUBLIC, UP_TO(1), NULL},
};

#undef PLACE
#define PLACE(name, width, count) #name, offsetof(jaipur_rules, name), width, count
#define NUMBER(name, width, count) {PLACE(name, width, count), 0, CORE_LIST, CORE_PUBLIC, {0}, NULL}
const core_field JAIPUR_RULES[JP_RULES] = {
    {PLACE(cards, 1, 8), 1, CORE_ONE, CORE_PUBLIC, CARDS, NULL},
    NUMBER(minimum, 1, 8),
    {PLACE(tokens, 1, 8), 1, CORE_ONE, CORE_PUBLIC, CARDS, NULL},
    NUMBER(bonus_value, 1, JP_PILES * JP_SLOTS),
    {PLACE(bonus, 8, 1), 1, CORE_ONE, CORE_PUBLIC, TOKENS, NULL},
    NUMBER(rupees, 2, JP_GOODS * (JP_MAX_TOKENS + 1)),
    NUMBER(camel_token, 1, 1),
    NUMBER(market_camels, 1, 1),
    NUMBER(dealt, 1, 1),
    NUMBER(market_size, 1, 1),
    NUMBER(hand_limit, 1, 1),
    NUMBER(exchange_minimum, 1, 1),
    NUMBER(piles_to_end, 1, 1),
    NUMBER(seals_to_win, 1, 1),
    NUMBER(max_plies, 2, 1),
};

const core_key JAIPUR_KEYS[JP_KEYS] = {
    {"seat", CORE_KEY_PLAIN, "viewer", NULL, "whose view it is; `all` for a full state"},
    {"phase", CORE_KEY_WORDS, "phase|pending", "bonus=bonus3,bonus4,bonus5",
     "what is due: `turn`, or an event; `bonus3` is a token of the pile for three cards"},
    {"turn", CORE_KEY_PLAIN, "turn", NULL, "the seat whose turn it is"},
    {"starter", CORE_KEY_PLAIN, "starter", NULL, "the seat that began the round"},
    {"plies", CORE_KEY_PLAIN, "plies", NULL, "moves of the seats in this round"},
    {"round", CORE_KEY_PLAIN, "round", NULL, "rounds dealt before this one"},
    {"counted", CORE_KEY_PLAIN, "counted", NULL, "rounds that counted (a replayed one does not)"},
    {"seals", CORE_KEY_PLAIN, "seals", NULL, "seals of excellence"},
    {"total", CORE_KEY_PLAIN, "total", NULL, "rupees of the rounds that counted"},
    {"last", CORE_KEY_PLAIN, "last", NULL, "rupees of the last round"},
    {"market", CORE_KEY_PLAIN, "market", NULL, "the cards of the market"},
    {"hand{}", CORE_KEY_HAND, "known|hand|hidden", "DGSCPL",
     "goods that both seats know + goods dealt, which only the owner sees"},
    {"herds", CORE_KEY_LANE, "hand", "K", "camels in front of each seat"},
    {"sold", CORE_KEY_DERIVED, "market", "rules.cards - hand - market - pool", "goods sold so far"},
    {"rupees", CORE_KEY_PLAIN, "rupees", NULL, "rupees of goods tokens in this round"},
    {"goods", CORE_KEY_PLAIN, "goods_tokens", NULL, "goods tokens won in this round"},
    {"bonus{}", CORE_KEY_TOKENS, "won|hidden_won", NULL,
     "bonus tokens by value, or, unseen, by the cards sold for them"},
    {"revealed", CORE_KEY_PLAIN, "revealed", NULL, "seats whose bonus tokens lie open"},
    {"capped", CORE_KEY_PLAIN, "capped", NULL, "1 if `max_plies` has ended a round"},
    {"deck", CORE_KEY_DERIVED, "", "total(pool) - hidden", "cards left in the deck"},
};
