"""How many games there were, how long they were, and what went wrong in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..play.faults import FaultCount
from ..record.records import GameRecord


@dataclass(slots=True, kw_only=True)
class GameCount:
    """What the running sums of every kind of match begin with."""

    games: int = 0
    capped: int = 0
    plies: int = 0
    shortest: int = 0
    longest: int = 0
    faults: FaultCount = field(default_factory=FaultCount)

    def count(self, game: GameRecord) -> None:
        """Count a game."""
        self.faults.add(game)
        self.games += 1
        self.capped += game.capped
        self.plies += game.plies
        self.shortest = min(self.shortest or game.plies, game.plies)
        self.longest = max(self.longest, game.plies)


@dataclass(slots=True)
class Round:
    """The games on one deal, as they come, until there are as many as belong together."""

    size: int
    games: list[GameRecord] = field(default_factory=list)

    def whole(self, game: GameRecord) -> list[GameRecord]:
        """Add a game: all games of its round if it was the last of them, else none.

        A round that breaks off, as in records that were filtered, is dropped.
        """
        if self.games and self.games[0].deal != game.deal:
            self.games.clear()
        self.games.append(game)
        if len(self.games) < self.size:
            return []
        done, self.games = self.games, []
        return done
