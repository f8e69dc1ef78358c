"""Dense numbers for the words of a domain: how many there are, which one a word is, and back.

A multiset whose sum is bounded has a number for each way to fill its lanes within the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .domains import Domain, Kind


def size(domain: Domain, most: int | None = None) -> int:
    """How many words there are; `most` bounds the sum of a multiset."""
    if domain.kind == Kind.CHOICE:
        return sum(map(bool, domain.names))
    if domain.kind in (Kind.NUMBER, Kind.SEAT):
        return domain.highest - domain.lowest + 1
    return _ways(_caps(domain), _bound(domain, most))


def rank(domain: Domain, word: int, most: int | None = None) -> int:
    """The number of a word. ValueError if it is none of the domain, or above the bound."""
    if not domain.holds(word):
        raise ValueError(f"{word} is not {domain.describe()}")
    if domain.kind == Kind.CHOICE:
        return sum(map(bool, domain.names[:word]))
    if domain.kind in (Kind.NUMBER, Kind.SEAT):
        return word - domain.lowest
    caps, room, number = _caps(domain), _bound(domain, most), 0
    for lane, count in enumerate(domain.counts(word)):
        if count > room:
            raise ValueError(f"{domain.text(word)} is more than {most} in all")
        number += sum(_ways(caps[lane + 1 :], room - less) for less in range(count))
        room -= count
    return number


def unrank(domain: Domain, number: int, most: int | None = None) -> int:
    """The word with this number. IndexError if there is none."""
    if not 0 <= number < size(domain, most):
        raise IndexError(f"{number} is not below {size(domain, most)}")
    if domain.kind == Kind.CHOICE:
        return [word for word, name in enumerate(domain.names) if name][number]
    if domain.kind in (Kind.NUMBER, Kind.SEAT):
        return domain.lowest + number
    caps, room, counts = _caps(domain), _bound(domain, most), list[int]()
    for lane in range(domain.lanes):
        count = 0
        while (ways := _ways(caps[lane + 1 :], room - count)) <= number:
            number -= ways
            count += 1
        counts.append(count)
        room -= count
    return domain.packed(tuple(counts))


def _caps(domain: Domain) -> tuple[int, ...]:
    """The most of each lane."""
    most = domain.highest if domain.kind == Kind.MULTISET else 1
    return tuple(most if name else 0 for name in domain.names)


def _bound(domain: Domain, most: int | None) -> int:
    return sum(_caps(domain)) if most is None else most


@cache
def _ways(caps: Sequence[int], room: int) -> int:
    """How many ways there are to fill the lanes with at most `room` in all."""
    if not caps:
        return 1
    return sum(_ways(caps[1:], room - count) for count in range(min(caps[0], room) + 1))
