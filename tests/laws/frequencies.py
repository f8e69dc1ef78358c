"""Law 7: do counts agree with weights? Pearson's chi-square test, and paths of chance events."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from sarai import CHANCE, Game, State

IMPROBABLE = 1e-6
"""Seeds are fixed, so a test either always passes or always fails; a true core fails so rarely."""

Key = TypeVar("Key", bound=Hashable)
Path = tuple[int, ...]


def survival(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable is larger than `statistic`."""
    half = statistic / 2
    if freedom % 2:
        total, term, divisor = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2, 1.5
    else:
        total, term, divisor = 0.0, 1.0, 1.0
    for i in range(freedom // 2):
        total += term * math.exp(-half)
        term *= half / (divisor + i)
    return total


def probability(weights: Mapping[Key, Fraction | int], counts: Mapping[Key, int]) -> float:
    """The p-value of counts under weights; cells that expect less than five are put together."""
    trials, total = sum(counts.values()), sum(weights.values())
    expected = {key: float(Fraction(weight) * trials / total) for key, weight in weights.items()}
    cells = [(e, counts.get(key, 0)) for key, e in expected.items() if e >= 5]
    rare = [(e, counts.get(key, 0)) for key, e in expected.items() if e < 5]
    if rare:
        cells.append((sum(e for e, _ in rare), sum(n for _, n in rare)))
    statistic = sum((n - e) ** 2 / e for e, n in cells)
    return survival(statistic, len(cells) - 1) if len(cells) > 1 else 1.0


def check_frequencies(
    weights: Mapping[Key, Fraction | int], counts: Mapping[Key, int], what: str
) -> None:
    """What was drawn has weight, and as often as its weight says."""
    assert set(counts) <= set(weights), f"{what}: something without weight"
    p = probability(weights, counts)
    assert p > IMPROBABLE, f"{what}: p = {p:.2g}"


# ---- paths: the chance events of a game in which the seats play by a fixed plan ----

Plan = Callable[[State], int]


def path(game: Game, plan: Plan, depth: int, draw: Callable[[State], int]) -> Path:
    """The first `depth` chance events."""
    state = game.start()
    events: list[int] = []
    while len(events) < depth and (state.actor == CHANCE or state.moves()):
        word = draw(state) if state.actor == CHANCE else plan(state)
        events += [word] if state.actor == CHANCE else []
        state.play(word)
    return tuple(events)


def weigh_paths(game: Game, plan: Plan, depth: int) -> dict[Path, Fraction]:
    """All paths with their probabilities."""
    paths: dict[Path, Fraction] = {}

    def follow(state: State, events: Path, weight: Fraction) -> None:
        while state.actor >= 0:
            state.play(plan(state))
        outcomes = state.outcomes()
        if len(events) == depth or not outcomes:
            paths[events] = weight
            return
        total = sum(share for _, share in outcomes)
        for word, share in outcomes:
            child = state.copy()
            child.play(word)
            follow(child, (*events, word), weight * Fraction(share, total))

    follow(game.start(), (), Fraction(1))
    return paths


def check_paths(
    game: Game, plan: Plan, depth: int, draws: list[Callable[[State], int]], what: str
) -> int:
    """Each of `draws` draws one path; returns how many paths there are."""
    weights = weigh_paths(game, plan, depth)
    counts = Counter(path(game, plan, depth, draw) for draw in draws)
    check_frequencies(weights, counts, what)
    return len(weights)
