"""The prior of Jaipur against a plain one: features by their description, real numbers."""

from __future__ import annotations

import math
from itertools import accumulate, pairwise

import pytest

from sarai import CHANCE, OVER, Rng, State
from tests.games.jaipur.learned import INPUTS, LINEAR, NETWORK, PARTS
from tests.games.jaipur.plain_inputs import (
    CAMEL,
    GOODS,
    HIDDEN,
    PILES,
    UNIT,
    hidden_layer,
    left,
    of_pile,
    position,
    sold,
    worth,
)
from tests.support.positions import at, standard

SINGLE = standard(rounds="single")
TAKE, CAMELS, SELL, SWAP, GIVEN, HAND, MARKET = 0, 6, 12, 48, 54, 60, 108
"""The first part of each block, in the order of jaipur/weights.h."""
PART_UNIT = 64
TEMPERED = 3 / 4
FLOOR = 2**14
"""No move has a lower weight."""


class Plain:
    """The logits of the seat to move, in 1/32 of a doubling."""

    def __init__(self, state: State) -> None:
        f, rules = state.fields(), state.game.rules()
        seat = f["turn"][0]
        self.state, self.fields, self.rules = state, f, rules
        self.goods, self.herd = f["hand"][8 * seat :][:6], f["hand"][8 * seat + CAMEL]
        self.market, self.camels = f["market"][:6], f["market"][CAMEL]
        self.known = f["known"][8 * (1 - seat) :][:6]
        self.left = f["tokens"][:6]
        self.price = [self.next_price(good, 0) for good in GOODS]
        full = rules["bonus"][0]
        self.mean = [
            math.floor(worth(state, full, pile) / sum(of_pile(full, pile)) + 0.5) for pile in PILES
        ]
        self.bonus = [self.mean[pile] * (left(state, pile) > 0) for pile in PILES]
        deck = sum(f["pool"]) - sum(f["hidden"])
        self.deck = sum(deck >= size for size in (6, 12, 24))
        mine, theirs = (self.open_rupees(k) for k in (seat, 1 - seat))
        self.ahead = mine - theirs
        herds = [f["hand"][8 * k + CAMEL] for k in (seat, 1 - seat)]
        self.token = 5 * ((herds[0] > herds[1]) - (herds[1] > herds[0]))
        hands = [[*self.goods, herds[0]], [*self.known, herds[1]]]
        cards = sum(f["hand"][8 * (1 - seat) :][:6]) + f["hidden"][1 - seat]
        counts = [*position(state, hands, self.bonus, self.ahead), cards]
        hidden = hidden_layer(NETWORK["rows"], NETWORK["bias"], INPUTS, counts)
        self.parts = [
            (bias / UNIT + sum(h * p for h, p in zip(hidden, row, strict=True))) / PART_UNIT
            for row, bias in zip(NETWORK["parts"], NETWORK["part_bias"], strict=True)
        ]

    def open_rupees(self, seat: int) -> int:
        """What everybody sees, each bonus token at its mean."""
        won, hidden = self.fields["won"][seat], self.fields["hidden_won"][seat]
        number = [sum(of_pile(won, pile)) + (hidden >> 4 * pile & 15) for pile in PILES]
        rupees: int = self.fields["rupees"][seat]
        return rupees + sum(n * mean for n, mean in zip(number, self.mean, strict=True))

    def next_price(self, good: int, gone: int) -> int:
        return sold(self.state, good, gone, 1) if self.left[good] > gone else 0

    def sale(self, good: int, n: int) -> int:
        if n < self.rules["minimum"][good]:
            return 0
        return sold(self.state, good, 0, n) + (self.bonus[min(n, 5) - 3] if n >= 3 else 0)

    def logit(self, word: int) -> float:
        kind = word >> 56
        if kind == 1:
            return self.take(word & 255)
        if kind == 2:
            return self.take_camels()
        if kind == 3:
            return self.sell(word >> 8 & 255, word & 255)
        taken = [word >> (28 + 4 * good) & 15 for good in GOODS]
        given = [word >> 4 * lane & 15 for lane in range(7)]
        return self.swap(taken, given)

    def change(self, good: int, hand: int, market: int) -> float:
        """The parts of a change to so many cards of a good in hand, and so many in the market."""
        held, offered = self.goods[good], self.market[good]
        row, other = HAND + 8 * good, MARKET + 6 * good
        total: float = (
            self.parts[row + min(hand, 7)]
            - self.parts[row + min(held, 7)]
            + self.parts[other + min(market, 5)]
            - self.parts[other + min(offered, 5)]
        )
        return total

    def take(self, good: int) -> float:
        held, n = self.goods[good], self.market[good]
        total: float = (
            LINEAR["take"][good][min(held, 5)]
            + LINEAR["take_hand"][sum(self.goods)]
            + LINEAR["take_camels"][self.camels]
            + LINEAR["take_market"][n]
            + LINEAR["take_known"][min(self.known[good], 3)]
            + LINEAR["take_gain"][0] * (self.sale(good, held + 1) - self.sale(good, held))
            + LINEAR["take_price"][0] * self.price[good]
            + LINEAR["take_waste"][0] * (held >= self.left[good])
            + self.parts[TAKE + good]
            + self.change(good, held + 1, n - 1)
        )
        return total

    def take_camels(self) -> float:
        prices = sum(p * n for p, n in zip(self.price, self.market, strict=True))
        total: float = (
            LINEAR["camels"][self.camels]
            + LINEAR["camels_herd"][min(self.herd, 7)]
            + LINEAR["camels_hand"][sum(self.goods)]
            + LINEAR["camels_deck"][self.deck]
            + LINEAR["camels_prices"][0] * prices
            + self.parts[CAMELS + self.camels]
        )
        return total

    def sale_end(self, good: int, n: int) -> int:
        empty = sum(tokens == 0 for tokens in self.left)
        if self.left[good] == 0 or n < self.left[good] or empty < 2:
            return 0
        ahead = self.ahead + self.sale(good, n) + self.token
        return 1 if ahead < -2 else 2 if ahead <= 2 else 3

    def sell(self, good: int, n: int) -> float:
        held = self.goods[good]
        total: float = (
            LINEAR["sell"][good][min(n, 6) - 1]
            + LINEAR["sell_rest"][good][min(held - n, 3)]
            + LINEAR["sell_hand"][sum(self.goods)]
            + LINEAR["sell_known"][min(self.known[good], 3)]
            + LINEAR["sell_deck"][self.deck]
            + LINEAR["sell_end"][self.sale_end(good, n)]
            + LINEAR["sell_value"][0] * self.sale(good, n)
            + LINEAR["sell_price"][0] * self.price[good]
            + LINEAR["sell_next"][0] * self.next_price(good, n)
            + LINEAR["sell_waste"][0] * max(n - self.left[good], 0)
            + self.parts[SELL + 6 * good + min(n, 6) - 1]
            + self.change(good, held - n, self.market[good])
        )
        return total

    def swap(self, taken: list[int], given: list[int]) -> float:
        n, camels = sum(taken), given[CAMEL]
        total: float = (
            LINEAR["swap"][n]
            + LINEAR["swap_camels"][camels]
            + LINEAR["swap_hand"][sum(self.goods) + camels]
            + LINEAR["swap_herd"][min(self.herd - camels, 7)]
            + self.parts[SWAP + n]
            + self.parts[GIVEN + camels]
        )
        for good in GOODS:
            before, here = self.goods[good], self.market[good] - taken[good] + given[good]
            after = before + taken[good] - given[good]
            gain, held = self.sale(good, after) - self.sale(good, before), LINEAR["swap_held"][good]
            total += held[min(after, 6)] - held[min(before, 6)]
            total += LINEAR["swap_left"][0] * self.price[good] * here
            total += LINEAR["swap_left_pair"][good] * (here > 1)
            total += LINEAR["swap_gain" if after > before else "swap_loss"][0] * gain
            total += LINEAR["swap_taken"][0] * self.price[good] * taken[good]
            total += LINEAR["swap_given"][0] * self.price[good] * given[good]
            total += LINEAR["swap_known"][0] * self.known[good] * (given[good] > 0)
            total += self.change(good, after, here)
        return total


def compare(state: State) -> int:
    """Whole numbers lose a few 32nds of a doubling; below the floor all moves are alike."""
    moves = state.moves()
    plain = Plain(state.view(state.actor))
    logits = [plain.logit(move) for move in moves]
    weights = state.priors(moves)
    for logit, weight in zip(logits, weights, strict=True):
        expected = 2 ** (24 + TEMPERED * (logit - max(logits)) / 32)
        assert abs(math.log2(weight / max(expected, FLOOR))) < 3 / 32
    return sum(weight > FLOOR for weight in weights)


@pytest.mark.parametrize("hand", ["LLLLLLL", "LLLLLL", "SSSSSS", "DDDDDGG", "CCCCPPP", "GG", ""])
@pytest.mark.parametrize("market", ["LLKKK", "CPPPP", "DCLKK", "DGCCP", "GGGCK", "CKKKK"])
@pytest.mark.usefixtures("unchecked")
def test_the_core_computes_the_prior_at_the_ends(hand: str, market: str) -> None:
    """Numbers that are the last of their block, or above it."""
    for herds, bonus in (("0/6", "8/9/10"), ("6/0", "-"), ("3/3", "1/2")):
        state = at(
            SINGLE,
            market=market,
            hand0=(hand or "-") + "+-",
            hand1="-+CP",
            herds=herds,
            bonus0=bonus,
        )
        compare(state)


def test_the_core_computes_the_prior() -> None:
    seen = 0
    for seed in range(12):
        rng, state = Rng(seed, 7), SINGLE.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            seen += compare(state)
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    assert seen > 5000


def test_no_sum_overflows() -> None:
    """Whatever the inputs: the hidden layer stays within 16 bits, a part within 32."""
    rows, bias = NETWORK["rows"], NETWORK["bias"]
    assert len(rows) == sum(INPUTS) and len(NETWORK["parts"]) == PARTS
    first = [0, *accumulate(INPUTS)]
    for i in range(HIDDEN):
        for pick in (max, min):
            total = bias[i] + sum(pick(row[i] for row in rows[a:b]) for a, b in pairwise(first))
            assert abs(total) < 2**15
    for row, constant in zip(NETWORK["parts"], NETWORK["part_bias"], strict=True):
        assert sum(abs(n) for n in row) * UNIT + abs(constant) < 2**31
        assert all(abs(n) < 2**15 for n in row)
