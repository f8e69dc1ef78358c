/* tree.h -- the memory of a search: one block given by the caller, cut into nodes and edges.
 *
 *   header | view, state, move lists, path, root tallies | hash table | nodes and edges, growing
 *
 * Everything is addressed by the number of its 8-byte cell from the start of the block; 0 is none.
 *
 *   node  bytes  0-3 parent    4-7 edges     8-11 first child   12-15 next sibling
 *               16-17 edges used   18 size class of the edge block   19 actor   20-23 words
 *               24- the words that lead to it: the move at the parent, and what was observed since
 *   edge  bytes  0-7 move   8-15 sum of the mover's shares   16-19 visits   20-23 availability
 *               24-31 prior
 *
 * A node's edges lie together, sorted by move, in a block of 2, 4, 8, ... places; a block that has
 * become too small goes to the free list of its size class. A child is found by one look into the
 * hash table, with an exact comparison of (parent, actor, words). When a node or an edge
 * does not fit any more, the tree is full: it grows no further, and the search goes on in it.
 */
#ifndef SARAI_TREE_H
#define SARAI_TREE_H

#include "../game.h"

typedef uint32_t cell;

#define TREE_CLASSES 15 /* up to 32,768 edges: places are 16 bits */
#define TREE_FIRST_EDGES 2 /* places in a block of class 0 */
#define TREE_MAX_DEPTH 1024
#define TREE_FIRST_WORDS 64 /* of a key, before its list grows */

typedef struct {
    core_move move;
    int64_t wins;
    uint32_t visits, available;
    double prior;
} tree_edge;

typedef struct {
    cell parent, edges, children, sibling;
    uint16_t edge_count;
    uint8_t edge_class;
    int8_t actor;
    uint32_t word_count;
    core_move words[];
} tree_node;

_Static_assert(sizeof(tree_edge) == 32 && sizeof(tree_node) == 24, "whole cells, as drawn above");

/* Sums over the playouts of a root move, per seat. */
typedef struct {
    int64_t wins[CORE_MAX_SEATS], scores[CORE_MAX_SEATS];
    double wins_squared[CORE_MAX_SEATS], scores_squared[CORE_MAX_SEATS];
} tree_tally;

/* What leads from a seat's last node to its next one: `count` words in a list with `room`. */
typedef struct {
    cell node, words;
    uint32_t count, room;
} tree_trail;

/* A step of the path from the root: an edge by its node and place (blocks of edges move). */
typedef struct {
    cell node;
    uint32_t place;
} tree_step;

typedef struct {
    const core_game *game;
    const void *rules;
    const double *inverse, *inverse_root, *root_harmonic;
    core_search_settings settings;
    uint64_t iterations, depth_sum;
    uint32_t max_depth, nodes;
    int32_t seats, public_moves, full;
    cell root, view, state, moves, only, won, weights, legal, path, tallies, slots, table;
    tree_trail trail[CORE_MAX_SEATS];
    uint32_t mask;  /* slots of the hash table - 1 */
    cell next, end; /* free cells */
    cell freed[TREE_CLASSES];
} tree;

static inline void *tree_at(const tree *t, cell c)
{
    return (uint64_t *)(uintptr_t)t + c;
}

static inline tree_node *tree_get(const tree *t, cell c)
{
    return tree_at(t, c);
}

static inline tree_edge *tree_edges(const tree *t, const tree_node *n)
{
    return tree_at(t, n->edges);
}

/* A new edge before place `place`; NULL (and full) if it does not fit. */
tree_edge *tree_add_edge(tree *t, tree_node *n, uint32_t place, core_move move, double prior);

/* Room for twice as many words; 0 (and full) if it does not fit. */
int tree_grow_trail(tree *t, tree_trail *trail);

/* The child that this key leads to, made if it is not there; 0 (and full) if it does not fit. */
cell tree_child(tree *t, cell parent, int actor, const core_move *words, uint32_t word_count);

/* selection.c: the place of the edge to follow, -1 if there is none; `is_new` if it was added. */
int tree_select(tree *t, tree_node *n, const void *state, core_rng *rng, int *is_new);

#endif
