"""A match that is killed and started again: its record ends up as if nothing had happened."""

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from sarai_protocol.arena.record.records import canonical
from tests.support.command import inline, ok, sarai, start, wait_for_lines

SINGLE = ("--rules", "rounds=single")
SHORT = ("match", "ismcts:iterations=150", "greedy", "--games", "12", *SINGLE)
LONG = ("match", "ismcts:iterations=150", "greedy", "--games", "1600", *SINGLE)
TESTED = ("match", "greedy", "random", *SINGLE, "--sprt", "elo0=-20,elo1=60,alpha=0.01,beta=0.01")
TABLES = ("match", "greedy", "random", "ismcts:iterations=9", *SINGLE, "--games", "18")


def canonical_lines(path: Path) -> list[bytes]:
    return [canonical(line) for line in path.read_bytes().splitlines()]


def assert_beginning(path: Path, whole: Path) -> int:
    """The whole lines of a record are the first ones of another; how many there are."""
    data = path.read_bytes() if path.exists() else b""
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    assert [canonical(line) for line in lines] == canonical_lines(whole)[: len(lines)]
    return len(lines)


def killed(process: subprocess.Popen[str]) -> bool:
    """Kill it; was it still alive?"""
    process.kill()
    process.communicate()
    return process.returncode == -signal.SIGKILL


def test_kill_at_any_moment_and_go_on(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    ok(sarai(*SHORT, "--record", whole))
    rng, kills = random.Random(11), 0
    for jobs, lines in (("1", 1), ("1", 3), ("2", 5), ("1", 8)):
        process = start(*SHORT, "--record", path, "--jobs", jobs)
        wait_for_lines(path, lines, process)
        time.sleep(rng.uniform(0, 0.05))
        kills += killed(process)
        assert_beginning(path, whole)
    assert kills >= 3, "killed before the end"
    ok(sarai(*SHORT, "--record", path))
    assert canonical_lines(path) == canonical_lines(whole)


@pytest.mark.slow
def test_fifty_kills(tmp_path: Path) -> None:
    """kill -9 at 50 random moments, from the start of Python on; every second one tears a line.

    One write of a line is seldom torn by a kill, so half of the times the last line is cut by hand.
    """
    whole, path = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    ok(sarai(*LONG, "--jobs", "2", "--record", whole))
    rng, kills, torn, grown = random.Random(50), 0, 0, set()
    while kills < 50:
        process = start(*LONG, "--record", path, "--jobs", rng.choice("112"))
        time.sleep(rng.uniform(0.05, 1.6))
        kills += killed(process)
        grown.add(assert_beginning(path, whole))
        size = path.stat().st_size if path.exists() else 0
        if size and kills % 2:
            with open(path, "r+b") as file:
                file.truncate(size - rng.randrange(min(size, 300)))
            torn += not path.read_bytes().endswith(b"\n")
    assert len(grown) > 25, "most runs played some games"
    done = sarai(*LONG, "--jobs", "2", "--record", path)
    ok(done)
    assert canonical_lines(path) == canonical_lines(whole)
    print(f"{kills} kills, {torn} torn lines, record lengths {sorted(grown)}")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_sequential_test_goes_on(tmp_path: Path, jobs: str) -> None:
    """It ends the match at the same pair, whatever was cut and in however many processes."""
    whole, path = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    out = ok(inline(*TESTED, "--record", whole))
    assert "H1 is accepted" in out
    lines = whole.read_bytes().splitlines(keepends=True)
    assert 2 * 8 < len(lines) - 1 < 200 and len(lines) % 2 == 1
    path.write_bytes(b"".join(lines[:8]))
    done = inline(*TESTED, "--record", path, "--jobs", jobs)
    assert "H1 is accepted" in ok(done)
    assert canonical_lines(path) == canonical_lines(whole)
    again = inline(*TESTED, "--record", path)
    assert "H1 is accepted" in ok(again)
    assert canonical_lines(path) == canonical_lines(whole), "a decided test plays no more"


def test_another_test_is_another_match(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ok(inline(*TESTED, "--record", path))
    before = path.read_bytes()
    changed = [*TESTED[:-1], "elo0=-20,elo1=70,alpha=0.01,beta=0.01"]
    done = inline(*changed, "--record", path)
    assert done.returncode == 2
    assert "sprt: elo0=-20,elo1=60,alpha=0.01,beta=0.01 there, elo0=-20,elo1=70" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("tournament", ["gauntlet", "roundrobin"])
def test_a_tournament_goes_on(tmp_path: Path, tournament: str) -> None:
    games = "16" if tournament == "gauntlet" else "18"
    match = (*TABLES[:-1], games, "--tournament", tournament)
    whole, path = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    out = ok(inline(*match, "--record", whole))
    path.write_bytes(whole.read_bytes()[:-1800])
    done = inline(*match, "--record", path)
    again = ok(done)
    assert "half-written last line was cut off" in done.stderr
    assert canonical_lines(path) == canonical_lines(whole)
    table, same = (text[text.index("v. A") : text.index("share  ")] for text in (out, again))
    assert table == same
