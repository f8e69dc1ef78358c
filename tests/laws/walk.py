"""Law 9 and the exact form of law 3: small games walked whole, information set by information set.

An information set is all histories in which a seat has heard the same words. A history has the
product of the probabilities of its chance events as weight; the choice of a single card among
those in hand has weight 1, for that is the convention: what others choose says nothing about their
cards. (So a seat with two equal cards has two ways to give one of them: see `Insight.ways`.) As
long as a choice is hidden it says nothing at all, so its ways count when it is revealed.
"""

import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from sarai import CHANCE, NOTHING, Game, Rng, State
from tests.laws.insight import Insight

Shares = Mapping[bytes, Fraction]


@dataclass(slots=True)
class InformationSet:
    view: State
    states: dict[bytes, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    heard: set[int] = field(default_factory=set)
    """The words that the seat may hear next."""


@dataclass(frozen=True, slots=True)
class Counts:
    nodes: int
    """Full states, told apart by what each seat has heard so far."""
    states: int
    information_sets: int
    views: int


@dataclass(frozen=True, slots=True)
class Walk:
    game: Game
    states: set[State]
    sets: list[InformationSet]
    words: set[int]
    """All words that were played or heard."""
    nodes: int

    def counts(self) -> Counts:
        views = {bytes(each.view) for each in self.sets}
        return Counts(self.nodes, len(self.states), len(self.sets), len(views))


def branches(state: State, insight: Insight) -> list[tuple[int, Fraction]]:
    """What may be played, with its weight."""
    if state.actor != CHANCE:
        words = state.moves()
        if hidden_choice(state, words[:1]):
            return [(word, Fraction(1, len(words))) for word in words]
        return [(word, Fraction(insight.ways(state, word))) for word in words]
    outcomes = state.outcomes()
    total = sum(weight for _, weight in outcomes)
    return [
        (word, Fraction(weight * insight.ways(state, word), total)) for word, weight in outcomes
    ]


def hidden_choice(state: State, words: Sequence[int]) -> bool:
    """Does some seat hear nothing of these words?"""
    seats = range(state.game.seats)
    return any(state.observed(word, seat) == NOTHING for word in words for seat in seats)


def walk(game: Game, insight: Insight) -> Walk:
    """Every history of a game, ply by ply."""
    seats = range(game.seats)
    start = game.start()
    sets = [InformationSet(start.view(seat)) for seat in seats]
    follow: dict[tuple[int, int], int] = {}
    states: set[State] = set()
    words: set[int] = set()
    nodes = 0
    plies: dict[tuple[State, tuple[int, ...]], Fraction] = {(start, tuple(seats)): Fraction(1)}
    while plies:
        nodes += len(plies)
        after: dict[tuple[State, tuple[int, ...]], Fraction] = defaultdict(Fraction)
        for (state, here), weight in plies.items():
            states.add(state)
            for seat in seats:
                sets[here[seat]].states[bytes(insight.as_drawn(state, seat))] += weight
            for word, share in branches(state, insight):
                told = [state.observed(word, seat) for seat in seats]
                words.update((word, *told))
                child, there = state.copy(), list(here)
                child.play_unchecked(word)
                for seat in seats:
                    if told[seat] == NOTHING:
                        continue
                    sets[here[seat]].heard.add(told[seat])
                    key = (here[seat], told[seat])
                    if key not in follow:
                        follow[key] = len(sets)
                        sets.append(InformationSet(child.view(seat)))
                    there[seat] = follow[key]
                for seat in seats:
                    assert child.view(seat) == sets[there[seat]].view, "law 2: two views, one ear"
                after[child, tuple(there)] += weight * share
        plies = after
    return Walk(game, states, sets, words - {NOTHING}, nodes)


# ---- what the engine says ----


def outcomes_of(view: State) -> dict[bytes, Fraction]:
    """The exact distribution of `determinize`, of a game over scripted random numbers."""
    shares: dict[bytes, Fraction] = defaultdict(Fraction)
    drawn: list[int] = []
    while True:
        rng = Rng(0)
        script = [*drawn, *[0] * (8 - len(drawn))]
        rng._c.s[0], rng._c.s[1] = struct.unpack("<2Q", struct.pack("<8H", *script))
        rng._c.s[2] = rng._c.s[3] = 0
        state = view.determinize(rng)
        asked = struct.unpack("<8H", struct.pack("<2Q", rng._c.s[2], rng._c.s[3]))
        bounds = [bound for bound in asked if bound]
        shares[bytes(state)] += Fraction(1, prod(bounds))
        drawn += [0] * (len(bounds) - len(drawn))
        while drawn and drawn[-1] + 1 == bounds[len(drawn) - 1]:
            drawn.pop()
        if not drawn:
            return shares
        drawn[-1] += 1


def normal(shares: Shares) -> Shares:
    total = sum(shares.values())
    return {state: share / total for state, share in shares.items()}


def check_sets(walked: Walk, scripted: Game) -> None:
    """Law 9, exactly, and law 3: a view takes a word if and only if some history has it next.

    `scripted` is the same game over scripted random numbers.
    """
    known: dict[bytes, tuple[Shares, set[int]]] = {}
    for each in walked.sets:
        key = bytes(each.view)
        if key not in known:
            taken = {word for word in walked.words if each.view.illegal_reason(word) is None}
            known[key] = outcomes_of(scripted.state(each.view.fields())), taken
        shares, taken = known[key]
        assert set(shares) == set(each.states), f"law 9: support at {each.view.snapshot()}"
        assert shares == normal(each.states), f"law 9: weights at {each.view.snapshot()}"
        name = walked.game.text
        assert taken == each.heard, (
            f"law 3: at {each.view.snapshot()}, taken but impossible: "
            f"{[name(word) for word in taken - each.heard]}, refused but possible: "
            f"{[name(word) for word in each.heard - taken]}"
        )
