"""A match on a Dask cluster that is started on this machine: the records are the local ones."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sarai.core import digest
from sarai_protocol.arena.play.processes import in_order
from sarai_protocol.arena.record.records import canonical
from sarai_protocol.refusal import Refusal
from tests.support.command import inline, ok

distributed: Any = pytest.importorskip("distributed")

MATCH = ("match", "ismcts:iterations=30", "greedy", "--rules", "rounds=single")


@pytest.fixture
def scheduler(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A cluster of one or more workers, in processes of their own if asked for."""
    workers, processes = request.param
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        dashboard_address=None,
        host="127.0.0.1",
        protocol="tcp://",
        silence_logs=50,
    ) as found:
        yield found


def canonical_lines(path: Path) -> list[bytes]:
    return [canonical(line) for line in path.read_bytes().splitlines()]


def compared(scheduler: Any, tmp_path: Path, games: str, jobs: str) -> None:
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    address = scheduler.scheduler_address
    ok(inline(*MATCH, "--games", games, "--record", there, "--dask", address))
    ok(inline(*MATCH, "--games", games, "--record", here, "--jobs", jobs))
    assert canonical_lines(there) == canonical_lines(here)
    assert len(canonical_lines(there)) == int(games) + 1


@pytest.mark.parametrize("scheduler", [(1, False)], indirect=True)
def test_a_cluster_plays_the_same_match(scheduler: Any, tmp_path: Path) -> None:
    compared(scheduler, tmp_path, "6", "1")
    cut = tmp_path / "there.jsonl"
    cut.write_bytes(cut.read_bytes()[:-500])
    done = inline(*MATCH, "--games", "6", "--record", cut, "--dask", scheduler.scheduler_address)
    assert "half-written" in done.stderr
    assert canonical_lines(cut) == canonical_lines(tmp_path / "here.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("scheduler", [(2, True)], indirect=True)
def test_two_workers_play_the_same_match(scheduler: Any, tmp_path: Path) -> None:
    compared(scheduler, tmp_path, "200", "2")


@pytest.mark.parametrize("scheduler", [(0, False)], indirect=True)
def test_a_cluster_without_workers_is_refused(scheduler: Any) -> None:
    done = inline(*MATCH, "--dask", scheduler.scheduler_address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the cluster has no worker" in done.stderr


@pytest.mark.parametrize("scheduler", [(1, False)], indirect=True)
def test_a_worker_with_another_core_is_refused(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sarai_protocol.arena.play import cluster

    def ours() -> str:
        return "ours"

    monkeypatch.setattr(cluster, "digest", ours)
    monkeypatch.setattr(distributed.Client, "run", lambda client, _: {"tcp://w:1": digest()})
    with (
        pytest.raises(Refusal, match="has another core than this machine"),
        cluster.cluster(scheduler.scheduler_address),
    ):
        pass


def strange_digest() -> str:
    return "another"


@pytest.mark.parametrize("scheduler", [(1, True)], indirect=True)
def test_a_worker_with_another_core_that_joins_later_is_left_out(scheduler: Any) -> None:
    """Its games are played elsewhere, and it is named once."""
    from sarai_protocol.arena.play import cluster

    said: list[str] = []
    with cluster.cluster(scheduler.scheduler_address, said.append) as workers:
        before = workers.ahead()
        scheduler.scale(2)
        workers._client.wait_for_workers(2)
        assert workers.ahead() == 2 * before, "a worker that joins is in the plan"
        late = [w for w in workers._client.nthreads() if w not in workers._others][-1]
        workers._client.run(_spoil, workers=[late])
        futures = [workers.submit(_place, k) for k in range(12)]
        found = [future.result(timeout=60) for future in futures]
    assert [k for k, _ in found] == list(range(12))
    assert late not in {worker for _, worker in found}
    assert len(said) == 1 and late in said[0]


def _spoil() -> None:
    from sarai_protocol.arena.play import cluster

    cluster.digest = strange_digest  # type: ignore[attr-defined]


def _place(k: int) -> tuple[int, str]:
    time.sleep(0.05)
    return k, distributed.get_worker().address


@pytest.mark.parametrize("scheduler", [(2, True)], indirect=True)
def test_a_worker_that_dies_loses_no_game(scheduler: Any, tmp_path: Path) -> None:
    from sarai_protocol.arena.play import cluster

    with cluster.cluster(scheduler.scheduler_address) as workers:
        pids = list(workers._client.run(os.getpid).values())
        games = in_order(_place, range(20), workers, workers.ahead)
        found = [next(games)]
        os.kill(pids[0], signal.SIGKILL)
        found += games
    assert [k for k, _ in found] == list(range(20))


def _die_twice(path: str) -> str:
    """Kills its worker two times, and as often as the scheduler tries by itself."""
    with open(path, "a") as file:
        file.write("x")
    if len(Path(path).read_text()) < 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


@pytest.mark.parametrize("scheduler", [(1, True)], indirect=True)
def test_a_game_whose_worker_was_killed_is_handed_out_again(scheduler: Any, tmp_path: Path) -> None:
    from sarai_protocol.arena.play import cluster

    with distributed.Client(scheduler.scheduler_address, set_as_default=False) as client:
        client.run_on_scheduler(_no_tries)
    with cluster.cluster(scheduler.scheduler_address) as workers:
        future = workers.submit(_die_twice, str(tmp_path / "deaths"))
        assert future.result(timeout=60) == "done"


def _no_tries(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--dask", "here"), "--dask here: an address is of the form tcp://host:8786"),
        (("--dask", "tcp://h:1", "--jobs", "2"), "--jobs, --dask: the cluster says"),
    ],
)
def test_wrong_requests(given: tuple[str, ...], told: str) -> None:
    done = inline(*MATCH, *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from sarai_protocol.arena.play import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    done = inline(*MATCH, "--dask", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no scheduler answers there" in done.stderr and done.stderr.count("\n") == 1
