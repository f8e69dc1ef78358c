/* parts.c -- the toy game's own way to the parts of moves: no tables, its fields by name. */
#include "state.h"

/* Parts of a form with lanes (itself, 10 places, cards 0 to 6); of a number of a byte and of two. */
enum { OF_FORM = 1 + PLACES + CARDS + 1, OF_BYTE = 20, OF_MASK = 28 };
enum {
    FORMS = 1,
    MAY = FORMS + (CHOOSE - DECLINE) * OF_FORM,
    SIZE = MAY + (CARDS + 1) * OF_MASK,
    PLAYED = SIZE + PLACES * OF_BYTE,
    STEP = PLAYED + SEATS * OF_BYTE
};

static int place_of(int number)
{
    int place = 16;
    if (number < 16)
        return number;
    while (number >>= 1, number >= 16)
        place++;
    return place;
}

static uint32_t *put(uint32_t *out, int first, int before, int after)
{
    if (before != after)
        *out++ = (uint32_t)(first + place_of(after));
    return out;
}

void toy_parts(const void *rules, const void *state, const core_move *moves, int n, uint32_t *parts,
               uint32_t *ends)
{
    const toy_state *s = state;
    uint32_t *out = parts;
    for (int i = 0; i < n; i++) {
        int what = (int)(moves[i] >> 56), form = FORMS + (what - SHOW) * OF_FORM;
        toy_state after = *s;
        toy_play(rules, &after, moves[i]);
        *out++ = what == DECLINE ? 0 : (uint32_t)form;
        if (what != DECLINE) {
            *out++ = (uint32_t)(form + 1 + (int)(moves[i] >> 8 & 0xff));
            *out++ = (uint32_t)(form + 1 + PLACES + (int)(moves[i] & 0xff));
        }
        for (int card = 0; card <= CARDS; card++)
            out = put(out, MAY + card * OF_MASK, s->may[card], after.may[card]);
        for (int place = 0; place < PLACES; place++)
            out = put(out, SIZE + place * OF_BYTE, s->size[place], after.size[place]);
        out = put(out, STEP, s->step, after.step); /* a seat's move replays and shuffles nothing */
        ends[i] = (uint32_t)(out - parts);
    }
}
