"""What a seat of the game of decks must not be able to tell apart, from the rules alone."""

from collections.abc import Sequence

from sarai import OVER, Rng, State
from tests.laws.insight import shuffled

KINDS = 3
PLAY, REPLAY, RESHOW = 1, 18, 19


def lanes(values: Sequence[int], seat: int) -> list[int]:
    return list(values[KINDS * seat : KINDS * (seat + 1)])


def kinds(counts: list[int]) -> list[int]:
    return [kind for kind, n in enumerate(counts) for _ in range(n)]


class DecksInsight:
    """Hidden are the others' cards drawn since the last shuffle, their decks, and their choices."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        for other in range(state.game.seats):
            if other != seat and rng.below(3):
                self._permute_seat(fields, other, rng)
        return state.game.state(fields)

    def _permute_seat(self, fields: dict[str, list[int]], other: int, rng: Rng) -> None:
        hand, known, deck = (lanes(fields[name], other) for name in ("hand", "known", "deck"))
        drawn = [a - b for a, b in zip(hand, known, strict=True)]
        urn = shuffled(kinds([a + b for a, b in zip(drawn, deck, strict=True)]), rng)
        mine, rest = urn[: sum(drawn)], urn[sum(drawn) :]
        left = kinds(known) + mine
        for kind in range(KINDS):
            fields["hand"][KINDS * other + kind] = left.count(kind)
            fields["deck"][KINDS * other + kind] = rest.count(kind)
        if fields["choice"][other]:
            chosen = left.pop(rng.below(len(left)))
            fields["choice"][other] = chosen + 1
        if fields["shown"][other]:
            fields["shown"][other] = 1 + [0, *(kind + 1 for kind in left)][rng.below(1 + len(left))]

    def cards(self, state: State) -> object:
        f = state.fields()
        return [sum(lane) for lane in zip(f["hand"], f["deck"], f["discard"], strict=True)]

    def as_drawn(self, state: State, seat: int) -> State:
        fields, seats = state.fields(), range(state.game.seats)
        rules = state.game.rules()
        last = len(seats) + rules["turns"][0] * rules["active"][0]
        if fields["turn"][0] < last or state.actor == OVER:
            return state
        own = {
            name: [n if i == seat else 0 for i, n in enumerate(fields[name])]
            for name in ("choice", "shown")
        }
        return state.game.state({**fields, **own, "first": (seat,)})

    def ways(self, state: State, word: int) -> int:
        """A card that is publicly known leaves the hand first; else it is one of those drawn.

        A hidden choice was one of so many words; that is made good when it is revealed.
        """
        what, seat, kind = word >> 56, word >> 8 & 0xFF, (word & 0xFF) - 1
        if what not in (PLAY, REPLAY, RESHOW):
            return 1
        fields = state.fields()
        hand, known = (lanes(fields[name], seat) for name in ("hand", "known"))
        words = {PLAY: 1, REPLAY: len(set(kinds(hand))), RESHOW: 1 + len(set(kinds(hand)))}[what]
        return words * (1 if kind < 0 or known[kind] else hand[kind])
