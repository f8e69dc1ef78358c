"""A server that answers for days: its memory does not grow with what it was asked."""

from pathlib import Path

import pytest

from tests.hgi.dialogue import Engine
from tests.hgi.fuzz import Fuzz

ROUNDS = 10
QUESTIONS = 10_000
GROWTH = 4_000
"""Kilobytes, in all rounds after the first two: 50 bytes lost by each question would be as much."""


def resident(engine: Engine) -> int:
    """Kilobytes of memory that the process has."""
    status = Path(f"/proc/{engine.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_does_not_grow() -> None:
    fuzz, sizes = Fuzz(5), []
    with Engine() as engine:
        engine.ask("setoption name Trusted value true")
        for _ in range(ROUNDS):
            for number in range(QUESTIONS):
                place = fuzz.position()
                engine.send(
                    place, "belief", f"position nonsense {number}", f"go iterations 20 id {number}"
                )
                engine.until("bestmove")
            sizes.append(resident(engine))
    assert sizes[-1] - sizes[1] < GROWTH, sizes
