/* toy.c -- the rules of the toy game, what its seats see, and the contract's table. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "rng.h"
#include "toy.h"

static const int WHATS[] = {DECLINE, SHOW, GIVE, DISCARD, CHOOSE, DRAW, SHUFFLE, REPLAY};

static const core_option OPTIONS[] = {{"cards", "", CARDS - 1, CARDS, CARDS - 1, 0}};
static const core_field RULES[] = {{"cards", offsetof(toy_rules, cards), 1, 1}};

#define FIELD(name, width, count) {#name, offsetof(toy_state, name), width, count}
static const core_field FIELDS[] = {
    FIELD(may, 2, CARDS + 1), FIELD(place, 1, CARDS + 1), FIELD(size, 1, PLACES),
    FIELD(choice, 1, SEATS),  FIELD(played, 1, SEATS),    FIELD(viewer, -1, 1),
    FIELD(step, 1, 1),        FIELD(first, 1, 1),         FIELD(fresh, 1, 1),
};

static core_move word(int what, int place, int card)
{
    return (core_move)(unsigned)what << 56 | (core_move)(unsigned)(place << 8 | card);
}

/* Lays the unseen cards from `card` on where they may lie, in all ways, until way number `pick`;
 * returns how many were made. */
int toy_lay(const toy_rules *r, toy_state *s, int card, int pick)
{
    int ways = 0;
    while (card <= r->cards && s->place[card])
        card++;
    if (card > r->cards)
        return 1;
    for (int place = DECK; place < PLACES; place++)
        if ((s->may[card] >> place & 1) && missing(s, place) > 0) {
            s->place[card] = (uint8_t)place;
            ways += toy_lay(r, s, card + 1, pick - ways);
            if (ways > pick)
                return ways;
            s->place[card] = NOWHERE;
        }
    return ways;
}

static int could_lie(const toy_rules *r, const toy_state *s, int card, int place)
{
    if (card == 0 || s->place[card])
        return card && s->place[card] == place;
    if (!(s->may[card] >> place & 1) || missing(s, place) <= 0)
        return 0;
    toy_state trial = *s;
    trial.place[card] = (uint8_t)place;
    return toy_lay(r, &trial, 1, 0) > 0;
}

static int drawn_to(const toy_state *s)
{
    return (s->fresh ? FRESH0 : HAND0) + STEPS[s->step].seat;
}

int toy_actor(const void *rules, const void *state)
{
    (void)rules;
    const toy_state *s = state;
    if (kind(s) == OVER)
        return CORE_OVER;
    if (kind(s) != CHOOSE)
        return kind(s) == DRAW ? CORE_CHANCE : STEPS[s->step].seat;
    if (!done(s, s->first))
        return s->first;
    for (int seat = 0; seat < SEATS; seat++)
        if (!done(s, seat))
            return seat;
    return CORE_CHANCE;
}

static int toy_viewer(const void *state)
{
    return ((const toy_state *)state)->viewer;
}

/* A view takes a replay as soon as its own seat has chosen: it does not see the others choose. */
static int replay_due(const toy_state *s, int seat, int card)
{
    int ready = s->viewer == CORE_ALL ? toy_actor(NULL, s) == CORE_CHANCE : done(s, s->viewer);
    int next = s->played[0] ? s->played[1] ? 2 : 1 : 0;
    return ready && seat == next && (!s->choice[seat] || s->choice[seat] == card);
}

static const char *toy_fault(const void *rules, const void *state, core_move move)
{
    const toy_rules *r = rules;
    const toy_state *s = state;
    int what = (int)(move >> 56), place = (int)(move >> 8 & 0xff), card = (int)(move & 0xff);
    if (move >> 16 & 0xffffffffff || place >= PLACES || card > r->cards)
        return "no such place or card";
    int from = what == DRAW ? DECK : place, to = what == GIVE ? GIFT : place, due = 0;
    switch (what) {
    case DECLINE: return kind(s) == SHOW && !place && !card ? NULL : "nothing is asked";
    case SHUFFLE:
        return kind(s) == DRAW && !s->size[DECK] && !place && !card ? NULL : "no shuffle is due";
    case SHOW:    due = kind(s) == SHOW && place == HAND2 && card % 2; break;
    case GIVE:    due = kind(s) == GIVE && place == HAND0; break;
    case DISCARD: due = kind(s) == DISCARD && OWNER[place] == 1; break;
    case DRAW:    due = kind(s) == DRAW && s->size[DECK] && place == drawn_to(s); break;
    case REPLAY:  due = kind(s) == CHOOSE && replay_due(s, OWNER[place], card); break;
    case CHOOSE:
        due = kind(s) == CHOOSE && OWNER[place] == toy_actor(r, s) &&
              (s->viewer == CORE_ALL || s->viewer == OWNER[place]);
        break;
    default: return "no such word";
    }
    if (!due)
        return "not now, or not from there";
    if ((what == DRAW || what == GIVE) && unseen(s, to))
        return card ? "this seat does not see that card" : NULL;
    return could_lie(r, s, card, from) ? NULL : "the card cannot lie there";
}

static int toy_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    int n = 0;
    for (unsigned i = 0; i < sizeof WHATS / sizeof *WHATS; i++)
        for (int place = 0; place < PLACES; place++)
            for (int card = 0; card <= CARDS; card++)
                if (!toy_fault(rules, state, word(WHATS[i], place, card))) {
                    out[n] = word(WHATS[i], place, card);
                    if (weights) /* none are wanted of a seat */
                        weights[n] = 1;
                    n++;
                }
    return n;
}

static core_move toy_sample(const void *rules, const void *state, core_rng *rng)
{
    core_move out[MAX_MOVES];
    uint64_t weights[MAX_MOVES];
    int n = toy_moves(rules, state, out, weights);
    return out[rng_below(rng, (uint32_t)n)];
}

/* Of the cards in the deck, the one that came out first when all were shuffled. */
static core_move toy_deal(const void *rules, const void *state, uint64_t seed)
{
    const toy_rules *r = rules;
    const toy_state *s = state;
    if (kind(s) != DRAW || !s->size[DECK])
        return toy_sample(rules, state, &(core_rng){{1, 2, 3, 4}}); /* there is only one */
    core_rng rng;
    rng_seed(&rng, seed, s->fresh);
    int order[CARDS] = {0}, first = 0;
    for (int i = 0; i < r->cards; i++) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i + 1;
    }
    while (s->place[order[first]] != DECK)
        first++;
    return word(DRAW, drawn_to(s), order[first]);
}

/* Face down, each card that may lie in `from` may now lie in `to`; an empty place holds none. */
static void carry(toy_state *s, int card, int from, int to)
{
    s->size[from]--;
    s->size[to]++;
    if (card)
        s->place[card] = (uint8_t)to;
    for (int c = 1; c <= CARDS; c++) {
        if (to != OPEN && (s->may[c] >> from & 1))
            s->may[c] = (uint16_t)(s->may[c] | 1 << to);
        if (!s->size[from])
            s->may[c] = (uint16_t)(s->may[c] & ~(1 << from));
    }
    if (to == OPEN)
        s->may[card] = 1 << OPEN;
}

static void shuffle_discards(toy_state *s)
{
    for (int card = 1; card <= CARDS; card++)
        if (s->place[card] == OPEN) {
            s->may[card] = 1 << DECK;
            s->place[card] = s->viewer == CORE_ALL ? DECK : NOWHERE;
        }
    s->size[DECK] = s->size[OPEN];
    s->size[OPEN] = 0;
    s->fresh = 1;
}

static void next_step(toy_state *s)
{
    do
        s->step++;
    while (kind(s) == DRAW && !s->size[DECK] && !s->size[OPEN]);
    if (kind(s) == CHOOSE && s->viewer != CORE_ALL)
        s->first = (uint8_t)s->viewer;
}

static void toy_play(const void *rules, void *state, core_move move)
{
    toy_state *s = state;
    int what = (int)(move >> 56), place = (int)(move >> 8 & 0xff), card = (int)(move & 0xff);
    assert(toy_fault(rules, s, move) == NULL);
    (void)rules;
    switch (what) {
    case SHUFFLE: shuffle_discards(s); return;
    case CHOOSE:  s->choice[OWNER[place]] = (uint8_t)card; return;
    case DECLINE: s->step++; break; /* and past the draw that replaces the card */
    case DRAW:    carry(s, card, DECK, place); break;
    case GIVE:    carry(s, card, place, GIFT); break;
    default:      carry(s, card, place, OPEN); break;
    }
    if (what == REPLAY) {
        s->choice[OWNER[place]] = 0;
        s->played[OWNER[place]] = (uint8_t)card;
        if (OWNER[place] < SEATS - 1)
            return;
        s->first = 0;
    }
    next_step(s);
}

static core_move toy_observed(const void *rules, const void *state, core_move move, int seat)
{
    (void)rules;
    (void)state;
    int what = (int)(move >> 56), place = (int)(move >> 8 & 0xff), to = what == GIVE ? GIFT : place;
    if (what == CHOOSE && OWNER[place] != seat)
        return CORE_NOTHING;
    return (what == DRAW || what == GIVE) && !(SEEN_BY[to] >> seat & 1) ? move & ~UINT64_C(0xff)
                                                                        : move;
}

static void toy_view(const void *rules, const void *state, int seat, void *view)
{
    (void)rules;
    toy_state *v = view;
    memmove(v, state, sizeof *v);
    v->viewer = (int8_t)seat;
    for (int card = 1; card <= CARDS; card++)
        if (unseen(v, v->place[card]))
            v->place[card] = NOWHERE;
    if (kind(v) != CHOOSE)
        return;
    v->first = (uint8_t)seat;
    for (int other = 0; other < SEATS; other++)
        if (other != seat)
            v->choice[other] = 0;
}

/* Where the cards lie that not all see, 4 bits each, and the seat's choice. */
static core_move toy_secret(const void *rules, const void *state, int seat)
{
    const toy_rules *r = rules;
    const toy_state *s = state;
    core_move secret = (core_move)s->choice[seat] << 28;
    for (int card = 1; card <= r->cards; card++)
        if (s->place[card] != OPEN && (SEEN_BY[s->place[card]] >> seat & 1))
            secret |= (core_move)s->place[card] << 4 * card;
    return secret;
}

static void toy_determinize(const void *rules, const void *view, core_rng *rng, void *state)
{
    toy_state trial = *(const toy_state *)view, *s = state;
    int ways = toy_lay(rules, &trial, 1, INT_MAX);
    memmove(s, view, sizeof *s);
    toy_lay(rules, s, 1, (int)rng_below(rng, (uint32_t)ways));
    s->viewer = CORE_ALL;
}

static int toy_tracked(core_move event)
{
    return event != CORE_NOTHING;
}

static const char *toy_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                             size_t table_length)
{
    (void)seats;
    (void)table;
    *(toy_rules *)rules = (toy_rules){(uint8_t)options[0], {0}};
    return table_length ? "table: there is none" : NULL;
}

static void toy_start(const void *rules, void *state)
{
    const toy_rules *r = rules;
    toy_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    s->size[DECK] = r->cards;
    for (int card = 1; card <= r->cards; card++) {
        s->place[card] = DECK;
        s->may[card] = 1 << DECK;
    }
}

static int toy_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    (void)rules;
    const toy_state *s = state;
    int winner = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        shares[seat] = 0;
        scores[seat] = s->played[seat];
        if (s->played[seat] > s->played[winner])
            winner = seat;
    }
    shares[winner] = CORE_WIN;
    return kind(s) == OVER;
}

static void toy_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    toy_settled(rules, state, shares, scores);
}

static int toy_playout(const void *rules, const void *state, int policy, core_rng *rng,
                       int64_t *shares, int64_t *scores)
{
    (void)policy;
    toy_state s = *(const toy_state *)state;
    int decisions = 0;
    for (; !toy_settled(rules, &s, shares, scores); toy_play(rules, &s, toy_sample(rules, &s, rng)))
        decisions += toy_actor(rules, &s) >= 0;
    return decisions;
}

extern const core_game toy_game;
const core_game toy_game = {
    .facts = {.name = "toy",
              .policies = "uniform",
              .policy_count = 1,
              .min_seats = SEATS,
              .max_seats = SEATS,
              .rules_size = sizeof(toy_rules),
              .state_size = sizeof(toy_state),
              .max_moves = MAX_MOVES,
              .option_count = sizeof OPTIONS / sizeof *OPTIONS,
              .field_count = sizeof FIELDS / sizeof *FIELDS,
              .rule_count = sizeof RULES / sizeof *RULES,
              .options = OPTIONS,
              .fields = FIELDS,
              .rules = RULES},
    .setup = toy_setup,
    .start = toy_start,
    .check = toy_check,
    .actor = toy_actor,
    .viewer = toy_viewer,
    .moves = toy_moves,
    .fault = toy_fault,
    .sample = toy_sample,
    .deal = toy_deal,
    .play = toy_play,
    .observed = toy_observed,
    .view = toy_view,
    .determinize = toy_determinize,
    .secret = toy_secret,
    .tracked = toy_tracked,
    .settled = toy_settled,
    .returns = toy_returns,
    .playout = toy_playout,
};
