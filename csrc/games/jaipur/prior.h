/* prior.h -- the prior as the tools in bench/strength see it. */
#ifndef SARAI_JAIPUR_PRIOR_H
#define SARAI_JAIPUR_PRIOR_H

#include "prior_network.h"

/* The logits of n legal moves by any parameters and any worths of parts. */
void jaipur_logits(const jaipur_rules *r, const jaipur_state *s, const jp_prior_weights *w,
                   const int32_t worths[JP_PARTS], const core_move *moves, int n, int32_t *logits);

/* The inputs of the network. */
void jaipur_prior_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_PRIOR_INPUTS]);

#endif
