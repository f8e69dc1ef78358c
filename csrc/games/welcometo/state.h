/* state.h -- the state, the rules and the words of Welcome To, shared by its source files.
 *
 *   sheet.c    one sheet: where numbers fit, what an effect does, estates, plans, points
 *   forms.c    how the words of moves and events are made and written
 *   setup.c    from options to rules; the plans drawn before the game
 *   rules.c    the flow of a turn and of the game
 *   cards.c    the pile, the hands of the expert game, what a seat knows of them
 *   score.c    what a game is worth
 *   moves.c    lists of moves and of outcomes, why a move is refused, chance
 *   shown.c    what is shown of a turn
 *   views.c    who knows what
 *   check.c    could these bytes be a state? check_turn.c the small moves of a turn
 *   advice.c   what a planning player would do, for the prior and for playouts
 *   playout.c  playouts; prior.c the prior of the search
 *   fields.c   what a state is made of, and how it is written
 *   game.c     the table of these functions
 *
 * All seats take their turn at the same time. A turn is a few small moves; the state keeps them in
 * a *record* of the seat, beside its sheet as of the last turn, and the others' views lack it. When
 * all have finished, chance shows the records seat by seat, and they are written into the sheets.
 * The record is the word of that event (without its tag), so showing it costs nothing.
 *
 * Hidden in the standard game is only the order of the pile, and the choices of this turn. In the
 * expert game hands are hidden too, but for a card that was passed on: its giver knows it, and
 * whoever knew it before, as long as no card of its kind is played from that hand. A view has one
 * pool for the pile and for what it does not see of the hands; it forgets which of these cards
 * have come back with a shuffle.
 */
#ifndef SARAI_WELCOMETO_H
#define SARAI_WELCOMETO_H

#include <assert.h>

#include "../../game.h"
#include "../../rng.h"
#include "sheet.h"

#define WT_MAX_MOVES 240 /* 165 places for a shifted number; 33 roundabouts and 6 pairs */
#define WT_SOLO WT_KINDS /* among the outcomes of a card: the one that approves the plans */
#define WT_UNSEEN (WT_KINDS + 1) /* in a hand: a card that the viewer does not see */
#define WT_LATE_SOLO 41  /* cards in the pile when the solo card may come at the latest */

enum { WT_PRINTED, WT_STUCK };
enum { WT_FIRST_PLAN, WT_EACH_PLAN, WT_NEVER };

typedef struct {
    uint8_t seats, expert, stuck, reshuffle, redeal;
    wt_limits limits;    /* what bears on one sheet */
    uint8_t plan[3];     /* numbers of the plan cards in play, from 0 on */
    uint8_t spare[6];
    uint64_t deck[3];    /* all cards, two bits a kind */
} wt_rules;

enum { WT_PHASE_DRAW, WT_PHASE_TURN, WT_PHASE_PASS, WT_PHASE_OVER };

/* Where a seat is in its turn. */
enum {
    WT_STAGE_START,
    WT_STAGE_ROUND,  /* has built a roundabout, nothing else */
    WT_STAGE_BUILD,  /* has chosen a pair */
    WT_STAGE_EFFECT, /* has written a number */
    WT_STAGE_CLAIM,
    WT_STAGE_PICK,   /* chooses the estates of a plan */
    WT_STAGE_DONE
};

/* What is shown of a seat's turn. */
enum { WT_SHOWN_NOTHING, WT_SHOWN_TURN, WT_SHOWN_ALL };

/* 672 bytes. A card is the number of its kind + 1, 0 is none. */
typedef struct {
    uint64_t record[CORE_MAX_SEATS]; /* of this turn, until it is shown */
    uint64_t mark[CORE_MAX_SEATS];   /* houses that its claims use */
    uint64_t picked[CORE_MAX_SEATS]; /* houses of estates chosen for the plan in hand */
    uint64_t fences[CORE_MAX_SEATS], used[CORE_MAX_SEATS], pools[CORE_MAX_SEATS];
    uint64_t pile[3];                /* two bits a kind; in a view with all that it does not see */
    uint8_t top[CORE_MAX_SEATS][10], middle[CORE_MAX_SEATS][11], bottom[CORE_MAX_SEATS][12];
    uint8_t agents[CORE_MAX_SEATS][6];
    uint8_t parks[CORE_MAX_SEATS][3];
    uint8_t plans[CORE_MAX_SEATS][3];
    uint8_t temps[CORE_MAX_SEATS], refusals[CORE_MAX_SEATS];
    uint8_t hand[CORE_MAX_SEATS][3]; /* expert: the third may be a card that was passed on */
    uint8_t knows[CORE_MAX_SEATS];   /* other seats that know that third card */
    uint8_t keeps[CORE_MAX_SEATS];   /* others that know the first one, left over after a turn */
    uint8_t stage[CORE_MAX_SEATS], shown[CORE_MAX_SEATS];
    uint8_t claims[CORE_MAX_SEATS];  /* bit a plan, of this turn */
    uint8_t asked[CORE_MAX_SEATS];   /* for the reshuffle */
    uint8_t picking[CORE_MAX_SEATS]; /* the plan in hand + 1 */
    uint8_t effects[3], numbers[3];  /* pairs; alone: three cards, all in `numbers` */
    uint8_t taken;                   /* plans that were claimed in an earlier turn, a bit each */
    uint8_t solo;                    /* 1: the solo card has come */
    uint8_t reshuffle;               /* 1: a seat whose turn is shown has asked for it */
    int8_t viewer;                   /* a seat, or CORE_ALL */
    uint8_t phase, turns, first;     /* turns ended; the seat that acts first */
    uint8_t spare[5];
} wt_state;

_Static_assert(sizeof(wt_state) % 8 == 0, "no hidden padding");

/* Words: bits 56-63 say what it is. A record and the event that shows it have
 *   0-5   the house of a roundabout + 1, or 0
 *   6-12  the number of the pair; expert: the kind of the first card
 *   13-19 expert: the kind of the second card
 *   20-24 the number that was written
 *   25-30 the house
 *   31-37 what the effect did, as the names of tables.h have it
 *   48-50 the seat (events alone)
 *   51    refused (records alone) */
enum {
    WT_ROUND = 1, /* 0-5 house */
    WT_USE,       /* 0-6 pair: 6 (number - 1) + effect */
    WT_PLAY,      /* 0-6 kind of the first card, 7-13 of the second */
    WT_REFUSE,
    WT_BUILD,     /* 0-5 house, 6-10 number */
    WT_FENCE,     /* 0-4 gap */
    WT_BIS,       /* 0-6 house, + 33 if from the right */
    WT_AGENT,     /* 0-2 size */
    WT_SKIP,
    WT_CLAIM,     /* 0-1 plan, from 1 on */
    WT_ESTATE,    /* 0-5 first house */
    WT_DONE,
    WT_RESHUFFLE,
    WT_CARD = 16, /* 0-6 kind, or WT_SOLO */
    WT_DRAW,      /* 0-6 kind + 1, 48-50 seat */
    WT_TURN,      /* as above */
    WT_REFUSAL,   /* 0-5 roundabout, 48-50 seat */
    WT_EXPERT,    /* as above */
    WT_FOLD,      /* 0-5 roundabout, 6-12, 13-19, 20-26 kinds, 48-50 seat */
    WT_SHOW_PLANS, /* 0-32 houses used, 33-35 claims, 36 asked, 48-50 seat */
    WT_PASS       /* 0-6 kind + 1, 48-50 seat */
};

#define WT_REFUSED (UINT64_C(1) << 51)

static inline core_move wt_word(int what, uint64_t payload)
{
    return (uint64_t)(unsigned)what << 56 | payload;
}

static inline int wt_what(core_move move)
{
    return (int)(move >> 56);
}

static inline int wt_bits(core_move move, int from, int bits)
{
    return (int)(move >> from & ((UINT64_C(1) << bits) - 1));
}

static inline int wt_seat(core_move event)
{
    return wt_bits(event, 48, 3);
}

static inline int wt_number_of(int kind)
{
    return WT_CARDS[kind][0];
}

static inline int wt_effect_of(int kind)
{
    return WT_CARDS[kind][1];
}

/* The effect that did this. */
static inline int wt_effect_did(int did)
{
    return did < WT_DID_POOL           ? WT_SURVEYOR
           : did == WT_DID_POOL        ? WT_POOL
           : did == WT_DID_TEMP        ? WT_TEMP
           : did < WT_DID_LANDSCAPER   ? WT_BIS_EFFECT
           : did == WT_DID_LANDSCAPER  ? WT_LANDSCAPER
                                       : WT_AGENT_EFFECT;
}

static inline core_move wt_use(int number, int effect)
{
    return wt_word(WT_USE, (uint64_t)(6 * (number - 1) + effect));
}

/* ---- piles: two bits a kind ---- */

#define WT_LANES UINT64_C(0x5555555555555555)

static inline int wt_count(const uint64_t pile[3], int kind)
{
    return (int)(pile[kind / 32] >> kind % 32 * 2 & 3);
}

static inline void wt_add(uint64_t pile[3], int kind)
{
    pile[kind / 32] += UINT64_C(1) << kind % 32 * 2;
}

static inline void wt_remove(uint64_t pile[3], int kind)
{
    pile[kind / 32] -= UINT64_C(1) << kind % 32 * 2;
}

static inline int wt_total(const uint64_t pile[3])
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += __builtin_popcountll(pile[i] & WT_LANES) +
             2 * __builtin_popcountll(pile[i] >> 1 & WT_LANES);
    return n;
}

/* ---- the flow of a turn ---- */

static inline int wt_done(const wt_state *s, int seat)
{
    return s->stage[seat] == WT_STAGE_DONE;
}

/* The seat whose turn is shown next; the number of seats if all are shown. */
static inline int wt_next_shown(const wt_rules *r, const wt_state *s)
{
    int seat = 0;
    while (seat < r->seats && s->shown[seat] == WT_SHOWN_ALL)
        seat++;
    return seat;
}

/* May this seat, with the claims it has made in this turn, ask for the reshuffle? */
static inline int wt_may_ask(const wt_rules *r, const wt_state *s, int claims)
{
    switch (r->reshuffle) {
    case WT_FIRST_PLAN: return claims && !s->taken;
    case WT_EACH_PLAN:  return (claims & ~s->taken) != 0;
    default:            return 0;
    }
}

/* game.c */
extern const core_game welcometo_game;

/* rules.c */
void wt_load(const wt_state *s, int seat, wt_sheet *sheet);
void wt_load_built(const wt_state *s, int seat, wt_sheet *sheet);
void wt_working(const wt_state *s, int seat, wt_sheet *sheet);
void wt_apply(uint64_t record, wt_sheet *sheet);
int wt_can_claim(const wt_rules *r, const wt_sheet *sheet, int i);
int wt_any_claim(const wt_rules *r, const wt_sheet *sheet);
int wt_sheet_ends(const wt_state *s, int seat);
int wt_ends(const wt_rules *r, const wt_state *s);
void welcometo_start(const void *rules, void *state);
void welcometo_play(const void *rules, void *state, core_move move);
int welcometo_actor(const void *rules, const void *state);
int welcometo_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores);
void welcometo_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores);

/* cards.c */
int wt_missing(const wt_rules *r, const wt_state *s);
int wt_drawer(const wt_rules *r, const wt_state *s);
int wt_hidden(const wt_rules *r, const wt_state *s);
void wt_take_card(const wt_rules *r, wt_state *s, int kind);
void wt_take_draw(const wt_rules *r, wt_state *s, int seat, int kind);
void wt_discard(wt_state *s, int seat, const int *kinds, int n);
int wt_could_hold(const wt_state *s, int seat, const int *kinds, int n);
int wt_passer(const wt_rules *r, const wt_state *s);
void wt_take_pass(const wt_rules *r, wt_state *s, int seat, int kind);
void wt_next_cards(const wt_rules *r, wt_state *s);
int wt_kind_at(const uint64_t pile[3], int rank);

/* forms.c */
#define WT_FORMS 21
extern const core_form WELCOMETO_FORMS[WT_FORMS];

/* setup.c */
#define WT_OPTIONS 7
extern const core_option WELCOMETO_OPTIONS[WT_OPTIONS];
void welcometo_draw(int64_t *options, core_rng *rng);
const char *welcometo_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                            size_t table_length);

/* moves.c */
int welcometo_moves(const void *rules, const void *state, core_move *out, uint64_t *weights);
const char *welcometo_illegal(const void *rules, const void *state, core_move move);
core_move welcometo_sample(const void *rules, const void *state, core_rng *rng);
core_move welcometo_deal(const void *rules, const void *state, uint64_t seed);
uint32_t wt_picks(const wt_rules *r, const wt_state *s, int seat, const wt_sheet *sheet,
                  uint64_t *estates);

/* A pair: the number printed on one card, the effect of another; expert: the kinds of the two. */
typedef struct {
    int number, effect, first, second;
} wt_pair;
int wt_pairs_of(const wt_rules *r, const wt_state *s, int seat, wt_pair *out);
int wt_may_refuse(const wt_rules *r, const wt_places *places, const wt_pair *pairs, int n);

/* shown.c */
core_move wt_shown_word(const wt_rules *r, const wt_state *s);
const char *wt_shown_reason(const wt_rules *r, const wt_state *s, core_move event);
const char *wt_plans_reason(const wt_rules *r, const wt_state *s, const wt_sheet *sheet, int claims,
                            int asked, uint64_t used);

/* views.c */
int welcometo_viewer(const void *state);
core_move welcometo_observed(const void *rules, const void *state, core_move move, int seat);
void welcometo_view(const void *rules, const void *state, int seat, void *view);
void welcometo_determinize(const void *rules, const void *view, core_rng *rng, void *state);

/* advice.c, playout.c, prior.c */
int wt_advice(const wt_rules *r, const wt_state *s, const core_move *moves, int n, int *values);
#define WT_POLICIES "advice|proportional|greedy|uniform"
enum {
    WT_POLICY_ADVICE,
    WT_POLICY_PROPORTIONAL,
    WT_POLICY_GREEDY,
    WT_POLICY_UNIFORM,
    WT_POLICY_COUNT
};
core_move welcometo_choose(const void *rules, const void *state, int policy, core_rng *rng);
int welcometo_playout(const void *rules, const void *state, int policy, core_rng *rng,
                      int64_t *shares, int64_t *scores);
void welcometo_prior(const void *rules, const void *state, const core_move *moves, int n,
                     uint32_t *weights);

/* fields.c */
enum { WT_FIELDS = 32, WT_RULES = 7, WT_KEYS = 32 };
extern const core_field WELCOMETO_FIELDS[WT_FIELDS], WELCOMETO_RULES[WT_RULES];
extern const core_key WELCOMETO_KEYS[WT_KEYS];

/* check.c, check_turn.c */
const char *wt_check_turn(const wt_rules *r, const wt_state *s);
const char *welcometo_check(const void *rules, const void *state);

#endif
