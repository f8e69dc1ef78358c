"""The engine against the slow, plain Python rules, on random games (law 6).

A game takes part that has a pairing.py among its tests: `Walk`, `SEED` and `WANTED`.

At every ply: the same actor, the same legal moves or outcomes with the same weights, and the same
table after the same text. On one ply in fifty: the same table after every move that is possible.
Over all values of the rules options and numbers of seats.
"""

import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import ModuleType

import pytest

from tests.support.folders import modules

PAIRINGS: dict[str, ModuleType] = modules("pairing")


def walk(game: str, seed: int, plies: int) -> Counter[str]:
    counts: Counter[str] = PAIRINGS[game].Walk(seed).run(plies)
    return counts


def check(game: str, counts: Counter[str], plies: int, seconds: float) -> None:
    told = [f"{name:>48} {counts[name]:>12,}" for name in sorted(counts)]
    print("", *told, f"{'seconds':>48} {seconds:>12.1f}", sep="\n")
    assert counts["plies"] >= plies
    missing = [name for name in PAIRINGS[game].WANTED if not counts[name]]
    assert not missing, f"these never happened, so they were not compared: {missing}"


@pytest.mark.parametrize("game", PAIRINGS)
def test_engine_agrees_with_the_plain_rules(game: str) -> None:
    start = time.perf_counter()
    counts = walk(game, PAIRINGS[game].SEED, plies=6_000)
    check(game, counts, 6_000, time.perf_counter() - start)


@pytest.mark.slow
@pytest.mark.parametrize("game", PAIRINGS)
def test_engine_agrees_with_the_plain_rules_for_a_million_plies(game: str) -> None:
    start = time.perf_counter()
    with ProcessPoolExecutor(max_workers=2) as pool:
        parts = pool.map(partial(walk, game), range(100, 120), [50_000] * 20)
        counts = sum(parts, Counter[str]())
    check(game, counts, 1_000_000, time.perf_counter() - start)
