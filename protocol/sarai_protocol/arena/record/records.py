"""Records of matches: one JSON line a game, after a header line that says which match it is.

The lines are written in the order of the games, each with one write, and everything that may
differ between two runs of the same match (times) is under the one key `clock`. So the record of a
match that was killed is a beginning of the record of the whole match, apart from a half-written
last line, and going on means to cut that line and to play the games that are missing.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import msgspec

from ..play.faults import Fault
from ..play.schedule import TOURNAMENTS, Schedule, tables
from ..rate.sprt import Sprt, parse

FORMAT = 1
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the players of a match are called, in the order in which they are given."""


class Header(msgspec.Struct, frozen=True, tag_field="kind", tag="match"):
    """The first line: which match this is. Two records are of one match if these are equal.

    `rules` has all options, `players` are their specifications, `engine` and `core` the version of
    Sarai and the fingerprint of its C sources. `games` is the most that are played: a match with a
    sequential test, `sprt`, ends when that decides. The test is part of the match, since one
    whose bounds are changed on the way has no error rates. `shown` has the players, by index, that
    are shown all hidden cards, for measuring only.
    """

    game: str
    rules: dict[str, str]
    seats: int
    players: tuple[str, ...]
    seed: int
    games: int
    engine: str
    core: str
    tournament: str = "match"
    sprt: str = ""
    format: int = FORMAT
    shown: tuple[int, ...] = ()

    def schedule(self) -> Schedule:
        """All games of the match."""
        met = tables(self.tournament, len(self.players), self.seats)
        return Schedule(self.seed, self.seats, met)

    @property
    def duel(self) -> bool:
        """Is it two players at a table of two seats, so that games come in pairs?"""
        return self.seats == len(self.players) == 2

    @property
    def single_player(self) -> bool:
        """Does each player play alone?"""
        return self.seats == 1


class Evaluation(msgspec.Struct, frozen=True):
    """What a searching player thought of the move that it played.

    `event` is the index of the move among the events; `win` the share of each seat, `visits` of
    the move, `depth` the mean over all iterations.
    """

    event: int
    win: tuple[float, ...]
    visits: int
    iterations: int
    depth: float


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Times: of the whole game in seconds, of each seat's decisions in milliseconds.

    `overrun`: by how many milliseconds a move came too late, if that has ended the game. `cpu`:
    the CPU milliseconds of each seat's player in the game, null where they are not known; records
    made before this was measured do not have it.
    """

    seconds: float
    decisions: tuple[tuple[float, ...], ...]
    overrun: float | None = None
    cpu: tuple[float | None, ...] = ()


class GameRecord(msgspec.Struct, frozen=True, tag_field="kind", tag="game", omit_defaults=True):
    """One game.

    `number` and `pair` count from 1; `deal` is the seed of all its chance; `seating` the player of
    each seat, `first` the seat that decided first; `events` are all moves and events of chance in
    full; `shares` of the win and `scores` by seat; `plies` the decisions of seats; `capped`: a
    limit on moves was reached. A `fault` has ended the game before its time, as a loss of that
    seat; the scores are 0 then. It stands only in records of such games.
    """

    number: int
    pair: int
    deal: int
    seating: tuple[int, ...]
    first: int
    events: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    plies: int
    capped: bool
    evaluations: tuple[Evaluation, ...]
    clock: Clock
    fault: Fault | None = None


class BrokenRecord(ValueError):
    """A line that is not what it should be."""


Line = Header | GameRecord

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def encode(line: Line) -> bytes:
    """The line of a record, line feed included."""
    return msgspec.json.encode(line) + b"\n"


def decode(line: bytes) -> Line:
    """The record of a line; BrokenRecord says what is wrong with it."""
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise BrokenRecord(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BrokenRecord("it is not JSON") from None


class _Format(msgspec.Struct):
    kind: str
    format: int


def decode_header(line: bytes) -> Header:
    """The header in the first line of a record; BrokenRecord if it is none."""
    try:
        found = msgspec.json.decode(line, type=_Format)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = _Format("", 0)
    if found.kind != "match":
        raise BrokenRecord("it is not a record of a match")
    if found.format != FORMAT:
        raise BrokenRecord(f"it has format {found.format}; this version reads format {FORMAT}")
    header = decode(line)
    assert isinstance(header, Header)  # by its kind
    if header.tournament not in TOURNAMENTS:
        raise BrokenRecord(f"tournament {header.tournament!r} is not one of {[*TOURNAMENTS]}")
    count = len(header.players)
    if header.single_player:
        if not count or header.tournament != "match":
            raise BrokenRecord(f"alone, {count} players can't play a {header.tournament}")
    elif count < header.seats or (header.tournament == "match" and count != header.seats):
        raise BrokenRecord(f"it has {header.seats} seats, and {count} players")
    if not all(0 <= player < count for player in header.shown):
        raise BrokenRecord(f"shown: {list(header.shown)} are not all players of this match")
    if header.sprt:
        try:
            check_test(header, parse(header.sprt))
        except ValueError as error:
            raise BrokenRecord(f"sprt: {error}") from None
    return header


def check_test(header: Header, test: Sprt) -> None:
    """ValueError if a sequential test does not fit the match."""
    if header.duel or (header.single_player and len(header.players) == 2 and test.scale == "diff"):
        return
    if header.single_player and len(header.players) == 2:
        raise ValueError("alone nobody wins, so a test is of score differences: diff0=0,diff1=2")
    raise ValueError(
        f"a test compares two players, at a table of two seats or each alone; here are "
        f"{len(header.players)} players and {header.seats} seats"
    )


def canonical(line: bytes) -> bytes:
    """A line without what may differ between runs: the form in which records are compared."""
    fields: dict[str, Any] = json.loads(line)
    fields.pop("clock", None)
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def differences(old: Header, new: Header, but: Collection[str] = ()) -> list[str]:
    """What tells two matches apart, for a person: `seed: 1 there, 2 here`; some fields left out."""
    told: list[str] = []
    for name in [name for name in Header.__struct_fields__ if name not in but]:
        there, here = getattr(old, name), getattr(new, name)
        if isinstance(there, dict):
            options = [key for key in {**there, **here} if there.get(key) != here.get(key)]
            told += [f"{key}: {there.get(key)} there, {here.get(key)} here" for key in options]
        elif there != here:
            told.append(f"{name}: {_brief(there)} there, {_brief(here)} here")
    return told


def _brief(value: object) -> str:
    text = " v. ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text or "none"
