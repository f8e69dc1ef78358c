"""Elo of all players of a tournament at tables of two, from the scores of each pair of players.

The model of Bradley and Terry (Biometrika 39, 1952), in which a player that is d Elo ahead scores
1 / (1 + 10^(-d / 400)) a game; a draw is half a win. The ratings are the most likely ones, player A
is the anchor at 0. They are finite if, and only if, the players can't be split in two groups of
which one has all points against the other (L. Ford, American Mathematical Monthly 64, 1957). Where
they can, one group in which that holds is rated by the games within it, and the others are above
it, below it or without a rating: at infinity, their games say nothing of the group.

Games of a pair are not independent, and draws vary less than wins, so errors are not those of the
likelihood but H^-1 J H^-1, which holds for any distribution of pair scores: H is the information, J
sums the squares of what each pair adds to the slope (H. White, Econometrica 50, 1982), times
n / (n - k) for n pairs and k ratings (J. MacKinnon, H. White, Journal of Econometrics 29, 1985).
Pairs count as independent, though those of one round share a deal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .elo import PAIR_SCORES
from .statistics import Estimate, Z

SCALE = 400 / math.log(10)
"""Elo for one unit of log odds."""
STEPS, CLOSE, FARTHEST = 200, 1e-10, 1.0
"""Newton's method: the most steps, the last one, and the longest, all in log odds."""

LEAST_VARIANCE = 1e-18
"""What rounding leaves of a variance of 0."""

Counts = Mapping[tuple[int, int], Sequence[int]]
"""For two players a < b, how many pairs have each score of a: 0, 0.5, 1, 1.5, 2."""
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The Elo of each player against the anchor, with its 95 % interval.

    A player outside the rated group has the value inf (all points against it), -inf (none) or nan
    (it has not met it). The intervals are nan where the pairs show no variance, or where there are
    not more pairs than ratings.
    """

    anchor: int
    estimates: list[Estimate]

    def rated(self, player: int) -> bool:
        """Has the player a finite rating?"""
        return math.isfinite(self.estimates[player].value)


def ratings(players: int, counts: Counts) -> Ratings | None:
    """The ratings of the group of player 0, or, if that is alone, of the largest group.

    The anchor is the first player of the group. None if each group is one player.
    """
    met = {pair: found for pair, found in counts.items() if sum(found)}
    reached = _reached(players, met)
    groups = [
        [other for other in range(players) if other in reached[player] and player in reached[other]]
        for player in range(players)
    ]
    group = groups[0] if len(groups[0]) > 1 else max(groups, key=len, default=[])
    if len(group) < 2:
        return None
    place = {player: index for index, player in enumerate(group)}
    within = {(place[a], place[b]): n for (a, b), n in met.items() if a in place and b in place}
    found = _fitted(len(group), within)
    anchor = group[0]
    estimates = []
    for player in range(players):
        above, below = anchor in reached[player], player in reached[anchor]
        beyond = math.nan if above == below else math.inf if above else -math.inf
        one = Estimate(beyond, math.nan, math.nan)
        estimates.append(found[place[player]] if player in place else one)
    return Ratings(anchor, estimates)


def _fitted(players: int, met: Counts) -> list[Estimate]:
    """Elo of each player against player 0, by Newton's method."""
    theta = [0.0] * players
    for _ in range(STEPS):
        slope, information = _slope(theta, met), _information(theta, met)
        step = [row[0] for row in solved(information, [[g] for g in slope])]
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, FARTHEST / longest) if longest else 1.0
        theta = [0.0, *(t + scale * s for t, s in zip(theta[1:], step, strict=True))]
        if longest < CLOSE:
            break
    errors = _errors(theta, met)
    return [
        Estimate(SCALE * t, SCALE * (t - Z * error), SCALE * (t + Z * error))
        for t, error in zip(theta, errors, strict=True)
    ]


def _reached(players: int, counts: Counts) -> list[set[int]]:
    """Whom each player reaches along "has scored against", itself included.

    Ford's condition holds in a group in which each reaches each other.
    """
    scored: list[set[int]] = [set() for _ in range(players)]
    for (a, b), found in counts.items():
        if any(found[1:]):
            scored[a].add(b)
        if any(found[:-1]):
            scored[b].add(a)
    reached = []
    for player in range(players):
        seen, front = {player}, [player]
        while front:
            new = scored[front.pop()] - seen
            seen |= new
            front += new
        reached.append(seen)
    return reached


def _share(theta: Sequence[float], a: int, b: int) -> float:
    """The expected score of a game between two players."""
    return 1 / (1 + math.exp(theta[b] - theta[a]))


def _slope(theta: Sequence[float], counts: Counts) -> list[float]:
    """The slope of the log likelihood, without the anchor: points scored minus points expected."""
    slope = [0.0] * len(theta)
    for (a, b), found in counts.items():
        over = sum(
            n * (score - 2 * _share(theta, a, b))
            for n, score in zip(found, PAIR_SCORES, strict=True)
        )
        slope[a] += over
        slope[b] -= over
    return slope[1:]


def _information(theta: Sequence[float], counts: Counts) -> Matrix:
    weights = {}
    for (a, b), found in counts.items():
        share = _share(theta, a, b)
        weights[a, b] = 2 * sum(found) * share * (1 - share)
    return _summed(len(theta), weights)


def _summed(players: int, weights: Mapping[tuple[int, int], float]) -> Matrix:
    """The sum of w (e_a - e_b) (e_a - e_b)^T, without the row and column of the anchor."""
    matrix = [[0.0] * players for _ in range(players)]
    for (a, b), weight in weights.items():
        matrix[a][a] += weight
        matrix[b][b] += weight
        matrix[a][b] -= weight
        matrix[b][a] -= weight
    return [row[1:] for row in matrix[1:]]


def _errors(theta: Sequence[float], counts: Counts) -> list[float]:
    """The standard error of each rating; that of the anchor is 0, others may be nan."""
    pairs, fitted = sum(map(sum, counts.values())), len(theta) - 1
    if pairs <= fitted:
        return [0.0, *[math.nan] * fitted]
    squares = {
        (a, b): sum(
            n * (score - 2 * _share(theta, a, b)) ** 2
            for n, score in zip(found, PAIR_SCORES, strict=True)
        )
        for (a, b), found in counts.items()
    }
    information = _information(theta, counts)
    half = solved(information, _summed(len(theta), squares))  # H^-1 J
    both = solved(information, [list(column) for column in zip(*half, strict=True)])
    scale = pairs / (pairs - fitted)
    variances = [scale * both[i][i] for i in range(fitted)]
    # Pairs that are all as expected do not prove that they always are.
    return [0.0, *(math.sqrt(v) if v > LEAST_VARIANCE else math.nan for v in variances)]


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """X with matrix X = right, by Gauss's elimination; the matrix is positive definite."""
    rows = [[*a, *b] for a, b in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for row in rows[i + 1 :]:
            factor = row[i] / rows[i][i]
            row[i:] = [x - factor * y for x, y in zip(row[i:], rows[i][i:], strict=True)]
    for i in reversed(range(size)):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(i):
            factor = rows[j][i]
            rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
