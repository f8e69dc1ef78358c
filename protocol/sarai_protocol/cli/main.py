"""The `sarai` command: the table of its commands, and how it ends.

Every failure is one line on stderr and an exit code: 2 for a request that is wrong or can't be met,
1 for a verification that failed, 130 after Ctrl-C, 70 for a fault of Sarai itself. A command is the
module of its name in this folder and is imported only when it is asked for. This keeps the start
quick, above all that of bare `sarai`, which speaks HGI.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from ..refusal import USAGE, Refusal, reason
from ..version import VERSION
from .encoding import escape_what_cannot_be_written

INTERRUPTED = 130
INTERNAL = 70


COMMANDS = {
    "match": "play a match or a tournament",
    "score": "show the result of recorded matches",
    "records": "merge, filter and list records",
    "replay": "show a recorded game again",
    "play": "play against a player in the terminal",
    "hint": "show what the engine would play in a position",
    "perft": "count the lines of play from a position, by depth",
    "check": "test an engine against HGI",
    "bench": "run the benchmark and print the search signature",
    "games": "list games, rules options and players",
}
"""What each command does; NAME.py in this folder has its `arguments` and its `run`."""
LISTS = {"match", "score", "records"}
"""Commands whose list of words may be interrupted by options."""


class Parser(argparse.ArgumentParser):
    """argparse whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message} (see `{self.prog} --help`)")


def parser() -> Parser:
    """What stands before the command: `--help`, `--version` and the list of commands."""
    top = Parser(
        prog="sarai",
        description="An engine for trading games with hidden information.",
        epilog="`sarai COMMAND --help` explains a command; without one, sarai speaks HGI "
        "(protocol/HGI.md) on its standard streams.",
        allow_abbrev=False,
    )
    top.add_argument(
        "--version", action="version", version=f"sarai {VERSION}", help="show the version and exit"
    )
    commands = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for name, meaning in COMMANDS.items():
        commands.add_parser(name, help=meaning, description=meaning, allow_abbrev=False)
    return top


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """What a command line asks for; Refusal if it can't be read."""
    name = arguments[0]
    if name not in COMMANDS:
        return parser().parse_args(arguments)
    # A parser of its own: its errors point to the help of this command, and argparse mixes words
    # and options only where there are no commands below.
    module = import_module(f"{__package__}.{name}")
    alone = Parser(prog=f"sarai {name}", description=COMMANDS[name], allow_abbrev=False)
    module.arguments(alone)
    alone.set_defaults(run=module.run)
    mixed = alone.parse_intermixed_args if name in LISTS else alone.parse_args
    return mixed(arguments[1:])


def bare() -> int:
    """`sarai` without a command speaks HGI on its standard streams."""
    from ..hgi.server.server import Server

    if sys.stdin.isatty():
        print(
            "sarai speaks HGI here (protocol/HGI.md): `help` lists the commands, `quit` ends it; "
            "`sarai --help` tells what else there is",
            file=sys.stderr,
        )
    Server(sys.stdin.fileno(), sys.stdout.fileno()).run()
    return 0


def run(arguments: Sequence[str]) -> int:
    """Run one command line; Refusal if it can't be done."""
    if not arguments:
        return bare()
    parsed = read(arguments)
    if not hasattr(parsed, "run"):
        raise Refusal("COMMAND is missing (see `sarai --help`)")
    code: int = parsed.run(parsed)
    sys.stdout.flush()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: run, and turn what went wrong into a line and an exit code."""
    fill_streams()
    escape_what_cannot_be_written()
    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except Refusal as refusal:
        complain(str(refusal))
        return refusal.code
    except KeyboardInterrupt:
        complain("stopped")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has gone; Python must not try to flush into the pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return USAGE
    except OSError as error:
        complain(f"{error.filename or 'output'}: {reason(error)}")
        return USAGE
    except MemoryError:
        complain("there is not enough memory for this command")
        return USAGE
    except Exception as error:
        if os.environ.get("SARAI_DEBUG"):
            raise
        complain(
            f"internal fault: {type(error).__name__}: {error} "
            "(please report it; SARAI_DEBUG=1 shows where)"
        )
        return INTERNAL


def fill_streams() -> None:
    """Put the null device where a standard stream is closed (`sarai play <&-`).

    Else Python has None there, and the next file to be opened, maybe a record, takes its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (for good)


def complain(message: str) -> None:
    """One line for the person."""
    print(f"sarai: {' '.join(message.split())}", file=sys.stderr)
