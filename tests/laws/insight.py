"""What the tests know of a game without asking its C code: what is hidden from whom.

The laws alone cannot tell a game whose cards lie open from one whose code leaks them in the same
way everywhere. So each game says here, once more and from the rules alone, what a seat must not
be able to tell apart.
"""

from collections.abc import Sequence
from math import comb, prod
from typing import Protocol

from sarai import Rng, State
from sarai.games.jaipur.cards import SELL, SWAP
from tests.games.toy.board import PLACES

GOODS, KINDS, PILES, SLOTS = 6, 7, 3, 4


class Insight(Protocol):
    def permute(self, state: State, seat: int, rng: Rng) -> State:
        """Another full state that differs at most in what `seat` does not see; of several hidden
        things at times in one only, so that single events have twins too."""
        ...

    def cards(self, state: State) -> object:
        """All that no determinization may create or destroy."""
        ...

    def as_drawn(self, state: State, seat: int) -> State:
        """The state as a determinization of the seat's view can give it: others' hidden choices
        are taken back."""
        ...

    def ways(self, state: State, word: int) -> int:
        """In how many ways single cards make up a seat's move, if equal cards could be told
        apart: a determinization is uniform over deals of such cards."""
        ...


def shuffled(items: Sequence[int], rng: Rng) -> list[int]:
    rest = list(items)
    return [rest.pop(rng.below(n)) for n in range(len(rest), 0, -1)]


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


class OpenInsight:
    """For games in which nothing is hidden: a determinization is the state itself."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        return state.copy()

    def cards(self, state: State) -> object:
        return {name: n for name, n in state.fields().items() if name != "viewer"}

    def as_drawn(self, state: State, seat: int) -> State:
        return state

    def ways(self, state: State, word: int) -> int:
        return 1


SEES = {
    "open": (0, 1, 2),
    "gift": (0, 1),
    **{f"{where}{seat}": (seat,) for where in ("hand", "fresh") for seat in range(3)},
}
"""Who sees the cards in a place of the toy game; nobody sees the deck."""

CHOICE = 11
"""The step of the toy game in which all choose at the same time."""


class ToyInsight:
    """Hidden are the cards in places that a seat does not see, and the others' choices."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        place, may = fields["place"], fields["may"]
        unseen = [c for c in range(1, 7) if place[c] and seat not in SEES.get(PLACES[place[c]], ())]
        for _ in range(3):
            if len(unseen) < 2:
                break
            a, b = shuffled(unseen, rng)[:2]
            if may[a] >> place[b] & 1 and may[b] >> place[a] & 1:
                place[a], place[b] = place[b], place[a]
                other = {a: b, b: a}
                fields["choice"] = [other.get(card, card) for card in fields["choice"]]
        return state.game.state(fields)

    def cards(self, state: State) -> object:
        place = state.fields()["place"]
        return [card for card in range(len(place)) if place[card]], sorted(place)

    def as_drawn(self, state: State, seat: int) -> State:
        fields = state.fields()
        if fields["step"][0] != CHOICE:
            return state
        choice = [card if i == seat else 0 for i, card in enumerate(fields["choice"])]
        return state.game.state({**fields, "choice": choice, "first": (seat,)})

    def ways(self, state: State, word: int) -> int:
        return 1  # no two cards are equal
