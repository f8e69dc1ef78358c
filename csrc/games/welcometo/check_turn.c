/* check_turn.c -- could these be the small moves of a turn of Welcome To?
 *
 * What a seat has done lies in its record. It is played again, move by move, from the start of the
 * turn: what the rules allow there, and lead to the same bytes, is accepted.
 */
#include "state.h"

static int no_choices(const wt_state *s, int seat)
{
    return !s->record[seat] && !s->claims[seat] && !s->mark[seat] && !s->picked[seat] &&
           !s->asked[seat] && !s->picking[seat];
}

/* The seat at the start of its turn, all alone. */
static wt_state from_start(const wt_state *s, int seat)
{
    wt_state trial = *s;
    trial.viewer = (int8_t)seat;
    trial.first = (uint8_t)seat;
    trial.record[seat] = trial.mark[seat] = trial.picked[seat] = 0;
    trial.claims[seat] = trial.asked[seat] = trial.picking[seat] = 0;
    trial.stage[seat] = WT_STAGE_START;
    return trial;
}

static int play_if_legal(const wt_rules *r, wt_state *s, core_move move)
{
    if (welcometo_illegal(r, s, move))
        return 0;
    welcometo_play(r, s, move);
    return 1;
}

/* The move that made an effect do this. */
static core_move effect_word(int did)
{
    if (did >= WT_DID_FENCE && did < WT_DID_POOL)
        return wt_word(WT_FENCE, (uint64_t)(did - WT_DID_FENCE));
    if (did >= WT_DID_BIS_LEFT && did < WT_DID_LANDSCAPER)
        return wt_word(WT_BIS, (uint64_t)(did - WT_DID_BIS_LEFT));
    if (did >= WT_DID_AGENT_SIZE)
        return wt_word(WT_AGENT, (uint64_t)(did - WT_DID_AGENT_SIZE) + 1);
    return wt_word(WT_SKIP, 0);
}

/* What was built, up to the stage of the seat, or to the plans. */
static const char *check_built(const wt_rules *r, const wt_state *s, int seat)
{
    static const char WRONG[] = "record: the seat can't have done that";
    uint64_t record = s->record[seat];
    int stage = s->stage[seat], did = wt_bits(record, 31, 7);
    wt_state trial = from_start(s, seat);
    if (did >= WT_DIDS || record >> 52)
        return WRONG;
    if (record & 63 && !play_if_legal(r, &trial, wt_word(WT_ROUND, (record & 63) - 1)))
        return WRONG;
    if (record & WT_REFUSED) {
        if (!play_if_legal(r, &trial, wt_word(WT_REFUSE, 0)))
            return WRONG;
    } else if (stage >= WT_STAGE_BUILD) {
        uint64_t cards = record >> 6 & 0x3fff;
        if (!play_if_legal(r, &trial, r->expert ? wt_word(WT_PLAY, cards)
                                                : wt_use((int)cards, wt_effect_did(did))))
            return WRONG;
        if (stage > WT_STAGE_BUILD &&
            !play_if_legal(r, &trial,
                           wt_word(WT_BUILD, (record >> 25 & 63) | (record >> 20 & 31) << 6)))
            return WRONG;
        if (trial.stage[seat] == WT_STAGE_EFFECT && stage > WT_STAGE_EFFECT &&
            !play_if_legal(r, &trial, effect_word(did)))
            return WRONG;
    }
    int reached = trial.stage[seat];
    if (trial.record[seat] != record ||
        (reached == WT_STAGE_CLAIM ? stage < WT_STAGE_CLAIM : stage != reached))
        return "record: it does not fit the stage";
    if (stage < WT_STAGE_CLAIM && (s->claims[seat] || s->mark[seat] || s->picked[seat] ||
                                   s->asked[seat] || s->picking[seat]))
        return "claims: no plan can be claimed yet";
    return NULL;
}

/* The plan for which estates are chosen: claim it and choose again. */
static const char *check_picks(const wt_rules *r, const wt_state *s, int seat)
{
    wt_state trial = *s;
    trial.viewer = (int8_t)seat;
    trial.first = (uint8_t)seat;
    trial.picking[seat] = 0;
    trial.picked[seat] = 0;
    trial.stage[seat] = WT_STAGE_CLAIM;
    if (!play_if_legal(r, &trial, wt_word(WT_CLAIM, s->picking[seat])))
        return "picking: the plan can't be claimed";
    while (trial.stage[seat] == WT_STAGE_PICK && trial.picked[seat] != s->picked[seat]) {
        core_move moves[WT_MAX_MOVES];
        int n = welcometo_moves(r, &trial, moves, NULL), at = 0;
        while (at < n && !(s->picked[seat] >> wt_bits(moves[at], 0, 6) & 1))
            at++;
        if (at == n)
            break;
        welcometo_play(r, &trial, moves[at]);
    }
    return trial.stage[seat] == WT_STAGE_PICK && trial.picked[seat] == s->picked[seat]
               ? NULL
               : "picked: not estates in the order of the choice";
}

/* Plans claimed in this turn, by a seat that could claim some. */
static const char *check_claims(const wt_rules *r, const wt_state *s, int seat)
{
    int stage = s->stage[seat], claims = s->claims[seat];
    wt_sheet sheet;
    wt_load_built(s, seat, &sheet);
    if (!wt_any_claim(r, &sheet))
        return claims || s->mark[seat] || s->picked[seat] || s->asked[seat] || s->picking[seat] ||
                       s->shown[seat]
                   ? "claims: no plan can be claimed"
                   : NULL;
    const char *wrong = wt_plans_reason(r, s, &sheet, claims, s->asked[seat], s->mark[seat]);
    if (wrong)
        return wrong;
    if (s->asked[seat] && stage != WT_STAGE_DONE)
        return "asked: that ends the turn";
    if (stage == WT_STAGE_PICK)
        return s->picking[seat] ? check_picks(r, s, seat) : "picking: which plan?";
    if (s->picking[seat] || s->picked[seat])
        return "picking: no plan is in hand";
    wt_working(s, seat, &sheet);
    return stage == WT_STAGE_DONE || wt_any_claim(r, &sheet) || wt_may_ask(r, s, claims)
               ? NULL
               : "stage: nothing more can be claimed";
}

static const char *check_seat(const wt_rules *r, const wt_state *s, int seat)
{
    int stage = s->stage[seat], shown = s->shown[seat];
    if (stage > WT_STAGE_DONE || shown > WT_SHOWN_ALL || s->claims[seat] > 7 ||
        s->asked[seat] > 1 || s->picking[seat] > 3 ||
        (s->mark[seat] | s->picked[seat]) & ~WT_ALL_HOUSES)
        return "stage: no such number";
    if (s->phase != WT_PHASE_TURN)
        return stage || shown || !no_choices(s, seat) ? "stage: no turn is taken" : NULL;
    if (shown == WT_SHOWN_ALL)
        return stage != WT_STAGE_DONE || !no_choices(s, seat) ? "stage: the turn is shown" : NULL;
    if (s->viewer != CORE_ALL && s->viewer != seat &&
        (!no_choices(s, seat) || stage != (shown ? WT_STAGE_CLAIM : WT_STAGE_START)))
        return "record: the viewer does not see it";
    if (shown ? s->record[seat] || stage < WT_STAGE_CLAIM : 0)
        return "record: it is shown already";
    if (!shown) {
        const char *wrong = check_built(r, s, seat);
        if (wrong || stage < WT_STAGE_CLAIM)
            return wrong;
    }
    return check_claims(r, s, seat);
}

const char *wt_check_turn(const wt_rules *r, const wt_state *s)
{
    int next = wt_next_shown(r, s), any = s->reshuffle;
    for (int seat = 0; seat < r->seats; seat++) {
        const char *wrong = check_seat(r, s, seat);
        if (wrong)
            return wrong;
        any |= s->shown[seat];
        if (s->phase == WT_PHASE_TURN && !s->shown[seat] && wt_sheet_ends(s, seat))
            return "phase: the sheets say whether the game ends";
        if (seat > next && s->shown[seat])
            return "shown: turns are shown in the order of the seats";
    }
    if (s->turns > 40)
        return "turns: no game is so long";
    if (s->phase != WT_PHASE_TURN)
        return wt_ends(r, s) == (s->phase == WT_PHASE_OVER) && (s->turns || !wt_ends(r, s))
                   ? NULL
                   : "phase: the sheets say whether the game ends";
    if (next == r->seats)
        return "shown: all is shown";
    return any && !wt_done(s, s->first) ? "shown: a seat has not finished" : NULL;
}
