"""What the tests know of a game without asking its C code: what is hidden from whom.

The laws alone cannot tell a game whose cards lie open from one whose code leaks them in the same
way everywhere. So each game has an insight.py among its tests that says, once more and from the
rules alone, what a seat must not be able to tell apart.
"""

from collections.abc import Sequence
from typing import Protocol

from sarai import Rng, State


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
