"""Fields: where the values of a state lie in memory, and what they mean.

The table of fields of a game (`core_field` in csrc/core.h) says it once. The text of a state, its
structured view, its tensor and the tables of the documents follow from it.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

from .domains import Domain, Kind
from .library import ffi, lib, string

if TYPE_CHECKING:
    from .library import CData, core_field

_FORMATS = {1: "B", 2: "H", 4: "I", 8: "Q", -1: "b", -2: "h", -4: "i", -8: "q"}


class Per(IntEnum):
    """What the values of a field are for; core.h says what each means."""

    ONE = lib.CORE_ONE
    LIST = lib.CORE_LIST
    SEAT = lib.CORE_PER_SEAT


class Seen(IntEnum):
    """What seats see of a field or a move."""

    PUBLIC = lib.CORE_PUBLIC
    MASKED = lib.CORE_MASKED
    HIDDEN = lib.CORE_HIDDEN


@dataclass(frozen=True, slots=True)
class Field:
    """One row of the table of fields: its place, and the domain of its values."""

    name: str
    offset: int
    width: int
    count: int
    items: int
    per: Per
    seen: Seen
    domain: Domain
    formula: str
    layout: str
    """The format of its numbers for the module struct."""

    @property
    def item_size(self) -> int:
        """Bytes of a value."""
        return abs(self.width) * self.count // self.items

    def numbers(self, memory: CData) -> tuple[int, ...]:
        """Its numbers as they lie in memory."""
        return struct.unpack_from(self.layout, ffi.buffer(memory), self.offset)

    def words(self, memory: memoryview, seats: int) -> list[int]:
        """Its values, of seats those in play."""
        count = seats if self.per == Per.SEAT else self.items
        if self.items == self.count:
            return list(struct.unpack_from(self.layout, memory, self.offset)[:count])
        size, signed = self.item_size, self.width < 0
        starts = range(self.offset, self.offset + count * size, size)
        return [int.from_bytes(memory[i : i + size], "little", signed=signed) for i in starts]

    def write(self, memory: memoryview, words: list[int]) -> None:
        """Put values into memory. OverflowError if one does not fit."""
        size, signed = self.item_size, self.width < 0
        for i, word in enumerate(words):
            at = self.offset + i * size
            memory[at : at + size] = word.to_bytes(size, "little", signed=signed)


def fields_of(
    rows: core_field, count: int, seats: int, rules: Mapping[str, Field], memory: CData
) -> dict[str, Field]:
    """The rows of a table in a game of so many seats, by name; `rules` give names to domains."""
    names_of = partial(rule_names, rules, memory)
    return {field.name: field for field in (_field(rows[i], seats, names_of) for i in range(count))}


def rules_of(rows: core_field, count: int, seats: int, memory: CData) -> dict[str, Field]:
    """The fields of the rules; one may take its names from those before it."""
    rules: dict[str, Field] = {}
    for i in range(count):
        field = _field(rows[i], seats, partial(rule_names, rules, memory))
        rules[field.name] = field
    return rules


def _field(row: core_field, seats: int, names_of: Callable[[str], tuple[str, ...]]) -> Field:
    domain = Domain.bound(row.domain, seats, names_of)
    items, bits = row.items or row.count, 8 * abs(row.width)
    if domain.kind == Kind.NUMBER and domain.lowest == domain.highest == 0:
        half = 1 << (bits - 1)
        lowest, highest = (-half, half - 1) if row.width < 0 else (0, (1 << bits) - 1)
        domain = replace(domain, lowest=lowest, highest=highest)
    return Field(
        string(row.name),
        row.offset,
        row.width,
        row.count,
        items,
        Per(row.per),
        Seen(row.seen),
        domain,
        string(row.formula),
        f"<{row.count}{_FORMATS[row.width]}",
    )


def places(field: Field, seats: int) -> list[str]:
    """A suffix for each of its values in play: none if there is just one."""
    count = seats if field.per == Per.SEAT else field.items
    return [""] if field.per == Per.ONE and count == 1 else [f"[{i}]" for i in range(count)]


def entries(domain: Domain) -> list[str]:
    """A suffix for each entry of the tensor that a value has."""
    if domain.kind == Kind.NUMBER:
        return [""]
    if domain.kind == Kind.SEAT:
        seats = [f".seat{seat}" for seat in range(domain.highest + 1)]
        return [*seats, ".all"] if domain.lowest < 0 else seats
    names = [f".{name or f'#{i}'}" for i, name in enumerate(domain.names)]
    if domain.kind == Kind.ROW:
        return [f".{cell}{name}" for cell in range(domain.lanes) for name in names]
    return names


def rule_names(rules: Mapping[str, Field], memory: CData, names: str) -> tuple[str, ...]:
    """The names of `@card` or `@pay>@get`: values of fields of the rules, none where one is 0."""
    pieces = re.split(r"@(\w+)", names)
    fields = [rules[name] for name in pieces[1::2]]
    rows = zip(*(field.words(ffi.buffer(memory), field.items) for field in fields), strict=True)
    return tuple(
        "".join(
            text + field.domain.text(word)
            for text, field, word in zip(pieces[::2], fields, row, strict=False)
        )
        if all(row)
        else ""
        for row in rows
    )
