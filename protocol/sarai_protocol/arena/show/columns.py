"""Tables that fit a width: turned, or split into several, so that no cell is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.table import Table

WIDTH = 80
"""Characters of a line where nothing else is known, as in a pipe."""
GAP = 2
"""Characters between two columns."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The text of a table: its title in the corner, the heads of its columns, its rows by label."""

    title: str
    heads: Sequence[str]
    labels: Sequence[str]
    cells: Sequence[Sequence[str]]
    """A row for each label."""

    def turned(self) -> Grid:
        """Rows as columns."""
        cells = [[row[column] for row in self.cells] for column in range(len(self.heads))]
        return Grid(self.title, self.labels, self.heads, cells)

    def label_width(self) -> int:
        return max(map(len, [self.title, *self.labels]))

    def widths(self) -> list[int]:
        """The width of each column but the one of the labels."""
        return [
            max(len(text) for text in (head, *(row[column] for row in self.cells)))
            for column, head in enumerate(self.heads)
        ]

    def fits(self, width: int) -> bool:
        return _total([self.label_width(), *self.widths()]) <= width


def _total(widths: Sequence[int]) -> int:
    return GAP + sum(width + GAP for width in widths)


def fitted(grid: Grid, width: int) -> Iterator[Table]:
    """The grid as it is if it fits, otherwise turned, and split if that is still too wide."""
    return split(grid if grid.fits(width) else grid.turned(), width)


def split(grid: Grid, width: int) -> Iterator[Table]:
    """As many tables as it takes, each with all rows and some of the columns."""
    first, widths = 0, grid.widths()
    while first < len(widths):
        last = first + 1
        while (
            last < len(widths) and _total([grid.label_width(), *widths[first : last + 1]]) <= width
        ):
            last += 1
        yield _table(grid, range(first, last))
        first = last


def _table(grid: Grid, columns: range) -> Table:
    result = Table(grid.title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in columns:
        result.add_column(grid.heads[column], justify="right", overflow="fold")
    for label, row in zip(grid.labels, grid.cells, strict=True):
        result.add_row(label, *(row[column] for column in columns))
    return result
