/* rules.c -- the flow of a round and of a match.
 *
 * A move of a seat is played whole; what chance then owes (cards for the market, a bonus token) is
 * a phase of its own. A round ends in at most two reveals, is scored, and the next one starts at
 * its first deal, where searches stop: the rest of the match is the table `worth`.
 */
#include <string.h>

#include "state.h"

/* ---- the start of a round ---- */

static void lay_out_round(const jaipur_rules *r, jaipur_state *s)
{
    s->market = ms_cards(JP_CAMEL, r->market_camels);
    s->pool = r->cards - s->market;
    s->tokens = r->tokens;
    s->bonus = r->bonus;
    for (int seat = 0; seat < 2; seat++) {
        s->hand[seat] = s->known[seat] = s->won[seat] = 0;
        s->hidden_won[seat] = s->rupees[seat] = 0;
        s->hidden[seat] = s->goods_tokens[seat] = 0;
    }
    s->plies = 0;
    s->pending = s->revealed = 0;
    s->turn = s->starter;
    s->phase = JP_PHASE_DEAL0;
}

void jaipur_start(const void *rules, void *state)
{
    const jaipur_rules *r = rules;
    jaipur_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    s->starter = r->starter == JP_STARTER_SEAT1;
    lay_out_round(r, s);
    if (r->starter == JP_STARTER_DEALT)
        s->phase = JP_PHASE_STARTER;
}

/* ---- the end of a round: rulebook "End of a round" ---- */

static void score_round(const jaipur_rules *r, jaipur_state *s)
{
    int rupees[2], bonus_tokens[2], goods_tokens[2];
    for (int seat = 0; seat < 2; seat++) {
        rupees[seat] = s->rupees[seat] + jp_bonus_rupees(r, s->won[seat]) +
                       jp_camel_token(r, s->hand, seat);
        bonus_tokens[seat] = jp_bonus_tokens(s, seat);
        goods_tokens[seat] = s->goods_tokens[seat];
        s->last[seat] = (uint16_t)rupees[seat];
    }
    int order = jp_round_order(rupees, bonus_tokens, goods_tokens);
    jp_match after = jp_match_after(r, jp_match_of(s), order);
    for (int seat = 0; seat < 2; seat++) {
        s->seals[seat] = after.seals[seat];
        if (after.counts)
            s->total[seat] = (uint16_t)(s->total[seat] + s->last[seat]);
    }
    s->counted = after.counted;
    if (after.over) {
        s->phase = JP_PHASE_OVER;
        return;
    }
    s->starter = after.starter;
    if (s->round < JP_MAX_REPLAYS)
        s->round++;
    lay_out_round(r, s);
}

/* Reveal what is still face down in front of the seats, one seat after the other, then score. */
static void close_round(const jaipur_rules *r, jaipur_state *s)
{
    for (int seat = 0; seat < 2; seat++)
        if (!(s->revealed >> seat & 1) && jp_bonus_tokens(s, seat) > 0) {
            s->phase = (uint8_t)(JP_PHASE_REVEAL0 + seat);
            return;
        }
    score_round(r, s);
}

static void end_turn(const jaipur_rules *r, jaipur_state *s)
{
    s->pending = 0;
    if (s->plies >= r->max_plies) {
        s->capped = 1;
        close_round(r, s);
        return;
    }
    s->turn ^= 1;
    s->phase = JP_PHASE_TURN;
}

/* ---- moves and events ---- */

/* Rulebook "refill": the deck fills the market as far as it goes. */
static void owe_refill(const jaipur_rules *r, jaipur_state *s)
{
    int missing = r->market_size - ms_total(s->market), deck = jp_deck_size(s);
    if (deck == 0) {
        close_round(r, s);
        return;
    }
    s->pending = (uint8_t)(missing < deck ? missing : deck);
    s->phase = JP_PHASE_FILL;
}

static void play_fill(const jaipur_rules *r, jaipur_state *s, multiset cards)
{
    s->pool -= cards;
    s->market += cards;
    s->pending = 0;
    int failed = ms_total(s->market) < r->market_size;
    if (failed || (r->deck_end == JP_DECK_EMPTY && jp_deck_size(s) == 0))
        close_round(r, s);
    else
        end_turn(r, s);
}

static void play_take(const jaipur_rules *r, jaipur_state *s, int kind)
{
    multiset card = ms_cards(kind, 1);
    s->market -= card;
    s->hand[s->turn] += card;
    s->known[s->turn] += card;
    owe_refill(r, s);
}

static void play_camels(const jaipur_rules *r, jaipur_state *s)
{
    multiset camels = ms_cards(JP_CAMEL, jp_camels(s->market));
    s->market -= camels;
    s->hand[s->turn] += camels;
    owe_refill(r, s);
}

/* Cards leave the hand of the seat to move: publicly known ones first, then dealt ones; those that
 * this view has not seen yet come from the pool. */
static void give(jaipur_state *s, multiset cards)
{
    int seat = s->turn;
    multiset unseen = ms_monus(cards, s->hand[seat]);
    s->hand[seat] -= cards - unseen;
    s->known[seat] = ms_monus(s->known[seat], jp_goods(cards));
    s->pool -= unseen;
    s->hidden[seat] = (uint8_t)(s->hidden[seat] - ms_total(unseen));
}

static void play_sell(const jaipur_rules *r, jaipur_state *s, int good, int cards)
{
    int left = ms_count(s->tokens, good), total = ms_count(r->tokens, good);
    int tokens = cards < left ? cards : left;
    give(s, ms_cards(good, cards));
    s->tokens -= ms_cards(good, tokens);
    s->goods_tokens[s->turn] = (uint8_t)(s->goods_tokens[s->turn] + tokens);
    s->rupees[s->turn] = (uint16_t)(s->rupees[s->turn] + r->rupees[good][total - left + tokens] -
                                    r->rupees[good][total - left]);
    if (cards >= JP_BONUS_FROM && jp_pile_left(s, jp_sale_pile(cards)) > 0) {
        s->pending = (uint8_t)jp_sale_pile(cards);
        s->phase = JP_PHASE_BONUS;
    } else if (jp_empty_piles(r, s->tokens) >= r->piles_to_end)
        close_round(r, s);
    else
        end_turn(r, s);
}

static void play_swap(const jaipur_rules *r, jaipur_state *s, core_move move)
{
    multiset taken = jp_swap_taken(move), given = jp_word_cards(move);
    give(s, given);
    s->hand[s->turn] += taken;
    s->known[s->turn] += taken;
    s->market += given - taken;
    end_turn(r, s);
}

static void play_deal(jaipur_state *s, core_move move)
{
    int seat = (int)(move >> 32 & 0xff), unseen = (int)(move >> 28 & 15);
    multiset cards = jp_word_cards(move);
    s->pool -= cards;
    s->hand[seat] = cards; /* its camels are the herd */
    s->hidden[seat] = (uint8_t)unseen;
    s->phase++;
}

static void play_bonus(const jaipur_rules *r, jaipur_state *s, int value)
{
    int pile = s->pending, seat = s->turn;
    if (value == 0) {
        s->hidden_won[seat] = (uint16_t)(s->hidden_won[seat] + (1 << (4 * pile)));
    } else {
        int slot = 0;
        while (r->bonus_value[pile][slot] != value)
            slot++;
        s->bonus -= jp_slot(pile, slot);
        s->won[seat] += jp_slot(pile, slot);
    }
    s->pending = 0;
    if (jp_empty_piles(r, s->tokens) >= r->piles_to_end)
        close_round(r, s);
    else
        end_turn(r, s);
}

static void play_reveal(const jaipur_rules *r, jaipur_state *s, core_move move)
{
    int seat = (int)(move >> 48 & 0xff);
    uint64_t tokens = move & UINT64_C(0xffffffffffff);
    if (s->hidden_won[seat]) { /* a view: the values are news */
        s->bonus -= tokens;
        s->won[seat] = tokens;
        s->hidden_won[seat] = 0;
    }
    s->revealed = (uint8_t)(s->revealed | 1 << seat);
    close_round(r, s);
}

void jaipur_play(const void *rules, void *state, core_move move)
{
    const jaipur_rules *r = rules;
    jaipur_state *s = state;
    assert(jaipur_illegal(r, s, move) == NULL);
    if (s->phase == JP_PHASE_TURN)
        s->plies++;
    switch (jp_what(move)) {
    case JP_TAKE:    play_take(r, s, (int)(move & 0xff)); break;
    case JP_CAMELS:  play_camels(r, s); break;
    case JP_SELL:    play_sell(r, s, (int)(move >> 8 & 0xff), (int)(move & 0xff)); break;
    case JP_SWAP:    play_swap(r, s, move); break;
    case JP_STARTER: s->starter = s->turn = (uint8_t)(move & 1); s->phase = JP_PHASE_DEAL0; break;
    case JP_DEAL:    play_deal(s, move); break;
    case JP_MARKET:
        s->pool -= jp_word_cards(move);
        s->market += jp_word_cards(move);
        s->phase = JP_PHASE_TURN;
        break;
    case JP_FILL:    play_fill(r, s, jp_word_cards(move)); break;
    case JP_BONUS:   play_bonus(r, s, (int)(move & 0xff)); break;
    case JP_REVEAL:  play_reveal(r, s, move); break;
    default:         assert(0);
    }
}

/* ---- the rest of the contract ---- */

int jaipur_actor(const void *rules, const void *state)
{
    (void)rules;
    const jaipur_state *s = state;
    if (s->phase == JP_PHASE_TURN)
        return s->turn;
    return s->phase == JP_PHASE_OVER ? CORE_OVER : CORE_CHANCE;
}

int jaipur_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    jp_match match = jp_match_of(s);
    match.over = s->phase == JP_PHASE_OVER;
    if (!match.over && (s->phase != JP_PHASE_DEAL0 || s->round == 0))
        return 0;
    shares[0] = jp_match_share(r, &match);
    shares[1] = CORE_WIN - shares[0];
    scores[0] = s->last[0];
    scores[1] = s->last[1];
    return 1;
}

void jaipur_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const jaipur_state *s = state;
    jaipur_settled(rules, s, shares, scores);
    scores[0] = s->total[0];
    scores[1] = s->total[1];
}
