"""Steps: each limit of `go` ends the search, and what is no limit is refused."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from .context import Check, Step
from .searches import on
from .session import Session, pause, require, said

LATE = 0.5
"""Seconds that the median of some tries may take longer than was asked for."""
BILLION = 1_000_000_000


async def iterations(check: Check) -> None:
    session, _ = await on(check, 10)
    for count in (1, 2, 10, 200):
        answer = await session.go(f"iterations {count}")
        found = answer.searches[-1]["iterations"] if answer.searches else 0
        require(found <= count, f"`go iterations {count}` reports {found} iterations")


async def movetime(check: Check) -> None:
    session, _ = await on(check, 11)
    await _takes(session, "movetime 300", 0.3 + LATE)
    await _takes(session, "movetime 1", LATE)


async def _takes(session: Session, arguments: str, most: float) -> None:
    """The median of three searches takes at most `most` seconds; an engine may be faster."""
    seconds = [(await session.go(arguments, wait=most)).seconds for _ in range(3)]
    middle = statistics.median(seconds)
    slow = f"`go {arguments}` takes {1000 * middle:.0f} ms, more than {1000 * most:.0f}"
    require(middle <= most, slow)


async def clock(check: Check) -> None:
    """The time of the seat is never used up, and that of another one does not count."""
    session, history = await on(check, 12)
    seats, seat = history.game.seats, history.actor

    def times(own: int, others: int) -> str:
        return ",".join(str(own if i == seat else others) for i in range(seats))

    await _takes(session, f"clock {times(1500, 1500)}", 1.5)
    await _takes(session, f"clock {times(600, 600)} inc {times(0, 0)}", 0.6 + LATE)
    await _takes(session, f"clock {times(100, 600_000)}", 0.1 + LATE)
    await _takes(session, f"clock {times(100, 600_000)} inc {times(10, 60_000)}", 0.1 + LATE)
    await _takes(session, f"clock {times(1, 1)}", LATE)


async def clock_refused(check: Check) -> None:
    session, history = await on(check, 12)
    full = ",".join(["1000"] * history.game.seats)
    more, fewer = f"{full},1000", ",".join(["1000"] * (history.game.seats - 1)) or "x"
    for arguments in (
        *(f"clock {more}", f"clock {fewer}", f"clock {full},", f"clock {full} inc {more}"),
        *("clock x,y", "clock -1,1000", f"inc {full}", f"iterations 10 inc {full}", "clock"),
        *(f"clock {full} inc -1,-1", f"clock {full} inc", f"clock {full} clock {full}"),
    ):
        await session.refused(f"go {arguments}", "bad-argument")


async def confidence(check: Check) -> None:
    session, _ = await on(check, 13)
    for chance in ("0.9", "0.51", "0.999"):
        answer = await session.go(f"confidence {chance} iterations 500")
        found = answer.searches[-1]["iterations"] if answer.searches else 0
        require(found <= 500, f"confidence with iterations 500 reports {found} iterations")
    for chance in ("0.5", "1", "0", "1.5", "-0.7", "x", "0.7.1", "nan", "inf", "7e-1", ".9", "90%"):
        await session.refused(f"go confidence {chance} iterations 10", "bad-argument")


async def depth(check: Check) -> None:
    session, _ = await on(check, 14)
    for most in (1, 2, 3, 1000):
        answer = await session.go(f"depth {most} iterations 300")
        found = answer.searches[-1]["maxdepth"] if answer.searches else 0
        require(found <= most, f"depth {most} reports maxdepth {found}")
    for bad in ("depth 5", "depth 0 iterations 10", "depth 1001 iterations 10", "depth x infinite"):
        await session.refused(f"go {bad}", "bad-argument")


async def first_of_two(check: Check) -> None:
    session, _ = await on(check, 15)
    await _takes(session, f"iterations {BILLION} movetime 200", 0.2 + LATE)
    await _takes(session, f"movetime {BILLION} iterations 5", 1 + LATE)


async def infinite(check: Check) -> None:
    """No bestmove before `stop`, also if there is only one move."""
    for only_one in (False, True):
        session, history = await on(check, 16)
        go = f"go infinite only {history.moves()[0]}" if only_one else "go infinite"
        await session.send(go)
        await session.unanswered(0.6, f"`{go}` must wait for `stop`")


async def infinite_alone(check: Check) -> None:
    session, _ = await on(check, 16)
    for bad in (
        "infinite iterations 10",
        "movetime 10 infinite",
        "infinite infinite",
    ):
        await session.refused(f"go {bad}", "bad-argument")


NO_LIMIT = ("", "multipv 3", "id 7", "every 100", "depth 5")
MISTYPED = (
    *("iteratons 10", "Iterations 10", "iterations=10", "10", "infinit", "iterations 10 20"),
    *("iterations 10 ponder", "iterations 10 nodes 5", "iterations 10 Multipv 2"),
    *("iterations", "movetime", "iterations 10 movetime", "iterations 10 id"),
    *("iterations 10 every", "iterations 10 only", "iterations 10 also"),
)
TWICE = (
    *("iterations 10 iterations 10", "iterations 10 multipv 2 multipv 2", "movetime 5 movetime 5"),
    *("iterations 10 id a id b", "iterations 10 every 5 every 5", "infinite infinite"),
)
OUT_OF_RANGE = (
    *("iterations 0", f"iterations {BILLION + 1}", "iterations -1", "iterations 1.5"),
    *("movetime 0", f"movetime {BILLION + 1}", "movetime -5", "movetime soon"),
    *("iterations 10 multipv 0", "iterations 10 multipv 1001", "iterations 10 multipv x"),
    *("iterations 10 every 0", f"iterations 10 every {BILLION + 1}", "iterations 10 every -1"),
    f"iterations 10 id {'x' * 65}",
)
REFUSED = (*NO_LIMIT, *MISTYPED, *TWICE, *OUT_OF_RANGE)


async def no_limit(check: Check) -> None:
    await _refused(check, NO_LIMIT)


async def mistyped(check: Check) -> None:
    await _refused(check, MISTYPED)


async def twice(check: Check) -> None:
    await _refused(check, TWICE)


async def out_of_range(check: Check) -> None:
    await _refused(check, OUT_OF_RANGE)


async def _refused(check: Check, refused: Sequence[str]) -> None:
    """Each is an error, and no search runs."""
    session, _ = await on(check, 17)
    for arguments in refused:
        await session.refused(f"go {arguments}", "bad-argument")
    await session.silent("stop")
    await pause(0.1)
    answer = await session.go("iterations 10")
    require(answer.move != "none", "after refused limits the position is not searched")


async def refused_field(check: Check) -> None:
    """The field at fault is named."""
    session, _ = await on(check, 17)
    for arguments, field in (
        *(("iterations 0", "iterations"), ("iterations 10 multipv x", "multipv")),
        *(("movetime -5", "movetime"), ("iterations 10 every 0", "every")),
        *(("depth 0 iterations 10", "depth"), ("iterations 10 confidence 2", "confidence")),
        *((f"iterations 10 id {'x' * 65}", "id"), ("iterations 10 iterations 10", "iterations")),
    ):
        await session.refused(f"go {arguments}", "bad-argument", field=field)


async def keys_in_any_order(check: Check) -> None:
    session, history = await on(check, 18)
    moves = history.moves()
    chosen = f"only {','.join(moves[:3])}"
    first = await session.go(f"iterations 40 multipv 2 {chosen} id a")
    second = await session.go(f"id a {chosen} multipv 2 iterations 40")
    require(first.canonical() == second.canonical(), "the order of the keys changes the answer")


async def memory(check: Check) -> None:
    """With little memory a search goes on without growing."""
    least = max(1, check.announced.options["Memory"].low)
    session, history = await on(check, 19)
    await session.silent(check.set("Memory", str(least)))
    answer = await session.go("movetime 800", wait=1)
    require(answer.move in history.moves(), f"with Memory {least} `go` gets {said([answer.best])}")
    taken = answer.searches[-1]["memory"] if answer.searches else 0
    require(taken <= 1024 * least, f"Memory {least}: the trees take {taken} KB")


STEPS = (
    Step("iterations", "3 go", iterations),
    Step("movetime", "3 go", movetime),
    Step("clock", "3 go", clock),
    Step("clock refused", "3 go", clock_refused),
    Step("confidence", "3 go", confidence),
    Step("depth", "3 go", depth),
    Step("first limit ends", "3 go", first_of_two),
    Step("infinite waits", "3 go", infinite),
    Step("infinite excludes limits", "3 go", infinite_alone),
    Step("no limit", "3 go", no_limit),
    Step("mistyped keys", "1", mistyped),
    Step("keys twice", "3 go", twice),
    Step("values out of range", "3 go", out_of_range),
    Step("field at fault", "3 go", refused_field),
)
LATER = (
    Step("memory", "3 setoption", memory, needs=("option Memory",)),
    Step("keys of go in any order", "3 go", keys_in_any_order),
)
