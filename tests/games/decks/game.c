/* game.c -- the game of decks: rules, moves and the table of functions. */
#include <assert.h>
#include <string.h>

#include "state.h"

static int decks_actor(const void *rules, const void *state)
{
    const decks_rules *r = rules;
    const decks_state *s = state;
    if (!choosing(r, s))
        return s->drawing ? CORE_CHANCE : turn_of(r, s);
    if (over(r, s))
        return CORE_OVER;
    if (!done(s, s->first))
        return s->first;
    for (int seat = 0; seat < r->seats; seat++)
        if (!done(s, seat))
            return seat;
    return CORE_CHANCE;
}

/* ---- what may happen ---- */

static int may_hold(const decks_state *s, int seat, int kind)
{
    return s->hand[seat][kind] || (unseen(s, seat) && s->hidden[seat] && s->deck[seat][kind]);
}

/* A view takes a replay as soon as its own seat has chosen: it does not see the others choose. */
static int replay_due(const decks_rules *r, const decks_state *s, int seat)
{
    int ready = s->viewer == CORE_ALL ? decks_actor(r, s) == CORE_CHANCE : done(s, s->viewer);
    return choosing(r, s) && ready && seat == s->replayed / 2;
}

static int is_due(const decks_rules *r, const decks_state *s, int what, int seat, int kind)
{
    int chance = !choosing(r, s) && s->drawing && seat == turn_of(r, s);
    int own = seat == decks_actor(r, s) && !unseen(s, seat), choice = s->choice[seat];
    switch (what) {
    case PLAY:
        return !choosing(r, s) && seat == decks_actor(r, s) && kind && may_hold(s, seat, kind - 1);
    case DRAW:
        if (!chance || !deck_size(s, seat))
            return 0;
        return unseen(s, seat) ? !kind : kind && s->deck[seat][kind - 1];
    case SHUFFLE: return chance && !deck_size(s, seat) && !kind;
    case CHOOSE:
        return choosing(r, s) && own && !choice && s->replayed <= 2 * seat && kind && may_hold(s, seat, kind - 1);
    case SHOW:
        return choosing(r, s) && own && (choice || s->replayed == 2 * seat + 1) &&
               (!kind || s->hand[seat][kind - 1] > (kind == choice));
    case REPLAY:
        return replay_due(r, s, seat) && s->replayed % 2 == 0 && kind &&
               (choice ? kind == choice : may_hold(s, seat, kind - 1));
    case RESHOW:
        return replay_due(r, s, seat) && s->replayed % 2 &&
               (s->shown[seat] ? kind == s->shown[seat] - 1
                               : !kind || may_hold(s, seat, kind - 1));
    default: return 0;
    }
}

static const char *decks_illegal(const void *rules, const void *state, core_move move)
{
    const decks_rules *r = rules;
    int what = (int)(move >> 56), seat = (int)(move >> 8 & 0xff), kind = (int)(move & 0xff);
    if (move >> 16 & 0xffffffffff || seat >= r->seats || kind > KINDS)
        return "no such seat or kind";
    return is_due(r, state, what, seat, kind) ? NULL : "not now, or there is no such card";
}

static int decks_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    static const int WHATS[] = {PLAY, CHOOSE, SHOW, DRAW, SHUFFLE, REPLAY, RESHOW};
    const decks_rules *r = rules;
    const decks_state *s = state;
    int n = 0;
    for (unsigned i = 0; i < sizeof WHATS / sizeof *WHATS; i++)
        for (int seat = 0; seat < r->seats; seat++)
            for (int kind = 0; kind <= KINDS; kind++)
                if (is_due(r, s, WHATS[i], seat, kind)) {
                    out[n] = (core_move)(unsigned)WHATS[i] << 56 | (unsigned)(seat << 8 | kind);
                    if (weights)
                        weights[n] = WHATS[i] == DRAW ? s->deck[seat][kind - 1] : 1;
                    n++;
                }
    return n;
}

static core_move decks_sample(const void *rules, const void *state, core_rng *rng)
{
    core_move out[MAX_MOVES];
    uint64_t weights[MAX_MOVES], sum = 0;
    int n = decks_moves(rules, state, out, weights), i = 0;
    for (int k = 0; k < n; k++)
        sum += weights[k];
    for (uint64_t rest = rng_below(rng, (uint32_t)sum); rest >= weights[i]; i++)
        rest -= weights[i];
    return out[i];
}

static core_move decks_deal(const void *rules, const void *state, uint64_t seed)
{
    const decks_rules *r = rules;
    const decks_state *s = state;
    core_rng rng;
    rng_seed(&rng, seed, (uint64_t)(s->turn * HAND + hand_size(s, turn_of(r, s))));
    return decks_sample(rules, state, &rng);
}

/* ---- what it does ---- */

static const char *decks_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                               size_t table_length)
{
    (void)table;
    if (options[1] > seats)
        return "active: more than the seats";
    *(decks_rules *)rules =
        (decks_rules){(uint8_t)seats, (uint8_t)options[0], (uint8_t)options[1], {0}};
    return table_length ? "table: there is none" : NULL;
}

static void decks_start(const void *rules, void *state)
{
    const decks_rules *r = rules;
    decks_state *s = state;
    memset(s, 0, sizeof *s);
    s->viewer = CORE_ALL;
    s->drawing = 1;
    for (int seat = 0; seat < r->seats; seat++) {
        s->deck[seat][0] = 2;
        s->deck[seat][1] = 1;
    }
}

static void leave_hand(decks_state *s, int seat, int kind)
{
    if (s->known[seat][kind]) {
        s->known[seat][kind]--;
        s->hand[seat][kind]--;
        return;
    }
    s->hidden[seat]--;
    (unseen(s, seat) ? s->deck : s->hand)[seat][kind]--;
}

static void show(decks_state *s, int seat, int kind)
{
    if (s->known[seat][kind])
        return;
    leave_hand(s, seat, kind);
    s->hand[seat][kind]++;
    s->known[seat][kind]++;
}

static void shuffle_discards(decks_state *s, int seat)
{
    for (int kind = 0; kind < KINDS; kind++) {
        if (unseen(s, seat)) /* the deck is empty: what seems to be in it is in the hand */
            s->hand[seat][kind] = (uint8_t)(s->hand[seat][kind] + s->deck[seat][kind]);
        s->known[seat][kind] = s->hand[seat][kind];
        s->deck[seat][kind] = s->discard[seat][kind];
        s->discard[seat][kind] = 0;
    }
    s->hidden[seat] = 0;
}

static void draw(const decks_rules *r, decks_state *s, int seat, int kind)
{
    s->hidden[seat]++;
    if (kind) {
        s->deck[seat][kind - 1]--;
        s->hand[seat][kind - 1]++;
    }
    if (hand_size(s, seat) < HAND)
        return;
    s->turn++;
    s->drawing = s->turn < r->seats;
    if (choosing(r, s) && s->viewer != CORE_ALL)
        s->first = (uint8_t)s->viewer;
}

static void decks_play(const void *rules, void *state, core_move move)
{
    const decks_rules *r = rules;
    decks_state *s = state;
    int what = (int)(move >> 56), seat = (int)(move >> 8 & 0xff), kind = (int)(move & 0xff);
    assert(decks_illegal(r, s, move) == NULL);
    switch (what) {
    case DRAW:    draw(r, s, seat, kind); return;
    case SHUFFLE: shuffle_discards(s, seat); return;
    case CHOOSE:  s->choice[seat] = (uint8_t)kind; return;
    case SHOW:    s->shown[seat] = (uint8_t)(kind + 1); return;
    case PLAY:
        leave_hand(s, seat, kind - 1);
        if (kind < KINDS)
            s->discard[seat][kind - 1]++;
        if (kind == 1)
            s->discard[seat][KINDS - 1]++;
        s->drawing = 1;
        return;
    case REPLAY:
        leave_hand(s, seat, kind - 1);
        s->discard[seat][kind - 1]++;
        s->score[seat] = (uint8_t)kind;
        s->choice[seat] = 0;
        break;
    default:
        if (kind)
            show(s, seat, kind - 1);
        s->shown[seat] = 0;
    }
    s->replayed++;
    if (over(r, s))
        s->first = 0;
}

static int decks_settled(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    const decks_rules *r = rules;
    const decks_state *s = state;
    int winner = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        shares[seat] = 0;
        scores[seat] = s->score[seat];
        winner = s->score[seat] > s->score[winner] ? seat : winner;
    }
    shares[winner] = CORE_WIN;
    return over(r, s);
}

static void decks_returns(const void *rules, const void *state, int64_t *shares, int64_t *scores)
{
    decks_settled(rules, state, shares, scores);
}

static int decks_playout(const void *rules, const void *state, int policy, core_rng *rng,
                         int64_t *shares, int64_t *scores)
{
    (void)policy;
    decks_state s = *(const decks_state *)state;
    int decisions = 0;
    for (; !decks_settled(rules, &s, shares, scores);
         decks_play(rules, &s, decks_sample(rules, &s, rng)))
        decisions += decks_actor(rules, &s) >= 0;
    return decisions;
}

/* ---- the table ---- */

static const core_option OPTIONS[] = {{"turns", "", 1, 6, 2, 0}, {"active", "", 1, SEATS, 2, 0}};
static const core_field RULES[] = {
    {.name = "turns", .offset = offsetof(decks_rules, turns), .width = 1, .count = 1},
    {.name = "active", .offset = offsetof(decks_rules, active), .width = 1, .count = 1},
};

#define SEEN(name_, width_, count_, seen_)                                                        \
    {.name = #name_, .offset = offsetof(decks_state, name_), .width = width_, .count = count_,    \
     .seen = seen_}
#define FIELD(name_, width_, count_) SEEN(name_, width_, count_, CORE_PUBLIC)
#define MASKED(name_, width_, count_) SEEN(name_, width_, count_, CORE_MASKED)
static const core_field FIELDS[] = {
    MASKED(hand, 1, SEATS *KINDS), FIELD(known, 1, SEATS *KINDS), MASKED(deck, 1, SEATS *KINDS),
    FIELD(discard, 1, SEATS *KINDS), FIELD(hidden, 1, SEATS), MASKED(choice, 1, SEATS),
    MASKED(shown, 1, SEATS), FIELD(score, 1, SEATS), MASKED(viewer, -1, 1), FIELD(turn, 1, 1),
    FIELD(drawing, 1, 1), MASKED(first, 1, 1), FIELD(replayed, 1, 1),
};

const core_game decks_game = {
    .facts = {.name = "decks",
              .policies = "uniform",
              .policy_count = 1,
              .min_seats = 2,
              .max_seats = SEATS,
              .rules_size = sizeof(decks_rules),
              .state_size = sizeof(decks_state),
              .max_moves = MAX_MOVES,
              .option_count = sizeof OPTIONS / sizeof *OPTIONS,
              .field_count = sizeof FIELDS / sizeof *FIELDS,
              .rule_count = sizeof RULES / sizeof *RULES,
              .options = OPTIONS,
              .form_count = DECKS_FORM_COUNT,
              .forms = DECKS_FORMS,
              .fields = FIELDS,
              .rules = RULES},
    .setup = decks_setup,
    .start = decks_start,
    .check = decks_check,
    .actor = decks_actor,
    .viewer = decks_viewer,
    .moves = decks_moves,
    .illegal = decks_illegal,
    .sample = decks_sample,
    .deal = decks_deal,
    .play = decks_play,
    .observed = decks_observed,
    .view = decks_view,
    .determinize = decks_determinize,
    .settled = decks_settled,
    .returns = decks_returns,
    .playout = decks_playout,
};
