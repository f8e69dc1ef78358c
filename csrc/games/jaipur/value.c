/* value.c -- the chance of the seat to move to win the round, without playing it out.
 *
 * A network with one hidden layer over counts of a full state (network.h), and a table in
 * the place of the logistic function. The parameters (weights.h) are learned from rounds by
 * bench/strength/learn_value.py.
 */
#include "value.h"

#include "../../evaluation/logistic.h"

static int rupees_of(const jaipur_rules *r, const jaipur_state *s, int seat)
{
    return s->rupees[seat] + jp_bonus_rupees(r, s->won[seat]);
}

void jaipur_value_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_POSITION_INPUTS])
{
    net_writer w = {inputs, 0};
    int mover = s->turn, bonus[JP_PILES];
    for (int pile = 0; pile < JP_PILES; pile++)
        bonus[pile] = jp_mean_bonus(r, s->bonus, pile);
    multiset hands[2] = {s->hand[mover], s->hand[1 - mover]};
    jp_put_position(&w, r, s, hands, bonus, rupees_of(r, s, mover) - rupees_of(r, s, 1 - mover));
    assert(w.next == inputs + JP_POSITION_INPUTS && w.block == JP_POSITION_ROWS);
}

/* The chance of the seat to move, of CORE_WIN. */
int64_t jaipur_value(const jaipur_rules *r, const jaipur_state *s)
{
    const jp_value_network *net = &r->network.value;
    uint16_t inputs[JP_POSITION_INPUTS];
    int16_t hidden[NET_HIDDEN];
    jaipur_value_inputs(r, s, inputs);
    net_hidden_layer(net->rows, net->bias, inputs, JP_POSITION_INPUTS, hidden);
    return net_logistic(net->output_bias + net_dot(hidden, net->output));
}
