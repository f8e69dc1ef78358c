"""What takes long, in a thread of its own: a search, perft, the bench.

While one runs, the server goes on to read commands. A job is asked to stop, and says its last line
when it has; `quit` does not wait for that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from sarai import CHANCE, Limits, Move, NativeSearch, SearchResult, State
from sarai.search.ismcts import root_priors

from ..messages import Message
from . import answers
from .requests import GoCommand


class Say(Protocol):
    """Sends lines that stay together."""

    def __call__(self, *messages: Message) -> None: ...


class Job(Protocol):
    """Runs in a thread, says its lines, and returns the last ones."""

    id: str
    endless: bool
    """Without `stop` it may have no end."""

    def run(self, say: Say, report: Say) -> Sequence[Message]: ...
    def stop(self) -> None: ...


class SearchJob:
    """A `go`: the kernel, the limits, the reports."""

    def __init__(
        self, search: NativeSearch, limits: Limits, request: GoCommand, also: tuple[int, ...]
    ) -> None:
        self.id, self.endless = request.id, request.endless
        self._search, self._limits, self._request = search, limits, request
        self._game = search.view.game
        priors = root_priors(search.view, search.plan, search.won) if also else {}
        self._also = {move: priors[move] for move in map(Move, also)}
        self._stopped = threading.Event()

    def run(self, say: Say, report: Say) -> Sequence[Message]:
        every = self._request.every
        if every is None:
            result = self._search.run(self._limits, stop=self._stopped.is_set)
        else:
            result = self._search.run(
                self._limits, self._reporter(report), every / 1000, self._stopped.is_set
            )
        if self._request.infinite:
            self._stopped.wait()
        return [*self._lines(result), answers.best_move(self._game, result, self.id)]

    def _reporter(self, report: Say) -> Callable[[SearchResult], None]:
        def send(result: SearchResult) -> None:
            report(*self._lines(result))

        return send

    def _lines(self, result: SearchResult) -> Iterator[Message]:
        yield answers.search_info(result, self.id)
        count = self._request.multipv
        yield from answers.candidates(self._game, result, self.id, count, self._also)

    def stop(self) -> None:
        self._stopped.set()
        self._search.stop()


class PerftJob:
    """Counts in pieces of two plies, so that it can be stopped between them."""

    id = ""
    endless = False

    def __init__(self, state: State, depth: int) -> None:
        self._state, self._depth, self._stopped = state, depth, False

    def run(self, say: Say, report: Say) -> Sequence[Message]:
        count = self._count(self._state, self._depth)
        return [
            Message("perft", {"depth": self._depth, "count": "stopped" if self._stopped else count})
        ]

    def _count(self, state: State, depth: int) -> int:
        if self._stopped:
            return 0
        if depth <= 2:
            return state.perft(depth)
        total = 0
        for word in [w for w, _ in state.outcomes()] if state.actor == CHANCE else state.moves():
            child = state.copy()
            child.play_unchecked(word)
            total += self._count(child, depth - 1)
        return total

    def stop(self) -> None:
        self._stopped = True


class BenchJob:
    """The bench of `sarai bench`, line by line."""

    id = ""
    endless = False

    def __init__(self) -> None:
        self._stopped = False

    def run(self, say: Say, report: Say) -> Sequence[Message]:
        from ...cli.benchmark import rows, signature

        done = []
        for row in rows():
            if self._stopped:
                return [Message("bench", {"signature": "stopped"})]
            done.append(row)
            say(Message("info", {"string": f"{row.name}: {row.move or '-'} {row.speed:.0f}/s"}))
        return [Message("bench", {"signature": signature(done)})]

    def stop(self) -> None:
        self._stopped = True
