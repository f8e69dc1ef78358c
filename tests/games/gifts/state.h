/* state.h -- a game for the tests alone: unique cards handed over face down, and handed on.
 *
 * Three seats, up to six numbered cards and a script, given as the table: the number of cards, then
 * the steps. In a step a card moves: from the deck to a hand (a draw), from hand to hand (a gift,
 * face down: the two seats see it, the third does not), or from a hand into the open. In a step
 * that may be declined the seat can keep its cards. An empty deck is the open cards shuffled. Where
 * there is no card to move, the step is passed over; how many cards a hand has is public. A seat
 * scores the cards that it lays open.
 *
 * What a seat knows after a gift that it did not see does not follow from the places of the cards:
 * a seat knows where the card is that it gave away, until that may have been handed on; and each
 * card that comes to light later makes some histories impossible. So the state keeps the history:
 * `log` has the moves since the first gift or shuffle, `opened` the cards that lay open before
 * them. A view has the same log without the cards that its seat did not see. The log is emptied
 * when every seat that received a card, or held one at a shuffle, has been without any since. Then
 * all that was handed over has come to light, and what is hidden is alike for everybody.
 *
 * With an empty log all deals are equally likely; with a log, all pairs of a deal and a log that
 * fit the view. So a view forgets nothing.
 */
#ifndef SARAI_GIFTS_H
#define SARAI_GIFTS_H

#include "game.h"
#include "rng.h"

enum { SEATS = 3, CARDS = 6, STEPS = 16, LOG = 2 * STEPS, MAX_MOVES = CARDS + 1 };
enum { NOWHERE, DECK, HAND0, OPEN = HAND0 + SEATS, PLACES }; /* NOWHERE: this view does not see it */

/* Words: bits 56-63 what, 12-15 from, 8-11 to, 0-7 card (0: unseen). The log has the low 16 bits,
 * and so has a step of the script, with 1 in place of the card if it may be declined. */
enum { GIVE = 1, DISCARD, DECLINE, DRAW = 16, SHUFFLE };

typedef struct {
    uint16_t step[STEPS];
    uint8_t cards, steps, spare[6];
} gifts_rules;

typedef struct {
    uint16_t log[LOG];
    uint8_t place[CARDS + 1];
    uint8_t size[PLACES]; /* cards in a place */
    uint8_t score[SEATS];
    int8_t viewer;
    uint8_t step, logged, shuffles;
    uint8_t opened; /* bit per card: what lay open before the moves of the log */
    uint8_t spare[3];
} gifts_state;

_Static_assert(sizeof(gifts_rules) == 40 && sizeof(gifts_state) == 88, "no hidden padding");

static inline int from_of(core_move move)
{
    return (int)(move >> 12 & 15);
}

static inline int to_of(core_move move)
{
    return (int)(move >> 8 & 15);
}

static inline int card_of(core_move move)
{
    return (int)(move & 0xff);
}

static inline int is_hand(int place)
{
    return place >= HAND0 && place < OPEN;
}

static inline int is_gift(core_move move)
{
    return is_hand(from_of(move)) && is_hand(to_of(move));
}

static inline int sees(int seat, int place)
{
    return seat == CORE_ALL || place == HAND0 + seat || place == OPEN;
}

/* Does a seat see the card that moves? */
static inline int sees_move(int seat, core_move move)
{
    return sees(seat, from_of(move)) || sees(seat, to_of(move));
}

/* Can a card leave a place, if need be after a shuffle? */
static inline int can_leave(const gifts_state *s, int from)
{
    return s->size[from] || (from == DECK && s->size[OPEN]);
}

static inline int open_cards(const uint8_t *place)
{
    int open = 0;
    for (int card = 1; card <= CARDS; card++)
        open |= (place[card] == OPEN) << card;
    return open;
}

/* forms.c */
enum { GIFTS_FORM_COUNT = 5 };
extern const core_form GIFTS_FORMS[GIFTS_FORM_COUNT];

/* game.c */
extern const core_game gifts_game;

/* views.c */
int gifts_ways(const gifts_rules *r, gifts_state *s, int pick);
int gifts_unsettled(const gifts_state *s);
int gifts_viewer(const void *state);
core_move gifts_observed(const void *rules, const void *state, core_move move, int seat);
void gifts_view(const void *rules, const void *state, int seat, void *view);
void gifts_determinize(const void *rules, const void *view, core_rng *rng, void *state);
const char *gifts_check(const void *rules, const void *state);

#endif
