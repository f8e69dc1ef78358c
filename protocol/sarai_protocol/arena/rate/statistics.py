"""Means, errors and correlations, as pure functions of counts and sums.

Everything is a running sum, so a match of any length needs constant memory; sums of whole numbers
are exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors on either side of a 95 % interval: 1.96."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error, nan where the numbers do not tell it: see `mean_of`."""

    value: float
    error: float


def mean_of(n: int, total: float, squares: float) -> Mean:
    """Mean m = total / n, standard error sqrt(v / n), v = (squares - n m^2) / (n - 1).

    v is the unbiased sample variance of n independent numbers with this sum and sum of squares;
    with integers the difference is taken exactly, so that nothing cancels. The error is nan for
    fewer than two numbers, and for numbers that are all alike: they don't prove that none differs.
    """
    if n == 0:
        return Mean(math.nan, math.nan)
    if n == 1:
        return Mean(total, math.nan)
    variance = variance_of_mean(n, total, squares)
    return Mean(total / n, math.sqrt(variance) if variance > 0 else math.nan)


def variance_of_mean(n: int, total: float, squares: float) -> float:
    """The variance v / n of `mean_of`; 0 if the numbers are all alike, nan for fewer than two."""
    if n < 2:
        return math.nan
    return max(0.0, n * squares - total * total) / ((n - 1) * n * n)


@dataclass(slots=True)
class Moments:
    """The sums of pairs of numbers (x, y) that variances and covariance need."""

    n: int = 0
    x: float = 0
    y: float = 0
    xx: float = 0
    yy: float = 0
    xy: float = 0

    def add(self, x: float, y: float) -> None:
        self.n += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.yy += y * y
        self.xy += x * y

    def variances(self) -> tuple[float, float, float]:
        """var x, var y and cov(x, y), unbiased; nan for fewer than two pairs."""
        if self.n < 2:
            return math.nan, math.nan, math.nan
        n, scale = self.n, self.n * (self.n - 1)
        return (
            max(0.0, n * self.xx - self.x * self.x) / scale,
            max(0.0, n * self.yy - self.y * self.y) / scale,
            (n * self.xy - self.x * self.y) / scale,
        )

    def correlation(self) -> float:
        """Pearson's r; nan where one of the two does not vary."""
        vx, vy, covariance = self.variances()
        return covariance / math.sqrt(vx * vy) if vx > 0 and vy > 0 else math.nan

    def correlation_interval(self) -> Estimate:
        """r with its 95 % interval by Fisher's z = artanh r, of standard error 1 / sqrt(n - 3).

        (R. A. Fisher, "On the probable error of a coefficient of correlation", Metron 1, 1921.)
        """
        r = self.correlation()
        if not self.n > 3 or not abs(r) < 1:
            return Estimate(r, math.nan, math.nan)
        reach = Z / math.sqrt(self.n - 3)
        return Estimate(r, math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach))

    def saved(self) -> float:
        """The part of the games that playing in pairs saves; below zero if it costs games.

        The mean of a pair has the variance (vx + vy + 2 cov) / 4, that of two games on deals of
        their own, one from each seat, (vx + vy) / 4. Errors of the same size need games in
        proportion to these, so the part saved is -2 cov / (vx + vy).
        """
        vx, vy, covariance = self.variances()
        return -2 * covariance / (vx + vy) if vx + vy > 0 else math.nan

    # -- x as a control variate of y: its true mean is 0 --

    def mean_x(self) -> Mean:
        """Mean of x with its standard error."""
        return mean_of(self.n, self.x, self.xx)

    def explained(self) -> float:
        """The part of the variance of y that the line through x explains, less what chance would.

        1 - (residual variance) / (variance of y), both unbiased, so that it may be below 0 where x
        has nothing to do with y; as much of the games is saved. nan for fewer than three pairs.
        """
        vx, vy, covariance = self.variances()
        if self.n < 3 or not (vx > 0 and vy > 0):
            return math.nan
        rest = (self.n - 1) / (self.n - 2) * (1 - covariance * covariance / (vx * vy))
        return 1 - rest

    def adjusted(self) -> Mean:
        """The mean of y at x = 0 by least squares, with its standard error.

        m_y - b m_x with b = cov / v_x, the best control variate with this x; b is found from the
        same pairs, which costs the term in m_x^2 and a bias of order 1 / n (S. Lavenberg, P. Welch,
        "A perspective on the use of control variables", Management Science 27, 1981).
        """
        vx, vy, covariance = self.variances()
        if self.n < 3 or not vx > 0:
            return mean_of(self.n, self.y, self.yy)  # nothing to go by
        mx, my = self.x / self.n, self.y / self.n
        rest = (self.n - 1) / (self.n - 2) * max(0.0, vy - covariance * covariance / vx)
        spread = 1 / self.n + mx * mx / ((self.n - 1) * vx)
        return Mean(my - covariance / vx * mx, math.sqrt(rest * spread))
