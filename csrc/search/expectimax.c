/* expectimax.c -- exact values where the end is near, for any game of two seats that has worlds.
 *
 * The value of a move is the share of the seat that searches if from there on that seat takes its
 * best moves, the other one the worst for it, and chance comes by its weights. Hands that the seat
 * does not see are laid in all ways, and a move is worth its mean over these worlds. Within a world
 * both seats see all hands (averaged "double dummy" play), so where there are several, later moves
 * of the seat may fit the hand that it cannot know, and the value is a little too high for moves
 * that wait. With one world it is exact.
 *
 * Nobody knows how far the end is, so the horizon grows by one decision of a seat at a time. What
 * lies behind it is a loss in one pass and a win in the next, which gives a lower and an upper
 * bound of each value. They meet where the end is sure to come before. The search is done when the
 * lower bound of one move reaches the upper bounds of all others. It gives up when its budget of
 * plies is spent, or at once if no move can be the last decision.
 *
 * Both passes are alpha-beta searches, with the bounds at chance of Ballard, "The *-minimax search
 * procedure for trees containing chance nodes", Artificial Intelligence 21 (1983).
 */
#include <string.h>

#include "../game.h"

#define MAX_HORIZON 64
#define MAX_WORLDS 64
#define MIN_ENTRIES 64
#define LEVELS (2 * MAX_HORIZON)
#define CLOSE 1e-9 /* shares that differ by less are equal: they are sums of quotients */

/* What is known of a position where a seat is to move; the bytes of the state follow. `low` and
 * `high` bound its value, `least` and `most` what pass and depth `tag` find (0: empty). */
typedef struct {
    double low, high, least, most;
    core_move best;
    uint64_t tag;
} entry;

typedef struct {
    const core_game *game;
    const void *rules;
    int seat;           /* that searches */
    int pass;           /* 0, 1, 2, ...: even ones give lower bounds, odd ones upper bounds */
    int failed;         /* the budget or the memory is used up */
    uint64_t plies, budget, ends;
    size_t state_bytes; /* in whole words */
    char *next, *end;   /* free memory of the path */
    char *table;
    uint64_t mask;      /* entries - 1 */
} solver;

static double value(solver *s, const void *state, int depth, double alpha, double beta);

static size_t state_bytes(const core_game *game)
{
    return (game->facts.state_size + 7) / 8 * 8;
}

/* What a node of the path takes: a state below it, and its list. */
static size_t level_bytes(const core_game *game)
{
    return state_bytes(game) + game->facts.max_moves * (sizeof(core_move) + sizeof(uint64_t));
}

static size_t worlds_bytes(const core_game *game)
{
    return MAX_WORLDS * (state_bytes(game) + sizeof(uint64_t));
}

size_t core_solve_minimum(const core_game *game)
{
    return worlds_bytes(game) + LEVELS * level_bytes(game) +
           MIN_ENTRIES * (sizeof(entry) + state_bytes(game));
}

/* ---- positions that were searched before ---- */

static entry *entry_at(const solver *s, uint64_t i)
{
    return (entry *)(void *)(s->table + (i & s->mask) * (sizeof(entry) + s->state_bytes));
}

static void clear(solver *s)
{
    for (uint64_t i = 0; i <= s->mask; i++)
        entry_at(s, i)->tag = 0;
}

/* The place of a position; whatever was there before is lost if it is not the same position. */
static entry *entry_of(const solver *s, const void *state, int depth)
{
    const uint64_t *words = state;
    uint64_t hash = 0, tag = 1 + (uint64_t)s->pass * MAX_HORIZON + (uint64_t)depth;
    for (size_t i = 0; i < s->state_bytes / 8; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    entry *e = entry_at(s, hash);
    if (!e->tag || memcmp(e + 1, state, s->state_bytes)) {
        *e = (entry){.high = 1};
        memcpy(e + 1, state, s->state_bytes);
    }
    if (e->tag != tag) {
        e->tag = tag;
        e->least = e->low;
        e->most = e->high;
    }
    return e;
}

/* The value found between alpha and beta is exact, outside it is a bound. */
static void note(const solver *s, entry *e, double found, double alpha, double beta)
{
    if (found > alpha && found > e->least)
        e->least = found;
    if (found < beta && found < e->most)
        e->most = found;
    if (s->pass % 2 == 0)
        e->low = e->least;
    else
        e->high = e->most;
}

/* ---- the recursion ---- */

/* The value after a move or event; `child` is memory for the state. */
static double after(solver *s, const void *state, core_move move, void *child, int depth,
                    double alpha, double beta)
{
    if (s->failed || s->plies == s->budget) {
        s->failed = 1;
        return 0.0;
    }
    s->plies++;
    memcpy(child, state, s->state_bytes);
    s->game->play(s->rules, child, move);
    return value(s, child, depth, alpha, beta);
}

/* What may happen next, listed at `s->next` behind the room for a child: moves, then weights. 0 if
 * it does not fit; then the search has failed. */
static int list(solver *s, const void *state, core_move **moves, uint64_t **weights)
{
    size_t most = s->game->facts.max_moves;
    if ((size_t)(s->end - s->next) < level_bytes(s->game)) {
        s->failed = 1;
        return 0;
    }
    *moves = (core_move *)(void *)(s->next + s->state_bytes);
    *weights = *moves + most;
    int n = s->game->expected(s->rules, state, *moves, *weights);
    s->failed |= n <= 0;
    return n > 0 ? n : 0;
}

static double chance(solver *s, const void *state, int depth, double alpha, double beta)
{
    char *child = s->next;
    core_move *moves;
    uint64_t *weights;
    int n = list(s, state, &moves, &weights);
    if (n == 0)
        return 0.0;
    double total = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++)
        total += (double)weights[i];
    double rest = total, slack = CLOSE * total, found = -1.0;
    s->next += level_bytes(s->game);
    for (int i = 0; i < n && found < 0.0; i++) {
        double weight = (double)weights[i];
        rest -= weight;
        double from = (alpha * total - sum - rest) / weight, to = (beta * total - sum) / weight;
        sum += weight * after(s, state, moves[i], child, depth, from > 0.0 ? from : 0.0,
                              to < 1.0 ? to : 1.0);
        if (sum + rest <= alpha * total + slack) /* even if all that is to come is won */
            found = alpha;
        else if (sum >= beta * total - slack)
            found = beta;
    }
    s->next = child;
    return found < 0.0 ? sum / total : found;
}

/* Likely moves first, before all the one that was best when the horizon was nearer. */
static void put_in_order(const solver *s, const void *state, core_move *moves, int n,
                         core_move best, uint32_t *weights)
{
    for (int i = 0; i < n; i++)
        weights[i] = 1;
    if (s->game->prior)
        s->game->prior(s->rules, state, moves, n, weights);
    for (int i = 0; i < n; i++) {
        core_move move = moves[i];
        uint32_t weight = move == best ? UINT32_MAX : weights[i];
        int j = i;
        for (; j > 0 && weights[j - 1] < weight; j--) {
            weights[j] = weights[j - 1];
            moves[j] = moves[j - 1];
        }
        weights[j] = weight;
        moves[j] = move;
    }
}

static double decision(solver *s, const void *state, int depth, double alpha, double beta)
{
    entry *e = entry_of(s, state, depth);
    if (e->least >= beta || e->most - e->least < CLOSE)
        return e->least;
    if (e->most <= alpha)
        return e->most;
    char *child = s->next;
    core_move *moves, best = e->best;
    uint64_t *weights;
    int n = list(s, state, &moves, &weights), ours = s->game->actor(s->rules, state) == s->seat;
    if (n == 0)
        return 0.0;
    if (depth > 1)
        put_in_order(s, state, moves, n, best, (uint32_t *)weights);
    s->next += level_bytes(s->game);
    double found = ours ? -1.0 : 2.0, from = alpha, to = beta;
    for (int i = 0; i < n && from < to; i++) {
        double here = after(s, state, moves[i], child, depth - 1, from, to);
        if (ours ? here <= found : here >= found)
            continue;
        found = here;
        best = moves[i];
        if (ours && found > from)
            from = found;
        else if (!ours && found < to)
            to = found;
    }
    s->next = child;
    if (s->failed)
        return 0.0;
    e = entry_of(s, state, depth); /* below, its place may have been taken */
    e->best = best;
    note(s, e, found, alpha, beta);
    return found;
}

/* The share of the seat; `depth` more decisions are looked at. */
static double value(solver *s, const void *state, int depth, double alpha, double beta)
{
    int64_t shares[CORE_MAX_SEATS], scores[CORE_MAX_SEATS];
    if (s->game->settled(s->rules, state, shares, scores)) {
        s->ends++;
        return (double)shares[s->seat] / (double)CORE_WIN;
    }
    if (s->game->actor(s->rules, state) == CORE_CHANCE)
        return chance(s, state, depth, alpha, beta);
    return depth > 0 ? decision(s, state, depth, alpha, beta) : s->pass % 2;
}

/* ---- the root ---- */

static int best_of(const core_bounds *bounds, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (bounds[i].low > bounds[best].low)
            best = i;
    return best;
}

/* Could this move still be better than the best one? */
static int rival(const core_bounds *bounds, int count, int i)
{
    int best = best_of(bounds, count);
    return i != best && bounds[i].high > bounds[best].low + CLOSE;
}

static int proven(const core_bounds *bounds, int count)
{
    for (int i = 0; i < count; i++)
        if (rival(bounds, count, i))
            return 0;
    return 1;
}

/* Can one of the moves be the last decision, in the first world? */
static int ends_at_once(solver *s, const void *world, const core_move *moves, int count)
{
    char *child = s->next;
    s->next += s->state_bytes;
    for (int i = 0; i < count && s->ends == 0; i++)
        after(s, world, moves[i], child, 0, 0.0, 1.0);
    s->next = child;
    return s->ends > 0;
}

/* One pass over the moves that are not known to be worse than another. */
static void look(solver *s, const char *worlds, const uint64_t *weights, int world_count,
                 const core_move *moves, int count, int depth, core_bounds *bounds)
{
    char *child = s->next;
    s->next += s->state_bytes;
    for (int i = 0; i < count; i++) {
        double best = bounds[best_of(bounds, count)].low;
        if (bounds[i].high - bounds[i].low < CLOSE || bounds[i].high < best - CLOSE)
            continue;
        double sum = 0.0, total = 0.0;
        for (int w = 0; w < world_count; w++) {
            const void *world = worlds + (size_t)w * s->state_bytes;
            sum += (double)weights[w] * after(s, world, moves[i], child, depth, 0.0, 1.0);
            total += (double)weights[w];
        }
        if (s->failed)
            break;
        if (s->pass % 2 == 0 && sum / total > bounds[i].low)
            bounds[i].low = sum / total;
        if (s->pass % 2 == 1 && sum / total < bounds[i].high)
            bounds[i].high = sum / total;
    }
    s->next = child;
}

int core_solve(const core_game *game, const void *rules, const void *view, const core_move *moves,
               int count, uint64_t budget, core_bounds *bounds, uint64_t *plies, void *memory,
               size_t size)
{
    *plies = 0;
    if (game->viewer(view) == CORE_ALL)
        return CORE_EFULL;
    if (game->actor(rules, view) != game->viewer(view))
        return CORE_EVIEW;
    if (size < core_solve_minimum(game))
        return CORE_EBUFFER;
    if (!game->worlds)
        return 0;
    solver s = {.game = game, .rules = rules, .seat = game->viewer(view), .budget = budget};
    s.state_bytes = state_bytes(game);
    char *worlds = memory;
    uint64_t *weights = (uint64_t *)(void *)(worlds + MAX_WORLDS * s.state_bytes);
    s.next = worlds + worlds_bytes(game);
    s.table = s.end = s.next + LEVELS * level_bytes(game);
    uint64_t entries = MIN_ENTRIES, room = (size_t)(worlds + size - s.table);
    while (entries * 2 * (sizeof(entry) + s.state_bytes) <= room)
        entries *= 2;
    s.mask = entries - 1;
    int world_count = game->worlds(rules, view, worlds, weights, MAX_WORLDS);
    if (world_count <= 0)
        return world_count;
    for (int i = 0; i < count; i++)
        bounds[i] = (core_bounds){0.0, 1.0};
    int near = ends_at_once(&s, worlds, moves, count);
    for (; near && !s.failed && s.pass < 2 * MAX_HORIZON; s.pass++) {
        if (s.pass == 2)
            clear(&s); /* the table is not used before */
        look(&s, worlds, weights, world_count, moves, count, s.pass / 2, bounds);
        if (s.pass % 2 == 1 && !s.failed && proven(bounds, count)) {
            *plies = s.plies;
            return 1;
        }
    }
    *plies = s.plies;
    return 0;
}
