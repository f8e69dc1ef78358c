"""Keys: the rows of the text of a state. `core_key` in csrc/core.h says what kinds there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from .fields import Field
from .library import lib, string

if TYPE_CHECKING:
    from .library import core_game_facts


class KeyKind(IntEnum):
    """The kinds of keys."""

    PLAIN = lib.CORE_KEY_PLAIN
    HAND = lib.CORE_KEY_HAND
    LANE = lib.CORE_KEY_LANE
    TOKENS = lib.CORE_KEY_TOKENS
    WORDS = lib.CORE_KEY_WORDS
    REST = lib.CORE_KEY_REST
    DERIVED = lib.CORE_KEY_DERIVED


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table of keys."""

    name: str
    kind: KeyKind
    fields: tuple[str, ...]
    detail: str
    meaning: str

    @property
    def by_seat(self) -> bool:
        """Is there one such key for each seat?"""
        return self.name.endswith("{}")

    @property
    def stem(self) -> str:
        return self.name.removesuffix("{}")


def keys_of(facts: core_game_facts, fields: Mapping[str, Field]) -> tuple[Key, ...]:
    """The keys of a game; of one without a table, a plain key for each field."""
    if not facts.key_count:
        return tuple(Key(name, KeyKind.PLAIN, (name,), "", "") for name in fields)
    rows = (facts.keys[i] for i in range(facts.key_count))
    return tuple(
        Key(
            string(row.key),
            KeyKind(row.kind),
            tuple(filter(None, string(row.fields).split("|"))),
            string(row.detail),
            string(row.meaning),
        )
        for row in rows
    )
