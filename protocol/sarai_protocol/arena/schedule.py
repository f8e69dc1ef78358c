"""Who sits where on which deal, and every seed: all of a match is fixed before its first game.

Games are numbered from 1. As many games as there are seats share a deal, and the players rotate
through the seats: with two seats a *pair*. Game k of a match depends on the match and on k only,
so it is the same whatever was played before, and in however many processes.
"""

import hashlib
from dataclasses import dataclass


def seed_of(*parts: str | int) -> int:
    """A seed of 53 bits: the first of SHA-256 over `sarai/PART/PART...`.

    53 bits, so that every reader of JSON holds it exactly. The same on every machine.

    >>> seed_of("deal", 0, 1)
    6488936938161976
    """
    text = "/".join(map(str, ("sarai", *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game: its number, its pair (from 1), the seed of its deal, the player of each seat."""

    number: int
    pair: int
    deal: int
    seating: tuple[int, ...]


def fixture(seed: int, seats: int, number: int) -> Fixture:
    """The game of this number in a match.

    >>> fixture(0, 2, 3).seating, fixture(0, 2, 4).seating
    ((0, 1), (1, 0))
    """
    pair, turn = divmod(number - 1, seats)
    seating = tuple((seat + turn) % seats for seat in range(seats))
    return Fixture(number, pair + 1, seed_of("deal", seed, pair + 1), seating)


def decision_seed(seed: int, number: int, seat: int, decision: int) -> int:
    """The seed that a seat's player is given for its decision of this index in game `number`.

    It differs between the games of a pair: a player against itself is not its own mirror image.
    """
    return seed_of("decision", seed, number, seat, decision)
