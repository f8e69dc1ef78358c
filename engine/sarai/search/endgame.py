"""Exact values near the end, in the place of those that a search estimates.

csrc/search/expectimax.c finds them and says what they are. The search goes on as without them, with
its visits and lines; among moves of equal value its order stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ..core import State, solve
from .results import Candidate, SearchResult

DIGITS = 9
"""Of shares that count as equal."""

PLIES_PER_SECOND = 2_000_000
"""Of a search with a time limit. A fifth of what the solver plays (measured: 9 million)."""

Bounds = Mapping[int, tuple[float, float]]
"""Of each move, the lowest and the highest share that it can bring the seat."""


def exact_bounds(
    view: State, only: Collection[int], budget: int, seconds: float | None = None
) -> Bounds:
    """Bounds that prove one move to be best; empty if that needs more than `budget` plies.

    Where a search has so many seconds, about a fifth of them at most are spent here.
    """
    if seconds is not None:
        budget = min(budget, int(seconds * PLIES_PER_SECOND))
    if budget == 0:
        return {}
    moves = sorted(only) or view.moves()
    bounds, _ = solve(view, moves, budget)
    return dict(zip(moves, bounds, strict=False))


def with_exact(result: SearchResult, bounds: Bounds, priors: Mapping[int, float]) -> SearchResult:
    """The result with shares by these bounds, best first; as it is if there are none.

    The share is the middle of the bounds and its error half their distance: 0 where it is exact. A
    move better than all that the search has visited comes in without visits.
    """
    if not bounds:
        return result
    visited = max(_rank(bounds, found.move) for found in result.candidates)
    better = [move for move in bounds if _rank(bounds, move) > visited]
    better.sort(key=lambda move: -priors[move])
    candidates = [*result.candidates, *(_unvisited(move, priors[move]) for move in better)]
    candidates.sort(key=lambda found: _rank(bounds, found.move), reverse=True)
    return replace(
        result,
        candidates=tuple(_exactly(found, result.seat, *bounds[found.move]) for found in candidates),
        exact=True,
    )


def _rank(bounds: Bounds, move: int) -> tuple[float, float]:
    low, high = bounds[move]
    return round(low, DIGITS), round(high, DIGITS)


def _exactly(found: Candidate, seat: int, low: float, high: float) -> Candidate:
    share, error = (low + high) / 2, (high - low) / 2
    win = (share, 1 - share) if seat == 0 else (1 - share, share)
    return replace(found, win=win, error=(error, error))


def _unvisited(move: int, prior: float) -> Candidate:
    none = (0.0, 0.0)
    return Candidate(move, 0, 0, 0, none, none, none, none, prior, (move,))
