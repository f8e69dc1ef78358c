/* prior_network.c -- a network in the prior: which parts of a move are good here.
 *
 * The linear prior knows what a move is worth, but not when. The hidden layer looks at the whole
 * position, once, and values the parts that moves are made of; each of the many moves is then a sum
 * of a few numbers.
 */
#include "prior_network.h"

void jp_put_known(const jaipur_rules *r, const jaipur_state *s, const int bonus[JP_PILES],
                  int ahead, uint16_t inputs[JP_PRIOR_INPUTS])
{
    net_writer w = {inputs, 0};
    int seat = s->turn, other = 1 - seat;
    multiset herd = s->hand[other] - jp_goods(s->hand[other]);
    multiset hands[2] = {s->hand[seat], s->known[other] + herd};
    jp_put_position(&w, r, s, hands, bonus, ahead);
    net_put(&w, jp_hand_size(s, other), JP_HELD);
    assert(w.next == inputs + JP_PRIOR_INPUTS && w.block == JP_PRIOR_ROWS);
}

static void fill_worths(const jp_prior_network *net, const int16_t hidden[NET_HIDDEN], int first,
                        int n, int32_t worths[JP_PARTS])
{
    for (int part = first; part < first + n; part++)
        worths[part] = (net->part_bias[part] + net_dot(hidden, net->parts[part])) / NET_UNIT;
}

void jp_worths_of_parts(const jp_prior_network *net, const jaipur_state *s,
                        const uint16_t inputs[JP_PRIOR_INPUTS], int32_t worths[JP_PARTS])
{
    int16_t hidden[NET_HIDDEN];
    net_hidden_layer(net->rows, net->bias, inputs, JP_PRIOR_INPUTS, hidden);
    int camels = jp_at_most(jp_camels(s->market), JP_OFFERED - 1);
    fill_worths(net, hidden, JP_PART_CAMELS + camels, 1, worths);
    fill_worths(net, hidden, JP_PART_SWAP, JP_OFFERED, worths);
    fill_worths(net, hidden, JP_PART_GIVEN, JP_OFFERED, worths);
    for (int good = 0; good < JP_GOODS; good++) {
        int held = ms_count(s->hand[s->turn], good), offered = ms_count(s->market, good);
        if (held + offered == 0)
            continue;
        int numbers = held + offered + 1; /* that can be held, or on offer, afterwards */
        fill_worths(net, hidden, JP_PART_TAKE + good, offered > 0, worths);
        fill_worths(net, hidden, JP_PART_SELL + good * JP_OFFERED, jp_at_most(held, JP_OFFERED),
                    worths);
        fill_worths(net, hidden, JP_PART_HAND + good * JP_HELD, jp_at_most(numbers, JP_HELD),
                    worths);
        fill_worths(net, hidden, JP_PART_MARKET + good * JP_OFFERED,
                    jp_at_most(numbers, JP_OFFERED), worths);
    }
}
