/* prior.c -- how likely a good player is to choose each move: the prior of the search.
 *
 * A softmax over plain features of the move and of what the seat to move knows, plus what a network
 * says that the parts of the move are worth in this position (prior_network.c). A logit is a
 * sum of whole numbers in 1/32 of a doubling, so a weight is a power of two by a small table: no
 * floating point, the same on every build. The parameters (weights.h) are learned from searches,
 * those of the features by bench/strength/learn.py, then those of the network by learn_prior.py;
 * without them all moves are alike. Nothing here reads what the seat does not know: a view and its
 * determinizations have the same prior.
 *
 * An exchange is worth what each kind of good is worth after it, plus a little for its size and its
 * camels. So the kinds are looked up once a position, and each of the many exchanges is a sum of
 * six numbers.
 */
#include "prior.h"

enum { UNIT = 32, TOP = 24, FLOOR = 10 };
/* round(2^(TOP - i / UNIT)) */
static const uint32_t POWERS[UNIT] = {
    16777216, 16417715, 16065917, 15721658, 15384775, 15055111, 14732511, 14416824, 14107901,
    13805598, 13509772, 13220286, 12937002, 12659789, 12388516, 12123055, 11863283, 11609078,
    11360319, 11116891, 10878679, 10645571, 10417458, 10194234, 9975792, 9762032, 9552851,
    9348154, 9147842, 8951823, 8760003, 8572295,
};

/* What the features of a position are made of, from the side of the seat to move. */
typedef struct {
    const jaipur_rules *r;
    const jaipur_state *s;
    const jp_prior_weights *w;
    multiset goods, market, known; /* in hand; on the table; publicly known with the other seat */
    int hand, herd, camels;        /* sizes; camels of the market */
    int left[JP_GOODS];            /* tokens */
    int price[JP_GOODS];           /* rupees of the next token */
    int bonus[JP_PILES];           /* mean rupees of a bonus token, 0 if there is none */
    int value[JP_GOODS][16];       /* of a sale of so many cards, with the mean bonus */
    int deck, ahead;               /* class of deck size; rupees, bonus tokens by their mean */
} position;

/* What the change of a good is worth, by the cards of it in hand afterwards, in parts. */
typedef struct {
    int32_t hand[JP_GOODS][16];
    int32_t both[JP_GOODS][16]; /* and in the market, which gives or gets them */
} changes;

static int next_price(const position *p, int good, int sold)
{
    int left = p->left[good] - sold, gone = ms_count(p->r->tokens, good) - left;
    return left > 0 ? p->r->rupees[good][gone + 1] - p->r->rupees[good][gone] : 0;
}

static int sale_value(const position *p, int good, int n)
{
    if (n < ms_count(p->r->minimum, good))
        return 0;
    int gone = ms_count(p->r->tokens, good) - p->left[good], tokens = jp_at_most(n, p->left[good]);
    int rupees = p->r->rupees[good][gone + tokens] - p->r->rupees[good][gone];
    return n >= JP_BONUS_FROM ? rupees + p->bonus[jp_sale_pile(n)] : rupees;
}

static int deck_class(int deck)
{
    return deck < 6 ? 0 : deck < 12 ? 1 : deck < 24 ? 2 : 3;
}

/* Rupees that everybody sees, each bonus token at its mean. */
static int open_rupees(const jaipur_state *s, const int mean[JP_PILES], int seat)
{
    int sum = s->rupees[seat];
    for (int pile = 0; pile < JP_PILES; pile++)
        sum += mean[pile] * (jp_pile_count(s->won[seat], pile) +
                             jp_hidden_count(s->hidden_won[seat], pile));
    return sum;
}

static position look(const jaipur_rules *r, const jaipur_state *s, const jp_prior_weights *w)
{
    position p = {.r = r, .s = s, .w = w};
    int seat = s->turn, mean[JP_PILES];
    p.goods = jp_goods(s->hand[seat]);
    p.market = s->market;
    p.known = s->known[1 - seat];
    p.hand = ms_total(p.goods);
    p.herd = jp_camels(s->hand[seat]);
    p.camels = jp_camels(s->market);
    p.deck = deck_class(jp_deck_size(s));
    for (int pile = 0; pile < JP_PILES; pile++) {
        mean[pile] = jp_mean_bonus(r, r->bonus, pile);
        p.bonus[pile] = jp_pile_left(s, pile) > 0 ? mean[pile] : 0;
    }
    p.ahead = open_rupees(s, mean, seat) - open_rupees(s, mean, 1 - seat);
    for (int good = 0; good < JP_GOODS; good++) {
        p.left[good] = ms_count(s->tokens, good);
        p.price[good] = next_price(&p, good, 0);
        int most = ms_count(p.goods, good) + ms_count(p.market, good);
        for (int n = 0; n <= most; n++)
            p.value[good][n] = sale_value(&p, good, n);
    }
    return p;
}

/* ---- logits ---- */

static int take_logit(const position *p, int good)
{
    const jp_prior_weights *w = p->w;
    int held = ms_count(p->goods, good);
    return w->take[good][jp_at_most(held, 5)] + w->take_hand[p->hand] + w->take_camels[p->camels] +
           w->take_market[ms_count(p->market, good)] +
           w->take_known[jp_at_most(ms_count(p->known, good), 3)] +
           w->take_gain * (p->value[good][held + 1] - p->value[good][held]) +
           w->take_price * p->price[good] + w->take_waste * (held >= p->left[good]);
}

static int camels_logit(const position *p)
{
    const jp_prior_weights *w = p->w;
    int prices = 0;
    for (int good = 0; good < JP_GOODS; good++)
        prices += p->price[good] * ms_count(p->market, good);
    return w->camels[p->camels] + w->camels_herd[jp_at_most(p->herd, 7)] + w->camels_hand[p->hand] +
           w->camels_deck[p->deck] + w->camels_prices * prices;
}

/* 0 if the sale does not end the round; else 1, 2, 3: behind, level within the error, ahead. */
static int sale_end(const position *p, int good, int n)
{
    int piles = jp_empty_piles(p->r, p->s->tokens);
    if (p->left[good] == 0 || n < p->left[good] || piles + 1 < p->r->piles_to_end)
        return 0;
    multiset herds[2] = {p->s->hand[p->s->turn], p->s->hand[1 - p->s->turn]};
    int ahead = p->ahead + p->value[good][n] + jp_camel_token(p->r, herds, 0) -
                jp_camel_token(p->r, herds, 1);
    return ahead < -2 ? 1 : ahead <= 2 ? 2 : 3;
}

static int sell_logit(const position *p, int good, int n)
{
    const jp_prior_weights *w = p->w;
    int rest = ms_count(p->goods, good) - n, number = jp_at_most(n, 6) - 1;
    return w->sell[good][number] + w->sell_rest[good][jp_at_most(rest, 3)] + w->sell_hand[p->hand] +
           w->sell_known[jp_at_most(ms_count(p->known, good), 3)] + w->sell_deck[p->deck] +
           w->sell_end[sale_end(p, good, n)] + w->sell_value * p->value[good][n] +
           w->sell_price * p->price[good] + w->sell_next * next_price(p, good, n) +
           w->sell_waste * (n > p->left[good] ? n - p->left[good] : 0);
}

/* What an exchange that leaves `after` cards of a good in the hand owes to this good. */
static int swap_kind(const position *p, int good, int after)
{
    const jp_prior_weights *w = p->w;
    int before = ms_count(p->goods, good), here = ms_count(p->market, good) + before - after;
    int gain = p->value[good][after] - p->value[good][before];
    int sum = w->swap_left * p->price[good] * here + (here > 1) * w->swap_left_pair[good];
    if (after > before)
        sum += w->swap_gain * gain + w->swap_taken * p->price[good] * (after - before);
    if (after < before)
        sum += w->swap_loss * gain + w->swap_given * p->price[good] * (before - after) +
               w->swap_known * ms_count(p->known, good);
    return sum + w->swap_held[good][jp_at_most(after, 6)] -
           w->swap_held[good][jp_at_most(before, 6)];
}

static void fill_changes(const position *p, const int32_t worths[JP_PARTS], changes *c)
{
    for (int good = 0; good < JP_GOODS; good++) {
        const int32_t *hand = worths + JP_PART_HAND + good * JP_HELD;
        const int32_t *market = worths + JP_PART_MARKET + good * JP_OFFERED;
        int held = ms_count(p->goods, good), offered = ms_count(p->market, good);
        for (int after = 0; after <= held + offered; after++) {
            int left = held + offered - after;
            c->hand[good][after] = after == held ? 0 : hand[jp_at_most(after, JP_HELD - 1)] -
                                                       hand[jp_at_most(held, JP_HELD - 1)];
            c->both[good][after] = c->hand[good][after];
            if (left != offered)
                c->both[good][after] += market[jp_at_most(left, JP_OFFERED - 1)] -
                                        market[jp_at_most(offered, JP_OFFERED - 1)];
        }
    }
}

/* An exchange is the sum of what it does to each good, by the number in hand after it. */
typedef struct {
    int32_t kind[JP_GOODS][16];
} swap_table;

static void fill_swaps(const position *p, const changes *c, swap_table *table)
{
    for (int good = 0; good < JP_GOODS; good++) {
        int most = ms_count(p->goods, good) + ms_count(p->market, good);
        for (int after = 0; after <= most; after++)
            table->kind[good][after] =
                swap_kind(p, good, after) * JP_PART_UNIT + c->both[good][after];
    }
}

static int32_t swap_logit(const position *p, const int32_t worths[JP_PARTS],
                          const swap_table *table, core_move move)
{
    const jp_prior_weights *w = p->w;
    multiset taken = jp_swap_taken(move), given = jp_word_cards(move);
    multiset after = p->goods + taken - jp_goods(given);
    int cards = ms_total(taken), camels = jp_camels(given);
    int32_t parts = worths[JP_PART_SWAP + cards] + worths[JP_PART_GIVEN + camels];
    for (int good = 0; good < JP_GOODS; good++)
        parts += table->kind[good][ms_count(after, good)];
    return w->swap[cards] + w->swap_camels[camels] + w->swap_hand[p->hand + camels] +
           w->swap_herd[jp_at_most(p->herd - camels, 7)] + parts / JP_PART_UNIT;
}

static void fill_logits(const position *p, const int32_t worths[JP_PARTS], const core_move *moves,
                        int n, int32_t *logits)
{
    changes c;
    swap_table swaps;
    int is_filled = 0;
    fill_changes(p, worths, &c);
    for (int i = 0; i < n; i++) {
        core_move move = moves[i];
        switch (jp_what(move)) {
        case JP_TAKE: {
            int good = (int)(move & 0xff), after = ms_count(p->goods, good) + 1;
            int32_t parts = worths[JP_PART_TAKE + good] + c.both[good][after];
            logits[i] = take_logit(p, good) + parts / JP_PART_UNIT;
            break;
        }
        case JP_CAMELS:
            logits[i] = camels_logit(p) + worths[JP_PART_CAMELS + p->camels] / JP_PART_UNIT;
            break;
        case JP_SELL: {
            int good = (int)(move >> 8 & 0xff), cards = (int)(move & 0xff);
            int number = jp_at_most(cards, JP_OFFERED) - 1;
            int32_t parts = worths[JP_PART_SELL + good * JP_OFFERED + number] +
                            c.hand[good][ms_count(p->goods, good) - cards];
            logits[i] = sell_logit(p, good, cards) + parts / JP_PART_UNIT;
            break;
        }
        default:
            if (!is_filled)
                fill_swaps(p, &c, &swaps);
            is_filled = 1;
            logits[i] = swap_logit(p, worths, &swaps, move);
        }
    }
}

void jaipur_logits(const jaipur_rules *r, const jaipur_state *s, const jp_prior_weights *w,
                   const int32_t worths[JP_PARTS], const core_move *moves, int n, int32_t *logits)
{
    position p = look(r, s, w);
    fill_logits(&p, worths, moves, n, logits);
}

void jaipur_prior_inputs(const jaipur_rules *r, const jaipur_state *s,
                         uint16_t inputs[JP_PRIOR_INPUTS])
{
    position p = look(r, s, &r->network.linear);
    jp_put_known(r, s, p.bonus, p.ahead, inputs);
}

/* The best move has 2^TOP; none has less than a 2^FLOOR-th of that. The logits predict searches of
 * a few thousand iterations; a search that is to find more than they did wants a prior that is less
 * sure, here by a temperature of 4/3 (bench/strength/LADDER.md). */
void jaipur_prior(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *weights)
{
    const jaipur_rules *r = rules;
    int32_t logits[JP_MAX_MOVES], worths[JP_PARTS], best = INT32_MIN;
    uint16_t inputs[JP_PRIOR_INPUTS];
    if (!r->learned) {
        for (int i = 0; i < n; i++)
            weights[i] = 1;
        return;
    }
    position p = look(r, state, &r->network.linear);
    jp_put_known(r, state, p.bonus, p.ahead, inputs);
    jp_worths_of_parts(&r->network.prior, state, inputs, worths);
    fill_logits(&p, worths, moves, n, logits);
    for (int i = 0; i < n; i++)
        best = logits[i] > best ? logits[i] : best;
    for (int i = 0; i < n; i++) {
        int below = (best - logits[i]) * 3 / 4;
        weights[i] = below >= UNIT * FLOOR ? UINT32_C(1) << (TOP - FLOOR)
                                           : POWERS[below % UNIT] >> (below / UNIT);
    }
}
