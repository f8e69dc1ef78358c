/* sheet.h -- one sheet of Welcome To: three streets of houses as bit sets, and the score pad.
 *
 * Houses are numbered street by street, 0 to 32; a set of houses is a word with a bit for each, and
 * the bit of a gap is that of the house to its left.
 */
#ifndef SARAI_WELCOMETO_SHEET_H
#define SARAI_WELCOMETO_SHEET_H

#include <stdint.h>

#include "tables.h"

#define WT_NUMBERS 18    /* 0 to 17 */
#define WT_MOST_ESTATE 6 /* larger ones are none */
#define WT_MOST_ROUNDS 2 /* roundabouts of a sheet */
#define WT_MOST_REFUSALS 3
#define WT_CELLS 40      /* houses, rounded up to whole words */
#define WT_ALL_HOUSES ((UINT64_C(1) << WT_HOUSES) - 1)

enum { WT_SURVEYOR, WT_POOL, WT_TEMP, WT_BIS_EFFECT, WT_LANDSCAPER, WT_AGENT_EFFECT };

/* What is in a house: nothing, a number, a bis of a number, a roundabout. */
enum {
    WT_EMPTY,
    WT_NUMBER = 1,
    WT_BIS_NUMBER = WT_NUMBER + WT_NUMBERS,
    WT_ROUNDABOUT = WT_BIS_NUMBER + WT_NUMBERS
};

/* What an effect did: a letter alone, or with what it was done to. */
enum {
    WT_DID_SURVEYOR,
    WT_DID_FENCE, /* 30 gaps */
    WT_DID_POOL = WT_DID_FENCE + WT_GAPS,
    WT_DID_TEMP,
    WT_DID_BIS,
    WT_DID_BIS_LEFT, /* 33 houses, from the left */
    WT_DID_BIS_RIGHT = WT_DID_BIS_LEFT + WT_HOUSES,
    WT_DID_LANDSCAPER = WT_DID_BIS_RIGHT + WT_HOUSES,
    WT_DID_AGENT,
    WT_DID_AGENT_SIZE, /* 6 sizes */
    WT_DIDS = WT_DID_AGENT_SIZE + WT_MOST_ESTATE
};

typedef struct {
    uint8_t rounds, ends_roundabout; /* roundabouts in play; they count for the street-ends plan */
} wt_limits;

typedef struct {
    uint64_t filled, bis, rounds; /* houses: not empty; with a bis; with a roundabout */
    uint64_t fences, used, pools;
    uint8_t cell[WT_CELLS]; /* zero behind the last house */
    uint8_t agents[6], parks[3], plans[3];
    uint8_t temps, refusals;
} wt_sheet;

typedef struct {
    uint64_t fits[WT_NUMBERS]; /* empty houses that may get this number */
} wt_places;

/* Estates that no plan has used, by size: the set of their first houses. */
typedef struct {
    uint64_t first[WT_MOST_ESTATE + 1];
} wt_estates;

static inline uint64_t wt_bit(int house)
{
    return UINT64_C(1) << house;
}

static inline int wt_lowest(uint64_t houses)
{
    return __builtin_ctzll(houses);
}

static inline int wt_members(uint64_t houses)
{
    return __builtin_popcountll(houses);
}

static inline int wt_street(int house)
{
    return (house >= WT_STARTS[1]) + (house >= WT_STARTS[2]);
}

static inline uint64_t wt_street_houses(int street)
{
    return (wt_bit(WT_STARTS[street + 1]) - 1) & ~(wt_bit(WT_STARTS[street]) - 1);
}

/* The number in a house, of a bis too; there is one. */
static inline int wt_number_in(int cell)
{
    return cell < WT_BIS_NUMBER ? cell - WT_NUMBER : cell - WT_BIS_NUMBER;
}

/* Houses whose left neighbour in the street is one of these, and whose right one is. */
static inline uint64_t wt_right_of(uint64_t houses)
{
    return (houses & ~WT_ENDS) << 1;
}

static inline uint64_t wt_left_of(uint64_t houses)
{
    return houses >> 1 & ~WT_ENDS;
}

void wt_read_cells(wt_sheet *sheet);
void wt_write(wt_sheet *sheet, int house, int cell);
void wt_places_of(const wt_sheet *sheet, wt_places *places);
uint64_t wt_free_gaps(const wt_sheet *sheet);
uint64_t wt_bis_places(const wt_sheet *sheet, int from_right);
int wt_may_round(const wt_limits *limits, const wt_sheet *sheet);
void wt_build(wt_sheet *sheet, int house, int number, int effect);
void wt_do_effect(wt_sheet *sheet, int did);
int wt_may_do(const wt_sheet *sheet, int did);
void wt_build_round(wt_sheet *sheet, int house);
void wt_estates_of(const wt_sheet *sheet, wt_estates *estates);
uint64_t wt_estate_houses(const wt_sheet *sheet, int first);
int wt_fulfils(const wt_limits *limits, const wt_sheet *sheet, const wt_plan *plan);
uint64_t wt_plan_houses(const wt_plan *plan);
void wt_complete(const wt_sheet *sheet, int sizes[WT_MOST_ESTATE + 1]);
int wt_points(const wt_sheet *sheet, const uint8_t plan_cards[3]);

#endif
