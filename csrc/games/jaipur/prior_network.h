/* prior_network.h -- what a network adds to the logits of the prior: its parameters.
 *
 *   hidden  of what the seat to move knows (network.h): the cards known with the other seat
 *           stand for its hand, and one more input is the number of its cards
 *   parts   times the hidden layer, plus `part_bias`: the worth of each part of a move, in
 *           1/JP_PART_UNIT of the unit of a logit; a move is the sum of a few parts
 *
 * bench/strength/learn_prior.py learns the numbers; it gets the inputs of a position and the parts
 * of its moves from prior.c.
 */
#ifndef SARAI_JAIPUR_PRIOR_NETWORK_H
#define SARAI_JAIPUR_PRIOR_NETWORK_H

#include "network.h"

/* The parts: where each block begins, and what it is for. Numbers above a block count as its last.
 * A change of a number of cards is the part of the new number less that of the old one. */
enum {
    JP_PART_TAKE = 0,                                        /* good */
    JP_PART_CAMELS = JP_PART_TAKE + JP_GOODS,                /* camels in the market */
    JP_PART_SELL = JP_PART_CAMELS + JP_OFFERED,              /* good, cards from 1 */
    JP_PART_SWAP = JP_PART_SELL + JP_GOODS * JP_OFFERED,     /* cards */
    JP_PART_GIVEN = JP_PART_SWAP + JP_OFFERED,               /* camels given */
    JP_PART_HAND = JP_PART_GIVEN + JP_OFFERED,               /* good, cards in hand: changes */
    JP_PART_MARKET = JP_PART_HAND + JP_GOODS * JP_HELD,      /* good, cards on offer: changes */
    JP_PARTS = JP_PART_MARKET + JP_GOODS * JP_OFFERED
};
enum { JP_PRIOR_INPUTS = JP_POSITION_INPUTS + 1, JP_PRIOR_ROWS = JP_POSITION_ROWS + JP_HELD };
enum { JP_PART_UNIT = 64 };

typedef struct {
    int16_t rows[JP_PRIOR_ROWS][JP_HIDDEN];
    int16_t bias[JP_HIDDEN];
    int16_t parts[JP_PARTS][JP_HIDDEN];
    int32_t part_bias[JP_PARTS]; /* in 1/(JP_UNIT * JP_PART_UNIT) */
} jp_prior_network;

/* The rows of a position in which a seat is to move: a view, or a full state with no more used than
 * that seat knows. `bonus` and `ahead` as in jp_put_position. */
void jp_put_known(const jaipur_rules *r, const jaipur_state *s, const int bonus[JP_PILES],
                  int ahead, uint16_t inputs[JP_PRIOR_INPUTS]);

/* The worth there of each part that a legal move can have; the others are left as they are. */
void jp_worths_of_parts(const jaipur_state *s, const uint16_t inputs[JP_PRIOR_INPUTS],
                        int32_t worths[JP_PARTS]);

#endif
