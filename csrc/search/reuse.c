/* reuse.c -- going on in the tree of a search when the game has gone on.
 *
 * A node below becomes the root. What lies beside it stays where it is and is never visited again,
 * so a tree that has used half of its memory is not worth keeping; Python then starts a new one.
 */
#include <string.h>

#include "tree.h"

uint32_t core_search_find(const void *memory, uint32_t node, int actor, const core_move *words,
                          int count)
{
    const tree *t = memory;
    return tree_find(t, node ? node : t->root, actor, words, (uint32_t)count);
}

/* The edges of a node that are legal in the view, those of other determinizations dropped. */
static void keep_legal(tree *t, tree_node *n)
{
    tree_edge *edges = tree_edges(t, n);
    uint16_t kept = 0;
    for (uint32_t i = 0; i < n->edge_count; i++)
        if (!t->game->illegal(t->rules, tree_at(t, t->view), edges[i].move))
            edges[kept++] = edges[i];
    n->edge_count = kept;
}

int core_search_go_on(void *memory, uint32_t node, const void *view)
{
    tree *t = memory;
    cell root = node ? node : t->root;
    tree_node *n = tree_get(t, root);
    if (t->game->viewer(view) != n->actor || t->game->actor(t->rules, view) != n->actor)
        return CORE_EVIEW;
    if (t->full || t->next > t->end / 2)
        return CORE_EBUFFER;
    t->root = root;
    memcpy(tree_at(t, t->view), view, t->game->facts.state_size);
    keep_legal(t, n);
    tree_tally *tallies = tree_at(t, t->tallies);
    uint16_t *slots = tree_at(t, t->slots);
    for (uint16_t i = 0; i < n->edge_count; i++) {
        memset(tallies + i, 0, sizeof *tallies);
        slots[i] = i;
    }
    t->settings.first += t->iterations * t->settings.stride; /* no stream is used twice */
    t->iterations = t->depth_sum = 0;
    t->max_depth = 0;
    return CORE_OK;
}
