"""Reading record files: the record of one match, or a collection of parts of matches.

A collection is what merging and filtering make: one section after the other, each a header and
games of that match with rising numbers. The record of a match is a collection of one section that
lacks no game up to its last. Every game is held against the schedule of its match. Empty lines are
skipped, and so is a byte order mark at the start.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ...refusal import Refusal, reason
from ..play.schedule import Schedule
from .records import BrokenRecord, GameRecord, Header, decode, decode_header

BLOCK = 1 << 16


LONGEST = 1 << 24
"""Bytes of a line; no game comes near it."""
MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put at the start of UTF-8."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty: its number, its text, the offset of the next one.

    The last line of a file may be half-written; then it is not `whole`.
    """

    number: int
    text: bytes
    end: int
    whole: bool


def lines(path: Path, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """The lines of a file from a place on, without empty ones, and without a byte order mark.

    Refusal at a line that is too long.
    """
    with open(path, "rb") as file:
        file.seek(offset)
        for at in count(number):
            text = file.readline(LONGEST)
            if len(text) == LONGEST and not text.endswith(b"\n"):
                raise Refusal(
                    f"{path}, line {at}: it is longer than {LONGEST >> 20} MiB, and a record has "
                    "no such line"
                )
            if not text:
                return
            shown = text.removeprefix(MARK) if at == 1 else text
            if shown.strip():
                yield Line(at, shown, file.tell(), text.endswith(b"\n"))


def whole_lines(path: Path) -> int:
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


def is_whole(path: Path) -> bool:
    """Does the file end with a whole line?"""
    return whole_lines(path) == path.stat().st_size


def first_line(path: Path) -> Line:
    """The first line; an empty one, not whole, if the file has none."""
    return next(lines(path), Line(1, b"", 0, False))


def read_header(path: Path) -> Header:
    """The first header of a file. Refusal if it can't be read or is something else."""
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe can't be read twice
        raise Refusal(f"{path}: it is a pipe or a device, and a record is a file")
    try:
        first = first_line(path)
    except OSError as error:
        raise Refusal(f"{path}: {reason(error)}") from None
    try:
        return decode_header(first.text)
    except BrokenRecord as error:
        raise Refusal(f"{path}: {error}") from None


def read_games(path: Path, header: Header) -> Iterator[GameRecord]:
    """The games of the record of a match one by one; a half-written last line is left out.

    Refusal at a line that is not the next game of this match.
    """
    schedule, first = header.schedule(), first_line(path)
    for number, line in enumerate(lines(path, first.end, first.number + 1), 1):
        if not line.whole:
            return
        try:
            game = _game(line.text)
            if game.number != number:
                raise BrokenRecord(f"game {game.number} stands where game {number} belongs")
            yield checked(game, header, schedule)
        except BrokenRecord as error:
            raise Refusal(f"{path}, line {line.number}: {error}") from None


def _game(line: bytes) -> GameRecord:
    game = decode(line)
    if not isinstance(game, GameRecord):
        raise BrokenRecord("a second header")
    return game


def checked(game: GameRecord, header: Header, schedule: Schedule) -> GameRecord:
    """The game itself if it belongs to this match, else BrokenRecord."""
    number = game.number
    if not 1 <= number <= header.games:
        raise BrokenRecord(f"game {number} of a match of {header.games} games")
    due = schedule.fixture(number)
    if (game.pair, game.deal, game.seating) != (due.pair, due.deal, due.seating):
        raise BrokenRecord(f"game {number} does not have the pair, deal and seating of this match")
    clock = game.clock
    if not len(game.shares) == len(game.scores) == len(clock.decisions) == header.seats:
        raise BrokenRecord(f"game {number} does not have {header.seats} shares, scores and clocks")
    if clock.cpu and len(clock.cpu) != header.seats:
        raise BrokenRecord(f"game {number} does not have the CPU time of {header.seats} seats")
    if game.fault is not None and not (
        0 <= game.fault.seat < header.seats and game.shares[game.fault.seat] == 0
    ):
        raise BrokenRecord(f"game {number} has a fault of a seat that has not lost by it")
    return game


# ---- collections ----


@dataclass(frozen=True, slots=True)
class Section:
    """A header in a file, and where its games begin: the line after it, as bytes and as number."""

    path: Path
    header: Header
    offset: int
    line: int

    def games(self) -> Iterator[GameRecord]:
        """Its games one by one; Refusal at a line that does not belong there."""
        schedule, last = self.header.schedule(), 0
        for line in lines(self.path, self.offset, self.line):
            if line.text.startswith(HEAD) or not line.whole:
                return
            try:
                game = checked(_game(line.text), self.header, schedule)
                if game.number <= last:
                    raise BrokenRecord(f"game {game.number} comes after game {last}")
            except BrokenRecord as error:
                raise Refusal(f"{self.path}, line {line.number}: {error}") from None
            last = game.number
            yield game


HEAD = b'{"kind":"match"'
"""How the line of a header begins; `encode` writes the kind first."""


def sections(path: Path) -> list[Section]:
    """The sections of a file. Refusal if it can't be read or is no record."""
    header, first = read_header(path), first_line(path)
    found = [Section(path, header, first.end, first.number + 1)]
    for line in lines(path, first.end, first.number + 1):
        if line.text.startswith(HEAD) and line.whole:
            try:
                found.append(Section(path, decode_header(line.text), line.end, line.number + 1))
            except BrokenRecord as error:
                raise Refusal(f"{path}, line {line.number}: {error}") from None
    return found
