/* game.c -- the game of gifts: rules, moves and the table of functions. */
#include <assert.h>
#include <string.h>

#include "state.h"

static int gifts_actor(const void *rules, const void *state)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    if (s->step == r->steps)
        return CORE_OVER;
    int from = from_of(r->step[s->step]);
    return from == DECK ? CORE_CHANCE : from - HAND0;
}

/* ---- what may happen ---- */

/* The word of the step that is due, without a card; 0 if the game is over. */
static core_move due(const gifts_rules *r, const gifts_state *s)
{
    if (s->step == r->steps)
        return 0;
    core_move way = r->step[s->step] & 0xff00;
    if (from_of(way) == DECK && !s->size[DECK])
        return (core_move)SHUFFLE << 56 | OPEN << 12 | DECK << 8;
    int what = from_of(way) == DECK ? DRAW : to_of(way) == OPEN ? DISCARD : GIVE;
    return (core_move)(unsigned)what << 56 | way;
}

static int may_decline(const gifts_rules *r, const gifts_state *s)
{
    return s->step < r->steps && card_of(r->step[s->step]);
}

static core_move declined(core_move move)
{
    return (core_move)DECLINE << 56 | (move & 0xff00);
}

static const char *gifts_illegal(const void *rules, const void *state, core_move move)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    core_move now = due(r, s);
    int from = from_of(move), card = card_of(move);
    if (now && move == declined(now))
        return may_decline(r, s) ? NULL : "a card must be chosen";
    if (now >> 56 == SHUFFLE)
        return move == now ? NULL : "a shuffle is due";
    if (!now || (move & ~UINT64_C(0xff)) != now || card > r->cards)
        return "not now";
    if (!sees_move(s->viewer, move))
        return card ? "this card is not seen" : NULL;
    if (!card)
        return "this card is seen";
    gifts_state trial = *s;
    if (!sees(s->viewer, from) && !trial.place[card] && s->size[from])
        trial.place[card] = (uint8_t)from;
    return trial.place[card] == from && gifts_ways(r, &trial, 0) ? NULL : "no such card is there";
}

static int gifts_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    core_move now = due(r, s);
    int n = 0;
    for (int card = 1; now >> 56 != SHUFFLE && card <= r->cards && now; card++)
        if (s->place[card] == from_of(now))
            out[n++] = now | (unsigned)card;
    if (may_decline(r, s))
        out[n++] = declined(now);
    if (now >> 56 == SHUFFLE)
        out[n++] = now;
    for (int i = 0; weights && i < n; i++)
        weights[i] = 1;
    return n;
}

static core_move gifts_sample(const void *rules, const void *state, core_rng *rng)
{
    core_move out[MAX_MOVES];
    int n = gifts_moves(rules, state, out, NULL);
    return out[rng_below(rng, (uint32_t)n)];
}

/* Of the cards in the deck, the one that came out first when all were shuffled. */
static core_move gifts_deal(const void *rules, const void *state, uint64_t seed)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    core_rng rng;
    if (!s->size[DECK])
        return due(r, s);
    rng_seed(&rng, seed, s->shuffles);
    int order[CARDS] = {0}, first = 0;
    for (int i = 0; i < r->cards; i++) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i + 1;
    }
    while (s->place[order[first]] != DECK)
        first++;
    return due(r, s) | (unsigned)order[first];
}

/* ---- what it does ---- */

static const char *gifts_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                               size_t table_length)
{
    (void)seats;
    (void)options;
    gifts_rules *r = rules;
    memset(r, 0, sizeof *r);
    if (table_length < 2 || table_length > STEPS + 1 || table[0] < 1 || table[0] > CARDS)
        return "table: the number of cards, then up to 16 steps";
    r->cards = (uint8_t)table[0];
    r->steps = (uint8_t)(table_length - 1);
    for (int i = 0; i < r->steps; i++) {
        r->step[i] = (uint16_t)table[i + 1];
        int from = from_of(r->step[i]), to = to_of(r->step[i]);
        if (r->step[i] != table[i + 1] || card_of(r->step[i]) > (is_hand(from) ? 1 : 0) ||
            !(is_hand(from) ? to != from && (is_hand(to) || to == OPEN)
                            : from == DECK && is_hand(to)))
            return "table: no such step";
    }
    return from_of(r->step[0]) == DECK ? NULL : "table: the first step is a draw";
}

static void gifts_start(const void *rules, void *state)
{
    const gifts_rules *r = rules;
    gifts_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    s->size[DECK] = r->cards;
    memset(s->place + 1, DECK, r->cards);
}

static void keep(gifts_state *s, core_move move)
{
    if (!s->logged)
        s->opened = (uint8_t)open_cards(s->place);
    s->log[s->logged++] = (uint16_t)move;
}

static void settle(gifts_state *s)
{
    if (gifts_unsettled(s))
        return;
    memset(s->log, 0, sizeof s->log);
    s->logged = s->opened = 0;
}

static void shuffle(gifts_state *s, core_move move)
{
    keep(s, move);
    for (int card = 1; card <= CARDS; card++)
        if (s->place[card] == OPEN)
            s->place[card] = (uint8_t)(sees(s->viewer, DECK) ? DECK : NOWHERE);
    s->size[DECK] = s->size[OPEN];
    s->size[OPEN] = 0;
    s->shuffles++;
    settle(s);
}

static void carry(gifts_state *s, core_move move)
{
    int from = from_of(move), to = to_of(move), card = card_of(move);
    if (s->logged || is_gift(move))
        keep(s, move);
    s->size[from]--;
    s->size[to]++;
    if (card)
        s->place[card] = (uint8_t)(sees(s->viewer, to) ? to : NOWHERE);
    if (to == OPEN)
        s->score[from - HAND0] = (uint8_t)(s->score[from - HAND0] + card);
    if (is_hand(from) && !s->size[from])
        settle(s);
}

static void gifts_play(const void *rules, void *state, core_move move)
{
    const gifts_rules *r = rules;
    gifts_state *s = state;
    assert(gifts_illegal(r, s, move) == NULL);
    if (move >> 56 == SHUFFLE) {
        shuffle(s, move);
        return;
    }
    if (move >> 56 != DECLINE)
        carry(s, move);
    do
        s->step++;
    while (s->step < r->steps && !can_leave(s, from_of(r->step[s->step])));
}

static int gifts_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const gifts_rules *r = rules;
    const gifts_state *s = state;
    int winner = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        shares[seat] = 0;
        scores[seat] = s->score[seat];
        winner = s->score[seat] > s->score[winner] ? seat : winner;
    }
    shares[winner] = CORE_WIN;
    return s->step == r->steps;
}

static void gifts_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    gifts_settled(rules, state, shares, scores);
}

static int gifts_playout(const void *rules, const void *state, int policy, core_rng *rng,
                         int64_t *shares, int64_t *scores)
{
    (void)policy;
    gifts_state s = *(const gifts_state *)state;
    int decisions = 0;
    for (; !gifts_settled(rules, &s, shares, scores);
         gifts_play(rules, &s, gifts_sample(rules, &s, rng)))
        decisions += gifts_actor(rules, &s) >= 0;
    return decisions;
}

/* ---- the table ---- */

static const core_field RULES[] = {
    {.name = "step", .offset = offsetof(gifts_rules, step), .width = 2, .count = STEPS},
    {.name = "cards", .offset = offsetof(gifts_rules, cards), .width = 1, .count = 1},
};

#define SEEN(name_, width_, count_, seen_)                                                        \
    {.name = #name_, .offset = offsetof(gifts_state, name_), .width = width_, .count = count_,    \
     .seen = seen_}
#define FIELD(name_, width_, count_) SEEN(name_, width_, count_, CORE_PUBLIC)
#define MASKED(name_, width_, count_) SEEN(name_, width_, count_, CORE_MASKED)
static const core_field FIELDS[] = {
    MASKED(log, 2, LOG),    MASKED(place, 1, CARDS + 1), FIELD(size, 1, PLACES),
    FIELD(score, 1, SEATS), MASKED(viewer, -1, 1),       FIELD(step, 1, 1),
    FIELD(logged, 1, 1),    FIELD(shuffles, 1, 1),       FIELD(opened, 1, 1),
};

const core_game gifts_game = {
    .facts = {.name = "gifts",
              .policies = "uniform",
              .policy_count = 1,
              .min_seats = SEATS,
              .max_seats = SEATS,
              .rules_size = sizeof(gifts_rules),
              .state_size = sizeof(gifts_state),
              .max_moves = MAX_MOVES,
              .field_count = sizeof FIELDS / sizeof *FIELDS,
              .rule_count = sizeof RULES / sizeof *RULES,
              .form_count = GIFTS_FORM_COUNT,
              .forms = GIFTS_FORMS,
              .fields = FIELDS,
              .rules = RULES},
    .setup = gifts_setup,
    .start = gifts_start,
    .check = gifts_check,
    .actor = gifts_actor,
    .viewer = gifts_viewer,
    .moves = gifts_moves,
    .illegal = gifts_illegal,
    .sample = gifts_sample,
    .deal = gifts_deal,
    .play = gifts_play,
    .observed = gifts_observed,
    .view = gifts_view,
    .determinize = gifts_determinize,
    .settled = gifts_settled,
    .returns = gifts_returns,
    .playout = gifts_playout,
};
