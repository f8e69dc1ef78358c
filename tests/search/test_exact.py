"""Exact play: worlds, what a seat expects in them, and the solver in C against a plain one."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from sarai import CHANCE, Game, Rng, State, WrongState, game
from sarai.core import solve
from tests.laws import small
from tests.laws.frequencies import check_frequencies
from tests.search.exact import BUDGET, TooLong, ends, plain_solve
from tests.support.positions import at, standard, walk

SINGLE = standard(rounds="single")
GAMES = [
    SINGLE,
    standard(deck_end="empty", full_tie="draw"),
    small.mini(small.TWO_GOODS),
    small.mini(small.THREE_GOODS),
    small.mini(small.QUICK_ROUNDS, rounds="match"),
]


# ---- worlds ----


@pytest.mark.parametrize("rules", GAMES, ids=range(len(GAMES)))
def test_worlds_are_the_hands_of_determinizations(rules: Game) -> None:
    seen = 0
    for seed in range(4):
        for state in walk(rules, seed):
            if state.actor < 0:
                continue
            view = state.view(state.actor)
            worlds = view.worlds(400)
            fields, other = view.fields(), 1 - view.viewer
            goods, hidden = sum(fields["pool"][:6]), fields["hidden"][other]
            if not worlds:
                continue
            assert sum(weight for _, weight in worlds) == comb(goods, hidden)
            assert all(world.view(view.viewer) == view for world, _ in worlds)
            assert all(world.actor == view.actor for world, _ in worlds)
            hands = {hand(world, other): weight for world, weight in worlds}
            assert len(hands) == len(worlds)
            assert not view.worlds(len(worlds) - 1)
            if 1 < len(worlds) < 50 and seen < 5:
                seen += 1
                counts = Counter(hand(view.determinize(Rng(seed, k)), other) for k in range(2000))
                check_frequencies(hands, counts, f"worlds of {view.snapshot()}")
    assert seen


def hand(state: State, seat: int) -> tuple[int, ...]:
    return state.fields()["hand"][8 * seat : 8 * seat + 8]


def test_what_a_seat_expects_of_chance() -> None:
    """Events of a world are those that its determinizations show to the seat, as often."""
    tested: Counter[str] = Counter()
    for seed in range(30):
        for state in walk(SINGLE, seed, ("greedy", "greedy")):
            if state.actor != CHANCE or state.fields()["phase"][0] < 5:
                continue
            for seat in (0, 1):
                view = state.view(seat)
                worlds = view.worlds(300)
                if not worlds:
                    continue
                world, _ = worlds[seed % len(worlds)]
                expected = dict(world.expected())
                kind = SINGLE.text(next(iter(expected))).partition(":")[0]
                tested[kind] += 1
                counts: Counter[int] = Counter()
                for k in range(300 if tested[kind] <= 8 else 5):
                    full = world.determinize(Rng(seed, k))
                    counts[full.observed(full.sample(Rng(seed, 1000 + k)), seat)] += 1
                check_frequencies(expected, counts, f"{kind} of {world.snapshot()}")
                assert all(world.illegal_reason(word) is None for word in expected)
    assert set(tested) == {"fill", "bonus", "reveal0", "reveal1"}


def test_only_worlds_say_what_is_expected() -> None:
    state = at(SINGLE, hand0="DD", hand1="GG+SS")
    with pytest.raises(WrongState):
        state.expected()
    with pytest.raises(WrongState):
        state.worlds()
    with pytest.raises(WrongState):
        state.view(0).expected()
    assert state.view(1).expected()
    bazaar = game("bazaar", 2, seed=1).start(seat=0)
    assert bazaar.worlds() == []
    with pytest.raises(WrongState):
        bazaar.expected()


# ---- the solver against the definition ----


@pytest.mark.parametrize("rules", GAMES, ids=range(len(GAMES)))
def test_the_definition(rules: Game) -> None:
    compared, horizons, several = 0, set(), 0
    for view in ends(rules, 40 if rules.table else 8):
        try:
            plain, horizon = plain_solve(view)
        except TooLong:
            continue
        moves = view.moves()
        bounds, _ = solve(view, moves, BUDGET)
        best = max(plain[move][0] for move in moves)
        assert max(low for low, _ in bounds) == pytest.approx(float(best), abs=1e-6)
        for move, (low, high) in zip(moves, bounds, strict=True):
            # A move that an earlier horizon has ruled out is not looked at again.
            exact = plain[move]
            assert low <= float(exact[0]) + 1e-6 and float(exact[1]) <= high + 1e-6
            if float(exact[0]) > best - Fraction(1, 10**6):
                assert (low, high) == pytest.approx(tuple(map(float, exact)), abs=1e-6)
        compared += 1
        horizons.add(horizon)
        several += len(view.worlds()) > 1
    print(f"{compared} ends, {several} of them with several worlds, horizons {sorted(horizons)}")
    assert compared >= 10 and max(horizons) > 0


def test_a_budget() -> None:
    view = max(ends(SINGLE, 12), key=lambda view: solve(view, view.moves(), BUDGET)[1])
    bounds, plies = solve(view, view.moves(), BUDGET)
    assert 100 < plies <= BUDGET and bounds
    assert solve(view, view.moves(), plies)[0] == bounds
    assert solve(view, view.moves(), plies - 1) == ([], plies - 1)
    full = view.determinize(Rng(0))
    with pytest.raises(WrongState):
        solve(full, full.moves(), 10)
