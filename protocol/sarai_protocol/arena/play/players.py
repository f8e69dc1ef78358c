"""Who plays a match: what a PLAYER argument or an entry of a file of players says.

A player of Sarai is `NAME:option=value,...`; an engine that speaks HGI is `hgi:COMMAND`, or words
`key=value` as a shell would split them: `cmd="./engine --fast" name=Fast option.Threads=2
iterations=1000`. Such words can also give a name to a player of Sarai: `player=greedy name=Base`.
A player that a Python file registers is `py:FILE.py:NAME:option=value,...`, or `file=FILE.py
player=NAME:...`.
Each has one canonical text, which stands in the header of a record and is all that a process needs.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sarai import Game, Player, player
from sarai.players import PLAYERS

from ...refusal import Refusal, reason
from . import scripts

ITERATIONS = 10_000
"""What an engine is asked for if it is given no limit; as for the player `ismcts`."""
BILLION = 1_000_000_000


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A player of Sarai, and what it is called; `file` registers it, with this fingerprint."""

    specification: str
    name: str = ""
    file: str = ""
    sha256: str = ""

    def __str__(self) -> str:
        words = [f"player={shlex.quote(self.specification)}"]
        for key in ("name", "file", "sha256"):
            if value := getattr(self, key):
                words.append(f"{key}={shlex.quote(value)}")
        return " ".join(words) if len(words) > 1 else self.specification

    def player(self, game: Game) -> Player:
        """The player; ValueError if there is none."""
        if not self.file:
            return player(self.specification, game)
        scripts.load(self.file, self.sha256)
        return scripts.Scripted(player(self.specification, game), self.file)


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that speaks HGI, and how it plays.

    Limits of a search: `iterations`, `confidence`, `depth`; in milliseconds `movetime`, `clock` and
    `inc`. A move may come `margin` milliseconds too late. In seconds: `start` until it has
    announced itself and taken its options, `ready` for an answer that takes no search, `stall` for
    a move after its time, or where it has none.
    """

    cmd: tuple[str, ...]
    name: str = ""
    dir: str = ""
    format: str = "text"
    iterations: int | None = None
    movetime: int | None = None
    clock: int | None = None
    inc: int | None = None
    confidence: float | None = None
    depth: int | None = None
    margin: int = 100
    start: float = 10.0
    ready: float = 10.0
    stall: float = 60.0
    options: tuple[tuple[str, str], ...] = field(default=())

    def __str__(self) -> str:
        words = [f"cmd={shlex.quote(shlex.join(self.cmd))}"]
        for key in READERS:
            value = getattr(self, key)
            if key != "cmd" and value != STANDARD[key]:
                words.append(f"{key}={shlex.quote(_shown(value))}")
        words += [f"option.{name}={shlex.quote(value)}" for name, value in self.options]
        return " ".join(words)

    @property
    def shown(self) -> str:
        return self.name or shlex.join(self.cmd)[:80]

    def limits(self) -> dict[str, int | float]:
        """The limits of `go` that do not change from move to move."""
        keys = ("iterations", "movetime", "confidence", "depth")
        given = {key: value for key in keys if (value := getattr(self, key)) is not None}
        return given if self.limited else {**given, "iterations": ITERATIONS}

    @property
    def limited(self) -> bool:
        """Is it given a limit that ends a search?"""
        ends = (self.iterations, self.movetime, self.clock, self.confidence)
        return any(limit is not None for limit in ends)


Entrant = BuiltIn | Engine


# ---- values ----


def _whole(lowest: int, highest: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,10}", text) or not lowest <= int(text) <= highest:
            raise ValueError(f"{text!r} is not a whole number from {lowest} to {highest}")
        return int(text)

    return read


def _number(lowest: float, highest: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,10})?", text) or not (
            lowest < float(text) < highest
        ):
            raise ValueError(f"{text!r} is not a number between {lowest:g} and {highest:g}")
        return float(text)

    return read


def _command(text: str) -> tuple[str, ...]:
    words = tuple(shlex.split(text))
    if not words or not words[0]:
        raise ValueError("the command is empty")
    return words


def _format(text: str) -> str:
    if text not in ("text", "json"):
        raise ValueError(f"{text!r} is not one of text, json")
    return text


def _word(text: str) -> str:
    if not text or not text.isprintable():
        raise ValueError(f"{text!r} is not a line of text")
    return text


READERS: Mapping[str, Callable[[str], object]] = {
    "cmd": _command,
    "name": _word,
    "dir": _word,
    "format": _format,
    "iterations": _whole(1, BILLION),
    "movetime": _whole(1, BILLION),
    "clock": _whole(1, BILLION),
    "inc": _whole(0, BILLION),
    "confidence": _number(0.5, 1.0),
    "depth": _whole(1, 1000),
    "margin": _whole(0, BILLION),
    "start": _number(0, 86_400),
    "ready": _number(0, 86_400),
    "stall": _number(0, 86_400),
}
"""What an engine's words may be, and how each is read."""
STANDARD = {f.name: f.default for f in Engine.__dataclass_fields__.values()}


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


# ---- reading ----


def entrant(text: str) -> Entrant:
    """The player that a text names; ValueError says what is wrong with it.

    >>> print(entrant("hgi:sarai"))
    cmd=sarai
    >>> print(entrant("cmd='sarai -x' name=Fast option.Threads=2 movetime=100 margin=20"))
    cmd='sarai -x' name=Fast movetime=100 margin=20 option.Threads=2
    >>> entrant("ismcts:iterations=5")
    BuiltIn(specification='ismcts:iterations=5', name='', file='', sha256='')
    """
    if text.startswith("hgi:"):
        return _engine({"cmd": text.removeprefix("hgi:")})
    if found := re.fullmatch(r"py:(.+?\.py):(.+)", text):
        return _built_in({"file": found[1], "player": found[2]})
    if text.startswith("py:"):
        raise ValueError("the form is py:FILE.py:NAME or py:FILE.py:NAME:option=value,...")
    if not re.match(r"\s*[\w.]+=", text):
        return BuiltIn(text)
    values: dict[str, str] = {}
    for word in shlex.split(text):
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is not of the form key=value")
        if key in values:
            raise ValueError(f"{key} is given twice")
        values[key] = value
    return _of_words(values)


def _of_words(values: Mapping[str, str]) -> Entrant:
    return _built_in(values) if "player" in values else _engine(values)


def _built_in(values: Mapping[str, str]) -> BuiltIn:
    if unknown := values.keys() - {"player", "name", "file", "sha256"}:
        raise ValueError(f"{min(unknown)}: a player of Sarai has its options in `player=`")
    name = _word(values["name"]) if "name" in values else ""
    file = values.get("file", "")
    sha256 = values.get("sha256") or (scripts.fingerprint(file) if file else "")
    return BuiltIn(values["player"], name, file, sha256)


def _engine(values: Mapping[str, str]) -> Engine:
    if "cmd" not in values:
        raise ValueError("cmd=COMMAND is missing (or player=NAME for a player of Sarai)")
    read: dict[str, object] = {}
    options: list[tuple[str, str]] = []
    for key, value in values.items():
        if key.startswith("option."):
            options.append((key.removeprefix("option."), value))
        elif key in READERS:
            try:
                read[key] = READERS[key](value)
            except ValueError as error:
                raise ValueError(f"{key}: {error}") from None
        else:
            raise ValueError(f"no key {key!r}; the keys are {', '.join(READERS)}, option.NAME")
    if "inc" in read and "clock" not in read:
        raise ValueError("inc: it adds to a clock, and none is given")
    return Engine(**read, options=tuple(options))  # type: ignore[arg-type]


def read_players(path: Path) -> dict[str, str]:
    """The players of a TOML file by name, each as its canonical text. Refusal names the fault.

    A table for each: `[fast]`, with the keys of `entrant`, and `option` as a table of its own.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refusal(f"--players {path}: {reason(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refusal(f"--players {path}: {error}") from None
    players: dict[str, str] = {}
    for name, table in tables.items():
        try:
            if not isinstance(table, dict):
                raise ValueError("it is not a table `[NAME]`")
            if name in PLAYERS:
                raise ValueError("this is the name of a player of Sarai; choose another")
            players[name] = str(_of_words({"name": name, **_flat(table)}))
        except ValueError as error:
            raise Refusal(f"--players {path}: {name}: {error}") from None
    return players


def _flat(table: Mapping[str, object]) -> dict[str, str]:
    values: dict[str, str] = {}
    for key, value in table.items():
        if key == "option" and isinstance(value, dict):
            values |= {f"option.{name}": _plain(name, item) for name, item in value.items()}
        elif key == "cmd" and isinstance(value, list):
            values[key] = shlex.join(map(str, value))
        else:
            values[key] = _plain(key, value)
    return values


def _plain(key: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise ValueError(f"{key}: {value!r} is neither a text nor a number")
    return str(value)


def chosen(texts: Sequence[str], known: Mapping[str, str]) -> tuple[Entrant, ...]:
    """The players of a command line, of which `known` ones have names. Refusal names the fault."""
    found = []
    for text in texts:
        try:
            found.append(entrant(known.get(text, text)))
        except ValueError as error:
            raise Refusal(f"PLAYER {text!r}: {error}") from None
    return tuple(found)
