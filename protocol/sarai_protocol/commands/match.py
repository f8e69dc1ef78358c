"""`sarai match`: two players, deals in pairs with the seats swapped, a table at the end."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ..arguments import open_game, rules, seed, whole
from ..refusal import Refusal

if TYPE_CHECKING:
    from ..arena.recordfile import RecordFile
    from ..arena.records import Header
    from ..arena.tally import Tally

STOPPED = 130
EPILOG = """
A player is NAME or NAME:option=value,option=value (`sarai games` lists them). The two games of a
pair have the same deal with the seats swapped. The same command plays the same match: deals and
decisions have their own seeds, derived from --seed. With --record, a match that was stopped goes
on where it was when the same command is given again.
"""


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("first", metavar="PLAYER", help="player A, for instance greedy")
    parser.add_argument("second", metavar="PLAYER", help="player B, like ismcts:iterations=200")
    parser.add_argument("--game", default="jaipur", help="default: jaipur")
    parser.add_argument(
        "--games", type=whole(1, 10_000_000), default=20, metavar="N", help="even; default: 20"
    )
    parser.add_argument("--rules", type=rules, default={}, metavar="K=V,...", help="rules options")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="default: 0")
    parser.add_argument("--record", type=Path, metavar="FILE", help="one JSON line a game")
    parser.add_argument(
        "--jobs",
        type=whole(1, 256),
        default=1,
        metavar="N",
        help="games played at a time, each in a process of its own; the result is the same "
        "unless players are limited by time; default: 1",
    )


def run(args: Namespace) -> int:
    game = open_game(args.game, args.rules)
    from ..arena.match import new_match
    from ..arena.recordfile import RecordFile
    from ..arena.tally import Tally

    header = new_match(game, (args.first, args.second), args.seed, args.games)
    tally = Tally()
    with RecordFile(args.record, header) if args.record else nullcontext() as record:
        if record is not None:
            _take_up(record, tally)
        return _play(header, tally, record, args.jobs)


def _take_up(record: RecordFile, tally: Tally) -> None:
    """Count the games that are recorded already."""
    from ..arena.recordfile import read_games

    for notice in record.notices:
        print(notice, file=sys.stderr)
    for game in read_games(record.path, record.header):
        tally.add(game)
    if tally.games:
        total = record.header.games
        print(f"{record.path}: {tally.games} of {total} games are recorded", file=sys.stderr)


def _play(header: Header, tally: Tally, record: RecordFile | None, jobs: int) -> int:
    """Play what is missing, then print the table, also if it was cut short."""
    from rich.console import Console

    from ..arena import report
    from ..arena.progress import progress

    console = Console(highlight=False)
    try:
        with progress(header.games, tally.games) as show:
            _play_rest(header, tally, record, jobs, show)
    except KeyboardInterrupt:
        report.show(console, header, tally)
        again = "; the same command goes on" if record is not None else ""
        print(f"stopped after {tally.games} of {header.games} games{again}", file=sys.stderr)
        return STOPPED
    except Refusal:
        report.show(console, header, tally)
        raise
    report.show(console, header, tally)
    return 0


def _play_rest(
    header: Header,
    tally: Tally,
    record: RecordFile | None,
    jobs: int,
    show: Callable[[Tally], None],
) -> None:
    from ..arena.match import pool
    from ..arena.match import run as games

    missing = header.games - tally.games
    if not missing:
        return
    jobs = min(jobs, missing)
    try:
        with pool(jobs) as executor:
            for game in games(header, tally.games + 1, executor, ahead=4 * jobs):
                with _interrupt_later():  # so that the table has the games of the record
                    if record is not None:
                        record.append(game)
                    tally.add(game)
                show(tally)
    except BrokenProcessPool:
        raise Refusal(
            f"--jobs: a process died (out of memory?) after {tally.games} games; "
            "give fewer jobs, or smaller limits to the players"
        ) from None


@contextmanager
def _interrupt_later() -> Iterator[None]:
    """Hold Ctrl-C back to the end of the block.

    By the handler, not by the mask of signals: the thread of the progress bar has its own mask.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # nobody is interrupted by it
        yield
        return
    held: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt
