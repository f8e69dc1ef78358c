/* network_file.h -- the learned numbers of a game as bytes: a header, then whole numbers.
 *
 *   0-7    "SARAINET"
 *   8-11   version of this layout
 *   12-15  how many bytes of numbers follow the header
 *   16-23  digest of the shape that the numbers were learned for
 *   24-    the numbers without gaps, in the order of the game
 *
 * All of it is little-endian; the reader puts each number together from its bytes, so that the file
 * is the same on every machine. A shape is a list of whole numbers that says what the learned ones
 * mean: the sizes of the blocks of inputs and of parts, units, and a number that the game raises
 * when an input changes its meaning but not its size. Nothing in a file is believed: a reader
 * refuses numbers that could overflow a sum.
 */
#ifndef SARAI_NETWORK_FILE_H
#define SARAI_NETWORK_FILE_H

#include <stddef.h>
#include <stdint.h>

enum { NET_VERSION = 1, NET_HEADER = 24 };

typedef struct {
    const uint8_t *next;
    int bad; /* 1: a number was out of its range */
} net_reader;

/* FNV-1a over the numbers of a shape, four bytes each. */
uint64_t net_digest(const int32_t *shape, size_t n);

/* A reader at the first number, or what is wrong with the file, which must have `bytes` of them. */
const char *net_open(net_reader *in, const void *file, size_t size, uint64_t digest, size_t bytes);

/* The next n numbers, each from -most to most. */
void net_read_16(net_reader *in, int16_t *out, size_t n, int32_t most);
void net_read_32(net_reader *in, int32_t *out, size_t n, int32_t most);

#endif
