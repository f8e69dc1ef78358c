"""What the benchmarks share: spreads, tables, positions, paired rounds, compiled C programs.

Machines are noisy: measurements are by the clock of CPU time unless a name says `wall`, the sides
of a ratio run alternately, and a number is the median of its repeats with minimum and maximum.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, stdev
from typing import Any

from sarai import CHANCE, Game, Player, State, game, player

BENCH = Path(__file__).resolve().parent
CSRC = BENCH.parent / "csrc"
DECISIONS = 1000
"""More than a round of Jaipur ever has."""


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

    flags = [*FLAGS, "-DNDEBUG", f"-I{CSRC}", '-DCORE_DIGEST="bench"']
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


def play_round(players: Sequence[Player], deal: int) -> int:
    """Seat 0's share, in half wins, of a single round that a deal fixes."""
    state = single_round().start()
    deal_events(state, deal)
    for decision in range(DECISIONS):
        if state.actor < 0:
            break
        view = state.view(state.actor)
        seed = deal * DECISIONS + decision
        state.play_unchecked(players[state.actor].choose(view, seed).move)
        deal_events(state, deal)
    return round(2 * state.returns().shares[0])


def play_pair(first: str, second: str, deal: int) -> float:
    """The first player's share of two rounds on one deal, the seats swapped."""
    rules = single_round()
    a, b = player(first, rules), player(second, rules)
    return (play_round((a, b), deal) + 2 - play_round((b, a), deal)) / 4


@dataclass(frozen=True, slots=True)
class Score:
    """Share of the points, with the standard error that the pairs give."""

    share: float
    error: float
    pairs: int

    def text(self) -> str:
        return f"{100 * self.share:.1f} +- {100 * self.error:.1f} %"


def match(first: str, second: str, pairs: int, jobs: int, seed: int) -> Score:
    """The score of the first player specification against the second."""
    deals = range(seed * 10**6, seed * 10**6 + pairs)
    with ProcessPoolExecutor(jobs) as pool:
        shares = list(pool.map(play_pair, [first] * pairs, [second] * pairs, deals))
    error = stdev(shares) / pairs**0.5 if pairs > 1 else float("nan")
    return Score(sum(shares) / pairs, error, pairs)
