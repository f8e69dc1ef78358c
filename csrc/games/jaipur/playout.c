/* playout.c -- playouts: both seats play at random until the round is settled.
 *
 * A ply is played in one go, its chance included, on the few words that decide who wins; what is
 * publicly known does not matter here. The rules are those of rules.c, which tests hold it to.
 * Policies: `kinds` is uniform over the kinds of action that are legal and then within the kind,
 * `uniform` is uniform over all legal moves, `direct` is `kinds` without exchanges. `value` plays
 * nothing: where a seat is to move, the outcome is the chance to win that value.c gives, and the
 * scores are the rupees as they stand. Without the learned numbers `value` is `direct`.
 */
#include "exchanges.h"

/* Inlined without exception: a call would keep the round in memory (a third slower, measured). */
#define HOT static inline __attribute__((always_inline))

typedef struct {
    multiset hand[2], market, deck, tokens;
    uint64_t bonus;
    int rupees[2], bonus_tokens[2], goods_tokens[2];
    int turn, cards, plies; /* cards: in the deck */
} quick_round;

static quick_round quick_start(const jaipur_rules *r, const jaipur_state *s)
{
    quick_round q = {
        .hand = {s->hand[0], s->hand[1]},
        .market = s->market,
        .deck = s->pool,
        .tokens = s->tokens,
        .bonus = s->bonus,
        .turn = s->turn,
        .cards = ms_total(s->pool),
        .plies = s->plies,
    };
    for (int seat = 0; seat < 2; seat++) {
        q.rupees[seat] = s->rupees[seat] + jp_bonus_rupees(r, s->won[seat]);
        q.bonus_tokens[seat] = jp_bonus_tokens(s, seat);
        q.goods_tokens[seat] = s->goods_tokens[seat];
    }
    return q;
}

/* ---- the four actions; each returns 1 if it ends the round ---- */

/* `bits`: 21 fresh random ones, at the low end, for the first card (or for a bonus token). */
HOT int quick_refill(const jaipur_rules *r, quick_round *q, int missing, uint64_t bits,
                     core_rng *rng)
{
    for (; missing > 0; missing--) {
        if (q->cards == 0)
            return 1;
        multiset card = ms_cards(ms_lane(q->deck, jp_slice(bits, q->cards)), 1);
        q->deck -= card;
        q->market += card;
        q->cards--;
        if (missing > 1)
            bits = rng_next(rng);
    }
    return r->deck_end == JP_DECK_EMPTY && q->cards == 0;
}

HOT int quick_take(const jaipur_rules *r, quick_round *q, int kind, uint64_t bits,
                   core_rng *rng)
{
    q->market -= ms_cards(kind, 1);
    q->hand[q->turn] += ms_cards(kind, 1);
    return quick_refill(r, q, 1, bits, rng);
}

HOT int quick_camels(const jaipur_rules *r, quick_round *q, uint64_t bits, core_rng *rng)
{
    int n = jp_camels(q->market);
    q->market -= ms_cards(JP_CAMEL, n);
    q->hand[q->turn] += ms_cards(JP_CAMEL, n);
    return quick_refill(r, q, n, bits, rng);
}

HOT int quick_sell(const jaipur_rules *r, quick_round *q, int good, int n, uint64_t bits)
{
    int seat = q->turn, left = ms_count(q->tokens, good), gone = ms_count(r->tokens, good) - left;
    int tokens = n < left ? n : left;
    q->hand[seat] -= ms_cards(good, n);
    q->tokens -= ms_cards(good, tokens);
    q->goods_tokens[seat] += tokens;
    q->rupees[seat] += r->rupees[good][gone + tokens] - r->rupees[good][gone];
    if (n >= JP_BONUS_FROM) {
        int pile = jp_sale_pile(n), size = jp_pile_count(q->bonus, pile);
        if (size > 0) {
            int slot = jp_slot_at(q->bonus, pile, jp_slice(bits, size));
            q->bonus -= jp_slot(pile, slot);
            q->rupees[seat] += r->bonus_value[pile][slot];
            q->bonus_tokens[seat]++;
        }
    }
    return tokens == left && jp_empty_piles(r, q->tokens) >= r->piles_to_end;
}

HOT int quick_swap(quick_round *q, const jp_exchanges *x, core_rng *rng)
{
    multiset chosen = jp_draw_exchange(x, rng);
    q->hand[q->turn] += x->market - chosen;
    q->market += chosen - x->market;
    return 0;
}

/* ---- the choice of an action ---- */

/* One ply; 1 if it ends the round. `policy` is a constant at each call: this is three functions. */
HOT int quick_ply(const jaipur_rules *r, quick_round *q, int policy, core_rng *rng)
{
    multiset hand = q->hand[q->turn], goods = jp_goods(hand), sales = jp_sales(r, hand);
    multiset wanted = ms_kinds(jp_goods(q->market));
    int takes = ms_total(goods) < r->hand_limit ? ms_total(wanted) : 0;
    int camels = jp_camels(q->market) > 0, sells = ms_total(sales);
    int swap = 0, sell = sells, take = takes;
    jp_exchanges x;
    if (policy != JP_POLICY_DIRECT) {
        x = jp_count_exchanges(hand, q->market, r->hand_limit);
        swap = x.legal;
    }
    if (policy != JP_POLICY_UNIFORM) {
        swap = swap > 0;
        sell = sells > 0;
        take = takes > 0;
    }
    uint64_t bits = rng_next(rng);
    int pick = jp_slice(bits, swap + sell + take + camels);
    if (policy != JP_POLICY_DIRECT && pick < swap)
        return quick_swap(q, &x, rng);
    pick -= swap;
    if (pick >= sell + take)
        return quick_camels(r, q, bits >> 42, rng);
    if (policy != JP_POLICY_UNIFORM) { /* within the kind */
        int selling = pick < sell;
        pick = jp_slice(bits >> 21, selling ? sells : takes);
        if (!selling)
            return quick_take(r, q, ms_lane(wanted, pick), bits >> 42, rng);
    } else if (pick >= sell)
        return quick_take(r, q, ms_lane(wanted, pick - sell), bits >> 42, rng);
    int good = ms_lane(sales, pick);
    int before = good ? (int)((sales * MS_ONES) >> (8 * (good - 1)) & 0xff) : 0;
    return quick_sell(r, q, good, ms_count(r->minimum, good) + pick - before, bits >> 42);
}

HOT void quick_play(const jaipur_rules *r, quick_round *round, int policy, core_rng *rng)
{
    quick_round q = *round;
    core_rng local = *rng;
    do {
        q.plies++;
        if (quick_ply(r, &q, policy, &local))
            break;
        q.turn ^= 1;
    } while (q.plies < r->max_plies);
    *round = q;
    *rng = local;
}

/* ---- the round as a whole ---- */

static void quick_settle(const jaipur_rules *r, const jaipur_state *s, const quick_round *q,
                         int64_t *shares, int64_t *scores)
{
    int rupees[2];
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = rupees[seat] = q->rupees[seat] + jp_camel_token(r, q->hand, seat);
    int order = jp_round_order(rupees, q->bonus_tokens, q->goods_tokens);
    jp_match after = jp_match_after(r, jp_match_of(s), order);
    shares[0] = jp_match_share(r, &after);
    shares[1] = CORE_WIN - shares[0];
}

/* The share that the value of a position gives, and the rupees as they are. A round has two ends
 * only (a full tie is neglected), so what is best for the round is best for the match; the match
 * tells how much depends on it. */
static void expect(const jaipur_rules *r, const jaipur_state *s, int64_t *shares, int64_t *scores)
{
    int64_t chance = jaipur_value(r, s), worth[2];
    for (int loses = 0; loses < 2; loses++) { /* the seat to move wins, loses */
        jp_match after = jp_match_after(r, jp_match_of(s), s->turn == loses ? 1 : -1);
        worth[loses] = jp_match_share(r, &after);
    }
    shares[0] = (worth[0] * chance + worth[1] * (CORE_WIN - chance)) / CORE_WIN;
    shares[1] = CORE_WIN - shares[0];
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = s->rupees[seat] + jp_bonus_rupees(r, s->won[seat]) +
                       jp_camel_token(r, s->hand, seat);
}

/* The deal of a round, up to the first move. */
static void quick_deal(const jaipur_rules *r, jaipur_state *s, core_rng *rng)
{
    if (s->phase == JP_PHASE_STARTER) {
        s->starter = s->turn = (uint8_t)rng_below(rng, 2);
        s->phase = JP_PHASE_DEAL0;
    }
    for (; s->phase <= JP_PHASE_DEAL1; s->phase++) {
        multiset *hand = &s->hand[s->phase - JP_PHASE_DEAL0];
        *hand = jp_draw_cards(s->pool, r->dealt, rng);
        s->pool -= *hand;
    }
    multiset rest = jp_draw_cards(s->pool, r->market_size - r->market_camels, rng);
    s->pool -= rest;
    s->market += rest;
    s->phase = JP_PHASE_TURN;
}

int jaipur_playout(const void *rules, const void *state, int policy, core_rng *rng,
                   int64_t *shares, int64_t *scores)
{
    const jaipur_rules *r = rules;
    jaipur_state s = *(const jaipur_state *)state;
    while (s.phase != JP_PHASE_TURN) { /* what chance owes */
        if (jaipur_settled(r, &s, shares, scores))
            return 0;
        if (s.phase < JP_PHASE_TURN)
            quick_deal(r, &s, rng);
        else
            jaipur_play(r, &s, jaipur_sample(r, &s, rng));
    }
    if (policy == JP_POLICY_VALUE && r->learned) {
        expect(r, &s, shares, scores);
        return 0;
    }
    quick_round q = quick_start(r, &s);
    switch (policy) {
    case JP_POLICY_UNIFORM: quick_play(r, &q, JP_POLICY_UNIFORM, rng); break;
    case JP_POLICY_KINDS:   quick_play(r, &q, JP_POLICY_KINDS, rng); break;
    default:                quick_play(r, &q, JP_POLICY_DIRECT, rng);
    }
    quick_settle(r, &s, &q, shares, scores);
    return q.plies - s.plies;
}
