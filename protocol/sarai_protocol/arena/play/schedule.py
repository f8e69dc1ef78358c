"""Who sits where on which deal, and every seed: all of a match is fixed before its first game.

Games are numbered from 1. As many games as there are seats share a deal, and the players rotate
through the seats: such a *group* of games is a *pair* with two seats. With one seat each player
plays the deal alone, and those games are the group. Game k of a match depends on
the match and on k only, so it is the same whatever was played before, in however many processes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import combinations

TOURNAMENTS = {
    "match": "all players sit at one table (of one seat: each plays alone)",
    "gauntlet": "the first player meets every table that the others can make with it",
    "roundrobin": "every table that the players can make",
}


def seed_of(*parts: str | int) -> int:
    """A seed of 53 bits: the first of SHA-256 over `sarai/PART/PART...`.

    53 bits, so that every reader of JSON holds it exactly. The same on every machine.

    >>> seed_of("deal", 0, 1)
    6488936938161976
    """
    text = "/".join(map(str, ("sarai", *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


def decision_seed(seed: int, number: int, seat: int, decision: int) -> int:
    """The seed that a seat's player is given for its decision of this index in game `number`.

    It differs between the games of a pair: a player against itself is not its own mirror image.
    """
    return seed_of("decision", seed, number, seat, decision)


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game: its number, its group (from 1), the seed of its deal, the player of each seat."""

    number: int
    pair: int
    deal: int
    seating: tuple[int, ...]


def tables(tournament: str, players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Which players meet, in the order in which they do; each table plays one group a round.

    >>> tables("gauntlet", 4, 2), tables("roundrobin", 3, 2)
    (((0, 1), (0, 2), (0, 3)), ((0, 1), (0, 2), (1, 2)))
    >>> tables("match", 3, 3)
    ((0, 1, 2),)
    >>> tables("match", 3, 1)
    ((0,), (1,), (2,))
    """
    every = tuple(combinations(range(players), seats))
    return tuple(table for table in every if table[0] == 0) if tournament == "gauntlet" else every


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a match, round after round. In a round every table has the same deal.

    >>> pairs = Schedule(0, 2, ((0, 1),))
    >>> pairs.fixture(3).seating, pairs.fixture(4).seating
    ((0, 1), (1, 0))
    >>> [(game.pair, game.seating) for game in map(Schedule(0, 1, ((0,), (1,))).fixture, (1, 2, 3))]
    [(1, (0,)), (1, (1,)), (2, (0,))]
    """

    seed: int
    seats: int
    tables: tuple[tuple[int, ...], ...]

    @property
    def round(self) -> int:
        """The number of games in a round; a match is whole rounds."""
        return self.seats * len(self.tables)

    def fixture(self, number: int) -> Fixture:
        """The game of this number."""
        group, turn = divmod(number - 1, self.seats)
        round_, place = divmod(group, len(self.tables))
        table = self.tables[place]
        seating = tuple(table[(seat + turn) % self.seats] for seat in range(self.seats))
        deal = seed_of("deal", self.seed, round_ + 1)
        return Fixture(number, 1 + (round_ if self.seats == 1 else group), deal, seating)
