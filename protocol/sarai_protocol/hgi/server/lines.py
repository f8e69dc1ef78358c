"""Lines of a client: bytes to text, with a bound on memory, whatever comes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .faults import Code, Refused

MAX_LINE = 2**20
"""Bytes of the longest line that is read."""

CHUNK = 2**16
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")


def read_lines(read: Callable[[int], bytes]) -> Iterator[str | Refused]:
    """The lines that `read(n)` (up to n bytes, none at the end) brings, as soon as each is whole.

    A line that can't be one is a Refused in its place. What follows the last line feed is a line.
    """
    held: list[bytes] = []
    size = 0
    while chunk := read(CHUNK):
        first, *others = chunk.split(b"\n")
        for rest in others:
            yield decode(b"".join((*held, first)))
            held, size, first = [], 0, rest
        # Of a line that is too long, only so much is kept that it is seen to be.
        if first and size <= MAX_LINE + 1:
            held.append(first)
            size += len(first)
    if held:
        yield decode(b"".join(held))


def decode(raw: bytes) -> str | Refused:
    """One line without its line feed."""
    raw = raw.removesuffix(b"\r")
    if len(raw) > MAX_LINE:
        return Refused(Code.BAD_LINE, f"the line has more than {MAX_LINE} bytes, and is skipped")
    try:
        line = raw.decode()
    except UnicodeDecodeError as error:
        return Refused(Code.BAD_LINE, f"byte {error.start + 1} is not UTF-8; the line is skipped")
    found = _CONTROL.search(line)
    if found:
        return Refused(
            Code.BAD_LINE,
            f"character {found.start() + 1} is the control character "
            f"{ord(found[0]):#04x}; the line is skipped",
        )
    return line
