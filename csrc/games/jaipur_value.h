/* jaipur_value.h -- the parameters of the value of a position: one number for each feature.
 *
 * In 1/128 of a natural logarithm of the odds that the seat to move wins the round. `mover` is that
 * seat, `other` the other one; what has neither counts for the mover and against the other.
 * bench/strength/learn_value.py knows the struct as a row of 16-bit numbers and their names by this
 * file: one array a line.
 */
#ifndef SARAI_JAIPUR_VALUE_H
#define SARAI_JAIPUR_VALUE_H

#include "jaipur.h"

#define JP_STAGES 6 /* of a round, the last one first: see stage_of */

typedef struct {
    int16_t rupees[JP_STAGES];       /* a rupee that a seat has */
    int16_t sale_mover[JP_STAGES];   /* a rupee of tokens if all goods in hand were sold now */
    int16_t sale_other[JP_STAGES];
    int16_t bonus_mover[JP_STAGES];  /* a rupee of the mean bonus of these sales */
    int16_t bonus_other[JP_STAGES];
    int16_t late_mover;              /* a rupee that is lost if the other seat sells first */
    int16_t late_other;
    int16_t held[JP_GOODS][8];       /* good and number in hand */
    int16_t held_late[JP_GOODS][8];  /* the same in the last stages of a round */
    int16_t hand_mover[8];           /* size of the hand */
    int16_t hand_other[8];
    int16_t herd[12];
    int16_t camel_token[JP_STAGES];  /* the larger herd */
    int16_t market_mover[JP_GOODS][6]; /* in the market: good, cards of it that a seat has */
    int16_t market_other[JP_GOODS][6];
    int16_t market_price;            /* a rupee of next token of a card in the market */
    int16_t market_camels[6];
    int16_t turn[JP_STAGES];         /* to be the one to move */
} jp_value_weights;

/* A seat is to move in a full state. For the tool that learns. */
int jaipur_value_logit(const jaipur_rules *r, const jaipur_state *s, const jp_value_weights *w);

#endif
