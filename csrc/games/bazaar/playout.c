/* playout.c -- playouts.
 *
 * `plan`: each seat heads for the card that is worth most to its hand by the tables of
 * plan.c, and claims when nothing better is to come. `race`: the same for a turn, and
 * then an estimate from points and hands. `uniform` wanders, for hundreds of turns.
 */
#include "plan.h"

static core_move uniform_move(const bazaar_rules *r, const bazaar_state *s, core_rng *rng)
{
    core_move moves[BZ_MAX_MOVES];
    int n = bazaar_moves(r, s, moves, NULL);
    return moves[rng_below(rng, (uint32_t)n)];
}

/* ---- plan ---- */

static core_move plan_act(const bazaar_rules *r, const bazaar_state *s, core_rng *rng)
{
    bz_way best = bz_best_way(r, s, s->hand[s->turn]);
    int act = best.plan->act[best.rank];
    if (act && bz_exchange_fits(r, s, act - 1))
        return bz_word(BZ_EXCHANGE, act - 1);
    return bz_colours(r, s) ? bz_word(BZ_DRAW, 0) : uniform_move(r, s, rng);
}

static core_move plan_claim(const bazaar_rules *r, const bazaar_state *s)
{
    int best = bz_best_way(r, s, s->hand[s->turn]).value;
    core_move move = bz_word(BZ_END, 0);
    for (int pile = 0; pile < BZ_PILES; pile++) {
        if (!bz_claim_fits(r, s, pile))
            continue;
        int worth = bz_claim_worth(r, s, s->hand[s->turn], pile);
        if (worth >= best) {
            best = worth;
            move = bz_word(BZ_CLAIM, pile);
        }
    }
    return move;
}

/* A colour to have one gem more of, or less. */
static core_move plan_colour(const bazaar_rules *r, const bazaar_state *s, int what, gems kinds)
{
    int best = INT16_MIN, chosen = -1;
    gems hand = s->hand[s->turn];
    for (int colour = 0; colour < GEM_COLOURS; colour++) {
        if (!gems_count(kinds, colour))
            continue;
        int value = what == BZ_CHOOSE ? bz_worth_after(r, s, hand + gems_of(colour, 1))
                                      : bz_best_way(r, s, hand - gems_of(colour, 1)).value;
        if (value > best || chosen < 0) {
            best = value;
            chosen = colour;
        }
    }
    return bz_word(what, chosen);
}

static core_move plan_move(const bazaar_rules *r, const bazaar_state *s, core_rng *rng)
{
    switch (s->phase) {
    case BZ_PHASE_ACT:    return plan_act(r, s, rng);
    case BZ_PHASE_CLAIM:  return plan_claim(r, s);
    case BZ_PHASE_CHOOSE: return plan_colour(r, s, BZ_CHOOSE, bz_colours(r, s));
    default:              return plan_colour(r, s, BZ_RETURN, gems_kinds(s->hand[s->turn]));
    }
}

/* ---- race: an end before the end ---- */

/* A playout of `race` plays so many turns of each seat, then estimates. From 0 to 4 no difference
 * was seen at 1,000 iterations; 12 are far worse: a game played to its end is mostly noise. */
enum { RACE_TURNS = 1 };

/* A lead of this many 64ths of a point is worth half of what lies between an even chance and a sure
 * win: one point, and a quarter of a point for each card to come. */
static int64_t scale_of(int cards)
{
    return 64 + 16 * cards;
}

/* 1 + lead / (|lead| + scale), in 2^20: twice the chance to win, with no function of libm. */
static int64_t chance_of(int64_t lead, int64_t scale)
{
    const int64_t one = INT64_C(1) << 20;
    int64_t size = lead < 0 ? -lead : lead;
    return one + one * lead / (size + scale);
}

/* Points so far and the way to the best card, in 64ths of a point. */
static int64_t worth_of(const bazaar_rules *r, const bazaar_state *s, int seat)
{
    return 64 * s->score[seat] + bz_best_way(r, s, s->hand[seat]).value;
}

/* By the scale of points that `settled` has for a seat alone: each card to come brings five. */
static int64_t share_alone(const bazaar_rules *r, const bazaar_state *s, int cards)
{
    int64_t most = 64 * (int64_t)r->bound, points = worth_of(r, s, 0) + 64 * 5 * (cards - 1);
    return CORE_WIN * (points < 0 ? 0 : points > most ? most : points) / most;
}

/* What the table is worth to each seat before a turn; each has its lead over the best other. */
static void estimate(const bazaar_rules *r, const bazaar_state *s, int64_t *shares, int64_t *scores)
{
    int64_t worth[CORE_MAX_SEATS], sum = 0, rest = CORE_WIN;
    int cards = s->left[0] + s->left[1] + s->left[2] + s->left[3], ahead = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        scores[seat] = s->score[seat];
        worth[seat] = worth_of(r, s, seat);
    }
    if (r->seats == 1) {
        shares[0] = share_alone(r, s, cards);
        return;
    }
    for (int seat = 0; seat < r->seats; seat++) {
        int64_t lead = INT64_MAX;
        for (int other = 0; other < r->seats; other++)
            if (other != seat && worth[seat] - worth[other] < lead)
                lead = worth[seat] - worth[other];
        shares[seat] = chance_of(lead, scale_of(cards));
        sum += shares[seat];
        ahead = worth[seat] > worth[ahead] ? seat : ahead;
    }
    for (int seat = 0; seat < r->seats; seat++) {
        shares[seat] = CORE_WIN * shares[seat] / sum;
        rest -= shares[seat];
    }
    shares[ahead] += rest;
}

/* ---- the whole playout ---- */

int bazaar_playout(const void *rules, const void *state, int policy, core_rng *rng, int64_t *shares,
                   int64_t *scores)
{
    const bazaar_rules *r = rules;
    bazaar_state s = *(const bazaar_state *)state;
    int decisions = 0, stop = s.turns + RACE_TURNS * r->seats;
    while (!bazaar_settled(r, &s, shares, scores)) {
        if (bazaar_actor(r, &s) == CORE_CHANCE) {
            bazaar_play(r, &s, bazaar_sample(r, &s, rng));
            continue;
        }
        if (policy == BZ_POLICY_RACE && s.turns >= stop && s.phase == BZ_PHASE_ACT) {
            estimate(r, &s, shares, scores);
            break;
        }
        bazaar_play(r, &s,
                    policy == BZ_POLICY_UNIFORM ? uniform_move(r, &s, rng) : plan_move(r, &s, rng));
        decisions++;
    }
    return decisions;
}
