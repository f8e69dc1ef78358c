/* views.c -- what is possible, and who knows it.
 *
 * A seat does not know the other's dealt cards not yet shown, the values of the other's bonus
 * tokens, and the order of the piles; everything else is public or follows from public moves. A
 * view forgets nothing of that, so it is the whole of what a seat can know about the cards.
 * `jaipur_view` is the only place that hides; observations, checks and sampling follow it.
 */
#include <string.h>

#include "state.h"

/* ---- why a move or event is refused ---- */

static int owner_unseen(const jaipur_state *s, int seat)
{
    return s->viewer != CORE_ALL && s->viewer != seat;
}

/* Could these cards leave the deck now? What is missing in hands needs goods to come from. */
static int deck_has(const jaipur_state *s, multiset cards)
{
    return ms_contains(s->pool, cards) && ms_total(jp_goods(s->pool - cards)) >= jp_hidden(s);
}

/* Could the seat to move give these cards? Those not seen in its hand must be dealt ones. */
static int hand_has(const jaipur_state *s, multiset cards)
{
    multiset unseen = ms_monus(cards, s->hand[s->turn]);
    return jp_camels(unseen) == 0 && ms_total(unseen) <= s->hidden[s->turn] &&
           ms_contains(s->pool, unseen);
}

static const char *illegal_take(const jaipur_rules *r, const jaipur_state *s, core_move move)
{
    int kind = (int)(move & 0xff);
    if (move >> 8 & 0xffffffffffff || kind >= JP_GOODS)
        return "only a good can be taken alone";
    if (ms_count(s->market, kind) == 0)
        return "the market does not have that good";
    if (jp_hand_size(s, s->turn) >= r->hand_limit)
        return "the hand is full";
    return NULL;
}

static const char *illegal_camels(const jaipur_state *s, core_move move)
{
    if (move != jp_word(JP_CAMELS, 0))
        return "camels are taken all at once";
    return jp_camels(s->market) ? NULL : "the market has no camels";
}

static const char *illegal_sell(const jaipur_rules *r, const jaipur_state *s, core_move move)
{
    int good = (int)(move >> 8 & 0xff), n = (int)(move & 0xff);
    if (move >> 16 & 0xffffffffff || good >= JP_GOODS || n == 0 || n > 15)
        return "a sale has 1 to 15 cards of one good";
    if (n < ms_count(r->minimum, good))
        return "fewer cards than a sale of this good needs";
    if (!hand_has(s, ms_cards(good, n)))
        return "the hand does not have that many of that good";
    return NULL;
}

static const char *illegal_swap(const jaipur_rules *r, const jaipur_state *s, core_move move)
{
    multiset taken = jp_swap_taken(move), given = jp_word_cards(move);
    int size = ms_total(taken);
    if (move >> 52 & 0xf)
        return "an exchange takes goods and gives goods or camels";
    if (size != ms_total(given))
        return "an exchange gives as many cards as it takes";
    if (size < r->exchange_minimum)
        return "an exchange of one card is not allowed";
    if (ms_kinds(taken) & ms_kinds(given))
        return "an exchange has no kind on both sides";
    if (!ms_contains(s->market, taken))
        return "the market does not have these goods";
    if (jp_camels(given) > jp_camels(s->hand[s->turn]))
        return "the herd does not have that many camels";
    if (!hand_has(s, given))
        return "the hand does not have these goods";
    if (jp_hand_size(s, s->turn) + jp_camels(given) > r->hand_limit)
        return "the hand would hold more than its limit";
    return NULL;
}

static const char *illegal_draw(const jaipur_state *s, core_move move, int size)
{
    multiset cards = jp_word_cards(move);
    if (move >> 28 & 0xfffffff)
        return "cards that everybody sees cannot be unknown";
    if (ms_total(cards) != size)
        return "a wrong number of cards is drawn";
    return deck_has(s, cards) ? NULL : "the deck cannot have these cards";
}

static const char *illegal_deal(const jaipur_rules *r, const jaipur_state *s, core_move move)
{
    int seat = s->phase == JP_PHASE_DEAL1, unseen = (int)(move >> 28 & 15);
    multiset cards = jp_word_cards(move);
    if ((move >> 32 & 0xffffff) != (uint64_t)seat)
        return "the other seat's cards are dealt now";
    if (ms_total(cards) + unseen != r->dealt)
        return "a wrong number of cards is dealt";
    if (owner_unseen(s, seat) && jp_goods(cards))
        return "the goods dealt to the other seat are not seen by this one";
    if (!owner_unseen(s, seat) && unseen)
        return "the cards dealt to this seat are seen, none is unknown";
    if (!ms_contains(s->pool, cards) ||
        ms_total(jp_goods(s->pool - cards)) < jp_hidden(s) + unseen)
        return "the deck cannot have these cards";
    return NULL;
}

static const char *illegal_bonus(const jaipur_rules *r, const jaipur_state *s, core_move move)
{
    uint64_t value = move & UINT64_C(0xffffffffffffff);
    if (owner_unseen(s, s->turn))
        return value == 0 ? NULL : "the other seat's bonus token is not seen by this one";
    if (value == 0)
        return "the bonus token is seen by the seat that takes it";
    for (int slot = 0; slot < JP_SLOTS; slot++)
        if (r->bonus_value[s->pending][slot] == value)
            return jp_slot_count(s->bonus, s->pending, slot) ? NULL
                                                             : "no token of that value is left";
    return "the pile has no token of that value";
}

static const char *illegal_reveal(const jaipur_state *s, core_move move)
{
    int seat = s->phase == JP_PHASE_REVEAL1;
    uint64_t tokens = move & UINT64_C(0xffffffffffff);
    if ((move >> 48 & 0xff) != (uint64_t)seat)
        return "the other seat's tokens are revealed now";
    if (!s->hidden_won[seat])
        return tokens == s->won[seat] ? NULL : "these are not the tokens of that seat";
    for (int pile = 0; pile < JP_PILES; pile++) {
        int sum = 0;
        for (int slot = 0; slot < JP_SLOTS; slot++) {
            int n = jp_slot_count(tokens, pile, slot);
            if (n > jp_slot_count(s->bonus, pile, slot))
                return "more tokens of a value than there are unseen";
            sum += n;
        }
        if (sum != jp_hidden_count(s->hidden_won[seat], pile))
            return "a wrong number of tokens of a pile";
    }
    return NULL;
}

const char *jaipur_illegal(const void *rules, const void *state, core_move move)
{
    const jaipur_rules *r = rules;
    const jaipur_state *s = state;
    int what = jp_what(move);
    switch (s->phase) {
    case JP_PHASE_TURN:
        switch (what) {
        case JP_TAKE:   return illegal_take(r, s, move);
        case JP_CAMELS: return illegal_camels(s, move);
        case JP_SELL:   return illegal_sell(r, s, move);
        case JP_SWAP:   return illegal_swap(r, s, move);
        default:        return "a seat is to move";
        }
    case JP_PHASE_STARTER:
        return what != JP_STARTER ? "the starter is to be drawn"
               : move << 8 >> 9   ? "the starter is seat 0 or 1"
                                  : NULL;
    case JP_PHASE_DEAL0:
    case JP_PHASE_DEAL1:
        return what == JP_DEAL ? illegal_deal(r, s, move) : "a hand is to be dealt";
    case JP_PHASE_MARKET:
        return what == JP_MARKET ? illegal_draw(s, move, r->market_size - r->market_camels)
                                 : "the market is to be dealt";
    case JP_PHASE_FILL:
        return what == JP_FILL ? illegal_draw(s, move, s->pending) : "the market is to be filled";
    case JP_PHASE_BONUS:
        return what == JP_BONUS ? illegal_bonus(r, s, move) : "a bonus token is to be drawn";
    case JP_PHASE_REVEAL0:
    case JP_PHASE_REVEAL1:
        return what == JP_REVEAL ? illegal_reveal(s, move) : "bonus tokens are to be revealed";
    default: return "the game is over";
    }
}

/* ---- who sees what ---- */

core_move jaipur_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules;
    const jaipur_state *s = state;
    if (jp_what(move) == JP_DEAL) {
        int owner = (int)(move >> 32 & 0xff);
        multiset cards = jp_word_cards(move), goods = jp_goods(cards);
        if (owner == seat)
            return move;
        cards += ms_cards(JP_UNKNOWN, ms_total(goods)) - goods;
        return jp_word(JP_DEAL, (uint64_t)owner << 32 | ms_pack(cards));
    }
    if (jp_what(move) == JP_BONUS && seat != s->turn)
        return jp_word(JP_BONUS, 0);
    return move;
}

void jaipur_view(const void *rules, const void *state, int seat, void *view)
{
    (void)rules;
    jaipur_state *v = view;
    memmove(v, state, sizeof *v);
    int other = 1 - seat;
    multiset unseen = jp_goods(v->hand[other]) - v->known[other];
    v->viewer = (int8_t)seat;
    v->hand[other] -= unseen;
    v->pool += unseen;
    v->hidden[other] = (uint8_t)(v->hidden[other] + ms_total(unseen));
    if (v->revealed >> other & 1)
        return;
    for (int pile = 0; pile < JP_PILES; pile++)
        v->hidden_won[other] = (uint16_t)(v->hidden_won[other] +
                                          (jp_pile_count(v->won[other], pile) << (4 * pile)));
    v->bonus += v->won[other];
    v->won[other] = 0;
}

void jaipur_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    (void)rules;
    jaipur_state *s = state;
    memmove(s, view, sizeof *s);
    int other = 1 - s->viewer;
    s->viewer = CORE_ALL;
    multiset dealt = jp_draw_cards(jp_goods(s->pool), s->hidden[other], rng);
    s->pool -= dealt;
    s->hand[other] += dealt;
    s->hidden[other] = 0;
    for (int pile = 0; s->hidden_won[other] >> (4 * pile); pile++)
        for (int n = jp_hidden_count(s->hidden_won[other], pile); n > 0; n--) {
            int rank = (int)rng_below(rng, (uint32_t)jp_pile_count(s->bonus, pile));
            int slot = jp_slot_at(s->bonus, pile, rank);
            s->bonus -= jp_slot(pile, slot);
            s->won[other] += jp_slot(pile, slot);
        }
    s->hidden_won[other] = 0;
}

int jaipur_viewer(const void *state)
{
    return ((const jaipur_state *)state)->viewer;
}
