"""The programs of bench/: what they cannot measure is refused in a line, before they begin."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from meetings import Meeting, cpu_seconds, kept, play, score

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.syspath_prepend(BENCH)
    return monkeypatch


def run(bench: pytest.MonkeyPatch, command: str) -> None:
    """A program with its arguments, in this process."""
    program, *arguments = command.split()
    bench.setattr(sys, "argv", [program, *arguments])
    runpy.run_path(str(BENCH / program), run_name="__main__")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("starter.py --rounds 0", "--rounds: '0' is not a whole number from 1"),
        ("starter.py --jobs 0", "--jobs: '0' is not a whole number from 1"),
        ("starter.py --iterations 0", "--iterations: '0' is not a whole number from 1"),
        ("starter.py --seed -1", "--seed: '-1' is not a whole number from 0"),
        ("starter.py --rules foo=1", "--rules: jaipur has no option 'foo'"),
        ("starter.py --rules rounds=match", "--rules: rounds is fixed here"),
        ("starter.py --rules deck_end=empty,starter=seat0", "--rules: starter is fixed here"),
        ("depth.py --pairs 0", "--pairs: '0' is not a whole number from 1"),
        ("depth.py --jobs 0", "--jobs: '0' is not a whole number from 1"),
        ("search_speed.py --repeats 0", "--repeats: '0' is not a whole number from 1"),
        ("search_speed.py --policies value,guess", "--policies: no policy 'guess'; they are: "),
        ("latency.py --threads 0", "--threads: '0' is not a whole number from 1"),
        ("yardstick.py a.c b.c --repeats 0", "--repeats: '0' is not a whole number from 1"),
        ("arena.py --games 30", "--games: 30 is not a multiple of 20"),
    ],
)
def test_what_cannot_be_measured(
    bench: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, told: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(bench, command)
    out, err = capsys.readouterr()
    assert ended.value.code == 2 and not out
    assert f"error: argument {told}" in err or f"error: {told}" in err


def test_the_starter() -> None:
    options = ["--rounds", "2", "--iterations", "2", "--rules", "deck_end=empty"]
    command = [sys.executable, str(BENCH / "starter.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "of 2 rounds" in done.stdout


def test_a_meeting_goes_on_with_its_record(tmp_path: Path) -> None:
    """The score is that of its record, and what is recorded is not played again."""
    meeting = Meeting("ismcts:iterations=20", "greedy", 3)
    with kept(tmp_path / "records") as folder:
        found = play(meeting, 2, 1, folder)
        record = folder / meeting.record
        before = record.read_bytes()
        record.write_bytes(before[: before.rindex(b"\n", 0, -1) + 9])  # killed in the last game
        again = play(meeting, 2, 1, folder)
    assert record.read_bytes().count(b"\n") == 5
    assert found.pairs == again.pairs == 2 and found.counts == again.counts
    assert score(found) == score(again) and cpu_seconds(again) > 0


def test_where_records_go() -> None:
    with kept(None) as folder:
        assert folder.is_dir()
    assert not folder.exists()
