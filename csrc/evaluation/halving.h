/* halving.h -- weights of a prior from how far moves are behind the best one. */
#ifndef SARAI_HALVING_H
#define SARAI_HALVING_H

#include <stdint.h>

/* 2^24 / 2^(behind / half), straight between the powers of two; at least 1. `behind` is at least 0,
 * `half` at least 1: so much makes a move half as likely. */
static inline uint32_t halving_weight(int behind, int half)
{
    int halves = behind / half, rest = behind % half;
    uint32_t whole = halves < 24 ? (UINT32_C(1) << 24) >> halves : 1;
    uint32_t weight = whole - whole / (2 * (uint32_t)half) * (uint32_t)rest;
    return weight ? weight : 1;
}

#endif
