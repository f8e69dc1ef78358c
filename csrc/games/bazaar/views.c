/* views.c -- who knows what: all is public, so a view is the state with a viewer. */
#include <string.h>

#include "state.h"

int bazaar_viewer(const void *state)
{
    return ((const bazaar_state *)state)->viewer;
}

core_move bazaar_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules, (void)state, (void)seat;
    return move;
}

void bazaar_view(const void *rules, const void *state, int seat, void *view)
{
    (void)rules;
    bazaar_state *v = view;
    memmove(v, state, sizeof *v);
    v->viewer = (int8_t)seat;
}

void bazaar_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    (void)rng;
    bazaar_view(rules, view, CORE_ALL, state);
}
