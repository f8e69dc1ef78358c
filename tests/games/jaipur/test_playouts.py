"""Playouts play by the rules: the last move of a round, and what chance adds, by exact weights."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from sarai import CHANCE, OVER, Rng, State
from sarai.games.jaipur.cards import SWAP
from tests.laws.frequencies import check_frequencies
from tests.support.positions import ALMOST_ALL, at, standard

LAST = standard(rounds="single", max_plies=21)
"""Here the move after `plies=20` is the last one."""
PLAYOUTS = 6_000
Scores = tuple[int, ...]

POSITIONS = {
    "sales with each bonus": {"hand0": "DDDSSSS", "market": "CPKKK"},
    "a sale of five": {"hand0": "GGLLLLL", "market": "DDPPK", "herds": "2/3"},
    "few tokens": {"hand0": "DDLLL", "market": "LKKKK", "sold": ALMOST_ALL, "herds": "1/1"},
    "no sale": {"hand0": "D", "market": "GSPLK", "herds": "1/1"},
}


def choices(state: State, policy: str) -> dict[int, Fraction]:
    """The chance of each move by the words of the policy."""
    kinds: dict[int, list[int]] = defaultdict(list)
    for word in state.moves():
        if policy != "direct" or word >> 56 != SWAP:
            kinds[word >> 56].append(word)
    words = [word for each in kinds.values() for word in each]
    if policy == "uniform":
        return {word: Fraction(1, len(words)) for word in words}
    return {word: Fraction(1, len(kinds) * len(each)) for each in kinds.values() for word in each}


def ends(state: State, weight: Fraction, found: dict[Scores, Fraction]) -> None:
    """Add the scores that chance leads to from here."""
    if state.actor == OVER:
        found[state.returns().scores] += weight
        return
    assert state.actor == CHANCE
    outcomes = state.outcomes()
    total = sum(share for _, share in outcomes)
    for word, share in outcomes:
        after = state.copy()
        after.play(word)
        ends(after, weight * share / total, found)


@pytest.mark.parametrize("policy", ["uniform", "kinds", "direct"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_last_move(name: str, policy: str) -> None:
    state = at(LAST, **POSITIONS[name])
    exact: dict[Scores, Fraction] = defaultdict(Fraction)
    for word, weight in choices(state, policy).items():
        after = state.copy()
        after.play(word)
        ends(after, weight, exact)
    rng, played, index = Rng(1), Counter[Scores](), LAST.core.policies.index(policy)
    for _ in range(PLAYOUTS):
        played[state.playout(index, rng).scores] += 1
    check_frequencies(exact, played, f"{policy} playouts")
    assert len(exact) > 1
