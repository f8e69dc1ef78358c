"""The record of a match as a file: made, gone on with after a stop, appended to, read.

A file is only ever appended to, one write a game; the single exception is a half-written last
line, which is cut off before a match goes on. While a match writes, it holds a lock on the file.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from ..refusal import Refusal, reason
from .records import BrokenRecord, GameRecord, Header, decode, decode_header, differences, encode
from .schedule import fixture

BLOCK = 1 << 16


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
        first, whole = _first_line(self.path)
        if not whole and line.startswith(first):
            if first:
                self._cut(0)
            self._write(line)
            return
        try:
            there = decode_header(first)
        except BrokenRecord as error:
            raise self._refused(f"the file exists, and {error}") from None
        if there != self.header:
            told = "; ".join(differences(there, self.header))
            raise self._refused(f"it is the record of another match ({told})")
        try:
            self.games = sum(1 for _ in read_games(self.path, there))
        except Refusal as error:
            raise self._refused(f"not the record of this match: {error}") from None
        end = _whole_lines(self.path)
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


def _first_line(path: Path) -> tuple[bytes, bool]:
    """The first line without its line feed, and whether it had one."""
    if not path.is_file():
        return b"", False
    with open(path, "rb") as file:
        line = file.readline()
    return line.rstrip(b"\n"), line.endswith(b"\n")


def _whole_lines(path: Path) -> int:
    """The size of a file up to its last line feed."""
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - BLOCK)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0


def read_header(path: Path) -> Header:
    """The header of a record. Refusal if the file can't be read or is something else."""
    if path.is_fifo():  # it would wait for a writer, and can't be read twice
        raise Refusal(f"{path}: it is a pipe, and a record is a file")
    try:
        with open(path, "rb") as file:
            first = file.readline()
    except OSError as error:
        raise Refusal(f"{path}: {reason(error)}") from None
    try:
        return decode_header(first)
    except BrokenRecord as error:
        raise Refusal(f"{path}: {error}") from None


def read_games(path: Path, header: Header) -> Iterator[GameRecord]:
    """The games of a record one by one; a half-written last line is left out.

    Refusal at a line that is not the next game of this match.
    """
    with open(path, "rb") as file:
        file.readline()
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield _checked(decode(line), header, number)
            except BrokenRecord as error:
                raise Refusal(f"{path}, line {number + 1}: {error}") from None


def _checked(game: GameRecord | Header, header: Header, number: int) -> GameRecord:
    if not isinstance(game, GameRecord):
        raise BrokenRecord("a second header")
    due = fixture(header.seed, header.seats, number)
    if game.number != number:
        raise BrokenRecord(f"game {game.number} stands where game {number} belongs")
    if number > header.games:
        raise BrokenRecord(f"game {number} of a match of {header.games} games")
    if (game.pair, game.deal, game.seating) != (due.pair, due.deal, due.seating):
        raise BrokenRecord(f"game {number} has not the pair, deal and seating of this match")
    if not len(game.shares) == len(game.scores) == len(game.clock.decisions) == header.seats:
        raise BrokenRecord(f"game {number} has not {header.seats} shares, scores and clocks")
    return game


def is_whole(path: Path) -> bool:
    """Does the file end with a whole line?"""
    return _whole_lines(path) == path.stat().st_size
