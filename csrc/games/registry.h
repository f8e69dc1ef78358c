/* registry.h -- the games of this build, one row each: NAME_game in games/NAME/game.c is a game's
 * table of functions. core.c says what a row becomes. */
GAME(jaipur)
GAME(bazaar)
GAME(welcometo)
