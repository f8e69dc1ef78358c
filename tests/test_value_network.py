"""The network of Jaipur's value against a plain one: inputs by their description, real numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from positions import standard

from generate_tables import GAMES
from sarai import CHANCE, OVER, WIN, Rng, State

SINGLE = standard(rounds="single")
VALUE = SINGLE.core.policies.index("value")
UNIT, HIDDEN, INPUTS = 256, 32, 42
GOODS, CAMEL, PILES, SLOTS = range(6), 6, range(3), range(4)
SIDE = [8] * 6 + [8, 12, 60, 24, 24]
TABLE = [10, 6] * 6 + [6, 41, 8, 8, 8, 7, 18, 127]
BLOCKS = SIDE * 2 + TABLE
"""Rows of each block, in the order of jaipur_network.h."""


def parameters() -> tuple[list[list[int]], list[int], list[int], int]:
    """Rows, bias, output and its bias, as the header has them."""
    text = (GAMES / "jaipur_value_weights.h").read_text("utf-8")
    lists = [[int(n) for n in found.split(",")] for found in re.findall(r"\{([-\d,\s]+)\}", text)]
    last = re.search(r"\.output_bias = (-?\d+)", text)
    assert last is not None
    return lists[:-2], lists[-2], lists[-1], int(last[1])


ROWS, BIAS, OUTPUT, OUTPUT_BIAS = parameters()


def numbers(state: State) -> Iterator[int]:
    """What each block counts, before it is cut to the rows that there are."""
    f, rules = state.fields(), state.game.rules()
    tokens, worth = f["tokens"], rules["rupees"]

    def of_pile(packed: int, pile: int) -> list[int]:
        return [packed >> (16 * pile + 4 * slot) & 15 for slot in SLOTS]

    def rupees(packed: int, pile: int) -> int:
        values = rules["bonus_value"][4 * pile : 4 * pile + 4]
        return sum(n * value for n, value in zip(of_pile(packed, pile), values, strict=True))

    def sold(good: int, before: int, n: int) -> int:
        total = rules["tokens"][good]
        gone = min(total - tokens[good] + before, total)
        return worth[16 * good + min(gone + n, total)] - worth[16 * good + gone]

    unseen = f["bonus"][0]
    piles = [sum(of_pile(unseen, pile)) for pile in PILES]
    mean = [math.floor(rupees(unseen, p) / piles[p] + 0.5) if piles[p] else 0 for p in PILES]
    mover = f["turn"][0]
    have = [f["rupees"][seat] + sum(rupees(f["won"][seat], p) for p in PILES) for seat in (0, 1)]
    for seat in (mover, 1 - mover):
        mine, theirs = f["hand"][8 * seat :][:7], f["hand"][8 * (1 - seat) :][:7]
        sales = [good for good in GOODS if mine[good] >= rules["minimum"][good]]
        clash = [good for good in sales if theirs[good] >= rules["minimum"][good]]
        yield from mine[:6]
        yield sum(mine[:6])
        yield mine[CAMEL]
        yield sum(sold(good, 0, mine[good]) for good in sales)
        yield sum(mean[min(mine[good], 5) - 3] for good in sales if mine[good] >= 3)
        yield sum(sold(g, 0, mine[g]) - sold(g, theirs[g], mine[g]) for g in clash)
    for good in GOODS:
        yield tokens[good]
        yield f["market"][good]
    yield f["market"][CAMEL]
    yield sum(f["pool"])
    yield from piles
    yield sum(tokens[good] == 0 for good in GOODS)
    yield sum(sorted(tokens[:6])[:3])
    yield have[mover] - have[1 - mover] + 63


def plain(state: State) -> float:
    """The chance of the seat to move."""
    first = [0, *accumulate(BLOCKS)]
    found = list(numbers(state))
    rows = [
        ROWS[start + min(max(n, 0), rows - 1)]
        for start, n, rows in zip(first[:-1], found, BLOCKS, strict=True)
    ]
    hidden = [min(max(sum(column) / UNIT, 0.0), 1.0) for column in zip(BIAS, *rows, strict=True)]
    logit = OUTPUT_BIAS / UNIT**2 + sum(h * o / UNIT for h, o in zip(hidden, OUTPUT, strict=True))
    return 1 / (1 + math.exp(-logit))


def test_the_core_computes_the_network() -> None:
    """The table of the logistic function is cut at 8 and interpolated: 0.2 % is its error."""
    seen = 0
    for seed in range(25):
        rng, state = Rng(seed, 5), SINGLE.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            wins = state.playout(VALUE, Rng(0)).wins
            assert abs(wins[state.actor] / WIN - plain(state)) < 0.002
            seen += 1
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    assert seen > 1000


def test_no_sum_overflows() -> None:
    """Whatever the inputs: one row of each block and the bias stay within 16 bits."""
    assert len(ROWS) == sum(BLOCKS) and len(BLOCKS) == INPUTS
    first = [0, *accumulate(BLOCKS)]
    for i in range(HIDDEN):
        for pick in (max, min):
            total = BIAS[i] + sum(pick(row[i] for row in ROWS[a:b]) for a, b in pairwise(first))
            assert abs(total) < 2**15
    assert sum(abs(o) for o in OUTPUT) * UNIT + abs(OUTPUT_BIAS) < 2**31
