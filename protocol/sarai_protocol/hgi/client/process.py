"""A program on three pipes, under asyncio: lines in, lines out. It knows no protocol.

What always holds: the program leads a process group of its own, which is killed as a whole when
the program ends or is given up, and by a guard if this process is killed; its stderr is drained
whether or not somebody reads it; a line that is kept is bounded, and so is what is queued (then the
program has to wait); and there is no task, so none can be left behind: everything happens in
callbacks of the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from . import guard

LONGEST = 1 << 20
"""Bytes of a line that are kept, if nothing else is asked for."""
STDERR_TAIL = 1 << 16
QUEUED_LINES = 10_000
QUEUED_BYTES = 1 << 22
"""So much is queued for a slow reader; then the program has to wait."""
SHOWN = 200
"""Letters of a command that messages show."""
EXIT_GRACE = 0.5
"""Seconds between the end of stdout and the exit of one program that ends."""

_living: set[int] = set()
"""Groups that were started and have not ended."""


class ProcessFault(Exception):
    """The program can't go on; the text says why, and names the command."""


class CouldNotStart(ProcessFault):
    """There is no such program, or the system won't run it."""


class Ended(ProcessFault):
    """The program has ended, and all its lines are read; `code` as `subprocess` has it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class OutputClosed(ProcessFault):
    """The program has closed its stdout, and goes on."""


class InputClosed(ProcessFault):
    """The program has closed its stdin, or we did."""


class NotRead(ProcessFault):
    """The program does not take what it is sent."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of stdout without its end (LF or CR LF), and when it came (time.monotonic).

    `cut`: it was longer than is kept; `ended`: its end came, which is false of a last line only.
    """

    data: bytes
    at: float
    cut: bool = False
    ended: bool = True


class Process:
    """A running program. Made by `start`; for one reader.

    >>> async def session() -> tuple[bytes, int]:
    ...     async with await Process.start(["cat"]) as process:
    ...         await process.send(b"hello\\n", timeout=5)
    ...         line = await process.line(timeout=5)
    ...         process.close_input()
    ...         return line.data, await process.wait(timeout=5)
    >>> asyncio.run(session())
    (b'hello', 0)
    """

    def __init__(self, command: Sequence[str], longest: int) -> None:
        self.command = shlex.join(command)[:SHOWN]
        self.pid = 0
        self.code: int | None = None
        self._lines = _Lines(longest)
        self._stderr = bytearray()
        self._input_open = self._output_open = self._stderr_open = True
        self._paused = self._held = False
        self._changed = asyncio.Event()
        self._transport: asyncio.SubprocessTransport

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        longest: int = LONGEST,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Process:
        """Start a program; CouldNotStart if that fails."""
        process = cls(command, longest)
        if not command:
            raise CouldNotStart("the command is empty")
        loop = asyncio.get_running_loop()
        try:
            await loop.subprocess_exec(
                lambda: _Callbacks(process),
                *command,
                cwd=cwd,
                env=env,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CouldNotStart(f"{process.command}: {reason}") from None
        except asyncio.CancelledError:
            process._forget()
            raise
        return process

    # ---- reading ----

    async def line(self, timeout: float | None) -> Line:
        """The next line of stdout.

        TimeoutError if none comes in time; Ended or OutputClosed if none will come.
        """
        async with asyncio.timeout(timeout):
            while (line := self.line_now()) is None and self._output_open:
                await self._change()
        if line is not None:
            return line
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EXIT_GRACE):
                while self.code is None or self._stderr_open:
                    await self._change()
        raise self.gone()

    def line_now(self) -> Line | None:
        """The next line if it is here already."""
        line = self._lines.take()
        if self._held and self._lines.low():
            self._held = False
            self._pipe(1).resume_reading()  # type: ignore[attr-defined]
            if self.code is not None:
                self._cut_off_soon()
        return line

    def hold(self) -> None:
        """Take nothing from its stdout until `release`: a reader that does something else."""
        self._held = True
        self._pipe(1).pause_reading()  # type: ignore[attr-defined]

    def release(self) -> None:
        """Read again after `hold`."""
        self._held = False
        self._pipe(1).resume_reading()  # type: ignore[attr-defined]

    def close_output(self) -> None:
        """Close our end of its stdout: it finds a broken pipe."""
        self._pipe(1).close()

    def gone(self) -> Ended | OutputClosed:
        """Why no line will come any more."""
        if self.code is None:
            return OutputClosed(f"{self.command}: it closed its stdout")
        return Ended(f"{self.command}: it ended with {exit_text(self.code)}", self.code)

    @property
    def stderr(self) -> str:
        """The end of what it wrote to stderr."""
        return bytes(self._stderr[-STDERR_TAIL:]).decode(errors="replace")

    # ---- writing ----

    async def send(self, data: bytes, timeout: float | None) -> None:
        """Send bytes as they are, and wait until the buffer before the pipe is small again.

        InputClosed if the program cannot read them any more; NotRead after `timeout` seconds.
        """
        self.write(data)
        try:
            async with asyncio.timeout(timeout):
                while self._paused and self._input_open:
                    await self._change()
        except TimeoutError:
            raise NotRead(f"{self.command}: it does not read its stdin") from None

    def write(self, data: bytes) -> None:
        """Send bytes without waiting; what the pipe does not take is kept. Raises InputClosed."""
        if not self._input_open:
            raise InputClosed(f"{self.command}: its stdin is closed")
        self._pipe(0).write(data)  # type: ignore[attr-defined]

    def close_input(self) -> None:
        """Close stdin behind what was sent."""
        self._input_open = False
        if self.code is None:
            self._pipe(0).close()

    # ---- the end ----

    async def wait(self, timeout: float | None) -> int:
        """The exit code (negative: the signal); TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            while self.code is None:
                await self._change()
        return self.code

    def kill(self) -> None:
        """Kill the whole group, at once and without a question."""
        if self.pid in _living and self.code is None:
            _kill(self.pid)

    async def close(self) -> int:
        """Kill the group if it runs, and wait for its end."""
        self.kill()
        try:
            return await self.wait(None)
        finally:
            self._transport.close()

    async def __aenter__(self) -> Process:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # ---- inside ----

    def _pipe(self, number: int) -> asyncio.BaseTransport:
        pipe = self._transport.get_pipe_transport(number)
        assert pipe is not None
        return pipe

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _received(self, data: bytes) -> None:
        self._lines.feed(data, time.monotonic())
        if not self._held and self._lines.full():
            self._held = True
            self._pipe(1).pause_reading()  # type: ignore[attr-defined]
        self._changed.set()

    def _end_of_output(self) -> None:
        if self._output_open:
            self._output_open = False
            self._lines.end(time.monotonic())

    def _exited(self) -> None:
        self.code = self._transport.get_returncode()
        self._input_open = False
        self._forget()
        self._cut_off_soon()
        self._changed.set()

    def _forget(self) -> None:
        """Kill what is left of the group; later its number may be that of another."""
        if self.pid in _living:
            _kill(self.pid)
            _living.discard(self.pid)
            guard.forget(self.pid)

    def _cut_off_soon(self) -> None:
        """A program that has left the group may hold stdout open; it is not waited for."""
        asyncio.get_running_loop().call_later(EXIT_GRACE, self._cut_off)

    def _cut_off(self) -> None:
        if not self._held:  # else it is read on first
            self._transport.close()


class _Callbacks(asyncio.SubprocessProtocol):
    """What the loop calls."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.process._transport = transport
        self.process.pid = transport.get_pid()
        _living.add(self.process.pid)
        guard.watch(self.process.pid)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self.process._received(data)
            return
        tail = self.process._stderr
        tail += data
        if len(tail) > 2 * STDERR_TAIL:
            del tail[:-STDERR_TAIL]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        process = self.process
        if fd == 0:
            process._input_open = False
        elif fd == 1:
            process._end_of_output()
        else:
            process._stderr_open = False
        process._changed.set()

    def pause_writing(self) -> None:
        self.process._paused = True

    def resume_writing(self) -> None:
        self.process._paused = False
        self.process._changed.set()

    def process_exited(self) -> None:
        self.process._exited()


class _Lines:
    """Bytes in, lines out; what a line has above `longest` bytes is dropped."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._part = bytearray()
        self._cut = False
        self._queue: deque[Line] = deque()
        self._size = 0

    def feed(self, data: bytes, at: float) -> None:
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            self._put(at, ended=True)
        self._add(rest)

    def end(self, at: float) -> None:
        if self._part or self._cut:
            self._put(at, ended=False)

    def take(self) -> Line | None:
        if not self._queue:
            return None
        line = self._queue.popleft()
        self._size -= len(line.data)
        return line

    def full(self) -> bool:
        return self._size > QUEUED_BYTES or len(self._queue) > QUEUED_LINES

    def low(self) -> bool:
        return self._size < QUEUED_BYTES / 2 and len(self._queue) < QUEUED_LINES / 2

    def _add(self, piece: bytes) -> None:
        room = self._longest - len(self._part)
        self._cut |= len(piece) > room
        self._part += piece[:room]

    def _put(self, at: float, ended: bool) -> None:
        line = Line(bytes(self._part.removesuffix(b"\r")), at, self._cut, ended)
        self._part.clear()
        self._cut = False
        self._queue.append(line)
        self._size += len(line.data)


def exit_text(code: int) -> str:
    """The exit code for a person: `exit code 3`, `signal SIGKILL`."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
