/* jaipur_value.c -- the chance of the seat to move to win the round, without playing it out.
 *
 * A logistic regression over plain features of both seats of a full state, in whole numbers: a sum
 * of parameters that bench/strength/learn_value.py has learned from rounds, and a table in the
 * place of the logistic function. No floating point, the same on every build.
 */
#include "jaipur_value.h"

#include "jaipur_logistic.h"
#include "jaipur_value_weights.h"

/* How near the end of the round is, by the deck and by the tokens that are left in those piles that
 * will be the first to be empty; 0 is the end. */
static int stage_of(const jaipur_rules *r, const jaipur_state *s)
{
    static const int DECK[JP_STAGES - 1] = {4, 9, 16, 25, 33};
    static const int TOKENS[JP_STAGES - 1] = {3, 5, 8, 11, 14};
    int count[JP_MAX_TOKENS + 1] = {0}, tokens = 0, stage = 0, deck = jp_deck_size(s);
    for (int good = 0; good < JP_GOODS; good++)
        count[ms_count(s->tokens, good)]++;
    for (int left = 0, piles = r->piles_to_end; piles > 0; left++) {
        int here = count[left] < piles ? count[left] : piles;
        tokens += here * left;
        piles -= here;
    }
    while (stage < JP_STAGES - 1 && deck >= DECK[stage] && tokens >= TOKENS[stage])
        stage++;
    return stage;
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

/* What the hand of a seat is worth to it. */
static int hand_logit(const jaipur_rules *r, const jaipur_state *s, const jp_value_weights *w,
                      int seat, int stage, const int bonus[JP_PILES])
{
    multiset hand = s->hand[seat], others = s->hand[1 - seat];
    int sale = 0, extra = 0, late = 0, sum = 0, moves = seat == s->turn;
    for (int good = 0; good < JP_GOODS; good++) {
        int n = ms_count(hand, good), theirs = ms_count(others, good);
        sum += (stage < 2 ? w->held_late : w->held)[good][jp_at_most(n, 7)];
        if (ms_count(s->market, good))
            sum += (moves ? w->market_mover : w->market_other)[good][jp_at_most(n, 5)];
        if (n < ms_count(r->minimum, good))
            continue;
        int worth = tokens_worth(r, s, good, 0, n);
        sale += worth;
        if (n >= JP_BONUS_FROM)
            extra += bonus[jp_sale_pile(n)];
        if (theirs >= ms_count(r->minimum, good))
            late += worth - tokens_worth(r, s, good, theirs, n);
    }
    sum += (moves ? w->sale_mover : w->sale_other)[stage] * sale;
    sum += (moves ? w->bonus_mover : w->bonus_other)[stage] * extra;
    sum += (moves ? w->late_mover : w->late_other) * late;
    return sum + (moves ? w->hand_mover : w->hand_other)[ms_total(jp_goods(hand))] +
           w->herd[jp_at_most(jp_camels(hand), 11)];
}

int jaipur_value_logit(const jaipur_rules *r, const jaipur_state *s, const jp_value_weights *w)
{
    int stage = stage_of(r, s), mover = s->turn, other = 1 - mover, bonus[JP_PILES], price = 0;
    for (int pile = 0; pile < JP_PILES; pile++)
        bonus[pile] = mean_bonus(r, s, pile);
    int rupees = s->rupees[mover] + jp_bonus_rupees(r, s->won[mover]) - s->rupees[other] -
                 jp_bonus_rupees(r, s->won[other]);
    int herds = jp_compare(jp_camels(s->hand[mover]), jp_camels(s->hand[other]));
    for (int good = 0; good < JP_GOODS; good++)
        price += ms_count(s->market, good) * tokens_worth(r, s, good, 0, 1);
    return w->rupees[stage] * rupees + w->camel_token[stage] * herds + w->turn[stage] +
           w->market_price * price + w->market_camels[jp_camels(s->market)] +
           hand_logit(r, s, w, mover, stage, bonus) - hand_logit(r, s, w, other, stage, bonus);
}

/* The chance of the seat to move, of CORE_WIN. */
int64_t jaipur_value(const jaipur_rules *r, const jaipur_state *s)
{
    int logit = jaipur_value_logit(r, s, &JAIPUR_VALUE_WEIGHTS);
    int size = (logit < 0 ? -logit : logit) / JP_LOGISTIC_STEP;
    int64_t chance = JAIPUR_LOGISTIC[jp_at_most(size, JP_LOGISTIC_SIZE - 1)];
    return logit < 0 ? CORE_WIN - chance : chance;
}
