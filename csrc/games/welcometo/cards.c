/* cards.c -- the pile of Welcome To, the cards on show, the hands of the expert game. */
#include <string.h>

#include "state.h"

/* Cards that are still to be turned up before the turn. */
int wt_missing(const wt_rules *r, const wt_state *s)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += !s->numbers[i] + (r->seats > 1 && !s->effects[i]);
    return r->expert ? 0 : n;
}

/* Expert: the seat that draws next; the number of seats if none does. */
int wt_drawer(const wt_rules *r, const wt_state *s)
{
    int seat = 0;
    while (seat < r->seats && s->hand[seat][0] && s->hand[seat][1] && s->hand[seat][2])
        seat++;
    return seat;
}

/* Cards in hands that a view does not see: they are in its pool. */
int wt_hidden(const wt_rules *r, const wt_state *s)
{
    int n = 0;
    for (int seat = 0; seat < r->seats; seat++)
        for (int i = 0; i < 3; i++)
            n += s->hand[seat][i] == WT_UNSEEN;
    return n;
}

/* The kind of card number `rank` when the pile lies sorted. */
int wt_kind_at(const uint64_t pile[3], int rank)
{
    for (int i = 0; i < 3; i++) {
        for (uint64_t left = (pile[i] | pile[i] >> 1) & WT_LANES; left; left &= left - 1) {
            int lane = __builtin_ctzll(left), count = (int)(pile[i] >> lane & 3);
            if (rank < count)
                return 32 * i + lane / 2;
            rank -= count;
        }
    }
    assert(0);
    return 0;
}

void wt_take_card(const wt_rules *r, wt_state *s, int kind)
{
    if (kind == WT_SOLO) {
        s->solo = 1;
        s->taken = 7;
        return;
    }
    wt_remove(s->pile, kind);
    for (int i = 0; i < 6; i++) {
        uint8_t *slot = i < 3 ? &s->effects[i] : &s->numbers[i - 3];
        if (!*slot && (i >= 3 || r->seats > 1)) {
            *slot = (uint8_t)(kind + 1);
            return;
        }
    }
}

/* Everything but what is on show or in hands is the new pile. */
static void shuffle(const wt_rules *r, wt_state *s)
{
    memcpy(s->pile, r->deck, sizeof s->pile);
    for (int i = 0; i < 3; i++)
        if (s->effects[i])
            wt_remove(s->pile, s->effects[i] - 1);
    for (int seat = 0; seat < r->seats; seat++)
        for (int i = 0; i < 3; i++)
            if (s->hand[seat][i] && s->hand[seat][i] != WT_UNSEEN)
                wt_remove(s->pile, s->hand[seat][i] - 1);
}

/* Expert: before a draw the pile must not be empty. */
static void refill(const wt_rules *r, wt_state *s)
{
    if (wt_drawer(r, s) < r->seats && wt_total(s->pile) == wt_hidden(r, s))
        shuffle(r, s);
}

/* `kind` is below 0 if the viewer does not see the card: it stays in its pool. */
void wt_take_draw(const wt_rules *r, wt_state *s, int seat, int kind)
{
    int i = 0;
    while (s->hand[seat][i])
        i++;
    s->hand[seat][i] = (uint8_t)(kind < 0 ? WT_UNSEEN : kind + 1);
    if (kind >= 0)
        wt_remove(s->pile, kind);
    refill(r, s);
}

/* The cards that a seat has used are out. What is left of its hand comes first in it. Whoever knew
 * the third card goes on knowing it, unless a card of its kind was used. */
void wt_discard(wt_state *s, int seat, const int *kinds, int n)
{
    uint8_t *hand = s->hand[seat], left = 0;
    int same = 0;
    for (int i = 0; i < n; i++) {
        int at = 2;
        same |= hand[2] == kinds[i] + 1;
        while (at >= 0 && hand[at] != kinds[i] + 1)
            at--;
        if (at < 0) {
            wt_remove(s->pile, kinds[i]);
            for (at = 2; hand[at] != WT_UNSEEN;)
                at--;
        }
        hand[at] = 0;
    }
    for (int i = 0; i < 3; i++)
        left = hand[i] ? hand[i] : left;
    s->keeps[seat] = same ? 0 : s->knows[seat];
    s->knows[seat] = 0;
    hand[0] = left;
    hand[1] = hand[2] = 0;
}

/* Expert: could a seat hold these cards, as far as this state or view knows? */
int wt_could_hold(const wt_state *s, int seat, const int *kinds, int n)
{
    uint64_t pool[3];
    int taken = 0, hidden = 0;
    memcpy(pool, s->pile, sizeof pool);
    for (int i = 0; i < 3; i++)
        hidden += s->hand[seat][i] == WT_UNSEEN;
    for (int i = 0; i < n; i++) {
        int at = 2;
        while (at >= 0 && (taken >> at & 1 || s->hand[seat][at] != kinds[i] + 1))
            at--;
        if (at >= 0) {
            taken |= 1 << at;
            continue;
        }
        if (hidden-- <= 0 || !wt_count(pool, kinds[i]))
            return 0;
        wt_remove(pool, kinds[i]);
    }
    return 1;
}

/* Expert: the seat that passes its card on next; the number of seats if none does. */
int wt_passer(const wt_rules *r, const wt_state *s)
{
    int seat = 0;
    while (seat < r->seats && !s->hand[seat][0])
        seat++;
    return seat;
}

/* `kind` is below 0 if the viewer is not told: it may know the card nevertheless. */
void wt_take_pass(const wt_rules *r, wt_state *s, int seat, int kind)
{
    int to = (seat + 1) % r->seats;
    uint8_t card = s->hand[seat][0];
    if (card == WT_UNSEEN && kind >= 0) {
        wt_remove(s->pile, kind);
        card = (uint8_t)(kind + 1);
    }
    s->hand[to][2] = card;
    s->knows[to] = (uint8_t)((s->keeps[seat] | 1 << seat) & ~(1 << to));
    if (s->viewer != CORE_ALL)
        s->knows[to] &= (uint8_t)(1 << s->viewer);
    s->hand[seat][0] = s->keeps[seat] = 0;
}

/* After a turn: pairs move on, the pile is renewed if it is time, cards are to be turned up. */
void wt_next_cards(const wt_rules *r, wt_state *s)
{
    if (r->expert) {
        if (s->reshuffle)
            shuffle(r, s);
        refill(r, s);
    } else if (r->seats == 1) {
        memset(s->numbers, 0, sizeof s->numbers);
    } else {
        memcpy(s->effects, s->numbers, sizeof s->effects);
        memset(s->numbers, 0, sizeof s->numbers);
        int empty = !wt_total(s->pile);
        if (s->reshuffle || (empty && r->redeal))
            memset(s->effects, 0, sizeof s->effects);
        if (s->reshuffle || empty)
            shuffle(r, s);
    }
    s->reshuffle = 0;
}
