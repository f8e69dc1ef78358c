/* playout.c -- the toy game played on at random. */
#include "state.h"

int toy_playout(const void *rules, const void *state, int policy, core_rng *rng,
                int64_t *shares, int64_t *scores)
{
    (void)policy;
    toy_state s = *(const toy_state *)state;
    int decisions = 0;
    for (; !toy_settled(rules, &s, shares, scores); toy_play(rules, &s, toy_sample(rules, &s, rng)))
        decisions += toy_actor(rules, &s) >= 0;
    return decisions;
}
