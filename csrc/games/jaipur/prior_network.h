/* prior_network.h -- what a network adds to the logits of the prior.
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

/* The rows of a position in which a seat is to move: a view, or a full state with no more used than
 * that seat knows. `bonus` and `ahead` as in jp_put_position. */
void jp_put_known(const jaipur_rules *r, const jaipur_state *s, const int bonus[JP_PILES],
                  int ahead, uint16_t inputs[JP_PRIOR_INPUTS]);

/* The worth there of each part that a legal move can have; the others are left as they are. */
void jp_worths_of_parts(const jp_prior_network *net, const jaipur_state *s,
                        const uint16_t inputs[JP_PRIOR_INPUTS], int32_t worths[JP_PARTS]);

#endif
