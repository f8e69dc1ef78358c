"""Work in several processes: handed out, taken back in order, and ended with all that it holds."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

from . import engines

MOST_WAITING = 1000
"""Results that are kept in memory while an earlier one is missing."""

Task = TypeVar("Task")
Done = TypeVar("Done")


def in_order(
    work: Callable[[Task], Done],
    tasks: Iterable[Task],
    executor: Executor | None,
    ahead: Callable[[], int],
) -> Iterator[Done]:
    """What becomes of each task, in the order of the tasks; as `run`.

    A slow task holds back what comes after it, but not the work: others are handed out meanwhile.
    """
    if executor is None:
        yield from map(work, tasks)
        return
    pending: deque[Future[Done]] = deque()
    left = iter(tasks)
    while True:
        open_ = [future for future in pending if not future.done()]
        while len(open_) < ahead() and len(pending) < MOST_WAITING:
            try:
                task = next(left)
            except StopIteration:
                break
            with _no_interrupt():
                open_.append(executor.submit(work, task))
            pending.append(open_[-1])
        if not pending:
            return
        if not pending[0].done():
            wait(open_, return_when=FIRST_COMPLETED)
        while pending and pending[0].done():
            yield pending.popleft().result()


@contextmanager
def pool(jobs: int, say: Callable[[str], None] = lambda told: None) -> Iterator[Executor | None]:
    """Processes to play in; None for one job, which needs no other process.

    At the end the engines of this process are asked to quit, and what they do wrong at that is
    said; those of other processes hear the end of their input.

    However this ends, no process is left: not after Ctrl-C in the middle of long games, and not
    if this process is killed.
    """
    if jobs == 1:
        try:
            yield None
        finally:
            for told in engines.dismiss():
                say(told)
        return
    # spawn: a fork would copy the locks of the thread that draws the progress bar.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_enter_worker)
    others = set(multiprocessing.active_children())
    try:
        with _terminated_orderly():
            yield executor
    finally:
        # Whatever is still played is not wanted any more: the match was stopped, or is decided.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        executor.shutdown(cancel_futures=True)


@contextmanager
def _terminated_orderly() -> Iterator[None]:
    """End by an exception at SIGTERM, so that what the processes share is given back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, and for good in the processes that are started meanwhile.

    Ctrl-C reaches all processes of a terminal; only the first one is to answer it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _enter_worker() -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
