"""The running sums of a match between two players: what its table needs, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..record.records import GameRecord
from .elo import pair_index
from .gamecount import CpuTime, GameCount
from .sprt import Sprt, Verdict, judge
from .statistics import Mean, Moments, mean_of

WIN = 1.0


@dataclass(slots=True)
class Side:
    """One player: points (a draw is half a point) and games by where it sat, and its times."""

    wins: int = 0
    points: float = 0.0
    seat_games: list[int] = field(default_factory=lambda: [0, 0])
    seat_points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    starter_games: int = 0
    starter_points: float = 0.0
    score_sum: int = 0
    moves: int = 0
    milliseconds: float = 0.0
    slowest: float = 0.0
    cpu: CpuTime = field(default_factory=CpuTime)

    def add(self, game: GameRecord, seat: int) -> None:
        share = game.shares[seat]
        self.wins += share == WIN
        self.points += share
        self.seat_games[seat] += 1
        self.seat_points[seat] += share
        if game.first == seat:
            self.starter_games += 1
            self.starter_points += share
        self.score_sum += game.scores[seat]
        times = game.clock.decisions[seat]
        self.moves += len(times)
        self.milliseconds += sum(times)
        self.slowest = max(self.slowest, *times, 0.0)
        self.cpu.add(game, seat)


@dataclass(slots=True)
class DuelResult(GameCount):
    """All games so far. `counts`: pairs by the score of player A, 0, 0.5, 1, 1.5, 2.

    `points` and `differences` are of A in the first and in the second game of each pair: its share
    of the win, and its score minus that of B.
    """

    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    draws: int = 0
    halves: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    points: Moments = field(default_factory=Moments)
    differences: Moments = field(default_factory=Moments)
    half: GameRecord | None = None

    def add(self, game: GameRecord) -> None:
        """Count a game; games come in the order of their numbers."""
        for seat, player in enumerate(game.seating):
            self.sides[player].add(game, seat)
        self.count(game)
        self.draws += WIN not in game.shares
        if self.half is not None and self.half.deal == game.deal:
            self._add_pair(self.half, game)
            self.half = None
            self.halves -= 1
        else:
            self.half = game
            self.halves += 1

    def _add_pair(self, one: GameRecord, two: GameRecord) -> None:
        seats = one.seating.index(0), two.seating.index(0)
        shares = one.shares[seats[0]], two.shares[seats[1]]
        self.counts[pair_index(sum(shares))] += 1
        self.points.add(*shares)
        self.differences.add(
            *(
                game.scores[seat] - game.scores[1 - seat]
                for game, seat in zip((one, two), seats, strict=True)
            )
        )

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def complete(self) -> bool:
        """Has each game so far its second one?"""
        return self.half is None

    def difference(self) -> Mean:
        """Score of A minus score of B, per game, with its standard error by pairs."""
        mean = mean_of(self.pairs, *self._difference_sums())
        return Mean(mean.value / 2, mean.error / 2)

    def verdict(self, test: Sprt) -> Verdict:
        """Where a sequential test stands after the whole pairs so far."""
        return judge(test, self.counts, *self._difference_sums())

    def _difference_sums(self) -> tuple[float, float]:
        """Sum and sum of squares of the differences of whole pairs."""
        d = self.differences
        return d.x + d.y, d.xx + d.yy + 2 * d.xy
