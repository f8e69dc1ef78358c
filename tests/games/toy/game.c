/* game.c -- the toy game as the core sees it: its fields and the table of its functions. */
#include "state.h"

const core_field RULES[] = {
    {.name = "cards", .offset = offsetof(toy_rules, cards), .width = 1, .count = 1}};

#define SEEN(name_, width_, count_, seen_)                                                        \
    {.name = #name_, .offset = offsetof(toy_state, name_), .width = width_, .count = count_,      \
     .seen = seen_}
#define FIELD(name_, width_, count_) SEEN(name_, width_, count_, CORE_PUBLIC)
#define MASKED(name_, width_, count_) SEEN(name_, width_, count_, CORE_MASKED)
static const core_field FIELDS[] = {
    FIELD(may, 2, CARDS + 1), MASKED(place, 1, CARDS + 1), FIELD(size, 1, PLACES),
    MASKED(choice, 1, SEATS), FIELD(played, 1, SEATS),     MASKED(viewer, -1, 1),
    FIELD(step, 1, 1),        MASKED(first, 1, 1),         FIELD(fresh, 1, 1),
};

const core_game toy_game = {
    .facts = {.name = "toy",
              .policies = "uniform",
              .policy_count = 1,
              .min_seats = SEATS,
              .max_seats = SEATS,
              .rules_size = sizeof(toy_rules),
              .state_size = sizeof(toy_state),
              .max_moves = MAX_MOVES,
              .option_count = TOY_OPTION_COUNT,
              .field_count = sizeof FIELDS / sizeof *FIELDS,
              .rule_count = sizeof RULES / sizeof *RULES,
              .options = TOY_OPTIONS,
              .form_count = TOY_FORM_COUNT,
              .forms = TOY_FORMS,
              .fields = FIELDS,
              .rules = RULES},
    .setup = toy_setup,
    .start = toy_start,
    .check = toy_check,
    .actor = toy_actor,
    .viewer = toy_viewer,
    .moves = toy_moves,
    .illegal = toy_illegal,
    .sample = toy_sample,
    .deal = toy_deal,
    .play = toy_play,
    .observed = toy_observed,
    .view = toy_view,
    .determinize = toy_determinize,
    .settled = toy_settled,
    .returns = toy_returns,
    .playout = toy_playout,
    .parts = toy_parts,
};
