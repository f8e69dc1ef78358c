"""Ratings for tables of any number of seats, by openskill (extra `skill`).

The model is Plackett-Luce (R. Weng, C.-J. Lin, "A Bayesian approximation method for online
ranking", Journal of Machine Learning Research 12, 2011): each game moves the ratings of its players
by its order of places. All begin at 25 +- 8.3; players that are the same strength apart by one unit
of about 4.2 beat each other 76 times in 100. It is an online method, so the order of games matters
a little; the shares with their errors are the stricter measure.
"""

from __future__ import annotations

from typing import Any

from openskill.models import PlackettLuce

from ..record.records import GameRecord, Header
from .statistics import Mean


class Skill:
    """The rating of each player of a match."""

    def __init__(self, header: Header) -> None:
        self._model = PlackettLuce()
        self._ratings: list[Any] = [self._model.rating() for _ in header.players]

    def add(self, game: GameRecord) -> None:
        """Take a game into account; a better share is a better place, equal shares are a tie."""
        teams = [[self._ratings[player]] for player in game.seating]
        places = [sum(other > share for other in game.shares) for share in game.shares]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for player, (rating,) in zip(game.seating, rated, strict=True):
            self._ratings[player] = rating

    def ratings(self) -> list[Mean]:
        """Each player's rating with its standard deviation."""
        return [Mean(rating.mu, rating.sigma) for rating in self._ratings]
