"""Fuzzed lines through the HGI server: each is answered as the table of commands says.

After each line comes `isready` with a token, so that it is known what answers what.
"""

from __future__ import annotations

import pytest

from sarai_protocol.hgi.messages import Message, canonical, split_words
from sarai_protocol.hgi.server.commands import COMMANDS
from sarai_protocol.hgi.server.faults import Refused
from sarai_protocol.hgi.server.lines import decode
from tests.hgi.dialogue import Engine, read
from tests.hgi.fuzz import Fuzz

BATCH = 250
ENDS = {"go": "bestmove", "perft": "perft", "bench": "bench"}
"""What is answered later, with other answers between."""
FINAL = {"hgi": "hgiok", "isready": "readyok", "belief": "beliefok"}
"""The last line of an answer that has not the command's own name."""


def messages(lines: list[str]) -> list[Message]:
    """What the server has said; it says nothing that HGI does not know."""
    found = [read(line) for line in lines]
    known = [message for message in found if message is not None]
    assert len(known) == len(lines), lines
    return known


class Session:
    """A server, the lines it was sent, and what it still owes."""

    def __init__(self, engine: Engine, fuzz: Fuzz) -> None:
        self._engine, self._fuzz = engine, fuzz
        self._number = 0
        self._owed: dict[str, int] = dict.fromkeys(ENDS.values(), 0)

    def batch(self) -> None:
        """Some lines in one piece, then all that is owed."""
        lines = [self._fuzz.line() for _ in range(BATCH)]
        first, sent = self._number, b""
        for line in lines:
            sent += line + b"\nisready t%d\n" % self._number
            self._number += 1
            if line.lstrip().startswith((b"perft", b"bench", b"go")) and self._number % 2:
                sent += b"stop\n"
        self._engine.send_bytes(sent + b"stop\n")
        for number, line in enumerate(lines, first):
            self._check(line, self._until(f"t{number}"))
        self._pay()

    def _until(self, token: str) -> list[Message]:
        """What comes before the answer to this `isready`; searches that end are ticked off."""
        ready = f"readyok {token}", f'{{"message":"readyok","token":"{token}"}}'
        lines: list[str] = []
        while (line := self._engine.line()) not in ready:
            assert line is not None, f"the server has ended; before {token}: {self._engine.errors}"
            lines.append(line)
        found = messages(lines)
        for message in found:
            if message.name in self._owed:
                self._owed[message.name] -= 1
        return [m for m in found if m.name not in self._owed]

    def _pay(self) -> None:
        while any(self._owed.values()):
            assert min(self._owed.values()) >= 0, "answered, but not asked"
            line = self._engine.line()
            assert line is not None, self._engine.errors
            for message in messages([line]):
                if message.name in self._owed:
                    self._owed[message.name] -= 1

    def _check(self, raw: bytes, found: list[Message]) -> None:
        """Is this the answer to the line?"""
        said = [message for message in found if message.name != "info"]
        errors = [message for message in said if message.name == "error"]
        assert not [error for error in errors if error["code"] == "internal"], (raw, errors)
        line = decode(raw)
        if isinstance(line, Refused):
            assert [error["code"] for error in said] == ["bad-line"], (raw[:200], said)
            return
        words = split_words(line)
        if not words or words[0].startswith("#"):
            assert not said, (raw, said)
            return
        command = COMMANDS.get(words[0])
        if errors:
            assert len(said) == 1 and errors[0]["text"], (raw, said)
            assert (command is None) == (errors[0]["code"] == "unknown-command"), (raw, said)
            never = command is not None and command.always and command.name != "wait"
            assert not never or errors[0]["code"] != "busy", (raw, said)
        elif command and command.name in ENDS:
            assert not said, (raw, said)
            self._owed[ENDS[command.name]] += 1
        elif command and command.silent:
            assert not found or not said, (raw, said)
        else:
            assert command and said[-1].name == FINAL.get(command.name, command.name), (raw, said)

    def check_that_refusals_change_nothing(self) -> None:
        """One line alone, with the whole state asked before and after."""
        before, line = self._state(), self._fuzz.line()
        self._engine.send_bytes(line + b"\nisready alone\nstop\n")
        found = self._until("alone")
        self._check(line, found)
        self._pay()
        if [message.name for message in found] == ["error"]:
            assert self._state() == before, line

    def _state(self) -> list[Message]:
        questions = "legal", "d", "belief", "result", "go iterations 20 multipv 1000"
        lines = [line for question in questions for line in self._engine.ask(question)]
        return [canonical(message) for message in messages(lines)]


def run(seed: int, lines: int) -> None:
    """So many lines through one server."""
    with Engine() as engine:
        session = Session(engine, Fuzz(seed))
        for _ in range(0, lines, BATCH):
            session.batch()
            session.check_that_refusals_change_nothing()
        engine.send("quit")
        assert engine.wait() == 0
        assert engine.errors == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzzed_lines(seed: int) -> None:
    run(seed, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_a_million_fuzzed_lines(seed: int) -> None:
    run(seed, 20_000)
