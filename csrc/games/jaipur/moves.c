/* moves.c -- lists of moves and of outcomes, and chance.
 *
 * Every list comes out sorted by word, since multisets are walked in the order of their packed
 * form: the highest lane moves slowest.
 */
#include "choices.h"
#include "exchanges.h"

/* ---- moves of a seat: rulebook "A turn" ---- */

static int list_takes(const jaipur_rules *r, const jaipur_state *s, core_move *out)
{
    int n = 0;
    if (jp_hand_size(s, s->turn) < r->hand_limit)
        for (int kind = 0; kind < JP_GOODS; kind++)
            if (ms_count(s->market, kind))
                out[n++] = jp_word(JP_TAKE, (uint64_t)kind);
    return n;
}

static int list_sales(const jaipur_rules *r, const jaipur_state *s, core_move *out)
{
    int n = 0;
    for (int good = 0; good < JP_GOODS; good++)
        for (int k = ms_count(r->minimum, good); k <= ms_count(s->hand[s->turn], good); k++)
            out[n++] = jp_word(JP_SELL, (uint64_t)good << 8 | (uint64_t)k);
    return n;
}

/* What may be given for `taken`: goods of other kinds, and camels as far as the hand has room. */
static multiset givable(const jaipur_rules *r, const jaipur_state *s, multiset taken)
{
    multiset hand = s->hand[s->turn], goods = jp_goods(hand) & ~(ms_kinds(taken) * 0xff);
    int room = r->hand_limit - jp_hand_size(s, s->turn), camels = jp_camels(hand);
    return goods + ms_cards(JP_CAMEL, camels < room ? camels : room);
}

static int list_swaps(const jaipur_rules *r, const jaipur_state *s, core_move *out)
{
    int n = 0;
    multiset goods = jp_goods(s->market);
    /* All sizes in one walk: packed order mixes them, so walk kind by kind like an odometer. */
    for (multiset taken = 0;;) {
        int size = ms_total(taken);
        if (size >= r->exchange_minimum) {
            multiset from = givable(r, s, taken);
            if (ms_total(from) >= size)
                for (multiset given = jp_first_choice(from, size); given;
                     given = jp_next_choice(from, given))
                    out[n++] = jp_swap_word(taken, given);
        }
        int lane = 0;
        while (lane < JP_GOODS && ms_count(taken, lane) == ms_count(goods, lane))
            lane++;
        if (lane == JP_GOODS)
            return n;
        taken = (taken & ~((UINT64_C(1) << (8 * lane)) - 1)) + ms_cards(lane, 1);
    }
}

static int list_turn(const jaipur_rules *r, const jaipur_state *s, core_move *out)
{
    int n = list_takes(r, s, out);
    if (jp_camels(s->market) > 0)
        out[n++] = jp_word(JP_CAMELS, 0);
    n += list_sales(r, s, out + n);
    return n + list_swaps(r, s, out + n);
}

int jaipur_count(const void *rules, const void *state)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    multiset hand = s->hand[s->turn];
    int takes = ms_total(ms_kinds(jp_goods(s->market)));
    if (ms_total(jp_goods(hand)) >= r->hand_limit)
        takes = 0;
    return takes + (jp_camels(s->market) > 0) + ms_total(jp_sales(r, hand)) +
           jp_count_exchanges(hand, s->market, r->hand_limit).legal;
}

/* An exchange is one comparison of 13 lanes of 4 bits: no lane is above 7, so its top bit is free
 * for the borrow. */
#define SWAP_LANES UINT64_C(0xfffffffffffff)
#define SWAP_TOPS UINT64_C(0x8888888888888)

int jaipur_available(const void *rules, const void *state, const core_move *moves, int stride,
                     int n, uint16_t *places)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    multiset hand = s->hand[s->turn], market = s->market, given = givable(r, s, 0);
    int room = r->hand_limit > jp_hand_size(s, s->turn), legal = 0;
    core_move all = jp_swap_word(jp_goods(market), given) | SWAP_TOPS;
    for (int i = 0; i < n; i++) {
        core_move move = moves[i * stride];
        int ok;
        switch (jp_what(move)) {
        case JP_SWAP:   ok = ((all - (move & SWAP_LANES)) & SWAP_TOPS) == SWAP_TOPS; break;
        case JP_SELL:   ok = ms_count(hand, (int)(move >> 8 & 0xff)) >= (int)(move & 0xff); break;
        case JP_CAMELS: ok = jp_camels(market) > 0; break;
        default:        ok = room && ms_count(market, (int)(move & 0xff)) > 0;
        }
        places[legal] = (uint16_t)i;
        legal += ok;
    }
    return legal;
}

/* ---- chance ---- */

/* The word of a draw of cards, by the phase that asks for it, without the cards. */
static core_move draw_word(const jaipur_state *s)
{
    switch (s->phase) {
    case JP_PHASE_DEAL0:  return jp_word(JP_DEAL, 0);
    case JP_PHASE_DEAL1:  return jp_word(JP_DEAL, UINT64_C(1) << 32);
    case JP_PHASE_MARKET: return jp_word(JP_MARKET, 0);
    default:              return jp_word(JP_FILL, 0);
    }
}

static int draw_size(const jaipur_rules *r, const jaipur_state *s)
{
    switch (s->phase) {
    case JP_PHASE_DEAL0:
    case JP_PHASE_DEAL1:  return r->dealt;
    case JP_PHASE_MARKET: return r->market_size - r->market_camels;
    default:              return s->pending;
    }
}

static core_move reveal_word(const jaipur_state *s)
{
    uint64_t seat = s->phase == JP_PHASE_REVEAL1;
    return jp_word(JP_REVEAL, seat << 48 | s->won[seat]);
}

static int list_draws(const jaipur_rules *r, const jaipur_state *s, core_move *out,
                      uint64_t *weights)
{
    int n = 0, size = draw_size(r, s);
    for (multiset cards = jp_first_choice(s->pool, size); cards;
         cards = jp_next_choice(s->pool, cards)) {
        weights[n] = jp_ways(s->pool, cards);
        out[n++] = draw_word(s) | ms_pack(cards);
    }
    return n;
}

static int list_bonus(const jaipur_rules *r, const jaipur_state *s, core_move *out,
                      uint64_t *weights)
{
    int n = 0;
    for (int slot = 0; slot < JP_SLOTS; slot++) {
        int count = jp_slot_count(s->bonus, s->pending, slot);
        if (count > 0) {
            weights[n] = (uint64_t)count;
            out[n++] = jp_word(JP_BONUS, r->bonus_value[s->pending][slot]);
        }
    }
    return n;
}

int jaipur_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    switch (s->phase) {
    case JP_PHASE_TURN: return list_turn(r, s, out);
    case JP_PHASE_OVER: return 0;
    case JP_PHASE_STARTER:
        out[0] = jp_word(JP_STARTER, 0);
        out[1] = jp_word(JP_STARTER, 1);
        weights[0] = weights[1] = 1;
        return 2;
    case JP_PHASE_BONUS: return list_bonus(r, s, out, weights);
    case JP_PHASE_REVEAL0:
    case JP_PHASE_REVEAL1:
        out[0] = reveal_word(s);
        weights[0] = 1;
        return 1;
    default: return list_draws(r, s, out, weights);
    }
}

core_move jaipur_sample(const void *rules, const void *state, core_rng *rng)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    switch (s->phase) {
    case JP_PHASE_STARTER: return jp_word(JP_STARTER, rng_below(rng, 2));
    case JP_PHASE_REVEAL0:
    case JP_PHASE_REVEAL1: return reveal_word(s);
    case JP_PHASE_BONUS: {
        int rank = (int)rng_below(rng, (uint32_t)jp_pile_count(s->bonus, s->pending));
        int slot = jp_slot_at(s->bonus, s->pending, rank);
        return jp_word(JP_BONUS, r->bonus_value[s->pending][slot]);
    }
    default: return draw_word(s) | ms_pack(jp_draw_cards(s->pool, draw_size(r, s), rng));
    }
}

/* ---- chance fixed in advance: decks shuffled once from (seed, round) ---- */

/* A shuffled deck, card by card: number i is drawn from what is left by a random stream of its own,
 * so the deck is the same however many cards are drawn at once, and a card that is gone already
 * never comes. Decks: the cards, then the three bonus piles. */
static int deal_rank(const jaipur_state *s, uint64_t seed, int deck, int i, int left)
{
    core_rng rng;
    rng_seed(&rng, seed, 1 + (((uint64_t)s->round * 4 + (uint64_t)deck) << 8) + (uint64_t)i);
    return (int)rng_below(&rng, (uint32_t)left);
}

static multiset deal_cards(const jaipur_rules *r, const jaipur_state *s, uint64_t seed)
{
    multiset pool = s->pool;
    int left = ms_total(pool), gone = ms_total(r->cards) - r->market_camels - left;
    for (int n = draw_size(r, s); n > 0; n--, gone++, left--)
        pool -= ms_cards(ms_lane(pool, deal_rank(s, seed, 0, gone, left)), 1);
    return s->pool - pool;
}

static int deal_bonus(const jaipur_rules *r, const jaipur_state *s, uint64_t seed)
{
    int pile = s->pending, left = jp_pile_count(s->bonus, pile);
    int gone = jp_pile_count(r->bonus, pile) - left;
    return r->bonus_value[pile][jp_slot_at(s->bonus, pile,
                                           deal_rank(s, seed, 1 + pile, gone, left))];
}

core_move jaipur_deal(const void *rules, const void *state, uint64_t seed)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    switch (s->phase) {
    case JP_PHASE_STARTER: {
        core_rng rng;
        rng_seed(&rng, seed, 0);
        return jp_word(JP_STARTER, rng_below(&rng, 2));
    }
    case JP_PHASE_REVEAL0:
    case JP_PHASE_REVEAL1: return reveal_word(s);
    case JP_PHASE_BONUS:   return jp_word(JP_BONUS, (uint64_t)deal_bonus(r, s, seed));
    default:               return draw_word(s) | ms_pack(deal_cards(r, s, seed));
    }
}
