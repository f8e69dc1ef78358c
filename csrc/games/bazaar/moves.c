/* moves.c -- lists of moves and of outcomes, why a move is refused, and chance. */
#include "state.h"

/* ---- moves of a seat ---- */

static int list_acts(const bazaar_rules *r, const bazaar_state *s, core_move *out)
{
    int n = 0;
    if (bz_colours(r, s))
        out[n++] = bz_word(BZ_DRAW, 0);
    for (int exchange = 0; exchange < BZ_EXCHANGES; exchange++)
        if (bz_exchange_fits(r, s, exchange))
            out[n++] = bz_word(BZ_EXCHANGE, exchange);
    return n;
}

static int list_claims(const bazaar_rules *r, const bazaar_state *s, core_move *out)
{
    int n = 0;
    for (int pile = 0; pile < BZ_PILES; pile++)
        if (bz_claim_fits(r, s, pile))
            out[n++] = bz_word(BZ_CLAIM, pile);
    out[n++] = bz_word(BZ_END, 0);
    return n;
}

static int list_colours(int what, gems kinds, core_move *out)
{
    int n = 0;
    for (int colour = 0; colour < GEM_COLOURS; colour++)
        if (gems_count(kinds, colour))
            out[n++] = bz_word(what, colour);
    return n;
}

/* ---- outcomes of chance ---- */

static int list_starters(const bazaar_rules *r, core_move *out, uint64_t *weights)
{
    for (int seat = 0; seat < r->seats; seat++) {
        out[seat] = bz_word(BZ_STARTER, seat);
        weights[seat] = 1;
    }
    return r->seats;
}

static core_move card_word(const bazaar_state *s, int card)
{
    return bz_word(BZ_CARD, bz_open_pile(s) << 8 | card);
}

static int card_weight(const bazaar_rules *r, const bazaar_state *s, int card)
{
    return bz_is_seen(s, card) ? 0 : (int)r->weight[card];
}

static int list_cards(const bazaar_rules *r, const bazaar_state *s, core_move *out,
                      uint64_t *weights)
{
    int n = 0;
    for (int card = 0; card < BZ_CARDS; card++)
        if (card_weight(r, s, card)) {
            weights[n] = (uint64_t)card_weight(r, s, card);
            out[n++] = card_word(s, card);
        }
    return n;
}

/* Each colour that is in the bag has the same chance; that of a free choice does not depend on how
 * many there are: 1 of 6 by the original die. */
static int list_gems(const bazaar_rules *r, const bazaar_state *s, core_move *out,
                     uint64_t *weights)
{
    int n = list_colours(BZ_GEM, bz_colours(r, s), out);
    for (int i = 0; i < n; i++)
        weights[i] = r->colour_weight;
    if (r->free_weight) {
        weights[n] = (uint64_t)(r->free_weight * n);
        out[n] = bz_word(BZ_GEM, BZ_FREE);
        n++;
    }
    return n;
}

int bazaar_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    const bazaar_rules *r = rules;
    const bazaar_state *s = state;
    switch (s->phase) {
    case BZ_PHASE_STARTER: return list_starters(r, out, weights);
    case BZ_PHASE_DEAL:
    case BZ_PHASE_CARD:    return list_cards(r, s, out, weights);
    case BZ_PHASE_ACT:     return list_acts(r, s, out);
    case BZ_PHASE_GEM:     return list_gems(r, s, out, weights);
    case BZ_PHASE_CHOOSE:  return list_colours(BZ_CHOOSE, bz_colours(r, s), out);
    case BZ_PHASE_CLAIM:   return list_claims(r, s, out);
    case BZ_PHASE_RETURN:
        return list_colours(BZ_RETURN, gems_kinds(s->hand[s->turn]), out);
    default: return 0;
    }
}

/* ---- why a move or event is refused ---- */

static const char *illegal_exchange(const bazaar_rules *r, const bazaar_state *s, int exchange)
{
    if (exchange >= BZ_EXCHANGES)
        return "there are ten equations";
    if (!gems_contain(s->hand[s->turn], r->pay[exchange]))
        return "the hand does not have the gems to pay";
    return bz_exchange_fits(r, s, exchange) ? NULL : "the bag does not have the gems to receive";
}

static const char *illegal_claim(const bazaar_rules *r, const bazaar_state *s, int pile)
{
    if (pile >= BZ_PILES)
        return "there are four piles";
    if (!s->top[pile])
        return "the pile is empty";
    return bz_claim_fits(r, s, pile) ? NULL : "the hand does not have the gems of that card";
}

static const char *illegal_colour(gems kinds, int colour, const char *lacking)
{
    if (colour >= GEM_COLOURS)
        return "there are five colours";
    return gems_count(kinds, colour) ? NULL : lacking;
}

static const char *illegal_gem(const bazaar_rules *r, const bazaar_state *s, int colour)
{
    if (colour == BZ_FREE)
        return r->free_weight ? NULL : "no draw gives a free choice";
    return illegal_colour(bz_colours(r, s), colour, "the bag does not have that colour");
}

static const char *illegal_card(const bazaar_rules *r, const bazaar_state *s, core_move move)
{
    if ((int)(move >> 8 & 0xff) != bz_open_pile(s))
        return "another pile has its card turned up now";
    if (bz_low(move) >= BZ_CARDS)
        return "there is no such card";
    return card_weight(r, s, bz_low(move)) ? NULL : "that card cannot come";
}

const char *bazaar_illegal(const void *rules, const void *state, core_move move)
{
    const bazaar_rules *r = rules;
    const bazaar_state *s = state;
    int what = bz_what(move), low = bz_low(move);
    int most = what == BZ_CARD ? 16 : what == BZ_DRAW || what == BZ_END ? 0 : 8;
    if ((move & ((UINT64_C(1) << 56) - 1)) >> most)
        return "no such word";
    switch (s->phase) {
    case BZ_PHASE_STARTER:
        return what != BZ_STARTER ? "the starter is to be drawn"
               : low >= r->seats  ? "there is no such seat"
                                  : NULL;
    case BZ_PHASE_DEAL:
    case BZ_PHASE_CARD:
        return what == BZ_CARD ? illegal_card(r, s, move) : "a card is to be turned up";
    case BZ_PHASE_ACT:
        if (what == BZ_EXCHANGE)
            return illegal_exchange(r, s, low);
        return what != BZ_DRAW     ? "a turn begins with a draw or an exchange"
               : bz_colours(r, s) ? NULL
                                   : "the bag is empty";
    case BZ_PHASE_GEM: return what == BZ_GEM ? illegal_gem(r, s, low) : "a gem is to be drawn";
    case BZ_PHASE_CHOOSE:
        return what == BZ_CHOOSE
                   ? illegal_colour(bz_colours(r, s), low, "the bag does not have that colour")
                   : "a colour is to be chosen";
    case BZ_PHASE_CLAIM:
        if (what == BZ_CLAIM)
            return illegal_claim(r, s, low);
        return what == BZ_END ? NULL : "a card is to be claimed, or the turn to be ended";
    case BZ_PHASE_RETURN:
        return what == BZ_RETURN
                   ? illegal_colour(s->hand[s->turn], low, "the hand does not have that colour")
                   : "the hand is above its limit, a gem is to be returned";
    default: return "the game is over";
    }
}

/* ---- chance ---- */

static int nth_colour(gems kinds, int rank)
{
    int colour = 0;
    while (!gems_count(kinds, colour) || rank-- > 0)
        colour++;
    return colour;
}

static int draw_gem(const bazaar_rules *r, const bazaar_state *s, core_rng *rng)
{
    gems kinds = bz_colours(r, s);
    int n = gems_total(kinds), weight = r->colour_weight;
    int pick = (int)rng_below(rng, (uint32_t)((weight + r->free_weight) * n));
    return pick < weight * n ? nth_colour(kinds, pick / weight) : BZ_FREE;
}

static int draw_card(const bazaar_rules *r, const bazaar_state *s, core_rng *rng)
{
    int total = 0, card = 0;
    for (int i = 0; i < BZ_CARDS; i++)
        total += card_weight(r, s, i);
    int pick = (int)rng_below(rng, (uint32_t)total);
    while ((pick -= card_weight(r, s, card)) >= 0)
        card++;
    return card;
}

core_move bazaar_sample(const void *rules, const void *state, core_rng *rng)
{
    const bazaar_rules *r = rules;
    const bazaar_state *s = state;
    switch (s->phase) {
    case BZ_PHASE_STARTER: return bz_word(BZ_STARTER, (int)rng_below(rng, r->seats));
    case BZ_PHASE_GEM:     return bz_word(BZ_GEM, draw_gem(r, s, rng));
    default:               return card_word(s, draw_card(r, s, rng));
    }
}

/* ---- chance fixed in advance: piles that are laid out once, and a gem for each turn ---- */

enum { STREAM_STARTER, STREAM_CARDS, STREAM_GEMS = 256 };

/* All different cards shuffled: the first 24 make the piles. A card that is gone already (in a
 * state that this deal has not led to) gives way to the first later one that is not. */
static int deal_distinct(const bazaar_state *s, uint64_t seed, int place)
{
    uint8_t deck[BZ_CARDS];
    core_rng rng;
    rng_seed(&rng, seed, STREAM_CARDS);
    for (int i = 0; i < BZ_CARDS; i++)
        deck[i] = (uint8_t)i;
    for (int i = 0; i < BZ_CARDS; i++) {
        int j = i + (int)rng_below(&rng, (uint32_t)(BZ_CARDS - i));
        uint8_t swapped = deck[i];
        deck[i] = deck[j];
        deck[j] = swapped;
    }
    for (int next = BZ_PILES * BZ_MOST_PILE; bz_is_seen(s, deck[place]); next++)
        place = next;
    return deck[place];
}

core_move bazaar_deal(const void *rules, const void *state, uint64_t seed)
{
    const bazaar_rules *r = rules;
    const bazaar_state *s = state;
    core_rng rng;
    if (s->phase == BZ_PHASE_STARTER) {
        rng_seed(&rng, seed, STREAM_STARTER);
        return bazaar_sample(r, s, &rng);
    }
    if (s->phase == BZ_PHASE_GEM) { /* so the gems of a turn do not depend on earlier draws */
        rng_seed(&rng, seed, STREAM_GEMS + (uint64_t)s->turns);
        return bazaar_sample(r, s, &rng);
    }
    int pile = bz_open_pile(s), place = pile * BZ_MOST_PILE + r->cards_per_pile - s->left[pile];
    if (r->distinct)
        return card_word(s, deal_distinct(s, seed, place));
    rng_seed(&rng, seed, STREAM_CARDS + (uint64_t)place);
    return bazaar_sample(r, s, &rng);
}
