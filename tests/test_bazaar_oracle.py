"""Bazaar against the slow, plain Python rules in oracle/, on random games (law 6).

As test_jaipur_oracle.py, over one to six seats and all values of the options.
"""

import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest
from bazaar_pairing import WANTED, Walk, report


def walk(seed: int, plies: int) -> Counter[str]:
    return Walk(seed).run(plies)


def check(counts: Counter[str], plies: int, seconds: float) -> None:
    print("", *report(counts), f"{'seconds':>48} {seconds:>12.1f}", sep="\n")
    assert counts["plies"] >= plies
    missing = [name for name in WANTED if not counts[name]]
    assert not missing, f"these never happened, so they were not compared: {missing}"


def test_engine_agrees_with_the_plain_rules() -> None:
    start = time.perf_counter()
    check(walk(seed=1, plies=20_000), 20_000, time.perf_counter() - start)


@pytest.mark.slow
def test_engine_agrees_with_the_plain_rules_for_a_million_plies() -> None:
    start = time.perf_counter()
    with ProcessPoolExecutor(max_workers=2) as pool:
        parts = pool.map(walk, range(100, 120), [50_000] * 20)
        counts = sum(parts, Counter[str]())
    check(counts, 1_000_000, time.perf_counter() - start)
