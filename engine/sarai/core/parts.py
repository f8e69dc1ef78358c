"""The names of the parts of moves, which a prior sums over; csrc/parts.c numbers them.

A part is a form, a value of a lane, or a value that a public field has after the move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .domains import Domain, Kind
from .fields import Field, Seen, entries, places
from .forms import Forms

EXACT = 16
"""Numbers below it have a part of their own."""


def numbers(highest: int) -> list[str]:
    """The numbers from 0 on; above 15, `16+` stands for those below the next power of two."""
    own = [str(number) for number in range(min(highest + 1, EXACT))]
    return own + [f"{1 << k}+" for k in range(EXACT.bit_length() - 1, highest.bit_length())]


def values(domain: Domain, lowest: int) -> Iterator[str]:
    """The values of a domain; `lowest` is the first count of a multiset or set."""
    if domain.kind == Kind.NUMBER:
        yield from (f"={number}" for number in numbers(domain.highest))
    elif domain.kind in (Kind.CHOICE, Kind.SEAT):
        yield from (f"={entry[1:]}" for entry in entries(domain))
    elif domain.kind == Kind.ROW:
        cells = (entry[1:].partition(".") for entry in entries(domain))
        yield from (f".{cell}={name}" for cell, _, name in cells)
    else:
        most = domain.highest if domain.kind == Kind.MULTISET else 1
        for entry in entries(domain):
            yield from (f"{entry}={count}" for count in numbers(most)[lowest:])


def part_names(forms: Forms, fields: Collection[Field], seats: int) -> Iterator[str]:
    """All parts in their order. Seats, also of the values of a field, count from the mover."""
    for form in forms.seats:
        yield form.pattern
        for lane in form.lanes:
            yield from (f"{form.pattern} {lane.name}{value}" for value in values(lane.domain, 1))
    for field in fields:
        if field.seen == Seen.PUBLIC:
            for place in places(field, seats):
                yield from (f"{field.name}{place}{value}" for value in values(field.domain, 0))
