/* weights.h -- the learned numbers of Jaipur, and the blocks of inputs and of parts they are for.
 *
 * The file (engine/sarai/networks/jaipur.bin; its header is described in evaluation/network_file.h)
 * has the members of jp_network in their order, 16 or 32 bits each. The tools in bench/strength
 * learn and write it, and read the sizes and the names of the parameters here: one array a line.
 */
#ifndef SARAI_JAIPUR_WEIGHTS_H
#define SARAI_JAIPUR_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "../../evaluation/layer.h"
#include "kinds.h"

/* ---- inputs ---- */

/* Rows of a block: one for each number from 0; the last one stands for all above. */
enum {
    JP_HELD = 8,     /* cards of a good in a hand; goods in a hand */
    JP_LEFT = 10,    /* tokens of a good */
    JP_OFFERED = 6,  /* cards of a kind in the market */
    JP_HERD = 12,
    JP_SALE = 60,    /* rupees of tokens if all goods in hand were sold now */
    JP_EXTRA = 24,   /* rupees of the mean bonus of these sales */
    JP_LATE = 24,    /* rupees of tokens lost if the other seat sells first */
    JP_DECK = 41,
    JP_BONUSES = 8,  /* bonus tokens of a pile */
    JP_EMPTY = 7,    /* empty piles */
    JP_TO_END = 18,  /* tokens left in the piles that will be the first to be empty */
    JP_AHEAD = 127   /* rupees more than the other seat, plus 63 */
};

/* The blocks: of each seat (the one to move first) and of what lies between them. */
enum {
    JP_SIDE_ROWS = JP_GOODS * JP_HELD + JP_HELD + JP_HERD + JP_SALE + JP_EXTRA + JP_LATE,
    JP_TABLE_ROWS = JP_GOODS * (JP_LEFT + JP_OFFERED) + JP_OFFERED + JP_DECK +
                    JP_PILES * JP_BONUSES + JP_EMPTY + JP_TO_END + JP_AHEAD,
    JP_POSITION_ROWS = 2 * JP_SIDE_ROWS + JP_TABLE_ROWS,
    JP_POSITION_INPUTS = 2 * (JP_GOODS + 5) + 2 * JP_GOODS + 5 + JP_PILES
};

/* ---- parts of a move ---- */

/* The parts: where each block begins, and what it is for. Numbers above a block count as its last.
 * A change of a number of cards is the part of the new number less that of the old one. */
enum {
    JP_PART_TAKE = 0,                                        /* good */
    JP_PART_CAMELS = JP_PART_TAKE + JP_GOODS,                /* camels in the market */
    JP_PART_SELL = JP_PART_CAMELS + JP_OFFERED,              /* good, cards from 1 */
    JP_PART_SWAP = JP_PART_SELL + JP_GOODS * JP_OFFERED,     /* cards */
    JP_PART_GIVEN = JP_PART_SWAP + JP_OFFERED,               /* camels given */
    JP_PART_HAND = JP_PART_GIVEN + JP_OFFERED,               /* good, cards in hand: changes */
    JP_PART_MARKET = JP_PART_HAND + JP_GOODS * JP_HELD,      /* good, cards on offer: changes */
    JP_PARTS = JP_PART_MARKET + JP_GOODS * JP_OFFERED
};
enum { JP_PRIOR_INPUTS = JP_POSITION_INPUTS + 1, JP_PRIOR_ROWS = JP_POSITION_ROWS + JP_HELD };
enum { JP_PART_UNIT = 64 };

/* ---- the numbers ---- */

/* The linear part of the prior (prior.c), one number for each feature of a move: in 1/32 of a
 * doubling; those marked "a rupee" are multiplied. */
typedef struct {
    /* take one good */
    int16_t take[JP_GOODS][6];      /* which, cards of it in hand */
    int16_t take_hand[8];           /* size of the hand */
    int16_t take_camels[6];         /* camels in the market */
    int16_t take_market[6];         /* cards of it in the market */
    int16_t take_known[4];          /* publicly known with the other seat */
    int16_t take_gain;              /* a rupee by which selling all of it gains */
    int16_t take_price;             /* a rupee of its next token */
    int16_t take_waste;             /* no token left for it */
    /* take the camels */
    int16_t camels[6];              /* how many */
    int16_t camels_herd[8];         /* the herd before */
    int16_t camels_hand[8];         /* size of the hand */
    int16_t camels_deck[4];         /* deck: below 6, 12, 24, more */
    int16_t camels_prices;          /* a rupee of next tokens of the goods left to the other seat */
    /* sell */
    int16_t sell[JP_GOODS][6];      /* which, how many */
    int16_t sell_rest[JP_GOODS][4]; /* which, cards of it kept */
    int16_t sell_hand[8];           /* size of the hand */
    int16_t sell_known[4];          /* publicly known with the other seat */
    int16_t sell_deck[4];           /* deck, as above */
    int16_t sell_end[4];            /* ends the round: no, behind, level, ahead */
    int16_t sell_value;             /* a rupee of the sale, mean bonus included */
    int16_t sell_price;             /* a rupee of its first token */
    int16_t sell_next;              /* a rupee of the first token that is left */
    int16_t sell_waste;             /* a card without a token */
    /* exchange */
    int16_t swap[6];                /* cards */
    int16_t swap_camels[6];         /* camels given */
    int16_t swap_hand[8];           /* size of the hand after */
    int16_t swap_herd[8];           /* the herd after */
    int16_t swap_held[JP_GOODS][7]; /* good and cards of it in hand: after, less before */
    int16_t swap_left_pair[JP_GOODS]; /* two or more of it in the market after */
    int16_t swap_gain;              /* a rupee by which selling all of a good taken gains */
    int16_t swap_loss;              /* a rupee by which selling all of a good given loses */
    int16_t swap_taken;             /* a rupee of next token, for each good taken */
    int16_t swap_given;             /* a rupee of next token, for each good given */
    int16_t swap_left;              /* a rupee of next token, for each good in the market after */
    int16_t swap_known;             /* a card known with the other seat, of a good given */
} jp_prior_weights;

/* What a network adds to the logits of the prior (prior_network.c): the parts times the hidden
 * layer, plus `part_bias`, in 1/JP_PART_UNIT of the unit of a logit. */
typedef struct {
    int16_t rows[JP_PRIOR_ROWS][NET_HIDDEN];
    int16_t bias[NET_HIDDEN];
    int16_t parts[JP_PARTS][NET_HIDDEN];
    int32_t part_bias[JP_PARTS]; /* in 1/(NET_UNIT * JP_PART_UNIT) */
} jp_prior_network;

/* The network of the value (value.c): `output` times the hidden layer, plus `output_bias`, is the
 * logit that the seat to move wins the round, in 1/NET_UNIT^2. */
typedef struct {
    int16_t rows[JP_POSITION_ROWS][NET_HIDDEN];
    int16_t bias[NET_HIDDEN];
    int16_t output[NET_HIDDEN];
    int32_t output_bias;
} jp_value_network;

typedef struct {
    jp_prior_weights linear;
    jp_prior_network prior;
    jp_value_network value;
} jp_network;

#endif
