/* setup.c -- from options to rules; the equations that are drawn before the game.
 *
 * The ten equations are public for the whole game, so they are options and not chance: two of the
 * ten house cards with five equations each, or any ten. Whoever does not name them has them drawn
 * from a seed, and the options then tell them.
 */
#include <string.h>

#include "state.h"
#include "cards.h"
#include "tables.h"

#define LARGEST_ITEM ((INT64_C(1) << 48) - 1)
#define RIGHT_SIDE 28 /* the bit where the second multiset of an item begins */

const core_option BAZAAR_OPTIONS[BZ_OPTIONS] = {
    {"exchange", "house_cards|random_equations|fixed", 0, 2, BZ_HOUSE, 0},
    {"house_cards", "", 1, BZ_HOUSE_CARDS, 0, BZ_DRAWN_CARDS},
    {"equations", "RWBGY", 1, LARGEST_ITEM, 0, BZ_EQUATIONS},
    {"market", "distinct_multisets|iid_gems|weighted_shapes", 0, 2, BZ_DISTINCT, 0},
    {"shape_weights", "", 0, 1000, 0, BZ_SHAPES},
    {"p_choice", "original_die|rare|none", 0, 2, BZ_DIE, 0},
    {"hand_limit", "", 0, 99, 0, 0},
    {"gems_per_colour", "", 0, 999, 0, 0},
    {"cards_per_pile", "", 1, BZ_MOST_PILE, BZ_MOST_PILE, 0},
    {"end", "all_cards_claimed|two_piles_exhausted", 0, 1, BZ_ALL_CARDS, 0},
    {"first_player", "random|seat0", 0, 1, 0, 0},
    {"max_turns", "", 1, BZ_MAX_TURNS, 300, 0},
};

/* The places of the options among the numbers of all. */
enum {
    OPT_EXCHANGE,
    OPT_HOUSE_CARDS,
    OPT_EQUATIONS = OPT_HOUSE_CARDS + 1 + BZ_DRAWN_CARDS,
    OPT_MARKET = OPT_EQUATIONS + 1 + BZ_EQUATIONS,
    OPT_SHAPE_WEIGHTS,
    OPT_P_CHOICE = OPT_SHAPE_WEIGHTS + 1 + BZ_SHAPES,
    OPT_HAND_LIMIT,
    OPT_GEMS_PER_COLOUR,
    OPT_CARDS_PER_PILE,
    OPT_END,
    OPT_FIRST_PLAYER,
    OPT_MAX_TURNS
};

/* ---- equations ---- */

typedef struct {
    gems left, right;
} equation;

static equation read_item(int64_t item)
{
    uint64_t bits = (uint64_t)item;
    return (equation){gems_unpack(bits), gems_unpack(bits >> RIGHT_SIDE)};
}

static int same_equation(equation a, equation b)
{
    return (a.left == b.left && a.right == b.right) || (a.left == b.right && a.right == b.left);
}

static int is_side(gems side)
{
    return gems_total(side) >= 1 && gems_total(side) <= BZ_MOST_SIDE;
}

/* One text for each of the ten, so that an error names the equation and needs no memory. */
#define EACH(n, text) "equations: number " n " " text
#define OF_TEN(text)                                                                            \
    {EACH("1", text), EACH("2", text), EACH("3", text), EACH("4", text), EACH("5", text),          \
     EACH("6", text), EACH("7", text), EACH("8", text), EACH("9", text), EACH("10", text)}

static const char *add_equation(bazaar_rules *r, int n, equation e)
{
    static const char *const SIZE[BZ_EQUATIONS] = OF_TEN("needs 1 to 4 gems on each side");
    static const char *const SHARED[BZ_EQUATIONS] = OF_TEN("has a colour on both sides");
    static const char *const AGAIN[BZ_EQUATIONS] =
        OF_TEN("repeats an earlier one, perhaps with the sides swapped");
    if (!is_side(e.left) || !is_side(e.right))
        return SIZE[n];
    if (gems_kinds(e.left) & gems_kinds(e.right))
        return SHARED[n];
    for (int i = 0; i < n; i++)
        if (same_equation((equation){r->pay[2 * i], r->get[2 * i]}, e))
            return AGAIN[n];
    r->pay[2 * n] = r->get[2 * n + 1] = e.left;
    r->get[2 * n] = r->pay[2 * n + 1] = e.right;
    return NULL;
}

/* ---- drawing them ---- */

static void draw_cards(int64_t *list, core_rng *rng)
{
    int first = 1 + (int)rng_below(rng, BZ_HOUSE_CARDS);
    int second = 1 + (int)rng_below(rng, BZ_HOUSE_CARDS - 1);
    second += second >= first;
    list[0] = BZ_DRAWN_CARDS;
    list[1] = first;
    list[2] = second;
}

/* A multiset of `size` gems of these colours (bits), all with the same chance, in counters of 4
 * bits: stars and bars, in each order with the same chance. */
static uint64_t draw_side(int colours, int size, core_rng *rng)
{
    int names[GEM_COLOURS], kinds = 0;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        if (colours >> colour & 1)
            names[kinds++] = colour;
    uint64_t side = 0;
    int stars = size, bars = kinds - 1;
    while (stars > 0)
        if ((int)rng_below(rng, (uint32_t)(stars + bars)) < stars) {
            side += UINT64_C(1) << (4 * names[kinds - 1 - bars]);
            stars--;
        } else
            bars--;
    return side;
}

static int64_t draw_equation(core_rng *rng)
{
    uint32_t total = 0;
    for (unsigned i = 0; i < sizeof BAZAAR_SIZES / sizeof *BAZAAR_SIZES; i++)
        total += BAZAAR_SIZES[i][2];
    uint32_t pick = rng_below(rng, total);
    const uint8_t *sizes = BAZAAR_SIZES[0];
    for (; pick >= sizes[2]; sizes += 3)
        pick -= sizes[2];
    uint64_t left = draw_side((1 << GEM_COLOURS) - 1, sizes[0], rng);
    int others = 0;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        others |= !(left >> (4 * colour) & 15) << colour;
    return (int64_t)(left | draw_side(others, sizes[1], rng) << RIGHT_SIDE);
}

static int is_new(const int64_t *items, int n, int64_t item)
{
    for (int i = 0; i < n; i++)
        if (same_equation(read_item(items[i]), read_item(item)))
            return 0;
    return 1;
}

/* Is every colour in so many of the ten? */
static int colours_occur(const int64_t *items)
{
    gems sum = 0;
    for (int i = 0; i < BZ_EQUATIONS; i++) {
        equation e = read_item(items[i]);
        sum += gems_kinds(e.left + e.right);
    }
    return gems_contain(sum, GEM_ONES * BAZAAR_COLOUR_IN_AT_LEAST);
}

static void draw_equations(int64_t *list, core_rng *rng)
{
    int64_t *items = list + 1;
    list[0] = BZ_EQUATIONS;
    do
        for (int n = 0; n < BZ_EQUATIONS; n++)
            do
                items[n] = draw_equation(rng);
            while (!is_new(items, n, items[n]));
    while (!colours_occur(items));
}

void bazaar_draw(int64_t *options, core_rng *rng)
{
    if (options[OPT_EXCHANGE] == BZ_HOUSE && options[OPT_HOUSE_CARDS] == 0)
        draw_cards(options + OPT_HOUSE_CARDS, rng);
    if (options[OPT_EXCHANGE] == BZ_RANDOM && options[OPT_EQUATIONS] == 0)
        draw_equations(options + OPT_EQUATIONS, rng);
}

/* ---- the table: components of the laboratory ---- */

/* high_card_min_same, the points, then left and right side of the equations of the house cards. */
enum {
    TABLE_POINTS = 1,
    TABLE_SHAPES = TABLE_POINTS + 2 * 2 * BZ_LEFT_COLUMNS,
    TABLE_SIDES = TABLE_SHAPES + BZ_SHAPES,
    TABLE_LENGTH = TABLE_SIDES + 2 * BZ_HOUSE_CARDS * BZ_HOUSE_EQUATIONS
};
_Static_assert(sizeof BAZAAR_TABLE / sizeof *BAZAAR_TABLE == TABLE_LENGTH, "as written above");

static int most_of_a_colour(gems card)
{
    int most = 0;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        most = gems_count(card, colour) > most ? gems_count(card, colour) : most;
    return most;
}

static const char *read_scoring(bazaar_rules *r, const int32_t *table)
{
    int most[2] = {0, 0};
    if (table[0] < 1 || table[0] > 6)
        return "table: a high card has 1 to 6 gems of a colour";
    for (int card = 0; card < BZ_CARDS; card++) {
        r->card[card] = BAZAAR_CARDS[card];
        r->high[card] = most_of_a_colour(r->card[card]) >= table[0];
    }
    for (int i = 0; i < 2 * 2 * BZ_LEFT_COLUMNS; i++) {
        int points = table[TABLE_POINTS + i], gone = i / (2 * BZ_LEFT_COLUMNS);
        if (points < 0 || points > 100)
            return "table: points are 0 to 100";
        r->points[gone][i / BZ_LEFT_COLUMNS % 2][i % BZ_LEFT_COLUMNS] = (uint8_t)points;
        most[gone] = points > most[gone] ? points : most[gone];
    }
    /* While all piles are there, at least one pile is claimed. */
    int late = most[1] > most[0] ? most[1] : most[0];
    r->bound = (uint16_t)(r->cards_per_pile * (most[0] + (BZ_PILES - 1) * late));
    return NULL;
}

/* Weights of the cards that are turned up. If gems are drawn one by one, 5! / (a! b! ...); else by
 * shape, then by colours, each in the same way. */
static const char *weigh_cards(bazaar_rules *r, const int64_t *options, const int32_t *table)
{
    static const uint32_t WAYS[BZ_SHAPES] = {1, 5, 10, 20, 30, 60, 120};
    static const uint32_t COUNT[BZ_SHAPES] = {5, 20, 20, 30, 30, 20, 1};
    const uint32_t common = 60; /* a multiple of each count */
    const int64_t *given = options + OPT_SHAPE_WEIGHTS;
    int64_t market = options[OPT_MARKET], sum = 0;
    if (given[0] && market != BZ_WEIGHTED)
        return "shape_weights: only with market=weighted_shapes";
    if (given[0] && given[0] != BZ_SHAPES)
        return "shape_weights: seven, of the shapes 5, 4+1, 3+2, 3+1+1, 2+2+1, 2+1+1+1, 1+1+1+1+1";
    for (int card = 0; card < BZ_CARDS; card++) {
        int shape = BAZAAR_SHAPE[card];
        int64_t weight = given[0] ? given[1 + shape] : table[TABLE_SHAPES + shape];
        if (weight < 0 || weight > 1000)
            return "table: weights of shapes are 0 to 1000";
        r->weight[card] = market == BZ_DISTINCT ? 1
                          : market == BZ_IID    ? WAYS[shape]
                                                : (uint32_t)weight * (common / COUNT[shape]);
        sum += r->weight[card];
    }
    return sum ? NULL : "shape_weights: at least one must not be 0";
}

static const char *read_equations(bazaar_rules *r, const int64_t *options, const int32_t *table)
{
    const int64_t *cards = options + OPT_HOUSE_CARDS, *items = options + OPT_EQUATIONS;
    int house = options[OPT_EXCHANGE] == BZ_HOUSE;
    if (house ? items[0] != 0 : cards[0] != 0)
        return house ? "equations: the house cards have them; exchange=fixed takes others"
                     : "house_cards: only with exchange=house_cards";
    if (house && (cards[0] != BZ_DRAWN_CARDS || cards[1] == cards[2]))
        return "house_cards: two different cards are needed";
    if (!house && items[0] != BZ_EQUATIONS)
        return "equations: ten are needed";
    for (int n = 0; n < BZ_EQUATIONS; n++) {
        equation e;
        if (house) {
            int64_t card = cards[1 + n / BZ_HOUSE_EQUATIONS] - 1;
            const int32_t *sides =
                table + TABLE_SIDES + 2 * (card * BZ_HOUSE_EQUATIONS + n % BZ_HOUSE_EQUATIONS);
            if (sides[0] < 0 || sides[0] >> 20 || sides[1] < 0 || sides[1] >> 20)
                return "table: a side of an equation has five counters of 4 bits";
            e = (equation){gems_unpack((uint64_t)sides[0]), gems_unpack((uint64_t)sides[1])};
        } else {
            if ((uint64_t)items[1 + n] >> 20 & 0xff)
                return "equations: there are five colours";
            e = read_item(items[1 + n]);
        }
        const char *wrong = add_equation(r, n, e);
        if (wrong)
            return wrong;
    }
    return NULL;
}

const char *bazaar_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                         size_t table_length)
{
    /* Free choice and colours. The die has five colours and a face for a choice; our decision for
     * "rarely" is 1 in 20. */
    static const uint16_t FREE[] = {[BZ_DIE] = 1, [BZ_RARE] = 1, [BZ_NONE] = 0};
    static const uint16_t COLOUR[] = {[BZ_DIE] = 5, [BZ_RARE] = 19, [BZ_NONE] = 1};
    bazaar_rules *r = rules;
    memset(r, 0, sizeof *r);
    if (table_length == 0)
        table = BAZAAR_TABLE;
    else if (table_length != TABLE_LENGTH)
        return "table: a number is missing or too many";
    r->seats = (uint8_t)seats;
    r->distinct = options[OPT_MARKET] == BZ_DISTINCT;
    r->free_weight = FREE[options[OPT_P_CHOICE]];
    r->colour_weight = COLOUR[options[OPT_P_CHOICE]];
    r->hand_limit = (uint8_t)options[OPT_HAND_LIMIT];
    r->supply = (uint16_t)options[OPT_GEMS_PER_COLOUR];
    r->cards_per_pile = (uint8_t)options[OPT_CARDS_PER_PILE];
    r->two_piles = options[OPT_END] == BZ_TWO_PILES;
    r->seat0_first = seats == 1 || options[OPT_FIRST_PLAYER];
    r->max_turns = (uint16_t)options[OPT_MAX_TURNS];
    const char *wrong = read_scoring(r, table);
    if (!wrong)
        wrong = weigh_cards(r, options, table);
    return wrong ? wrong : read_equations(r, options, table);
}
