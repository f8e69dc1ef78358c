/* knowledge.c -- what it costs to carry what each of six seats knows, by the clock of CPU time.
 *
 * Unique cards move between a deck, six hands and an open pile: draws, plays, and gifts face down
 * in two forms of knowledge. `bits`: for each card the seats that know its place, those that knew it
 * until a gift that they did not see, and the places that those think possible. `log`: the moves
 * themselves since the first gift, one word each, of which a view leaves out what its seat did not
 * see; whenever a hand becomes empty, `play` checks whether the gifts are settled
 * (tests/games/gifts). `place` keeps neither, and is what both are compared with. Cards come in multiples of 8: a compiler then looks at
 * many at a time. Each line is a size, a name and nanoseconds.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 9, CALLS = 1 << 20, EVENTS = 1 << 12, SEATS = 6, STATES = 64 };
enum { DECK = SEATS, OPEN, PLACES, ALL = (1 << SEATS) - 1 };

static const uint8_t SEES[PLACES] = {1, 2, 4, 8, 16, 32, 0, ALL};

typedef struct {
    uint8_t card, to;
} event;

static event mixed[EVENTS], gifts[EVENTS]; /* one gift in sixteen moves, and nothing else */

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

static uint32_t drawn(uint32_t *x, uint32_t bound)
{
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return (uint32_t)((uint64_t)*x * bound >> 32);
}

static void make_events(int cards)
{
    uint32_t x = 1;
    for (int i = 0; i < EVENTS; i++) {
        uint8_t card = (uint8_t)drawn(&x, (uint32_t)cards), hand = (uint8_t)drawn(&x, SEATS);
        gifts[i] = (event){card, hand};
        mixed[i] = (event){card, i % 16 == 0 ? hand : i % 2 ? OPEN : DECK};
        if (i % 4 == 2) /* what lies in the deck or in the open is drawn */
            mixed[i] = (event){mixed[i - 1].card, hand};
    }
}

/* One state of SIZE bytes with CARDS cards, and what is timed on it. A log that is full is forgotten. */
#define DEFINE(SIZE, CARDS)                                                                        \
    enum { LOG_##SIZE = (SIZE - 4 * (CARDS)-4) / 2 > 64 ? 256 : 8 };                               \
    typedef union {                                                                                \
        uint8_t bytes[SIZE];                                                                       \
        struct {                                                                                   \
            uint32_t logged;                                                                       \
            uint8_t place[CARDS], knows[CARDS], knew[CARDS], thinks[CARDS];                        \
        } at;                                                                                      \
        struct {                                                                                   \
            uint32_t logged;                                                                       \
            uint8_t place[CARDS];                                                                  \
            uint8_t size[PLACES];                                                                  \
            uint16_t log[LOG_##SIZE];                                                              \
        } by;                                                                                      \
    } state_##SIZE;                                                                                \
    _Static_assert(sizeof(state_##SIZE) == SIZE, "the size that it is named after");               \
    static state_##SIZE states_##SIZE[STATES], other_##SIZE[STATES];                               \
    static void start_##SIZE(void)                                                                 \
    {                                                                                              \
        memset(states_##SIZE, 0, sizeof states_##SIZE);                                            \
        for (int i = 0; i < STATES; i++) {                                                         \
            memset(states_##SIZE[i].by.place, DECK, CARDS);                                        \
            states_##SIZE[i].by.size[DECK] = CARDS;                                                \
        }                                                                                          \
    }                                                                                              \
    static void place_##SIZE(state_##SIZE *s, event e)                                             \
    {                                                                                              \
        s->at.place[e.card] = e.to;                                                                \
    }                                                                                              \
    static int unsettled_##SIZE(const state_##SIZE *s)                                             \
    {                                                                                              \
        uint8_t size[PLACES], emptied = 0;                                                         \
        memcpy(size, s->by.size, sizeof size);                                                     \
        for (uint32_t i = s->by.logged; i > 0; i--) {                                              \
            uint8_t move = (uint8_t)s->by.log[i - 1], from = move >> 4, to = move & 15;            \
            for (int seat = 0; seat < SEATS; seat++)                                               \
                emptied |= (uint8_t)(!size[seat] << seat);                                         \
            if (from < SEATS && to < SEATS && !(emptied >> to & 1))                                \
                return 1;                                                                          \
            size[from]++;                                                                          \
            size[to]--;                                                                            \
        }                                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    static void log_##SIZE(state_##SIZE *s, event e)                                               \
    {                                                                                              \
        uint8_t from = s->by.place[e.card];                                                        \
        if (s->by.logged || (from < SEATS && e.to < SEATS))                                        \
            s->by.log[s->by.logged++] = (uint16_t)(e.card << 8 | from << 4 | e.to);                \
        s->by.place[e.card] = e.to;                                                                \
        s->by.size[from]--;                                                                        \
        s->by.size[e.to]++;                                                                        \
        if (s->by.logged == LOG_##SIZE || /* it is full, or it may be settled */                   \
            (from < SEATS && !s->by.size[from] && !unsettled_##SIZE(s)))                           \
            s->by.logged = 0;                                                                      \
    }                                                                                              \
    static void bits_##SIZE(state_##SIZE *s, event e)                                              \
    {                                                                                              \
        uint8_t from = s->at.place[e.card], here = (uint8_t)(1 << from);                           \
        uint8_t told = SEES[from] | SEES[e.to], there = (uint8_t)(1 << e.to);                      \
        s->at.place[e.card] = e.to;                                                                \
        if (e.to >= SEATS || from >= SEATS) {                                                      \
            s->at.knows[e.card] = e.to == DECK ? 0 : told;                                         \
            s->at.knew[e.card] = s->at.thinks[e.card] = 0;                                         \
            return;                                                                                \
        }                                                                                          \
        for (int c = 0; c < (CARDS); c++) { /* a gift: it may have been any card of that hand */   \
            uint8_t mine = (s->at.place[c] == from) | (c == e.card) ? 255 : 0;                     \
            uint8_t lost = (uint8_t)(s->at.knows[c] & ~told & mine);                               \
            uint8_t may = (uint8_t)(s->at.thinks[c] | (lost ? here : 0));                          \
            s->at.knows[c] = (uint8_t)(s->at.knows[c] & ~lost);                                    \
            s->at.knew[c] |= lost;                                                                 \
            s->at.thinks[c] = (uint8_t)(may | (may & here ? there : 0));                           \
        }                                                                                          \
        s->at.knows[e.card] |= told;                                                               \
        s->at.knew[e.card] = (uint8_t)(s->at.knew[e.card] & ~told);                                \
    }                                                                                              \
    static void view_##SIZE(state_##SIZE *v, event e)                                              \
    {                                                                                              \
        uint8_t seat = (uint8_t)(1 << e.to % SEATS);                                               \
        for (int c = 0; c < (CARDS); c++) {                                                        \
            uint8_t sees = v->at.knows[c] & seat, knew = v->at.knew[c] & seat;                     \
            v->at.place[c] = sees ? v->at.place[c] : PLACES;                                       \
            v->at.thinks[c] = knew ? v->at.thinks[c] : 0;                                          \
        }                                                                                          \
    }                                                                                              \
    static void copy_##SIZE(state_##SIZE *s, event e)                                              \
    {                                                                                              \
        (void)e;                                                                                   \
        memcpy(&other_##SIZE[s - states_##SIZE], s, sizeof *s);                                    \
    }                                                                                              \
    static void time_##SIZE(void)                                                                  \
    {                                                                                              \
        make_events(CARDS);                                                                        \
        TIME(SIZE, "copy", copy_##SIZE, mixed)                                                     \
        TIME(SIZE, "place", place_##SIZE, mixed)                                                   \
        TIME(SIZE, "bits", bits_##SIZE, mixed)                                                     \
        TIME(SIZE, "bits_gifts", bits_##SIZE, gifts)                                               \
        TIME(SIZE, "log", log_##SIZE, mixed)                                                       \
        TIME(SIZE, "log_gifts", log_##SIZE, gifts)                                                 \
        TIME(SIZE, "view", view_##SIZE, mixed)                                                     \
    }

#define TIME(SIZE, NAME, CALL, EVENTS_OF)                                                          \
    {                                                                                              \
        double seconds[REPEATS];                                                                   \
        start_##SIZE();                                                                            \
        for (int repeat = 0; repeat < REPEATS; repeat++) {                                         \
            double before = cpu_seconds();                                                         \
            for (int i = 0; i < CALLS; i++) {                                                      \
                CALL(&states_##SIZE[i % STATES], EVENTS_OF[i % EVENTS]);                           \
                __asm__ volatile("" ::: "memory"); /* nothing is left out */                       \
            }                                                                                      \
            seconds[repeat] = cpu_seconds() - before;                                              \
        }                                                                                          \
        qsort(seconds, REPEATS, sizeof *seconds, by_size);                                         \
        printf("%d %s %.2f\n", SIZE, NAME, 1e9 * seconds[REPEATS / 2] / CALLS);                    \
    }

DEFINE(120, 24)
DEFINE(400, 80)
DEFINE(1000, 160)
DEFINE(2000, 160)

int main(void)
{
    time_120();
    time_400();
    time_1000();
    time_2000();
    return 0;
}
