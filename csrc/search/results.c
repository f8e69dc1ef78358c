/* results.c -- what a search found, read out of its tree. */
#include <string.h>

#include "tree.h"

void core_search_progress(const void *memory, core_progress *out)
{
    const tree *t = memory;
    *out = (core_progress){t->iterations, t->depth_sum, (uint64_t)t->next * 8,
                           t->max_depth,  t->nodes,     t->full};
}

int core_search_candidates(const void *memory, core_candidate *out, int capacity)
{
    const tree *t = memory;
    const tree_node *root = tree_get(t, t->root);
    const uint16_t *slots = tree_at(t, t->slots);
    int n = root->edge_count < capacity ? root->edge_count : capacity;
    for (int i = 0; i < n; i++) {
        const tree_edge *edge = tree_edges(t, root) + i;
        const tree_tally *tally = (const tree_tally *)tree_at(t, t->tallies) + slots[i];
        out[i] = (core_candidate){.move = edge->move,
                                  .visits = edge->visits,
                                  .available = edge->available,
                                  .share = edge->wins};
        memcpy(out[i].wins, tally->wins, sizeof tally->wins);
        memcpy(out[i].scores, tally->scores, sizeof tally->scores);
        memcpy(out[i].wins_squared, tally->wins_squared, sizeof tally->wins_squared);
        memcpy(out[i].scores_squared, tally->scores_squared, sizeof tally->scores_squared);
    }
    return n;
}

static uint64_t node_visits(const tree *t, const tree_node *n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n->edge_count; i++)
        sum += tree_edges(t, n)[i].visits;
    return sum;
}

/* The child after `move` with the most visits, the oldest of equals; NULL if there is none. */
static const tree_node *main_child(const tree *t, const tree_node *n, core_move move)
{
    const tree_node *best = NULL;
    uint64_t most = 0;
    for (cell c = n->children; c; c = tree_get(t, c)->sibling) {
        const tree_node *child = tree_get(t, c);
        if (child->words[0] != move)
            continue;
        uint64_t visits = node_visits(t, child);
        if (visits > 0 && visits >= most) { /* younger ones come first in the list */
            most = visits;
            best = child;
        }
    }
    return best;
}

/* The edge with the most visits. */
static const tree_edge *main_edge(const tree *t, const tree_node *n)
{
    const tree_edge *edges = tree_edges(t, n), *best = edges;
    for (const tree_edge *e = edges + 1; e < edges + n->edge_count; e++)
        if (e->visits > best->visits || (e->visits == best->visits && e->wins > best->wins))
            best = e;
    return best;
}

int core_search_variation(const void *memory, core_move move, core_move *out, uint8_t *is_event,
                          int capacity)
{
    const tree *t = memory;
    const tree_node *n = tree_get(t, t->root);
    int length = 0;
    for (;;) {
        if (length == capacity)
            return CORE_EBUFFER;
        is_event[length] = 0;
        out[length++] = move;
        n = main_child(t, n, move);
        if (!n)
            return length;
        if (length + (int)n->word_count > capacity)
            return CORE_EBUFFER;
        for (uint32_t i = 1; i < n->word_count; i++) {
            is_event[length] = 1;
            out[length++] = n->words[i];
        }
        move = main_edge(t, n)->move;
    }
}
