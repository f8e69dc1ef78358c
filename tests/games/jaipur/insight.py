"""What a seat of Jaipur must not be able to tell apart, from the rules alone."""

from collections.abc import Sequence
from math import comb, prod

from sarai import Rng, State
from sarai.games.jaipur.cards import SELL, SWAP
from tests.laws.insight import shuffled

GOODS, PILES, SLOTS = 6, 3, 4


def _exchange(mine: Sequence[int], pool: Sequence[int], rng: Rng) -> tuple[list[int], list[int]]:
    """As many of each pile as before, drawn anew from both counters."""
    urn = [kind for kind in range(len(mine)) for _ in range(mine[kind] + pool[kind])]
    drawn = shuffled(urn, rng)[: sum(mine)]
    counts = [drawn.count(kind) for kind in range(len(mine))]
    return counts, [a + b - c for a, b, c in zip(mine, pool, counts, strict=True)]


def _nibbles(packed: int, first: int, count: int) -> list[int]:
    return [packed >> 4 * (first + i) & 15 for i in range(count)]


def _pack(counts: Sequence[int], first: int) -> int:
    return sum(n << 4 * (first + i) for i, n in enumerate(counts))


class JaipurInsight:
    """Hidden are the dealt goods of the other seat and, until revealed, its bonus tokens."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        what = rng.below(3)
        if what != 0:
            self._permute_goods(fields, 1 - seat, rng)
        if what != 1 and not fields["revealed"][0] >> 1 - seat & 1:
            self._permute_tokens(fields, 1 - seat, rng)
        return state.game.state(fields)

    def _permute_goods(self, fields: dict[str, list[int]], other: int, rng: Rng) -> None:
        hand, known = fields["hand"][8 * other :], fields["known"][8 * other :]
        dealt = [hand[good] - known[good] for good in range(GOODS)]
        counts, fields["pool"][:GOODS] = _exchange(dealt, fields["pool"][:GOODS], rng)
        for good in range(GOODS):
            fields["hand"][8 * other + good] = known[good] + counts[good]

    def _permute_tokens(self, fields: dict[str, list[int]], other: int, rng: Rng) -> None:
        won, bonus = fields["won"][other], fields["bonus"][0]
        fields["won"][other] = fields["bonus"][0] = 0
        for first in range(0, PILES * SLOTS, SLOTS):
            mine, pool = _nibbles(won, first, SLOTS), _nibbles(bonus, first, SLOTS)
            counts, rest = _exchange(mine, pool, rng)
            fields["won"][other] += _pack(counts, first)
            fields["bonus"][0] += _pack(rest, first)

    def cards(self, state: State) -> object:
        f = state.fields()
        places = (f["hand"][:8], f["hand"][8:], f["market"], f["pool"])
        tokens = [_nibbles(n, 0, PILES * SLOTS) for n in (*f["won"], *f["bonus"])]
        return (
            [sum(lane) for lane in zip(*places, strict=True)],
            [sum(slot) for slot in zip(*tokens, strict=True)],
        )

    def as_drawn(self, state: State, seat: int) -> State:
        return state

    def ways(self, state: State, word: int) -> int:
        """Cards that are publicly known leave a hand first; the others are some of the dealt."""
        fields, kind = state.fields(), word >> 56
        seat, given = fields["turn"][0], [0] * GOODS
        if kind == SELL:
            given[word >> 8 & 0xFF] = word & 0xFF
        elif kind == SWAP:
            given = _nibbles(word, 0, GOODS)
        hand, known = (fields[name][8 * seat :] for name in ("hand", "known"))
        return prod(
            comb(hand[good] - known[good], max(0, given[good] - known[good]))
            for good in range(GOODS)
        )
