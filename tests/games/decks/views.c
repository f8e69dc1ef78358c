/* views.c -- the game of decks: who knows what, and could these bytes be a state or a view? */
#include <string.h>

#include "state.h"

int decks_viewer(const void *state)
{
    return ((const decks_state *)state)->viewer;
}

core_move decks_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules;
    (void)state;
    int what = (int)(move >> 56), own = (int)(move >> 8 & 0xff) == seat;
    if (own || (what != DRAW && what != CHOOSE && what != SHOW))
        return move;
    return what == DRAW ? move & ~UINT64_C(0xff) : CORE_NOTHING;
}

void decks_view(const void *rules, const void *state, int seat, void *view)
{
    const decks_rules *r = rules;
    decks_state *v = view;
    memmove(v, state, sizeof *v);
    if (v->viewer == seat)
        return;
    v->viewer = (int8_t)seat;
    if (choosing(r, v) && !over(r, v))
        v->first = (uint8_t)seat;
    for (int other = 0; other < r->seats; other++) {
        if (other == seat)
            continue;
        v->choice[other] = v->shown[other] = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            int hidden = v->hand[other][kind] - v->known[other][kind];
            v->hand[other][kind] = v->known[other][kind];
            v->deck[other][kind] = (uint8_t)(v->deck[other][kind] + hidden);
        }
    }
}

void decks_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    const decks_rules *r = rules;
    decks_state *s = state;
    memmove(s, view, sizeof *s);
    for (int seat = 0; seat < r->seats; seat++)
        for (int n = unseen(s, seat) ? s->hidden[seat] : 0; n > 0; n--) {
            int rest = (int)rng_below(rng, (uint32_t)total(s->deck[seat])), kind = 0;
            for (; rest >= s->deck[seat][kind]; kind++)
                rest -= s->deck[seat][kind];
            s->deck[seat][kind]--;
            s->hand[seat][kind]++;
        }
    s->viewer = CORE_ALL;
}

/* ---- could these bytes be a state or a view? ---- */

static const char *check_cards(const decks_rules *r, const decks_state *s, int seat)
{
    int own = 0, last = turn_of(r, s), playing = !choosing(r, s);
    for (int kind = 0; kind < KINDS; kind++) {
        const uint8_t cards[] = {s->hand[seat][kind], s->known[seat][kind], s->deck[seat][kind],
                                 s->discard[seat][kind]};
        for (int i = 0; i < 4; i++)
            if (cards[i] > MOST)
                return "cards: too many";
        if (unseen(s, seat) ? cards[0] != cards[1] : cards[0] < cards[1])
            return "known: does not agree with the hand";
        own += kind < KINDS - 1 ? cards[0] + cards[2] + cards[3] : 0;
    }
    int hidden = total(s->hand[seat]) - total(s->known[seat]), size = hand_size(s, seat);
    if (own != BASICS || (unseen(s, seat) ? deck_size(s, seat) < 0 : hidden != s->hidden[seat]))
        return "hidden: does not agree with the cards";
    if (playing && seat == last && s->drawing)
        return size < HAND ? NULL : "hand: nothing to draw";
    int due = playing ? s->turn < r->seats && seat > last ? 0 : HAND : HAND;
    return size == due - (s->replayed > 2 * seat) ? NULL : "hand: does not agree with the turn";
}

static const char *check_choices(const decks_rules *r, const decks_state *s, int seat)
{
    int choice = s->choice[seat], shown = s->shown[seat], past = s->replayed > 2 * seat;
    int half = s->replayed == 2 * seat + 1; /* the card is replayed, what is shown is not */
    if (choice > KINDS || shown > KINDS + 1 || s->score[seat] > KINDS || past != !!s->score[seat])
        return "choice: no such kind";
    if ((choice || shown) && (!choosing(r, s) || unseen(s, seat)))
        return "choice: nothing is to be chosen, or it is not seen";
    if (past ? choice || (shown && !half) : shown && !choice)
        return "choice: made in the wrong order";
    if (choice && !s->hand[seat][choice - 1])
        return "choice: no such card";
    if (shown > 1 && s->hand[seat][shown - 2] <= (choice == shown - 1))
        return "shown: no such card";
    return s->replayed && !done(s, seat) && s->viewer == seat ? "replayed: too early" : NULL;
}

const char *decks_check(const void *rules, const void *state)
{
    const decks_rules *r = rules;
    const decks_state *s = state;
    decks_state none = {0};
    if (s->viewer < CORE_ALL || s->viewer >= r->seats || s->turn > last_turn(r) ||
        s->drawing > 1 || s->first >= r->seats || s->replayed > 2 * r->seats ||
        memcmp(s->spare, none.spare, sizeof none.spare))
        return "a number is out of range";
    int choice = choosing(r, s) && !over(r, s);
    if (s->first != (choice && s->viewer != CORE_ALL ? s->viewer : choice ? s->first : 0) ||
        (choosing(r, s) ? s->drawing : s->replayed || (s->turn < r->seats && !s->drawing)))
        return "turn: does not agree with the rest";
    for (int seat = r->seats; seat < SEATS; seat++)
        if (s->hidden[seat] || s->choice[seat] || s->shown[seat] || s->score[seat] ||
            memcmp(s->hand[seat], none.hand, KINDS) || memcmp(s->known[seat], none.hand, KINDS) ||
            memcmp(s->deck[seat], none.hand, KINDS) || memcmp(s->discard[seat], none.hand, KINDS))
            return "seats: too many";
    const char *wrong = NULL;
    for (int seat = 0; seat < r->seats && !wrong; seat++)
        wrong = (wrong = check_cards(r, s, seat)) ? wrong : check_choices(r, s, seat);
    return wrong;
}
