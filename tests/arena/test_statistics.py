"""Means, errors and correlations: against values worked out by hand, and by simulation."""

import math
import random
import statistics as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.arena.rate.statistics import Moments, mean_of


@given(st.lists(st.integers(-10_000, 10_000), min_size=2, max_size=50))
def test_mean_and_error_agree_with_the_standard_library(numbers: list[int]) -> None:
    mean = mean_of(len(numbers), sum(numbers), sum(x * x for x in numbers))
    assert mean.value == pytest.approx(standard.fmean(numbers))
    expected = standard.stdev(numbers) / math.sqrt(len(numbers))
    assert mean.error == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_mean_of_few() -> None:
    assert math.isnan(mean_of(0, 0, 0).value)
    assert mean_of(1, 7, 49).value == 7
    assert math.isnan(mean_of(1, 7, 49).error)


# ---- two numbers at a time ----

NUMBERS = st.lists(
    st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)), min_size=2, max_size=40
)


def moments(numbers: list[tuple[int, int]]) -> Moments:
    made = Moments()
    for x, y in numbers:
        made.add(x, y)
    return made


@given(NUMBERS)
def test_moments_agree_with_the_standard_library(numbers: list[tuple[int, int]]) -> None:
    xs, ys = [x for x, _ in numbers], [y for _, y in numbers]
    vx, vy, covariance = moments(numbers).variances()
    assert vx == pytest.approx(standard.variance(xs))
    assert vy == pytest.approx(standard.variance(ys))
    assert covariance == pytest.approx(standard.covariance(xs, ys))
    if vx > 0 and vy > 0:
        assert moments(numbers).correlation() == pytest.approx(standard.correlation(xs, ys))


def test_what_pairing_saves() -> None:
    """The variance of a pair's mean against that of two games apart."""
    numbers = [(1, 0), (0, 1), (1, 0), (1, 1), (0, 1), (1, 0)]
    xs, ys = [x for x, _ in numbers], [y for _, y in numbers]
    apart = (standard.variance(xs) + standard.variance(ys)) / 4
    together = standard.variance([(x + y) / 2 for x, y in numbers])
    assert moments(numbers).saved() == pytest.approx(1 - together / apart)
    assert moments([(1, 0), (0, 1), (1, 0)]).saved() == pytest.approx(1)
    assert moments([(1, 1), (0, 0), (1, 1)]).saved() == pytest.approx(-1)
    assert math.isnan(moments([(1, 1), (1, 1)]).saved())
    assert math.isnan(moments([(1, 0)]).saved())


def test_the_interval_of_a_correlation_covers_the_truth() -> None:
    """r = 0.6 in 50 pairs, 400 times: 95 % +- 4."""
    rng, held = random.Random(2), 0
    for _ in range(400):
        made = Moments()
        for _ in range(50):
            common = rng.gauss(0, 1)
            x, y = (math.sqrt(0.6) * common + math.sqrt(0.4) * rng.gauss(0, 1) for _ in "xy")
            made.add(x, y)
        interval = made.correlation_interval()
        held += interval.low <= 0.6 <= interval.high
    assert 0.91 <= held / 400 <= 0.99
