/* bazaar_playout.c -- playouts: all seats play on until the game is over. */
#include "bazaar.h"

int bazaar_playout(const void *rules, const void *state, int policy, core_rng *rng, int64_t *shares,
                   int64_t *scores)
{
    const bazaar_rules *r = rules;
    bazaar_state s = *(const bazaar_state *)state;
    int decisions = 0;
    (void)policy;
    while (!bazaar_settled(r, &s, shares, scores)) {
        core_move moves[BZ_MAX_MOVES], move;
        if (bazaar_actor(r, &s) == CORE_CHANCE)
            move = bazaar_sample(r, &s, rng);
        else {
            int n = bazaar_moves(r, &s, moves, NULL);
            move = moves[rng_below(rng, (uint32_t)n)];
            decisions++;
        }
        bazaar_play(r, &s, move);
    }
    return decisions;
}
