/* state.h -- a game for the tests alone: a seat's own deck, hand and discard pile, shuffled again
 * and again, and a turn in secret that is two small moves.
 *
 * Two or three seats, three kinds of cards (1, 2, 3). Each seat has a deck of two 1s and a 2, and
 * draws two cards. In its turn it plays a card in the open: a 1 gains a 3, a 3 leaves the game, the
 * card goes to its discard pile. Then it draws up to two cards; an empty deck is the discard pile
 * shuffled. At the end all choose at the same time, hidden: first a card, then one that they show
 * of those left in the hand, or none. The choices are replayed seat by seat, two events each.
 *
 * What a seat owns is public, as is the discard pile; hidden is how the rest splits into hand and
 * deck. A shuffle comes when the deck is empty, so all of the old pool is in the hand, which is
 * known from then on: `known`. What was drawn since is `hidden` cards of the new pool. That is all
 * that the other seats know, so a view forgets nothing. A known card leaves the hand first.
 */
#ifndef SARAI_DECKS_H
#define SARAI_DECKS_H

#include "game.h"
#include "rng.h"

enum { SEATS = 3, KINDS = 3, HAND = 2, BASICS = 3, MOST = 12, MAX_MOVES = 8 };

/* Words: bits 56-63 what, 8-15 seat, 0-7 kind (0: of a draw, unseen; of a show, none). */
enum { PLAY = 1, CHOOSE, SHOW, DRAW = 16, SHUFFLE, REPLAY, RESHOW };

typedef struct {
    uint8_t seats, turns, active; /* turns of each of the first `active` seats */
    uint8_t spare[5];
} decks_rules;

/* In the view of another seat `hand` has the known cards, and `deck` the hidden ones too. */
typedef struct {
    uint8_t hand[SEATS][KINDS], known[SEATS][KINDS], deck[SEATS][KINDS], discard[SEATS][KINDS];
    uint8_t hidden[SEATS]; /* cards in the hand that are not known */
    uint8_t choice[SEATS]; /* kind chosen, not yet replayed */
    uint8_t shown[SEATS];  /* 1 + kind to be shown, not yet replayed */
    uint8_t score[SEATS];
    int8_t viewer;
    uint8_t turn;     /* of all seats: the first ones only draw, after the last all choose */
    uint8_t drawing;  /* 1: the seat has played, or it is its first turn */
    uint8_t first;    /* chooses first; in a view its own seat */
    uint8_t replayed; /* two events for each seat */
    uint8_t spare[3];
} decks_state;

_Static_assert(sizeof(decks_state) == 56, "no hidden padding");

static inline int total(const uint8_t *cards)
{
    return cards[0] + cards[1] + cards[2];
}

static inline int unseen(const decks_state *s, int seat)
{
    return s->viewer != CORE_ALL && s->viewer != seat;
}

static inline int hand_size(const decks_state *s, int seat)
{
    return total(s->known[seat]) + s->hidden[seat];
}

static inline int deck_size(const decks_state *s, int seat)
{
    return total(s->deck[seat]) - (unseen(s, seat) ? s->hidden[seat] : 0);
}

static inline int turn_of(const decks_rules *r, const decks_state *s)
{
    return s->turn < r->seats ? s->turn : (s->turn - r->seats) % r->active;
}

static inline int last_turn(const decks_rules *r)
{
    return r->seats + r->turns * r->active;
}

static inline int choosing(const decks_rules *r, const decks_state *s)
{
    return s->turn == last_turn(r);
}

static inline int over(const decks_rules *r, const decks_state *s)
{
    return s->replayed == 2 * r->seats;
}

static inline int done(const decks_state *s, int seat)
{
    return s->replayed >= 2 * seat + 2 || s->shown[seat];
}

/* forms.c */
enum { DECKS_FORM_COUNT = 7 };
extern const core_form DECKS_FORMS[DECKS_FORM_COUNT];

/* game.c */
extern const core_game decks_game;

/* views.c */
int decks_viewer(const void *state);
core_move decks_observed(const void *rules, const void *state, core_move move, int seat);
void decks_view(const void *rules, const void *state, int seat, void *view);
void decks_determinize(const void *rules, const void *view, core_rng *rng, void *state);
const char *decks_check(const void *rules, const void *state);

#endif
