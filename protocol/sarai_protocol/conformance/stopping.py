"""Steps: the states of an engine. What is answered during a search, what is refused, and `stop`."""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Sequence

from ..hgi.messages import Message
from .context import Check, Step
from .searches import GO, on
from .session import Answer, Session, Silence, require, said

AT_ONCE = 0.25
"""Seconds that the median of some answers at once may take."""
UNDISTURBED = 0.3


async def no_position(check: Check) -> None:
    """Each command of the mandatory part before there is a position."""
    session = await check.start()
    await session.silent("stop", "stop id a", "newgame", check.set("Trusted", "false"))
    answer = await session.go(GO)
    good = answer.move == "none" and answer.best.get("reason") == "no-position"
    require(good, f"`go` without a position is answered by {said([answer.best])}")


async def newgame(check: Check) -> None:
    session, history = await on(check, 20)
    await session.silent("newgame")
    answer = await session.go(GO)
    good = answer.move == "none" and answer.best.get("reason") == "no-position"
    require(good, f"`newgame` forgets the position, but `go` gets {said([answer.best])}")
    await session.silent(history.position(history.actor))
    answer = await session.go(GO)
    require(answer.move in history.moves(), "after `newgame` a new position is not searched")


async def _searching(check: Check, number: int, id_: str = "s1") -> Session:
    """An engine that searches, and goes on until it is stopped."""
    session, _ = await on(check, number)
    await session.send(f"go infinite id {id_}")
    return session


async def _stopped(session: Session, id_: str, line: str = "stop") -> Answer:
    """Stop the search; its answer comes soon, and is the only one."""
    started = time.monotonic()
    await session.send(line)
    answer = await session.answer(line, started)
    found = answer.best.get("id")
    require(found == id_, f"`{line}` ends search {id_}, but the bestmove is of {found}")
    return answer


async def isready_at_once(check: Check) -> None:
    session = await _searching(check, 21)
    seconds = []
    for i in range(7):
        started = time.monotonic()
        await session.send(f"isready now{i}")
        message = await session.message(f"`isready now{i}` during a search")
        seconds.append(time.monotonic() - started)
        good = message.name == "readyok" and message.get("token") == f"now{i}"
        require(good, f"`isready now{i}` during a search is answered by {said([message])}")
    middle = statistics.median(seconds)
    require(middle <= AT_ONCE, f"readyok takes {1000 * middle:.0f} ms during a search")


async def stop_at_once(check: Check) -> None:
    session, _ = await on(check, 22)
    seconds = []
    for i in range(5):
        await session.send(f"go infinite id {i}")
        await session.unanswered(0.1, "an infinite search waits for `stop`")
        seconds.append((await _stopped(session, str(i))).seconds)
    middle = statistics.median(seconds)
    require(middle <= 2 * AT_ONCE, f"the bestmove comes {1000 * middle:.0f} ms after `stop`")


async def stop_before_info(check: Check) -> None:
    """`stop` in the same breath as `go`: there is a report, a candidate and one bestmove."""
    session, history = await on(check, 23)
    for i in range(10):
        await session.send(f"go infinite id {i}", "stop")
        answer = await session.answer(f"go infinite id {i}", time.monotonic())
        require(answer.best.get("id") == str(i), f"search {i} is answered by {said([answer.best])}")
        require(answer.move in history.moves(), f"`go`, `stop` gets {said([answer.best])}")
        require(bool(answer.searches), "`go`, `stop`: no `info` line of the search")
        require(bool(answer.candidates), "`go`, `stop`: no candidate")
    await session.quiet(0.2, "each `go` has one bestmove")


async def stop_twice(check: Check) -> None:
    session = await _searching(check, 24)
    await session.unanswered(0.1, "an infinite search waits for `stop`")
    await session.send("stop", "stop", "stop")
    answers = await session.run()
    answers += await _rest(session, answers)
    count = sum(message.name == "bestmove" for message in answers)
    require(count == 1, f"`stop` three times gets {count} bestmoves")
    others = [m for m in answers if m.name not in ("info", "bestmove")]
    require(not others, f"`stop` three times is answered by {said(others)}")


async def _rest(session: Session, answers: Sequence[Message]) -> list[Message]:
    """What follows after the bestmove, or up to it and then a while."""
    found: list[Message] = []
    if not any(message.name == "bestmove" for message in answers):
        reports, best = await session.until("bestmove", "`stop`")
        found = [*reports, best]
    with contextlib.suppress(Silence):
        while True:
            found.append(await session.message("after `stop`", 0.2))
    return found


async def stop_without_search(check: Check) -> None:
    session, _ = await on(check, 25)
    await session.silent("stop", "stop id 7", "stop")
    await session.go(GO)
    await session.silent("stop", "stop id 7")
    await session.quiet(0.1, "`stop` without a search is silent")


async def stale_stop(check: Check) -> None:
    """The id of another search, or any id for a search without one, does nothing."""
    session = await _searching(check, 26, "new")
    await session.send("stop id old", "stop id ne", "stop id NEW")
    await session.unanswered(UNDISTURBED, "`stop` with the id of another search does nothing")
    await _stopped(session, "new", "stop id new")
    await session.send("go infinite", "stop id new")
    await session.unanswered(UNDISTURBED, "`stop id new` must not end a search without an id")
    await session.send("stop")
    await session.until("bestmove", "`stop`")


async def stop_does_not_leak(check: Check) -> None:
    """A `stop` that comes late does not end the next search."""
    session, _ = await on(check, 27)
    for i in range(8):
        await session.go("iterations 5")
        late = "stop" if i % 2 else f"stop id {i}"
        await session.send(late, f"go infinite id {i + 1}")
        await session.unanswered(0.1, f"`{late}` came before the `go`, and must not end its search")
        await _stopped(session, str(i + 1), f"stop id {i + 1}")
    await session.send("stop", "go infinite id z")
    await session.unanswered(
        UNDISTURBED, "`stop` came before the `go`, and must not end its search"
    )
    await _stopped(session, "z")


async def go_and_stop_races(check: Check) -> None:
    """Many short searches, each stopped by its id at about its end: one bestmove each, in order."""
    session, _ = await on(check, 28)
    for i in range(40):
        await session.send(f"go iterations {1 + 3 * i % 20} id r{i}", f"stop id r{i}")
        answer = await session.answer(f"go id r{i}", time.monotonic())
        found = answer.best.get("id")
        require(found == f"r{i}", f"the bestmove of search r{i} is of {found}")
        require(answer.move != "none", f"search r{i} is answered by {said([answer.best])}")
    await session.silent()
    await session.quiet(0.1, "each `go` has one bestmove")


async def stop_ends_limits(check: Check) -> None:
    session, _ = await on(check, 29)
    for arguments in ("movetime 60000", "iterations 1000000000", "confidence 0.999999999"):
        await session.send(f"go {arguments} id l")
        await _stopped(session, "l", "stop id l")


async def busy(check: Check) -> None:
    """What is not marked `*` is refused, and the search goes on undisturbed."""
    session, history = await on(check, 30)
    other = check.positions.decision(31, plies=9)
    await session.send("go infinite id b")
    lines = [check.set("Trusted", "true"), "newgame", other.position(other.actor)]
    lines += [f"go {GO} id c", "go infinite", "position x", "newgame"]
    for line in lines:
        await session.refused(line, "busy")
    await session.unanswered(UNDISTURBED, "a command that is refused must not end the search")
    answer = await _stopped(session, "b")
    require(answer.move in history.moves(), f"the search gives {said([answer.best])}")
    answer = await session.go(GO)
    require(answer.move in history.moves(), "the position is another after refused commands")


async def hgi_during_search(check: Check) -> None:
    session, _ = await on(check, 32)
    idle = await session.run("hgi")
    await session.send("go infinite id h")
    during = await session.run("hgi")
    require(idle == during, "`hgi` during a search is answered otherwise than before")
    await _stopped(session, "h")


async def errors_during_search(check: Check) -> None:
    """Unknown commands and bad lines are answered too, and the search goes on."""
    session = await _searching(check, 33)
    await session.refused("xyzzy", "unknown-command")
    await session.refused("isready a b", "bad-argument")
    await session.refused("stop now", "bad-argument")
    await session.send_raw(b"\xff\0\n")
    session.error_of("bytes that are not UTF-8", await session.run(), "bad-line")
    await session.send("", "# a comment")
    await session.unanswered(UNDISTURBED, "the search goes on after errors")
    await _stopped(session, "s1")


FIRST = (Step("no position", "3", no_position),)
LATER = (Step("newgame", "3 newgame", newgame),)
STEPS = (
    Step("isready while searching", "3 isready", isready_at_once),
    Step("stop at once", "3 stop", stop_at_once),
    Step("stop before the first info", "3 stop", stop_before_info),
    Step("stop twice", "3 stop", stop_twice),
    Step("stop without a search", "3 stop", stop_without_search),
    Step("stop with a stale id", "3 stop", stale_stop),
    Step("stop before go", "3 stop", stop_does_not_leak),
    Step("races of go and stop", "3 stop", go_and_stop_races),
    Step("stop ends limits", "3 stop", stop_ends_limits),
    Step("busy", "2", busy),
    Step("hgi while searching", "3 hgi", hgi_during_search),
    Step("errors while searching", "2", errors_during_search),
)
