"""The native search (csrc/search/) over one block of memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .library import check, ffi, lib, tables, zeros
from .state import State
from .words import Move


@dataclass(frozen=True, slots=True)
class KernelCandidate:
    """A root move of the native search: counts, and sums over its playouts by seat."""

    move: Move
    visits: int
    available: int
    share: int
    wins: list[int]
    wins_squared: list[float]
    scores: list[int]
    scores_squared: list[float]

    def plus(self, other: KernelCandidate) -> KernelCandidate:
        """The same move of another tree added."""
        return KernelCandidate(
            self.move,
            self.visits + other.visits,
            self.available + other.available,
            self.share + other.share,
            [a + b for a, b in zip(self.wins, other.wins, strict=True)],
            [a + b for a, b in zip(self.wins_squared, other.wins_squared, strict=True)],
            [a + b for a, b in zip(self.scores, other.scores, strict=True)],
            [a + b for a, b in zip(self.scores_squared, other.scores_squared, strict=True)],
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search does, nothing left open: exploration in units of WIN, policy an index."""

    open: bool
    by_prior: bool
    exploration: float
    widening: float
    policy: int
    others_by_prior: bool
    seed: int
    depth: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is; `memory` is what it has used, in bytes."""

    iterations: int
    depth_sum: int
    max_depth: int
    nodes: int
    full: bool
    memory: int


class Kernel:
    """A native search in one block of memory (csrc/search/). Its caller keeps the clock.

    `size` is in bytes; it runs the iterations first, first + stride, ... of the plan's seed. `only`
    are the root moves that it considers, legal ones (none: no limit), `won` those that win for
    certain. The core is used without the interpreter's lock, so several kernels run side by side,
    and `stop` can be called from another thread.
    """

    def __init__(
        self,
        view: State,
        plan: Plan,
        size: int,
        first: int = 0,
        stride: int = 1,
        only: Sequence[int] = (),
        won: Sequence[int] = (),
    ) -> None:
        core = view.game.core
        size = max(size, lib.core_search_minimum(core.pointer)) // 8 * 8 + 8
        self._game = view.game
        self._game._prepare()
        self._memory = zeros(size)
        self._stop = ffi.new("int32_t *")
        settings = ffi.new("core_search_settings *")
        settings.exploration, settings.widening = plan.exploration, plan.widening
        settings.open, settings.prior, settings.policy = plan.open, plan.by_prior, plan.policy
        settings.others = plan.others_by_prior
        settings.seed = plan.seed & (2**64 - 1)
        settings.first, settings.stride = first, stride
        moves = ffi.new("core_move[]", sorted(only))
        settings.depth, settings.only, settings.only_count = plan.depth, moves, len(only)
        winning = ffi.new("core_move[]", sorted(won))
        settings.won, settings.won_count = winning, len(won)
        check(
            lib.core_search_start(
                core.pointer,
                view.game._c,
                view._c,
                view.game.seats,
                settings,
                tables(),
                self._memory,
                size,
            )
        )

    def run(self, iterations: int) -> int:
        """Iterate so often, or until stopped; how often it was."""
        return lib.core_search_run(self._memory, iterations, self._stop)

    def stop(self) -> None:
        """End `run` after the iteration it is in."""
        self._stop[0] = 1

    def progress(self) -> Progress:
        p = ffi.new("core_progress *")
        lib.core_search_progress(self._memory, p)
        return Progress(p.iterations, p.depth_sum, p.max_depth, p.nodes, bool(p.full), p.bytes)

    def candidates(self) -> list[KernelCandidate]:
        """The root's edges, sorted by move."""
        capacity, seats = self._game.core.max_moves, self._game.seats
        found = ffi.new("core_candidate[]", capacity)
        n = lib.core_search_candidates(self._memory, found, capacity)
        return [
            KernelCandidate(
                Move(c.move),
                c.visits,
                c.available,
                c.share,
                ffi.unpack(c.wins, seats),
                ffi.unpack(c.wins_squared, seats),
                ffi.unpack(c.scores, seats),
                ffi.unpack(c.scores_squared, seats),
            )
            for c in (found[i] for i in range(n))
        ]

    def variation(self, move: Move) -> list[tuple[Move, bool]]:
        """The principal variation of a root move: words, and whether each is a chance event."""
        capacity, n = 32, lib.CORE_EBUFFER
        while n == lib.CORE_EBUFFER:
            capacity *= 2
            words, marks = ffi.new("core_move[]", capacity), ffi.new("uint8_t[]", capacity)
            n = lib.core_search_variation(self._memory, move, words, marks, capacity)
        return [(Move(words[i]), bool(marks[i])) for i in range(n)]
