"""Elo, normalised Elo and superiority: against values worked out by hand, and by simulation."""

import math
import random
import statistics as standard
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.arena.rate.elo import (
    NORMALISED,
    PAIR_SCORES,
    elo,
    elo_of,
    expected_score,
    game_score,
    normalised_elo,
    pair_index,
    superiority,
    sure_bound,
)
from sarai_protocol.arena.rate.sprt import SCORES, tilted
from sarai_protocol.arena.rate.statistics import Estimate, Z


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
    for counts in ([0, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 1, 0, 0]):
        assert math.isnan(elo(counts).low)
        assert math.isnan(elo(counts).high)
        assert math.isnan(game_score(counts).error) and sure_bound(counts) is None


@pytest.mark.parametrize("pairs", [1, 9, 200])
def test_all_or_no_points_give_a_bound_and_no_certainty(pairs: int) -> None:
    """A player that wins a pair whole with the chance of the bound does so n times in 5 %."""
    won, lost = [0, 0, 0, 0, pairs], [pairs, 0, 0, 0, 0]
    bound = sure_bound(won)
    assert bound is not None and bound**pairs == pytest.approx(0.05)
    assert sure_bound(lost) == pytest.approx(1 - bound)
    assert elo(won) == Estimate(math.inf, elo_of(bound), math.inf)
    assert elo(lost).value == elo(lost).low == -math.inf
    assert elo(lost).high == pytest.approx(-elo_of(bound))
    assert math.isnan(game_score(won).error)


def test_an_interval_that_reaches_the_edge_is_infinite_there() -> None:
    estimate = elo([7, 0, 2, 0, 1])
    assert estimate.low == -math.inf
    assert estimate.value == pytest.approx(-240.8, abs=0.1)
    assert math.isfinite(estimate.high)


def test_pair_scores_have_their_places() -> None:
    assert [pair_index(score) for score in PAIR_SCORES] == [0, 1, 2, 3, 4]


# ---- normalised Elo and superiority ----


def test_normalised_elo_by_hand() -> None:
    # Two outcomes, 60 of 100 pairs won: m = 0.6, s^2 = 0.24 * 100 / 99, t = 0.1 / s.
    counts = [40, 0, 0, 0, 60]
    t = 0.1 / math.sqrt(0.24 * 100 / 99)
    assert normalised_elo(counts).value == pytest.approx(347.4356 / math.sqrt(2) * t, rel=1e-6)
    mirrored = normalised_elo(counts[::-1])
    assert mirrored.value == pytest.approx(-normalised_elo(counts).value)
    assert mirrored.low == pytest.approx(-normalised_elo(counts).high)
    assert math.isnan(normalised_elo([0, 0, 5, 0, 0]).value)


def test_normalised_elo_is_elo_near_zero_without_draws() -> None:
    """Pairs of two independent games without draws, at 10 Elo: s of a game is 1/2."""
    p = expected_score(10)
    counts = [round(1e6 * q) for q in ((1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p)]
    assert normalised_elo(counts).value == pytest.approx(elo(counts).value, rel=2e-3)


def test_superiority() -> None:
    assert superiority([10, 0, 5, 0, 10]) == pytest.approx(0.5)
    counts = [10, 10, 40, 30, 10]
    mean = game_score(counts)
    assert superiority(counts) == pytest.approx(
        (1 + math.erf((mean.value - 0.5) / mean.error / math.sqrt(2))) / 2
    )
    assert math.isnan(superiority([0, 0, 0, 0, 3]))


# ---- intervals hold the truth ----

SHAPES = {
    "no draws, independent games": (1, 0, 2, 0, 1),
    "no draws, one game decides both": (1, 0, 0, 0, 1),
    "luck of the cards": (15, 0, 70, 0, 15),
    "draws": (5, 25, 40, 25, 5),
}


def shifted(shape: tuple[int, ...], mean: float) -> list[float]:
    """A distribution of pair scores like this one, with another mean score of a game."""
    p = [weight / sum(shape) for weight in shape]
    return tilted(p, [x - mean for x in SCORES])


def drawn(cumulative: list[float], pairs: int, rng: random.Random) -> list[int]:
    found = rng.choices(range(5), cum_weights=cumulative, k=pairs)
    return [found.count(i) for i in range(5)]


def coverage(shape: tuple[int, ...], truth: float, matches: int) -> tuple[float, float]:
    """The parts of matches of 200 pairs whose intervals hold true Elo and true normalised Elo."""
    p = shifted(shape, expected_score(truth))
    mean = sum(q * x for q, x in zip(p, SCORES, strict=True))
    deviation = math.sqrt(sum(q * (x - mean) ** 2 for q, x in zip(p, SCORES, strict=True)))
    normalised = NORMALISED / math.sqrt(2) * (mean - 0.5) / deviation
    assert elo_of(mean) == pytest.approx(truth)
    rng, cumulative = random.Random(1), list(accumulate(p))
    held = [0, 0]
    for _ in range(matches):
        counts = drawn(cumulative, 200, rng)
        for i, (estimate, true) in enumerate(
            ((elo(counts), truth), (normalised_elo(counts), normalised))
        ):
            held[i] += estimate.low <= true <= estimate.high
    return held[0] / matches, held[1] / matches


@pytest.mark.parametrize("truth", [0, 200])
def test_intervals_cover_the_truth(truth: float) -> None:
    """95 % +- 4: the standard error of 300 matches is 1.3 %, and the seed is fixed."""
    for covered in coverage(SHAPES["luck of the cards"], truth, 300):
        assert 0.91 <= covered <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("truth", [-200, -100, -20, 0, 50, 200])
@pytest.mark.parametrize("shape", SHAPES)
def test_intervals_cover_the_truth_in_95_of_100_matches(shape: str, truth: float) -> None:
    """95 % +- 2 of 4,000 matches, whose standard error is 0.35 %."""
    found = coverage(SHAPES[shape], truth, 4000)
    print(f"{shape}, {truth} Elo: Elo {100 * found[0]:.2f} %, normalised {100 * found[1]:.2f} %")
    for covered in found:
        assert 0.93 <= covered <= 0.97
