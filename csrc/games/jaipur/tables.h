/* tables.h -- made by csrc/generate_tables.py from jaipur.toml; do not edit. */
#ifndef SARAI_JAIPUR_TABLES_H
#define SARAI_JAIPUR_TABLES_H

#include <stdint.h>

static const int32_t JAIPUR_TABLE[] = {
    6, 6, 6, 8, 8, 10, 2, 2, 2, 1, 1, 1, 11, 5, 3, 5, 5, 7, 2, 3,
    2, 5, 7, 7, 5, 5, 5, 5, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 7,
    5, 3, 3, 2, 2, 1, 1, 7, 5, 3, 3, 2, 2, 1, 1, 9, 4, 3, 2, 1,
    1, 1, 1, 1, 1, 7, 1, 1, 2, 2, 2, 3, 3, 6, 4, 4, 5, 5, 6, 6,
    5, 8, 8, 9, 10, 10,
};

#endif
