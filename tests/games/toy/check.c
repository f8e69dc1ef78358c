/* check.c -- could these bytes be a state or a view of the toy game? */
#include <string.h>

#include "state.h"

static const char *check_cards(const toy_rules *r, const toy_state *s)
{
    int total = 0;
    for (int card = 0; card <= CARDS; card++) {
        int exists = card > 0 && card <= r->cards, may = s->may[card], place = s->place[card];
        if (exists ? !may || may & 1 || may >> PLACES : may)
            return "may: no such card or place";
        if (place ? place >= PLACES || unseen(s, place) || !(may >> place & 1)
                  : exists && s->viewer == CORE_ALL)
            return "place: the card is missing, or not seen there";
    }
    for (int place = DECK; place < PLACES; place++) {
        total += s->size[place];
        if (missing(s, place) < 0 || (missing(s, place) > 0 && !unseen(s, place)))
            return "size: cards are too many or missing";
    }
    toy_state trial = *s;
    if (s->size[NOWHERE] || total != r->cards)
        return "size: not all cards";
    return toy_lay(r, &trial, 1, 0) ? NULL : "may: no deal agrees with it";
}

/* Until the discard the script says how many cards a seat has; after it, each has one at least. */
static const char *check_sizes(const toy_rules *r, const toy_state *s)
{
    (void)r;
    int early = s->step <= AT_DISCARD, second = s->size[FRESH0] + s->size[FRESH1] + s->size[FRESH2];
    for (int seat = 0; seat < SEATS; seat++) {
        int held = s->size[HAND0 + seat] + s->size[FRESH0 + seat] + (seat == 1 ? s->size[GIFT] : 0);
        if (early ? held != STEPS[s->step].held[seat] : !held && !s->played[seat])
            return "size: a hand does not agree with the script";
    }
    if (s->fresh ? early : second)
        return "fresh: the second deck does not agree with the script";
    return kind(s) == DRAW && !s->size[DECK] && !s->size[OPEN] ? "size: nothing to draw" : NULL;
}

static const char *check_choices(const toy_rules *r, const toy_state *s)
{
    (void)r;
    int choosing = kind(s) == CHOOSE;
    if (choosing && s->viewer != CORE_ALL ? s->first != s->viewer : s->first && !choosing)
        return "first: nothing to choose, or not the viewer";
    for (int seat = 0; seat < SEATS; seat++) {
        int choice = s->choice[seat], played = s->played[seat];
        if (choice && (choice > CARDS || !choosing || played || OWNER[s->place[choice]] != seat))
            return "choice: not a card that this seat may choose";
        if (choice && s->viewer != CORE_ALL && s->viewer != seat)
            return "choice: the viewer does not see it";
        if (played ? played > CARDS || s->place[played] != OPEN || (seat && !s->played[seat - 1]) ||
                         (!choosing && kind(s) != OVER)
                   : kind(s) == OVER)
            return "played: not in the open, or out of order";
    }
    return choosing && s->played[SEATS - 1] ? "step: all is replayed" : NULL;
}

const char *toy_check(const void *rules, const void *state)
{
    const toy_state *s = state;
    if (s->viewer < CORE_ALL || s->viewer >= SEATS || s->step >= sizeof STEPS / sizeof *STEPS ||
        s->first >= SEATS || s->fresh > 1 || memcmp(s->spare, (uint8_t[7]){0}, sizeof s->spare))
        return "a number is out of range";
    static const char *(*const CHECKS[])(const toy_rules *, const toy_state *) = {
        check_cards, check_sizes, check_choices};
    const char *wrong = NULL;
    for (int i = 0; i < 3 && !wrong; i++)
        wrong = CHECKS[i](rules, s);
    return wrong;
}
