"""A session with an HGI engine in a process of its own, and the sessions of protocol/HGI.md.

`python -m tests.hgi.dialogue` writes the sessions and tables of HGI.md and of the games anew.
The test of the documents plays the same sessions and compares them in canonical form.
"""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from sarai.games import REGISTRY
from sarai_protocol.hgi.messages import Message, canonical, from_json, from_text
from sarai_protocol.hgi.server.commands import document
from tests.hgi import pages
from tests.support.command import SARAI

DOCUMENT = Path(__file__).resolve().parents[2] / "protocol" / "HGI.md"
SESSION = re.compile(r"(?<=^```hgi\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
LIST = re.compile(r"(?<=<!-- commands:begin -->\n).*?(?=<!-- commands:end -->)", re.DOTALL)
ENDS = {"go": "bestmove", "perft": "perft", "bench": "bench"}
"""The line that ends what takes long."""
PATIENCE = 60.0
"""Seconds after which an answer is taken to be missing."""


class Engine:
    """Sends lines and waits for lines. Use it with `with`: it kills what is left."""

    def __init__(self, command: Sequence[str] = SARAI) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors: list[bytes] = []
        self._syncs = 0
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            self._lines.put(raw.decode().removesuffix("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for raw in self.process.stderr:
            self._errors.append(raw)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def close(self) -> None:
        """End its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def line(self, timeout: float = PATIENCE) -> str | None:
        """The next line, None at the end of its output; queue.Empty if there is none in time."""
        return self._lines.get(timeout=timeout)

    def until(self, *starts: str) -> list[str]:
        """The lines up to the first that begins so, or to the end of the output."""
        found: list[str] = []
        while (line := self.line()) is not None:
            found.append(line)
            if line.startswith(starts):
                break
        return found

    def sync(self) -> list[str]:
        """All lines that come before the engine is ready again, or busy with a search."""
        self._syncs += 1
        token = f"sync{self._syncs}"
        self.send(f"isready {token}")
        return self.until(f"readyok {token}", f'{{"message":"readyok","token":"{token}"')[:-1]

    def ask(self, line: str) -> list[str]:
        """The whole answer to a command; of a search with limits, up to its bestmove."""
        self.send(line)
        command, *rest = line.split()
        if command == "quit":
            return self.until("\0")
        found = self.sync()
        last = ENDS.get(command)
        if last and "infinite" not in rest and not any(is_last(line, last) for line in found):
            found += self.until(last, f'{{"message":"{last}"')
        return found

    def wait(self) -> int:
        """Its exit code."""
        return self.process.wait(PATIENCE)

    @property
    def errors(self) -> str:
        """What it has said on standard error."""
        return b"".join(self._errors).decode()


def is_last(line: str, name: str) -> bool:
    """Is this the end of what a `go`, `perft` or `bench` answers?"""
    return line.startswith((name, "error", f'{{"message":"{name}"', '{"message":"error"'))


# ---- the document ----


def documents() -> list[Path]:
    """HGI.md, then the page of each game."""
    return [DOCUMENT, *map(pages.path, REGISTRY)]


def sessions() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in documents()]
    return [session for text in texts for session in SESSION.findall(text)]


def commands(session: str) -> list[str]:
    return [line[2:] for line in session.splitlines() if line.startswith("> ")]


def play(session: str) -> Iterator[str]:
    """The session again, with a fresh engine."""
    with Engine() as engine:
        # The stop that names an infinite search ends it; another one does not.
        ids = re.findall(r"^> go .*infinite id (\S+)", session, re.MULTILINE)
        endings = [f"stop id {id_}" for id_ in ids]
        for command in commands(session):
            yield f"> {command}"
            if command in endings:
                time.sleep(0.02)  # for it to find something
            lines = engine.ask(command)
            if command in endings and not any(is_last(line, "bestmove") for line in lines):
                lines += engine.until("bestmove")
            yield from (f"< {line}" for line in lines)


def read(line: str) -> Message | None:
    """A line of the engine in either format."""
    return from_json(line) if line.startswith("{") else from_text(line)


def comparable(line: str, endless: bool) -> str | Message:
    """A line in canonical form; where a search was ended by hand, the kind of its lines only."""
    message = read(line.removeprefix("< ")) if line.startswith("< ") else None
    if message is None:
        return line
    if message.name == "id" and "name" in message.values:
        return "the name has the version"
    if endless and message.name in ("info", "bestmove") and "string" not in message.values:
        return f"{message.name} {sorted(message.values)}"
    return canonical(message)


def rewrite() -> None:
    """Write the sessions, the list of commands and the tables of the games anew."""
    pages.rewrite()
    for path in documents():
        text = path.read_text(encoding="utf-8")
        text = SESSION.sub(lambda found: "\n".join(play(found[0])) + "\n", text)
        text = LIST.sub(lambda _: document() + "\n", text)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
    sys.exit()
