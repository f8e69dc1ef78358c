"""The running sums of a match between two players: what its table needs, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from .records import GameRecord
from .statistics import Mean, mean_of, pair_index

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


@dataclass(slots=True)
class Tally:
    """All games so far. `counts`: pairs by the score of player A, 0, 0.5, 1, 1.5, 2."""

    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    games: int = 0
    draws: int = 0
    capped: int = 0
    plies: int = 0
    shortest: int = 0
    longest: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    difference_sum: int = 0
    difference_squares: int = 0
    half: GameRecord | None = None

    def add(self, game: GameRecord) -> None:
        """Count a game; games come in the order of their numbers."""
        for seat, player in enumerate(game.seating):
            self.sides[player].add(game, seat)
        self.games += 1
        self.draws += WIN not in game.shares
        self.capped += game.capped
        self.plies += game.plies
        self.shortest = min(self.shortest or game.plies, game.plies)
        self.longest = max(self.longest, game.plies)
        if self.half is None:
            self.half = game
        else:
            self._add_pair(self.half, game)
            self.half = None

    def _add_pair(self, one: GameRecord, two: GameRecord) -> None:
        points, difference = 0.0, 0
        for game in (one, two):
            seat = game.seating.index(0)
            points += game.shares[seat]
            difference += game.scores[seat] - game.scores[1 - seat]
        self.counts[pair_index(points)] += 1
        self.difference_sum += difference
        self.difference_squares += difference * difference

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    def difference(self) -> Mean:
        """Score of A minus score of B, per game, with its standard error by pairs."""
        mean = mean_of(self.pairs, self.difference_sum, self.difference_squares)
        return Mean(mean.value / 2, mean.error / 2)
