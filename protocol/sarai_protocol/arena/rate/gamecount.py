"""How many games there were, how long they were, and what went wrong in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ..record.records import GameRecord
from .faultcount import FaultCount


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
class CpuTime:
    """CPU milliseconds of a player over the games in which they are known, and its moves there."""

    milliseconds: float = 0.0
    moves: int = 0

    def add(self, game: GameRecord, seat: int) -> None:
        """Count the game of a player in this seat."""
        found = game.clock.cpu[seat] if game.clock.cpu else None
        if found is not None:
            self.milliseconds += found
            self.moves += len(game.clock.decisions[seat])

    def per_move(self) -> float:
        """Milliseconds a move; nan if none is known."""
        return self.milliseconds / self.moves if self.moves else math.nan


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
