/* bare.c -- a copy of a game's table without its prior; see `without_prior` in native.py. */
#include "game.h"

int bare_size(void);
void bare_copy(const core_game *game, core_game *bare);

int bare_size(void)
{
    return (int)sizeof(core_game);
}

void bare_copy(const core_game *game, core_game *bare)
{
    *bare = *game;
    bare->prior = NULL;
}
