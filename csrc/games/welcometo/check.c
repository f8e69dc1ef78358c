/* check.c -- could these bytes be a state or a view of Welcome To?
 *
 * Reads snapshots that come from outside, so nothing is assumed but that the bytes are there. Each
 * function checks one thing and may rely on those before it in `welcometo_check`. How a sheet came
 * to be so is not asked, beyond what its own marks must have between them.
 */
#include <string.h>

#include "state.h"

static const char *check_bytes(const wt_rules *r, const wt_state *s)
{
    if (s->viewer < CORE_ALL || s->viewer >= r->seats)
        return "viewer: a seat, or all";
    if (s->phase > WT_PHASE_OVER || (s->phase == WT_PHASE_PASS && !r->expert))
        return "phase: no such phase";
    if (s->first >= r->seats || (s->phase != WT_PHASE_TURN && s->first) ||
        (s->phase == WT_PHASE_TURN && s->viewer != CORE_ALL && s->first != s->viewer))
        return "first: the seat of the view, and only in a turn";
    if (s->taken > 7 || s->solo > 1 || (s->solo && (r->seats > 1 || s->taken != 7)))
        return "taken: no such plans, or the solo card has taken all";
    if (s->reshuffle > 1 || (s->reshuffle && (r->reshuffle == WT_NEVER ||
                                              s->phase == WT_PHASE_DRAW ||
                                              s->phase == WT_PHASE_OVER)))
        return "reshuffle: it can't be due";
    for (unsigned i = 0; i < sizeof s->spare; i++)
        if (s->spare[i])
            return "spare bytes: must be zero";
    return NULL;
}

/* ---- sheets ---- */

/* Numbers rise from left to right between roundabouts; only a bis may repeat one, beside it. */
static int street_rises(const wt_sheet *sheet, int street)
{
    int last = -1, originals = 0, beside = 0;
    for (int house = WT_STARTS[street]; house < WT_STARTS[street + 1]; house++) {
        int cell = sheet->cell[house], number = cell ? wt_number_in(cell) : 0;
        if (cell == WT_EMPTY) {
            beside = 0;
            continue;
        }
        if (last >= 0 && (cell == WT_ROUNDABOUT || number != last) && originals != 1)
            return 0;
        if (cell == WT_ROUNDABOUT) {
            last = -1;
            beside = 0;
            continue;
        }
        if (number == last ? !beside || sheet->fences >> (house - 1) & 1 : number < last)
            return 0;
        originals = (number == last ? originals : 0) + (cell < WT_BIS_NUMBER);
        last = number;
        beside = 1;
    }
    return last < 0 || originals == 1;
}

static const char *check_sheet(const wt_rules *r, const wt_state *s, int seat)
{
    wt_sheet sheet;
    for (int street = 0; street < 3; street++)
        if (s->parks[seat][street] > WT_PARK_BOXES[street])
            return "parks: more than the street has";
    for (int size = 0; size < WT_MOST_ESTATE; size++)
        if (s->agents[seat][size] > WT_AGENT_BOXES[size])
            return "agents: more boxes than there are";
    if (s->temps[seat] > WT_TEMP_BOXES || s->refusals[seat] > WT_MOST_REFUSALS)
        return "temps: more boxes than there are";
    for (int i = 0; i < 10; i++)
        if (s->top[seat][i] > WT_ROUNDABOUT)
            return "top: no such number";
    for (int i = 0; i < 11; i++)
        if (s->middle[seat][i] > WT_ROUNDABOUT)
            return "middle: no such number";
    for (int i = 0; i < 12; i++)
        if (s->bottom[seat][i] > WT_ROUNDABOUT)
            return "bottom: no such number";
    wt_load(s, seat, &sheet);
    for (int street = 0; street < 3; street++)
        if (!street_rises(&sheet, street))
            return "numbers: they rise, and only a bis repeats the one beside it";
    if (wt_members(sheet.rounds) > (r->limits.rounds ? WT_MOST_ROUNDS : 0))
        return "roundabouts: too many";
    uint64_t beside = sheet.rounds | wt_left_of(sheet.rounds);
    if (sheet.fences & ~(WT_ALL_HOUSES & ~WT_ENDS) || beside & ~WT_ENDS & ~sheet.fences)
        return "fences: no such gap, or none beside a roundabout";
    if (sheet.used & ~sheet.filled)
        return "used: an empty house";
    if (sheet.pools & ~(WT_PLANNED_POOLS & sheet.filled & ~sheet.bis & ~sheet.rounds))
        return "pools: only in houses with a number and a planned pool";
    for (int i = 0; i < 3; i++)
        if (sheet.plans[i] > 2 || (sheet.plans[i] && s->shown[seat] != WT_SHOWN_ALL &&
                                   !(s->taken >> i & 1)))
            return "plans: no such points";
    return NULL;
}

static int is_zero(const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++)
        if (b[i])
            return 0;
    return 1;
}

static int absent(const wt_state *s, int seat)
{
    return !s->record[seat] && !s->mark[seat] && !s->picked[seat] && !s->fences[seat] &&
           !s->used[seat] && !s->pools[seat] && is_zero(s->top[seat], 10) &&
           is_zero(s->middle[seat], 11) && is_zero(s->bottom[seat], 12) &&
           is_zero(s->agents[seat], 6) && is_zero(s->parks[seat], 3) &&
           is_zero(s->plans[seat], 3) && is_zero(s->hand[seat], 3) && !s->temps[seat] &&
           !s->refusals[seat] && !s->knows[seat] && !s->keeps[seat] && !s->stage[seat] &&
           !s->shown[seat] && !s->claims[seat] && !s->asked[seat] && !s->picking[seat];
}

static const char *check_sheets(const wt_rules *r, const wt_state *s)
{
    int scored = 0;
    for (int seat = 0; seat < CORE_MAX_SEATS; seat++) {
        if (seat >= r->seats) {
            if (!absent(s, seat))
                return "seats: there is no such seat";
            continue;
        }
        const char *wrong = check_sheet(r, s, seat);
        if (wrong)
            return wrong;
        for (int i = 0; i < 3; i++)
            scored |= (s->plans[seat][i] > 0) << i;
    }
    if (r->seats > 1 && (s->taken & ~scored || (s->phase != WT_PHASE_TURN && s->taken != scored)))
        return "taken: nobody has claimed that plan";
    return NULL;
}

/* ---- cards ---- */

static const char *check_hands(const wt_rules *r, const wt_state *s)
{
    int drawer = wt_drawer(r, s);
    for (int seat = 0; seat < r->seats; seat++) {
        const uint8_t *hand = s->hand[seat];
        int others = ((1 << r->seats) - 1) & ~(1 << seat), held = 0;
        for (int i = 0; i < 3; i++) {
            int unseen = hand[i] == WT_UNSEEN, own = s->viewer == seat || s->viewer == CORE_ALL;
            int known = own || (i == 2 && s->knows[seat]) || (i == 0 && s->keeps[seat]);
            held += hand[i] > 0;
            if (hand[i] > WT_UNSEEN || (hand[i] && unseen == known))
                return "hand: no such card, or the viewer sees another part of it";
        }
        if (s->viewer != CORE_ALL)
            others &= 1 << s->viewer;
        if (s->knows[seat] & ~(hand[2] ? others : 0) || s->keeps[seat] & ~(hand[0] ? others : 0))
            return "knows: a card that is not there, or a seat that is not asked";
        switch (s->phase) {
        case WT_PHASE_DRAW: /* the first cards before the second ones, seat by seat */
            if (s->keeps[seat] || (!hand[0] && hand[1]) || (seat < drawer && held < 3) ||
                (seat > drawer && (hand[0] || hand[1])) || (!hand[1] && hand[2] && !s->turns))
                return "hand: cards are drawn seat by seat";
            break;
        case WT_PHASE_TURN:
            if (s->shown[seat] == WT_SHOWN_NOTHING ? held < 3 || s->keeps[seat]
                                                   : hand[1] || hand[2] || s->knows[seat])
                return "hand: three cards, and one or none when the turn is shown";
            break;
        default:
            if (hand[1] || (s->phase == WT_PHASE_OVER && (hand[2] || s->knows[seat])))
                return "hand: one card is left after a turn";
            break;
        }
    }
    if (s->phase == WT_PHASE_PASS) {
        int passer = wt_passer(r, s);
        if (passer == r->seats)
            return "hand: nobody has a card to pass on";
        for (int seat = 0; seat < r->seats; seat++)
            if (s->hand[seat][2] && (seat ? seat - 1 : r->seats - 1) >= passer)
                return "hand: cards are passed seat by seat";
    }
    return NULL;
}

static const char *check_pile(const wt_rules *r, const wt_state *s)
{
    uint64_t all[3];
    int left, hidden = wt_hidden(r, s), waits = s->phase == WT_PHASE_DRAW;
    for (int i = 0; i < 3; i++)
        if (s->effects[i] > WT_KINDS || s->numbers[i] > WT_KINDS)
            return "cards: no such card";
    for (int kind = 0; kind < 96; kind++)
        if (wt_count(s->pile, kind) > (kind < WT_KINDS ? WT_CARDS[kind][2] : 0))
            return "pile: more of a card than there are";
    memcpy(all, s->pile, sizeof all);
    for (int i = 0; i < 6 + 3 * r->seats; i++) {
        int card = i < 3   ? s->effects[i]
                   : i < 6 ? s->numbers[i - 3]
                           : s->hand[(i - 6) / 3][(i - 6) % 3];
        if (!card || card == WT_UNSEEN)
            continue;
        if (wt_count(all, card - 1) == 3)
            return "cards: more of a card than there are";
        wt_add(all, card - 1);
    }
    for (int kind = 0; kind < WT_KINDS; kind++)
        if (wt_count(all, kind) > WT_CARDS[kind][2])
            return "cards: more of a card than there are";
    left = wt_total(s->pile) - hidden;
    if (left < 0)
        return "pile: fewer cards than hands hide";
    if (r->expert) {
        if (!is_zero(s->effects, 3) || !is_zero(s->numbers, 3))
            return "cards: in the expert game they are in hands";
        const char *wrong = check_hands(r, s);
        if (wrong)
            return wrong;
        if (waits && (wt_drawer(r, s) == r->seats || left == 0))
            return "pile: a card is to be drawn";
        return NULL;
    }
    for (int seat = 0; seat < r->seats; seat++)
        if (!is_zero(s->hand[seat], 3) || s->knows[seat] || s->keeps[seat])
            return "hand: only in the expert game";
    int missing = wt_missing(r, s), empty = 0;
    for (int i = 0; i < 6; i++) { /* those that have come, then those that are missing */
        int card = i < 3 ? s->effects[i] : s->numbers[i - 3];
        if (i < 3 && r->seats == 1) {
            if (card)
                return "effects: alone there are no pairs";
            continue;
        }
        if (card && empty)
            return "cards: they are turned up in order";
        empty |= !card;
    }
    if (waits ? !missing : missing)
        return "cards: three pairs, or some are to be turned up";
    if ((left - missing) % 3 || left < missing)
        return "pile: cards are turned up by threes";
    if (s->solo && left + (3 - missing) > WT_LATE_SOLO + 2)
        return "solo: it comes in the lower half of the pile";
    return NULL;
}

const char *welcometo_check(const void *rules, const void *state)
{
    static const char *(*const CHECKS[])(const wt_rules *, const wt_state *) = {
        check_bytes, check_sheets, check_pile, wt_check_turn};
    for (unsigned i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++) {
        const char *wrong = CHECKS[i](rules, state);
        if (wrong)
            return wrong;
    }
    return NULL;
}
