"""What a seat can infer of what it does not see, as chances by kind of card.

Every deal of the unseen cards to the hidden places is equally likely, as in a determinization: that
the others' moves say something about their cards is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Pool:
    """The unseen cards of one source: how many of each kind, in the game's notation."""

    name: str
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Zone:
    """A hidden place: `hidden` cards that the seat does not know, drawn from a pool.

    `chance` of a kind: at least one of the hidden cards is of it; `mean`: how many, on average.
    `known` are the other cards in it, `-` for none.
    """

    name: str
    pool: str
    hidden: int
    known: str
    chance: Mapping[str, float]
    mean: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Belief:
    """All sources of unseen cards, and all places where they may lie."""

    pools: tuple[Pool, ...]
    zones: tuple[Zone, ...]


def drawn(name: str, pool: str, cards: Mapping[str, int], hidden: int, known: str = "-") -> Zone:
    """A place whose `hidden` cards are drawn from `cards` without replacement (hypergeometric).

    >>> drawn("hand", "deck", {"D": 2, "G": 2}, 2).mean
    {'D': 1.0, 'G': 1.0}
    """
    total = sum(cards.values())
    return Zone(
        name,
        pool,
        hidden,
        known,
        {kind: 1 - comb(total - n, hidden) / comb(total, hidden) for kind, n in cards.items() if n},
        {kind: n * hidden / max(total, 1) for kind, n in cards.items() if n},
    )
