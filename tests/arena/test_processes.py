"""Games in several processes: their order, and what a kill, Ctrl-C or SIGTERM leaves."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sarai_protocol.arena.play import processes
from sarai_protocol.arena.play.processes import in_order
from sarai_protocol.arena.record.reading import read_games, read_header
from sarai_protocol.arena.record.recordfile import RecordFile
from sarai_protocol.arena.record.records import GameRecord
from sarai_protocol.cli.main import main
from tests.support.command import assert_group_ends, members, start, wait_for_lines

LONG = ("match", "ismcts:iterations=300", "ismcts:iterations=300", "--games", "1000")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("everybody", [True, False])
def test_interrupt_ends_with_the_table_so_far(tmp_path: Path, jobs: str, everybody: bool) -> None:
    path = tmp_path / "record.jsonl"
    rules = ("--rules", "rounds=single")
    process = start(*LONG, *rules, "--record", path, "--jobs", jobs)
    wait_for_lines(path, 2, process)
    # A terminal sends it to the whole group, `kill -INT` to one process.
    (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "the same command goes on" in err
    recorded = len(list(read_games(path, read_header(path))))
    assert f"{recorded} games" in out
    assert f"stopped after {recorded} of 1000 games" in err
    assert_group_ends(process.pid)


def test_an_interrupt_between_record_and_table_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    append = RecordFile.append

    def interrupted(record: RecordFile, game: GameRecord) -> None:
        append(record, game)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(RecordFile, "append", interrupted)
    path = tmp_path / "record.jsonl"
    # A shell starts what runs in the background with Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main([*LONG, "--rules", "rounds=single", "--record", str(path)]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    told = capsys.readouterr()
    assert "1 games" in told.out and "stopped after 1 of 1000 games" in told.err
    assert len(list(read_games(path, read_header(path)))) == 1


def test_no_process_outlives_a_killed_match(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    process = start(*LONG, "--rules", "rounds=single", "--record", path, "--jobs", "2")
    wait_for_lines(path, 2, process)
    assert len(members(process.pid)) > 1 or not Path("/proc/self/stat").exists()
    process.kill()
    process.communicate()
    assert_group_ends(process.pid)


def test_a_slow_game_does_not_hold_back_the_others() -> None:
    """Results come in order, and all the other work is done before the first result is there."""
    gate, done = threading.Event(), []

    def work(k: int) -> int:
        if k == 0:
            assert gate.wait(60)
        done.append(k)
        if len(done) == 19:
            gate.set()
        return k

    with ThreadPoolExecutor(2) as executor:
        assert list(in_order(work, range(20), executor, lambda: 2)) == list(range(20))
    assert done[-1] == 0


def test_results_that_wait_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_WAITING", 5)
    gate, done = threading.Event(), []

    def work(k: int) -> int:
        if k == 0:
            assert gate.wait(60)
        done.append(k)
        if len(done) == 4:
            gate.set()
        return k

    with ThreadPoolExecutor(2) as executor:
        assert list(in_order(work, range(20), executor, lambda: 2)) == list(range(20))
    assert 0 in done[:6]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_match_in_processes_ends_without_a_word_of_python(tmp_path: Path, number: int) -> None:
    """No leaked semaphores, no traceback; what is recorded stays."""
    record = tmp_path / "record"
    match = ("match", "greedy", "random", "--games", "100000", "--jobs", "2", "--record", record)
    running = start(*match)
    wait_for_lines(record, 4, running)
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    assert running.returncode == (143 if number == signal.SIGTERM else 130)
    for word in ("semaphore", "Traceback", "warn", "Warning"):
        assert word not in err
    assert_group_ends(running.pid)
