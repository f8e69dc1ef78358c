/* rules.c -- the flow of a turn and of the game.
 *
 * A turn is a draw or an exchange, then at most one claim. A seat is asked about a claim only if a
 * card fits; all is public, so nothing is told by that. Our decisions: equal chances for each seat
 * to begin, no gems at the start, the game ends in the moment in which the last card goes.
 */
#include <string.h>

#include "state.h"

void bazaar_start(const void *rules, void *state)
{
    const bazaar_rules *r = rules;
    bazaar_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    memset(s->left, r->cards_per_pile, sizeof s->left);
    s->phase = r->seat0_first ? BZ_PHASE_DEAL : BZ_PHASE_STARTER;
}

/* ---- the end of a turn, and the next one ---- */

/* On to the next seat that has something to decide. Where the bag is limited, a seat may be unable
 * to draw or exchange: our decision is that this step is then left out. */
static void end_turn(const bazaar_rules *r, bazaar_state *s)
{
    for (;;) {
        s->turns++;
        if (s->turns == r->max_turns * r->seats) {
            s->capped = 1;
            s->phase = BZ_PHASE_OVER;
            return;
        }
        s->turn = (uint8_t)(s->turn + 1 == r->seats ? 0 : s->turn + 1);
        s->phase = BZ_PHASE_ACT;
        if (bz_may_act(r, s))
            return;
        s->phase = BZ_PHASE_CLAIM;
        if (bz_may_claim(r, s))
            return;
    }
}

static void finish_turn(const bazaar_rules *r, bazaar_state *s)
{
    if (r->hand_limit && gems_total(s->hand[s->turn]) > r->hand_limit)
        s->phase = BZ_PHASE_RETURN;
    else
        end_turn(r, s);
}

/* After the draw or the exchange. */
static void offer_claim(const bazaar_rules *r, bazaar_state *s)
{
    s->phase = BZ_PHASE_CLAIM;
    if (!bz_may_claim(r, s))
        finish_turn(r, s);
}

/* ---- moves and events ---- */

static void play_claim(const bazaar_rules *r, bazaar_state *s, int pile)
{
    int card = s->top[pile] - 1, seat = s->turn, gone = bz_empty_piles(s) > 0;
    s->hand[seat] -= r->card[card];
    s->score[seat] =
        (uint16_t)(s->score[seat] + bz_points(r, gone, card, gems_total(s->hand[seat])));
    s->top[pile] = 0;
    s->left[pile]--;
    if (bz_empty_piles(s) >= (r->two_piles ? 2 : BZ_PILES)) {
        s->turns++;
        s->phase = BZ_PHASE_OVER;
    } else if (s->left[pile])
        s->phase = BZ_PHASE_CARD;
    else
        finish_turn(r, s);
}

static void play_card(const bazaar_rules *r, bazaar_state *s, int pile, int card)
{
    s->top[pile] = (uint8_t)(card + 1);
    if (r->distinct)
        s->seen[card >> 6] |= UINT64_C(1) << (card & 63);
    if (s->phase == BZ_PHASE_CARD)
        finish_turn(r, s);
    else if (bz_open_pile(s) == BZ_PILES)
        s->phase = BZ_PHASE_ACT;
}

static void play_gem(const bazaar_rules *r, bazaar_state *s, int colour)
{
    if (colour == BZ_FREE) {
        s->phase = BZ_PHASE_CHOOSE;
        return;
    }
    s->hand[s->turn] += gems_of(colour, 1);
    offer_claim(r, s);
}

static void play_exchange(const bazaar_rules *r, bazaar_state *s, int exchange)
{
    s->hand[s->turn] += r->get[exchange] - r->pay[exchange];
    offer_claim(r, s);
}

static void play_starter(bazaar_state *s, int seat)
{
    s->starter = s->turn = (uint8_t)seat;
    s->phase = BZ_PHASE_DEAL;
}

static void play_return(const bazaar_rules *r, bazaar_state *s, int colour)
{
    s->hand[s->turn] -= gems_of(colour, 1);
    finish_turn(r, s);
}

void bazaar_play(const void *rules, void *state, core_move move)
{
    const bazaar_rules *r = rules;
    bazaar_state *s = state;
    assert(bazaar_illegal(r, s, move) == NULL);
    int low = bz_low(move);
    switch (bz_what(move)) {
    case BZ_DRAW:     s->phase = BZ_PHASE_GEM; break;
    case BZ_EXCHANGE: play_exchange(r, s, low); break;
    case BZ_CHOOSE:
    case BZ_GEM:      play_gem(r, s, low); break;
    case BZ_CLAIM:    play_claim(r, s, low); break;
    case BZ_END:      finish_turn(r, s); break;
    case BZ_RETURN:   play_return(r, s, low); break;
    case BZ_STARTER:  play_starter(s, low); break;
    case BZ_CARD:     play_card(r, s, (int)(move >> 8 & 0xff), low); break;
    default:          assert(0);
    }
}

/* ---- the rest of the contract ---- */

int bazaar_actor(const void *rules, const void *state)
{
    (void)rules;
    const bazaar_state *s = state;
    switch (s->phase) {
    case BZ_PHASE_ACT:
    case BZ_PHASE_CHOOSE:
    case BZ_PHASE_CLAIM:
    case BZ_PHASE_RETURN: return s->turn;
    case BZ_PHASE_OVER:   return CORE_OVER;
    default:              return CORE_CHANCE;
    }
}

/* The highest score wins; our decision: those who tie share the win. Alone, a share is the points
 * by their bound, and of two games with equal points the one with fewer turns is better. */
void bz_share_out(const bazaar_rules *r, const uint16_t *points, int turns, int64_t *shares,
                  int64_t *scores)
{
    int best = 0, winners = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        scores[seat] = points[seat];
        if (points[seat] > best || winners == 0) {
            best = points[seat];
            winners = 0;
        }
        winners += points[seat] == best;
    }
    for (int seat = 0; seat < r->seats; seat++)
        shares[seat] = points[seat] == best ? CORE_WIN / winners : 0;
    if (r->seats == 1)
        shares[0] = (int64_t)CORE_WIN * (points[0] * (r->max_turns + 1) + r->max_turns - turns) /
                    (r->bound * (r->max_turns + 1) + r->max_turns);
}

int bazaar_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const bazaar_state *s = state;
    if (s->phase != BZ_PHASE_OVER)
        return 0;
    bz_share_out(rules, s->score, s->turns, shares, scores);
    return 1;
}

void bazaar_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    bazaar_settled(rules, state, shares, scores);
}
