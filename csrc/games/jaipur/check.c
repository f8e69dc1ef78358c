/* check.c -- could this be a state or a view of Jaipur?
 *
 * Reads snapshots that come from outside, so nothing is assumed but that the bytes are there. Each
 * function checks one thing and may rely on those before it in `jaipur_check`. The numbers must add
 * up: cards, tokens, rupees, and what so many moves and sold cards can have brought. Which moves
 * they were (whose turn it is by their number, who has sold which good) is not asked: anyone who
 * sets up a position need not invent a history.
 */
#include "state.h"

static const char *check_bytes(const jaipur_rules *r, const jaipur_state *s)
{
    if (s->viewer < CORE_ALL || s->viewer > 1)
        return "viewer: a seat (0 or 1), or all";
    if (s->phase > JP_PHASE_OVER)
        return "phase: no such phase";
    if (s->turn > 1 || s->starter > 1)
        return "turn: seats are 0 and 1";
    if (s->capped > 1 || s->revealed > 3)
        return "flags: out of range";
    for (unsigned i = 0; i < sizeof s->spare; i++)
        if (s->spare[i])
            return "spare bytes: must be zero";
    if (s->plies > r->max_plies || (s->phase == JP_PHASE_TURN && s->plies == r->max_plies))
        return "plies: more than the limit of a round";
    return NULL;
}

static const char *check_match(const jaipur_rules *r, const jaipur_state *s)
{
    int target = r->seals_to_win, limit = 2 * target - 1;
    int played = s->seals[0] + s->seals[1];
    if (s->seals[0] > target || s->seals[1] > target || played > limit)
        return "seals: more than a match has";
    if (s->counted > limit || s->counted < played ||
        (s->counted > played && r->full_tie != JP_TIE_DRAW && !r->single))
        return "counted: does not agree with the seals";
    int finished = s->round + (s->phase == JP_PHASE_OVER); /* a replayed round does not count */
    int replays = r->full_tie == JP_TIE_REPLAY && !r->single;
    if (s->round > JP_MAX_REPLAYS || finished < s->counted || (finished > s->counted && !replays))
        return "round: does not agree with the rounds that counted";
    int ended = s->seals[0] == target || s->seals[1] == target || s->counted == limit ||
                (r->single && s->counted == 1);
    if (ended != (s->phase == JP_PHASE_OVER))
        return "phase: does not agree with the seals";
    if (s->phase == JP_PHASE_STARTER &&
        (s->round > 0 || s->starter || r->starter != JP_STARTER_DEALT))
        return "phase: the starter is not drawn here";
    if (s->round == 0 && r->starter != JP_STARTER_DEALT &&
        s->starter != (r->starter == JP_STARTER_SEAT1))
        return "starter: not the one that the rules name";
    return NULL;
}

/* Nobody wins more in a round than all tokens are worth. */
static const char *check_sums(const jaipur_rules *r, const jaipur_state *s)
{
    int most = r->camel_token + jp_bonus_rupees(r, r->bonus);
    for (int good = 0; good < JP_GOODS; good++)
        most += r->rupees[good][JP_MAX_TOKENS];
    int finished = s->round + (s->phase == JP_PHASE_OVER);
    for (int seat = 0; seat < 2; seat++) {
        if (s->total[seat] > s->counted * most)
            return "total: more than the rounds that counted can have brought";
        if (s->last[seat] > (finished ? most : 0))
            return "last: more than the last round can have brought";
    }
    return NULL;
}

static const char *check_cards(const jaipur_rules *r, const jaipur_state *s)
{
    multiset places[] = {s->hand[0], s->hand[1], s->market, s->pool};
    multiset left = r->cards;
    for (int i = 0; i < 4; i++) {
        for (int lane = 0; lane < MS_LANES; lane++)
            if (ms_count(places[i], lane) > ms_count(left, lane))
                return "cards: more of a kind than there are";
        left -= places[i];
    }
    if (jp_camels(left))
        return "cards: camels are missing";
    for (int seat = 0; seat < 2; seat++) {
        for (int lane = 0; lane < MS_LANES; lane++)
            if (ms_count(s->known[seat], lane) > ms_count(jp_goods(s->hand[seat]), lane))
                return "known: not part of the hand";
        if (s->hidden[seat] && (s->viewer == CORE_ALL || s->viewer == seat))
            return "hidden: cards are missing that the viewer sees";
        if (jp_hand_size(s, seat) > r->hand_limit)
            return "hand: more cards than the limit";
        if (jp_hand_size(s, seat) - ms_total(s->known[seat]) > r->dealt)
            return "hand: more cards not publicly known than were dealt";
        if (s->viewer == 1 - seat && jp_goods(s->hand[seat]) != s->known[seat])
            return "hand: shows cards that the viewer does not see";
    }
    if (ms_total(jp_goods(s->pool)) < jp_hidden(s))
        return "pool: too few unseen goods for the hidden cards";
    return NULL;
}

/* Exact in a view too: what is missing in a hand is counted in the pool. */
static multiset sold_cards(const jaipur_rules *r, const jaipur_state *s)
{
    return r->cards - s->hand[0] - s->hand[1] - s->market - s->pool;
}

static const char *check_tokens(const jaipur_rules *r, const jaipur_state *s)
{
    multiset sold = sold_cards(r, s);
    if (s->tokens != ms_monus(r->tokens, sold))
        return "tokens: do not agree with the cards sold";
    int rupees = 0;
    multiset taken = r->tokens - s->tokens;
    for (int good = 0; good < JP_GOODS; good++)
        rupees += r->rupees[good][ms_count(taken, good)];
    if (s->rupees[0] + s->rupees[1] != rupees)
        return "rupees: do not agree with the tokens that are gone";
    if (s->goods_tokens[0] + s->goods_tokens[1] != ms_total(taken))
        return "goods_tokens: do not agree with the tokens that are gone";
    return NULL;
}

static const char *check_bonus(const jaipur_rules *r, const jaipur_state *s)
{
    for (int pile = 0; pile < JP_PILES; pile++)
        for (int slot = 0; slot < JP_SLOTS; slot++)
            if (jp_slot_count(s->bonus, pile, slot) + jp_slot_count(s->won[0], pile, slot) +
                    jp_slot_count(s->won[1], pile, slot) !=
                jp_slot_count(r->bonus, pile, slot))
                return "bonus: tokens of a value are missing or too many";
    if ((s->bonus | s->won[0] | s->won[1]) >> (16 * JP_PILES))
        return "bonus: there are three piles";
    for (int seat = 0; seat < 2; seat++) {
        int open = s->viewer == CORE_ALL || s->viewer == seat || (s->revealed >> seat & 1);
        if (s->hidden_won[seat] && open)
            return "bonus: tokens are missing that the viewer sees";
        if (s->won[seat] && !open)
            return "bonus: shows tokens that the viewer does not see";
        if (s->hidden_won[seat] >> (4 * JP_PILES))
            return "bonus: there are three piles";
    }
    for (int pile = 0; pile < JP_PILES; pile++)
        if (jp_pile_left(s, pile) < 0)
            return "bonus: too few unseen tokens for the hidden ones";
    return NULL;
}

/* Each bonus token is of a sale of its own: exactly so many cards, or more for the last pile. May
 * tokens of each pile, as many as are gone, come of the cards sold? */
static int sales_fit(const jaipur_rules *r, multiset sold, const int gone[JP_PILES])
{
    uint8_t fits[JP_MAX_BONUS + 1][JP_MAX_BONUS + 1][JP_MAX_BONUS + 1] = {{{1}}};
    for (int good = 0; good < JP_GOODS; good++) {
        int n = ms_count(sold, good), minimum = ms_count(r->minimum, good);
        for (int c = gone[2]; c >= 0; c--)
            for (int b = gone[1]; b >= 0; b--)
                for (int a = gone[0]; a >= 0; a--) {
                    int found = 0;
                    for (int z = 0; z <= c && 5 * z <= n; z++)
                        for (int y = 0; y <= b && 5 * z + 4 * y <= n; y++)
                            for (int x = 0; x <= a && 5 * z + 4 * y + 3 * x <= n; x++)
                                if ((x == 0 || minimum <= 3) && (y == 0 || minimum <= 4))
                                    found |= fits[c - z][b - y][a - x];
                    fits[c][b][a] = (uint8_t)found;
                }
    }
    return fits[gone[2]][gone[1]][gone[0]];
}

/* What so many moves can have done. */
static const char *check_moves(const jaipur_rules *r, const jaipur_state *s)
{
    multiset sold = sold_cards(r, s);
    int gone[JP_PILES], tokens = 0;
    for (int pile = 0; pile < JP_PILES; pile++) {
        int owed = s->phase == JP_PHASE_BONUS && s->pending == pile;
        gone[pile] = jp_pile_count(r->bonus, pile) - jp_pile_left(s, pile) + owed;
        tokens += gone[pile];
    }
    if (tokens > s->plies || ms_total(sold) > s->plies * r->hand_limit)
        return "plies: too few moves for what was sold";
    if (!sales_fit(r, sold, gone))
        return "bonus: more tokens than the cards sold can have brought";
    if (s->phase <= JP_PHASE_MARKET || s->plies > 0)
        return NULL;
    if (jp_camels(s->market) < r->market_camels || s->known[0] || s->known[1])
        return "plies: no move was made, but the table is not as it was dealt";
    for (int seat = 0; seat < 2; seat++)
        if (jp_hand_size(s, seat) + jp_camels(s->hand[seat]) != r->dealt)
            return "plies: no move was made, but a seat has other cards than were dealt";
    return s->turn == s->starter ? NULL : "turn: the starter makes the first move";
}

/* A round goes on until something ends it, and ends then. */
static const char *check_flow(const jaipur_rules *r, const jaipur_state *s)
{
    int deck = jp_deck_size(s), empty = jp_empty_piles(r, s->tokens) >= r->piles_to_end;
    int failed = ms_total(s->market) < r->market_size;
    int dealt_out = ms_total(r->cards) == 2 * r->dealt + r->market_size;
    int no_deck = r->deck_end == JP_DECK_EMPTY && deck == 0;
    int capped = s->plies == r->max_plies;
    if (s->capped && s->round == 0 && s->phase < JP_PHASE_REVEAL0)
        return "capped: no round has ended";
    if (s->phase <= JP_PHASE_MARKET)
        return NULL;
    if (s->phase != JP_PHASE_TURN && s->plies == 0)
        return "plies: no move was made that could lead here";
    if (s->phase < JP_PHASE_REVEAL0) {
        if (s->phase != JP_PHASE_BONUS && empty)
            return "tokens: the round is over when so many piles are empty";
        if (s->phase == JP_PHASE_TURN && no_deck && !dealt_out)
            return "deck: the round is over when it is empty";
        return NULL;
    }
    if (!empty && !failed && !no_deck && !capped)
        return "phase: nothing has ended the round";
    if (!empty && !failed && !no_deck && !s->capped)
        return "capped: the round was ended by the number of moves";
    if (s->capped && !capped && s->round == 0)
        return "capped: no round was ended by the number of moves";
    int seats = s->phase - JP_PHASE_REVEAL0; /* that have revealed, in turn; all at the end */
    for (int seat = 0; seat < 2; seat++)
        if ((s->revealed >> seat & 1) != (seat < seats && jp_bonus_tokens(s, seat) > 0))
            return "revealed: seats reveal their bonus tokens one after the other";
    return NULL;
}

/* What each phase says about the table. */
static const char *check_phase(const jaipur_rules *r, const jaipur_state *s)
{
    int market = ms_total(s->market), deck = jp_deck_size(s);
    int missing = r->market_size - market;
    int dealt = s->phase <= JP_PHASE_DEAL0 ? 0 : s->phase == JP_PHASE_DEAL1 ? 1 : 2;
    if (s->phase <= JP_PHASE_MARKET) {
        if (s->market != ms_cards(JP_CAMEL, r->market_camels))
            return "market: not that of a new round";
        if (s->plies || s->rupees[0] || s->rupees[1] || s->bonus != r->bonus || s->revealed ||
            s->hidden_won[0] || s->hidden_won[1] ||
            s->hand[0] + s->hand[1] + s->market + s->pool != r->cards || /* some are sold */
            s->known[0] || s->known[1] || s->turn != s->starter)
            return "phase: the round has not begun, but something has happened in it";
        for (int seat = 0; seat < 2; seat++)
            if (jp_hand_size(s, seat) + jp_camels(s->hand[seat]) != (seat < dealt ? r->dealt : 0))
                return "hand: not that of a new round";
    } else if (missing < 0 || (missing > 0 && s->phase < JP_PHASE_REVEAL0 &&
                               s->phase != JP_PHASE_FILL))
        return "market: a wrong number of cards";
    if (s->phase == JP_PHASE_FILL) {
        if (missing == 0 || s->pending != (missing < deck ? missing : deck) || s->pending == 0)
            return "pending: not what the market lacks";
    } else if (s->phase == JP_PHASE_BONUS) {
        if (s->pending >= JP_PILES || jp_pile_left(s, s->pending) == 0)
            return "pending: no token of that pile to draw";
    } else if (s->pending)
        return "pending: nothing is owed";
    if (s->revealed && s->phase < JP_PHASE_REVEAL0)
        return "revealed: the round is not over";
    if ((s->phase == JP_PHASE_REVEAL0 || s->phase == JP_PHASE_REVEAL1)) {
        int seat = s->phase - JP_PHASE_REVEAL0;
        if (jp_bonus_tokens(s, seat) == 0 || (s->revealed >> seat & 1))
            return "phase: no tokens to reveal";
    }
    return NULL;
}

const char *jaipur_check(const void *rules, const void *state)
{
    static const char *(*const CHECKS[])(const jaipur_rules *, const jaipur_state *) = {
        check_bytes,  check_match, check_sums,  check_cards,
        check_tokens, check_bonus, check_phase, check_flow,
        check_moves,
    };
    for (unsigned i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++) {
        const char *wrong = CHECKS[i](rules, state);
        if (wrong)
            return wrong;
    }
    return NULL;
}
