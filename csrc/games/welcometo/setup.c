/* setup.c -- from options to rules; the plans drawn before the game. */
#include <string.h>

#include "state.h"

enum { OPT_MODE, OPT_ADVANCED, OPT_PLANS, OPT_REFUSAL = OPT_PLANS + 4, OPT_RESHUFFLE, OPT_PILE,
       OPT_ENDS };

const core_option WELCOMETO_OPTIONS[WT_OPTIONS] = {
    {"mode", "standard|expert", 0, 1, 0, 0},
    {"advanced", "no|yes", 0, 1, 0, 0},
    {"plans", "", 1, WT_PLANS, 0, 3},
    {"refusal", "printed|stuck", 0, 1, 0, 0},
    {"reshuffle", "first_plan|each_plan|never", 0, 2, 0, 0},
    {"pile", "discards|all", 0, 1, 0, 0},
    {"ends_roundabout", "counts|no", 0, 1, 0, 0},
};

/* One plan of each stack, of the advanced ones only if they are in play. */
void welcometo_draw(int64_t *options, core_rng *rng)
{
    int64_t *list = options + OPT_PLANS;
    if (list[0])
        return;
    list[0] = 3;
    for (int stack = 1; stack <= 3; stack++) {
        int found[WT_PLANS], n = 0;
        for (int i = 0; i < WT_PLANS; i++)
            if (WT_PLAN_CARDS[i].stack == stack &&
                WT_PLAN_CARDS[i].advanced <= options[OPT_ADVANCED])
                found[n++] = i;
        list[stack] = 1 + found[rng_below(rng, (uint32_t)n)];
    }
}

const char *welcometo_setup(void *rules, int seats, const int64_t *options, const int32_t *table,
                            size_t table_length)
{
    wt_rules *r = rules;
    const int64_t *list = options + OPT_PLANS;
    (void)table;
    memset(r, 0, sizeof *r);
    if (table_length)
        return "table: there is none";
    if (options[OPT_MODE] && seats == 1)
        return "mode: the expert game needs two seats or more";
    if (list[0] != 3)
        return "plans: three are needed, one of each stack";
    for (int i = 0; i < 3; i++) {
        if (WT_PLAN_CARDS[list[1 + i] - 1].stack != i + 1)
            return "plans: the first is of stack 1, the second of stack 2, the third of stack 3";
        r->plan[i] = (uint8_t)(list[1 + i] - 1);
    }
    r->seats = (uint8_t)seats;
    r->expert = (uint8_t)options[OPT_MODE];
    r->stuck = (uint8_t)options[OPT_REFUSAL];
    r->reshuffle = seats == 1 ? WT_NEVER : (uint8_t)options[OPT_RESHUFFLE];
    r->redeal = (uint8_t)options[OPT_PILE];
    r->limits.rounds = options[OPT_ADVANCED] || WT_PLAN_CARDS[r->plan[1]].kind ==
                                                    WT_PLAN_PARKS_POOLS_ROUNDABOUT;
    r->limits.ends_roundabout = !options[OPT_ENDS];
    for (int kind = 0; kind < WT_KINDS; kind++)
        for (int copy = 0; copy < WT_CARDS[kind][2]; copy++)
            wt_add(r->deck, kind);
    return NULL;
}
