/* network_file.c -- reads learned numbers: see network_file.h for the layout. */
#include "network_file.h"

#include <string.h>

static const char MAGIC[8] = "SARAINET";

static uint64_t number_at(const uint8_t *bytes, int width)
{
    uint64_t number = 0;
    for (int i = width - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

uint64_t net_digest(const int32_t *shape, size_t n)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 4 * n; i++) {
        digest ^= (uint32_t)shape[i / 4] >> (8 * (i % 4)) & 0xff;
        digest *= UINT64_C(0x100000001b3);
    }
    return digest;
}

const char *net_open(net_reader *in, const void *file, size_t size, uint64_t digest, size_t bytes)
{
    const uint8_t *from = file;
    if (size == 0)
        return "there is no file of them";
    if (size < NET_HEADER || memcmp(from, MAGIC, sizeof MAGIC) != 0)
        return "this is not a file of learned numbers";
    if (number_at(from + 8, 4) != NET_VERSION)
        return "the file has another version of the layout than this build reads";
    if (number_at(from + 16, 8) != digest)
        return "they were learned for other inputs or parts of moves than this build has";
    if (number_at(from + 12, 4) != bytes || size != NET_HEADER + bytes)
        return "the file is cut short or too long";
    *in = (net_reader){from + NET_HEADER, 0};
    return NULL;
}

static int32_t next_number(net_reader *in, int width, int32_t most)
{
    uint64_t sign = UINT64_C(1) << (8 * width - 1);
    int64_t number = (int64_t)(number_at(in->next, width) ^ sign) - (int64_t)sign;
    in->next += width;
    if (number < -most || number > most)
        in->bad = 1;
    return (int32_t)number;
}

void net_read_16(net_reader *in, int16_t *out, size_t n, int32_t most)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int16_t)next_number(in, 2, most);
}

void net_read_32(net_reader *in, int32_t *out, size_t n, int32_t most)
{
    for (size_t i = 0; i < n; i++)
        out[i] = next_number(in, 4, most);
}
