/* large_node.c -- a node of the search tree that gets more edges than any block holds.
 *
 * Run by test_native.py. In an open tree a node has the moves of all determinizations together, so
 * thousands of edges are real; past the largest block the tree is full, and nothing is overwritten.
 */
#include <stdio.h>
#include <stdlib.h>

#include "search/tree.h"

int main(void)
{
    size_t size = (size_t)64 << 20;
    tree *t = calloc(1, size);
    if (!t)
        return 2;
    t->next = (cell)((sizeof *t + 7) / 8);
    t->table = t->next;
    t->next += 32;
    t->mask = 63;
    t->end = (cell)(size / 8);
    tree_node *n = tree_get(t, tree_child(t, 0, 0, NULL, 0));
    uint32_t most = (uint32_t)TREE_FIRST_EDGES << (TREE_CLASSES - 1), added = 0;
    while (tree_add_edge(t, n, added, added + 1, 0.5))
        added++;
    for (uint32_t i = 0; i < added; i++)
        if (tree_edges(t, n)[i].move != i + 1)
            return 1;
    printf("%u of %u edges, full %d, %d nodes\n", added, most, t->full, (int)t->nodes);
    return added == most && t->full && t->nodes == 1 ? 0 : 1;
}
