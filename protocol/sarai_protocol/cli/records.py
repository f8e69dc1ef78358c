"""`sarai records`: merges, filters and converts record files.

All games are checked before the first line is written.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..refusal import Refusal, reason
from .arguments import letter
from .encoding import ascii_json
from .score import read

if TYPE_CHECKING:
    from ..arena.record.merging import Part
    from ..arena.record.records import GameRecord

EPILOG = """
Files of the same players under the same rules become one, ordered by seed and number; a game that
is in two of them is in it once. All conditions must hold for a game to be kept. Players are A, B,
... in the order of the match. The form `records` is a record file again, for `sarai score`,
`sarai replay` and this command; to go on with a match takes its whole record.
"""

ANY = "any"
Condition = Callable[["GameRecord"], bool]


def interval(text: str) -> range:
    """`3-10`, `3-`, `-10` or `7` as a range."""
    found = re.fullmatch("([0-9]{0,9})(-?)([0-9]{0,9})", text)
    if not found or not (found[1] or found[3]):
        raise ArgumentTypeError(f"{text!r} is not a range like 3-10, 3-, -10 or 7")
    low = int(found[1] or 0)
    high = int(found[3] or 10**9) if found[2] else low
    if low > high:
        raise ArgumentTypeError(f"{text!r} is empty: {low} is above {high}")
    return range(low, high + 1)


def fault(text: str) -> str:
    """A kind of fault, or ANY."""
    from ..arena.play.faults import Kind

    if text not in (ANY, *Kind):
        raise ArgumentTypeError(f"{text!r} is not one of {ANY}, {', '.join(Kind)}")
    return text


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="record files")
    parser.add_argument("--numbers", type=interval, metavar="I-J", help="games I to J")
    parser.add_argument("--plies", type=interval, metavar="I-J", help="games of so many decisions")
    parser.add_argument("--player", type=letter, metavar="A", help="games in which A played")
    parser.add_argument("--starter", type=letter, metavar="A", help="games that A started")
    parser.add_argument("--winner", type=letter, metavar="A", help="games that A won")
    parser.add_argument("--drawn", action="store_true", help="drawn games")
    parser.add_argument("--capped", action="store_true", help="games that a limit on moves ended")
    parser.add_argument(
        "--fault",
        type=fault,
        nargs="?",
        const=ANY,
        metavar="KIND",
        help=f"games that a fault ended, of this kind; {ANY}, as without KIND, is all of them",
    )
    parser.add_argument(
        "--form",
        choices=("text", "csv", "records"),
        default="text",
        help="a line a game for reading, CSV, or a record file; default: text",
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="a new file; default: stdout")


def run(args: Namespace) -> int:
    if args.drawn and args.winner is not None:
        raise Refusal("--drawn, --winner: a drawn game has no winner; give one of them")
    parts = read(args.files)
    if parts[0].header.single_player and (args.drawn or args.winner is not None):
        raise Refusal("--drawn, --winner: in these games each player is alone, and nobody wins")
    count = len(parts[0].header.players)
    for name in ("player", "starter", "winner"):
        if (getattr(args, name) or 0) >= count:
            last = chr(ord("A") + count - 1)
            raise Refusal(f"--{name}: the players of this match are A to {last}")
    for part in parts:  # so that nothing is written where a file is broken
        for _ in part.games():
            pass
    lines = FORMS[args.form](parts, conditions(args))
    with _output(args.output) as out:
        for line in lines:
            out.write(line + "\n")
    return 0


def conditions(args: Namespace) -> Condition:
    """Does a game meet everything that was asked for?"""
    from ..arena.record.listing import winner_of

    wanted: list[Condition] = []
    if args.numbers is not None:
        wanted.append(lambda game: game.number in args.numbers)
    if args.plies is not None:
        wanted.append(lambda game: game.plies in args.plies)
    if args.player is not None:
        wanted.append(lambda game: args.player in game.seating)
    if args.starter is not None:
        wanted.append(lambda game: game.seating[game.first] == args.starter)
    if args.winner is not None:
        wanted.append(lambda game: winner_of(game) == args.winner)
    if args.drawn:
        wanted.append(lambda game: winner_of(game) is None)
    if args.capped:
        wanted.append(lambda game: game.capped)
    if args.fault is not None:
        wanted.append(lambda game: game.fault is not None and args.fault in (ANY, game.fault.kind))
    return lambda game: all(holds(game) for holds in wanted)


def _text(parts: Sequence[Part], keep: Condition) -> Iterator[str]:
    from ..arena.record.listing import text_lines
    from ..arena.show.report import title

    for part in parts:
        yield title(part.header)
        yield from text_lines(part.header, filter(keep, part.games()))


def _csv(parts: Sequence[Part], keep: Condition) -> Iterator[str]:
    from ..arena.record.listing import csv_heads, csv_lines

    yield csv_heads(parts[0].header)
    for part in parts:
        yield from csv_lines(part.header, filter(keep, part.games()))


def _records(parts: Sequence[Part], keep: Condition) -> Iterator[str]:
    from ..arena.record.records import encode

    for part in parts:
        yield _line(encode(part.header))
        yield from (_line(encode(game)) for game in part.games() if keep(game))


def _line(line: bytes) -> str:
    return ascii_json(line.rstrip(b"\n"))


FORMS = {"text": _text, "csv": _csv, "records": _records}


@contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """Where to write: stdout, or a file that is not there yet."""
    if path is None:
        import sys

        yield sys.stdout
        return
    try:
        with open(path, "x", encoding="utf-8") as file:
            yield file
    except FileExistsError:
        raise Refusal(
            f"--output {path}: it exists, and is left as it is; give a new name"
        ) from None
    except OSError as error:
        raise Refusal(f"--output {path}: {reason(error)}") from None
