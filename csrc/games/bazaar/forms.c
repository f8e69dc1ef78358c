/* forms.c -- the moves and events of Bazaar: how their words are made and written. */
#include "state.h"

#define COLOURS "R|W|B|G|Y"
#define COLOUR {CORE_CHOICE, .names = COLOURS}
#define PILE {CORE_NUMBER, .highest = BZ_PILES - 1}

const core_form BAZAAR_FORMS[BZ_FORMS] = {
    {.tag = BZ_DRAW, .pattern = "draw", .meaning = "draw a gem"},
    {.tag = BZ_EXCHANGE,
     .pattern = "trade:{exchange}",
     .meaning = "exchange gems by an equation: paid > received",
     .lanes = {{"exchange", 0, {CORE_CHOICE, .names = "@pay>@get"}}}},
    {.tag = BZ_CHOOSE,
     .pattern = "choose:{colour}",
     .meaning = "the colour of a gem after a free choice",
     .lanes = {{"colour", 0, COLOUR}}},
    {.tag = BZ_CLAIM,
     .pattern = "claim:{pile}",
     .meaning = "pay for the card on top of a pile",
     .lanes = {{"pile", 0, PILE}}},
    {.tag = BZ_END, .pattern = "end", .meaning = "end the turn without a claim"},
    {.tag = BZ_RETURN,
     .pattern = "return:{colour}",
     .meaning = "give back a gem above the limit of a hand",
     .lanes = {{"colour", 0, COLOUR}}},
    {.tag = BZ_STARTER,
     .pattern = "starter:{seat}",
     .meaning = "the seat that starts",
     .chance = 1,
     .lanes = {{"seat", 0, {CORE_SEAT}}}},
    /* One in 126 cards is too many ways to follow in a tree; a gem is one in six. */
    {.tag = BZ_CARD,
     .pattern = "card{pile}:{card}",
     .meaning = "the card that is turned up on a pile",
     .chance = 1,
     .untracked = 1,
     .lanes = {{"pile", 8, PILE}, {"card", 0, {CORE_CHOICE, .names = "@card"}}}},
    {.tag = BZ_GEM,
     .pattern = "gem:{gem}",
     .meaning = "the gem that a draw gives, or a free choice",
     .chance = 1,
     .lanes = {{"gem", 0, {CORE_CHOICE, .names = COLOURS "|free"}}}},
};
