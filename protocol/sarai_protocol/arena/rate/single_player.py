"""The running sums of single-player games, each player on the same deals, in constant memory.

Alone nobody wins: what counts is the game's own score. All games of a round share a deal, so two
players are compared by the difference of their scores on one deal, over whole rounds only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..record.records import GameRecord, Header
from .gamecount import CpuTime, GameCount, Round
from .sprt import Sprt, Verdict, judge_differences
from .statistics import Mean, Moments, mean_of


@dataclass(slots=True)
class SinglePlayerSide:
    """One player: its scores and decisions over all its games, and its times.

    `against` has for each whole round the score of player A and that of this one.
    """

    games: int = 0
    score_sum: int = 0
    score_squares: int = 0
    least: int = 0
    most: int = 0
    plies: int = 0
    plies_squares: int = 0
    milliseconds: float = 0.0
    cpu: CpuTime = field(default_factory=CpuTime)
    against: Moments = field(default_factory=Moments)

    def add(self, game: GameRecord) -> None:
        score = game.scores[0]
        self.least = min(self.least, score) if self.games else score
        self.most = max(self.most, score) if self.games else score
        self.games += 1
        self.score_sum += score
        self.score_squares += score * score
        self.plies += game.plies
        self.plies_squares += game.plies * game.plies
        self.milliseconds += sum(game.clock.decisions[0])
        self.cpu.add(game, 0)

    def score(self) -> Mean:
        """Mean score of a game with its standard error."""
        return mean_of(self.games, self.score_sum, self.score_squares)

    def decisions(self) -> Mean:
        """Mean number of decisions of a game with its standard error."""
        return mean_of(self.games, self.plies, self.plies_squares)

    def difference(self) -> Mean:
        """Score of player A minus that of this one on the same deal, with its standard error."""
        return mean_of(self.against.n, *self.difference_sums())

    def difference_sums(self) -> tuple[float, float]:
        """Sum and sum of squares of these differences."""
        m = self.against
        return m.x - m.y, m.xx + m.yy - 2 * m.xy

    def saved(self) -> float:
        """The part of the games that playing the same deals saves for the difference.

        As `Moments.saved`, where the second score counts with a minus.
        """
        return -self.against.saved()


@dataclass(slots=True)
class SinglePlayerResult(GameCount):
    """All games so far; `deals` counts those that every player has played."""

    header: Header
    deals: int = 0
    sides: list[SinglePlayerSide] = field(init=False)
    round: Round = field(init=False)

    def __post_init__(self) -> None:
        self.sides = [SinglePlayerSide() for _ in self.header.players]
        self.round = Round(len(self.sides))

    def add(self, game: GameRecord) -> None:
        """Count a game; games come in the order of their numbers."""
        self.sides[game.seating[0]].add(game)
        self.count(game)
        if whole := self.round.whole(game):
            self._add_round(whole)

    def _add_round(self, games: Sequence[GameRecord]) -> None:
        scores = {game.seating[0]: game.scores[0] for game in games}
        self.deals += 1
        for player, side in enumerate(self.sides):
            side.against.add(scores[0], scores[player])

    @property
    def complete(self) -> bool:
        """Has every player played each deal so far?"""
        return not self.round.games

    def verdict(self, test: Sprt) -> Verdict:
        """Where a sequential test of A and B stands after the whole rounds so far."""
        return judge_differences(test, self.deals, *self.sides[1].difference_sums())
