"""What the snapshots of all games have in common: `key=value` pairs between semicolons."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..core import Game, State
from ..errors import InvalidPosition


def split_snapshot(text: str, wanted: Sequence[str]) -> dict[str, str]:
    """The values by key; InvalidPosition if a key is missing, unknown or there twice."""
    given: dict[str, str] = {}
    for pair in text.split(";"):
        key, equals, value = pair.partition("=")
        if not equals or key not in wanted:
            raise InvalidPosition(
                f"snapshot: {pair[:40]!r} is no key=value; the keys are: {' '.join(wanted)}"
            )
        if key in given:
            raise InvalidPosition(f"snapshot field {key}: given twice")
        given[key] = value
    missing = [key for key in wanted if key not in given]
    if missing:
        raise InvalidPosition(f"snapshot: lacks {', '.join(missing)}")
    return given


def numbers(text: str, count: int) -> tuple[int, ...]:
    """So many numbers with slashes between them; ValueError if they are not."""
    words = text.split("/")
    if len(words) != count or not all(re.fullmatch("0|[1-9][0-9]{0,4}", word) for word in words):
        what = "a number" if count == 1 else f"{count} numbers between slashes"
        raise ValueError(f"{text[:40]!r} is not {what} (up to 65535)")
    return tuple(map(int, words))


def state_of_snapshot(game: Game, fields: Mapping[str, Sequence[int]], text: str) -> State:
    """The state of these fields; InvalidPosition if it is none, or is not written like that."""
    try:
        state = game.state(fields)
    except InvalidPosition as error:
        raise InvalidPosition(f"snapshot: {error}") from None
    canonical = state.snapshot()
    if canonical != text:
        raise InvalidPosition(f"snapshot: this position is written {canonical}")
    return state
