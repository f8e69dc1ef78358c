/* playout.c -- plays a game of Welcome To to its end. */
#include <string.h>

#include "state.h"

/* Ten times how far a house is from the place of a number whose street is filled evenly. */
static int astray(int house, int number)
{
    int street = wt_street(house), last = WT_STARTS[street + 1] - WT_STARTS[street] - 1;
    int place = 10 * (house - WT_STARTS[street]), even = (number - 1) * 10 * last / 14;
    return place > even ? place - even : even - place;
}

/* Numbers go where they would be if streets were filled evenly; all else is drawn, but nobody
 * refuses, builds a roundabout or asks for a reshuffle without need. */
static core_move proportional(const core_move *moves, int n, core_rng *rng)
{
    int first = 0, best = 0;
    if (wt_what(moves[0]) == WT_BUILD) {
        for (int i = 1; i < n; i++)
            if (astray(wt_bits(moves[i], 0, 6), wt_bits(moves[i], 6, 5)) <
                astray(wt_bits(moves[best], 0, 6), wt_bits(moves[best], 6, 5)))
                best = i;
        return moves[best];
    }
    while (first < n - 1 && wt_what(moves[first]) == WT_ROUND)
        first++;
    while (n - 1 > first &&
           (wt_what(moves[n - 1]) == WT_REFUSE || wt_what(moves[n - 1]) == WT_RESHUFFLE))
        n--;
    return moves[first + (int)rng_below(rng, (uint32_t)(n - first))];
}

/* Points of the sheet after the turn, as it is best for them alone; even places break ties. */
static int greedy_value(const wt_rules *r, const wt_state *s, int seat, core_move move)
{
    wt_state after = *s;
    int best = INT32_MIN;
    welcometo_play(r, &after, move);
    if (after.stage[seat] == WT_STAGE_BUILD || after.stage[seat] == WT_STAGE_EFFECT) {
        core_move moves[WT_MAX_MOVES];
        int n = welcometo_moves(r, &after, moves, NULL);
        for (int i = 0; i < n; i++) {
            int value = greedy_value(r, &after, seat, moves[i]);
            best = value > best ? value : best;
        }
        return best;
    }
    wt_sheet sheet;
    uint64_t record = after.record[seat];
    wt_working(&after, seat, &sheet);
    int points = 200 * wt_points(&sheet, r->plan) + 100 * sheet.temps;
    if (after.stage[seat] == WT_STAGE_ROUND || record & WT_REFUSED || s->shown[seat])
        return points;
    return points - astray(wt_bits(record, 25, 6), wt_bits(record, 20, 5));
}

static core_move greedy(const wt_rules *r, const wt_state *s, const core_move *moves, int n)
{
    int seat = welcometo_actor(r, s), best = 0, most = INT32_MIN;
    for (int i = 0; i < n; i++) {
        int value = greedy_value(r, s, seat, moves[i]);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return moves[best];
}

static core_move choose(const wt_rules *r, const wt_state *s, int policy, core_rng *rng)
{
    core_move moves[WT_MAX_MOVES];
    int values[WT_MAX_MOVES], n = welcometo_moves(r, s, moves, NULL);
    if (n == 1)
        return moves[0];
    switch (policy) {
    case WT_POLICY_ADVICE:       return moves[wt_advice(r, s, moves, n, values)];
    case WT_POLICY_PROPORTIONAL: return proportional(moves, n, rng);
    case WT_POLICY_GREEDY:       return greedy(r, s, moves, n);
    default:                     return moves[rng_below(rng, (uint32_t)n)];
    }
}

core_move welcometo_choose(const void *rules, const void *state, int policy, core_rng *rng)
{
    return choose(rules, state, policy, rng);
}

int welcometo_playout(const void *rules, const void *state, int policy, core_rng *rng,
                      int64_t *shares, int64_t *scores)
{
    const wt_rules *r = rules;
    wt_state s = *(const wt_state *)state;
    int decisions = 0;
    while (s.phase != WT_PHASE_OVER) {
        int chance = welcometo_actor(r, &s) == CORE_CHANCE;
        core_move move =
            chance ? welcometo_sample(r, &s, rng) : choose(r, &s, policy, rng);
        welcometo_play(r, &s, move);
        decisions += !chance;
    }
    welcometo_returns(r, &s, shares, scores);
    return decisions;
}
