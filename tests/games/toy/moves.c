/* moves.c -- the toy game: what is legal, lists of moves, chance. */
#include "state.h"

static const int WHATS[] = {DECLINE, SHOW, GIVE, DISCARD, CHOOSE, DRAW, SHUFFLE, REPLAY};

static core_move word(int what, int place, int card)
{
    return (core_move)(unsigned)what << 56 | (core_move)(unsigned)(place << 8 | card);
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

/* A view takes a replay as soon as its own seat has chosen: it does not see the others choose. */
static int replay_due(const toy_state *s, int seat, int card)
{
    int ready = s->viewer == CORE_ALL ? toy_actor(NULL, s) == CORE_CHANCE : done(s, s->viewer);
    int next = s->played[0] ? s->played[1] ? 2 : 1 : 0;
    return ready && seat == next && (!s->choice[seat] || s->choice[seat] == card);
}

const char *toy_illegal(const void *rules, const void *state, core_move move)
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

int toy_moves(const void *rules, const void *state, core_move *out, uint64_t *weights)
{
    int n = 0;
    for (unsigned i = 0; i < sizeof WHATS / sizeof *WHATS; i++)
        for (int place = 0; place < PLACES; place++)
            for (int card = 0; card <= CARDS; card++)
                if (!toy_illegal(rules, state, word(WHATS[i], place, card))) {
                    out[n] = word(WHATS[i], place, card);
                    if (weights) /* none are wanted of a seat */
                        weights[n] = 1;
                    n++;
                }
    return n;
}

core_move toy_sample(const void *rules, const void *state, core_rng *rng)
{
    core_move out[MAX_MOVES];
    uint64_t weights[MAX_MOVES];
    int n = toy_moves(rules, state, out, weights);
    return out[rng_below(rng, (uint32_t)n)];
}

/* Of the cards in the deck, the one that came out first when all were shuffled. */
core_move toy_deal(const void *rules, const void *state, uint64_t seed)
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
