"""How many faults of each kind each player had in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..play.faults import Kind
from ..record.records import GameRecord


@dataclass(slots=True)
class FaultCount:
    """The faults of each player over the games of a match, and the worst overrun."""

    kinds: dict[int, Counter[Kind]] = field(default_factory=dict)
    worst: dict[int, float] = field(default_factory=dict)

    def add(self, game: GameRecord) -> None:
        if game.fault is not None:
            player = game.seating[game.fault.seat]
            self.kinds.setdefault(player, Counter())[game.fault.kind] += 1
            self.worst[player] = max(self.worst.get(player, 0.0), game.clock.overrun or 0.0)

    @property
    def total(self) -> int:
        return sum(kinds.total() for kinds in self.kinds.values())

    def lines(self, names: str) -> Iterator[tuple[str, str]]:
        """For the table: who had which faults."""
        for player, kinds in sorted(self.kinds.items()):
            told = [f"{kinds[kind]} {kind}" for kind in Kind if kinds[kind]]
            if kinds[Kind.TIMEOUT]:
                told.append(f"at most {self.worst[player]:.0f} ms too late")
            yield f"faults of {names[player]}", f"{', '.join(told)}; each is a lost game, scores 0"

    def table(self, names: str) -> dict[str, dict[str, int]]:
        """For machines."""
        return {
            names[player]: {str(kind): count for kind, count in sorted(kinds.items())}
            for player, kinds in sorted(self.kinds.items())
        }
