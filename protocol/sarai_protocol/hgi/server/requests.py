"""`go`: from words to what is asked. It has no effects."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sarai import Limits, State
from sarai.errors import IllegalMove, InvalidMove
from sarai.search.limits import time_share

from .faults import Code, Refused, shown

MOST = 1_000_000_000
"""The highest number of all that are given, and the iterations at which each search ends: counters
of visits have 32 bits. (An infinite search then waits for `stop`.)"""
LONGEST_ID = 64
LIMITS = ("iterations", "movetime", "clock", "confidence", "infinite")
ENDS = f"give one of {', '.join(LIMITS)}"
KEYS = (*LIMITS, "inc", "depth", "id", "multipv", "only", "also", "every")


@dataclass(frozen=True, slots=True)
class GoCommand:
    """A `go` that can be read; times are in milliseconds, None is what was not given."""

    id: str = ""
    iterations: int | None = None
    movetime: int | None = None
    clock: tuple[int, ...] = ()
    inc: tuple[int, ...] = ()
    confidence: float | None = None
    infinite: bool = False
    depth: int = 0
    multipv: int = 1
    only: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    every: int | None = None

    @property
    def endless(self) -> bool:
        """May it go on for ever? A confidence need not be reached."""
        return self.iterations is None and self.movetime is None and not self.clock

    def limits(self, seats: int, seat: int) -> Limits:
        """When the search of this seat ends. Refused if the clock has not a value for each seat."""
        for name, values in (("clock", self.clock), ("inc", self.inc)):
            if values and len(values) != seats:
                raise Refused(
                    Code.BAD_ARGUMENT, f"{len(values)} values, but there are {seats} seats", name
                )
        seconds = [self.movetime / 1000] if self.movetime is not None else []
        if self.clock:
            increment = self.inc[seat] if self.inc else 0
            seconds.append(time_share(self.clock[seat] / 1000, increment / 1000))
        return Limits(self.iterations or MOST, min(seconds, default=None), self.confidence)


def parse(words: Sequence[str]) -> GoCommand:
    """The request that the words after `go` make."""
    given: dict[str, str] = {}
    at = 0
    while at < len(words):
        key = words[at]
        if key not in KEYS:
            raise Refused(Code.BAD_ARGUMENT, f"unknown; the keys are {' '.join(KEYS)}", word(key))
        if key in given:
            raise Refused(Code.BAD_ARGUMENT, "it is given twice", key)
        given[key] = ""
        at += 1
        if key == "infinite":
            continue
        if at == len(words):
            raise Refused(Code.BAD_ARGUMENT, "it has no value", key)
        given[key] = words[at]
        at += 1
    _agree(given)
    return GoCommand(
        id=_id(given.get("id")),
        iterations=_number(given, "iterations", 1, MOST),
        movetime=_number(given, "movetime", 1, MOST),
        clock=_times(given, "clock"),
        inc=_times(given, "inc"),
        confidence=_confidence(given.get("confidence")),
        infinite="infinite" in given,
        depth=_number(given, "depth", 1, 1000) or 0,
        multipv=_number(given, "multipv", 1, 1000) or 1,
        only=_moves(given, "only"),
        also=_moves(given, "also"),
        every=_number(given, "every", 1, MOST),
    )


def word(text: str) -> str:
    """A word of the client that can stand as the `field` of an error."""
    return text if len(text) <= LONGEST_ID else text[: LONGEST_ID - 3] + "..."


def id_of(words: Sequence[str]) -> str:
    """The id of a `go` that may be wrong in other ways; empty if it has none that can be used."""
    for key, value in itertools.pairwise(words):
        if key == "id":
            return value if len(value) <= LONGEST_ID else ""
    return ""


def _agree(given: dict[str, str]) -> None:
    ends = [limit for limit in LIMITS if limit in given]
    if not ends:
        where = "depth" if "depth" in given else ""
        shape = "it cuts the tree, but does not end the search; " if where else "no limit; "
        raise Refused(Code.BAD_ARGUMENT, shape + ENDS, where)
    if "infinite" in given and len(ends) > 1:
        raise Refused(Code.BAD_ARGUMENT, f"it contradicts {ends[0]}", "infinite")
    if "inc" in given and "clock" not in given:
        raise Refused(Code.BAD_ARGUMENT, "it needs a clock", "inc")


def _number(given: dict[str, str], key: str, lowest: int, highest: int) -> int | None:
    text = given.get(key)
    if text is None:
        return None
    if re.fullmatch("0|[1-9][0-9]{0,18}", text) and lowest <= int(text) <= highest:
        return int(text)
    raise Refused(
        Code.BAD_ARGUMENT, f"{shown(text)} is not a whole number from {lowest} to {highest}", key
    )


def _times(given: dict[str, str], key: str) -> tuple[int, ...]:
    items = given[key].split(",") if key in given else []
    return tuple(_number({key: item}, key, 0, MOST) or 0 for item in items)


def _confidence(text: str | None) -> float | None:
    if text is None:
        return None
    if re.fullmatch(r"0\.[0-9]{1,15}", text) and 0.5 < float(text) < 1:
        return float(text)
    raise Refused(
        Code.BAD_ARGUMENT, f"{shown(text)} is not a number between 0.5 and 1", "confidence"
    )


def _id(text: str | None) -> str:
    if text is not None and len(text) > LONGEST_ID:
        raise Refused(Code.BAD_ARGUMENT, f"it has more than {LONGEST_ID} characters", "id")
    return text or ""


def _moves(given: dict[str, str], key: str) -> tuple[str, ...]:
    items = given[key].split(",") if key in given else []
    twice = [item for item, number in Counter(items).items() if number > 1 and item]
    if twice:
        raise Refused(Code.BAD_ARGUMENT, f"{shown(twice[0])} is given twice", key)
    return tuple(items)


def legal_words(view: State, moves: Sequence[str], field: str) -> tuple[int, ...]:
    """The words of moves, each legal for the seat to move. Refused if one is not."""
    words = []
    for text in moves:
        try:
            word = view.game.parse_move(text)
            view.check(word)
        except InvalidMove as error:
            raise Refused(Code.BAD_MOVE, str(error), field) from None
        except IllegalMove as error:
            raise Refused(Code.ILLEGAL_MOVE, str(error), field) from None
        words.append(word)
    return tuple(words)
