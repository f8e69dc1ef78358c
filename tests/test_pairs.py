"""Paired rounds of bench/strength: the same score however they are played, and none is lost."""

import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pairs
import pytest
from competitors import check, engine_of
from pairs import Match, Meeting, Pair, Store, check_rules, play, play_pair

from sarai_protocol.refusal import Refusal

ROOT = Path(__file__).resolve().parents[1]
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
    assert sum(pair.seconds) < pair.cpu
    again = play_pair(MEETING, 0)  # clocks start anew
    assert again.moves == pair.moves


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
    ):
        with pytest.raises(ArgumentTypeError) as refused:
            check_rules(wrong)
        assert told in str(refused.value)


def test_who_is_no_competitor() -> None:
    for wrong, told in (
        ("nobody", "no player 'nobody'"),
        ("/nowhere@greedy", "/nowhere is no checkout of Sarai"),
    ):
        with pytest.raises(ValueError, match=told):
            check(wrong)


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


def test_score_and_error() -> None:
    match = Match(pairs=[Pair(score, (1, 1), (0.0, 0.0), 1.0) for score in (0.5, 1.0, 0.5, 1.0)])
    assert match.mean() == 0.75
    assert match.error() == pytest.approx((1 / 12 / 4) ** 0.5)
    assert match.low() == pytest.approx(0.75 - 1.96 * match.error())
    sure = Match(pairs=[Pair(1.0, (1, 1), (0.0, 0.0), 1.0)] * 25)
    assert sure.error() == pytest.approx(0.02) and sure.verdict() == "better"


def test_the_command() -> None:
    ladder = [sys.executable, str(ROOT / "bench" / "strength" / "ladder.py")]
    done = subprocess.run(
        [*ladder, "sparring:level=5", "random", "--pairs", "20", "--stop"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "20 pairs  SPRT better" in done.stdout and "moves a game" in done.stdout
    wrong = subprocess.run([*ladder, "greedy", "nobody"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "argument SECOND: no player 'nobody'" in wrong.stderr
