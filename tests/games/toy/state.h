/* state.h -- a game for the tests alone: walked whole in seconds, with what Jaipur lacks.
 *
 * Three seats, five or six numbered cards and one script (STEPS). Each seat draws a card, seat 0 a
 * second one. In the middle of that turn seat 2 may show an odd card and draw another; it is always
 * asked, since nothing public says that it has none. Seat 0 gives one of its cards face down to
 * seat 1, which seat 2 does not see; seat 1 discards its own card or the gift in the open. Each
 * seat draws again, and when the deck is empty the discards are shuffled into a new one. All choose
 * a card at the same time, hidden; the choices are replayed in seat order, and one card wins.
 *
 * Where each card may lie is common knowledge: a mask of places. What a seat sees follows from the
 * place, so a gift is a place of its own, and so is what a seat drew from the second deck (a hand
 * from the first keeps its pool). A view forgets nothing: its determinizations are exactly the
 * states of all histories with the same observations, each with the same weight.
 *
 * The files are those of a game in csrc/games.
 */
#ifndef SARAI_TOY_H
#define SARAI_TOY_H

#include "game.h"
#include "rng.h"

enum { SEATS = 3, CARDS = 6, MAX_MOVES = 8 };
enum { NOWHERE, DECK, HAND0, HAND1, HAND2, GIFT, FRESH0, FRESH1, FRESH2, OPEN, PLACES };

static const int SEEN_BY[PLACES] = {0, 0, 1, 2, 4, 3, 1, 2, 4, 7}; /* a bit per seat */
static const int OWNER[PLACES] = {SEATS, SEATS, 0, 1, 2, 1, 0, 1, 2, SEATS};

/* Words: bits 56-63 what, 8-15 place, 0-7 card (0: unseen). A draw says where the card goes, all
 * others where it comes from. */
enum { DECLINE = 1, SHOW, GIVE, DISCARD, CHOOSE, DRAW = 16, SHUFFLE, REPLAY };
enum { OVER, AT_DISCARD = 7 };
static const struct {
    int kind, seat, held[SEATS]; /* cards of each seat then, up to the discard */
} STEPS[] = {{DRAW, 0, {0, 0, 0}}, {DRAW, 1, {1, 0, 0}}, {DRAW, 2, {1, 1, 0}},
             {DRAW, 0, {1, 1, 1}}, {SHOW, 2, {2, 1, 1}}, {DRAW, 2, {2, 1, 0}},
             {GIVE, 0, {2, 1, 1}}, {DISCARD, 1, {1, 2, 1}}, {DRAW, 0, {0}},
             {DRAW, 1, {0}},       {DRAW, 2, {0}},       {CHOOSE, 0, {0}},
             {OVER, 0, {0}}};

typedef struct {
    uint8_t cards, spare[7];
} toy_rules;

typedef struct {
    uint16_t may[CARDS + 1];  /* bit per place: where a card may lie, as all know */
    uint8_t place[CARDS + 1]; /* where it lies; NOWHERE: this view does not see it */
    uint8_t size[PLACES];     /* cards in a place */
    uint8_t choice[SEATS];    /* card chosen, not yet replayed */
    uint8_t played[SEATS];    /* card replayed */
    int8_t viewer;
    uint8_t step;
    uint8_t first; /* chooses first; in a view its own seat */
    uint8_t fresh; /* 1: the second deck */
    uint8_t spare[7];
} toy_state;

_Static_assert(sizeof(toy_state) == 48, "no hidden padding");

static inline int kind(const toy_state *s)
{
    return STEPS[s->step].kind;
}

static inline int done(const toy_state *s, int seat)
{
    return s->choice[seat] || s->played[seat];
}

static inline int unseen(const toy_state *s, int place)
{
    return s->viewer != CORE_ALL && !(SEEN_BY[place] >> s->viewer & 1);
}

static inline int missing(const toy_state *s, int place)
{
    int n = s->size[place];
    for (int card = 1; card <= CARDS; card++)
        n -= s->place[card] == place;
    return n;
}

/* forms.c */
enum { TOY_FORM_COUNT = 8 };
extern const core_form TOY_FORMS[TOY_FORM_COUNT];

/* game.c */
extern const core_game toy_game;

/* rules.c */
enum { TOY_OPTION_COUNT = 1 };
extern const core_option TOY_OPTIONS[TOY_OPTION_COUNT];
const char *toy_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                      size_t table_length);
void toy_start(const void *rules, void *state);
int toy_actor(const void *rules, const void *state);
void toy_play(const void *rules, void *state, core_move move);
int toy_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores);
void toy_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores);

/* moves.c */
const char *toy_illegal(const void *rules, const void *state, core_move move);
int toy_moves(const void *rules, const void *state, core_move *out, uint64_t *weights);
core_move toy_sample(const void *rules, const void *state, core_rng *rng);
core_move toy_deal(const void *rules, const void *state, uint64_t seed);

/* views.c */
int toy_lay(const toy_rules *r, toy_state *s, int card, int pick);
int toy_viewer(const void *state);
core_move toy_observed(const void *rules, const void *state, core_move move, int seat);
void toy_view(const void *rules, const void *state, int seat, void *view);
void toy_determinize(const void *rules, const void *view, core_rng *rng, void *state);

/* playout.c */
int toy_playout(const void *rules, const void *state, int policy, core_rng *rng, int64_t *shares,
                int64_t *scores);

/* parts.c */
void toy_parts(const void *rules, const void *state, const core_move *moves, int n, uint32_t *parts,
               uint32_t *ends);

/* check.c */
const char *toy_check(const void *rules, const void *state);

#endif
