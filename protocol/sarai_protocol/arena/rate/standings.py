"""The running sums of a match of more than two players or seats, in constant memory.

All games of a round share a deal, so errors are computed from whole rounds: a player's number is
the mean of its share of the win over its games in the round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..record.records import GameRecord, Header
from .bradleyterry import Ratings, ratings
from .duel import WIN
from .elo import pair_index
from .gamecount import CpuTime, GameCount, Round
from .statistics import Mean, mean_of, variance_of_mean


@dataclass(slots=True)
class Standing:
    """One player over all its tables.

    `share` and `squares` are sums over whole rounds of its mean share in a round; `turn_share` and
    `turn_squares` those of its share in its first, second, ... game of a round.
    """

    seats: int
    turns: int
    games: int = 0
    wins: int = 0
    points: float = 0.0
    score_sum: int = 0
    seat_games: list[int] = field(init=False)
    seat_points: list[float] = field(init=False)
    rounds: int = 0
    share: float = 0.0
    squares: float = 0.0
    turn_share: list[float] = field(init=False)
    turn_squares: list[float] = field(init=False)
    moves: int = 0
    milliseconds: float = 0.0
    cpu: CpuTime = field(default_factory=CpuTime)

    def __post_init__(self) -> None:
        self.seat_games = [0] * self.seats
        self.seat_points = [0.0] * self.seats
        self.turn_share = [0.0] * self.turns
        self.turn_squares = [0.0] * self.turns

    def add(self, game: GameRecord, seat: int) -> None:
        self.games += 1
        self.wins += game.shares[seat] == WIN
        self.points += game.shares[seat]
        self.score_sum += game.scores[seat]
        self.seat_games[seat] += 1
        self.seat_points[seat] += game.shares[seat]
        self.moves += len(game.clock.decisions[seat])
        self.milliseconds += sum(game.clock.decisions[seat])
        self.cpu.add(game, seat)

    def add_round(self, shares: Sequence[float]) -> None:
        mean = sum(shares) / self.turns
        self.rounds += 1
        self.share += mean
        self.squares += mean * mean
        for turn, share in enumerate(shares):
            self.turn_share[turn] += share
            self.turn_squares[turn] += share * share

    def mean(self) -> Mean:
        """Share of the win a game, with its standard error by rounds."""
        return mean_of(self.rounds, self.share, self.squares)

    def saved(self) -> float:
        """The part of the games that playing all games of a round on one deal saves.

        As in `Moments.saved`: k games on deals of their own, one for each game of a round, have a
        mean with the variance sum v_j / k^2; 1 minus the ratio of the round's variance to that.
        """
        apart = sum(
            variance_of_mean(self.rounds, total, squares)
            for total, squares in zip(self.turn_share, self.turn_squares, strict=True)
        )
        whole = variance_of_mean(self.rounds, self.share, self.squares)
        return 1 - whole * self.turns**2 / apart if apart > 0 else math.nan


@dataclass(slots=True)
class Standings(GameCount):
    """All games so far; `counts` are the pair scores of the first player at each table of two."""

    header: Header
    draws: int = 0
    sides: list[Standing] = field(init=False)
    counts: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    round: Round = field(init=False)
    whole: int = field(init=False)

    def __post_init__(self) -> None:
        schedule = self.header.schedule()
        self.whole = schedule.round
        self.round = Round(self.whole)
        sat = [player for table in schedule.tables for player in table]
        self.sides = [
            Standing(self.header.seats, self.header.seats * sat.count(player))
            for player in range(len(self.header.players))
        ]

    def add(self, game: GameRecord) -> None:
        """Count a game; games come in the order of their numbers."""
        for seat, player in enumerate(game.seating):
            self.sides[player].add(game, seat)
        self.count(game)
        self.draws += WIN not in game.shares
        if whole := self.round.whole(game):
            self._add_round(whole)

    def ratings(self) -> Ratings | None:
        """Elo of the players at tables of two, by whole pairs; None if nobody can be rated."""
        return ratings(len(self.sides), self.counts)

    def _add_round(self, games: Sequence[GameRecord]) -> None:
        for player, side in enumerate(self.sides):
            side.add_round([_share(g, player) for g in games if player in g.seating])
        if self.header.seats == 2:
            for one, two in zip(games[::2], games[1::2], strict=True):
                a, b = sorted(one.seating)
                counts = self.counts.setdefault((a, b), [0] * 5)
                counts[pair_index(_share(one, a) + _share(two, a))] += 1


def _share(game: GameRecord, player: int) -> float:
    return game.shares[game.seating.index(player)]
