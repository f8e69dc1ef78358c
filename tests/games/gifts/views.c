/* views.c -- the game of gifts: who knows what, and could these bytes be a state or a view? */
#include <limits.h>
#include <string.h>

#include "state.h"

int gifts_viewer(const void *state)
{
    return ((const gifts_state *)state)->viewer;
}

core_move gifts_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules;
    (void)state;
    return sees_move(seat, move) ? move : move & ~UINT64_C(0xff);
}

void gifts_view(const void *rules, const void *state, int seat, void *view)
{
    (void)rules;
    gifts_state *v = view;
    memmove(v, state, sizeof *v);
    v->viewer = (int8_t)seat;
    for (int card = 1; card <= CARDS; card++)
        if (!sees(seat, v->place[card]))
            v->place[card] = NOWHERE;
    for (int i = 0; i < v->logged; i++)
        if (!sees_move(seat, v->log[i]))
            v->log[i] &= 0xff00;
}

/* ---- all histories that fit ---- */

static int unwind(gifts_state *s, uint8_t *place, int n, int pick);

/* A shuffle taken back: all that is in the deck lay open. */
static int unwind_shuffle(gifts_state *s, const uint8_t *place, int n, int pick)
{
    uint8_t before[CARDS + 1];
    for (int card = 0; card <= CARDS; card++)
        before[card] = place[card] == DECK ? OPEN : place[card];
    return unwind(s, before, n, pick);
}

/* Takes the first n moves of the log back, with every card that may have moved in them, until way
 * number `pick`, which is written into the log; returns how many ways were found. */
static int unwind(gifts_state *s, uint8_t *place, int n, int pick)
{
    if (n == 0)
        return !s->logged || open_cards(place) == s->opened;
    int entry = s->log[n - 1], from = from_of((core_move)entry), to = to_of((core_move)entry);
    int known = card_of((core_move)entry), ways = 0;
    if (to == DECK)
        return unwind_shuffle(s, place, n - 1, pick);
    for (int card = known ? known : 1; card <= (known ? known : CARDS); card++)
        if (place[card] == to) {
            place[card] = (uint8_t)from;
            s->log[n - 1] = (uint16_t)((entry & 0xff00) | card);
            ways += unwind(s, place, n - 1, pick - ways);
            place[card] = (uint8_t)to;
            if (ways > pick)
                return ways;
        }
    s->log[n - 1] = (uint16_t)entry;
    return ways;
}

static int missing(const gifts_state *s, int place)
{
    int n = s->size[place];
    for (int card = 1; card <= CARDS; card++)
        n -= s->place[card] == place;
    return n;
}

/* Lays the unseen cards from `card` on where they may lie, in all ways that the log allows. */
static int lay(const gifts_rules *r, gifts_state *s, int card, int pick)
{
    int ways = 0;
    while (card <= r->cards && s->place[card])
        card++;
    if (card > r->cards) {
        uint8_t place[CARDS + 1];
        memcpy(place, s->place, sizeof place);
        return unwind(s, place, s->logged, pick);
    }
    for (int place = DECK; place < OPEN; place++)
        if (missing(s, place) > 0) {
            s->place[card] = (uint8_t)place;
            ways += lay(r, s, card + 1, pick - ways);
            if (ways > pick)
                return ways;
            s->place[card] = NOWHERE;
        }
    return ways;
}

/* The deals and logs that fit a view, up to number `pick`, which is left in `s`. */
int gifts_ways(const gifts_rules *r, gifts_state *s, int pick)
{
    return lay(r, s, 1, pick);
}

void gifts_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    gifts_state trial = *(const gifts_state *)view, *s = state;
    int ways = gifts_ways(rules, &trial, INT_MAX);
    memmove(s, view, sizeof *s);
    gifts_ways(rules, s, (int)rng_below(rng, (uint32_t)ways));
    s->viewer = CORE_ALL;
}

/* Has a seat that received a card, or held one at a shuffle, never been without cards since? */
int gifts_unsettled(const gifts_state *s)
{
    int size[PLACES], emptied = 0;
    for (int place = 0; place < PLACES; place++)
        size[place] = s->size[place];
    for (int i = s->logged; i > 0; i--) {
        int from = from_of(s->log[i - 1]), to = to_of(s->log[i - 1]), all = 1;
        for (int place = HAND0; place < OPEN; place++) {
            emptied |= !size[place] << place;
            all &= emptied >> place;
        }
        if (to == DECK ? !all : is_gift(s->log[i - 1]) && !(emptied >> to & 1))
            return 1;
        if (to != DECK) { /* a shuffle moves no card of a hand */
            size[from]++;
            size[to]--;
        }
    }
    return 0;
}

/* ---- could these bytes be a state or a view? ---- */

static int is_entry(const gifts_rules *r, const gifts_state *s, core_move entry)
{
    int from = from_of(entry), to = to_of(entry), card = card_of(entry);
    if (to == DECK)
        return from == OPEN && !card;
    int moves = is_hand(from) ? to != from && (is_hand(to) || to == OPEN)
                              : from == DECK && is_hand(to);
    return moves && card <= r->cards && (card != 0) == sees_move(s->viewer, entry);
}

static const char *check_numbers(const gifts_rules *r, const gifts_state *s)
{
    gifts_state none = {0};
    if (s->viewer < CORE_ALL || s->viewer >= SEATS || s->step > r->steps ||
        s->shuffles > s->step || s->logged > s->step + s->shuffles || (!s->logged && s->opened) ||
        memcmp(s->spare, none.spare, sizeof none.spare))
        return "a number is out of range";
    for (int i = 0; i < LOG; i++)
        if (i < s->logged ? !is_entry(r, s, s->log[i]) : s->log[i] != 0)
            return "log: no such move";
    for (int card = 0; card <= CARDS; card++)
        if (s->place[card] >= PLACES || (s->place[card] && (!card || card > r->cards)))
            return "place: there is none";
    return NULL;
}

const char *gifts_check(const void *rules, const void *state)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    gifts_state trial = *s;
    const char *wrong = check_numbers(r, s);
    int sum = 0;
    for (int place = 0; place < PLACES && !wrong; place++) {
        int seen = s->size[place] - missing(s, place);
        sum += s->size[place];
        if (place && seen != (sees(s->viewer, place) ? s->size[place] : 0))
            wrong = "size: does not agree with the cards";
    }
    if (wrong)
        return wrong;
    if (s->size[NOWHERE] || sum != r->cards ||
        (s->step < r->steps && !can_leave(s, from_of(r->step[s->step]))))
        return "size: does not agree with the rest";
    return gifts_ways(r, &trial, 0) ? NULL : "log: cannot be";
}
