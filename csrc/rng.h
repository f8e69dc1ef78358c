/* rng.h -- the one random generator: xoshiro256++ (Blackman and Vigna 2018), seeded by splitmix64.
 *
 * A generator belongs to its caller and is seeded by (seed, stream): equal pairs give equal numbers
 * on every build, different pairs unrelated ones.
 */
#ifndef SARAI_RNG_H
#define SARAI_RNG_H

#include "core.h"

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t rng_next(core_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rng_rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

static inline uint64_t rng_splitmix(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline void rng_seed(core_rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed;
    uint64_t y = rng_splitmix(&x) ^ stream;
    for (int i = 0; i < 4; i++)
        rng->s[i] = rng_splitmix(&y);
}

/* 0 .. bound-1 from 32 fresh bits; the bias is below bound / 2^32. */
static inline uint32_t rng_below(core_rng *rng, uint32_t bound)
{
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

#endif
