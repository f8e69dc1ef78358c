"""`sarai replay`: prints a recorded game; it is checked whole before the first line is printed."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..arguments import whole
from ..refusal import MISMATCH, Refusal

if TYPE_CHECKING:
    import sarai

    from ..arena.records import GameRecord, Header


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = "Exits with 1 if the game is not legal or its result is not the recorded one."
    parser.add_argument("file", type=Path, metavar="FILE", help="made by `sarai match --record`")
    parser.add_argument(
        "--game-number", type=whole(1, 10_000_000), default=1, metavar="K", help="default: 1"
    )
    parser.add_argument(
        "--seat", type=whole(0, 5), metavar="S", help="show only what this seat saw"
    )


def run(args: Namespace) -> int:
    from sarai import ALL

    from ..arena.reading import read_header
    from ..replay import BadGame, lines

    header = read_header(args.file)
    if args.seat is not None and args.seat >= header.seats:
        raise Refusal(f"--seat: {args.seat} is not one of the seats 0 to {header.seats - 1}")
    game = _game(args.file, header)
    record = _find(args.file, header, args.game_number)
    try:
        for line in lines(game, header, record, ALL if args.seat is None else args.seat):
            print(line)
    except BadGame as error:
        raise Refusal(f"{args.file}, game {record.number}: {error}", MISMATCH) from None
    return 0


def _game(path: Path, header: Header) -> sarai.Game:
    import sarai

    try:
        return sarai.game(header.game, header.seats, header.rules)
    except sarai.InvalidGame as error:
        raise Refusal(f"{path}, line 1: {error}") from None


def _find(path: Path, header: Header, number: int) -> GameRecord:
    """The game of this number; a notice if the file breaks off, whether or not before it."""
    from ..arena.reading import is_whole, read_games

    cut = "" if is_whole(path) else "; its last line is half-written"
    count = 0
    for game in read_games(path, header):
        if game.number == number:
            if cut:
                print(f"{path}: the record breaks off{cut}", file=sys.stderr)
            return game
        count += 1
    has = f"games 1 to {count}" if count else "no game"
    raise Refusal(f"--game-number: {number} is not in {path}, which has {has}{cut}")
