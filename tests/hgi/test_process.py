"""Programs on three pipes: lines, limits, exits, and that nothing is left behind."""

import asyncio
import contextlib
import doctest
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from sarai_protocol.hgi.client import process as module
from sarai_protocol.hgi.client.process import (
    CouldNotStart,
    Ended,
    InputClosed,
    Line,
    NotRead,
    OutputClosed,
    Process,
    exit_text,
)
from tests.support.command import assert_group_ends, members

PATIENCE = 120.0
"""Seconds after which a test has failed; none is waited for when all is well."""


@asynccontextmanager
async def python(code: str, longest: int = module.LONGEST) -> AsyncIterator[Process]:
    """A program in Python; when it is over, nothing of it is left."""
    async with await Process.start([sys.executable, "-c", code], longest=longest) as process:
        yield process
    assert process.code is not None
    assert_group_ends(process.pid)
    assert process.pid not in module._living
    others = asyncio.all_tasks() - {asyncio.current_task()}
    assert not others, "a task is left over"


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run it under asyncio, with warnings about what was not closed as errors."""

    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(main(), debug=True)


async def lines(process: Process) -> list[Line]:
    found = []
    with contextlib.suppress(Ended, OutputClosed):
        while True:
            found.append(await process.line(PATIENCE))
    return found


def test_the_example() -> None:
    assert doctest.testmod(module) == (0, 2)


def test_lines_and_their_ends() -> None:
    async def test() -> None:
        code = r"import sys; sys.stdout.buffer.write(b'one\r\n\n\xff\0 two\nhalf')"
        started = time.monotonic()
        async with python(code) as process:
            found = await lines(process)
            assert [line.data for line in found] == [b"one", b"", b"\xff\0 two", b"half"]
            assert [line.ended for line in found] == [True, True, True, False]
            assert all(started <= line.at <= time.monotonic() for line in found)
            with pytest.raises(Ended, match="exit code 0") as ended:
                await process.line(PATIENCE)
            assert ended.value.code == process.code == 0

    run(test)


def test_a_long_line_is_cut_and_the_next_one_is_whole() -> None:
    async def test() -> None:
        async with python("print('a' * 3_000_000); print('b' * 10); print('c' * 9)", 10) as process:
            found = await lines(process)
        assert [(line.data, line.cut) for line in found] == [
            (b"a" * 10, True),
            (b"b" * 10, False),
            (b"c" * 9, False),
        ]

    run(test)


def test_raw_bytes_are_sent_as_they_are() -> None:
    async def test() -> None:
        code = "import sys; print(sys.stdin.buffer.read().hex(), flush=True)"
        async with python(code) as process:
            await process.send(b"\xff\0half", PATIENCE)
            process.close_input()
            assert (await process.line(PATIENCE)).data == b"\xff\0half".hex().encode()
            with pytest.raises(InputClosed):
                await process.send(b"more", PATIENCE)

    run(test)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["/nonexistent/engine"], "No such file"),
        (["/"], "ermission"),
        ([module.__file__], "ermission"),
        ([], "empty"),
        (["a\0b"], "null"),
    ],
)
def test_what_can_not_be_started(command: list[str], why: str) -> None:
    async def test() -> None:
        with pytest.raises(CouldNotStart, match=why):
            await Process.start(command)
        assert not module._living

    run(test)


@pytest.mark.parametrize(
    ("code", "told"),
    [("raise SystemExit(3)", "exit code 3"), ("import os; os.abort()", "signal SIGABRT")],
)
def test_the_exit_code(code: str, told: str) -> None:
    async def test() -> None:
        async with python(code) as process:
            with pytest.raises(Ended, match=told):
                await process.line(PATIENCE)
            assert exit_text(await process.wait(PATIENCE)) == told

    run(test)


def test_time_outs_change_nothing() -> None:
    async def test() -> None:
        async with python("print(input(), flush=True); input()") as process:
            with pytest.raises(TimeoutError):
                await process.line(0.01)
            with pytest.raises(TimeoutError):
                await process.wait(0.01)
            await process.send(b"still here\n", PATIENCE)
            assert (await process.line(PATIENCE)).data == b"still here"

    run(test)


def test_closed_stdout_is_told_from_an_exit() -> None:
    async def test() -> None:
        code = "import os, time; print('last', flush=True); os.close(1); time.sleep(100)"
        async with python(code) as process:
            assert (await process.line(PATIENCE)).data == b"last"
            with pytest.raises(OutputClosed, match="closed its stdout"):
                await process.line(PATIENCE)
            assert process.code is None
        assert process.code == -signal.SIGKILL

    run(test)


def test_stderr_is_drained_and_its_end_is_kept() -> None:
    async def test() -> None:
        code = "import sys; sys.stderr.write('x' * 5_000_000 + 'the end'); print('done')"
        async with python(code) as process:
            assert (await process.line(PATIENCE)).data == b"done"
            await process.wait(PATIENCE)
            with contextlib.suppress(Ended):
                await process.line(PATIENCE)
            assert process.stderr.endswith("xthe end")
            assert len(process.stderr) == module.STDERR_TAIL

    run(test)


def test_a_program_that_does_not_read_is_found_out() -> None:
    async def test() -> None:
        async with python("import time; time.sleep(100)") as process:
            with pytest.raises(NotRead):
                for _ in range(1000):
                    await process.send(b"x" * 100_000, 0.05)

    run(test)


def test_a_flood_waits_and_nothing_of_it_is_lost() -> None:
    async def test() -> None:
        count = 4 * module.QUEUED_LINES
        async with python(f"for k in range({count}): print(k)") as process:
            while not process._lines.full():
                await asyncio.sleep(0.01)
            with pytest.raises(TimeoutError):
                await process.wait(0.1)
            found = await lines(process)
            assert [line.data for line in found] == [str(k).encode() for k in range(count)]
            assert process.code == 0

    run(test)


def test_the_whole_group_is_killed() -> None:
    """Also what the program has started, whether it is closed or ends by itself."""

    async def test() -> None:
        child = "import subprocess; subprocess.Popen(['sleep', '100']); print('up', flush=True)"
        for rest in ("; input()", ""):
            async with python(child + rest) as process:
                assert (await process.line(PATIENCE)).data == b"up"
                if not rest:
                    with pytest.raises(Ended):  # the child holds stdout, and is not waited for
                        await process.line(PATIENCE)

    run(test)


def test_who_has_left_the_group_does_not_hold_the_reader() -> None:
    async def test() -> None:
        code = (
            "import subprocess; child = subprocess.Popen(['sleep', '100'], start_new_session=True)"
            "; print(child.pid, flush=True)"
        )
        async with python(code) as process:
            child = int((await process.line(PATIENCE)).data)
            try:
                with pytest.raises(Ended):
                    await process.line(PATIENCE)
            finally:
                os.kill(child, signal.SIGKILL)

    run(test)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_that_ignores_everything_does_not_outlive_us(number: int) -> None:
    """It is left alone by a client that is killed, and hears neither the end of its input."""
    code = f"""
import asyncio, sys
from sarai_protocol.hgi.client.process import Process

async def main():
    deaf = await Process.start(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(1000)"]
    )
    gone = await Process.start(["true"])
    await gone.wait({PATIENCE})
    await deaf.line({PATIENCE})
    print(deaf.pid, flush=True)
    await asyncio.sleep(1000)

asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        group = int(client.stdout.readline())
        assert members(group) or not os.path.exists("/proc/self/stat")
        client.send_signal(number)
        client.wait()
    assert_group_ends(group)


def test_a_cancelled_reader_leaves_nothing() -> None:
    async def test() -> None:
        async def wait_for_ever() -> None:
            async with python("input()") as process:
                await process.line(None)

        task = asyncio.create_task(wait_for_ever())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not module._living

    run(test)
