"""Paired rounds of bench/strength: the same score however they are played, and none is lost."""

import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from pathlib import Path

import ladder
import pairs
import pytest
from competitors import Elsewhere, Here, engine_of, jaipur, own_view
from pairs import Match, Meeting, Pair, Store, check_name, check_rules, play, play_pair

from sarai import CHANCE, player
from sarai_protocol.refusal import Refusal

ROOT = Path(__file__).resolve().parents[2]
MEETING = Meeting("ismcts:iterations=20", "greedy", 3)


def scores(jobs: int, count: int = 6, store: Store | None = None) -> list[float]:
    return [pair.score for pair in play(MEETING, count, jobs, store or Store())]


def test_the_score_is_the_same_with_more_jobs() -> None:
    one = scores(1)
    assert one == scores(2) == [play_pair(MEETING, k).score for k in range(6)]
    assert scores(1, 4) == one[:4]


def test_a_player_against_itself_scores_half() -> None:
    found = play(Meeting("ismcts:iterations=20", "ismcts:iterations=20", 1), 4, 1, Store())
    assert [pair.score for pair in found] == [0.5] * 4


def test_moves_and_times_are_of_each_player() -> None:
    pair = play_pair(MEETING, 0)
    assert min(pair.moves) > 5 and min(pair.seconds) > 0
    assert sum(pair.seconds) < pair.cpu  # both clocks are of the whole process
    again = play_pair(MEETING, 0)  # clocks start anew
    assert again.moves == pair.moves


def test_all_threads_of_a_player_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the main thread would stand still while others compute."""
    state = jaipur().start()
    while state.actor == CHANCE:
        state.play(state.deal(1))
    seat = Here(player("ismcts:iterations=20000,threads=2", jaipur()), own_view)
    before = time.process_time()
    seat.choose(state, 1)
    whole = time.process_time() - before
    assert 0.8 * whole < seat.seconds <= whole


def test_time_in_another_process_counts() -> None:
    there = Meeting(f"{ROOT}@ismcts:iterations=300", f"{ROOT}@greedy", 4)
    pair = play_pair(there, 0)
    assert 0 < sum(pair.seconds) < pair.cpu
    once_more = play_pair(there, 0)  # only what came since
    assert sum(once_more.seconds) < once_more.cpu < pair.cpu


def test_another_checkout_plays_the_same() -> None:
    there = Meeting(f"{ROOT}@{MEETING.first}", MEETING.second, MEETING.seed)
    assert play_pair(there, 1).score == play_pair(MEETING, 1).score
    assert engine_of(there.first) == engine_of(MEETING.first)


def test_matches_and_other_rules() -> None:
    by_rounds = play_pair(MEETING, 0)
    there = f"{ROOT}@{MEETING.first}"
    found = [
        play_pair(Meeting(first, MEETING.second, MEETING.seed, "rounds=match"), 0)
        for first in (MEETING.first, there)
    ]
    assert found[0].moves[0] > 1.5 * by_rounds.moves[0]
    assert (found[0].score, found[0].moves) == (found[1].score, found[1].moves)


def test_options_that_the_rules_do_not_have() -> None:
    assert check_rules("rounds=match,deck_end=empty") == "rounds=match,deck_end=empty"
    for wrong, told in (
        ("round=1", "no option 'round'"),
        ("rounds=few", "not one of match|single"),
        ("rounds=match,rounds=single", "option rounds is given twice"),
        ("rounds", "'rounds' is not of the form option=value"),
    ):
        with pytest.raises(ArgumentTypeError) as refused:
            check_rules(wrong)
        assert told in str(refused.value)


def test_who_is_no_competitor() -> None:
    for wrong, told in (
        ("nobody", "no player 'nobody'"),
        ("/nowhere@greedy", "/nowhere is no checkout of Sarai"),
        (f"{ROOT}@nobody", f"the engine of {ROOT}: no player 'nobody'"),
        (f"{ROOT}@greedy:depth=1", f"the engine of {ROOT}: .*depth"),
        (f"{ROOT}@", f"the engine of {ROOT}: no player ''"),
    ):
        with pytest.raises(ArgumentTypeError, match=told):
            check_name(wrong)


def test_a_checkout_that_is_not_built(tmp_path: Path) -> None:
    package = tmp_path / "engine" / "sarai"
    shutil.copytree(ROOT / "engine" / "sarai", package, ignore=shutil.ignore_patterns("_core.*so"))
    with pytest.raises(ArgumentTypeError, match=f"the engine of {tmp_path}: .*_core.*build it"):
        check_name(f"{tmp_path}@greedy")


def test_another_engine_that_ends(capfd: pytest.CaptureFixture[str]) -> None:
    gone = Elsewhere(str(ROOT), "greedy", "round=1", own_view)
    gone.process.wait()
    state = jaipur().start()
    while state.actor == CHANCE:
        state.play(state.deal(1))
    with pytest.raises(ConnectionError, match="the other engine has ended"):
        gone.choose(state, 1)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1 and "no option 'round'" in lines[0]


def test_a_run_goes_on_with_the_pairs_in_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, whole = tmp_path / "pairs", scores(1)
    with pytest.raises(KeyboardInterrupt):
        for pair in play(MEETING, 6, 1, Store(file)):
            if pair.score == whole[2]:
                raise KeyboardInterrupt
    kept = file.read_text()
    file.write_text(kept + kept.splitlines()[-1][:40])  # killed in the middle of a line
    played: list[int] = []

    def count(meeting: Meeting, number: int) -> Pair:
        played.append(number)
        return play_pair(meeting, number)

    monkeypatch.setattr(pairs, "play_pair", count)
    assert scores(1, store=Store(file)) == whole
    assert played == list(range(kept.count("\n"), 6))
    assert scores(1, store=Store(file)) == whole and len(played) == 6 - kept.count("\n")
    assert file.read_text().startswith(kept) and file.read_text().count("\n") == 6
    other = Meeting(MEETING.first, MEETING.second, 4)
    assert Store(file).pairs(other) == {}


def test_a_file_that_does_not_fit_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    list(play(MEETING, 2, 1, Store(file)))
    good = file.read_text()
    engine = engine_of("greedy")
    for text, told in (
        (good.replace(engine, "0" * 16), "line 1 has this meeting with another engine"),
        (good + "{}\n", "line 3 is no pair of rounds"),
        (good.replace('"score": ', '"score": "'), "line 1 is no pair of rounds"),
        ("tokens\n", "line 1 is no pair of rounds"),
    ):
        file.write_text(text)
        with pytest.raises(Refusal, match=told):
            list(play(MEETING, 3, 1, Store(file)))
        assert file.read_text() == text


@pytest.mark.parametrize(
    "held",
    [
        b"notes",
        b"{",
        b'{"first": "Ada", "last": "Lovelace"}',
        b"one line\nanother",
        bytes(range(256)),
        b"[" * 50_000,
        bytes(200_000),
    ],
)
def test_a_foreign_file_is_left_as_it_was(tmp_path: Path, held: bytes) -> None:
    file = tmp_path / "notes"
    file.write_bytes(held)
    with pytest.raises(Refusal, match="line 1 is no pair of rounds; name a file that --store made"):
        Store(file)
    assert file.read_bytes() == held


def test_a_store_is_a_regular_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), Path("/dev/full"), tmp_path, pipe):
        with pytest.raises(Refusal, match=f"{path} is no regular file"):
            Store(path)


def test_the_last_line_of_a_store(tmp_path: Path) -> None:
    """Where it is half written it is cut, at whatever byte; where only its end is missing, kept."""
    file = tmp_path / "pairs"
    list(play(MEETING, 2, 1, Store(file)))
    good = file.read_bytes()
    first = good.index(b"\n") + 1
    for end in range(first, len(good) - 1):
        file.write_bytes(good[:end])
        assert list(Store(file).pairs(MEETING)) == [0]
        assert file.read_bytes() == good[:first]
    file.write_bytes(good[:-1])
    assert list(Store(file).pairs(MEETING)) == [0, 1]
    assert file.read_bytes() == good


def test_numbers_that_no_pair_has(tmp_path: Path) -> None:
    file = tmp_path / "pairs"
    pair, store = Pair(0.75, (9, 8), (0.5, 0.25), 1.5), Store(file)
    store.keep(MEETING, 0, pair)
    store.keep(MEETING, 1, pair)
    assert Store(file).pairs(MEETING) == {0: pair, 1: pair}
    start, good = file.read_text().splitlines(keepends=True)
    for old, new, told in (
        ("0.75", "7.0", "score 7.0 is not one of 0.0, 0.25, 0.5"),
        ("0.75", "0.6", "score 0.6 is not"),
        ("0.75", "-0.25", "score -0.25 is not"),
        ("0.75", "NaN", "score nan is not"),
        ("0.5,", "-0.5,", "are not all CPU seconds"),
        ("1.5", "Infinity", "are not all CPU seconds"),
        ("[9, 8]", "[9, -8]", "name a file"),
        ("[9, 8]", "[9]", "name a file"),
        ('"seed": 3', '"seed": "3"', "name a file"),
        ('"pair": 1', '"pair": null', "name a file"),
    ):
        text = start + good.replace(old, new)
        assert text != start + good
        file.write_text(text)
        with pytest.raises(Refusal, match=f"line 2 is no pair of rounds.*{told}"):
            Store(file)
        assert file.read_text() == text


def test_score_and_error() -> None:
    match = Match(pairs=[Pair(score, (1, 1), (0.0, 0.0), 1.0) for score in (0.5, 1.0, 0.5, 1.0)])
    assert match.mean() == 0.75
    assert match.error() == pytest.approx((1 / 12 / 4) ** 0.5)
    assert match.low() == pytest.approx(0.75 - 1.96 * match.error())
    sure = Match(pairs=[Pair(1.0, (1, 1), (0.0, 0.0), 1.0)] * 25)
    assert sure.error() == pytest.approx(0.02) and sure.verdict() == "better"
    assert "[96.1 .. 100.0]" in sure.text()
    lost = Match(pairs=[Pair(0.0, (1, 1), (0.0, 0.0), 1.0)] * 25)
    assert lost.low() == 0 and "[0.0 .. 3.9]" in lost.text()


def test_the_command() -> None:
    command = [sys.executable, str(ROOT / "bench" / "strength" / "ladder.py")]
    done = subprocess.run(
        [*command, "sparring:level=5", "random", "--pairs", "20", "--stop"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "20 pairs  SPRT better" in done.stdout and "moves a game" in done.stdout
    wrong = subprocess.run([*command, "greedy", "nobody"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "argument SECOND: no player 'nobody'" in wrong.stderr


@pytest.mark.parametrize("text", ["nan", "7", "0.5", "1", "0.4", "inf", "much", ""])
def test_scores_that_no_test_is_of(text: str) -> None:
    assert ladder.better("0.51") == 0.51
    with pytest.raises(ArgumentTypeError, match="is not a number between"):
        ladder.better(text)
