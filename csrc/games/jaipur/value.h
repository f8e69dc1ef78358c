/* value.h -- the network that gives the value of a position.
 *
 *   hidden  of the inputs of a full state (network.h)
 *   output  times the hidden layer, plus `output_bias`: the logit that the seat to move wins the
 *           round, in 1/NET_UNIT^2
 *
 * bench/strength/learn_value.py learns the numbers, and gets the rows of a position from
 * jaipur_value_inputs.
 */
#ifndef SARAI_JAIPUR_VALUE_H
#define SARAI_JAIPUR_VALUE_H

#include "network.h"

/* The rows of a full state in which a seat is to move. */
void jaipur_value_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_POSITION_INPUTS]);

#endif
