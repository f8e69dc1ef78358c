"""Progress of a match while it runs, on stderr: a live table, or plain lines where it can't be."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ..rate import sprt
from ..rate.results import MatchResult
from ..rate.standings import Standings
from ..record.records import Header
from .report import parts, score_line, sprt_left

LINE_EVERY = 5.0
"""Seconds between two plain lines."""
TABLE_EVERY = 0.25
"""Seconds between two live tables."""
WIDTH = 30
"""Characters of the bar of a sequential test."""


Show = Callable[[MatchResult], None]
"""Called after each game."""


@contextmanager
def progress(header: Header, done: int) -> Iterator[Show]:
    """A display for a match of which so many games are done already."""
    console = Console(stderr=True)
    pace = _Pace(done)
    if not console.is_terminal:
        yield _every(LINE_EVERY, lambda score: _print(console, header, score, pace))
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console)
    task = bar.add_task("no game yet", total=header.games, completed=done)
    with Live(bar, console=console, transient=True, refresh_per_second=4) as live:

        def draw(score: MatchResult) -> None:
            # The table is made here: the thread of the display must not read sums that change.
            bar.update(task, completed=score.games, description=pace.text(score))
            lines = [Text(line) for line in _test_bar(header, score)]
            live.update(Group(*parts(header, score, (), console.width), *lines, bar))

        yield _every(TABLE_EVERY, draw, lambda score: bar.update(task, completed=score.games))


@contextmanager
def machine_progress(header: Header, done: int) -> Iterator[Show]:
    """One JSON line on stdout now and then."""
    pace = _Pace(done)

    def tell(score: MatchResult) -> None:
        line = {"kind": "progress", "games": score.games, "of": header.games}
        test: dict[str, float | None] = {}
        if header.sprt and not isinstance(score, Standings):
            verdict = score.verdict(sprt.parse(header.sprt))
            left = None if math.isnan(verdict.left) else 2 * math.ceil(verdict.left)
            test = {
                "llr": round(verdict.ratio, 4),
                "lower": round(verdict.lower, 4),
                "upper": round(verdict.upper, 4),
                "games_left": left,
            }
        rate = {"games_per_second": round(pace.rate(score), 3)}
        print(msgspec.json.encode({**line, **test, **rate}).decode(), flush=True)

    yield _every(LINE_EVERY, tell)


class _Pace:
    """How fast games are played."""

    def __init__(self, done: int) -> None:
        self.done = done
        self.started = time.monotonic()

    def rate(self, score: MatchResult) -> float:
        return (score.games - self.done) / (time.monotonic() - self.started)

    def text(self, score: MatchResult) -> str:
        return f"{self.rate(score):.1f} games/s"


def _every(seconds: float, act: Show, between: Show = lambda score: None) -> Show:
    """Act at most once in so many seconds, and do the small thing in between."""
    due = 0.0

    def show(score: MatchResult) -> None:
        nonlocal due
        if time.monotonic() < due:
            between(score)
            return
        due = time.monotonic() + seconds
        act(score)

    return show


def _print(console: Console, header: Header, score: MatchResult, pace: _Pace) -> None:
    line = f"game {score.games} of {header.games}: {score_line(score)}, {pace.text(score)}"
    if header.sprt and not isinstance(score, Standings):
        verdict = score.verdict(sprt.parse(header.sprt))
        line += f", LLR {verdict.ratio:+.2f} ({verdict.lower:.2f} to {verdict.upper:.2f})"
        line += sprt_left(verdict)
    else:
        left = (header.games - score.games) / max(pace.rate(score), 1e-9)
        line += f", {left:.0f} s left"
    console.print(line, highlight=False, soft_wrap=True)


def _test_bar(header: Header, score: MatchResult) -> Iterator[str]:
    """The way of a sequential test between its bounds: `H0 [------|--#    ] H1`."""
    if header.sprt and not isinstance(score, Standings):
        verdict = score.verdict(sprt.parse(header.sprt))
        at = (verdict.ratio - verdict.lower) / (verdict.upper - verdict.lower)
        place = min(WIDTH - 1, max(0, int(at * WIDTH)))
        bar = "".join("#" if i == place else "-" for i in range(WIDTH))
        yield f"H0 {verdict.lower:.2f} [{bar}] {verdict.upper:.2f} H1   LLR {verdict.ratio:+.2f}"
        if left := sprt_left(verdict):
            yield left.removeprefix("; ")
