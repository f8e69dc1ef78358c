/* forms.c -- the moves and events of the game of gifts: how their words are made and written. */
#include "state.h"

#define PLACE {CORE_CHOICE, .names = "|deck|hand0|hand1|hand2|open"}
#define CARD {CORE_NUMBER, .lowest = 1, .highest = CARDS}
#define FROM_TO {"from", 12, PLACE}, {"to", 8, PLACE}

const core_form GIFTS_FORMS[GIFTS_FORM_COUNT] = {
    {.tag = GIVE,
     .pattern = "give:{from}:{to}:{card}",
     .meaning = "hand a card over, face down",
     .observed = CORE_MASKED,
     .lanes = {FROM_TO, {"card", 0, CARD, .masked = 1}}},
    {.tag = DISCARD,
     .pattern = "discard:{from}:{to}:{card}",
     .meaning = "lay a card open",
     .lanes = {FROM_TO, {"card", 0, CARD}}},
    {.tag = DECLINE,
     .pattern = "decline:{from}:{to}",
     .meaning = "keep all cards",
     .lanes = {FROM_TO}},
    {.tag = DRAW,
     .pattern = "draw:{from}:{to}:{card}",
     .meaning = "the card that a seat draws",
     .chance = 1,
     .observed = CORE_MASKED,
     .lanes = {FROM_TO, {"card", 0, CARD, .masked = 1}}},
    {.tag = SHUFFLE,
     .pattern = "shuffle:{from}:{to}",
     .meaning = "the open cards are a new deck",
     .chance = 1,
     .lanes = {FROM_TO}},
};
