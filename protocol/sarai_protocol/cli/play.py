"""`sarai play`: a person plays in the terminal, or a script on a pipe."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, Namespace

from ..refusal import Refusal
from .arguments import MAX_SEED, open_game, rules, seed, whole

OPPONENT = "ismcts:iterations=20000"
LONGEST_ANSWER = 1000
"""Characters read at a time from a pipe, so that one without line feeds does not fill memory."""


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A game with rounds is played as a single round unless --rules rounds=match is given."
    )
    parser.add_argument("--game", default="jaipur", help="default: jaipur")
    opponent = parser.add_mutually_exclusive_group()
    opponent.add_argument(
        "--level",
        type=whole(1, 10),
        metavar="N",
        help="the level of the opponent, from 1 (a beginner) to 10 (the strongest)",
    )
    opponent.add_argument(
        "--opponent", default=OPPONENT, metavar="SPEC", help=f"any player; default: {OPPONENT}"
    )
    parser.add_argument(
        "--seats",
        type=whole(1, 6),
        metavar="N",
        help="seats at the table (default: the game's default)",
    )
    parser.add_argument(
        "--seat", type=whole(0, 5), default=0, metavar="S", help="your seat (default: 0)"
    )
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="the seed of the cards (default: new ones each time)"
    )
    parser.add_argument("--rules", type=rules, default={}, metavar="K=V,...", help="rules options")


def run(args: Namespace) -> int:
    game = open_game(args.game, args.rules, args.seats)
    if "rounds" in game.options:
        game = open_game(args.game, {"rounds": "single", **args.rules}, args.seats)
    import sarai

    from .terminal import Session, Stopped

    if args.seat >= game.seats:
        raise Refusal(f"--seat: {args.seat} is not one of the seats 0 to {game.seats - 1}")
    named = args.opponent if args.level is None else f"sparring:level={args.level}"
    try:
        opponent = sarai.player(named, game)
    except ValueError as error:
        raise Refusal(f"--opponent {named!r}: {error}") from None
    number = _new_seed() if args.seed is None else args.seed
    game = game.redrawn(number)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # so that a stray byte is a bad move, no more
    if sys.stdin.isatty():
        import readline  # noqa: F401  (input() then edits lines and remembers them)
    print(f"{game.name}: you are seat {args.seat}, against {named}")
    print(f"--seed {number} gives these cards again; ? helps")
    try:
        Session(game, args.seat, opponent, number, _ask, _say).run()
    except Stopped:
        print("\nthe game ends here")
    return 0


def _new_seed() -> int:
    import secrets

    return secrets.randbelow(MAX_SEED + 1)


def _ask(prompt: str) -> str | None:
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(LONGEST_ANSWER)
    if not line:
        return None
    print(line.rstrip("\n"))  # a terminal would have shown it
    return line


def _say(text: str) -> None:
    print(text, flush=True)
