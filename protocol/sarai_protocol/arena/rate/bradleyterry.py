"""Elo of all players of a tournament at tables of two, from who scored how much against whom.

The model of Bradley and Terry (Biometrika 39, 1952), in which a player that is d Elo ahead scores
1 / (1 + 10^(-d / 400)) a game; a draw is half a win. The ratings are the most likely ones, player A
is the anchor at 0. They are finite if, and only if, the players can't be split in two groups of
which one has all points against the other (L. Ford, American Mathematical Monthly 64, 1957).

Games of a pair are not independent, and draws vary less than wins, so errors are not those of the
likelihood but H^-1 J H^-1, which holds for any distribution of pair scores: H is the information, J
sums the squares of what each pair adds to the slope (H. White, Econometrica 50, 1982), times
n / (n - k) for n pairs and k ratings (J. MacKinnon, H. White, Journal of Econometrics 29, 1985).
Pairs count as independent, though those of one round share a deal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .elo import PAIR_SCORES
from .statistics import Estimate, Z

SCALE = 400 / math.log(10)
"""Elo for one unit of log odds."""
STEPS, CLOSE, FARTHEST = 200, 1e-10, 1.0
"""Newton's method: the most steps, the last one, and the longest, all in log odds."""

Counts = Mapping[tuple[int, int], Sequence[int]]
"""For two players a < b, how many pairs have each score of a: 0, 0.5, 1, 1.5, 2."""
Matrix = list[list[float]]


def ratings(players: int, counts: Counts) -> list[Estimate] | None:
    """Elo of each player against player 0, with its 95 % interval; None if none is finite.

    The intervals are nan where there are not more pairs than ratings.
    """
    met = {pair: found for pair, found in counts.items() if sum(found)}
    if not connected(players, met):
        return None
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


def connected(players: int, counts: Counts) -> bool:
    """Ford's condition: along "has scored against", does each player reach each other one?"""
    scored: dict[int, set[int]] = {player: set() for player in range(players)}
    for (a, b), found in counts.items():
        if any(found[1:]):
            scored[a].add(b)
        if any(found[:-1]):
            scored[b].add(a)
    against = {p: {q for q, beaten in scored.items() if p in beaten} for p in scored}
    return all(len(_reached(edges)) == players for edges in (scored, against))


def _reached(edges: Mapping[int, set[int]]) -> set[int]:
    """All that player 0 reaches."""
    seen, front = {0}, [0]
    while front:
        new = edges[front.pop()] - seen
        seen |= new
        front += new
    return seen


def _share(theta: Sequence[float], a: int, b: int) -> float:
    """The expected score of a game between two players."""
    return 1 / (1 + math.exp(theta[b] - theta[a]))


def _slope(theta: Sequence[float], counts: Counts) -> list[float]:
    """Of the log likelihood, without the anchor: points scored less points expected."""
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
    """The standard error of each rating; that of the anchor is 0."""
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
    return [0.0, *(math.sqrt(max(0.0, scale * both[i][i])) for i in range(fitted))]


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
