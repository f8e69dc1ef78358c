"""A search that was asked for with `go`: its reports, its answer, its end."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ..messages import Message
from .errors import Refused, Stalled

UNREAD = 1000
"""Reports that are kept for somebody who does not read them; older ones are dropped."""
INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a search: the `move`, or None and the `reason`.

    `info` and `candidates` are the last report, in the engine's order; `seconds` from `go` to the
    arrival of `bestmove`.
    """

    move: str | None
    reason: str
    seconds: float
    info: Message | None
    candidates: tuple[Message, ...]


class Talk(Protocol):
    """What a search needs of the conversation that it is part of."""

    async def write(self, command: str) -> None: ...
    async def until(
        self,
        done: Callable[[], bool],
        due: Callable[[], float | None],
        late: Callable[[], Stalled],
    ) -> None: ...
    def wake(self) -> None: ...
    def check(self) -> None: ...


class RunningSearch:
    """One search of a `Client`; made by `Client.go`.

    `async for report in search` gives its `info` messages and ends with it; `await
    search.bestmove()` waits for the answer; `await search.stop()` ends it early. All that is told
    apart by its `id`, so none of it can concern another search.

    `budget` and `overrun` are seconds: the answer is due so long after `go`, and after `stop`.
    """

    def __init__(self, talk: Talk, id: str, budget: float | None, overrun: float | None) -> None:
        self.id = id
        self.started = time.monotonic()
        self._talk = talk
        self._due = None if budget is None else self.started + budget
        self._overrun = overrun
        self._unread: deque[Message] = deque(maxlen=UNREAD)
        self._info: Message | None = None
        self._candidates: list[Message] = []
        self._answer: Answer | None = None
        self._refused: Refused | None = None

    @property
    def running(self) -> bool:
        """Is its answer still to come?"""
        return self._answer is None and self._refused is None

    async def __aiter__(self) -> AsyncIterator[Message]:
        while True:
            while self._unread:
                yield self._unread.popleft()
            if self._ended():
                return
            await self._talk.until(
                lambda: bool(self._unread) or self._ended(), lambda: self._due, self._late
            )

    async def bestmove(self, timeout: float | None = None) -> Answer:
        """The answer.

        Refused if the engine refused the search; Stalled if there is no answer some seconds after
        it was due (by `movetime` or `stop`), or after `timeout` seconds from now. Stalled ends
        nothing: the search can still be stopped, and asked again.
        """
        end = None if timeout is None else time.monotonic() + timeout

        def due() -> float | None:
            return min((at for at in (end, self._due) if at is not None), default=None)

        await self._talk.until(self._ended, due, self._late)
        assert self._answer is not None
        return self._answer

    async def stop(self) -> None:
        """Ask the engine to end it; nothing happens if it has ended."""
        if self.running:
            if self._overrun is not None:
                self._due = time.monotonic() + self._overrun
            await self._talk.write(f"stop id {self.id}")
            self._talk.wake()

    # ---- called by the conversation ----

    def _ended(self) -> bool:
        """Is the answer here? Raises what ended it otherwise."""
        if self._answer is not None:
            return True
        if self._refused is not None:
            raise self._refused
        self._talk.check()
        return False

    def _late(self) -> Stalled:
        seconds = time.monotonic() - self.started
        return Stalled(f"no bestmove {seconds:.1f} s after `go`", "go", seconds)

    def report(self, message: Message) -> None:
        self._unread.append(message)
        if message.get("multipv") is not None:
            self._candidates.append(message)
        elif "string" not in message.values:
            self._info, self._candidates = message, []

    def finish(self, message: Message, at: float) -> None:
        none = message["move"] == "none"
        self._answer = Answer(
            None if none else message["move"],
            message.get("reason", ""),
            at - self.started,
            self._info,
            tuple(self._candidates),
        )

    def fail(self, refused: Refused) -> None:
        """The engine has refused it, or says what it dies of; then `bestmove none` follows."""
        if refused.code != INTERNAL:
            self._refused = refused


def go_words(limits: Mapping[str, object]) -> list[str]:
    """The keyword arguments of `Client.go` as words; those that are None or False are left out.

    >>> " ".join(go_words({"clock": (900, 1000), "infinite": False, "only": ["take:D"]}))
    'clock 900,1000 only take:D'
    """
    words: list[str] = []
    for key, value in limits.items():
        if value is True:
            words.append(key)
        elif value is not None and value is not False:
            listed = not isinstance(value, str) and hasattr(value, "__iter__")
            words += [key, ",".join(map(str, value)) if listed else str(value)]  # type: ignore[call-overload]
    return words
