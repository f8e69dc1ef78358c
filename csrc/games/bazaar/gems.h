/* gems.h -- gems are counted, not ordered: five counters of 12 bits in one word.
 *
 *   bits   0-11  12-23  24-35  36-47  48-59
 *   lane    red  white   blue  green yellow
 *
 * Nothing limits a hand, so a lane is wider than in multiset.h: it stays below 2048 (its top bit is
 * free for borrows), and all gems of a word together below 4096.
 */
#ifndef SARAI_BAZAAR_GEMS_H
#define SARAI_BAZAAR_GEMS_H

#include <stdint.h>

typedef uint64_t gems;

#define GEM_COLOURS 5
#define GEM_ONES UINT64_C(0x001001001001001)
#define GEM_TOPS (GEM_ONES << 11)

static inline gems gems_of(int colour, int n)
{
    return (gems)(unsigned)n << (12 * colour);
}

static inline int gems_count(gems a, int colour)
{
    return (int)(a >> (12 * colour) & 0xfff);
}

static inline int gems_total(gems a)
{
    return (int)((a * GEM_ONES) >> 48 & 0xfff);
}

/* Does a have at least b of each colour? */
static inline int gems_contain(gems a, gems b)
{
    return (((a | GEM_TOPS) - b) & GEM_TOPS) == GEM_TOPS;
}

/* max(0, a - b) in each lane. */
static inline gems gems_missing(gems a, gems b)
{
    gems d = (a | GEM_TOPS) - b;
    return d & (((d & GEM_TOPS) >> 11) * 0x7ff);
}

/* 1 in each lane that is not empty. */
static inline gems gems_kinds(gems a)
{
    return (a + (GEM_TOPS - GEM_ONES)) >> 11 & GEM_ONES;
}

/* Counters of 4 bits, as the options have them, put into lanes. */
static inline gems gems_unpack(uint64_t packed)
{
    gems a = 0;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        a |= gems_of(colour, (int)(packed >> (4 * colour) & 15));
    return a;
}

#endif
