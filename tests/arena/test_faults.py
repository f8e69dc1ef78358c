"""Faults of engines in a match: each is classified rightly, and the match goes on or stops."""

import json
import os
import shlex
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from sarai_protocol.arena.play import engines, faults
from sarai_protocol.arena.play.faults import Kind
from sarai_protocol.arena.play.match import MatchConfiguration, new_match, run
from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.results import new_result
from sarai_protocol.arena.record.reading import read_games, read_header
from sarai_protocol.arena.record.records import GameRecord, decode, encode
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.refusal import Refusal
from tests.support.command import assert_group_ends, inline, members, ok, start, wait_for_lines

ENGINE = Path(__file__).with_name("arena_engine.py")
RULES = ("--rules", "rounds=single")


def player(*fault: object, words: str = "movetime=2000 stall=0.6") -> str:
    """The argument of an engine with this fault."""
    command = shlex.join([sys.executable, str(ENGINE), *map(str, fault)])
    return f"cmd={shlex.quote(command)} {words}"


def played(*fault: object, words: str = "movetime=2000 stall=0.6", games: int = 2) -> DuelResult:
    """The sums of a match of an engine with this fault (A) against the player `greedy`."""
    return sums(games_of(*fault, words=words, games=games))


def games_of(
    *fault: object, words: str = "movetime=2000 stall=0.6", games: int = 2
) -> list[GameRecord]:
    game = open_game("jaipur", {"rounds": "single"})
    header = new_match(game, (player(*fault, words=words), "greedy"), 0, games)
    try:
        return list(run(header, 1, None, lambda: 1))
    finally:
        engines.dismiss()


def words(text: str) -> str:
    """The text with one blank between its words."""
    return " ".join(text.split())


def sums(games: list[GameRecord]) -> DuelResult:
    duel = DuelResult()
    for game in games:
        duel.add(game)
    return duel


# ---- each fault ----

LOSES: dict[tuple[object, ...], tuple[Kind, str, str]] = {
    # fault: its kind, what its text says, words of the player
    ("dies",): (Kind.DISCONNECT, "exit code 1; the last line of stderr: out of cards", ""),
    ("dies-after",): (Kind.DISCONNECT, "exit code 5", ""),
    ("hangs",): (Kind.STALL, "no answer to `go`", "movetime=100 stall=1.5"),
    ("late", 0.8): (Kind.TIMEOUT, "its move came too late", "movetime=50 margin=500 stall=30"),
    ("illegal",): (Kind.ILLEGAL, "sell:Dx7: ", ""),
    ("unreadable",): (Kind.ILLEGAL, "'pass'", ""),
    ("stale",): (Kind.PROTOCOL, "another search than", ""),
    ("none",): (Kind.PROTOCOL, "none reason over", ""),
    ("floods",): (Kind.PROTOCOL, "more than 10000 lines that are no HGI", ""),
    ("garbage",): (Kind.PROTOCOL, "not UTF-8", ""),
    ("refuses",): (Kind.PROTOCOL, "internal-affairs not today", ""),
    ("closes",): (Kind.DISCONNECT, "closed its stdout", ""),
    ("reads-no-more",): (Kind.STALL, "no answer to `", "movetime=100 ready=1.5"),
}


@pytest.mark.parametrize("fault", LOSES, ids=lambda fault: fault[0])
def test_a_fault_is_a_loss_and_the_match_goes_on(fault: tuple[object, ...]) -> None:
    kind, text, words = LOSES[fault]
    games = games_of(*fault, words=words or "movetime=2000 stall=20")
    assert len(games) == 2
    for game in games:
        seat = game.seating.index(0)
        assert game.fault is not None
        assert (game.fault.kind, game.fault.seat) == (kind, seat)
        assert text in game.fault.text
        assert (game.shares[seat], game.shares[1 - seat]) == (0.0, 1.0)
        assert game.scores == (0, 0)
        last = 3 if fault[0] in ("dies-after", "reads-no-more") else 2
        assert len(game.clock.decisions[seat]) == last
        assert game.plies == sum(map(len, game.clock.decisions))
        assert ((game.clock.overrun or 0) > 500) == (kind is Kind.TIMEOUT)
        assert decode(encode(game)) == game
    assert sums(games).draws == 0


@pytest.mark.parametrize("fault", ["", "chatter", "stderr", "dies-at-quit"])
def test_what_is_no_fault_of_a_game(fault: str) -> None:
    duel = played(fault)
    assert not duel.faults.kinds
    assert duel.sides[0].moves > 10
    assert duel.sides[0].points + duel.sides[1].points == 2


def test_an_engine_that_dies_at_quit_is_told_of() -> None:
    done = inline("match", player("dies-at-quit"), "greedy", "--games", "2", *RULES)
    assert "A: it ended with exit code 3 at `quit`" in done.stderr
    assert "faults" not in ok(done)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (player("dies-at-start"), "exit code 1; the last line of stderr: no licence"),
        (player("deaf", words="start=0.5"), "answered no hgi in 0.5 s; `sarai check -- "),
        ("cmd=/nonexistent/engine", "/nonexistent/engine: No such file"),
        ("hgi:/nonexistent/engine -x", "No such file"),
        (player(words="dir=/nonexistent"), "No such file"),
        (player(words="option.Nope=1"), "no option 'Nope'; its options are: Trusted"),
        (player(words="option.Trusted=maybe"), "'maybe' is not true or false"),
        (player(words="format=json"), "no option 'Format'"),
        ("cmd=cat start=0.5", "it answered no hgi in 0.5 s; `sarai check -- cat` says more"),
        ("cmd=true", "it answered no hgi; `sarai check -- true` says more"),
        ('cmd="/a b/engine -x"', "its program is '/a', and can't be started"),
        ('cmd="/a b/engine -x"', "a path with blanks takes quotes of its own"),
        ("cmd=true", "exit code 0"),
    ],
)
def test_what_can_not_start_is_refused_before_the_first_game(text: str, told: str) -> None:
    done = inline("match", "greedy", text, "--games", "2", *RULES)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "PLAYER" in done.stderr and told in done.stderr
    assert done.stderr.count("\n") == 1


def test_rules_that_the_engine_does_not_know_are_refused() -> None:
    game = open_game("jaipur", {"deck_end": "empty"})
    with pytest.raises(Refusal, match="does not play jaipur with deck_end=empty"):
        new_match(game, (player(), "greedy"), 0, 2)


# ---- what follows ----


def test_a_restart_after_a_fault_that_the_process_survives() -> None:
    """Then its third move is wrong again, and not its first one."""
    match = ("match", player("illegal", "ever"), "greedy", "--games", "4", *RULES, "--json")
    assert json.loads(ok(inline(*match)).splitlines()[-1])["plies"]["least"] <= 1
    done = inline(*match, "--on-fault", "ILLEGAL=restart")
    result = json.loads(ok(done).splitlines()[-1])
    assert result["plies"]["least"] >= 4
    assert result["faults"] == {"A": {"ILLEGAL": 4}}


def test_the_match_stops_at_a_fault_if_it_should(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match = ("match", "greedy", player("dies"), "--games", "4", *RULES, "--record", record)
    done = inline(*match, "--on-fault", "DISCONNECT=stop")
    assert done.returncode == 2
    assert "(B): DISCONNECT in game 1: " in done.stderr
    assert "the match stops there" in done.stderr
    assert "1 games" in done.stdout and "faults of B 1 DISCONNECT" in words(done.stdout)
    games = list(read_games(record, read_header(record)))
    assert [game.fault.kind for game in games if game.fault] == [Kind.DISCONNECT]
    # The same match goes on from there, under other terms.
    out = ok(inline(*match))
    assert "4 games" in out
    assert "faults of B 4 DISCONNECT; each is a lost game, scores 0" in words(out)


def test_an_engine_that_starts_only_once(tmp_path: Path) -> None:
    """It was tried out, and does not start for the first game: that is no result."""
    record = tmp_path / "match.jsonl"
    match = ("match", "greedy", player("starts-once", tmp_path / "once"), "--games", "2", *RULES)
    done = inline(*match, "--record", record)
    assert done.returncode == 2
    assert "START in game 1: " in done.stderr and "started before" in done.stderr
    assert len(record.read_bytes().splitlines()) == 1
    (tmp_path / "once").unlink()
    out = ok(inline(*match, "--record", record, "--on-fault", "loss"))
    assert "faults of B 2 START" in words(out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("never", "'never' is not one of loss, restart, stop"),
        ("CRASH=stop", "'CRASH' is not one of START, DISCONNECT, STALL"),
        ("STALL=stop,STALL=loss", "STALL is given twice"),
        ("STALL=", "'' is not one of"),
    ],
)
def test_wrong_policies(text: str, told: str) -> None:
    done = inline("match", "greedy", "random", "--on-fault", text)
    assert done.returncode == 2 and told in done.stderr


def test_two_faulty_engines_and_processes_give_the_same_records(tmp_path: Path) -> None:
    """Without times a fault is as reproducible as a move."""
    match = ("match", player("dies"), player("illegal"), "--games", "6", *RULES)
    lines = []
    for jobs in ("1", "2"):
        path = tmp_path / jobs
        ok(inline(*match, "--record", path, "--jobs", jobs))
        games = list(read_games(path, read_header(path)))
        lines.append([(game.events, game.fault, game.shares) for game in games])
        assert Counter(game.fault.kind for game in games if game.fault) == {
            Kind.DISCONNECT: 3,
            Kind.ILLEGAL: 3,
        }
    assert lines[0] == lines[1]


def test_faults_at_tables_of_more_than_two(tmp_path: Path) -> None:
    """A gauntlet counts faults by player."""
    out = ok(
        inline(
            *("match", player("dies"), "greedy", "random", "--tournament", "gauntlet"),
            *("--games", "4", *RULES),
        )
    )
    assert "faults of A 4 DISCONNECT" in words(out)


# ---- records, tables, transcripts ----


def test_a_record_with_a_fault_can_be_read_and_replayed(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    ok(inline("match", player("illegal"), "random", "--games", "2", *RULES, "--record", record))
    lines = record.read_bytes().splitlines()
    fault = json.loads(lines[1])["fault"]
    assert fault["kind"] == "ILLEGAL" and set(fault) == {"kind", "seat", "text"}
    out = ok(inline("replay", record))
    assert f"seat {fault['seat']} has lost by ILLEGAL: sell:Dx7" in out.splitlines()[-1]
    assert " wins! " in ok(inline("records", record))
    # A record that hides the fault, or gives it to the winner, is not accepted.
    other = json.loads(lines[1])
    other["fault"]["seat"] = 1 - fault["seat"]
    record.write_bytes(lines[0] + b"\n" + json.dumps(other).encode() + b"\n")
    assert "a seat that has not lost by it" in inline("score", record).stderr
    record.write_bytes(lines[0] + b"\n" + lines[1].replace(b'"ILLEGAL"', b'"BAD"') + b"\n")
    assert "line 2" in inline("replay", record).stderr
    forged = json.loads(lines[1])
    del forged["fault"]
    record.write_bytes(lines[0] + b"\n" + json.dumps(forged).encode() + b"\n")
    done = inline("replay", record)
    assert done.returncode == 1 and "not over" in done.stderr


def test_records_without_faults_are_as_before(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    ok(inline("match", "random", "greedy", "--games", "2", *RULES, "--record", record))
    for line in record.read_bytes().splitlines()[1:]:
        assert b'"fault"' not in line and b'"overrun"' not in line


def test_transcripts_are_kept_where_the_user_said(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match = ("match", player("illegal"), player(), "--games", "2", *RULES)
    ok(inline(*match))
    assert not list(tmp_path.iterdir())
    ok(inline(*match, "--record", record))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["match.jsonl", "match.jsonl.game-1.txt", "match.jsonl.game-2.txt"]
    text = (tmp_path / "match.jsonl.game-1.txt").read_text()
    assert text.startswith("game 1\nILLEGAL of seat 0: sell:Dx7")
    assert "< bestmove sell:Dx7 id 1.3" in text
    assert "seat 1, B: cmd=" in text
    good = tmp_path / "all"
    ok(inline("match", player(), "greedy", "--games", "2", *RULES, "--transcripts", good))
    assert sorted(path.name for path in good.iterdir()) == ["game-1.txt", "game-2.txt"]
    last = (good / "game-2.txt").read_text().splitlines()
    assert any("> position jaipur rules rounds=single seats 2 seat 1 start" in s for s in last)
    assert not any("id 1." in line for line in last), "the lines of the game before"
    done = inline(*match, "--transcripts", "/nonexistent/folder")
    assert done.returncode == 2 and "--transcripts /nonexistent/folder: No such" in done.stderr


def test_no_seat_is_told_what_it_may_not_know(tmp_path: Path) -> None:
    """The other seat's cards are masked in every line that an engine gets."""
    ok(inline("match", player(), player(), "--games", "2", *RULES, "--transcripts", tmp_path))
    for path in tmp_path.iterdir():
        seat = "?"
        for line in path.read_text().splitlines():
            if line.startswith("seat "):
                seat = line[5]
            if " > position" in line:
                assert f" seats 2 seat {seat} start events " in line
                assert f" deal{1 - int(seat)}:?" in line
                assert f" deal{seat}:?" not in line


def test_the_count_of_faults() -> None:
    duel = played("late", 0.8, words="movetime=20 margin=500 stall=20", games=2)
    assert isinstance(duel, DuelResult)
    [(label, text)] = duel.faults.lines("AB")
    assert label == "faults of A"
    assert text.startswith("2 TIMEOUT, at most ") and "ms too late" in text
    assert duel.faults.table("AB") == {"A": {"TIMEOUT": 2}}
    header = new_match(open_game("jaipur", {}), ("greedy", "random"), 0, 2)
    assert not list(new_result(header).faults.lines("AB"))


def test_standard_terms() -> None:
    assert MatchConfiguration().policy[Kind.START] is faults.Action.STOP
    assert {MatchConfiguration().policy[kind] for kind in Kind if kind is not Kind.START} == {
        faults.Action.LOSS
    }


# ---- nothing is left ----


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_engine_outlives_its_match(tmp_path: Path, jobs: str, number: int) -> None:
    """Not even one that hears neither `quit` nor the end of its input."""
    record = tmp_path / "match.jsonl"
    words = "movetime=100 stall=0.5"
    match = start(
        *("match", player("hangs", words=words), player(words=words), "--games", "1000"),
        *(*RULES, "--record", record, "--jobs", jobs),
    )
    wait_for_lines(record, 2, match)
    assert engine_groups(str(ENGINE)) or not Path("/proc/self/stat").exists()
    match.send_signal(number)
    _, err = match.communicate(timeout=30)
    assert "Traceback" not in err
    assert_group_ends(match.pid)
    deadline = time.monotonic() + 10
    while engine_groups(str(ENGINE)):
        assert time.monotonic() < deadline, "engines are left over"
        time.sleep(0.05)


def engine_groups(name: str) -> set[int]:
    """The groups of living processes with this name among their arguments (Linux)."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if name.encode() in words and members(os.getpgid(int(entry.name))):
                found.add(int(entry.name))
        except OSError:
            continue
    return found
