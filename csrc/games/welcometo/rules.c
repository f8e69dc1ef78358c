/* rules.c -- the flow of a turn and of the game of Welcome To.
 *
 * Cards are turned up or drawn, all seats make their small moves, chance shows what they did, and
 * then the turn ends for all at once: plans, the end of the game, cards passed on, the next cards.
 */
#include <string.h>

#include "state.h"

/* ---- sheets ---- */

/* The sheet of a seat as of the last turn, or with what is shown of this one. */
void wt_load(const wt_state *s, int seat, wt_sheet *sheet)
{
    memcpy(sheet->cell + WT_STARTS[0], s->top[seat], sizeof s->top[seat]);
    memcpy(sheet->cell + WT_STARTS[1], s->middle[seat], sizeof s->middle[seat]);
    memcpy(sheet->cell + WT_STARTS[2], s->bottom[seat], sizeof s->bottom[seat]);
    memset(sheet->cell + WT_HOUSES, 0, WT_CELLS - WT_HOUSES);
    wt_read_cells(sheet);
    sheet->fences = s->fences[seat];
    sheet->used = s->used[seat];
    sheet->pools = s->pools[seat];
    memcpy(sheet->agents, s->agents[seat], sizeof sheet->agents);
    memcpy(sheet->parks, s->parks[seat], sizeof sheet->parks);
    memcpy(sheet->plans, s->plans[seat], sizeof sheet->plans);
    sheet->temps = s->temps[seat];
    sheet->refusals = s->refusals[seat];
}

static void keep(wt_state *s, int seat, const wt_sheet *sheet)
{
    memcpy(s->top[seat], sheet->cell + WT_STARTS[0], sizeof s->top[seat]);
    memcpy(s->middle[seat], sheet->cell + WT_STARTS[1], sizeof s->middle[seat]);
    memcpy(s->bottom[seat], sheet->cell + WT_STARTS[2], sizeof s->bottom[seat]);
    s->fences[seat] = sheet->fences;
    s->pools[seat] = sheet->pools;
    memcpy(s->agents[seat], sheet->agents, sizeof sheet->agents);
    memcpy(s->parks[seat], sheet->parks, sizeof sheet->parks);
    s->temps[seat] = sheet->temps;
    s->refusals[seat] = sheet->refusals;
}

/* What a whole record does to the sheet, but for the plans. */
void wt_apply(uint64_t record, wt_sheet *sheet)
{
    int round = wt_bits(record, 0, 6), did = wt_bits(record, 31, 7), effect = WT_SURVEYOR;
    if (round)
        wt_build_round(sheet, round - 1);
    if (record & WT_REFUSED) {
        sheet->refusals++;
        return;
    }
    if (did == WT_DID_POOL)
        effect = WT_POOL;
    else if (did == WT_DID_TEMP)
        effect = WT_TEMP;
    else if (did == WT_DID_LANDSCAPER)
        effect = WT_LANDSCAPER;
    wt_build(sheet, wt_bits(record, 25, 6), wt_bits(record, 20, 5), effect);
    wt_do_effect(sheet, did);
}

/* The sheet of a seat that has built, whether that is shown or not. */
void wt_load_built(const wt_state *s, int seat, wt_sheet *sheet)
{
    wt_load(s, seat, sheet);
    if (s->shown[seat] == WT_SHOWN_NOTHING)
        wt_apply(s->record[seat], sheet);
}

/* The sheet in the middle of a seat's turn, with its small moves so far. */
void wt_working(const wt_state *s, int seat, wt_sheet *sheet)
{
    wt_load(s, seat, sheet);
    if (s->shown[seat] == WT_SHOWN_NOTHING) {
        int round = wt_bits(s->record[seat], 0, 6);
        if (s->stage[seat] >= WT_STAGE_EFFECT)
            wt_apply(s->record[seat], sheet);
        else if (round)
            wt_build_round(sheet, round - 1);
    }
    sheet->used |= s->mark[seat] | s->picked[seat];
    for (int i = 0; i < 3; i++)
        if (s->claims[seat] >> i & 1)
            sheet->plans[i] = 1; /* which of the two values it has does not matter yet */
}

/* Can this sheet claim plan number i, from 0 on? */
int wt_can_claim(const wt_rules *r, const wt_sheet *sheet, int i)
{
    return !sheet->plans[i] && wt_fulfils(&r->limits, sheet, &WT_PLAN_CARDS[r->plan[i]]);
}

int wt_any_claim(const wt_rules *r, const wt_sheet *sheet)
{
    return wt_can_claim(r, sheet, 0) || wt_can_claim(r, sheet, 1) || wt_can_claim(r, sheet, 2);
}

/* ---- the small moves of a seat ---- */

/* After the effect and after each claim: what more is there to decide? */
static void claim_or_end(const wt_rules *r, wt_state *s, int seat)
{
    wt_sheet sheet;
    wt_working(s, seat, &sheet);
    int more = wt_any_claim(r, &sheet) || wt_may_ask(r, s, s->claims[seat]);
    s->stage[seat] = more ? WT_STAGE_CLAIM : WT_STAGE_DONE;
}

static void after_building(const wt_rules *r, wt_state *s, int seat)
{
    wt_sheet sheet;
    int did = wt_bits(s->record[seat], 31, 7), asked = 0;
    s->stage[seat] = WT_STAGE_EFFECT;
    wt_working(s, seat, &sheet);
    if (did == WT_DID_SURVEYOR)
        asked = wt_free_gaps(&sheet) != 0;
    else if (did == WT_DID_BIS)
        asked = (wt_bis_places(&sheet, 0) | wt_bis_places(&sheet, 1)) != 0;
    else if (did == WT_DID_AGENT)
        for (int size = 0; size < WT_MOST_ESTATE; size++)
            asked |= sheet.agents[size] < WT_AGENT_BOXES[size];
    if (!asked)
        claim_or_end(r, s, seat);
}

/* Goes on choosing the estates of the plan in hand: those that leave no choice are taken. */
static void pick_on(const wt_rules *r, wt_state *s, int seat)
{
    wt_sheet sheet;
    uint64_t open;
    uint32_t need;
    int plan = s->picking[seat] - 1;
    wt_load_built(s, seat, &sheet);
    sheet.used |= s->mark[seat];
    if (WT_PLAN_CARDS[r->plan[plan]].kind == WT_PLAN_ESTATES)
        while ((need = wt_picks(r, s, seat, &sheet, &open)) > 0) {
            if ((uint32_t)wt_members(open) > need) {
                s->stage[seat] = WT_STAGE_PICK;
                return;
            }
            for (; open; open &= open - 1)
                s->picked[seat] |= wt_estate_houses(&sheet, wt_lowest(open));
        }
    s->mark[seat] |= s->picked[seat] | wt_plan_houses(&WT_PLAN_CARDS[r->plan[plan]]);
    s->picked[seat] = 0;
    s->picking[seat] = 0;
    s->claims[seat] = (uint8_t)(s->claims[seat] | 1 << plan);
    claim_or_end(r, s, seat);
}

static void play_small(const wt_rules *r, wt_state *s, int seat, core_move move)
{
    static const uint8_t DID[] = {WT_DID_SURVEYOR, WT_DID_POOL,       WT_DID_TEMP,
                                  WT_DID_BIS,      WT_DID_LANDSCAPER, WT_DID_AGENT};
    uint64_t *record = &s->record[seat];
    const uint64_t did = UINT64_C(127) << 31;
    switch (wt_what(move)) {
    case WT_ROUND:
        *record |= (uint64_t)wt_bits(move, 0, 6) + 1;
        s->stage[seat] = WT_STAGE_ROUND;
        return;
    case WT_USE:
        *record |= (uint64_t)(wt_bits(move, 0, 7) / 6 + 1) << 6 |
                   (uint64_t)DID[wt_bits(move, 0, 7) % 6] << 31;
        s->stage[seat] = WT_STAGE_BUILD;
        return;
    case WT_PLAY:
        *record |= (uint64_t)wt_bits(move, 0, 14) << 6 |
                   (uint64_t)DID[wt_effect_of(wt_bits(move, 7, 7))] << 31;
        s->stage[seat] = WT_STAGE_BUILD;
        return;
    case WT_REFUSE:
        *record |= WT_REFUSED;
        s->stage[seat] = WT_STAGE_EFFECT;
        claim_or_end(r, s, seat);
        return;
    case WT_BUILD:
        *record |= (uint64_t)wt_bits(move, 6, 5) << 20 | (uint64_t)wt_bits(move, 0, 6) << 25;
        after_building(r, s, seat);
        return;
    case WT_FENCE:
        *record = (*record & ~did) | (uint64_t)(WT_DID_FENCE + wt_bits(move, 0, 5)) << 31;
        claim_or_end(r, s, seat);
        return;
    case WT_BIS:
        *record = (*record & ~did) | (uint64_t)(WT_DID_BIS_LEFT + wt_bits(move, 0, 7)) << 31;
        claim_or_end(r, s, seat);
        return;
    case WT_AGENT:
        *record = (*record & ~did) | (uint64_t)(WT_DID_AGENT_SIZE + wt_bits(move, 0, 3) - 1) << 31;
        claim_or_end(r, s, seat);
        return;
    case WT_SKIP: claim_or_end(r, s, seat); return;
    case WT_CLAIM:
        s->picking[seat] = (uint8_t)wt_bits(move, 0, 2);
        pick_on(r, s, seat);
        return;
    case WT_ESTATE: {
        wt_sheet sheet;
        wt_working(s, seat, &sheet);
        s->picked[seat] |= wt_estate_houses(&sheet, wt_bits(move, 0, 6));
        pick_on(r, s, seat);
        return;
    }
    case WT_RESHUFFLE: s->asked[seat] = 1; break;
    default:           break;
    }
    s->stage[seat] = WT_STAGE_DONE;
}

/* ---- the end of a turn ---- */

/* Does the sheet of a seat end the game? */
int wt_sheet_ends(const wt_state *s, int seat)
{
    wt_sheet sheet;
    wt_load(s, seat, &sheet);
    return sheet.refusals == WT_MOST_REFUSALS || sheet.filled == WT_ALL_HOUSES ||
           (sheet.plans[0] && sheet.plans[1] && sheet.plans[2]);
}

int wt_ends(const wt_rules *r, const wt_state *s)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (wt_sheet_ends(s, seat))
            return 1;
    return r->seats == 1 && !wt_total(s->pile);
}

/* When no card is left to be passed on, the next ones are due. */
static void pass_on(const wt_rules *r, wt_state *s)
{
    if (r->expert && wt_passer(r, s) < r->seats)
        return;
    s->phase = WT_PHASE_DRAW;
    wt_next_cards(r, s);
}

static void end_turn(const wt_rules *r, wt_state *s)
{
    for (int seat = 0; seat < r->seats; seat++) {
        s->stage[seat] = s->shown[seat] = 0;
        for (int i = 0; i < 3; i++)
            if (s->plans[seat][i])
                s->taken = (uint8_t)(s->taken | 1 << i);
    }
    s->turns++;
    s->first = 0;
    if (wt_ends(r, s)) {
        s->phase = WT_PHASE_OVER;
        s->reshuffle = 0;
        return;
    }
    s->phase = WT_PHASE_PASS;
    pass_on(r, s);
}

static void begin_turn(wt_state *s)
{
    s->phase = WT_PHASE_TURN;
    s->first = s->viewer == CORE_ALL ? 0 : (uint8_t)s->viewer;
}

/* The first half of a seat's turn: what was built. */
static void show_turn(const wt_rules *r, wt_state *s, core_move event)
{
    int seat = wt_seat(event), n = 0, kinds[3];
    uint64_t record = event & ((UINT64_C(1) << 38) - 1);
    wt_sheet sheet;
    if (wt_what(event) == WT_REFUSAL || wt_what(event) == WT_FOLD)
        record = (event & 63) | WT_REFUSED;
    if (wt_what(event) == WT_EXPERT)
        n = 2;
    else if (wt_what(event) == WT_FOLD)
        n = 3;
    for (int i = 0; i < n; i++)
        kinds[i] = wt_bits(event, 6 + 7 * i, 7);
    wt_load(s, seat, &sheet);
    wt_apply(record, &sheet);
    keep(s, seat, &sheet);
    if (r->expert)
        wt_discard(s, seat, kinds, n);
    s->record[seat] = 0;
    s->shown[seat] = WT_SHOWN_TURN;
    if (!wt_any_claim(r, &sheet)) {
        s->shown[seat] = WT_SHOWN_ALL;
        s->stage[seat] = WT_STAGE_DONE;
    } else if (s->viewer != CORE_ALL && s->viewer != seat) {
        s->stage[seat] = WT_STAGE_CLAIM; /* its claims are unmade in this view */
    }
}

static void show_plans(wt_state *s, core_move event)
{
    int seat = wt_seat(event), claims = wt_bits(event, 33, 3);
    for (int i = 0; i < 3; i++)
        if (claims >> i & 1)
            s->plans[seat][i] = s->taken >> i & 1 ? 2 : 1;
    s->used[seat] |= event & WT_ALL_HOUSES;
    s->reshuffle |= (uint8_t)wt_bits(event, 36, 1);
    s->mark[seat] = 0;
    s->claims[seat] = s->asked[seat] = 0;
    s->shown[seat] = WT_SHOWN_ALL;
    s->stage[seat] = WT_STAGE_DONE;
}

/* ---- the contract ---- */

void welcometo_start(const void *rules, void *state)
{
    const wt_rules *r = rules;
    wt_state *s = state;
    memset(s, 0, sizeof *s);
    memcpy(s->pile, r->deck, sizeof s->pile);
    s->viewer = CORE_ALL;
}

int welcometo_actor(const void *rules, const void *state)
{
    const wt_rules *r = rules;
    const wt_state *s = state;
    if (s->phase != WT_PHASE_TURN)
        return s->phase == WT_PHASE_OVER ? CORE_OVER : CORE_CHANCE;
    if (!wt_done(s, s->first))
        return s->first;
    for (int seat = 0; seat < r->seats; seat++)
        if (!wt_done(s, seat))
            return seat;
    return CORE_CHANCE;
}

void welcometo_play(const void *rules, void *state, core_move move)
{
    const wt_rules *r = rules;
    wt_state *s = state;
    assert(welcometo_illegal(r, s, move) == NULL);
    switch (wt_what(move)) {
    case WT_CARD:
        wt_take_card(r, s, wt_bits(move, 0, 7));
        if (!wt_missing(r, s))
            begin_turn(s);
        return;
    case WT_DRAW:
        wt_take_draw(r, s, wt_seat(move), wt_bits(move, 0, 7) - 1);
        if (wt_drawer(r, s) == r->seats)
            begin_turn(s);
        return;
    case WT_PASS:
        wt_take_pass(r, s, wt_seat(move), wt_bits(move, 0, 7) - 1);
        pass_on(r, s);
        return;
    case WT_TURN:
    case WT_REFUSAL:
    case WT_EXPERT:
    case WT_FOLD:       show_turn(r, s, move); break;
    case WT_SHOW_PLANS: show_plans(s, move); break;
    default:            play_small(r, s, welcometo_actor(r, s), move); return;
    }
    if (wt_next_shown(r, s) == r->seats)
        end_turn(r, s);
}
