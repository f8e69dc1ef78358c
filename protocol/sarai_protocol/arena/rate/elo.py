"""Elo, normalised Elo and the likelihood of superiority, from the scores of pairs of games.

Games come in pairs on one deal with the seats swapped, and the two games of a pair are not
independent, so every error here is computed from pairs, as the "pentanomial" model of chess
engine testing does (M. Van den Bergh, "A practical introduction to the GSPRT", and the fishtest
framework of Stockfish). A pair score is 0, 0.5, 1, 1.5 or 2; `counts` are how many pairs have each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .statistics import CONFIDENCE, NORMAL, Estimate, Mean, Z, mean_of

PAIR_SCORES = (0.0, 0.5, 1.0, 1.5, 2.0)
NORMALISED = 800 / math.log(10)
"""Normalised Elo for one standard deviation of a game's score, 347.4: see `normalised_elo`."""


def pair_index(score: float) -> int:
    """The index in `counts` of a pair score (the nearest, if a game gave an odd share)."""
    return min(4, max(0, round(2 * score)))


def game_score(counts: Sequence[int]) -> Mean:
    """Mean score of a game, 0 to 1, with its standard error by pairs.

    The score of a pair per game is x_i = i / 4 for i = 0..4; mean and error as in `mean_of`.
    """
    n = sum(counts)
    total = sum(i * count for i, count in enumerate(counts))
    squares = sum(i * i * count for i, count in enumerate(counts))
    mean = mean_of(n, total, squares)
    return Mean(mean.value / 4, mean.error / 4)


def sure_bound(counts: Sequence[int]) -> float | None:
    """The 95 % bound of the score where A has all points, or none, else None.

    If a pair is won whole with a chance of p, n of n are with p^n, which is 5 % at p = 0.05^(1/n);
    a mean score is at least the chance of the highest one. (The exact bound of C. Clopper, E.
    Pearson, Biometrika 26, 1934, at n of n.)
    """
    n = sum(counts)
    if not n or n not in (counts[0], counts[-1]):
        return None
    bound: float = (1 - CONFIDENCE) ** (1 / n)
    return bound if counts[-1] else 1 - bound


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

    The normal approximation from the variance of pairs. Where the pairs show no variance (fewer
    than two of them, or all alike) the interval is nan; if A has all points, or none, its one end
    comes from `sure_bound`.
    """
    score, bound = game_score(counts), sure_bound(counts)
    if bound is not None:
        end, value = elo_of(bound), elo_of(score.value)
        return Estimate(value, end, value) if value > 0 else Estimate(value, value, end)
    if not score.error > 0:
        return Estimate(elo_of(score.value), math.nan, math.nan)
    reach = Z * score.error
    return Estimate(elo_of(score.value), elo_of(score.value - reach), elo_of(score.value + reach))


def normalised_elo(counts: Sequence[int]) -> Estimate:
    """Normalised Elo 800 / ln 10 * t / sqrt(2) with its 95 % interval, t = (m - 1/2) / s.

    m and s are mean and standard deviation of a pair's score per game; s sqrt(2) is the deviation
    that a single game would have if pairs were two independent games, and the factor makes it
    agree with Elo near 0 where there are no draws (M. Van den Bergh, "Normalized Elo"). How many
    pairs a test needs depends on t alone, which Elo hides. The variance of t is
    (1 - t g + t^2 (k - 1) / 4) / n, with skewness g and kurtosis k (E. Mertens, "Comments on
    variance of the IID estimator in Lo (2002)"). All nan where the pairs tell no variance.
    """
    n = sum(counts)
    score = game_score(counts)
    if not score.error > 0:
        return Estimate(math.nan, math.nan, math.nan)
    deviation = score.error * math.sqrt(n)
    t = (score.value - 0.5) / deviation
    moments = [(i / 4 - score.value) / deviation for i in range(5)]
    skewness, kurtosis = (
        sum(count * z**power for count, z in zip(counts, moments, strict=True)) / n
        for power in (3, 4)
    )
    error = math.sqrt(max(0.0, 1 - t * skewness + t * t * (kurtosis - 1) / 4) / n)
    scale = NORMALISED / math.sqrt(2)
    return Estimate(scale * t, scale * (t - Z * error), scale * (t + Z * error))


def superiority(counts: Sequence[int]) -> float:
    """The likelihood of superiority, P(Elo > 0) with a flat prior: Phi((m - 1/2) / se).

    The normal approximation, as in `elo`; nan where the pairs tell no variance.
    """
    score = game_score(counts)
    if not score.error > 0:
        return math.nan
    return NORMAL.cdf((score.value - 0.5) / score.error)
