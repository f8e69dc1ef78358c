/* jaipur_playout.c -- playouts: both seats play at random until the round is settled. */
#include "jaipur.h"

static core_move pick_uniform(const core_move *moves, int n, core_rng *rng)
{
    return moves[rng_below(rng, (uint32_t)n)];
}

/* Uniform over the kinds of action that are legal, then within the kind. */
static core_move pick_kind(const core_move *moves, int n, core_rng *rng)
{
    int first[JP_SWAP + 2], kinds = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || jp_what(moves[i]) != jp_what(moves[i - 1]))
            first[kinds++] = i;
    first[kinds] = n;
    int kind = (int)rng_below(rng, (uint32_t)kinds);
    return pick_uniform(moves + first[kind], first[kind + 1] - first[kind], rng);
}

int jaipur_playout(const void *rules, void *state, int policy, core_rng *rng, int64_t *shares,
                   int64_t *scores)
{
    jaipur_state *s = state;
    core_move moves[JP_MAX_MOVES];
    int plies = 0;
    while (!jaipur_settled(rules, s, shares, scores)) {
        if (s->phase == JP_PHASE_TURN) {
            int n = jaipur_moves(rules, s, moves, NULL);
            core_move move = policy == JP_POLICY_UNIFORM ? pick_uniform(moves, n, rng)
                                                          : pick_kind(moves, n, rng);
            jaipur_play(rules, s, move);
            plies++;
        } else
            jaipur_play(rules, s, jaipur_sample(rules, s, rng));
    }
    return plies;
}
