/* rules.c -- set-up, the flow of a round and of a match, and the contract's table.
 *
 * A move of a seat is played whole; what chance then owes (cards for the market, a bonus token) is
 * a phase of its own. A round ends in at most two reveals, is scored, and the next one starts at
 * its first deal, where searches stop: the rest of the match is the table `worth`.
 */
#include <string.h>

#include "state.h"
#include "tables.h"

/* Share of rounds that the starter wins between equal players, in 1/1000, for the value of rounds
 * not yet dealt. Measured by bench/starter.py: 0.582 +- 0.006 at 300 iterations a move, 0.585 +-
 * 0.011 at 1,000; with deck_end=empty 0.590 +- 0.009 at 300. */
#define STARTER_WINS_PER_MILLE 583

static const core_option OPTIONS[] = {
    {"rounds", "match|single", 0, 1, JP_ROUNDS_MATCH, 0},
    {"deck_end", "refill_fails|empty", 0, 1, JP_DECK_REFILL_FAILS, 0},
    {"full_tie", "replay|non_starter|draw", 0, 2, JP_TIE_REPLAY, 0},
    {"starter", "dealt|seat0|seat1", 0, 2, JP_STARTER_DEALT, 0},
    {"max_plies", "", 1, 9999, 500, 0},
};
enum { OPT_ROUNDS, OPT_DECK_END, OPT_FULL_TIE, OPT_STARTER, OPT_MAX_PLIES };

#define FIELD(name, width, count) {#name, offsetof(jaipur_state, name), width, count}
static const core_field FIELDS[] = {
    FIELD(hand, 1, 16),      FIELD(known, 1, 16),       FIELD(market, 1, 8),
    FIELD(pool, 1, 8),       FIELD(tokens, 1, 8),       FIELD(bonus, 8, 1),
    FIELD(won, 8, 2),        FIELD(hidden_won, 2, 2),   FIELD(rupees, 2, 2),
    FIELD(total, 2, 2),      FIELD(last, 2, 2),         FIELD(plies, 2, 1),
    FIELD(round, 2, 1),      FIELD(hidden, 1, 2),       FIELD(goods_tokens, 1, 2),
    FIELD(seals, 1, 2),      FIELD(viewer, -1, 1),      FIELD(phase, 1, 1),
    FIELD(turn, 1, 1),       FIELD(starter, 1, 1),      FIELD(pending, 1, 1),
    FIELD(counted, 1, 1),    FIELD(revealed, 1, 1),     FIELD(capped, 1, 1),
};

#define RULE(name, width, count) {#name, offsetof(jaipur_rules, name), width, count}
static const core_field RULES[] = {
    RULE(cards, 1, 8),         RULE(minimum, 1, 8),          RULE(tokens, 1, 8),
    RULE(bonus, 8, 1),         RULE(rupees, 2, JP_GOODS * (JP_MAX_TOKENS + 1)),
    RULE(bonus_value, 1, JP_PILES * JP_SLOTS),
    RULE(camel_token, 1, 1),   RULE(market_camels, 1, 1),    RULE(dealt, 1, 1),
    RULE(market_size, 1, 1),   RULE(hand_limit, 1, 1),       RULE(exchange_minimum, 1, 1),
    RULE(piles_to_end, 1, 1),  RULE(seals_to_win, 1, 1),     RULE(max_plies, 2, 1),
};

/* ---- set-up: rulebook "Setup", and the data table ---- */

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

static const char *jaipur_setup(void *rules, int seats, const int64_t *options,
                                const int32_t *table, size_t table_length)
{
    (void)seats;
    jaipur_rules *r = rules;
    memset(r, 0, sizeof *r);
    if (table_length == 0) {
        table = JAIPUR_TABLE;
        table_length = sizeof JAIPUR_TABLE / sizeof *JAIPUR_TABLE;
    }
    const char *fault = read_table(&(table_reader){table, table + table_length, 0}, r);
    if (fault)
        return fault;
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

static void jaipur_start(const void *rules, void *state)
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
    assert(jaipur_fault(r, s, move) == NULL);
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

static int jaipur_viewer(const void *state)
{
    return ((const jaipur_state *)state)->viewer;
}

static int jaipur_tracked(core_move event)
{
    return jp_what(event) != JP_BONUS;
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

static void jaipur_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const jaipur_state *s = state;
    jaipur_settled(rules, s, shares, scores);
    scores[0] = s->total[0];
    scores[1] = s->total[1];
}

const core_game jaipur_game = {
    .facts =
        {
            .name = "jaipur",
            .policies = JP_POLICIES,
            .min_seats = 2,
            .max_seats = 2,
            .rules_size = sizeof(jaipur_rules),
            .state_size = sizeof(jaipur_state),
            .max_moves = JP_MAX_MOVES,
            .option_count = sizeof OPTIONS / sizeof *OPTIONS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .rule_count = sizeof RULES / sizeof *RULES,
            .options = OPTIONS,
            .fields = FIELDS,
            .rules = RULES,
            .policy_count = JP_POLICY_COUNT,
            .public_moves = 1,
        },
    .setup = jaipur_setup,
    .prepare = jaipur_prepare,
    .start = jaipur_start,
    .check = jaipur_check,
    .actor = jaipur_actor,
    .viewer = jaipur_viewer,
    .moves = jaipur_moves,
    .count = jaipur_count,
    .available = jaipur_available,
    .fault = jaipur_fault,
    .sample = jaipur_sample,
    .deal = jaipur_deal,
    .play = jaipur_play,
    .observed = jaipur_observed,
    .view = jaipur_view,
    .determinize = jaipur_determinize,
    .worlds = jaipur_worlds,
    .expected = jaipur_expected,
    .secret = jaipur_secret,
    .tracked = jaipur_tracked,
    .settled = jaipur_settled,
    .returns = jaipur_returns,
    .playout = jaipur_playout,
    .prior = jaipur_prior,
};
