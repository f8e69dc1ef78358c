/* jaipur_weights.h -- made by bench/strength/learn.py; do not edit. */
#ifndef SARAI_JAIPUR_WEIGHTS_H
#define SARAI_JAIPUR_WEIGHTS_H

#include "jaipur_prior.h"

static const jp_prior_weights JAIPUR_WEIGHTS = {
    .take =
        {{36, 12, 38, 27, 0, 0},
         {34, 20, 49, 34, 0, 0},
         {28, 14, 51, 45, 0, 0},
         {-30, -7, 28, -21, -14, 0},
         {-31, -4, 26, -10, -16, 0},
         {-42, -20, 33, 44, 16, -15}},
    .take_hand = {15, 4, 2, 3, 3, -2, -11, 0},
    .take_camels = {-1, -2, 3, -5, 12, 0},
    .take_market = {0, -2, 3, 10, 14, 29},
    .take_known = {-4, 15, 20, -7},
    .take_gain = 10,
    .take_price = 14,
    .take_waste = -34,
    .camels = {0, -42, -3, 28, 50, 58},
    .camels_herd = {-28, 29, 45, 44, 40, 15, -16, 17},
    .camels_hand = {33, 11, 12, 29, 32, 33, 14, -29},
    .camels_deck = {10, 5, 0, 40},
    .camels_prices = 0,
    .sell =
        {{0, -13, 5, -11, 0, 0},
         {0, -13, 4, 9, 0, 0},
         {0, -12, -1, -23, 0, 0},
         {6, 14, 35, 18, -2, 0},
         {-1, 6, 26, -1, 26, 0},
         {-13, 2, 31, 22, 16, 4}},
    .sell_rest =
        {{-3, -67, -19, 0},
         {-2, -62, -29, 0},
         {-3, -72, -27, 0},
         {35, -41, -54, -36},
         {36, -49, -56, -36},
         {47, -48, -49, -46}},
    .sell_hand = {0, 8, 19, 10, 8, -5, -6, -24},
    .sell_known = {-10, 15, 41, 40},
    .sell_deck = {15, 9, -1, 2},
    .sell_end = {-3, -59, 59, 61},
    .sell_value = 8,
    .sell_price = 10,
    .sell_next = -6,
    .sell_waste = -3,
    .swap = {0, 0, 0, -13, -26, -53},
    .swap_camels = {5, -9, -14, -15, -29, -28},
    .swap_hand = {0, 0, -5, -11, -12, -13, -9, -5},
    .swap_herd = {12, -28, -40, -41, -35, -1, 28, 32},
    .swap_held =
        {{-13, 10, 4, 37, 14, 0, 0},
         {-15, 10, 5, 33, 26, 0, 0},
         {-14, 7, 4, 49, 6, 0, 0},
         {20, -12, -20, -21, 8, 14, -2},
         {22, -14, -24, -15, -16, 30, -14},
         {27, -16, -30, -27, -12, 14, 16}},
    .swap_left_pair = {29, 23, 9, 5, 0, 2},
    .swap_gain = 10,
    .swap_loss = 5,
    .swap_taken = 7,
    .swap_given = -10,
    .swap_left = -2,
    .swap_known = -12,
};

#endif
