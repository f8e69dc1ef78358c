"""What the benchmarks share: spreads, tables, positions, compiled C programs.

Machines are noisy: measurements are by the clock of CPU time unless a name says `wall`, the sides
of a ratio run alternately, and a number is the median of its repeats with minimum and maximum.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from sarai import CHANCE, Game, State, game, player

BENCH = Path(__file__).resolve().parent
CSRC = BENCH.parent / "csrc"


# ---- numbers ----


@dataclass(frozen=True, slots=True)
class Spread:
    """Median, minimum and maximum of repeats."""

    middle: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        found = list(numbers)
        return cls(median(found), min(found), max(found))

    def text(self, digits: int = 0) -> str:
        return f"{self.middle:,.{digits}f} [{self.low:,.{digits}f} .. {self.high:,.{digits}f}]"


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """Ours by theirs, repeat by repeat: what ran side by side is compared."""
    return Spread.of(a / b for a, b in zip(ours, theirs, strict=True))


def percentile(numbers: Iterable[float], percent: int) -> float:
    """The smallest of the numbers that so many percent of them do not exceed."""
    found = sorted(numbers)
    return found[max(0, -(-len(found) * percent // 100) - 1)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns under their heads, the first to the left, the others to the right."""
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def load() -> str:
    """The load of the machine, to stand beside wall-clock times."""
    return "load " + " ".join(f"{n:.2f}" for n in os.getloadavg()) + f" on {os.cpu_count()} cores"


def as_json(rows: Iterable[Any], **facts: object) -> str:
    """The same numbers for a program: dataclasses, and what holds for all of them."""
    return json.dumps({**facts, "load": os.getloadavg(), "rows": [asdict(row) for row in rows]})


# ---- C programs ----


def compile_c(sources: Sequence[Path], target: Path, flags: Sequence[str]) -> Path:
    """Compile and link a program with $CC, or gcc."""
    command = [os.environ.get("CC", "gcc"), *flags, "-o", str(target), *map(str, sources), "-lm"]
    subprocess.run(command, check=True)
    return target


def compile_core_speed(folder: Path) -> Path:
    """core_speed.c with the whole core, by the flags of its own build."""
    from build_core import FLAGS  # here, because not every benchmark has csrc on its path

    network = CSRC.parent / "engine/sarai/networks/jaipur.bin"
    flags = [*FLAGS, "-DNDEBUG", f"-I{CSRC}", '-DCORE_DIGEST="bench"', f'-DNETWORK="{network}"']
    sources = [BENCH / "core_speed.c", *sorted(CSRC.rglob("*.c"))]
    return compile_c(sources, folder / "core_speed", flags)


def output(command: Sequence[str | Path]) -> str:
    return subprocess.run(
        list(map(str, command)), check=True, capture_output=True, text=True
    ).stdout


# ---- Jaipur ----


def single_round() -> Game:
    return game("jaipur", options={"rounds": "single"})


def deal_events(state: State, deal: int) -> None:
    """Play the chance events that are due, from the decks shuffled by `deal`."""
    while state.actor == CHANCE:
        state.play_unchecked(state.deal(deal))


def position(deal: int, plies: int) -> State:
    """The view of the seat to move after `plies` moves of greedy players in a single round."""
    rules = single_round()
    greedy = player("greedy", rules)
    state = rules.start()
    deal_events(state, deal)
    for _ in range(plies):
        if state.actor < 0:
            raise ValueError(f"the round of deal {deal} ends before ply {plies}")
        state.play_unchecked(greedy.choose(state.view(state.actor), deal).move)
        deal_events(state, deal)
    return state.view(state.actor)
