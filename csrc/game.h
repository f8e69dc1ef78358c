/* game.h -- the contract that every game fulfils.
 *
 * A game is one table of functions over two blocks of plain memory. The *rules* hold what is fixed
 * for the whole game (seats, options, card tables, equations); the *state* holds what has happened
 * so far, of all seats. Both are values: fixed size, no pointers, padding zero, copied by
 * assignment, compared byte for byte. Future chance is in neither. The laws that the functions keep
 * are those of CONTRIBUTING.md; tests/laws/laws.py checks them at every node of random games.
 *
 * A *view* is a state with the unknown cards missing, and says whose it is (`viewer`). One type
 * serves both, so the same `play` moves a state and a view.
 *
 * A move is one word. A turn that is longer is several *small moves* of the same seat; a prefix is
 * legal only if it can be finished. In a simultaneous choice the state keeps the small moves of
 * each seat until they are revealed. The other seats observe CORE_NOTHING of them, and in their
 * views all that is not yet revealed is unmade, also the second half of a turn whose first half is
 * revealed. When every seat has finished, chance replays the words seat by seat, one event for
 * each: a full state has one outcome, a view accepts any that some deal allows.
 *
 * Knowledge: what a game keeps, and what it costs. `view` is a function of the state, so what seats
 * know beyond the places of the cards is kept in the state: the publicly known part of a hand where
 * cards come in kinds, and the moves since the first unsettled gift or shuffle where cards are
 * unique. Both are exact in miniatures that are walked whole, tests/games/decks and
 * tests/games/gifts. Carried through playouts, at 2 kB and six seats such a log costs under 1 % of
 * their time (bench/README.md).
 */
#ifndef SARAI_GAME_H
#define SARAI_GAME_H

#include "core.h"

struct core_game {
    core_game_facts facts;

    /* Draws random public set-up: fills the lists among the options that are left empty, if the
     * other options ask for them. A game that has none leaves it NULL. */
    void (*draw)(int64_t *options, core_rng *rng);
    /* Fills `rules`; returns NULL, or what is wrong with the options or the table. */
    const char *(*setup)(void *rules, int seats, const int64_t *options, const int32_t *table,
                         size_t table_length);
    /* Fills what only `playout` and `prior` read in `rules`: tables that take a moment to make, and
     * the learned numbers in `network` (evaluation/network_file.h), which it copies; `size` is 0 if
     * there are none. It is called before the first playout or prior; the other functions do
     * without. Returns NULL, or why it plays without the numbers that it would use: then, as when
     * `prepare` was never called, `prior` has even chances and `playout` goes by the rules alone.
     * A game that prepares nothing leaves it NULL. */
    const char *(*prepare)(void *rules, const void *network, size_t size);
    void (*start)(const void *rules, void *state);
    /* NULL if the state or view could be one of this game, else what does not add up. It accepts
     * every reachable state; of the others it refuses all on which a function here could fail. */
    const char *(*check)(const void *rules, const void *state);

    /* A seat, CORE_CHANCE or CORE_OVER: always common knowledge, except in a simultaneous choice.
     * There each view has its own seat act first, and the others' choices are unmade in it; the
     * state says who acts first, so that a determinization has the actor of the view. */
    int (*actor)(const void *rules, const void *state);
    int (*viewer)(const void *state);
    /* Sorted by word, no duplicates, at most facts.max_moves; none when the game is over. Outcomes
     * of chance with their weights (full states only; the caller has seen to that). `weights` may
     * be NULL where a seat is to move. */
    int (*moves)(const void *rules, const void *state, core_move *out, uint64_t *weights);
    /* The number of legal moves where a seat is to move. A game that has no faster way than the
     * list leaves it NULL. */
    int (*count)(const void *rules, const void *state);
    /* The illegal reason of a move: NULL if `play` accepts it here, else a text for people. On a
     * view: NULL if some consistent deal allows what the viewer would observe. Any 64-bit word may
     * come. */
    const char *(*illegal)(const void *rules, const void *state, core_move move);
    /* Which of n moves are legal in a full state: their numbers go to `places`, ascending; how
     * many. Move i is at moves[i * stride]; each was legal in some state in which the same seat
     * was to move, so it is well formed. A game that has no faster way than `illegal` leaves it
     * NULL. */
    int (*available)(const void *rules, const void *state, const core_move *moves, int stride,
                     int n, uint16_t *places);
    /* One outcome of chance of a full state, drawn by the weights of `moves`. */
    core_move (*sample)(const void *rules, const void *state, core_rng *rng);
    /* The outcome that decks shuffled once, from (seed, round), give at this point. It is legal in
     * any full state, and over seeds it has the weights of `moves`. */
    core_move (*deal)(const void *rules, const void *state, uint64_t seed);
    /* Unchecked: undefined for a move that `illegal` refuses. */
    void (*play)(const void *rules, void *state, core_move move);

    /* What a seat is told of a move that is about to be played: the move, a masked word, or
     * CORE_NOTHING. */
    core_move (*observed)(const void *rules, const void *state, core_move move, int seat);
    void (*view)(const void *rules, const void *state, int seat, void *view);
    /* A full state drawn from a view, uniform over deals of distinguishable cards. In place: `view`
     * and `state` may be the same. */
    void (*determinize)(const void *rules, const void *view, core_rng *rng, void *state);

    /* 1, with each seat's share of CORE_WIN and its score, where playouts end: the game is over, or
     * what follows is a table (the next round of a match). Else 0. */
    int (*settled)(const void *rules, const void *state, int64_t *shares, int64_t *scores);
    /* The same of a game that is over, with the scores of the whole game. */
    void (*returns)(const void *rules, const void *state, int64_t *shares, int64_t *scores);
    /* Plays a copy of a full state until settled; returns the decisions of seats. A policy may stop
     * early, with an estimate of shares (they sum to CORE_WIN too) and the scores so far. */
    int (*playout)(const void *rules, const void *state, int policy, core_rng *rng,
                   int64_t *shares, int64_t *scores);
    /* The move that a policy chooses for the seat to move, in a full state or in that seat's view.
     * NULL: its policies do not choose move by move. */
    core_move (*choose)(const void *rules, const void *state, int policy, core_rng *rng);
    /* How likely a good player is to choose each of the n legal moves (in the order of `moves`), as
     * weights from 1 to 2^24 in any unit. A function of what the seat to move knows: the same in a
     * full state and in that seat's view. NULL: all alike. */
    void (*prior)(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *weights);
    /* The parts of each of n legal moves, numbered and written as core_parts() says. A game that
     * has no faster way than the tables leaves it NULL. */
    void (*parts)(const void *rules, const void *state, const core_move *moves, int n,
                  uint32_t *parts, uint32_t *ends);
};

#endif
