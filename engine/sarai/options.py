"""Rules options: their values as text, and as the numbers that the core has for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InvalidGame

RIGHT = 28
"""The bit where the second multiset of a pair begins; the counters have 4 bits."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rules option: one of `choices`, or (if there are none) a number in a range.

    A list has a `length`: it is up to so many numbers, written `3/7`, or `-` for none. If it has
    choices, they are letters, and its items are pairs of multisets of them, written `Y:WG`.
    """

    name: str
    choices: tuple[str, ...]
    lowest: int
    highest: int
    standard: int
    length: int = 0

    @property
    def places(self) -> int:
        """How many numbers it takes in the core: of a list also how many there are."""
        return self.length + 1 if self.length else 1

    @property
    def default(self) -> str:
        return "-" if self.length else self.text([self.standard])

    def text(self, numbers: Sequence[int]) -> str:
        """The value that stands for numbers of the core."""
        if not self.length:
            return self.choices[numbers[0]] if self.choices else str(numbers[0])
        return "/".join(map(self._item_text, numbers[1 : 1 + numbers[0]])) or "-"

    def domain(self) -> str:
        """The values for a person: `match|single`, `1..9999`, `2 of 1..10 (3/7)`."""
        if not self.length:
            return "|".join(self.choices) or f"{self.lowest}..{self.highest}"
        if self.choices:
            return f"{self.length} pairs of letters {self.choices[0]} (X:YZ/...) or -"
        return f"{self.length} of {self.lowest}..{self.highest} (n/n/...) or -"

    def numbers(self, value: str | int) -> list[int]:
        """The numbers that stand for a value in the core; InvalidGame if it is none of them."""
        text = str(value)
        if self.length:
            return self._list(text)
        try:
            return [self._single(text)]
        except ValueError:
            what = f"one of {self.domain()}"
            raise InvalidGame(f"option {self.name}: {text[:80]!r} is not {what}") from None

    def _single(self, text: str) -> int:
        return self.choices.index(text) if self.choices else self._number(text)

    def _list(self, text: str) -> list[int]:
        words = [] if text == "-" else text.split("/")
        if len(words) > self.length:
            raise InvalidGame(f"option {self.name}: {len(words)} items, not {self.domain()}")
        items = [self._item(number, word) for number, word in enumerate(words, 1)]
        return [len(items), *items, *[0] * (self.length - len(items))]

    def _item(self, number: int, word: str) -> int:
        """The number of one item of a list; InvalidGame says which item is wrong, and how."""
        try:
            item = self._pair(word) if self.choices else self._number(word)
        except ValueError:
            item = -1
        right = self._item_text(item) if item >= 0 else ""
        if right == word:
            return item
        fault = f"is not {self.domain()}"
        if sorted(right) == sorted(word):
            fault = f"must be {right}: the letters come in the order {self.choices[0]}"
        raise InvalidGame(f"option {self.name}: item {number}, {word[:40]!r}, {fault}")

    def _number(self, text: str) -> int:
        if not (
            re.fullmatch("0|[1-9][0-9]{0,8}", text) and self.lowest <= int(text) <= self.highest
        ):
            raise ValueError
        return int(text)

    def _item_text(self, number: int) -> str:
        return self._pair_text(number) if self.choices else str(number)

    def _pair_text(self, number: int) -> str:
        sides = number & (1 << RIGHT) - 1, number >> RIGHT
        return ":".join(
            "".join(letter * (side >> 4 * i & 15) for i, letter in enumerate(self.choices[0]))
            for side in sides
        )

    def _pair(self, text: str) -> int:
        """The number of a pair; what is not in order is found when the text is compared."""
        left, _, right = text.partition(":")
        return self._side(left) | self._side(right) << RIGHT

    def _side(self, text: str) -> int:
        return sum(min(text.count(letter), 15) << 4 * i for i, letter in enumerate(self.choices[0]))
