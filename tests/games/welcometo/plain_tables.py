"""The printed matter of Welcome To, read from the rules text a second time.

The tests do not take these numbers from the file that the engine's tables are made of.
"""

from __future__ import annotations

from dataclasses import dataclass

EFFECTS = "SPTBLA"
"""Surveyor, pool, temp, bis, landscaper, estate agent."""

# How many cards of a number have each effect, in the order of EFFECTS.
DECK_ROWS = {
    1: (1, 0, 0, 0, 1, 1),
    2: (1, 0, 0, 0, 1, 1),
    3: (1, 1, 1, 1, 0, 0),
    4: (0, 1, 1, 1, 1, 1),
    5: (2, 0, 0, 0, 2, 2),
    6: (2, 1, 1, 1, 1, 1),
    7: (1, 1, 1, 1, 2, 2),
    8: (2, 1, 1, 1, 2, 2),
    9: (1, 1, 1, 1, 2, 2),
    10: (2, 1, 1, 1, 1, 1),
    11: (2, 0, 0, 0, 2, 2),
    12: (0, 1, 1, 1, 1, 1),
    13: (1, 1, 1, 1, 0, 0),
    14: (1, 0, 0, 0, 1, 1),
    15: (1, 0, 0, 0, 1, 1),
}
DECK = {
    f"{number}{effect}": count
    for number, row in DECK_ROWS.items()
    for effect, count in zip(EFFECTS, row, strict=True)
    if count
}
"""81 cards: how many of each kind there are, in the order of the deck."""

LENGTHS = (10, 11, 12)
POOLS = ((2, 6, 7), (0, 3, 7), (1, 6, 10))  # houses with a planned pool, counted from 0

# What a track shows after so many crosses.
PARK_POINTS = ((0, 2, 4, 10), (0, 2, 4, 6, 14), (0, 2, 4, 6, 8, 18))
POOL_POINTS = (0, 3, 6, 9, 13, 17, 21, 26, 31, 36)
BIS_COST = (0, 1, 3, 6, 9, 12, 16, 20, 24, 28)  # and no more after that
REFUSAL_COST = (0, 0, 3, 5)
ROUNDABOUT_COST = (0, 3, 8)
ESTATE_POINTS = (
    (1, 3),
    (2, 3, 4),
    (3, 4, 5, 6),
    (4, 5, 6, 7, 8),
    (5, 6, 7, 8, 10),
    (6, 7, 8, 10, 12),
)
TEMP_BOXES = 11
TEMP_POINTS = (7, 4, 1)
TEMPS_ALONE = 6  # with one seat: so many are worth the first of these points


@dataclass(frozen=True)
class Plan:
    stack: int
    first: int
    later: int
    sizes: tuple[int, ...] = ()  # estates
    street: int = -1
    """All houses of this street; with `parks` or `pools` all of those."""
    streets: int = 0
    """Parks or pools of so many streets."""
    parks: bool = False
    pools: bool = False
    roundabout: bool = False
    bis: int = 0
    temps: int = 0
    ends: bool = False
    advanced: bool = False


PLANS = {
    1: Plan(1, 8, 4, (1, 1, 1, 1, 1, 1)),
    2: Plan(1, 8, 4, (2, 2, 2, 2)),
    3: Plan(1, 8, 4, (3, 3, 3)),
    4: Plan(1, 6, 3, (4, 4)),
    5: Plan(1, 8, 4, (5, 5)),
    6: Plan(1, 10, 6, (6, 6)),
    7: Plan(2, 11, 6, (1, 1, 1, 6)),
    8: Plan(2, 10, 6, (2, 2, 5)),
    9: Plan(2, 12, 7, (3, 3, 4)),
    10: Plan(2, 8, 4, (3, 6)),
    11: Plan(2, 9, 5, (4, 5)),
    12: Plan(2, 9, 5, (1, 1, 1, 4)),
    13: Plan(3, 12, 7, (1, 2, 6)),
    14: Plan(3, 13, 7, (1, 4, 5)),
    15: Plan(3, 7, 3, (3, 4)),
    16: Plan(3, 7, 3, (2, 5)),
    17: Plan(3, 11, 6, (1, 2, 2, 3)),
    18: Plan(3, 13, 7, (2, 3, 5)),
    19: Plan(1, 8, 4, street=2, advanced=True),
    20: Plan(1, 6, 3, street=0, advanced=True),
    21: Plan(1, 8, 3, bis=5, advanced=True),
    22: Plan(1, 6, 3, temps=7, advanced=True),
    23: Plan(1, 7, 4, ends=True, advanced=True),
    24: Plan(2, 7, 4, parks=True, streets=2, advanced=True),
    25: Plan(2, 10, 5, parks=True, pools=True, roundabout=True, streets=1, advanced=True),
    26: Plan(2, 7, 4, pools=True, streets=2, advanced=True),
    27: Plan(2, 10, 5, parks=True, pools=True, street=2, advanced=True),
    28: Plan(2, 8, 3, parks=True, pools=True, street=1, advanced=True),
}
