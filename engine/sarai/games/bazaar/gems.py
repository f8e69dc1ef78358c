"""Gems and cards of Bazaar in Python: letters, counters, the rules in gems, phases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...core import Game

LETTERS = "RWBGY"
PILES = 4
FREE = len(LETTERS)
LANE = 12
"""Bits of a counter in a word of gems."""

DRAW, TRADE, CHOOSE, CLAIM, END, RETURN = range(1, 7)
"""Tags of words; the forms are in csrc/games/bazaar/forms.c."""

PHASES = ("starter", "deal", "act", "gem", "choose", "claim", "card", "return", "over")
ACT = PHASES.index("act")


# ---- gems ----


def counts(word: int) -> tuple[int, ...]:
    """Gems of each colour in a word of the core."""
    return tuple(word >> LANE * lane & 0xFFF for lane in range(len(LETTERS)))


def packed(gems: Sequence[int]) -> int:
    """The word of the core for so many gems of each colour."""
    return sum(n << LANE * lane for lane, n in enumerate(gems))


def write_gems(gems: Sequence[int]) -> str:
    """Letters in order, `-` for nothing."""
    groups = zip(LETTERS, gems, strict=True)
    return "".join(letter * n if n < 10 else f"{letter}*{n}" for letter, n in groups) or "-"


_GROUPS = re.compile("".join(rf"({x}{{1,9}}|{x}\*[1-9][0-9]{{1,3}})?" for x in LETTERS), re.ASCII)


def read_gems(text: str) -> tuple[int, ...]:
    """Gems of each colour; ValueError if they are not written in order."""
    found = _GROUPS.fullmatch("" if text == "-" else text)
    groups = found.groups(default="") if found else ()
    gems = tuple(int(group[2:]) if "*" in group else len(group) for group in groups)
    if not found or write_gems(gems) != text:
        raise ValueError(f"{text[:40]!r} is not gems in the order {LETTERS} ('-' for none)")
    return gems


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of a game in gems: what an exchange pays and gets, and all cards."""

    exchanges: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    cards: tuple[str, ...]
    high: tuple[int, ...]


@lru_cache(maxsize=64)
def book(game: Game) -> Book:
    """The rules of a game in gems; exchange 2e is equation e from left to right, 2e + 1 back."""
    rules = game.rules()
    sides = zip(map(counts, rules["pay"]), map(counts, rules["get"]), strict=True)
    cards = tuple(write_gems(counts(word)) for word in rules["card"])
    return Book(tuple(sides), cards, rules["high"])


def bits(words: Sequence[int]) -> list[int]:
    """The numbers of the cards in a set of the core."""
    whole = words[0] | words[1] << 64
    return [n for n in range(128) if whole >> n & 1]
