"""The programs of bench/: what they cannot measure is refused in a line, before they begin."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from pairs import Match, Meeting, play_pair

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


def test_the_ends_of_rounds(bench: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert capsys.readouterr().out.splitlines()[1].startswith("1 rounds, ")


def test_a_match_is_of_the_pairs_of_the_ladder(bench: pytest.MonkeyPatch) -> None:
    import measure

    first, second = "ismcts:iterations=20", "greedy"
    found = Match(pairs=[play_pair(Meeting(first, second, 3), number) for number in range(4)])
    score = measure.match(first, second, 4, 1, 3)
    assert (score.share, score.error, score.text()) == (found.mean(), found.error(), found.score())
