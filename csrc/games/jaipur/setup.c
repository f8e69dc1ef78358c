/* setup.c -- from options and the numbers of a table to the rules: rulebook "Setup". */
#include <string.h>

#include "state.h"
#include "tables.h"

/* Share of rounds that the starter wins between equal players, in 1/1000, for the value of rounds
 * not yet dealt. Measured by bench/starter.py: 0.582 +- 0.006 at 300 iterations a move, 0.585 +-
 * 0.011 at 1,000; with deck_end=empty 0.590 +- 0.009 at 300. */
#define STARTER_WINS_PER_MILLE 583

const core_option JAIPUR_OPTIONS[JP_OPTIONS] = {
    {"rounds", "match|single", 0, 1, JP_ROUNDS_MATCH, 0},
    {"deck_end", "refill_fails|empty", 0, 1, JP_DECK_REFILL_FAILS, 0},
    {"full_tie", "replay|non_starter|draw", 0, 2, JP_TIE_REPLAY, 0},
    {"starter", "dealt|seat0|seat1", 0, 2, JP_STARTER_DEALT, 0},
    {"max_plies", "", 1, 9999, 500, 0},
};
enum { OPT_ROUNDS, OPT_DECK_END, OPT_FULL_TIE, OPT_STARTER, OPT_MAX_PLIES };

/* A cursor over the numbers of a table; running past the end or out of a range is remembered. */
typedef struct {
    const int32_t *next, *end;
    int bad;
} table_reader;

static int read_number(table_reader *in, int lowest, int highest)
{
    if (in->next == in->end || *in->next < lowest || *in->next > highest) {
        in->bad = 1;
        return lowest;
    }
    return *in->next++;
}

static multiset read_goods(table_reader *in, int lowest, int highest)
{
    multiset goods = 0;
    for (int good = 0; good < JP_GOODS; good++)
        goods += ms_cards(good, read_number(in, lowest, highest));
    return goods;
}

static void read_tokens(table_reader *in, jaipur_rules *r, int good)
{
    int n = read_number(in, 0, JP_MAX_TOKENS);
    r->tokens += ms_cards(good, n);
    for (int i = 1; i <= JP_MAX_TOKENS; i++) {
        int value = i <= n ? read_number(in, 1, 40) : 0;
        r->rupees[good][i] = (uint16_t)(r->rupees[good][i - 1] + value);
    }
}

/* Values ascend within a pile and from pile to pile, so that a value tells its pile; the highest
 * one so far is passed on. */
static int read_bonus(table_reader *in, jaipur_rules *r, int pile, int highest)
{
    int slot = -1, last = 0;
    for (int n = read_number(in, 0, JP_MAX_BONUS); n > 0; n--) {
        int value = read_number(in, last ? last : highest + 1, 100);
        if (value != last && ++slot == JP_SLOTS) {
            in->bad = 1;
            return highest;
        }
        r->bonus_value[pile][slot] = (uint8_t)value;
        r->bonus += jp_slot(pile, slot);
        last = value;
    }
    return last ? last : highest;
}

static const char *read_table(table_reader *in, jaipur_rules *r)
{
    r->cards = read_goods(in, 0, 15);
    r->minimum = read_goods(in, 1, 5);
    r->cards += ms_cards(JP_CAMEL, read_number(in, 0, 15));
    r->camel_token = (uint8_t)read_number(in, 0, 100);
    r->market_camels = (uint8_t)read_number(in, 0, 5);
    r->dealt = (uint8_t)read_number(in, 1, 5);
    r->market_size = (uint8_t)read_number(in, 1, 5);
    r->hand_limit = (uint8_t)read_number(in, 1, 7); /* jaipur_available counts on it */
    r->exchange_minimum = (uint8_t)read_number(in, 2, 2); /* exchanges.h counts on it */
    r->piles_to_end = (uint8_t)read_number(in, 1, JP_GOODS);
    r->seals_to_win = (uint8_t)read_number(in, 1, JP_MAX_SEALS);
    for (int good = 0; good < JP_GOODS; good++)
        read_tokens(in, r, good);
    for (int pile = 0, highest = 0; pile < JP_PILES; pile++)
        highest = read_bonus(in, r, pile, highest);
    if (in->bad || in->next != in->end)
        return "table: a number is missing, too many, or out of its range";
    if (r->market_camels > jp_camels(r->cards) || r->market_camels >= r->market_size)
        return "table: the first market has more camels than there are, or no place for a card";
    if (ms_total(r->cards) < 2 * r->dealt + r->market_size)
        return "table: too few cards for the deal";
    if (r->dealt > r->hand_limit)
        return "table: more cards are dealt than a hand may hold";
    /* Then a full hand always holds a sale, and no seat is ever without a move. */
    if (ms_total(jp_goods(r->minimum)) - JP_GOODS >= r->hand_limit)
        return "table: a full hand could be without a sale";
    return NULL;
}

/* worth[a][b][n][s]: backwards over the rounds of a match. A round is dealt anew, so nothing but
 * who starts it tells it from another: with the measured share of the starter this recursion is
 * the value by seals, and there is nothing else to learn. A full tie (one round in 700) is
 * neglected; where it is replayed, that is exact. */
static void fill_worth(jaipur_rules *r)
{
    int target = r->seals_to_win, last = 2 * target - 1;
    for (int n = JP_MAX_ROUNDS - 1; n >= 0; n--)
        for (int a = target; a >= 0; a--)
            for (int b = target; b >= 0; b--)
                for (int starter = 0; starter < 2; starter++) {
                    uint32_t *worth = &r->worth[a][b][n][starter];
                    uint64_t win = (uint64_t)CORE_WIN * STARTER_WINS_PER_MILLE / 1000;
                    if (starter == 1)
                        win = CORE_WIN - win;
                    if (a == target || b == target || n >= last)
                        *worth = a > b ? CORE_WIN : a < b ? 0 : CORE_WIN / 2;
                    else /* the loser starts the next round */
                        *worth = (uint32_t)((win * r->worth[a + 1][b][n + 1][1] +
                                             (CORE_WIN - win) * r->worth[a][b + 1][n + 1][0]) /
                                            CORE_WIN);
                }
}

const char *jaipur_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                         size_t table_length)
{
    (void)seats;
    jaipur_rules *r = rules;
    memset(r, 0, sizeof *r);
    if (table_length == 0) {
        table = JAIPUR_TABLE;
        table_length = sizeof JAIPUR_TABLE / sizeof *JAIPUR_TABLE;
    }
    const char *wrong = read_table(&(table_reader){table, table + table_length, 0}, r);
    if (wrong)
        return wrong;
    r->single = options[OPT_ROUNDS] == JP_ROUNDS_SINGLE;
    r->deck_end = (uint8_t)options[OPT_DECK_END];
    r->full_tie = (uint8_t)options[OPT_FULL_TIE];
    r->starter = (uint8_t)options[OPT_STARTER];
    r->max_plies = (uint16_t)options[OPT_MAX_PLIES];
    if (r->single)
        r->seals_to_win = 1;
    fill_worth(r);
    return NULL;
}
