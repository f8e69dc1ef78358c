/* views.c -- the toy game: what its seats see, and what they cannot tell apart. */
#include <limits.h>
#include <string.h>

#include "state.h"

int toy_viewer(const void *state)
{
    return ((const toy_state *)state)->viewer;
}

core_move toy_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules;
    (void)state;
    int what = (int)(move >> 56), place = (int)(move >> 8 & 0xff), to = what == GIVE ? GIFT : place;
    if (what == CHOOSE && OWNER[place] != seat)
        return CORE_NOTHING;
    return (what == DRAW || what == GIVE) && !(SEEN_BY[to] >> seat & 1) ? move & ~UINT64_C(0xff)
                                                                        : move;
}

void toy_view(const void *rules, const void *state, int seat, void *view)
{
    (void)rules;
    toy_state *v = view;
    memmove(v, state, sizeof *v);
    v->viewer = (int8_t)seat;
    for (int card = 1; card <= CARDS; card++)
        if (unseen(v, v->place[card]))
            v->place[card] = NOWHERE;
    if (kind(v) != CHOOSE)
        return;
    v->first = (uint8_t)seat;
    for (int other = 0; other < SEATS; other++)
        if (other != seat)
            v->choice[other] = 0;
}

/* Lays the unseen cards from `card` on where they may lie, in all ways, until way number `pick`;
 * returns how many were made. */
int toy_lay(const toy_rules *r, toy_state *s, int card, int pick)
{
    int ways = 0;
    while (card <= r->cards && s->place[card])
        card++;
    if (card > r->cards)
        return 1;
    for (int place = DECK; place < PLACES; place++)
        if ((s->may[card] >> place & 1) && missing(s, place) > 0) {
            s->place[card] = (uint8_t)place;
            ways += toy_lay(r, s, card + 1, pick - ways);
            if (ways > pick)
                return ways;
            s->place[card] = NOWHERE;
        }
    return ways;
}

void toy_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    toy_state trial = *(const toy_state *)view, *s = state;
    int ways = toy_lay(rules, &trial, 1, INT_MAX);
    memmove(s, view, sizeof *s);
    toy_lay(rules, s, 1, (int)rng_below(rng, (uint32_t)ways));
    s->viewer = CORE_ALL;
}
