"""Lines to the client, written by a thread of their own.

So whoever says something never waits for a client that does not read: neither the search, nor the
reader of commands. Intermediate reports are left out while much waits; the reader of commands
stops when very much does. Lines that are said together stay together.
"""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Callable, Sequence

REPORTS = 2**18
"""Bytes waiting beyond which intermediate reports are dropped."""

CROWDED = 2**26
"""Bytes waiting beyond which no command is read."""

OVERHEAD = 64
"""What a waiting line takes beside its text, about."""

PIECE = 2**16
"""Characters that are made one write, about."""


class Output:
    """A queue of lines and the thread that writes them to a file descriptor.

    `failed` is called once, from that thread, if they can't be written any more.
    """

    def __init__(self, descriptor: int, failed: Callable[[OSError], None]) -> None:
        self._descriptor, self._failed = descriptor, failed
        self._lines: deque[str] = deque()
        self._size = 0
        self._changed = threading.Condition()
        self._writing = False
        threading.Thread(target=self._write, daemon=True, name="output").start()

    def say(self, lines: Sequence[str], report: bool = False) -> None:
        """Queue lines; an intermediate report may be dropped as a whole."""
        with self._changed:
            if not report or self._size < REPORTS:
                self._lines.extend(lines)
                self._size += sum(len(line) + OVERHEAD for line in lines)
                self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Return when the client has taken so much that commands may be read again."""
        if self._size > CROWDED:
            with self._changed:
                self._changed.wait_for(lambda: self._size <= CROWDED)

    def flush(self, seconds: float | None = None) -> bool:
        """Wait until all is written, at most so long; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._lines and not self._writing, seconds)

    def _write(self) -> None:
        while True:
            text = self._next()
            try:
                write_all(self._descriptor, text.encode())
            except OSError as error:
                self._failed(error)
                return

    def _next(self) -> str:
        """Waiting lines, as soon as there are some."""
        with self._changed:
            self._writing = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._lines)
            self._writing = True
            taken: list[str] = []
            size = 0
            while self._lines and size < PIECE:
                taken.append(self._lines.popleft())
                size += len(taken[-1])
            self._size -= size + OVERHEAD * len(taken)
        return "".join(f"{line}\n" for line in taken)


def write_all(descriptor: int, data: bytes) -> None:
    """Write it all, also where the client has made the pipe one that does not block."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            writable = select.poll()
            writable.register(descriptor, select.POLLOUT)
            writable.poll()
