/* fields.c -- a state as numbers, by the table of its fields: a dense tensor and sparse inputs.
 *
 * Both go through the fields in their order, field by field, value by value, lane by lane. A view
 * lacks what its seat does not see, so nothing here can tell it.
 */
#include <string.h>

#include "fields.h"

#define EXACT 32 /* values that have a place of their own among the inputs */

static int64_t highest_number(const core_field *field)
{
    int bytes = width_of(field);
    if (field->domain.highest)
        return field->domain.highest;
    return bytes >= 4 ? INT32_MAX : (INT64_C(1) << 8 * bytes) - 1;
}

/* ---- dense ---- */

/* Entries of one value. */
static int entries_of(const core_game_facts *facts, const core_field *field, int seats)
{
    switch (field->domain.kind) {
    case CORE_CHOICE:
    case CORE_CELLS:    return name_count(facts, field->domain.names);
    case CORE_SEAT:     return seats + (field->domain.lowest < 0);
    case CORE_SEATS:    return seats;
    case CORE_MULTISET: return field->domain.lanes;
    case CORE_ROW:      return field->domain.lanes * name_count(facts, field->domain.names);
    default:            return 1;
    }
}

int core_tensor_size(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    int size = 0;
    for (uint32_t i = 0; i < facts->field_count; i++)
        size += (int)values_of(&facts->fields[i], seats) *
                entries_of(facts, &facts->fields[i], seats);
    return size;
}

/* The entry of the value in cell i of a row. */
static uint32_t cell_entry(const core_domain *domain, const uint8_t *memory, size_t size, int i,
                           int entries)
{
    uint32_t names = (uint32_t)(entries / domain->lanes);
    uint32_t value = (uint32_t)read_bits(memory, size, i * domain->bits, domain->bits);
    return (uint32_t)i * names + (value < names ? value : names - 1);
}

static void put_value(const core_field *field, const uint8_t *memory, int entries, float *out)
{
    const core_domain *domain = &field->domain;
    size_t size = item_size(field);
    int64_t number = size <= 8 ? read_number(memory, field->width) : 0;
    switch (domain->kind) {
    case CORE_CHOICE:
    case CORE_SEAT:
        number -= domain->kind == CORE_SEAT && domain->lowest < 0 ? -1 : 0;
        if (number >= 0 && number < entries)
            out[number] = 1.0F;
        return;
    case CORE_SEATS:
    case CORE_CELLS:
        for (int i = 0; i < entries; i++)
            out[i] = (float)(memory[i / 8] >> i % 8 & 1);
        return;
    case CORE_MULTISET:
        for (int i = 0; i < entries; i++)
            out[i] = (float)read_bits(memory, size, i * domain->bits, domain->bits) /
                     (float)highest_count(domain);
        return;
    case CORE_ROW:
        for (int i = 0; i < domain->lanes; i++)
            out[cell_entry(domain, memory, size, i, entries)] = 1.0F;
        return;
    default: out[0] = (float)number / (float)highest_number(field); return;
    }
}

void core_tensor(const core_game *game, int seats, const void *state, float *out)
{
    const core_game_facts *facts = &game->facts;
    memset(out, 0, (size_t)core_tensor_size(game, seats) * sizeof *out);
    for (uint32_t i = 0; i < facts->field_count; i++) {
        const core_field *field = &facts->fields[i];
        const uint8_t *memory = (const uint8_t *)state + field->offset;
        int entries = entries_of(facts, field, seats);
        for (uint32_t k = 0; k < values_of(field, seats); k++, out += entries)
            put_value(field, memory + k * item_size(field), entries, out);
    }
}

/* ---- sparse ---- */

/* The place of a number: its own up to 31, then four for each doubling. */
static uint32_t place_of(int64_t number)
{
    if (number < EXACT)
        return number < 0 ? 0 : (uint32_t)number;
    int top = 63 - __builtin_clzll((unsigned long long)number);
    return (uint32_t)(EXACT + 4 * (top - 5) + (int)(number >> (top - 2) & 3));
}

/* Inputs of one value, and how many of them can be 1 at once. */
static uint32_t inputs_of(const core_game_facts *facts, const core_field *field, int seats,
                          int *most)
{
    int entries = entries_of(facts, field, seats);
    switch (field->domain.kind) {
    case CORE_CHOICE:
    case CORE_SEAT:     *most = 1; return (uint32_t)entries;
    case CORE_SEATS:
    case CORE_CELLS:    *most = entries; return (uint32_t)entries;
    case CORE_MULTISET:
        *most = entries;
        return (uint32_t)entries * (place_of(highest_count(&field->domain)) + 1);
    case CORE_ROW: *most = field->domain.lanes; return (uint32_t)entries;
    default: *most = 1; return place_of(highest_number(field)) + 1;
    }
}

int core_input_size(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    int size = 0, most;
    for (uint32_t i = 0; i < facts->field_count; i++)
        size += (int)(values_of(&facts->fields[i], seats) *
                      inputs_of(facts, &facts->fields[i], seats, &most));
    return size;
}

int core_most_inputs(const core_game *game, int seats)
{
    const core_game_facts *facts = &game->facts;
    int all = 0;
    for (uint32_t i = 0; i < facts->field_count; i++) {
        int most;
        inputs_of(facts, &facts->fields[i], seats, &most);
        all += most * (int)values_of(&facts->fields[i], seats);
    }
    return all;
}

static int put_inputs(const core_field *field, const uint8_t *memory, int entries, int seats,
                      int seat, uint32_t first, uint32_t *out)
{
    const core_domain *domain = &field->domain;
    size_t size = item_size(field);
    int64_t number = size <= 8 ? read_number(memory, field->width) : 0;
    int n = 0;
    switch (domain->kind) {
    case CORE_CHOICE:
        if (number >= 0 && number < entries)
            out[n++] = first + (uint32_t)number;
        return n;
    case CORE_SEAT: /* seats from the own one on, then "all" */
        out[n++] = first + (uint32_t)(number < 0 ? seats : (number - seat + seats) % seats);
        return n;
    case CORE_SEATS:
        for (int i = 0; i < seats; i++)
            if (memory[0] >> (seat + i) % seats & 1)
                out[n++] = first + (uint32_t)i;
        return n;
    case CORE_CELLS:
        for (int i = 0; i < entries; i++)
            if (memory[i / 8] >> i % 8 & 1)
                out[n++] = first + (uint32_t)i;
        return n;
    case CORE_MULTISET: {
        uint32_t places = place_of(highest_count(domain)) + 1;
        for (int i = 0; i < entries; i++) {
            uint32_t place = place_of(
                (int64_t)read_bits(memory, size, i * domain->bits, domain->bits));
            out[n++] = first + (uint32_t)i * places + (place < places ? place : places - 1);
        }
        return n;
    }
    case CORE_ROW:
        for (int i = 0; i < domain->lanes; i++)
            out[n++] = first + cell_entry(domain, memory, size, i, entries);
        return n;
    default: {
        uint32_t place = place_of(number), last = place_of(highest_number(field));
        out[n++] = first + (place < last ? place : last);
        return n;
    }
    }
}

int core_inputs(const core_game *game, int seats, const void *state, int seat, uint32_t *out)
{
    const core_game_facts *facts = &game->facts;
    uint32_t first = 0;
    int n = 0;
    for (uint32_t i = 0; i < facts->field_count; i++) {
        const core_field *field = &facts->fields[i];
        const uint8_t *memory = (const uint8_t *)state + field->offset;
        int most, entries = entries_of(facts, field, seats);
        uint32_t inputs = inputs_of(facts, field, seats, &most);
        for (uint32_t k = 0; k < values_of(field, seats); k++, first += inputs) {
            uint32_t at = field->per == CORE_PER_SEAT ? ((uint32_t)seat + k) % (uint32_t)seats : k;
            n += put_inputs(field, memory + at * item_size(field), entries, seats, seat, first,
                            out + n);
        }
    }
    return n;
}
