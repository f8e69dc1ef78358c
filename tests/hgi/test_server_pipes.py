"""The HGI server and its pipes: bytes that are no text, endless lines, clients that leave."""

import fcntl
import itertools
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.hgi.server.faults import Refused
from sarai_protocol.hgi.server.lines import MAX_LINE, decode, read_lines
from tests.hgi.dialogue import PATIENCE, Engine
from tests.hgi.refused import POSITION, TURN
from tests.support.command import SARAI, sarai

# ---- bytes ----


@pytest.mark.parametrize(
    "raw, text",
    [
        (b"\0", "character 1 is the control character 0x00"),
        (b"isready \0", "character 9 is the control character 0x00"),
        (b"# \0", "character 3 is the control character 0x00"),
        (b"isready\rx", "character 8 is the control character 0x0d"),
        (b"isready\r\r", "character 8 is the control character 0x0d"),
        (b"\x1b[A", "character 1 is the control character 0x1b"),
        (b"go\x0binfinite", "character 3 is the control character 0x0b"),
        (b"isready \x7f", "character 9 is the control character 0x7f"),
        ("isready\x85x".encode(), "character 8 is the control character 0x85"),
        (b"isready \xff", "byte 9 is not UTF-8"),
        (b"\xc0\x80", "byte 1 is not UTF-8"),
        (b"\xed\xa0\x80", "byte 1 is not UTF-8"),
        (b"\xf4\x90\x80\x80", "byte 1 is not UTF-8"),
        (b"isready \xe2\x82", "byte 9 is not UTF-8"),
        ("isready".encode("utf-16"), "byte 1 is not UTF-8"),
        (b"x" * (MAX_LINE + 1), f"more than {MAX_LINE} bytes"),
        (b"x" * 10_000_000, f"more than {MAX_LINE} bytes"),
        (b"#" * (MAX_LINE + 1), f"more than {MAX_LINE} bytes"),
    ],
    ids=range(18),
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""], ids=["LF", "CRLF", "EOF"])
def test_what_is_no_line(raw: bytes, text: str, end: bytes) -> None:
    (refused,) = read_lines(chunks(raw + end, 65536))
    assert isinstance(refused, Refused) and text in refused.text


def chunks(data: bytes, size: int) -> Callable[[int], bytes]:
    """A reader that brings so many bytes at a time."""
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return lambda _: pieces.pop(0) if pieces else b""


@given(
    st.lists(st.sampled_from([b"", b"isready", b"\xff", b"\0", b"#\r", "ü\u2028".encode(), b"\r"])),
    st.integers(1, 9),
    st.booleans(),
)
def test_lines_do_not_depend_on_how_they_arrive(lines: list[bytes], size: int, ended: bool) -> None:
    data = b"\n".join(lines) + (b"\n" if ended and lines else b"")
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()
    found = [str(line) for line in read_lines(chunks(data, size))]
    assert found == [str(decode(line)) for line in expected]


@pytest.mark.parametrize("size", [1000, 65536, MAX_LINE + 1, 3 * MAX_LINE])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_the_longest_line(size: int, end: bytes) -> None:
    longest, next_ = b"x" * MAX_LINE, b"isready"
    found = list(read_lines(chunks(end.join([longest, longest + b"x", next_, b""]), size)))
    assert found[0] == longest.decode() and found[2] == "isready"
    assert isinstance(found[1], Refused) and len(found) == 3


def test_bytes_reach_the_server() -> None:
    garbage = bytes(range(256)) * 40 + b"\n"
    lines = garbage + b"x" * 3_000_000 + b"\nisready \xff\nisready a\r\n\tisready\tb \nisready half"
    done = subprocess.run(SARAI, input=lines, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = done.stdout.decode().splitlines()
    assert answers[-3:] == ["readyok a", "readyok b", "readyok half"]
    # 41 lines of garbage: the bytes 0 to 9, 11 to 9, ...; the last one ends with 255.
    assert [line.split()[:2] for line in answers[:-3]] == [["error", "bad-line"]] * 43


# ---- the end of the input ----


@pytest.mark.parametrize(
    "lines, last",
    [
        ([], ""),
        (["isready"], "readyok"),
        ([POSITION, "go iterations 20000 id 1"], "bestmove .* id 1"),
        ([POSITION, "go movetime 100 id 1"], "bestmove .* id 1"),
        ([POSITION, "go clock 2000,2000"], "bestmove .*"),
        ([POSITION, "go infinite id 1"], "bestmove .* id 1"),
        ([POSITION, "go infinite id 1", "stop id 2", "go iterations 1"], "bestmove .* id 1"),
        (["setoption name Trusted value true", TURN, "perft 3"], "perft 3 [0-9]+"),
        (["bench"], "bench [0-9]+"),
    ],
)
def test_at_the_end_of_the_input_all_is_answered(lines: list[str], last: str) -> None:
    text = "\n".join(lines).encode()
    done = subprocess.run(SARAI, input=text, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    found = done.stdout.decode().splitlines()
    assert bool(found) == bool(lines)
    assert not found or re.fullmatch(last, found[-1])
    assert sum(line.startswith("bestmove") for line in found) == last.startswith("bestmove")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    command = f'"$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *SARAI],
        input=b"isready\nnonsense\n",
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answered = "<&-" not in closed and not closed.startswith(">&-")
    assert done.stdout.startswith(b"readyok\nerror unknown-command") == answered


# ---- clients that leave, or do not read ----

BUSY = {
    "idle": [],
    "searching": [POSITION, "go infinite"],
    "two threads": [POSITION, "setoption name Threads value 2", "go infinite"],
    "reporting": [POSITION, "go infinite every 1 multipv 1000"],
    "perft": ["setoption name Trusted value true", TURN, "perft 20"],
    "bench": ["bench"],
}


@pytest.mark.parametrize("what", BUSY)
def test_quit(what: str) -> None:
    with Engine() as engine:
        engine.send(*BUSY[what])
        engine.sync()
        engine.send("quit", "isready late")
        assert engine.wait() == 0
        assert not [line for line in engine.until("\0") if line.startswith(("bestmove", "ready"))]
        assert engine.errors == ""


@pytest.mark.parametrize("what", BUSY)
def test_quit_of_a_client_that_does_not_read(what: str) -> None:
    process = subprocess.Popen(SARAI, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    with process:
        lines = [*BUSY[what], *["isready token"] * 20_000, "quit"]
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        process.stdin.close()


@pytest.mark.parametrize("what", BUSY)
def test_a_client_that_has_closed_our_output(what: str) -> None:
    """Its input stays open, and nothing more is sent."""
    process = subprocess.Popen(
        SARAI, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write("".join(f"{line}\n" for line in [*BUSY[what], "isready"]).encode())
        process.stdin.flush()
        while process.stdout.readline() != b"readyok\n":
            pass
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
        process.stdin.close()


@pytest.mark.parametrize("last", ["", "wait\n"])
def test_a_client_that_has_gone(last: str) -> None:
    """Both ends are closed in the middle of a long search with a limit."""
    process = subprocess.Popen(
        SARAI, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write(f"{POSITION}\ngo iterations 1000000000\nisready\n{last}".encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdin.close()
        process.stdout.close()
        assert process.wait(PATIENCE) == 0 and process.stderr.read() == b""


def test_a_client_that_writes_first_and_reads_later() -> None:
    number = 200_000
    process = subprocess.Popen(SARAI, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    with process:
        process.stdin.write("".join(f"isready {i}\n" for i in range(number)).encode())
        process.stdin.write(f"{POSITION}\ngo iterations 50\n".encode())
        process.stdin.close()
        *lines, best = process.stdout.read().decode().splitlines()
        assert lines[:number] == [f"readyok {i}" for i in range(number)]
        assert best.startswith("bestmove ") and process.wait(PATIENCE) == 0


def test_reports_nobody_reads_are_dropped_and_the_answer_is_not() -> None:
    """Reports are whole: each `info` of the search is followed by all its candidates."""
    process = subprocess.Popen(SARAI, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    with process:
        lines = f"{POSITION}\ngo infinite every 1 multipv 1000 id 5\n"
        process.stdin.write(lines.encode())
        process.stdin.flush()
        time.sleep(1.5)
        process.stdin.write(b"stop\n")
        process.stdin.close()
        found = process.stdout.read().decode().splitlines()
        assert process.wait(PATIENCE) == 0
    assert found[-1].startswith("bestmove ") and found[-1].endswith(" id 5")
    heads = [at for at, line in enumerate(found) if " iterations " in line] + [len(found) - 1]
    for head, after in itertools.pairwise(heads):
        ranks = [line.split()[4] for line in found[head + 1 : after]]
        assert ranks == [str(rank) for rank in range(1, len(ranks) + 1)] and ranks


def test_lines_of_one_answer_stand_together() -> None:
    """Also while a search reports as often as it can."""
    with Engine() as engine:
        engine.send(POSITION, "go infinite every 1 multipv 1000 id 8")
        found, asked = engine.until("info id 8 time"), 0
        # As many questions as it takes, so that reports come while they are answered.
        while sum(line.startswith("info id 8 time") for line in found) < 4:
            engine.send(*["belief", "d"] * 50)
            found += engine.sync()
            asked += 50
        engine.send("stop")
        found += engine.until("bestmove")[:-1]
    kinds = "".join("r" if line.startswith("info id 8") else line[0] for line in found)
    belief, board = "b" * 7, "i" * 7 + "d"
    assert (kinds.count(belief), kinds.count(board)) == (asked, asked)
    assert set(kinds.replace(belief, "").replace(board, "")) == {"r"}


def test_pipes_that_do_not_block() -> None:
    """As some event loops make them."""
    ours_out, theirs_in = os.pipe()[::-1]
    theirs_out, ours_in = os.pipe()[::-1]
    for descriptor in (theirs_in, theirs_out):
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    process = subprocess.Popen(SARAI, stdin=theirs_in, stdout=theirs_out, stderr=subprocess.PIPE)
    os.close(theirs_in)
    os.close(theirs_out)
    assert process.stderr
    with process, open(ours_in, "rb") as answers, open(ours_out, "wb") as commands:
        commands.write(b"isready first\n")
        commands.flush()
        assert answers.readline() == b"readyok first\n"
        commands.write(b"help\n" * 2000 + b"isready last\n")
        commands.close()
        assert process.poll() is None
        lines = answers.read().splitlines()
        assert lines.count(b"help") == 2000 and lines[-1] == b"readyok last"
        assert process.wait(PATIENCE) == 0 and process.stderr.read() == b""


def test_sockets_instead_of_pipes() -> None:
    ours, theirs = socket.socketpair()
    with subprocess.Popen(
        SARAI, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.PIPE
    ) as process:
        theirs.close()
        ours.sendall(f"{POSITION}\ngo infinite id 4\nisready\n".encode())
        with ours.makefile("r", encoding="utf-8") as answers:
            assert answers.readline() == "readyok\n"
            ours.shutdown(socket.SHUT_WR)
            assert answers.read().splitlines()[-1].endswith(" id 4")
        assert process.wait(PATIENCE) == 0
        ours.close()


def take_interrupts() -> None:
    """As a terminal starts its programs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("what", BUSY)
def test_interrupt(what: str) -> None:
    """Ctrl-C in a terminal."""
    process = subprocess.Popen(
        SARAI,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=take_interrupts,
    )
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write("".join(f"{line}\n" for line in [*BUSY[what], "isready"]).encode())
        process.stdin.flush()
        while process.stdout.readline() != b"readyok\n":
            pass
        threading.Thread(target=process.stdout.read, daemon=True).start()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == b"sarai: stopped\n"
        process.stdin.close()


def test_wait_makes_a_batch_of_a_pipe() -> None:
    """All is written at once, and the second search is not refused."""
    searches = [f"{POSITION}\ngo iterations 50 id {i}\nwait\n" for i in range(3)]
    done = sarai(stdin="wait\n" + "".join(searches) + "isready end\n")
    ends = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert [line.split()[-1] for line in ends] == ["0", "1", "2", "end"]
    assert [line.split()[0] for line in ends] == ["bestmove"] * 3 + ["readyok"]


def test_wait_is_refused_where_only_stop_would_help() -> None:
    for go in ("infinite", "confidence 0.999999999"):
        with Engine() as engine:
            engine.send(POSITION, f"go {go}")
            (answer,) = engine.ask("wait")
            assert answer.startswith("error busy only `stop` ends this search"), answer
            engine.send("stop", "wait", "isready stopped")
            *_, best, ready = engine.until("readyok")
            assert best.startswith("bestmove ") and ready == "readyok stopped"
