/* tree.c -- allocation of nodes and edges, and the hash table of children. See tree.h. */
#include "tree.h"

#include <string.h>

static cell take_cells(tree *t, size_t bytes)
{
    size_t n = (bytes + 7) / 8;
    cell start = t->next;
    if (n > t->end - t->next) {
        t->full = 1;
        return 0;
    }
    t->next += (cell)n;
    return start;
}

static cell take_block(tree *t, int class_)
{
    cell block = t->freed[class_];
    if (block == 0)
        return take_cells(t, sizeof(tree_edge) * ((size_t)TREE_FIRST_EDGES << class_));
    t->freed[class_] = *(cell *)tree_at(t, block);
    return block;
}

static void free_block(tree *t, cell block, int class_)
{
    *(cell *)tree_at(t, block) = t->freed[class_];
    t->freed[class_] = block;
}

/* Move the edges of a node into a block of the next size; 0 if it does not fit. */
static int grow(tree *t, tree_node *n)
{
    int class_ = n->edges ? n->edge_class + 1 : 0;
    if (class_ == TREE_CLASSES) {
        t->full = 1;
        return 0;
    }
    cell block = take_block(t, class_);
    if (block == 0)
        return 0;
    if (n->edges) {
        memcpy(tree_at(t, block), tree_edges(t, n), n->edge_count * sizeof(tree_edge));
        free_block(t, n->edges, n->edge_class);
    }
    n->edges = block;
    n->edge_class = (uint8_t)class_;
    return 1;
}

tree_edge *tree_add_edge(tree *t, tree_node *n, uint32_t place, core_move move, double prior)
{
    uint32_t capacity = n->edges ? (uint32_t)TREE_FIRST_EDGES << n->edge_class : 0;
    if (n->edge_count == capacity && !grow(t, n))
        return NULL;
    tree_edge *edge = tree_edges(t, n) + place;
    memmove(edge + 1, edge, (n->edge_count - place) * sizeof(tree_edge));
    n->edge_count++;
    *edge = (tree_edge){move, 0, 0, 1, prior};
    return edge;
}

int tree_grow_trail(tree *t, tree_trail *trail)
{
    cell wider = take_cells(t, 2 * (size_t)trail->room * sizeof(core_move));
    if (wider == 0)
        return 0;
    memcpy(tree_at(t, wider), tree_at(t, trail->words), trail->count * sizeof(core_move));
    trail->words = wider;
    trail->room *= 2;
    return 1;
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

static int same_key(const tree_node *n, cell parent, int actor, const core_move *words,
                    uint32_t word_count)
{
    if (n->parent != parent || n->actor != actor || n->word_count != word_count)
        return 0;
    for (uint32_t i = 0; i < word_count; i++)
        if (n->words[i] != words[i])
            return 0;
    return 1;
}

/* The slot of the hash table where this child is, or where it would be. */
static cell *find_slot(const tree *t, cell parent, int actor, const core_move *words,
                       uint32_t word_count)
{
    uint64_t h = mix(parent, (uint64_t)(unsigned)actor);
    for (uint32_t i = 0; i < word_count; i++)
        h = mix(h, words[i]);
    cell *table = tree_at(t, t->table);
    uint32_t slot = (uint32_t)h & t->mask;
    for (; table[slot]; slot = (slot + 1) & t->mask)
        if (same_key(tree_get(t, table[slot]), parent, actor, words, word_count))
            break;
    return table + slot;
}

cell tree_child(tree *t, cell parent, int actor, const core_move *words, uint32_t word_count)
{
    cell *slot = find_slot(t, parent, actor, words, word_count);
    if (*slot || t->full)
        return *slot;
    cell made = take_cells(t, sizeof(tree_node) + word_count * sizeof *words);
    if (made == 0)
        return 0;
    tree_node *n = tree_get(t, made);
    *n = (tree_node){.parent = parent, .actor = (int8_t)actor, .word_count = word_count};
    for (uint32_t i = 0; i < word_count; i++)
        n->words[i] = words[i];
    if (parent) {
        n->sibling = tree_get(t, parent)->children;
        tree_get(t, parent)->children = made;
    }
    *slot = made;
    t->nodes++;
    return made;
}
