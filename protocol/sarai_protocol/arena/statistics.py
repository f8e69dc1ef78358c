"""The statistics of a match, as pure functions of counts and sums.

Games come in pairs on one deal with the seats swapped, and the two games of a pair are not
independent, so every error below is reckoned from pairs, as the "pentanomial" model of chess
engine testing does (M. Van den Bergh, "A practical introduction to the GSPRT", and the fishtest
framework of Stockfish). A pair score is 0, 0.5, 1, 1.5 or 2; `counts` are how many pairs have each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

PAIR_SCORES = (0.0, 0.5, 1.0, 1.5, 2.0)
CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors on either side of a 95 % interval: 1.96."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error (nan for fewer than two numbers)."""

    value: float
    error: float


def mean_of(n: int, total: float, squares: float) -> Mean:
    """Mean m = total / n, standard error sqrt(v / n), v = (squares - n m^2) / (n - 1).

    v is the unbiased sample variance of n independent numbers with this sum and sum of squares;
    with integers the difference is taken exactly, so that nothing cancels.
    """
    if n == 0:
        return Mean(math.nan, math.nan)
    if n == 1:
        return Mean(total, math.nan)
    spread = max(0.0, n * squares - total * total)
    return Mean(total / n, math.sqrt(spread / (n - 1)) / n)


def game_score(counts: Sequence[int]) -> Mean:
    """Mean score of a game, 0 to 1, with its standard error by pairs.

    The score of a pair per game is x_i = i / 4 for i = 0..4; mean and error as in `mean_of`.
    """
    n = sum(counts)
    total = sum(i * count for i, count in enumerate(counts))
    squares = sum(i * i * count for i, count in enumerate(counts))
    mean = mean_of(n, total, squares)
    return Mean(mean.value / 4, mean.error / 4)


def expected_score(elo: float) -> float:
    """The score s = 1 / (1 + 10^(-d / 400)) at a difference of d Elo (A. Elo, 1978)."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The inverse of `expected_score`: d = 400 log10(s / (1 - s)); infinite outside (0, 1)."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def elo(counts: Sequence[int]) -> Estimate:
    """Elo difference with its 95 % interval: Elo of the mean score m and of m +- 1.96 se.

    The normal approximation from the variance of pairs. Its interval is nan where the pairs tell
    no variance: fewer than two of them, or all alike.
    """
    score = game_score(counts)
    if not score.error > 0:
        return Estimate(elo_of(score.value), math.nan, math.nan)
    reach = Z * score.error
    return Estimate(elo_of(score.value), elo_of(score.value - reach), elo_of(score.value + reach))


def pair_index(score: float) -> int:
    """The index in `counts` of a pair score (the nearest, if a game gave an odd share)."""
    return min(4, max(0, round(2 * score)))
