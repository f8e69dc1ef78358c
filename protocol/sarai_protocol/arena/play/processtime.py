"""The CPU time of a process and its children, as far as the system tells it.

Linux tells it under /proc, for every process that runs and for the children that a process has
waited for, in ticks of 10 ms. Elsewhere there is no such file, and the time is not known.
"""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")
TICK = 1000 / os.sysconf("SC_CLK_TCK")
"""Milliseconds of a clock tick."""


def cpu_milliseconds(pid: int) -> float | None:
    """CPU time of a process and all its descendants since it began; None if it is not known."""
    ticks = _ticks(pid)
    if ticks is None:
        return None
    return TICK * (ticks + sum(_ticks(child) or 0 for child in _descendants(pid)))


def _ticks(pid: int) -> int | None:
    """Ticks of a process and of the children that it has waited for."""
    try:
        text = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field is the name in parentheses, which may have blanks and parentheses in it;
    # utime, stime, cutime and cstime are the fields 14 to 17.
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[11:15]))


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for listed in (PROC / str(pid) / "task").glob("*/children"):
            for child in map(int, listed.read_text(encoding="ascii").split()):
                found += [child, *_descendants(child)]
    except OSError:  # it has ended meanwhile
        pass
    return found
