"""`sarai score`: the table of a match from its records, as often as wanted."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arena.merging import Part
    from ..arena.records import Header
    from ..arena.report import Score

EPILOG = """
Several files count together if they are of the same players under the same rules, with the same
version of Sarai; seeds may differ. A game that is in two files counts once.
"""


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="made by `sarai match --record`"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line, for machines")


def run(args: Namespace) -> int:
    parts = read(args.files)
    header, score = scored(parts)
    tell(header, score, args.json, [part.header.seed for part in parts])
    return 0


def read(files: Sequence[Path]) -> list[Part]:
    """The games of some files, with a notice for each that breaks off."""
    from ..arena.merging import merged
    from ..arena.reading import is_whole

    parts = merged(files)
    for path in files:
        if not is_whole(path):
            print(f"{path}: its last line is half-written, and is left out", file=sys.stderr)
    return parts


def scored(parts: Sequence[Part]) -> tuple[Header, Score]:
    """The sums over all games, and the header that stands for them."""
    import msgspec

    from ..arena.report import new_score

    header = parts[0].header
    if len(parts) > 1:
        # A sequential test is of one match: over several it has no error rates.
        games = sum(part.header.games for part in parts)
        header = msgspec.structs.replace(header, games=games, sprt="")
    score = new_score(header)
    for part in parts:
        for game in part.games():
            score.add(game)
    return header, score


def tell(header: Header, score: Score, machine: bool, seeds: Sequence[int] = ()) -> None:
    """Print a result; `seeds` where it is that of several matches."""
    if machine:
        import msgspec

        from ..arena.summary import summary

        told = summary(header, score) | ({"seeds": seeds} if len(seeds) > 1 else {})
        print(msgspec.json.encode(told).decode())
        return
    from rich.console import Console

    from ..arena.report import show

    show(Console(highlight=False), header, score, seeds)
    if score.games < header.games and not header.sprt:
        print(f"{score.games} of {header.games} games are there", file=sys.stderr)
