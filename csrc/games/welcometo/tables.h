/* tables.h -- made by csrc/generate_tables.py from welcometo.toml; do not edit. */
#ifndef SARAI_WELCOMETO_TABLES_H
#define SARAI_WELCOMETO_TABLES_H

#include <stdint.h>

#define WT_KINDS 66 /* of cards */
#define WT_HOUSES 33
#define WT_GAPS 30
#define WT_PLANS 28 /* on cards, of which three are in play */
#define WT_KIND_NAMES \
    "1S|1L|1A|2S|2L|2A|3S|3P|3T|3B|4P|4T|" \
    "4B|4L|4A|5S|5L|5A|6S|6P|6T|6B|6L|6A|" \
    "7S|7P|7T|7B|7L|7A|8S|8P|8T|8B|8L|8A|" \
    "9S|9P|9T|9B|9L|9A|10S|10P|10T|10B|10L|10A|" \
    "11S|11L|11A|12P|12T|12B|12L|12A|13S|13P|13T|13B|" \
    "14S|14L|14A|15S|15L|15A"
#define WT_PAIR_NAMES \
    "1S|1P|1T|1B|1L|1A|2S|2P|2T|2B|2L|2A|" \
    "3S|3P|3T|3B|3L|3A|4S|4P|4T|4B|4L|4A|" \
    "5S|5P|5T|5B|5L|5A|6S|6P|6T|6B|6L|6A|" \
    "7S|7P|7T|7B|7L|7A|8S|8P|8T|8B|8L|8A|" \
    "9S|9P|9T|9B|9L|9A|10S|10P|10T|10B|10L|10A|" \
    "11S|11P|11T|11B|11L|11A|12S|12P|12T|12B|12L|12A|" \
    "13S|13P|13T|13B|13L|13A|14S|14P|14T|14B|14L|14A|" \
    "15S|15P|15T|15B|15L|15A"
#define WT_HOUSE_NAMES \
    "A1|A2|A3|A4|A5|A6|A7|A8|A9|A10|B1|B2|" \
    "B3|B4|B5|B6|B7|B8|B9|B10|B11|C1|C2|C3|" \
    "C4|C5|C6|C7|C8|C9|C10|C11|C12"
#define WT_BIS_NAMES \
    "A1<|A2<|A3<|A4<|A5<|A6<|A7<|A8<|A9<|A10<|B1<|B2<|" \
    "B3<|B4<|B5<|B6<|B7<|B8<|B9<|B10<|B11<|C1<|C2<|C3<|" \
    "C4<|C5<|C6<|C7<|C8<|C9<|C10<|C11<|C12<|A1>|A2>|A3>|" \
    "A4>|A5>|A6>|A7>|A8>|A9>|A10>|B1>|B2>|B3>|B4>|B5>|" \
    "B6>|B7>|B8>|B9>|B10>|B11>|C1>|C2>|C3>|C4>|C5>|C6>|" \
    "C7>|C8>|C9>|C10>|C11>|C12>"
#define WT_GAP_PLACES \
    "A1-2|A2-3|A3-4|A4-5|A5-6|A6-7|A7-8|A8-9|A9-10||B1-2|B2-3|" \
    "B3-4|B4-5|B5-6|B6-7|B7-8|B8-9|B9-10|B10-11||C1-2|C2-3|C3-4|" \
    "C4-5|C5-6|C6-7|C7-8|C8-9|C9-10|C10-11|C11-12|"
#define WT_GAP_NAMES \
    "A1-2|A2-3|A3-4|A4-5|A5-6|A6-7|A7-8|A8-9|A9-10|B1-2|B2-3|B3-4|" \
    "B4-5|B5-6|B6-7|B7-8|B8-9|B9-10|B10-11|C1-2|C2-3|C3-4|C4-5|C5-6|" \
    "C6-7|C7-8|C8-9|C9-10|C10-11|C11-12"
#define WT_EFFECT_NAMES \
    "S|S:A1-2|S:A2-3|S:A3-4|S:A4-5|S:A5-6|S:A6-7|S:A7-8|S:A8-9|S:A9-10|S:B1-2|S:B2-3|" \
    "S:B3-4|S:B4-5|S:B5-6|S:B6-7|S:B7-8|S:B8-9|S:B9-10|S:B10-11|S:C1-2|S:C2-3|S:C3-4|S:C4-5|" \
    "S:C5-6|S:C6-7|S:C7-8|S:C8-9|S:C9-10|S:C10-11|S:C11-12|P|T|B|B:A1<|B:A2<|" \
    "B:A3<|B:A4<|B:A5<|B:A6<|B:A7<|B:A8<|B:A9<|B:A10<|B:B1<|B:B2<|B:B3<|B:B4<|" \
    "B:B5<|B:B6<|B:B7<|B:B8<|B:B9<|B:B10<|B:B11<|B:C1<|B:C2<|B:C3<|B:C4<|B:C5<|" \
    "B:C6<|B:C7<|B:C8<|B:C9<|B:C10<|B:C11<|B:C12<|B:A1>|B:A2>|B:A3>|B:A4>|B:A5>|" \
    "B:A6>|B:A7>|B:A8>|B:A9>|B:A10>|B:B1>|B:B2>|B:B3>|B:B4>|B:B5>|B:B6>|B:B7>|" \
    "B:B8>|B:B9>|B:B10>|B:B11>|B:C1>|B:C2>|B:C3>|B:C4>|B:C5>|B:C6>|B:C7>|B:C8>|" \
    "B:C9>|B:C10>|B:C11>|B:C12>|L|A|A:1|A:2|A:3|A:4|A:5|A:6"

/* Number, effect and copies of each kind of card. */
static const uint8_t WT_CARDS[WT_KINDS][3] = {
    {1, 0, 1}, {1, 4, 1}, {1, 5, 1}, {2, 0, 1}, {2, 4, 1}, {2, 5, 1}, {3, 0, 1},
    {3, 1, 1}, {3, 2, 1}, {3, 3, 1}, {4, 1, 1}, {4, 2, 1}, {4, 3, 1}, {4, 4, 1},
    {4, 5, 1}, {5, 0, 2}, {5, 4, 2}, {5, 5, 2}, {6, 0, 2}, {6, 1, 1}, {6, 2, 1},
    {6, 3, 1}, {6, 4, 1}, {6, 5, 1}, {7, 0, 1}, {7, 1, 1}, {7, 2, 1}, {7, 3, 1},
    {7, 4, 2}, {7, 5, 2}, {8, 0, 2}, {8, 1, 1}, {8, 2, 1}, {8, 3, 1}, {8, 4, 2},
    {8, 5, 2}, {9, 0, 1}, {9, 1, 1}, {9, 2, 1}, {9, 3, 1}, {9, 4, 2}, {9, 5, 2},
    {10, 0, 2}, {10, 1, 1}, {10, 2, 1}, {10, 3, 1}, {10, 4, 1}, {10, 5, 1}, {11, 0, 2},
    {11, 4, 2}, {11, 5, 2}, {12, 1, 1}, {12, 2, 1}, {12, 3, 1}, {12, 4, 1}, {12, 5, 1},
    {13, 0, 1}, {13, 1, 1}, {13, 2, 1}, {13, 3, 1}, {14, 0, 1}, {14, 4, 1}, {14, 5, 1},
    {15, 0, 1}, {15, 4, 1}, {15, 5, 1},
};

/* Streets: the first house of each, and one behind the last. */
static const uint8_t WT_STARTS[4] = {0, 10, 21, 33};
static const uint64_t WT_PLANNED_POOLS = UINT64_C(0x884224c4);
static const uint64_t WT_ENDS = UINT64_C(0x100100200); /* last houses */
static const uint8_t WT_GAP_HOUSES[WT_GAPS] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static const uint8_t WT_POOLS[10] = {0, 3, 6, 9, 13, 17, 21, 26, 31, 36};
static const uint8_t WT_BIS_PENALTY[34] = {0, 1, 3, 6, 9, 12, 16, 20, 24, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28};
static const uint8_t WT_PERMIT_REFUSAL_PENALTY[4] = {0, 0, 3, 5};
static const uint8_t WT_ROUNDABOUT_PENALTY[3] = {0, 3, 8};
static const uint8_t WT_PARKS[3][6] = {
    {0, 2, 4, 10, 10, 10},
    {0, 2, 4, 6, 14, 14},
    {0, 2, 4, 6, 8, 18}};
static const uint8_t WT_ESTATE_VALUES[6][5] = {
    {1, 3, 3, 3, 3},
    {2, 3, 4, 4, 4},
    {3, 4, 5, 6, 6},
    {4, 5, 6, 7, 8},
    {5, 6, 7, 8, 10},
    {6, 7, 8, 10, 12}};
static const uint8_t WT_PARK_BOXES[3] = {3, 4, 5};
static const uint8_t WT_AGENT_BOXES[6] = {1, 2, 3, 4, 4, 4};
static const uint8_t WT_TEMP_RANKS[3] = {7, 4, 1};
enum { WT_TEMP_BOXES = 11, WT_TEMPS_ALONE = 6, WT_TEMPS_ALONE_POINTS = 7 };

enum {
    WT_PLAN_ESTATES,
    WT_PLAN_FULL_STREET,
    WT_PLAN_STREET_ENDS,
    WT_PLAN_FIVE_BIS,
    WT_PLAN_TEMPS,
    WT_PLAN_ALL_PARKS,
    WT_PLAN_ALL_POOLS,
    WT_PLAN_PARKS_AND_POOLS,
    WT_PLAN_PARKS_POOLS_ROUNDABOUT,
};

/* `wanted` is a street or a number; estates by size, from 1 on. */
typedef struct {
    uint8_t kind, wanted, first, later, stack, advanced, estates[7];
} wt_plan;
static const wt_plan WT_PLAN_CARDS[WT_PLANS] = {
    {0, 0, 8, 4, 1, 0, {0, 6, 0, 0, 0, 0, 0}}, {0, 0, 8, 4, 1, 0, {0, 0, 4, 0, 0, 0, 0}},
    {0, 0, 8, 4, 1, 0, {0, 0, 0, 3, 0, 0, 0}}, {0, 0, 6, 3, 1, 0, {0, 0, 0, 0, 2, 0, 0}},
    {0, 0, 8, 4, 1, 0, {0, 0, 0, 0, 0, 2, 0}}, {0, 0, 10, 6, 1, 0, {0, 0, 0, 0, 0, 0, 2}},
    {0, 0, 11, 6, 2, 0, {0, 3, 0, 0, 0, 0, 1}}, {0, 0, 10, 6, 2, 0, {0, 0, 2, 0, 0, 1, 0}},
    {0, 0, 12, 7, 2, 0, {0, 0, 0, 2, 1, 0, 0}}, {0, 0, 8, 4, 2, 0, {0, 0, 0, 1, 0, 0, 1}},
    {0, 0, 9, 5, 2, 0, {0, 0, 0, 0, 1, 1, 0}}, {0, 0, 9, 5, 2, 0, {0, 3, 0, 0, 1, 0, 0}},
    {0, 0, 12, 7, 3, 0, {0, 1, 1, 0, 0, 0, 1}}, {0, 0, 13, 7, 3, 0, {0, 1, 0, 0, 1, 1, 0}},
    {0, 0, 7, 3, 3, 0, {0, 0, 0, 1, 1, 0, 0}}, {0, 0, 7, 3, 3, 0, {0, 0, 1, 0, 0, 1, 0}},
    {0, 0, 11, 6, 3, 0, {0, 1, 2, 1, 0, 0, 0}}, {0, 0, 13, 7, 3, 0, {0, 0, 1, 1, 0, 1, 0}},
    {1, 2, 8, 4, 1, 1, {0, 0, 0, 0, 0, 0, 0}}, {1, 0, 6, 3, 1, 1, {0, 0, 0, 0, 0, 0, 0}},
    {3, 5, 8, 3, 1, 1, {0, 0, 0, 0, 0, 0, 0}}, {4, 7, 6, 3, 1, 1, {0, 0, 0, 0, 0, 0, 0}},
    {2, 0, 7, 4, 1, 1, {0, 0, 0, 0, 0, 0, 0}}, {5, 2, 7, 4, 2, 1, {0, 0, 0, 0, 0, 0, 0}},
    {8, 0, 10, 5, 2, 1, {0, 0, 0, 0, 0, 0, 0}}, {6, 2, 7, 4, 2, 1, {0, 0, 0, 0, 0, 0, 0}},
    {7, 2, 10, 5, 2, 1, {0, 0, 0, 0, 0, 0, 0}}, {7, 1, 8, 3, 2, 1, {0, 0, 0, 0, 0, 0, 0}},
};

#endif
