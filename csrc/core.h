/* core.h -- the whole C interface of the engine core; Python sees nothing else.
 *
 * A game is a table of functions (game.h) over plain memory. The caller owns every buffer: it asks
 * core_facts() for the sizes, passes the buffers in, and C keeps nothing between two calls.
 * Buffers are aligned to 8 bytes. A function that can fail returns a core_status below zero, or a
 * text that says what is wrong (NULL: nothing is).
 */
#ifndef SARAI_CORE_H
#define SARAI_CORE_H

#include <stddef.h>
#include <stdint.h>

/* cffi:begin  (this section is read verbatim by csrc/build_core.py) */
#define CORE_MAX_SEATS 6
#define CORE_NOTHING 0
#define CORE_TABLE_SIZE 65536

enum {
    CORE_CHANCE = -1, /* actor: the next event is drawn, not decided */
    CORE_OVER = -2,   /* actor: the game has ended */
    CORE_ALL = -1     /* viewer: a full state, nobody's view */
};

/* One seat's whole win, in the unit of every share: 60 * 2^14, so ties of up to six are exact. */
enum { CORE_WIN = 983040 };

typedef enum {
    CORE_OK = 0,
    CORE_EILLEGAL = -1,
    CORE_EBUFFER = -2,
    CORE_EVIEW = -3,
    CORE_EFULL = -4,
    CORE_ERUNNING = -5,
    CORE_EARGUMENT = -6
} core_status;

/* An action of a seat or an outcome of chance, never 0. */
typedef uint64_t core_move;

typedef struct core_game core_game;

typedef struct {
    uint64_t s[4];
} core_rng;

/* Values of a choice are separated by '|', the first is the default; a number has a range. A list
 * (length > 0) has at most `length` numbers of the range, by default none; among the numbers of all
 * options it takes 1 + length places: how many, the numbers, zeros. If a list has choices, they are
 * letters, and each of its numbers is a pair of multisets of them (Y:WG), written in counters of 4
 * bits: the first from bit 0 on, the second from bit 28 on. */
typedef struct {
    const char *name;
    const char *choices;
    int64_t lowest, highest, standard;
    int32_t length;
} core_option;

/* What a number means, in a field of a state or a lane of a move.
 *   NUMBER    from lowest to highest
 *   CHOICE    an index into names
 *   SEAT      a seat of the game; CORE_ALL too if lowest is below 0
 *   SEATS     a bit per seat
 *   MULTISET  `lanes` counters of `bits` bits from bit 0 on; lane i counts names[i], up to highest
 *             (0: as many as the bits hold)
 *   CELLS     a bit per name
 *   ROW       `lanes` cells of `bits` bits from bit 0 on, each an index into names (fields only)
 * Names are separated by '|'. "@field" stands for those that a field of the rules gives: the texts
 * of its values, none for 0; "@pay>@get" joins two fields. A lane or number with an empty name does
 * not occur. Names stand in the order of the text; one that belongs to another lane says so
 * (?=7|K=6). */
enum { CORE_NUMBER, CORE_CHOICE, CORE_SEAT, CORE_SEATS, CORE_MULTISET, CORE_CELLS, CORE_ROW };

typedef struct {
    int32_t kind, bits, lanes;
    int64_t lowest, highest;
    const char *names;
} core_domain;

/* What seats see of a field or a move: all of it; all but a part that their view lacks; perhaps
 * nothing. */
enum { CORE_PUBLIC, CORE_MASKED, CORE_HIDDEN };

/* One value, a list of values, or one value for each seat. */
enum { CORE_ONE, CORE_LIST, CORE_PER_SEAT };

/* A field of a state or of the rules: `count` numbers of `width` bytes (signed if < 0). They make
 * up `items` values of the domain (0: a value each); a value of several numbers is read as one long
 * number, lowest byte first. A domain of zeros is a number of any size. `formula` gives a field
 * that no key of the text has; see core_key. */
typedef struct {
    const char *name;
    uint32_t offset;
    int32_t width;
    uint32_t count, items;
    int32_t per, seen;
    core_domain domain;
    const char *formula;
} core_field;

/* A key of the text of a state, and of its structured view. The key `name{}` is there for each seat
 * in play; without braces the values of all seats are a list. By kind:
 *   PLAIN    fields a        the values of a field
 *   HAND     fields a|b|c    known to all (a) + the others (b less a), and c cards that the viewer
 *                            does not see, as `?`; detail: the letters that it is about
 *   LANE     fields a        the counter of one letter (detail) in each value, which all see
 *   TOKENS   fields a|b      a multiset, then a second one, of what the viewer does not see
 *   WORDS    fields a|b      the word of a; where it is the first word of detail (w=x,y,z), the one
 *                            of the others that b counts to
 *   REST     fields a|b      the members of set a that are not in list b; none if the field of the
 *                            rules that detail names is 0
 *   DERIVED  fields a or ""  what a formula (detail) over other fields gives, written like field a,
 *                            or as a number
 * Formulas have +, -, total(x), floor(x) (nothing below 0), min(x, y), x if phase == "word" else y;
 * the names of fields (of several values their sum) and of derived keys, rules.name. */
enum {
    CORE_KEY_PLAIN,
    CORE_KEY_HAND,
    CORE_KEY_LANE,
    CORE_KEY_TOKENS,
    CORE_KEY_WORDS,
    CORE_KEY_REST,
    CORE_KEY_DERIVED
};

typedef struct {
    const char *key;
    int32_t kind;
    const char *fields, *detail, *meaning;
} core_key;

/* How a game is searched where the settings leave it open. `exploration` is the constant C of the
 * selection score in wins, `exploration_alone` that of a table of one seat; 0 stands for the
 * engine's own 0.6. `widening` of 0 stands for 1. The default policy is the first of `policies`. */
typedef struct {
    int32_t closed; /* 1: a closed tree */
    int32_t ucb;    /* 1: upper confidence bounds in place of the prior */
    int32_t by_prior; /* 1: the others' moves are drawn by the prior, not searched */
    double exploration, exploration_alone, widening;
} core_search_defaults;

/* A number in the word of a move. It is `masked` if a seat may observe the move without it: then
 * its bits are 0, which means nothing else, and its text is `?` (a multiset has a lane named `?`
 * that counts what is not seen). `most` bounds the sum of a multiset ("5", or "@field" of the
 * rules; NULL: no bound). */
typedef struct {
    const char *name;
    int32_t shift; /* its lowest bit */
    core_domain domain;
    int32_t masked;
    const char *most;
} core_lane;

#define CORE_MAX_LANES 8

/* One form of moves: how the words with this tag (bits 56-63) are made and written. In the pattern
 * each lane stands once, by its name (swap:{taken}>{given}); bits of no lane are 0. The meaning is
 * a phrase for people. Where the first values of all lanes make no good example, it is given. */
typedef struct {
    int32_t tag;
    const char *pattern, *meaning, *example;
    int32_t chance;    /* 1: an event of chance; 0: an action of a seat */
    int32_t observed;  /* by the others; CORE_MASKED: without its masked lanes */
    int32_t untracked; /* 1: a closed tree does not tell nodes apart by this event */
    core_lane lanes[CORE_MAX_LANES]; /* up to the first without a name */
} core_form;

typedef struct {
    const char *name;
    const char *policies; /* of playouts, separated by '|', the first is the default */
    int32_t min_seats, max_seats;
    uint32_t rules_size, state_size, max_moves;
    uint32_t option_count, field_count, rule_count, key_count, form_count;
    const core_option *options;
    const core_form *forms; /* sorted by tag */
    const core_field *fields; /* of a state: all that it is made of */
    const core_field *rules;
    const core_key *keys; /* of its text; none: each field is a key */
    int32_t policy_count;
    core_search_defaults search;
} core_game_facts;

/* Games of this build. */
int core_game_count(void);
const core_game *core_game_at(int index);
const core_game_facts *core_facts(const core_game *game);

/* Draws from a seed what the options leave open: set-up that is random and public. What is drawn
 * are lists of options, so that the options then say all of it. */
void core_draw(const core_game *game, int64_t *options, uint64_t seed);

/* From options to a first state. The table is the game's own (its header gives the layout); a
 * length of 0 means the standard one. Returns NULL or what is wrong. */
const char *core_setup(const core_game *game, void *rules, int seats, const int64_t *options,
                       const int32_t *table, size_t table_length);
/* Once before the first playout, prior or search with these rules; it may take a moment. `network`
 * are the bytes of the game's learned numbers, none if the size is 0. Returns NULL, or why the game
 * plays without the numbers that it would use. */
const char *core_prepare(const core_game *game, void *rules, const void *network, size_t size);
void core_start(const core_game *game, const void *rules, void *state);
const char *core_check(const core_game *game, const void *rules, const void *state);

/* What may happen next. At a chance event `weights`, as long as `out`, gets the exact weights.
 * core_count() is the number of legal moves of the seat to move. CORE_EVIEW where a view does not
 * know: chance, or the move of another seat. */
int core_actor(const core_game *game, const void *rules, const void *state);
int core_viewer(const core_game *game, const void *state);
int core_moves(const core_game *game, const void *rules, const void *state, core_move *out,
               uint64_t *weights, size_t capacity);
int core_count(const core_game *game, const void *rules, const void *state, core_move *scratch,
               size_t capacity);
const char *core_illegal_reason(const core_game *game, const void *rules, const void *state,
                                core_move move);
core_move core_sample(const core_game *game, const void *rules, const void *state, core_rng *rng);
core_move core_deal(const core_game *game, const void *rules, const void *state, uint64_t seed);

/* Make it happen: checked (an illegal move leaves the state as it was), and not. */
int core_play(const core_game *game, const void *rules, void *state, core_move move);
void core_play_unchecked(const core_game *game, const void *rules, void *state, core_move move);

/* Who knows what. */
core_move core_observed(const core_game *game, const void *rules, const void *state, core_move move,
                        int seat);
int core_view(const core_game *game, const void *rules, const void *state, int seat, void *view);
int core_determinize(const core_game *game, const void *rules, const void *view, core_rng *rng,
                     void *state);

/* The form of a word by its tag, NULL if there is none, and what follows from the forms: 1 if a
 * closed tree tells nodes apart by this event; 1 if every seat observes every move of another seat
 * whole. */
const core_form *core_form_of(const core_game *game, core_move move);
int core_tracked(const core_game *game, core_move event);
int core_public_moves(const core_game *game);

/* What it is worth. Shares sum to CORE_WIN; alone (one seat) the share is the score on the game's
 * own scale from 0 to CORE_WIN, or one of the two where the game is won or lost. */
int core_settled(const core_game *game, const void *rules, const void *state, int64_t *shares,
                 int64_t *scores);
int core_returns(const core_game *game, const void *rules, const void *state, int64_t *shares,
                 int64_t *scores);
int core_playout(const core_game *game, const void *rules, const void *state, int policy,
                 core_rng *rng, int64_t *shares, int64_t *scores);

/* The move that a policy of playouts chooses for the seat to move, which a view must know.
 * CORE_NOTHING where the game's policies do not choose move by move; core_chooses() is 1 if they
 * do. */
int core_chooses(const core_game *game);
core_move core_choose(const core_game *game, const void *rules, const void *state, int policy,
                      core_rng *rng);

/* How likely a good player is to choose each of the n legal moves of the seat to move, as weights
 * from 1 to 2^24: all 1 where the game has no prior. */
void core_prior(const core_game *game, const void *rules, const void *state,
                const core_move *moves, int n, uint32_t *weights);

/* What a prior sums over: each of n legal moves of the seat to move as a few numbered parts. They
 * are its form; the value of each lane (of a multiset or set, one for each lane that is not 0); and
 * each value of a public field that the move changes, as it is after the move (of a multiset, set
 * or row, each lane that changes). Seats count from the seat to move, and values of seats stand in
 * that order. A number above 15 shares its part with all up to the next power of two, and one
 * below 0 has that of 0. So parts are a function of what that seat knows, and their numbers depend
 * on the tables of the game and on how many seats there are, not on its rules.
 *
 * Those of a move go to `parts`, ascending, move after move; those of move i end before ends[i].
 * `parts` has room for n * core_most_parts() numbers, `scratch` is of core_parts_scratch() bytes.
 * core_parts() asks the game, if it has a function of its own, core_parts_by_tables() never does.
 * core_part_count() is how many parts there are. The digest differs where parts have other numbers
 * or other meanings. */
int core_part_count(const core_game *game, int seats);
int core_most_parts(const core_game *game, int seats);
uint64_t core_parts_digest(const core_game *game, int seats);
size_t core_parts_scratch(const core_game *game);
void core_parts(const core_game *game, const void *rules, int seats, const void *state,
                const core_move *moves, int n, uint32_t *parts, uint32_t *ends, void *scratch);
void core_parts_by_tables(const core_game *game, const void *rules, int seats, const void *state,
                          const core_move *moves, int n, uint32_t *parts, uint32_t *ends,
                          void *scratch);

/* A state as numbers from about 0 to 1, in the order of its fields: a number divided by its highest
 * value, a choice, seat or set as a place for each of its values, a multiset lane by lane, a row
 * cell by cell.
 * core_tensor_size() is how many. */
int core_tensor_size(const core_game *game, int seats);
void core_tensor(const core_game *game, int seats, const void *state, float *out);

/* The same as the inputs of a network from the point of view of a seat (its values first, the other
 * seats in turn order): the numbers of those that are 1, ascending; how many. Numbers and counters
 * have a place for each value up to 31, and for ever longer ranges above. core_input_size() is how
 * many inputs there are, core_most_inputs() how many can be 1. */
int core_input_size(const core_game *game, int seats);
int core_most_inputs(const core_game *game, int seats);
int core_inputs(const core_game *game, int seats, const void *state, int seat, uint32_t *out);

/* Leaves at `depth` plies below a full state, each chance event one ply. `scratch` holds
 * core_perft_scratch() bytes. */
size_t core_perft_scratch(const core_game *game, int depth);
int64_t core_perft(const core_game *game, const void *rules, const void *state, int depth,
                   void *scratch, size_t size);

/* Random numbers. */
void core_rng_seed(core_rng *rng, uint64_t seed, uint64_t stream);
uint64_t core_rng_next(core_rng *rng);
uint32_t core_rng_below(core_rng *rng, uint32_t bound);

/* Tables of the search, CORE_TABLE_SIZE doubles each: 1/i, 1/sqrt(i), and sqrt(H(i)) of the
 * harmonic number H(i) = 1 + 1/2 + ... + 1/i. */
void core_search_tables(double *inverse, double *inverse_root, double *root_harmonic);

/* The native search. `exploration` is C in units of shares (C * CORE_WIN); `prior` is 1 for
 * selection by the prior with this `widening`, 0 for upper confidence bounds (see ismcts.py);
 * `open` is 1 for an open tree; `others` is 1 if the moves of the other seats are drawn by the
 * prior, so that the tree has only those of the root's seat; its iterations are the numbers
 * first, first + stride, ... of the seed; `depth` cuts the tree after so many decisions (0: it
 * does not); `only` has the root moves to consider, ascending and legal (`only_count` 0: all);
 * `tables` are the three of core_search_tables() in one array; `won` has those root moves that
 * win for certain, ascending. The whole search lives in `memory`, which is all zero at first, of
 * `size` bytes (at most 32 GB, at least core_search_minimum()); game, rules and tables must stay
 * where they are as long as it is used. */
typedef struct {
    double exploration, widening;
    uint64_t seed, first, stride;
    int32_t open, policy, prior, others, depth, only_count, won_count;
    const core_move *only, *won;
} core_search_settings;

typedef struct {
    uint64_t iterations, depth_sum, bytes;
    uint32_t max_depth, nodes;
    int32_t full;
} core_progress;

typedef struct {
    core_move move;
    uint32_t visits, available;
    int64_t share; /* sum of the root seat's shares */
    int64_t wins[6], scores[6];
    double wins_squared[6], scores_squared[6];
} core_candidate;

/* Which of n legal moves of a view's seat end play at once with a whole win: `moves` keeps these;
 * how many. Each has done so in CERTAIN (wins.c) determinizations, one after the other. `scratch`
 * holds two states. */
int core_sure_wins(const core_game *game, const void *rules, const void *view, uint64_t seed,
                   core_move *moves, int n, void *scratch);

size_t core_search_minimum(const core_game *game);
int core_search_start(const core_game *game, const void *rules, const void *view, int seats,
                      const core_search_settings *settings, const double *tables, void *memory,
                      size_t size);

/* Run so many iterations, or until `*stop` is not 0 (looked at before each); how many were run. */
int64_t core_search_run(void *memory, int64_t iterations, const int32_t *stop);
void core_search_progress(const void *memory, core_progress *out);

/* The root's edges, sorted by move. */
int core_search_candidates(const void *memory, core_candidate *out, int capacity);

/* The principal variation of a root move; chance events are marked in `is_event`. CORE_EBUFFER if
 * it is longer than `capacity`. */
int core_search_variation(const void *memory, core_move move, core_move *out, uint8_t *is_event,
                          int capacity);

const char *core_strerror(int status);
const char *core_digest(void);
/* cffi:end */

#endif
