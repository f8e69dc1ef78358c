"""The search of ismcts.py run by the C kernel: same settings, same seed, same root visits.

Python keeps the clock, the limits and the choice of the move; the kernel runs batches without the
interpreter's lock. With one thread the two differ only in what bounds the memory: bytes here,
nodes there.

With T threads (root parallelism, the simplest that works: Sephton et al. 2014) each has a tree of
its own, thread i runs the iterations i, i + T, i + 2T, ... of the seed, and the statistics of the
root moves are added up at the end. So the answer is the same for the same seed, iterations and
number of threads, however they are scheduled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ..core import Kernel, KernelCandidate, Move, State
from .ismcts import check_root, root_moves, root_priors, sure_wins
from .limits import CONFIDENCE_EVERY, Limits
from .lines import playable
from .results import Event, SearchResult, Tally
from .settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Executor

BYTES_PER_ITERATION = 256
"""More than an iteration ever adds to the tree (a node with one event, an edge, its share of a
growing block and of the hash table); so a search by iterations takes no more memory than it can
use."""

FASTEST = 1_000_000
"""More iterations a second than a thread makes where the tree still grows; so a search by time
takes no more memory than it can use, and its table stays small."""

BATCH_SECONDS = 0.02
"""How long the kernel runs before Python looks at the clock again."""

FIRST_BATCH = 200


class NativeSearch:
    """A search from one seat's view by the kernel; `memory` bounds its trees, in bytes.

    `only` are the root moves to consider, if not all: IllegalMove if one is not legal. WrongState
    if the seat is not to move in the view, or if it is a full state; ValueError for less than one
    thread.
    """

    def __init__(
        self,
        view: State,
        settings: Settings | None = None,
        memory: int = 64 * 2**20,
        threads: int = 1,
        only: Collection[int] = (),
    ) -> None:
        if threads < 1:
            raise ValueError(f"threads: {threads} is not positive")
        self.settings = settings or Settings()
        self.view = view.copy()
        self.memory = memory
        self.threads = threads
        check_root(view)
        self.only = root_moves(view, only)
        self.plan = self.settings.plan(view.game)
        self.won = sure_wins(view, self.plan, self.only)
        self._kernels: list[Kernel] = []
        self._stopped = False

    def _start(self, iterations: int | None) -> list[Kernel]:
        size = self.memory // self.threads
        if iterations is not None:
            share = iterations // self.threads + 1
            size = min(size, share * BYTES_PER_ITERATION + 2**18)
        return [
            Kernel(
                self.view, self.plan, size, thread, self.threads, list(self.only), list(self.won)
            )
            for thread in range(self.threads)
        ]

    def _most(self, limits: Limits) -> int | None:
        """More iterations than these limits allow to add to the tree."""
        if limits.seconds is None:
            return limits.iterations
        most = int(limits.seconds * FASTEST * self.threads) + 1
        return most if limits.iterations is None else min(most, limits.iterations)

    def stop(self) -> None:
        """End the run soon, from any thread; it has at least one iteration. Later runs are not
        affected, and without one it does nothing."""
        self._stopped = True
        for kernel in self._kernels:
            kernel.stop()

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
        clock, self._stopped = limits.start(), False
        kernels = self._start(self._most(limits))
        done = kernels[0].run(1)
        self._kernels = kernels  # from here on `stop` reaches them: the first iteration is made
        batch, next_report = FIRST_BATCH * self.threads, every
        with _Runner(kernels) as runner:
            while not clock.reached(done) and not self._stopped and not stop():
                goal = done + batch
                if limits.iterations is not None:
                    goal = min(goal, limits.iterations)
                if limits.confidence is not None:
                    goal = min(goal, done - done % CONFIDENCE_EVERY + CONFIDENCE_EVERY)
                before = clock.elapsed()
                ran = runner.run_to(goal)
                now = clock.elapsed()
                done += ran
                batch = next_batch(
                    ran, now - before, limits, now, None if report is None else every
                )
                if clock.satisfied(done, self.result):
                    break
                if report is not None and now >= next_report:
                    report(self.result(now))
                    next_report += every
        return self.result(clock.elapsed())

    def result(self, seconds: float = 0.0) -> SearchResult:
        """The candidates so far, best first."""
        progress = [kernel.progress() for kernel in self._kernels]
        iterations = sum(p.iterations for p in progress)
        priors = root_priors(self.view, self.plan, self.won)
        found = sorted(self._candidates(), key=lambda f: (-f[0].visits, -f[0].share, f[0].move))
        return SearchResult(
            self.view.viewer,
            tuple(
                Tally(c.wins, c.wins_squared, c.scores, c.scores_squared).candidate(
                    c.move, c.visits, c.available, priors[c.move], self._variation(kernel, c.move)
                )
                for c, kernel in found
            ),
            iterations,
            seconds,
            sum(p.depth_sum for p in progress) / max(iterations, 1),
            max(p.max_depth for p in progress),
            sum(p.nodes for p in progress),
            any(p.full for p in progress),
            sum(p.memory for p in progress),
        )

    def _variation(self, kernel: Kernel, move: Move) -> list[Move | Event]:
        """The principal variation from a root move: always the most visited way on."""
        steps = [Event(word) if event else word for word, event in kernel.variation(move)]
        return steps if self.plan.open else playable(self.view, steps)

    def _candidates(self) -> list[tuple[KernelCandidate, Kernel]]:
        """The root moves of all trees, added up, each with the tree that visited it most."""
        total: dict[Move, KernelCandidate] = {}
        most: dict[Move, tuple[int, Kernel]] = {}
        for kernel in self._kernels:
            for found in kernel.candidates():
                move = found.move
                total[move] = total[move].plus(found) if move in total else found
                if move not in most or found.visits > most[move][0]:
                    most[move] = (found.visits, kernel)
        return [(found, most[move][1]) for move, found in total.items()]


class _Runner:
    """Runs kernels side by side, kernel i up to its share of the iterations of all."""

    def __init__(self, kernels: list[Kernel]) -> None:
        self.kernels = kernels
        self.pool: Executor | None = None
        if len(kernels) > 1:
            from concurrent.futures import ThreadPoolExecutor  # slow to import

            self.pool = ThreadPoolExecutor(len(kernels))

    def __enter__(self) -> _Runner:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def run_to(self, goal: int) -> int:
        """Bring the iterations of all kernels together up to `goal`; how many that took."""
        count = len(self.kernels)
        missing = [
            len(range(thread, goal, count)) - kernel.progress().iterations
            for thread, kernel in enumerate(self.kernels)
        ]
        if self.pool is None:
            return self.kernels[0].run(missing[0])
        return sum(self.pool.map(Kernel.run, self.kernels, missing))


def next_batch(ran: int, took: float, limits: Limits, now: float, every: float | None) -> int:
    """The size of a batch that takes about BATCH_SECONDS, or less if the clock or a report asks."""
    aim = BATCH_SECONDS
    if limits.seconds is not None:
        aim = min(aim, max(limits.seconds - now, 0.0))
    if every is not None:
        aim = min(aim, every)
    speed = ran / took if took > 0 else ran * 1000.0
    return max(1, min(int(speed * aim), ran * 8))
