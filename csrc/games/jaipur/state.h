/* state.h -- the state, the rules and the words of Jaipur, shared by its source files.
 *
 *   forms.c          how the words of moves and events are made and written
 *   setup.c          options and data table
 *   rules.c          the flow of a round and of a match
 *   moves.c          lists of moves and of outcomes, chance; choices.h, exchanges.h
 *   views.c          why a move is refused, observations, views, determinization
 *   check.c          could these bytes be a state?
 *   playout.c        playouts
 *   weights.c        the learned numbers, out of their file
 *   network.c        what both networks look at
 *   prior.c          how likely a good player is to choose each move
 *   prior_network.c  what the parts of a move are worth in a position
 *   value.c          the chance to win the round
 *   fields.c         what a state is made of, and how it is written
 *   game.c           the table of these functions
 *
 * Invariant: every card of the rules is in a hand, the market, the pool or sold; every bonus token
 * is in the pool of tokens or in front of a seat. "Rulebook" in comments is the publisher's English
 * rulebook; where sources differ an option decides.
 */
#ifndef SARAI_JAIPUR_H
#define SARAI_JAIPUR_H

#include "../../game.h"
#include "../../multiset.h"
#include "../../rng.h"
#include "kinds.h"
#include "weights.h"

enum { JP_DECK_REFILL_FAILS, JP_DECK_EMPTY };
enum { JP_TIE_REPLAY, JP_TIE_NON_STARTER, JP_TIE_DRAW };
enum { JP_ROUNDS_MATCH, JP_ROUNDS_SINGLE };
enum { JP_STARTER_DEALT, JP_STARTER_SEAT0, JP_STARTER_SEAT1 };

#define JP_MAX_TOKENS 15
#define JP_MAX_SEALS 3
#define JP_MAX_ROUNDS (2 * JP_MAX_SEALS)
#define JP_MAX_REPLAYS 60000 /* where the number of the round stops to grow */
#define JP_MAX_MOVES 512

typedef struct {
    multiset cards;                                /* of the whole game */
    multiset minimum;                              /* cards of a good in one sale, at least */
    multiset tokens;                               /* per good */
    uint64_t bonus;                                /* the full piles */
    uint16_t rupees[JP_GOODS][JP_MAX_TOKENS + 1];  /* of the first n tokens of a good */
    uint8_t bonus_value[JP_PILES][JP_SLOTS];
    uint8_t camel_token, market_camels, dealt, market_size, hand_limit, exchange_minimum;
    uint8_t piles_to_end, seals_to_win;            /* seals: 1 in a single round */
    uint8_t deck_end, full_tie, single, starter;
    uint16_t max_plies;
    uint8_t learned;                               /* 1: `network` is there */
    uint8_t spare[5];
    /* seat 0's share of the match by seals of seat 0, of seat 1, counted rounds and next starter */
    uint32_t worth[JP_MAX_SEALS + 1][JP_MAX_SEALS + 1][JP_MAX_ROUNDS][2];
    jp_network network; /* by jaipur_prepare; only prior and value read it */
} jaipur_rules;

enum {
    JP_PHASE_STARTER,
    JP_PHASE_DEAL0,
    JP_PHASE_DEAL1,
    JP_PHASE_MARKET,
    JP_PHASE_TURN,
    JP_PHASE_FILL,
    JP_PHASE_BONUS,
    JP_PHASE_REVEAL0,
    JP_PHASE_REVEAL1,
    JP_PHASE_OVER
};

/* 120 bytes. In a view, "hidden" says how many cards (from `pool`, never camels) and bonus tokens
 * (from `bonus`) of the other seat are missing; in a full state both are zero. */
typedef struct {
    multiset hand[2];        /* goods in hand; lane 6 is the herd */
    multiset known[2];       /* the part of each hand that both seats know */
    multiset market;
    multiset pool;           /* unseen cards: the deck, and what is missing in hands */
    multiset tokens;         /* left, per good */
    uint64_t bonus;          /* unseen bonus tokens: the piles, and what is missing at seats */
    uint64_t won[2];         /* bonus tokens in front of a seat, by value */
    uint16_t hidden_won[2];  /* the same without a value: 4 bits a pile */
    uint16_t rupees[2];      /* of goods tokens, this round */
    uint16_t total[2];       /* rupees of the rounds that counted */
    uint16_t last[2];        /* rupees of the round that ended last, camel token included */
    uint16_t plies;          /* moves of the seats, this round */
    uint16_t round;          /* rounds dealt before this one */
    uint8_t hidden[2];
    uint8_t goods_tokens[2]; /* number, this round */
    uint8_t seals[2];
    int8_t viewer;           /* a seat, or CORE_ALL */
    uint8_t phase, turn, starter;
    uint8_t pending;         /* cards to fill, or the pile of the bonus token to draw */
    uint8_t counted;         /* rounds that counted */
    uint8_t revealed;        /* bit per seat: its bonus tokens lie open */
    uint8_t capped;          /* 1: max_plies has ended a round */
    uint8_t spare[6];
} jaipur_state;

_Static_assert(sizeof(jaipur_state) == 120, "two cache lines, no hidden padding");
_Static_assert(sizeof(jaipur_rules) % 8 == 0, "whole words");

/* Words: bits 56-63 say what it is, the rest is
 *   take      0-7 kind                  starter  0-7 seat
 *   camels    -                         deal     0-31 cards (lane 7: unseen), 32-39 seat
 *   sell      0-7 number, 8-15 good     market   0-27 cards
 *   swap      0-27 given, 28-51 taken   fill     0-27 cards
 *                                       bonus    0-7 value (0: unseen)
 *                                       reveal   0-47 tokens, 48-55 seat
 * Cards are multisets packed to 4 bits a lane, so that words sort by kind of action, then goods. */
enum {
    JP_TAKE = 1,
    JP_CAMELS,
    JP_SELL,
    JP_SWAP,
    JP_STARTER = 16,
    JP_DEAL,
    JP_MARKET,
    JP_FILL,
    JP_BONUS,
    JP_REVEAL
};

static inline core_move jp_word(int what, uint64_t payload)
{
    return (uint64_t)(unsigned)what << 56 | payload;
}

static inline int jp_what(core_move move)
{
    return (int)(move >> 56);
}

static inline core_move jp_swap_word(multiset taken, multiset given)
{
    return jp_word(JP_SWAP, (uint64_t)ms_pack(taken) << 28 | ms_pack(given));
}

static inline multiset jp_swap_taken(core_move move)
{
    return ms_unpack((uint32_t)(move >> 28 & 0xffffff));
}

static inline multiset jp_word_cards(core_move move) /* given, dealt, filled */
{
    return ms_unpack((uint32_t)(move & 0xfffffff));
}

static inline multiset jp_goods(multiset a)
{
    return a & JP_GOODS_MASK;
}

static inline int jp_camels(multiset a)
{
    return ms_count(a, JP_CAMEL);
}

static inline int jp_hidden(const jaipur_state *s)
{
    return s->hidden[0] + s->hidden[1];
}

static inline int jp_deck_size(const jaipur_state *s)
{
    return ms_total(s->pool) - jp_hidden(s);
}

/* Cards in hand, known or not; camels are not part of the hand. */
static inline int jp_hand_size(const jaipur_state *s, int seat)
{
    return ms_total(jp_goods(s->hand[seat])) + s->hidden[seat];
}

static inline int jp_slot_count(uint64_t tokens, int pile, int slot)
{
    return (int)(tokens >> (16 * pile + 4 * slot) & 15);
}

static inline uint64_t jp_slot(int pile, int slot)
{
    return UINT64_C(1) << (16 * pile + 4 * slot);
}

/* Tokens of one pile: four 4-bit counters added up (at most 15 in all). */
static inline int jp_pile_count(uint64_t tokens, int pile)
{
    return (int)(((tokens >> (16 * pile) & 0xffff) * 0x1111) >> 12 & 15);
}

static inline int jp_hidden_count(uint16_t hidden_won, int pile)
{
    return hidden_won >> (4 * pile) & 15;
}

/* Tokens still face down in a pile. */
static inline int jp_pile_left(const jaipur_state *s, int pile)
{
    return jp_pile_count(s->bonus, pile) - jp_hidden_count(s->hidden_won[0], pile) -
           jp_hidden_count(s->hidden_won[1], pile);
}

static inline int jp_bonus_tokens(const jaipur_state *s, int seat)
{
    int n = 0;
    for (int pile = 0; pile < JP_PILES; pile++)
        n += jp_pile_count(s->won[seat], pile) + jp_hidden_count(s->hidden_won[seat], pile);
    return n;
}

static inline int jp_sale_pile(int cards)
{
    return (cards > JP_BONUS_FROM + JP_PILES - 1 ? JP_PILES - 1 : cards - JP_BONUS_FROM);
}

/* Sales are as many as cards of each good beyond its minimum less one. */
static inline multiset jp_sales(const jaipur_rules *r, multiset hand)
{
    return ms_monus(jp_goods(hand), r->minimum - (MS_ONES & JP_GOODS_MASK));
}

/* 21 of the bits as a number below n: the bias is below n / 2^21. */
static inline int jp_slice(uint64_t bits, int n)
{
    return (int)(((bits & 0x1fffff) * (uint32_t)n) >> 21);
}

/* n cards drawn from a pool one by one; three to a random word. */
static inline multiset jp_draw_cards(multiset pool, int n, core_rng *rng)
{
    multiset rest = pool;
    uint64_t bits = 0;
    for (int i = 0, left = ms_total(pool); i < n; i++, left--) {
        bits = i % 3 == 0 ? rng_next(rng) : bits >> 21;
        rest -= ms_cards(ms_lane(rest, jp_slice(bits, left)), 1);
    }
    return pool - rest;
}

/* The slot of token number `rank` of a pile whose tokens lie sorted: the number of slots whose
 * prefix sum it has reached, as ms_lane() does it. */
static inline int jp_slot_at(uint64_t tokens, int pile, int rank)
{
    uint32_t prefix = (uint32_t)(tokens >> (16 * pile) & 0xffff) * 0x1111;
    uint32_t reached = (((uint32_t)rank * 0x1111) | 0x8888) - (prefix & 0xffff);
    return (int)(((reached >> 3 & 0x1111) * 0x1111) >> 12 & 15);
}

static inline int jp_bonus_rupees(const jaipur_rules *r, uint64_t won)
{
    int sum = 0;
    for (int pile = 0; won >> (16 * pile); pile++)
        for (int slot = 0; slot < JP_SLOTS; slot++)
            sum += jp_slot_count(won, pile, slot) * r->bonus_value[pile][slot];
    return sum;
}

static inline int jp_empty_piles(const jaipur_rules *r, multiset tokens)
{
    return ms_total(ms_kinds(r->tokens)) - ms_total(ms_kinds(tokens));
}

static inline int jp_at_most(int n, int limit)
{
    return n < limit ? n : limit;
}

/* 1, 0, -1: a is more, equal, less. */
static inline int jp_compare(int a, int b)
{
    return (a > b) - (a < b);
}

/* Rulebook "End of a round": who is ahead by rupees, then bonus tokens, then goods tokens; 1 is
 * seat 0, -1 is seat 1, 0 a full tie. */
static inline int jp_round_order(const int rupees[2], const int bonus_tokens[2],
                                 const int goods_tokens[2])
{
    int order = jp_compare(rupees[0], rupees[1]);
    if (order == 0)
        order = jp_compare(bonus_tokens[0], bonus_tokens[1]);
    if (order == 0)
        order = jp_compare(goods_tokens[0], goods_tokens[1]);
    return order;
}

/* Rulebook "End of a round": the camel token of a seat, by the herds. */
static inline int jp_camel_token(const jaipur_rules *r, const multiset hands[2], int seat)
{
    return jp_camels(hands[seat]) > jp_camels(hands[1 - seat]) ? r->camel_token : 0;
}

/* Where a match stands between two rounds. */
typedef struct {
    uint8_t seals[2];
    uint8_t counted, starter;
    uint8_t counts, over; /* the round that ended counts; the match is over */
} jp_match;

static inline jp_match jp_match_of(const jaipur_state *s)
{
    return (jp_match){{s->seals[0], s->seals[1]}, s->counted, s->starter, 0, 0};
}

/* After a round: order is 1 if seat 0 is ahead, -1 if behind, 0 after a full tie. */
static inline jp_match jp_match_after(const jaipur_rules *r, jp_match m, int order)
{
    if (order == 0 && r->full_tie == JP_TIE_NON_STARTER)
        order = m.starter == 0 ? -1 : 1;
    m.counts = order != 0 || r->single || r->full_tie == JP_TIE_DRAW;
    m.counted = (uint8_t)(m.counted + m.counts);
    if (order != 0) {
        m.seals[order < 0]++;
        m.starter = order > 0; /* the loser starts */
    } else if (r->full_tie == JP_TIE_DRAW)
        m.starter ^= 1;
    m.over = r->single || m.seals[0] == r->seals_to_win || m.seals[1] == r->seals_to_win ||
             (r->full_tie == JP_TIE_DRAW && m.counted == 2 * r->seals_to_win - 1);
    return m;
}

/* Seat 0's share of the match. */
static inline int64_t jp_match_share(const jaipur_rules *r, const jp_match *m)
{
    if (!m->over)
        return r->worth[m->seals[0]][m->seals[1]][m->counted][m->starter];
    int order = jp_compare(m->seals[0], m->seals[1]);
    return order > 0 ? CORE_WIN : order < 0 ? 0 : CORE_WIN / 2;
}

/* game.c */
extern const core_game jaipur_game;

/* forms.c */
#define JP_FORMS 10
extern const core_form JAIPUR_FORMS[JP_FORMS];

/* setup.c */
#define JP_OPTIONS 5
extern const core_option JAIPUR_OPTIONS[JP_OPTIONS];
const char *jaipur_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                         size_t table_length);

/* rules.c */
void jaipur_start(const void *rules, void *state);
void jaipur_play(const void *rules, void *state, core_move move);
int jaipur_actor(const void *rules, const void *state);
int jaipur_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores);
void jaipur_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores);

/* moves.c */
int jaipur_moves(const void *rules, const void *state, core_move *out, uint64_t *weights);
int jaipur_count(const void *rules, const void *state);
int jaipur_available(const void *rules, const void *state, const core_move *moves, int stride,
                     int n, uint16_t *places);
core_move jaipur_sample(const void *rules, const void *state, core_rng *rng);
core_move jaipur_deal(const void *rules, const void *state, uint64_t seed);

/* fields.c */
enum { JP_FIELDS = 24, JP_RULES = 15, JP_KEYS = 20 };
extern const core_field JAIPUR_FIELDS[JP_FIELDS], JAIPUR_RULES[JP_RULES];
extern const core_key JAIPUR_KEYS[JP_KEYS];

/* check.c */
const char *jaipur_check(const void *rules, const void *state);

/* views.c */
int jaipur_viewer(const void *state);
const char *jaipur_illegal(const void *rules, const void *state, core_move move);
core_move jaipur_observed(const void *rules, const void *state, core_move move, int seat);
void jaipur_view(const void *rules, const void *state, int seat, void *view);
void jaipur_determinize(const void *rules, const void *view, core_rng *rng, void *state);

/* weights.c */
const char *jaipur_prepare(void *rules, const void *network, size_t size);
uint64_t jaipur_network_digest(void); /* of the shape that the numbers are learned for */

/* prior.c */
void jaipur_prior(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *weights);

/* value.c */
int64_t jaipur_value(const jaipur_rules *r, const jaipur_state *s);

/* playout.c */
#define JP_POLICIES "value|direct|kinds|uniform"
enum { JP_POLICY_VALUE, JP_POLICY_DIRECT, JP_POLICY_KINDS, JP_POLICY_UNIFORM, JP_POLICY_COUNT };
int jaipur_playout(const void *rules, const void *state, int policy, core_rng *rng, int64_t *shares,
                   int64_t *scores);

#endif
