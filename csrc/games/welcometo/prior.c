/* prior.c -- how likely a good player is to choose each move, by the values of the advice. */
#include "../../evaluation/halving.h"
#include "state.h"

enum { HALF = 10 }; /* tenths of a point that make a move half as likely */

void welcometo_prior(const void *rules, const void *state, const core_move *moves, int n,
                     uint32_t *weights)
{
    int values[WT_MAX_MOVES];
    int best = wt_advice(rules, state, moves, n, values);
    for (int i = 0; i < n; i++)
        weights[i] = halving_weight(values[best] - values[i], HALF);
}
