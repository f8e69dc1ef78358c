/* plan.h -- what a hand is worth at the table as it is, by the tables of plan.c.
 *
 * Values are in 64ths of a point. The tables are for one card alone; a hand goes by the card that
 * is worth most to it.
 */
#ifndef SARAI_BAZAAR_PLAN_H
#define SARAI_BAZAAR_PLAN_H

#include "state.h"

/* The way to a card, and where a hand is on it. */
typedef struct {
    const bz_plan *plan;
    int rank, value;
} bz_way;

static inline bz_way bz_way_to(const bazaar_rules *r, int gone, gems hand, int card)
{
    const bz_plan *plan = &r->plan[card][gone];
    int rank = bz_plan_rank(bz_plan_trim(hand, r->card[card]));
    return (bz_way){plan, rank, plan->value[rank]};
}

/* To the card that is worth most, before a turn. */
static inline bz_way bz_best_way(const bazaar_rules *r, const bazaar_state *s, gems hand)
{
    int gone = bz_empty_piles(s) > 0;
    bz_way best = {NULL, 0, INT16_MIN};
    for (int pile = 0; pile < BZ_PILES; pile++)
        if (s->top[pile]) {
            bz_way next = bz_way_to(r, gone, hand, s->top[pile] - 1);
            if (next.value > best.value)
                best = next;
        }
    return best;
}

/* Of a claim by this hand, which has the gems for it. */
static inline int bz_claim_worth(const bazaar_rules *r, const bazaar_state *s, gems hand, int pile)
{
    int gone = bz_empty_piles(s) > 0, card = s->top[pile] - 1;
    int left = gems_total(hand) - gems_total(r->card[card]);
    return 64 * bz_points(r, gone, card, left) + bz_plan_left(gone, left);
}

/* After the draw or the exchange: to claim, or to go on. */
static inline int bz_worth_after(const bazaar_rules *r, const bazaar_state *s, gems hand)
{
    int best = bz_best_way(r, s, hand).value;
    for (int pile = 0; pile < BZ_PILES; pile++)
        if (s->top[pile] && gems_contain(hand, r->card[s->top[pile] - 1])) {
            int worth = bz_claim_worth(r, s, hand, pile);
            best = worth > best ? worth : best;
        }
    return best;
}

#endif
