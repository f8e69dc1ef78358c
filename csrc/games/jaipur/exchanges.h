/* exchanges.h -- counting the legal exchanges of a position, drawing one, without a list.
 *
 * An exchange is a choice of the new market. Lay the hand's goods, the market's goods and as many
 * camels as the hand has room for on one heap; any choice of as many cards as the market has goods
 * is what lies in the goods' places afterwards. Taking and giving the same kind cannot happen, and
 * each choice is one exchange, except those that move no card or only one.
 *
 * The number of choices is a coefficient of a product of polynomials, one factor a kind: the first
 * three kinds (left half), the other three (right half), the camels. A half has 216 cases, since
 * more than five cards of a kind are as good as five: its key is a + 6b + 36c for a, b, c cards.
 *   TRIPLES        the 56 choices (x, y, z) of at most five cards of three kinds, by sum, packed
 *   TRIPLE_LIST    for each key in turn, the numbers of the triples that it contains
 *   TRIPLE_START   where the list of a key starts
 *   TRIPLE_COUNTS  how many they are by sum, a polynomial
 * Counts stay below 2^10 (there are at most
 * C(11, 5) = 462 choices of five cards of seven kinds), so a polynomial in degrees 0 to 5 fits one
 * word of six lanes of ten bits, and a product is one multiplication.
 */
#ifndef SARAI_JAIPUR_EXCHANGES_H
#define SARAI_JAIPUR_EXCHANGES_H

#include "state.h"
#include "triples.h"

#define JP_LANE_BITS 10
#define JP_POLYNOMIAL ((UINT64_C(1) << (6 * JP_LANE_BITS)) - 1)

#define JP_ALL_DEGREES UINT64_C(0x4010040100401) /* 1 + t + ... + t^5 */

typedef struct {
    multiset market;    /* its goods */
    int size;           /* how many */
    int camels;         /* that may be given */
    int left, right;    /* keys of the halves of the heap */
    uint64_t choices;   /* of left half and camels, by number of cards */
    int total;          /* choices of a new market */
    int legal;          /* of these, exchanges of two cards or more */
} jp_exchanges;

static inline int jp_coefficient(uint64_t polynomial, int degree)
{
    return (int)(polynomial >> (JP_LANE_BITS * degree) & ((1 << JP_LANE_BITS) - 1));
}

static inline jp_exchanges jp_count_exchanges(multiset hand, multiset market, int hand_limit)
{
    jp_exchanges x;
    multiset goods = jp_goods(hand);
    int room = hand_limit - ms_total(goods), herd = jp_camels(hand);
    x.market = jp_goods(market);
    x.size = ms_total(x.market);
    x.camels = herd < room ? herd : room;
    /* min(5, n) of each kind; then sums a + 6b + 36c of lanes 0-2 and 3-5 by one multiplication. */
    multiset heap = goods + x.market;
    multiset keys = (heap - ms_monus(heap, MS_ONES * 5)) * 0x010624;
    x.left = (int)(keys >> 16 & 0xff);
    x.right = (int)(keys >> 40 & 0xff);
    /* 1 + t + ... + t^camels, cut at degree 5 */
    uint64_t herd_choices =
        JP_ALL_DEGREES & JP_POLYNOMIAL >> (x.camels < 5 ? JP_LANE_BITS * (5 - x.camels) : 0);
    x.choices = TRIPLE_COUNTS[x.left] * herd_choices & JP_POLYNOMIAL;
    x.total = jp_coefficient(x.choices * TRIPLE_COUNTS[x.right], x.size);
    multiset wanted = ms_kinds(x.market), held = ms_kinds(goods);
    x.legal = x.total - 1 - ms_total(wanted) * (ms_total(held) + (x.camels > 0)) +
              ms_total(wanted & held);
    return x;
}

/* Sum of all coefficients of lower degree, for each degree. */
static inline uint64_t jp_below(uint64_t polynomial)
{
    return (polynomial * JP_ALL_DEGREES & JP_POLYNOMIAL) << JP_LANE_BITS;
}

/* A new market drawn uniformly from the choices: its goods' places. */
static inline multiset jp_draw_choice(const jp_exchanges *x, core_rng *rng)
{
    uint64_t bits = rng_next(rng), rights = TRIPLE_COUNTS[x->right];
    int rank = jp_slice(bits, x->total), right = 0, sum = 0;
    uint64_t lefts = x->choices << (JP_LANE_BITS * (5 - x->size)); /* degree 5: the whole market */
    for (int n = 0; n < 5; n++) { /* how many cards come from the right half? No branch: faster */
        sum += jp_coefficient(lefts, 5 - n) * jp_coefficient(rights, n);
        right += sum <= rank;
    }
    int rest = x->size - right, lowest = rest > x->camels ? rest - x->camels : 0;
    uint64_t left_below = jp_below(TRIPLE_COUNTS[x->left]), right_below = jp_below(rights);
    int l = jp_coefficient(left_below, lowest), r = jp_coefficient(right_below, right);
    l += jp_slice(bits >> 21, jp_coefficient(x->choices, rest));
    r += jp_slice(bits >> 42, jp_coefficient(rights, right));
    multiset left = TRIPLES[TRIPLE_LIST[TRIPLE_START[x->left] + l]];
    return left | (multiset)TRIPLES[TRIPLE_LIST[TRIPLE_START[x->right] + r]] << 24 |
           ms_cards(JP_CAMEL, rest - ms_total(left));
}

/* An exchange drawn uniformly from the legal ones (there is one): the new goods' places. */
static inline multiset jp_draw_exchange(const jp_exchanges *x, core_rng *rng)
{
    assert(x->legal > 0);
    for (;;) {
        multiset chosen = jp_draw_choice(x, rng);
        if (ms_total(ms_monus(x->market, chosen)) >= 2)
            return chosen;
    }
}

#endif
