/* prior.h -- the parameters of the prior: one number for each feature of a move.
 *
 * All in 1/32 of a doubling; those marked "a rupee" are multiplied. bench/strength/learn.py knows
 * the struct as a row of 16-bit numbers and their names by this file: one array a line.
 */
#ifndef SARAI_JAIPUR_PRIOR_H
#define SARAI_JAIPUR_PRIOR_H

#include "prior_network.h"

typedef struct {
    /* take one good */
    int16_t take[JP_GOODS][6];      /* which, cards of it in hand */
    int16_t take_hand[8];           /* size of the hand */
    int16_t take_camels[6];         /* camels in the market */
    int16_t take_market[6];         /* cards of it in the market */
    int16_t take_known[4];          /* publicly known with the other seat */
    int16_t take_gain;              /* a rupee by which selling all of it gains */
    int16_t take_price;             /* a rupee of its next token */
    int16_t take_waste;             /* no token left for it */
    /* take the camels */
    int16_t camels[6];              /* how many */
    int16_t camels_herd[8];         /* the herd before */
    int16_t camels_hand[8];         /* size of the hand */
    int16_t camels_deck[4];         /* deck: below 6, 12, 24, more */
    int16_t camels_prices;          /* a rupee of next tokens of the goods left to the other seat */
    /* sell */
    int16_t sell[JP_GOODS][6];      /* which, how many */
    int16_t sell_rest[JP_GOODS][4]; /* which, cards of it kept */
    int16_t sell_hand[8];           /* size of the hand */
    int16_t sell_known[4];          /* publicly known with the other seat */
    int16_t sell_deck[4];           /* deck, as above */
    int16_t sell_end[4];            /* ends the round: no, behind, level, ahead */
    int16_t sell_value;             /* a rupee of the sale, mean bonus included */
    int16_t sell_price;             /* a rupee of its first token */
    int16_t sell_next;              /* a rupee of the first token that is left */
    int16_t sell_waste;             /* a card without a token */
    /* exchange */
    int16_t swap[6];                /* cards */
    int16_t swap_camels[6];         /* camels given */
    int16_t swap_hand[8];           /* size of the hand after */
    int16_t swap_herd[8];           /* the herd after */
    int16_t swap_held[JP_GOODS][7]; /* good and cards of it in hand: after, less before */
    int16_t swap_left_pair[JP_GOODS]; /* two or more of it in the market after */
    int16_t swap_gain;              /* a rupee by which selling all of a good taken gains */
    int16_t swap_loss;              /* a rupee by which selling all of a good given loses */
    int16_t swap_taken;             /* a rupee of next token, for each good taken */
    int16_t swap_given;             /* a rupee of next token, for each good given */
    int16_t swap_left;              /* a rupee of next token, for each good in the market after */
    int16_t swap_known;             /* a card known with the other seat, of a good given */
} jp_prior_weights;

/* For the tools that learn: the logits of n legal moves by any parameters and any worths of parts;
 * the inputs of the network. */
void jaipur_logits(const jaipur_rules *r, const jaipur_state *s, const jp_prior_weights *w,
                   const int32_t worths[JP_PARTS], const core_move *moves, int n, int32_t *logits);
void jaipur_prior_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_PRIOR_INPUTS]);

#endif
