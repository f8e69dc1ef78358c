/* prior.c -- how likely a good player is to choose a move.
 *
 * By what its hand is worth after the move, by the tables of plan.c.
 */
#include "../../evaluation/halving.h"
#include "plan.h"

/* A move that is worth so much less than the best (in 64ths of a point) is half as likely. */
enum { HALF = 24 };

/* By the chances of the gems that may come. */
static int worth_of_draw(const bazaar_rules *r, const bazaar_state *s)
{
    gems kinds = bz_colours(r, s), hand = s->hand[s->turn];
    int sum = 0, n = 0, most = INT16_MIN;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        if (gems_count(kinds, colour)) {
            int after = bz_worth_after(r, s, hand + gems_of(colour, 1));
            sum += after;
            n++;
            most = after > most ? after : most;
        }
    return (sum / n * r->colour_weight + most * r->free_weight) /
           (r->colour_weight + r->free_weight);
}

static int worth_of_move(const bazaar_rules *r, const bazaar_state *s, core_move move)
{
    gems hand = s->hand[s->turn];
    int low = bz_low(move);
    switch (bz_what(move)) {
    case BZ_DRAW:     return worth_of_draw(r, s);
    case BZ_EXCHANGE: return bz_worth_after(r, s, hand - r->pay[low] + r->get[low]);
    case BZ_CHOOSE:   return bz_worth_after(r, s, hand + gems_of(low, 1));
    case BZ_CLAIM:    return bz_claim_worth(r, s, hand, low);
    case BZ_END:      return bz_best_way(r, s, hand).value;
    default:          return bz_best_way(r, s, hand - gems_of(low, 1)).value;
    }
}

void bazaar_prior(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *weights)
{
    const bazaar_rules *r = rules;
    const bazaar_state *s = state;
    int worth[BZ_MAX_MOVES], best = INT16_MIN;
    for (int i = 0; i < n; i++) {
        worth[i] = worth_of_move(r, s, moves[i]);
        best = worth[i] > best ? worth[i] : best;
    }
    for (int i = 0; i < n; i++)
        weights[i] = halving_weight(best - worth[i], HALF);
}
