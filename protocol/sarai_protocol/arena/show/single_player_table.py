"""The tables of single-player games: mean scores, and how far apart the players are."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.table import Table

from ..rate.single_player import SinglePlayerResult, SinglePlayerSide
from ..rate.statistics import Mean
from ..record.records import NAMES
from .columns import WIDTH, Grid, fitted


def tables(score: SinglePlayerResult, width: int = WIDTH) -> Iterator[Table]:
    """What each player reached; with more than one, how far A is ahead on the same deals."""
    yield from fitted(_scores(score), width)
    if len(score.sides) > 1:
        yield from fitted(_differences(score), width)


def _scores(score: SinglePlayerResult) -> Grid:
    heads = ("games", "score", "+-", "least", "most", "decisions", "+-", "ms/move", "CPU")
    names = NAMES[: len(score.sides)]
    return Grid(f"{score.games} games alone", heads, names, [[*_row(side)] for side in score.sides])


def _differences(score: SinglePlayerResult) -> Grid:
    heads = ("ahead", "+-", "correlation", "saved")
    others = score.sides[1:]
    labels = [f"A - {name}" for name, _ in zip(NAMES[1:], others, strict=False)]
    return Grid(f"{score.deals} deals", heads, labels, [[*_apart(side)] for side in others])


def _row(side: SinglePlayerSide) -> Iterator[str]:
    yield str(side.games)
    yield from _mean(side.score())
    yield str(side.least)
    yield str(side.most)
    yield from _mean(side.decisions())
    yield f"{side.milliseconds / side.plies:.2f}" if side.plies else "-"
    cpu = side.cpu.per_move()
    yield "-" if math.isnan(cpu) else f"{cpu:.2f}"


def _apart(side: SinglePlayerSide) -> Iterator[str]:
    yield from _mean(side.difference(), "+")
    for number, text in ((side.against.correlation(), "{:+.2f}"), (100 * side.saved(), "{:.0f}")):
        yield "-" if math.isnan(number) else text.format(number)


def _mean(mean: Mean, sign: str = "") -> tuple[str, str]:
    if math.isnan(mean.value):
        return "-", "-"
    return f"{mean.value:{sign}.2f}", "?" if math.isnan(mean.error) else f"{mean.error:.2f}"


def facts(score: SinglePlayerResult) -> Iterator[tuple[str, str]]:
    """What the numbers are."""
    yield "+-", "one standard error"
    yield "ms/move, CPU", "milliseconds a move: by the clock, and of CPU time"
    if len(score.sides) > 1:
        yield "ahead", "score of A minus that of the other on the same deal"
        yield "saved", "% of the games, by playing the same deals"
