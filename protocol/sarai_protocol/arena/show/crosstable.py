"""The tables of a match of more than two players or seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..rate.elo import game_score
from ..rate.standings import Standing, Standings
from ..rate.statistics import Estimate
from ..record.records import NAMES


def tables(score: Standings) -> Iterator[Table]:
    """Each player's share of the wins by seat; at tables of two, also who beat whom."""
    yield _shares(score)
    if score.header.seats == 2:
        yield _meetings(score)
        if found := score.ratings():
            yield _elo_list(found)


def facts(score: Standings) -> Iterator[tuple[str, str]]:
    """What the numbers are."""
    par = 100 / score.header.seats
    yield "share", f"% of the wins a game; {par:.0f} % is par"
    yield "+-", f"one standard error, by whole rounds of {score.whole} games on one deal"
    yield "saved", "% of the games, by playing a round on one deal"
    if score.header.seats == 2 and score.counts:
        yield (
            ("Elo", "the most likely ratings by whole pairs, A at 0, with 95 % intervals")
            if score.ratings()
            else ("Elo", "none: one player, or several, have all or no points against the others")
        )


def _shares(score: Standings) -> Table:
    seats = [f"seat {seat}" for seat in range(score.header.seats)]
    result = Table(f"{score.games} games", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for head in ("games", "wins", "share", "+-", *seats, "score", "saved", "ms/move"):
        result.add_column(head, justify="right", no_wrap=True)
    for name, side in zip(NAMES, score.sides, strict=False):
        result.add_row(name, *_row(side))
    return result


def _row(side: Standing) -> Iterator[str]:
    yield str(side.games)
    yield str(side.wins)
    yield _percent(side.points / side.games if side.games else math.nan)
    yield _percent(side.mean().error, 2)
    for points, games in zip(side.seat_points, side.seat_games, strict=True):
        yield _percent(points / games if games else math.nan)
    yield f"{side.score_sum / side.games:.2f}" if side.games else "-"
    yield _percent(side.saved(), 0)
    yield f"{side.milliseconds / side.moves:.2f}" if side.moves else "-"


def _meetings(score: Standings) -> Table:
    """Row against column: the score of the row's player with its error, in %."""
    names = NAMES[: len(score.sides)]
    result = Table("score", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in names:
        result.add_column(f"v. {name}", justify="right", no_wrap=True)
    for row, name in enumerate(names):
        result.add_row(name, *(_meeting(score, row, column) for column in range(len(names))))
    return result


def _meeting(score: Standings, one: int, other: int) -> str:
    counts = score.counts.get((min(one, other), max(one, other)))
    if one == other or counts is None:
        return ""
    mean = game_score(counts if one < other else counts[::-1])
    return f"{_percent(mean.value)} +- {_percent(mean.error)}"


def _elo_list(found: Sequence[Estimate]) -> Table:
    """The players from the strongest to the weakest."""
    result = Table("", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for head in ("Elo", "from", "to"):
        result.add_column(head, justify="right", no_wrap=True)
    for player in sorted(range(len(found)), key=lambda player: -found[player].value):
        elo = found[player]
        ends = (elo.value, elo.low, elo.high) if player else (elo.value,)
        cells = ("-" if math.isnan(end) else f"{end:+.1f}" for end in ends)
        result.add_row(NAMES[player], *cells)
    return result


def _percent(part: float, digits: int = 1) -> str:
    return "-" if math.isnan(part) else f"{100 * part:.{digits}f}"
