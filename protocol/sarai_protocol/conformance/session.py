"""One engine and what was said: the driver of the steps.

Every wait has an end: what does not come, or comes and must not, is a `Failed` that says so in one
line. The last lines of both directions are kept, to be shown where a step fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..hgi.client.process import InputClosed, Line, Process, ProcessFault
from ..hgi.messages import Malformed, Message, canonical, from_json, from_text, to_text

KEPT_LINES = 10
"""Lines kept of each direction, so that a flood from one side does not hide the other."""
TOO_MANY = 100_000
"""Lines before the one that is waited for."""
SHOWN_CHARACTERS = 200
LONGEST_LINE = 1 << 24
"""Bytes of a line of an engine; HGI.md bounds those of the client only."""

SEARCH_KEYS: tuple[str, ...] = ("time", "iterations", "ips", "depth", "maxdepth", "nodes", "memory")
SEARCH_KEYS += ("determinizations", "full")
CANDIDATE_KEYS = ("multipv", "move", "visits", "available", "prior", "pv")
VISITED_KEYS = ("win", "se", "score", "sd")


class Failed(Exception):
    """What the engine does wrong, in one line."""


class Silence(Failed):
    """Nothing comes where something must."""


def require(condition: bool, text: str) -> None:
    """Failed with this text if the condition does not hold."""
    if not condition:
        raise Failed(text)


def shown(text: str) -> str:
    """A line cut to a length that can be read."""
    cut = text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def said(messages: Sequence[Message]) -> str:
    """Messages for a person: what came in place of what was expected."""
    if not messages:
        return "nothing"
    more = f" and {len(messages) - 1} more" if len(messages) > 1 else ""
    return f"`{shown(to_text(messages[0]))}`{more}"


@dataclass(frozen=True, slots=True)
class Answer:
    """All that answers one `go`: the reports in order, and the bestmove."""

    reports: tuple[Message, ...]
    best: Message
    seconds: float
    """From the `go` to the bestmove."""

    @property
    def move(self) -> str:
        return str(self.best["move"])

    @property
    def searches(self) -> list[Message]:
        """The `info` lines of the search as a whole."""
        return [m for m in self.reports if "iterations" in m.values]

    @property
    def candidates(self) -> list[Message]:
        """The candidates of the last report."""
        last = max((i for i, m in enumerate(self.reports) if "iterations" in m.values), default=-1)
        late = [m for m in self.reports[last + 1 :] if "multipv" in m.values]
        return late or self._block()

    def _block(self) -> list[Message]:
        """The last candidates where the search line follows them."""
        block: list[Message] = []
        for message in reversed(self.reports):
            if "multipv" in message.values:
                block.insert(0, message)
            elif block:
                break
        return block

    def canonical(self) -> tuple[str, ...]:
        """What determinism promises (section 6)."""
        return tuple(to_text(canonical(m)) for m in (*self.reports, self.best))


@dataclass(frozen=True, slots=True)
class Noted:
    """A line that went over, which one it was, and when."""

    number: int
    at: float
    text: str


@dataclass(slots=True)
class Session:
    """A running engine. `timeout` is how long it may be silent where it has to say something."""

    process: Process
    timeout: float
    json: bool = False
    sent: deque[Noted] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    came: deque[Noted] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    noted: int = 0
    """Lines of both directions."""
    _barriers: int = 0

    # ---- to the engine ----

    async def send(self, *lines: str) -> None:
        """Send lines in one piece."""
        for line in lines:
            self.note(">", line)
        await self.write("".join(f"{line}\n" for line in lines).encode())

    async def send_raw(self, data: bytes) -> None:
        """Send bytes that may be no line at all."""
        self.note(">", data[: 2 * SHOWN_CHARACTERS].decode(errors="backslashreplace"))
        await self.write(data)

    async def write(self, data: bytes) -> None:
        try:
            await self.process.send(data, self.timeout)
        except InputClosed:
            with contextlib.suppress(TimeoutError):
                await self.process.wait(0.2)
                raise Failed(self.gone(self.process.gone())) from None
            raise Failed("it has closed its stdin") from None
        except ProcessFault as fault:
            raise Failed(self.gone(fault)) from None

    # ---- from the engine ----

    async def line(self, wanted: str, timeout: float | None = None) -> Line:
        """The next line of stdout; `wanted` says what is waited for."""
        patience = self.timeout if timeout is None else timeout
        try:
            line = await self.process.line(patience)
        except TimeoutError:
            raise Silence(f"{wanted}: nothing comes within {patience:g} s") from None
        except ProcessFault as fault:
            raise Failed(f"{wanted}: {self.gone(fault)}") from None
        self.note("<", line.data.decode(errors="backslashreplace"))
        return line

    async def message(self, wanted: str, timeout: float | None = None) -> Message:
        """The next message that is not for people only; Failed if a line can't be read."""
        patience = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + patience
        while True:
            try:
                line = await self.line(wanted, max(0.0, deadline - time.monotonic()))
            except Silence:
                raise Silence(f"{wanted}: nothing comes within {patience:g} s") from None
            message = self.read(line)
            if message is not None and "string" not in message.values:
                return message

    def read(self, line: Line) -> Message | None:
        try:
            text = line.data.decode()
            return from_json(text) if self.json else from_text(text)
        except (UnicodeDecodeError, Malformed) as error:
            raise Failed(f"a line that can't be read: {error}") from None

    async def until(
        self, name: str, wanted: str, timeout: float | None = None
    ) -> tuple[list[Message], Message]:
        """The messages before the first one of that name, and that one."""
        before: list[Message] = []
        patience = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + patience
        while True:
            try:
                message = await self.message(wanted, max(0.0, deadline - time.monotonic()))
            except Silence:
                came = f"{said(before)}, but no `{name}`" if before else "nothing"
                raise Silence(f"{wanted}: within {patience:g} s comes {came}") from None
            if message.name == name:
                return before, message
            before.append(message)
            require(len(before) < TOO_MANY, f"{wanted}: {TOO_MANY} lines, but no `{name}`")

    async def quiet(self, seconds: float, why: str) -> None:
        """Failed if a message comes within these seconds."""
        try:
            message = await self.message(why, seconds)
        except Silence:
            return
        raise Failed(f"{why}, but there comes {said([message])}")

    async def unanswered(self, seconds: float, why: str) -> None:
        """Failed if the search ends within these seconds; it may report."""
        deadline = time.monotonic() + seconds
        with contextlib.suppress(Silence):
            while True:
                message = await self.message(why, max(0.0, deadline - time.monotonic()))
                require(message.name == "info", f"{why}, but there comes {said([message])}")

    # ---- exchanges ----

    async def run(self, *lines: str, timeout: float | None = None) -> list[Message]:
        """All messages that answer these lines, up to the answer of an `isready` behind them."""
        self._barriers += 1
        token = f"b{self._barriers}"
        await self.send(*lines, f"isready {token}")
        what = f"`{shown(lines[-1])}`, then `isready`" if lines else "`isready`"
        answers, ready = await self.until("readyok", what, timeout)
        require(ready.get("token") == token, f"`isready {token}` is answered by {said([ready])}")
        return answers

    async def silent(self, *lines: str) -> None:
        """Failed if one of these lines is answered."""
        answers = await self.run(*lines)
        if answers:
            line = shown(lines[0]) if len(lines) == 1 else f"{shown(lines[0])}` or a later one of `"
            raise Failed(f"`{line}` must be silent, but is answered by {said(answers)}")

    async def refused(self, line: str, *codes: str, field: str | None = None) -> Message:
        """The error that answers a line; Failed if it is another, or not the only answer."""
        return self.error_of(line, await self.run(line), *codes, field=field)

    @staticmethod
    def error_of(
        line: str, answers: Sequence[Message], *codes: str, field: str | None = None
    ) -> Message:
        wanted = " or ".join(f"`error {code}`" for code in codes)
        if field is not None:
            wanted += f" with `field {field}`"
        good = (
            len(answers) == 1
            and answers[0].name == "error"
            and answers[0].get("code") in codes
            and (field is None or answers[0].get("field") == field)
        )
        require(good, f"`{shown(line)}` needs {wanted}, and gets {said(answers)}")
        return answers[0]

    async def ask(self, line: str, name: str, timeout: float | None = None) -> Message:
        """The one message of that name that answers a line."""
        answers = await self.run(line, timeout=timeout)
        good = len(answers) == 1 and answers[0].name == name
        require(good, f"`{shown(line)}` needs one `{name}` line, and gets {said(answers)}")
        return answers[0]

    async def go(self, arguments: str, *, before: Sequence[str] = (), wait: float = 0) -> Answer:
        """Search to the bestmove; `wait` is how long the search itself may take."""
        line = f"go {arguments}"
        started = time.monotonic()
        await self.send(*before, line)
        return await self.answer(line, started, wait)

    async def answer(self, line: str, started: float, wait: float = 0) -> Answer:
        """What answers a `go` that was sent."""
        what, limit = f"`{shown(line)}`", self.timeout + wait
        reports, best = await self.until("bestmove", what, limit)
        others = [m for m in reports if m.name != "info"]
        require(not others, f"{what} is answered by {said(others)}")
        return Answer(tuple(reports), best, time.monotonic() - started)

    # ---- the end ----

    async def exit(self, seconds: float, after: str) -> list[Message]:
        """What it says before it ends, which must be soon and with exit code 0."""
        messages: list[Message] = []
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = await self.process.line(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise Failed(f"{after}: it has not ended after {seconds:g} s") from None
            except ProcessFault:
                break
            self.note("<", line.data.decode(errors="backslashreplace"))
            message = self.read(line)
            if message is not None and "string" not in message.values:
                messages.append(message)
        try:
            code = await self.process.wait(max(0.1, deadline - time.monotonic()))
        except TimeoutError:
            raise Failed(f"{after}: it has not ended after {seconds:g} s") from None
        require(code == 0, f"{after}: it must end with exit code 0, and ends with {code}")
        return messages

    def gone(self, fault: ProcessFault) -> str:
        """Why there is no more to come, without the command."""
        return str(fault).removeprefix(f"{self.process.command}: ")

    def note(self, direction: str, text: str) -> None:
        self.noted += 1
        log = self.sent if direction == ">" else self.came
        log.append(Noted(self.noted, time.monotonic(), f"{direction} {shown(text)}"))

    def dialogue(self) -> list[Noted]:
        """The last lines of both directions, in order."""
        return sorted((*self.sent, *self.came), key=lambda noted: noted.number)


async def pause(seconds: float) -> None:
    """Let the engine work."""
    await asyncio.sleep(seconds)
