"""The tables of a match of more than two players or seats."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.table import Table

from ..rate.bradleyterry import Ratings
from ..rate.elo import game_score
from ..rate.standings import Standing, Standings
from ..record.records import NAMES
from .columns import WIDTH, Grid, fitted, split


def tables(score: Standings, width: int = WIDTH) -> Iterator[Table]:
    """Each player's share of the wins by seat; at tables of two, also who beat whom."""
    yield from fitted(_shares(score), width)
    if score.header.seats == 2:
        yield from split(_meetings(score), width)
        if found := score.ratings():
            yield from split(_elo_list(found), width)


def facts(score: Standings) -> Iterator[tuple[str, str]]:
    """What the numbers are."""
    par = 100 / score.header.seats
    yield "share", f"% of the wins a game; {par:.0f} % is par"
    yield "+-", f"one standard error, by whole rounds of {score.whole} games on one deal"
    yield "saved", "% of the games, by playing a round on one deal"
    yield "ms/move, CPU", "milliseconds a move: by the clock, and of CPU time"
    if score.header.seats == 2 and score.counts:
        found = score.ratings()
        if found is None:
            yield "Elo", "none: nobody has lost points to a player that it took points from"
            return
        anchor = NAMES[found.anchor]
        yield (
            "Elo",
            f"the most likely ratings by whole pairs, {anchor} at 0, with 95 % intervals",
        )
        if not all(map(found.rated, range(len(found.estimates)))):
            yield "above, below", "has all, or no, points against the rated players: no finite Elo"


def _shares(score: Standings) -> Grid:
    seats = [f"seat {seat}" for seat in range(score.header.seats)]
    heads = ("games", "wins", "share", "+-", *seats, "score", "saved", "ms/move", "CPU")
    names = NAMES[: len(score.sides)]
    return Grid(f"{score.games} games", heads, names, [[*_row(side)] for side in score.sides])


def _row(side: Standing) -> Iterator[str]:
    yield str(side.games)
    yield str(side.wins)
    yield _percent(side.points / side.games if side.games else math.nan)
    error = side.mean().error
    yield "?" if math.isnan(error) else _percent(error, 2)
    for points, games in zip(side.seat_points, side.seat_games, strict=True):
        yield _percent(points / games if games else math.nan)
    yield f"{side.score_sum / side.games:.2f}" if side.games else "-"
    yield _percent(side.saved(), 0)
    yield f"{side.milliseconds / side.moves:.2f}" if side.moves else "-"
    cpu = side.cpu.per_move()
    yield "-" if math.isnan(cpu) else f"{cpu:.2f}"


def _meetings(score: Standings) -> Grid:
    """Row against column: the score of the row's player with its error, in %."""
    names = NAMES[: len(score.sides)]
    players = range(len(names))
    cells = [[_meeting(score, row, column) for column in players] for row in players]
    return Grid("score", [f"v. {name}" for name in names], names, cells)


def _meeting(score: Standings, one: int, other: int) -> str:
    counts = score.counts.get((min(one, other), max(one, other)))
    if one == other or counts is None:
        return ""
    mean = game_score(counts if one < other else counts[::-1])
    error = "?" if math.isnan(mean.error) else _percent(mean.error)
    return f"{_percent(mean.value)} +- {error}"


def _elo_list(found: Ratings) -> Grid:
    """The players from the strongest to the weakest; those without a rating last."""
    values = [elo.value for elo in found.estimates]
    order = sorted(range(len(values)), key=lambda player: _rank(values[player]))
    cells = []
    for player in order:
        elo = found.estimates[player]
        if not found.rated(player):
            beyond = {math.inf: "above", -math.inf: "below"}
            cells.append([beyond.get(elo.value, "?"), "", ""])
            continue
        ends = (elo.value,) if player == found.anchor else (elo.value, elo.low, elo.high)
        texts = ["?" if math.isnan(end) else f"{end:+.1f}" for end in ends]
        cells.append([*texts, *[""] * (3 - len(texts))])
    return Grid("", ("Elo", "from", "to"), [NAMES[player] for player in order], cells)


def _rank(value: float) -> float:
    return math.inf if math.isnan(value) else -value


def _percent(part: float, digits: int = 1) -> str:
    return "-" if math.isnan(part) else f"{100 * part:.{digits}f}"
