"""Ratings of a tournament: against closed forms, against simulation, where there are none."""

import math
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarai_protocol.arena.rate.bradleyterry import SCALE, ratings, solved
from sarai_protocol.arena.rate.elo import PAIR_SCORES, elo, expected_score, game_score
from sarai_protocol.arena.rate.statistics import Z

Counts = dict[tuple[int, int], list[int]]


def test_two_players_have_the_elo_of_their_pairs() -> None:
    counts = [3, 7, 20, 14, 9]
    found = ratings(2, {(0, 1): counts})
    assert found is not None
    assert (found.estimates[0].value, found.estimates[0].low, found.estimates[0].high) == (0, 0, 0)
    score = game_score(counts)
    assert found.estimates[1].value == pytest.approx(-elo(counts).value)
    # The slope of Elo at a score s is SCALE / (s (1 - s)).
    error = score.error * SCALE / (score.value * (1 - score.value))
    assert (found.estimates[1].high - found.estimates[1].low) / (2 * Z) == pytest.approx(error)


def test_a_gauntlet_is_each_opponent_by_itself() -> None:
    counts = {(0, 1): [1, 2, 9, 6, 4], (0, 2): [8, 3, 5, 2, 1], (0, 3): [0, 4, 4, 4, 0]}
    found = ratings(4, counts)
    assert found is not None
    for (_, other), pairs in counts.items():
        assert found.estimates[other].value == pytest.approx(-elo(pairs).value, abs=1e-6)


some = st.lists(st.integers(0, 9), min_size=5, max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.data())
def test_the_ratings_are_the_most_likely_ones(players: int, data: st.DataObject) -> None:
    """There, every player has scored what the ratings expect."""
    counts = {pair: data.draw(some) for pair in combinations(range(players), 2)}
    found = ratings(players, counts)
    if found is None or not all(map(found.rated, range(players))):
        return
    over = [0.0] * players
    for (a, b), pairs in counts.items():
        share = expected_score(found.estimates[a].value - found.estimates[b].value)
        for n, score in zip(pairs, PAIR_SCORES, strict=True):
            over[a] += n * (score - 2 * share)
            over[b] -= n * (score - 2 * share)
    assert max(map(abs, over)) < 1e-6


@pytest.mark.parametrize(
    "counts",
    [
        {},
        {(0, 1): [0, 0, 0, 0, 5]},
        {(0, 1): [0, 0, 0, 0, 3], (1, 2): [0, 0, 0, 0, 3], (0, 2): [0, 0, 0, 0, 0]},
    ],
)
def test_where_no_rating_is_finite(counts: Counts) -> None:
    assert ratings(3, counts) is None


def test_the_ratings_of_the_others_stand() -> None:
    """A perfect, a scoreless and an absent player change nothing for those who are rated."""
    among: Counts = {(0, 1): [1, 2, 3, 2, 2], (1, 2): [4, 1, 2, 1, 1], (0, 2): [1, 0, 2, 0, 3]}
    all_won, all_lost = [0, 0, 0, 0, 4], [4, 0, 0, 0, 0]
    more = {(k, 3): all_lost for k in range(3)} | {(k, 4): all_won for k in range(3)}
    alone, found = ratings(3, among), ratings(6, among | more)
    assert alone is not None and found is not None and found.anchor == 0
    assert found.estimates[:3] == alone.estimates
    assert [found.rated(player) for player in range(6)] == [True] * 3 + [False] * 3
    assert found.estimates[3].value == math.inf and found.estimates[4].value == -math.inf
    assert math.isnan(found.estimates[5].value)


def test_where_the_first_player_is_perfect_another_is_the_anchor() -> None:
    found = ratings(3, {(0, 1): [0, 0, 0, 0, 4], (0, 2): [0, 0, 0, 0, 4], (1, 2): [1, 2, 3, 2, 1]})
    assert found is not None and found.anchor == 1 and not found.rated(0)
    assert found.estimates[0].value == math.inf and found.estimates[1].value == 0


def test_a_circle_of_winners_is_level() -> None:
    wins, losses = [0, 0, 0, 0, 4], [4, 0, 0, 0, 0]
    found = ratings(3, {(0, 1): wins, (1, 2): wins, (0, 2): losses})
    assert found is not None
    assert [estimate.value for estimate in found.estimates] == pytest.approx([0, 0, 0], abs=1e-6)
    assert found.estimates[1].high > 50, "what each pair says is far from what the ratings expect"


def test_too_few_pairs_have_no_interval() -> None:
    found = ratings(2, {(0, 1): [0, 1, 0, 0, 0]})
    assert found is not None and found.estimates[1].value == pytest.approx(
        -elo([0, 1, 0, 0, 0]).value
    )
    assert math.isnan(found.estimates[1].low) and math.isnan(found.estimates[1].high)


def test_pairs_without_variance_have_no_interval() -> None:
    found = ratings(2, {(0, 1): [0, 0, 7, 0, 0]})
    assert found is not None and found.estimates[1].value == pytest.approx(0)
    assert math.isnan(found.estimates[1].low) and math.isnan(found.estimates[1].high)


def test_intervals_cover_the_truth() -> None:
    """The games of a pair are correlated: errors as of single games would give wrong intervals."""
    truth, rng, covered, trials = [0.0, 60.0, -120.0, 30.0], random.Random(5), 0, 300
    for _ in range(trials):
        counts: Counts = {pair: [0] * 5 for pair in combinations(range(4), 2)}
        for (a, b), pairs in counts.items():
            share = expected_score(truth[a] - truth[b])
            for _ in range(60):
                # With a chance of 1/2 the luck of the first game turns in the second one.
                u = rng.random()
                v = 1 - u if rng.random() < 0.5 else rng.random()
                pairs[2 * ((u < share) + (v < share))] += 1
        found = ratings(4, counts)
        assert found is not None
        covered += sum(
            e.low <= t <= e.high for e, t in zip(found.estimates[1:], truth[1:], strict=True)
        )
    assert 0.93 < covered / (3 * trials) < 0.97


def test_equations_are_solved() -> None:
    matrix = [[4.0, -1.0, 0.0], [-1.0, 3.0, -1.0], [0.0, -1.0, 2.0]]
    right = [[1.0, 0.0], [2.0, 1.0], [3.0, 5.0]]
    answer = solved(matrix, right)
    for row, want in zip(matrix, right, strict=True):
        got = [sum(x * y[k] for x, y in zip(row, answer, strict=True)) for k in (0, 1)]
        assert got == pytest.approx(want)
