"""The table of a match: from a tally to what a person reads."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from .records import Header
from .statistics import CONFIDENCE, PAIR_SCORES, Estimate, elo, game_score
from .tally import Side, Tally

NAMES = ("A", "B")


def title(header: Header) -> str:
    """Which match it is, in three lines."""
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    players = [f"  {n} = {spec}" for n, spec in zip(NAMES, header.players, strict=True)]
    return "\n".join([f"{header.game} ({rules}), seed {header.seed}", *players])


def score_line(tally: Tally) -> str:
    """The score in a few words, for the progress display: wins, losses and draws of A."""
    if not tally.games:
        return "no game yet"
    a, b = tally.sides
    share = 100 * a.points / tally.games
    return f"A {a.wins} - B {b.wins} - drawn {tally.draws}, A {share:.1f} %"


def show(console: Console, header: Header, tally: Tally) -> None:
    """Print the result of the games so far."""
    console.print(title(header), soft_wrap=True, markup=False)
    console.print(_sides(tally))
    for label, text in _facts(tally) if tally.games else []:
        console.print(f"{label:<18}{text}", soft_wrap=True, markup=False)


def _sides(tally: Tally) -> Table:
    result = Table(f"{tally.games} games")
    for name in NAMES:
        result.add_column(name, justify="right")

    def row(label: str, *cells: str) -> None:
        result.add_row(label, *cells)

    sides = tally.sides
    row("wins", *(str(side.wins) for side in sides))
    row("losses", *(str(side.wins) for side in reversed(sides)))
    row("draws", *[str(tally.draws)] * 2)
    row("score", *(_percent(side.points, tally.games) for side in sides))
    for seat in (0, 1):
        row(
            f"  in seat {seat}",
            *(_percent(s.seat_points[seat], s.seat_games[seat]) for s in sides),
        )
    row("  as starter", *(_percent(s.starter_points, s.starter_games) for s in sides))
    row("  as second", *(_second(s, tally.games) for s in sides))
    row("mean game score", *(_number(s.score_sum, tally.games) for s in sides))
    row("ms per move, mean", *(_number(s.milliseconds, s.moves) for s in sides))
    row("ms per move, most", *(f"{side.slowest:.2f}" for side in sides))
    return result


def _second(side: Side, games: int) -> str:
    return _percent(side.points - side.starter_points, games - side.starter_games)


def _facts(tally: Tally) -> Iterator[tuple[str, str]]:
    if tally.pairs:
        counts = zip(PAIR_SCORES, tally.counts, strict=True)
        yield "pair scores of A", "  ".join(f"{score:g}: {count}" for score, count in counts)
        score = game_score(tally.counts)
        yield "score of A", f"{100 * score.value:.1f} % {_error(100 * score.error)} %"
        yield "Elo of A", _elo(elo(tally.counts))
        difference = tally.difference()
        yield "score difference", f"{difference.value:+.2f} {_error(difference.error)} (A - B)"
    mean = tally.plies / tally.games
    yield "decisions a game", f"{mean:.1f} ({tally.shortest} to {tally.longest})"
    yield "capped games", str(tally.capped)
    note = "+- is one standard error; errors and Elo are reckoned from whole pairs"
    if tally.half is not None:
        note += f"; game {tally.half.number} has no second game yet"
    yield "", note


def _elo(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return f"{estimate.value:+.1f} (no interval: the pairs show no variance)"
    return (
        f"{estimate.value:+.1f} ({estimate.low:+.1f} to {estimate.high:+.1f}), "
        f"{100 * CONFIDENCE:.0f} %, normal approximation by pairs"
    )


def _percent(points: float, games: int) -> str:
    return f"{100 * points / games:.1f} %" if games else "-"


def _number(total: float, count: int) -> str:
    return f"{total / count:.2f}" if count else "-"


def _error(error: float) -> str:
    return "+- ?" if math.isnan(error) else f"+- {error:.2f}"
