/* network.h -- what the networks of Jaipur have in common: inputs and a hidden layer.
 *
 * A position is described by numbers of rows, one from each block of the table below, so that an
 * input costs one addition of a row (Y. Nasu 2018, "Efficiently updatable neural networks for
 * computer shogi"; here all inputs are added up anew, as each determinization deals new hands).
 * The sum of the rows and a bias, cut to 0..1, is the hidden layer. All in whole numbers, in
 * 1/JP_UNIT: no floating point, the same on every build.
 */
#ifndef SARAI_JAIPUR_NETWORK_H
#define SARAI_JAIPUR_NETWORK_H

#include <string.h>

#include "state.h"

/* Goes through the blocks in their order. */
typedef struct {
    uint16_t *next;
    int block; /* its first row */
} jp_writer;

static inline void jp_put(jp_writer *w, int number, int rows)
{
    int row = number < 0 ? 0 : jp_at_most(number, rows - 1);
    *w->next++ = (uint16_t)(w->block + row);
    w->block += rows;
}

/* The mean rupees of the bonus tokens of a pile; 0 if there are none. */
int jp_mean_bonus(const jaipur_rules *r, uint64_t tokens, int pile);

/* All blocks of a position in which a seat is to move. `hands`: its own, and the cards taken for
 * those of the other seat; `bonus`: rupees of a token of each pile; `ahead`: rupees more. */
void jp_put_position(jp_writer *w, const jaipur_rules *r, const jaipur_state *s,
                     const multiset hands[2], const int bonus[JP_PILES], int ahead);

/* Eight places of the hidden layer in a register: compilers lay it out for the processor. */
typedef int16_t jp_lanes __attribute__((vector_size(16)));
typedef int16_t jp_stored __attribute__((vector_size(16), aligned(2), may_alias));
_Static_assert(JP_HIDDEN == 32, "four registers");

static inline jp_lanes jp_cut(jp_lanes sum)
{
    jp_lanes above = sum > JP_UNIT; /* all bits of a place, or none */
    sum &= sum > 0;
    return (sum & ~above) | (JP_UNIT & above);
}

static inline void jp_hidden_layer(const int16_t rows[][JP_HIDDEN], const int16_t bias[JP_HIDDEN],
                                   const uint16_t *inputs, int n, int16_t hidden[JP_HIDDEN])
{
    const jp_stored *first = (const jp_stored *)bias;
    jp_lanes a = first[0], b = first[1], c = first[2], d = first[3];
    for (int k = 0; k < n; k++) {
        const jp_stored *row = (const jp_stored *)rows[inputs[k]];
        a += row[0];
        b += row[1];
        c += row[2];
        d += row[3];
    }
    jp_stored *out = (jp_stored *)hidden;
    out[0] = jp_cut(a);
    out[1] = jp_cut(b);
    out[2] = jp_cut(c);
    out[3] = jp_cut(d);
}

static inline int32_t jp_dot(const int16_t a[JP_HIDDEN], const int16_t b[JP_HIDDEN])
{
    int32_t sum = 0;
    for (int i = 0; i < JP_HIDDEN; i++)
        sum += a[i] * b[i];
    return sum;
}

#endif
