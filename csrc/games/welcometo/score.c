/* score.c -- what a game of Welcome To is worth to each seat. */
#include "state.h"

/* Dense ranks: those with the most temps, then those with the next number, whoever has any. */
static int temp_points(const wt_rules *r, const wt_state *s, int seat)
{
    int mine = s->temps[seat], rank = 0;
    uint32_t above = 0;
    if (r->seats == 1)
        return mine >= WT_TEMPS_ALONE ? WT_TEMPS_ALONE_POINTS : 0;
    if (!mine)
        return 0;
    for (int other = 0; other < r->seats; other++)
        if (s->temps[other] > mine)
            above |= UINT32_C(1) << s->temps[other];
    rank = __builtin_popcount(above);
    return rank < 3 ? WT_TEMP_RANKS[rank] : 0;
}

static void score(const wt_rules *r, const wt_state *s, int *points)
{
    for (int seat = 0; seat < r->seats; seat++) {
        wt_sheet sheet;
        wt_load(s, seat, &sheet);
        points[seat] = wt_points(&sheet, r->plan) + temp_points(r, s, seat);
    }
}

/* What breaks a tie: completed estates, then those of size 1, 2, ...; larger is better. */
static uint64_t tie_break(const wt_state *s, int seat)
{
    wt_sheet sheet;
    int sizes[WT_MOST_ESTATE + 1];
    uint64_t all = 0, rank = 0;
    wt_load(s, seat, &sheet);
    wt_complete(&sheet, sizes);
    for (int size = 1; size <= WT_MOST_ESTATE; size++) {
        all += (uint64_t)sizes[size];
        rank = rank << 6 | (uint64_t)sizes[size];
    }
    return all << 36 | rank;
}

/* A score alone, on a scale from 0 to CORE_WIN. */
static int share_of(int points)
{
    enum { LOWEST = -41, HIGHEST = 260 };
    int above = points - LOWEST;
    above = above < 0 ? 0 : above > HIGHEST - LOWEST ? HIGHEST - LOWEST : above;
    return (int)((int64_t)above * CORE_WIN / (HIGHEST - LOWEST + 1));
}

void welcometo_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const wt_rules *r = rules;
    const wt_state *s = state;
    int points[CORE_MAX_SEATS], winners = 0;
    uint64_t best = 0, rank[CORE_MAX_SEATS];
    score(r, s, points);
    for (int seat = 0; seat < r->seats; seat++) {
        rank[seat] = (uint64_t)(points[seat] + 1000) << 48 | tie_break(s, seat);
        best = rank[seat] > best ? rank[seat] : best;
        scores[seat] = points[seat];
    }
    for (int seat = 0; seat < r->seats; seat++)
        winners += rank[seat] == best;
    for (int seat = 0; seat < r->seats; seat++)
        shares[seat] = rank[seat] == best ? CORE_WIN / winners : 0;
    if (r->seats == 1)
        shares[0] = share_of(points[0]);
}

int welcometo_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const wt_state *s = state;
    if (s->phase != WT_PHASE_OVER)
        return 0;
    welcometo_returns(rules, state, shares, scores);
    return 1;
}
