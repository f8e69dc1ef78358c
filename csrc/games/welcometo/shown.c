/* shown.c -- what chance shows of a seat's turn, and what another seat's view takes of it. */
#include "state.h"

core_move wt_shown_word(const wt_rules *r, const wt_state *s)
{
    int seat = wt_next_shown(r, s);
    uint64_t record = s->record[seat], at = (uint64_t)(unsigned)seat << 48;
    if (s->shown[seat] == WT_SHOWN_TURN)
        return wt_word(WT_SHOW_PLANS, at | s->mark[seat] | (uint64_t)s->claims[seat] << 33 |
                                          (uint64_t)s->asked[seat] << 36);
    if (!(record & WT_REFUSED))
        return wt_word(r->expert ? WT_EXPERT : WT_TURN, at | record);
    record &= 63;
    if (!r->expert)
        return wt_word(WT_REFUSAL, at | record);
    uint8_t a = s->hand[seat][0], b = s->hand[seat][1], c = s->hand[seat][2], t;
    if (a > b)
        t = a, a = b, b = t;
    if (b > c)
        t = b, b = c, c = t;
    if (a > b)
        t = a, a = b, b = t;
    return wt_word(WT_FOLD, at | record | (uint64_t)(a - 1) << 6 | (uint64_t)(b - 1) << 13 |
                                (uint64_t)(c - 1) << 20);
}

/* Whose small moves are still to be shown, as this viewer sees it. */
static const char *show_due(const wt_rules *r, const wt_state *s, int seat)
{
    if (s->phase != WT_PHASE_TURN)
        return "no turn is shown now";
    if (s->viewer == CORE_ALL ? welcometo_actor(r, s) != CORE_CHANCE : !wt_done(s, s->viewer))
        return "turns are shown when all seats have finished";
    return seat == wt_next_shown(r, s) ? NULL : "turns are shown in the order of the seats";
}

/* The sheet of a seat with the roundabout of an event, if it has one; 0 if it can't be there. */
static int load_with_round(const wt_rules *r, const wt_state *s, int seat, core_move event,
                           wt_sheet *sheet)
{
    int round = wt_bits(event, 0, 6);
    wt_load(s, seat, sheet);
    if (!round)
        return 1;
    if (!wt_may_round(&r->limits, sheet) || sheet->filled >> (round - 1) & 1)
        return 0;
    wt_build_round(sheet, round - 1);
    return 1;
}

static const char *built_reason(const wt_rules *r, const wt_state *s, int seat, core_move event)
{
    int first = wt_bits(event, 6, 7), second = wt_bits(event, 13, 7);
    int number = wt_bits(event, 20, 5), house = wt_bits(event, 25, 6), did = wt_bits(event, 31, 7);
    int effect = wt_effect_did(did);
    int card = r->expert ? wt_number_of(first) : first, possible = 0;
    wt_sheet sheet;
    wt_places places;
    if (!load_with_round(r, s, seat, event, &sheet))
        return "no roundabout can be built there";
    if (r->expert) {
        int kinds[2] = {first, second};
        possible = wt_effect_of(second) == effect && wt_could_hold(s, seat, kinds, 2);
    } else {
        wt_pair pairs[6];
        int n = wt_pairs_of(r, s, seat, pairs);
        for (int i = 0; i < n; i++)
            possible |= pairs[i].number == card && pairs[i].effect == effect;
    }
    if (!possible)
        return "there are no such cards";
    if (number != card &&
        (effect != WT_TEMP || number < card - 2 || number > card + 2 || number >= WT_NUMBERS))
        return "the number is not that of the card";
    wt_places_of(&sheet, &places);
    if (!(places.fits[number] >> house & 1))
        return "the number does not fit into that house";
    wt_build(&sheet, house, number, effect);
    return wt_may_do(&sheet, did) ? NULL : "the effect cannot do that";
}

static const char *refused_reason(const wt_rules *r, const wt_state *s, int seat, core_move event)
{
    int kinds[3];
    wt_pair pairs[6];
    wt_sheet sheet;
    wt_places places;
    int n;
    if (!load_with_round(r, s, seat, event, &sheet))
        return "no roundabout can be built there";
    if (r->expert) {
        wt_state trial = *s;
        for (int i = 0; i < 3; i++) {
            kinds[i] = wt_bits(event, 6 + 7 * i, 7);
            if (i && kinds[i] < kinds[i - 1])
                return "the cards are not in order";
            trial.hand[seat][i] = (uint8_t)(kinds[i] + 1);
        }
        if (!wt_could_hold(s, seat, kinds, 3))
            return "there are no such cards";
        n = wt_pairs_of(r, &trial, seat, pairs);
    } else {
        n = wt_pairs_of(r, s, seat, pairs);
    }
    wt_places_of(&sheet, &places);
    return wt_may_refuse(r, &places, pairs, n) ? NULL : "a number fits: refusing is not allowed";
}

/* Why a seat with this sheet can't claim these plans with these houses: they must be those of a
 * street plan and of as many estates of each size as the plans of estates need. */
const char *wt_plans_reason(const wt_rules *r, const wt_state *s, const wt_sheet *sheet, int claims,
                            int asked, uint64_t used)
{
    uint64_t streets = 0;
    int need[WT_MOST_ESTATE + 1] = {0};
    wt_estates estates;
    if (asked && !wt_may_ask(r, s, claims))
        return "a reshuffle can't be asked for";
    for (int i = 0; i < 3; i++) {
        const wt_plan *plan = &WT_PLAN_CARDS[r->plan[i]];
        uint64_t houses = wt_plan_houses(plan);
        if (!(claims >> i & 1))
            continue;
        if (!wt_can_claim(r, sheet, i) || streets & houses)
            return "the plan is not fulfilled";
        streets |= houses;
        for (int size = 1; size <= WT_MOST_ESTATE; size++)
            need[size] += plan->kind == WT_PLAN_ESTATES ? plan->estates[size] : 0;
    }
    if (streets & ~used)
        return "the plan uses more houses";
    wt_estates_of(sheet, &estates);
    uint64_t rest = used & ~streets;
    for (int size = 1; size <= WT_MOST_ESTATE; size++)
        for (uint64_t left = estates.first[size] & rest; left; left &= left - 1) {
            uint64_t houses = wt_estate_houses(sheet, wt_lowest(left));
            if (houses & ~rest)
                continue;
            rest &= ~houses;
            need[size]--;
        }
    for (int size = 1; size <= WT_MOST_ESTATE; size++)
        if (need[size])
            return "the plans need other estates";
    return rest ? "the plans use fewer houses" : NULL;
}

const char *wt_shown_reason(const wt_rules *r, const wt_state *s, core_move event)
{
    int seat = wt_seat(event), plans = wt_what(event) == WT_SHOW_PLANS;
    wt_sheet sheet;
    const char *wrong = show_due(r, s, seat);
    if (wrong)
        return wrong;
    if (plans != (s->shown[seat] == WT_SHOWN_TURN))
        return plans ? "the turn comes first" : "the plans of that seat are shown now";
    if (s->viewer == CORE_ALL || s->viewer == seat)
        return event == wt_shown_word(r, s) ? NULL : "that is not what the seat has done";
    switch (wt_what(event)) {
    case WT_SHOW_PLANS:
        wt_load(s, seat, &sheet);
        return wt_plans_reason(r, s, &sheet, wt_bits(event, 33, 3), wt_bits(event, 36, 1),
                               event & WT_ALL_HOUSES);
    case WT_TURN:
        return r->expert ? "in the expert game two cards are shown"
                         : built_reason(r, s, seat, event);
    case WT_EXPERT:
        return r->expert ? built_reason(r, s, seat, event) : "only in the expert game";
    case WT_REFUSAL:
        return r->expert ? "in the expert game the cards are shown"
                         : refused_reason(r, s, seat, event);
    default: return r->expert ? refused_reason(r, s, seat, event) : "only in the expert game";
    }
}
