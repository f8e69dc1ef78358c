"""How soon the HGI server answers while it searches, beside a process that only echoes.

    python bench/latency.py [--tries 1000] [--threads 1] [--starts 50] [--every MS] [--multipv K]

Each try times one `isready` in the middle of an infinite search, one `stop` up to its `bestmove`,
and one line through the echo process, in turn; then starts of `sarai` up to `hgiok` beside starts
of Python that does nothing. The last column is what the server adds.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

from measure import load, percentile, table

from sarai_protocol.cli.arguments import whole

SARAI = (sys.executable, "-m", "sarai_protocol")
ECHO = "import os\nwhile data := os.read(0, 65536): os.write(1, data)"
POSITION = (
    "position jaipur rules rounds=single seats 2 seat 0 start "
    "events starter:0 deal0:DDDDL deal1:???KK market:CP"
)


class Process:
    """A program at the end of two pipes, read and written without a thread between."""

    def __init__(self, command: Sequence[str]) -> None:
        self._popen = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._popen.stdin and self._popen.stdout
        self._in, self._out = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        self._held = b""

    def send(self, line: str) -> None:
        os.write(self._in, line.encode() + b"\n")

    def until(self, start: str) -> None:
        """Read up to a line that begins so."""
        while True:
            line, end, rest = self._held.partition(b"\n")
            if end:
                self._held = rest
                if line.startswith(start.encode()):
                    return
            else:
                data = os.read(self._out, 65536)
                if not data:
                    raise EOFError("the process has ended")
                self._held += data

    def time(self, line: str, answer: str) -> float:
        """Milliseconds from a line to its answer."""
        started = time.perf_counter()
        self.send(line)
        self.until(answer)
        return 1000 * (time.perf_counter() - started)

    def end(self) -> None:
        assert self._popen.stdin and self._popen.stdout
        self._popen.stdin.close()
        self._popen.stdout.close()
        self._popen.wait()


def answers(tries: int, threads: int, go: str) -> dict[str, list[float]]:
    """Milliseconds of each try, by what was timed."""
    sarai, echo, rng = Process(SARAI), Process((sys.executable, "-c", ECHO)), random.Random(1)
    found: dict[str, list[float]] = {"echo": [], "isready": [], "stop": []}
    sarai.send(f"setoption name Threads value {threads}")
    sarai.send(POSITION)
    for number in range(tries):
        sarai.send(go)
        time.sleep(rng.uniform(0.005, 0.03))
        found["isready"].append(sarai.time(f"isready {number}", f"readyok {number}"))
        time.sleep(rng.uniform(0, 0.01))
        found["stop"].append(sarai.time("stop", "bestmove"))
        found["echo"].append(echo.time("echo", "echo"))
    sarai.end()
    echo.end()
    return found


def start_of_sarai() -> float:
    started = time.perf_counter()
    process = Process(SARAI)
    process.send("hgi")
    process.until("hgiok")
    elapsed = 1000 * (time.perf_counter() - started)
    process.end()
    return elapsed


def start_of_python() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return 1000 * (time.perf_counter() - started)


def in_turn(number: int, *measures: Callable[[], float]) -> list[list[float]]:
    rows = [[measure() for measure in measures] for _ in range(number)]
    return [list(column) for column in zip(*rows, strict=True)]


def row(name: str, ours: Sequence[float], beside: str, theirs: Sequence[float]) -> list[str]:
    ends = [(median(n), percentile(n, 99)) for n in (ours, theirs)]
    added = [a - b for a, b in zip(*ends, strict=True)]
    return [name, *(f"{p50:.2f} / {p99:.2f}" for p50, p99 in (ends[0], ends[1], added)), beside]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=whole(1, 10**6), default=1000, metavar="N")
    parser.add_argument("--starts", type=whole(0, 10**6), default=50, metavar="N")
    parser.add_argument(
        "--threads", type=whole(1, 64), default=1, metavar="N", help="threads of the search"
    )
    parser.add_argument(
        "--every", type=whole(1, 10**6), metavar="MS", help="between reports of the search"
    )
    parser.add_argument("--multipv", type=whole(1, 1000), default=1, metavar="N")
    arguments = parser.parse_args()
    go = f"go infinite multipv {arguments.multipv}"
    if arguments.every is not None:
        go += f" every {arguments.every}"
    found = answers(arguments.tries, arguments.threads, go)
    rows = [row(f"{name} in a search", found[name], "echo", found["echo"]) for name in found][1:]
    if arguments.starts:
        ours, theirs = in_turn(arguments.starts, start_of_sarai, start_of_python)
        rows.append(row("start to hgiok", ours, "python -c pass", theirs))
    head = ("ms, p50 / p99", "sarai", "beside it", "difference", "beside it is")
    print(table(head, rows))
    print(f"\n{arguments.tries} tries of `{go}`, {arguments.threads} threads; {load()}")


if __name__ == "__main__":
    main()
