/* forms.c -- the moves and events of the toy game: how their words are made and written. */
#include "state.h"

#define PLACE {CORE_CHOICE, .names = "|deck|hand0|hand1|hand2|gift|fresh0|fresh1|fresh2|open"}
#define CARD {CORE_NUMBER, .lowest = 1, .highest = CARDS}
#define LANES {{"place", 8, PLACE}, {"card", 0, CARD}}
#define MASKED_LANES {{"place", 8, PLACE}, {"card", 0, CARD, .masked = 1}}

const core_form TOY_FORMS[TOY_FORM_COUNT] = {
    {.tag = DECLINE, .pattern = "decline", .meaning = "show no card"},
    {.tag = SHOW,
     .pattern = "show:{place}:{card}",
     .meaning = "show an odd card and draw another",
     .lanes = LANES},
    {.tag = GIVE,
     .pattern = "give:{place}:{card}",
     .meaning = "give a card to seat 1, face down",
     .observed = CORE_MASKED,
     .lanes = MASKED_LANES},
    {.tag = DISCARD,
     .pattern = "discard:{place}:{card}",
     .meaning = "discard a card in the open",
     .lanes = LANES},
    {.tag = CHOOSE,
     .pattern = "choose:{place}:{card}",
     .meaning = "choose a card, hidden until all have chosen",
     .observed = CORE_HIDDEN,
     .lanes = LANES},
    {.tag = DRAW,
     .pattern = "draw:{place}:{card}",
     .meaning = "the card that comes to a place",
     .chance = 1,
     .observed = CORE_MASKED,
     .lanes = MASKED_LANES},
    {.tag = SHUFFLE, .pattern = "shuffle", .meaning = "the discards are a new deck", .chance = 1},
    {.tag = REPLAY,
     .pattern = "replay:{place}:{card}",
     .meaning = "the card that a seat has chosen",
     .chance = 1,
     .lanes = LANES},
};
