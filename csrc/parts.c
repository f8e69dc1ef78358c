/* parts.c -- moves as the parts that a prior sums over, by the tables of forms and fields.
 *
 * The numbers go form by form (the form, then the values of its lanes), then field by field. What a
 * move does to the public fields is found by playing it on a copy.
 */
#include <string.h>

#include "fields.h"

#define EXACT 16 /* numbers that have a part of their own */

/* The parts of one lane, or of one value of a field: so many places for each counter of a multiset
 * or set, or for the one number that it is. */
typedef struct {
    uint32_t first, counters, places;
    uint32_t bits;       /* of a counter, or of the number */
    int32_t kind, shift; /* shift: where a lane begins in a word */
} block;

typedef struct {
    const core_form *form;
    uint32_t part;
    block lanes[CORE_MAX_LANES];
} form_plan;

typedef struct {
    const core_field *field;
    uint32_t values, size;
    uint64_t pieces; /* of the state that it lies in, a bit each */
    block block;     /* of the first value */
} field_plan;

static uint32_t bit_length(uint64_t number)
{
    return number ? 64 - (uint32_t)__builtin_clzll(number) : 0;
}

/* The place of a number: its own below EXACT, then one for each doubling. */
static uint32_t place_of(uint64_t number)
{
    return number < EXACT ? (uint32_t)number : EXACT + bit_length(number) - bit_length(EXACT);
}

/* The place of the count in a lane of a multiset or set, or of the value in a cell of a row. */
static uint64_t lane_place(const block *b, uint64_t value)
{
    return b->kind == CORE_ROW ? value : place_of(value);
}

static uint32_t count_of(const block *b)
{
    return (b->counters ? b->counters : 1) * b->places;
}

/* `highest` is of a number; a counter that is `lowest` has the first place. */
static block block_of(const core_game_facts *facts, const core_domain *domain, int seats,
                      uint64_t highest, uint32_t lowest)
{
    block b = {.kind = domain->kind, .bits = 1};
    switch (domain->kind) {
    case CORE_CHOICE: b.places = (uint32_t)name_count(facts, domain->names); break;
    case CORE_SEAT:   b.places = (uint32_t)(seats + (domain->lowest < 0)); break;
    case CORE_SEATS:  b.counters = (uint32_t)seats; break;
    case CORE_CELLS:  b.counters = (uint32_t)name_count(facts, domain->names); break;
    case CORE_MULTISET:
        b.counters = (uint32_t)domain->lanes;
        b.bits = (uint32_t)domain->bits;
        break;
    case CORE_ROW:
        b.counters = (uint32_t)domain->lanes;
        b.bits = (uint32_t)domain->bits;
        b.places = (uint32_t)name_count(facts, domain->names);
        return b;
    default: b.places = place_of(highest) + 1; break;
    }
    if (b.counters) {
        int64_t most = domain->kind == CORE_MULTISET ? highest_count(domain) : 1;
        b.places = place_of((uint64_t)most) + 1 - lowest;
    } else {
        b.bits = bit_length(domain->kind == CORE_NUMBER ? highest : b.places - 1);
    }
    return b;
}

static form_plan plan_form(const core_game_facts *facts, const core_form *form, int seats,
                           uint32_t *next)
{
    form_plan plan = {.form = form, .part = (*next)++};
    for (int i = 0; i < CORE_MAX_LANES && form->lanes[i].name; i++) {
        const core_lane *lane = &form->lanes[i];
        block *b = &plan.lanes[i];
        *b = block_of(facts, &lane->domain, seats, (uint64_t)lane->domain.highest, 1);
        b->first = *next;
        b->shift = lane->shift;
        *next += count_of(b);
    }
    return plan;
}

/* Bytes of each of 64 pieces that a state is compared in. */
static size_t piece_of(const core_game_facts *facts)
{
    return (facts->state_size + 511) / 512 * 8;
}

static field_plan plan_field(const core_game_facts *facts, const core_field *field, int seats,
                             uint32_t *next)
{
    int bits = 8 * width_of(field) - (field->width < 0);
    uint64_t highest = field->domain.highest ? (uint64_t)field->domain.highest
                                             : ~UINT64_C(0) >> (64 - bits);
    field_plan plan = {.field = field,
                       .values = values_of(field, seats),
                       .size = (uint32_t)item_size(field),
                       .block = block_of(facts, &field->domain, seats, highest, 0)};
    size_t last = (field->offset + (size_t)plan.values * plan.size - 1) / piece_of(facts);
    for (size_t i = field->offset / piece_of(facts); i <= last; i++)
        plan.pieces |= UINT64_C(1) << i;
    plan.block.first = *next;
    *next += plan.values * count_of(&plan.block);
    return plan;
}

int core_part_count(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    uint32_t next = 0;
    for (uint32_t i = 0; i < facts->form_count; i++)
        if (!facts->forms[i].chance)
            plan_form(facts, &facts->forms[i], seats, &next);
    for (uint32_t i = 0; i < facts->field_count; i++)
        if (facts->fields[i].seen == CORE_PUBLIC)
            plan_field(facts, &facts->fields[i], seats, &next);
    return (int)next;
}

int core_most_parts(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    uint32_t next = 0, most = 0;
    for (uint32_t i = 0; i < facts->form_count; i++) {
        uint32_t n = 1;
        form_plan plan = plan_form(facts, &facts->forms[i], seats, &next);
        for (int k = 0; k < CORE_MAX_LANES && facts->forms[i].lanes[k].name; k++)
            n += plan.lanes[k].counters ? plan.lanes[k].counters : 1;
        most = n > most ? n : most;
    }
    for (uint32_t i = 0; i < facts->field_count; i++) {
        field_plan plan = plan_field(facts, &facts->fields[i], seats, &next);
        if (facts->fields[i].seen == CORE_PUBLIC)
            most += plan.values * (plan.block.counters ? plan.block.counters : 1);
    }
    return (int)most;
}

/* ---- the digest ---- */

/* FNV-1a. */
static uint64_t with_byte(uint64_t digest, uint8_t byte)
{
    return (digest ^ byte) * UINT64_C(0x100000001b3);
}

static uint64_t with_text(uint64_t digest, const char *text)
{
    for (; text && *text; text++)
        digest = with_byte(digest, (uint8_t)*text);
    return with_byte(digest, 0);
}

static uint64_t with_block(uint64_t digest, const block *b, const core_domain *domain)
{
    const uint32_t numbers[] = {b->first, b->counters, b->places, (uint32_t)b->kind};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int byte = 0; byte < 4; byte++)
            digest = with_byte(digest, (uint8_t)(numbers[i] >> 8 * byte));
    return with_text(digest, domain->names);
}

uint64_t core_parts_digest(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    uint64_t digest = with_text(UINT64_C(0xcbf29ce484222325), facts->name);
    uint32_t next = 0;
    for (uint32_t i = 0; i < facts->form_count; i++) {
        const core_form *form = &facts->forms[i];
        if (form->chance)
            continue;
        form_plan plan = plan_form(facts, form, seats, &next);
        digest = with_text(digest, form->pattern);
        for (int k = 0; k < CORE_MAX_LANES && form->lanes[k].name; k++)
            digest = with_block(with_text(digest, form->lanes[k].name), &plan.lanes[k],
                                &form->lanes[k].domain);
    }
    for (uint32_t i = 0; i < facts->field_count; i++) {
        const core_field *field = &facts->fields[i];
        if (field->seen != CORE_PUBLIC)
            continue;
        field_plan plan = plan_field(facts, field, seats, &next);
        digest = with_byte(with_text(digest, field->name), (uint8_t)field->per);
        digest = with_block(digest, &plan.block, &field->domain);
    }
    return digest;
}

/* ---- the parts ---- */

static uint32_t *put(const block *b, uint32_t first, uint64_t place, uint32_t *out)
{
    *out = first + (uint32_t)(place < b->places ? place : b->places - 1);
    return out + 1;
}

static uint64_t low_bits(uint64_t word, uint32_t bits)
{
    return bits < 64 ? word & ((UINT64_C(1) << bits) - 1) : word;
}

/* A number; `seat` is that from which seats count. */
static uint32_t *put_number(const block *b, uint32_t first, int64_t number, int seats, int seat,
                            uint32_t *out)
{
    if (b->kind == CORE_SEAT)
        return put(b, first, (uint64_t)(number < 0 ? seats : (number - seat + seats) % seats),
                   out);
    if (b->kind == CORE_NUMBER)
        return put(b, first, place_of((uint64_t)number), out);
    return put(b, first, (uint64_t)number, out);
}

/* Where counter number i stands in memory or in a word: of sets of seats, that of the seat. */
static uint32_t lane_of(const block *b, uint32_t i, int seat)
{
    return b->kind == CORE_SEATS ? (i + (uint32_t)seat) % b->counters : i;
}

static uint32_t *put_form(const form_plan *plan, core_move move, int seats, int seat, uint32_t *out)
{
    *out++ = plan->part;
    for (int k = 0; k < CORE_MAX_LANES && plan->form->lanes[k].name; k++) {
        const block *b = &plan->lanes[k];
        uint64_t word = move >> b->shift;
        if (!b->counters)
            out = put_number(b, b->first, (int64_t)low_bits(word, b->bits), seats, seat, out);
        for (uint32_t i = 0; i < b->counters; i++) {
            uint64_t count = low_bits(word >> lane_of(b, i, seat) * b->bits, b->bits);
            if (count)
                out = put(b, b->first + i * b->places, place_of(count) - 1, out);
        }
    }
    return out;
}

/* A value of up to 8 bytes as one number. */
static uint64_t word_at(const uint8_t *memory, uint32_t size)
{
    uint16_t two;
    uint32_t four;
    uint64_t word = 0;
    switch (size) {
    case 1:  return *memory;
    case 2:  memcpy(&two, memory, 2); return two;
    case 4:  memcpy(&four, memory, 4); return four;
    case 8:  memcpy(&word, memory, 8); return word;
    default: memcpy(&word, memory, size); return word;
    }
}

/* Counters in one word: those where `differing` has a bit. */
static uint32_t *put_counters(const block *b, uint32_t first, uint64_t word, uint64_t differing,
                              int seat, uint32_t *out)
{
    for (uint32_t i = 0; i < b->counters; i++) {
        uint32_t at = lane_of(b, i, seat) * b->bits;
        if (low_bits(differing >> at, b->bits))
            out = put(b, first + i * b->places, lane_place(b, low_bits(word >> at, b->bits)), out);
    }
    return out;
}

static uint32_t *put_value(const field_plan *plan, uint32_t first, const uint8_t *before,
                           const uint8_t *after, int seats, int seat, uint32_t *out)
{
    const block *b = &plan->block;
    uint32_t size = plan->size;
    if (size <= 8) {
        uint64_t word = word_at(after, size), differing = word ^ word_at(before, size);
        if (!differing)
            return out;
        if (b->counters)
            return put_counters(b, first, word, differing, seat, out);
        int64_t number = plan->field->width < 0 ? read_number(after, plan->field->width)
                                                : (int64_t)word;
        int below = plan->field->width < 0 && number < 0 && b->kind == CORE_NUMBER;
        return put_number(b, first, below ? 0 : number, seats, seat, out);
    }
    for (uint32_t i = 0; i < b->counters; i++) {
        int at = (int)(lane_of(b, i, seat) * b->bits);
        uint64_t count = read_bits(after, size, at, (int)b->bits);
        if (count != read_bits(before, size, at, (int)b->bits))
            out = put(b, first + i * b->places, lane_place(b, count), out);
    }
    return out;
}

static uint32_t *put_field(const field_plan *plan, const uint8_t *before, const uint8_t *after,
                           int seats, int seat, uint32_t *out)
{
    uint32_t first = plan->block.first, k = 0;
    if (plan->field->per == CORE_PER_SEAT)
        k = (uint32_t)seat;
    for (uint32_t i = 0; i < plan->values; i++, first += count_of(&plan->block)) {
        size_t at = plan->field->offset + (size_t)k * plan->size;
        out = put_value(plan, first, before + at, after + at, seats, seat, out);
        k = k + 1 < plan->values ? k + 1 : 0;
    }
    return out;
}

/* Where two states differ: a bit for each of up to 64 pieces of `piece` bytes. */
static uint64_t differences(const uint8_t *before, const uint8_t *after, size_t size, size_t piece)
{
    uint64_t found = 0;
    for (size_t at = 0, bit = 0; at < size; at += piece, bit++) {
        size_t here = size - at < piece ? size - at : piece;
        int differ = here == 8 ? word_at(before + at, 8) != word_at(after + at, 8)
                               : memcmp(before + at, after + at, here) != 0;
        found |= (uint64_t)differ << bit;
    }
    return found;
}

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

size_t core_parts_scratch(const core_game *game)
{
    return padded(game->facts.state_size) + game->facts.form_count * padded(sizeof(form_plan)) +
           game->facts.field_count * padded(sizeof(field_plan));
}

void core_parts_by_tables(const core_game *game, const void *rules, int seats, const void *state,
                          const core_move *moves, int n, uint32_t *parts, uint32_t *ends,
                          void *scratch)
{
    const core_game_facts *facts = &game->facts;
    form_plan *forms = scratch;
    field_plan *fields = (field_plan *)(forms + facts->form_count);
    void *after = fields + facts->field_count;
    uint32_t form_count = 0, field_count = 0, next = 0;
    uint32_t *out = parts;
    int seat = game->actor(rules, state);
    for (uint32_t i = 0; i < facts->form_count; i++)
        if (!facts->forms[i].chance)
            forms[form_count++] = plan_form(facts, &facts->forms[i], seats, &next);
    for (uint32_t i = 0; i < facts->field_count; i++)
        if (facts->fields[i].seen == CORE_PUBLIC)
            fields[field_count++] = plan_field(facts, &facts->fields[i], seats, &next);
    for (int i = 0; i < n; i++) {
        uint32_t form = 0;
        while ((core_move)forms[form].form->tag != moves[i] >> 56)
            form++;
        out = put_form(&forms[form], moves[i], seats, seat, out);
        memcpy(after, state, facts->state_size);
        game->play(rules, after, moves[i]);
        uint64_t differing = differences(state, after, facts->state_size, piece_of(facts));
        for (uint32_t k = 0; k < field_count; k++)
            if (fields[k].pieces & differing)
                out = put_field(&fields[k], state, after, seats, seat, out);
        ends[i] = (uint32_t)(out - parts);
    }
}

void core_parts(const core_game *game, const void *rules, int seats, const void *state,
                const core_move *moves, int n, uint32_t *parts, uint32_t *ends, void *scratch)
{
    if (game->parts)
        game->parts(rules, state, moves, n, parts, ends);
    else
        core_parts_by_tables(game, rules, seats, state, moves, n, parts, ends, scratch);
}
