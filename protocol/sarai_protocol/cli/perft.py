"""`sarai perft GAME DEPTH`: how many ways there are to play on, ply by ply."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

from ..refusal import Refusal
from .arguments import open_game, rules, whole


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = "Each chance event is one ply; so the numbers tell whether two programs agree."
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("depth", type=whole(0, 20), metavar="DEPTH", help="plies, 0 to 20")
    parser.add_argument("--rules", type=rules, default={}, metavar="K=V,...", help="rules options")
    parser.add_argument(
        "--position",
        metavar="SNAPSHOT",
        help="a snapshot of the full state (seat all); default: the start of the game",
    )


def run(args: Namespace) -> int:
    from sarai import InvalidPosition, WrongState

    game = open_game(args.game, args.rules)
    try:
        state = game.snapshot(args.position) if args.position else game.start()
        for depth in range(args.depth + 1):
            started = time.perf_counter()
            count = state.perft(depth)
            seconds = time.perf_counter() - started
            print(f"{depth} {count}   ({seconds:.2f} s)", flush=True)
    except (InvalidPosition, WrongState) as error:
        raise Refusal(f"--position: {error}") from None
    return 0
