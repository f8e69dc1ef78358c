/* weights.c -- the learned numbers, out of their file and into the rules. */
#include <string.h>

#include "../../evaluation/network_file.h"
#include "state.h"

/* Raise it when an input, a part or a feature means something else at the same sizes. */
enum { MEANING = 1 };

/* Bounds within which no sum of the networks overflows: 16 bits hold a bias and one row of each
 * block, 32 bits a bias and the products with a hidden layer. */
enum {
    MOST_ROW = INT16_MAX / (JP_PRIOR_INPUTS + 1),
    MOST_FEATURE = 2000,
    MOST_BIAS = 1 << 29
};

static const int32_t SHAPE[] = {
    MEANING,        NET_HIDDEN,     NET_UNIT,       JP_PART_UNIT,   JP_GOODS,       JP_PILES,
    JP_HELD,        JP_LEFT,        JP_OFFERED,     JP_HERD,        JP_SALE,        JP_EXTRA,
    JP_LATE,        JP_DECK,        JP_BONUSES,     JP_EMPTY,       JP_TO_END,      JP_AHEAD,
    JP_PART_TAKE,   JP_PART_CAMELS, JP_PART_SELL,   JP_PART_SWAP,   JP_PART_GIVEN,  JP_PART_HAND,
    JP_PART_MARKET, JP_PARTS,       JP_PRIOR_ROWS,  JP_POSITION_ROWS,
    sizeof(jp_prior_weights) / sizeof(int16_t),
};

uint64_t jaipur_network_digest(void)
{
    return net_digest(SHAPE, sizeof SHAPE / sizeof *SHAPE);
}

const char *jaipur_prepare(void *rules, const void *network, size_t size)
{
    jaipur_rules *r = rules;
    jp_network *n = &r->network;
    const size_t features = sizeof n->linear / sizeof(int16_t);
    const size_t bytes = 2 * features + 2 * (JP_PRIOR_ROWS + 1 + JP_PARTS) * NET_HIDDEN +
                         4 * JP_PARTS + 2 * (JP_POSITION_ROWS + 2) * NET_HIDDEN + 4;
    net_reader in;
    const char *wrong = net_open(&in, network, size, jaipur_network_digest(), bytes);
    if (wrong)
        return wrong;
    net_read_16(&in, (int16_t *)&n->linear, features, MOST_FEATURE);
    net_read_16(&in, *n->prior.rows, JP_PRIOR_ROWS * NET_HIDDEN, MOST_ROW);
    net_read_16(&in, n->prior.bias, NET_HIDDEN, MOST_ROW);
    net_read_16(&in, *n->prior.parts, JP_PARTS * NET_HIDDEN, INT16_MAX);
    net_read_32(&in, n->prior.part_bias, JP_PARTS, MOST_BIAS);
    net_read_16(&in, *n->value.rows, JP_POSITION_ROWS * NET_HIDDEN, MOST_ROW);
    net_read_16(&in, n->value.bias, NET_HIDDEN, MOST_ROW);
    net_read_16(&in, n->value.output, NET_HIDDEN, INT16_MAX);
    net_read_32(&in, &n->value.output_bias, 1, MOST_BIAS);
    if (in.bad) {
        memset(n, 0, sizeof *n);
        return "a number is out of its range";
    }
    r->learned = 1;
    return NULL;
}
