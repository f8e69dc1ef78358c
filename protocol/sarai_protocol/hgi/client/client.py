"""A client of HGI: drives any engine that speaks it, from asyncio.

`Client` has a method for each command; each returns when the engine has done it, or raises. What is
said meanwhile is sorted in conversation.py, and a search is an object of its own (search.py), so
that a `stop` or an answer can't meet the wrong one. When the `async with` block is left, the
engine and all that it has started are gone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any

from ..messages import Malformed, Message
from .announcement import Announcement, announcement
from .conversation import HANDSHAKE, QUIT, Conversation, PendingCommand, line_of
from .errors import EngineFault, NotNow, Stalled, Violation
from .search import RunningSearch, go_words

INFO = frozenset({"info"})


class Phase(Enum):
    """What the engine does, as far as the client knows."""

    NEW = "not started"
    STARTING = "starting"
    IDLE = "idle"
    SEARCHING = "searching"
    BUSY = "busy"
    FAULTY = "at fault"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class TimeOuts:
    """Seconds to wait: for `hgiok`; for an answer that takes no search; for a bestmove after it is
    due; for the exit after `quit`. None waits for ever."""

    handshake: float | None = 10.0
    ready: float | None = 10.0
    overrun: float | None = 5.0
    quit: float | None = 2.0


class Client:
    """An engine that speaks HGI.

    ::

        async with Client(["sarai"]) as engine:
            print(engine.about.name)
            await engine.setoption("Seed", 7)
            await engine.newgame()
            await engine.position(game, seats=2, seat=0, rules=rules, events=events)
            search = await engine.go(iterations=2000, multipv=3)
            async for report in search:
                print(report)
            print((await search.bestmove()).move)

    Every method raises `Refused` if the engine answers with `error`, `Stalled` if it does not
    answer in time, `Gone` if it has ended, `Violation` if it breaks the protocol, and `NotNow` if
    the call makes no sense at that time. Methods may be called from several tasks. `json` makes
    the engine answer in JSON, which changes nothing of what the methods give. `before` is called
    with lines before they are sent; what it raises comes out, and they are not sent.
    """

    about: Announcement

    def __init__(
        self,
        command: Sequence[str],
        *,
        json: bool = False,
        timeouts: TimeOuts | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        before: Callable[[bytes], None] | None = None,
    ) -> None:
        self.command = list(command)
        self.timeouts = timeouts or TimeOuts()
        self._json = json
        self._place = (cwd, env)
        self._talk = Conversation(self.timeouts.ready, before)
        self.transcript = self._talk.transcript
        self._searches = 0

    # ---- start and end ----

    async def start(self) -> None:
        """Start the engine and take its announcement; if that fails, nothing of it is left.

        StartFault if there is no such program.
        """
        if self._talk.process is not None or self._talk.closed:
            raise NotNow("a client starts its engine once")
        await self._talk.start(self.command, *self._place)
        try:
            await self.hgi()
            if self._json:
                self._talk.json = True  # holds from the next line of the engine on
                await self.setoption("Format", "json")
        except BaseException:
            await self.kill()
            raise
        self._talk.phase = ""

    async def quit(self) -> int:
        """Ask the engine to end, and return its exit code; Stalled (and killed) if it does not."""
        self._talk.check()
        process = self._talk.process
        assert process is not None
        self._talk.phase = QUIT
        try:
            await self._talk.write("quit")
            return await process.wait(self.timeouts.quit)
        except TimeoutError:
            seconds = self.timeouts.quit or 0.0
            raise Stalled(f"it runs {seconds:g} s after `quit`", QUIT, seconds) from None
        finally:
            await self.kill()

    async def kill(self) -> None:
        """End the engine, and all that it has started, without a question."""
        await self._talk.kill()

    async def __aenter__(self) -> Client:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and self.phase not in (Phase.CLOSED, Phase.FAULTY):
            with contextlib.suppress(EngineFault):  # a caller that wants to know calls `quit`
                await self.quit()
        await self.kill()

    @property
    def phase(self) -> Phase:
        """What the engine does."""
        talk = self._talk
        if talk.closed:
            return Phase.CLOSED
        if talk.process is None:
            return Phase.NEW
        if talk.fault is not None:
            return Phase.FAULTY
        if talk.phase == HANDSHAKE:
            return Phase.STARTING
        if talk.search is not None and talk.search.running:
            return Phase.SEARCHING
        return Phase.IDLE if talk.long is None else Phase.BUSY

    @property
    def pid(self) -> int:
        """The id of the engine's process; 0 before it is started."""
        return 0 if self._talk.process is None else self._talk.process.pid

    @property
    def stderr(self) -> str:
        """The end of what the engine wrote to stderr."""
        return "" if self._talk.process is None else self._talk.process.stderr

    # ---- commands for every engine ----

    async def hgi(self) -> Announcement:
        """Ask who is there; the answer is kept as `about`."""
        takes = INFO | {"id", "protocol", "feature", "game", "option"}
        request = PendingCommand("hgi", frozenset({"hgiok"}), takes)
        said = await self._exchange(request, self.timeouts.handshake)
        try:
            self.about = announcement(said)
        except Malformed as error:
            self._talk.fault = Violation(str(error), HANDSHAKE, "hgiok")
            raise self._talk.fault from None
        return self.about

    async def isready(self) -> None:
        """Return when the engine has handled all before it; at once also during a search."""
        token = self._talk.token()
        request = PendingCommand(f"isready {token}", token=token)
        await self._exchange(request, self.timeouts.ready)

    async def setoption(self, name: str, value: object = None) -> None:
        """Set an option that was announced; no value for a button. ValueError if it can't be."""
        option = self.about.options.get(name)
        if option is None:
            known = ", ".join(self.about.options) or "none"
            raise ValueError(f"the engine has no option {name!r}; its options are: {known}")
        self._must_be_idle("setoption")
        if value is None and option.kind == "button":
            await self._silent(f"setoption name {name}")
        else:
            await self._silent(f"setoption name {name} value {option.text(value)}")

    async def newgame(self) -> None:
        """Make it forget the position, and all that it has learned."""
        self._must_be_idle("newgame")
        await self._silent("newgame")

    async def position(
        self,
        game: str,
        *,
        seats: int,
        seat: int | str,
        rules: Mapping[str, str] | None = None,
        view: str | None = None,
        events: Iterable[str] = (),
    ) -> None:
        """Set the position: what `seat` knows (or "all"), from the start or from a snapshot."""
        self._must_be_idle("position")
        words = ["position", game]
        if rules:
            words += ["rules", ",".join(f"{name}={value}" for name, value in rules.items())]
        words += ["seats", str(seats), "seat", str(seat)]
        words += ["start"] if view is None else ["view", view]
        if told := list(events):
            words += ["events", *told]
        await self._silent(line_of(words))

    async def go(
        self,
        *,
        iterations: int | None = None,
        movetime: int | None = None,
        clock: Sequence[int] | None = None,
        inc: Sequence[int] | None = None,
        confidence: float | None = None,
        infinite: bool = False,
        depth: int | None = None,
        id: str | None = None,
        multipv: int | None = None,
        only: Sequence[str] | None = None,
        also: Sequence[str] | None = None,
        every: int | None = None,
    ) -> RunningSearch:
        """Start a search of the position; `go` in HGI.md explains the arguments.

        Returns when it is sent; a refusal is raised by the `Search`. Without `id` it gets one.
        """
        limits = {key: value for key, value in locals().items() if key not in ("self", "id")}
        self._must_be_idle("go")
        last = self._talk.search
        if id is not None and last is not None and id == last.id:
            raise ValueError(f"id {id!r} is that of the last search; an answer could be of either")
        self._searches += 1
        name = f"s{self._searches}" if id is None else id
        line = line_of(["go", *go_words(limits), "id", name])
        overrun = self.timeouts.overrun
        budget = None if movetime is None or overrun is None else movetime / 1000 + overrun
        search = self._talk.search = RunningSearch(self._talk, name, budget, overrun)
        await self._talk.send(PendingCommand(line, token=self._talk.token(), search=search))
        return search

    async def stop(self) -> None:
        """End the search, `perft` or `bench` that runs; nothing happens if there is none."""
        if self._talk.search is not None and self._talk.search.running:
            await self._talk.search.stop()
        elif self.phase is Phase.BUSY:
            await self._talk.write("stop")

    # ---- commands that an engine may have ----

    async def legal(self) -> list[str]:
        """The legal moves of the seat to move."""
        return list((await self._ask("legal", "legal"))[-1]["moves"])

    async def belief(self) -> list[Message]:
        """What the seat can infer: `belief` messages, of pools and of zones."""
        said = await self._ask("belief", "beliefok", INFO | {"belief"})
        return [message for message in said if message.name == "belief"]

    async def result(self) -> Message:
        """The `result` message: its `state`, and when it is over `shares` and `scores`."""
        return (await self._ask("result", "result"))[-1]

    async def d(self) -> tuple[str, str]:
        """The position as text for a person, and as a snapshot."""
        said = await self._ask("d", "d")
        return _strings(said), said[-1]["snapshot"]

    async def structured(self) -> dict[str, Any]:
        """The position by the keys of its snapshot, from an engine that announces `structured`."""
        return dict((await self._ask("d json", "d"))[-1]["view"])

    async def eval(self) -> Message:
        """The `eval` message: an opinion without a search."""
        return (await self._ask("eval", "eval"))[-1]

    async def perft(self, depth: int, timeout: float | None = None) -> int | None:
        """The number of ways to play `depth` plies on; None if it was stopped."""
        self._must_be_idle("perft")
        request = PendingCommand(f"perft {depth}", frozenset({"perft"}), token=self._talk.token())
        return _number((await self._exchange(request, timeout))[-1]["count"])

    async def bench(self, timeout: float | None = None) -> int | None:
        """The signature of what the engine finds in fixed positions; None if it was stopped."""
        self._must_be_idle("bench")
        request = PendingCommand("bench", frozenset({"bench"}), token=self._talk.token())
        return _number((await self._exchange(request, timeout))[-1]["signature"])

    async def help(self) -> str:
        """The engine's own list of commands."""
        return _strings(await self._ask("help", "help"))

    async def raw(self, line: str | bytes) -> list[Message]:
        """Send a line as it is, and return what is answered before the engine has handled it.

        For commands of which this class knows nothing. A `go` would have an answer that comes
        later, and `isready` an answer of its own; they have methods.
        """
        data = line.encode() if isinstance(line, str) else line
        if b"\n" in data or data.split()[:1] in ([b"go"], [b"isready"]):
            raise ValueError("one line at a time, and neither `go` nor `isready`")
        token = self._talk.token()
        request = PendingCommand(data.decode(errors="replace"), takes=None, token=token)
        return await self._exchange(request, self.timeouts.ready, data)

    # ---- inside ----

    async def _ask(self, command: str, end: str, takes: frozenset[str] = INFO) -> list[Message]:
        """The answer to a command that has one: all messages up to `end`."""
        return await self._exchange(
            PendingCommand(command, frozenset({end}), takes), self.timeouts.ready
        )

    async def _silent(self, command: str) -> None:
        """Send a command that is silent when it succeeds."""
        await self._exchange(PendingCommand(command, token=self._talk.token()), self.timeouts.ready)

    async def _exchange(
        self, request: PendingCommand, timeout: float | None, data: bytes | None = None
    ) -> list[Message]:
        await self._talk.send(request, data)
        return await self._talk.answered(request, timeout)

    def _must_be_idle(self, command: str) -> None:
        if (phase := self.phase) in (Phase.SEARCHING, Phase.BUSY):
            raise NotNow(
                f"`{command}`: the engine is {phase.value}; stop it first, and await its end"
            )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _strings(messages: Iterable[Message]) -> str:
    return "\n".join(m["string"] for m in messages if "string" in m.values)
