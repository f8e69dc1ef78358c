"""Sequential tests: after each pair, is A better by this or by that much, or not known yet?

A. Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945) stops as
soon as the log-likelihood ratio of two hypotheses leaves (log(b / (1 - a)), log((1 - b) / a)); then
it accepts the first wrongly with a chance of about b, the second with one of about a. The
hypotheses here fix one number, the strength on one of three scales; the rest of the distribution
of a pair is what fits the pairs best under each of them (the generalised test, GSPRT: M. Van den
Bergh, "A practical introduction to the GSPRT"; X. Li, J. Liu, Z. Ying, Sequential Analysis 33,
2014).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .elo import NORMALISED, expected_score
from .statistics import mean_of

SCALES = {
    "elo": "Elo",
    "nelo": "normalised Elo",
    "diff": "score difference a game",
}
FORM = "elo0=0,elo1=10[,alpha=0.05,beta=0.05], or nelo0, nelo1, or diff0, diff1"
RARE = 1e-3
"""The count of a pair score that has not come up yet, so that no hypothesis is impossible."""
LEAST_PAIRS = {"elo": 8, "nelo": 8, "diff": 32}
"""Pairs before the first decision. Score differences have no bounds, so their variance and the
normal form of their mean need more pairs; strongly skewed ones would need more still."""
LIMITS = {"elo": 1000.0, "nelo": 150.0, "diff": 1e6}
"""How far from 0 bounds may be: at 1,000 Elo a score is nearly 1, and `fit_t` starts from t < 1."""
SCORES = tuple(i / 4 for i in range(5))

LOW, HIGH = "H0", "H1"


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0: the strength of A is `low`; H1: it is `high`. ValueError if that is no test.

    alpha is the chance to accept H1 though H0 is true, beta the other one.
    """

    scale: str
    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        scale = self.scale
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            raise ValueError(f"{scale}0 and {scale}1 must be finite numbers")
        if max(-self.low, self.high) > LIMITS[scale]:
            raise ValueError(
                f"{scale}0={self.low:g}, {scale}1={self.high:g} is not within "
                f"{-LIMITS[scale]:g}..{LIMITS[scale]:g}"
            )
        if not self.low < self.high:
            raise ValueError(
                f"{scale}0={self.low:g} is not below {scale}1={self.high:g}; "
                f"H0 is the weaker A, H1 the stronger one"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name}={getattr(self, name):g} is not between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first, H0 is accepted; above the second, H1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def __str__(self) -> str:
        """The form that `parse` reads; equal tests have equal texts."""
        ends = (f"{self.scale}0", self.low), (f"{self.scale}1", self.high)
        fields = *ends, ("alpha", self.alpha), ("beta", self.beta)
        return ",".join(f"{name}={value:g}" for name, value in fields)


def parse(text: str) -> Sprt:
    """The test that `elo0=0,elo1=10,alpha=0.05,beta=0.05` names; ValueError says what is wrong."""
    values: dict[str, float] = {}
    for pair in text.split(","):
        name, equals, number = pair.partition("=")
        if not equals:
            raise ValueError(f"{pair!r} is not of the form name=number; give {FORM}")
        if name in values:
            raise ValueError(f"{name} is given twice")
        try:
            values[name] = float(number)
        except ValueError:
            raise ValueError(f"{name}={number!r} is not a number") from None
    rates = {name: values.pop(name) for name in ("alpha", "beta") if name in values}
    for scale in SCALES:
        if set(values) == {f"{scale}0", f"{scale}1"}:
            return Sprt(scale, values[f"{scale}0"], values[f"{scale}1"], **rates)
    raise ValueError(f"{text!r} is not the two bounds of one scale; give {FORM}")


# ---- the state of a test ----


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands: log-likelihood ratio, its bounds, and H0, H1 or "" (not decided).

    `left` are the pairs that it still takes on average if A is as strong as it has been so far,
    `left_between` if its strength is midway between H0 and H1, where tests are longest; nan where
    the pairs do not tell.
    """

    ratio: float
    lower: float
    upper: float
    accepted: str
    left: float = math.nan
    left_between: float = math.nan


def judge(
    test: Sprt, counts: Sequence[int], difference_sum: float, difference_squares: float
) -> Verdict:
    """The verdict after these pairs: their scores, and sum and squares of score differences.

    A difference is that of a whole pair, two games.
    """
    pairs = sum(counts)
    points = sum(n * x for n, x in zip(counts, SCORES, strict=True))
    squares = sum(n * x * x for n, x in zip(counts, SCORES, strict=True))
    if test.scale == "elo":
        ends = expected_score(test.low), expected_score(test.high)
        return _verdict(
            test, pairs, mean_ratio(counts, *ends), _effect(pairs, points, squares, *ends)
        )
    if test.scale == "nelo":
        unit = NORMALISED / math.sqrt(2)
        ends = test.low / unit, test.high / unit
        deviation = _deviation(pairs, points, squares)
        t = (points / pairs - 0.5) / deviation if deviation > 0 else math.nan
        return _verdict(test, pairs, t_ratio(counts, *ends), Effect(t, *ends))
    ends = 2 * test.low, 2 * test.high
    sums = difference_sum, difference_squares
    ratio = difference_ratio(pairs, *sums, *ends)
    return _verdict(test, pairs, ratio, _effect(pairs, *sums, *ends))


def judge_differences(test: Sprt, n: int, total: float, squares: float) -> Verdict:
    """The verdict of a test of score differences after n deals that each side played alone.

    Sum and sum of squares are those of the n differences.
    """
    ends = test.low, test.high
    ratio = difference_ratio(n, total, squares, *ends)
    return _verdict(test, n, ratio, _effect(n, total, squares, *ends))


def _verdict(test: Sprt, pairs: int, ratio: float, effect: Effect) -> Verdict:
    lower, upper = test.bounds
    accepted = LOW if ratio <= lower else HIGH if ratio >= upper else ""
    if pairs < LEAST_PAIRS[test.scale]:
        accepted = ""
    left = expected_left(ratio, lower, upper, effect)
    midway = Effect((effect.low + effect.high) / 2, effect.low, effect.high)
    return Verdict(ratio, lower, upper, accepted, left, expected_left(ratio, lower, upper, midway))


# ---- how long it may take ----


@dataclass(frozen=True, slots=True)
class Effect:
    """The mean of the pairs so far and under each hypothesis, in standard deviations of a pair."""

    value: float
    low: float
    high: float


def _deviation(n: int, total: float, squares: float) -> float:
    """The standard deviation of n numbers; nan for fewer than two, or if they are all alike."""
    return math.sqrt(n) * mean_of(n, total, squares).error


def _effect(n: int, total: float, squares: float, low: float, high: float) -> Effect:
    deviation = _deviation(n, total, squares)
    if not deviation > 0:
        return Effect(math.nan, math.nan, math.nan)
    return Effect(total / n / deviation, low / deviation, high / deviation)


def expected_left(ratio: float, lower: float, upper: float, effect: Effect) -> float:
    """The pairs until the ratio leaves its bounds, on average, if it moves as a Brownian motion.

    A pair moves the ratio by d (e - (e0 + e1) / 2) on average, with the variance d^2, where d = e1
    - e0. From r, drift m and variance v leave (a, b) at b with the chance p = (1 - x^(r - a)) / (1
    - x^(b - a)), x = exp(-2 m / v), after (a + p (b - a) - r) / m on average, which is (r - a) (b -
    r) / v for m = 0 (A. Wald, "Sequential Analysis", 1947).
    """
    if math.isnan(effect.value + effect.high + effect.low):
        return math.nan
    if not lower < ratio < upper:
        return 0.0
    step = effect.high - effect.low
    drift = step * (effect.value - (effect.low + effect.high) / 2)
    pull = -2 * drift / (step * step)
    if abs(pull) * (upper - lower) < 1e-6:
        return (ratio - lower) * (upper - ratio) / (step * step)
    if pull > 0:  # seen from the other bound, so that no power overflows
        ratio, lower, upper, drift, pull = -ratio, -upper, -lower, -drift, -pull
    chance = math.expm1(pull * (ratio - lower)) / math.expm1(pull * (upper - lower))
    return (lower + chance * (upper - lower) - ratio) / drift


# ---- the ratios ----


def mean_ratio(counts: Sequence[int], s0: float, s1: float) -> float:
    """log of the likelihoods' ratio for mean scores s1 and s0 of a game, each at its best.

    The distribution that fits best among those with mean s: see `tilted` with u_i = x_i - s. This
    is the empirical likelihood ratio of a mean (A. Owen, Biometrika 75, 1988).
    """
    n = [count or RARE for count in counts]
    total = sum(n)
    p = [count / total for count in n]
    fits = [tilted(p, [x - s for x in SCORES]) for s in (s0, s1)]
    return _log_ratio(n, *fits)


def t_ratio(counts: Sequence[int], t0: float, t1: float) -> float:
    """The same for t = (mean - 1/2) / deviation of a pair's score per game.

    Lagrange's rule for the constraint m - t d = 1/2 gives u_i = x_i - 1/2 - t d / 2 * (1 + ((x_i
    - m) / d)^2), where m and d are those of the fit itself, so it is found by iteration
    (M. Van den Bergh, "Comments on normalized Elo", section 4).
    """
    n = [count or RARE for count in counts]
    total = sum(n)
    p = [count / total for count in n]
    return _log_ratio(n, fit_t(p, t0), fit_t(p, t1))


ROUNDS, CLOSE = 50, 1e-10
"""Limits of the iteration: how often, and how near two of its steps must come."""


def fit_t(p: Sequence[float], t: float) -> list[float]:
    fit = [1 / len(p)] * len(p)
    for _ in range(ROUNDS):
        m = sum(q * x for q, x in zip(fit, SCORES, strict=True))
        d = math.sqrt(sum(q * (x - m) ** 2 for q, x in zip(fit, SCORES, strict=True)))
        before = fit
        fit = tilted(p, [x - 0.5 - t * d / 2 * (1 + ((x - m) / d) ** 2) for x in SCORES])
        if max(abs(a - b) for a, b in zip(fit, before, strict=True)) < CLOSE:
            break
    return fit


def difference_ratio(n: int, total: float, squares: float, m0: float, m1: float) -> float:
    """The same for the mean of n numbers, m1 against m0, as if they were normal.

    With the variance at its best under each hypothesis, v_k = squares / n - m^2 + (m - m_k)^2, it
    is n / 2 * log(v_0 / v_1): the likelihood ratio of the t-test, which needs no known variance.
    0 for numbers that do not vary.
    """
    if n < 2:
        return 0.0
    m = total / n
    v = max(0.0, squares / n - m * m)
    if v <= 0:
        return 0.0
    return n / 2 * math.log((v + (m - m0) ** 2) / (v + (m - m1) ** 2))


def _log_ratio(n: Sequence[float], fit0: Sequence[float], fit1: Sequence[float]) -> float:
    return sum(
        count * math.log(q1 / q0) for count, q0, q1 in zip(n, fit0, fit1, strict=True) if q0 and q1
    )


def tilted(p: Sequence[float], u: Sequence[float]) -> list[float]:
    """The distribution q that maximises sum p_i log q_i among those with sum q_i u_i = 0.

    q_i = p_i / (1 + h u_i), where h solves sum p_i u_i / (1 + h u_i) = 0. That falls in h between
    its poles -1 / max u and -1 / min u, so Newton's steps are kept within a shrinking bracket.
    Near a pole they are short too: it is the sum that tells when h is found.
    """
    low, high = -1 / max(u), -1 / min(u)
    h = 0.0
    for _ in range(200):
        ratios = [ui / (1 + h * ui) for ui in u]
        value = sum(pi * r for pi, r in zip(p, ratios, strict=True))
        slope = -sum(pi * r * r for pi, r in zip(p, ratios, strict=True))
        if abs(value) <= 1e-14 * sum(pi * abs(r) for pi, r in zip(p, ratios, strict=True)):
            break
        if value > 0:
            low = h
        else:
            high = h
        step = h - value / slope
        if not low < step < high:
            step = (low + high) / 2
        if step == h:
            break
        h = step
    return [pi / (1 + h * ui) for pi, ui in zip(p, u, strict=True)]
