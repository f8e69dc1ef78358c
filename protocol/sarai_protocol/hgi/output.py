"""Lines to the client, written by a thread of their own.

So whoever says something never waits for a client that does not read: neither the search, nor the
reader of commands. Intermediate reports are left out while many lines wait; the reader of commands
stops when very many do.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable

REPORTS = 1_000
"""Lines waiting beyond which intermediate reports are dropped."""

CROWDED = 10_000
"""Lines waiting beyond which no command is read."""


class Output:
    """A queue of lines and the thread that writes them to a file descriptor.

    `gone` is called once, from that thread, if nobody can read them any more.
    """

    def __init__(self, descriptor: int, gone: Callable[[], None]) -> None:
        self._descriptor, self._gone = descriptor, gone
        self._lines: deque[str] = deque()
        self._changed = threading.Condition()
        self._writing = False
        threading.Thread(target=self._write, daemon=True, name="output").start()

    def say(self, line: str, report: bool = False) -> None:
        """Queue a line; an intermediate report may be dropped."""
        with self._changed:
            if not report or len(self._lines) < REPORTS:
                self._lines.append(line)
                self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Return when the client has taken so many lines that commands may be read again."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) <= CROWDED)

    def flush(self, seconds: float | None = None) -> bool:
        """Wait until all is written, at most so long; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._lines and not self._writing, seconds)

    def _write(self) -> None:
        while True:
            with self._changed:
                self._writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._lines)
                text = "".join(f"{line}\n" for line in self._lines)
                self._lines.clear()
                self._writing = True
            data = memoryview(text.encode())
            try:
                while data:
                    data = data[os.write(self._descriptor, data) :]
            except OSError:
                self._gone()
                return
