/* choices.h -- the sub-multisets of a multiset one by one, and how likely each is drawn. */
#ifndef SARAI_JAIPUR_CHOICES_H
#define SARAI_JAIPUR_CHOICES_H

#include "state.h"

/* The first `n`-card sub-multiset of `from` in packed order fills the lowest lanes. */
static inline multiset jp_first_choice(multiset from, int n)
{
    multiset taken = 0;
    for (int lane = 0; n > 0; lane++) {
        int here = ms_count(from, lane) < n ? ms_count(from, lane) : n;
        taken += ms_cards(lane, here);
        n -= here;
    }
    return taken;
}

/* The next one of the same size, or 0 after the last: a card moves up to the lowest lane that has
 * room above a lane that has cards, and what lies below starts again from the bottom. */
static inline multiset jp_next_choice(multiset from, multiset chosen)
{
    int below = 0;
    for (int lane = 0; lane < JP_KINDS; lane++) {
        int here = ms_count(chosen, lane);
        if (below > 0 && here < ms_count(from, lane)) {
            multiset above = chosen & ~((UINT64_C(1) << (8 * lane)) - 1);
            return above + ms_cards(lane, 1) + jp_first_choice(from, below - 1);
        }
        below += here;
    }
    return 0;
}

static inline uint64_t jp_binomial(int n, int k)
{
    uint64_t result = 1;
    for (int i = 0; i < k; i++)
        result = result * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return result;
}

/* In how many ways distinguishable cards of `from` make up `chosen`. */
static inline uint64_t jp_ways(multiset from, multiset chosen)
{
    uint64_t product = 1;
    for (int lane = 0; lane < JP_KINDS; lane++)
        product *= jp_binomial(ms_count(from, lane), ms_count(chosen, lane));
    return product;
}

#endif
