/* worlds.c -- what exact play needs: the hands that the other seat may hold.
 *
 * A world is a view in which no card of a hand is missing. Bonus tokens stay face down in it, so
 * that nobody plays by tokens that the viewer does not see: what the other seat draws is told when
 * it is revealed, and until then every token of the pile that is unseen is as likely as any other.
 */
#include "choices.h"

int jaipur_worlds(const void *rules, const void *view, void *worlds, uint64_t *weights,
                  int capacity)
{
    (void)rules;
    const jaipur_state *v = view;
    jaipur_state *world = worlds;
    int other = 1 - v->viewer, hidden = v->hidden[other], n = 0;
    multiset goods = jp_goods(v->pool), cards = jp_first_choice(goods, hidden);
    do {
        if (n == capacity)
            return 0;
        weights[n] = jp_ways(goods, cards);
        world[n] = *v;
        world[n].pool -= cards;
        world[n].hand[other] += cards;
        world[n].hidden[other] = 0;
        n++;
        cards = jp_next_choice(goods, cards);
    } while (cards);
    return n;
}

/* Lays the tokens that are face down in front of a seat, slot by slot, `left` of the slot's pile
 * being still to be laid; returns how many reveals there are then. */
static int add_reveals(const jaipur_state *s, int seat, int slot, int left, core_move word,
                       uint64_t weight, core_move *out, uint64_t *weights, int n)
{
    int pile = slot / JP_SLOTS, place = slot % JP_SLOTS;
    if (n < 0 || (place == 0 && left > 0))
        return n;
    if (pile == JP_PILES) {
        if (n == JP_MAX_MOVES)
            return CORE_EBUFFER;
        out[n] = word;
        weights[n] = weight;
        return n + 1;
    }
    if (place == 0)
        left = jp_hidden_count(s->hidden_won[seat], pile);
    int unseen = jp_slot_count(s->bonus, pile, place);
    for (int k = 0; k <= jp_at_most(unseen, left); k++)
        n = add_reveals(s, seat, slot + 1, left - k, word + (unsigned)k * jp_slot(pile, place),
                        weight * jp_binomial(unseen, k), out, weights, n);
    return n;
}

int jaipur_expected(const void *rules, const void *world, core_move *out, uint64_t *weights)
{
    const jaipur_state *s = world;
    int revealing = s->phase == JP_PHASE_REVEAL1;
    if (jp_hidden(s) || s->phase < JP_PHASE_TURN)
        return CORE_EVIEW;
    if (s->phase == JP_PHASE_BONUS && s->turn != s->viewer) {
        out[0] = jp_word(JP_BONUS, 0);
        weights[0] = 1;
        return 1;
    }
    if (s->phase >= JP_PHASE_REVEAL0 && s->hidden_won[revealing])
        return add_reveals(s, revealing, 0, 0, jp_word(JP_REVEAL, (uint64_t)revealing << 48), 1,
                           out, weights, 0);
    return jaipur_moves(rules, world, out, weights);
}
