"""Runs the `sarai` command, in a process of its own or faster in this one; what is left of it."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sarai_protocol.cli.main import main

SARAI = (sys.executable, "-m", "sarai_protocol")


def sarai(
    *arguments: str | Path, stdin: str | bytes = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    done = subprocess.run(
        [*SARAI, *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=120,
        env={**os.environ, **(env or {})},
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def inline(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The same in this process, without a process's start: many commands in little time."""
    words = [str(argument) for argument in arguments]
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
    ):
        code = main(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """Start a command in a process group of its own, with Ctrl-C as a terminal sets it."""
    return subprocess.Popen(
        [*SARAI, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def ok(done: subprocess.CompletedProcess[str]) -> str:
    """The output of a command that must have succeeded."""
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait_for_lines(path: Path, lines: int, process: subprocess.Popen[str]) -> None:
    """Until the record has so many lines, or the match has ended."""
    deadline = time.monotonic() + 30
    while process.poll() is None:
        assert time.monotonic() < deadline, "no game was played"
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.005)


def members(group: int) -> list[int]:
    """The living processes of a group (Linux; elsewhere nothing is found)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(pgrp) == group and state != "Z":
            found.append(int(entry.parent.name))
    return found


def assert_group_ends(group: int) -> None:
    deadline = time.monotonic() + 10
    while members(group):
        assert time.monotonic() < deadline, "processes are left over"
        time.sleep(0.05)
