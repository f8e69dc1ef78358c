/* views.c -- who knows what in Welcome To. */
#include <string.h>

#include "state.h"

int welcometo_viewer(const void *state)
{
    return ((const wt_state *)state)->viewer;
}

core_move welcometo_observed(const void *rules, const void *state, core_move move, int seat)
{
    const wt_rules *r = rules;
    int giver = wt_seat(move), hidden = 0;
    if (wt_what(move) < WT_CARD)
        return welcometo_actor(r, state) == seat ? move : CORE_NOTHING;
    if (wt_what(move) == WT_DRAW)
        hidden = seat != giver;
    else if (wt_what(move) == WT_PASS)
        hidden = seat != giver && seat != (giver + 1) % r->seats;
    return hidden ? move & ~UINT64_C(127) : move;
}

/* The others' choices of this turn, as far as they are not shown, are unmade. */
static void unmake(wt_state *v, int seat)
{
    v->record[seat] = v->mark[seat] = v->picked[seat] = 0;
    v->claims[seat] = v->asked[seat] = v->picking[seat] = 0;
    v->stage[seat] = v->shown[seat] == WT_SHOWN_ALL    ? WT_STAGE_DONE
                     : v->shown[seat] == WT_SHOWN_TURN ? WT_STAGE_CLAIM
                                                       : WT_STAGE_START;
}

void welcometo_view(const void *rules, const void *state, int seat, void *view)
{
    const wt_rules *r = rules;
    wt_state *v = view;
    memmove(v, state, sizeof *v);
    v->viewer = (int8_t)seat;
    if (v->phase == WT_PHASE_TURN) {
        v->first = (uint8_t)seat;
        for (int other = 0; other < r->seats; other++)
            if (other != seat)
                unmake(v, other);
    }
    if (!r->expert)
        return;
    for (int other = 0; other < r->seats; other++) {
        v->knows[other] &= (uint8_t)(1 << seat);
        v->keeps[other] &= (uint8_t)(1 << seat);
        for (int i = 0; i < 3; i++) {
            uint8_t *card = &v->hand[other][i];
            int known = other == seat || (i == 2 && v->knows[other]) || (i == 0 && v->keeps[other]);
            if (!known && *card && *card != WT_UNSEEN) {
                wt_add(v->pile, *card - 1);
                *card = WT_UNSEEN;
            }
        }
    }
}

/* Hidden cards of hands are dealt from the pool; the rest of it is the pile. */
void welcometo_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    const wt_rules *r = rules;
    wt_state *s = state;
    memmove(s, view, sizeof *s);
    s->viewer = CORE_ALL;
    if (!r->expert)
        return;
    int left = wt_total(s->pile);
    for (int seat = 0; seat < r->seats; seat++)
        for (int i = 0; i < 3; i++)
            if (s->hand[seat][i] == WT_UNSEEN) {
                int kind = wt_kind_at(s->pile, (int)rng_below(rng, (uint32_t)left--));
                wt_remove(s->pile, kind);
                s->hand[seat][i] = (uint8_t)(kind + 1);
            }
}
