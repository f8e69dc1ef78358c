"""A plain evaluation of Jaipur: how far each seat is, in rupees. No player uses it.

It serves to tell luck from play: it looks at a full state, and what matters is that it is cheap and
has no noise. It adds up, for each seat,
  rupees so far,
  + 0.8 x what selling all cards of each good in hand would bring, as the greedy player computes it
    (half of that for a good below its minimum sale),
  + 1.0 x camels in the herd,
  + for the seat to move, what its best card of the market would add to those sales.
"""

from collections.abc import Sequence

from ...core import OVER, State
from .cards import CAMEL
from .greedy import Prices

SALE, TOO_FEW = 0.8, 0.5


def value(state: State) -> tuple[float, ...]:
    """What each seat has or can soon have; at the end of the game, its score."""
    if state.actor == OVER:
        return tuple(map(float, state.returns().scores))
    f, prices = state.fields(), Prices(state)
    values = []
    for seat in range(state.game.seats):
        hand = f["hand"][8 * seat : 8 * seat + CAMEL + 1]
        found = f["total"][seat] + f["rupees"][seat] + SALE * _sales(prices, hand) + hand[CAMEL]
        if seat == f["turn"][0]:
            found += max(
                (_gain(prices, hand, g) for g in range(CAMEL) if f["market"][g]), default=0
            )
        values.append(found)
    return tuple(values)


def _sales(prices: Prices, hand: Sequence[int]) -> float:
    return sum(_sale(prices, good, hand[good]) for good in range(CAMEL))


def _sale(prices: Prices, good: int, n: int) -> float:
    if not n:
        return 0.0
    return prices.sale(good, n) * (1 if n >= prices.minimum[good] else TOO_FEW)


def _gain(prices: Prices, hand: Sequence[int], good: int) -> float:
    return _sale(prices, good, hand[good] + 1) - _sale(prices, good, hand[good])
