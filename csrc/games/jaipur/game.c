/* game.c -- Jaipur as the core sees it: its fields and the table of its functions. */
#include "state.h"

#define FIELD(name, width, count) {#name, offsetof(jaipur_state, name), width, count}
static const core_field FIELDS[] = {
    FIELD(hand, 1, 16),      FIELD(known, 1, 16),       FIELD(market, 1, 8),
    FIELD(pool, 1, 8),       FIELD(tokens, 1, 8),       FIELD(bonus, 8, 1),
    FIELD(won, 8, 2),        FIELD(hidden_won, 2, 2),   FIELD(rupees, 2, 2),
    FIELD(total, 2, 2),      FIELD(last, 2, 2),         FIELD(plies, 2, 1),
    FIELD(round, 2, 1),      FIELD(hidden, 1, 2),       FIELD(goods_tokens, 1, 2),
    FIELD(seals, 1, 2),      FIELD(viewer, -1, 1),      FIELD(phase, 1, 1),
    FIELD(turn, 1, 1),       FIELD(starter, 1, 1),      FIELD(pending, 1, 1),
    FIELD(counted, 1, 1),    FIELD(revealed, 1, 1),     FIELD(capped, 1, 1),
};

#define RULE(name, width, count) {#name, offsetof(jaipur_rules, name), width, count}
static const core_field RULES[] = {
    RULE(cards, 1, 8),         RULE(minimum, 1, 8),          RULE(tokens, 1, 8),
    RULE(bonus, 8, 1),         RULE(rupees, 2, JP_GOODS * (JP_MAX_TOKENS + 1)),
    RULE(bonus_value, 1, JP_PILES * JP_SLOTS),
    RULE(camel_token, 1, 1),   RULE(market_camels, 1, 1),    RULE(dealt, 1, 1),
    RULE(market_size, 1, 1),   RULE(hand_limit, 1, 1),       RULE(exchange_minimum, 1, 1),
    RULE(piles_to_end, 1, 1),  RULE(seals_to_win, 1, 1),     RULE(max_plies, 2, 1),
};

const core_game jaipur_game = {
    .facts =
        {
            .name = "jaipur",
            .policies = JP_POLICIES,
            .search = {.exploration = 0.6, .widening = 1.0},
            .min_seats = 2,
            .max_seats = 2,
            .rules_size = sizeof(jaipur_rules),
            .state_size = sizeof(jaipur_state),
            .max_moves = JP_MAX_MOVES,
            .option_count = JP_OPTIONS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .rule_count = sizeof RULES / sizeof *RULES,
            .options = JAIPUR_OPTIONS,
            .form_count = JP_FORMS,
            .forms = JAIPUR_FORMS,
            .fields = FIELDS,
            .rules = RULES,
            .policy_count = JP_POLICY_COUNT,
        },
    .setup = jaipur_setup,
    .prepare = jaipur_prepare,
    .start = jaipur_start,
    .check = jaipur_check,
    .actor = jaipur_actor,
    .viewer = jaipur_viewer,
    .moves = jaipur_moves,
    .count = jaipur_count,
    .available = jaipur_available,
    .illegal = jaipur_illegal,
    .sample = jaipur_sample,
    .deal = jaipur_deal,
    .play = jaipur_play,
    .observed = jaipur_observed,
    .view = jaipur_view,
    .determinize = jaipur_determinize,
    .settled = jaipur_settled,
    .returns = jaipur_returns,
    .playout = jaipur_playout,
    .prior = jaipur_prior,
};
