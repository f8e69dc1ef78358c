"""The laws of information at every node of random games of each game and of the toy game."""

import itertools
import random
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarai
from tests.games.bazaar.pairing import random_game
from tests.games.decks.insight import DecksInsight
from tests.games.gifts.insight import GiftsInsight
from tests.games.jaipur.insight import JaipurInsight
from tests.games.jaipur.small import QUICK_ROUNDS
from tests.games.toy.insight import ToyInsight
from tests.laws.insight import OpenInsight
from tests.laws.laws import check_game
from tests.laws.small import decks, gifts, toy

JAIPUR, TOY, OPEN = JaipurInsight(), ToyInsight(), OpenInsight()

DOMAINS = {
    "rounds": ("match", "single"),
    "deck_end": ("refill_fails", "empty"),
    "full_tie": ("replay", "non_starter", "draw"),
    "starter": ("dealt", "seat0", "seat1"),
    "max_plies": ("1", "7", "500"),
}
OPTIONS = [
    dict(zip(DOMAINS, values, strict=True)) for values in itertools.product(*DOMAINS.values())
]


def text(options: Mapping[str, str]) -> str:
    return "-".join(options.values())


def balanced(options: Mapping[str, str]) -> bool:
    """Is it in the third of all in which any two values still come together?"""
    places = [DOMAINS[name].index(options[name]) for name in ("full_tie", "starter", "max_plies")]
    return sum(places) % 3 == 0


@pytest.mark.parametrize("options", [o for o in OPTIONS if balanced(o)], ids=text)
def test_jaipur_with_every_two_values(options: dict[str, str]) -> None:
    game = sarai.game("jaipur", options=options)
    assert check_game(game, JAIPUR, seed=OPTIONS.index(options), limit=30).nodes > 4


@settings(max_examples=10, deadline=None)
@given(options=st.sampled_from(OPTIONS), seed=st.integers(0, 2**64 - 1), small=st.booleans())
def test_jaipur(options: dict[str, str], seed: int, small: bool) -> None:
    game = sarai.game("jaipur", options=options, table=QUICK_ROUNDS if small else ())
    assert check_game(game, JAIPUR, seed, limit=250).nodes > 4


@settings(max_examples=15, deadline=None)
@given(choices=st.integers(0, 2**64 - 1), seed=st.integers(0, 2**64 - 1))
def test_bazaar(choices: int, seed: int) -> None:
    """Seats and options are random, as in the comparison with the plain rules."""
    assert check_game(random_game(random.Random(choices)), OPEN, seed, limit=100).nodes > 4


@settings(max_examples=10, deadline=None)
@given(cards=st.sampled_from((5, 6)), seed=st.integers(0, 2**64 - 1))
def test_toy(cards: int, seed: int) -> None:
    # The answer with or without a new card; a shuffle; one seat without a second card.
    assert check_game(toy(cards), TOY, seed).nodes in range(17, 22)


@pytest.mark.parametrize("shape", [(2, 1, 2), (2, 6, 2), (3, 3, 3), (3, 2, 1)], ids=str)
def test_decks(shape: tuple[int, int, int]) -> None:
    for seed in range(4):
        assert check_game(decks(*shape), DecksInsight(), seed).nodes > 15


@pytest.mark.parametrize(
    "steps", ["D0 D1 D1 D2 10? 20? 0O 01 12? 2O", "D0 D0 D1 D2 01 12 D1 20 01 1O 0O 1O D2 21"]
)
def test_gifts(steps: str) -> None:
    for seed in range(4):
        assert check_game(gifts(6, steps), GiftsInsight(), seed).nodes > 8


def test_same_seed_same_game() -> None:
    """Law 8. The digests pin it for every build; they change with the rules and with the words."""
    game = sarai.game("jaipur", options={"rounds": "single"})
    for seed, digest in ((1, "40af68f965ad4436"), (2, "df5e50988c56155c")):
        assert check_game(game, JAIPUR, seed).digest == digest
    assert check_game(game, JAIPUR, 3, limit=20) == check_game(game, JAIPUR, 3, limit=20)
    assert check_game(sarai.game("bazaar", 3, seed=1), OPEN, 1).digest == "186a2d4359d254a2"


def play_many(game: sarai.Game, seed: int, nodes: int) -> int:
    """Check games one after the other until there are so many nodes; how many it were."""
    checked = 0
    while checked < nodes:
        checked += check_game(game, JAIPUR, seed, limit=nodes).nodes
        seed += len(OPTIONS) + 1  # odd seeds and even ones play chance in different ways
    return checked


@pytest.mark.slow
def test_jaipur_at_length() -> None:
    nodes: Counter[str] = Counter()
    for seed, options in enumerate(OPTIONS):
        for cards in ((), QUICK_ROUNDS):
            game = sarai.game("jaipur", options=options, table=cards)
            checked = play_many(game, seed, 500)
            for name in ("all", *(f"{name}={value}" for name, value in options.items())):
                nodes[name] += checked
    for name, n in nodes.items():
        print(f"{n:7} nodes with {name}")
    assert nodes["all"] >= 100_000


@pytest.mark.slow
def test_bazaar_at_length() -> None:
    rng, checked = random.Random(1), 0
    while checked < 100_000:
        checked += check_game(random_game(rng), OPEN, rng.randrange(2**64), limit=400).nodes
