"""The tables of solo games: mean scores with their errors, and how far apart the players are."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..rate.solo import Solo, Soloist
from ..rate.statistics import Mean
from ..record.records import NAMES


def tables(score: Solo) -> Iterator[Table]:
    """What each player reached; with more than one, how far A is ahead on the same deals."""
    yield _scores(score)
    if len(score.sides) > 1:
        yield _differences(score)


def _scores(score: Solo) -> Table:
    result = _table(f"{score.games} games alone")
    for head in ("games", "score", "+-", "least", "most", "decisions", "+-", "ms/move"):
        result.add_column(head, justify="right", no_wrap=True)
    for name, side in zip(NAMES, score.sides, strict=False):
        result.add_row(name, *_row(side))
    return result


def _differences(score: Solo) -> Table:
    result = _table(f"{score.deals} deals")
    for head in ("ahead", "+-", "correlation", "saved"):
        result.add_column(head, justify="right", no_wrap=True)
    for name, side in zip(NAMES[1:], score.sides[1:], strict=False):
        result.add_row(f"A - {name}", *_apart(side))
    return result


def _table(title: str) -> Table:
    return Table(title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))


def _row(side: Soloist) -> Iterator[str]:
    yield str(side.games)
    yield from _mean(side.score())
    yield str(side.least)
    yield str(side.most)
    yield from _mean(side.decisions())
    yield f"{side.milliseconds / side.plies:.2f}" if side.plies else "-"


def _apart(side: Soloist) -> Iterator[str]:
    yield from _mean(side.difference(), "+")
    for number, text in ((side.against.correlation(), "{:+.2f}"), (100 * side.saved(), "{:.0f}")):
        yield "-" if math.isnan(number) else text.format(number)


def _mean(mean: Mean, sign: str = "") -> tuple[str, str]:
    if math.isnan(mean.value):
        return "-", "-"
    return f"{mean.value:{sign}.2f}", "?" if math.isnan(mean.error) else f"{mean.error:.2f}"


def facts(score: Solo) -> Iterator[tuple[str, str]]:
    """What the numbers are."""
    yield "+-", "one standard error"
    if len(score.sides) > 1:
        yield "ahead", "score of A minus that of the other on the same deal"
        yield "saved", "% of the games, by playing the same deals"
