/* layer.h -- inputs and a hidden layer in whole numbers, for the networks of all games.
 *
 * A position is described by numbers of rows, one from each block of a table that the game gives,
 * so that an input costs one addition of a row (Y. Nasu 2018, "Efficiently updatable neural
 * networks for computer shogi"; here all inputs are added up anew, as each determinization deals
 * new hands). The sum of the rows and a bias, cut to 0..1, is the hidden layer, in 1/NET_UNIT: no
 * floating point, the same on every build. No sum may leave 16 bits: network_file.h sees to that.
 */
#ifndef SARAI_LAYER_H
#define SARAI_LAYER_H

#include <stdint.h>

enum { NET_HIDDEN = 32, NET_UNIT = 256 };

/* Goes through the blocks in their order. */
typedef struct {
    uint16_t *next;
    int block; /* its first row */
} net_writer;

/* The row of a number in the next block, which has so many: one for each number from 0; the last
 * one stands for all above. */
static inline void net_put(net_writer *w, int number, int rows)
{
    int row = number < 0 ? 0 : number < rows ? number : rows - 1;
    *w->next++ = (uint16_t)(w->block + row);
    w->block += rows;
}

/* Eight places of the hidden layer in a register: compilers lay it out for the processor. */
typedef int16_t net_lanes __attribute__((vector_size(16)));
typedef int16_t net_stored __attribute__((vector_size(16), aligned(2), may_alias));
_Static_assert(NET_HIDDEN == 32, "four registers");

static inline net_lanes net_cut(net_lanes sum)
{
    net_lanes above = sum > NET_UNIT; /* all bits of a place, or none */
    sum &= sum > 0;
    return (sum & ~above) | (NET_UNIT & above);
}

/* The sums stay in registers by name: with an array, gcc stores them after each row (half as fast
 * again, measured). */
static inline void net_hidden_layer(const int16_t rows[][NET_HIDDEN],
                                    const int16_t bias[NET_HIDDEN], const uint16_t *inputs, int n,
                                    int16_t hidden[NET_HIDDEN])
{
    const net_stored *first = (const net_stored *)bias;
    net_lanes a = first[0], b = first[1], c = first[2], d = first[3];
    for (int k = 0; k < n; k++) {
        const net_stored *row = (const net_stored *)rows[inputs[k]];
        a += row[0];
        b += row[1];
        c += row[2];
        d += row[3];
    }
    net_stored *out = (net_stored *)hidden;
    out[0] = net_cut(a);
    out[1] = net_cut(b);
    out[2] = net_cut(c);
    out[3] = net_cut(d);
}

static inline int32_t net_dot(const int16_t a[NET_HIDDEN], const int16_t b[NET_HIDDEN])
{
    int32_t sum = 0;
    for (int i = 0; i < NET_HIDDEN; i++)
        sum += a[i] * b[i];
    return sum;
}

#endif
