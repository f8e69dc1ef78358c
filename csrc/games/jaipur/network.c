/* network.c -- the inputs of the networks: counts of a position. */
#include "network.h"

int jp_mean_bonus(const jaipur_rules *r, uint64_t tokens, int pile)
{
    int n = jp_pile_count(tokens, pile), sum = 0;
    for (int slot = 0; slot < JP_SLOTS; slot++)
        sum += jp_slot_count(tokens, pile, slot) * r->bonus_value[pile][slot];
    return n ? (2 * sum + n) / (2 * n) : 0;
}

/* Rupees of n tokens of a good after `before` others. */
static int tokens_worth(const jaipur_rules *r, const jaipur_state *s, int good, int before, int n)
{
    int all = ms_count(r->tokens, good);
    int gone = jp_at_most(all - ms_count(s->tokens, good) + before, all);
    return r->rupees[good][jp_at_most(gone + n, all)] - r->rupees[good][gone];
}

static void put_side(net_writer *w, const jaipur_rules *r, const jaipur_state *s, multiset hand,
                     multiset others, const int bonus[JP_PILES])
{
    int sale = 0, extra = 0, late = 0;
    for (int good = 0; good < JP_GOODS; good++) {
        int n = ms_count(hand, good), theirs = ms_count(others, good);
        net_put(w, n, JP_HELD);
        if (n < ms_count(r->minimum, good))
            continue;
        int worth = tokens_worth(r, s, good, 0, n);
        sale += worth;
        if (n >= JP_BONUS_FROM)
            extra += bonus[jp_sale_pile(n)];
        if (theirs >= ms_count(r->minimum, good))
            late += worth - tokens_worth(r, s, good, theirs, n);
    }
    net_put(w, ms_total(jp_goods(hand)), JP_HELD);
    net_put(w, jp_camels(hand), JP_HERD);
    net_put(w, sale, JP_SALE);
    net_put(w, extra, JP_EXTRA);
    net_put(w, late, JP_LATE);
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

void jp_put_position(net_writer *w, const jaipur_rules *r, const jaipur_state *s,
                     const multiset hands[2], const int bonus[JP_PILES], int ahead)
{
    int empty = 0;
    put_side(w, r, s, hands[0], hands[1], bonus);
    put_side(w, r, s, hands[1], hands[0], bonus);
    for (int good = 0; good < JP_GOODS; good++) {
        net_put(w, ms_count(s->tokens, good), JP_LEFT);
        net_put(w, ms_count(s->market, good), JP_OFFERED);
        empty += ms_count(s->tokens, good) == 0;
    }
    net_put(w, jp_camels(s->market), JP_OFFERED);
    net_put(w, jp_deck_size(s), JP_DECK);
    for (int pile = 0; pile < JP_PILES; pile++)
        net_put(w, jp_pile_left(s, pile), JP_BONUSES);
    net_put(w, empty, JP_EMPTY);
    net_put(w, tokens_to_end(r, s), JP_TO_END);
    net_put(w, ahead + JP_AHEAD / 2, JP_AHEAD);
}
