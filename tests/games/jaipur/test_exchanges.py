"""How many different actions Jaipur has, counted by listing the moves of very many positions.

Every market (five cards of seven kinds) meets enough hands for every exchange to be legal in one
of the positions: an exchange that gives up to two camels in one where the hand holds five goods,
one that gives more in one where it holds two. The union of the lists is counted, by kind and size.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import sarai
from sarai.games.jaipur.cards import CAMEL, CAMELS, PHASES, SELL, SWAP, TAKE

GAME = sarai.game("jaipur")
RULES = GAME.rules()
CARDS = RULES["cards"]
Cards = tuple[int, ...]

EXCHANGES = {2: 351, 3: 1786, 4: 6231, 5: 17088}
OTHERS = {TAKE: 6, CAMELS: 1, SELL: 36}


def multisets(size: int, kinds: int) -> list[Cards]:
    """All ways to take so many cards of so many kinds, as counts of eight kinds."""
    chosen = combinations_with_replacement(range(kinds), size)
    return [tuple(kinds_.count(kind) for kind in range(8)) for kinds_ in chosen]


def one_kind(good: int, limit: int) -> Cards:
    """As many cards of a good as a hand can hold: for the sales."""
    return tuple(min(limit, CARDS[good]) if kind == good else 0 for kind in range(8))


def positions() -> Iterator[dict[str, Sequence[int]]]:
    (limit,) = RULES["hand_limit"]
    (size,) = RULES["market_size"]
    hands = multisets(size, CAMEL) + multisets(2, CAMEL)
    hands += [one_kind(good, limit) for good in range(CAMEL)]
    for market in multisets(size, CAMEL + 1):
        for hand in hands:
            rest = [all_ - a - b for all_, a, b in zip(CARDS, market, hand, strict=True)]
            if min(rest) < 0:
                continue
            herd, rest[CAMEL] = rest[CAMEL], 0  # all the camels that the market leaves
            yield {
                "viewer": (sarai.ALL,),
                "phase": (PHASES.index("turn"),),
                "hand": (*hand[:CAMEL], herd, *(0,) * 9),
                "known": (*hand, *(0,) * 8),
                "market": market,
                "pool": rest,
                "plies": (20,),
                "tokens": RULES["tokens"],
                "bonus": RULES["bonus"],
            }


def size_of(word: int) -> int:
    """Cards taken in an exchange."""
    return sum(word >> 28 + 4 * kind & 15 for kind in range(CAMEL))


def test_counts_of_all_actions() -> None:
    start = time.perf_counter()
    found: set[int] = set()
    count = 0
    for fields in positions():
        state = GAME.state(fields)
        moves = state.moves()
        assert state.count() == len(moves), state
        found.update(moves)
        count += 1
    kinds = Counter(word >> 56 for word in found)
    exchanges = Counter(size_of(word) for word in found if word >> 56 == SWAP)
    seconds = time.perf_counter() - start
    print(f"\n{count:,} positions, {len(found):,} actions: {dict(kinds)} by kind,")
    print(f"exchanges by size {dict(sorted(exchanges.items()))}; {seconds:.1f} s")
    assert exchanges == EXCHANGES
    assert kinds == OTHERS | {SWAP: sum(EXCHANGES.values())}
    assert len(found) == 25_499
    assert len({GAME.text(word) for word in found}) == len(found)
