"""A match on a Dask cluster: its workers as an executor. It needs `distributed`, extra `cluster`.

A game is the same wherever it is played, so the records are those of a match on this machine. For
that, each worker must have the same core. One that has another is refused before the first game;
one that joins later is left out, and the game that it was given is played elsewhere. A game whose
worker dies is played again. As many games are handed out as the workers there are at that time can
play.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import distributed

from sarai.core import digest

from ...refusal import Refusal

PATIENCE = 10
"""Seconds to wait for the scheduler."""
ATTEMPTS = 3
"""How often a game is handed out again after the workers that played it have died. (The scheduler
tries some times by itself.)"""
AHEAD = 4
"""Games handed out for each thread of a worker."""
ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}")

_library: Any = distributed  # it is only half annotated
Done = TypeVar("Done")


class OtherCore(Exception):
    """A worker can't play the games of this match; its address is the argument."""


def on_the_same_core(core: str, work: Callable[..., Done], *arguments: Any) -> Done:
    """Do some work on a worker, if it has this core; OtherCore if it has not."""
    if digest() != core:
        raise OtherCore(_library.get_worker().address)
    return work(*arguments)


class Workers(Executor):
    """The workers of a cluster that have the core of this machine, now and later."""

    def __init__(self, client: Any, say: Callable[[str], None]) -> None:
        self._client = client
        self._say = say
        self._others: set[str] = set()
        self._lock = threading.Lock()

    def ahead(self) -> int:
        """How many games to hand out at a time."""
        threads: dict[str, int] = self._client.nthreads()
        found = sum(count for worker, count in threads.items() if worker not in self._others)
        return AHEAD * max(1, found)

    def submit(self, fn: Callable[..., Done], /, *args: Any, **kwargs: Any) -> Future[Done]:
        """Hand a call out; keyword arguments are not taken."""
        if kwargs:
            raise TypeError("positional arguments only")
        task: _Task[Done] = _Task(fn, args)
        self._send(task)
        return task.future

    def _send(self, task: _Task[Any]) -> None:
        only = {}
        if self._others:
            good = [worker for worker in self._client.nthreads() if worker not in self._others]
            only = {"workers": good} if good else {}
        arguments = (on_the_same_core, digest(), task.work, *task.arguments)
        task.there = self._client.submit(*arguments, pure=False, **only)
        task.there.add_done_callback(lambda there: self._settle(task, there))

    def _settle(self, task: _Task[Any], there: Any) -> None:
        """Pass a result on, or send the task again. Called in a thread of the client."""
        try:
            task.future.set_result(there.result())
        except OtherCore as error:
            self._leave_out(str(error))
            self._again(task, error)
        except _library.KilledWorker as error:
            task.deaths += 1
            if task.deaths >= ATTEMPTS:
                task.future.set_exception(error)
            else:
                self._again(task, error)
        except BaseException as error:
            task.future.set_exception(error)

    def _again(self, task: _Task[Any], error: Exception) -> None:
        try:
            self._send(task)
        except Exception:  # the client is closed
            task.future.set_exception(error)

    def _leave_out(self, worker: str) -> None:
        with self._lock:
            if worker in self._others:
                return
            self._others.add(worker)
        self._say(f"--dask: worker {worker} has another core than this machine; it is left out")


@dataclass(slots=True)
class _Task(Generic[Done]):
    """A call that was handed out, and how often its workers have died."""

    work: Callable[..., Done]
    arguments: tuple[Any, ...]
    future: Future[Done] = field(default_factory=Future)
    there: Any = None
    deaths: int = 0


@contextmanager
def cluster(address: str, say: Callable[[str], None] = lambda told: None) -> Iterator[Workers]:
    """The workers of the cluster with this scheduler; `say` is called with what is left out."""
    if not ADDRESS.fullmatch(address):
        raise Refusal(f"--dask {address}: an address is of the form tcp://host:8786")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # one line of our own is enough
    try:
        client = _library.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Refusal(f"--dask {address}: no scheduler answers there ({why})") from None
    with client:
        if not client.nthreads():
            raise Refusal(f"--dask {address}: the cluster has no worker; start `dask worker`")
        _check(client, address)
        try:
            yield Workers(client, say)
        except (_library.KilledWorker, CancelledError) as error:
            told = type(error).__name__
            raise Refusal(f"--dask {address}: workers or the scheduler died ({told})") from None


def _check(client: Any, address: str) -> None:
    """Refusal if a worker would not play the same games."""
    try:
        found: dict[str, str] = client.run(digest)
    except Exception as error:  # whatever a worker raises comes over as it is
        raise Refusal(f"--dask {address}: a worker can't run Sarai: {error}") from None
    strange = sorted(worker for worker, core in found.items() if core != digest())
    if strange:
        raise Refusal(
            f"--dask {address}: worker {strange[0]} has another core than this machine; "
            "install the same Sarai on all"
        )
