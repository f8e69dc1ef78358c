/* check.c -- could this be a state or a view of Bazaar?
 *
 * Reads snapshots that come from outside, so nothing is assumed but that the bytes are there. Each
 * function checks one thing and may rely on those before it in `bazaar_check`. How the table came
 * to be so is not asked, beyond what bounds the numbers.
 */
#include "state.h"

static const char *check_bytes(const bazaar_rules *r, const bazaar_state *s)
{
    if (s->viewer < CORE_ALL || s->viewer >= r->seats)
        return "viewer: a seat, or all";
    if (s->phase > BZ_PHASE_OVER)
        return "phase: no such phase";
    if (s->turn >= r->seats || s->starter >= r->seats || (r->seat0_first && s->starter))
        return "starter: no such seat, or not the one that the rules name";
    if (s->phase == BZ_PHASE_STARTER && (s->starter || r->seat0_first))
        return "phase: the starter is not drawn here";
    if (s->capped > 1 || s->capped != (s->phase == BZ_PHASE_OVER &&
                                       s->turns == r->max_turns * r->seats &&
                                       bz_empty_piles(s) < (r->two_piles ? 2 : BZ_PILES)))
        return "capped: the game was not ended by the number of turns";
    for (unsigned i = 0; i < sizeof s->spare; i++)
        if (s->spare[i])
            return "spare bytes: must be zero";
    return NULL;
}

static const char *check_turns(const bazaar_rules *r, const bazaar_state *s)
{
    int over = s->phase == BZ_PHASE_OVER, most = r->max_turns * r->seats;
    if (s->turns > most || (s->turns == most && !over) || (over && !s->turns))
        return "turns: more than the limit of a game, or none";
    if (s->turn != (s->starter + s->turns - over) % r->seats)
        return "turn: seats take turns one after the other";
    if (s->turns && s->phase <= BZ_PHASE_DEAL)
        return "turns: the game has not begun";
    return NULL;
}

/* The number of cards that lie open or are claimed. */
static int turned_up(const bazaar_rules *r, const bazaar_state *s)
{
    int n = 0;
    for (int pile = 0; pile < BZ_PILES; pile++)
        n += r->cards_per_pile - s->left[pile] + (s->top[pile] > 0);
    return n;
}

static const char *check_piles(const bazaar_rules *r, const bazaar_state *s)
{
    int open = 0, empty = bz_empty_piles(s), seen = 0;
    for (int pile = 0; pile < BZ_PILES; pile++) {
        if (s->left[pile] > r->cards_per_pile)
            return "left: more cards than a pile has";
        if (s->top[pile] > BZ_CARDS || (s->top[pile] && !s->left[pile]))
            return "top: no such card, or the pile is empty";
        if (s->top[pile] && (r->weight[s->top[pile] - 1] == 0 ||
                             (r->distinct && !bz_is_seen(s, s->top[pile] - 1))))
            return "top: a card that cannot come, or that was not turned up";
        for (int other = 0; other < pile && r->distinct; other++)
            if (s->top[pile] && s->top[other] == s->top[pile])
                return "top: the same card lies on two piles";
        open += s->left[pile] && !s->top[pile];
        if (s->phase <= BZ_PHASE_DEAL && s->left[pile] != r->cards_per_pile)
            return "left: the game has not begun";
        if (s->phase == BZ_PHASE_DEAL && s->top[pile] && pile > bz_open_pile(s))
            return "top: the piles have their cards turned up in order";
    }
    for (int card = 0; card < 2 * 64; card++)
        if (bz_is_seen(s, card)) {
            if (card >= BZ_CARDS)
                return "seen: no such card";
            seen++;
        }
    if (seen != (r->distinct ? turned_up(r, s) : 0))
        return "seen: not as many cards as are gone or lie open";
    int waits = s->phase == BZ_PHASE_STARTER ? BZ_PILES : s->phase == BZ_PHASE_CARD;
    if (s->phase == BZ_PHASE_DEAL ? !open
        : s->phase == BZ_PHASE_OVER ? open > 1 || (open && s->capped)
                                    : open != waits)
        return "top: a wrong number of piles waits for a card";
    int ends = empty >= (r->two_piles ? 2 : BZ_PILES);
    if (s->phase == BZ_PHASE_OVER ? !ends && !s->capped : ends)
        return "phase: the piles say whether the game is over";
    return s->phase == BZ_PHASE_OVER && open ? "top: no pile waits for a card" : NULL;
}

static const char *check_scores(const bazaar_rules *r, const bazaar_state *s)
{
    int claimed = 0, sum = 0, low = 100, high = 0;
    for (int pile = 0; pile < BZ_PILES; pile++)
        claimed += r->cards_per_pile - s->left[pile];
    for (int i = 0; i < 4 * BZ_LEFT_COLUMNS; i++) {
        int points = ((const uint8_t *)r->points)[i];
        low = points < low ? points : low;
        high = points > high ? points : high;
    }
    for (int seat = 0; seat < CORE_MAX_SEATS; seat++) {
        if (s->score[seat] && seat >= r->seats)
            return "score: there is no such seat";
        if (s->score[seat] > r->bound)
            return "score: more than anybody can score";
        sum += s->score[seat];
    }
    if (sum < claimed * low || sum > claimed * high)
        return "score: the claimed cards do not bring so many points";
    if (claimed > s->turns + (s->phase == BZ_PHASE_CARD || s->phase == BZ_PHASE_RETURN))
        return "left: more cards are claimed than turns were taken";
    return NULL;
}

/* The turns that a seat has begun. */
static int turns_of(const bazaar_rules *r, const bazaar_state *s, int seat)
{
    int begun = s->turns + (s->phase > BZ_PHASE_DEAL && s->phase != BZ_PHASE_OVER);
    int later = (seat - s->starter + r->seats) % r->seats; /* turns before its first one */
    return begun > later ? (begun - later - 1) / r->seats + 1 : 0;
}

static const char *check_hands(const bazaar_rules *r, const bazaar_state *s)
{
    gems bag = r->supply ? GEM_ONES * r->supply : 0;
    for (int seat = 0; seat < CORE_MAX_SEATS; seat++) {
        gems hand = s->hand[seat];
        if (hand && seat >= r->seats)
            return "hand: there is no such seat";
        if (hand >> (12 * GEM_COLOURS) || hand & GEM_TOPS)
            return "hand: more gems of a colour than possible";
        int sum = 0; /* by hand: the total may not fit */
        for (int colour = 0; colour < GEM_COLOURS; colour++)
            sum += gems_count(hand, colour);
        int now = seat == s->turn && s->phase != BZ_PHASE_OVER;
        int acted = s->phase == BZ_PHASE_CLAIM || s->phase == BZ_PHASE_CARD ||
                    s->phase == BZ_PHASE_RETURN;
        int turns = turns_of(r, s, seat) - (now && !acted && s->phase > BZ_PHASE_DEAL);
        /* The first turn of all is a draw; an exchange brings three gems at most. */
        if (sum > (turns > 0 ? 3 * turns - 2 : 0))
            return "hand: more gems than so many turns bring";
        if (r->hand_limit && sum > r->hand_limit + (now && acted ? BZ_MOST_SIDE - 1 : 0) &&
            s->phase != BZ_PHASE_OVER)
            return "hand: more gems than its limit";
        if (r->hand_limit && s->phase == BZ_PHASE_OVER &&
            sum > r->hand_limit + (seat == s->turn && !s->capped ? BZ_MOST_SIDE - 1 : 0))
            return "hand: more gems than its limit";
        if (r->supply) {
            if (!gems_contain(bag, hand))
                return "hand: more gems of a colour than there are";
            bag -= hand;
        }
    }
    return NULL;
}

/* What each phase asks for is there. */
static const char *check_phase(const bazaar_rules *r, const bazaar_state *s)
{
    switch (s->phase) {
    case BZ_PHASE_ACT:
        return bz_may_act(r, s) ? NULL : "phase: nothing can be drawn or exchanged";
    case BZ_PHASE_GEM:
    case BZ_PHASE_CHOOSE:
        if (s->phase == BZ_PHASE_CHOOSE && !r->free_weight)
            return "phase: no draw gives a free choice";
        return bz_colours(r, s) ? NULL : "phase: the bag is empty";
    case BZ_PHASE_CLAIM: return bz_may_claim(r, s) ? NULL : "phase: no card can be claimed";
    case BZ_PHASE_RETURN:
        return r->hand_limit && gems_total(s->hand[s->turn]) > r->hand_limit
                   ? NULL
                   : "phase: the hand is not above its limit";
    default: return NULL;
    }
}

const char *bazaar_check(const void *rules, const void *state)
{
    static const char *(*const CHECKS[])(const bazaar_rules *, const bazaar_state *) = {
        check_bytes, check_turns, check_piles, check_scores, check_hands, check_phase,
    };
    for (unsigned i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++) {
        const char *wrong = CHECKS[i](rules, state);
        if (wrong)
            return wrong;
    }
    return NULL;
}
