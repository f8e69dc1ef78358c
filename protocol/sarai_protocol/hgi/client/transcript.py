"""The last lines of both directions, bounded, for the report of a fault."""

from __future__ import annotations

import time
from collections import deque

LINES = 20_000
BYTES = 1 << 22
SHOWN = 1 << 16
"""Bytes of one line that are kept."""


class Transcript:
    """Lines with their times; the oldest ones are dropped when it is full.

    >>> transcript = Transcript()
    >>> transcript.sent(b"isready\\n", transcript.started + 0.25)
    >>> transcript.received(b"readyok", transcript.started + 0.251)
    >>> print(transcript.text())
       0.250 > isready
       0.251 < readyok
    """

    def __init__(self, lines: int = LINES, size: int = BYTES) -> None:
        self.started = time.monotonic()
        self._lines: deque[tuple[float, str, bytes]] = deque()
        self._limits = (lines, size)
        self._size = self.dropped = 0

    def sent(self, data: bytes, at: float) -> None:
        """What the client sent: one line or several."""
        for line in data.removesuffix(b"\n").split(b"\n"):
            self._add(at, ">", line)

    def received(self, line: bytes, at: float) -> None:
        """What the engine sent."""
        self._add(at, "<", line)

    def clear(self) -> None:
        self._lines.clear()
        self._size = self.dropped = 0

    def text(self) -> str:
        """A line each: seconds since the start, the direction, what was sent."""
        lines = [f"({self.dropped} earlier lines were dropped)"] if self.dropped else []
        for at, direction, data in self._lines:
            shown = data.decode(errors="backslashreplace")
            printable = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown)
            lines.append(f"{at - self.started:8.3f} {direction} {printable}")
        return "\n".join(lines)

    def _add(self, at: float, direction: str, data: bytes) -> None:
        if len(data) > SHOWN:
            data = data[:SHOWN] + b" ... (%d bytes)" % len(data)
        self._lines.append((at, direction, data))
        self._size += len(data)
        most, size = self._limits
        while len(self._lines) > most or (self._size > size and len(self._lines) > 1):
            self._size -= len(self._lines.popleft()[2])
            self.dropped += 1
