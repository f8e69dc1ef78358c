"""The C kernel against the searcher in Python: the same search, to the last visit."""

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

import pytest

import build_core
from sarai import (
    OVER,
    IllegalMove,
    InvalidGame,
    Limits,
    NativeSearch,
    Rng,
    Search,
    SearchResult,
    Settings,
    State,
    WrongState,
    game,
)
from sarai.core import Kernel
from sarai.games import CORE, REGISTRY
from sarai.search.limits import confident
from sarai.search.tree import Node
from tests.laws.small import toy
from tests.search.visits import GAMES
from tests.support import native
from tests.support.positions import wander

HERE = Path(__file__).resolve().parent


def positions(count: int) -> list[State]:
    """Views of the seat to move, from random games of both rule sets."""
    found: list[State] = []
    for seed in range(count):
        rng = Rng(seed, 99)
        state = wander(GAMES[seed % 2], rng, rng.below(40), partial(State.deal, seed=seed))
        if state.actor >= 0:
            found.append(state.view(state.actor))
    return found


def compare(
    view: State, settings: Settings, iterations: int, only: Sequence[int] = ()
) -> SearchResult:
    limits = Limits(iterations=iterations)
    slow = Search(view, settings, only=only).run(limits)
    fast = NativeSearch(view, settings, only=only).run(limits)
    assert [
        (c.move, c.visits, c.available, c.win, c.score, c.prior, c.variation)
        for c in slow.candidates
    ] == [
        (c.move, c.visits, c.available, c.win, c.score, c.prior, c.variation)
        for c in fast.candidates
    ]
    for a, b in zip(slow.candidates, fast.candidates, strict=True):
        assert a.error == pytest.approx(b.error, abs=1e-9)
        assert a.deviation == pytest.approx(b.deviation, abs=1e-6)
    assert (slow.nodes, slow.mean_depth, slow.max_depth) == (
        fast.nodes,
        fast.mean_depth,
        fast.max_depth,
    )
    return fast


def all_settings(seed: int) -> list[Settings]:
    return [
        Settings(
            tree=tree,
            policy=policy,
            seed=seed,
            exploration=exploration,
            selection=selection,
            widening=0.5 + seed % 3,
        )
        for tree, selection in product(("open", "closed"), ("puct", "ucb"))
        for policy, exploration in (("value", 0.5), ("uniform", 0.3), ("direct", 1.1))
    ]


def test_identical_to_python() -> None:
    compared = 0
    for seed, view in enumerate(positions(8)):
        for settings in all_settings(seed):
            compare(view, settings, 100)
            compared += 1
    print(f"{compared} searches identical")
    assert compared > 90


@pytest.mark.parametrize("name", [*REGISTRY, "toy"])
def test_identical_where_the_others_are_drawn_by_the_prior(name: str) -> None:
    """The tree has only the nodes of the searching seat."""
    rules = toy(6) if name == "toy" else game(name, CORE[name].max_seats, seed=2)
    compared = 0
    for seed in range(6):
        state = wander(rules, Rng(seed, 7), 3 * seed, partial(State.deal, seed=seed))
        if state.actor < 0:
            continue
        for tree, selection in product(("open", "closed"), ("puct", "ucb")):
            view = state.view(state.actor)
            settings = Settings(tree, selection, others="prior", seed=seed)
            compare(view, settings, 80)
            search = Search(view, settings)
            for _ in range(80):
                search.iterate()
            assert actors(search.root) == {view.viewer}
            compared += 1
    assert compared > 4


def actors(node: Node) -> set[int]:
    """The seats that decide in a tree."""
    return {node.actor}.union(*map(actors, node.children.values()))


def test_identical_where_choices_are_hidden() -> None:
    """Three seats, masked moves, a simultaneous choice: the toy game."""
    compared = 0
    for seed in range(4):
        rng, state = Rng(seed, 5), toy(5 + seed % 2).start()
        while state.actor != OVER:
            words = state.moves() or [state.sample(rng)]
            if state.actor >= 0:
                kinds = product(("open", "closed"), ("puct", "ucb"))
                for tree, selection in kinds:
                    settings = Settings(tree=tree, seed=seed, selection=selection)
                    compare(state.view(state.actor), settings, 80)
                    compared += 1
            state.play(words[rng.below(len(words))])
    assert compared > 90


def test_a_cut_tree() -> None:
    for seed, view in enumerate(positions(8)):
        for depth in (1, 2, 4):
            for tree in ("open", "closed"):
                settings = Settings(tree=tree, seed=seed, depth=depth)
                assert compare(view, settings, 400).max_depth <= depth
    assert NativeSearch(view, Settings(depth=2)).run(Limits(iterations=20_000)).max_depth == 2
    with pytest.raises(InvalidGame, match="depth: -1 is negative"):
        Settings(depth=-1)


def test_only_some_moves_at_the_root() -> None:
    for seed, view in enumerate(positions(12)):
        moves = view.moves()
        only = moves[seed % 3 :: 3] or moves[:1]
        for tree in ("open", "closed"):
            found = compare(view, Settings(tree=tree, seed=seed), 300, only)
            assert {c.move for c in found.candidates} <= set(only)
    whole = NativeSearch(view, Settings(seed=1)).run(Limits(iterations=500))
    assert compare(view, Settings(seed=1), 500, moves).candidates == whole.candidates
    for search in (Search, NativeSearch):
        with pytest.raises(IllegalMove):
            search(view, only=[view.game.parse("starter:0")])


def test_confidence_ends_a_search_at_a_fixed_iteration() -> None:
    ended: list[int] = []
    for view in positions(8):
        limits = Limits(iterations=20_000, confidence=0.9)
        first, second = (NativeSearch(view).run(limits) for _ in range(2))
        assert first.candidates == second.candidates
        assert first.iterations % 1000 == 0
        assert confident(first, 0.9) or first.iterations == 20_000
        ended.append(first.iterations)
    assert min(ended) < 20_000, ended
    slow, fast = (kind(view).run(Limits(3000, confidence=0.9)) for kind in (Search, NativeSearch))
    assert [(c.move, c.visits) for c in slow.candidates] == [
        (c.move, c.visits) for c in fast.candidates
    ]


@pytest.mark.slow
def test_identical_to_python_at_length() -> None:
    compared = 0
    for seed, view in enumerate(positions(220)):
        for settings in all_settings(seed):
            compare(view, settings, 2000)
            compared += 1
    print(f"{compared} searches of 2000 iterations identical")
    assert compared >= 4800


def test_batches_change_nothing() -> None:
    """The clock and reports cut a search into batches; what it finds stays the same."""
    view = positions(3)[2]
    seen: list[SearchResult] = []
    cut = NativeSearch(view).run(Limits(iterations=30_000), seen.append, every=1e-4)
    whole = NativeSearch(view).run(Limits(iterations=30_000))
    assert len(seen) > 3 and cut.candidates == whole.candidates


def test_threads_share_the_iterations_and_are_deterministic() -> None:
    view = positions(3)[2]
    for iterations in (1, 2, 7, 5000):
        limits = Limits(iterations=iterations)
        first, second = (NativeSearch(view, threads=3).run(limits) for _ in range(2))
        assert first.candidates == second.candidates
        assert first.iterations == sum(c.visits for c in first.candidates) == iterations
    single = NativeSearch(view).run(Limits(iterations=5000))
    assert single.candidates != first.candidates
    with pytest.raises(ValueError, match="threads: 0 is not positive"):
        NativeSearch(view, threads=0)


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    view = positions(3)[2]
    search = NativeSearch(view, memory=400_000)
    result = search.run(Limits(iterations=50_000))
    assert result.full and result.iterations == 50_000
    assert sum(c.visits for c in result.candidates) == 50_000
    assert [kernel.progress().memory <= 400_008 for kernel in search._kernels] == [True]
    assert not NativeSearch(view).run(Limits(iterations=50_000)).full


def test_a_node_of_thousands_of_edges(tmp_path: Path) -> None:
    """An open tree once wrote beyond its free lists where a node had more than 4,096 edges."""
    program, csrc = tmp_path / "large_node", build_core.CSRC
    sources = [HERE / "large_node.c", csrc / "search" / "tree.c"]
    command = [*native.compiler(), *build_core.FLAGS, f"-I{csrc}", *map(str, sources)]
    subprocess.run([*command, "-o", str(program)], check=True)
    clean = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(program)], capture_output=True, text=True, env=clean)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "32768 of 32768 edges, full 1, 1 nodes\n"


@pytest.mark.slow
def test_a_long_search_in_an_open_tree() -> None:
    view = positions(3)[2]
    result = NativeSearch(view, Settings(tree="open"), memory=256 * 2**20).run(
        Limits(iterations=2_000_000)
    )
    assert sum(c.visits for c in result.candidates) == 2_000_000 and not result.full


def test_no_memory_beyond_the_minimum() -> None:
    view = positions(3)[2]
    result = NativeSearch(view, memory=1).run(Limits(iterations=1000))
    assert result.full and result.iterations == 1000
    assert result.move in view.moves()


def test_stop_from_another_thread() -> None:
    search = NativeSearch(positions(3)[2])
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    started = time.monotonic()
    result = search.run(Limits(seconds=60))
    assert time.monotonic() - started < 30
    assert 1 <= result.iterations == sum(c.visits for c in result.candidates)


def test_a_stop_ends_the_current_run_only() -> None:
    search = NativeSearch(positions(3)[2])
    search.stop()
    assert search.run(Limits(iterations=500)).iterations == 500
    threading.Timer(0.05, search.stop).start()
    search.run(Limits(seconds=60))
    assert search.run(Limits(iterations=500)).iterations == 500


def test_the_same_limits_twice() -> None:
    """The clock starts with each search, not with the limits."""
    limits = Limits(seconds=0.1)
    time.sleep(0.12)
    for kind in (NativeSearch, Search, NativeSearch):
        result = kind(positions(3)[2]).run(limits)
        assert result.iterations > 10 and result.seconds >= 0.1


def test_memory_is_touched_as_it_is_used() -> None:
    """A search without an end may take gigabytes, and gets none of them before it needs them."""
    search = NativeSearch(positions(3)[2], memory=8000 * 2**20)
    threading.Timer(0.2, search.stop).start()
    started = time.monotonic()
    result = search.run(Limits(iterations=10**9))
    assert result.iterations > 100 and time.monotonic() - started < 1


def test_stopped_before_the_first_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """From another thread, when the memory is there but nothing has been done with it."""
    search, run = NativeSearch(positions(3)[2], threads=2), Kernel.run

    def stop_and_run(kernel: Kernel, iterations: int) -> int:
        search.stop()
        return run(kernel, iterations)

    monkeypatch.setattr(Kernel, "run", stop_and_run)
    result = search.run(Limits(seconds=60))
    assert result.iterations == 1 and result.move in search.view.moves()


def test_time_limit() -> None:
    result = NativeSearch(positions(3)[2]).run(Limits(seconds=0.05))
    assert result.iterations > 1 and result.seconds >= 0.05


def test_a_short_search_takes_little_memory() -> None:
    search = NativeSearch(positions(3)[2], memory=2**30)
    result = search.run(Limits(seconds=0.01))
    assert result.memory < 2**23 and not result.full


def test_needs_a_view() -> None:
    view = positions(3)[2]
    with pytest.raises(WrongState, match="not a full state"):
        NativeSearch(view.determinize(Rng(1)))
