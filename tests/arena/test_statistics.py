"""Means, errors and correlations: against values worked out by hand, and by simulation."""

import math
import random
import statistics as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.statistics import Moments, mean_of
from sarai_protocol.arena.record.records import Clock, GameRecord


@given(st.lists(st.integers(-10_000, 10_000), min_size=2, max_size=50))
def test_mean_and_error_agree_with_the_standard_library(numbers: list[int]) -> None:
    mean = mean_of(len(numbers), sum(numbers), sum(x * x for x in numbers))
    assert mean.value == pytest.approx(standard.fmean(numbers))
    expected = standard.stdev(numbers) / math.sqrt(len(numbers))
    if len(set(numbers)) == 1:  # what does not vary in a sample may vary elsewhere
        assert math.isnan(mean.error)
        return
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


# ---- the sums of a match ----


def test_points_are_counted_by_seat_and_by_who_began() -> None:
    """In two games of three, seat 1 decided first."""
    duel = DuelResult()
    for number, (first, seating, shares) in enumerate(
        ((1, (0, 1), (1.0, 0.0)), (1, (1, 0), (0.5, 0.5)), (0, (0, 1), (0.0, 1.0))), 1
    ):
        duel.add(game(number, seating, first, shares))
    a, b = duel.sides
    assert (a.points, a.seat_games, a.seat_points) == (1.5, [2, 1], [1.0, 0.5])
    assert (b.points, b.seat_games, b.seat_points) == (1.5, [1, 2], [0.5, 1.0])
    assert (a.starter_games, a.starter_points) == (2, 0.5)
    assert (b.starter_games, b.starter_points) == (1, 0.0)
    assert (duel.draws, a.wins, b.wins, duel.counts) == (1, 1, 1, [0, 0, 0, 1, 0])


def game(
    number: int, seating: tuple[int, int], first: int, shares: tuple[float, float]
) -> GameRecord:
    """A game without events; two and two share a deal."""
    pair = (number + 1) // 2
    clock = Clock(1.0, ((), ()))
    return GameRecord(number, pair, pair, seating, first, (), shares, (0, 0), 0, False, (), clock)
