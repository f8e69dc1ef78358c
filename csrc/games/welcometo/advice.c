/* advice.c -- what a planning player would do, move by move, in tenths of a point.
 *
 * The player spreads numbers so that each run of empty houses has its share of the cards that still
 * fit there; it cuts the streets into estates of the sizes that pay, those that the city plans ask
 * for before others; it raises the values of the sizes that it has; and it claims what it can. The
 * constants are ours, tuned on the mean score alone over 2,000 deals of each kind.
 */
#include <limits.h>
#include <string.h>

#include "state.h"

enum {
    FENCE_TO_COME = 58, /* what a fence that is still to be drawn costs */
    PLAN_SHARE = 46,    /* percent of a plan's points that its estates are worth on the way */
    CLAIM = 1000,
    REFUSE = -721,
    ROUNDABOUT = -93,
    ASTRAY = 42,        /* a house beside the right place */
    FILLED = 22,        /* a house that a bis fills */
    BEND = 13,          /* how soon a place that is further off is much worse */
    AGENT = 6,          /* of ten: estates that will be there */
    PARK = 131,
    POOL = 71,
    TEMP = 8,
    SHIFT = 5
};

/* Cards with numbers below each number, of all 81. */
static const uint8_t BELOW[WT_NUMBERS + 1] = {0,  0,  3,  6,  10, 15, 21, 28, 36, 45,
                                              53, 60, 66, 71, 75, 78, 81, 81, 81};

typedef struct {
    int size[WT_MOST_ESTATE + 1];  /* an estate of this size */
    int length[13], cut[13];       /* a stretch of so many houses; its first estate */
    int count[WT_MOST_ESTATE + 1]; /* estates of this size, there or to come */
} outlook;

static int points_of(const wt_state *s, const wt_plan *plan, int i)
{
    return s->taken >> i & 1 ? plan->later : plan->first;
}

static void look_ahead(const wt_rules *r, const wt_state *s, const wt_sheet *sheet, outlook *o)
{
    wt_estates estates;
    wt_estates_of(sheet, &estates);
    memset(o, 0, sizeof *o);
    for (int size = 1; size <= WT_MOST_ESTATE; size++) {
        int boxes = sheet->agents[size - 1];
        const uint8_t *value = WT_ESTATE_VALUES[size - 1];
        o->size[size] = 5 * (value[boxes] + value[boxes < 4 ? boxes + 1 : 4]);
    }
    for (int i = 0; i < 3; i++) {
        const wt_plan *plan = &WT_PLAN_CARDS[r->plan[i]];
        int total = 0;
        if (plan->kind != WT_PLAN_ESTATES || sheet->plans[i])
            continue;
        for (int size = 1; size <= WT_MOST_ESTATE; size++)
            total += plan->estates[size];
        for (int size = 1; size <= WT_MOST_ESTATE; size++)
            if (plan->estates[size] > wt_members(estates.first[size]))
                o->size[size] += points_of(s, plan, i) * PLAN_SHARE / (10 * total);
    }
    for (int length = 1; length <= 12; length++)
        for (int size = 1; size <= length && size <= WT_MOST_ESTATE; size++) {
            int rest = length - size;
            int value = o->size[size] + (rest ? o->length[rest] - FENCE_TO_COME : 0);
            if (value > o->length[length]) {
                o->length[length] = value;
                o->cut[length] = size;
            }
        }
    for (int first = 0; first < WT_HOUSES;) {
        int length = wt_members(wt_estate_houses(sheet, first));
        first += length;
        for (; length && o->cut[length]; length -= o->cut[length])
            o->count[o->cut[length]]++;
    }
}

/* What a fence in this gap changes. */
static int fence_value(const wt_sheet *sheet, const outlook *o, int house)
{
    uint64_t walls = sheet->fences | WT_ENDS;
    uint64_t before = walls & (wt_bit(house) - 1);
    int first = before ? 64 - __builtin_clzll(before) : 0;
    int left = house - first + 1, all = wt_members(wt_estate_houses(sheet, first));
    return o->length[left] + o->length[all - left] - o->length[all];
}

static int agent_value(const wt_sheet *sheet, const outlook *o, int size)
{
    const uint8_t *value = WT_ESTATE_VALUES[size - 1];
    int boxes = sheet->agents[size - 1];
    return AGENT * o->count[size] * (value[boxes + 1] - value[boxes]);
}

static int bis_value(const wt_sheet *sheet)
{
    int n = wt_members(sheet->bis);
    return FILLED - 10 * (WT_BIS_PENALTY[n + 1] - WT_BIS_PENALTY[n]);
}

/* How far a number is from the place that the cards below and above it leave it in its run. */
static int place_value(const wt_sheet *sheet, int house, int number)
{
    int street = wt_street(house), from = WT_STARTS[street], to = WT_STARTS[street + 1] - 1;
    uint64_t below = sheet->filled & (wt_bit(house) - 1) & wt_street_houses(street);
    uint64_t above = sheet->filled & ~(wt_bit(house) - 1) & wt_street_houses(street);
    int low = 0, high = WT_NUMBERS;
    if (below) {
        from = 64 - __builtin_clzll(below);
        if (sheet->cell[from - 1] != WT_ROUNDABOUT)
            low = wt_number_in(sheet->cell[from - 1]) + 1;
    }
    if (above) {
        to = wt_lowest(above) - 1;
        if (sheet->cell[to + 1] != WT_ROUNDABOUT)
            high = wt_number_in(sheet->cell[to + 1]);
    }
    /* A number on the brink of the run has few cards beside it: count half a card more. */
    int all = 2 * (BELOW[high] - BELOW[low]) + 2;
    int under = BELOW[number] + BELOW[number + 1] - 2 * BELOW[low] + 1;
    int length = to - from + 1, place = house - from;
    int far = (2 * place + 1) * 10 - 20 * length * under / all;
    far = far < 0 ? -far : far;
    return -far * ASTRAY / 20 - far * far / BEND;
}

static int park_value(const wt_sheet *sheet, int street)
{
    int n = sheet->parks[street], most = WT_PARK_BOXES[street];
    if (n == most)
        return 0;
    return (10 * (WT_PARKS[street][n + 1] - WT_PARKS[street][n]) + PARK * (1 + n)) / 2;
}

static int temp_value(const wt_rules *r, const wt_sheet *sheet)
{
    if (r->seats == 1)
        return sheet->temps < WT_TEMPS_ALONE ? TEMP : 0;
    return TEMP;
}

/* What an effect brings at best; of a number in this house where that matters. */
static int effect_value(const wt_rules *r, const wt_sheet *sheet, const outlook *o, int effect,
                        int house)
{
    int best = 0;
    switch (effect) {
    case WT_SURVEYOR:
        for (uint64_t gaps = wt_free_gaps(sheet); gaps; gaps &= gaps - 1) {
            int value = fence_value(sheet, o, wt_lowest(gaps));
            best = value > best ? value : best;
        }
        return best;
    case WT_POOL: return WT_PLANNED_POOLS >> house & 1 ? POOL : 0;
    case WT_TEMP: return temp_value(r, sheet);
    case WT_BIS_EFFECT:
        best = bis_value(sheet);
        return best > 0 ? best : 0;
    case WT_LANDSCAPER: return park_value(sheet, wt_street(house));
    default:
        for (int size = 1; size <= WT_MOST_ESTATE; size++)
            if (sheet->agents[size - 1] < WT_AGENT_BOXES[size - 1]) {
                int value = agent_value(sheet, o, size);
                best = value > best ? value : best;
            }
        return best;
    }
}

/* The best house for a number with this effect; the value without what no house changes. */
static int build_value(const wt_rules *r, const wt_sheet *sheet, const outlook *o, int number,
                       int printed, int effect, int house)
{
    int value = place_value(sheet, house, number);
    if (effect == WT_POOL || effect == WT_LANDSCAPER)
        value += effect_value(r, sheet, o, effect, house);
    return number == printed ? value : value - SHIFT;
}

static int pair_value(const wt_rules *r, const wt_sheet *sheet, const outlook *o,
                      const wt_places *places, int printed, int effect)
{
    int best = INT_MIN, shift = effect == WT_TEMP ? 2 : 0;
    for (int number = printed - shift; number <= printed + shift; number++)
        if (number >= 0 && number < WT_NUMBERS)
            for (uint64_t left = places->fits[number]; left; left &= left - 1) {
                int value =
                    build_value(r, sheet, o, number, printed, effect, wt_lowest(left));
                best = value > best ? value : best;
            }
    if (effect != WT_POOL && effect != WT_LANDSCAPER)
        best += effect_value(r, sheet, o, effect, 0);
    return best;
}

int wt_advice(const wt_rules *r, const wt_state *s, const core_move *moves, int n, int *values)
{
    int seat = welcometo_actor(r, s), best = 0;
    wt_sheet sheet;
    wt_places places;
    outlook o;
    wt_working(s, seat, &sheet);
    look_ahead(r, s, &sheet, &o);
    wt_places_of(&sheet, &places);
    int first = wt_bits(s->record[seat], 6, 7), did = wt_bits(s->record[seat], 31, 7);
    int printed = r->expert ? wt_number_of(first) : first;
    for (int i = 0; i < n; i++) {
        int low = wt_bits(moves[i], 0, 6), pair = wt_bits(moves[i], 0, 7);
        switch (wt_what(moves[i])) {
        case WT_ROUND: values[i] = ROUNDABOUT; break;
        case WT_USE:
            values[i] = pair_value(r, &sheet, &o, &places, pair / 6 + 1, pair % 6);
            break;
        case WT_PLAY:
            values[i] = pair_value(r, &sheet, &o, &places, wt_number_of(pair),
                                   wt_effect_of(wt_bits(moves[i], 7, 7)));
            break;
        case WT_BUILD:
            values[i] = build_value(r, &sheet, &o, wt_bits(moves[i], 6, 5), printed,
                                    wt_effect_did(did), low);
            break;
        case WT_FENCE: values[i] = fence_value(&sheet, &o, WT_GAP_HOUSES[low]); break;
        case WT_BIS:   values[i] = bis_value(&sheet); break;
        case WT_AGENT: values[i] = agent_value(&sheet, &o, low); break;
        case WT_CLAIM: values[i] = CLAIM; break;
        case WT_REFUSE: values[i] = REFUSE; break;
        case WT_RESHUFFLE: values[i] = -10; break;
        default: values[i] = 0; break;
        }
        best = values[i] > values[best] ? i : best;
    }
    return best;
}
