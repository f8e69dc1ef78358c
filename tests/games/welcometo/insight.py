"""What a seat of Welcome To must not be able to tell apart, from the rules alone.

Hidden are the choices of the others in this turn, and in the expert game the cards in their hands,
but for one that was passed on by a seat that still knows it.
"""

from __future__ import annotations

from sarai import Rng, State
from tests.laws.insight import shuffled

CHOICES = ("record", "mark", "picked", "claims", "asked", "picking")
TURN = 1
"""The phase in which all seats choose."""
START, CLAIM, DONE = 0, 4, 6
KINDS = 66

Fields = dict[str, list[int]]


def seen_by(fields: Fields, seat: int, other: int, place: int) -> bool:
    """Does a seat see the card in this place of a hand?"""
    known = {0: "keeps", 2: "knows"}.get(place)
    return other == seat or (known is not None and bool(fields[known][other] >> seat & 1))


def unmade(fields: Fields, seat: int) -> None:
    """A seat as it was before its choices, as far as they are not shown."""
    for name in CHOICES:
        fields[name][seat] = 0
    fields["stage"][seat] = (START, CLAIM, DONE)[fields["shown"][seat]]


class WelcomeToInsight:
    """See the head of this file."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        others = [other for other in range(state.game.seats) if other != seat]
        choosing = fields["phase"][0] == TURN
        # A seat in the middle of its turn stays as it is: who acts must not change.
        free = [o for o in others if not choosing or fields["stage"][o] in (START, DONE)]
        again = [
            o for o in free if choosing and fields["stage"][o] == DONE and fields["shown"][o] < 2
        ]
        for other in again:
            unmade(fields, other)
        self._swap(state, fields, seat, free, rng)
        for other in again:
            self._choose(state, fields, other, rng)
        return state.game.state(fields)

    def _swap(self, state: State, fields: Fields, seat: int, free: list[int], rng: Rng) -> None:
        """Exchange cards that the seat does not see, hand with hand or with the pile."""
        hand, pile = fields["hand"], fields["pile"]
        places = [
            (3 * other + place)
            for other in free
            for place in range(3)
            if hand[3 * other + place] and not seen_by(fields, seat, other, place)
        ]
        for at in shuffled(places, rng)[:3]:
            left = [kind for kind in range(KINDS) if pile[kind // 32] >> kind % 32 * 2 & 3]
            if left and rng.below(2):
                kind = left[rng.below(len(left))]
                mine = hand[at] - 1
                pile[kind // 32] -= 1 << kind % 32 * 2
                pile[mine // 32] += 1 << mine % 32 * 2
                hand[at] = kind + 1
            else:
                other = places[rng.below(len(places))]
                hand[at], hand[other] = hand[other], hand[at]

    def _choose(self, state: State, fields: Fields, seat: int, rng: Rng) -> None:
        """Let a seat take its turn again, at random, before all others."""
        trial = state.game.state(
            {**fields, "first": [seat], "shown": fields["shown"], "viewer": [-1]}
            if not any(fields["shown"])
            else self._alone(fields, seat)
        )
        while trial.actor == seat:
            moves = trial.moves()
            trial.play(moves[rng.below(len(moves))])
        after = trial.fields()
        for name in (*CHOICES, "stage"):
            fields[name][seat] = after[name][seat]

    def _alone(self, fields: Fields, seat: int) -> Fields:
        """Where turns are being shown, the seat that chooses again is not done."""
        return {**fields, "first": [next(i for i, s in enumerate(fields["stage"]) if s == DONE)]}

    def cards(self, state: State) -> object:
        fields = state.fields()
        pile = [fields["pile"][kind // 32] >> kind % 32 * 2 & 3 for kind in range(KINDS)]
        for name in ("hand", "effects", "numbers"):
            for card in fields[name]:
                if card:
                    pile[card - 1] += 1
        sheets = ("fences", "used", "pools", "top", "middle", "bottom", "agents", "parks")
        return pile, [fields[name] for name in (*sheets, "plans", "temps", "refusals")]

    def as_drawn(self, state: State, seat: int) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        for name in ("knows", "keeps"):
            fields[name] = [bits & 1 << seat for bits in fields[name]]
        if fields["phase"][0] == TURN:
            fields["first"] = [seat]
            for other in range(state.game.seats):
                if other != seat:
                    unmade(fields, other)
        return state.game.state(fields)

    def ways(self, state: State, word: int) -> int:
        return 1
