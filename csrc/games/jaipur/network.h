/* network.h -- what the networks of Jaipur look at: the inputs of a position.
 *
 * The blocks of inputs are those of weights.h; what all games share is in evaluation/layer.h.
 */
#ifndef SARAI_JAIPUR_NETWORK_H
#define SARAI_JAIPUR_NETWORK_H

#include "../../evaluation/layer.h"
#include "state.h"

/* The mean rupees of the bonus tokens of a pile; 0 if there are none. */
int jp_mean_bonus(const jaipur_rules *r, uint64_t tokens, int pile);

/* All blocks of a position in which a seat is to move. `hands`: its own, and the cards taken for
 * those of the other seat; `bonus`: rupees of a token of each pile; `ahead`: rupees more. */
void jp_put_position(net_writer *w, const jaipur_rules *r, const jaipur_state *s,
                     const multiset hands[2], const int bonus[JP_PILES], int ahead);

#endif
