"""The search of ismcts.py run by the C kernel: same settings, same seed, same root visits.

Python keeps the clock, the limits and the choice of the move; the kernel runs batches without the
interpreter's lock. The two differ only in what bounds the memory: bytes here, nodes there.
"""

from __future__ import annotations

from collections.abc import Callable

from ..core import WIN, Kernel, State
from .ismcts import Settings, check_root, policy_index
from .limits import Limits
from .results import Event, SearchResult, Tally

BYTES_PER_ITERATION = 256
"""More than an iteration ever adds to the tree (a node with one event, an edge, its share of a
growing block and of the hash table); so a search by iterations takes no more memory than it can
use."""

BATCH_SECONDS = 0.02
"""How long the kernel runs before Python looks at the clock again."""

FIRST_BATCH = 200


class NativeSearch:
    """A search from one seat's view by the kernel; `memory` bounds its tree, in bytes.

    WrongState if the seat is not to move in the view, or if it is a full state.
    """

    def __init__(
        self, view: State, settings: Settings | None = None, memory: int = 64 * 2**20
    ) -> None:
        self.settings = settings or Settings()
        self.view = view.copy()
        self.memory = memory
        check_root(view)
        self._policy = policy_index(view.game, self.settings.policy)
        self._kernel: Kernel | None = None
        self._stopped = False

    def _start(self, iterations: int | None) -> Kernel:
        size = self.memory
        if iterations is not None:
            size = min(size, iterations * BYTES_PER_ITERATION + 2**18)
        settings = self.settings
        return Kernel(
            self.view,
            settings.exploration * WIN,
            settings.seed,
            settings.tree == "open",
            self._policy,
            size,
        )

    def stop(self) -> None:
        """End the search soon, from any thread; it has at least one iteration."""
        self._stopped = True
        if self._kernel is not None:
            self._kernel.stop()

    def run(
        self,
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
        every: float = 1.0,
        stop: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        """As `Search.run`: iterate until a limit is reached or `stop` returns true.

        The kernel looks at `stop()` (the method) at each iteration, at the function between
        batches.
        """
        kernel = self._kernel = self._start(limits.iterations)
        done = kernel.run(1)
        batch, next_report = FIRST_BATCH, limits.elapsed() + every
        while not limits.reached(done) and not self._stopped and not stop():
            if limits.iterations is not None:
                batch = min(batch, limits.iterations - done)
            before = limits.elapsed()
            done += kernel.run(batch)
            now = limits.elapsed()
            batch = next_batch(batch, now - before, limits, now, None if report is None else every)
            if report is not None and now >= next_report:
                report(self.result(now))
                next_report += every
        return self.result(limits.elapsed())

    def result(self, seconds: float = 0.0) -> SearchResult:
        """The candidates so far, best first."""
        assert self._kernel is not None, "run() starts the search"
        kernel = self._kernel
        iterations, depth_sum, max_depth, nodes, full, _ = kernel.progress()
        prior = 1 / self.view.count()
        found = sorted(kernel.candidates(), key=lambda c: (-c.visits, -c.share, c.move))
        return SearchResult(
            tuple(
                Tally(c.wins, c.wins_squared, c.scores, c.scores_squared).candidate(
                    c.move, c.visits, c.available, prior, self.variation(c.move)
                )
                for c in found
            ),
            iterations,
            seconds,
            depth_sum / max(iterations, 1),
            max_depth,
            nodes,
            full,
        )

    def variation(self, move: int) -> list[int | Event]:
        """The principal variation from a root move: always the most visited way on."""
        assert self._kernel is not None, "run() starts the search"
        return [Event(word) if event else word for word, event in self._kernel.variation(move)]


def next_batch(batch: int, took: float, limits: Limits, now: float, every: float | None) -> int:
    """The size of a batch that takes about BATCH_SECONDS, or less if the clock or a report asks."""
    aim = BATCH_SECONDS
    if limits.seconds is not None:
        aim = min(aim, max(limits.seconds - now, 0.0))
    if every is not None:
        aim = min(aim, every)
    speed = batch / took if took > 0 else float(batch) * 1000
    return max(1, min(int(speed * aim), batch * 8))
