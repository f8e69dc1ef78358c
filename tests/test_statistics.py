"""The statistics of matches: against values worked out by hand, and by simulation."""

import math
import random
import statistics as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.arena.statistics import (
    PAIR_SCORES,
    Z,
    elo,
    elo_of,
    expected_score,
    game_score,
    mean_of,
    pair_index,
)


def test_elo_of_known_scores() -> None:
    # 400 log10(3) = 190.85; 400 log10(10) = 400.
    assert elo_of(0.5) == 0
    assert elo_of(0.75) == pytest.approx(190.8485, abs=1e-4)
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf


@given(st.floats(-800, 800))
def test_expected_score_is_the_inverse(difference: float) -> None:
    assert elo_of(expected_score(difference)) == pytest.approx(difference, abs=1e-6)


def test_game_score_by_hand() -> None:
    # Pair scores per game 0, 1/2, 1/2, 1: mean 1/2, variance (1/4 + 1/4) / 3, error its root / 2.
    mean = game_score([1, 0, 2, 0, 1])
    assert mean.value == 0.5
    assert mean.error == pytest.approx(math.sqrt(1 / 6) / 2)


def test_elo_interval_by_hand() -> None:
    # 100 pairs: mean 0.55; mean square (5 + 5/2 * ...) worked out below in plain floats.
    counts = [10, 10, 40, 30, 10]
    scores = [i / 4 for i, n in enumerate(counts) for _ in range(n)]
    mean, error = standard.fmean(scores), standard.stdev(scores) / 10
    assert mean == pytest.approx(0.55)
    estimate = elo(counts)
    assert estimate.value == pytest.approx(400 * math.log10(0.55 / 0.45))
    assert estimate.low == pytest.approx(elo_of(mean - 1.959964 * error), abs=1e-3)
    assert estimate.high == pytest.approx(elo_of(mean + 1.959964 * error), abs=1e-3)
    assert pytest.approx(1.959964, abs=1e-6) == Z


def test_pairs_that_say_nothing_give_no_interval() -> None:
    for counts in ([0, 0, 0, 0, 0], [0, 0, 0, 0, 9], [0, 0, 1, 0, 0]):
        assert math.isnan(elo(counts).low)
        assert math.isnan(elo(counts).high)
    assert elo([0, 0, 0, 0, 9]).value == math.inf
    assert elo([9, 0, 0, 0, 0]).value == -math.inf


def test_an_interval_that_reaches_the_edge_is_infinite_there() -> None:
    estimate = elo([7, 0, 2, 0, 1])
    assert estimate.low == -math.inf
    assert estimate.value == pytest.approx(-240.8, abs=0.1)
    assert math.isfinite(estimate.high)


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


def test_pair_scores_have_their_places() -> None:
    assert [pair_index(score) for score in PAIR_SCORES] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("weights", [(1, 1, 4, 1, 3), (20, 5, 50, 5, 20), (1, 2, 10, 20, 67)])
def test_intervals_cover_the_truth(weights: tuple[int, ...]) -> None:
    """Of 600 matches of 200 pairs, 95 % +- 3 intervals hold the true difference.

    The standard error of the share is 0.9 %, so a right program fails here less than once in a
    thousand seeds, and the seed is fixed.
    """
    rng = random.Random(1)
    truth = elo_of(sum(i * w for i, w in enumerate(weights)) / 4 / sum(weights))
    covered = 0
    for _ in range(600):
        drawn = rng.choices(range(5), weights, k=200)
        estimate = elo([drawn.count(i) for i in range(5)])
        covered += estimate.low <= truth <= estimate.high
    assert 0.92 <= covered / 600 <= 0.98
