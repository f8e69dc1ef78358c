"""Without a prior a search is fair: equal chances, random order from the seed, every move tried."""

from __future__ import annotations

import functools

import pytest

from sarai import CHANCE, Game, Limits, NativeSearch, Rng, Settings, State, game, player
from sarai.games import REGISTRY
from tests.search.test_native import compare
from tests.support.native import without_prior

MANY = 20


@functools.cache
def bare(name: str) -> Game:
    """A game of the registry with its prior taken away."""
    whole = game(name, 2, seed=1)
    return Game(without_prior(whole.core), whole.board, 2, whole.options)


@functools.cache
def wide(name: str) -> State:
    """The view with the most moves in some random games."""
    found: list[State] = []
    for seed in range(60):
        rng, state = Rng(seed), bare(name).start()
        for _ in range(120):
            if state.settled() is not None:
                break
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            found.append(state.view(state.actor))
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    return max(found, key=lambda view: len(view.moves()))


@pytest.mark.parametrize("name", REGISTRY)
def test_every_move_is_tried_in_random_order(name: str) -> None:
    view = wide(name)
    moves = view.moves()
    assert len(moves) >= MANY, f"{name}: {len(moves)} moves"
    enough = len(moves) ** 2
    result = NativeSearch(view, Settings(seed=1)).run(Limits(iterations=enough))
    assert {c.move for c in result.candidates} == set(moves)
    assert {c.prior for c in result.candidates} == {1 / len(moves)}
    early = []
    for seed in range(4):
        result = NativeSearch(view, Settings(seed=seed)).run(
            Limits(iterations=len(moves) ** 2 // 9)
        )
        early.append({c.move for c in result.candidates})
        assert early[-1] != set(moves[: len(early[-1])]), "the lowest words"
    assert len(set(map(frozenset, early))) == len(early)


@pytest.mark.parametrize("name", REGISTRY)
def test_python_and_c_agree(name: str) -> None:
    view = wide(name)
    for seed in range(3):
        compare(view, Settings(tree=("open", "closed")[seed % 2], seed=seed), 200)
        compare(view, Settings(seed=seed), 100, view.moves()[::3])


@pytest.mark.parametrize("name", REGISTRY)
def test_a_level_without_a_search_draws_at_random(name: str) -> None:
    view = wide(name)
    chosen = [player("sparring:level=6", view.game).choose(view, seed).move for seed in range(40)]
    assert len(set(chosen)) > 12


def test_one_position_has_about_a_hundred_moves() -> None:
    assert max(len(wide(name).moves()) for name in REGISTRY) > 90
