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

enum { JP_HIDDEN = 32, JP_UNIT = 256 };

/* Rows of a block: one for each number from 0; the last one stands for all above. */
enum {
    JP_HELD = 8,     /* cards of a good in a hand; goods in a hand */
    JP_LEFT = 10,    /* tokens of a good */
    JP_OFFERED = 6,  /* cards of a kind in the market */
    JP_HERD = 12,
    JP_SALE = 60,    /* rupees of tokens if all goods in hand were sold now */
    JP_EXTRA = 24,   /* rupees of the mean bonus of these sales */
    JP_LATE = 24,    /* rupees of tokens lost if the other seat sells first */
    JP_DECK = 41,
    JP_BONUSES = 8,  /* bonus tokens of a pile */
    JP_EMPTY = 7,    /* empty piles */
    JP_TO_END = 18,  /* tokens left in the piles that will be the first to be empty */
    JP_AHEAD = 127   /* rupees more than the other seat, plus 63 */
};

/* The blocks: of each seat (the one to move first) and of what lies between them. */
enum {
    JP_SIDE_ROWS = JP_GOODS * JP_HELD + JP_HELD + JP_HERD + JP_SALE + JP_EXTRA + JP_LATE,
    JP_TABLE_ROWS = JP_GOODS * (JP_LEFT + JP_OFFERED) + JP_OFFERED + JP_DECK +
                    JP_PILES * JP_BONUSES + JP_EMPTY + JP_TO_END + JP_AHEAD,
    JP_POSITION_ROWS = 2 * JP_SIDE_ROWS + JP_TABLE_ROWS,
    JP_POSITION_INPUTS = 2 * (JP_GOODS + 5) + 2 * JP_GOODS + 5 + JP_PILES
};

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
enum { JP_REGISTERS = JP_HIDDEN / 8 };

static inline void jp_hidden_layer(const int16_t rows[][JP_HIDDEN], const int16_t bias[JP_HIDDEN],
                                   const uint16_t *inputs, int n, int16_t hidden[JP_HIDDEN])
{
    jp_lanes sum[JP_REGISTERS], row[JP_REGISTERS];
    memcpy(sum, bias, sizeof sum);
    for (int k = 0; k < n; k++) {
        memcpy(row, rows[inputs[k]], sizeof row);
#pragma GCC unroll 8
        for (int i = 0; i < JP_REGISTERS; i++)
            sum[i] += row[i];
    }
#pragma GCC unroll 8
    for (int i = 0; i < JP_REGISTERS; i++) {
        jp_lanes above = sum[i] > JP_UNIT; /* all bits of a place, or none */
        sum[i] &= sum[i] > 0;
        sum[i] = (sum[i] & ~above) | (JP_UNIT & above);
    }
    memcpy(hidden, sum, sizeof sum);
}

static inline int32_t jp_dot(const int16_t a[JP_HIDDEN], const int16_t b[JP_HIDDEN])
{
    int32_t sum = 0;
    for (int i = 0; i < JP_HIDDEN; i++)
        sum += a[i] * b[i];
    return sum;
}

#endif
