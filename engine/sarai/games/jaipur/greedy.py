"""The greedy player of Jaipur: the fixed yardstick of strength, never to be improved.

It takes the move with the highest sum of
  rupees taken now, with the mean bonus (2, 5, 9) if that pile is not empty,
  + 0.8 x what selling all cards of each good in hand after the move would bring, computed the
    same way (a good below its minimum sale counts nothing),
  + 1.0 x camels in the herd after the move;
ties go to the lowest move word. All in tenths of a rupee, so that it is exact.
"""

from collections.abc import Sequence

from ...core import Move, State
from .cards import CAMEL, CAMELS, PILES, SELL, SLOTS, TAKE

MEAN_BONUS = (2, 5, 9)


class Prices:
    """What a sale brings, by the tokens and bonus piles on the table."""

    def __init__(self, state: State) -> None:
        f, rules = state.fields(), state.game.rules()
        self.minimum, self.total = rules["minimum"], rules["tokens"]
        self.sums = [rules["rupees"][16 * good : 16 * good + 16] for good in range(CAMEL)]
        self.tokens = f["tokens"]
        unseen, hidden = f["bonus"][0], f["hidden_won"]
        self.piles = [
            sum(unseen >> 4 * (SLOTS * lane + slot) & 15 for slot in range(SLOTS))
            - sum(h >> 4 * lane & 15 for h in hidden)
            for lane in range(len(PILES))
        ]

    def sale(self, good: int, n: int, gone: int = 0, drawn: int = -1) -> int:
        """Rupees for n cards, `gone` tokens of the good and one of pile `drawn` being taken."""
        left = self.tokens[good] - gone
        first = self.total[good] - left
        rupees = self.sums[good][first + min(n, left)] - self.sums[good][first]
        pile = min(n, PILES[-1]) - PILES[0]
        if pile >= 0 and self.piles[pile] - (pile == drawn) > 0:
            rupees += MEAN_BONUS[pile]
        return rupees


def choose(state: State) -> Move:
    """The greedy move of the seat to move."""
    f = state.fields()
    hand = f["hand"][8 * f["turn"][0] :][:7]
    prices = Prices(state)
    market_camels = f["market"][CAMEL]
    moves = state.moves()
    # max() keeps the first of equals, and moves are sorted: ties go to the lowest word.
    return max(moves, key=lambda word: _value(word, hand, market_camels, prices))


def _value(word: int, hand: Sequence[int], market_camels: int, prices: Prices) -> int:
    after, what = list(hand), word >> 56
    now = sold = gone = 0
    good = drawn = -1
    if what == TAKE:
        after[word & 0xFF] += 1
    elif what == CAMELS:
        after[CAMEL] += market_camels
    elif what == SELL:
        good, sold = word >> 8 & 0xFF, word & 0xFF
        now = prices.sale(good, sold)
        after[good] -= sold
        gone = min(sold, prices.tokens[good])
        drawn = min(sold, PILES[-1]) - PILES[0]
    else:
        for lane in range(CAMEL + 1):
            after[lane] -= word >> 4 * lane & 15
            if lane < CAMEL:
                after[lane] += word >> 28 + 4 * lane & 15
    later = sum(
        prices.sale(lane, n, gone if lane == good else 0, drawn)
        for lane, n in enumerate(after[:CAMEL])
        if n and n >= prices.minimum[lane]
    )
    return 10 * now + 8 * later + 10 * after[CAMEL]
