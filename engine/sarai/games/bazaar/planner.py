"""The planner of Bazaar: a second yardstick of strength, fixed like the greedy player.

It looks some turns of its own ahead, nobody else being at the table: each turn a draw (by its
exact chances) or an exchange, then the best claim or none. A turn costs what a turn is worth; gems
that a claim leaves over are worth most of a turn each, up to four. After the last turn a hand
counts by its best card: the points for it, less a turn for each gem that is missing. Limits of hand
and bag are left out. Ties go to the lowest move word.
"""

from collections.abc import Sequence

from ...core import Move, State
from .gems import CHOOSE, CLAIM, DRAW, END, LANE, LETTERS, TRADE

TURN = (0.9, 1.6)
"""Points that a turn is worth, while all piles are there and after."""
LEFT = 0.875
"""The value of a gem left over, as a part of the value of a turn."""

ONES = sum(1 << LANE * lane for lane in range(len(LETTERS)))
TOPS = ONES << LANE - 1
TOTAL = LANE * (len(LETTERS) - 1)


def total(gems: int) -> int:
    """All gems of a word of the core."""
    return gems * ONES >> TOTAL & 0xFFF


def lacks(gems: int, card: int) -> int:
    """How many gems of a card are missing."""
    rest = (card | TOPS) - gems
    return total(rest & ((rest & TOPS) >> LANE - 1) * (1 << LANE - 1) - ((rest & TOPS) >> LANE - 1))


class _Plan:
    """The values of hands for the seat to move, remembered."""

    def __init__(self, state: State) -> None:
        f, rules = state.fields(), state.game.rules()
        gone = 0 in f["left"]
        self.turn = TURN[gone]
        self.cards: dict[int, tuple[int, Sequence[int]]] = {}
        for pile, top in enumerate(f["top"]):
            if top:
                first = 8 * gone + 4 * rules["high"][top - 1]
                self.cards[pile] = rules["card"][top - 1], rules["points"][first : first + 4]
        free, colours = rules["free_weight"][0], rules["colour_weight"][0]
        self.free = free / (free + colours)
        self.trades = tuple(zip(rules["pay"], rules["get"], strict=True))
        self.known: dict[tuple[int, int], float] = {}

    def claim(self, hand: int, pile: int) -> float:
        """The points of a claim, and what it leaves."""
        card, points = self.cards[pile]
        left = total(hand) - total(card)
        return points[min(left, 3)] + min(left, 4) * LEFT * self.turn

    def outlook(self, hand: int) -> float:
        """The best card, each missing gem a turn away."""
        size, best = total(hand), -1e9
        for card, points in self.cards.values():
            missing = lacks(hand, card)
            left = max(0, size + missing - total(card))
            value = points[min(left, 3)] + min(left, 4) * LEFT * self.turn - missing * self.turn
            best = max(best, value)
        return best

    def after(self, hand: int, turns: int) -> float:
        """After a draw or an exchange, with so many turns to come."""
        key = hand, turns
        if key not in self.known:
            best = self.before(hand, turns)
            for pile, (card, _) in self.cards.items():
                if not lacks(hand, card):
                    best = max(best, self.claim(hand, pile))
            self.known[key] = best
        return self.known[key]

    def before(self, hand: int, turns: int) -> float:
        """Before a turn."""
        if not turns:
            return self.outlook(hand)
        best = self.draw(hand, turns)
        for pay, get in self.trades:
            if ((hand | TOPS) - pay) & TOPS == TOPS:
                best = max(best, self.after(hand - pay + get, turns - 1))
        return best - self.turn

    def draw(self, hand: int, turns: int) -> float:
        drawn = [self.after(hand + (1 << LANE * c), turns - 1) for c in range(len(LETTERS))]
        return (1 - self.free) * sum(drawn) / len(drawn) + self.free * max(drawn)

    def value(self, word: int, hand: int, turns: int) -> float:
        """The value of a move, with `turns` turns to come after this one."""
        what, low = word >> 56, word & 0xFF
        if what == DRAW:
            return self.draw(hand, turns + 1)
        if what == TRADE:
            pay, get = self.trades[low]
            return self.after(hand - pay + get, turns)
        if what == CLAIM:
            return self.claim(hand, low)
        if what == END:
            return self.before(hand, turns)
        if what == CHOOSE:
            return self.after(hand + (1 << LANE * low), turns)
        return self.before(hand - (1 << LANE * low), turns)


def choose(state: State, depth: int) -> Move:
    """The move of the seat to move that is best over `depth` turns of its own."""
    f, plan = state.fields(), _Plan(state)
    hand = f["hand"][f["turn"][0]]
    # max() keeps the first of equals, and moves are sorted: ties go to the lowest word.
    return max(state.moves(), key=lambda word: plan.value(word, hand, depth - 1))
