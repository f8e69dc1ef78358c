"""`sarai score`: the table of a match from its records, as often as wanted."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..refusal import MISMATCH, Refusal
from .arguments import need, whole
from .encoding import ascii_json

if TYPE_CHECKING:
    from ..arena.rate.adjusting import Adjusted
    from ..arena.rate.history import History
    from ..arena.rate.results import MatchResult
    from ..arena.rate.statistics import Mean
    from ..arena.record.merging import Part
    from ..arena.record.records import Header

EPILOG = """
Several files count together if they are of the same players under the same rules, with the same
version of Sarai; seeds may differ. A game that is in two files counts once.
"""


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="made by `sarai match --record`"
    )
    parser.add_argument(
        "--luck",
        metavar="SPEC",
        help="also take the luck of chance out of the result of two players, as this evaluation "
        "sees it: value (the game's own), or playouts:count=64,policy=NAME",
    )
    parser.add_argument(
        "--jobs", type=whole(1, 256), default=1, metavar="N", help="processes for --luck"
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="a picture of the match, .svg or .html"
    )
    parser.add_argument(
        "--skill", action="store_true", help="also ratings by openskill, for any number of seats"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line, for machines")


def run(args: Namespace) -> int:
    from ..arena.rate.history import History
    from . import reportfile

    if args.jobs > 1 and args.luck is None:
        raise Refusal("--jobs: only --luck takes so long; leave it out, or give --luck")
    if args.report is not None:
        reportfile.check(args.report)
    if args.skill:
        need("openskill", "--skill", "skill")
    parts = read(args.files)
    if args.skill and parts[0].header.single_player:
        raise Refusal("--skill: ratings are of players who meet; here each plays alone")
    history = None if args.report is None else History()
    header, score = scored(parts, history)
    adjusted = None if args.luck is None else _without_luck(parts, args.luck, args.jobs)
    more = Extras(adjusted, _ratings(parts) if args.skill else [])
    tell(header, score, args.json, [part.header.seed for part in parts], more)
    if score.games < header.games and not header.sprt:
        print(f"{score.games} of {header.games} games are there", file=sys.stderr)
    if history is not None:
        reportfile.write(args.report, header, score, history)
    return 0


@dataclass(frozen=True, slots=True)
class Extras:
    """What is told beside the table, if it was asked for."""

    adjusted: Adjusted | None = None
    ratings: Sequence[Mean] = ()


def _ratings(parts: Sequence[Part]) -> list[Mean]:
    from ..arena.rate.skill import Skill

    skill = Skill(parts[0].header)
    for part in parts:
        for game in part.games():
            skill.add(game)
    return skill.ratings()


def _without_luck(parts: Sequence[Part], specification: str, jobs: int) -> Adjusted:
    """The result with luck taken out. Refusal if it can't be."""
    from functools import partial

    from ..arena.play.processes import in_order, pool
    from ..arena.rate.adjusting import Adjusted, luck_of
    from ..arena.rate.luck import evaluation
    from ..arena.record.records import encode
    from ..arena.record.replay import BadGame
    from .replay import game_of

    header = parts[0].header
    if not header.duel:
        raise Refusal("--luck: it is for two players at a table of two seats")
    try:
        evaluation(specification, game_of(parts[0].sections[0].path, header))
    except ValueError as error:
        raise Refusal(f"--luck: {error}") from None
    adjusted = Adjusted(specification)
    work = partial(luck_of, encode(header), specification)
    with pool(jobs) as executor:
        for part in parts:
            lines, games = map(encode, part.games()), part.games()
            terms = in_order(work, lines, executor, lambda: 4 * jobs)
            for game in games:
                try:
                    adjusted.add(game, next(terms))
                except BadGame as error:
                    raise Refusal(f"game {game.number}: {error}", MISMATCH) from None
    return adjusted


def read(files: Sequence[Path]) -> list[Part]:
    """The games of some files, with a notice for each that breaks off."""
    from ..arena.record.merging import merged
    from ..arena.record.reading import is_whole

    parts = merged(files)
    for path in files:
        if not is_whole(path):
            print(f"{path}: its last line is half-written, and is left out", file=sys.stderr)
    return parts


def scored(parts: Sequence[Part], history: History | None = None) -> tuple[Header, MatchResult]:
    """The sums over all games, and the header that stands for them."""
    import msgspec

    from ..arena.rate.results import new_result

    header = parts[0].header
    if len(parts) > 1:
        # A sequential test is of one match: over several it has no error rates.
        games = sum(part.header.games for part in parts)
        header = msgspec.structs.replace(header, games=games, sprt="")
    score = new_result(header)
    for part in parts:
        for game in part.games():
            score.add(game)
            if history is not None:
                history.add(game, score)
    return header, score


def tell(
    header: Header,
    score: MatchResult,
    machine: bool,
    seeds: Sequence[int] = (),
    more: Extras | None = None,
) -> None:
    """Print a result; `seeds` where it is that of several matches, and what luck changes."""
    if machine:
        import msgspec

        from ..arena.show.summary import luck_summary, skill_summary, summary

        told = summary(header, score) | ({"seeds": seeds} if len(seeds) > 1 else {})
        if more is not None and more.adjusted is not None:
            told["luck"] = luck_summary(more.adjusted)
        if more is not None and more.ratings:
            told["skill"] = skill_summary(more.ratings)
        print(ascii_json(msgspec.json.encode(told)))
        return
    from rich.console import Console

    from ..arena.show.report import show

    console = Console(highlight=False)
    show(console, header, score, seeds)
    for label, text in _facts(more) if more is not None else ():
        console.print(f"{label:<18}{text}", soft_wrap=True, markup=False)


def _facts(more: Extras) -> Iterator[tuple[str, str]]:
    from ..arena.rate.adjusting import facts
    from ..arena.record.records import NAMES

    if more.adjusted is not None:
        yield from facts(more.adjusted)
    if more.ratings:
        told = (
            f"{n} {r.value:.2f} +- {r.error:.2f}" for n, r in zip(NAMES, more.ratings, strict=False)
        )
        yield "skill", "  ".join(told) + "  (openskill, Plackett-Luce)"
