/* core_speed.c -- the speed of the C core alone, by the clock of CPU time.
 *
 *   core_speed playouts N                                   rounds by policy, from the deal
 *   core_speed search N OPEN PLIES COUNT POLICY [forget]    searches of N iterations
 *   core_speed parts                                        nanoseconds of one call of each part
 *   core_speed perft DEPTH                                  leaves below a deal
 *
 * All rounds are single Jaipur rounds with the standard rules. Each line is a name and numbers,
 * for the drivers beside this file to read. `forget` makes nothing of a hand publicly known, so
 * that a determinization deals the whole hand anew, and searches by confidence bounds instead of
 * the prior; POLICY is the number of a playout policy.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/jaipur/state.h"
#include "search/tree.h"

enum { REPEATS = 9, POSITIONS = 256, MID_PLIES = 15, CALLS = 1 << 18, SINGLE_ROUND = 1 };
enum { MAX_PLIES = 500, SEATS = 2, MOST_PARTS = 128 };

static const core_game *const GAME = &jaipur_game;
static const int64_t OPTIONS[] = {SINGLE_ROUND, 0, 0, 0, MAX_PLIES};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the numbers too. */
static double median(double *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, by_size);
    return n % 2 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        fprintf(stderr, "core_speed: no memory\n");
        exit(1);
    }
    return memory;
}

/* The rules with the learned numbers of the file NETWORK, which the build names. */
static void prepare(jaipur_rules *r)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(NETWORK, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    const char *fault = core_prepare(GAME, r, bytes, size);
    if (file)
        fclose(file);
    if (fault) {
        fprintf(stderr, "core_speed: %s: %s\n", NETWORK, fault);
        exit(1);
    }
}

/* ---- positions ---- */

static void run_chance(const jaipur_rules *r, jaipur_state *s, core_rng *rng)
{
    while (GAME->actor(r, s) == CORE_CHANCE)
        GAME->play(r, s, GAME->sample(r, s, rng));
}

/* A move uniform over the kinds of action and then within the kind. */
static core_move random_move(const jaipur_rules *r, const jaipur_state *s, core_rng *rng)
{
    core_move moves[JP_MAX_MOVES];
    int first[JP_SWAP + 1], kinds = 0, n = GAME->moves(r, s, moves, NULL);
    for (int i = 0; i < n; i++)
        if (i == 0 || jp_what(moves[i]) != jp_what(moves[i - 1]))
            first[kinds++] = i;
    first[kinds] = n;
    int kind = (int)rng_below(rng, (uint32_t)kinds);
    uint32_t size = (uint32_t)(first[kind + 1] - first[kind]);
    return moves[first[kind] + (int)rng_below(rng, size)];
}

/* A round after so many random plies, a seat to move; rounds that end before are dealt again. */
static void random_position(const jaipur_rules *r, jaipur_state *s, int plies, core_rng *rng)
{
    do {
        GAME->start(r, s);
        run_chance(r, s, rng);
        for (int ply = 0; ply < plies && GAME->actor(r, s) >= 0; ply++) {
            GAME->play(r, s, random_move(r, s, rng));
            run_chance(r, s, rng);
        }
    } while (GAME->actor(r, s) < 0);
}

/* ---- playouts ---- */

static void policy_name(int policy, char *name)
{
    const char *all = GAME->facts.policies;
    while (policy-- > 0)
        all = strchr(all, '|') + 1;
    size_t length = strcspn(all, "|");
    memcpy(name, all, length);
    name[length] = '\0';
}

static void time_playouts(const jaipur_rules *r, long rounds)
{
    jaipur_state start;
    GAME->start(r, &start);
    for (int policy = 0; policy < GAME->facts.policy_count; policy++) {
        double seconds[REPEATS];
        int64_t plies = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            core_rng rng;
            int64_t shares[CORE_MAX_SEATS], scores[CORE_MAX_SEATS];
            rng_seed(&rng, 1, 0);
            plies = 0;
            double before = cpu_seconds();
            for (long i = 0; i < rounds; i++)
                plies += GAME->playout(r, &start, policy, &rng, shares, scores);
            seconds[repeat] = cpu_seconds() - before;
        }
        char name[32];
        policy_name(policy, name);
        double middle = median(seconds, REPEATS);
        printf("%s rounds/s %.0f ns/ply %.2f plies %.2f\n", name, (double)rounds / middle,
               1e9 * middle / (double)plies, (double)plies / (double)rounds);
    }
}

/* ---- search ---- */

typedef struct {
    int64_t iterations;
    int open, plies, count, policy, forget;
} search_plan;

static void time_searches(const jaipur_rules *r, const search_plan *plan)
{
    double *tables = allocate(3 * CORE_TABLE_SIZE * sizeof *tables);
    double *speeds = allocate((size_t)plan->count * sizeof *speeds), depth = 0;
    size_t size = core_search_minimum(GAME) + (size_t)plan->iterations * 256;
    void *memory = allocate(size);
    memset(memory, 0, size); /* so that no search pays for fresh pages */
    core_search_tables(tables, tables + CORE_TABLE_SIZE, tables + 2 * CORE_TABLE_SIZE);
    for (int i = 0; i < plan->count; i++) {
        core_rng rng;
        jaipur_state s, view;
        core_search_settings settings = {.exploration = (plan->forget ? 0.7 : 1.0) * CORE_WIN,
                                         .widening = 1.0,
                                         .prior = !plan->forget,
                                         .seed = (uint64_t)i,
                                         .stride = 1,
                                         .open = plan->open,
                                         .policy = plan->policy};
        core_progress progress;
        int32_t stop = 0;
        rng_seed(&rng, 1, (uint64_t)i);
        random_position(r, &s, plan->plies, &rng);
        if (plan->forget)
            s.known[0] = s.known[1] = 0;
        GAME->view(r, &s, s.turn, &view);
        memset(memory, 0, size);
        if (core_search_start(GAME, r, &view, SEATS, &settings, tables, memory, size) != CORE_OK) {
            fprintf(stderr, "core_speed: the search does not start\n");
            exit(1);
        }
        double before = cpu_seconds();
        core_search_run(memory, plan->iterations, &stop);
        speeds[i] = (double)plan->iterations / (cpu_seconds() - before);
        core_search_progress(memory, &progress);
        depth += (double)progress.depth_sum / (double)progress.iterations / plan->count;
    }
    double middle = median(speeds, plan->count);
    printf("search iterations/s %.0f low %.0f high %.0f depth %.2f\n", middle, speeds[0],
           speeds[plan->count - 1], depth);
    free(memory);
    free(speeds);
    free(tables);
}

/* ---- parts ---- */

/* The middle of a round as a search meets it: the view of the seat that is *not* to move, one
 * determinization of it with a move and a chance event that are due there, and as edges the moves
 * of another determinization (so that some are not legal in this one). */
typedef struct {
    jaipur_state view, state, due;
    core_move move, event;
    tree_edge edges[JP_MAX_MOVES];
    int edge_count;
} position;

static void make_position(const jaipur_rules *r, position *p, core_rng *rng)
{
    jaipur_state s;
    core_move moves[JP_MAX_MOVES];
    do { /* until the move owes chance */
        random_position(r, &s, MID_PLIES, rng);
        GAME->view(r, &s, 1 - s.turn, &p->view);
        GAME->determinize(r, &p->view, rng, &s);
        p->edge_count = GAME->moves(r, &s, moves, NULL);
        GAME->determinize(r, &p->view, rng, &p->state);
        p->move = random_move(r, &p->state, rng);
        p->due = p->state;
        GAME->play(r, &p->due, p->move);
    } while (GAME->actor(r, &p->due) != CORE_CHANCE);
    for (int i = 0; i < p->edge_count; i++)
        p->edges[i] = (tree_edge){moves[i], 0, 1, 1, 0.0};
    p->event = GAME->sample(r, &p->due, rng);
}

/* Each part returns something of its work, so that no compiler leaves the work out. */
typedef uint64_t part(const jaipur_rules *r, position *p, core_rng *rng);

static uint64_t part_nothing(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)r;
    (void)rng;
    return p->move;
}

static uint64_t part_seed(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)r;
    rng_seed(rng, rng->s[0], p->move);
    return rng->s[1];
}

static uint64_t part_determinize(const jaipur_rules *r, position *p, core_rng *rng)
{
    jaipur_state s;
    GAME->determinize(r, &p->view, rng, &s);
    return s.pool;
}

static uint64_t part_count(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    return (uint64_t)GAME->count(r, &p->state);
}

static uint64_t part_list(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    core_move moves[JP_MAX_MOVES];
    return (uint64_t)GAME->moves(r, &p->state, moves, NULL);
}

static uint64_t part_available(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    uint16_t places[JP_MAX_MOVES];
    int stride = sizeof(tree_edge) / sizeof(core_move);
    return (uint64_t)GAME->available(r, &p->state, &p->edges->move, stride, p->edge_count, places);
}

static uint64_t part_prior(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    core_move moves[JP_MAX_MOVES];
    uint32_t weights[JP_MAX_MOVES];
    int n = GAME->moves(r, &p->state, moves, NULL);
    GAME->prior(r, &p->state, moves, n, weights);
    return weights[n - 1];
}

static uint64_t part_parts(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    core_move moves[JP_MAX_MOVES];
    static uint32_t parts[JP_MAX_MOVES * MOST_PARTS], ends[JP_MAX_MOVES];
    static uint64_t scratch[1 << 13];
    int n = GAME->moves(r, &p->state, moves, NULL);
    core_parts_by_tables(GAME, r, SEATS, &p->state, moves, n, parts, ends, scratch);
    return parts[ends[n - 1] - 1];
}

static uint64_t part_sample(const jaipur_rules *r, position *p, core_rng *rng)
{
    return GAME->sample(r, &p->due, rng);
}

static uint64_t part_copy(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)r;
    (void)rng;
    volatile jaipur_state s = p->state;
    return s.pool;
}

static uint64_t part_play_move(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    jaipur_state s = p->state;
    GAME->play(r, &s, p->move);
    return s.market;
}

static uint64_t part_play_event(const jaipur_rules *r, position *p, core_rng *rng)
{
    (void)rng;
    jaipur_state s = p->due;
    GAME->play(r, &s, p->event);
    return s.market;
}

static uint64_t playout(const jaipur_rules *r, const position *p, int policy, core_rng *rng)
{
    int64_t shares[CORE_MAX_SEATS], scores[CORE_MAX_SEATS];
    return (uint64_t)GAME->playout(r, &p->state, policy, rng, shares, scores);
}

static uint64_t part_value(const jaipur_rules *r, position *p, core_rng *rng)
{
    return playout(r, p, JP_POLICY_VALUE, rng);
}

static uint64_t part_direct(const jaipur_rules *r, position *p, core_rng *rng)
{
    return playout(r, p, JP_POLICY_DIRECT, rng);
}

static uint64_t part_kinds(const jaipur_rules *r, position *p, core_rng *rng)
{
    return playout(r, p, JP_POLICY_KINDS, rng);
}

static uint64_t part_uniform(const jaipur_rules *r, position *p, core_rng *rng)
{
    return playout(r, p, JP_POLICY_UNIFORM, rng);
}

static const struct {
    const char *name;
    part *call;
    int calls; /* of one repeat */
} PARTS[] = {
    {"nothing", part_nothing, CALLS},
    {"rng_seed", part_seed, CALLS},
    {"determinize", part_determinize, CALLS},
    {"count", part_count, CALLS},
    {"list", part_list, CALLS},
    {"list_and_prior", part_prior, CALLS},
    {"list_and_parts", part_parts, CALLS / 16},
    {"available", part_available, CALLS},
    {"sample", part_sample, CALLS},
    {"copy_state", part_copy, CALLS},
    {"copy_and_play_move", part_play_move, CALLS},
    {"copy_and_play_event", part_play_event, CALLS},
    {"value", part_value, CALLS},
    {"playout_direct", part_direct, CALLS / 16},
    {"playout_kinds", part_kinds, CALLS / 16},
    {"playout_uniform", part_uniform, CALLS / 16},
};

static void time_parts(const jaipur_rules *r)
{
    position *positions = allocate(POSITIONS * sizeof *positions);
    core_rng rng;
    rng_seed(&rng, 1, 0);
    double moves = 0, edges = 0;
    for (int i = 0; i < POSITIONS; i++) {
        make_position(r, &positions[i], &rng);
        moves += (double)GAME->count(r, &positions[i].state) / POSITIONS;
        edges += (double)positions[i].edge_count / POSITIONS;
    }
    for (size_t which = 0; which < sizeof PARTS / sizeof *PARTS; which++) {
        double seconds[REPEATS];
        uint64_t sum = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            double before = cpu_seconds();
            for (int i = 0; i < PARTS[which].calls; i++)
                sum += PARTS[which].call(r, &positions[i % POSITIONS], &rng);
            seconds[repeat] = cpu_seconds() - before;
        }
        volatile uint64_t sink = sum;
        (void)sink;
        double middle = median(seconds, REPEATS), scale = 1e9 / PARTS[which].calls;
        printf("%s ns %.1f low %.1f high %.1f\n", PARTS[which].name, scale * middle,
               scale * seconds[0], scale * seconds[REPEATS - 1]);
    }
    printf("moves %.1f edges %.1f\n", moves, edges);
    free(positions);
}

/* ---- perft ---- */

static void time_perft(const jaipur_rules *r, int depth)
{
    core_rng rng;
    jaipur_state s;
    rng_seed(&rng, 1, 0);
    random_position(r, &s, 0, &rng);
    size_t size = core_perft_scratch(GAME, depth);
    void *scratch = allocate(size);
    double seconds[REPEATS];
    int64_t leaves = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double before = cpu_seconds();
        leaves = core_perft(GAME, r, &s, depth, scratch, size);
        seconds[repeat] = cpu_seconds() - before;
    }
    double middle = median(seconds, REPEATS), n = (double)leaves;
    printf("perft depth %d leaves %lld leaves/s %.0f low %.0f high %.0f\n", depth,
           (long long)leaves, n / middle, n / seconds[REPEATS - 1], n / seconds[0]);
    free(scratch);
}

/* ---- the command line ---- */

static _Noreturn void usage(void)
{
    fprintf(stderr, "core_speed playouts N | search N OPEN PLIES COUNT POLICY [forget] | parts | "
                    "perft DEPTH\n");
    exit(2);
}

static long number(const char *text, long lowest, long highest)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < lowest || value > highest)
        usage();
    return value;
}

int main(int argc, char **argv)
{
    jaipur_rules rules;
    const char *mode = argc > 1 ? argv[1] : "";
    if (GAME->setup(&rules, SEATS, OPTIONS, NULL, 0))
        return 1;
    prepare(&rules);
    if (strcmp(mode, "playouts") == 0 && argc == 3)
        time_playouts(&rules, number(argv[2], 1, 1000000000));
    else if (strcmp(mode, "parts") == 0 && argc == 2)
        time_parts(&rules);
    else if (strcmp(mode, "perft") == 0 && argc == 3)
        time_perft(&rules, (int)number(argv[2], 1, 20));
    else if (strcmp(mode, "search") == 0 &&
             (argc == 7 || (argc == 8 && strcmp(argv[7], "forget") == 0)))
        time_searches(&rules, &(search_plan){.iterations = number(argv[2], 1, 100000000),
                                             .open = (int)number(argv[3], 0, 1),
                                             .plies = (int)number(argv[4], 0, MAX_PLIES),
                                             .count = (int)number(argv[5], 1, 100000),
                                             .policy = (int)number(argv[6], 0, JP_POLICY_COUNT - 1),
                                             .forget = argc == 8});
    else
        usage();
    return 0;
}
