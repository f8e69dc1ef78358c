/* ismcts.c -- the searcher of engine/sarai/search/ismcts.py, in C, for any game of the contract.
 *
 * That text is the specification: with the same seed and iterations both give the same root visits,
 * so each function here has its counterpart there. Nothing is allocated; the clock, the limits and
 * the choice of the move are Python's.
 */
#include <string.h>

#include "../rng.h"
#include "tree.h"

/* ---- making a search in a block of memory ---- */

static cell reserve(tree *t, size_t bytes)
{
    cell start = t->next;
    t->next += (cell)((bytes + 7) / 8);
    return start;
}

/* What lies before the hash table. */
static void lay_out(tree *t, const core_game *game)
{
    size_t moves = game->facts.max_moves;
    t->next = (cell)((sizeof *t + 7) / 8);
    t->view = reserve(t, game->facts.state_size);
    t->state = reserve(t, game->facts.state_size);
    t->moves = reserve(t, moves * sizeof(core_move));
    t->only = reserve(t, moves * sizeof(core_move));
    t->won = reserve(t, moves * sizeof(core_move));
    t->weights = reserve(t, moves * sizeof(uint32_t));
    t->legal = reserve(t, moves * sizeof(uint16_t));
    t->path = reserve(t, TREE_MAX_DEPTH * sizeof(tree_step));
    t->tallies = reserve(t, moves * sizeof(tree_tally));
    t->slots = reserve(t, moves * sizeof(uint16_t));
    for (int seat = 0; seat < CORE_MAX_SEATS; seat++) {
        t->trail[seat].room = TREE_FIRST_WORDS;
        t->trail[seat].words = reserve(t, TREE_FIRST_WORDS * sizeof(core_move));
    }
}

size_t core_search_minimum(const core_game *game)
{
    tree t = {0};
    lay_out(&t, game);
    return (size_t)t.next * 8 + 4096;
}

/* The smallest power of two that keeps the hash table at most three quarters full. */
static uint32_t table_slots(size_t bytes)
{
    uint32_t slots = 64;
    while (slots < bytes / 48)
        slots *= 2;
    return slots;
}

int core_search_start(const core_game *game, const void *rules, const void *view, int seats,
                      const core_search_settings *settings, const double *tables, void *memory,
                      size_t size)
{
    if (game->viewer(view) == CORE_ALL)
        return CORE_EFULL;
    if (game->actor(rules, view) != game->viewer(view))
        return CORE_EVIEW;
    if (size < core_search_minimum(game) || size / 8 > UINT32_MAX)
        return CORE_EBUFFER;
    if (settings->only_count < 0 || (uint32_t)settings->only_count > game->facts.max_moves ||
        settings->won_count < 0 || (uint32_t)settings->won_count > game->facts.max_moves)
        return CORE_EARGUMENT;
    tree *t = memory;
    lay_out(t, game);
    t->game = game;
    t->rules = rules;
    t->inverse = tables;
    t->inverse_root = tables + CORE_TABLE_SIZE;
    t->root_harmonic = tables + 2 * CORE_TABLE_SIZE;
    t->settings = *settings;
    t->settings.only = t->settings.won = NULL; /* copies lie at t->only and t->won */
    if (settings->only_count > 0)
        memcpy(tree_at(t, t->only), settings->only,
               (size_t)settings->only_count * sizeof(core_move));
    if (settings->won_count > 0)
        memcpy(tree_at(t, t->won), settings->won, (size_t)settings->won_count * sizeof(core_move));
    t->seats = seats;
    t->public_moves = core_public_moves(game);
    uint32_t slots = table_slots(size - (size_t)t->next * 8);
    t->table = reserve(t, slots * sizeof(cell));
    t->mask = slots - 1;
    t->end = (cell)(size / 8);
    memcpy(tree_at(t, t->view), view, game->facts.state_size);
    t->root = tree_child(t, 0, game->viewer(view), NULL, 0);
    return t->root ? CORE_OK : CORE_EBUFFER;
}

/* ---- one iteration ---- */

/* What leads to the next node, in t->trail: see `Trail` in tree.py. Where all moves are public, one
 * entry serves all seats. */
static int trail_seats(const tree *t)
{
    return t->public_moves ? 1 : t->seats;
}

static void trail_begin(tree *t, int seat, cell node, core_move word)
{
    t->trail[seat].node = node;
    t->trail[seat].count = 1;
    *(core_move *)tree_at(t, t->trail[seat].words) = word;
}

static void trail_start(tree *t)
{
    for (int seat = 0; seat < trail_seats(t); seat++)
        trail_begin(t, seat, t->root, CORE_NOTHING);
}

/* One word more. A key has no limit: the list grows as nodes do. If it does not fit any more, the
 * tree is full, and this seat finds no node on this walk. */
static void trail_add(tree *t, int seat, core_move word)
{
    tree_trail *trail = t->trail + seat;
    if (trail->count >= trail->room && !tree_grow_trail(t, trail))
        trail->node = 0;
    if (trail->node)
        ((core_move *)tree_at(t, trail->words))[trail->count++] = word;
}

/* A move that is about to be played from this node. */
static void trail_add_move(tree *t, cell at, core_move move, const void *state)
{
    int seats = trail_seats(t), mover = seats > 1 ? tree_get(t, at)->actor : 0;
    for (int seat = 0; seat < seats; seat++) {
        if (seat == mover) {
            trail_begin(t, seat, at, move);
            continue;
        }
        core_move told = t->game->observed(t->rules, state, move, seat);
        if (told != CORE_NOTHING)
            trail_add(t, seat, told);
    }
}

/* The node that the trail leads to; 0 if it is not there and memory is full. */
static cell trail_child(tree *t, int actor)
{
    const tree_trail *trail = t->trail + (trail_seats(t) > 1 ? actor : 0);
    if (!trail->node)
        return 0;
    return tree_child(t, trail->node, actor, tree_at(t, trail->words), trail->count);
}

/* Play the events that are due; 1 if play is then settled. */
static int chance(tree *t, void *state, core_rng *rng, int64_t *shares, int64_t *scores)
{
    const core_game *game = t->game;
    int observer = tree_get(t, t->root)->actor;
    for (;;) {
        if (game->settled(t->rules, state, shares, scores))
            return 1;
        if (game->actor(t->rules, state) != CORE_CHANCE)
            return 0;
        core_move event = game->sample(t->rules, state, rng);
        if (!t->settings.open) {
            core_move seen = game->observed(t->rules, state, event, observer);
            if (seen != CORE_NOTHING && core_tracked(game, seen))
                for (int seat = 0; seat < trail_seats(t); seat++)
                    trail_add(t, seat, seen);
        }
        game->play(t->rules, state, event);
    }
}

/* The moves of the other seats, drawn by the prior; 1 if play is then settled. */
static int others(tree *t, void *state, core_rng *rng, int64_t *shares, int64_t *scores)
{
    const core_game *game = t->game;
    int observer = tree_get(t, t->root)->actor;
    core_move *moves = tree_at(t, t->moves);
    uint32_t *weights = tree_at(t, t->weights);
    while (game->actor(t->rules, state) != observer) {
        int n = game->moves(t->rules, state, moves, NULL), at = 0;
        uint64_t sum = 0;
        core_prior(game, t->rules, state, moves, n, weights);
        for (int i = 0; i < n; i++)
            sum += weights[i];
        uint64_t rank = rng_next(rng) % sum;
        for (; rank >= weights[at]; at++)
            rank -= weights[at];
        core_move move = moves[at], told = game->observed(t->rules, state, move, observer);
        if (told != CORE_NOTHING)
            for (int seat = 0; seat < trail_seats(t); seat++)
                trail_add(t, seat, told);
        game->play(t->rules, state, move);
        if (chance(t, state, rng, shares, scores))
            return 1;
    }
    return 0;
}

/* Walk to the leaf; 1 if play was settled there. */
static int descend(tree *t, void *state, core_rng *rng, uint32_t *depth, int64_t *shares,
                   int64_t *scores)
{
    tree_step *path = tree_at(t, t->path);
    cell at = t->root;
    trail_start(t);
    *depth = 0;
    uint32_t limit = t->settings.depth > 0 && t->settings.depth < TREE_MAX_DEPTH
                         ? (uint32_t)t->settings.depth
                         : TREE_MAX_DEPTH;
    while (at) {
        tree_node *n = tree_get(t, at);
        int is_new, place = tree_select(t, n, state, rng, &is_new);
        if (place < 0)
            return 0;
        core_move move = tree_edges(t, n)[place].move;
        path[(*depth)++] = (tree_step){at, (uint32_t)place};
        trail_add_move(t, at, move, state);
        t->game->play(t->rules, state, move);
        if (chance(t, state, rng, shares, scores))
            return 1;
        if (t->settings.others && others(t, state, rng, shares, scores))
            return 1;
        if (is_new || *depth == limit)
            return 0;
        at = trail_child(t, t->game->actor(t->rules, state));
    }
    return 0;
}

static void back_up(tree *t, uint32_t depth, const int64_t *shares, const int64_t *scores)
{
    const tree_step *path = tree_at(t, t->path);
    for (uint32_t i = 0; i < depth; i++) {
        const tree_node *n = tree_get(t, path[i].node);
        tree_edge *edge = tree_edges(t, n) + path[i].place;
        edge->visits++;
        edge->wins += shares[n->actor];
    }
    if (depth) {
        uint16_t slot = ((uint16_t *)tree_at(t, t->slots))[path[0].place];
        tree_tally *tally = (tree_tally *)tree_at(t, t->tallies) + slot;
        for (int seat = 0; seat < t->seats; seat++) {
            tally->wins[seat] += shares[seat];
            tally->scores[seat] += scores[seat];
            tally->wins_squared[seat] += (double)shares[seat] * (double)shares[seat];
            tally->scores_squared[seat] += (double)scores[seat] * (double)scores[seat];
        }
    }
    t->iterations++;
    t->depth_sum += depth;
    if (depth > t->max_depth)
        t->max_depth = depth;
}

int64_t core_search_run(void *memory, int64_t iterations, const int32_t *stop)
{
    tree *t = memory;
    const volatile int32_t *stopped = stop;
    void *state = tree_at(t, t->state);
    int64_t shares[CORE_MAX_SEATS], scores[CORE_MAX_SEATS], done = 0;
    for (; done < iterations && !*stopped; done++) {
        core_rng rng;
        uint32_t depth;
        rng_seed(&rng, t->settings.seed, t->settings.first + t->iterations * t->settings.stride);
        t->game->determinize(t->rules, tree_at(t, t->view), &rng, state);
        if (!descend(t, state, &rng, &depth, shares, scores))
            t->game->playout(t->rules, state, t->settings.policy, &rng, shares, scores);
        back_up(t, depth, shares, scores);
    }
    return done;
}
