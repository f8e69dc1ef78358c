/* weights.h -- made by bench/strength/learn.py; do not edit. */
#ifndef SARAI_JAIPUR_WEIGHTS_H
#define SARAI_JAIPUR_WEIGHTS_H

#include "prior.h"

static const jp_prior_weights JAIPUR_WEIGHTS = {
    .take =
        {{53, 9, 42, 31, 0, 0},
         {51, 6, 50, 40, 0, 0},
         {45, 11, 57, 37, 0, 0},
         {-46, -8, 40, 26, 42, 0},
         {-45, -6, 31, 39, -41, 0},
         {-55, -17, 27, 31, 36, -40}},
    .take_hand = {-13, -7, 7, 20, 11, -1, -27, 0},
    .take_camels = {-3, 1, -5, -9, 28, 0},
    .take_market = {0, 1, -1, 8, 11, 8},
    .take_known = {-5, 13, 20, 0},
    .take_gain = 11,
    .take_price = 19,
    .take_waste = -38,
    .camels = {0, -86, 0, 50, 61, 62},
    .camels_herd = {2, 29, 12, 20, 25, 9, 8, 33},
    .camels_hand = {-37, -23, -5, 30, 38, 35, 14, -42},
    .camels_deck = {-7, -36, -35, 60},
    .camels_prices = 3,
    .sell =
        {{0, -8, -18, 10, 0, 0},
         {0, -18, -9, 14, 5, 0},
         {0, -21, -4, 13, 0, 0},
         {12, 11, 26, 16, 39, 0},
         {13, 2, 20, 11, -2, 0},
         {-11, -21, 4, 14, -1, 0}},
    .sell_rest =
        {{5, -86, -52, 0},
         {1, -87, -52, -3},
         {0, -86, -56, 0},
         {47, -42, -62, -62},
         {49, -59, -80, -72},
         {55, -56, -60, -53}},
    .sell_hand = {0, -26, 2, 13, 11, 6, 0, -31},
    .sell_known = {-19, 16, 39, 35},
    .sell_deck = {28, -8, -23, 7},
    .sell_end = {-12, -91, 22, 103},
    .sell_value = 6,
    .sell_price = 14,
    .sell_next = -7,
    .sell_waste = 7,
    .swap = {0, 0, 1, -7, -18, -28},
    .swap_camels = {-1, -7, -7, -6, -1, 8},
    .swap_hand = {0, 0, -21, -17, -2, 1, -3, -11},
    .swap_herd = {4, -29, -17, -18, -13, 5, 23, 16},
    .swap_held =
        {{-38, 23, 23, 63, 54, 0, 0},
         {-45, 25, 26, 69, 67, 11, 0},
         {-39, 22, 18, 63, 71, -9, 0},
         {29, -19, -29, -15, -12, 35, 0},
         {32, -22, -30, -18, -5, 9, -15},
         {39, -17, -33, -34, -30, -10, -38}},
    .swap_left_pair = {29, 12, 14, 15, 11, 10},
    .swap_gain = 13,
    .swap_loss = 9,
    .swap_taken = 6,
    .swap_given = -10,
    .swap_left = -3,
    .swap_known = -26,
};

#endif
