/* fields.h -- how values lie in memory, by the table of fields. */
#ifndef SARAI_FIELDS_H
#define SARAI_FIELDS_H

#include <string.h>

#include "game.h"

static inline uint32_t items_of(const core_field *field)
{
    return field->items ? field->items : field->count;
}

/* How many values are in play. */
static inline uint32_t values_of(const core_field *field, int seats)
{
    return field->per == CORE_PER_SEAT ? (uint32_t)seats : items_of(field);
}

static inline int width_of(const core_field *field)
{
    return field->width < 0 ? -field->width : field->width;
}

static inline size_t item_size(const core_field *field)
{
    return (size_t)width_of(field) * field->count / items_of(field);
}

/* Names in a list, with those that a field of the rules gives. */
static inline int32_t name_count(const core_game_facts *facts, const char *names)
{
    int32_t count = 0;
    while (names) {
        const char *end = strchr(names, '|');
        size_t length = strcspn(names + (*names == '@'), "|@>");
        int32_t here = 1;
        for (uint32_t i = 0; *names == '@' && i < facts->rule_count; i++)
            if (strlen(facts->rules[i].name) == length &&
                !strncmp(facts->rules[i].name, names + 1, length))
                here = (int32_t)items_of(&facts->rules[i]);
        count += here;
        names = end ? end + 1 : NULL;
    }
    return count;
}

/* `bits` bits of memory from bit `at` on, lowest byte first; at most 56. */
static inline uint64_t read_bits(const uint8_t *memory, size_t size, int at, int bits)
{
    uint64_t word = 0;
    size_t first = (size_t)at / 8, left = size - first;
    memcpy(&word, memory + first, left < 8 ? left : 8);
    return word >> at % 8 & ((UINT64_C(1) << bits) - 1);
}

static inline int64_t read_number(const uint8_t *memory, int width)
{
    switch (width) {
    case 1:  return *memory;
    case -1: return *(const int8_t *)memory;
    default: break;
    }
    uint64_t word = 0;
    int bytes = width < 0 ? -width : width;
    memcpy(&word, memory, (size_t)bytes);
    if (width < 0 && bytes < 8 && word >> (8 * bytes - 1))
        word |= ~UINT64_C(0) << 8 * bytes;
    return (int64_t)word;
}

static inline int64_t highest_count(const core_domain *domain)
{
    return domain->highest ? domain->highest : (INT64_C(1) << domain->bits) - 1;
}

#endif
