/* sheet.c -- one sheet of Welcome To: where numbers fit, what effects do, plans, points. */
#include <string.h>

#include "sheet.h"

/* ---- houses ---- */

/* A bit for each of eight bytes, all below 128, that is at least `least`. */
static uint64_t at_least(uint64_t bytes, unsigned least)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t tops = (bytes + ones * (128 - least)) & ones << 7;
    return (tops >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* The sets of houses that follow from the cells. */
void wt_read_cells(wt_sheet *sheet)
{
    uint64_t filled = 0, bis = 0, rounds = 0;
    for (int i = 0; i < WT_CELLS / 8; i++) {
        uint64_t bytes;
        memcpy(&bytes, sheet->cell + 8 * i, sizeof bytes);
        filled |= at_least(bytes, WT_NUMBER) << 8 * i;
        bis |= at_least(bytes, WT_BIS_NUMBER) << 8 * i;
        rounds |= at_least(bytes, WT_ROUNDABOUT) << 8 * i;
    }
    sheet->filled = filled;
    sheet->bis = bis & ~rounds;
    sheet->rounds = rounds;
}

void wt_write(wt_sheet *sheet, int house, int cell)
{
    sheet->cell[house] = (uint8_t)cell;
    sheet->filled |= wt_bit(house);
    if (cell == WT_ROUNDABOUT)
        sheet->rounds |= wt_bit(house);
    else if (cell >= WT_BIS_NUMBER)
        sheet->bis |= wt_bit(house);
}

/* Between two neighbours with numbers all empty houses take the same numbers: those between the
 * two. A roundabout is like the end of a street. */
void wt_places_of(const wt_sheet *sheet, wt_places *places)
{
    *places = (wt_places){{0}};
    for (int street = 0; street < 3; street++) {
        int low = 0; /* the lowest number that still rises */
        uint64_t run = 0, houses = wt_street_houses(street);
        for (uint64_t left = sheet->filled & houses;; left &= left - 1) {
            int end = left ? wt_lowest(left) : WT_STARTS[street + 1];
            run = houses & ~sheet->filled & (wt_bit(end) - 1);
            int stop = left && sheet->cell[end] != WT_ROUNDABOUT ? wt_number_in(sheet->cell[end])
                                                                 : WT_NUMBERS;
            for (int number = low; number < stop && run; number++)
                places->fits[number] |= run;
            if (!left)
                break;
            low = sheet->cell[end] == WT_ROUNDABOUT ? 0 : wt_number_in(sheet->cell[end]) + 1;
            houses &= ~(wt_bit(end) | (wt_bit(end) - 1));
        }
    }
}

/* Gaps between two houses of one number. */
static uint64_t equal_gaps(const wt_sheet *sheet)
{
    uint64_t gaps = 0;
    for (uint64_t left = sheet->bis; left; left &= left - 1) {
        int house = wt_lowest(left), number = wt_number_in(sheet->cell[house]);
        uint64_t numbered = sheet->filled & ~sheet->rounds;
        if (wt_right_of(numbered) >> house & 1 && wt_number_in(sheet->cell[house - 1]) == number)
            gaps |= wt_bit(house - 1);
        if (wt_left_of(numbered) >> house & 1 && wt_number_in(sheet->cell[house + 1]) == number)
            gaps |= wt_bit(house);
    }
    return gaps;
}

/* Gaps in which a fence may be drawn: not within an estate that was used for a plan. */
uint64_t wt_free_gaps(const wt_sheet *sheet)
{
    uint64_t gaps = WT_ALL_HOUSES & ~WT_ENDS & ~sheet->fences;
    return gaps & ~equal_gaps(sheet) & ~(sheet->used & wt_left_of(sheet->used));
}

/* Empty houses beside a number, without a fence between them. */
uint64_t wt_bis_places(const wt_sheet *sheet, int from_right)
{
    uint64_t numbered = sheet->filled & ~sheet->rounds;
    uint64_t beside = from_right ? wt_left_of(numbered) & ~sheet->fences
                                 : wt_right_of(numbered & ~sheet->fences);
    return beside & ~sheet->filled & WT_ALL_HOUSES;
}

int wt_may_round(const wt_limits *limits, const wt_sheet *sheet)
{
    return limits->rounds && wt_members(sheet->rounds) < WT_MOST_ROUNDS &&
           sheet->filled != WT_ALL_HOUSES;
}

/* ---- what a turn does ---- */

void wt_build_round(wt_sheet *sheet, int house)
{
    wt_write(sheet, house, WT_ROUNDABOUT);
    sheet->fences |= wt_bit(house) & ~WT_ENDS;
    if (wt_right_of(WT_ALL_HOUSES) >> house & 1)
        sheet->fences |= wt_bit(house - 1);
}

/* Writes a number, with what its effect does by itself. */
void wt_build(wt_sheet *sheet, int house, int number, int effect)
{
    int street = wt_street(house);
    wt_write(sheet, house, WT_NUMBER + number);
    if (effect == WT_POOL && WT_PLANNED_POOLS >> house & 1)
        sheet->pools |= wt_bit(house);
    if (effect == WT_TEMP && sheet->temps < WT_TEMP_BOXES)
        sheet->temps++;
    if (effect == WT_LANDSCAPER && sheet->parks[street] < WT_PARK_BOXES[street])
        sheet->parks[street]++;
}

void wt_do_effect(wt_sheet *sheet, int did)
{
    if (did >= WT_DID_FENCE && did < WT_DID_POOL) {
        sheet->fences |= wt_bit(WT_GAP_HOUSES[did - WT_DID_FENCE]);
    } else if (did >= WT_DID_BIS_LEFT && did < WT_DID_BIS_RIGHT) {
        int house = did - WT_DID_BIS_LEFT;
        wt_write(sheet, house, WT_BIS_NUMBER + wt_number_in(sheet->cell[house - 1]));
    } else if (did >= WT_DID_BIS_RIGHT && did < WT_DID_LANDSCAPER) {
        int house = did - WT_DID_BIS_RIGHT;
        wt_write(sheet, house, WT_BIS_NUMBER + wt_number_in(sheet->cell[house + 1]));
    } else if (did >= WT_DID_AGENT_SIZE) {
        sheet->agents[did - WT_DID_AGENT_SIZE]++;
    }
}

/* May the effect do this, after the number is written? A letter alone it always may. */
int wt_may_do(const wt_sheet *sheet, int did)
{
    if (did >= WT_DID_FENCE && did < WT_DID_POOL)
        return (int)(wt_free_gaps(sheet) >> WT_GAP_HOUSES[did - WT_DID_FENCE] & 1);
    if (did >= WT_DID_BIS_LEFT && did < WT_DID_BIS_RIGHT)
        return (int)(wt_bis_places(sheet, 0) >> (did - WT_DID_BIS_LEFT) & 1);
    if (did >= WT_DID_BIS_RIGHT && did < WT_DID_LANDSCAPER)
        return (int)(wt_bis_places(sheet, 1) >> (did - WT_DID_BIS_RIGHT) & 1);
    if (did >= WT_DID_AGENT_SIZE && did < WT_DIDS)
        return sheet->agents[did - WT_DID_AGENT_SIZE] < WT_AGENT_BOXES[did - WT_DID_AGENT_SIZE];
    return did < WT_DIDS;
}

/* ---- estates and plans ---- */

/* From a house on to the next fence or end of a street. */
uint64_t wt_estate_houses(const wt_sheet *sheet, int first)
{
    uint64_t walls = (sheet->fences | WT_ENDS) & ~(wt_bit(first) - 1);
    return (walls ^ (walls - 1)) & ~(wt_bit(first) - 1);
}

/* The sets of first houses of the estates among `houses`, by size. */
static void find_estates(const wt_sheet *sheet, uint64_t houses, wt_estates *estates)
{
    *estates = (wt_estates){{0}};
    for (int first = 0; first < WT_HOUSES;) {
        uint64_t estate = wt_estate_houses(sheet, first);
        int size = wt_members(estate);
        if (size <= WT_MOST_ESTATE && (estate & ~houses) == 0)
            estates->first[size] |= wt_bit(first);
        first += size;
    }
}

void wt_estates_of(const wt_sheet *sheet, wt_estates *estates)
{
    find_estates(sheet, sheet->filled & ~sheet->rounds & ~sheet->used, estates);
}

/* Completed estates by size, used or not. */
void wt_complete(const wt_sheet *sheet, int sizes[WT_MOST_ESTATE + 1])
{
    wt_estates estates;
    find_estates(sheet, sheet->filled & ~sheet->rounds, &estates);
    for (int size = 0; size <= WT_MOST_ESTATE; size++)
        sizes[size] = wt_members(estates.first[size]);
}

/* The houses that a plan of streets needs and uses; none for the others. */
uint64_t wt_plan_houses(const wt_plan *plan)
{
    uint64_t starts = wt_bit(WT_STARTS[0]) | wt_bit(WT_STARTS[1]) | wt_bit(WT_STARTS[2]);
    switch (plan->kind) {
    case WT_PLAN_FULL_STREET: return wt_street_houses(plan->wanted);
    case WT_PLAN_STREET_ENDS: return starts | WT_ENDS;
    default:                  return 0;
    }
}

static int has_parks(const wt_sheet *sheet, int street)
{
    return sheet->parks[street] == WT_PARK_BOXES[street];
}

static int has_pools(const wt_sheet *sheet, int street)
{
    uint64_t planned = WT_PLANNED_POOLS & wt_street_houses(street);
    return (sheet->pools & planned) == planned;
}

int wt_fulfils(const wt_limits *limits, const wt_sheet *sheet, const wt_plan *plan)
{
    uint64_t needed = wt_plan_houses(plan);
    int n = 0;
    switch (plan->kind) {
    case WT_PLAN_ESTATES: {
        wt_estates estates;
        wt_estates_of(sheet, &estates);
        for (int size = 1; size <= WT_MOST_ESTATE; size++)
            if (wt_members(estates.first[size]) < plan->estates[size])
                return 0;
        return 1;
    }
    case WT_PLAN_STREET_ENDS:
        if (!limits->ends_roundabout && needed & sheet->rounds)
            return 0;
        return (needed & ~sheet->filled) == 0 && (needed & sheet->used) == 0;
    case WT_PLAN_FULL_STREET: return (needed & ~sheet->filled) == 0 && (needed & sheet->used) == 0;
    case WT_PLAN_FIVE_BIS:
        for (int street = 0; street < 3; street++)
            n += wt_members(sheet->bis & wt_street_houses(street)) >= plan->wanted;
        return n > 0;
    case WT_PLAN_TEMPS: return sheet->temps >= plan->wanted;
    case WT_PLAN_ALL_PARKS:
        return has_parks(sheet, 0) + has_parks(sheet, 1) + has_parks(sheet, 2) >= plan->wanted;
    case WT_PLAN_ALL_POOLS:
        return has_pools(sheet, 0) + has_pools(sheet, 1) + has_pools(sheet, 2) >= plan->wanted;
    case WT_PLAN_PARKS_AND_POOLS:
        return has_parks(sheet, plan->wanted) && has_pools(sheet, plan->wanted);
    default:
        for (int street = 0; street < 3; street++)
            n += has_parks(sheet, street) && has_pools(sheet, street) &&
                 (sheet->rounds & wt_street_houses(street));
        return n > 0;
    }
}

/* ---- points, without those for temps ---- */

int wt_points(const wt_sheet *sheet, const uint8_t plan_cards[3])
{
    int sizes[WT_MOST_ESTATE + 1], points = 0;
    wt_complete(sheet, sizes);
    for (int size = 1; size <= WT_MOST_ESTATE; size++)
        points += sizes[size] * WT_ESTATE_VALUES[size - 1][sheet->agents[size - 1]];
    for (int street = 0; street < 3; street++)
        points += WT_PARKS[street][sheet->parks[street]];
    for (int i = 0; i < 3; i++) {
        const wt_plan *plan = &WT_PLAN_CARDS[plan_cards[i]];
        points += sheet->plans[i] == 1 ? plan->first : sheet->plans[i] == 2 ? plan->later : 0;
    }
    return points + WT_POOLS[wt_members(sheet->pools)] - WT_BIS_PENALTY[wt_members(sheet->bis)] -
           WT_PERMIT_REFUSAL_PENALTY[sheet->refusals] -
           WT_ROUNDABOUT_PENALTY[wt_members(sheet->rounds)];
}
