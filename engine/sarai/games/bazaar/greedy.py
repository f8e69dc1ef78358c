"""The greedy player of Bazaar: the fixed yardstick of strength, never to be improved.

It looks at the hand after its move, and at the visible card that is nearest to it: that lacks the
fewest gems, then leaves the fewest over. A draw counts as the hand as it is, with one gem more
left. It takes the move with the fewest gems missing, then the fewest left over, and claims the card
that brings most points, always if it can. Ties go to the lowest move word, that is first to the
draw. A free choice is made, and gems are given back, by the same look at the hand.
"""

from collections.abc import Sequence

from ...core import Move, State
from .gems import CHOOSE, CLAIM, DRAW, END, LETTERS, RETURN, TRADE, book, counts

Key = tuple[int, int]


def choose(state: State) -> Move:
    """The greedy move of the seat to move."""
    f, rules = state.fields(), state.game.rules()
    hand = counts(f["hand"][f["turn"][0]])
    cards = {pile: counts(rules["card"][top - 1]) for pile, top in enumerate(f["top"]) if top}
    gone = 0 in f["left"]

    def points(pile: int) -> int:
        high = rules["high"][f["top"][pile] - 1]
        left = sum(hand) - sum(cards[pile])
        return rules["points"][8 * gone + 4 * high + min(left, 3)]

    def value(word: int) -> Key:
        what, low = word >> 56, word & 0xFF
        if what == CLAIM:
            return -1, -points(low)
        if what == END:
            return 0, 0
        after = list(hand)
        if what == TRADE:
            paid, received = book(state.game).exchanges[low]
            after = [n - p + r for n, p, r in zip(hand, paid, received, strict=True)]
        elif what in (CHOOSE, RETURN):
            after[low] += 1 if what == CHOOSE else -1
        missing, left = nearest(after, list(cards.values()))
        return missing, left + (what == DRAW)

    # min() keeps the first of equals, and moves are sorted: ties go to the lowest word.
    return min(state.moves(), key=value)


def nearest(hand: Sequence[int], cards: Sequence[Sequence[int]]) -> Key:
    """Gems that the nearest card lacks, and gems that it leaves over."""
    kinds = range(len(LETTERS))
    return min(
        (
            sum(max(0, card[i] - hand[i]) for i in kinds),
            sum(max(0, hand[i] - card[i]) for i in kinds),
        )
        for card in cards
    )
