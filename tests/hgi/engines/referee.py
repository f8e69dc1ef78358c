"""A referee for whole matches of Jaipur, written from protocol/HGI.md and from nothing else.

It has the real cards, draws what chance has to say, and tells each seat what that seat observes. It
shares no code with the engines here, so that neither can hide a misreading of the other.
"""

import random
from collections import Counter

VALUES = {
    "D": [7, 7, 5, 5, 5],
    "G": [6, 6, 5, 5, 5],
    "S": [5, 5, 5, 5, 5],
    "C": [5, 3, 3, 2, 2, 1, 1],
    "P": [5, 3, 3, 2, 2, 1, 1],
    "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
ORDER = "DGSCPL?K"
DEFAULTS = {
    "rounds": "match",
    "deck_end": "refill_fails",
    "full_tie": "replay",
    "starter": "dealt",
    "max_plies": "500",
}


def written(cards: list[str]) -> str:
    return "".join(sorted(cards, key=ORDER.index))


class Referee:
    """`seen` are the events so far as seat 0, seat 1 and "all" observe them."""

    def __init__(self, rng: random.Random, **rules: str) -> None:
        self.rng, self.rules = rng, DEFAULTS | rules
        self.seen: dict[str, list[str]] = {"0": [], "1": [], "all": []}
        self.seals, self.rounds, self.over = [0, 0], 0, False
        self.deck: list[str] = []
        self.starter = int(self.rules["starter"] == "seat1")
        if self.rules["starter"] == "dealt":
            self.starter = rng.randrange(2)
            self.tell(f"starter:{self.starter}")
        self.deal()

    def position(self, seat: str) -> str:
        rules = ",".join(f"{name}={value}" for name, value in self.rules.items())
        events = " ".join(["", "events", *self.seen[seat]]) if self.seen[seat] else ""
        return f"position jaipur rules {rules} seats 2 seat {seat} start{events}"

    def tell(self, event: str, masked: str = "", owner: int = -1) -> None:
        for seat, events in self.seen.items():
            events.append(masked if masked and seat not in (str(owner), "all") else event)

    def draw(self, number: int) -> list[str]:
        cards, self.deck = self.deck[:number], self.deck[number:]
        return cards

    def deal(self) -> None:
        self.rounds += 1
        self.deck = list("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 8)
        self.rng.shuffle(self.deck)
        self.hands: list[list[str]] = [[], []]
        self.herds, self.rupees, self.goods = [0, 0], [0, 0], [0, 0]
        self.bonus: list[list[int]] = [[], []]
        self.tokens = {good: list(values) for good, values in VALUES.items()}
        self.piles = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]}
        for pile in self.piles.values():
            self.rng.shuffle(pile)
        for seat in (0, 1):
            cards = self.draw(5)
            self.hands[seat] = [card for card in cards if card != "K"]
            self.herds[seat] = cards.count("K")
            masked = written(["K" if card == "K" else "?" for card in cards])
            self.tell(f"deal{seat}:{written(cards)}", f"deal{seat}:{masked}", seat)
        cards = self.draw(2)
        self.market = list("KKK") + cards
        self.tell(f"market:{written(cards)}")
        self.turn, self.plies = self.starter, 0

    def play(self, move: str) -> None:
        """The move of the seat to move, and all that chance has to say after it."""
        seat, (what, _, text) = self.turn, move.partition(":")
        self.tell(move)
        self.plies += 1
        if what == "sell":
            over = self.sell(text[0], int(text[2:]))
        elif what == "swap":
            self.swap(*text.split(">"))
            over = False
        elif what == "take":
            assert text in self.hands[seat] + self.market and len(self.hands[seat]) < 7, move
            self.market.remove(text)
            self.hands[seat].append(text)
            over = self.refill()
        else:
            assert move == "camels" and "K" in self.market, move
            self.herds[seat] += self.market.count("K")
            self.market = [card for card in self.market if card != "K"]
            over = self.refill()
        self.turn = 1 - seat
        if over or self.plies == int(self.rules["max_plies"]):
            self.end()

    def refill(self) -> bool:
        cards = self.draw(5 - len(self.market))
        if cards:
            self.tell(f"fill:{written(cards)}")
        self.market += cards
        return len(self.market) < 5 or (self.rules["deck_end"] == "empty" and not self.deck)

    def swap(self, taken: str, given: str) -> None:
        hand = self.hands[self.turn]
        assert len(taken) == len(given) > 1 and "K" not in taken and not set(taken) & set(given)
        assert written(list(taken)) == taken and written(list(given)) == given
        for card in given:
            if card == "K":
                self.herds[self.turn] -= 1
            else:
                hand.remove(card)
        for card in taken:
            self.market.remove(card)
        hand += taken
        self.market += given
        assert self.herds[self.turn] >= 0 and len(hand) <= 7

    def sell(self, good: str, number: int) -> bool:
        seat = self.turn
        assert number >= (2 if good in "DGS" else 1)
        for _ in range(number):
            self.hands[seat].remove(good)
            if self.tokens[good]:
                self.rupees[seat] += self.tokens[good].pop(0)
                self.goods[seat] += 1
        pile = self.piles.get(min(number, 5))
        if pile:
            self.bonus[seat].append(pile.pop())
            self.tell(f"bonus:{self.bonus[seat][-1]}", "bonus:?", seat)
        return sum(not tokens for tokens in self.tokens.values()) >= 3

    def end(self) -> None:
        for seat in (0, 1):
            if self.bonus[seat]:
                self.tell(f"reveal{seat}:" + "/".join(map(str, sorted(self.bonus[seat]))))
            self.rupees[seat] += sum(self.bonus[seat])
        if self.herds[0] != self.herds[1]:
            self.rupees[self.herds[1] > self.herds[0]] += 5
        first, second = ((self.rupees[s], len(self.bonus[s]), self.goods[s]) for s in (0, 1))
        again = self.rules["full_tie"] == "replay" and self.rules["rounds"] == "match"
        if first == second and again:
            return self.deal()
        if first == second and self.rules["full_tie"] == "draw":
            self.starter = 1 - self.starter
        else:
            winner = int(second > first) if first != second else 1 - self.starter
            self.seals[winner] += 1
            self.starter = 1 - winner
        self.over = self.rules["rounds"] == "single" or 2 in self.seals
        if not self.over:
            self.deal()

    def hidden(self, seat: int) -> Counter[str]:
        return Counter(self.hands[1 - seat])
