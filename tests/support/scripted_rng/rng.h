/* rng.h -- in place of csrc/rng.h: random numbers from a script, so that a test can walk all.
 *
 *   s[0], s[1]  the script: up to eight numbers of 16 bits, lowest first
 *   s[2], s[3]  what was asked for: the bounds of the numbers drawn, in the same places
 * All ways to draw, each with the product of its 1/bound, are the exact distribution.
 */
#ifndef SARAI_RNG_H
#define SARAI_RNG_H

#include <assert.h>

#include "core.h"

static inline uint32_t rng_below(core_rng *rng, uint32_t bound)
{
    int n = 0;
    while (n < 8 && rng->s[2 + n / 4] >> n % 4 * 16 & 0xffff)
        n++;
    assert(n < 8 && bound > 0 && bound <= 0xffff);
    uint32_t drawn = (uint32_t)(rng->s[n / 4] >> n % 4 * 16 & 0xffff);
    assert(drawn < bound);
    rng->s[2 + n / 4] |= (uint64_t)bound << n % 4 * 16;
    return drawn;
}

/* Who asked for the last whole word; a game that cuts words up itself must be changed to come back
 * to rng_below with it. */
static core_rng *rng_asked;

static inline uint64_t rng_next(core_rng *rng)
{
    rng_asked = rng;
    return 0;
}

static inline void rng_seed(core_rng *rng, uint64_t seed, uint64_t stream)
{
    *rng = (core_rng){{seed + stream, 0, 0, 0}};
}

#endif
