/* wins.c -- moves that win at once, whatever the seat does not see.
 *
 * A search finds such a move good, but others may look equally good and be visited more. So it is
 * told of them before it begins: see `won` in selection.c.
 */
#include <string.h>

#include "../game.h"
#include "../rng.h"

enum { CERTAIN = 100 };

/* The first of the random streams that serve here; iterations and levels have those below. */
#define STREAM (UINT64_C(1) << 34)

/* Does this move settle play with a whole win? Only chance may come in between. */
static int wins(const core_game *game, const void *rules, const void *state, core_move move,
                core_rng *rng, void *child)
{
    int64_t shares[CORE_MAX_SEATS], scores[CORE_MAX_SEATS];
    int seat = game->actor(rules, state);
    memcpy(child, state, game->facts.state_size);
    game->play(rules, child, move);
    while (!game->settled(rules, child, shares, scores)) {
        if (game->actor(rules, child) != CORE_CHANCE)
            return 0;
        game->play(rules, child, game->sample(rules, child, rng));
    }
    return shares[seat] == CORE_WIN;
}

int core_sure_wins(const core_game *game, const void *rules, const void *view, uint64_t seed,
                   core_move *moves, int n, void *scratch)
{
    void *state = scratch, *child = (char *)scratch + (game->facts.state_size + 7) / 8 * 8;
    if (game->viewer(view) == CORE_ALL)
        return CORE_EFULL;
    for (int trial = 0; trial < CERTAIN && n > 0; trial++) {
        core_rng rng;
        int kept = 0;
        rng_seed(&rng, seed, STREAM + (uint64_t)trial);
        game->determinize(rules, view, &rng, state);
        for (int i = 0; i < n; i++)
            if (wins(game, rules, state, moves[i], &rng, child))
                moves[kept++] = moves[i];
        n = kept;
    }
    return n;
}
