/* state.h -- the state, the rules and the words of Bazaar, shared by its source files.
 *
 *   forms.c    how the words of moves and events are made and written
 *   rules.c    the flow of a turn and of the game
 *   setup.c    from options to rules; the equations drawn before the game
 *   moves.c    lists of moves and of outcomes, why a move is refused, chance
 *   views.c    who knows what
 *   check.c    could these bytes be a state?
 *   plan.c     tables of the way from a hand to a card, for playouts
 *   playout.c  playouts; prior.c the prior of the search
 *   fields.c   what a state is made of, and how it is written
 *   game.c     the table of these functions
 *
 * Seats take turns: a draw or an exchange, then perhaps a claim of one of the four cards on top of
 * the piles. All is public, so a view is the state with a viewer; hidden are only the order of the
 * covered cards and the gems to come, and those are drawn when they are needed. The rules are those
 * of an online guide, which is silent in places: what is decided here is marked as our decision.
 */
#ifndef SARAI_BAZAAR_H
#define SARAI_BAZAAR_H

#include <assert.h>

#include "../../game.h"
#include "../../rng.h"
#include "gems.h"

#define BZ_PILES 4
#define BZ_CARDS 126 /* multisets of five gems of five colours, in the order of their letters */
#define BZ_SHAPES 7  /* 5, 4+1, 3+2, 3+1+1, 2+2+1, 2+1+1+1, 1+1+1+1+1 */
#define BZ_EQUATIONS 10
#define BZ_EXCHANGES (2 * BZ_EQUATIONS) /* both ways */
#define BZ_HOUSE_CARDS 10
#define BZ_HOUSE_EQUATIONS 5 /* of one house card */
#define BZ_DRAWN_CARDS 2
#define BZ_MOST_SIDE 4       /* gems on a side of an equation */
#define BZ_MOST_PILE 6
#define BZ_LEFT_COLUMNS 4    /* points for 0, 1, 2, 3 or more gems left */
#define BZ_MAX_TURNS 500     /* of a seat: a lane gains at most 4 gems a turn, and holds 2047 */
#define BZ_MAX_MOVES BZ_CARDS
#define BZ_FREE GEM_COLOURS  /* in a word of a drawn gem: its colour may be chosen */

#define BZ_PLAN_GEMS 7
#define BZ_PLAN_HANDS 792 /* of at most seven gems */

/* The way to one card, by the number of the hand: the value before a turn, and how it begins: 0 to
 * draw, or 1 + the exchange. */
typedef struct {
    int16_t value[BZ_PLAN_HANDS];
    uint8_t act[BZ_PLAN_HANDS];
} bz_plan;

enum { BZ_HOUSE, BZ_RANDOM, BZ_FIXED };
enum { BZ_DISTINCT, BZ_IID, BZ_WEIGHTED };
enum { BZ_DIE, BZ_RARE, BZ_NONE };
enum { BZ_ALL_CARDS, BZ_TWO_PILES };

typedef struct {
    gems pay[BZ_EXCHANGES], get[BZ_EXCHANGES]; /* equation e: left to right 2e, back 2e + 1 */
    gems card[BZ_CARDS];
    uint32_t weight[BZ_CARDS];                 /* of a card that is turned up */
    uint8_t high[BZ_CARDS];                    /* 1: four gems of a colour, worth more points */
    uint8_t points[2][2][BZ_LEFT_COLUMNS];     /* [a pile is gone][high][gems left] */
    uint16_t free_weight, colour_weight;       /* of a draw: free choice, all colours together */
    uint16_t max_turns;                        /* of each seat */
    uint16_t bound;                            /* no seat scores more */
    uint16_t supply;                           /* gems of a colour, 0: without end */
    uint8_t hand_limit;                        /* 0: none */
    uint8_t seats, distinct, cards_per_pile, two_piles, seat0_first;
    uint8_t spare[2];
    bz_plan plan[BZ_CARDS][2];                 /* made by bazaar_prepare: [card][a pile is gone] */
} bazaar_rules;

enum {
    BZ_PHASE_STARTER,
    BZ_PHASE_DEAL,   /* the first card of each pile */
    BZ_PHASE_ACT,    /* a draw or an exchange */
    BZ_PHASE_GEM,    /* the gem of a draw */
    BZ_PHASE_CHOOSE, /* the colour, after a free choice */
    BZ_PHASE_CLAIM,  /* a card, or the end of the turn */
    BZ_PHASE_CARD,   /* the card under a claimed one */
    BZ_PHASE_RETURN, /* gems above the limit of a hand */
    BZ_PHASE_OVER
};

/* 96 bytes. */
typedef struct {
    gems hand[CORE_MAX_SEATS];
    uint64_t seen[2];         /* bit per card that was turned up; zero if cards may come again */
    uint16_t score[CORE_MAX_SEATS];
    uint16_t turns;           /* that have ended, of all seats */
    uint8_t left[BZ_PILES];   /* cards of a pile, the top one included */
    uint8_t top[BZ_PILES];    /* card number + 1, 0: none, or not yet turned up */
    int8_t viewer;            /* a seat, or CORE_ALL */
    uint8_t phase, turn, starter;
    uint8_t capped;           /* 1: max_turns has ended the game */
    uint8_t spare[5];
} bazaar_state;

_Static_assert(sizeof(bazaar_state) == 96, "no hidden padding");
_Static_assert(offsetof(bazaar_rules, plan) % 8 == 0, "no hidden padding");
_Static_assert(sizeof(bazaar_rules) % 8 == 0, "whole words");

/* Words: bits 56-63 say what it is, the rest is
 *   draw      -                    starter  0-7 seat
 *   exchange  0-7 number           card     0-7 card, 8-15 pile
 *   choose    0-7 colour           gem      0-7 colour, or BZ_FREE
 *   claim     0-7 pile
 *   end       -
 *   return    0-7 colour */
enum {
    BZ_DRAW = 1,
    BZ_EXCHANGE,
    BZ_CHOOSE,
    BZ_CLAIM,
    BZ_END,
    BZ_RETURN,
    BZ_STARTER = 16,
    BZ_CARD,
    BZ_GEM
};

static inline core_move bz_word(int what, int payload)
{
    return (uint64_t)(unsigned)what << 56 | (uint64_t)(unsigned)payload;
}

static inline int bz_what(core_move move)
{
    return (int)(move >> 56);
}

static inline int bz_low(core_move move)
{
    return (int)(move & 0xff);
}

/* What is in the bag, if the gems are limited. */
static inline gems bz_bag(const bazaar_rules *r, const bazaar_state *s)
{
    gems bag = GEM_ONES * r->supply;
    for (int seat = 0; seat < r->seats; seat++)
        bag -= s->hand[seat];
    return bag;
}

/* 1 in the lane of each colour that can be drawn. */
static inline gems bz_colours(const bazaar_rules *r, const bazaar_state *s)
{
    return r->supply ? gems_kinds(bz_bag(r, s)) : GEM_ONES;
}

/* The seat owns what it pays, and the bag has what it gets. */
static inline int bz_exchange_fits(const bazaar_rules *r, const bazaar_state *s, int exchange)
{
    return gems_contain(s->hand[s->turn], r->pay[exchange]) &&
           (!r->supply || gems_contain(bz_bag(r, s), r->get[exchange]));
}

static inline int bz_claim_fits(const bazaar_rules *r, const bazaar_state *s, int pile)
{
    return s->top[pile] && gems_contain(s->hand[s->turn], r->card[s->top[pile] - 1]);
}

static inline int bz_may_claim(const bazaar_rules *r, const bazaar_state *s)
{
    for (int pile = 0; pile < BZ_PILES; pile++)
        if (bz_claim_fits(r, s, pile))
            return 1;
    return 0;
}

static inline int bz_may_act(const bazaar_rules *r, const bazaar_state *s)
{
    if (bz_colours(r, s))
        return 1;
    for (int exchange = 0; exchange < BZ_EXCHANGES; exchange++)
        if (bz_exchange_fits(r, s, exchange))
            return 1;
    return 0;
}

static inline int bz_empty_piles(const bazaar_state *s)
{
    return !s->left[0] + !s->left[1] + !s->left[2] + !s->left[3];
}

/* The pile that waits for a card to be turned up; BZ_PILES if none does. */
static inline int bz_open_pile(const bazaar_state *s)
{
    int pile = 0;
    while (pile < BZ_PILES && (s->top[pile] || !s->left[pile]))
        pile++;
    return pile;
}

static inline int bz_is_seen(const bazaar_state *s, int card)
{
    return (int)(s->seen[card >> 6] >> (card & 63) & 1);
}

/* Points for a card, by the gems left after it is paid. Our decision: the claim that takes the last
 * card of the first pile is scored by what was there before it. */
static inline int bz_points(const bazaar_rules *r, int pile_gone, int card, int left)
{
    return r->points[pile_gone][r->high[card]][left < 3 ? left : 3];
}

/* game.c */
extern const core_game bazaar_game;

/* rules.c */
void bazaar_start(const void *rules, void *state);
void bazaar_play(const void *rules, void *state, core_move move);
int bazaar_actor(const void *rules, const void *state);
int bazaar_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores);
void bazaar_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores);
void bz_share_out(const bazaar_rules *r, const uint16_t *points, int turns, int64_t *shares,
                  int64_t *scores);

/* forms.c */
#define BZ_FORMS 9
extern const core_form BAZAAR_FORMS[BZ_FORMS];

/* setup.c */
#define BZ_OPTIONS 12
extern const core_option BAZAAR_OPTIONS[BZ_OPTIONS];
void bazaar_draw(int64_t *options, core_rng *rng);
const char *bazaar_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                         size_t table_length);

/* moves.c */
int bazaar_moves(const void *rules, const void *state, core_move *out, uint64_t *weights);
const char *bazaar_illegal(const void *rules, const void *state, core_move move);
core_move bazaar_sample(const void *rules, const void *state, core_rng *rng);
core_move bazaar_deal(const void *rules, const void *state, uint64_t seed);

/* views.c */
int bazaar_viewer(const void *state);
core_move bazaar_observed(const void *rules, const void *state, core_move move, int seat);
void bazaar_view(const void *rules, const void *state, int seat, void *view);
void bazaar_determinize(const void *rules, const void *view, core_rng *rng, void *state);

/* plan.c */
const char *bazaar_prepare(void *rules, const void *network, size_t size);
int bz_plan_rank(gems hand);
gems bz_plan_trim(gems hand, gems card);
int bz_plan_left(int gone, int left);

/* prior.c */
void bazaar_prior(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *weights);

/* fields.c */
enum { BZ_FIELDS = 11, BZ_RULES = 17, BZ_KEYS = 11 };
extern const core_field BAZAAR_FIELDS[BZ_FIELDS], BAZAAR_RULES[BZ_RULES];
extern const core_key BAZAAR_KEYS[BZ_KEYS];

/* check.c */
const char *bazaar_check(const void *rules, const void *state);

/* playout.c */
#define BZ_POLICIES "race|plan|uniform"
enum { BZ_POLICY_RACE, BZ_POLICY_PLAN, BZ_POLICY_UNIFORM, BZ_POLICY_COUNT };
int bazaar_playout(const void *rules, const void *state, int policy, core_rng *rng, int64_t *shares,
                   int64_t *scores);

#endif
