/* plan.c -- how far is a hand from a card? A table for playouts, made once for a game.
 *
 * For one card alone and nobody else at the table, the best way to it is a Markov decision problem
 * over hands: each turn costs what a turn is worth, the claim pays its points and what the gems
 * left over save later. Value iteration solves it for every card and all hands of up to seven gems,
 * with the exact chances of draws. Values are whole numbers, 64 to a point.
 */
#include <string.h>

#include "state.h"

/* What a turn is worth, while all piles are there and after: what a good player scores in it. */
static const int TURN[2] = {58, 100};

enum { SWEEPS = 24, FLOOR_TURNS = 20, NO_HAND = 0xffff };

/* Hands in the order of their size: number k of the combinatorial number system, by the prefix sums
 * of the counters. C(s + lane, lane + 1). */
static const uint16_t RANK[GEM_COLOURS][BZ_PLAN_GEMS + 1] = {
    {0, 1, 2, 3, 4, 5, 6, 7},
    {0, 1, 3, 6, 10, 15, 21, 28},
    {0, 1, 4, 10, 20, 35, 56, 84},
    {0, 1, 5, 15, 35, 70, 126, 210},
    {0, 1, 6, 21, 56, 126, 252, 462},
};

int bz_plan_rank(gems hand)
{
    gems prefix = hand * GEM_ONES;
    int rank = 0;
    for (int lane = 0; lane < GEM_COLOURS; lane++)
        rank += RANK[lane][gems_count(prefix, lane)];
    return rank;
}

/* At most seven gems of a hand: those of the card, and some of the others. */
gems bz_plan_trim(gems hand, gems card)
{
    for (int excess = gems_total(hand) - BZ_PLAN_GEMS; excess > 0; excess--) {
        gems surplus = gems_missing(hand, card);
        int most = 0;
        for (int colour = 1; colour < GEM_COLOURS; colour++)
            if (gems_count(surplus, colour) > gems_count(surplus, most))
                most = colour;
        hand -= gems_of(most, 1);
    }
    return hand;
}

/* A gem that is left over saves most of a turn of drawing, as long as there are few. */
int bz_plan_left(int gone, int left)
{
    return (left < 4 ? left : 4) * TURN[gone] * 7 / 8;
}

typedef struct {
    gems hand[BZ_PLAN_HANDS];
    uint16_t draw[BZ_PLAN_HANDS][GEM_COLOURS];     /* the hand after it, or NO_HAND */
    uint16_t trade[BZ_PLAN_HANDS][BZ_EXCHANGES];
    uint8_t which[BZ_PLAN_HANDS][BZ_EXCHANGES];    /* the exchange of each of them */
    uint8_t trades[BZ_PLAN_HANDS];
} hand_graph;

static void list_hands(hand_graph *g, gems hand, int colour, int room)
{
    if (colour == GEM_COLOURS) {
        g->hand[bz_plan_rank(hand)] = hand;
        return;
    }
    for (int n = 0; n <= room; n++)
        list_hands(g, hand + gems_of(colour, n), colour + 1, room - n);
}

static void fill_graph(const bazaar_rules *r, hand_graph *g)
{
    list_hands(g, 0, 0, BZ_PLAN_GEMS);
    for (int i = 0; i < BZ_PLAN_HANDS; i++) {
        gems hand = g->hand[i];
        int room = BZ_PLAN_GEMS - gems_total(hand);
        for (int colour = 0; colour < GEM_COLOURS; colour++)
            g->draw[i][colour] =
                room ? (uint16_t)bz_plan_rank(hand + gems_of(colour, 1)) : NO_HAND;
        g->trades[i] = 0;
        for (int exchange = 0; exchange < BZ_EXCHANGES; exchange++) {
            gems pay = r->pay[exchange], get = r->get[exchange];
            if (!gems_contain(hand, pay) || gems_total(get) - gems_total(pay) > room)
                continue;
            g->which[i][g->trades[i]] = (uint8_t)exchange;
            g->trade[i][g->trades[i]++] = (uint16_t)bz_plan_rank(hand - pay + get);
        }
    }
}

/* One hand's turn: the best value after it, and how it begins. */
static int best_act(const bazaar_rules *r, const hand_graph *g, const int *worth, int i,
                    uint8_t *act)
{
    int best = INT16_MIN;
    if (g->draw[i][0] != NO_HAND) {
        int sum = 0, most = INT16_MIN;
        for (int colour = 0; colour < GEM_COLOURS; colour++) {
            int after = worth[g->draw[i][colour]];
            sum += after;
            most = after > most ? after : most;
        }
        best = (sum / GEM_COLOURS * r->colour_weight + most * r->free_weight) /
               (r->colour_weight + r->free_weight);
        *act = 0;
    }
    for (int k = 0; k < g->trades[i]; k++)
        if (worth[g->trade[i][k]] > best) {
            best = worth[g->trade[i][k]];
            *act = (uint8_t)(1 + g->which[i][k]);
        }
    return best;
}

static void solve(bazaar_rules *r, const hand_graph *g, int card, int gone)
{
    int worth[BZ_PLAN_HANDS], claim[BZ_PLAN_HANDS], floor = -FLOOR_TURNS * TURN[gone];
    bz_plan *plan = &r->plan[card][gone];
    for (int i = 0; i < BZ_PLAN_HANDS; i++) {
        int left = gems_total(g->hand[i]) - gems_total(r->card[card]);
        claim[i] = gems_contain(g->hand[i], r->card[card])
                       ? 64 * bz_points(r, gone, card, left) + bz_plan_left(gone, left)
                       : floor;
        worth[i] = claim[i];
        plan->value[i] = (int16_t)floor;
    }
    for (int sweep = 0, changed = 1; sweep < SWEEPS && changed; sweep++) {
        changed = 0;
        for (int i = BZ_PLAN_HANDS - 1; i >= 0; i--) {
            int value = best_act(r, g, worth, i, &plan->act[i]) - TURN[gone];
            if (value <= plan->value[i])
                continue;
            changed = 1;
            plan->value[i] = (int16_t)value;
            worth[i] = value > claim[i] ? value : claim[i];
        }
    }
}

const char *bazaar_prepare(void *rules, const void *network, size_t size)
{
    (void)network;
    (void)size;
    bazaar_rules *r = rules;
    hand_graph g;
    fill_graph(r, &g);
    for (int card = 0; card < BZ_CARDS; card++)
        for (int gone = 0; gone < 2 && r->weight[card]; gone++)
            solve(r, &g, card, gone);
    return NULL;
}
