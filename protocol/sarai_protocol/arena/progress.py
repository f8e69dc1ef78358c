"""Progress of a match while it runs, on stderr: a live bar, or plain lines where it can't be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from .report import score_line
from .tally import Tally

LINE_EVERY = 5.0
"""Seconds between two plain lines."""


Show = Callable[[Tally], None]
"""Called after each game."""


@contextmanager
def progress(games: int, done: int) -> Iterator[Show]:
    """A display for a match of so many games, of which some are done already."""
    console = Console(stderr=True)
    started = time.monotonic()

    def rate(tally: Tally) -> str:
        return f"{(tally.games - done) / (time.monotonic() - started):.1f} games/s"

    if not console.is_terminal:
        yield _plain(console, games, rate)
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("no game yet", total=games, completed=done)
        yield lambda tally: bar.update(
            task, completed=tally.games, description=f"{score_line(tally)}, {rate(tally)}"
        )


def _plain(console: Console, games: int, rate: Callable[[Tally], str]) -> Show:
    next_line = 0.0

    def show(tally: Tally) -> None:
        nonlocal next_line
        if time.monotonic() < next_line:
            return
        next_line = time.monotonic() + LINE_EVERY
        line = f"game {tally.games} of {games}: {score_line(tally)}, {rate(tally)}"
        console.print(line, highlight=False, soft_wrap=True)

    return show
