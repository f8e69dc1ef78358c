/* selection.c -- which way an iteration goes at a node: an untried move, or the best edge.
 *
 * The counterpart of `_select` in engine/sarai/search/ismcts.py: same order, same arithmetic.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "../rng.h"
#include "tree.h"

#define SURE_WEIGHT (1U << 24) /* of a move that wins for certain, against 1 */
#define LN2 0.6931471805599453

/* ---- scores ---- */

/* sqrt(H(a)); beyond the table by H(2a) = H(a) + ln 2. */
static double root_log(const tree *t, uint32_t a)
{
    if (a < CORE_TABLE_SIZE)
        return t->root_harmonic[a];
    int shift = 0;
    while (a >> shift >= CORE_TABLE_SIZE)
        shift++;
    double root = t->root_harmonic[a >> shift];
    return sqrt(root * root + shift * LN2);
}

static double mean(const tree *t, const tree_edge *edge)
{
    uint32_t n = edge->visits;
    return (double)edge->wins * (n < CORE_TABLE_SIZE ? t->inverse[n] : 1.0 / n);
}

/* W/n + C sqrt(H(a)/n) */
static double bound_score(const tree *t, const tree_edge *edge)
{
    uint32_t n = edge->visits;
    double inverse_root = n < CORE_TABLE_SIZE ? t->inverse_root[n] : 1.0 / sqrt((double)n);
    return mean(t, edge) +
           (t->settings.exploration * root_log(t, edge->available)) * inverse_root;
}

/* W/n + C sqrt(N) p/(n + 1); `scale` is C sqrt(N). */
static double prior_score(const tree *t, const tree_edge *edge, double scale)
{
    uint32_t n = edge->visits + 1;
    double inverse = n < CORE_TABLE_SIZE ? t->inverse[n] : 1.0 / n;
    return mean(t, edge) + (scale * edge->prior) * inverse;
}

/* ---- untried moves ---- */

/* The untried moves of a sorted list one by one: each with the place that its edge will have. */
typedef struct {
    int move;       /* its number in the list, at first -1 */
    uint32_t place;
} untried;

static int next_untried(const tree *t, const tree_node *n, int legal, untried *u)
{
    const core_move *moves = tree_at(t, t->moves);
    const tree_edge *edges = tree_edges(t, n);
    while (++u->move < legal) {
        while (u->place < n->edge_count && edges[u->place].move < moves[u->move])
            u->place++;
        if (u->place == n->edge_count || edges[u->place].move != moves[u->move])
            return 1;
    }
    return 0;
}

/* One of the untried moves, drawn; there are `count`. */
static untried draw_untried(const tree *t, const tree_node *n, int legal, uint32_t count,
                            core_rng *rng)
{
    untried u = {-1, 0};
    for (uint32_t rank = rng_below(rng, count) + 1; rank > 0; rank--)
        next_untried(t, n, legal, &u);
    return u;
}

/* The untried move with the highest prior, the first of equals. */
static untried best_untried(const tree *t, const tree_node *n, int legal)
{
    const uint32_t *weights = tree_at(t, t->weights);
    uint32_t most = 0;
    untried best = {-1, 0};
    for (untried u = best; next_untried(t, n, legal, &u);)
        if (weights[u.move] > most) {
            most = weights[u.move];
            best = u;
        }
    return best;
}

/* The weights of the listed moves, all alike where the game has no prior; their sum. A root move
 * that wins for certain gets all of the trust. */
static double weigh(const tree *t, const void *state, int legal, int is_root)
{
    uint32_t *weights = tree_at(t, t->weights);
    const core_move *moves = tree_at(t, t->moves), *won = tree_at(t, t->won);
    if (is_root && t->settings.won_count > 0)
        for (int i = 0, at = 0; i < legal; i++) {
            while (at < t->settings.won_count && won[at] < moves[i])
                at++;
            weights[i] = at < t->settings.won_count && won[at] == moves[i] ? SURE_WEIGHT : 1;
        }
    else
        core_prior(t->game, t->rules, state, moves, legal, weights);
    uint64_t sum = 0;
    for (int i = 0; i < legal; i++)
        sum += weights[i];
    return (double)sum;
}

/* Does the prior say nothing, where there is a choice? */
static int is_even(const tree *t, int legal)
{
    const uint32_t *weights = tree_at(t, t->weights);
    for (int i = 1; i < legal; i++)
        if (weights[i] != weights[0])
            return 0;
    return legal > 1;
}

/* Root tallies lie in the order in which root edges came; `slots` has it by place. */
static void add_tally(tree *t, uint32_t edges, uint32_t place)
{
    uint16_t *slots = tree_at(t, t->slots);
    memmove(slots + place + 1, slots + place, (edges - 1 - place) * sizeof *slots);
    slots[place] = (uint16_t)(edges - 1);
    memset((tree_tally *)tree_at(t, t->tallies) + (edges - 1), 0, sizeof(tree_tally));
}

/* Of a list of legal moves and their weights, those that may be considered at the root (all of
 * which are legal in each determinization); how many. Both lists of moves are sorted. */
static int keep_only(const tree *t, int legal)
{
    const core_move *only = tree_at(t, t->only);
    core_move *moves = tree_at(t, t->moves);
    uint32_t *weights = tree_at(t, t->weights);
    int kept = 0;
    for (int i = 0, at = 0; i < legal && at < t->settings.only_count; i++) {
        while (at < t->settings.only_count && only[at] < moves[i])
            at++;
        if (at < t->settings.only_count && only[at] == moves[i]) {
            moves[kept] = moves[i];
            weights[kept++] = weights[i];
        }
    }
    return kept;
}

/* An untried move becomes an edge: its place, or -1 if every legal move is tried or memory full. */
static int expand(tree *t, tree_node *n, const void *state, uint32_t tried, core_rng *rng)
{
    if (t->full)
        return -1;
    const core_move *moves = tree_at(t, t->moves);
    int is_root = tree_get(t, t->root) == n, is_limited = is_root && t->settings.only_count > 0;
    if (is_limited ? t->settings.only_count == (int32_t)tried
                   : t->game->count && t->game->count(t->rules, state) == (int)tried)
        return -1;
    int legal = t->game->moves(t->rules, state, tree_at(t, t->moves), NULL);
    assert(legal >= (int)tried);
    if (legal == (int)tried)
        return -1;
    double sum = t->settings.prior ? weigh(t, state, legal, is_root) : 0.0;
    int by_prior = t->settings.prior && !is_even(t, legal);
    if (is_limited)
        legal = keep_only(t, legal);
    untried u = by_prior ? best_untried(t, n, legal)
                         : draw_untried(t, n, legal, (uint32_t)legal - tried, rng);
    double prior = 0.0;
    if (t->settings.prior)
        prior = (double)((const uint32_t *)tree_at(t, t->weights))[u.move] / sum;
    if (!tree_add_edge(t, n, u.place, moves[u.move], prior))
        return -1;
    if (is_root)
        add_tally(t, n->edge_count, u.place);
    return (int)u.place;
}

/* ---- the choice ---- */

/* The places of the edges that are legal in this determinization; how many. */
static uint32_t available(const tree *t, const tree_node *n, const void *state, uint16_t *places)
{
    const tree_edge *edges = tree_edges(t, n);
    if (t->game->available) {
        int stride = sizeof(tree_edge) / sizeof(core_move);
        return (uint32_t)t->game->available(t->rules, state, &edges->move, stride, n->edge_count,
                                            places);
    }
    uint32_t legal = 0;
    for (uint32_t i = 0; i < n->edge_count; i++)
        if (!t->game->illegal(t->rules, state, edges[i].move))
            places[legal++] = (uint16_t)i;
    return legal;
}

/* sqrt(N), N being the visits of the legal edges together. */
static double root_visits(const tree_edge *edges, const uint16_t *legal, uint32_t count)
{
    uint64_t visits = 0;
    for (uint32_t i = 0; i < count; i++)
        visits += edges[legal[i]].visits;
    return sqrt((double)visits);
}

/* The place of the edge to follow, -1 if there is none. */
int tree_select(tree *t, tree_node *n, const void *state, core_rng *rng, int *is_new)
{
    tree_edge *edges = tree_edges(t, n);
    uint16_t *legal = tree_at(t, t->legal);
    uint32_t tried = available(t, n, state, legal);
    int by_prior = t->settings.prior, place = -1;
    for (uint32_t i = 0; i < tried; i++)
        edges[legal[i]].available++;
    double root = by_prior ? root_visits(edges, legal, tried) : 0.0;
    if (!by_prior || (double)tried < 1.0 + t->settings.widening * root)
        place = expand(t, n, state, tried, rng);
    *is_new = place >= 0;
    if (*is_new)
        return place;
    double best = -INFINITY, scale = t->settings.exploration * root;
    for (uint32_t i = 0; i < tried; i++) {
        const tree_edge *edge = edges + legal[i];
        double value = by_prior ? prior_score(t, edge, scale) : bound_score(t, edge);
        if (value > best) {
            best = value;
            place = legal[i];
        }
    }
    return place;
}
