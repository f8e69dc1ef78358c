/* forms.c -- the moves and events of the game of decks: how their words are made and written. */
#include "state.h"

#define SEAT {"seat", 8, {CORE_SEAT}}
#define KIND {"kind", 0, {CORE_NUMBER, .lowest = 1, .highest = KINDS}}
#define MASKED_KIND {"kind", 0, {CORE_NUMBER, .lowest = 1, .highest = KINDS}, .masked = 1}
#define KIND_OR_NONE {"kind", 0, {CORE_NUMBER, .highest = KINDS}}

const core_form DECKS_FORMS[DECKS_FORM_COUNT] = {
    {.tag = PLAY, .pattern = "play:{seat}:{kind}", .meaning = "play a card", .lanes = {SEAT, KIND}},
    {.tag = CHOOSE,
     .pattern = "choose:{seat}:{kind}",
     .meaning = "choose a card, hidden until all have chosen",
     .observed = CORE_HIDDEN,
     .lanes = {SEAT, KIND}},
    {.tag = SHOW,
     .pattern = "show:{seat}:{kind}",
     .meaning = "choose a card to be shown, or none (0)",
     .observed = CORE_HIDDEN,
     .lanes = {SEAT, KIND_OR_NONE}},
    {.tag = DRAW,
     .pattern = "draw:{seat}:{kind}",
     .meaning = "the card that a seat draws",
     .chance = 1,
     .observed = CORE_MASKED,
     .lanes = {SEAT, MASKED_KIND}},
    {.tag = SHUFFLE,
     .pattern = "shuffle:{seat}",
     .meaning = "the discards of a seat are its new deck",
     .chance = 1,
     .lanes = {SEAT}},
    {.tag = REPLAY,
     .pattern = "replay:{seat}:{kind}",
     .meaning = "the card that a seat has chosen",
     .chance = 1,
     .lanes = {SEAT, KIND}},
    {.tag = RESHOW,
     .pattern = "reshow:{seat}:{kind}",
     .meaning = "the card that a seat shows, or none (0)",
     .chance = 1,
     .lanes = {SEAT, KIND_OR_NONE}},
};
