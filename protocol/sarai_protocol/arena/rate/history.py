"""How a match went: the score with its error after so many games, and how long games were.

Memory is bounded: a curve that is full drops every second point, and takes every second from then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..record.records import GameRecord
from .duel import DuelResult
from .elo import game_score
from .results import MatchResult
from .single_player import SinglePlayerResult
from .statistics import Mean

MOST_POINTS = 1000


@dataclass(slots=True)
class History:
    """`curves` has for each player (of two, the first only) its mean share after `games` games.

    Of players alone it is the mean score.
    """

    games: list[int] = field(default_factory=list)
    curves: list[list[Mean]] = field(default_factory=list)
    plies: Counter[int] = field(default_factory=Counter)
    step: int = 1
    waiting: int = 0
    units: int = 0

    def add(self, game: GameRecord, score: MatchResult) -> None:
        """Note how it stands after a game that the score has counted."""
        self.plies[game.plies] += 1
        units = _units(score)
        if units == self.units:  # errors are known by whole pairs or rounds
            return
        self.units = units
        self.waiting += 1
        if self.waiting < self.step:
            return
        self.waiting = 0
        means = _means(score)
        self.curves = self.curves or [[] for _ in means]
        self.games.append(score.games)
        for curve, mean in zip(self.curves, means, strict=True):
            curve.append(mean)
        if len(self.games) == MOST_POINTS:
            self.step *= 2
            self.games = self.games[1::2]
            self.curves = [curve[1::2] for curve in self.curves]


def _units(score: MatchResult) -> int:
    if isinstance(score, SinglePlayerResult):
        return score.deals
    return score.pairs if isinstance(score, DuelResult) else score.sides[0].rounds


def _means(score: MatchResult) -> list[Mean]:
    if isinstance(score, DuelResult):
        return [game_score(score.counts)]
    if isinstance(score, SinglePlayerResult):
        return [side.score() for side in score.sides]
    return [side.mean() for side in score.sides]
