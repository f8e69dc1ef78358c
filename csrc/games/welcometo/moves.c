/* moves.c -- lists of moves and of outcomes, why a move is refused, and chance. */
#include <string.h>

#include "state.h"

/* ---- pairs ---- */

/* The pairs that a seat may use, equal ones once; in a view only of its own seat. */
int wt_pairs_of(const wt_rules *r, const wt_state *s, int seat, wt_pair *out)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const uint8_t *hand = r->expert ? s->hand[seat] : s->numbers;
            int alone = r->expert || r->seats == 1, known = 0;
            if (alone ? i == j : i != j)
                continue;
            int first = hand[i] - 1, second = (alone ? hand[j] : s->effects[i]) - 1;
            wt_pair p = {wt_number_of(first), wt_effect_of(second), first, second};
            for (int k = 0; k < n; k++)
                known |= r->expert ? out[k].first == first && out[k].second == second
                                   : out[k].number == p.number && out[k].effect == p.effect;
            if (!known)
                out[n++] = p;
        }
    return n;
}

/* Houses in which a number fits that this pair may write. */
static uint64_t houses_for(const wt_places *places, int number, int effect)
{
    uint64_t houses = 0;
    int shift = effect == WT_TEMP ? 2 : 0;
    for (int n = number - shift; n <= number + shift; n++)
        if (n >= 0 && n < WT_NUMBERS)
            houses |= places->fits[n];
    return houses;
}

/* May a seat refuse, its sheet being as it is, with these pairs? */
int wt_may_refuse(const wt_rules *r, const wt_places *places, const wt_pair *pairs, int n)
{
    for (int i = 0; i < n; i++)
        if (houses_for(places, pairs[i].number, r->stuck ? pairs[i].effect : WT_SURVEYOR))
            return 0;
    return 1;
}

/* ---- moves of a seat ---- */

/* Puts a word among the sorted ones from `from` on. */
static int insert(core_move *out, int from, int n, core_move move)
{
    int at = n;
    for (; at > from && out[at - 1] > move; at--)
        out[at] = out[at - 1];
    out[at] = move;
    return n + 1;
}

static int list_start(const wt_rules *r, const wt_state *s, int seat, const wt_sheet *sheet,
                      core_move *out)
{
    wt_pair pairs[6];
    wt_places places;
    int n = 0, count = wt_pairs_of(r, s, seat, pairs);
    wt_places_of(sheet, &places);
    if (s->stage[seat] == WT_STAGE_START && wt_may_round(&r->limits, sheet))
        for (uint64_t left = WT_ALL_HOUSES & ~sheet->filled; left; left &= left - 1)
            out[n++] = wt_word(WT_ROUND, (uint64_t)wt_lowest(left));
    for (int i = 0, from = n; i < count; i++)
        if (houses_for(&places, pairs[i].number, pairs[i].effect))
            n = insert(out, from, n,
                       r->expert
                           ? wt_word(WT_PLAY, (uint64_t)(pairs[i].first | pairs[i].second << 7))
                           : wt_use(pairs[i].number, pairs[i].effect));
    if (wt_may_refuse(r, &places, pairs, count))
        out[n++] = wt_word(WT_REFUSE, 0);
    return n;
}

/* The number printed on the card that a record has chosen. */
static int printed(const wt_rules *r, uint64_t record)
{
    int first = wt_bits(record, 6, 7);
    return r->expert ? wt_number_of(first) : first;
}

static int list_builds(const wt_rules *r, const wt_state *s, int seat, const wt_sheet *sheet,
                       core_move *out)
{
    wt_places places;
    int n = 0, number = printed(r, s->record[seat]);
    int shift = wt_bits(s->record[seat], 31, 7) == WT_DID_TEMP ? 2 : 0;
    wt_places_of(sheet, &places);
    for (int written = number - shift; written <= number + shift; written++)
        if (written >= 0 && written < WT_NUMBERS)
            for (uint64_t left = places.fits[written]; left; left &= left - 1)
                out[n++] = wt_word(WT_BUILD, (uint64_t)(wt_lowest(left) | written << 6));
    return n;
}

static int list_effects(const wt_state *s, int seat, const wt_sheet *sheet, core_move *out)
{
    int n = 0;
    switch (wt_bits(s->record[seat], 31, 7)) {
    case WT_DID_SURVEYOR: {
        uint64_t gaps = wt_free_gaps(sheet);
        for (int gap = 0; gap < WT_GAPS; gap++)
            if (gaps >> WT_GAP_HOUSES[gap] & 1)
                out[n++] = wt_word(WT_FENCE, (uint64_t)gap);
        break;
    }
    case WT_DID_BIS:
        for (int right = 0; right < 2; right++)
            for (uint64_t left = wt_bis_places(sheet, right); left; left &= left - 1)
                out[n++] = wt_word(WT_BIS, (uint64_t)(wt_lowest(left) + right * WT_HOUSES));
        break;
    default:
        for (int size = 0; size < WT_MOST_ESTATE; size++)
            if (sheet->agents[size] < WT_AGENT_BOXES[size])
                out[n++] = wt_word(WT_AGENT, (uint64_t)size + 1);
    }
    out[n++] = wt_word(WT_SKIP, 0);
    return n;
}

static int list_claims(const wt_rules *r, const wt_state *s, int seat, const wt_sheet *sheet,
                       core_move *out)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (wt_can_claim(r, sheet, i))
            out[n++] = wt_word(WT_CLAIM, (uint64_t)i + 1);
    out[n++] = wt_word(WT_DONE, 0);
    if (wt_may_ask(r, s, s->claims[seat]))
        out[n++] = wt_word(WT_RESHUFFLE, 0);
    return n;
}

/* The estates that the plan in hand may get next, of the largest size of which it needs more, and
 * how many of them it needs. They are chosen from left to right. `sheet` has as used what earlier
 * claims have used. */
uint32_t wt_picks(const wt_rules *r, const wt_state *s, int seat, const wt_sheet *sheet,
                  uint64_t *estates)
{
    const wt_plan *plan = &WT_PLAN_CARDS[r->plan[s->picking[seat] - 1]];
    wt_estates all;
    wt_estates_of(sheet, &all);
    for (int size = WT_MOST_ESTATE; size > 0; size--) {
        uint64_t chosen = all.first[size] & s->picked[seat];
        int need = plan->estates[size] - wt_members(chosen);
        if (need > 0) {
            uint64_t behind = chosen ? ~UINT64_C(0) << (63 - __builtin_clzll(chosen)) << 1
                                     : ~UINT64_C(0);
            *estates = all.first[size] & behind;
            return (uint32_t)need;
        }
    }
    return 0;
}

static int list_picks(const wt_rules *r, const wt_state *s, int seat, wt_sheet *sheet,
                      core_move *out)
{
    uint64_t open;
    int n = 0;
    sheet->used &= ~s->picked[seat];
    int need = (int)wt_picks(r, s, seat, sheet, &open);
    for (int count = wt_members(open) - need + 1; n < count; open &= open - 1)
        out[n++] = wt_word(WT_ESTATE, (uint64_t)wt_lowest(open));
    return n;
}

static int list_moves(const wt_rules *r, const wt_state *s, int seat, core_move *out)
{
    wt_sheet sheet;
    wt_working(s, seat, &sheet);
    switch (s->stage[seat]) {
    case WT_STAGE_START:
    case WT_STAGE_ROUND:  return list_start(r, s, seat, &sheet, out);
    case WT_STAGE_BUILD:  return list_builds(r, s, seat, &sheet, out);
    case WT_STAGE_EFFECT: return list_effects(s, seat, &sheet, out);
    case WT_STAGE_CLAIM:  return list_claims(r, s, seat, &sheet, out);
    default:              return list_picks(r, s, seat, &sheet, out);
    }
}

/* ---- chance ---- */

static int solo_may_come(const wt_rules *r, const wt_state *s)
{
    return r->seats == 1 && !s->solo && wt_total(s->pile) <= WT_LATE_SOLO;
}

/* The place of a card that is drawn or passed, in its word. */
static core_move card_word(const wt_rules *r, const wt_state *s, int kind)
{
    if (!r->expert)
        return wt_word(WT_CARD, (uint64_t)kind);
    return wt_word(WT_DRAW, (uint64_t)(kind + 1) | (uint64_t)wt_drawer(r, s) << 48);
}

static core_move pass_word(const wt_rules *r, const wt_state *s)
{
    int seat = wt_passer(r, s);
    return wt_word(WT_PASS, (uint64_t)s->hand[seat][0] | (uint64_t)seat << 48);
}

int welcometo_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    const wt_rules *r = rules;
    const wt_state *s = state;
    int seat = welcometo_actor(r, s), n = 0;
    if (seat >= 0)
        return list_moves(r, s, seat, out);
    switch (s->phase) {
    case WT_PHASE_OVER: return 0;
    case WT_PHASE_TURN: out[n++] = wt_shown_word(r, s); break;
    case WT_PHASE_PASS: out[n++] = pass_word(r, s); break;
    default:
        for (int kind = 0; kind < WT_KINDS; kind++)
            if (wt_count(s->pile, kind)) {
                weights[n] = (uint64_t)wt_count(s->pile, kind);
                out[n++] = card_word(r, s, kind);
            }
        if (solo_may_come(r, s)) {
            weights[n] = 1;
            out[n++] = wt_word(WT_CARD, WT_SOLO);
        }
        return n;
    }
    weights[0] = 1;
    return n;
}

/* The card number `rank` of those that may come, the solo card behind the others. */
static core_move card_at(const wt_rules *r, const wt_state *s, int rank)
{
    if (rank == wt_total(s->pile))
        return wt_word(WT_CARD, WT_SOLO);
    return card_word(r, s, wt_kind_at(s->pile, rank));
}

core_move welcometo_sample(const void *rules, const void *state, core_rng *rng)
{
    const wt_rules *r = rules;
    const wt_state *s = state;
    if (s->phase == WT_PHASE_TURN)
        return wt_shown_word(r, s);
    if (s->phase == WT_PHASE_PASS)
        return pass_word(r, s);
    return card_at(r, s, (int)rng_below(rng, (uint32_t)(wt_total(s->pile) + solo_may_come(r, s))));
}

/* A shuffled pile, card by card: each is drawn from what is left by a random stream of its own. */
core_move welcometo_deal(const void *rules, const void *state, uint64_t seed)
{
    const wt_rules *r = rules;
    const wt_state *s = state;
    int drawn = s->turns * 64 + s->solo;
    core_rng rng;
    for (int i = 0; i < 3; i++)
        drawn += 2 * ((s->effects[i] > 0) + (s->numbers[i] > 0));
    for (int seat = 0; seat < r->seats; seat++)
        for (int i = 0; i < 3; i++)
            drawn += 2 * (s->hand[seat][i] > 0);
    rng_seed(&rng, seed, 1 + (uint64_t)(unsigned)drawn);
    return welcometo_sample(rules, state, &rng);
}

/* ---- why a move is refused ---- */

static const char *card_reason(const wt_rules *r, const wt_state *s, core_move event)
{
    int kind = wt_bits(event, 0, 7);
    if (s->phase != WT_PHASE_DRAW || r->expert)
        return "no card is turned up now";
    if (kind == WT_SOLO)
        return solo_may_come(r, s) ? NULL : "the solo card can't come now";
    return kind < WT_KINDS && wt_count(s->pile, kind) ? NULL : "the pile does not have that card";
}

static const char *draw_reason(const wt_rules *r, const wt_state *s, core_move event)
{
    int kind = wt_bits(event, 0, 7), seat = wt_seat(event);
    if (s->phase != WT_PHASE_DRAW || !r->expert)
        return "no card is drawn now";
    if (seat != wt_drawer(r, s))
        return "another seat draws now";
    if (s->viewer != CORE_ALL && s->viewer != seat)
        return kind ? "this seat does not see that card" : NULL;
    if (kind > WT_KINDS)
        return "there is no such card";
    return kind && wt_count(s->pile, kind - 1) ? NULL : "the pile does not have that card";
}

static const char *pass_reason(const wt_rules *r, const wt_state *s, core_move event)
{
    int kind = wt_bits(event, 0, 7), seat = wt_seat(event), to = (seat + 1) % r->seats;
    if (s->phase != WT_PHASE_PASS || seat != wt_passer(r, s))
        return "that seat does not pass a card on now";
    if (s->viewer != CORE_ALL && s->viewer != seat && s->viewer != to)
        return kind ? "this seat does not see that card" : NULL;
    if (!kind || kind > WT_KINDS)
        return "there is no such card";
    if (s->hand[seat][0] == WT_UNSEEN)
        return wt_count(s->pile, kind - 1) ? NULL : "the seat can't have that card";
    return s->hand[seat][0] == kind ? NULL : "the seat has another card";
}

const char *welcometo_illegal(const void *rules, const void *state, core_move move)
{
    static const uint64_t PAYLOAD[] = {
        [WT_ROUND] = 63, [WT_USE] = 127, [WT_PLAY] = (1 << 14) - 1, [WT_REFUSE] = 0,
        [WT_BUILD] = (1 << 11) - 1, [WT_FENCE] = 31, [WT_BIS] = 127, [WT_AGENT] = 7, [WT_SKIP] = 0,
        [WT_CLAIM] = 3, [WT_ESTATE] = 63, [WT_DONE] = 0, [WT_RESHUFFLE] = 0};
    const wt_rules *r = rules;
    const wt_state *s = state;
    const uint64_t seat_bits = UINT64_C(7) << 48, turn = (UINT64_C(1) << 38) - 1;
    const uint64_t pair_of_cards = UINT64_C(127) << 6;
    uint64_t payload = move & ((UINT64_C(1) << 56) - 1), allowed = 0;
    core_move moves[WT_MAX_MOVES];
    int what = wt_what(move);
    switch (what) {
    case WT_CARD:       allowed = 127; break;
    case WT_DRAW:
    case WT_PASS:       allowed = 127 | seat_bits; break;
    case WT_TURN:       allowed = (turn & ~(UINT64_C(127) << 13)) | seat_bits; break;
    case WT_EXPERT:     allowed = turn | seat_bits; break;
    case WT_REFUSAL:    allowed = 63 | seat_bits; break;
    case WT_FOLD:       allowed = 63 | pair_of_cards | pair_of_cards << 7 | pair_of_cards << 14 |
                                  seat_bits; break;
    case WT_SHOW_PLANS: allowed = ((UINT64_C(1) << 37) - 1) | seat_bits; break;
    default:
        if (what < WT_ROUND || what > WT_RESHUFFLE)
            return "no such move";
        allowed = PAYLOAD[what];
    }
    if (payload & ~allowed)
        return "no such move";
    if (what >= WT_CARD) {
        if (wt_seat(move) >= r->seats)
            return "there is no such seat";
        if (what == WT_CARD)
            return card_reason(r, s, move);
        if (what == WT_DRAW)
            return draw_reason(r, s, move);
        if (what == WT_PASS)
            return pass_reason(r, s, move);
        if (wt_bits(move, 0, 6) > WT_HOUSES && what != WT_SHOW_PLANS)
            return "there is no such house";
        if ((what == WT_TURN || what == WT_EXPERT) &&
            (wt_bits(move, 25, 6) >= WT_HOUSES || wt_bits(move, 31, 7) >= WT_DIDS ||
             wt_bits(move, 20, 5) >= WT_NUMBERS))
            return "there is no such house, effect or number";
        for (int i = 0; i < 3; i++)
            if ((what == WT_FOLD || (what == WT_EXPERT && i < 2)) &&
                wt_bits(move, 6 + 7 * i, 7) >= WT_KINDS)
                return "there is no such card";
        return wt_shown_reason(r, s, move);
    }
    int seat = welcometo_actor(r, s);
    if (seat < 0)
        return "no seat is to move";
    if (s->viewer != CORE_ALL && s->viewer != seat)
        return "another seat is to move";
    int n = list_moves(r, s, seat, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return NULL;
    switch (what) {
    case WT_REFUSE: return "a number fits: refusing is not allowed";
    case WT_BUILD:  return "the number does not fit into that house now";
    case WT_FENCE:  return "no fence can be drawn there now";
    case WT_BIS:    return "no bis can be written there now";
    case WT_CLAIM:  return "that plan can't be claimed now";
    default:        return "that is not possible now";
    }
}
