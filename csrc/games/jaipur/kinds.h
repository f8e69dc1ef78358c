/* kinds.h -- the kinds of card and the piles of bonus tokens, and how words count them. */
#ifndef SARAI_JAIPUR_KINDS_H
#define SARAI_JAIPUR_KINDS_H

/* Kinds of card are the lanes of a multiset: six goods, then the camels. */
enum { JP_DIAMOND, JP_GOLD, JP_SILVER, JP_CLOTH, JP_SPICE, JP_LEATHER, JP_CAMEL, JP_KINDS };
#define JP_GOODS 6
#define JP_GOODS_MASK UINT64_C(0x0000ffffffffffff)
#define JP_UNKNOWN 7 /* in the word of a deal: cards that the observer does not see */

/* Bonus tokens: three piles of 16 bits, in each four slots of 4 bits that count the tokens of one
 * value; the values of the slots are in the rules, ascending. A pile has at most 7 tokens, so that
 * the top bit of a counter, and of a sum of counters, is free for borrows. */
#define JP_PILES 3
#define JP_SLOTS 4
#define JP_MAX_BONUS 7
#define JP_BONUS_FROM 3 /* cards sold for the first pile */

#endif
