"""A match on a Dask cluster: its workers as an executor. It needs `distributed`, extra `cluster`.

A game is the same wherever it is played, so the records are those of a match on this machine. For
that, each worker must have the same core; one that has another is refused before the first game.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

import distributed

from sarai.core import digest

from ...refusal import Refusal

PATIENCE = 10
"""Seconds to wait for the scheduler."""
ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}")

_library: Any = distributed  # it is only half annotated


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster with this scheduler, and how many games it plays at a time."""
    if not ADDRESS.fullmatch(address):
        raise Refusal(f"--dask {address}: an address is of the form tcp://host:8786")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # one line of our own is enough
    try:
        client = _library.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Refusal(f"--dask {address}: no scheduler answers there ({why})") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Refusal(f"--dask {address}: the cluster has no worker; start `dask worker`")
        _check(client, address)
        try:
            yield client.get_executor(pure=False), threads
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
