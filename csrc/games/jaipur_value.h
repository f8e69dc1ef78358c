/* jaipur_value.h -- the network that gives the value of a position: its inputs and its parameters.
 *
 * A position is described by JP_VALUE_INPUTS numbers of rows, one from each block of the table
 * below, so an input costs one addition of a row. `mover` is the seat to move.
 *
 *   rows    sum over the inputs, plus `bias`: the hidden layer, in 1/JP_VALUE_UNIT
 *   output  times the hidden layer cut to 0..1, plus `output_bias`: the logit that the seat to move
 *           wins the round, in 1/JP_VALUE_UNIT^2
 *
 * bench/strength/learn_value.py learns the numbers; it reads the sizes from this file, and gets the
 * rows of a position from jaipur_value_inputs.
 */
#ifndef SARAI_JAIPUR_VALUE_H
#define SARAI_JAIPUR_VALUE_H

#include "jaipur.h"

enum { JP_VALUE_HIDDEN = 32, JP_VALUE_UNIT = 256 };

/* Rows of a block: one for each number from 0; the last one stands for all above. */
enum {
    JP_HELD = 8,     /* cards of a good in a hand; goods in a hand */
    JP_LEFT = 10,    /* tokens of a good */
    JP_OFFERED = 6,  /* cards of a kind in the market */
    JP_HERD = 12,
    JP_SALE = 60,    /* rupees of tokens if all goods in hand were sold now */
    JP_EXTRA = 24,   /* rupees of the mean bonus of these sales */
    JP_LATE = 24,    /* rupees of tokens lost if the other seat sells first */
    JP_DECK = 41,
    JP_BONUSES = 8,  /* bonus tokens of a pile */
    JP_EMPTY = 7,    /* empty piles */
    JP_TO_END = 18,  /* tokens left in the piles that will be the first to be empty */
    JP_AHEAD = 127   /* rupees more than the other seat, plus 63 */
};

/* The blocks: of each seat (the mover first) and of what lies between them. */
enum {
    JP_SIDE_ROWS = JP_GOODS * JP_HELD + JP_HELD + JP_HERD + JP_SALE + JP_EXTRA + JP_LATE,
    JP_TABLE_ROWS = JP_GOODS * (JP_LEFT + JP_OFFERED) + JP_OFFERED + JP_DECK +
                    JP_PILES * JP_BONUSES + JP_EMPTY + JP_TO_END + JP_AHEAD,
    JP_VALUE_ROWS = 2 * JP_SIDE_ROWS + JP_TABLE_ROWS,
    JP_VALUE_INPUTS = 2 * (JP_GOODS + 5) + 2 * JP_GOODS + 5 + JP_PILES
};

typedef struct {
    int16_t rows[JP_VALUE_ROWS][JP_VALUE_HIDDEN];
    int16_t bias[JP_VALUE_HIDDEN];
    int16_t output[JP_VALUE_HIDDEN];
    int32_t output_bias;
} jp_value_network;

/* The rows of a full state in which a seat is to move. */
void jaipur_value_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_VALUE_INPUTS]);

#endif
