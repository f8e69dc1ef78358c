"""Bazaar in slow, obvious, plain Python: the second opinion for the tests of the engine.

Written from the rules text alone (bazaar.md and bazaar.toml), without a look at the engine. The
tests play the same game here and there and compare. It knows what lies open and no future: whatever
is drawn or turned up is an event that the caller chooses.

A gem is a letter: R red, W white, B blue, G green, Y yellow. Several gems are a text in that order,
such as "RRWG". The caller plays texts:

    moves of a seat   draw   trade:Y>WG (paid > received)   choose:R   claim:2   end   return:R
    at the start      starter:1   card0:RRWBG card1:... card2:... card3:...
    after a move      gem:R or gem:free   card2:RRWBG (under the card that was claimed)

A seat is asked for a claim only if a card fits; it then says claim or end.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy as shallow_copy
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Self

COLOURS = "RWBGY"
CHANCE = -1
OVER = -2

ALL_CARDS = ["".join(gems) for gems in combinations_with_replacement(COLOURS, 5)]
"""126 of them: 5 of the first of these shapes, 20 of the second, ..."""
SHAPES = ("5", "4+1", "3+2", "3+1+1", "2+2+1", "2+1+1+1", "1+1+1+1+1")
CARDS_OF_SHAPE = STANDARD_SHAPES = (5, 20, 20, 30, 30, 20, 1)

P_CHOICE = {"original_die": Fraction(1, 6), "rare": Fraction(1, 20), "none": Fraction(0)}

# points[a pile is gone][the card is high][gems left, 3 and more are one column]
POINTS = {
    False: {False: (5, 3, 2, 1), True: (8, 5, 3, 2)},
    True: {False: (8, 5, 3, 2), True: (12, 8, 5, 3)},
}


def spell(gems: Sequence[str]) -> str:
    """Gems as a text in the order of the colours."""
    return "".join(sorted(gems, key=COLOURS.index))


def shape(card: str) -> str:
    return "+".join(str(n) for n in sorted((card.count(c) for c in set(card)), reverse=True))


def owns(hand: Sequence[str], gems: str) -> bool:
    return all(list(hand).count(colour) >= gems.count(colour) for colour in COLOURS)


def without(hand: Sequence[str], gems: str) -> list[str]:
    rest = list(hand)
    for gem in gems:
        rest.remove(gem)
    return rest


class Bazaar:
    """One game of one to six seats."""

    def __init__(
        self,
        seats: int,
        equations: Sequence[str],
        *,
        market: str = "distinct_multisets",
        shape_weights: Sequence[int] = STANDARD_SHAPES,
        p_choice: str = "original_die",
        hand_limit: int = 0,
        gems_per_colour: int = 0,
        cards_per_pile: int = 6,
        end: str = "all_cards_claimed",
        first_player: str = "random",
        max_turns: int = 300,
    ) -> None:
        if not 1 <= seats <= 6 or len(equations) != 10:
            raise ValueError("one to six seats and ten equations")
        self.seats = seats
        self.equations = [equation.split("=") for equation in equations]
        self.market = market
        self.shape_weights = tuple(shape_weights)
        self.p_choice = P_CHOICE[p_choice]
        self.hand_limit = hand_limit
        self.gems_per_colour = gems_per_colour
        self.end = end
        self.max_turns = max_turns
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.scores = [0] * seats
        self.tops: list[str] = [""] * 4
        self.covered = [cards_per_pile] * 4  # cards not turned up yet
        self.turned_up: list[str] = []
        self.turns = 0
        self.capped = False
        self.turn = 0
        # "act", "choose", "claim", "return", "over", or the chance event that is due.
        self.stage = "starter"
        if seats == 1 or first_player == "seat0":
            self.stage = "card0"

    def copy(self) -> Self:
        twin = shallow_copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.scores = list(self.scores)
        twin.tops = list(self.tops)
        twin.covered = list(self.covered)
        twin.turned_up = list(self.turned_up)
        return twin

    # What can happen now

    @property
    def actor(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        if self.stage == "over":
            return OVER
        return self.turn if self.stage in ("act", "choose", "claim", "return") else CHANCE

    @property
    def hand(self) -> list[str]:
        return self.hands[self.turn]

    def bag(self, colour: str) -> int:
        """Gems of a colour that are left in the bag."""
        if self.gems_per_colour == 0:
            return 1000
        return self.gems_per_colour - sum(hand.count(colour) for hand in self.hands)

    def drawable(self) -> list[str]:
        return [colour for colour in COLOURS if self.bag(colour) > 0]

    def in_pile(self, pile: int) -> int:
        return self.covered[pile] + (self.tops[pile] != "")

    def empty_piles(self) -> int:
        return sum(self.in_pile(pile) == 0 for pile in range(4))

    def trades(self) -> list[str]:
        found = []
        for left, right in self.equations:
            for paid, received in ((left, right), (right, left)):
                in_bag = all(self.bag(c) >= received.count(c) for c in COLOURS)
                if owns(self.hand, paid) and in_bag:
                    found.append(f"trade:{paid}>{received}")
        return found

    def acts(self) -> list[str]:
        return (["draw"] if self.drawable() else []) + self.trades()

    def claims(self) -> list[str]:
        return [
            f"claim:{pile}"
            for pile, top in enumerate(self.tops)
            if top != "" and owns(self.hand, top)
        ]

    def legal(self) -> list[str]:
        """All moves of the seat to move."""
        if self.stage == "act":
            return self.acts()
        if self.stage == "choose":
            return [f"choose:{colour}" for colour in self.drawable()]
        if self.stage == "claim":
            return [*self.claims(), "end"]
        if self.stage == "return":
            return [f"return:{colour}" for colour in COLOURS if colour in self.hand]
        return []

    def outcomes(self) -> dict[str, Fraction]:
        """All outcomes of the chance event that is due, each with its probability."""
        if self.actor != CHANCE:
            return {}
        if self.stage == "starter":
            return {f"starter:{seat}": Fraction(1, self.seats) for seat in range(self.seats)}
        if self.stage == "gem":
            colours = self.drawable()
            each = (1 - self.p_choice) / len(colours)
            free = {"gem:free": self.p_choice} if self.p_choice else {}
            return {**{f"gem:{colour}": each for colour in colours}, **free}
        weights = {card: self.card_weight(card) for card in ALL_CARDS}
        total = sum(weights.values(), Fraction(0))
        return {f"{self.stage}:{card}": w / total for card, w in weights.items() if w}

    def card_weight(self, card: str) -> Fraction:
        if self.market == "distinct_multisets":
            return Fraction(card not in self.turned_up)
        if self.market == "iid_gems":  # of 5^5 sequences of gems, those with these gems
            ways = 1
            left = 5
            for colour in COLOURS:
                for i in range(card.count(colour)):
                    ways = ways * left // (i + 1)
                    left -= 1
            return Fraction(ways)
        number = SHAPES.index(shape(card))
        return Fraction(self.shape_weights[number], CARDS_OF_SHAPE[number])

    # Playing

    def play(self, text: str) -> None:
        """Do a move of the seat to move, or let an outcome of the chance event come."""
        if text not in self.legal() and text not in self.outcomes():
            raise ValueError(f"{text!r} is not possible here ({self.stage})")
        what, _, detail = text.partition(":")
        if what == "starter":
            self.turn = int(detail)
            self.stage = "card0"
        elif what[:4] == "card":
            self.turn_up(int(what[4]), detail)
        elif what == "draw":
            self.stage = "gem"
        elif what == "gem" and detail == "free":
            self.stage = "choose"
        elif what in ("gem", "choose"):
            self.hand.append(detail)
            self.after_act()
        elif what == "trade":
            paid, received = detail.split(">")
            self.hands[self.turn] = [*without(self.hand, paid), *received]
            self.after_act()
        elif what == "claim":
            self.claim(int(detail))
        elif what == "end":
            self.after_claim()
        else:
            self.hand.remove(detail)
            self.after_claim()

    def turn_up(self, pile: int, card: str) -> None:
        self.tops[pile] = card
        self.covered[pile] -= 1
        self.turned_up.append(card)
        if self.turns > 0:  # nobody has five gems in the first turn
            self.after_claim()
        else:
            self.stage = f"card{pile + 1}" if pile < 3 else "act"

    def after_act(self) -> None:
        if self.claims():
            self.stage = "claim"
        else:
            self.after_claim()

    def claim(self, pile: int) -> None:
        card = self.tops[pile]
        pile_gone = self.empty_piles() > 0  # before this card is removed
        high = max(card.count(colour) for colour in COLOURS) >= 4
        self.hands[self.turn] = without(self.hand, card)
        self.scores[self.turn] += POINTS[pile_gone][high][min(len(self.hand), 3)]
        self.tops[pile] = ""
        if self.empty_piles() == (4 if self.end == "all_cards_claimed" else 2):
            self.turns += 1
            self.stage = "over"
        elif self.covered[pile] > 0:
            self.stage = f"card{pile}"
        else:
            self.after_claim()

    def after_claim(self) -> None:
        """The end of the turn: back to the limit of a hand, then the next seat."""
        if self.hand_limit and len(self.hand) > self.hand_limit:
            self.stage = "return"
            return
        while True:
            self.turns += 1
            if self.turns == self.max_turns * self.seats:
                self.capped = True
                self.stage = "over"
                return
            self.turn = (self.turn + 1) % self.seats
            if self.acts():
                self.stage = "act"
                return
            if self.claims():  # the mandatory step is left out
                self.stage = "claim"
                return

    # The result

    def shares(self) -> tuple[Fraction, ...]:
        """Shares of the win of two and more players: those with the highest score share it."""
        best = max(self.scores)
        winners = self.scores.count(best)
        return tuple(Fraction(score == best, winners) for score in self.scores)
