"""Small games walked whole (law 9, and law 3 exactly), and frequencies of chance (law 7)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import pytest

from sarai import Game, Rng, State
from sarai.core import CoreGame
from sarai.games.jaipur.cards import SELL
from tests.games.decks.insight import DecksInsight
from tests.games.gifts.insight import GiftsInsight
from tests.games.jaipur.insight import GOODS, PILES, SLOTS, JaipurInsight
from tests.games.jaipur.small import ONE_GOOD, THREE_GOODS, TWO_GOODS, mini
from tests.games.toy.insight import ToyInsight
from tests.laws.frequencies import check_frequencies, check_paths, survival
from tests.laws.insight import Insight
from tests.laws.laws import check_node
from tests.laws.small import decks, gifts, toy
from tests.laws.walk import Counts, Walk, check_sets, walk
from tests.support import native

# ---- frequencies of chance ----


def test_survival() -> None:
    """Against the tables of any textbook."""
    known = {(3.841459, 1): 0.05, (18.307038, 10): 0.05, (24.99579, 15): 0.05, (27.631021, 2): 1e-6}
    for (statistic, freedom), p in known.items():
        assert survival(statistic, freedom) == pytest.approx(p, rel=1e-5)


def sell_first(state: State) -> int:
    """A fixed plan: the largest sale, else the first move."""
    words = state.moves()
    return max((word for word in words if word >> 56 == SELL), default=words[0])


def last(state: State) -> int:
    return state.moves()[-1]


def from_seed(seed: int) -> Callable[[State], int]:
    return lambda state: state.deal(seed)


PATHS: dict[str, tuple[Callable[[], Game], Callable[[State], int], int, int]] = {
    "two goods": (lambda: mini(TWO_GOODS), sell_first, 4, 77),
    "three goods": (lambda: mini(THREE_GOODS, starter="dealt"), last, 4, 376),
    "one good": (lambda: mini(ONE_GOOD), sell_first, 9, 16),
    "toy": (lambda: toy(5), last, 99, 192),
    "larger toy": (lambda: toy(6), last, 99, 1080),
    "decks": (lambda: decks(2, 3, 1), last, 99, 54),
    "gifts": (lambda: gifts(4, "D0 D0 D1 D2 0O 1O D1 01 D2 12"), last, 99, 48),
}
"""Game, plan of the seats, chance events, number of paths."""


@pytest.mark.parametrize("name", PATHS)
def test_chance(name: str) -> None:
    """`sample`, and `deal` over seeds, draw whole paths of events by their weights."""
    make, plan, depth, paths = PATHS[name]
    rng, trials = Rng(7), 6_000
    samples = [lambda state: state.sample(rng)] * trials
    assert check_paths(make(), plan, depth, samples, "sample") == paths
    deals = [from_seed(seed) for seed in range(trials)]
    assert check_paths(make(), plan, depth, deals, "deal") == paths


# ---- whole games ----


@dataclass(frozen=True, slots=True)
class Whole:
    """A game to be walked, and the numbers that it must give."""

    sources: native.Sources
    insight: Insight
    make: Callable[[CoreGame | None], Game]
    counts: Counts


JAIPUR, TOY, DECKS, GIFTS = JaipurInsight(), ToyInsight(), DecksInsight(), GiftsInsight()
SMALL = {
    "decks": Whole(
        native.DECKS, DECKS, lambda core: decks(2, 1, 2, core), Counts(1_629, 249, 722, 287)
    ),
    "gifts": Whole(
        native.GIFTS,
        GIFTS,
        lambda core: gifts(5, "D0 D0 D1 D2 01 12 1O", core),
        Counts(1_406, 706, 513, 363),
    ),
    "gifts and shuffles": Whole(
        native.GIFTS,
        GIFTS,
        lambda core: gifts(4, "D0 D0 D1 D2 0O 1O D1 01 D2 12 2O 0O D0 2O", core),
        Counts(3_569, 1_787, 4_908, 4_158),
    ),
    "jaipur": Whole(
        native.JAIPUR,
        JAIPUR,
        lambda core: mini(TWO_GOODS, core, max_plies=3),
        Counts(8_019, 5_124, 12_186, 7_549),
    ),
}
LARGE = {
    "toy": Whole(native.TOY, TOY, lambda core: toy(5, core), Counts(27_734, 7_358, 22_160, 7_520)),
    "decks of two seats": Whole(
        native.DECKS, DECKS, lambda core: decks(2, 2, 2, core), Counts(33_512, 1_741, 9_751, 1_193)
    ),
    "decks of three seats": Whole(
        native.DECKS, DECKS, lambda core: decks(3, 1, 1, core), Counts(13_092, 1_813, 2_604, 1_407)
    ),
    "several shuffles": Whole(
        native.DECKS,
        DECKS,
        lambda core: decks(2, 5, 1, core),
        Counts(122_491, 1_629, 31_905, 1_352),
    ),
    "three gifts in a row": Whole(
        native.GIFTS,
        GIFTS,
        lambda core: gifts(5, "D0 D0 D1 D2 01 12 D1 20 1O 0O 2O", core),
        Counts(11_966, 5_986, 7_353, 5_503),
    ),
    "each other seat is asked for a card": Whole(
        native.GIFTS,
        GIFTS,
        lambda core: gifts(5, "D0 D1 D1 D2 10? 20? 0O 01 12? 2O", core),
        Counts(18_686, 9_356, 12_442, 8_422),
    ),
    "settled gifts": Whole(
        native.GIFTS,
        GIFTS,
        lambda core: gifts(6, "D0 D1 D2 01 1O 1O D1 12 D1 20 0O 1O", core),
        Counts(12_277, 3_457, 11_790, 4_065),
    ),
    "longer": Whole(
        native.JAIPUR,
        JAIPUR,
        lambda core: mini(TWO_GOODS, core, max_plies=4),
        Counts(31_088, 13_262, 53_124, 21_693),
    ),
    "larger toy": Whole(
        native.TOY, TOY, lambda core: toy(6, core), Counts(244_777, 39_487, 97_305, 25_683)
    ),
    "three goods": Whole(
        native.JAIPUR,
        JAIPUR,
        lambda core: mini(THREE_GOODS, core, max_plies=4),
        Counts(235_857, 65_156, 312_973, 80_438),
    ),
    "empty deck": Whole(
        native.JAIPUR,
        JAIPUR,
        lambda core: mini(TWO_GOODS, core, max_plies=5, deck_end="empty", starter="seat1"),
        Counts(69_069, 22_817, 122_028, 38_976),
    ),
}
GAMES = SMALL | LARGE
NAMES = [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)]


def check_nodes(walked: Walk, insight: Insight) -> None:
    """The laws at some hundreds of the states."""
    rng, step = Rng(3), 1 + len(walked.states) // 400
    for state in sorted(walked.states, key=bytes)[::step]:
        check_node(state, insight, rng)


def check_draws(walked: Walk) -> None:
    """Law 7 for the random numbers of `determinize`, in the largest information sets."""
    sets = sorted(walked.sets, key=lambda each: (-len(each.states), bytes(each.view)))
    rng = Rng(9)
    for each in sets[:12]:
        counts = Counter(bytes(each.view.determinize(rng)) for _ in range(4_000))
        check_frequencies(each.states, counts, f"determinize {each.view.snapshot()}")
        assert set(counts) == set(each.states)


def jaipur_weight(state: State, view: State) -> int:
    """In how many ways the hidden cards and tokens of a view can be those of a state."""
    other = 1 - view.viewer
    drawn, seen, ways = state.fields(), view.fields(), 1
    for good in range(GOODS):
        hidden = drawn["hand"][8 * other + good] - seen["hand"][8 * other + good]
        ways *= comb(seen["pool"][good], hidden)
    for slot in range(PILES * SLOTS):
        bonus, won, before = (
            n >> 4 * slot & 15 for n in (*seen["bonus"], drawn["won"][other], seen["won"][other])
        )
        ways *= comb(bonus, won - before)
    return ways


def check_formula(walked: Walk) -> None:
    """A multiset h from a pool has weight prod C(pool_i, h_i)."""
    states = {bytes(state): state for state in walked.states}
    for each in walked.sets:
        weights = {key: jaipur_weight(states[key], each.view) for key in each.states}
        unit = sum(each.states.values()) / sum(weights.values())
        assert all(share == unit * weights[key] for key, share in each.states.items())


@pytest.mark.parametrize("name", NAMES)
def test_whole(name: str) -> None:
    whole = GAMES[name]
    walked = walk(whole.make(None), whole.insight)
    print(f"{name}: {walked.counts()}")
    assert walked.counts() == whole.counts
    check_sets(walked, whole.make(native.scripted(whole.sources)))
    check_nodes(walked, whole.insight)
    check_draws(walked)
    if whole.insight is JAIPUR:
        check_formula(walked)
