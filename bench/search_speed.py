"""The native search from the opening: speed by iterations and threads, stops, Python's share.

    python bench/search_speed.py [--repeats 5] [--yardstick ISMCTS.c] [--match PAIRS]

Prints iterations per CPU second with the memory used inside a bound of 256 MB, for both trees;
iterations per wall-clock second of one and two threads; the time from `stop` to the return of
`run`; and what Python itself takes of a search. `--yardstick` adds the drop of a
hand-tuned C program (see yardstick.py) and of ours in its mode, `--match` paired rounds of two
threads against one at equal time.
"""

from __future__ import annotations

import argparse
import os
import pty
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from measure import (
    Spread,
    compile_c,
    compile_core_speed,
    load,
    output,
    percentile,
    position,
    ratios,
    single_round,
    table,
)
from meetings import Meeting, kept, play, score
from yardstick import POLICIES, YARDSTICK_FLAGS

from sarai import Limits, NativeSearch, Settings, State
from sarai.core import Kernel
from sarai.search.native import BYTES_PER_ITERATION
from sarai.search.settings import TREES
from sarai_protocol.cli.arguments import whole

BOUND = 256 * 2**20
ITERATIONS = (1_000, 10_000, 100_000, 1_000_000)
THEIR_OPENINGS = 5
AT_LEAST = 20_000
"""Iterations of one measurement: short searches are repeated, so that the clock can tell."""


# ---- by iterations ----


def timed_kernel(view: State, tree: str, policy: str, iterations: int) -> tuple[float, Kernel]:
    """Iterations per CPU second of searches that each begin anew, memory and all; the last one."""
    settings = Settings(tree=tree, policy=policy)
    size = min(BOUND, iterations * BYTES_PER_ITERATION + 2**18)
    searches = max(1, AT_LEAST // iterations)
    before = time.process_time()
    for seed in range(searches):
        kernel = Kernel(view, replace(settings, seed=seed).plan(view.game), size)
        kernel.run(iterations)
    return searches * iterations / (time.process_time() - before), kernel


def print_by_iterations(view: State, policies: Sequence[str], repeats: int) -> None:
    rows = []
    for tree in TREES:
        for policy in policies:
            speeds: dict[int, list[float]] = {n: [] for n in ITERATIONS}
            for _ in range(repeats):
                for n in ITERATIONS:
                    speed, kernel = timed_kernel(view, tree, policy, n)
                    speeds[n].append(speed)
            for n in ITERATIONS:
                _, kernel = timed_kernel(view, tree, policy, n)
                progress = kernel.progress()
                rows.append(
                    (
                        f"{tree} {policy}",
                        f"{n:,}",
                        Spread.of(speeds[n]).text(),
                        ratios(speeds[n], speeds[ITERATIONS[0]]).text(2),
                        f"{progress.memory / 2**20:.1f}",
                        "full" if progress.full else "",
                        f"{progress.nodes:,}",
                        f"{progress.depth_sum / n:.2f}",
                        str(progress.max_depth),
                    )
                )
    head = (
        "tree",
        "iterations",
        "per CPU second",
        "by the first",
        "MB",
        "",
        "nodes",
        "depth",
        "max",
    )
    print(table(head, rows))


# ---- the yardstick ----


def lines_of(command: Sequence[str]) -> Generator[str, None, None]:
    """The output of a program line by line as it comes: a pipe would keep it to the end."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=theirs)
    os.close(theirs)
    try:
        with open(ours, encoding="utf-8") as stream, suppress(OSError):
            yield from stream
    finally:
        process.kill()
        process.wait()


def their_speeds(program: Path, iterations: int) -> dict[str, float]:
    """Iterations per second from the opening by policy."""
    speeds: dict[str, float] = {}
    with closing(lines_of([str(program), str(iterations)])) as lines:
        for line in lines:
            found = re.search(r"from ply (\d+), playout (\w+): (\d+) it/s", line)
            if found is not None and int(found[1]) == 0:
                speeds[found[2]] = float(found[3])
            if speeds.keys() >= POLICIES.keys():
                break
    return speeds


def our_speeds(core: Path, iterations: int) -> dict[str, float]:
    """The same of ours in the same mode: open tree, single round, the hand dealt anew."""
    speeds = {}
    for name, (_, policy) in POLICIES.items():
        plan = [iterations, 1, 0, THEIR_OPENINGS, policy, "forget"]
        found = re.search(r"iterations/s (\d+)", output([core, "search", *map(str, plan)]))
        assert found is not None
        speeds[name] = float(found[1])
    return speeds


def print_yardstick(source: Path, repeats: int) -> None:
    few, many = ITERATIONS[0], ITERATIONS[-1]
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c([source], Path(folder) / "ismcts", YARDSTICK_FLAGS)
        core = compile_core_speed(Path(folder))
        sides = {"ours": (our_speeds, core), "theirs": (their_speeds, program)}
        runs = [
            {
                side: (speeds(path, few), speeds(path, many))
                for side, (speeds, path) in sides.items()
            }
            for _ in range(repeats)
        ]
    rows = []
    for name in POLICIES:
        for side in sides:
            first, last = ([run[side][end][name] for run in runs] for end in (0, 1))
            texts = Spread.of(first).text(), Spread.of(last).text(), ratios(last, first).text(2)
            rows.append((f"{name} {side}", *texts))
    print(table(("open tree", f"{few:,} iterations", f"{many:,} iterations", "ratio"), rows))
    print(f"{THEIR_OPENINGS} openings of each one's own, {repeats} repeats; {load()}")


# ---- threads ----


def print_threads(view: State, iterations: int, repeats: int) -> None:
    """One and two threads, alternately, by wall clock."""
    speeds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(repeats):
        for threads, found in speeds.items():
            search = NativeSearch(view, memory=BOUND, threads=threads)
            found.append(iterations / search.run(Limits(iterations=iterations)).seconds)
    rows = [
        (str(threads), Spread.of(found).text(), ratios(found, speeds[1]).text(2))
        for threads, found in speeds.items()
    ]
    print(table(("threads", "iterations/s by wall clock", "by one thread"), rows))
    print(f"{iterations:,} iterations, {repeats} repeats, alternately; {load()}")


def print_match(pairs: int, movetime: int, seed: int) -> None:
    before = load()
    meeting = Meeting(f"ismcts:movetime={movetime},threads=2", f"ismcts:movetime={movetime}", seed)
    with kept(None) as folder:
        found = score(play(meeting, pairs, 1, folder))
    print(f"two threads against one, {movetime} ms a move, {pairs} pairs: {found}")
    print(f"before: {before}; after: {load()}")


# ---- stops ----


def stop_latency(run: Callable[[], object], stop: Callable[[], None], wait: float) -> float:
    """Seconds from `stop` in this thread to the return of `run` in another."""
    returned = 0.0

    def searching() -> None:
        nonlocal returned
        run()
        returned = time.perf_counter()

    thread = threading.Thread(target=searching)
    thread.start()
    time.sleep(wait)
    stopped = time.perf_counter()
    stop()
    thread.join()
    return returned - stopped


def print_stops(view: State, stops: int) -> None:
    kernels, searches = [], []
    for i in range(stops):
        wait = 0.02 + 0.03 * i / stops
        search = NativeSearch(view, Settings(seed=i), memory=BOUND)
        searches.append(stop_latency(lambda s=search: s.run(Limits(seconds=10)), search.stop, wait))  # type: ignore[misc]
        settings = Settings(tree="closed", exploration=1.0, seed=i)
        kernel = Kernel(view, settings.plan(view.game), 2**24)
        kernels.append(stop_latency(lambda k=kernel: k.run(10**9), kernel.stop, wait))  # type: ignore[misc]
    rows = [
        (name, *(f"{1000 * percentile(found, p):.3f}" for p in (50, 90, 99, 100)))
        for name, found in (("Kernel.run", kernels), ("NativeSearch.run", searches))
    ]
    print(table(("ms from stop to return of", "p50", "p90", "p99", "max"), rows))
    print(f"{stops} stops each; {load()}")


# ---- Python's share ----


def python_share(view: State, iterations: int, seed: int) -> float:
    """The part of the CPU time of a whole NativeSearch that is not spent in the kernel's run."""
    inside = 0.0
    run = Kernel.run

    def timed(kernel: Kernel, count: int) -> int:
        nonlocal inside
        before = time.process_time()
        done = run(kernel, count)
        inside += time.process_time() - before
        return done

    with patch.object(Kernel, "run", timed):
        before = time.process_time()
        NativeSearch(view, Settings(seed=seed)).run(Limits(iterations=iterations))
        whole = time.process_time() - before
    return 1 - inside / whole


def print_share(view: State, iterations: int, repeats: int) -> None:
    shares = [100 * python_share(view, iterations, seed) for seed in range(repeats + 1)][1:]
    print(
        f"outside the kernel, of the CPU time of a search of {iterations:,} iterations: "
        f"{Spread.of(shares).text(2)} %"
    )


def check_policies(text: str) -> list[str]:
    """A reader of policies of Jaipur for argparse."""
    known, names = single_round().core.policies, text.split(",")
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"no policy {name!r}; they are: {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=whole(1, 10**6), default=5, metavar="N")
    parser.add_argument(
        "--policies",
        type=check_policies,
        default=list(single_round().core.policies),
        metavar="NAME,...",
    )
    parser.add_argument("--stops", type=whole(1, 10**6), default=200, metavar="N")
    parser.add_argument("--yardstick", type=Path, metavar="ISMCTS.c")
    parser.add_argument("--match", type=whole(0, 10**6), metavar="PAIRS", default=0)
    parser.add_argument(
        "--movetime",
        type=whole(1, 10**6),
        default=50,
        metavar="MS",
        help="a move of the match",
    )
    parser.add_argument(
        "--seed", type=whole(0, 10**6), default=1, metavar="N", help="seed of the match"
    )
    arguments = parser.parse_args()
    view = position(deal=1, plies=0)
    print_by_iterations(view, arguments.policies, arguments.repeats)
    if arguments.yardstick:
        print()
        print_yardstick(arguments.yardstick, arguments.repeats)
    print()
    print_threads(view, 400_000, arguments.repeats)
    if arguments.match:
        print_match(arguments.match, arguments.movetime, arguments.seed)
    print()
    print_stops(view, arguments.stops)
    print()
    print_share(view, 100_000, arguments.repeats)


if __name__ == "__main__":
    main()
