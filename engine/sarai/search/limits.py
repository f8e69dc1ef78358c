"""When a search ends."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from .results import SearchResult

CONFIDENCE_EVERY = 1000
"""Iterations between two looks at the confidence: fixed, so that the end is deterministic."""

MIN_VISITS = 30
"""Below so many visits a move is no rival: the search has passed it over, and an error measured on
so few says little."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The first limit reached ends the search; at least one must be given.

    `iterations` in all, `seconds` of wall-clock time, `confidence` (between 0.5 and 1): the best
    move has a higher win share than any other one with that probability, see `confident`.
    ValueError if none is given or one is out of range.

    The same limits serve any number of searches: the clock starts with each (`start`).
    """

    iterations: int | None = None
    seconds: float | None = None
    confidence: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None and self.confidence is None:
            raise ValueError("a search needs a limit: iterations, seconds or confidence")
        if self.iterations is not None and self.iterations < 1:
            raise ValueError(f"iterations: {self.iterations} is not positive")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds: {self.seconds} is not positive")
        if self.confidence is not None and not 0.5 < self.confidence < 1:
            raise ValueError(f"confidence: {self.confidence} is not between 0.5 and 1")

    def start(self) -> Clock:
        """The limits of a search that begins now."""
        return Clock(self, time.monotonic())


@dataclass(frozen=True, slots=True)
class Clock:
    """The limits of one search, which began at a time of the monotonic clock.

    >>> Limits(iterations=100).start().reached(99)
    False
    """

    limits: Limits
    started: float

    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.started

    def reached(self, iterations: int) -> bool:
        """Has a search with so many iterations come to its end? Never before the first one.

        The confidence is not looked at here.
        """
        most, seconds = self.limits.iterations, self.limits.seconds
        if most is not None and iterations >= most:
            return True
        return seconds is not None and iterations > 0 and self.elapsed() >= seconds

    def satisfied(self, iterations: int, result: Callable[[], SearchResult]) -> bool:
        """Is the best move sure enough? Looked at after each CONFIDENCE_EVERY iterations."""
        if self.limits.confidence is None or iterations % CONFIDENCE_EVERY:
            return False
        return confident(result(), self.limits.confidence)


def confident(result: SearchResult, probability: float) -> bool:
    """Is the best move better than each rival, with this probability?

    Rivals are the other moves of at least MIN_VISITS visits. A normal test of the difference of
    two means, the win shares of the seat to move, as if the playouts of a move were independent of
    each other.
    """
    from statistics import NormalDist  # slow to import, and seldom needed

    seat, best = result.seat, result.candidates[0]
    z = NormalDist().inv_cdf(probability)
    return all(
        best.win[seat] - rival.win[seat] >= z * math.hypot(best.error[seat], rival.error[seat])
        for rival in result.candidates[1:]
        if rival.visits >= MIN_VISITS
    )


def time_share(left: float, increment: float = 0.0, overhead: float = 0.02) -> float:
    """Seconds for one move of a seat that has `left` seconds for the rest of the game.

    A 25th of what is left, and most of the increment, so that a clock is never used up: after 40
    moves a fifth of it is left, and a game has 15 to 60 of each seat. At least a millisecond, and
    never more than what is left but for `overhead`, the time that a move takes to arrive.
    """
    return max(0.001, min(left / 25 + 0.8 * increment, left - overhead))
