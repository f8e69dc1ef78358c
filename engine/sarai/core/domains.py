"""What a number means: a domain, its text, its parser, its value for JSON, its words for people.

A domain stands in the C tables of a game (`core_domain` in csrc/core.h): for the fields of a state
and for the lanes of moves. Bound to a game, it knows the seats and the names that the rules give.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any

from .library import ALL, lib, string

Value = int | str | list[int] | list[str] | dict[str, int]
"""The meaning of a word as JSON has it."""

REMEMBERED = 1024
"""Texts and words of a domain that are kept, so that they are made and read once."""
LONGEST_RUN = 9
"""Letters of a kind in a row; more are written `R*12`, unless no lane holds more than 15."""


class Kind(IntEnum):
    """The kinds of number; core.h says what each means."""

    NUMBER = lib.CORE_NUMBER
    CHOICE = lib.CORE_CHOICE
    SEAT = lib.CORE_SEAT
    SEATS = lib.CORE_SEATS
    MULTISET = lib.CORE_MULTISET
    CELLS = lib.CORE_CELLS
    ROW = lib.CORE_ROW


@dataclass(frozen=True, slots=True)
class Domain:
    """The values that a word can have, and how they are written.

    >>> goods = Domain(Kind.MULTISET, bits=4, lanes=3, highest=15, names=("D", "G", "K"))
    >>> goods.text(0x201), goods.text(0), goods.parse("DKK") == 0x201, goods.value(0x201)
    ('DKK', '-', True, {'D': 1, 'K': 2})
    >>> goods.parse("KD")
    Traceback (most recent call last):
    ValueError: 'KD' is not letters in the order DGK ('-' for none)
    """

    kind: Kind
    bits: int = 0
    lanes: int = 0
    lowest: int = 0
    highest: int = 0
    names: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    """The lanes as the text has them, if that is another order."""
    _shifts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    text: Callable[[int], str] = field(init=False, repr=False, compare=False)
    """The word as a snapshot has it. ValueError if it is none of the domain."""
    parse: Callable[[str], int] = field(init=False, repr=False, compare=False)
    """The word of a text. ValueError with the reason if it is not written like that."""

    def __post_init__(self) -> None:
        step = self._step
        object.__setattr__(self, "_shifts", tuple(step * lane for lane in range(self.lanes)))
        object.__setattr__(self, "text", lru_cache(REMEMBERED)(self._text))
        object.__setattr__(self, "parse", lru_cache(REMEMBERED)(self._parse))

    @classmethod
    def bound(cls, c: Any, seats: int, names_of: Callable[[str], tuple[str, ...]]) -> Domain:
        """A domain of C in a game of so many seats; `names_of` has the names that rules give."""
        kind, text = Kind(c.kind), string(c.names)
        names = tuple(
            name
            for part in (text.split("|") if text else ())
            for name in (names_of(part) if "@" in part else (part,))
        )
        lanes, bits, lowest, highest = int(c.lanes), int(c.bits), int(c.lowest), int(c.highest)
        if kind == Kind.CHOICE:
            highest = len(names) - 1
        elif kind == Kind.SEAT:
            highest = seats - 1
        elif kind == Kind.SEATS:
            lanes, names = seats, tuple(map(str, range(seats)))
        elif kind == Kind.CELLS:
            lanes = len(names)
        elif kind == Kind.MULTISET:
            highest = highest or (1 << bits) - 1
        elif kind == Kind.ROW:
            highest = len(names) - 1
        names, order = _ordered(names)
        return cls(kind, bits, lanes, lowest, highest, names, order)

    # -- words --

    @property
    def _step(self) -> int:
        """The bits of a lane or cell."""
        return self.bits if self.kind in (Kind.MULTISET, Kind.ROW) else 1

    def counts(self, word: int) -> tuple[int, ...]:
        """The counters of a multiset, the values of a row, or 0 and 1 for each member of a set."""
        mask = (1 << self._step) - 1
        return tuple([word >> shift & mask for shift in self._shifts])

    def packed(self, counts: tuple[int, ...]) -> int:
        """The word of so many counters. ValueError if one is too large."""
        multiset = self.kind == Kind.MULTISET
        bits, most = (self.bits, self.highest) if multiset else (1, 1)
        for name, count in zip(self.names, counts, strict=False):
            if count > most:
                raise ValueError(f"{name} is there {count} times, {most} is the most")
        return sum([count << bits * lane for lane, count in enumerate(counts)])

    def holds(self, word: int) -> bool:
        """Is this a word of the domain?"""
        if self.kind in (Kind.NUMBER, Kind.SEAT):
            return self.lowest <= word <= self.highest
        if self.kind == Kind.CHOICE:
            return 0 <= word <= self.highest and bool(self.names[word])
        if word < 0 or self.packed_mask() & word != word:
            return False
        if self.kind == Kind.ROW:
            return all(cell <= self.highest and self.names[cell] for cell in self.counts(word))
        named = zip(self.names, self.counts(word), strict=False)
        most = self.highest if self.kind == Kind.MULTISET else 1
        return all(count <= most if name else not count for name, count in named)

    def packed_mask(self) -> int:
        """The bits that the lanes of a multiset or set take, or the cells of a row."""
        return (1 << self._step * self.lanes) - 1

    # -- text --

    def _text(self, word: int) -> str:
        if not self.holds(word):
            raise ValueError(f"{word} is not {self.describe()}")
        if self.kind == Kind.CHOICE:
            return self.names[word]
        if self.kind == Kind.SEAT and word == ALL:
            return "all"
        if self.kind in (Kind.NUMBER, Kind.SEAT):
            return str(word)
        if self.kind == Kind.ROW:
            return "/".join(self.names[cell] for cell in self.counts(word))
        if self.letters:
            counts = self.counts(word)
            return "".join(self._run(self.names[i], counts[i]) for i in self._lanes()) or "-"
        return "/".join(self._members(word)) or "-"

    def _parse(self, text: str) -> int:
        if self.kind in (Kind.CHOICE, Kind.SEAT):
            words = self._words()
            if text not in words:
                raise ValueError(f"{text[:40]!r} is not one of {self._listed()}")
            return words[text]
        if self.kind == Kind.NUMBER:
            if not re.fullmatch("0|-?[1-9][0-9]{0,18}", text):
                raise ValueError(f"{text[:40]!r} is not a number (up to {self.highest})")
            if not self.holds(int(text)):
                raise ValueError(f"{text} is not a number from {self.lowest} to {self.highest}")
            return int(text)
        if self.kind == Kind.ROW:
            return self._read_cells(text.split("/"))
        word = self.packed(self._read_letters(text) if self.letters else self._read_names(text))
        if self.text(word) != text:
            raise ValueError(self._shape(text))
        return word

    @property
    def letters(self) -> bool:
        """Are all names single letters, so that they stand side by side?"""
        return self.kind == Kind.SEATS or (
            self.kind == Kind.MULTISET and all(len(name) == 1 for name in self.names)
        )

    def _lanes(self) -> Sequence[int]:
        return self.order or range(self.lanes)

    def _words(self) -> dict[str, int]:
        if self.kind == Kind.CHOICE:
            return {name: word for word, name in enumerate(self.names)}
        seats = {str(seat): seat for seat in range(self.highest + 1)}
        return seats | ({"all": ALL} if self.lowest < 0 else {})

    def _run(self, name: str, count: int) -> str:
        long = count > LONGEST_RUN and self.highest > 15
        return f"{name}*{count}" if long else name * count

    def _members(self, word: int) -> Iterator[str]:
        for name, count in zip(self.names, self.counts(word), strict=True):
            yield from [name] * count

    def _read_letters(self, text: str) -> tuple[int, ...]:
        names = [re.escape(self.names[lane]) for lane in self._lanes()]
        groups = "".join(rf"({name}\*[1-9][0-9]{{1,4}}|{name}*)" for name in names)
        found = re.fullmatch(groups, "" if text == "-" else text, re.ASCII)
        if not found:
            raise ValueError(self._shape(text))
        runs = [int(g[2:]) if g[1:2] == "*" else len(g) for g in found.groups()]
        return tuple(run for _, run in sorted(zip(self._lanes(), runs, strict=True)))

    def _read_names(self, text: str) -> tuple[int, ...]:
        counts = [0] * self.lanes
        for word in [] if text == "-" else text.split("/"):
            if not word or word not in self.names:
                raise ValueError(f"{word[:40]!r} is not one of {self._listed()}")
            counts[self.names.index(word)] += 1
        return tuple(counts)

    def _read_cells(self, texts: Sequence[str]) -> int:
        if len(texts) != self.lanes:
            raise ValueError(f"{'/'.join(texts)[:40]!r} does not have {self.lanes} cells")
        for text in texts:
            if not text or text not in self.names:
                raise ValueError(f"{text[:40]!r} is not one of {self._listed()}")
        return sum(self.names.index(text) << self.bits * i for i, text in enumerate(texts))

    def _shape(self, text: str) -> str:
        if self.letters:
            order = "".join(self.names[lane] for lane in self._lanes())
            strange = sorted(set(text) - set(order) - set("-*0123456789"))
            if strange:
                return f"{text[:40]!r} has {strange[0]!a}; the letters are {order}"
            what = "seats" if self.kind == Kind.SEATS else "letters"
            return f"{text[:40]!r} is not {what} in the order {order} ('-' for none)"
        return f"{text[:40]!r} is not in the order {self._listed()} ('-' for none)"

    def _listed(self) -> str:
        """The names, cut short if they are many."""
        one = self.kind in (Kind.CHOICE, Kind.SEAT, Kind.ROW)
        names = [name for name in (self._words() if self.kind == Kind.SEAT else self.names) if name]
        shown = names if len(names) <= 24 else [*names[:4], "...", names[-1]]
        return (" " if one else "/").join(shown)

    # -- for programs and people --

    def value(self, word: int) -> Value:
        """The meaning of a word: a number, a name, a list of names, or counts by name."""
        if self.kind == Kind.MULTISET:
            named = zip(self.names, self.counts(word), strict=True)
            return {name: count for name, count in named if count}
        if self.kind == Kind.CELLS:
            return list(self._members(word))
        if self.kind == Kind.ROW:
            return [self.names[cell] for cell in self.counts(word)]
        if self.kind == Kind.SEATS:
            return [seat for seat, there in enumerate(self.counts(word)) if there]
        text = self.text(word)
        return text if self.kind == Kind.CHOICE or text == "all" else word

    def word(self, value: Any) -> int:
        """The word of such a value. ValueError if it has none."""
        if self.kind == Kind.MULTISET and isinstance(value, dict):
            if not value.keys() <= set(filter(None, self.names)):
                raise ValueError(f"{list(value)} are not all of {self._listed()}")
            return self.packed(tuple(int(value.get(name, 0)) for name in self.names))
        if self.kind == Kind.ROW and isinstance(value, list):
            return self._read_cells(value)
        if self.kind in (Kind.CELLS, Kind.SEATS) and isinstance(value, list):
            return self.packed(self._read_names("/".join(map(str, value)) or "-"))
        return self.parse(str(value))

    def describe(self) -> str:
        """The kind in words, for documents and errors."""
        if self.kind == Kind.NUMBER:
            return f"a number from {self.lowest} to {self.highest}"
        if self.kind == Kind.CHOICE:
            return f"one of {self._listed()}"
        if self.kind == Kind.SEAT:
            return "a seat, or all" if self.lowest < 0 else "a seat"
        if self.kind == Kind.SEATS:
            return "a set of seats"
        if self.kind == Kind.CELLS:
            return f"a set of {self._listed()}"
        if self.kind == Kind.ROW:
            return f"a row of {self.lanes}, each one of {self._listed()}"
        joined = "".join(self.names) if self.letters else self._listed()
        return f"a multiset of {joined}"


def _ordered(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names by lane, and the order of the lanes in a text if some say their lane (`K=6`)."""
    pairs = [name.rpartition("=") for name in names]
    if not any(equals for _, equals, _ in pairs):
        return names, ()
    order = tuple(int(last) if equals else lane for lane, (_, equals, last) in enumerate(pairs))
    by_lane = {
        lane: name if equals else last
        for lane, (name, equals, last) in zip(order, pairs, strict=True)
    }
    return tuple(by_lane[lane] for lane in range(len(names))), order
