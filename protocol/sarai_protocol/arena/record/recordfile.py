"""The record of a match as a file that grows: made, gone on with after a stop, appended to.

A file is only ever appended to, one write a game; the single exception is a half-written last
line, which is cut off before a match goes on. While a match writes, it holds a lock on the file.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType

from ...refusal import Refusal, reason
from .reading import first_line, read_games, whole_lines
from .records import BrokenRecord, GameRecord, Header, decode_header, differences, encode


class RecordFile:
    """The open record of a match, at its end. Refusal if the path can't be that.

    `notices` says what a person should know, `games` how many games it has.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self.notices: list[str] = []
        self.games = 0
        if path.exists() and not path.is_file():
            raise Refusal(f"--record {path}: it is not a regular file")
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise Refusal(f"--record {path}: {reason(error)}") from None
        try:
            self._lock()
            self._join()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refusal(f"--record {self.path}: another match is writing to it") from None
        except OSError:
            pass  # a file system without locks: go on without

    def _join(self) -> None:
        """Go on with the record that is there, or begin it."""
        line = encode(self.header)
        first = first_line(self.path)
        if not first.whole and line.startswith(first.text):
            if first.text:
                self._cut(0)
            self._write(line)
            return
        try:
            there = decode_header(first.text)
        except BrokenRecord as error:
            raise self._refused(f"the file exists, and {error}") from None
        if there != self.header:
            told = "; ".join(differences(there, self.header))
            raise self._refused(f"it is the record of another match ({told})")
        try:
            self.games = sum(1 for _ in read_games(self.path, there))
        except Refusal as error:
            raise self._refused(f"not the record of this match: {error}") from None
        end = whole_lines(self.path)
        if end < self.path.stat().st_size:
            self._cut(end)

    def _refused(self, why: str) -> Refusal:
        return Refusal(f"--record {self.path}: {why}; it is left as it was, give another file")

    def _cut(self, size: int) -> None:
        os.truncate(self._file, size)
        self.notices.append(f"{self.path}: a half-written last line was cut off")

    def append(self, game: GameRecord) -> None:
        """Write the next game."""
        self._write(encode(game))
        self.games += 1

    def _write(self, line: bytes) -> None:
        """One write, whole as far as the system takes it: a kill leaves at most a part of it."""
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            raise Refusal(
                f"--record {self.path}: {reason(error)}; it has {self.games} games, and the same "
                "command goes on with them"
            ) from None
