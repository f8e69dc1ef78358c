/* jaipur_value.c -- the chance of the seat to move to win the round, without playing it out.
 *
 * A network with one hidden layer over counts of a full state, in whole numbers, and a table in
 * the place of the logistic function: no floating point, the same on every build. The parameters
 * are learned from rounds by bench/strength/learn_value.py. Sparse inputs and whole numbers make a
 * network as cheap as a sum of features (Y. Nasu 2018, "Efficiently updatable neural networks for
 * computer shogi"); here all inputs are added up anew, as each determinization deals new hands.
 */
#include "jaipur_value.h"

#include <string.h>

#include "jaipur_logistic.h"
#include "jaipur_value_weights.h"

/* ---- inputs ---- */

/* Goes through the blocks in the order of jaipur_value.h. */
typedef struct {
    uint16_t *next;
    int block; /* its first row */
} writer;

static void put(writer *w, int number, int rows)
{
    int row = number < 0 ? 0 : jp_at_most(number, rows - 1);
    *w->next++ = (uint16_t)(w->block + row);
    w->block += rows;
}

/* Rupees of n tokens of a good after `before` others. */
static int tokens_worth(const jaipur_rules *r, const jaipur_state *s, int good, int before, int n)
{
    int all = ms_count(r->tokens, good);
    int gone = jp_at_most(all - ms_count(s->tokens, good) + before, all);
    return r->rupees[good][jp_at_most(gone + n, all)] - r->rupees[good][gone];
}

/* The mean value of the bonus tokens of a pile that are left; 0 if there are none. */
static int mean_bonus(const jaipur_rules *r, const jaipur_state *s, int pile)
{
    int n = jp_pile_left(s, pile), sum = 0;
    for (int slot = 0; slot < JP_SLOTS; slot++)
        sum += jp_slot_count(s->bonus, pile, slot) * r->bonus_value[pile][slot];
    return n > 0 ? (2 * sum + n) / (2 * n) : 0;
}

static void put_side(writer *w, const jaipur_rules *r, const jaipur_state *s, int seat,
                     const int bonus[JP_PILES])
{
    multiset hand = s->hand[seat], others = s->hand[1 - seat];
    int sale = 0, extra = 0, late = 0;
    for (int good = 0; good < JP_GOODS; good++) {
        int n = ms_count(hand, good), theirs = ms_count(others, good);
        put(w, n, JP_HELD);
        if (n < ms_count(r->minimum, good))
            continue;
        int worth = tokens_worth(r, s, good, 0, n);
        sale += worth;
        if (n >= JP_BONUS_FROM)
            extra += bonus[jp_sale_pile(n)];
        if (theirs >= ms_count(r->minimum, good))
            late += worth - tokens_worth(r, s, good, theirs, n);
    }
    put(w, ms_total(jp_goods(hand)), JP_HELD);
    put(w, jp_camels(hand), JP_HERD);
    put(w, sale, JP_SALE);
    put(w, extra, JP_EXTRA);
    put(w, late, JP_LATE);
}

/* Tokens in those piles that will be the first to be empty. */
static int tokens_to_end(const jaipur_rules *r, const jaipur_state *s)
{
    int count[JP_MAX_TOKENS + 1] = {0}, tokens = 0;
    for (int good = 0; good < JP_GOODS; good++)
        count[ms_count(s->tokens, good)]++;
    for (int left = 0, piles = r->piles_to_end; piles > 0; left++) {
        int here = jp_at_most(count[left], piles);
        tokens += here * left;
        piles -= here;
    }
    return tokens;
}

static int rupees_of(const jaipur_rules *r, const jaipur_state *s, int seat)
{
    return s->rupees[seat] + jp_bonus_rupees(r, s->won[seat]);
}

void jaipur_value_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_VALUE_INPUTS])
{
    writer w = {inputs, 0};
    int mover = s->turn, bonus[JP_PILES], empty = 0;
    for (int pile = 0; pile < JP_PILES; pile++)
        bonus[pile] = mean_bonus(r, s, pile);
    put_side(&w, r, s, mover, bonus);
    put_side(&w, r, s, 1 - mover, bonus);
    for (int good = 0; good < JP_GOODS; good++) {
        put(&w, ms_count(s->tokens, good), JP_LEFT);
        put(&w, ms_count(s->market, good), JP_OFFERED);
        empty += ms_count(s->tokens, good) == 0;
    }
    put(&w, jp_camels(s->market), JP_OFFERED);
    put(&w, jp_deck_size(s), JP_DECK);
    for (int pile = 0; pile < JP_PILES; pile++)
        put(&w, jp_pile_left(s, pile), JP_BONUSES);
    put(&w, empty, JP_EMPTY);
    put(&w, tokens_to_end(r, s), JP_TO_END);
    put(&w, rupees_of(r, s, mover) - rupees_of(r, s, 1 - mover) + JP_AHEAD / 2, JP_AHEAD);
    assert(w.next == inputs + JP_VALUE_INPUTS && w.block == JP_VALUE_ROWS);
}

/* ---- the network ---- */

/* Eight places of the hidden layer in a register: compilers lay it out for the processor. */
typedef int16_t lanes __attribute__((vector_size(16)));
enum { LANES = 8 };

static int value_logit(const jp_value_network *net, const uint16_t inputs[JP_VALUE_INPUTS])
{
    int32_t logit = net->output_bias;
    for (int at = 0; at < JP_VALUE_HIDDEN; at += LANES) {
        int16_t hidden[LANES];
        lanes sum, row;
        memcpy(&sum, net->bias + at, sizeof sum);
        for (int k = 0; k < JP_VALUE_INPUTS; k++) {
            memcpy(&row, net->rows[inputs[k]] + at, sizeof row);
            sum += row;
        }
        memcpy(hidden, &sum, sizeof hidden);
        for (int i = 0; i < LANES; i++) {
            int cut = hidden[i] < 0 ? 0 : hidden[i] > JP_VALUE_UNIT ? JP_VALUE_UNIT : hidden[i];
            logit += cut * net->output[at + i];
        }
    }
    return logit;
}

/* The chance of the seat to move, of CORE_WIN. */
int64_t jaipur_value(const jaipur_rules *r, const jaipur_state *s)
{
    uint16_t inputs[JP_VALUE_INPUTS];
    jaipur_value_inputs(r, s, inputs);
    int logit = value_logit(&JAIPUR_VALUE_WEIGHTS, inputs);
    int size = logit < 0 ? -logit : logit, place = size / JP_LOGISTIC_STEP;
    int64_t chance = JAIPUR_LOGISTIC[JP_LOGISTIC_SIZE];
    if (place < JP_LOGISTIC_SIZE) { /* between two places of the table */
        int64_t rise = JAIPUR_LOGISTIC[place + 1] - JAIPUR_LOGISTIC[place];
        chance = JAIPUR_LOGISTIC[place] + rise * (size % JP_LOGISTIC_STEP) / JP_LOGISTIC_STEP;
    }
    return logit < 0 ? CORE_WIN - chance : chance;
}
