"""Reading record files: the record of one match, or a collection of parts of matches.

A collection is what merging and filtering make: one section after the other, each a header and
games of that match with rising numbers. The record of a match is a collection of one section that
lacks no game up to its last. Every game is held against the schedule of its match.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...refusal import Refusal, reason
from ..play.schedule import Schedule
from .records import BrokenRecord, GameRecord, Header, decode, decode_header

BLOCK = 1 << 16


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


def read_header(path: Path) -> Header:
    """The first header of a file. Refusal if it can't be read or is something else."""
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
    """The games of the record of a match one by one; a half-written last line is left out.

    Refusal at a line that is not the next game of this match.
    """
    schedule = header.schedule()
    with open(path, "rb") as file:
        file.readline()
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                game = _game(line)
                if game.number != number:
                    raise BrokenRecord(f"game {game.number} stands where game {number} belongs")
                yield checked(game, header, schedule)
            except BrokenRecord as error:
                raise Refusal(f"{path}, line {number + 1}: {error}") from None


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
        raise BrokenRecord(f"game {number} has not the pair, deal and seating of this match")
    if not len(game.shares) == len(game.scores) == len(game.clock.decisions) == header.seats:
        raise BrokenRecord(f"game {number} has not {header.seats} shares, scores and clocks")
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
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            for line, text in enumerate(file, self.line):
                if text.startswith(HEAD) or not text.endswith(b"\n"):
                    return
                try:
                    game = checked(_game(text), self.header, schedule)
                    if game.number <= last:
                        raise BrokenRecord(f"game {game.number} comes after game {last}")
                except BrokenRecord as error:
                    raise Refusal(f"{self.path}, line {line}: {error}") from None
                last = game.number
                yield game


HEAD = b'{"kind":"match"'
"""How the line of a header begins; `encode` writes the kind first."""


def sections(path: Path) -> list[Section]:
    """The sections of a file. Refusal if it can't be read or is no record."""
    found = [Section(path, read_header(path), 0, 2)]
    with open(path, "rb") as file:
        first = file.readline()
        found[0] = Section(path, found[0].header, len(first), 2)
        offset = len(first)
        for line, text in enumerate(file, 2):
            offset += len(text)
            if text.startswith(HEAD) and text.endswith(b"\n"):
                try:
                    found.append(Section(path, decode_header(text), offset, line + 1))
                except BrokenRecord as error:
                    raise Refusal(f"{path}, line {line}: {error}") from None
    return found
