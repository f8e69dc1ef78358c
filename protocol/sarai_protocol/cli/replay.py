"""`sarai replay`: prints a recorded game; it is checked whole before the first line is printed."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..refusal import MISMATCH, Refusal
from .arguments import whole

if TYPE_CHECKING:
    import sarai

    from ..arena.record.reading import Section
    from ..arena.record.records import GameRecord, Header


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = "Exits with 1 if the game is not legal or its result is not the recorded one."
    parser.add_argument("file", type=Path, metavar="FILE", help="made by `sarai match --record`")
    parser.add_argument(
        "--game-number", type=whole(1, 10_000_000), default=1, metavar="K", help="default: 1"
    )
    parser.add_argument(
        "--seat", type=whole(0, 5), metavar="S", help="show only what this seat saw"
    )
    parser.add_argument(
        "--hints", action="store_true", help="print a `sarai hint` command before each move"
    )


def run(args: Namespace) -> int:
    from sarai import ALL

    from ..arena.record.reading import sections
    from ..arena.record.replay import BadGame, lines

    found = sections(args.file)
    header = found[0].header
    if args.seat is not None and args.seat >= header.seats:
        raise Refusal(f"--seat: {args.seat} is not one of the seats 0 to {header.seats - 1}")
    game_of(args.file, header)
    header, record = _find(found, args.game_number)
    game = game_of(args.file, header)
    try:
        seat = ALL if args.seat is None else args.seat
        for line in lines(game, header, record, seat, args.hints):
            print(line)
    except BadGame as error:
        raise Refusal(f"{args.file}, game {record.number}: {error}", MISMATCH) from None
    return 0


def game_of(path: Path, header: Header) -> sarai.Game:
    import sarai

    try:
        return sarai.game(header.game, header.seats, header.rules)
    except sarai.InvalidGame as error:
        raise Refusal(f"{path}, line 1: {error}") from None


def _find(found: Sequence[Section], number: int) -> tuple[Header, GameRecord]:
    """The first game of this number, with its match; a notice if the file breaks off."""
    from ..arena.record.reading import is_whole

    path = found[0].path
    cut = "" if is_whole(path) else "; its last line is half-written"
    seen: list[int] = []
    for section in found:
        for game in section.games():
            if game.number == number:
                if cut:
                    print(f"{path}: the record breaks off{cut}", file=sys.stderr)
                return section.header, game
            seen = [min([game.number, *seen]), max([game.number, *seen])]
    has = f"games {seen[0]} to {seen[1]}" if seen else "no game"
    raise Refusal(f"--game-number: {number} is not in {path}, which has {has}{cut}")
