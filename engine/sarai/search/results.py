"""What a search found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core import WIN, Game, Move, Outcome


@dataclass(frozen=True, slots=True)
class Event:
    """A chance event in a principal variation, as the searching seat observes it."""

    word: Move


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move of the root with its statistics.

    `win` and `error` are the mean share of a win (0 to 1) of each seat and its standard error,
    `score` and `deviation` mean and standard deviation of each seat's score, over its `visits`
    playouts. (A policy may end them early by an evaluation: that one's own error is in no number,
    and the score is the one reached then.) `available` counts the determinizations in which the
    move was legal once it was in the tree; `prior` is the chance that the searcher gave the move
    before it searched.
    """

    move: Move
    visits: int
    available: int
    win: tuple[float, ...]
    error: tuple[float, ...]
    score: tuple[float, ...]
    deviation: tuple[float, ...]
    prior: float
    variation: tuple[Move | Event, ...]

    def variation_text(self, game: Game) -> str:
        """The principal variation, chance events in brackets."""
        return " ".join(
            f"[{game.text(step.word)}]" if isinstance(step, Event) else game.text(step)
            for step in self.variation
        )


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The candidates, best first, and what the search cost.

    The best has the most visits; ties go to the higher win sum, then to the lowest word. Depth
    counts decisions of seats from the root to the leaf where the playout begins. `full`: the
    memory bound was reached, and the tree grew no further; `memory` is what it takes in bytes (0
    where nobody counts). `seat` is the one that searched.
    """

    seat: int
    candidates: tuple[Candidate, ...]
    iterations: int
    seconds: float
    mean_depth: float
    max_depth: int
    nodes: int
    full: bool
    memory: int = 0

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.candidates[0].move


@dataclass(slots=True)
class Tally:
    """Sums of the outcomes of a root move, per seat: shares, scores, and their squares."""

    wins: list[int]
    wins_squared: list[float]
    scores: list[int]
    scores_squared: list[float]

    @classmethod
    def of(cls, seats: int) -> Tally:
        return cls([0] * seats, [0] * seats, [0] * seats, [0] * seats)

    def add(self, outcome: Outcome) -> None:
        for seat, (win, score) in enumerate(zip(outcome.wins, outcome.scores, strict=True)):
            self.wins[seat] += win
            self.wins_squared[seat] += win * win
            self.scores[seat] += score
            self.scores_squared[seat] += score * score

    def candidate(
        self,
        move: Move,
        visits: int,
        available: int,
        prior: float,
        variation: Sequence[Move | Event],
    ) -> Candidate:
        n = max(visits, 1)
        win = [deviation(s, q, n) for s, q in zip(self.wins, self.wins_squared, strict=True)]
        score = [deviation(s, q, n) for s, q in zip(self.scores, self.scores_squared, strict=True)]
        return Candidate(
            move,
            visits,
            available,
            tuple(total / n / WIN for total in self.wins),
            tuple(sd / WIN / n**0.5 for sd in win),
            tuple(total / n for total in self.scores),
            tuple(score),
            prior,
            tuple(variation),
        )


def deviation(total: int, squares: float, n: int) -> float:
    """The standard deviation of n numbers with this sum and sum of squares; 0 for one number.

    With integers it is exact up to the division, so that nothing cancels.
    """
    return 0.0 if n < 2 else float(max(0, (n * squares - total * total) / (n * (n - 1)))) ** 0.5
