"""Exact play by its definition, in plain Python without cuts, and ends to try it on."""

import functools
from fractions import Fraction

from sarai import CHANCE, WIN, Game, Rng, State
from sarai.core import solve

BUDGET = 20_000
"""Plies of the solver in C."""
PLAIN_PLIES = 30_000
"""Of the plain one."""

Value = tuple[Fraction, Fraction]


class TooLong(Exception):
    """The plain solver has played too many plies."""


class Plain:
    """The definition: bounds of a seat's share, with a horizon of so many decisions."""

    def __init__(self, seat: int) -> None:
        self.seat, self.plies = seat, 0
        self.known: dict[tuple[State, int], Value] = {}

    def value(self, state: State, horizon: int) -> Value:
        if (state, horizon) not in self.known:
            self.known[state, horizon] = self.fresh(state, horizon)
        return self.known[state, horizon]

    def fresh(self, state: State, horizon: int) -> Value:
        outcome = state.settled()
        if outcome is not None:
            share = Fraction(outcome.wins[self.seat], WIN)
            return share, share
        if state.actor != CHANCE and horizon == 0:
            return Fraction(0), Fraction(1)
        if state.actor == CHANCE:
            events = [(self.after(state, w, horizon), weight) for w, weight in state.expected()]
            total = sum(weight for _, weight in events)
            return mean([(value, Fraction(weight, total)) for value, weight in events])
        best = max if state.actor == self.seat else min
        values = [self.after(state, move, horizon - 1) for move, _ in state.expected()]
        return best(low for low, _ in values), best(high for _, high in values)

    def after(self, state: State, move: int, horizon: int) -> Value:
        self.plies += 1
        if self.plies > PLAIN_PLIES:
            raise TooLong
        child = state.copy()
        child.play(move)
        return self.value(child, horizon)


def mean(values: list[tuple[Value, Fraction]]) -> Value:
    low = sum((weight * value[0] for value, weight in values), Fraction(0))
    return low, sum((weight * value[1] for value, weight in values), Fraction(0))


def plain_solve(view: State) -> tuple[dict[int, Value], int]:
    """Bounds of each move at the first horizon that proves one of them best, and that horizon."""
    plain, worlds = Plain(view.viewer), view.worlds()
    total = sum(weight for _, weight in worlds)
    for horizon in range(100):
        bounds = {
            move: mean([(plain.after(w, move, horizon), Fraction(n, total)) for w, n in worlds])
            for move in view.moves()
        }
        best = max(bounds, key=lambda move: bounds[move][0])
        if all(high <= bounds[best][0] for move, (_, high) in bounds.items() if move != best):
            return bounds, horizon
    raise AssertionError("a round has an end")


def check_exact_play(view: State) -> None:
    """The worlds of a view are cards laid in it; bounds of values are bounds."""
    moves = view.moves()
    for world, weight in view.worlds(20):
        assert weight > 0 and world.view(view.viewer) == view, f"worlds of {view.snapshot()}"
        assert [move for move, _ in world.expected()] == moves, f"world {world.snapshot()}"
    bounds, plies = solve(view, moves, 300)
    assert plies <= 300 and all(0 <= low < high + 1e-6 < 1 + 1e-5 for low, high in bounds)


# ---- ends ----


def levelled(state: State, lead: int) -> State:
    """The same position with the rupees of both seats nearly equal, so that it is not decided."""
    fields = dict(state.fields())
    total = sum(fields["rupees"])
    first = min(max((total + lead) // 2, 0), total)
    return state.game.state(fields | {"rupees": (first, total - first)})


def sensible(state: State, rng: Rng) -> int:
    """The best move by the prior, or now and then any."""
    moves = state.moves()
    if rng.below(5) == 0:
        return moves[rng.below(len(moves))]
    return max(zip(state.priors(moves), moves, strict=True))[1]


@functools.cache
def ends(rules: Game, rounds: int) -> list[State]:
    """Views near the end of rounds, all that the solver solves."""
    found = []
    for seed in range(rounds):
        rng, state = Rng(seed), rules.start()
        while state.settled() is None:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            for _ in range(3):
                view = levelled(state, rng.below(31) - 15).view(state.actor)
                if view not in found and solve(view, view.moves(), BUDGET)[0]:
                    found.append(view)
            state.play(sensible(state, rng))
    return found
