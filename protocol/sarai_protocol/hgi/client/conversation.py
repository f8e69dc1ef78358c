"""The talk with one engine: each answer is given to the command that it belongs to.

The engine handles commands in order, so answers without an id belong to the oldest command that
waits; a command that is silent when it succeeds has an `isready` behind it, whose token ends its
turn. So has one that takes long (`go`, `perft`, `bench`): after it, others may be answered first.
What a search says carries its id. Anything else is a `Violation`, and is never taken for an answer
to something. The first fault is kept, and raised by everything that follows.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..messages import Malformed, Message, from_json, from_text, to_text
from . import process as programs
from .errors import EngineFault, Gone, NotNow, Refused, Stalled, StartFault, Violation
from .process import Line, Process
from .search import RunningSearch
from .transcript import Transcript

UNKNOWN_LINES = 10_000
"""So many lines in a row that are no HGI are a fault; a few are skipped, as the protocol says."""
LONG = frozenset({"perft", "bench"})
"""Answers that may come after those to later commands."""
HANDSHAKE, QUIT = "handshake", "quit"
LAST_WORDS = 1.0
"""Seconds in which the end of an engine that has closed its stdin should be noticed."""


@dataclass(slots=True, eq=False)
class PendingCommand:
    """A command that waits for its answer: messages of the names in `takes`, then one of `ends`.

    With a `token`, `readyok` ends it, or, of a long one, its turn. `takes` None takes everything.
    """

    command: str
    ends: frozenset[str] = frozenset()
    takes: frozenset[str] | None = frozenset({"info"})
    token: str | None = None
    search: RunningSearch | None = None
    replies: list[Message] = field(default_factory=list)
    refused: Refused | None = None
    done: bool = False

    @property
    def name(self) -> str:
        return self.command.partition(" ")[0]

    @property
    def long(self) -> bool:
        return not LONG.isdisjoint(self.ends)


class Conversation:
    """The process, the commands that wait, the search that runs, and the first fault."""

    def __init__(
        self, patience: float | None, before: Callable[[bytes], None] | None = None
    ) -> None:
        self._before = before
        self.transcript = Transcript()
        self.json = False
        self.process: Process | None = None
        self.open: deque[PendingCommand] = deque()
        self.search: RunningSearch | None = None
        self.long: PendingCommand | None = None
        self.fault: Exception | None = None
        self.phase = HANDSHAKE
        self.closed = False
        self._patience = patience
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._unknown = self._tokens = 0

    # ---- start and end ----

    async def start(
        self, command: Sequence[str], cwd: str | Path | None, env: Mapping[str, str] | None
    ) -> None:
        """Start the engine; StartFault if that fails."""
        try:
            self.process = await Process.start(command, cwd=cwd, env=env)
        except programs.CouldNotStart as error:
            raise StartFault(str(error), "start") from None
        self._reader = asyncio.create_task(self._read(self.process))

    async def kill(self) -> None:
        """End the engine and all that it has started; whoever waits for an answer gets NotNow."""
        self.closed = True
        if self._reader is not None:
            self._reader.cancel()
        if self.process is not None:
            await self.process.close()
        if self._reader is not None:
            await asyncio.wait([self._reader])
        self.wake()

    # ---- to the engine ----

    async def send(self, request: PendingCommand, data: bytes | None = None) -> None:
        """Send a command as a request (`data`: in these bytes)."""
        self.check()
        lines = [request.command.encode() if data is None else data]
        if request.token is not None and request.name != "isready":
            lines += [f"isready {request.token}".encode()]
        self.open.append(request)
        if request.long:
            self.long = request
        await self._put(lines, request.name)

    async def write(self, command: str) -> None:
        """Send a command that is never answered."""
        self.check()
        await self._put([command.encode()], command.partition(" ")[0])

    async def _put(self, lines: Sequence[bytes], phase: str) -> None:
        assert self.process is not None
        data = b"".join(line + b"\n" for line in lines)
        if self._before is not None:
            self._before(data)
        self.transcript.sent(data, time.monotonic())
        try:
            await self.process.send(data, self._patience)
        except programs.NotRead as error:
            raise Stalled(str(error), phase, self._patience or 0.0) from None
        except programs.InputClosed as error:
            # It may be ending; then the reader knows more in a moment.
            assert self._reader is not None
            await asyncio.wait([self._reader], timeout=LAST_WORDS)
            self._fail(Gone(str(error), phase, self.process.code))
            self.check()

    def token(self) -> str:
        """A word for `isready` that no other has."""
        self._tokens += 1
        return f"t{self._tokens}"

    # ---- waiting ----

    def check(self) -> None:
        """Raise what makes every call useless."""
        if self.fault is not None:
            raise self.fault.with_traceback(None)
        if self.closed or self.process is None:
            raise NotNow("the engine is closed" if self.closed else "the engine is not started")

    async def answered(self, request: PendingCommand, timeout: float | None) -> list[Message]:
        """The replies to a request; Refused, or Stalled after `timeout` seconds."""
        end = None if timeout is None else time.monotonic() + timeout

        def late() -> Stalled:
            told = f"no answer to `{request.name}` in {timeout:g} s"
            return Stalled(told, request.name, timeout or 0.0)

        def done() -> bool:
            if not request.done:
                self.check()
            return request.done

        await self.until(done, lambda: end, late)
        if request.refused is not None:
            raise request.refused
        return request.replies

    async def until(
        self,
        done: Callable[[], bool],
        due: Callable[[], float | None],
        late: Callable[[], Stalled],
    ) -> None:
        """Return as soon as `done` says so; raise what `late` gives at the time `due`."""
        while not done():
            end = due()
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise late()
            self._changed.clear()
            with contextlib.suppress(TimeoutError):  # what comes at the last moment counts
                async with asyncio.timeout(left):
                    await self._changed.wait()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        self._changed.set()

    # ---- from the engine ----

    async def _read(self, process: Process) -> None:
        """Take lines until something goes wrong."""
        try:
            while True:
                line = await process.line(None)
                self.transcript.received(line.data, line.at)
                self._take(line)
                self.wake()
        except programs.Ended as error:
            self._fail(Gone(_told(error, process), self.doing(), error.code))
        except programs.OutputClosed as error:
            self._fail(Gone(_told(error, process), self.doing(), None))
        except Exception as error:  # a Violation, or a fault of ours: nobody may wait for ever
            self._fail(error)

    def doing(self) -> str:
        """What the engine is asked for at this moment."""
        if self.phase:
            return self.phase
        if self.search is not None and self.search.running:
            return "go"
        return self.open[0].name if self.open else "idle"

    def _fail(self, fault: Exception) -> None:
        if self.fault is None and self.phase != QUIT:
            self.fault = fault
        self.wake()

    def _take(self, line: Line) -> None:
        try:
            message = self._message(line)
        except Malformed as error:
            self._violation(str(error), line)
            return
        if message is None:
            self._unknown += 1
            if self._unknown > UNKNOWN_LINES:
                self._violation(f"more than {UNKNOWN_LINES} lines that are no HGI", line)
            return
        self._unknown = 0
        if why := self._deliver(message, line.at):
            self._violation(why, line)

    def _violation(self, why: str, line: Line) -> None:
        if line.ended:  # else it has died while it wrote
            shown = line.data[:1000].decode(errors="backslashreplace")
            raise Violation(f"{why}: {shown[:200]!r}", self.doing(), shown)

    def _message(self, line: Line) -> Message | None:
        """What the line says; None if it is to be skipped."""
        if line.cut:
            raise Malformed("a line that is too long")
        try:
            text = line.data.decode()
        except UnicodeDecodeError:
            raise Malformed("a line that is not UTF-8") from None
        if any(c < " " and c != "\t" for c in text):
            raise Malformed("a control character")
        return _sound(from_json(text)) if self.json and text[:1] == "{" else from_text(text)

    def _deliver(self, message: Message, at: float) -> str:
        """Give a message to the one whom it answers; returns why that can't be."""
        id = message.get("id")
        if message.name == "bestmove" or (id is not None and message.name in ("info", "error")):
            return self._of_search(message, id, at)
        return self._of_request(message)

    def _of_search(self, message: Message, id: str | None, at: float) -> str:
        search = self.search
        ours = search is not None and search.running and id == search.id
        if message.name == "info":  # one that comes too late does no harm
            if ours and search is not None:
                search.report(message)
            return ""
        if search is None or not search.running:
            return f"{message.name} of a search, and none runs"
        if not ours:
            return f"{message.name} of another search than {search.id}"
        if message.name == "error":
            search.fail(_refusal(f"go ... id {id}", message))
        elif message["move"] == "none" and "reason" not in message.values:
            return "no move, and no reason"
        else:
            search.finish(message, at)
        return ""

    def _of_request(self, message: Message) -> str:
        """An answer without an id belongs to the oldest request, or to the long one."""
        request = self.open[0] if self.open else self.long
        if self.long is not None and message.name in self.long.ends:
            self.long.replies.append(message)
            self._end(self.long)
            return ""
        if request is None:
            return "" if message.name == "info" else "an answer that nobody asked for"
        if message.name == "readyok":
            if not self.open or request.token is None or message.get("token") != request.token:
                return f"not the answer to `{request.command[:80]}`"
            self.open.popleft()
            if request is not self.long or request.refused is not None:
                self._end(request)
        elif message.name == "error":
            request.refused = request.refused or _refusal(request.command, message)
            if request.search is not None:
                request.search.fail(request.refused)
            if request.token is None:
                self.open.popleft()
            if request.token is None or not self.open:
                self._end(request)
        elif message.name in request.ends:
            request.replies.append(message)
            self.open.popleft()
            self._end(request)
        elif request.takes is None or message.name in request.takes:
            request.replies.append(message)
        elif message.name != "info":
            return f"not the answer to `{request.command[:80]}`"
        return ""

    def _end(self, request: PendingCommand) -> None:
        request.done = True
        if request is self.long:
            self.long = None


def line_of(words: Iterable[str]) -> str:
    """Words joined to a command; ValueError if one would not arrive as one word.

    >>> line_of(["perft", "3"])
    'perft 3'
    >>> line_of(["legal\\nquit"])
    Traceback (most recent call last):
    ValueError: 'legal\\nquit' is not one word without blanks and control characters
    """
    words = list(words)
    for word in words:
        if not word or not word.isprintable() or " " in word:
            raise ValueError(f"{word!r} is not one word without blanks and control characters")
    return " ".join(words)


def _refusal(command: str, message: Message) -> Refused:
    return Refused(command, message["code"], message.get("field", ""), message.get("text", ""))


def _told(error: EngineFault | programs.ProcessFault, process: Process) -> str:
    last = process.stderr.strip().rpartition("\n")[2][:300]
    return f"{error}; the last line of stderr: {last}" if last else str(error)


def _sound(message: Message | None) -> Message | None:
    """A message that came as JSON, with values of the types that its text would have."""
    if message is None:
        return None
    try:
        return from_text(to_text(message))
    except Malformed:
        raise
    except (TypeError, ValueError, AttributeError, KeyError):
        raise Malformed(f"a value of the wrong type in {message.name}") from None
