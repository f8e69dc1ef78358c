"""Steps: how it ends, and what pipes do: end of input, `quit`, a reader that is slow or gone."""

from __future__ import annotations

import contextlib
import time

from ..hgi.messages import Message
from .context import Check, Step
from .searches import on
from .session import Failed, Session, pause, require, said

SOON = 1.0
"""Seconds in which the engine must end after `quit` (section 3)."""
SPARE = 1.0
"""Seconds more that a busy machine may need."""
FLOOD = 5_000


async def _exits(session: Session, after: str) -> list[Message]:
    started = time.monotonic()
    messages = await session.exit(session.timeout, after)
    seconds = time.monotonic() - started
    require(seconds <= SOON + SPARE, f"{after}: it ends after {seconds:.1f} s, not within a second")
    return messages


async def quit_idle(check: Check) -> None:
    session = await check.start()
    await session.send("quit")
    messages = await _exits(session, "`quit`")
    require(not messages, f"`quit` is silent, but gets {said(messages)}")
    session, _ = await on(check, 40)
    await session.go("iterations 20")
    await session.send("quit")
    await _exits(session, "`quit` after a search")


async def quit_searching(check: Check) -> None:
    session, _ = await on(check, 41)
    await session.send("go infinite")
    await session.unanswered(0.1, "an infinite search waits for `stop`")
    await session.send("quit")
    messages = await _exits(session, "`quit` during `go infinite`")
    ends = [m for m in messages if m.name != "info"]
    require(not ends, f"`quit` ends a search without an answer, but gets {said(ends)}")
    for arguments in ("movetime 60000", "iterations 1000000000"):  # may be answered early
        session, _ = await on(check, 41)
        await session.send(f"go {arguments}")
        await pause(0.1)
        await session.send("quit")
        await _exits(session, f"`quit` during `go {arguments}`")


async def end_of_input_idle(check: Check) -> None:
    session = await check.start()
    session.process.close_input()
    await _exits(session, "the end of the input")
    session = await check.raw()
    session.process.close_input()
    await _exits(session, "the end of an empty input")


async def end_of_input_finite(check: Check) -> None:
    """A search with limits goes on to its bestmove."""
    for arguments in ("movetime 400 id e", "iterations 300 id e"):
        session, history = await on(check, 42)
        await session.send(f"go {arguments}")
        session.process.close_input()
        messages = await session.exit(
            session.timeout + 1, f"the end of the input in `go {arguments}`"
        )
        _answered(messages, history.moves(), f"the end of the input in `go {arguments}`")


def _answered(messages: list[Message], moves: list[str], when: str) -> None:
    ends = [m for m in messages if m.name != "info"]
    good = len(ends) == 1 and ends[0].name == "bestmove" and ends[0].get("move") in moves
    require(good, f"{when}: one bestmove is needed, and there comes {said(ends)}")


async def end_of_input_infinite(check: Check) -> None:
    """An infinite search is stopped and answered."""
    session, history = await on(check, 43)
    await session.send("go infinite id e")
    await session.unanswered(0.1, "an infinite search waits for `stop`")
    session.process.close_input()
    messages = await _exits(session, "the end of the input in `go infinite`")
    _answered(messages, history.moves(), "the end of the input in `go infinite`")


async def end_of_input_behind_go(check: Check) -> None:
    """A whole session in one piece, as a file has it."""
    session, history = await on(check, 44)
    await session.send_raw(b"go iterations 40 id e\nisready z\n")
    session.process.close_input()
    messages = await session.exit(session.timeout, "the end of the input behind `go`, `isready`")
    tokens = [m.get("token") for m in messages if m.name == "readyok"]
    require(tokens == ["z"], "`isready` before the end of the input is not answered")
    rest = [m for m in messages if m.name != "readyok"]
    _answered(rest, history.moves(), "the end of the input behind `go`")


async def half_a_line(check: Check) -> None:
    """A last line without its end is a line."""
    session = await check.start()
    await session.send_raw(b"isready half")
    session.process.close_input()
    messages = await _exits(session, "the end of the input in `isready half`")
    tokens = [m.get("token") for m in messages if m.name == "readyok"]
    require(tokens == ["half"], f"a last line without its end is a line, but gets {said(messages)}")
    session = await check.start()
    await session.send_raw(b"isready \xc3")
    session.process.close_input()
    messages = await _exits(session, "the end of the input in a broken character")
    session.error_of("half a character", messages, "bad-line")


async def broken_pipe(check: Check) -> None:
    """The client has gone: the engine ends by itself, searching or not."""
    for arguments in ("", "infinite", "movetime 300"):
        session, _ = await on(check, 45)
        if arguments:
            await session.send(f"go {arguments}")
            await pause(0.05)
        session.process.close_output()
        with contextlib.suppress(Failed):  # it may have ended already
            await session.send("isready a", "isready b", "stop", "isready c")
        session.process.close_input()
        when = f"stdin and stdout are closed{f' in `go {arguments}`' if arguments else ''}"
        try:
            await session.process.wait(session.timeout)
        except TimeoutError:
            require(False, f"{when}: it has not ended after {session.timeout:g} s")


async def slow_reader(check: Check) -> None:
    """Nobody reads for a while; then every answer is there, in order."""
    session = await check.start()
    session.process.hold()
    data = b"".join(b"isready %d\n" % i for i in range(FLOOD))
    session.note(">", f"isready 0 ... isready {FLOOD - 1}, and nobody reads")
    # Not awaited: an engine that can't write may stop reading.
    session.process.write(data)
    await pause(1.0)
    session.process.release()
    for i in range(FLOOD):
        message = await session.message(f"`isready {i}` of {FLOOD} behind a slow reader")
        good = message.name == "readyok" and message.get("token") == str(i)
        require(good, f"`isready {i}` behind a slow reader gets {said([message])}")


async def slow_reader_of_a_search(check: Check) -> None:
    """A search that nobody reads ends in time; its answer is complete."""
    session, history = await on(check, 46)
    session.process.hold()
    await session.send("go movetime 500 every 1 multipv 5 id s")
    await pause(1.0)
    session.process.release()
    answer = await session.answer("go movetime 500 every 1", time.monotonic())
    require(answer.move in history.moves(), f"the search gets {said([answer.best])}")
    await session.silent()


STEPS = (
    Step("end of input, idle", "3 quit", end_of_input_idle),
    Step("end of input, finite search", "3 quit", end_of_input_finite),
    Step("end of input, infinite search", "3 quit", end_of_input_infinite),
    Step("end of input behind go", "3 quit", end_of_input_behind_go),
    Step("half a line", "1", half_a_line),
    Step("quit, idle", "3 quit", quit_idle),
    Step("quit, searching", "3 quit", quit_searching),
    Step("broken pipe", "2", broken_pipe),
    Step("slow reader", "1", slow_reader),
    Step("slow reader of a search", "1", slow_reader_of_a_search),
)
