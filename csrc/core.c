/* core.c -- the public functions: each looks at its arguments and calls the game's own function. */
#include "core.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "game.h"
#include "rng.h"

#define GAME(name) extern const core_game name##_game;
#include "games/registry.h"
#undef GAME
#define GAME(name) &name##_game,
static const core_game *const GAMES[] = {
#include "games/registry.h"
};

int core_game_count(void)
{
    return (int)(sizeof GAMES / sizeof *GAMES);
}

const core_game *core_game_at(int index)
{
    return index >= 0 && index < core_game_count() ? GAMES[index] : NULL;
}

const core_game_facts *core_facts(const core_game *game)
{
    return &game->facts;
}

void core_draw(const core_game *game, int64_t *options, uint64_t seed)
{
    core_rng rng;
    rng_seed(&rng, seed, 0);
    if (game->draw)
        game->draw(options, &rng);
}

const char *core_setup(const core_game *game, void *rules, int seats, const int64_t *options,
                       const int32_t *table, size_t table_length)
{
    const core_game_facts *facts = &game->facts;
    if (seats < facts->min_seats || seats > facts->max_seats)
        return "seats: out of range";
    const int64_t *next = options;
    for (uint32_t i = 0; i < facts->option_count; i++) {
        const core_option *option = &facts->options[i];
        int64_t n = option->length ? *next++ : 1;
        if (n < 0 || (option->length && n > option->length))
            return "option: too many numbers in a list";
        for (int64_t k = 0; k < n; k++)
            if (next[k] < option->lowest || next[k] > option->highest)
                return "option: out of range";
        next += option->length ? option->length : 1;
    }
    return game->setup(rules, seats, options, table, table_length);
}

const char *core_prepare(const core_game *game, void *rules, const void *network, size_t size)
{
    return game->prepare ? game->prepare(rules, network, size) : NULL;
}

void core_start(const core_game *game, const void *rules, void *state)
{
    game->start(rules, state);
    assert(core_check(game, rules, state) == NULL);
}

const char *core_check(const core_game *game, const void *rules, const void *state)
{
    return game->check(rules, state);
}

int core_actor(const core_game *game, const void *rules, const void *state)
{
    return game->actor(rules, state);
}

int core_viewer(const core_game *game, const void *state)
{
    return game->viewer(state);
}

int core_moves(const core_game *game, const void *rules, const void *state, core_move *out,
               uint64_t *weights, size_t capacity)
{
    int viewer = game->viewer(state), actor = game->actor(rules, state);
    if (capacity < game->facts.max_moves)
        return CORE_EBUFFER;
    if (viewer != CORE_ALL && actor != CORE_OVER && actor != viewer)
        return CORE_EVIEW;
    return game->moves(rules, state, out, weights);
}

int core_count(const core_game *game, const void *rules, const void *state, core_move *scratch,
               size_t capacity)
{
    int viewer = game->viewer(state), actor = game->actor(rules, state);
    if (actor < 0)
        return 0;
    if (!game->count || (viewer != CORE_ALL && viewer != actor))
        return core_moves(game, rules, state, scratch, NULL, capacity);
    return game->count(rules, state);
}

const char *core_illegal_reason(const core_game *game, const void *rules, const void *state,
                                core_move move)
{
    return game->illegal(rules, state, move);
}

static int full_chance(const core_game *game, const void *rules, const void *state)
{
    return game->actor(rules, state) == CORE_CHANCE && game->viewer(state) == CORE_ALL;
}

core_move core_sample(const core_game *game, const void *rules, const void *state, core_rng *rng)
{
    return full_chance(game, rules, state) ? game->sample(rules, state, rng) : CORE_NOTHING;
}

core_move core_deal(const core_game *game, const void *rules, const void *state, uint64_t seed)
{
    return full_chance(game, rules, state) ? game->deal(rules, state, seed) : CORE_NOTHING;
}

int core_play(const core_game *game, const void *rules, void *state, core_move move)
{
    if (game->illegal(rules, state, move))
        return CORE_EILLEGAL;
    game->play(rules, state, move);
    return CORE_OK;
}

void core_play_unchecked(const core_game *game, const void *rules, void *state, core_move move)
{
    assert(game->illegal(rules, state, move) == NULL);
    game->play(rules, state, move);
}

core_move core_observed(const core_game *game, const void *rules, const void *state, core_move move,
                        int seat)
{
    return game->observed(rules, state, move, seat);
}

int core_view(const core_game *game, const void *rules, const void *state, int seat, void *view)
{
    int viewer = game->viewer(state);
    if (viewer != CORE_ALL && viewer != seat)
        return CORE_EVIEW;
    game->view(rules, state, seat, view);
    return CORE_OK;
}

int core_determinize(const core_game *game, const void *rules, const void *view, core_rng *rng,
                     void *state)
{
    if (game->viewer(view) == CORE_ALL)
        return CORE_EFULL;
    game->determinize(rules, view, rng, state);
    return CORE_OK;
}

const core_form *core_form_of(const core_game *game, core_move move)
{
    const core_form *forms = game->facts.forms;
    for (uint32_t i = 0; i < game->facts.form_count; i++)
        if ((core_move)forms[i].tag == move >> 56)
            return &forms[i];
    return NULL;
}

int core_tracked(const core_game *game, core_move event)
{
    const core_form *form = core_form_of(game, event);
    return form && !form->untracked;
}

int core_public_moves(const core_game *game)
{
    const core_form *forms = game->facts.forms;
    for (uint32_t i = 0; i < game->facts.form_count; i++)
        if (!forms[i].chance && forms[i].observed != CORE_PUBLIC)
            return 0;
    return 1;
}

int core_settled(const core_game *game, const void *rules, const void *state, int64_t *shares,
                 int64_t *scores)
{
    return game->settled(rules, state, shares, scores);
}

int core_returns(const core_game *game, const void *rules, const void *state, int64_t *shares,
                 int64_t *scores)
{
    if (game->actor(rules, state) != CORE_OVER)
        return CORE_ERUNNING;
    game->returns(rules, state, shares, scores);
    return CORE_OK;
}

int core_playout(const core_game *game, const void *rules, const void *state, int policy,
                 core_rng *rng, int64_t *shares, int64_t *scores)
{
    if (game->viewer(state) != CORE_ALL)
        return CORE_EVIEW;
    if (policy < 0 || policy >= game->facts.policy_count)
        return CORE_EARGUMENT;
    return game->playout(rules, state, policy, rng, shares, scores);
}

int core_chooses(const core_game *game)
{
    return game->choose != NULL;
}

core_move core_choose(const core_game *game, const void *rules, const void *state, int policy,
                      core_rng *rng)
{
    if (!game->choose || policy < 0 || policy >= game->facts.policy_count)
        return CORE_NOTHING;
    return game->choose(rules, state, policy, rng);
}

void core_prior(const core_game *game, const void *rules, const void *state, const core_move *moves,
                int n, uint32_t *weights)
{
    if (game->prior) {
        game->prior(rules, state, moves, n, weights);
        return;
    }
    for (int i = 0; i < n; i++)
        weights[i] = 1;
}

/* Scratch of one level of perft: the state of a child, the moves and their weights. */
static size_t perft_level(const core_game *game)
{
    return (game->facts.state_size + 7) / 8 * 8 + game->facts.max_moves * 2 * sizeof(uint64_t);
}

size_t core_perft_scratch(const core_game *game, int depth)
{
    return perft_level(game) * (size_t)(depth > 0 ? depth : 0);
}

int64_t core_perft(const core_game *game, const void *rules, const void *state, int depth,
                   void *scratch, size_t size)
{
    if (game->viewer(state) != CORE_ALL)
        return CORE_EVIEW;
    if (depth < 0)
        return CORE_EARGUMENT;
    if (depth == 0)
        return 1;
    if (size < core_perft_scratch(game, depth))
        return CORE_EBUFFER;
    uint32_t capacity = game->facts.max_moves;
    core_move *moves = scratch;
    uint64_t *weights = moves + capacity;
    void *child = weights + capacity;
    char *rest = (char *)scratch + perft_level(game);
    int n = core_moves(game, rules, state, moves, weights, capacity);
    if (n < 0 || depth == 1)
        return n;
    int64_t leaves = 0;
    for (int i = 0; i < n; i++) {
        memcpy(child, state, game->facts.state_size);
        game->play(rules, child, moves[i]);
        int64_t below = core_perft(game, rules, child, depth - 1, rest, size - perft_level(game));
        if (below < 0)
            return below;
        leaves += below;
    }
    return leaves;
}

void core_rng_seed(core_rng *rng, uint64_t seed, uint64_t stream)
{
    rng_seed(rng, seed, stream);
}

uint64_t core_rng_next(core_rng *rng)
{
    return rng_next(rng);
}

uint32_t core_rng_below(core_rng *rng, uint32_t bound)
{
    return rng_below(rng, bound);
}

void core_search_tables(double *inverse, double *inverse_root, double *root_harmonic)
{
    double harmonic = 0.0;
    inverse[0] = inverse_root[0] = root_harmonic[0] = 0.0;
    for (int i = 1; i < CORE_TABLE_SIZE; i++) {
        inverse[i] = 1.0 / i;
        inverse_root[i] = 1.0 / sqrt((double)i);
        harmonic += inverse[i];
        root_harmonic[i] = sqrt(harmonic);
    }
}

const char *core_strerror(int status)
{
    switch (status) {
    case CORE_OK:       return "ok";
    case CORE_EILLEGAL: return "illegal move";
    case CORE_EBUFFER:  return "buffer too small";
    case CORE_EVIEW:    return "this needs a full state or the seat's own view";
    case CORE_EFULL:    return "this needs a seat's view, not a full state";
    case CORE_ERUNNING: return "the game is not over";
    case CORE_EARGUMENT: return "an argument is out of its range";
    default:            return "unknown status";
    }
}

const char *core_digest(void)
{
    return CORE_DIGEST;
}
