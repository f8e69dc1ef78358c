"""The `sarai` command: what it prints, and what it says to wrong input."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sarai_protocol.arena.record.records import GameRecord, decode, encode
from tests.support.command import SARAI, inline, ok, sarai

SINGLE = ("--rules", "rounds=single")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "record.jsonl"
    match = ("match", "ismcts:iterations=20", "greedy", "--games", "4", *SINGLE)
    ok(sarai(*match, "--record", path))
    return path


# ---- lists and options in any order ----


def test_players_may_stand_before_and_after_options(record: Path, tmp_path: Path) -> None:
    """The same match as that of the record, so that there is nothing left to play."""
    for number, given in enumerate(
        (
            ("--games", "4", "ismcts:iterations=20", *SINGLE, "greedy"),
            ("ismcts:iterations=20", *SINGLE, "--games", "4", "greedy"),
            (*SINGLE, "--games", "4", "--", "ismcts:iterations=20", "greedy"),
        )
    ):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(record.read_bytes())
        done = inline("match", "--record", path, *given)
        assert "4 of 4 games are recorded" in done.stderr
        assert ok(done) == ok(inline("score", record))


def test_files_may_stand_before_and_after_options(record: Path) -> None:
    assert ok(inline("score", record, "--json", record)) == ok(inline("score", record, "--json"))
    assert inline("score", record, "--json", "--bogus").stderr == (
        "sarai: unrecognized arguments: --bogus (see `sarai score --help`)\n"
    )


# ---- wrong input ----

MATCH = ("match", "greedy", "random")

WRONG = {
    # what is given: what the line must say
    ("nonsense",): "'nonsense'",
    ("--nonsense",): "--nonsense",
    ("mat", "greedy", "random"): "'mat'",
    ("match",): "PLAYER",
    ("match", "greedy"): "PLAYER",
    (*MATCH, "greedy"): "a table of jaipur has 2 seats, not 3; --tournament",
    (*MATCH, "--record"): "--record",
    (*MATCH, "--gam", "4"): "--gam",
    (*MATCH, "--games", "21"): "--games: 21 is odd",
    (*MATCH, "--games", "0"): "--games: '0' is not a whole number",
    (*MATCH, "--games", "-2"): "--games: '-2' is not a whole number",
    (*MATCH, "--games", "1e3"): "--games: '1e3'",
    (*MATCH, "--games", "²"): "--games: '²'",
    (*MATCH, "--seed", "-1"): "--seed: '-1'",
    (*MATCH, "--seed", str(2**53)): "--seed",
    (*MATCH, "--jobs", "0"): "--jobs: '0'",
    (*MATCH, "--game", "chess"): "--game: no game 'chess'",
    (*MATCH, "--rules", "rounds"): "--rules: 'rounds' is not of the form",
    (*MATCH, "--rules", "rounds="): "--rules: 'rounds='",
    (*MATCH, "--rules", "rounds=best"): "--rules: option rounds: 'best' is not one of",
    (*MATCH, "--rules", "nope=1"): "--rules: jaipur has no option 'nope'",
    (*MATCH, "--rules", "max_plies=0"): "--rules: option max_plies: '0'",
    (*MATCH, "--rules", "rounds=single,rounds=match"): "--rules: option rounds is given twice",
    (*MATCH, "--rules", "rounds=single,"): "--rules: ''",
    (*MATCH, "--record", "/nonexistent/file"): "--record /nonexistent/file: No such file",
    (*MATCH, "--record", "/"): "--record /: it is not a regular file",
    (*MATCH, "--record", "/dev/null"): "--record /dev/null: it is not a regular file",
    ("match", "greedy", "nobody"): "PLAYER 'nobody': no player 'nobody'",
    ("match", "greedy:x=1", "random"): "PLAYER 'greedy:x=1'",
    ("match", "ismcts:iterations=x", "random"): "iterations='x' is not a whole number",
    ("match", "ismcts:iterations=-1", "random"): "iterations: -1 is not",
    ("match", "ismcts:exploration=nan", "random"): "exploration",
    ("match", "ismcts:tree=round", "random"): "tree: 'round'",
    ("match", "ismcts:policy=none", "random"): "policy 'none'",
    ("match", "ismcts:", "random"): "PLAYER 'ismcts:'",
    ("match", "", "random"): "PLAYER ''",
    ("replay",): "FILE",
    ("replay", "/nonexistent"): "/nonexistent: No such file",
    ("replay", "/"): "/: Is a directory",
    ("replay", sys.executable): "it is not a record of a match",
    ("replay", "/dev/null"): "/dev/null: it is a pipe or a device",
    ("play", "--opponent", "nobody"): "--opponent 'nobody'",
    ("play", "--seat", "2"): "--seat: 2 is not one of the seats 0 to 1",
    ("play", "--seat", "-1"): "--seat: '-1'",
    ("play", "--seed", "x"): "--seed: 'x'",
    ("play", "--rules", "rounds=best"): "--rules: option rounds",
    ("play", "--game", "chess"): "--game: no game",
    ("bench", "--expect", "x"): "--expect: 'x'",
    ("bench", "extra"): "extra",
    ("games", "extra"): "extra",
}


def assert_refused(done: "subprocess.CompletedProcess[str]", told: str, code: int = 2) -> None:
    assert done.returncode == code
    assert done.stderr.startswith("sarai: ")
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


@pytest.mark.parametrize(("given", "told"), WRONG.items(), ids=" ".join)
def test_wrong_input_is_one_line(given: tuple[str, ...], told: str) -> None:
    done = inline(*given)
    assert_refused(done, told)
    assert done.stdout == ""


@pytest.mark.parametrize("given", [("nonsense",), ("replay", "/"), ("games",)], ids=" ".join)
def test_a_process_ends_as_its_command_does(given: tuple[str, ...]) -> None:
    one, other = sarai(*given), inline(*given)
    assert (one.returncode, one.stdout) == (other.returncode, other.stdout)
    assert one.stderr == other.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_files_that_may_not_be_touched(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "locked.jsonl"
    path.write_bytes(record.read_bytes())
    path.chmod(0o400)
    assert_refused(inline(*MATCH, "--record", path), "Permission denied")
    path.chmod(0)
    assert_refused(inline("replay", path), "Permission denied")


def test_nothing_is_made_where_the_input_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    assert_refused(inline(*MATCH, "--games", "3", "--record", path), "odd")
    assert_refused(inline("match", "greedy", "nobody", "--record", path), "nobody")
    assert not path.exists()


def test_a_closed_pipe_is_no_fault(record: Path) -> None:
    command = shlex.join([*SARAI, "replay", str(record)]) + " | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("jaipur")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("given", "code", "out"),
    [("play <&-", 0, "the game ends here\n"), ("games >&-", 0, ""), ("nonsense 2>&-", 2, "")],
)
def test_a_closed_stream_is_an_empty_one(given: str, code: int, out: str) -> None:
    command = f"{shlex.join(SARAI)} {given}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout[-19:]) == (code, out)
    assert "fault" not in done.stderr


@pytest.mark.parametrize("arguments", [("games",), ()], ids=["games", "HGI"])
def test_a_full_output_is_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*SARAI, *arguments],
            input="isready\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("sarai: ")
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


# ---- replay ----


def test_replay_shows_a_game_whole(record: Path) -> None:
    out = ok(inline("replay", record))
    game = decode(record.read_bytes().splitlines()[1])
    assert isinstance(game, GameRecord)
    assert "game 1 of 4" in out
    assert re.findall(r"^  (?:chance|seat \d) +(\S+)", out, re.MULTILINE) == list(game.events)
    assert "?" not in out
    assert f"scores: seat 0 {game.scores[0]}, seat 1 {game.scores[1]}" in out
    # Deal and market, then one board before each decision, one at the end.
    assert out.count("market   ") == game.plies + 1
    assert out.count("visits)") == len(game.evaluations)


def test_replay_prints_a_hint_command_for_each_move(record: Path) -> None:
    game = decode(record.read_bytes().splitlines()[1])
    assert isinstance(game, GameRecord)
    printed = re.findall(
        r"^  sarai (hint .*)$", ok(inline("replay", record, "--hints")), re.MULTILINE
    )
    assert len(printed) == game.plies
    ok(inline(*shlex.split(printed[-1]), "--iterations", "50"))
    own = re.findall(
        r"^  sarai hint '?(\S+)",
        ok(inline("replay", record, "--hints", "--seat", "1")),
        re.MULTILINE,
    )
    assert own and all(word.startswith("seat=1;") for word in own)


@pytest.mark.parametrize("seat", [0, 1])
def test_replay_from_a_seat_shows_what_it_knew(record: Path, seat: int) -> None:
    out = ok(inline("replay", record, "--seat", str(seat), "--game-number", "2"))
    game = decode(record.read_bytes().splitlines()[2])
    assert isinstance(game, GameRecord)
    assert f"as seat {seat} sees it" in out
    assert str(game.deal) not in out, "the number of the deal gives all cards away"
    deal = next(event for event in game.events if event.startswith(f"deal{1 - seat}"))
    assert deal not in out
    assert re.search(rf"deal{1 - seat}:\?", out)
    assert f"deal{seat}:?" not in out
    for line in re.findall(r"^  seat \d .*visits\)$", out, re.MULTILINE):
        assert line.startswith(f"  seat {seat} "), "what others thought stays theirs"


def tampered(record: Path, path: Path, **changes: object) -> Path:
    lines = record.read_bytes().splitlines()
    game = json.loads(lines[1])
    path.write_bytes(b"\n".join([lines[0], json.dumps(game | changes).encode(), b""]))
    return path


def test_replay_verifies(record: Path, tmp_path: Path) -> None:
    game = decode(record.read_bytes().splitlines()[1])
    assert isinstance(game, GameRecord)
    events, path = list(game.events), tmp_path / "tampered.jsonl"
    first = next(i for i, event in enumerate(events) if event.startswith(("take", "sell", "swap")))
    faults: list[tuple[str, dict[str, object]]] = [
        ("game 1: event 3", {"events": [*events[:2], "fill:D", *events[3:]]}),
        ("game 1: event 1, 'cake:D'", {"events": ["cake:D", *events[1:]]}),
        (f"game 1: event {first + 1}, 'sell:Dx7'", {"events": _with(events, first, "sell:Dx7")}),
        ("game 1: the game is not over", {"events": events[:-1]}),
        ("game 1: event", {"events": [*events, "take:D"]}),
        ("game 1: scores: ", {"scores": [1, 2]}),
        ("game 1: shares: ", {"shares": [0.5, 0.5]}),
        ("game 1: plies: ", {"plies": 3}),
        ("game 1: capped: ", {"capped": True}),
        ("game 1: first: ", {"first": 1 - game.first}),
        ("game 1: evaluations: event 0", {"evaluations": _thought_of(0, 2)}),
        (f"game 1: evaluations: event {first}", {"evaluations": _thought_of(first, 1)}),
    ]
    for told, changes in faults:
        done = inline("replay", tampered(record, path, **changes))
        assert_refused(done, told, 1)
        assert done.stdout == ""
    ok(inline("replay", tampered(record, path)))


def _thought_of(event: int, seats: int) -> list[dict[str, object]]:
    return [{"event": event, "win": [0.5] * seats, "visits": 1, "iterations": 1, "depth": 1}]


def _with(events: list[str], index: int, event: str) -> list[str]:
    return [*events[:index], event, *events[index + 1 :]]


def test_replay_finds_chance_that_is_not_of_the_deal(record: Path, tmp_path: Path) -> None:
    game = decode(record.read_bytes().splitlines()[1])
    assert isinstance(game, GameRecord)
    other = "starter:1" if game.events[0] == "starter:0" else "starter:0"
    path = tampered(record, tmp_path / "chance.jsonl", events=[other, *game.events[1:]])
    assert_refused(inline("replay", path), f"the deal {game.deal} gives '{game.events[0]}'", 1)


def test_replay_of_a_record_that_breaks_off(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    data = record.read_bytes()
    path.write_bytes(data[:-9])
    done = inline("replay", path, "--game-number", "3")
    assert "game 3 of 4" in ok(done)
    assert "half-written" in done.stderr
    done = inline("replay", path, "--game-number", "4")
    assert_refused(done, "--game-number: 4 is not in")
    assert "has games 1 to 3; its last line is half-written" in done.stderr
    path.write_bytes(data[: data.index(b"\n") + 1])
    assert_refused(inline("replay", path), "has no game")
    path.write_bytes(data[:30])
    assert_refused(inline("replay", path), "not a record of a match")


def test_replay_refuses_seats_and_games_that_are_not_there(record: Path) -> None:
    assert_refused(inline("replay", record, "--seat", "2"), "--seat: 2 is not one of the seats")
    assert_refused(inline("replay", record, "--game-number", "0"), "--game-number: '0'")
    assert_refused(inline("replay", record, "--game-number", "5"), "--game-number: 5 is not in")


def test_replay_refuses_rules_that_it_does_not_know(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "rules.jsonl"
    path.write_bytes(record.read_bytes().replace(b'"rounds":"single"', b'"rounds":"seven"'))
    assert_refused(inline("replay", path), "line 1: option rounds: 'seven'")


def test_a_record_line_survives_the_replay(record: Path) -> None:
    before = record.read_bytes()
    ok(inline("replay", record))
    assert record.read_bytes() == before
    assert b"".join(encode(decode(line)) for line in before.splitlines()) == before


# ---- on a terminal ----


def test_a_match_on_a_terminal_shows_progress() -> None:
    """stderr is a terminal: the live display goes there, the table to stdout."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*SARAI, "match", "random", "greedy", "--games", "10"],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(follower)
    shown = _drain(leader)
    out = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 0
    assert "10 games" in out
    assert "10/10" in shown and "games/s" in shown


def _drain(terminal: int) -> str:
    shown = b""
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:  # Linux: the other end is closed
            break
        if not data:
            break
        shown += data
    os.close(terminal)
    return shown.decode()
