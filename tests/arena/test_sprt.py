"""Sequential tests: the ratios against values worked out by hand, the error rates by simulation."""

import json
import math
import random
import re
from collections.abc import Callable, Iterator
from itertools import accumulate

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sarai_protocol.arena.rate.elo import NORMALISED, expected_score
from sarai_protocol.arena.rate.sprt import (
    HIGH,
    LEAST_PAIRS,
    LOW,
    SCORES,
    Effect,
    Sprt,
    difference_ratio,
    expected_left,
    fit_t,
    judge,
    mean_ratio,
    parse,
    t_ratio,
    tilted,
)
from tests.support.command import inline, ok

COUNTS = st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any)


# ---- as text ----


def test_a_test_is_read_and_written() -> None:
    test = parse("elo0=0,elo1=10")
    assert test == Sprt("elo", 0, 10, 0.05, 0.05)
    assert str(test) == "elo0=0,elo1=10,alpha=0.05,beta=0.05"
    assert parse("beta=0.1,nelo1=5,alpha=0.01,nelo0=-2.5") == Sprt("nelo", -2.5, 5, 0.01, 0.1)
    assert parse("diff0=-1,diff1=1").scale == "diff"


@given(st.sampled_from(["elo", "nelo", "diff"]), st.integers(-700, 700), st.integers(1, 700))
def test_the_text_of_a_test_is_exact(scale: str, low: int, width: int) -> None:
    test = Sprt(scale, low / 10, (low + width) / 10, 0.01, 0.2)
    assert parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not of the form name=number"),
        ("elo0=0", "not the two bounds of one scale"),
        ("elo0=0,nelo1=5", "not the two bounds of one scale"),
        ("elo0=0,elo1=5,gamma=1", "not the two bounds of one scale"),
        ("elo0=0,elo1=x", "elo1='x' is not a number"),
        ("elo0=0,elo1=5,elo1=6", "elo1 is given twice"),
        ("elo0=5,elo1=5", "is not below"),
        ("elo0=10,elo1=0", "H0 is the weaker A"),
        ("elo0=0,elo1=inf", "finite"),
        ("elo0=0,elo1=nan", "finite"),
        ("elo0=0,elo1=1001", "elo1=1001 is not within -1000..1000"),
        ("nelo0=-200,nelo1=5", "not within -150..150"),
        ("elo0=0,elo1=5,alpha=0", "alpha=0 is not between 0 and 0.5"),
        ("elo0=0,elo1=5,beta=0.5", "beta=0.5 is not between"),
    ],
)
def test_what_is_no_test(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse(text)


def test_bounds_are_those_of_wald() -> None:
    assert Sprt("elo", 0, 5).bounds == pytest.approx((-math.log(19), math.log(19)))
    lower, upper = Sprt("elo", 0, 5, alpha=0.01, beta=0.2).bounds
    assert (lower, upper) == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


# ---- the ratios ----


def test_ratios_of_two_outcomes_by_hand() -> None:
    """With 30 pairs lost and 50 won, whole, the distribution has one number, its mean."""
    counts = [30, 0, 0, 0, 50]
    by_hand = 50 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5)
    assert mean_ratio(counts, 0.5, 0.6) == pytest.approx(by_hand, abs=1e-2)
    # t = (p - 1/2) / sqrt(p (1 - p)) at p = 0.6.
    t = 0.1 / math.sqrt(0.24)
    assert t_ratio(counts, 0, t) == pytest.approx(by_hand, abs=1e-2)


def test_the_ratio_of_means_of_many_pairs_is_the_normal_one() -> None:
    """n (s1 - s0) (2 m - s0 - s1) / 2 v, where s0 and s1 are near m and n is large."""
    counts = [1000, 2500, 4000, 2700, 1100]
    n = sum(counts)
    m = sum(c * x for c, x in zip(counts, SCORES, strict=True)) / n
    v = sum(c * (x - m) ** 2 for c, x in zip(counts, SCORES, strict=True)) / n
    s0, s1 = 0.5, 0.51
    normal = n * (s1 - s0) * (2 * m - s0 - s1) / 2 / v
    assert mean_ratio(counts, s0, s1) == pytest.approx(normal, rel=0.02)
    d = math.sqrt(v)
    found = t_ratio(counts, (s0 - 0.5) / d, (s1 - 0.5) / d)
    assert found == pytest.approx(normal, rel=0.02)


@given(COUNTS, st.floats(0.05, 0.95))
def test_no_distribution_with_that_mean_fits_better(counts: list[int], mean: float) -> None:
    n = [count or 1e-3 for count in counts]
    p = [count / sum(n) for count in n]
    fit = tilted(p, [x - mean for x in SCORES])
    assert sum(fit) == pytest.approx(1)
    assert sum(q * x for q, x in zip(fit, SCORES, strict=True)) == pytest.approx(mean, abs=1e-7)
    best = _likelihood(p, fit)
    # Steps that change neither the sum nor the mean.
    for step in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        for size in (0.1, -0.1):
            room = min(q for q, s in zip(fit, step, strict=True) if s)
            moved = [q + size * room * s for q, s in zip(fit, step, strict=True)]
            assert _likelihood(p, moved) <= best + 1e-9


@given(COUNTS, st.floats(-0.5, 0.5))
def test_a_fit_has_the_t_that_it_is_to_have(counts: list[int], t: float) -> None:
    n = [count or 1e-3 for count in counts]
    fit = fit_t([count / sum(n) for count in n], t)
    mean = sum(q * x for q, x in zip(fit, SCORES, strict=True))
    deviation = math.sqrt(sum(q * (x - mean) ** 2 for q, x in zip(fit, SCORES, strict=True)))
    assert sum(fit) == pytest.approx(1, abs=1e-5)
    assert mean - 0.5 == pytest.approx(t * deviation, abs=1e-5)


def _likelihood(p: list[float], q: list[float]) -> float:
    return sum(a * math.log(b) for a, b in zip(p, q, strict=True))


@given(COUNTS)
@example([1, 1, 1, 11, 1])  # the first step of Newton ends at a pole
def test_the_other_player_has_the_opposite_ratio(counts: list[int]) -> None:
    for ratio in (mean_ratio, t_ratio):
        mine = ratio(counts, 0.0 if ratio is t_ratio else 0.5, 0.55 if ratio is mean_ratio else 0.1)
        bounds = (0.45, 0.5) if ratio is mean_ratio else (-0.1, 0.0)
        assert ratio(counts[::-1], *bounds) == pytest.approx(-mine, abs=1e-5)


def test_the_ratio_of_differences_by_hand() -> None:
    # 4 numbers, sum 8, squares 26: m = 2, v = 2.5. v0 = 2.5 + 4, v1 = 2.5 + 0.
    assert difference_ratio(4, 8, 26, 0, 2) == pytest.approx(2 * math.log(6.5 / 2.5))
    assert difference_ratio(1, 5, 25, 0, 2) == 0
    assert difference_ratio(3, 6, 12, 0, 2) == 0, "numbers that do not vary"


def test_nothing_is_decided_too_early() -> None:
    for scale, least in LEAST_PAIRS.items():
        test = Sprt(scale, -150, 150, 0.1, 0.1)
        numbers = random.Random(1)
        counts, total, squares = [0] * 5, 0, 0
        for n in range(1, least + 1):
            counts[4] += 1
            difference = 300 + numbers.randint(-9, 9)
            total, squares = total + difference, squares + difference**2
            verdict = judge(test, counts, total, squares)
            assert n == least or not verdict.accepted
        assert verdict.accepted == HIGH


# ---- error rates ----

SHAPES = {
    "independent": (25, 0, 50, 0, 25),
    "one decides both": (1, 0, 0, 0, 1),
    "luck": (15, 2, 66, 2, 15),
    "draws": (5, 25, 40, 25, 5),
}


def at(test: Sprt, shape: tuple[int, ...], strength: float) -> list[float]:
    """A distribution of pair scores like this one, of that strength."""
    p = [weight / sum(shape) for weight in shape]
    if test.scale == "nelo":
        return fit_t(p, strength / NORMALISED * math.sqrt(2))
    return tilted(p, [x - expected_score(strength) for x in SCORES])


def pairs(p: list[float], rng: random.Random) -> Iterator[list[int]]:
    """Counts after one more pair, for ever."""
    counts, cumulative = [0] * 5, list(accumulate(p))
    while True:
        counts[rng.choices(range(5), cum_weights=cumulative)[0]] += 1
        yield counts


def wrong(test: Sprt, shape: tuple[int, ...], truth: str, tests: int) -> float:
    """The part of tests that end with the hypothesis that is not true."""
    p = at(test, shape, test.low if truth == LOW else test.high)
    rng = random.Random(7)
    return sum(_decision(test, p, rng) != truth for _ in range(tests)) / tests


def _decision(test: Sprt, p: list[float], rng: random.Random) -> str:
    verdicts = (judge(test, counts, 0, 0).accepted for counts in pairs(p, rng))
    return next(accepted for accepted in verdicts if accepted)


def within(rate: float, nominal: float, tests: int) -> bool:
    """Not above the nominal rate by more than two standard errors of the simulation."""
    return rate <= nominal + 2 * math.sqrt(nominal * (1 - nominal) / tests)


@pytest.mark.parametrize("truth", [LOW, HIGH])
@pytest.mark.parametrize("text", ["elo0=-10,elo1=90", "nelo0=0,nelo1=140"])
def test_error_rates_of_a_few_tests(text: str, truth: str) -> None:
    rate = wrong(parse(text), SHAPES["luck"], truth, 80)
    assert rate > 0 and within(rate, 0.05, 80)


RATES = [
    "elo0=0,elo1=40",
    "elo0=100,elo1=150",
    "elo0=0,elo1=40,alpha=0.02,beta=0.1",
    "nelo0=0,nelo1=50",
]


@pytest.mark.slow
@pytest.mark.parametrize("truth", [LOW, HIGH])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("text", RATES)
def test_error_rates_are_nominal(text: str, shape: str, truth: str) -> None:
    test = parse(text)
    nominal = test.alpha if truth == LOW else test.beta
    rate = wrong(test, SHAPES[shape], truth, 2000)
    print(f"{test}, {shape}, {truth} true: {100 * rate:.2f} % of 2,000 tests wrong")
    assert 0.2 * nominal < rate and within(rate, nominal, 2000)


# ---- error rates, of score differences ----

NOISE: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda rng: rng.gauss(0, 1),
    "heavy tails": lambda rng: rng.gauss(0, 1) * (3 if rng.random() < 0.1 else 1),
    "two values": lambda rng: rng.choice((-1, 1)),
}


def wrong_difference(test: Sprt, noise: str, truth: str, tests: int) -> float:
    """The same for differences of a pair in whole points, with a deviation of about 40."""
    rng, failed = random.Random(3), 0
    mean = 2 * (test.low if truth == LOW else test.high)
    for _ in range(tests):
        n, total, squares, accepted = 0, 0, 0, ""
        while not accepted:
            x = round(mean + 40 * NOISE[noise](rng))
            n, total, squares = n + 1, total + x, squares + x * x
            accepted = judge(test, [n, 0, 0, 0, 0], total, squares).accepted
        failed += accepted != truth
    return failed / tests


@pytest.mark.parametrize("truth", [LOW, HIGH])
def test_error_rates_of_a_few_tests_of_differences(truth: str) -> None:
    rate = wrong_difference(parse("diff0=-1,diff1=5"), "normal", truth, 300)
    assert rate > 0 and within(rate, 0.05, 300)


@pytest.mark.slow
@pytest.mark.parametrize("truth", [LOW, HIGH])
@pytest.mark.parametrize("noise", NOISE)
def test_error_rates_of_differences_are_nominal(noise: str, truth: str) -> None:
    rate = wrong_difference(parse("diff0=0,diff1=3"), noise, truth, 4000)
    print(f"diff0=0,diff1=3, {noise}, {truth} true: {100 * rate:.2f} % of 4,000 tests wrong")
    assert rate > 0.01 and within(rate, 0.05, 4000)


# ---- how long a test may take ----


@pytest.mark.parametrize("drift", [-1.5, -0.5, 0.0, 0.3, 1.0, 40.0])
def test_the_time_that_is_left_is_that_of_random_walks(drift: float) -> None:
    """Small normal steps of this drift, in units of half the step between the hypotheses."""
    effect = Effect(0.1 * drift, -0.1, 0.1)
    told = expected_left(0.5, -1.2, 1.5, effect)
    rng, lengths = random.Random(3), []
    for _ in range(1500):
        ratio, pairs = 0.5, 0
        while -1.2 < ratio < 1.5:
            ratio += 0.2 * rng.gauss(effect.value, 1)
            pairs += 1
        lengths.append(pairs)
    # A walk oversteps its bounds by about 0.58 standard deviations of a step, which takes longer.
    inner = expected_left(0.5, -1.2 - 0.117, 1.5 + 0.117, effect)
    assert told < inner
    mean = sum(lengths) / len(lengths)
    assert mean == pytest.approx(inner, rel=0.08, abs=1.0)


def test_the_time_that_is_left_where_it_is_known() -> None:
    assert expected_left(3.0, -2.9, 2.9, Effect(0, -1, 1)) == 0
    assert math.isnan(expected_left(0, -1, 1, Effect(math.nan, math.nan, math.nan)))
    far = expected_left(0, -2.9, 2.9, Effect(1e4, -0.1, 0.1))
    assert far == pytest.approx(2.9 / (0.2 * 1e4)), "no power overflows"
    mirrored = expected_left(0.7, -1.0, 2.0, Effect(0.3, -0.1, 0.2))
    assert mirrored == pytest.approx(expected_left(-0.7, -2.0, 1.0, Effect(-0.3, -0.2, 0.1)))


@pytest.mark.parametrize("text", ["elo0=0,elo1=10", "nelo0=0,nelo1=10", "diff0=0,diff1=1"])
def test_a_verdict_tells_how_long_it_may_take(text: str) -> None:
    verdict = judge(parse(text), [10, 20, 60, 22, 11], 30.0, 9000.0)
    assert 0 < verdict.left < math.inf and 0 < verdict.left_between < math.inf
    alike = judge(parse(text), [0, 0, 9, 0, 0], 0.0, 0.0)
    assert math.isnan(alike.left)


def test_the_table_and_the_progress_tell_it() -> None:
    test = ("--sprt", "elo0=0,elo1=5", "--games", "20", "--rules", "rounds=single")
    done = inline("match", "random", "random", *test)
    assert re.search(r"about [\d,]+ more games at this strength, [\d,]+ midway", ok(done))
    out = ok(inline("match", "random", "random", *test, "--json"))
    assert json.loads(out.splitlines()[-1])["sprt"]["games_left"] > 20
