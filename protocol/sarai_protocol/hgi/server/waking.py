"""A signal wakes the reader of commands, also one that comes just before it waits.

Python notes a signal and handles it in the main thread, when that comes to its next step. `poll`
returns for a signal that the main thread gets while it waits, not for one that came a moment before
or went to another thread. A descriptor that the signal itself writes to has no such gap.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def wakened() -> Iterator[int]:
    """A descriptor that can be read when a signal has come; in another thread than the main one,
    where no signal is handled, it never can."""
    reader, writer = os.pipe()
    for end in (reader, writer):
        os.set_blocking(end, False)
    handles = threading.current_thread() is threading.main_thread()
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False) if handles else -1
    try:
        yield reader
    finally:
        if handles:
            signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)
