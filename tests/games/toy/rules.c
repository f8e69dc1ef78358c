/* rules.c -- the toy game: set-up, the script, what a move does. */
#include <assert.h>
#include <string.h>

#include "state.h"

const core_option TOY_OPTIONS[TOY_OPTION_COUNT] = {{"cards", "", CARDS - 1, CARDS, CARDS - 1, 0}};

const char *toy_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                      size_t table_length)
{
    (void)seats;
    (void)table;
    *(toy_rules *)rules = (toy_rules){(uint8_t)options[0], {0}};
    return table_length ? "table: there is none" : NULL;
}

void toy_start(const void *rules, void *state)
{
    const toy_rules *r = rules;
    toy_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    s->size[DECK] = r->cards;
    for (int card = 1; card <= r->cards; card++) {
        s->place[card] = DECK;
        s->may[card] = 1 << DECK;
    }
}

int toy_actor(const void *rules, const void *state)
{
    (void)rules;
    const toy_state *s = state;
    if (kind(s) == OVER)
        return CORE_OVER;
    if (kind(s) != CHOOSE)
        return kind(s) == DRAW ? CORE_CHANCE : STEPS[s->step].seat;
    if (!done(s, s->first))
        return s->first;
    for (int seat = 0; seat < SEATS; seat++)
        if (!done(s, seat))
            return seat;
    return CORE_CHANCE;
}

/* Face down, each card that may lie in `from` may now lie in `to`; an empty place holds none. */
static void carry(toy_state *s, int card, int from, int to)
{
    s->size[from]--;
    s->size[to]++;
    if (card)
        s->place[card] = (uint8_t)to;
    for (int c = 1; c <= CARDS; c++) {
        if (to != OPEN && (s->may[c] >> from & 1))
            s->may[c] = (uint16_t)(s->may[c] | 1 << to);
        if (!s->size[from])
            s->may[c] = (uint16_t)(s->may[c] & ~(1 << from));
    }
    if (to == OPEN)
        s->may[card] = 1 << OPEN;
}

static void shuffle_discards(toy_state *s)
{
    for (int card = 1; card <= CARDS; card++)
        if (s->place[card] == OPEN) {
            s->may[card] = 1 << DECK;
            s->place[card] = s->viewer == CORE_ALL ? DECK : NOWHERE;
        }
    s->size[DECK] = s->size[OPEN];
    s->size[OPEN] = 0;
    s->fresh = 1;
}

static void next_step(toy_state *s)
{
    do
        s->step++;
    while (kind(s) == DRAW && !s->size[DECK] && !s->size[OPEN]);
    if (kind(s) == CHOOSE && s->viewer != CORE_ALL)
        s->first = (uint8_t)s->viewer;
}

void toy_play(const void *rules, void *state, core_move move)
{
    toy_state *s = state;
    int what = (int)(move >> 56), place = (int)(move >> 8 & 0xff), card = (int)(move & 0xff);
    assert(toy_illegal(rules, s, move) == NULL);
    (void)rules;
    switch (what) {
    case SHUFFLE: shuffle_discards(s); return;
    case CHOOSE:  s->choice[OWNER[place]] = (uint8_t)card; return;
    case DECLINE: s->step++; break; /* and past the draw that replaces the card */
    case DRAW:    carry(s, card, DECK, place); break;
    case GIVE:    carry(s, card, place, GIFT); break;
    default:      carry(s, card, place, OPEN); break;
    }
    if (what == REPLAY) {
        s->choice[OWNER[place]] = 0;
        s->played[OWNER[place]] = (uint8_t)card;
        if (OWNER[place] < SEATS - 1)
            return;
        s->first = 0;
    }
    next_step(s);
}

int toy_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    (void)rules;
    const toy_state *s = state;
    int winner = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        shares[seat] = 0;
        scores[seat] = s->played[seat];
        if (s->played[seat] > s->played[winner])
            winner = seat;
    }
    shares[winner] = CORE_WIN;
    return kind(s) == OVER;
}

void toy_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    toy_settled(rules, state, shares, scores);
}
