"""What the networks of Jaipur look at, counted once more by the description in jaipur/weights.h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sarai import State

GOODS, CAMEL, PILES, SLOTS = range(6), 6, range(3), range(4)
UNIT, HIDDEN = 256, 32
SIDE = [8] * 6 + [8, 12, 60, 24, 24]
TABLE = [10, 6] * 6 + [6, 41, 8, 8, 8, 7, 18, 127]
POSITION = SIDE * 2 + TABLE
"""Rows of each block, in the order of jaipur/weights.h."""


def of_pile(packed: int, pile: int) -> list[int]:
    """How many tokens of each value."""
    return [packed >> (16 * pile + 4 * slot) & 15 for slot in SLOTS]


def worth(state: State, packed: int, pile: int) -> int:
    """Rupees of tokens of a pile."""
    values = state.game.rules()["bonus_value"][4 * pile : 4 * pile + 4]
    return sum(n * value for n, value in zip(of_pile(packed, pile), values, strict=True))


def sold(state: State, good: int, before: int, n: int) -> int:
    """Rupees of n tokens of a good after `before` others."""
    rules = state.game.rules()
    total, worth = rules["tokens"][good], rules["rupees"][16 * good : 16 * good + 16]
    gone = min(total - state.fields()["tokens"][good] + before, total)
    return worth[min(gone + n, total)] - worth[gone]


def left(state: State, pile: int) -> int:
    """Bonus tokens of a pile that nobody has."""
    f = state.fields()
    return sum(of_pile(f["bonus"][0], pile)) - sum(n >> 4 * pile & 15 for n in f["hidden_won"])


def position(
    state: State, hands: Sequence[Sequence[int]], bonus: Sequence[int], ahead: int
) -> Iterator[int]:
    """What each block counts: hands with camels, that of the seat to move first."""
    f, minimum = state.fields(), state.game.rules()["minimum"]
    tokens = f["tokens"]
    for mine, theirs in (hands, hands[::-1]):
        sales = [good for good in GOODS if mine[good] >= minimum[good]]
        clash = [good for good in sales if theirs[good] >= minimum[good]]
        yield from mine[:6]
        yield sum(mine[:6])
        yield mine[CAMEL]
        yield sum(sold(state, good, 0, mine[good]) for good in sales)
        yield sum(bonus[min(mine[good], 5) - 3] for good in sales if mine[good] >= 3)
        yield sum(sold(state, g, 0, mine[g]) - sold(state, g, theirs[g], mine[g]) for g in clash)
    for good in GOODS:
        yield tokens[good]
        yield f["market"][good]
    yield f["market"][CAMEL]
    yield sum(f["pool"]) - sum(f["hidden"])
    yield from (left(state, pile) for pile in PILES)
    yield sum(tokens[good] == 0 for good in GOODS)
    yield sum(sorted(tokens[:6])[:3])
    yield ahead + 63


def hidden_layer(
    rows: Sequence[Sequence[int]], bias: Sequence[int], blocks: Sequence[int], found: Sequence[int]
) -> list[float]:
    """From 0 to 1, of what each block counts; above its rows a block stays at the last one."""
    total, first = [float(b) for b in bias], 0
    for n, block in zip(found, blocks, strict=True):
        row = rows[first + min(max(n, 0), block - 1)]
        total = [t + r for t, r in zip(total, row, strict=True)]
        first += block
    return [min(max(t / UNIT, 0.0), 1.0) for t in total]
