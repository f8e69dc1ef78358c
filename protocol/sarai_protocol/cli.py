"""The `sarai` command: the table of its commands, and how it ends.

Whatever goes wrong is one line on stderr and an exit code: 2 for what was asked wrongly or can't be
done, 1 for a verification that failed, 130 after Ctrl-C, 70 for a fault of Sarai itself. The
commands import what they need when they run, so that `sarai --help` is there at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from .commands import bench, games, match, play, replay
from .refusal import USAGE, Refusal, reason

INTERRUPTED = 130
INTERNAL = 70


@dataclass(frozen=True, slots=True)
class Command:
    """One row of the table: its name, its meaning, its arguments, what it does."""

    name: str
    meaning: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


COMMANDS = (
    Command("match", "play a match between two players", match.arguments, match.run),
    Command("replay", "show a recorded game again", replay.arguments, replay.run),
    Command("play", "play against a player in the terminal", play.arguments, play.run),
    Command("bench", "measure speed, and sign what the search does", bench.arguments, bench.run),
    Command("games", "list games, rules options and players", games.arguments, games.run),
)


class Parser(argparse.ArgumentParser):
    """argparse whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message} (see `{self.prog} --help`)")


class Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, *_: object) -> NoReturn:
        from .version import version

        print(f"sarai {version()}")
        sys.exit(0)


def parser() -> Parser:
    """The parser of the whole command line."""
    top = Parser(
        prog="sarai",
        description="An engine for trading games with hidden information.",
        epilog="`sarai COMMAND --help` explains a command.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name, help=command.meaning, description=command.meaning, allow_abbrev=False
        )
        command.arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def bare() -> int:
    """`sarai` without a command."""
    parser().print_help()
    return 0


def run(arguments: Sequence[str]) -> int:
    """Run one command line; Refusal if it can't be done."""
    if not arguments:
        return bare()
    parsed = parser().parse_args(arguments)
    if not hasattr(parsed, "run"):
        raise Refusal("COMMAND is missing (see `sarai --help`)")
    code: int = parsed.run(parsed)
    sys.stdout.flush()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: run, and turn what went wrong into a line and an exit code."""
    fill_streams()
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
